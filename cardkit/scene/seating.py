"""Where the seats and the piles lie on the table: one drawing for wide containers, one for narrow ones.

Places are counted clockwise from the viewer's own at the bottom: left side upwards, top from left to right,
right side downwards. Boxes are ``[x, y, width, height]`` in units of the drawing; a card is 90 × 126 at
scale 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

Zone = dict[str, Any]

WIDE: Final = (860, 590)
NARROW_WIDTH: Final = 360
_SIDES: Final = {
    2: (0, 1, 0),
    3: (0, 2, 0),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (2, 2, 2),
    8: (2, 3, 2),
}
"""How many sit on the left, at the top and on the right, by the number of players."""


UNDER: Final = 18
"""What stands under a card, the number of its slot, takes so much."""


def wide_hands(players: int) -> list[Zone]:
    """Return the hand zones of the wide drawing, by place."""
    left, top, right = _SIDES[players]
    own = _hand([196, 400, 468, 118], 0.9333, None, [16, 27], "center", [430, 556, "middle"])
    scale, gap = (0.7111, [14, 27]) if left < 2 else (0.48, [10, 24])
    # with one hand at the top those at the sides begin beside it, with more of them below
    first, share = (124, 380) if top < 2 else (168, 740 // top)
    height = 400 if top < 2 else 350 if left < 2 else 145

    def beside(x: int, row: int, align: str) -> Zone:
        y = first + row * 204
        edge = x if align == "start" else x + 142
        return _hand([x, y + 36, 142, height], scale, 2, gap, align, [edge, y, align])

    def above(k: int) -> Zone:
        middle = 430 + (k - (top - 1) / 2) * share
        wide = 380 if top < 2 else share - 36
        inner = 14 if top < 3 else 8
        box = [middle - wide / 2, 56, wide, 90]
        return _hand(box, 0.7111, None, [inner, 27], "center", [middle, 20, "middle"])

    return [
        own,
        *(beside(36, row, "start") for row in reversed(range(left))),
        *(above(k) for k in range(top)),
        *(beside(682, row, "end") for row in range(right)),
    ]


def narrow_hands(players: int) -> tuple[list[Zone], float, float]:
    """Return the hand zones of the narrow drawing, by place, where the sides begin, and the height."""
    left, top, right = _SIDES[players]
    # hands at the top stand in one row while a row has room for four cards
    cols, top_scale = {1: (None, 0.5111), 2: (None, 0.4), 3: (2, 0.42)}.get(top, (None, 0.0))
    top_height = _height(2 if cols else 1, top_scale, 18)
    side_scale = 0.4889 if left < 2 else 0.4
    side_height = _height(2, side_scale, 18)
    first = 6 if not top else 36 + top_height + UNDER
    block = 30 + side_height + UNDER + 2
    low = first + (left * block if left else 178)

    def beside(x: int, row: int, align: str) -> Zone:
        y = first + row * block
        edge = x if align == "start" else x + 98
        hand = _hand([x, y + 30, 98, side_height], side_scale, 2, [6, 18], align, [edge, y, align])
        return {**hand, "plate_room": 164}

    def above(k: int) -> Zone:
        share = 340 / top
        x = 10 + k * share
        box = [x + 6, 36, share - 12, top_height]
        hand = _hand(box, top_scale, cols, [6, 18], "center", [x + share / 2, 6, "middle"])
        return {**hand, "plate_room": share - 4}

    plate = low + 79 + UNDER
    hands = [
        _hand([10, low, 340, 79], 0.6222, None, [10, 20], "center", [180, plate, "middle"]),
        *(beside(12, row, "start") for row in reversed(range(left))),
        *(above(k) for k in range(top)),
        *(beside(250, row, "end") for row in range(right)),
    ]
    return hands, first, plate + 32


def _height(rows: int, scale: float, gap: float) -> float:
    return round(rows * 126 * scale + (rows - 1) * gap, 1)


def pile(box: Sequence[float], scale: float, label: list[Any] | None, **more: Any) -> Zone:
    """Return a zone for cards that lie on one another; ``more`` is what else the page is told of it."""
    return _zone(box, scale, None, [0, 0], "start", None, label, **more)


def spread(
    box: Sequence[float],
    scale: float,
    align: str,
    *,
    plate: list[Any] | None = None,
    label: list[Any] | None = None,
    spread: Sequence[float] = (1, 1),
    **more: Any,
) -> Zone:
    """Return a zone for cards in a row that overlap where it is narrow; ``spread`` is how far they may."""
    return _zone(box, scale, None, [0, 0], align, plate, label, spread=list(spread), **more)


def _hand(
    box: Sequence[float], scale: float, cols: int | None, gap: list[int], align: str, plate: list[Any]
) -> Zone:
    return _zone(box, scale, cols, gap, align, plate, None)


def _zone(
    box: Sequence[float],
    scale: float,
    cols: int | None,
    gap: list[int],
    align: str,
    plate: list[Any] | None,
    label: list[Any] | None,
    **more: Any,
) -> Zone:
    return {
        "box": list(box),
        "scale": scale,
        "cols": cols,
        "gap": gap,
        "align": align,
        "plate": plate,
        "label": label,
        **more,
    }
