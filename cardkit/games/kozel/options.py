"""House rules of Kozel: each option switches one ruling, the defaults play the text as written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from cardkit.options import Options, option


@dataclass(frozen=True)
class KozelOptions(Options):
    """The switches of Kozel; what each value does is told in the rulebook under its rule id."""

    trump_card: str = option("in_place", "KA6", "in_place", "bottom")
    first_leader: str = option("left_of_dealer", "KA7", "left_of_dealer", "dealer")
    molodka: bool = option(True, "KA8", True, False)
    eggs_double_next: bool = option(False, "KA15", False, True)
    target: int = option(12, "KA16", range(1, 101))


PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "seed": {},
        # habits of the Burkozel tables this game comes from
        "burkozel": {"trump_card": "bottom", "eggs_double_next": True},
    }
)
