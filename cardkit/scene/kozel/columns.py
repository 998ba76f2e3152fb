"""Where a card stands in its zone: offsets in units of a card of 90 × 126.

They count from where a single card would stand by the zone's alignment. A trick is a grid: a column for each
card led, a row for each play that was not thrown off; a beater lies lower and a little to the right of what
it beats, so that both corners can be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cardkit.cards import UNKNOWN, Card
from cardkit.games.kozel.beating import STRENGTH, SUIT

At = list[float]

_COLUMN: Final = {1: 0.0, 2: 152.0, 3: 120.0, 4: 78.0}
"""From one column of a trick to the next, by their number."""
_ROW: Final = 47.0
_RIGHT: Final = {1: 30.0, 2: 30.0, 3: 30.0, 4: 14.0}
_NARROW_FOUR: Final = (94.0, 9.0)
"""On the narrow drawing four columns stand further apart, each with room for its words, and lean less."""
_OWN: Final = 103.0
_OTHER: Final = 57.0
_THROWN: Final = {1: 0.0, 2: 57.0, 3: 57.0, 4: 40.0}
_COLOURS: Final = "hsdc"
"""Suits in a hand, red and black in turn; trumps come last."""


def in_trick(columns: int, column: int, row: int) -> At:
    """Return where a card of a trick stands."""
    return _stands(columns, column, row, _COLUMN[columns], _RIGHT[columns])


def in_narrow_trick(columns: int, column: int, row: int) -> At:
    """Return where a card of a trick stands on the narrow drawing."""
    step, right = _NARROW_FOUR if columns > 3 else (_COLUMN[columns], _RIGHT[columns])
    return _stands(columns, column, row, step, right)


def _stands(columns: int, column: int, row: int, step: float, right: float) -> At:
    return [(column - (columns - 1) / 2) * step + (row - 0.5) * right, row * _ROW]


def in_hand(count: int, index: int, align: str, *, own: bool) -> At:
    """Return where a card of a hand stands."""
    return _row(count, index, _OWN if own else _OTHER, align)


def thrown(count: int, index: int, align: str) -> At:
    """Return where a thrown-off card stands."""
    return _row(count, index, _THROWN[count], align)


def _row(count: int, index: int, step: float, align: str) -> At:
    from_left = {"start": 0.0, "center": (count - 1) / 2, "end": count - 1.0}[align]
    return [(index - from_left) * step, 0]


def laid_out(hand: Iterable[Card], trump: int) -> list[Card]:
    """Return a hand as it is laid out: by suit and rank, trumps last, unknown cards at the end."""

    def order(card: Card) -> tuple[bool, bool, int, int]:
        if card == UNKNOWN:
            return True, False, 0, 0
        return False, SUIT[card] == trump, _COLOURS.index(str(card)[1]), STRENGTH[card]

    return sorted(hand, key=order)
