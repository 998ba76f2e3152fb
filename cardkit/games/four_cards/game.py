"""4 Cartas, from the deal to the marks: read it beside the rulebook, top to bottom.

A round goes through the phases of a state: ``look`` (first looks, C16), ``draw`` (a turn begins; the match
window of the last discard is still open, CA16), ``discard`` (a card is drawn, one must go, C20), ``power``
(a king, jack or queen acts, C10–C12), ``last`` (the window after the very last discard) and ``over``. What
is allowed in each is told in `allowed`; here is what happens.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from cardkit.cards import CARDS, UNKNOWN, Card, text
from cardkit.engine import NO_PARAMS, Action, Event, Game, Outcome, Place, ScoreSheet, Standing, Verdict, new
from cardkit.games.four_cards import allowed
from cardkit.games.four_cards.deck import dealt_order, read_setup
from cardkit.games.four_cards.options import PRESETS, FourCardsOptions
from cardkit.games.four_cards.score import RANK, marks, sheet
from cardkit.games.four_cards.state import (
    CLOSER,
    DISCARDER,
    DRAWN,
    HANDS,
    LOOKED,
    MATCH,
    PASSED,
    PHASE,
    PILE,
    POWER,
    RESHUFFLE,
    STOCK,
    STOPPED,
    TURN,
    TURNS,
    WINDOW,
    Draft,
    Drawn,
    FourCardsObservation,
    FourCardsState,
    Hand,
    MatchSoFar,
    Power,
    put_hand,
)
from cardkit.rng import Seed, key, shuffled

HAND_SIZE: Final = 4
POWERS: Final = {13: Power(2, True), 11: Power(1, True), 12: Power(1, False)}
"""What a discarded K, J, Q lets one do (C10, C11, C12)."""

_KNOWERS: Final = attrgetter("knowers")

Events = tuple[Event, ...]
After = tuple[FourCardsState, Events]


class FourCards(Game[FourCardsOptions, FourCardsState, FourCardsObservation]):
    """The rules of 4 Cartas (C1) under the options of `FourCardsOptions`."""

    id = "four_cards"
    options_type = FourCardsOptions
    presets = PRESETS

    def __init__(self, /, preset: str = "seed", **options: Any) -> None:
        super().__init__(preset, **options)
        self._seats = self.options.players
        self._all = (1 << self._seats) - 1
        # what lies open is known to onlookers as well, who have the bit above the seats
        self._everyone = (2 << self._seats) - 1

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
        order = dealt_order(seed, tuple(deck or ()))
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

    def _legal(self, state: FourCardsState, seat: int) -> tuple[Action, ...]:
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
        after = [*state]
        events = self._DO[action.kind](self, after, action.seat, action.places)
        return new(FourCardsState, after), events

    def _look(self, after: Draft, seat: int, places: tuple[Place, ...]) -> Events:
        """Look at up to two own cards (C16, CA24); when all have, the first window opens (CA16)."""
        hand = after[HANDS][seat]
        slots = [slot for _, slot in places]
        after[LOOKED] |= 1 << seat
        if after[LOOKED] == self._all:
            after[PHASE] = "draw"
            after[WINDOW] = True
            after[TURN] = (after[MATCH].dealer + 1) % self._seats
        else:
            after[TURN] = self._next_not_in(after[LOOKED], after[MATCH].dealer)
        if slots:
            put_hand(after, seat, hand.tell(1 << seat, *slots))
        return event("look", seat, "C16", tuple([hand.cards[slot] for slot in slots]), places, (seat,))

    def _draw(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Draw from the stock (C19); the window of the last discard closes (CA16)."""
        reshuffled = () if after[STOCK] else self._reshuffle(after)
        stock = after[STOCK]
        card = stock[0]
        after[PHASE] = "discard"
        after[STOCK] = stock[1:]
        after[DRAWN] = new(Drawn, (card, 1 << seat, "stock"))
        after[WINDOW] = False
        return reshuffled + event("draw", seat, "C19", (card,), (), (seat,))

    def _take(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Take the face-up card (C19, CA11); the window closes (CA16)."""
        pile = after[PILE]
        after[PHASE] = "discard"
        after[PILE] = pile[:-1]
        after[DRAWN] = new(Drawn, (pile[-1], self._everyone, "table"))
        after[WINDOW] = False
        return event("take", seat, "C19", pile[-1:])

    def _reshuffle(self, after: Draft) -> Events:
        """Turn the pile under its top into a new stock, the old one being used up (CA21).

        Nobody knows where a card is after that. The order depends on the state alone.
        """
        if self.options.stock_out != "reshuffle" or len(after[PILE]) < 2:
            return ()
        after[STOCK] = shuffled(after[PILE][:-1], random.Random(after[RESHUFFLE]))
        after[PILE] = after[PILE][-1:]
        after[RESHUFFLE] = key(after[RESHUFFLE], "again")
        return (Event("reshuffle", None, "CA21", params={"n": len(after[STOCK])}),)

    def _throw(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Discard the card just drawn (C20)."""
        drawn = after[DRAWN]
        acts = self.options.power_on != "stock_drawn_only" or drawn.source == "stock"
        self._discard(after, seat, drawn.card, acts)
        return event("throw", seat, "C20", (drawn.card,))

    def _swap(self, after: Draft, seat: int, places: tuple[Place, ...]) -> Events:
        """Put the drawn card in the place of a table card, which is discarded (C23)."""
        ((_, slot),) = places
        hand, drawn = after[HANDS][seat], after[DRAWN]
        card = hand.cards[slot]
        put_hand(after, seat, hand.put(slot, drawn.card, drawn.knowers))
        self._discard(after, seat, card, self.options.power_on == "any_in_turn")
        return event("swap", seat, "C23", (card,), places)

    def _discard(self, after: Draft, seat: int, card: Card, acts: bool) -> None:
        """Lay a card on the pile; a K, J or Q acts before anyone may match it (C9, CA10, CA17)."""
        after[PILE] += (card,)
        after[DRAWN] = None
        after[DISCARDER] = seat
        if acts and RANK[card] in POWERS:
            after[PHASE] = "power"
            after[POWER] = POWERS[RANK[card]]
        else:
            self._end_turn(after, seat)

    def _end_turn(self, after: Draft, seat: int) -> None:
        """End a turn: the match window opens and the turn passes left (C21, CA12).

        Once the lap is over all are asked for a last match instead (C25, CA16).
        """
        following = (seat + 1) % self._seats
        after[TURN] = following
        after[PHASE] = "last" if following == after[CLOSER] else "draw"
        after[WINDOW] = True
        after[POWER] = None
        after[TURNS] += 1

    def _peek(self, after: Draft, seat: int, places: tuple[Place, ...]) -> Events:
        """Look at one face-down card (C10–C12): that one looked is public, the face is not (CA22)."""
        ((owner, slot),) = places
        hand, power = after[HANDS][owner], after[POWER]
        put_hand(after, owner, hand.tell(1 << seat, slot))
        if power.looks > 1 or power.swap:
            after[POWER] = Power(power.looks - 1, power.swap, power.peeked + places)
        else:
            self._end_turn(after, seat)
        return event("peek", seat, _power_rule(after), (hand.cards[slot],), places, (seat,))

    def _trade(self, after: Draft, seat: int, places: tuple[Place, ...]) -> Events:
        """Swap two players' cards unseen (C10, C11): who knew a card knows it at its new place (CA22)."""
        (a, i), (b, j) = places
        one, other = after[HANDS][a], after[HANDS][b]
        put_hand(after, a, one.put(i, other.cards[j], other.knowers[j]))
        put_hand(after, b, other.put(j, one.cards[i], one.knowers[i]))
        self._end_turn(after, seat)
        return event("trade", seat, _power_rule(after), (), places)

    def _done(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Leave the rest of a power (CA22)."""
        self._end_turn(after, seat)
        return event("done", seat, "CA22")

    def _match(self, after: Draft, seat: int, places: tuple[Place, ...]) -> Events:
        """Settle a claim card by card: right ones go, wrong ones come back and cost (C17, CA14, CA18)."""
        rank = RANK[after[PILE][-1]]
        events: Events = ()
        right = False
        for place in places:
            _, slot = place
            hand = after[HANDS][seat]
            card = hand.cards[slot]
            if RANK[card] == rank:
                right = True
                put_hand(after, seat, hand.empty(slot))
                after[PILE] += (card,)
                events += event("match", seat, "C17", (card,), (place,))
            else:
                put_hand(after, seat, hand.tell(self._everyone, slot))
                events += event("mismatch", seat, "CA18", (card,), (place,))
                events += self._penalty(after, seat)
        if right and self.options.match_limit == "first_only":
            after[WINDOW] = False
            if after[PHASE] == "last":
                events += self._finish(after)
        return events

    def _penalty(self, after: Draft, seat: int) -> Events:
        """Give a seat one unseen stock card in a new slot (C29, CA19); with none left: waived (CA21)."""
        reshuffled = () if after[STOCK] else self._reshuffle(after)
        stock = after[STOCK]
        if not stock:
            return event("waived", seat, "CA21")
        hand = after[HANDS][seat]
        put_hand(after, seat, hand.add(stock[0]))
        after[STOCK] = stock[1:]
        return reshuffled + event("penalty", seat, "C29", stock[:1], ((seat, len(hand.cards)),), ())

    def _foul(self, state: FourCardsState, action: Action, verdict: Verdict) -> After:
        """Void the act and charge a card (C29, C30, CA20).

        A card one knew to differ lay on the pile all the same, so it is settled like any wrong match (CA18).
        """
        seat = action.seat
        params = {**verdict.params, "reason": verdict.reason}
        foul = Event("foul", seat, verdict.rule, params=params)
        if self.options.errors == "refuse":
            return state, (foul,)
        after = [*state]
        if verdict.reason == "known_to_differ":
            events = self._match(after, seat, action.places)
        else:
            events = self._penalty(after, seat)
        return new(FourCardsState, after), (foul, *events)

    def _close(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Say "fechei" (C24): the others play once more (C25). It takes the place of a turn (CA6, CA16)."""
        after[CLOSER] = seat
        if self.options.close_timing == "instead_of_turn":
            after[WINDOW] = False
            after[TURN] = (seat + 1) % self._seats
            after[TURNS] += 1
        return event("close", seat, "C24")

    def _pass(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """Let the last window go (CA16): a pass is final, and when all have passed hands are shown."""
        after[PASSED] |= 1 << seat
        passed = event("pass", seat, "CA16")
        if after[PASSED] == self._all:
            return passed + self._finish(after)
        after[TURN] = self._next_not_in(after[PASSED], seat)
        return passed

    def _next_not_in(self, seats: int, after: int) -> int:
        """Return the first seat clockwise after one that is not in a bit mask of seats."""
        seat = (after + 1) % self._seats
        while seats >> seat & 1:
            seat = (seat + 1) % self._seats
        return seat

    def _stop(self, after: Draft, seat: int, _: tuple[Place, ...]) -> Events:
        """End the round because nothing is left to draw (CA21)."""
        after[STOPPED] = True
        return event("stop", seat, "CA21") + self._finish(after)

    def _finish(self, after: Draft) -> Events:
        """Show all hands and mark the round (C25, C26)."""
        hands = after[HANDS]
        after[TURN] = None
        after[PHASE] = "over"
        after[WINDOW] = False
        after[HANDS] = tuple(
            [Hand(hand.cards, (self._everyone,) * len(hand.cards), hand.full) for hand in hands]
        )
        closer = None if after[STOPPED] else after[CLOSER]
        totals, close = marks([hand.cards for hand in hands], closer, self.options)
        if close is None:
            end = Event("plain", None, "CA21", params={"totals": totals})
        else:
            params = {"points": totals[close.side], "totals": totals}
            end = Event(close.reason, close.side, close.rule, params=params)
        return *event("reveal", None, "C25"), end

    _DO: Final = {
        "look": _look,
        "draw": _draw,
        "take": _take,
        "throw": _throw,
        "swap": _swap,
        "peek": _peek,
        "trade": _trade,
        "done": _done,
        "match": _match,
        "close": _close,
        "pass": _pass,
        "stop": _stop,
    }
    """What each kind of action does to a draft of the next position; it returns what happened."""

    # --- what is seen -------------------------------------------------------------------------

    def observe(self, state: FourCardsState, seat: int | None = None) -> FourCardsObservation:
        """Return what a seat may know; an onlooker (``None``) knows what has lain open."""
        if seat is None:
            seats = 1 << self._seats
        elif 0 <= seat < self._seats:
            seats = 1 << seat
        else:
            raise self._no_seat(seat)
        (
            turn, phase, hands, stock, pile, drawn, power, window,
            discarder, looked, closer, passed, stopped, turns, match, _,
        ) = state  # fmt: skip
        if drawn is not None and drawn.knowers & seats != seats:
            drawn = Drawn(UNKNOWN, drawn.knowers, drawn.source)
        faces = tuple([hand.views.get(seats) or hand.seen(seats) for hand in hands])
        knowers = tuple(map(_KNOWERS, hands))
        fields = (
            seat, turn, phase, faces, knowers, len(stock), pile, drawn, power, window,
            discarder, looked, closer, passed, stopped, turns, match,
        )  # fmt: skip
        return new(FourCardsObservation, fields)

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
        return self._dealt(*read_setup(setup, self._seats, self.options.rounds))

    def _read(self, action: Action) -> Action:
        return action._replace(places=tuple(sorted(action.places)))


def event(
    kind: str,
    seat: int | None,
    rule: str,
    cards: tuple[Card, ...] = (),
    places: tuple[Place, ...] = (),
    audience: tuple[int, ...] | None = None,
) -> Events:
    """Return one event as what happened."""
    return (new(Event, (kind, seat, rule, cards, places, audience, NO_PARAMS)),)


def _power_rule(after: Draft) -> str:
    return allowed.POWER_RULE[RANK[after[PILE][-1]]]
