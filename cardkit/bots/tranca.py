"""A careful player of Tranca: builds runs to a clean canastra, feeds nobody, locks the pile, gets mortos."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.bots.base import Choice
from cardkit.cards import Card
from cardkit.engine import NO_PARAMS, Action
from cardkit.games.tranca import Meld, TrancaObservation, TrancaOptions
from cardkit.games.tranca.conditions import fits, has_canastra
from cardkit.games.tranca.melds import BLACK_3S, CANASTRA, PLACE, RANK, SUIT, WILD, make

BIG_PILE = 6
"""A pile of this many cards is worth having, and worth locking."""
KEEP_WILD = 40
"""What a wild in hand is worth to later melds."""


class CarefulBot:
    """Plays by rules of thumb that a good beginner would use; every choice names its reason."""

    def __init__(self, options: TrancaOptions, rng: random.Random) -> None:
        self._options = options
        self._rng = rng

    def claim(self, observation: TrancaObservation, claims: Sequence[Action]) -> Choice | None:
        """Nothing is claimed out of turn in Tranca."""
        return None

    def choose(self, observation: TrancaObservation, legal: Sequence[Action]) -> Choice:
        """Return what to do on turn."""
        if observation.phase == "draw":
            return self._start(observation, legal)
        layings = [action for action in legal if action.kind in ("meld", "add")]
        if layings and (choice := self._lay(observation, layings)):
            return choice
        discards = [action for action in legal if action.kind == "discard"]
        if discards:
            return self._discard(observation, discards)
        if layings:
            return Choice(layings[0], "only_this")
        return Choice(legal[0], "keep_last_card")

    # --- how the turn begins ------------------------------------------------------------------

    def _start(self, seen: TrancaObservation, legal: Sequence[Action]) -> Choice:
        """Take the pile if its top builds something worth the cards that come with it, else draw."""
        first, *takes = legal
        best = max(takes, key=lambda action: self._gain(seen, action), default=None)
        if best is not None:
            gain = self._gain(seen, best)
            rest = seen.pile_size - 1
            # cards in hand are good for melds early and cost points late
            gain += rest * (4 if not self._late(seen, best.seat) else -6)
            if gain > 0 and (first.kind == "stop" or gain > 12):
                reason = "take_big_pile" if seen.pile_size >= BIG_PILE else "take_top_fits"
                return Choice(best, reason, {"card": seen.pile_top, "n": seen.pile_size})
        return Choice(first, "draw_card" if first.kind == "draw" else "nothing_left")

    # --- laying -------------------------------------------------------------------------------

    def _lay(self, seen: TrancaObservation, layings: Sequence[Action]) -> Choice | None:
        seat = layings[0].seat
        size = len(seen.hands[seat])
        out = [action for action in layings if len(action.cards) == size]
        if out:
            best = max(out, key=lambda action: self._gain(seen, action))
            return Choice(best, "morto_direct" if self._morto_to_come(seen, seat) else "end_deal")
        best = max(layings, key=lambda action: self._gain(seen, action))
        if self._gain(seen, best) <= 0:
            return None
        base, new = self._before_and_after(seen, best)
        return Choice(best, *self._why(base, new))

    def _why(self, base: Meld | None, new: Meld) -> tuple[str, Mapping[str, Any]]:
        sets = self._options.sets_make_canastra
        if new.is_canastra(sets) and (base is None or not base.is_canastra(sets)):
            return ("canastra_clean" if new.clean else "canastra_dirty"), NO_PARAMS
        if new.wilds > (base.wilds if base else 0):
            return "use_wild", NO_PARAMS
        if base is not None:
            return ("build_run" if new.is_run else "build_set"), {"n": len(new.cards)}
        return ("new_run" if new.is_run else "new_set"), {"n": len(new.cards)}

    def _before_and_after(self, seen: TrancaObservation, action: Action) -> tuple[Meld | None, Meld]:
        """Return the meld that an action changes, and what it becomes."""
        laid = action.cards
        if action.kind == "take" and seen.pile_top is not None:
            laid = (*laid, seen.pile_top)
        if not action.places:
            return None, make(laid)
        base = seen.melds[action.seat % 2][action.places[0][1]]
        return base, make((*base.cards, *laid))

    def _gain(self, seen: TrancaObservation, action: Action) -> float:
        """Return by how much a laying helps: canastras first, then cards out of the hand."""
        base, new = self._before_and_after(seen, action)
        gain = self._value(new) - (self._value(base) if base else 0.0)
        seat = action.seat
        hand = seen.hands[seat]
        hurry = self._late(seen, seat) or (self._morto_to_come(seen, seat) and len(hand) <= 6)
        finished = new.is_canastra(self._options.sets_make_canastra)
        for card in action.cards:
            if RANK[card] == WILD:
                gain -= 0 if hurry or finished else KEEP_WILD
            else:
                gain += 10 if hurry else 3
                if not new.is_run:
                    # a card of a set is lost to the run it could have joined
                    gain -= 6 * sum(
                        0 < abs(PLACE[c] - PLACE[card]) <= 2 for c in hand if SUIT[c] == SUIT[card]
                    )
        if base is not None and base.clean and not new.clean and base.is_run and not hurry:
            gain -= 30
        return gain

    def _value(self, meld: Meld) -> float:
        """Return what a meld is worth on its way to a canastra."""
        size = len(meld.cards)
        if not meld.is_run and not self._options.sets_make_canastra:
            return 2.0 * size
        full = 200.0 if meld.clean else 100.0
        if size >= CANASTRA:
            return full + 5 * (size - CANASTRA)
        return full * (size / CANASTRA) ** 2 * (0.6 if meld.is_run else 0.4)

    # --- discarding ---------------------------------------------------------------------------

    def _discard(self, seen: TrancaObservation, discards: Sequence[Action]) -> Choice:
        """Discard what is of least use to the own hand and of least use to the next player."""
        seat = discards[0].seat
        hand = seen.hands[seat]
        if len(hand) == 1:
            return Choice(discards[0], "morto_indirect" if self._morto_to_come(seen, seat) else "end_deal")
        costs = {action: self._use(seen, seat, action.cards[0]) for action in discards}
        dangers = {action: self._danger(seen, seat, action.cards[0]) for action in discards}
        best = min(discards, key=lambda action: (costs[action] + dangers[action], self._rng.random()))
        black = next((action for action in discards if action.cards[0] in BLACK_3S), None)
        if black is not None and (seen.pile_size >= BIG_PILE - 1 or dangers[best] > 0):
            return Choice(black, "lock_pile", {"card": black.cards[0], "n": seen.pile_size + 1})
        card = best.cards[0]
        if dangers[best] > 0:
            return Choice(best, "least_bad", {"card": card})
        if any(dangers.values()):
            return Choice(best, "feeds_nobody", {"card": card})
        return Choice(best, "least_useful", {"card": card})

    def _use(self, seen: TrancaObservation, seat: int, card: Card) -> float:
        """Return what a card is worth in the own hand."""
        if RANK[card] == WILD:
            return float(KEEP_WILD)
        if card in BLACK_3S:
            # kept for a lock as long as there is time for one
            return -5.0 if self._late(seen, seat) else 7.0
        use = 0.0
        skipped = False
        for other in seen.hands[seat]:
            if other == card and not skipped:
                skipped = True
            elif RANK[other] == RANK[card]:
                use += 3
            elif SUIT[other] == SUIT[card] and PLACE[other] >= 0:
                distance = abs(PLACE[other] - PLACE[card])
                use += 6 if distance == 1 else 4 if distance == 2 else 0
        for meld in seen.melds[seat % 2]:
            if meld.is_run and SUIT[card] == meld.suit:
                use += 12 if fits(self._options, meld, card) else 3
        return use

    def _danger(self, seen: TrancaObservation, seat: int, card: Card) -> float:
        """Return what a discard gives the next player, who may take the pile with it."""
        if card in BLACK_3S:
            return 0.0
        following = (seat + 1) % len(seen.hands)
        size = seen.pile_size + 1
        if any(fits(self._options, meld, card) for meld in seen.melds[following % 2]):
            return 10.0 + 4 * size
        alike = sum(RANK[other] == RANK[card] for other in seen.known[following])
        beside = sum(
            SUIT[other] == SUIT[card] and PLACE[other] >= 0 and abs(PLACE[other] - PLACE[card]) <= 2
            for other in seen.known[following]
        )
        return 3.0 * size if alike >= 2 or beside >= 2 else 0.0

    # --- how the deal stands ------------------------------------------------------------------

    def _morto_to_come(self, seen: TrancaObservation, seat: int) -> bool:
        return bool(seen.mortos) and not seen.taken[seat % 2]

    def _late(self, seen: TrancaObservation, seat: int) -> bool:
        """Whether the deal may end soon: the stock runs low, or the opponents are ready to go out."""
        other = 1 - seat % 2
        low = seen.stock_size <= 6 and not seen.mortos
        ready = seen.taken[other] and has_canastra(self._options, seen.melds[other])
        return low or (ready and min(map(len, seen.hands[other::2])) <= 4)
