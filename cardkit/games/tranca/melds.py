"""Melds of Tranca: what cards lie together, where the wild stands, and all that could be laid.

A run has eleven places, 4-5-6-7-8-9-10-J-Q-K-A, numbered 0 to 10 (T7, TA4); the natural cards of a run are
a bit mask of places. A *lavadeira* is a set of one rank. 2s are wild and have no place of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
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
        """Return the cards as they lie, each with the rank (1 to 13) it stands for (TA5).

        Wilds fill the gaps, those left over lengthen a run at its top and, from the ace on, at its bottom.
        """
        natural = len(self.cards) - self.wilds
        if self.suit < 0:
            return tuple((card, self.rank) for card in self.cards)
        wilds = list(self.cards[natural:])
        low, high = _ends(self.mask)
        lying = {PLACE[card]: card for card in self.cards[:natural]}
        for place in range(low, high + 1):
            if place not in lying:
                lying[place] = wilds.pop(0)
        for wild in wilds:
            if high < PLACES - 1:
                high += 1
                lying[high] = wild
            else:
                low -= 1
                lying[low] = wild
        return tuple((lying[place], RANK[card_at(self.suit, place)]) for place in sorted(lying))

    def wild_ranks(self) -> tuple[int, ...]:
        """Return the ranks its wilds stand for, as they lie."""
        return tuple(rank for card, rank in self.standing() if RANK[card] == WILD)


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
# where no card of it could wait (4 _ _ 7 with two wilds); see `allowed`.


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


def within_reach(base: int, avail: int, wild: bool) -> int:
    """Return the places of ``avail`` that a run may come to from ``base``, with one wild or without."""
    got = base
    while True:
        beside = got << 1 | got >> 1 | (got << 2 | got >> 2 if wild else 0)
        if not (more := beside & avail & ~got):
            return got & ~base
        got |= more


@cache
def _naturals(suit: int, mask: int) -> Cards:
    return tuple(card_at(suit, place) for place in range(PLACES) if mask >> place & 1)


def wilds_in(twos: int) -> Cards:
    """Return the different 2s of a hand (bit mask) that has nothing but 2s."""
    return tuple(CARDS[face] for face in range(WILD - 1, 52, 13) if twos >> face & 1)


def _wild_groups(twos: int, count: int) -> Iterator[Cards]:
    for group in combinations_with_replacement(wilds_in(twos), count):
        if all(group.count(wild) <= 1 + (twos >> (wild + 52) & 1) for wild in group):
            yield group


@lru_cache(maxsize=1 << 14)
def new_runs(suit: int, avail: int, twos: int, max_wilds: int | None) -> tuple[Cards, ...]:
    """Return the runs that can be made of the natural places ``avail`` and the 2s of a hand."""
    out = [_naturals(suit, mask) for mask in _spans(0, avail, 0) if mask.bit_count() >= 3]
    if twos:
        wilds = wilds_in(twos)
        for mask in _spans(0, avail, 1):
            if 2 <= mask.bit_count() < PLACES:
                naturals = _naturals(suit, mask)
                out += [(*naturals, wild) for wild in wilds]
        if max_wilds != 1:
            most = PLACES - 2 if max_wilds is None else max_wilds
            places = [place for place in range(PLACES) if avail >> place & 1]
            for low, high in combinations(places, 2):
                if 2 <= high - low - 1 <= most:
                    ends = (card_at(suit, low), card_at(suit, high))
                    out += [(*ends, *group) for group in _wild_groups(twos, high - low - 1)]
    return tuple(out)


@lru_cache(maxsize=1 << 14)
def joining_run(suit: int, base: int, wilds: int, avail: int, twos: int) -> tuple[Cards, ...]:
    """Return what can join a run: places of ``avail`` and at most one of ``twos``.

    ``base`` and ``wilds`` are its natural places and how many wilds it has.
    """
    out: list[Cards] = []
    avail &= ~base
    if base.bit_count() + wilds < PLACES:
        out += [
            _naturals(suit, mask ^ base)
            for mask in _spans(base, avail, wilds)
            if mask != base and mask.bit_count() + wilds <= PLACES
        ]
        if twos:
            for mask in _spans(base, avail, wilds + 1):
                if mask.bit_count() + wilds < PLACES:
                    naturals = _naturals(suit, mask ^ base)
                    out += [(*naturals, wild) for wild in wilds_in(twos)]
    return tuple(out)


@lru_cache(maxsize=1 << 14)
def reaching(
    suit: int, base: int, wilds: int, avail: int, twos: int, top: int, most: int
) -> tuple[Cards, ...]:
    """Return what reaches from a run to a natural ``top`` place apart from it with two wilds or more.

    Every card of it is needed; the natural card of ``top`` is among it. ``most`` is how many wilds the run
    may take.
    """
    out = []
    low, high = _ends(base | 1 << top)
    inner = [place for place in range(low + 1, high) if not base >> place & 1]
    own = [place for place in inner if avail >> place & 1]
    for count in range(2, most + 1):
        filled = len(inner) - wilds - count
        if 0 <= filled <= len(own):
            for places in combinations(own, filled):
                naturals = _naturals(suit, sum(1 << place for place in (*places, top)))
                out += [(*naturals, *group) for group in _wild_groups(twos, count)]
    return tuple(out)


@lru_cache(maxsize=1 << 14)
def of_rank(copies: int, rank: int, twos: int, least: int) -> tuple[Cards, ...]:
    """Return the groups of one rank with at most one wild and ``least`` cards or more.

    ``copies`` is the part of a hand (bit mask) that has this rank. With ``least=3`` they are the new
    lavadeiras, with 1 what can join one. A group of a new one has two natural cards or more (TA3).
    """
    faces = [CARDS[suit * 13 + rank - 1] for suit in range(4)]
    groups: list[Cards] = [()]
    for face in faces:
        most = (copies >> face & 1) + (copies >> (face + 52) & 1)
        groups = [(*group, *(face,) * count) for group in groups for count in range(most + 1)]
    out = [group for group in groups if len(group) >= least]
    if twos:
        wilds = wilds_in(twos)
        out += [(*group, wild) for group in groups if len(group) >= least - 1 for wild in wilds]
    return tuple(out)
