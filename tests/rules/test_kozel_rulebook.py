"""What only the rulebook of Kozel has; what all have is in `test_rulebooks`."""

from __future__ import annotations

import re

import pytest

from cardkit.cards import Suit, cards
from cardkit.games.kozel.beating import beating
from cardkit.games.kozel.score import band, points_of
from cardkit.words.rulebook import Rulebook, rulebook

LANGUAGES = ("en", "pt")
TRUMPS = {"hearts": 2, "copas": 2, "diamonds": 1, "ouros": 1}


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("kozel", request.param)


def test_worked_examples_are_right(book: Rulebook) -> None:
    """Sums of cards, bands, and who beats whom: mine are named first, or after the lead."""
    for case, result in book.clauses["K19"].examples:
        assert points_of(cards(" ".join(re.findall(r"\[\[(..)\]\]", case)))) == int(result)
    for rule_id in ("K21", "K22"):
        for case, result in book.clauses[rule_id].examples:
            points = re.match(r"\d+", case)
            assert points is not None
            assert band(int(points[0]), 1).defeat == int(result)
    checked = 0
    for rule_id in ("K7", "K10", "K11"):
        for case, result in book.clauses[rule_id].examples:
            named = cards(" ".join(re.findall(r"\[\[(..)\]\]", case)))
            half = len(named) // 2
            mine, over = (named[half:], named[:half]) if half > 1 else (named[:half], named[half:])
            trump = next((suit for word, suit in TRUMPS.items() if word in case), int(Suit.SPADES))
            fails = result.startswith(("does not", "não"))
            assert (beating(mine, over, trump) is None) == fails, case
            checked += 1
    assert checked == 5


@pytest.mark.parametrize("word", ["suborno", "franga", "dobrar", "ovos", "vencer", "quebrar", "entrar"])
def test_the_glossary_undoes_the_translation(word: str) -> None:
    for lang in LANGUAGES:
        sections = {section.id: section for section in rulebook("kozel", lang).sections}
        assert word in sections["words"].intro
        assert "Burkozel" in sections["which"].intro
        assert "Bura" in sections["which"].intro
