"""Odds of Kozel as a page shows them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from cardkit.cards import UNKNOWN
from cardkit.games.kozel import Kozel, KozelObservation, KozelState
from cardkit.games.kozel.beating import ORDER, STRENGTH
from cardkit.games.kozel.score import SIDES
from cardkit.odds.numbers import Share, shown
from cardkit.odds.position import kozel as position
from cardkit.scene.kozel.offers import offers
from cardkit.scene.odds import EVERYWHERE, GameOdds, Told, card, choice
from cardkit.words import say

_PLACES: Final = range(len(ORDER))


class Odds(GameOdds[Kozel, KozelObservation, KozelState]):
    """What a seat may know of chances; see `cardkit.scene.odds`."""

    @staticmethod
    def axis(lang: str) -> dict[str, Any]:
        """Return what the bars of a card stand for, and what the figures of choices are."""
        return {
            "name": say("odds.shown.ranks", lang),
            "labels": [rank.replace("T", "10") for rank in ORDER],
            "value": say("odds.shown.beaten", lang),
        }

    def cards(self, seen: KozelObservation) -> Told:
        """Return what a card may be by hand, throw-off and stock; of tricks that were taken nothing."""
        hidden = {f"hand:{seat}": (seat, False) for seat, hand in enumerate(seen.hands) if UNKNOWN in hand}
        hidden |= {f"off:{play.seat}": (play.seat, True) for play in seen.trick if UNKNOWN in play.cards}
        told: Told = {zone: self._card(seen, *place) for zone, place in hidden.items()}
        if seen.stock_size:
            told["stock"] = self._card(seen, position.STOCK, False)
        # most are alike: one entry for all of those
        usual = next(iter(told.values()), None)
        told = {zone: one for zone, one in told.items() if one != usual}
        return {EVERYWHERE: usual, **told, **{f"pile:{side}": None for side in range(SIDES)}}

    def _card(self, seen: KozelObservation, where: position.Where, thrown: bool) -> Told:
        odds = position.card(self._game, seen, where, thrown=thrown)
        by = [Fraction(0)] * len(ORDER)
        for one, chance in odds.cards.items():
            by[STRENGTH[one]] += chance
        n = len(odds.cards)
        title = say("odds.shown.next" if where == position.STOCK else "odds.shown.unseen", self._lang)
        if len(set(odds.cards.values())) == 1:
            return card(title, odds.lines, [int(by[place] * n) for place in _PLACES], n, self._lang)
        return card(title, odds.lines, by, None, self._lang)

    def choices(self, seen: KozelObservation, state: KozelState) -> list[Told] | None:
        """Return for each lead the chance that it is beaten, the safest first."""
        if seen.phase != "lead" or seen.seat is None or seen.turn != seen.seat:
            return None
        return self.weighed(seen, state)

    def weighed(self, seen: KozelObservation, state: KozelState) -> list[Told]:
        """Return the same: it takes no time."""
        legal = self._game.legal_actions(state, seen.seat)
        found = position.leads(self._game, seen, legal)
        _, _, acts = offers(self._game, seen, [odds.action for odds in found], self._names, self._lang)
        pairs = sorted(
            zip(acts, found, strict=True), key=lambda pair: (pair[1].beaten, -len(pair[1].action.cards))
        )
        return [
            choice(offer, str(shown(Share(odds.beaten), self._lang)), odds.lines, self._lang)
            for offer, odds in pairs
        ]
