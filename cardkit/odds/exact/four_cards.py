"""Exact chances in 4 Cartas: what hands are worth, and who is lowest.

A *hand* here is what one knows of it: the known cards, and how many unseen cards lie beside them. The *pool*
are all cards one has not seen; each way to lay them is as likely as any other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from cardkit.cards import Card
from cardkit.games.four_cards.score import EIGHT, RANK, WORTH
from cardkit.odds.exact.counting import Distribution, PackedTotals, chance, mean, packed_totals, totals


class PartlyKnown(NamedTuple):
    """A hand as one seat knows it."""

    known: tuple[Card, ...]
    unseen: int


class Pool(NamedTuple):
    """Unseen cards by value: how many of each value other than the 8s, and how many 8s."""

    values: tuple[tuple[int, int], ...]
    eights: int

    @property
    def size(self) -> int:
        """The number of cards."""
        return self.eights + sum(count for _, count in self.values)


def pool_of(cards: Iterable[Card]) -> Pool:
    """Return the pool of some unseen cards."""
    listed = list(cards)
    counts = Counter(WORTH[card] for card in listed if RANK[card] != EIGHT)
    return Pool(tuple(sorted(counts.items())), sum(RANK[card] == EIGHT for card in listed))


def hand_distribution(hand: PartlyKnown, pool: Pool, eight_rule: str = "pure") -> Distribution[int]:
    """Return how many points a hand will turn out to be worth (C4–C8, CA1).

    For each number k of 8s among the unseen cards: C(8s, k) ways times the ways of the others to add up, by
    `totals`. ``ValueError`` if the pool is smaller than the number of unseen cards.
    """
    if hand.unseen > pool.size:
        raise ValueError(f"{hand.unseen} unseen cards out of a pool of {pool.size}")
    ways = totals(dict(pool.values), hand.unseen)
    counted: Counter[int] = Counter()
    for eights in range(min(pool.eights, hand.unseen) + 1):
        fixed = _points(hand.known, eights, hand.unseen - eights, eight_rule)
        for total, number in ways[hand.unseen - eights].items():
            counted[fixed + total] += comb(pool.eights, eights) * number
    everything = comb(pool.size, hand.unseen)
    return {points: Fraction(counted[points], everything) for points in sorted(counted)}


@lru_cache(maxsize=4096)
def _points(known: tuple[Card, ...], eights: int, others: int, eight_rule: str) -> int:
    """Return the points of the known cards and ``eights`` more 8s, ``others`` other cards beside them."""
    own = [card for card in known if RANK[card] == EIGHT]
    base = sum(WORTH[card] for card in known)
    held = len(own) + eights
    alone = not others and len(own) == len(known)
    if held and (alone or (eight_rule == "pair" and held >= 2)):
        return base - 5 * held
    return base


def expected_points(hand: PartlyKnown, pool: Pool, eight_rule: str = "pure") -> Fraction:
    """Return what a hand is worth on average."""
    return mean(hand_distribution(hand, pool, eight_rule))


# --- being lowest -------------------------------------------------------------------------------


def all_above(limit: int, hands: Sequence[PartlyKnown], pool: Pool, eight_rule: str = "pure") -> Fraction:
    """Return the chance that every one of ``hands`` turns out to be worth more than ``limit`` (C26, CA3).

    The hands are dealt together from one pool, so they are not independent: a low card in one is missing in
    the others. Counted by kinds of hand (how many cards of each value): all but one hand are laid kind by
    kind, the last one by `packed_totals` of what is left. Low limits count the hands that are not above and
    use inclusion and exclusion: P(all above) = Σ over subsets S of (−1)^|S| · P(all in S at or below).
    """
    if sum(hand.unseen for hand in hands) > pool.size:
        raise ValueError("the hands hold more unseen cards than the pool has")
    if len(hands) == 1:
        return chance(hand_distribution(hands[0], pool, eight_rule), lambda points: points > limit)
    counting = _Counting(pool, eight_rule)
    low = sum(len(counting.kinds(hand, limit, True)) for hand in hands)
    high = sum(len(counting.kinds(hand, limit, False)) for hand in hands)
    if high < low:
        return counting.joint(hands, limit, at_most=False)
    answer = Fraction(0)
    for chosen in range(1 << len(hands)):
        subset = tuple(sorted(hand for at, hand in enumerate(hands) if chosen >> at & 1))
        answer += (-1) ** len(subset) * counting.joint(subset, limit, at_most=True)
    return answer


class _Counting:
    """Counts joint deals out of one pool.

    A kind of hand is a tuple of (class, how many) pairs; class 0 are the 8s, the others the values in order.
    What several hands use is packed into one number, a byte a class.
    """

    def __init__(self, pool: Pool, eight_rule: str) -> None:
        self._rule = eight_rule
        self._counts = (pool.eights, *(count for _, count in pool.values))
        self._values = (0, *(value for value, _ in pool.values))
        self._size = pool.size
        self._kinds: dict[tuple[PartlyKnown, int, bool], list[tuple[tuple[int, int], ...]]] = {}
        self._halves: dict[tuple[int, int, int], PackedTotals] = {}
        self._joint: dict[tuple[tuple[PartlyKnown, ...], int, bool], Fraction] = {}

    def kinds(self, hand: PartlyKnown, limit: int, at_most: bool) -> list[tuple[tuple[int, int], ...]]:
        """Return the kinds of unseen cards that make a hand worth at most (or more than) ``limit``."""
        key = hand, limit, at_most
        if key not in self._kinds:
            found: list[tuple[tuple[int, int], ...]] = []
            self._grow(hand, limit, at_most, len(self._counts) - 1, hand.unseen, 0, (), found)
            self._kinds[key] = found
        return self._kinds[key]

    def _grow(
        self,
        hand: PartlyKnown,
        limit: int,
        at_most: bool,
        at: int,
        left: int,
        total: int,
        kind: tuple[tuple[int, int], ...],
        found: list[tuple[tuple[int, int], ...]],
    ) -> None:
        if at == 0:
            if left <= self._counts[0]:
                points = _points(hand.known, left, hand.unseen - left, self._rule) + total
                if (points <= limit) == at_most:
                    found.append(((0, left), *kind) if left else kind)
            return
        for number in range(min(left, self._counts[at]) + 1):
            more = total + number * self._values[at]
            longer = ((at, number), *kind) if number else kind
            self._grow(hand, limit, at_most, at - 1, left - number, more, longer, found)

    def joint(self, hands: Sequence[PartlyKnown], limit: int, *, at_most: bool) -> Fraction:
        """Return the chance that all hands are worth at most (or all more than) ``limit``."""
        key = tuple(hands), limit, at_most
        if key not in self._joint:
            self._joint[key] = self._count(key[0], limit, at_most) if hands else Fraction(1)
        return self._joint[key]

    def _count(self, hands: tuple[PartlyKnown, ...], limit: int, at_most: bool) -> Fraction:
        *firsts, last = hands
        laid = {0: 1}
        left = self._size
        deals = 1
        for hand in firsts:
            laid = self._lay(laid, self.kinds(hand, limit, at_most))
            deals *= comb(left, hand.unseen)
            left -= hand.unseen
        deals *= comb(left, last.unseen)
        return Fraction(
            sum(ways * self._last(used, last, limit, at_most, left) for used, ways in laid.items()), deals
        )

    def _lay(self, laid: Mapping[int, int], kinds: Sequence[tuple[tuple[int, int], ...]]) -> dict[int, int]:
        """Return what is used, and in how many ways, when one more hand of these kinds is laid."""
        counts = self._counts
        choose = [
            [[comb(c - u, k) if u <= c else 0 for k in range(c + 1)] for u in range(c + 1)] for c in counts
        ]
        steps = [
            (sum(k << (8 * at) for at, k in kind), [(8 * at, choose[at], k) for at, k in kind])
            for kind in kinds
        ]
        out: dict[int, int] = {}
        for used, ways in laid.items():
            for step, parts in steps:
                number = ways
                for shift, table, k in parts:
                    number *= table[used >> shift & 255][k]
                if number:
                    out[used + step] = out.get(used + step, 0) + number
        return out

    def _last(self, used: int, hand: PartlyKnown, limit: int, at_most: bool, left: int) -> int:
        """Return in how many ways the last hand can be laid from what is left."""
        # many deals use the same cards in one half of the classes: each half is multiplied out once
        middle = 8 * ((len(self._counts) + 1) // 2)
        packed = self._half(used & ((1 << middle) - 1), 0, hand.unseen).joined(
            self._half(used >> middle, middle // 8, hand.unseen)
        )
        rest = self._counts[0] - (used & 255)
        low = 0
        for eights in range(min(rest, hand.unseen) + 1):
            others = hand.unseen - eights
            fixed = _points(hand.known, eights, others, self._rule)
            low += comb(rest, eights) * packed.at_most(others, limit - fixed)
        return low if at_most else comb(left, hand.unseen) - low

    def _half(self, used: int, start: int, most: int) -> PackedTotals:
        """Return the totals of the classes from ``start`` on that ``used`` has a byte for, without 8s."""
        key = used, start, most
        found = self._halves.get(key)
        if found is None:
            stop = (len(self._counts) + 1) // 2 if start == 0 else len(self._counts)
            pool = [
                (self._values[at], self._counts[at] - (used >> (8 * (at - start)) & 255))
                for at in range(max(start, 1), stop)
            ]
            found = self._halves[key] = self._blank(most).times(pool)
        return found

    def _blank(self, most: int) -> PackedTotals:
        return packed_totals((), most, self._values[-1], self._size)
