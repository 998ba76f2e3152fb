"""Where hands, melds and piles of Tranca lie on the table.

Hands, melds and red 3s place each card by its ``at``, see `cardkit.scene.tranca.places`.
"""

from __future__ import annotations

from typing import Any, Final

from cardkit.games.tranca import Tranca
from cardkit.scene.frames import View
from cardkit.scene.seating import NARROW_WIDTH, pile, spread

Zone = dict[str, Any]

WIDE: Final = (860, 648)
NARROW: Final = (NARROW_WIDTH, 520)


def layout(game: Tranca, view: View) -> dict[str, Any]:
    """Return where everything lies, with the viewer's own seat and melds at the bottom."""
    bottom = view if isinstance(view, int) else 0
    return {
        "wide": {"size": list(WIDE), "zones": _named(game, bottom, _wide()), "banner": None},
        "narrow": {"size": list(NARROW), "zones": _named(game, bottom, _narrow(game.seats)), "banner": None},
    }


def _named(game: Tranca, bottom: int, places: dict[str, Zone]) -> dict[str, Zone]:
    """Name the zones by seat and side: places are counted clockwise from the bottom."""
    n, named = game.seats, {}
    for place, zone in places.items():
        kind, _, at = place.partition(":")
        if kind == "hand":
            if n == 2 and at in ("1", "3"):
                continue
            # of two players the other sits opposite
            place = f"hand:{(bottom + int(at) * n // 4) % n}"
        elif kind in ("melds", "red3s"):
            place = f"{kind}:{(bottom + int(at)) % 2}"
        named[place] = zone
    return named


def _wide() -> dict[str, Zone]:
    zones = {"hand:2": spread([352, 14, 156, 51], 0.4, "center", plate=[340, 27, "end"])}
    for at, y in (("1", 76), ("0", 334)):
        zones[f"melds:{at}"] = spread(
            [200, y + 6, 546, 122],
            0.5,
            "start",
            label=[44, y + 34, "start"],
            panel=[24, y, 812, 134],
            # how wide its title may be, and where cards that begin something new are laid
            room=144,
            fresh=[44, y + 94, 116, 30],
        )
        zones[f"red3s:{at}"] = spread([750, y + 41, 72, 63], 0.5, "end")
    return {
        **zones,
        "hand:1": spread([36, 258, 156, 51], 0.4, "start", plate=[36, 222, "start"]),
        "stock": pile([246, 213, 58, 81], 0.6444, [275, 312, "middle"]),
        "pile": pile([344, 213, 58, 81], 0.6444, [373, 312, "middle"]),
        "morto:0": pile([470, 213, 58, 81], 0.6444, [499, 312, "middle"]),
        "morto:1": pile([550, 213, 58, 81], 0.6444, [579, 312, "middle"]),
        "hand:3": spread([668, 258, 156, 51], 0.4, "end", plate=[824, 222, "end"]),
        "hand:0": spread([84, 482, 692, 132], 0.8, "center", plate=[430, 615, "middle"]),
    }


def _narrow(players: int) -> dict[str, Zone]:
    hands = {
        "2": spread([134, 36, 92, 30], 0.24, "center", plate=[180, 8, "middle"], spread=[0.9, 1]),
        "1": spread([12, 36, 92, 30], 0.24, "start", plate=[12, 8, "start"], spread=[0.9, 1]),
        "3": spread([256, 36, 92, 30], 0.24, "end", plate=[348, 8, "end"], spread=[0.9, 1]),
    }
    # of two players the other has the line for itself
    zones = {f"hand:{at}": {**hand, "plate_room": 336 if players == 2 else 108} for at, hand in hands.items()}
    for at, y in (("1", 72), ("0", 272)):
        zones[f"melds:{at}"] = spread(
            [24, y + 22, 282, 98],
            0.3778,
            "start",
            label=[16, y + 18, "start"],
            panel=[8, y, 344, 124],
            room=250,
            fresh=[110, y + 3, 100, 19],
            # name and score share a line: the score at its right end
            lines=0,
            score=[344, y + 18, "end"],
        )
        zones[f"red3s:{at}"] = spread([310, y + 68, 34, 48], 0.3778, "end")
    return {
        **zones,
        "stock": pile([46, 199, 38, 53], 0.4222, [65, 265, "middle"]),
        # no room for a second line: the ring and the lock tell that the pile is locked
        "pile": pile([128, 199, 38, 53], 0.4222, [147, 265, "middle"], lines=0),
        "morto:0": pile([222, 199, 38, 53], 0.4222, [241, 265, "middle"]),
        "morto:1": pile([288, 199, 38, 53], 0.4222, [307, 265, "middle"]),
        "hand:0": spread([8, 408, 344, 84], 0.54, "center", plate=[180, 492, "middle"], spread=[0.68, 0.6]),
    }
