"""Exact chances of melds in a hand of Tranca: three of a rank, three in order in a suit.

Two packs: eight cards of each rank, two of each rank and suit. The ranks that can stand in a natural meld are
the eleven from 4 to the ace, in that order (T6, T7, TA4); the 2s are wild (T9, TA3), the 3s are never melded
(T10, T11).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Final

PACK: Final = 104
RANKS: Final = 11
SUITS: Final = 4
COPIES: Final = 2
TWOS: Final = 8
THREES: Final = 8
MELD: Final = 3


def has_set(drawn: int = 11, max_wilds: int | None = 0) -> Fraction:
    """Return the chance that a hand holds a *lavadeira*, three cards of a rank.

    ``max_wilds`` 0: without the help of 2s; then the complement, at most two of each rank, is the coefficient
    of x^drawn in (1 + 8x + 28x²)^11 · (1 + x)^16. Else one of the three may be a 2 (TA3; ``None``: any
    number).
    """
    return 1 - _share(_hands_without(False, True, drawn, max_wilds), drawn)


def has_run(drawn: int = 11, max_wilds: int | None = 0) -> Fraction:
    """Return the chance that a hand holds a run, three cards or more in order in one suit.

    Complement: walk the ranks from 4 to the ace and keep, for each suit, what came last; a rank that would
    complete a run is not allowed. With w wild 2s that is a rank at most w places after the last one but one …
    (`_Suit`).
    """
    return 1 - _share(_hands_without(True, False, drawn, max_wilds), drawn)


def has_either(drawn: int = 11, max_wilds: int | None = 0) -> Fraction:
    """Return the chance that a hand holds a set or a run (or both): that one can meld at once."""
    return 1 - _share(_hands_without(True, True, drawn, max_wilds), drawn)


def has_both(drawn: int = 11, max_wilds: int | None = 0) -> Fraction:
    """Return the chance of a set and a run in one hand, by inclusion and exclusion."""
    return has_set(drawn, max_wilds) + has_run(drawn, max_wilds) - has_either(drawn, max_wilds)


def _share(hands: int, drawn: int) -> Fraction:
    return Fraction(hands, comb(PACK, drawn))


def _hands_without(no_runs: bool, no_sets: bool, drawn: int, max_wilds: int | None) -> int:
    """Return how many hands hold no forbidden meld, summed over how many 2s they hold (T9)."""
    hands = 0
    for twos in range(min(TWOS, drawn) + 1):
        wilds = twos if max_wilds is None else min(twos, max_wilds)
        for naturals, ways in _naturals(no_runs, no_sets, drawn, wilds).items():
            if naturals + twos <= drawn:
                hands += comb(TWOS, twos) * ways * comb(THREES, drawn - twos - naturals)
    return hands


@lru_cache(maxsize=128)
def _naturals(no_runs: bool, no_sets: bool, most: int, wilds: int) -> dict[int, int]:
    """Return in how many ways 0 to ``most`` cards from 4 to the ace make no forbidden meld with ``wilds`` 2s.

    A walk over the ranks. With no wild a suit remembers how many ranks in a row it holds, two at most. With w
    of them two held ranks d apart make a run if max(1, d − 1) ≤ w, so it remembers how long ago the last one
    was.
    """
    copies = MELD if not wilds else MELD - 1
    choices = [
        (held, sum(held), prod(comb(COPIES, k) for k in held))
        for held in product(range(COPIES + 1), repeat=SUITS)
        if not no_sets or sum(held) < copies
    ]
    reach = wilds + 1
    start: tuple[int, ...] = (reach if wilds else 0,) * SUITS
    ways: Counter[tuple[tuple[int, ...], int]] = Counter({(start, 0): 1})
    for _ in range(RANKS):
        following: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (state, used), number in ways.items():
            for held, cards, chosen in choices:
                if used + cards > most:
                    continue
                suits = start
                if no_runs:
                    if wilds:
                        if any(k and since < reach for since, k in zip(state, held, strict=True)):
                            continue
                        suits = tuple(
                            0 if k else min(since + 1, reach) for since, k in zip(state, held, strict=True)
                        )
                    else:
                        suits = tuple(row + 1 if k else 0 for row, k in zip(state, held, strict=True))
                        if max(suits) >= MELD:
                            continue
                following[tuple(sorted(suits)), used + cards] += number * chosen
        ways = following
    by_cards: Counter[int] = Counter()
    for (_, used), number in ways.items():
        by_cards[used] += number
    return dict(by_cards)
