"""The games by name; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from cardkit.engine import Game

GAMES: Final = {
    "four_cards": "FourCards",
    "tranca": "Tranca",
    "kozel": "Kozel",
}
"""The class of each game id, in the module of that name."""


def game(name: str, /, preset: str = "seed", **options: Any) -> Game[Any, Any, Any]:
    """Return the rules of a game under house rules.

    ``preset`` is a named set of options, ``"seed"`` being the rules as written; ``options`` change single
    ones.
    ``ValueError`` names an unknown game, preset or option, or a value that cannot be.

    >>> game("four_cards", players=3).options.rounds
    5
    """
    if name not in GAMES:
        raise ValueError(f"no game {name!r} here: expected one of {', '.join(map(repr, GAMES))}")
    made: Game[Any, Any, Any] = getattr(import_module(f"cardkit.games.{name}"), GAMES[name])(
        preset, **options
    )
    return made
