"""Questions for the lessons on Tranca."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.scene.exercise.makers.base import (
    Maker,
    at_least,
    exactly,
    none_of,
    question,
)
from cardkit.scene.exercise.questions import Name, Question

# --- lesson 7: Tranca -------------------------------------------------------------------------


def _some_of_eleven(rng: random.Random) -> Question:
    wanted = rng.choice((4, 8))
    what = Name(f"exercise.what.{'red_three' if wanted == 4 else 'two'}")
    wrong = [
        ("with_replacement", 1 - Fraction(104 - wanted, 104) ** 11),
        ("added", Fraction(11 * wanted, 104)),
        ("exactly_one", exactly(104, wanted, 11, 1)),
    ]
    return at_least("some_of_eleven", 104, wanted, 11, wrong, {"what": what})


def _partner(rng: random.Random) -> Question:
    mine = rng.choice((0, 1, 2))
    wanted = 4 - mine
    wrong = [
        ("known_cards", 1 - none_of(104, 4, 11)),
        ("whole_pack", 1 - none_of(104, wanted, 11)),
        ("with_replacement", 1 - Fraction(93 - wanted, 93) ** 11),
        ("added", Fraction(11 * wanted, 93)),
    ]
    return at_least("partner", 93, wanted, 11, wrong, {"mine": mine})


def _some_twos(rng: random.Random) -> Question:
    k = rng.choice((1, 2, 3))
    share = Fraction(8, 104)
    return question(
        "some_twos",
        exactly(104, 8, 11, k),
        [
            ("with_replacement", comb(11, k) * share**k * (1 - share) ** (11 - k)),
            ("at_least_so_many", sum((exactly(104, 8, 11, j) for j in range(k, 9)), Fraction(0))),
            ("one_place", exactly(104, 8, 11, k) / comb(11, k)),
        ],
        "exactly",
        {"k": k, "unseen": 104, "wanted": 8, "others": 96, "drawn": 11, "rest": 11 - k},
    )


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    7: (_some_of_eleven, _partner, _some_twos),
}
"""The makers by lesson."""
