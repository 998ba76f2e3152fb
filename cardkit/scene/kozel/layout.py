"""Where hands, the trick, throw-offs and piles of Kozel lie on the table.

Hands and the trick place each card by its ``at``, see `cardkit.scene.kozel.columns`: so a zone needs no more
than the spot of a single card.
"""

from __future__ import annotations

from typing import Any, Final

from cardkit.games.kozel import Kozel
from cardkit.games.kozel.state import SEATS
from cardkit.scene.frames import View
from cardkit.scene.seating import NARROW_WIDTH, pile, spread

Zone = dict[str, Any]

WIDE: Final = (860, 540)
NARROW: Final = (NARROW_WIDTH, 452)
TRICK_ROWS: Final = SEATS


def layout(game: Kozel, view: View) -> dict[str, Any]:
    """Return where everything lies, with the viewer's own seat at the bottom and its pile on the left."""
    bottom = view if isinstance(view, int) else 0
    return {
        "wide": {"size": list(WIDE), "zones": _by_seat(bottom, _wide()), "banner": [430, 338]},
        "narrow": {"size": list(NARROW), "zones": _by_seat(bottom, _narrow()), "banner": [180, 252]},
    }


def _by_seat(bottom: int, places: dict[str, Zone]) -> dict[str, Zone]:
    """Name the zones by seat and side: places are counted clockwise from the bottom."""
    named = {}
    for place, zone in places.items():
        kind, _, at = place.partition(":")
        if kind in ("hand", "off"):
            place = f"{kind}:{(bottom + int(at)) % SEATS}"
        elif kind == "pile":
            place = f"{kind}:{(bottom + int(at)) % 2}"
        named[place] = zone
    return named


def _wide() -> dict[str, Zone]:
    rows = {
        f"play:{row}": spread([312, 136, 236, 226], 0.8444, "center", label=[268, 156 + 40 * row, "end"])
        for row in range(TRICK_ROWS)
    }
    return {
        "shown": pile([36, 36, 60, 84], 0.6667, [110, 58, "start"], panel=[24, 24, 214, 108]),
        "stock": pile([636, 34, 60, 84], 0.6667, [714, 58, "start"], panel=[622, 24, 214, 108]),
        "hand:2": spread([330, 48, 200, 73], 0.5778, "center", plate=[430, 16, "middle"]),
        "hand:1": spread([36, 210, 160, 76], 0.6, "start", plate=[36, 176, "start"]),
        "hand:3": spread([664, 210, 160, 76], 0.6, "end", plate=[824, 176, "end"]),
        **rows,
        # a hand that has thrown cards off is at most three wide: they lie close to it, and clear of the stock
        "off:2": spread([508, 44, 92, 63], 0.5, "start", label=[508, 122, "start"], spread=[0.6, 1]),
        "off:1": spread([36, 304, 160, 76], 0.6, "start", label=[36, 398, "start"]),
        "off:3": spread([664, 304, 160, 76], 0.6, "end", label=[824, 398, "end"]),
        "off:0": spread([612, 328, 84, 66], 0.52, "start", label=[612, 411, "start"], spread=[0.6, 1]),
        "hand:0": spread([240, 378, 380, 112], 0.8889, "center", plate=[430, 503, "middle"]),
        "pile:0": pile([36, 440, 44, 62], 0.4889, [98, 456, "start"], panel=[24, 428, 196, 88]),
        "pile:1": pile([652, 440, 44, 62], 0.4889, [714, 456, "start"], panel=[640, 428, 196, 88]),
    }


def _narrow() -> dict[str, Zone]:
    tight = [0.62, 1]
    rows = {
        f"play:{row}": spread([100, 120, 160, 160], 0.58, "center", spread=[0.7, 1])
        for row in range(TRICK_ROWS)
    }
    return {
        "shown": pile([12, 12, 44, 62], 0.4889, [62, 28, "start"], lines=0),
        "stock": pile([302, 12, 44, 62], 0.4889, [294, 28, "end"], lines=0),
        "hand:2": {
            **spread([130, 38, 100, 50], 0.4, "center", plate=[180, 8, "middle"], spread=tight),
            # between the words about the trump and the stock
            "plate_room": 108,
        },
        "hand:1": spread([12, 121, 90, 50], 0.4, "start", plate=[12, 92, "start"], spread=tight),
        "hand:3": spread([258, 121, 90, 50], 0.4, "end", plate=[348, 92, "end"], spread=tight),
        **rows,
        "off:2": spread([226, 38, 66, 50], 0.4, "start", spread=[0.5, 1]),
        "off:1": spread([12, 180, 90, 50], 0.4, "start", label=[12, 244, "start"], spread=tight),
        "off:3": spread([258, 180, 90, 50], 0.4, "end", label=[348, 244, "end"], spread=tight),
        "off:0": spread([320, 300, 28, 50], 0.3, "end", spread=[0.2, 1]),
        "hand:0": spread([40, 282, 280, 84], 0.6667, "center", plate=[180, 372, "middle"]),
        "pile:0": pile([12, 405, 22, 31], 0.2444, [42, 413, "start"]),
        "pile:1": pile([326, 405, 22, 31], 0.2444, [318, 413, "end"]),
    }
