"""The rulebooks of all games: whole, the same in every language, true to the engine, in our own words."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import unicodedata
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cardkit.cards import cards
from cardkit.games.four_cards.options import PRESETS as FOUR_CARDS_PRESETS
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.kozel.options import PRESETS as KOZEL_PRESETS
from cardkit.games.kozel.options import KozelOptions
from cardkit.games.tranca.options import PRESETS as TRANCA_PRESETS
from cardkit.games.tranca.options import TrancaOptions
from cardkit.site.rulebook import render
from cardkit.words.rulebook import Rulebook, clauses, games, rulebook, snippet
from tests.rules.page import Page

LANGUAGES = ("en", "pt")


class Expected(NamedTuple):
    """What a rulebook must have: numbered clauses and rulings, the switches and presets of the engine."""

    clauses: list[str]
    rulings: list[str]
    options: Any
    presets: Mapping[str, Mapping[str, Any]]
    rows: int
    """How many six words in a row the source text has."""


def expected(letter: str, last_clause: int, last_ruling: int, *engine: Any) -> Expected:
    numbered = [f"{letter}{n}" for n in range(1, last_clause + 1)]
    return Expected(numbered, [f"{letter}A{n}" for n in range(1, last_ruling + 1)], *engine)


BOOKS = {
    "four_cards": expected("C", 31, 30, FourCardsOptions, FOUR_CARDS_PRESETS, 576),
    "kozel": expected("K", 26, 19, KozelOptions, KOZEL_PRESETS, 749),
    "tranca": expected("T", 30, 27, TrancaOptions, TRANCA_PRESETS, 697),
}
pytestmark = pytest.mark.parametrize("game", BOOKS)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest, game: str) -> Rulebook:
    return rulebook(game, request.param)


def text_of(game: str, lang: str) -> str:
    return (files("cardkit.words") / lang / f"{game}.md").read_text("utf-8")


def test_every_clause_and_ruling_has_an_anchor(game: str, book: Rulebook) -> None:
    both = BOOKS[game].clauses + BOOKS[game].rulings
    assert sorted(book.clauses) == sorted(both)
    assert {rule.id for rule in book.clauses.values() if rule.is_ruling} == set(BOOKS[game].rulings)
    assert sorted(rule for section in book.sections for rule in section.rules) == sorted(both)
    assert clauses(game, book.lang) == book.clauses


def test_languages_have_the_same_rules_in_the_same_places(game: str) -> None:
    en, pt = (rulebook(game, lang) for lang in LANGUAGES)
    assert list(en.clauses) == list(pt.clauses)
    assert [(s.id, s.rules, s.presets) for s in en.sections] == [
        (s.id, s.rules, s.presets) for s in pt.sections
    ]
    for rule_id, rule in en.clauses.items():
        other = pt.clauses[rule_id]
        assert [bool(part) for part in dataclasses.astuple(rule)[3:]] == [
            bool(part) for part in dataclasses.astuple(other)[3:]
        ], rule_id
        assert [cards_of(case) for case, _ in rule.examples] == [cards_of(case) for case, _ in other.examples]
    for section, other_section in zip(en.sections, pt.sections, strict=True):
        assert [row[-1] for row in section.table] == [row[-1] for row in other_section.table]


def cards_of(text: str) -> list[str]:
    return re.findall(r"\[\[(.*?)\]\]", text)


def test_rules_have_short_titles_and_full_texts(game: str, book: Rulebook) -> None:
    for rule in book.clauses.values():
        assert 3 <= len(rule.title) <= 50, rule.id
        assert rule.body.rstrip("*)")[-1] in ".!?”", rule.id
        if rule.is_ruling:
            assert rule.says.endswith("."), rule.id
            assert rule.why.endswith("."), rule.id
            assert rule.read_as == rule.body
        else:
            assert rule.read_as == rule.says == rule.why == ""


def test_switches_are_the_options_of_the_engine(game: str, book: Rulebook) -> None:
    fields = {field.name: field for field in dataclasses.fields(BOOKS[game].options)}
    assert set(book.switches) == set(fields)
    for name, rule in book.switches.items():
        switch, field = rule.switch, fields[name]
        assert switch is not None
        assert rule.id == field.metadata["rule"]
        assert switch.python(switch.default) == field.default
        values, numbers = (
            field.metadata["choices"],
            range(switch.least, switch.most + 1 if switch.most else 0),
        )
        if switch.choices:
            assert [switch.python(choice.value) for choice in switch.choices] == list(values)
            assert numbers == field.metadata["within"]
        else:
            assert numbers == values


def test_presets_are_those_of_the_engine(game: str, book: Rulebook) -> None:
    presets = BOOKS[game].presets
    assert set(book.presets) == set(presets)
    for name, settings in presets.items():
        python = {
            option: rule.switch.python(book.values(name)[option])
            for option, rule in book.switches.items()
            if rule.switch
        }
        assert python == dataclasses.asdict(BOOKS[game].options(**settings))
        # the rules as written are told switch by switch, the others by what they change
        told = set(book.presets[name].settings)
        assert told == set(settings) or (name == "seed" and told == set(book.switches))


def test_cards_and_rule_ids_in_the_text_exist(game: str, book: Rulebook) -> None:
    text = text_of(game, book.lang)
    for card in cards_of(text):
        assert str(cards(card)[0]) == card
    letter = BOOKS[game].clauses[0][0]
    assert set(re.findall(rf"\b{letter}A?\d+\b", text)) == set(book.clauses)


def shingles(text: str) -> list[str]:
    """Return every six words in a row, in lower case, without accents and punctuation."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(c for c in letters if not unicodedata.combining(c)))
    return [" ".join(words[i : i + 6]) for i in range(len(words) - 5)]


