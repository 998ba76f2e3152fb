"""The reader of rulebooks, what is shown of them, and what only the rulebook of 4 Cartas has."""

from __future__ import annotations

import json
import re

import pytest

import cardkit.words.rulebook as reader
from cardkit.cards import cards
from cardkit.games.four_cards.options import PRESETS
from cardkit.games.four_cards.score import hand_points
from cardkit.site.rulebook import read_query, render
from cardkit.words.rulebook import (
    NotInRulebookError,
    Rulebook,
    RulebookError,
    clauses,
    games,
    parse,
    rulebook,
    snippet,
)
from tests.rules.page import Page

LANGUAGES = ("en", "pt")


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("four_cards", request.param)


# the text


@pytest.mark.parametrize("rule_id", ["CA2", "CA11"])
def test_the_odd_rulings_carry_a_warning(book: Rulebook, rule_id: str) -> None:
    assert book.clauses[rule_id].warn


def test_switch_reads_only_its_values() -> None:
    switches = rulebook("four_cards").switches
    eight, players = switches["eight_rule"].switch, switches["players"].switch
    frozen = switches["freeze_closer"].switch
    assert eight
    assert players
    assert frozen
    assert frozen.python("true") is True
    assert players.python("8") == 8
    assert not any(players.accepts(text) for text in ("1", "9", "", "-3", "4.0", "²", "٤", "9" * 5000))
    with pytest.raises(ValueError, match="eight_rule cannot be 'PAIR'"):
        eight.python("PAIR")


def test_worked_sums_are_right(book: Rulebook) -> None:
    checked = 0
    for rule in book.clauses.values():
        for case, result in rule.examples:
            hand = re.findall(r"\[\[(..)\]\]", case)
            if hand:
                assert hand_points(cards(" ".join(hand)), "pure") == int(result.replace("−", "-"))
                checked += 1
    assert checked >= 5
    eight = book.switches["eight_rule"].switch
    assert eight
    shown = {choice.value: choice.example for choice in eight.choices}
    assert shown == {value: f"8 8 Q = {hand_points(cards('8h 8c Qs'), value)}" for value in ("pure", "pair")}


# the reader

SMALL = """---
game: Small
facts: two
title: Rules
lead: Play.
says: The text says
read_as: We read it as
why: Why
fine: Fine print
warn: Watch out
switch: Switch
---

## Points {#points}

Few words.

### S1 · One {#S1}

One is one.

- [[As]] = 1

### SA1 · Two {#SA1}

- **The text says:** Nothing.
- **We read it as:** *Two*, as in S1.
- **Why:** Because.
- **Switch:** `two`
  - `yes` **Yes** · two · It is two.
  - `no` **No** · one · It is not.

### seed · As written {#seed}

As it is.

- `two` = `yes` · Two.
"""


def test_a_small_book_is_read() -> None:
    small = parse(SMALL, "small", "en", "small.md")
    assert list(small.clauses) == ["S1", "SA1"]
    assert small.clauses["S1"].examples == (("[[As]]", "1"),)
    assert small.values() == {"two": "yes"}
    assert small.sections[0].intro == "Few words."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("---\ngame", "game", "line 1: a rulebook begins with a head"),
        ("lead: Play.", "leed: Play.", "line 5: expected one of game, facts"),
        ("lead: Play.\n", "", "the head lacks lead"),
        ("## Points {#points}", "# Points", r"line 14: expected ## Title \{#id\}"),
        ("## Points {#points}\n", "", "text before the first section"),
        ("## Points {#points}\n\nFew words.\n", "", "S1 stands before the first section"),
        ("S1 · One {#S1}", "S1 · One {#S2}", "line 18: expected"),
        ("### SA1 · Two {#SA1}", "### S1 · Two {#S1}", "the anchor S1 is there twice"),
        ("One is one.", "", "S1 has no text"),
        ("- [[As]] = 1", "- [[As]]", "an example needs its result"),
        ("- [[As]] = 1", "- [[As]] = 1\nAnd so on.", "comes before its examples"),
        ("- **Why:** Because.\n", "", "SA1 lacks Why"),
        ("- **Why:** Because.", "Because.", "expected a part of a ruling"),
        ("- **Why:** Because.", "- **Why:** A.\n- **Why:** B.", "each once"),
        ("  - `no` **No** · one · It is not.\n", "", "needs a name and its values"),
        ("- `two` = `yes` · Two.", "- two: yes", "expected - `option` = `value`"),
        ("- `two` = `yes` · Two.", "- `two` = `ja` · Two.", "no ruling has a switch two = ja"),
        ("- `two` = `yes` · Two.", "- `three` = `yes` · T.", "no ruling has a switch three = yes"),
    ],
)
def test_what_departs_from_the_form_is_told_by_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(RulebookError, match=rf"small\.md.*{message}"):
        parse(SMALL.replace(old, new, 1), "small", "en", "small.md")


