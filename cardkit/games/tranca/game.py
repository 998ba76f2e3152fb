"""Tranca, from the deal to the count: read it beside the rulebook, top to bottom.

A turn goes through two phases: ``draw`` (take a card or the pile, T20) and ``play`` (lay melds, then
discard, T18, T19); the deal ends in ``over``. What is allowed in each, and how an action is written, is
told in `actions` and `allowed`; here is what happens.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardkit.cards import CARDS, UNKNOWN, Card, cards, text
from cardkit.engine import Action, Event, Game, Outcome, Place, ScoreSheet, Standing, Verdict
from cardkit.games.deals import whole
from cardkit.games.tranca import actions, allowed
from cardkit.games.tranca.conditions import drawable, may_get_morto
from cardkit.games.tranca.melds import BLACK_3S, RANK, RED_3S, WILD, Cards, Meld, make, ordered
from cardkit.games.tranca.options import PRESETS, TrancaOptions
from cardkit.games.tranca.score import sheet
from cardkit.games.tranca.state import (
    MatchSoFar,
    TrancaObservation,
    TrancaState,
    cards_in,
    changed,
    having,
    mask_of,
    put,
    without,
)
from cardkit.rng import Seed, shuffled, stream

HAND_SIZE: Final = 11
MORTOS: Final = 2
_RED_3_BITS: Final = mask_of((*RED_3S, *RED_3S))
_NONE: Final = {2: ((), ()), 4: ((), (), (), ())}
_HIDDEN: Final = tuple((UNKNOWN,) * n for n in range(105))

After = tuple[TrancaState, tuple[Event, ...]]


class Tranca(Game[TrancaOptions, TrancaState, TrancaObservation]):
    """The rules of Tranca under the options of `TrancaOptions`.

    Sides are 0 and 1: a seat's side is its number modulo 2 (T1). Points, totals and winners are by side.
    """

    id = "tranca"
    options_type = TrancaOptions
    presets = PRESETS

    def __init__(self, /, preset: str = "seed", **options: Any) -> None:
        super().__init__(preset, **options)
        self._seats = self.options.players

    @property
    def seats(self) -> int:
        """The number of players: four in two pairs, or two (T2, TA24)."""
        return self._seats

    # --- the deal (T3, T4, TA8, TA26) ---------------------------------------------------------

    def deal(
        self,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
        *,
        dealer: int | None = None,
    ) -> TrancaState:
        """Deal 11 cards each, clockwise from the dealer's left, then the two mortos; red 3s are laid (TA8).

        ``deck[0]`` is dealt first; a short deck needs a seed to shuffle the rest of the pack behind it. What
        happened to red 3s that were dealt is told by `opening`.
        """
        if dealer is None:
            dealer = self._seats - 1
        elif not 0 <= dealer < self._seats:
            raise ValueError(f"dealer={dealer}: expected a seat from 0 to {self._seats - 1}")
        return self._deal(seed, deck, MatchSoFar(dealer, (0, 0), 0))

    def _deal(self, seed: Seed | None, deck: Sequence[Card] | None, match: MatchSoFar) -> TrancaState:
        return self._opened(_full_deck(seed, deck or ()), match)[0]

    def opening(self, state: TrancaState) -> tuple[Event, ...]:
        """Return what happened before the first turn: the red 3s laid and replaced (TA8)."""
        return self._opened(state.deck, state.match)[1] if state.deck else ()

    def _opened(self, deck: Cards, match: MatchSoFar) -> After:
        n = self._seats
        first = (match.dealer + 1) % n
        dealt = n * HAND_SIZE
        mortos = tuple(
            deck[start : start + HAND_SIZE] for start in range(dealt, dealt + MORTOS * HAND_SIZE, HAND_SIZE)
        )
        state = TrancaState(
            turn=first,
            phase="draw",
            hands=tuple(mask_of(deck[(seat - first) % n : dealt : n]) for seat in range(n)),
            known=(0,) * n,
            stock=deck[dealt + MORTOS * HAND_SIZE :],
            pile=(),
            mortos=mortos,
            melds=((), ()),
            red3s=((), ()),
            taken=(False, False),
            waiting=0,
            ender=None,
            stopped=False,
            turns=0,
            match=match,
            deck=deck,
        )
        events: list[Event] = []
        for k in range(n):
            state = self._lay_red_3s(state, (first + k) % n, events)
        return state, tuple(events)

    # --- what one may do ----------------------------------------------------------------------

    def legal_actions(self, state: TrancaState, seat: int | None = None) -> tuple[Action, ...]:
        """Return all a seat may do now, sorted; ``seat=None`` is the seat to move, nobody else may act."""
        if seat is None:
            seat = state.turn
        elif not 0 <= seat < self._seats:
            raise self._no_seat(seat)
        return () if seat is None else actions.legal_actions(self.options, state, seat)

    def _no_seat(self, seat: int) -> ValueError:
        return ValueError(f"no seat {seat}: expected 0 to {self._seats - 1}")

    def check(self, state: TrancaState, action: Action) -> Verdict:
        """Say whether an action is allowed now, and by which rule."""
        return allowed.check(self.options, state, action)

    def _read(self, action: Action) -> Action:
        """Bring cards into their order and name melds of the own side by their number alone."""
        seat = action.seat
        own = tuple((seat if owner % 2 == seat % 2 else owner, at) for owner, at in action.places)
        if any(card == UNKNOWN for card in action.cards):
            return action
        return action._replace(cards=ordered(action.cards), places=own)

    # --- what happens -------------------------------------------------------------------------

    def _do(self, state: TrancaState, action: Action) -> After:
        seat, kind, laid, places = action
        if kind == "draw":
            return self._draw(state, seat)
        if kind == "discard":
            return self._discard(state, seat, laid[0])
        if kind in ("meld", "add"):
            return self._lay(_without(state, seat, laid), seat, laid, places, [])
        if kind == "take":
            return self._take(state, seat, laid, places)
        if kind == "pass":
            return self._next_turn(state, seat, [Event("pass", seat, "TA10")])
        return self._finish(changed(state, stopped=True), [Event("stop", seat, "TA16")])

    def _draw(self, state: TrancaState, seat: int) -> After:
        """Draw the top card of the stock (T20); a red 3 is laid and replaced (TA8)."""
        events: list[Event] = []
        state = self._from_stock(state, seat, "draw", "T20", events)
        if state.hands[seat] & _RED_3_BITS:
            state = self._lay_red_3s(state, seat, events)
        return state, tuple(events)

    def _from_stock(
        self, state: TrancaState, seat: int, kind: str, rule: str, events: list[Event]
    ) -> TrancaState:
        """Give a seat the next card of the stock; a morto becomes the stock if that is used up (TA16)."""
        stock, mortos = state.stock, state.mortos
        if not stock:
            if not drawable(self.options, state):
                events.append(Event("no_card", seat, "TA10"))
                return state
            stock, mortos = mortos[0], mortos[1:]
            events.append(Event("morto_stock", None, "TA16", params={"n": len(stock), "left": len(mortos)}))
        card = stock[0]
        events.append(Event(kind, seat, rule, (card,), (), (seat,)))
        hands = put(state.hands, seat, having(state.hands[seat], card))
        # whoever draws may lay; cards that replace dealt red 3s do not begin a turn
        phase = "play" if kind == "draw" else state.phase
        return changed(state, phase=phase, hands=hands, stock=stock[1:], mortos=mortos)

    def _lay_red_3s(self, state: TrancaState, seat: int, events: list[Event]) -> TrancaState:
        """Lay the red 3s of a hand one by one, each replaced before the next (T11, TA8–TA10)."""
        side = seat % 2
        while red := state.hands[seat] & _RED_3_BITS:
            card = cards_in(red)[0]
            events.append(Event("red3", seat, "T11", (card,)))
            state = changed(
                state,
                hands=put(state.hands, seat, without(state.hands[seat], card)),
                red3s=put(state.red3s, side, (*state.red3s[side], card)),
            )
            if self.options.red3_replace:
                state = self._from_stock(state, seat, "replace", "TA8", events)
        return state

    def _take(self, state: TrancaState, seat: int, laid: Cards, places: tuple[Place, ...]) -> After:
        """Take the whole pile: its top is laid, the rest comes to hand (T20, T21, TA13)."""
        *rest, top = state.pile
        state = _without(state, seat, laid)
        hand, known = state.hands[seat], state.known[seat]
        for card in rest:
            hand, known = having(hand, card), having(known, card)
        after = changed(
            state,
            phase="play",
            hands=put(state.hands, seat, hand),
            known=put(state.known, seat, known),
            pile=(),
        )
        event = Event("take", seat, "T21", tuple(rest), params={"card": top, "n": len(rest) + 1})
        return self._lay(after, seat, ordered((*laid, top)), places, [event])

    def _lay(
        self, state: TrancaState, seat: int, laid: Cards, places: tuple[Place, ...], events: list[Event]
    ) -> After:
        """Lay cards that have left the hand as a new meld or onto one (T8, T18); out of cards: T14, T24."""
        side = seat % 2
        melds = state.melds[side]
        if places:
            at = places[0][1]
            old: Meld | None = melds[at]
            new = make((*melds[at].cards, *laid))
            melds = put(melds, at, new)
        else:
            at, old, new = len(melds), None, make(laid)
            melds = (*melds, new)
        events += self._told(seat, old, new, laid, (side, at))
        after = changed(state, melds=put(state.melds, side, melds))
        if state.hands[seat]:
            return after, tuple(events)
        if not may_get_morto(after, side):
            return self._finish(changed(after, ender=seat), events)
        after = self._get_morto(after, seat, "T14", "direct", events)
        return self._lay_red_3s(after, seat, events), tuple(events)

    def _told(self, seat: int, old: Meld | None, new: Meld, laid: Cards, place: Place) -> list[Event]:
        """Return the events of a laying: what lies, whether the wild slid (TA5), canastras (T16, TA6)."""
        params: dict[str, Any] = {"meld": place[1] + 1, "n": len(new.cards), "wilds": new.wilds}
        if old is None:
            rule = "T9" if new.wilds else "T6"
        else:
            rule = "T9" if any(RANK[card] == WILD for card in laid) else "T8"
            if old.wilds and new.is_run:
                before, after = old.wild_ranks(), new.wild_ranks()[: old.wilds]
                if before != after:
                    params["slid"] = (before, after)
        events = [Event("meld" if old is None else "add", seat, rule, laid, (place,), params=params)]
        sets = self.options.sets_make_canastra
        if new.is_canastra(sets):
            rule = "T16" if new.is_run else "TA2"
            if old is None or not old.is_canastra(sets):
                clean = {"clean": new.clean, "meld": place[1] + 1}
                events.append(Event("canastra", seat, rule, new.cards, (place,), params=clean))
            elif old.clean and not new.clean:
                events.append(Event("dirtied", seat, "TA6", laid, (place,), params={"meld": place[1] + 1}))
        return events

    def _get_morto(
        self, state: TrancaState, seat: int, rule: str, how: str, events: list[Event]
    ) -> TrancaState:
        """Give a seat that has run out of cards the next morto (T12–T15, T22, T23)."""
        morto, *left = state.mortos
        events.append(Event("out", seat, "T12", params={"how": how}))
        params = {"how": how, "left": len(left)}
        events.append(Event("morto", seat, rule, tuple(sorted(morto)), (), (seat,), params))
        return changed(
            state,
            hands=put(state.hands, seat, mask_of(morto)),
            mortos=tuple(left),
            taken=put(state.taken, seat % 2, True),
        )

    def _discard(self, state: TrancaState, seat: int, card: Card) -> After:
        """Discard a card, which ends the turn (T19); a black 3 locks the pile for the next (T10, TA14)."""
        hand, known = state.hands[seat], state.known
        hand = without(hand, card)
        if known[seat] >> card & 1:
            known = put(known, seat, without(known[seat], card))
        hands = put(state.hands, seat, hand)
        state = changed(state, hands=hands, known=known, pile=(*state.pile, card))
        black = card in BLACK_3S
        events = [Event("discard", seat, "T10" if black else "T19", (card,))]
        if not hand:
            if not may_get_morto(state, seat % 2):
                return self._finish(changed(state, ender=seat), events)
            state = self._get_morto(state, seat, "T15", "indirect", events)
            state = changed(state, waiting=state.waiting | 1 << seat)
        if black:
            events.append(Event("lock", (seat + 1) % self._seats, "T10", (card,)))
        return self._next_turn(state, seat, events)

    def _next_turn(self, state: TrancaState, seat: int, events: list[Event]) -> After:
        """Pass the turn to the left (T17); a morto got by an indirect batida comes into use (T15, TA9)."""
        following = (seat + 1) % self._seats
        state = changed(state, turn=following, phase="draw", turns=state.turns + 1)
        if state.waiting >> following & 1:
            events.append(Event("open_morto", following, "T15"))
            state = changed(state, waiting=state.waiting & ~(1 << following))
            state = self._lay_red_3s(state, following, events)
        return state, tuple(events)

    def _finish(self, state: TrancaState, events: list[Event]) -> After:
        """Show all hands and count (T24, T27)."""
        over = changed(state, turn=None, phase="over")
        if over.ender is not None:
            events.append(Event("out", over.ender, "T24", params={"how": "end"}))
        totals = self.score(over).totals
        events.append(Event("reveal", None, "T27"))
        events.append(Event("end", over.ender, "T27", params={"totals": totals, "stopped": over.stopped}))
        return over, tuple(events)

    # --- what is seen -------------------------------------------------------------------------

    def observe(self, state: TrancaState, seat: int | None = None) -> TrancaObservation:
        """Return what a seat may know; an onlooker (``None``) knows what everybody does.

        When the deal is over all hands are open.
        """
        if seat is not None and not 0 <= seat < self._seats:
            raise self._no_seat(seat)
        hands, known, pile = state.hands, state.known, state.pile
        shown: tuple[Cards, ...]
        if not any(known):
            # nobody has taken a pile yet: the common case
            shown = _NONE[self._seats]
            views = [_HIDDEN[hand.bit_count()] for hand in hands]
        else:
            shown = tuple([cards_in(mask) for mask in known])
            pairs = zip(hands, shown, strict=True)
            views = [seen + _HIDDEN[hand.bit_count() - len(seen)] for hand, seen in pairs]
        if state.phase == "over":
            views = [cards_in(hand) for hand in hands]
        elif seat is not None:
            views[seat] = cards_in(hands[seat])
        return tuple.__new__(
            TrancaObservation,
            (
                seat,
                state.turn,
                state.phase,
                tuple(views),
                shown,
                len(state.stock),
                pile[-1] if pile else None,
                len(pile),
                len(state.mortos),
                *state[7:15],
            ),
        )

    def worlds(self, observation: TrancaObservation, rng: random.Random) -> TrancaState:
        """Return a position drawn evenly from those that fit an observation.

        It has no ``deck``: how the deal began is not known. Red 3s never lie in a pile or in a hand in use.
        """
        seen = Counter(card for hand in observation.hands for card in hand if card != UNKNOWN)
        seen.update(card for melds in observation.melds for meld in melds for card in meld.cards)
        seen.update(card for red3s in observation.red3s for card in red3s)
        under = observation.pile_size - 1 if observation.pile_top is not None else 0
        if observation.pile_top is not None:
            seen[observation.pile_top] += 1
        unseen = [card for card in CARDS[:52] for _ in range(2 - seen[card])]
        hidden = [hand.count(UNKNOWN) for hand in observation.hands]
        # places: each hand's hidden cards, the pile under its top, the mortos, the stock
        owners = [seat for seat, n in enumerate(hidden) for _ in range(n)]
        places: list[int | str] = [*owners, *["pile"] * under]
        places += [f"morto {k}" for k in range(observation.mortos) for _ in range(HAND_SIZE)]
        places += ["stock"] * observation.stock_size
        free = [
            at
            for at, place in enumerate(places)
            if (observation.waiting >> place & 1 if isinstance(place, int) else place != "pile")
        ]
        red = shuffled([card for card in unseen if card in RED_3S], rng)
        others = iter(shuffled([card for card in unseen if card not in RED_3S], rng))
        laid = dict(zip(rng.sample(free, len(red)), red, strict=True))
        lying: dict[int | str, list[Card]] = {}
        for at, place in enumerate(places):
            lying.setdefault(place, []).append(laid[at] if at in laid else next(others))
        hands = tuple(
            mask_of((*(card for card in hand if card != UNKNOWN), *lying.get(seat, ())))
            for seat, hand in enumerate(observation.hands)
        )
        top = () if observation.pile_top is None else (observation.pile_top,)
        return TrancaState(
            observation.turn,
            observation.phase,
            hands,
            tuple(mask_of(known) for known in observation.known),
            tuple(lying.get("stock", ())),
            (*lying.get("pile", ()), *top),
            tuple(tuple(lying[f"morto {k}"]) for k in range(observation.mortos)),
            *observation[9:],
            deck=(),
        )

    # --- what it comes to ---------------------------------------------------------------------

    def score(self, position: TrancaState | TrancaObservation) -> ScoreSheet:
        """Return every point of both sides, as if the deal ended now (T25–T30)."""
        return sheet(position, self.options)

    def outcome(self, state: TrancaState) -> Outcome | None:
        """Return both sides' points, the higher first (T5); equal points are a draw (TA25)."""
        if state.phase != "over":
            return None
        points = self._points(state)
        ranking = tuple(
            tuple(side for side in (0, 1) if points[side] == value)
            for value in sorted(set(points), reverse=True)
        )
        return Outcome("stopped" if state.stopped else "batida", ranking, points)

    def _points(self, state: TrancaState) -> tuple[int, ...]:
        return tuple(total for total in self.score(state).totals if total is not None)

    def standing(self, state: TrancaState) -> Standing:
        """Return both sides' totals and, once decided, who won (TA25).

        Without a target one deal decides, and equal points are a draw. With one, the higher total wins once
        a side has reached it; a tie plays on.
        """
        _, totals, deals = state.match
        if state.phase != "over":
            return Standing(totals, deals, None)
        totals = tuple(a + b for a, b in zip(totals, self._points(state), strict=True))
        best = max(totals)
        winners = tuple(side for side in (0, 1) if totals[side] == best)
        target = self.options.target
        decided = target is None or (best >= target and len(winners) == 1)
        return Standing(totals, deals + 1, winners if decided else None)

    def next_deal(
        self,
        state: TrancaState,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
    ) -> TrancaState:
        """Return the next deal of the match: the dealer moves left (TA26), totals are carried on."""
        if state.phase != "over":
            raise ValueError("this deal is not over yet")
        standing = self.standing(state)
        if standing.winners is not None:
            raise ValueError(f"the match is over after {standing.deals} deals")
        dealer = (state.match.dealer + 1) % self._seats
        return self._deal(seed, deck, MatchSoFar(dealer, standing.totals, standing.deals))

    def setup(self, state: TrancaState) -> dict[str, Any]:
        """Return what a deal started from: deck, dealer, totals, deals played.

        ``ValueError`` for a position drawn by `worlds`, which has no deal behind it.
        """
        if not state.deck:
            raise ValueError("this position was made up from an observation: no deal led to it")
        return {
            "deck": text(state.deck),
            "dealer": state.match.dealer,
            "totals": list(state.match.totals),
            "deals": state.match.deals,
        }

    def restore(self, setup: Mapping[str, Any]) -> TrancaState:
        """Return the first position of a deal from what `setup` told."""
        if not isinstance(setup.get("deck"), str):
            raise ValueError("deck: expected 104 cards as text")
        deck = _full_deck(None, cards(setup["deck"]))
        dealer = whole(setup, "dealer", 0, self._seats - 1)
        deals = whole(setup, "deals", 0, 999_999)
        totals = setup.get("totals")
        if not isinstance(totals, list) or [type(total) for total in totals] != [int, int]:
            raise ValueError(f"totals: expected 2 whole numbers, got {totals!r}")
        return self._opened(deck, MatchSoFar(dealer, tuple(totals), deals))[0]


