"""How a game is spoken of: its messages in one language, its players called by their names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from cardkit.words import say


class GameSpeech:
    """Says things of one game in one language; the scene of each game has its own, named ``Speech``."""

    game: ClassVar[str]
    """The area of the catalogue its messages stand in."""

    def __init__(self, names: Sequence[str], lang: str) -> None:
        self.names = names
        self.lang = lang

    def say(self, key: str, **params: Any) -> str:
        """Return a message of this game."""
        return say(f"{self.game}.{key}", self.lang, **params)