def test_unknown_books_and_rules_are_told() -> None:
    assert games("en") == games("pt")
    assert "four_cards" in games()
    assert games("../en") == games("xx") == ()
    for game, lang in (("chess", "en"), ("four_cards", "xx"), ("../en/four_cards", "en")):
        with pytest.raises(NotInRulebookError, match="there is no rulebook for"):
            rulebook(game, lang)
    with pytest.raises(NotInRulebookError, match="no rule 'C99'"):
        snippet("four_cards", "C99")
    with pytest.raises(NotInRulebookError, match="no preset 'poker', only seed, cambio"):
        rulebook("four_cards").values("poker")


def test_clauses_can_be_changed_without_harm() -> None:
    clauses("four_cards").clear()
    assert len(clauses("four_cards")) == 61


# snippets


def test_snippet_says_how_a_switch_stands() -> None:
    frozen = snippet("four_cards", "CA8", "en", {"freeze_closer": True})["html"]
    assert "<i>Switch:</i> <b>Frozen.</b>" in frozen
    assert "<b>6</b>" in snippet("four_cards", "CA25", "en", {"players": 6})["html"]
    assert "[[8h]] [[Qs]] = 10" in snippet("four_cards", "C6")["html"]


def test_snippet_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = parse(SMALL.replace("One is one.", "1 < 2 & **<b>**"), "small", "en", "small.md")
    monkeypatch.setattr(reader, "rulebook", lambda *_: evil)
    assert snippet("small", "S1")["html"].startswith("<p>1 &lt; 2 &amp; <b>&lt;b&gt;</b></p>")


# the page


def test_page_shows_cards_by_name() -> None:
    names = {
        lang: {
            found["aria-label"]
            for _, found in Page(render("four_cards", lang, query={})).elements
            if "ck-ct" in str(found.get("class"))
        }
        for lang in LANGUAGES
    }
    assert {"8 of hearts", "king of spades"} <= names["en"]
    assert {"8 de copas", "rei de espadas"} <= names["pt"]


def test_address_carries_the_house_rules() -> None:
    html = render("four_cards", "en", query={"preset": "cambio", "eight_rule": "pair", "q": "king"})
    page = Page(html)
    assert {"eight_rule=pair", "freeze_closer=true", "power_on=stock_drawn_only"} <= page.checked()
    assert "6 switches differ from the text." in html
    shown = {a["data-change"] for _, a in page.elements if "data-change" in a and "hidden" not in a}
    assert shown == {"eight_rule", *PRESETS["cambio"]}
    marked = {a["data-differs"] for _, a in page.elements if "data-differs" in a and "hidden" not in a}
    assert marked == shown
    assert 'value="king"' in html
    assert 'role="alert" hidden' in html


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"preset": "poker"}, "no ready-made set called “poker”. There are seed, cambio."),
        ({"eigth_rule": "pair"}, "no switch called “eigth_rule”."),
        ({"eight_rule": "both"}, "“eight_rule” cannot be “both”. It can be pure, pair."),
        ({"players": "9"}, "“players” cannot be “9”. It can be a whole number from 2 to 8."),
        ({"rounds": ""}, "“rounds” cannot be “”."),
    ],
)
def test_what_does_not_fit_in_the_address_is_told(query: dict[str, str], sentence: str) -> None:
    book = rulebook("four_cards", "en")
    preset, values, problems = read_query(book, query)
    assert (preset, values) == ("seed", book.values())
    assert len(problems) == 1
    assert sentence in problems[0]
    html = render("four_cards", "en", query=query)
    assert sentence in "".join(Page(html).texts)
    assert 'role="alert">' in html


def test_site_parameters_are_no_problem() -> None:
    query = {"theme": "dark", "q": "x", "lang": "pt", "projector": ""}
    assert read_query(rulebook("four_cards"), query)[2] == []


def test_page_escapes_what_the_address_says() -> None:
    evil = "</script><script>alert(1)</script>"
    query = {"q": f'"{evil}', "preset": evil, evil: evil, "eight_rule": evil}
    html = render("four_cards", "en", query=query)
    assert "<script>alert" not in html
    assert html.count("<script") == 1
    data = re.search(r'<script type="application/json" id="ck-rb-data">(.*?)</script>', html, re.S)
    assert data
    assert json.loads(data[1])["preset"] == "seed"


def test_page_of_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        render("chess", "en", query={})
