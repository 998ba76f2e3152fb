"""Where hands and piles of 4 Cartas lie on the table."""

from __future__ import annotations

from typing import Any

from cardkit.games.four_cards import FourCards
from cardkit.scene.frames import View
from cardkit.scene.seating import NARROW_WIDTH, WIDE, narrow_hands, pile, wide_hands


def layout(game: FourCards, view: View) -> dict[str, Any]:
    """Return where everything lies, with the viewer's own seat at the bottom."""
    n = game.seats
    bottom = view if isinstance(view, int) else 0
    by_seat = {f"hand:{(bottom + place) % n}": zone for place, zone in enumerate(wide_hands(n))}
    wide = {
        **by_seat,
        "stock": pile([300, 232, 80, 112], 0.8889, [286, 246, "end"]),
        "pile": pile([396, 232, 80, 112], 0.8889, [492, 246, "start"]),
        "drawn": pile([592, 240, 72, 101], 0.8, [628, 360, "middle"]),
    }
    hands, first, height = narrow_hands(n)
    y = first + (30 if n <= 6 else 90)
    narrow = {
        **{f"hand:{(bottom + place) % n}": zone for place, zone in enumerate(hands)},
        "stock": pile([126, y, 48, 67], 0.5333, [150, y + 84, "middle"]),
        "pile": pile([186, y, 48, 67], 0.5333, None),
        "drawn": pile([188, y + 77, 44, 62], 0.4889, None),
    }
    return {
        "wide": {"size": list(WIDE), "zones": wide, "banner": [436, 194]},
        # no room for a banner: the caption says it
        "narrow": {"size": [NARROW_WIDTH, height], "zones": narrow, "banner": None},
    }
