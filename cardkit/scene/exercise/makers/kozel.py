"""Questions for the lessons on Kozel."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Final

from cardkit.scene.exercise.makers.base import (
    Maker,
    a_rank,
    at_least,
    exactly,
    none_of,
    question,
)
from cardkit.scene.exercise.questions import Question

# --- lesson 9: Kozel --------------------------------------------------------------------------


def _four_of_a_suit(rng: random.Random) -> Question:
    k = rng.choice((3, 4))
    one = exactly(36, 9, 4, k)
    again = comb(4, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (4 - k)
    return question(
        "of_a_suit",
        4 * one,
        [("one_suit", one), ("with_replacement", 4 * again)],
        "of_a_suit",
        {"k": k, "rest": 4 - k, "one": one},
    )


def _no_trump(rng: random.Random) -> Question:
    hand = rng.choice((3, 4))
    return question(
        "no_trump",
        none_of(35, 8, hand),
        [
            ("known_cards", none_of(36, 9, hand)),
            ("with_replacement", Fraction(27, 35) ** hand),
            ("wanted_gone", none_of(35, 9, hand)),
        ],
        "none",
        {"hand": hand, "unseen": 35, "wanted": 8, "others": 27, "drawn": hand},
    )


def _some_of_36(rng: random.Random) -> Question:
    rank = rng.choice("6789TJQKA")
    wrong = [("with_replacement", 1 - Fraction(8, 9) ** 4), ("added", Fraction(4, 9)),
             ("of_52", 1 - none_of(52, 4, 4))]  # fmt: skip
    return at_least("some_of_36", 36, 4, 4, wrong, {"rank": a_rank(rank)})


def _trumps_seen(rng: random.Random) -> Question:
    k = rng.choice((2, 3))
    exact, share = exactly(35, 8, 4, k), Fraction(8, 35)
    return question(
        "trumps_seen",
        exact,
        [
            ("known_cards", exactly(36, 9, 4, k)),
            ("wanted_gone", exactly(35, 9, 4, k)),
            ("with_replacement", comb(4, k) * share**k * (1 - share) ** (4 - k)),
            ("at_least_so_many", sum((exactly(35, 8, 4, j) for j in range(k, 5)), Fraction(0))),
            ("one_place", exact / comb(4, k)),
        ],
        "exactly",
        {"k": k, "unseen": 35, "wanted": 8, "others": 27, "drawn": 4, "rest": 4 - k},
    )


def _fours(hands: int) -> Fraction:
    """The chance that so many certain hands all hold four of one suit, suit by suit."""
    ways = sum(
        prod(comb(max(0, 9 - 4 * held[:hand].count(suit)), 4) for hand, suit in enumerate(held))
        for held in product(range(4), repeat=hands)
    )
    return Fraction(ways, prod(comb(36 - 4 * hand, 4) for hand in range(hands)))


def _any_of_hands(rng: random.Random) -> Question:
    hands = rng.choice((2, 3, 4))
    one = _fours(1)
    times = [comb(hands, k) for k in range(1, hands + 1)]
    each = [_fours(k) for k in range(1, hands + 1)]
    terms = f"{times[0]} · {each[0]}"
    for k in range(1, hands):
        terms += f" {'−' if k % 2 else '+'} {times[k]} · {each[k]}"
    return question(
        "any_of_hands",
        sum(((-1) ** k * n * p for k, (n, p) in enumerate(zip(times, each, strict=True))), Fraction(0)),
        [
            ("hands_added", hands * one),
            ("independent", 1 - (1 - one) ** hands),
            ("one_hand", one),
        ],
        "any_of_hands",
        {"hands": hands, "terms": terms},
        # the usual slips are near: a tolerance as wide as elsewhere would hide them
        tolerance=Fraction(1, 200000),
    )


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    9: (_four_of_a_suit, _no_trump, _some_of_36, _trumps_seen, _any_of_hands),
}
"""The makers by lesson."""
