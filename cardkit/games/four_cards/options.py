"""House rules of 4 Cartas: each option switches one ruling, the defaults play the text as written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from cardkit.options import Options, option


@dataclass(frozen=True)
class FourCardsOptions(Options):
    """The switches of 4 Cartas; what each value does is told in the rulebook under its rule id."""

    players: int = option(4, "CA25", range(2, 9))
    rounds: int = option(5, "CA27", range(1, 101))
    eight_rule: str = option("pure", "CA1", "pure", "pair")
    failed_negative: str = option("double", "CA2", "double", "one")
    close_timing: str = option("instead_of_turn", "CA6", "instead_of_turn", "after_discard")
    freeze_closer: bool = option(False, "CA8", False, True)
    power_on: str = option("any_in_turn", "CA10", "any_in_turn", "drawn_only", "stock_drawn_only")
    table_draw: str = option("free", "CA11", "free", "must_swap")
    match_limit: str = option("all", "CA14", "all", "first_only")
    errors: str = option("penalise", "CA20", "penalise", "refuse")
    stock_out: str = option("reshuffle", "CA21", "reshuffle", "end_round")


PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "seed": MappingProxyType({}),
        # what most Cambio and Cabo tables play
        "cambio": MappingProxyType(
            {
                "power_on": "stock_drawn_only",
                "table_draw": "must_swap",
                "match_limit": "first_only",
                "freeze_closer": True,
                "failed_negative": "one",
            }
        ),
    }
)
