"""Melds of Tranca: what cards lie together, and where the wild stands.

A run has eleven places, 4-5-6-7-8-9-10-J-Q-K-A, numbered 0 to 10 (T7, TA4); the natural cards of a run are
a bit mask of places. A *lavadeira* is a set of one rank. 2s are wild and have no place of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from operator import or_
from typing import Any, Final, NamedTuple

from cardkit.cards import CARDS, Card
from cardkit.engine import Place, new
from cardkit.games.tranca.chosen import Chosen

RANK: Final = tuple(int(card.rank) for card in CARDS[:52])
SUIT: Final = tuple(int(card.suit) for card in CARDS[:52])
ACE, WILD, THREE, KING = 1, 2, 3, 13
PLACES: Final = 11
PLACE: Final = tuple(PLACES - 1 if rank == ACE else rank - 4 for rank in RANK)
"""The place of each face in a run; negative for a 2 and a 3, which have none."""
_PLACE_BIT: Final = tuple(1 << place if place >= 0 else 0 for place in PLACE)
_IS_WILD: Final = tuple(int(rank == WILD) for rank in RANK)
LAVADEIRA_RANKS: Final = (ACE, *range(4, KING + 1))
BLACK_3S: Final = frozenset(card for card in CARDS[:52] if card.rank == THREE and card.suit in (0, 3))
RED_3S: Final = frozenset(card for card in CARDS[:52] if card.rank == THREE and card.suit in (1, 2))
CANASTRA: Final = 7

Cards = tuple[Card, ...]
Problem = tuple[str, str, dict[str, Any]]
"""Why cards are no meld: rule id, reason key, what goes into the sentence."""

ORDER: Final = tuple(
    100 * (rank == WILD) + 20 * suit + place for rank, suit, place in zip(RANK, SUIT, PLACE, strict=True)
)
"""What `ordered` sorts by."""


def ordered(cards: Iterable[Card]) -> Cards:
    """Return cards in the one order in which actions and melds name them: by suit and place, wilds last."""
    return tuple(sorted(cards, key=ORDER.__getitem__))


def card_at(suit: int, place: int) -> Card:
    """Return the natural card of a place in a run of a suit."""
    return CARDS[suit * 13 + (0 if place == PLACES - 1 else place + 3)]


class Meld(NamedTuple):
    """Cards that lie together on the table (T6).

    ``cards`` are the natural cards in order, then the wilds. A run has its ``suit`` and the ``mask`` of its
    natural places; a lavadeira has ``suit`` −1 and its ``rank``.
    """

    cards: Cards
    suit: int
    rank: int
    mask: int
    wilds: int

    @property
    def is_run(self) -> bool:
        """Whether it is a run, and not a lavadeira."""
        return self.suit >= 0

    @property
    def clean(self) -> bool:
        """Whether no wild is in it (T16, TA5)."""
        return not self.wilds

    @property
    def joins(self) -> int:
        """The natural faces (bit mask) that fit it one by one.

        Whatever fits it without a wild has one of them in it.
        """
        return _JOINS[self[1:]]

    def is_canastra(self, sets_make_canastra: bool) -> bool:
        """Whether it is a canastra: seven cards or more in a run (T16), or in any meld if so agreed (TA2)."""
        return len(self.cards) >= CANASTRA and (self.suit >= 0 or sets_make_canastra)

    def standing(self) -> tuple[tuple[Card, int], ...]:
        """Return the cards as they lie, each with the rank (1 to 13) it stands for (TA5)."""
        natural = len(self.cards) - self.wilds
        if self.suit < 0:
            return tuple((card, self.rank) for card in self.cards)
        lying = [(PLACE[card], card) for card in self.cards[:natural]]
        lying += zip(wild_places(self.mask, self.wilds), self.cards[natural:], strict=True)
        return tuple((card, RANK[card_at(self.suit, place)]) for place, card in sorted(lying))

    def wild_ranks(self) -> tuple[int, ...]:
        """Return the ranks its wilds stand for, in the order of ``cards``."""
        if self.suit < 0:
            return (self.rank,) * self.wilds
        return tuple(RANK[card_at(0, place)] for place in wild_places(self.mask, self.wilds))


@cache
def wild_places(mask: int, wilds: int) -> tuple[int, ...]:
    """Return the places where the wilds of a run stand (TA5).

    They fill the gaps; those left over lengthen the run at its top and, from the ace on, at its bottom.
    """
    low, high = ends(mask)
    places = [place for place in range(low, high) if not mask >> place & 1]
    while len(places) < wilds:
        if high < PLACES - 1:
            high += 1
            places.append(high)
        else:
            low -= 1
            places.append(low)
    return tuple(places)


def ends(mask: int) -> tuple[int, int]:
    """Return the lowest and the highest place of a run."""
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def gaps(mask: int) -> int:
    """Return how many places between the ends of a run are not taken by natural cards."""
    low, high = ends(mask)
    return high - low + 1 - mask.bit_count()


NATURALS: Final = tuple(Chosen([card_at(suit, place) for place in range(PLACES)]) for suit in range(4))
"""The natural cards of a run by its suit and the bit mask of its places."""


def build(cards: Cards, max_wilds: int | None) -> Meld | None:
    """Return cards as a meld (T6–T10, TA3–TA5), ``None`` if they are none; `problem` says why."""
    natural = [card for card in cards if RANK[card] != WILD]
    if len(cards) < 3 or len(natural) < 2:
        return None
    return joined(_begun(*natural[:2]), cards, max_wilds)


def _begun(first: Card, second: Card) -> Meld:
    """Return a meld with no card in it yet, of the kind that two natural cards make."""
    rank = RANK[first]
    if rank == RANK[second]:
        return new(Meld, ((), -1, rank, 0, 0))
    return new(Meld, ((), SUIT[first], 0, 0, 0))


def joined(meld: Meld, more: Cards, max_wilds: int | None) -> Meld | None:
    """Return a meld with more cards in it (T8, T9), ``None`` if they do not fit."""
    _, suit, rank, mask, wilds = meld
    for card in more:
        its = RANK[card]
        if its == WILD:
            wilds += 1
        elif its == THREE:
            return None
        elif suit < 0:
            if its != rank:
                return None
        else:
            bit = _PLACE_BIT[card]
            if SUIT[card] != suit or mask & bit:
                return None
            mask |= bit
    if max_wilds is not None and wilds > max_wilds:
        return None
    if suit >= 0 and (gaps(mask) > wilds or mask.bit_count() + wilds > PLACES):
        return None
    return _together(meld, more)


def _together(meld: Meld, more: Cards) -> Meld:
    """Return a meld with more cards that are known to fit."""
    cards, suit, rank, mask, wilds = meld
    if suit >= 0:
        mask = reduce(or_, map(_PLACE_BIT.__getitem__, more), mask)
    wilds += sum(map(_IS_WILD.__getitem__, more))
    return new(Meld, (ordered((*cards, *more)), suit, rank, mask, wilds))


def make(cards: Iterable[Card]) -> Meld:
    """Return cards as a meld with any number of wilds; ``ValueError`` if they are none."""
    meld = build(tuple(cards), None)
    if meld is None:
        raise ValueError(f"{' '.join(map(str, cards))}: no meld")
    return meld


def is_meld(cards: Iterable[Card], max_wilds: int | None) -> bool:
    """Whether cards are a valid meld."""
    return build(tuple(cards), max_wilds) is not None


class _Joins(dict[tuple[int, ...], int]):
    """The natural faces (bit mask) that fit a meld one by one, by what it is beside its cards."""

    def __missing__(self, kind: tuple[int, ...]) -> int:
        """Find the faces that fit a kind of meld."""
        suit, rank, mask, wilds = kind
        if suit < 0:
            fitting = [face for face in range(52) if RANK[face] == rank]
        elif mask.bit_count() + wilds >= PLACES:
            fitting = []
        else:
            free = [place for place in range(PLACES) if not mask >> place & 1]
            fitting = [card_at(suit, place) for place in free if gaps(mask | 1 << place) <= wilds]
        found = self[kind] = sum(1 << face for face in fitting)
        return found


_JOINS: Final = _Joins()


class Melds(tuple[Meld, ...]):
    """The melds of one side, in the order they were laid.

    They lie as they are for some turns, so what fits them is kept with them: ``joins`` are the natural faces
    (bit mask) that fit each meld one by one, ``joins_any`` those that fit some meld.
    """

    joins: tuple[int, ...]
    joins_any: int

    def __new__(cls, melds: Iterable[Meld] = ()) -> Melds:
        """Put melds side by side."""
        made = new(cls, melds)
        made.joins = tuple([meld.joins for meld in made])
        made.joins_any = reduce(or_, made.joins, 0)
        return made

    def laid(self, cards: Cards, places: tuple[Place, ...]) -> Melds:
        """Return the melds after ``cards`` are laid: onto one of them, or as a new one.

        They are known to fit, and stand in the order of `ordered`.
        """
        at = places[0][1] if places else len(self)
        meld = _together(self[at] if places else _begun(*cards[:2]), cards)
        # most melds stay as they are, and so does what fits them
        made = new(Melds, (*self[:at], meld, *self[at + 1 :]))
        made.joins = (*self.joins[:at], meld.joins, *self.joins[at + 1 :])
        made.joins_any = reduce(or_, made.joins)
        return made


# --- and why not ------------------------------------------------------------------------------


def problem(cards: Cards, max_wilds: int | None) -> Problem | None:
    """Return why cards are no meld (T6–T10, TA3–TA5), ``None`` if they are one."""
    for card in cards:
        if RANK[card] == THREE:
            return (
                ("T10", "black_three", {"card": card})
                if card in BLACK_3S
                else (
                    "T11",
                    "red_three",
                    {"card": card},
                )
            )
    natural = [card for card in cards if RANK[card] != WILD]
    wilds = len(cards) - len(natural)
    if len(cards) < 3:
        return "T6", "too_few", {"missing": 3 - len(cards)}
    if len(natural) < 2:
        return "TA3", "needs_naturals", {"missing": 2 - len(natural)}
    if len({RANK[card] for card in natural}) > 1:
        wrong = _no_run(natural, wilds)
        if wrong:
            return wrong
    if max_wilds is not None and wilds > max_wilds:
        return "TA3", "too_many_wilds", {"wilds": wilds, "most": max_wilds}
    return None


_MIDDLE: Final = 0b000_1111_1000
"""The places 7 to J."""


def _no_run(natural: list[Card], wilds: int) -> Problem | None:
    """Return why natural cards of several ranks are no run, even with wilds between them."""
    suit = SUIT[natural[0]]
    if any(SUIT[card] != suit for card in natural):
        return "T6", "mixed", {}
    mask = 0
    for card in natural:
        if mask >> PLACE[card] & 1:
            return "T6", "rank_twice", {"card": card}
        mask |= 1 << PLACE[card]
    low, high = ends(mask)
    missing = tuple(card_at(suit, place) for place in range(low, high) if not mask >> place & 1)
    if len(missing) > wilds:
        # A-4-5, Q-K-A-4: whoever tries this takes the ace for a low card
        if high == PLACES - 1 and low < 3 and not mask & _MIDDLE:
            return "T7", "ace_high", {"card": card_at(suit, high)}
        return "T6", "gap", {"missing": missing, "wilds": len(missing) - wilds}
    if len(natural) + wilds > PLACES:
        return "TA5", "run_full", {}
    return None
