"""What the makers of questions share: putting a question together, and their own counting.

They count by themselves, with binomials or by listing what can happen: so a paper needs no other part of the
library, and its key is a second method beside ``cardkit.odds``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

from cardkit.scene.exercise.questions import TOLERANCE, Kind, Name, Question, Wrong

Maker = Callable[[random.Random], Question]
"""Takes a stream of random numbers and returns a question with its numbers put in."""
RANKS: Final = "A23456789TJQK"


def question(
    text: str,
    exact: Fraction | int,
    wrong: Iterable[tuple[str, Fraction | int]],
    way: str,
    params: dict[str, Any],
    kind: Kind = "chance",
    tolerance: Fraction | None = None,
) -> Question:
    """Put a question together; a wrong value that happens to be right, or comes twice, is left out."""
    exact = Fraction(exact)
    kept: dict[Fraction, str] = {}
    for reason, value in wrong:
        if value != exact:
            kept.setdefault(Fraction(value), reason)
    return Question(
        id=text,
        text=f"ask.{text}",
        params={**params, "answer": exact},
        kind=kind,
        exact=exact,
        wrong=tuple(Wrong(value, reason) for value, reason in kept.items()),
        hints=tuple(f"way.{way}.hint{i}" for i in (1, 2, 3)),
        solution=f"way.{way}.solution",
        tolerance=TOLERANCE[kind] if tolerance is None else tolerance,
    )


def none_of(unseen: int, wanted: int, drawn: int) -> Fraction:
    """Return the chance that none of the ``wanted`` among ``unseen`` cards is among ``drawn`` ones."""
    return Fraction(comb(unseen - wanted, drawn), comb(unseen, drawn))


def exactly(unseen: int, wanted: int, drawn: int, k: int) -> Fraction:
    """Return the chance that exactly ``k`` of the wanted cards are drawn."""
    return Fraction(comb(wanted, k) * comb(unseen - wanted, drawn - k), comb(unseen, drawn))


def worth(rank: str, eight: int = 0) -> int:
    """Return what a card of a rank counts in 4 Cartas (C4, C5); ``eight`` is what the 8 counts here (C6)."""
    return eight if rank == "8" else 10 if rank in "TJQK" else RANKS.index(rank) + 1


def a_rank(rank: str) -> Name:
    """Return the words for a card of a rank."""
    return Name(f"common.a_rank.{rank}")


def pack(seen: Iterable[str] = ()) -> Counter[str]:
    """How many cards of each rank are left of 52."""
    left = Counter(dict.fromkeys(RANKS, 4))
    left.subtract(seen)
    return left


def pair_points(one: str, two: str) -> int:
    """Return what a hand of two cards counts: 8s count −5 each if there is nothing else (C6)."""
    return -10 if one == two == "8" else worth(one) + worth(two)


def pairs(left: Counter[str]) -> Iterable[tuple[str, str, int]]:
    """Yield each pair of ranks and in how many ways it can be drawn."""
    for one, two in combinations_with_replacement(RANKS, 2):
        ways = comb(left[one], 2) if one == two else left[one] * left[two]
        if ways:
            yield one, two, ways


def pair_chance(left: Counter[str], holds: Callable[[int], bool]) -> Fraction:
    """Return the chance that two cards drawn from ``left`` have points that hold."""
    hits = sum(ways for one, two, ways in pairs(left) if holds(pair_points(one, two)))
    return Fraction(hits, comb(left.total(), 2))


def at_least(
    text: str,
    unseen: int,
    wanted: int,
    drawn: int,
    wrong: Sequence[tuple[str, Fraction]],
    params: dict[str, Any],
) -> Question:
    """Return a question for at least one of the ``wanted`` cards, counted by the opposite."""
    none = none_of(unseen, wanted, drawn)
    found = {"unseen": unseen, "wanted": wanted, "others": unseen - wanted, "drawn": drawn, "none": none}
    return question(text, 1 - none, wrong, "at_least", {**params, **found})
