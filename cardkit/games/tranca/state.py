"""A position of Tranca and what one seat may know of it.

The two copies of a card are equal in every way, so a position does not tell them apart: cards are faces
(the first copies, codes 0 to 51), and a hand is a bit mask that counts them: bit ``face`` for one copy,
bit ``face + 52`` as well for two. Equal positions are equal values, and nobody can learn anything from
which of two copies was played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeVar

from cardkit.cards import CARDS, Card
from cardkit.games.tranca.chosen import Chosen
from cardkit.games.tranca.melds import Melds

T = TypeVar("T")

FACES: Final = (1 << 52) - 1
"""The bits of a hand that say which faces are in it."""


def having(hand: int, face: int) -> int:
    """Return a hand with one more card."""
    return hand | 1 << (face + 52 if hand >> face & 1 else face)


def without(hand: int, face: int) -> int:
    """Return a hand with one card less, which must be in it."""
    return hand ^ 1 << (face + 52 if hand >> (face + 52) & 1 else face)


def mask_of(cards: Iterable[Card]) -> int:
    """Return cards as a hand."""
    hand = 0
    for card in cards:
        hand = having(hand, card % 52)
    return hand


def without_all(hand: int, cards: Iterable[Card]) -> int:
    """Return a hand without some of its cards."""
    for card in cards:
        hand = without(hand, card)
    return hand


def how_many(hand: int, face: int) -> int:
    """Return how many copies of a face are in a hand."""
    return (hand >> face & 1) + (hand >> (face + 52) & 1)


_CLUBS, _DIAMONDS, _HEARTS, _SPADES = (Chosen(CARDS[start : start + 13]) for start in range(0, 52, 13))


def faces_in(hand: int) -> tuple[Card, ...]:
    """Return the different faces of a hand, sorted."""
    return (
        _CLUBS[hand & 0x1FFF]
        + _DIAMONDS[hand >> 13 & 0x1FFF]
        + _HEARTS[hand >> 26 & 0x1FFF]
        + _SPADES[hand >> 39 & 0x1FFF]
    )


def cards_in(hand: int) -> tuple[Card, ...]:
    """Return the cards of a hand, sorted; two copies stand side by side."""
    if not hand >> 52:
        return faces_in(hand)
    return tuple(sorted(faces_in(hand) + faces_in(hand >> 52)))


class MatchSoFar(NamedTuple):
    """What a deal carries over: the dealer, each side's total of the deals before, how many they were."""

    dealer: int
    totals: tuple[int, ...]
    deals: int


class TrancaState(NamedTuple):
    """One position of a deal, hidden cards and the order of the stock included.

    ``phase`` is ``"draw"`` (a turn begins), ``"play"`` (lay, then discard) or ``"over"``. ``hands`` and
    ``known`` are bit masks, ``known`` the cards of a hand that all have seen go there with the pile (TA27).
    ``stock[0]`` is drawn next, ``pile[-1]`` is the top; ``mortos`` are those not taken, the next one first.
    Melds (`Melds`, also where a position is set up by hand), red 3s and ``taken`` (has the side had its
    morto?) are by side: seat modulo 2. ``waiting`` is the bit mask of seats whose morto, got by an indirect
    batida, is not in use yet (T15, T29). ``ender`` is the seat that ended the deal. ``deck`` is the order the
    deal started from.
    """

    turn: int | None
    phase: str
    hands: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    mortos: tuple[tuple[Card, ...], ...]
    melds: tuple[Melds, ...]
    red3s: tuple[tuple[Card, ...], ...]
    taken: tuple[bool, ...]
    waiting: int
    ender: int | None
    stopped: bool
    turns: int
    match: MatchSoFar
    deck: tuple[Card, ...]


class TrancaObservation(NamedTuple):
    """What one seat may know of a deal (``seat=None``: what everybody knows).

    ``hands[seat]`` are its cards, `UNKNOWN` for each card not seen, those known to all first; ``known`` are
    the cards of each hand that all saw go there with the pile. Of stock and mortos only the number of
    cards, of the pile top and size are told (TA27). The other fields are those of the state.
    """

    seat: int | None
    turn: int | None
    phase: str
    hands: tuple[tuple[Card, ...], ...]
    known: tuple[tuple[Card, ...], ...]
    stock_size: int
    pile_top: Card | None
    pile_size: int
    mortos: int
    melds: tuple[Melds, ...]
    red3s: tuple[tuple[Card, ...], ...]
    taken: tuple[bool, ...]
    waiting: int
    ender: int | None
    stopped: bool
    turns: int
    match: MatchSoFar


Draft = list[Any]
"""A position being worked on: the fields of a state in a list, set by the indexes below.

So are its hands, which change the most.
"""
TURN, PHASE, HANDS, KNOWN, STOCK, PILE, MORTOS, MELDS = range(8)
RED3S, TAKEN, WAITING, ENDER, STOPPED, TURNS, MATCH, DECK = range(8, 16)


def changed(state: TrancaState, **changes: Any) -> TrancaState:
    """Return the state with some fields changed."""
    return state._replace(**changes)


def put(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    """Return a tuple with one of its items replaced."""
    out = [*items]
    out[at] = item
    return tuple(out)
