"""Kozel on 4 cards, from the deal to the series: read it beside the rulebook, top to bottom.

A trick begins in phase ``lead``, goes on in ``answer``, and may be broken into by a molodka; while somebody
nearer the leader is asked whether to go first, the phase is ``asked``. What is allowed in each is told in
`allowed`; here is what happens.

What asking tells. Who holds four of one suit is nobody else's affair until a molodka is claimed. Then only
real holders nearer the leader are asked (KA10), and all can see who is: a seat that is asked and declines
has shown that it holds some four, a nearer one that could be asked and is not has shown that it does not.
The state keeps both (``asked``, ``unasked``), observations carry them, and `worlds` keeps to them. Who
would have been asked next stays unknown once somebody has accepted.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardkit.cards import Card, cards, text
from cardkit.engine import NO_PARAMS, Action, Event, Game, Outcome, ScoreSheet, Standing, Verdict, new
from cardkit.games.deals import full_deck, whole
from cardkit.games.kozel import allowed, score
from cardkit.games.kozel.beating import PACK, beating
from cardkit.games.kozel.options import PRESETS, KozelOptions
from cardkit.games.kozel.score import Count
from cardkit.games.kozel.state import (
    ASKED,
    CLAIMANT,
    HAND_SIZE,
    HANDS,
    LEADER,
    PHASE,
    SEATS,
    SETTLED,
    SHOWN,
    STOCK,
    TRACES,
    TRICK,
    TRICKS,
    TURN,
    UNASKED,
    Draft,
    KozelMatch,
    KozelObservation,
    KozelState,
    Play,
    Trace,
    Trick,
    seen_hands,
    seen_plays,
    winning,
)
from cardkit.games.kozel.worlds import world
from cardkit.rng import Seed, stream

DEALT: Final = SEATS * HAND_SIZE
STOCK_SIZE: Final = len(PACK) - DEALT

After = tuple[KozelState, tuple[Event, ...]]


class Kozel(Game[KozelOptions, KozelState, KozelObservation]):
    """The rules of Kozel on 4 cards (K1) under the options of `KozelOptions`.

    Side 0 is the team of seats 0 and 2, side 1 that of seats 1 and 3 (K2).
    """

    id = "kozel"
    options_type = KozelOptions
    presets = PRESETS

    @property
    def seats(self) -> int:
        """Four seats, partners opposite (K2)."""
        return SEATS

    # --- the deal (K3, K4, KA6, KA7) ----------------------------------------------------------

    def deal(
        self,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
        *,
        dealer: int | None = None,
        trump_at: int | None = None,
    ) -> KozelState:
        """Deal 4 cards each, clockwise from the dealer's left (K3), and show a card of the stock (K4).

        ``deck[0]`` is dealt first; a short deck needs a seed to shuffle the rest of the pack behind it.
        ``trump_at`` is the place of the shown card in the stock, 0 being drawn first; the deal stream
        chooses it unless given (that of seed 0 if there is no seed).
        """
        if dealer is None:
            dealer = SEATS - 1
        elif not 0 <= dealer < SEATS:
            raise ValueError(f"dealer={dealer}: expected a seat from 0 to {SEATS - 1}")
        leader = dealer if self.options.first_leader == "dealer" else (dealer + 1) % SEATS
        return self._deal(seed, deck, trump_at, KozelMatch(dealer, leader, (0, 0), 0))

    def _deal(
        self, seed: Seed | None, deck: Sequence[Card] | None, trump_at: int | None, match: KozelMatch
    ) -> KozelState:
        rng = stream(0 if seed is None else seed, "deal")
        order = full_deck(PACK, tuple(deck or ()), None if seed is None else rng)
        if trump_at is None:
            trump_at = rng.randrange(STOCK_SIZE)
        elif not 0 <= trump_at < STOCK_SIZE:
            raise ValueError(f"trump_at={trump_at}: expected a place in the stock from 0 to {STOCK_SIZE - 1}")
        return self._dealt(order, trump_at, match)

    def _dealt(self, order: tuple[Card, ...], trump_at: int, match: KozelMatch) -> KozelState:
        first = (match.dealer + 1) % SEATS
        stock = order[DEALT:]
        shown = stock[trump_at]
        if self.options.trump_card == "bottom":
            stock = (*stock[:trump_at], *stock[trump_at + 1 :], shown)
        return KozelState(
            turn=match.leader,
            phase="lead",
            hands=tuple(order[(seat - first) % SEATS : DEALT : SEATS] for seat in range(SEATS)),
            stock=stock,
            shown=shown,
            leader=match.leader,
            trick=(),
            claimant=None,
            settled=False,
            asked=0,
            unasked=0,
            tricks=(),
            traces=(),
            match=match,
        )

    # --- what one may do ----------------------------------------------------------------------

    def _legal(self, state: KozelState, seat: int) -> tuple[Action, ...]:
        return allowed.legal_actions(self.options, state, seat)

    def check(self, state: KozelState, action: Action) -> Verdict:
        """Say whether an action is allowed now, and by which rule; cards may be named in any order."""
        return allowed.check(self.options, state, action)

    def hearing(self, state: KozelState) -> tuple[int, ...]:
        """Return the seats that may lead a molodka now, the nearest to the leader first (K13, KA10)."""
        if state.settled or state.phase not in allowed.CLAIMABLE:
            return ()
        order = [(state.leader + k) % SEATS for k in range(SEATS)]
        return tuple([seat for seat in order if allowed.may_claim(self.options, state, seat)])

    def claims(self, state: KozelState, seat: int) -> tuple[Action, ...]:
        """Return the out-of-turn lead of a seat, if it has one (K12, KA8)."""
        return allowed.claims(self.options, state, seat)

    # --- a trick (K5–K9) ----------------------------------------------------------------------

    def _do(self, state: KozelState, action: Action) -> After:
        seat, kind, named, _ = action
        after = [*state]
        if kind == "molodka":
            events = self._claim(after, seat) if state.claimant is None else self._precede(after, seat)
        elif kind == "pass":
            events = [Event("pass", seat, "KA10"), *self._ask_on(after, seat)]
        else:
            events = self._play(after, seat, kind, tuple(sorted(named)))
        return new(KozelState, after), tuple(events)

    def _play(self, after: Draft, seat: int, kind: str, named: tuple[Card, ...]) -> list[Event]:
        """Lead (K5), beat (K7) or throw off unseen (K8); the turn passes clockwise (K5)."""
        trick, hands = after[TRICK], [*after[HANDS]]
        if kind == "lead":
            event = Event("lead", seat, "K5", named)
            if len(named) == HAND_SIZE:
                after[SETTLED] = True
        elif kind == "beat":
            last = winning(trick)
            columns = beating(named, last.cards, after[SHOWN] // 13)
            assert columns is not None
            named = columns
            event = Event("beat", seat, "K7", named, params={"over": last.cards, "beater": last.seat})
        else:
            event = Event("throw", seat, "K8", named, (), (seat,))
        play = new(Play, (seat, kind, named))
        hand = hands[seat]
        for card in named:
            at = hand.index(card)
            hand = hand[:at] + hand[at + 1 :]
        hands[seat] = hand
        after[HANDS] = tuple(hands)
        after[TRICK] = trick = (*trick, play)
        if after[TRACES]:
            after[TRACES] = _followed(after[TRACES], play)
        if len(trick) == SEATS:
            return [event, *self._taken(after)]
        after[TURN] = (seat + 1) % SEATS
        after[PHASE] = "answer"
        return [event]

    # --- four of one suit out of turn (K12, K13, KA8–KA10) -----------------------------------

    def _claim(self, after: Draft, seat: int) -> list[Event]:
        """Lay down four of one suit (K12): all see them; holders nearer the leader are asked first (KA10)."""
        four = tuple(sorted(after[HANDS][seat]))
        claim = Event("molodka", seat, "K12", four, params={"leader": after[LEADER]})
        kept = tuple(t for t in after[TRACES] if t.card not in four)
        after[TRACES] = (*kept, *(Trace(seat, card, len(after[TRICKS])) for card in four))
        after[CLAIMANT] = seat
        return [claim, *self._ask_on(after, None)]

    def _ask_on(self, after: Draft, declined: int | None) -> list[Event]:
        """Ask the next holder nearer the leader than the claimant, clockwise; else the four is led (KA10)."""
        leader, claimant = after[LEADER], after[CLAIMANT]
        start = 0 if declined is None else (declined - leader) % SEATS + 1
        for k in range(start, (claimant - leader) % SEATS):
            seat = (leader + k) % SEATS
            if allowed.holds_right(after[HANDS][seat]):
                after[TURN] = seat
                after[PHASE] = "asked"
                after[ASKED] |= 1 << seat
                return [Event("ask", seat, "KA10", params={"claimant": claimant})]
            if all(play.seat != seat for play in after[TRICK]):
                after[UNASKED] |= 1 << seat
        return self._lead_four(after, claimant)

    def _precede(self, after: Draft, seat: int) -> list[Event]:
        """Go before the claimant, being nearer the leader (K13); the claimant takes the four back."""
        hands, claimant = after[HANDS], after[CLAIMANT]
        precede = Event("precede", seat, "K13", tuple(sorted(hands[seat])), params={"claimant": claimant})
        back = Event("return", claimant, "KA9", tuple(sorted(hands[claimant])))
        return [precede, back, *self._lead_four(after, seat)]

    def _lead_four(self, after: Draft, seat: int) -> list[Event]:
        """Give the table cards back to their owners and lead the four (K12); the trick is settled (KA9).

        Throw-offs go back unseen; what lay face up is known in its hand from now on (KA18).
        """
        hands = [*after[HANDS]]
        four = tuple(sorted(hands[seat]))
        hands[seat] = ()
        back: list[Event] = []
        traces = [trace for trace in after[TRACES] if trace.seat != seat or trace.card not in four]
        for play in after[TRICK]:
            hands[play.seat] += play.cards
            hidden = play.kind == "throw"
            back.append(
                Event("return", play.seat, "K12", play.cards, audience=(play.seat,) if hidden else None)
            )
            if not hidden:
                traces += [Trace(play.seat, card, len(after[TRICKS])) for card in play.cards]
        after[TURN] = (seat + 1) % SEATS
        after[PHASE] = "answer"
        after[HANDS] = tuple(hands)
        after[LEADER] = seat
        after[TRICK] = (Play(seat, "molodka", four),)
        after[CLAIMANT] = None
        after[SETTLED] = True
        after[TRACES] = tuple(traces)
        return [*back, Event("lead_four", seat, "K12", four)]

    # --- taking, drawing, the next lead (K9, K14–K18) ----------------------------------------

    def _taken(self, after: Draft) -> list[Event]:
        """Give the trick to the last beater (K9), draw (K15), and let the taker lead (K16)."""
        trick = after[TRICK]
        taker = winning(trick).seat
        params = {"n": SEATS * len(trick[0].cards), "side": score.side_of(taker)}
        events = [Event("take", taker, "K9", params=params)]
        after[TRICKS] += (new(Trick, (taker, trick, after[ASKED], after[UNASKED])),)
        after[LEADER] = after[TURN] = taker
        after[PHASE] = "lead"
        after[TRICK] = ()
        after[SETTLED] = False
        after[ASKED] = after[UNASKED] = 0
        if after[STOCK]:
            self._draw(after, taker, events)
        elif not any(after[HANDS]):
            after[TURN] = None
            after[PHASE] = "over"
            self._counted(new(KozelState, after), events)
        return events

    def _draw(self, after: Draft, taker: int, events: list[Event]) -> None:
        """Draw up to four, one card at a time round the table from the taker (K15, KA11, KA12).

        Under ``"bottom"`` all see who draws the shown card (KA6).
        """
        hands, stock = [*after[HANDS]], after[STOCK]
        wanted = DEALT - sum(map(len, hands))
        open_card = after[SHOWN] if self.options.trump_card == "bottom" else None
        seat = taker
        for card in stock[:wanted]:
            hands[seat] += (card,)
            if card == open_card:
                after[TRACES] += (Trace(seat, card, len(after[TRICKS])),)
                events.append(Event("draw", seat, "KA6", (card,)))
            else:
                events.append(new(Event, ("draw", seat, "K15", (card,), (), (seat,), NO_PARAMS)))
            seat = (seat + 1) % SEATS
        after[HANDS] = tuple(hands)
        after[STOCK] = stock[wanted:]

    def _counted(self, state: KozelState, events: list[Event]) -> None:
        """Show and count the piles (K18, KA18) and mark the loser's defeat points (K20–K26)."""
        counted = score.count(state)
        standing = self._standing(state, counted)
        # the loser's band says what happened; 60 to 60 has no loser and says the same of both
        side = max(range(score.SIDES), key=lambda side: counted.band(side).defeat)
        found = counted.band(side)
        params = {
            "side": side,
            "points": counted.points[side],
            "defeat": score.defeat_points(counted, state.match.doubled)[side],
            "doubled": state.match.doubled,
            "totals": standing.totals,
        }
        events += [
            Event("count", None, "K18", params=counted._asdict()),
            Event(found.reason, None, found.rule, params=params),
        ]
        if standing.winners is not None:
            (winner,) = standing.winners
            params = {"winner": winner, "loser": 1 - winner, "totals": standing.totals}
            events.append(Event("series", None, "K26", params=params))
            if self.goats_with_eggs(state) is not None:
                events.append(Event("goats_with_eggs", None, "K25", params={"loser": 1 - winner}))

    # --- what is seen -------------------------------------------------------------------------

    def observe(self, state: KozelState, seat: int | None = None) -> KozelObservation:
        """Return what a seat may know; an onlooker (``None``) knows what everybody does.

        At the count all throw-offs are shown (KA18).
        """
        if seat is not None and not 0 <= seat < SEATS:
            raise self._no_seat(seat)
        (
            turn, phase, _, stock, shown, leader, trick,
            claimant, settled, asked, unasked, tricks, traces, match,
        ) = state  # fmt: skip
        if phase != "over":
            viewer = -1 if seat is None else seat
            tricks = tuple([(trick.views or trick.as_seen())[viewer] for trick in tricks])
        fields = (
            seat, turn, phase, seen_hands(state, seat), len(stock), shown, leader, seen_plays(trick, seat),
            claimant, settled, asked, unasked, tricks, traces, match,
        )  # fmt: skip
        return new(KozelObservation, fields)

    def worlds(self, observation: KozelObservation, rng: random.Random) -> KozelState:
        """Return a position drawn from those that fit an observation, see `kozel.worlds.world`."""
        return world(observation, self.options, rng)

    # --- what it comes to (K18–K26) ----------------------------------------------------------

    def score(self, position: KozelState | KozelObservation) -> ScoreSheet:
        """Return the card points of both teams, trick by trick, and what they bring (K19–K24)."""
        return score.sheet(position)

    def series(self, position: KozelState | KozelObservation) -> ScoreSheet:
        """Return the defeat points of both teams, this game's included once it is over (K20–K26)."""
        return score.series_sheet(position)

    def outcome(self, state: KozelState) -> Outcome | None:
        """Return how a finished game ended: sides by card points; 60 to 60 is a tie (K20, K24)."""
        if state.phase != "over":
            return None
        counted = score.count(state)
        first, second = counted.points
        assert first is not None
        assert second is not None
        if first == second:
            return Outcome("eggs", ((0, 1),), (first, second))
        winner = 0 if first > second else 1
        reason = counted.band(1 - winner).reason
        return Outcome(reason, ((winner,), (1 - winner,)), (first, second))

    def standing(self, state: KozelState) -> Standing:
        """Return the defeat points of both sides; who reaches the target has lost the series (K26)."""
        if state.phase != "over":
            return Standing(state.match.totals, state.match.deals, None)
        return self._standing(state, score.count(state))

    def _standing(self, state: KozelState, counted: Count) -> Standing:
        first, second = state.match.totals
        more = score.defeat_points(counted, state.match.doubled)
        totals = (first + more[0], second + more[1])
        lost = [side for side, total in enumerate(totals) if total >= self.options.target]
        return Standing(totals, state.match.deals + 1, (1 - lost[0],) if lost else None)

    def goats_with_eggs(self, state: KozelState) -> int | None:
        """Return the side that lost a series in which there were eggs, ``None`` if none has (K25, KA15)."""
        winners = self.standing(state).winners
        return 1 - winners[0] if winners and state.match.eggs + self._is_eggs(state) else None

    def _is_eggs(self, state: KozelState) -> bool:
        outcome = self.outcome(state)
        return outcome is not None and outcome.reason == "eggs"

    def next_deal(
        self,
        state: KozelState,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
        *,
        trump_at: int | None = None,
    ) -> KozelState:
        """Return the next game of the series: the dealer moves clockwise (KA7), the lead stays (K17)."""
        if state.phase != "over":
            raise ValueError("this game is not over yet")
        standing = self.standing(state)
        if standing.winners is not None:
            raise ValueError(f"the series is over after {standing.deals} games")
        eggs = self._is_eggs(state)
        match = KozelMatch(
            dealer=(state.match.dealer + 1) % SEATS,
            leader=state.leader,
            totals=(standing.totals[0], standing.totals[1]),
            deals=standing.deals,
            eggs=state.match.eggs + eggs,
            doubled=eggs and self.options.eggs_double_next,
        )
        return self._deal(seed, deck, trump_at, match)

    # --- what a game started from -------------------------------------------------------------

    def setup(self, state: KozelState) -> dict[str, Any]:
        """Return what a game started from: deck, place of the shown card, dealer, leader, series so far."""
        first = (state.match.dealer + 1) % SEATS
        dealt = [state.hands[(first + k) % SEATS][k // SEATS] for k in range(DEALT)]
        return {
            "deck": text((*dealt, *state.stock)),
            "trump_at": state.stock.index(state.shown),
            **state.match._asdict(),
            "totals": list(state.match.totals),
        }

    def restore(self, setup: Mapping[str, Any]) -> KozelState:
        """Return the first position of a game from what `setup` told."""
        if not isinstance(setup.get("deck"), str):
            raise ValueError(f"deck: expected {len(PACK)} cards as text")
        deck = full_deck(PACK, cards(setup["deck"]), None)
        trump_at = whole(setup, "trump_at", 0, STOCK_SIZE - 1)
        totals = setup.get("totals")
        most = self.options.target - 1
        if (
            not isinstance(totals, list)
            or len(totals) != score.SIDES
            or not all(type(total) is int and 0 <= total <= most for total in totals)
        ):
            raise ValueError(f"totals: expected 2 whole numbers from 0 to {most}, got {totals!r}")
        deals = whole(setup, "deals", 0, 10**6)
        eggs = whole(setup, "eggs", 0, deals)
        doubled = setup.get("doubled")
        if type(doubled) is not bool or (doubled and not (eggs and self.options.eggs_double_next)):
            raise ValueError(f"doubled: expected whether the game before was eggs, got {doubled!r}")
        match = KozelMatch(
            whole(setup, "dealer", 0, SEATS - 1),
            whole(setup, "leader", 0, SEATS - 1),
            (totals[0], totals[1]),
            deals,
            eggs,
            doubled,
        )
        return self._dealt(deck, trump_at, match)

    def _read(self, action: Action) -> Action:
        return action._replace(cards=tuple(sorted(action.cards)))


def _followed(traces: tuple[Trace, ...], play: Play) -> tuple[Trace, ...]:
    """Return what is still known of cards that all saw go into a hand, after a play (KA18)."""
    if play.kind != "throw":
        return tuple(trace for trace in traces if trace.card not in play.cards)
    return tuple(trace._replace(sure=False) if trace.seat == play.seat else trace for trace in traces)
