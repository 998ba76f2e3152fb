"""What stands around the cells of a lesson: its parts, what kind of lesson it is, and a picture."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cardkit.cards import CARDS
from cardkit.site.lesson import lesson_page
from cardkit.widgets.still import BASE_URL
from cardkit.words import LANGUAGES, say
from tests.site.serving import Server, write_notebook

NOTEBOOKS = Path(__file__).resolve().parents[2] / "notebooks"
LESSONS = [(path, path.parent.name) for path in sorted(NOTEBOOKS.glob("*/lesson_*.ipynb"))]


def texts(path: Path) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]


@pytest.mark.parametrize(("path", "lang"), LESSONS)
def test_the_parts_are_the_headings_of_the_notebook(path: Path, lang: str) -> None:
    found = lesson_page(int(path.stem[-2:]), texts(path), lang, "")["parts"]
    assert [part["n"] for part in found] == [str(n) for n in range(1, 10)]
    # every lesson calls its parts the same, but for what is changed in the seventh
    first = lesson_page(0, texts(NOTEBOOKS / lang / "lesson_00.ipynb"), lang, "")["parts"]
    assert found[:6] + found[7:] == first[:6] + first[7:]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", range(11))
def test_a_lesson_says_for_whom_it_is_and_shows_what_it_is_about(
    number: int, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(BASE_URL, raising=False)
    found = lesson_page(number, [], lang, "")
    told = found["eyebrow"].split(" · ")
    assert told[0] == say("landing.lesson", lang, number=number)
    level = "lower" if number < 5 else "upper" if number < 9 else "university"
    assert told[2] == say(f"site.level_{level}", lang)
    script = re.search(r'<script type="application/json">(.*)</script>', found["picture"])
    assert script is not None
    data = json.loads(script[1])
    (frame,) = data["steps"]["0"]
    assert frame["alt"] == say(f"site.lesson_picture.l{number}", lang)
    faces = [card["f"] for zone in frame["zones"].values() for card in zone["cards"]]
    assert set(faces) <= {*map(str, CARDS), "??"}
    # no card is drawn twice, and none beyond the edge
    shown = [face for face in faces if face != "??"]
    assert len(shown) == len(set(shown))
    width, height = data["layouts"]["0"]["wide"]["size"]
    for zone in data["layouts"]["0"]["wide"]["zones"].values():
        x, y, wide, high = zone["box"]
        assert x >= 0
        assert y >= 0
        assert x + wide <= width
        assert y + high <= height


@pytest.mark.parametrize(("path", "lang"), LESSONS)
def test_a_lesson_is_about_forty_five_minutes_long(path: Path, lang: str) -> None:
    minutes = lesson_page(int(path.stem[-2:]), [], lang, "")["eyebrow"].split(" · ")[-1]
    assert re.fullmatch(r"(45|50) minut[eo]s", minutes)


def sections(page: str) -> list[str]:
    """The sections in their order, each as its opening tag and its headings and links."""
    return re.findall(r'<section class="ck-lpart[^>]*>|</section>|<h[23]|href="next.ipynb"', page)


def test_the_parts_stand_in_sections(tmp_path: Path) -> None:
    cells = ["# Lesson", "1", "## 1. One", "1", "## Between", "1", "### Below it", "1", "## 9. Nine", "1",
             "## For the teacher", "1", "[Next](next.ipynb)"]  # fmt: skip
    write_notebook(tmp_path / "en/lesson_77.ipynb", cells, lang="en")
    write_notebook(tmp_path / "en/other.ipynb", cells, lang="en")
    with Server(tmp_path, "--pool", "0") as site:
        page, other = (site.get(f"/voila/render/en/{name}.ipynb").text for name in ("lesson_77", "other"))
    start = '<section class="ck-lpart ck-card-box" tabindex="-1"'
    one, nine = (f'{start} id="part-{n}" data-part="{n}">' for n in (1, 9))
    end = "</section>"
    assert sections(page) == [
        *(one, "<h2", end),
        *(f"{start}>", "<h2", "<h3", end),
        *(nine, "<h2", end),
        *(f'{start} id="teacher">', "<h2", end, 'href="next.ipynb"'),
    ]
    links = re.findall(r'<li><a href="#([\w-]+)">', page)
    assert links == ["part-1", "part-9"]
    assert page.count("<div") == page.count("</div")
    assert "ck-lpart" not in other
    assert "ck-lrail" not in other
