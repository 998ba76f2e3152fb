"""All that could be laid in Tranca: new melds, and what joins one.

A laying is the cards of one act. It holds at most one wild, or several where no card of it could wait
(4 _ _ 7 with two wilds); see `actions`. What can be laid depends on few things, the natural cards of one
suit or rank, and not on who lays it: so it is worked out once and kept. Kept are numbers and plain tuples of
cards, which a garbage collection need not look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement

from cardkit.cards import CARDS, Card
from cardkit.games.tranca.melds import NATURALS, PLACES, WILD, Cards, card_at, ends
from cardkit.games.tranca.state import faces_in

Layings = tuple[Cards, ...]


def _spans(base: int, avail: int, wilds: int) -> Iterator[int]:
    """Yield each set of natural places that ``base`` and some of ``avail`` make with ``wilds`` for gaps."""
    have = base | avail
    places = [place for place in range(PLACES) if have >> place & 1]
    base_low, base_high = ends(base) if base else (PLACES, -1)
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
    """Return the places that may be in a run of three, beside others and, if need be, one wild.

    The places of several suits can be asked at once, two free bits between them.
    """
    pairs = avail & avail >> 1
    if wild:
        apart = avail & avail >> 2
        return pairs | pairs << 1 | apart | apart << 2
    threes = pairs & pairs >> 1
    return threes and threes | threes << 1 | threes << 2


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


@lru_cache(maxsize=1 << 14)
def _joining(base: int, wilds: int, avail: int, more: int) -> tuple[int, ...]:
    """Return the places, of ``avail``, that can join a run with ``wilds`` along with ``more`` wilds.

    They stand in the order of their cards, which is the same in all suits.
    """
    masks = [
        mask
        for mask in _spans(base, avail, wilds + more)
        if (more or mask != base) and 3 <= mask.bit_count() + wilds + more <= PLACES
    ]
    return tuple(sorted([mask ^ base for mask in masks], key=NATURALS[0].__getitem__))


def runs(suit: int, base: int, wilds: int, avail: int, wild: Card | None) -> list[Cards]:
    """Return what can join a run with natural places ``base`` and some wilds: of ``avail``, and one wild.

    To the ``base`` 0 they are the new runs of three or more. ``avail`` should have been brought down to what
    may be among them (`with_company`, `within_reach`): the fewer kinds, the more often they are found made.
    """
    named = NATURALS[suit]
    if wild is None:
        return [named[mask] for mask in _joining(base, wilds, avail, 0)]
    return [(*named[mask], wild) for mask in _joining(base, wilds, avail, 1)]


def of_rank(copies: int, wild: Card | None, least: int) -> Sequence[Cards]:
    """Return the groups of one rank with a wild or without and ``least`` cards or more.

    ``copies`` is the part of a hand (bit mask) that has this rank. With ``least=3`` they are the new
    lavadeiras, with 1 what can join one. A group of a new one has two natural cards or more (TA3).
    """
    if wild is None:
        return _groups(copies, least)
    return [(*group, wild) for group in _groups(copies, least - 1)]


@cache
def _groups(copies: int, least: int) -> Layings:
    """Return the groups of ``least`` cards or more out of some of one rank (bit mask), sorted."""
    groups: list[Cards] = [()]
    for face in faces_in(copies):
        held = range(1 + (copies >> (face + 52) & 1) + 1)
        groups = [(*group, *(face,) * count) for group in groups for count in held]
    return tuple(sorted([group for group in groups if len(group) >= least]))


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


def reaching(suit: int, base: int, wilds: int, avail: int, twos: int, top: int, most: int) -> Iterator[Cards]:
    """Yield what reaches from a run to a natural ``top`` place apart from it with two wilds or more.

    Every card of it is needed; the natural card of ``top`` is among it. ``most`` is how many wilds the run
    may take.
    """
    low, high = ends(base | 1 << top)
    inner = [place for place in range(low + 1, high) if not base >> place & 1]
    own = [place for place in inner if avail >> place & 1]
    for count in range(2, most + 1):
        filled = len(inner) - wilds - count
        if 0 <= filled <= len(own):
            for places in combinations(own, filled):
                natural = NATURALS[suit][sum(1 << place for place in (*places, top))]
                for group in _wild_groups(twos, count):
                    yield (*natural, *group)
