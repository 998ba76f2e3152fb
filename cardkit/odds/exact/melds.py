"""Exact chances of natural melds in a hand of Tranca: three of a rank, three in order in a suit.

Two packs: eight cards of each rank, two of each rank and suit. The ranks that can stand in a natural meld are the
eleven from 4 to the ace, in that order (T6, T7, TA4); the 2s are wild (T9), the 3s are never melded (T10, T11).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Final

PACK: Final = 104
RANKS: Final = 11
SUITS: Final = 4
COPIES: Final = 2
OTHERS: Final = PACK - RANKS * SUITS * COPIES
"""The 2s and 3s."""
MELD: Final = 3


def has_set(drawn: int = 11) -> Fraction:
    """Return the chance that a hand holds three cards of a rank, a natural *lavadeira*.

    Complement: at most two of each rank, the coefficient of x^drawn in (1 + 8x + 28x²)^11 · (1 + x)^24.
    """
    return 1 - _share(_hands_without(runs_allowed=True, sets_allowed=False, drawn=drawn), drawn)


def has_run(drawn: int = 11) -> Fraction:
    """Return the chance that a hand holds three cards in order in one suit.

    Complement: walk the ranks from 4 to the ace and keep, for each suit, how many of the last ranks in a row are
    held (0, 1 or 2); a third one in a row is not allowed.
    """
    return 1 - _share(_hands_without(runs_allowed=False, sets_allowed=True, drawn=drawn), drawn)


def has_either(drawn: int = 11) -> Fraction:
    """Return the chance that a hand holds a natural set or a natural run (or both)."""
    return 1 - _share(_hands_without(runs_allowed=False, sets_allowed=False, drawn=drawn), drawn)


def has_both(drawn: int = 11) -> Fraction:
    """Return the chance of a set and a run in one hand, by inclusion and exclusion."""
    return has_set(drawn) + has_run(drawn) - has_either(drawn)


def _share(hands: int, drawn: int) -> Fraction:
    return Fraction(hands, comb(PACK, drawn))


def _hands_without(*, runs_allowed: bool, sets_allowed: bool, drawn: int) -> int:
    """Return how many hands hold no forbidden meld, walking the ranks from low to high.

    ``state`` counts for each suit the ranks in a row held up to now; suits are alike, so it is sorted.
    """
    start = (0,) * SUITS
    ways: Counter[tuple[tuple[int, ...], int]] = Counter({(start, 0): 1})
    choices = [
        (held, sum(held), prod(comb(COPIES, k) for k in held))
        for held in product(range(COPIES + 1), repeat=SUITS)
        if sets_allowed or sum(held) < MELD
    ]
    for _ in range(RANKS):
        following: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (state, used), number in ways.items():
            for held, cards, chosen in choices:
                if used + cards > drawn:
                    continue
                rows = tuple(row + 1 if k else 0 for row, k in zip(state, held, strict=True))
                if runs_allowed:
                    rows = start
                elif max(rows) >= MELD:
                    continue
                following[tuple(sorted(rows)), used + cards] += number * chosen
        ways = following
    return sum(
        number * comb(OTHERS, drawn - used) for (_, used), number in ways.items() if drawn - used <= OTHERS
    )
