"""Odds of 4 Cartas as a page shows them."""

from __future__ import annotations

from typing import Any, Final

from cardkit.cards import UNKNOWN
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.games.four_cards.score import WORTH
from cardkit.odds import position
from cardkit.odds.numbers import Change, Share, shown
from cardkit.scene.four_cards.offers import offers
from cardkit.scene.odds import ASK, EVERYWHERE, GameOdds, Told, card, choice, counts
from cardkit.words import say

POINTS: Final = tuple(sorted(set(WORTH)))
"""What a card may count, an 8 as 0."""


class Odds(GameOdds[FourCards, FourCardsObservation, FourCardsState]):
    """What a seat may know of chances; see `cardkit.scene.odds`."""

    @staticmethod
    def axis(lang: str) -> dict[str, Any]:
        """Return what the bars of a card stand for, and what the figures of choices are."""
        return {
            "name": say("odds.shown.points", lang),
            "labels": [str(points) for points in POINTS],
            "value": say("odds.shown.change", lang),
        }

    def cards(self, seen: FourCardsObservation) -> Told:
        """Return what any unseen card may be: all of them are alike."""
        hidden = (
            (seat, slot)
            for seat, hand in enumerate(seen.hands)
            for slot, c in enumerate(hand)
            if c == UNKNOWN
        )
        place = next(hidden, None)
        if place is None and not seen.stock_size:
            return {}
        odds = position.card(seen, place)
        n = len(position.unseen(seen))
        bars = counts(odds.points, POINTS, n)
        return {EVERYWHERE: card(say("odds.shown.unseen", self._lang), odds.lines, bars, n, self._lang)}

    def choices(self, seen: FourCardsObservation, state: FourCardsState) -> str | None:
        """Return `ASK` where there is something to weigh: looks before the first turn bring nothing."""
        if seen.phase == "look" or seen.seat is None:
            return None
        return ASK if self._game.legal_actions(state, seen.seat) else None

    def weighed(self, seen: FourCardsObservation, state: FourCardsState) -> list[Told]:
        """Return what each action brings, the best first."""
        assert seen.seat is not None
        legal = self._game.legal_actions(state, seen.seat)
        _, _, acts = offers(self._game, seen, legal, self._names, self._lang)
        found = zip(acts, position.actions(self._game, seen, legal), strict=True)
        return [
            choice(
                offer, str(shown(Change(odds.change), self._lang)), odds.lines, self._lang, self._chance(odds)
            )
            for offer, odds in sorted(found, key=lambda pair: pair[1].change)
        ]

    def _chance(self, odds: position.ActionOdds) -> str:
        """Return the chance that an action turns out well, in a word, if there is one."""
        if odds.chance is None:
            return ""
        chance = shown(Share(odds.chance), self._lang)
        key = "odds.shown.lowest" if odds.action.kind == "close" else "odds.shown.right"
        return say(key, self._lang, chance=chance)
