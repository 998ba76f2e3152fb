"""Sentences about 4 Cartas: names for seats, slots, ranks and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import Place
from cardkit.record import Record
from cardkit.scene.speech import GameSpeech
from cardkit.words import say


class Speech(GameSpeech):
    """Says things in one language, calling the players by their names."""

    game = "four_cards"

    def rank(self, letter: str) -> str:
        """Return a rank: ``queen``."""
        return say(f"common.rank.{letter}", self.lang)

    def a_rank(self, letter: str) -> str:
        """Return a rank as any card of it is called: ``a queen``."""
        return say(f"common.a_rank.{letter}", self.lang)

    def power(self, letter: str) -> str:
        """Return what a power is called: ``king``."""
        return self.say(f"power.{letter}")

    def where(self, actor: int | None, place: Place, card: Card | None = None) -> str:
        """Return a slot in words, with its card where the listener knows it."""
        owner, slot = place
        key = "own" if owner == actor else "slot"
        if card is not None and card != UNKNOWN:
            return self.say(f"where.{key}_seen", card=card, seat=self.names[owner], slot=slot + 1)
        return self.say(f"where.{key}", seat=self.names[owner], slot=slot + 1)

    def reason(self, reason: str, params: Mapping[str, Any]) -> str:
        """Return why something is refused, in a sentence."""
        words = {name: value for name, value in params.items() if name != "reason"}
        for name in ("seat", "turn", "closer"):
            if isinstance(words.get(name), int):
                words[name] = self.names[words[name]]
        if "rank" in words:
            words["a_rank"] = self.a_rank(words["rank"])
            words["rank"] = self.rank(words["rank"])
        return self.say(f"refused.{reason}", **words)


def subtitle(record: Record, lang: str, *, seed: bool) -> str:
    """Return which round of the match this is and, if wanted, the deal's seed: it tells every card."""
    game, match = record.game, record.root.state.match
    parts = [say("four_cards.round", lang, n=match.deals + 1, all=game.options.rounds)]
    if seed and record.seed is not None:
        parts.append(say("common.deal_title", lang, seed=record.seed))
    return " · ".join(parts)
