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
    3: (1, 0, 1),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (1, 3, 1),
    7: (2, 2, 2),
    8: (2, 3, 2),
}
"""How many sit on the left, at the top and on the right, by the number of players."""


def wide_hands(players: int) -> list[Zone]:
    """Return the hand zones of the wide drawing, by place."""
    left, top, right = _SIDES[players]
    own = _hand([196, 400, 468, 150], 0.9333, None, [16, 27], "center", [430, 556, "middle"])
    side_scale, side_gap = (0.7111, [14, 27]) if left < 2 else (0.48, [10, 24])
    side_height, top_width = 400 if left < 2 else 175, 500 // max(top, 1)

    def beside(x: int, row: int, align: str) -> Zone:
        y = 162 if left < 2 else 132 + row * 212
        edge = x if align == "start" else x + 150
        return _hand([x, y, 150, side_height], side_scale, 2, side_gap, align, [edge, y - 38, align])

    def above(k: int) -> Zone:
        x = 180 + k * top_width
        scale = 0.7111 if top < 3 else 0.5
        middle = x + top_width / 2
        return _hand(
            [x + 8, 56, top_width - 16, 110], scale, None, [14, 27], "center", [middle, 20, "middle"]
        )

    return [
        own,
        *(beside(36, row, "start") for row in reversed(range(left))),
        *(above(k) for k in range(top)),
        *(beside(674, row, "end") for row in range(right)),
    ]


def narrow_hands(players: int) -> tuple[list[Zone], int]:
    """Return the hand zones of the narrow drawing, by place, and by how much it is taller than for four."""
    left, top, right = _SIDES[players]
    extra = 0 if players <= 4 else 100 if left < 2 else 150
    low = 294 + extra
    own = _hand([10, low, 340, 90], 0.6222, None, [10, 20], "center", [180, low + 95, "middle"])
    side_scale = 0.5111 if left < 2 else 0.42
    first = 126 + (70 if top > 1 else 0)

    def beside(x: int, row: int, align: str) -> Zone:
        y = first + row * 158
        edge = x if align == "start" else x + 98
        height = 160 if left < 2 else 128
        return _hand([x, y, 98, height], side_scale, 2, [6, 19], align, [edge, y - 30, align])

    def above(k: int) -> Zone:
        share = 340 // top
        x = 10 + k * share
        cols, scale = (None, 0.5111) if top < 2 else (2, 0.45)
        box = [x + 4, 38, share - 8, 70 if top < 2 else 140]
        return _hand(box, scale, cols, [6, 19], "center", [x + share / 2, 8, "middle"])

    hands = [
        own,
        *(beside(12, row, "start") for row in reversed(range(left))),
        *(above(k) for k in range(top)),
        *(beside(250, row, "end") for row in range(right)),
    ]
    return hands, extra


def pile(box: Sequence[float], scale: float, label: list[Any] | None) -> Zone:
    """Return a zone for cards that lie on one another."""
    return {
        "box": box,
        "scale": scale,
        "cols": None,
        "gap": [0, 0],
        "align": "start",
        "plate": None,
        "label": label,
    }


def _hand(
    box: Sequence[float], scale: float, cols: int | None, gap: list[int], align: str, plate: list[Any]
) -> Zone:
    return {
        "box": box,
        "scale": scale,
        "cols": cols,
        "gap": gap,
        "align": align,
        "plate": plate,
        "label": None,
    }