def test_no_sentence_is_copied_from_the_source(game: str) -> None:
    """The source texts are not ours to reprint: kept are the first four bytes of the SHA-256 of each row."""
    kept = base64.b64decode((Path(__file__).parent / "sources" / f"{game}.txt").read_text("utf-8"))
    source = {kept[i : i + 4] for i in range(0, len(kept), 4)}
    assert len(source) == BOOKS[game].rows
    rows = shingles(text_of(game, "pt"))
    assert not [words for words in rows if hashlib.sha256(words.encode()).digest()[:4] in source]


# what is shown


def test_snippets_are_short_plain_html(game: str, book: Rulebook) -> None:
    options = dataclasses.asdict(BOOKS[game].options())
    for rule_id in BOOKS[game].clauses + BOOKS[game].rulings:
        for given in (None, options):
            small = snippet(game, rule_id, book.lang, given)
            assert set(small) == {"title", "html"}
            assert set(re.findall(r"</?(.*?)>", small["html"])) <= {"p", "b", "i"}
            assert "*" not in small["html"]
            assert re.fullmatch(r"(<p>[^\n]+</p>)+", small["html"])


def test_page_is_whole_and_its_links_resolve(game: str, book: Rulebook) -> None:
    html = render(game, book.lang, base_url="/base/", query={})
    page = Page(html)
    assert re.fullmatch(r"<main .*</main>", html, re.S)
    assert len(page.ids) == len(set(page.ids))
    assert set(BOOKS[game].clauses + BOOKS[game].rulings) <= set(page.ids)
    books = {f"/base/rules/{book.lang}/{other}" for other in games(book.lang)}
    for link in page.links:
        assert link.startswith("?preset=") or link in books or link[1:] in page.ids, link
    for _, found in page.elements:
        for key in ("for", "form", "aria-labelledby"):
            assert found.get(key) is None or found[key] in page.ids
    text = "".join(page.texts)
    assert not re.search(r"\[\[|\*\*|`|\{|\brulebook\.", text)
    assert page.checked() == {f"{k}={v}" for k, v in book.values().items()}
