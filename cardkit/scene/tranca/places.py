"""Where a card stands in its zone: offsets in units of a card of 90 × 126, for hands and rows of melds.

They count from where a single card would stand by the zone's alignment; the narrow drawing draws steps
closer together by its ``spread``, and has places of its own for melds.
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
RED_3_STEP, RED_3_WIDTH = 30.0, 144.0
RED_3_RISE, RED_3_ROOM = 60.0, 84.0
_COLOURS: Final = "dhsc"
"""Suits in a hand, from left to right."""
_STEPS: Final = (56.0, 50.0, 44.0, 38.0, 32.0)
"""From card to card of a meld; a rank and its suit are about 32 wide."""
_CROWDED: Final = 26.0
_LARGE: Final = 0.7
_SCALES: Final = tuple(round(1 - 0.04 * k, 2) for k in range(18))


class Room(NamedTuple):
    """A place for the melds of a side, in units of its zone: width and height, between melds, over them.

    The badge over a meld is lower where it says less; small melds lie closer together.
    """

    width: float
    height: float
    gap: float
    tight_gap: float
    widest_gap: float
    badge: float
    low_badge: float


WIDE_MELDS: Final = Room(1088, 244, 84, 34, 108, 50, 36)
NARROW_MELDS: Final = Room(742, 262, 34, 24, 104, 36, 36)


class Spread(NamedTuple):
    """How the melds of a side lie: each card's offset, meld by meld, each badge's, the scale of the cards.

    ``rooms`` are how wide each badge may be, ``rows`` how many rows there are.
    """

    cards: list[list[At]]
    badges: list[At]
    rooms: list[float]
    scale: float
    rows: int


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
    """Return where a red 3 stands: beside the next on a wide table."""
    return [(index - (count - 1)) * _step(count, RED_3_STEP, RED_3_WIDTH), 0]


def narrow_red_3(count: int, index: int) -> At:
    """Return where a red 3 stands on a narrow table: over the next, which leaves its rank free."""
    return [0, (index - (count - 1)) * min(RED_3_RISE, RED_3_ROOM / max(count - 1, 1))]


def _step(count: int, most: float, width: float) -> float:
    return min(most, (width - CARD_WIDTH) / max(count - 1, 1))


def _in_row(count: int, index: int, most: float, width: float) -> float:
    return round((index - (count - 1) / 2) * _step(count, most, width), 1)


def spread(sizes: Sequence[int], room: Room) -> Spread:
    """Return where melds of so many cards lie, in rows, as large as there is room for.

    What a row has to spare goes between its melds: there a card that fits finds its place.
    """
    scale, step, lines = _fitting(sizes, room)
    badge = room.badge if len(lines) == 1 else room.low_badge
    pitch = min(room.height / max(len(lines), 1), 126 * scale + badge + 16)
    top = (room.height - pitch * len(lines)) / 2
    cards: list[list[At]] = []
    badges: list[At] = []
    rooms: list[float] = []
    for row, line in enumerate(lines):
        widths = [_width(count, scale, step) for count in line]
        gap = min(room.widest_gap, (room.width - sum(widths)) / len(line))
        y = top + (row + 1) * pitch - 126 * scale
        x = 0.0
        for count, width in zip(line, widths, strict=True):
            badges.append([round(x, 1), round(y - badge, 1)])
            rooms.append(round(width + gap, 1))
            cards.append([[round(x + at * step * scale, 1), round(y, 1)] for at in range(count)])
            x += width + gap
    return Spread(cards, badges, rooms, scale, len(lines))


def _fitting(sizes: Sequence[int], room: Room) -> tuple[float, float, list[list[int]]]:
    """Return the largest scale at which melds fit, from card to card, and the rows they fall into."""
    for scale in _SCALES:
        for step in _STEPS:
            lines = _lines(sizes, scale, step, room)
            badge = room.low_badge if len(lines) > 1 else room.badge
            if len(lines) * (126 * scale + badge) <= room.height:
                return scale, step, lines
    lines = _lines(sizes, _SCALES[-1], _CROWDED, room)
    return _SCALES[-1], _CROWDED, lines


def _width(count: int, scale: float, step: float) -> float:
    return scale * (CARD_WIDTH + (count - 1) * step)


def _lines(sizes: Sequence[int], scale: float, step: float, room: Room) -> list[list[int]]:
    lines: list[list[int]] = []
    gap = room.gap if scale >= _LARGE else room.tight_gap
    x = room.width
    for count in sizes:
        width = _width(count, scale, step) + gap
        if x + width > room.width:
            lines.append([])
            x = 0.0
        lines[-1].append(count)
        x += width
    return lines


def laid_out(hand: Iterable[Card]) -> list[Card]:
    """Return a hand as it is laid out: by suit and rank, then black 3s, 2s, and cards not known."""

    def order(card: Card) -> tuple[int, int, int]:
        if card == UNKNOWN:
            return 3, 0, 0
        last = {WILD: 2, THREE: 1}.get(RANK[card], 0)
        return last, _COLOURS.index("cdhs"[SUIT[card]]), PLACE[card]

    return sorted(hand, key=order)
