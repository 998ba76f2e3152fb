"""Positions of Kozel that fit all one seat knows.

What an observation says about unseen cards, beside their number in each place:

- the shown card came from the stock (K4), and any of its 20 places is as likely as another (KA6);
- a traced card is in that hand or among what the seat threw off since (KA18);
- who was asked about a molodka held four of one suit, who could have been and was not did not (KA10).

All orders of the other unseen cards are equally likely. Choices of the players are taken to tell nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Final, TypeVar

from cardkit.cards import UNKNOWN, Card
from cardkit.games.kozel.beating import PACK, SUIT
from cardkit.games.kozel.options import KozelOptions
from cardkit.games.kozel.state import HAND_SIZE, SEATS, KozelObservation, KozelState, Play
from cardkit.rng import shuffled

N = TypeVar("N", float, Fraction)

_STOCK: Final = len(PACK) - SEATS * HAND_SIZE


class _Place:
    """Unseen cards that lie together: in a hand, in one throw-off, or in the stock.

    ``from_stock`` is the chance that a card here was drawn, ``when`` the number of the trick a throw-off
    belongs to (a hand counts as the trick to come). ``four``: known to be of one suit, with the cards of it
    that are seen, or known not to be (``False``), or not known (``None``).
    """

    __slots__ = ("cards", "four", "from_stock", "owner", "seen", "size", "when")

    def __init__(
        self,
        owner: int | None,
        when: int,
        size: int,
        from_stock: float,
        four: bool | None = None,
        seen: tuple[Card, ...] = (),
    ) -> None:
        self.owner = owner
        self.when = when
        self.size = size
        self.from_stock = from_stock
        self.four = four
        self.seen = seen
        self.cards: list[Card] = []

    @property
    def free(self) -> int:
        """How many cards are still to be chosen."""
        return self.size - len(self.cards)

    def fits(self) -> bool:
        """Whether the cards chosen are what asking has shown them to be."""
        if self.four is None:
            return True
        suits = {SUIT[card] for card in (*self.cards, *self.seen)}
        return (len(suits) == 1) == self.four


def world(seen: KozelObservation, options: KozelOptions, rng: random.Random) -> KozelState:
    """Return a position drawn from those that fit what a seat knows.

    ``ValueError`` for an observation that no deal of 36 cards can have led to.
    """
    tricks = [trick.plays for trick in seen.tricks]
    drawn, emptied = drawn_since([len(plays[0].cards) for plays in tricks], 0.0)
    places: dict[tuple[int, int], _Place] = {}
    for when, plays in enumerate((*tricks, seen.trick)):
        asked, unasked = _asking(seen, when)
        for play in plays:
            if play.cards[0] == UNKNOWN:
                four = _four(play.seat, asked, unasked) if len(play.cards) == HAND_SIZE else None
                places[when, play.seat] = _Place(play.seat, when, len(play.cards), drawn[when], four)
    now = len(tricks)
    for seat, hand in enumerate(seen.hands):
        known = tuple(card for card in hand if card != UNKNOWN)
        four = _four(seat, seen.asked, seen.unasked) if len(hand) == HAND_SIZE else None
        if len(known) < len(hand):
            places[now + 1, seat] = _Place(seat, now + 1, len(hand) - len(known), drawn[now], four, known)
    stock = _Place(None, now, seen.stock_size, 1.0)
    pool = _unseen(seen)
    if len(pool) != stock.size + sum(place.size for place in places.values()):
        raise ValueError(f"{len(pool)} cards are unseen, which does not fit the places they can be in")
    everywhere = [*places.values(), stock]
    for _ in range(_TRIES):
        if _fill(everywhere, pool, emptied, seen, options, rng):
            break
    else:
        raise ValueError("no deal fits this observation")
    if options.trump_card == "bottom" and stock.cards:
        order = (*(card for card in stock.cards if card != seen.shown), seen.shown)
    else:
        order = shuffled(stock.cards, rng)
    return _state(seen, places, order)


_TRIES: Final = 10_000
"""A try fails where chance gives somebody four of a suit who is known not to hold them: one in 50 or so."""


def drawn_since(sizes: Sequence[int], none: N) -> tuple[list[N], list[int]]:
    """Return what the sizes of the leads of finished tricks tell about all hands.

    First, for the hands at each trick and, last, as they are now: the chance that a card in them was drawn
    from the stock, as any card of a hand is as likely to have been played as another; in the numbers of
    ``none``, which is their 0. Then the tricks that took whole hands.
    """
    chance, held, stock = none, HAND_SIZE, _STOCK
    out, emptied = [chance], []
    for when, size in enumerate(sizes):
        kept = held - size
        more = min(HAND_SIZE - kept, stock // SEATS)
        if not kept:
            emptied.append(when)
        held, stock = kept + more, stock - SEATS * more
        chance = (kept * chance + more) / held if held else chance
        out.append(chance)
    return out, emptied


def _asking(seen: KozelObservation, when: int) -> tuple[int, int]:
    if when < len(seen.tricks):
        return seen.tricks[when].asked, seen.tricks[when].unasked
    return seen.asked, seen.unasked


def _four(seat: int, asked: int, unasked: int) -> bool | None:
    """Return what asking told of a seat's four cards of a trick (KA10)."""
    if asked >> seat & 1:
        return True
    return False if unasked >> seat & 1 else None


