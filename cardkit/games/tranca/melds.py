"""Melds of Tranca: what cards lie together, where the wild stands, and all that could be laid.

A run has eleven places, 4-5-6-7-8-9-10-J-Q-K-A, numbered 0 to 10 (T7, TA4); the natural cards of a run are
a bit mask of places. A *lavadeira* is a set of one rank. 2s are wild and have no place of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Any, Final, NamedTuple

from cardkit.cards import CARDS, Card

RANK: Final = tuple(int(card.rank) for card in CARDS[:52])
SUIT: Final = tuple(int(card.suit) for card in CARDS[:52])
ACE, WILD, THREE, KING = 1, 2, 3, 13
PLACES: Final = 11
PLACE: Final = tuple(PLACES - 1 if rank == ACE else rank - 4 for rank in RANK)
"""The place of each face in a run; negative for a 2 and a 3, which have none."""
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
    low, high = _ends(mask)
    places = [place for place in range(low, high) if not mask >> place & 1]
    while len(places) < wilds:
        if high < PLACES - 1:
            high += 1
            places.append(high)
        else:
            low -= 1
            places.append(low)
    return tuple(places)


def _ends(mask: int) -> tuple[int, int]:
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def gaps(mask: int) -> int:
    """Return how many places between the ends of a run are not taken by natural cards."""
    low, high = _ends(mask)
    return high - low + 1 - mask.bit_count()


def build(cards: Iterable[Card], max_wilds: int | None) -> Meld | None:
    """Return cards as a meld (T6–T10, TA3–TA5), ``None`` if they are none; `problem` says why."""
    natural: list[Card] = []
    wild: list[Card] = []
    for card in cards:
        rank = RANK[card]
        if rank == WILD:
            wild.append(card)
        elif rank == THREE:
            return None
        else:
            natural.append(card)
    wilds, size = len(wild), len(natural) + len(wild)
    if size < 3 or size - wilds < 2 or (max_wilds is not None and wilds > max_wilds):
        return None
    if wilds > 1:
        wild.sort()
    rank = RANK[natural[0]]
    if rank == RANK[natural[1]]:
        if any(RANK[card] != rank for card in natural):
            return None
        natural.sort()
        return Meld((*natural, *wild), -1, rank, 0, wilds)
    suit, mask = SUIT[natural[0]], 0
    for card in natural:
        bit = 1 << PLACE[card]
        if SUIT[card] != suit or mask & bit:
            return None
        mask |= bit
    if size > PLACES or gaps(mask) > wilds:
        return None
    return Meld((*_naturals(suit, mask), *wild), suit, 0, mask, wilds)


def make(cards: Iterable[Card]) -> Meld:
    """Return cards that are known to be a meld as one; ``ValueError`` if they are none."""
    meld = build(cards, None)
    if meld is None:
        raise ValueError(f"{' '.join(map(str, cards))}: no meld")
    return meld


def is_meld(cards: Iterable[Card], max_wilds: int | None) -> bool:
    """Whether cards are a valid meld."""
    return build(cards, max_wilds) is not None


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
    low, high = _ends(mask)
    missing = tuple(card_at(suit, place) for place in range(low, high) if not mask >> place & 1)
    if len(missing) > wilds:
        # A-4-5, Q-K-A-4: whoever tries this takes the ace for a low card
        if high == PLACES - 1 and low < 3 and not mask & _MIDDLE:
            return "T7", "ace_high", {"card": card_at(suit, high)}
        return "T6", "gap", {"missing": missing, "wilds": len(missing) - wilds}
    if len(natural) + wilds > PLACES:
        return "TA5", "run_full", {}
    return None


# --- what could be laid -----------------------------------------------------------------------
#
# A laying is the cards of one act: a new meld, or what joins one. It holds at most one wild, or several
# where no card of it could wait (4 _ _ 7 with two wilds); see `actions`. What can be laid depends on few
# things, the natural cards of one suit or rank and one wild or none, so each list is made once and kept.


def _spans(base: int, avail: int, wilds: int) -> Iterator[int]:
    """Yield each set of natural places that ``base`` and some of ``avail`` make with ``wilds`` for gaps."""
    have = base | avail
    places = [place for place in range(PLACES) if have >> place & 1]
    base_low, base_high = _ends(base) if base else (PLACES, -1)
    for low in places:
        if low > base_low:
            break
        for high in places:
            if high < low or high < base_high:
                continue
            span = (1 << high + 1) - (1 << low)
            spare = wilds - (span & ~have).bit_count()
            if spare < 0:
                break
            whole = span & have
            yield whole
            if spare:
                inner = [p for p in range(low + 1, high) if avail >> p & 1]
                for count in range(1, min(spare, len(inner)) + 1):
                    for left_out in combinations(inner, count):
                        yield whole & ~sum(1 << place for place in left_out)


def with_company(avail: int, wild: bool) -> int:
    """Return the places that may be in a run of three, beside others and, if need be, one wild."""
    pairs = avail & avail >> 1
    if wild:
        apart = avail & avail >> 2
        return pairs | pairs << 1 | apart | apart << 2
    threes = pairs & pairs >> 1
    return threes | threes << 1 | threes << 2


def within_reach(base: int, avail: int, wilds: int) -> int:
    """Return the places of ``avail`` that a run may come to from ``base``; more than one wild reach all."""
    if wilds > 1:
        return avail
    got = base
    while True:
        beside = got << 1 | got >> 1 | (got << 2 | got >> 2 if wilds else 0)
        if not (more := beside & avail & ~got):
            return got & ~base
        got |= more


@cache
def _naturals(suit: int, mask: int) -> Cards:
    return tuple(card_at(suit, place) for place in range(PLACES) if mask >> place & 1)


@cache
def joins_run(suit: int, mask: int, wilds: int) -> int:
    """Return the natural faces (bit mask) that fit a run one by one; what fits together has one of them."""
    if mask.bit_count() + wilds >= PLACES:
        return 0
    fitting = (p for p in range(PLACES) if not mask >> p & 1 and gaps(mask | 1 << p) <= wilds)
    return sum(1 << card_at(suit, place) for place in fitting)


def new_runs(suit: int, avail: int, wild: Card | None) -> Iterator[Cards]:
    """Yield the runs made of natural places ``avail``, with a wild or without."""
    if wild is None:
        for mask in _spans(0, with_company(avail, False), 0):
            if mask.bit_count() >= 3:
                yield _naturals(suit, mask)
    else:
        for mask in _spans(0, with_company(avail, True), 1):
            if 2 <= mask.bit_count() < PLACES:
                yield (*_naturals(suit, mask), wild)


def far_runs(suit: int, avail: int, twos: int, max_wilds: int | None) -> Iterator[Cards]:
    """Yield the runs of two natural cards and just the wilds (two or more) that lie between them."""
    most = PLACES - 2 if max_wilds is None else max_wilds
    places = [place for place in range(PLACES) if avail >> place & 1]
    for low, high in combinations(places, 2):
        if 2 <= high - low - 1 <= most:
            for group in _wild_groups(twos, high - low - 1):
                yield (card_at(suit, low), card_at(suit, high), *group)


def _wild_groups(twos: int, count: int) -> Iterator[Cards]:
    """Yield the groups of ``count`` 2s that can be made of those of a hand."""
    faces = [CARDS[face] for face in range(WILD - 1, 52, 13) if twos >> face & 1]
    for group in combinations_with_replacement(faces, count):
        if all(group.count(wild) <= 1 + (twos >> (wild + 52) & 1) for wild in group):
            yield group


def joining_run(suit: int, base: int, wilds: int, avail: int, wild: Card | None) -> Iterator[Cards]:
    """Yield what can join a run with natural places ``base`` and some wilds: of ``avail``, and one wild."""
    if base.bit_count() + wilds >= PLACES:
        return
    if wild is None:
        for mask in _spans(base, avail, wilds):
            if mask != base and mask.bit_count() + wilds <= PLACES:
                yield _naturals(suit, mask ^ base)
    else:
        for mask in _spans(base, avail, wilds + 1):
            if mask.bit_count() + wilds < PLACES:
                yield (*_naturals(suit, mask ^ base), wild)


def reaching(suit: int, base: int, wilds: int, avail: int, twos: int, top: int, most: int) -> Iterator[Cards]:
    """Yield what reaches from a run to a natural ``top`` place apart from it with two wilds or more.

    Every card of it is needed; the natural card of ``top`` is among it. ``most`` is how many wilds the run
    may take.
    """
    low, high = _ends(base | 1 << top)
    inner = [place for place in range(low + 1, high) if not base >> place & 1]
    own = [place for place in inner if avail >> place & 1]
    for count in range(2, most + 1):
        filled = len(inner) - wilds - count
        if 0 <= filled <= len(own):
            for places in combinations(own, filled):
                naturals = _naturals(suit, sum(1 << place for place in (*places, top)))
                for group in _wild_groups(twos, count):
                    yield (*naturals, *group)


def of_rank(copies: int, rank: int, wild: Card | None, least: int) -> Iterator[Cards]:
    """Yield the groups of one rank with a wild or without and ``least`` cards or more.

    ``copies`` is the part of a hand (bit mask) that has this rank. With ``least=3`` they are the new
    lavadeiras, with 1 what can join one. A group of a new one has two natural cards or more (TA3).
    """
    groups: list[Cards] = [()]
    for suit in range(4):
        face = CARDS[suit * 13 + rank - 1]
        most = (copies >> face & 1) + (copies >> (face + 52) & 1)
        if most:
            groups = [(*group, *(face,) * count) for group in groups for count in range(most + 1)]
    for group in groups:
        if wild is None:
            if len(group) >= least:
                yield group
        elif len(group) >= least - 1:
            yield (*group, wild)
