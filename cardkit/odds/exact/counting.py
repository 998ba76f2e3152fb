"""Exact chances by counting: whole numbers in, `fractions.Fraction` out.

Needs the standard library only. A *pool* is how many cards of each kind are still to be had; which kinds
there are is the question's own affair (values, ranks, matching or not). A *distribution* is a dict from
outcome to its probability; the probabilities sum to 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TypeAlias, TypeVar

K = TypeVar("K", bound=Hashable)
Distribution: TypeAlias = dict[K, Fraction]


# --- one kind of card ---------------------------------------------------------------------------


def hypergeometric(population: int, marked: int, drawn: int) -> Distribution[int]:
    """Return how many marked cards are among the drawn ones.

    P(k) = C(marked, k) · C(population − marked, drawn − k) / C(population, drawn): each set of ``drawn``
    cards is as likely as any other (Feller, *An Introduction to Probability Theory*, II.6).
    ``ValueError`` unless 0 ≤ marked, drawn ≤ population.
    """
    if not (0 <= marked <= population and 0 <= drawn <= population):
        raise ValueError(
            f"hypergeometric({population}, {marked}, {drawn}): expected 0 ≤ marked, drawn ≤ population"
        )
    total = comb(population, drawn)
    least, most = max(0, drawn - (population - marked)), min(marked, drawn)
    return {
        k: Fraction(comb(marked, k) * comb(population - marked, drawn - k), total)
        for k in range(least, most + 1)
    }


def at_least_one(population: int, marked: int, drawn: int) -> Fraction:
    """Return the chance of at least one marked card.

    Complement: 1 − C(population − marked, drawn) / C(population, drawn).
    """
    return 1 - hypergeometric(population, marked, drawn).get(0, Fraction(0))


def hands_holding(population: int, marked: int, sizes: Sequence[int]) -> Distribution[int]:
    """Return how many of several hands hold at least one marked card.

    Generating function: think of the places of the cards and choose those of the marked ones. The ways are
    the coefficients of xᵐ zʲ, m = marked, in (1 + x)^(places in no hand) · Π (1 + z·((1 + x)^size − 1)).
    ``ValueError`` if the hands hold more cards than there are.
    """
    left = population - sum(sizes)
    if left < 0 or not 0 <= marked <= population:
        raise ValueError(f"hands of {tuple(sizes)} and {marked} marked cards out of {population}")
    ways = {(0, k): comb(left, k) for k in range(min(left, marked) + 1)}
    for size in sizes:
        more: Counter[tuple[int, int]] = Counter()
        for (holding, used), number in ways.items():
            for k in range(min(size, marked - used) + 1):
                more[holding + (k > 0), used + k] += number * comb(size, k)
        ways = more
    everything = comb(population, marked)
    return {j: Fraction(ways.get((j, marked), 0), everything) for j in range(len(sizes) + 1)}


def covariance(population: int, marked: int, first: int, second: int) -> Fraction:
    """Return the covariance of the numbers of marked cards in two hands.

    −a·b·m·(N − m) / (N²·(N − 1)) for hands of a and b cards: for each pair of places, both marked has the
    chance m(m − 1)/(N(N − 1)) instead of (m/N)². Negative: what one holds the other lacks.
    """
    if first + second > population or not 0 <= marked <= population or population < 2:
        raise ValueError(f"hands of {first} and {second} and {marked} marked cards out of {population}")
    n = population
    return Fraction(-first * second * marked * (n - marked), n * n * (n - 1))


# --- distributions ------------------------------------------------------------------------------


def mean(distribution: Mapping[int, Fraction]) -> Fraction:
    """Return the expected value: Σ x · P(x)."""
    return sum((x * p for x, p in distribution.items()), Fraction(0))


def variance(distribution: Mapping[int, Fraction]) -> Fraction:
    """Return the variance: Σ x² · P(x) − mean²."""
    square = sum((x * x * p for x, p in distribution.items()), Fraction(0))
    return square - mean(distribution) ** 2


def chance(distribution: Mapping[K, Fraction], holds: Callable[[K], bool]) -> Fraction:
    """Return the probability of the outcomes for which ``holds``."""
    return sum((p for x, p in distribution.items() if holds(x)), Fraction(0))


# --- sums of a hand: generating functions over value classes --------------------------------------


def totals(pool: Mapping[int, int], most: int) -> list[dict[int, int]]:
    """Return in how many ways n cards add up to each total, for every n from 0 to ``most``.

    ``pool`` counts the cards of each value; values are 0 or more. The answer for n is the coefficient of
    xⁿ yᵗ in Π (1 + x·yᵛ)^(count of v), one factor a value (Wilf,
    *generatingfunctionology*, chapter 1).
    """
    if most < 0 or any(value < 0 or count < 0 for value, count in pool.items()):
        raise ValueError("totals: expected values, counts and a number of cards of 0 or more")
    packed = packed_totals(pool.items(), most, max(pool, default=0), sum(pool.values()))
    return [dict(row) for row in packed.rows()]


class PackedTotals:
    """The ways of `totals`, packed into one whole number: a field of bits for each (n, total).

    Long multiplication then does all the adding up (Kronecker substitution), which is what makes it quick.
    """

    __slots__ = ("bits", "columns", "most", "number")

    def __init__(self, number: int, bits: int, columns: int, most: int) -> None:
        self.number = number
        self.bits = bits
        self.columns = columns
        self.most = most

    def times(self, pool: Iterable[tuple[int, int]]) -> PackedTotals:
        """Return the ways when the cards of ``pool``, (value, count) pairs, may be drawn as well."""
        number = self.number
        for value, count in pool:
            if count:
                factor = _factor(value, min(count, self.most), count, self.bits, self.columns)
                number = number * factor & self._mask
        return PackedTotals(number, self.bits, self.columns, self.most)

    def joined(self, other: PackedTotals) -> PackedTotals:
        """Return the ways when the cards of either pool may be drawn."""
        number = self.number * other.number & self._mask
        return PackedTotals(number, self.bits, self.columns, self.most)

    @property
    def _mask(self) -> int:
        return (1 << (self.bits * self.columns * (self.most + 1))) - 1

    def rows(self) -> Iterator[list[tuple[int, int]]]:
        """Yield for each n the totals that can be had, with their ways."""
        field = (1 << self.bits) - 1
        for n in range(self.most + 1):
            row = self.number >> (n * self.columns * self.bits)
            ways = ((t, row >> (t * self.bits) & field) for t in range(self.columns))
            yield [(t, w) for t, w in ways if w]

    def at_most(self, n: int, limit: int) -> int:
        """Return the ways in which n cards add up to ``limit`` or less."""
        if limit < 0:
            return 0
        columns = min(limit + 1, self.columns)
        row = self.number >> (n * self.columns * self.bits) & ((1 << columns * self.bits) - 1)
        # a number in base B is congruent to the sum of its digits modulo B − 1
        return row % ((1 << self.bits) - 1)


def packed_totals(pool: Iterable[tuple[int, int]], most: int, largest: int, cards: int) -> PackedTotals:
    """Return `totals` in packed form, with room for ``cards`` cards of values up to ``largest``."""
    bits = comb(cards, min(most, cards // 2)).bit_length() + 1
    return PackedTotals(1, bits, most * largest + 1, most).times(pool)


@lru_cache(maxsize=4096)
def _factor(value: int, most: int, count: int, bits: int, columns: int) -> int:
    return sum(comb(count, k) << (bits * k * (columns + value)) for k in range(most + 1))
