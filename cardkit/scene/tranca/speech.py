"""Sentences about Tranca: names for sides, melds and reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cards import CARDS, Card
from cardkit.games.tranca import Meld
from cardkit.games.tranca.melds import WILD
from cardkit.record import Record
from cardkit.scene.speech import GameSpeech
from cardkit.words import say, short, tag


class Speech(GameSpeech):
    """Says things in one language, calling the players by their names."""

    game = "tranca"

    def side(self, side: int) -> str:
        """Return a side by its names."""
        if len(self.names) == 2:
            return self.names[side]
        return self.say("side", first=self.names[side], second=self.names[side + 2])

    def meld(self, meld: Meld) -> str:
        """Return a meld by its ends or its rank: ``the run 5♥–J♥``, ``the set of K``."""
        if not meld.is_run:
            return self.say("meld.set", rank=rank_sign(meld.rank))
        lying = meld.standing()
        first, last = (standing_for(meld, rank) for _, rank in (lying[0], lying[-1]))
        return self.say("meld.run", first=first, last=last)

    def reason(self, reason: str, params: Mapping[str, Any]) -> str:
        """Return why something is refused, in a sentence, with what would make it right."""
        words = {name: value for name, value in params.items() if name != "reason"}
        if isinstance(words.get("turn"), int):
            words["turn"] = self.names[words["turn"]]
        if "requires" in words:
            words["canastra"] = self.say(f"requires.{words['requires']}")
        if "with" in words:
            words["cards"] = tag(words.pop("with"))
        counted = next((words[k] for k in ("short", "missing", "wilds") if isinstance(words.get(k), int)), 1)
        return self.say(f"refused.{reason}", **{**words, "n": counted})


def rank_sign(rank: int) -> str:
    """Return a rank as it stands on the card: ``K``, ``10``."""
    return short(str(CARDS[rank - 1]))[:-1]


def standing_for(meld: Meld, rank: int) -> Card:
    """Return the card of a run's suit that has a rank."""
    return CARDS[meld.suit * 13 + rank - 1]


def is_wild(card: Card) -> bool:
    """Whether a card whose face is known is a 2."""
    return card.rank == WILD


def subtitle(record: Record, lang: str, *, seed: bool) -> str:
    """Return which deal of the match this is, the card values and, if wanted, the deal's seed."""
    game, match = record.game, record.root.state.match
    parts = [say(f"tranca.values.{game.options.card_values}", lang)]
    if game.options.target is not None:
        parts.insert(0, say("tranca.deal_number", lang, number=match.deals + 1))
    if seed and record.seed is not None:
        parts.append(say("common.deal_title", lang, seed=record.seed))
    return " · ".join(parts)
