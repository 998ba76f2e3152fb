"""What is read off the cards of many deals at once, and where cards lie in a deck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import numpy as np

from cardkit.cards import CARDS
from cardkit.games.four_cards.score import WORTH
from cardkit.odds.exact.counting import Distribution, mean
from cardkit.odds.recipes import Array

RANK_OF: Final = np.array([int(c.rank) for c in CARDS], np.uint8)
SUIT_OF: Final = np.array([int(c.suit) for c in CARDS], np.uint8)
SUIT_BIT: Final = np.left_shift(1, SUIT_OF).astype(np.uint8)
WORTH_OF: Final = np.array(WORTH * 2, np.int16)
_WORTH_AND_EIGHTS: Final = WORTH_OF + (1024 * (RANK_OF == 8)).astype(np.int16)
EIGHT: Final = 8
HAND: Final = 4


def is_any(deals: Array, which: Array) -> Array:
    """Whether any card of each row is one of ``which`` (a truth value for each card code)."""
    return over(np.logical_or, deals, which)


def total_of(deals: Array, table: Array) -> Array:
    """Return the sum of a number for each card code over each row."""
    return over(np.add, deals, table)


def over(join: np.ufunc, deals: Array, table: Array) -> Array:
    """Return a number for each card code joined over each row."""
    # column by column: several times as fast as whole rows at once
    out: Array = table.take(deals[:, 0])
    for column in range(1, deals.shape[1]):
        join(out, table.take(deals[:, column]), out=out)
    return out


def hands_of(deals: Array, size: int = HAND) -> list[Array]:
    """Return the columns of each hand, all hands being of one size."""
    return [deals[:, at : at + size] for at in range(0, deals.shape[1], size)]


def points(hand: Array, eight_rule: str = "pure") -> Array:
    """Return what each hand is worth in 4 Cartas (C4–C8, CA1)."""
    # the number of 8s rides on the sum, in a digit of its own
    both = total_of(hand, _WORTH_AND_EIGHTS)
    eights, total = both >> 10, both & 1023
    least = 2 if eight_rule == "pair" else hand.shape[1]
    counted = (eights >= min(least, hand.shape[1])) & (eights > 0)
    worth: Array = total - 5 * eights * counted
    return worth


def slots_of(players: int, seats: Sequence[int], slots: Sequence[int] = range(HAND)) -> tuple[int, ...]:
    """Return where the cards of some seats lie in a deck of 4 Cartas (or Kozel), hand by hand."""
    return tuple(seat + players * slot for seat in seats for slot in slots)


def mean_of(spread: Callable[[], Distribution[int]]) -> Fraction:
    """Return the mean of a distribution that is counted when it is asked for."""
    return mean(spread())
