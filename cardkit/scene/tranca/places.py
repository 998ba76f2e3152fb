"""Where a card stands in its zone: offsets in units of a card of 90 × 126, for hands and rows of melds.

They count from where a single card would stand by the zone's alignment; the narrow drawing draws steps
closer together by its ``spread``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from cardkit.cards import UNKNOWN, Card
from cardkit.games.tranca.melds import PLACE, RANK, SUIT, THREE, WILD

At = list[float]

CARD_WIDTH: Final = 90.0
OWN_WIDTH: Final = 860.0
OWN_STEP: Final = 70.0
ONE_ROW: Final = 15
"""A hand of more cards than this lies in two rows."""
OWN_ROW: Final = 44.0
OTHER_WIDTH: Final = 380.0
OTHER_STEP: Final = 29.0
MELDS_WIDTH: Final = 1120.0
MELDS_HEIGHT: Final = 236.0
GAP: Final = 64.0
RED_3_STEP: Final = 16.0
_COLOURS: Final = "dhsc"
"""Suits in a hand, from left to right."""
# how melds are drawn, the largest first: rows, scale, from card to card
_SIZES: Final = (
    (1, 1.0, 56.0),
    (1, 1.0, 42.0),
    (2, 0.68, 60.0),
    (2, 0.68, 42.0),
    (3, 0.44, 60.0),
    (3, 0.44, 42.0),
    (3, 0.44, 26.0),
)


class Spread(NamedTuple):
    """How the melds of a side lie: each card's offset, meld by meld, each badge's, the scale of the cards."""

    cards: list[list[At]]
    badges: list[At]
    scale: float


def own_hand(count: int, index: int) -> At:
    """Return where a card of the viewer's own hand stands: in the middle, many of them in two rows."""
    if count <= ONE_ROW:
        return [_in_row(count, index, OWN_STEP, OWN_WIDTH), OWN_ROW / 2]
    first = (count + 1) // 2
    row, column = divmod(index, first)
    return [_in_row(first, column, OWN_STEP, OWN_WIDTH), row * OWN_ROW]


def other_hand(count: int, index: int, align: str) -> At:
    """Return where a card of another hand stands."""
    from_left = {"start": 0.0, "center": (count - 1) / 2, "end": count - 1.0}[align]
    return [(index - from_left) * _step(count, OTHER_STEP, OTHER_WIDTH), 0]


def red_3(count: int, index: int) -> At:
    """Return where a red 3 stands."""
    return [(index - (count - 1)) * RED_3_STEP, 0]


def _step(count: int, most: float, width: float) -> float:
    return min(most, (width - CARD_WIDTH) / max(count - 1, 1))


def _in_row(count: int, index: int, most: float, width: float) -> float:
    return round((index - (count - 1) / 2) * _step(count, most, width), 1)


def spread(sizes: Sequence[int]) -> Spread:
    """Return where melds of so many cards lie, in rows, as large as there is room for."""
    for rows, scale, step in _SIZES:
        lines = _lines(sizes, scale, step)
        if len(lines) <= rows:
            break
    cards: list[list[At]] = []
    badges: list[At] = []
    pitch = MELDS_HEIGHT / max(rows, len(lines))
    for row, line in enumerate(lines):
        top = (row + 1) * pitch - 126 * scale - (34 if rows == 1 else 0)
        x = 0.0
        for count in line:
            badges.append([round(x, 1), round(row * pitch + (22 if rows == 1 else 2), 1)])
            cards.append([[round(x + at * step * scale, 1), round(top, 1)] for at in range(count)])
            x += _width(count, scale, step) + GAP
    return Spread(cards, badges, scale)


def _width(count: int, scale: float, step: float) -> float:
    return scale * (CARD_WIDTH + (count - 1) * step)


def _lines(sizes: Sequence[int], scale: float, step: float) -> list[list[int]]:
    lines: list[list[int]] = []
    x = MELDS_WIDTH
    for count in sizes:
        width = _width(count, scale, step)
        if x + width > MELDS_WIDTH:
            lines.append([])
            x = 0.0
        lines[-1].append(count)
        x += width + GAP
    return lines


def laid_out(hand: Iterable[Card]) -> list[Card]:
    """Return a hand as it is laid out: by suit and rank, then black 3s, 2s, and cards not known."""

    def order(card: Card) -> tuple[int, int, int]:
        if card == UNKNOWN:
            return 3, 0, 0
        last = {WILD: 2, THREE: 1}.get(RANK[card], 0)
        return last, _COLOURS.index("cdhs"[SUIT[card]]), PLACE[card]

    return sorted(hand, key=order)
