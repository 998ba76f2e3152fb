"""What holds for every notebook: one code for both languages, links that lead somewhere, honest outputs."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from cardkit.games import GAMES
from cardkit.site import landing
from cardkit.words import LANGUAGES as SPOKEN
from cardkit.words.rulebook import clauses
from tests.notebooks.reading import LANGUAGES, NAMES, file_of, links, prose, read, run
from tests.notebooks.refresh import IGNORED, KEPT, NOTEBOOKS, VIEW, paths

RULES = re.compile(r"\.\./\.\./\.\./rules/(\w+)/(\w+)(?:#(\w+))?")
PIECES = (landing.hero, landing.games, landing.lessons, landing.here)
BOTH = [(lang, name) for lang in LANGUAGES for name in NAMES]


def test_the_languages_have_the_same_notebooks() -> None:
    assert LANGUAGES == SPOKEN
    assert {path.relative_to(NOTEBOOKS) for path in paths()} == {Path(lang) / name for lang, name in BOTH}
    assert {"index.ipynb", "deal.ipynb", "play.ipynb", "four_cards.ipynb"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_code_is_the_same_in_both_languages(name: str) -> None:
    en, pt = read("en", name), read("pt", name)
    assert [cell.cell_type for cell in en.cells] == [cell.cell_type for cell in pt.cells]
    assert [cell.metadata for cell in en.cells] == [cell.metadata for cell in pt.cells]
    first, *others = zip(en.cells, pt.cells, strict=True)
    assert (first[0].source, first[1].source) == ('LANG = "en"', 'LANG = "pt"')
    for one, other in others:
        if one.cell_type == "code":
            assert one.source == other.source
        else:
            assert one.source != other.source
            # each paragraph has its counterpart, and both name the same rules
            assert one.source.count("\n\n") == other.source.count("\n\n")
            named = [sorted(found[1:] for found in RULES.findall(cell.source)) for cell in (one, other)]
            assert named[0] == named[1]


@pytest.mark.parametrize(("lang", "name"), BOTH)
def test_metadata_and_outputs(lang: str, name: str) -> None:
    notebook = read(lang, name)
    assert set(notebook.metadata) == set(KEPT)
    assert notebook.metadata.lang == lang
    assert notebook.metadata.title
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        assert cell.execution_count, "run tests.notebooks.refresh"
        assert not cell.outputs or IGNORED not in cell.metadata.get("tags", ())
        for output in cell.outputs:
            assert output.output_type in ("display_data", "execute_result")
            assert VIEW not in output.data
            assert " at 0x" not in output.data["text/plain"]


@pytest.mark.parametrize(("lang", "name"), BOTH)
def test_headings_go_down_one_level_at_a_time(lang: str, name: str) -> None:
    levels = [len(mark) for text in prose(read(lang, name)) for mark in re.findall(r"^(#+) ", text, re.M)]
    if name == "index.ipynb":
        html = "".join(piece(lang).html for piece in PIECES)
        levels = [int(level) for level in re.findall(r"<h(\d)", html)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


@pytest.mark.parametrize(("lang", "name"), BOTH)
def test_links_lead_somewhere(lang: str, name: str) -> None:
    notebook = read(lang, name)
    html = [
        output.data.get("text/html", "")
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    found = links([*prose(notebook), *html])
    for link in found:
        rule = RULES.fullmatch(link)
        if rule:
            assert rule[1] == lang
            assert rule[2] in GAMES
            assert not rule[3] or rule[3] in clauses(rule[2], lang), link
        else:
            assert file_of(lang, link).is_file(), link
    assert found or name == "play.ipynb"


@pytest.mark.parametrize(("lang", "name"), BOTH)
def test_every_notebook_runs(lang: str, name: str) -> None:
    run(lang, name)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_front_page_shows_games_that_have_a_tutorial(lang: str) -> None:
    shown = landing.shown_games(lang)
    assert shown[0] == "four_cards"
    for name in shown:
        assert file_of(lang, f"{name}.ipynb").is_file()


def test_every_notebook_is_within_reach_of_the_front_page() -> None:
    todo, seen = ["index.ipynb"], set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        texts = prose(read("en", name))
        if name == "index.ipynb":
            texts = [piece("en").html for piece in PIECES]
        todo += [file_of("en", link).name for link in links(texts) if not RULES.fullmatch(link)]
    assert seen == set(NAMES)
