"""Sentences about Kozel: names for seats, teams, suits and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.record import Record
from cardkit.scene.speech import GameSpeech
from cardkit.words import number, say

_SEATS = ("seat", "turn", "claimant", "beater", "leader", "partner")
_SIDES = ("side", "winner", "loser")


class Speech(GameSpeech):
    """Says things in one language, calling the players by their names."""

    game = "kozel"

    def side(self, side: int) -> str:
        """Return a team by its two names."""
        return self.say("side", first=self.names[side], second=self.names[side + 2])

    def suit(self, letter: str) -> str:
        """Return a suit: ``spades``."""
        return say(f"common.suit.{letter}", self.lang)

    def tricks(self, n: int) -> str:
        """Return a number of tricks in words."""
        return self.say("tricks", n=n)

    def named(self, params: Mapping[str, Any]) -> dict[str, Any]:
        """Return a message's parameters with players, teams and suits by name."""
        words = {name: value for name, value in params.items() if name != "reason"}
        for name in _SEATS:
            if isinstance(words.get(name), int):
                words[name] = self.names[words[name]]
        for name in _SIDES:
            if isinstance(words.get(name), int):
                words[name] = self.side(words[name])
        if "trump" in words:
            words["trump"] = self.suit(words["trump"])
        return words

    def reason(self, reason: str, params: Mapping[str, Any]) -> str:
        """Return why something is refused, in a sentence."""
        return self.say(f"refused.{reason}", **self.named(params))

    def plus(self, known: int, hidden: int) -> str:
        """Return points as far as they are known: ``13``, ``13 + ?``, ``?``."""
        if not hidden:
            return number(known)
        return self.say("plus_unknown", known=number(known)) if known else number(None)


def subtitle(record: Record, lang: str, *, seed: bool) -> str:
    """Return which game of the series this is and, if wanted, the deal's seed: it tells every card."""
    parts = [say("kozel.game_number", lang, n=record.root.state.match.deals + 1)]
    if seed and record.seed is not None:
        parts.append(say("common.deal_title", lang, seed=record.seed))
    return " · ".join(parts)
