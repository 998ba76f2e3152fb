"""House rules of Tranca: each option switches one ruling, the defaults play the text as written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from cardkit.options import Options, option


@dataclass(frozen=True)
class TrancaOptions(Options):
    """The switches of Tranca; what each value does is told in the rulebook under its rule id."""

    sets_make_canastra: bool = option(False, "TA2", False, True)
    card_values: str = option("all10", "TA1", "all10", "buraco")
    players: int = option(4, "TA24", 4, 2)
    max_wilds: int | None = option(1, "TA3", 1, 2, None)
    red3_replace: bool = option(True, "TA8", True, False)
    pile_fit: str = option("direct", "TA13", "direct", "with_hand_cards")
    stock_out: str = option("morto_then_end", "TA16", "morto_then_end", "end")
    batida_requires: str = option("clean", "TA18", "clean", "any")
    target: int | None = option(
        None, "TA25", None, 500, 1000, 1500, 2000, 2500, 3000, 5000, within=range(1, 100_001)
    )


PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "seed": {},
        # what the Brazilian sites play
        "online": {"sets_make_canastra": True, "target": 3000},
    }
)