def _without(state: TrancaState, seat: int, played: Cards) -> TrancaState:
    """Take cards out of a hand; a copy that everybody knows to be there is the one played (TA27)."""
    hand, known = state.hands[seat], state.known[seat]
    for card in played:
        hand = without(hand, card)
        if known >> card & 1:
            known = without(known, card)
    return changed(state, hands=put(state.hands, seat, hand), known=put(state.known, seat, known))


def _full_deck(seed: Seed | None, given: Sequence[Card]) -> Cards:
    """Return all 104 cards as faces: the given ones first, the others as the seed shuffles them (T3)."""
    wrong = [card for card in given if not 0 <= card < 104]
    if wrong:
        raise ValueError(f"deck: expected cards of two packs of 52, got {wrong[0]}")
    faces = tuple(CARDS[card % 52] for card in given)
    counts = Counter(faces)
    if many := [card for card, n in counts.items() if n > 2]:
        raise ValueError(f"deck: expected each card twice, got {many[0]} {counts[many[0]]} times")
    rest = [card for card in CARDS[:52] for _ in range(2 - counts[card])]
    if seed is None:
        if rest:
            raise ValueError(f"deck: {len(rest)} of 104 cards missing, and no seed to shuffle them")
        return faces
    return faces + shuffled(rest, stream(seed, "deal"))
