"""A position of 4 Cartas and what one seat may know of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import Place

Cards = tuple[Card | None, ...]
"""The slots of one hand: a card, `UNKNOWN`, or ``None`` where the slot is empty."""


class Hand:
    """The face-down cards of one player, and who knows them.

    ``cards[slot]`` is a card or ``None`` where the slot is empty (slots never close up, CA19);
    ``knowers[slot]`` is the bit mask of the seats that have seen the card and could follow it since.
    ``full`` is the bit mask of slots with a card. Immutable; positions share the hands that an action left
    alone, so what is worked out about a hand once is kept with it.
    """

    __slots__ = ("_matches", "_views", "cards", "full", "knowers")

    def __init__(self, cards: Cards, knowers: tuple[int, ...]) -> None:
        self.cards = cards
        self.knowers = knowers
        full = 0
        for slot, card in enumerate(cards):
            if card is not None:
                full |= 1 << slot
        self.full = full
        self._views: dict[int, Cards] = {}
        self._matches: dict[tuple[int, int], int] = {}

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
        view = self._views.get(seats)
        if view is None:
            view = self._views[seats] = tuple(
                card if card is None or known & seats == seats else UNKNOWN
                for card, known in zip(self.cards, self.knowers, strict=True)
            )
        return view

    def may_match(self, seat: int, rank: int) -> int:
        """Return the bit mask of the slots that ``seat`` does not know to differ from ``rank``."""
        mask = self._matches.get((seat, rank))
        if mask is None:
            mask = 0
            for slot, card in enumerate(self.seen(1 << seat)):
                if card is not None and (card < 0 or card % 13 + 1 == rank):
                    mask |= 1 << slot
            self._matches[seat, rank] = mask
        return mask

    def put(self, slot: int, card: Card | None, knowers: int) -> Hand:
        """Return the hand with another card (or none) in a slot, or with one more slot at the end."""
        cards, known = self.cards, self.knowers
        return Hand((*cards[:slot], card, *cards[slot + 1 :]), (*known[:slot], knowers, *known[slot + 1 :]))

    def tell(self, slot: int, seats: int) -> Hand:
        """Return the hand with more seats knowing the card in a slot."""
        known = self.knowers
        return Hand(self.cards, (*known[:slot], known[slot] | seats, *known[slot + 1 :]))


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
    """What one seat may know of a round (``seat=None``: what everybody knows).

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


_INDEX: Final = {name: index for index, name in enumerate(FourCardsState._fields)}


def changed(state: FourCardsState, **changes: Any) -> FourCardsState:
    """Return the state with some fields changed: ``_replace``, at a third of its cost."""
    fields = list(state)
    for name, value in changes.items():
        fields[_INDEX[name]] = value
    return tuple.__new__(FourCardsState, fields)


def with_hand(hands: tuple[Hand, ...], seat: int, hand: Hand) -> tuple[Hand, ...]:
    """Return the hands with that of one seat replaced."""
    return (*hands[:seat], hand, *hands[seat + 1 :])
