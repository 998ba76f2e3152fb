"""4 Cartas, from the deal to the marks: read it beside the rulebook, top to bottom.

A round goes through the phases of a state: ``look`` (first looks, C16), ``draw`` (a turn begins; the match
window of the last discard is still open, CA16), ``discard`` (a card is drawn, one must go, C20), ``power``
(a king, jack or queen acts, C10–C12), ``last`` (the window after the very last discard) and ``over``. What
is allowed in each is told in `allowed`; here is what happens.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardkit.cards import CARDS, UNKNOWN, Card, cards, text
from cardkit.engine import Action, Event, Game, Outcome, Place, ScoreSheet, Standing, Verdict
from cardkit.games.four_cards import allowed
from cardkit.games.four_cards.options import PRESETS, FourCardsOptions
from cardkit.games.four_cards.score import RANK, sheet
from cardkit.games.four_cards.state import (
    Drawn,
    FourCardsObservation,
    FourCardsState,
    Hand,
    MatchSoFar,
    Power,
    changed,
    with_hand,
)
from cardkit.rng import Seed, key, shuffled, stream

HAND_SIZE: Final = 4
POWERS: Final = {13: Power(2, True), 11: Power(1, True), 12: Power(1, False)}
"""What a discarded K, J, Q lets one do (C10, C11, C12)."""

After = tuple[FourCardsState, tuple[Event, ...]]


class FourCards(Game[FourCardsOptions, FourCardsState, FourCardsObservation]):
    """The rules of 4 Cartas (C1) under the options of `FourCardsOptions`."""

    id = "four_cards"
    options_type = FourCardsOptions
    presets = PRESETS

    def __init__(self, preset: str = "seed", **options: Any) -> None:
        super().__init__(preset, **options)
        self._seats = self.options.players
        self._all = (1 << self._seats) - 1

    @property
    def seats(self) -> int:
        """The number of players (CA25)."""
        return self._seats

    # --- the deal (C2, C13–C15, C23) ----------------------------------------------------------

    def deal(
        self,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
        *,
        dealer: int | None = None,
    ) -> FourCardsState:
        """Deal 4 cards each, clockwise from the dealer's left, and turn up the next one (C13).

        ``deck[0]`` is dealt first; a short deck needs a seed to shuffle the rest of the pack behind it.
        """
        if dealer is None:
            dealer = self._seats - 1
        elif not 0 <= dealer < self._seats:
            raise ValueError(f"dealer={dealer}: expected a seat from 0 to {self._seats - 1}")
        return self._deal(seed, deck, MatchSoFar(dealer, (0,) * self._seats, 0))

    def _deal(self, seed: Seed | None, deck: Sequence[Card] | None, match: MatchSoFar) -> FourCardsState:
        order = _full_deck(seed, tuple(deck or ()))
        return self._dealt(order, match, key(0 if seed is None else seed, "reshuffle"))

    def _dealt(self, order: tuple[Card, ...], match: MatchSoFar, reshuffle: int) -> FourCardsState:
        n = self._seats
        dealt = n * HAND_SIZE
        first = (match.dealer + 1) % n
        return FourCardsState(
            turn=first,
            phase="look",
            hands=tuple(Hand(order[(seat - first) % n : dealt : n], (0,) * HAND_SIZE) for seat in range(n)),
            stock=order[dealt + 1 :],
            pile=(order[dealt],),
            drawn=None,
            power=None,
            window=False,
            discarder=match.dealer,
            looked=0,
            closer=None,
            passed=0,
            stopped=False,
            turns=0,
            match=match,
            reshuffle=reshuffle,
        )

    # --- what one may do ----------------------------------------------------------------------

    def legal_actions(self, state: FourCardsState, seat: int | None = None) -> tuple[Action, ...]:
        """Return all a seat may do now, sorted; ``seat=None`` is the seat to move."""
        if seat is None:
            seat = state.turn
            if seat is None:
                return ()
        return allowed.legal_actions(self.options, state, seat)

    def check(self, state: FourCardsState, action: Action) -> Verdict:
        """Say whether an action is allowed now, and by which rule."""
        return allowed.check(self.options, state, action)

    @property
    def claims_are_exclusive(self) -> bool:
        """Whether the first right match uses the window up (CA14)."""
        return self.options.match_limit == "first_only"

    def hearing(self, state: FourCardsState) -> tuple[int, ...]:
        """Return the seats with a claim, clockwise from the discarder's left, the discarder last (CA14)."""
        n, start = self._seats, state.discarder + 1
        order = [(start + k) % n for k in range(n)]
        return tuple(seat for seat in order if self.claims(state, seat))

    def claims(self, state: FourCardsState, seat: int) -> tuple[Action, ...]:
        """Return the legal matches of a seat and, under ``after_discard``, its closing."""
        return allowed.claims(self.options, state, seat)

    # --- what happens -------------------------------------------------------------------------

    def _do(self, state: FourCardsState, action: Action) -> After:
        doing: After = getattr(self, "_do_" + action.kind)(state, action.seat, action.places)
        return doing

    def _do_look(self, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> After:
        """Look at up to two own cards (C16, CA24); when all have, the first window opens (CA16)."""
        hand = state.hands[seat]
        seen = tuple([card for _, slot in places if (card := hand.cards[slot]) is not None])
        for _, slot in places:
            hand = hand.tell(slot, 1 << seat)
        looked = state.looked | 1 << seat
        ready = looked == self._all
        after = changed(
            state,
            turn=self._next_not_in(0 if ready else looked, state.match.dealer),
            phase="draw" if ready else "look",
            window=ready,
            hands=with_hand(state.hands, seat, hand),
            looked=looked,
        )
        return after, (Event("look", seat, "C16", seen, places, (seat,)),)

    def _do_draw(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Draw from the stock (C19); the window of the last discard closes (CA16)."""
        state, events = self._with_stock(state)
        card = state.stock[0]
        after = changed(
            state,
            phase="discard",
            stock=state.stock[1:],
            drawn=Drawn(card, 1 << seat, "stock"),
            window=False,
        )
        return after, (*events, Event("draw", seat, "C19", (card,), (), (seat,)))

    def _do_take(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Take the face-up card (C19, CA11); the window closes (CA16)."""
        card = state.pile[-1]
        after = changed(
            state,
            phase="discard",
            pile=state.pile[:-1],
            drawn=Drawn(card, self._all, "table"),
            window=False,
        )
        return after, (Event("take", seat, "C19", (card,)),)

    def _with_stock(self, state: FourCardsState) -> After:
        """Turn the pile under its top into a new stock if the old one is used up (CA21).

        Nobody knows where a card is after that. The order depends on the state alone.
        """
        if state.stock or not allowed.drawable(self.options, state):
            return state, ()
        stock = shuffled(state.pile[:-1], random.Random(state.reshuffle))
        after = changed(state, stock=stock, pile=state.pile[-1:], reshuffle=key(state.reshuffle, "again"))
        return after, (Event("reshuffle", None, "CA21", params={"n": len(stock)}),)

    def _do_throw(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Discard the card just drawn (C20)."""
        drawn = state.drawn
        assert drawn is not None
        acts = self.options.power_on != "stock_drawn_only" or drawn.source == "stock"
        return self._discard(state, drawn.card, Event("throw", seat, "C20", (drawn.card,)), acts)

    def _do_swap(self, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> After:
        """Put the drawn card in the place of a table card, which is discarded (C23)."""
        slot = places[0][1]
        hand, drawn = state.hands[seat], state.drawn
        card = hand.cards[slot]
        assert card is not None
        assert drawn is not None
        hands = with_hand(state.hands, seat, hand.put(slot, drawn.card, drawn.knowers))
        event = Event("swap", seat, "C23", (card,), places)
        return self._discard(state, card, event, self.options.power_on == "any_in_turn", hands)

    def _discard(
        self,
        state: FourCardsState,
        card: Card,
        event: Event,
        acts: bool,
        hands: tuple[Hand, ...] | None = None,
    ) -> After:
        """Lay a card on the pile; a K, J or Q acts before anyone may match it (C9, CA10, CA17)."""
        power = POWERS.get(RANK[card]) if acts else None
        after = changed(
            state,
            hands=hands or state.hands,
            pile=(*state.pile, card),
            drawn=None,
            discarder=event.seat,
            **({"phase": "power", "power": power} if power else self._turn_over(state)),
        )
        return after, (event,)

    def _turn_over(self, state: FourCardsState) -> dict[str, Any]:
        """Return what changes when a turn ends: the match window opens and the turn passes left (C21, CA12).

        Once the lap is over all are asked for a last match instead (C25, CA16).
        """
        assert state.turn is not None
        following = (state.turn + 1) % self._seats
        return {
            "turn": following,
            "phase": "last" if following == state.closer else "draw",
            "window": True,
            "power": None,
            "turns": state.turns + 1,
        }

    def _do_peek(self, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> After:
        """Look at one face-down card (C10–C12): that one looked is public, the face is not (CA22)."""
        (place,) = places
        hand, power = state.hands[place[0]], state.power
        card = hand.cards[place[1]]
        assert power is not None
        assert card is not None
        event = Event("peek", seat, self._power_rule(state), (card,), places, (seat,))
        left = Power(power.looks - 1, power.swap, (*power.peeked, place))
        after = changed(
            state,
            hands=with_hand(state.hands, place[0], hand.tell(place[1], 1 << seat)),
            power=left,
        )
        if not left.looks and not left.swap:
            after = changed(after, **self._turn_over(after))
        return after, (event,)

    def _do_trade(self, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> After:
        """Swap two players' cards unseen (C10, C11): who knew a card knows it at its new place (CA22)."""
        (a, i), (b, j) = places
        one, other = state.hands[a], state.hands[b]
        hands = with_hand(state.hands, a, one.put(i, other.cards[j], other.knowers[j]))
        hands = with_hand(hands, b, other.put(j, one.cards[i], one.knowers[i]))
        after = changed(state, hands=hands, **self._turn_over(state))
        return after, (Event("trade", seat, self._power_rule(state), (), places),)

    def _power_rule(self, state: FourCardsState) -> str:
        return allowed.POWER_RULE[RANK[state.pile[-1]]]

    def _do_done(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Leave the rest of a power (CA22)."""
        return changed(state, **self._turn_over(state)), (Event("done", seat, "CA22"),)

    def _do_match(self, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> After:
        """Settle a claim card by card: right ones go, wrong ones come back and cost (C17, CA14, CA18)."""
        rank = RANK[state.pile[-1]]
        events: list[Event] = []
        right = False
        for place in places:
            hand = state.hands[seat]
            card = hand.cards[place[1]]
            assert card is not None
            if RANK[card] == rank:
                right = True
                events.append(Event("match", seat, "C17", (card,), (place,)))
                hands = with_hand(state.hands, seat, hand.put(place[1], None, 0))
                state = changed(state, hands=hands, pile=(*state.pile, card))
            else:
                events.append(Event("mismatch", seat, "CA18", (card,), (place,)))
                hands = with_hand(state.hands, seat, hand.tell(place[1], self._all))
                state, more = self._penalty(changed(state, hands=hands), seat)
                events += more
        if right and self.options.match_limit == "first_only":
            if state.phase == "last":
                return self._finish(state, tuple(events))
            state = changed(state, window=False)
        return state, tuple(events)

    def _penalty(self, state: FourCardsState, seat: int) -> After:
        """Give a seat one unseen stock card in a new slot (C29, CA19); with none left: waived (CA21)."""
        state, events = self._with_stock(state)
        if not state.stock:
            return state, (*events, Event("waived", seat, "CA21"))
        hand = state.hands[seat]
        slot = len(hand.cards)
        after = changed(
            state,
            hands=with_hand(state.hands, seat, hand.put(slot, state.stock[0], 0)),
            stock=state.stock[1:],
        )
        event = Event("penalty", seat, "C29", state.stock[:1], ((seat, slot),), ())
        return after, (*events, event)

    def _foul(self, state: FourCardsState, action: Action, verdict: Verdict) -> After:
        """Void the act and charge a card (C29, C30, CA20).

        A card one knew to differ lay on the pile all the same, so it is settled like any wrong match (CA18).
        """
        seat = action.seat
        params = {**verdict.params, "reason": verdict.reason}
        foul = Event("foul", seat, verdict.rule, params=params)
        if self.options.errors == "refuse":
            return state, (foul,)
        if verdict.reason == "known_to_differ":
            after, events = self._do_match(state, seat, action.places)
        else:
            after, events = self._penalty(state, seat)
        return after, (foul, *events)

    def _do_close(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Say "fechei" (C24): the others play once more (C25). It takes the place of a turn (CA6, CA16)."""
        if self.options.close_timing == "after_discard":
            after = changed(state, closer=seat)
        else:
            after = changed(
                state,
                closer=seat,
                window=False,
                turn=(seat + 1) % self._seats,
                turns=state.turns + 1,
            )
        return after, (Event("close", seat, "C24"),)

    def _do_pass(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """Let the last window go (CA16): a pass is final, and when all have passed hands are shown."""
        passed = state.passed | 1 << seat
        event = Event("pass", seat, "CA16")
        if passed == self._all:
            return self._finish(changed(state, passed=passed), (event,))
        return changed(state, passed=passed, turn=self._next_not_in(passed, seat)), (event,)

    def _next_not_in(self, seats: int, after: int) -> int:
        """Return the first seat clockwise after one that is not in a bit mask of seats."""
        n = self._seats
        return next(seat for k in range(1, n + 1) if not seats >> (seat := (after + k) % n) & 1)

    def _do_stop(self, state: FourCardsState, seat: int, _: tuple[Place, ...]) -> After:
        """End the round because nothing is left to draw (CA21)."""
        return self._finish(changed(state, stopped=True), (Event("stop", seat, "CA21"),))

    def _finish(self, state: FourCardsState, events: tuple[Event, ...]) -> After:
        """Show all hands and mark the round (C25, C26)."""
        over = changed(
            state,
            turn=None,
            phase="over",
            window=False,
            hands=tuple(Hand(hand.cards, (self._all,) * len(hand.cards)) for hand in state.hands),
        )
        marks = self.score(over)
        if state.closer is None or state.stopped:
            end = Event("plain", None, "CA21", params={"totals": marks.totals})
        else:
            line = marks.lines[-1]
            points = marks.totals[line.side]
            params = {"points": points, "totals": marks.totals}
            end = Event(line.reason, line.side, line.rule, params=params)
        return over, (*events, Event("reveal", None, "C25"), end)

    # --- what is seen -------------------------------------------------------------------------

    def observe(self, state: FourCardsState, seat: int | None = None) -> FourCardsObservation:
        """Return what a seat may know; an onlooker (``None``) knows what everybody does."""
        if seat is None:
            seats = self._all
        elif 0 <= seat < self._seats:
            seats = 1 << seat
        else:
            raise ValueError(f"no seat {seat}: expected 0 to {self._seats - 1}")
        hands = state.hands
        drawn = state.drawn
        if drawn is not None and drawn.knowers & seats != seats:
            drawn = Drawn(UNKNOWN, drawn.knowers, drawn.source)
        return FourCardsObservation(
            seat,
            state.turn,
            state.phase,
            tuple([hand.seen(seats) for hand in hands]),
            tuple([hand.knowers for hand in hands]),
            len(state.stock),
            state.pile,
            drawn,
            *state[6:15],
        )

    def worlds(self, observation: FourCardsObservation, rng: random.Random) -> FourCardsState:
        """Return a position drawn evenly from those that fit an observation."""
        seen = {card for hand in observation.hands for card in hand}
        seen.update(observation.pile)
        drawn = observation.drawn
        if drawn is not None:
            seen.add(drawn.card)
        unseen = iter(shuffled([card for card in CARDS[:52] if card not in seen], rng))
        hands = tuple(
            Hand(tuple(next(unseen) if card == UNKNOWN else card for card in cards), knowers)
            for cards, knowers in zip(observation.hands, observation.knowers, strict=True)
        )
        if drawn is not None and drawn.card == UNKNOWN:
            drawn = drawn._replace(card=next(unseen))
        return FourCardsState(
            observation.turn,
            observation.phase,
            hands,
            tuple(unseen),
            observation.pile,
            drawn,
            *observation[8:],
            reshuffle=rng.getrandbits(63),
        )

    # --- what it comes to ---------------------------------------------------------------------

    def score(self, position: FourCardsState | FourCardsObservation) -> ScoreSheet:
        """Return each card's points and what closing brings, as the hands lie now (C4–C8, C26–C28)."""
        hands = [hand.cards if isinstance(hand, Hand) else hand for hand in position.hands]
        return sheet(hands, None if position.stopped else position.closer, self.options)

    def outcome(self, state: FourCardsState) -> Outcome | None:
        """Return the marks of a finished round, lowest first (C3)."""
        if state.phase != "over":
            return None
        points = self._marks(state)
        ranking = tuple(
            tuple(seat for seat, mark in enumerate(points) if mark == value) for value in sorted(set(points))
        )
        return Outcome("stopped" if state.stopped else "closed", ranking, points)

    def _marks(self, state: FourCardsState) -> tuple[int, ...]:
        return tuple(mark for mark in self.score(state).totals if mark is not None)

    def standing(self, state: FourCardsState) -> Standing:
        """Return the totals over the rounds played; the lowest wins, several may share it (C3, CA27)."""
        _, totals, deals = state.match
        if state.phase != "over":
            return Standing(totals, deals, None)
        totals = tuple(a + b for a, b in zip(totals, self._marks(state), strict=True))
        deals += 1
        if deals < self.options.rounds:
            return Standing(totals, deals, None)
        best = min(totals)
        return Standing(totals, deals, tuple(s for s, t in enumerate(totals) if t == best))

    def next_deal(
        self,
        state: FourCardsState,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
    ) -> FourCardsState:
        """Return the next round of the match: the dealer moves left (CA26), totals are carried on."""
        if state.phase != "over":
            raise ValueError("this round is not over yet")
        standing = self.standing(state)
        if standing.winners is not None:
            raise ValueError(f"all {standing.deals} rounds are played")
        dealer = (state.match.dealer + 1) % self._seats
        return self._deal(seed, deck, MatchSoFar(dealer, standing.totals, standing.deals))

    def setup(self, state: FourCardsState) -> dict[str, Any]:
        """Return what a round started from: deck, dealer, totals, rounds played, reshuffle stream."""
        n, first = self._seats, (state.match.dealer + 1) % self._seats
        dealt = [state.hands[(first + k) % n].cards[k // n] for k in range(n * HAND_SIZE)]
        return {
            "deck": text(card for card in (*dealt, *state.pile, *state.stock) if card is not None),
            "dealer": state.match.dealer,
            "totals": list(state.match.totals),
            "deals": state.match.deals,
            "reshuffle": state.reshuffle,
        }

    def restore(self, setup: Mapping[str, Any]) -> FourCardsState:
        """Return the first position of a round from what `setup` told."""
        if not isinstance(setup.get("deck"), str):
            raise ValueError("deck: expected 52 cards as text")
        deck = _full_deck(None, cards(setup["deck"]))
        dealer = _whole(setup, "dealer", 0, self._seats - 1)
        deals = _whole(setup, "deals", 0, self.options.rounds - 1)
        reshuffle = _whole(setup, "reshuffle", 0, 2**63 - 1)
        totals = setup.get("totals")
        if (
            not isinstance(totals, list)
            or len(totals) != self._seats
            or not all(type(total) is int for total in totals)
        ):
            raise ValueError(f"totals: expected {self._seats} whole numbers, got {totals!r}")
        return self._dealt(deck, MatchSoFar(dealer, tuple(totals), deals), reshuffle)

    def _read(self, action: Action) -> Action:
        return action._replace(places=tuple(sorted(action.places)))


def _full_deck(seed: Seed | None, given: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all 52 cards: the given ones first, the others as the seed shuffles them (C2)."""
    wrong = [card for card in given if not 0 <= card < 52 or given.count(card) > 1]
    if wrong:
        raise ValueError(f"deck: expected different cards of one pack of 52, got {wrong[0]}")
    rest = [card for card in CARDS[:52] if card not in set(given)]
    if seed is None:
        if rest:
            raise ValueError(f"deck: {len(rest)} of 52 cards missing, and no seed to shuffle them")
        return given
    return given + shuffled(rest, stream(seed, "deal"))


def _whole(setup: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = setup.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
    return value
