"""Questions for the lessons on Kozel."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
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


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    9: (_four_of_a_suit, _no_trump, _some_of_36),
}
"""The makers by lesson."""
