"""cardkit: three card games in which every rule, point and chance can be asked "why?".

The names here need the standard library only; a game's rules are loaded when `game` is first asked for them.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardkit.cards import UNKNOWN, Card, Rank, Suit, card, cards, pack, text
from cardkit.engine import (
    Action,
    Event,
    Game,
    Observation,
    Outcome,
    ScoreLine,
    ScoreSheet,
    Standing,
    State,
    Verdict,
)
from cardkit.errors import IllegalAction, NotationError, RecordError
from cardkit.games import game

if TYPE_CHECKING:
    from cardkit.options import Options
    from cardkit.record import Record

__version__ = "0.1.0"
__all__ = [
    "UNKNOWN",
    "Action",
    "Card",
    "Event",
    "Game",
    "IllegalAction",
    "NotationError",
    "Observation",
    "Options",
    "Outcome",
    "Rank",
    "Record",
    "RecordError",
    "ScoreLine",
    "ScoreSheet",
    "Standing",
    "State",
    "Suit",
    "Verdict",
    "__version__",
    "card",
    "cards",
    "game",
    "pack",
    "text",
]


def __getattr__(name: str) -> Any:
    # these need json and dataclasses, which a program that only looks at cards does not
    if name in ("Options", "Record"):
        return getattr(import_module(f"cardkit.{name.lower()}"), name)
    raise AttributeError(f"module 'cardkit' has no attribute {name!r}")
