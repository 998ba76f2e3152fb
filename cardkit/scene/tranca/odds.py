"""Odds of Tranca as a page shows them."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from cardkit.cards import UNKNOWN
from cardkit.games.tranca import Tranca, TrancaObservation, TrancaState
from cardkit.games.tranca.melds import RANK, RED_3S
from cardkit.odds.numbers import Share, shown
from cardkit.odds.position import tranca as position
from cardkit.scene.odds import EVERYWHERE, GameOdds, Told, card, choice
from cardkit.scene.tranca.offers import offers
from cardkit.scene.tranca.speech import rank_sign
from cardkit.words import say

_RANKS: Final = range(1, 14)
_MORTOS: Final = 2


class Odds(GameOdds[Tranca, TrancaObservation, TrancaState]):
    """What a seat may know of chances; see `cardkit.scene.odds`."""

    @staticmethod
    def axis(lang: str) -> dict[str, Any]:
        """Return what the bars of a card stand for, and what the figures of choices are."""
        return {
            "name": say("odds.shown.ranks", lang),
            "labels": [rank_sign(rank) for rank in _RANKS],
            "value": say("odds.shown.fits", lang),
        }

    def cards(self, seen: TrancaObservation) -> Told:
        """Return what a card of a hand, of a morto and the next one may be, and whether that one fits.

        The bars leave red 3s out: none lies in a hand, and none that is drawn stays there.
        """
        unseen = position.unseen(seen)
        others = Counter[int]()
        for face, n in unseen.items():
            if face not in RED_3S:
                others[RANK[face]] += n
        bars, of = [others[rank] for rank in _RANKS], others.total()

        def told(key: str, lines: Any) -> Told:
            return card(key, lines, bars, of, self._lang)

        out: Told = {}
        unseen_word, next_word = say("odds.shown.unseen", self._lang), say("odds.shown.next", self._lang)
        hidden = [seat for seat, hand in enumerate(seen.hands) if UNKNOWN in hand]
        in_use = [seat for seat in hidden if not seen.waiting >> seat & 1]
        if in_use:
            out[EVERYWHERE] = told(unseen_word, position.card(seen, in_use[0]).lines)
        if seen.stock_size or seen.mortos:
            out["morto:0"] = told(unseen_word, position.card(seen).lines)
            out |= {f"morto:{at}": "morto:0" for at in range(1, _MORTOS)}
            out |= {f"hand:{seat}": "morto:0" for seat in hidden if seat not in in_use}
        if seen.stock_size:
            out["stock"] = told(next_word, position.draw(self._game, seen).lines)
        return out

    def choices(self, seen: TrancaObservation, state: TrancaState) -> list[Told] | None:
        """Return the chance that the card to be drawn fits, for a seat that begins its turn."""
        if seen.phase != "draw" or seen.seat is None or seen.turn != seen.seat:
            return None
        return self.weighed(seen, state)

    def weighed(self, seen: TrancaObservation, state: TrancaState) -> list[Told]:
        """Return the same: it takes no time."""
        draws = [action for action in self._game.legal_actions(state, seen.seat) if action.kind == "draw"]
        if not draws:
            return []
        _, _, acts = offers(self._game, seen, draws, self._names, self._lang)
        odds = position.draw(self._game, seen)
        return [
            choice(offer, str(shown(Share(odds.fits), self._lang)), odds.lines, self._lang) for offer in acts
        ]
