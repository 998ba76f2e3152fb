"""Tranca, from the deal to the count: read it beside the rulebook, top to bottom.

A turn goes through two phases: ``draw`` (take a card or the pile, T20) and ``play`` (lay melds, then
discard, T18, T19); the deal ends in ``over``. What is allowed in each, and how an action is written, is
told in `actions` and `allowed`; here is what happens.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from cardkit.cards import CARDS, UNKNOWN, Card, cards, text
from cardkit.engine import NO_PARAMS, Action, Event, Game, Outcome, Place, ScoreSheet, Standing, Verdict, new
from cardkit.games.deals import whole
from cardkit.games.tranca import actions, allowed
from cardkit.games.tranca.conditions import drawable, may_get_morto
from cardkit.games.tranca.melds import BLACK_3S, RED_3S, Cards, Meld, Melds, ordered
from cardkit.games.tranca.options import PRESETS, TrancaOptions
from cardkit.games.tranca.score import sheet
from cardkit.games.tranca.state import (
    ENDER,
    HANDS,
    KNOWN,
    MELDS,
    MORTOS,
    PHASE,
    PILE,
    RED3S,
    STOCK,
    STOPPED,
    TAKEN,
    TURN,
    TURNS,
    WAITING,
    Draft,
    MatchSoFar,
    TrancaObservation,
    TrancaState,
    cards_in,
    having,
    mask_of,
    put,
    without,
)
from cardkit.rng import Seed, shuffled, stream

HAND_SIZE: Final = 11
MORTO_COUNT: Final = 2
_TWO_PACKS: Final = tuple(card for card in CARDS[:52] for _ in range(2))
_RED_3_BITS: Final = mask_of((*RED_3S, *RED_3S))

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
            deck[start : start + HAND_SIZE]
            for start in range(dealt, dealt + MORTO_COUNT * HAND_SIZE, HAND_SIZE)
        )
        after: Draft = [
            *TrancaState(
                turn=first,
                phase="draw",
                hands=(),
                known=((),) * n,
                stock=deck[dealt + MORTO_COUNT * HAND_SIZE :],
                pile=(),
                mortos=mortos,
                melds=(Melds(), Melds()),
                red3s=((), ()),
                taken=(False, False),
                waiting=0,
                ender=None,
                stopped=False,
                turns=0,
                match=match,
                deck=deck,
            )
        ]
        after[HANDS] = [mask_of(deck[(seat - first) % n : dealt : n]) for seat in range(n)]
        events: list[Event] = []
        for k in range(n):
            self._lay_red_3s(after, (first + k) % n, events)
        after[HANDS] = tuple(after[HANDS])
        return new(TrancaState, after), tuple(events)

    # --- what one may do ----------------------------------------------------------------------

    def _legal(self, state: TrancaState, seat: int) -> tuple[Action, ...]:
        return actions.legal_actions(self.options, state, seat)

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
        after: Draft = [*state]
        after[HANDS] = [*state.hands]
        events: list[Event] = []
        if kind == "draw":
            self._draw(after, seat, events)
        elif kind == "discard":
            self._discard(after, seat, laid[0], events)
        elif kind in ("meld", "add"):
            self._play(after, seat, laid)
            self._lay(after, seat, laid, places, events)
        elif kind == "take":
            self._take(after, seat, laid, places, events)
        elif kind == "pass":
            events.append(Event("pass", seat, "TA10"))
            self._next_turn(after, seat, events)
        else:
            events.append(Event("stop", seat, "TA16"))
            after[STOPPED] = True
            self._finish(after, events)
        after[HANDS] = tuple(after[HANDS])
        return new(TrancaState, after), tuple(events)

    def _draw(self, after: Draft, seat: int, events: list[Event]) -> None:
        """Draw the top card of the stock (T20); a red 3 is laid and replaced (TA8)."""
        after[PHASE] = "play"
        self._from_stock(after, seat, "draw", "T20", events)
        self._lay_red_3s(after, seat, events)

    def _from_stock(self, after: Draft, seat: int, kind: str, rule: str, events: list[Event]) -> None:
        """Give a seat the next card of the stock; a morto becomes the stock if that is used up (TA16)."""
        stock = after[STOCK]
        if not stock:
            if not drawable(self.options, stock, after[MORTOS]):
                events.append(Event("no_card", seat, "TA10"))
                return
            stock, *mortos = after[MORTOS]
            after[MORTOS] = tuple(mortos)
            events.append(Event("morto_stock", None, "TA16", params={"n": len(stock), "left": len(mortos)}))
        card = stock[0]
        events.append(new(Event, (kind, seat, rule, (card,), (), (seat,), NO_PARAMS)))
        after[HANDS][seat] = having(after[HANDS][seat], card)
        after[STOCK] = stock[1:]

    def _lay_red_3s(self, after: Draft, seat: int, events: list[Event]) -> None:
        """Lay the red 3s of a hand one by one, each replaced before the next (T11, TA8–TA10)."""
        side = seat % 2
        while red := after[HANDS][seat] & _RED_3_BITS:
            card = cards_in(red)[0]
            events.append(Event("red3", seat, "T11", (card,)))
            after[HANDS][seat] = without(after[HANDS][seat], card)
            after[RED3S] = put(after[RED3S], side, (*after[RED3S][side], card))
            if self.options.red3_replace:
                self._from_stock(after, seat, "replace", "TA8", events)

    def _play(self, after: Draft, seat: int, played: Cards) -> None:
        """Take cards out of a hand; a copy that everybody knows to be there is the one played (TA27)."""
        hand, known = after[HANDS][seat], after[KNOWN][seat]
        for card in played:
            hand = without(hand, card)
            if card in known:
                at = known.index(card)
                known = known[:at] + known[at + 1 :]
                after[KNOWN] = put(after[KNOWN], seat, known)
        after[HANDS][seat] = hand

    def _take(
        self, after: Draft, seat: int, laid: Cards, places: tuple[Place, ...], events: list[Event]
    ) -> None:
        """Take the whole pile: its top is laid, the rest comes to hand (T20, T21, TA13)."""
        *rest, top = after[PILE]
        self._play(after, seat, laid)
        hand = after[HANDS][seat]
        for card in rest:
            hand = having(hand, card)
        after[PHASE] = "play"
        after[HANDS][seat] = hand
        after[KNOWN] = put(after[KNOWN], seat, tuple(sorted((*after[KNOWN][seat], *rest))))
        after[PILE] = ()
        events.append(Event("take", seat, "T21", tuple(rest), params={"card": top, "n": len(rest) + 1}))
        self._lay(after, seat, ordered((*laid, top)), places, events)

    def _lay(
        self, after: Draft, seat: int, laid: Cards, places: tuple[Place, ...], events: list[Event]
    ) -> None:
        """Lay cards that have left the hand as a new meld or onto one (T8, T18); out of cards: T14, T24."""
        side = seat % 2
        melds = after[MELDS][side]
        at = places[0][1] if places else len(melds)
        old = melds[at] if places else None
        melds = melds.laid(laid, places)
        events += self._told(seat, old, melds[at], laid, (side, at))
        after[MELDS] = put(after[MELDS], side, melds)
        if after[HANDS][seat]:
            return
        if may_get_morto(after[MORTOS], after[TAKEN][side]):
            self._get_morto(after, seat, "T14", "direct", events)
            self._lay_red_3s(after, seat, events)
        else:
            after[ENDER] = seat
            self._finish(after, events)

    def _told(self, seat: int, old: Meld | None, made: Meld, laid: Cards, place: Place) -> list[Event]:
        """Return the events of a laying: what lies, whether the wild slid (TA5), canastras (T16, TA6)."""
        params: dict[str, Any] = {"meld": place[1] + 1, "n": len(made.cards), "wilds": made.wilds}
        if old is None:
            rule = "T9" if made.wilds else "T6"
        else:
            rule = "T9" if made.wilds > old.wilds else "T8"
            if old.wilds and made.is_run:
                before, after = old.wild_ranks(), made.wild_ranks()[: old.wilds]
                if before != after:
                    params["slid"] = (before, after)
        kind = "meld" if old is None else "add"
        events = [new(Event, (kind, seat, rule, laid, (place,), None, params))]
        sets = self.options.sets_make_canastra
        if made.is_canastra(sets):
            rule = "T16" if made.is_run else "TA2"
            if old is None or not old.is_canastra(sets):
                clean = {"clean": made.clean, "meld": place[1] + 1}
                events.append(Event("canastra", seat, rule, made.cards, (place,), params=clean))
            elif old.clean and not made.clean:
                events.append(Event("dirtied", seat, "TA6", laid, (place,), params={"meld": place[1] + 1}))
        return events

    def _get_morto(self, after: Draft, seat: int, rule: str, how: str, events: list[Event]) -> None:
        """Give a seat that has run out of cards the next morto (T12–T15, T22, T23)."""
        morto, *left = after[MORTOS]
        events.append(Event("out", seat, "T12", params={"how": how}))
        params = {"how": how, "left": len(left)}
        events.append(Event("morto", seat, rule, tuple(sorted(morto)), (), (seat,), params))
        after[HANDS][seat] = mask_of(morto)
        after[MORTOS] = tuple(left)
        after[TAKEN] = put(after[TAKEN], seat % 2, True)

    def _discard(self, after: Draft, seat: int, card: Card, events: list[Event]) -> None:
        """Discard a card, which ends the turn (T19); a black 3 locks the pile for the next (T10, TA14)."""
        self._play(after, seat, (card,))
        after[PILE] += (card,)
        black = card in BLACK_3S
        events.append(new(Event, ("discard", seat, "T10" if black else "T19", (card,), (), None, NO_PARAMS)))
        if not after[HANDS][seat]:
            if not may_get_morto(after[MORTOS], after[TAKEN][seat % 2]):
                after[ENDER] = seat
                self._finish(after, events)
                return
            self._get_morto(after, seat, "T15", "indirect", events)
            after[WAITING] |= 1 << seat
        if black:
            events.append(Event("lock", (seat + 1) % self._seats, "T10", (card,)))
        self._next_turn(after, seat, events)

    def _next_turn(self, after: Draft, seat: int, events: list[Event]) -> None:
        """Pass the turn to the left (T17); a morto got by an indirect batida comes into use (T15, TA9)."""
        following = (seat + 1) % self._seats
        after[TURN] = following
        after[PHASE] = "draw"
        after[TURNS] += 1
        if after[WAITING] >> following & 1:
            events.append(Event("open_morto", following, "T15"))
            after[WAITING] &= ~(1 << following)
            self._lay_red_3s(after, following, events)

    def _finish(self, after: Draft, events: list[Event]) -> None:
        """Show all hands and count (T24, T27)."""
        after[TURN] = None
        after[PHASE] = "over"
        ender, stopped = after[ENDER], after[STOPPED]
        if ender is not None:
            events.append(Event("out", ender, "T24", params={"how": "end"}))
        totals = self.score(new(TrancaState, after)).totals
        events.append(Event("reveal", None, "T27"))
        events.append(Event("end", ender, "T27", params={"totals": totals, "stopped": stopped}))

    # --- what is seen -------------------------------------------------------------------------

    def observe(self, state: TrancaState, seat: int | None = None) -> TrancaObservation:
        """Return what a seat may know; an onlooker (``None``) knows what everybody does.

        When the deal is over all hands are open.
        """
        turn, phase, hands, known, stock, pile, mortos, *in_sight, _ = state
        views = [*map(_from_outside, map(int.bit_count, hands), known)]
        if seat is not None:
            if not 0 <= seat < self._seats:
                raise self._no_seat(seat)
            views[seat] = cards_in(hands[seat])
        if phase == "over":
            views = [cards_in(hand) for hand in hands]
        fields = (
            seat, turn, phase, tuple(views), known, len(stock),
            pile[-1] if pile else None, len(pile), len(mortos), *in_sight,
        )  # fmt: skip
        return new(TrancaObservation, fields)

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
            observation.known,
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


@lru_cache(maxsize=256)
def _from_outside(size: int, known: Cards) -> Cards:
    """Return a hand of some size as others see it: what all know to be in it, then unknown cards."""
    return known + (UNKNOWN,) * (size - len(known))


def _full_deck(seed: Seed | None, given: Sequence[Card]) -> Cards:
    """Return all 104 cards as faces: the given ones first, the others as the seed shuffles them (T3)."""
    wrong = [card for card in given if not 0 <= card < 104]
    if wrong:
        raise ValueError(f"deck: expected cards of two packs of 52, got {wrong[0]}")
    if not given and seed is not None:
        return shuffled(_TWO_PACKS, stream(seed, "deal"))
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