def _unseen(seen: KozelObservation) -> list[Card]:
    """Return the cards whose place the seat does not know."""
    known = {card for hand in seen.hands for card in hand}
    for plays in (*(trick.plays for trick in seen.tricks), seen.trick):
        known.update(card for play in plays for card in play.cards)
    return [card for card in PACK if card not in known]


def _fill(
    places: list[_Place],
    pool: list[Card],
    emptied: list[int],
    seen: KozelObservation,
    options: KozelOptions,
    rng: random.Random,
) -> bool:
    """Give every place its cards; ``False`` if chance led to what asking has ruled out."""
    left = set(pool)
    for place in places:
        place.cards = []

    def put(card: Card, into: list[_Place], weights: list[float]) -> bool:
        if not any(weights):
            return False
        rng.choices(into, weights)[0].cards.append(card)
        left.remove(card)
        return True

    # the youngest trace has the fewest places: choosing for it first keeps all choices even
    for trace in sorted(seen.traces, key=lambda trace: -trace.since):
        if trace.card in left:
            # what a hand had gone with the first trick that took all of it
            last = next((when for when in emptied if when >= trace.since), len(seen.tricks) + 1)
            own = [p for p in places if p.owner == trace.seat and trace.since <= p.when <= last]
            if not put(trace.card, own, [float(p.free) for p in own]):
                return False
    stock = places[-1]
    if options.trump_card == "bottom" and stock.size:
        put(seen.shown, [stock], [1.0])
    if not _fill_fours([place for place in places if place.four], left, seen.shown, rng):
        return False
    if seen.shown in left and not put(seen.shown, places, [p.free * p.from_stock for p in places]):
        return False
    # sorted, since the order of a set is not the same everywhere
    rest = iter(shuffled(sorted(left), rng))
    for place in places:
        place.cards += [next(rest) for _ in range(place.free)]
    return all(place.fits() for place in places)


def _fill_fours(fours: list[_Place], left: set[Card], shown: Card, rng: random.Random) -> bool:
    """Choose the cards of those who were asked: suits first, by the number of ways to have them."""
    if not fours:
        return True

    def held(place: _Place, suit: int) -> list[Card]:
        # nobody has drawn before the first trick: the shown card was in nobody's hand
        return sorted(c for c in left if SUIT[c] == suit and (place.from_stock or c != shown))

    def ways(suits: tuple[int, ...]) -> int:
        counts = []
        for at, (place, suit) in enumerate(zip(fours, suits, strict=True)):
            if any(SUIT[card] != suit for card in (*place.seen, *place.cards)):
                return 0
            before = sum(p.free for p, s in zip(fours[:at], suits, strict=False) if s == suit)
            counts.append(comb(max(len(held(place, suit)) - before, 0), place.free))
        return prod(counts)

    choices = list(product(range(4), repeat=len(fours)))
    weights = [ways(suits) for suits in choices]
    if not any(weights):
        return False
    for place, suit in zip(fours, rng.choices(choices, weights)[0], strict=True):
        of_suit = held(place, suit)
        if len(of_suit) < place.free:
            return False
        chosen = rng.sample(of_suit, place.free)
        place.cards += chosen
        left.difference_update(chosen)
    return True


def _state(
    seen: KozelObservation, places: dict[tuple[int, int], _Place], stock: tuple[Card, ...]
) -> KozelState:
    """Return the state of an observation with the chosen cards in its places."""

    def full(play: Play, when: int) -> Play:
        return Play(play.seat, play.kind, shown(when, play.seat)) if play.cards[0] == UNKNOWN else play

    def shown(when: int, seat: int) -> tuple[Card, ...]:
        return tuple(sorted(places[when, seat].cards))

    now = len(seen.tricks)
    hands = []
    for seat, hand in enumerate(seen.hands):
        known = tuple(card for card in hand if card != UNKNOWN)
        hands.append(known + (shown(now + 1, seat) if len(known) < len(hand) else ()))
    return KozelState(
        seen.turn,
        seen.phase,
        tuple(hands),
        stock,
        seen.shown,
        seen.leader,
        tuple(full(play, now) for play in seen.trick),
        seen.claimant,
        seen.settled,
        seen.asked,
        seen.unasked,
        tuple(
            trick._replace(plays=tuple(full(play, when) for play in trick.plays))
            for when, trick in enumerate(seen.tricks)
        ),
        seen.traces,
        seen.match,
    )
