"""A careful player of 4 Cartas: remembers what it saw, keeps low cards, matches what it knows, closes low."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import fmean

from cardkit.bots.base import Choice
from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.engine import Action, Place
from cardkit.games.four_cards import FourCardsObservation, FourCardsOptions
from cardkit.games.four_cards.score import EIGHT, RANK, WORTH, hand_points
from cardkit.games.four_cards.state import Cards

LOW = 3
"""A table card up to this is worth taking."""
MARGIN = 1.0
"""A swap must gain more than this on average; the discard may help somebody match."""
ATTENTION = 0.8
"""How often a match beside the turn is seen in time: a window is a matter of a moment."""
LEAD = 3.0
"""To close, the own sum must be this far under what the best of the others is likely to have."""
PATIENCE = 5
"""After this many turns each the lead asked for shrinks by one a turn, so that a round comes to an end."""
KEPT, LOWER, LOWEST = 3.4, 0.5, -2.0
"""What a card that its owner has seen and kept is likely to count: at first, less each turn, at least."""


class CarefulBot:
    """Plays by rules of thumb that a good beginner would use; every choice names its reason."""

    def __init__(self, options: FourCardsOptions, rng: random.Random) -> None:
        self._options = options
        self._rng = rng

    # --- beside the turn ----------------------------------------------------------------------

    def claim(self, observation: FourCardsObservation, claims: Sequence[Action]) -> Choice | None:
        """Match own cards it knows to be equal, unless they are worth keeping; close if low."""
        best = self._best_match(observation, claims)
        if best is not None and self._rng.random() < ATTENTION:
            return Choice(best, "match_known")
        closing = [action for action in claims if action.kind == "close"]
        if closing and self._should_close(observation, closing[0].seat):
            return Choice(closing[0], "close_low")
        return None

    def _best_match(self, seen: FourCardsObservation, claims: Sequence[Action]) -> Action | None:
        best, best_sum = None, None
        for action in claims:
            if action.kind != "match":
                continue
            own = seen.hands[action.seat]
            named = [own[slot] for _, slot in action.places]
            if any(card is None or card < 0 for card in named):
                continue
            left = tuple(None if (action.seat, s) in action.places else c for s, c in enumerate(own))
            if seen.closer is None and self._is_lone_8(left):
                continue
            after = self._expected(seen, left)
            if after < self._expected(seen, own) and (best_sum is None or after < best_sum):
                best, best_sum = action, after
        return best

    def _is_lone_8(self, hand: Cards) -> bool:
        """Whether nothing but one 8 is there: it cannot get lower, and any other lone 8 ties with it."""
        held = [card for card in hand if card is not None]
        return len(held) == 1 and held[0] >= 0 and RANK[held[0]] == EIGHT

    # --- on turn ------------------------------------------------------------------------------

    def choose(self, observation: FourCardsObservation, legal: Sequence[Action]) -> Choice:
        """Return what to do on turn."""
        kinds = {action.kind: action for action in legal}
        if observation.phase == "look":
            return self._first_look(legal)
        if observation.phase == "discard":
            return self._discard(observation, kinds, legal)
        if observation.phase == "power":
            return self._power(observation, kinds, legal)
        if (match := self._best_match(observation, legal)) is not None:
            return Choice(match, "match_known")
        if observation.phase == "last":
            return Choice(kinds["pass"], "nothing_to_match")
        return self._start(observation, kinds)

    def _first_look(self, legal: Sequence[Action]) -> Choice:
        most = max(len(action.places) for action in legal)
        pairs = [action for action in legal if len(action.places) == most]
        return Choice(pairs[self._rng.randrange(len(pairs))], "look_two")

    def _start(self, seen: FourCardsObservation, kinds: dict[str, Action]) -> Choice:
        seat = next(iter(kinds.values())).seat
        if "close" in kinds and self._should_close(seen, seat):
            return Choice(kinds["close"], "close_low")
        top = seen.pile[-1]
        if "take" in kinds and (RANK[top] == EIGHT or WORTH[top] <= LOW):
            gain, _ = self._best_place(seen, seat, top)
            if gain > LOW:
                return Choice(kinds["take"], "take_low", {"card": top})
        if "draw" in kinds:
            return Choice(kinds["draw"], "draw_unknown")
        return Choice(kinds["stop"] if "stop" in kinds else kinds["take"], "nothing_left")

    def _should_close(self, seen: FourCardsObservation, seat: int) -> bool:
        """Close when all own cards are known and well below what anybody else is likely to have."""
        mine = hand_points(seen.hands[seat], self._options.eight_rule)
        if mine is None:
            return False
        turns = seen.turns / len(seen.hands)
        lead = LEAD - max(0.0, turns - PATIENCE)
        kept = max(LOWEST, KEPT - LOWER * turns)
        others = [self._guess(seen, other, kept) for other in range(len(seen.hands)) if other != seat]
        if self._is_lone_8(seen.hands[seat]):
            others += [
                mine for other in range(len(seen.hands)) if other != seat and self._may_be_8s(seen, other)
            ]
        return mine + lead <= min(others)

    def _guess(self, seen: FourCardsObservation, seat: int, kept: float) -> float:
        """Return what another's hand is likely to count; a card its owner has seen and kept is low."""
        hand, knowers = seen.hands[seat], seen.knowers[seat]
        points = hand_points(hand, self._options.eight_rule)
        if points is not None:
            return points
        mean = self._mean(seen)
        unseen = [known >> seat & 1 for card, known in zip(hand, knowers, strict=True) if card == UNKNOWN]
        faces = sum(WORTH[card] for card in hand if card is not None and card >= 0)
        return faces + sum(kept if owner_knows else mean for owner_knows in unseen)

    def _may_be_8s(self, seen: FourCardsObservation, seat: int) -> bool:
        """Whether another's hand is so small that it may well be 8s and nothing else: a tie with a lone 8."""
        held = [card for card in seen.hands[seat] if card is not None]
        faces = [card for card in held if card >= 0]
        few = 0 < len(held) - len(faces) <= 2
        return (
            few
            and all(RANK[card] == EIGHT for card in faces)
            and any(RANK[card] == EIGHT for card in self._out(seen))
        )

    def _discard(
        self, seen: FourCardsObservation, kinds: dict[str, Action], legal: Sequence[Action]
    ) -> Choice:
        assert seen.drawn is not None
        drawn = seen.drawn.card
        seat = legal[0].seat
        gain, slot = self._best_place(seen, seat, drawn)
        swaps = {action.places[0][1]: action for action in legal if action.kind == "swap"}
        if "throw" in kinds and gain <= MARGIN:
            reason = "throw_for_power" if RANK[drawn] > 10 else "throw_high"
            return Choice(kinds["throw"], reason, {"card": drawn})
        if slot is None:
            return Choice(next(iter(swaps.values())), "must_swap")
        return Choice(swaps[slot], "swap_lower", {"card": drawn, "slot": slot + 1})

    def _power(self, seen: FourCardsObservation, kinds: dict[str, Action], legal: Sequence[Action]) -> Choice:
        seat = legal[0].seat
        peeks = {action.places[0]: action for action in legal if action.kind == "peek"}
        own = [p for p in peeks if p[0] == seat and seen.hands[seat][p[1]] == UNKNOWN]
        if own:
            return Choice(peeks[own[0]], "look_own_unseen", {"slot": own[0][1] + 1})
        others = [p for p in peeks if p[0] != seat and seen.hands[p[0]][p[1]] == UNKNOWN]
        if others:
            place = others[self._rng.randrange(len(others))]
            return Choice(peeks[place], "look_elsewhere", {"slot": place[1] + 1})
        trades = {action.places: action for action in legal if action.kind == "trade"}
        best = max(trades, key=lambda pair: self._trade_gain(seen, seat, pair), default=None)
        if best is not None and self._trade_gain(seen, seat, best) > MARGIN:
            return Choice(trades[best], "swap_with_other")
        return Choice(kinds["done"], "nothing_to_gain")

    def _trade_gain(self, seen: FourCardsObservation, seat: int, pair: tuple[Place, ...]) -> float:
        """Return by how much a swap lowers the own sum.

        It takes no card that it has not seen, and leaves the closer's alone, as most tables do (CA8).
        """
        (a, i), (b, j) = pair
        if seat not in (a, b) or seen.closer in (a, b):
            return 0.0
        mine, theirs = (i, (b, j)) if a == seat else (j, (a, i))
        wanted = seen.hands[theirs[0]][theirs[1]]
        if wanted == UNKNOWN:
            return 0.0
        own = seen.hands[seat]
        after = list(own)
        after[mine] = wanted
        return self._expected(seen, own) - self._expected(seen, tuple(after))

    # --- estimates ----------------------------------------------------------------------------

    def _best_place(self, seen: FourCardsObservation, seat: int, card: Card) -> tuple[float, int | None]:
        """Return the greatest expected gain of putting ``card`` into an own slot, and the slot."""
        own = seen.hands[seat]
        now = self._expected(seen, own)
        best: tuple[float, int | None] = (float("-inf"), None)
        for slot, held in enumerate(own):
            if held is not None:
                after = self._expected(seen, (*own[:slot], card, *own[slot + 1 :]))
                best = max(best, (now - after, slot), key=lambda pair: pair[0])
        return best

    def _expected(self, seen: FourCardsObservation, hand: Cards) -> float:
        """Return the sum of a hand, each unknown card counted at the mean of the cards not seen."""
        known = tuple(card for card in hand if card is None or card >= 0)
        unknown = len(hand) - len(known)
        if not unknown:
            return hand_points(hand, self._options.eight_rule) or 0
        # with unknown cards beside it an 8 will hardly ever stay alone
        return sum(WORTH[card] for card in known if card is not None) + unknown * self._mean(seen)

    def _mean(self, seen: FourCardsObservation) -> float:
        return fmean(WORTH[card] for card in self._out(seen))

    def _out(self, seen: FourCardsObservation) -> list[Card]:
        """Return the cards it cannot see."""
        faces = {card for hand in seen.hands for card in hand} | set(seen.pile)
        if seen.drawn is not None:
            faces.add(seen.drawn.card)
        return [card for card in CARDS[:52] if card not in faces]
