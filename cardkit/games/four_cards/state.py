"""A position of 4 Cartas and what one seat may know of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardkit.cards import CARDS, UNKNOWN, Card, Rank
from cardkit.engine import Place

Cards = tuple[Card | None, ...]
"""The slots of one hand: a card, `UNKNOWN`, or ``None`` where the slot is empty."""


class Hand:
    """The face-down cards of one player, and who knows them.

    ``cards[slot]`` is a card or ``None`` where the slot is empty (slots never close up, CA19);
    ``knowers[slot]`` is the bit mask of the seats that have seen the card and could follow it since; the bit
    above the seats stands for onlookers, who know what has lain open.
    ``full`` is the bit mask of slots with a card. Immutable; positions share the hands that an action left
    alone, so what `seen` works out about a hand is kept with it, in ``views``.
    """

    __slots__ = ("cards", "full", "knowers", "views")

    def __init__(self, cards: Cards, knowers: tuple[int, ...], full: int | None = None) -> None:
        if full is None:
            full = sum(1 << slot for slot, card in enumerate(cards) if card is not None)
        self.cards = cards
        self.knowers = knowers
        self.full = full
        self.views: dict[int, Cards] = {}

    def __eq__(self, other: object) -> bool:
        """Hands are the same when their cards and those who know them are."""
        if not isinstance(other, Hand):
            return NotImplemented
        return self.cards == other.cards and self.knowers == other.knowers

    def __hash__(self) -> int:
        return hash((self.cards, self.knowers))

    def __repr__(self) -> str:
        return f"Hand({self.cards}, {self.knowers})"

    def seen(self, seats: int) -> Cards:
        """Return the slots with the faces that all ``seats`` (a bit mask) know, the others unknown."""
        view = self.views.get(seats)
        if view is None:
            pairs = zip(self.cards, self.knowers, strict=True)
            faces = [card if known & seats == seats or card is None else UNKNOWN for card, known in pairs]
            view = self.views[seats] = tuple(faces)
        return view

    def may_match(self, seat: int, rank: int) -> int:
        """Return the bit mask of the slots that ``seat`` does not know to differ from ``rank``."""
        fitting = _FITTING[rank]
        mask, bit = 0, 1
        for card in self.seen(1 << seat):
            if card in fitting:
                mask |= bit
            bit += bit
        return mask

    def put(self, slot: int, card: Card, knowers: int) -> Hand:
        """Return the hand with another card in a full slot."""
        cards, known = [*self.cards], [*self.knowers]
        cards[slot] = card
        known[slot] = knowers
        return Hand(tuple(cards), tuple(known), self.full)

    def empty(self, slot: int) -> Hand:
        """Return the hand without the card in a slot, which stays empty."""
        cards, known = [*self.cards], [*self.knowers]
        cards[slot] = None
        known[slot] = 0
        return Hand(tuple(cards), tuple(known), self.full & ~(1 << slot))

    def add(self, card: Card) -> Hand:
        """Return the hand with a card nobody knows in one more slot at the end."""
        return Hand((*self.cards, card), (*self.knowers, 0), self.full | 1 << len(self.cards))

    def tell(self, seats: int, *slots: int) -> Hand:
        """Return the hand with more seats (a bit mask) knowing the cards in some slots."""
        known = [*self.knowers]
        for slot in slots:
            known[slot] |= seats
        return Hand(self.cards, tuple(known), self.full)


_FITTING: Final[dict[int, frozenset[Card]]] = {
    int(rank): frozenset([UNKNOWN, *(card for card in CARDS[:52] if card.rank == rank)]) for rank in Rank
}
"""The cards that one cannot tell to differ from each rank."""


class Drawn(NamedTuple):
    """The card just drawn: who knows it (a bit mask of seats) and whence it came."""

    card: Card
    knowers: int
    source: str
    """``"stock"`` or ``"table"``"""


class Power(NamedTuple):
    """What is left of the power of a discarded K, J or Q: looks, whether a swap, places looked at."""

    looks: int
    swap: bool
    peeked: tuple[Place, ...] = ()


class MatchSoFar(NamedTuple):
    """What a round carries over: the dealer, the totals of the rounds before, and how many they were."""

    dealer: int
    totals: tuple[int, ...]
    deals: int


class FourCardsState(NamedTuple):
    """One position of a round, hidden cards and the order of the stock included.

    ``stock[0]`` is drawn next, ``pile[-1]`` is the top. ``window``: may the top be matched? ``discarder``
    threw it; after the deal the dealer stands for them. ``looked`` and ``passed`` are bit masks of seats.
    ``turns`` counts turns begun and ended. ``reshuffle`` starts the stream that shuffles the pile when the
    stock is used up (CA21).
    """

    turn: int | None
    phase: str
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    drawn: Drawn | None
    power: Power | None
    window: bool
    discarder: int
    looked: int
    closer: int | None
    passed: int
    stopped: bool
    turns: int
    match: MatchSoFar
    reshuffle: int


class FourCardsObservation(NamedTuple):
    """What one seat may know of a round (``seat=None``: what an onlooker knows).

    ``hands[seat][slot]`` is a card, `UNKNOWN` or ``None`` (empty); of the stock only the size is told. Who
    has seen which slot (``knowers``, bit masks of seats) is public, since looks are taken in the open. The
    other fields are those of the state.
    """

    seat: int | None
    turn: int | None
    phase: str
    hands: tuple[Cards, ...]
    knowers: tuple[tuple[int, ...], ...]
    stock_size: int
    pile: tuple[Card, ...]
    drawn: Drawn | None
    power: Power | None
    window: bool
    discarder: int
    looked: int
    closer: int | None
    passed: int
    stopped: bool
    turns: int
    match: MatchSoFar


Draft = list[Any]
"""A position being worked on: the fields of a state in a list, set by the indexes below."""
TURN, PHASE, HANDS, STOCK, PILE, DRAWN, POWER, WINDOW = range(8)
DISCARDER, LOOKED, CLOSER, PASSED, STOPPED, TURNS, MATCH, RESHUFFLE = range(8, 16)


def changed(state: FourCardsState, **changes: Any) -> FourCardsState:
    """Return the state with some fields changed."""
    return state._replace(**changes)


def put_hand(draft: Draft, seat: int, hand: Hand) -> None:
    """Replace the hand of one seat."""
    hands = [*draft[HANDS]]
    hands[seat] = hand
    draft[HANDS] = tuple(hands)
