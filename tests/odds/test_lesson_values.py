"""Each value of lessons 0 to 4, as the lessons state it and by a second method: every case is looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import combinations
from math import isclose, prod
from typing import Any

import numpy as np
import pytest

from cardkit.cards import cards, pack
from cardkit.odds.exact import counting
from cardkit.odds.experiments import experiment

PLACES = range(51)
"""Where the unseen cards lie when one is turned up: with each player in turn, then in the stock."""
HANDS = 270_725


def share(cases: Iterable[Any], fits: Callable[[Any], bool]) -> Fraction:
    """The share of equally likely cases that fit."""
    found = [fits(case) for case in cases]
    return Fraction(sum(found), len(found))


def falling(first: int, rest: int, drawn: int) -> Fraction:
    """The chance to miss, card after card."""
    return prod((Fraction(first - k, rest - k) for k in range(drawn)), start=Fraction(1))


def worth(hand: Iterable[Any]) -> int:
    """Points by the text of the rules: an 8 counts nothing, and −5 in a hand of nothing but 8s."""
    ranks = [str(card)[0] for card in hand]
    if set(ranks) == {"8"}:
        return -5 * len(ranks)
    return sum(0 if r == "8" else 1 if r == "A" else 10 if r in "TJQK" else int(r) for r in ranks)


def fresh_hands() -> list[int]:
    """What every hand of four counts, its points read off its four cards."""
    values = np.array([worth([card]) if str(card)[0] != "8" else 0 for card in pack(52)])
    eight = np.array([str(card)[0] == "8" for card in pack(52)])
    hands = np.array(list(combinations(range(52), 4)))
    counted = values[hands].sum(axis=1) - 20 * eight[hands].all(axis=1)
    return [int(value) for value in counted]


@pytest.fixture(scope="module")
def every_hand() -> list[int]:
    found = fresh_hands()
    assert len(found) == HANDS
    return found


def matches(places: int) -> Fraction:
    """The chance that one of the three matching cards lies in the first places."""
    return share(combinations(PLACES, 3), lambda where: min(where) < places)


UNSEEN_48 = [card for card in pack(52) if card not in cards("Kh Qs 7c 5d")]
CASES: list[tuple[str, dict[str, Any], Fraction, Callable[[], Fraction]]] = [
    ("next_card", {"seen": "Kh 7h 9c"}, Fraction(11, 49),
     lambda: share((c for c in pack(52) if c not in cards("Kh 7h 9c")), lambda c: str(c)[1] == "h")),
    ("eight", {}, Fraction(15229, 54145), lambda: 1 - falling(48, 52, 4)),
    ("one_eight", {}, Fraction(69184, 270725),
     lambda: share(combinations(range(52), 4), lambda hand: sum(c < 4 for c in hand) == 1)),
    ("no_eight", {}, Fraction(99, 455),
     lambda: share(combinations(range(52), 4), lambda at: min(at) >= 16)),
    ("fresh_hand", {"size": 1}, Fraction(72, 13), lambda: Fraction(sum(worth([c]) for c in pack(52)), 52)),
    ("match_held", {}, Fraction(11686, 20825), lambda: matches(12)),
    ("match_known", {}, Fraction(1327, 4165), lambda: matches(6)),
    ("match_several", {}, Fraction(3904, 20825),
     lambda: share(combinations(PLACES, 3), lambda where: len({p // 4 for p in where if p < 16}) >= 2)),
    ("eight_under", {}, Fraction(38, 245),
     lambda: share(combinations(range(50), 2), lambda two: min(two) < 4)),
    ("unknown_card", {}, Fraction(23, 4),
     lambda: Fraction(sum(worth([c]) if str(c)[0] != "8" else 0 for c in UNSEEN_48), 48)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "params", "stated", "again"), CASES, ids=[case[0] for case in CASES])
def test_a_value_twice(
    name: str, params: dict[str, Any], stated: Fraction, again: Callable[[], Fraction]
) -> None:
    assert experiment(name, **params).exact == stated == again()


def test_a_fresh_hand_by_every_hand(every_hand: list[int]) -> None:
    mean = Fraction(sum(every_hand), HANDS)
    assert experiment("fresh_hand").exact == mean == Fraction(1282816, 54145)
    for limit, stated in ((5, Fraction(66, 20825)), (10, Fraction(8023, 270725))):
        low = share(every_hand, lambda value, limit=limit: value <= limit)  # type: ignore[misc]
        assert experiment("low_hand", limit=limit).exact == low == stated


def test_the_spread_of_a_fresh_hand_by_every_hand(every_hand: list[int]) -> None:
    spread = experiment("fresh_hand").distribution
    assert spread is not None
    exact = counting.variance(spread)
    assert exact == Fraction(sum(v * v for v in every_hand), HANDS) - experiment("fresh_hand").exact ** 2
    assert exact == Fraction(140033230944, 2931681025)
    assert isclose(float(exact) ** 0.5, float(np.std(every_hand)))


def test_no_due_card() -> None:
    # seeing two cards that are no 8s raises the chance of the others a little, and to no more than that
    assert Fraction(33, 221) == 1 - falling(48, 52, 2) < experiment("eight_under").exact
