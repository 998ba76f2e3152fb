"""What only the rulebook of Tranca has; what all have is in `test_rulebooks`."""

from __future__ import annotations

import re

import pytest

from cardkit.games.tranca.melds import is_meld, make
from cardkit.games.tranca.score import bonus, value
from cardkit.site.rulebook import render
from cardkit.words.rulebook import Rulebook, rulebook, snippet
from tests.rules.page import Page
from tests.rules.tranca_tools import faces, tranca

LANGUAGES = ("en", "pt")


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("tranca", request.param)


def test_worked_examples_are_right(book: Rulebook) -> None:
    options = tranca().options
    checked = 0
    for rule in book.clauses.values():
        for case, result in rule.examples:
            hand = faces(" ".join(re.findall(r"\[\[(..)\]\]", case)))
            assert is_meld(hand, 1) == (result not in ("no meld", "não é jogo")), case
            if result.isdecimal():
                meld = make(hand)
                assert (value(hand, options) or 0) + bonus(meld, options) == int(result)
            if rule.id == "T16":
                assert make(hand).clean == (result in ("clean", "limpa"))
            checked += 1
    assert checked == 12
    buraco = book.switches["card_values"].switch
    assert buraco
    for choice in buraco.choices:
        points = value(faces("Ac 4c 7c"), tranca(card_values=choice.value).options)
        assert choice.example == f"A 4 7 = {points}"


def test_the_house_rules_that_most_know_come_first(book: Rulebook) -> None:
    assert list(book.switches)[:2] == ["sets_make_canastra", "card_values"]


def test_snippet_says_what_no_target_means() -> None:
    assert "<b>One deal.</b>" in snippet("tranca", "TA25", "en", {"target": None})["html"]
    assert "<b>700</b>" in snippet("tranca", "TA25", "en", {"target": 700})["html"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_address_carries_house_rules_without_a_limit(lang: str) -> None:
    page = Page(render("tranca", lang, query={"preset": "online", "max_wilds": "none"}))
    assert {"max_wilds=none", "target=3000", "sets_make_canastra=true"} <= page.checked()


def test_a_target_that_is_none_of_the_usual_ones_is_kept_by_the_page() -> None:
    page = Page(render("tranca", "en", base_url="/", query={"target": "700"}))
    assert "target=700" in page.checked()
    html = render("tranca", "en", base_url="/", query={"target": "0"})
    assert "can be none, 500, 1000, 1500, 2000, 2500, 3000, 5000, a whole number from 1 to 100000." in html
    switch = rulebook("tranca").switches["target"].switch
    assert switch
    assert (switch.python("700"), switch.python("none"), switch.python("3000")) == (700, None, 3000)
    assert not any(switch.accepts(text) for text in ("0", "", "-5", "1e3", "100001", "None"))
