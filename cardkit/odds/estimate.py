"""What a simulation tells and how surely: error bars, how many deals are enough, which model fits.

Needs the standard library only. ``level`` is the share of intervals that hold the true value, 0.95 unless
given.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, sqrt
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95


class Interval(NamedTuple):
    """A range that holds the true value with the level it was made for."""

    low: float
    high: float


class Estimate(NamedTuple):
    """A mean over ``n`` deals: ``sd`` is the spread of single deals (n − 1 below), 0 for one deal.

    ``proportion``: the deals counted 0 or 1, the mean is the share of ones.
    """

    n: int
    mean: float
    sd: float
    proportion: bool = False

    @property
    def se(self) -> float:
        """The standard error of the mean: sd / √n."""
        return self.sd / sqrt(self.n) if self.n else float("inf")

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the interval: Wilson's for a proportion, mean ± z·SE otherwise."""
        if self.proportion:
            return wilson(round(self.mean * self.n), self.n, level)
        half = quantile(level) * self.se
        return Interval(self.mean - half, self.mean + half)


def quantile(level: float) -> float:
    """Return z such that a normal variable lies within ±z with probability ``level``."""
    if not 0 < level < 1:
        raise ValueError(f"level={level!r}: expected a number between 0 and 1")
    return NormalDist().inv_cdf((1 + level) / 2)


def estimate(counts: Mapping[int, int]) -> Estimate:
    """Return the estimate from how often each value came; `ValueError` if none did."""
    n = sum(counts.values())
    if n < 1:
        raise ValueError("no deals to estimate from")
    total = sum(value * times for value, times in counts.items())
    squares = sum(value * value * times for value, times in counts.items())
    return of_sums(n, total, squares, proportion=set(counts) <= {0, 1})


def of_sums(n: int, total: int, squares: int, *, proportion: bool = False) -> Estimate:
    """Return the estimate from the number of deals, the sum and the sum of squares."""
    spread = Fraction(n * squares - total * total, n * (n - 1)) if n > 1 else Fraction(0)
    return Estimate(n, total / n, sqrt(spread), proportion)


def wilson(hits: int, n: int, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval for a proportion.

    All p with |hits/n − p| ≤ z·√(p(1 − p)/n) (E. B. Wilson, J. Amer. Statist. Assoc. 22, 1927): unlike p ±
    z·SE it stays within 0 and 1 and is right for few deals and rare events too.
    """
    if not 0 <= hits <= n or n < 1:
        raise ValueError(f"{hits} hits in {n} deals")
    z = quantile(level)
    share, scale = hits / n, 1 + z * z / n
    middle = (share + z * z / (2 * n)) / scale
    half = z * sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale
    # the ends are 0 and 1 themselves where nothing (or everything) hit, not a rounding beside them
    return Interval(
        0.0 if hits == 0 else max(0.0, middle - half), 1.0 if hits == n else min(1.0, middle + half)
    )


def enough(
    half_width: float, *, p: float | Fraction | None = None, sd: float | None = None, level: float = LEVEL
) -> int:
    """Return how many deals make the interval reach no further than ``half_width`` to each side.

    n ≥ (z·sd / half width)². Give the spread ``sd`` of single deals, or a proportion ``p``, whose spread is
    √(p(1 − p)); with neither, the worst proportion, ½, is taken.
    """
    if half_width <= 0:
        raise ValueError(f"half_width={half_width!r}: expected more than 0")
    if sd is None:
        sd = _spread(0.5 if p is None else p)
    return max(1, _up((quantile(level) * sd / half_width) ** 2))


def to_tell(
    one: float | Fraction,
    other: float | Fraction,
    *,
    sd: float | tuple[float, float] | None = None,
    level: float = LEVEL,
    power: float = 0.8,
) -> int:
    """Return how many deals tell two models apart that expect ``one`` and ``other``.

    n = ((z·sd₁ + z′·sd₂) / gap)²: if ``other`` is true, the mean of n deals then lies outside the interval
    around ``one`` with probability ``power`` (z for the level, z′ for the power). Without ``sd`` both are
    proportions.
    """
    gap = abs(float(one) - float(other))
    if not gap:
        raise ValueError("the two models expect the same: no number of deals tells them apart")
    if sd is None:
        first, second = _spread(one), _spread(other)
    else:
        first, second = sd if isinstance(sd, tuple) else (sd, sd)
    if not 0 < power < 1:
        raise ValueError(f"power={power!r}: expected a number between 0 and 1")
    reach = quantile(level) * first + NormalDist().inv_cdf(power) * second
    return max(1, _up((reach / gap) ** 2))


def _spread(p: float | Fraction) -> float:
    if not 0 <= p <= 1:
        raise ValueError(f"p={p!r}: expected a number from 0 to 1")
    return sqrt(float(p) * (1 - float(p)))


def _up(number: float) -> int:
    # 400.00000000000006 is 400 with the rounding of floats
    return ceil(number * (1 - 1e-12))


class Comparison(NamedTuple):
    """A simulated mean beside an exact value.

    ``gap`` = simulated − exact; ``errors``: the gap in standard errors; ``agrees``: it is within two of them.
    """

    gap: float
    se: float
    errors: float
    agrees: bool


def compare(found: Estimate, exact: float | Fraction) -> Comparison:
    """Return how far an estimate is from an exact value.

    The standard error of a proportion is that of the exact value, √(p(1 − p)/n), which is right even when
    nothing was hit; that of a mean is the estimate's own.
    """
    gap = found.mean - float(exact)
    se = _spread(exact) / sqrt(found.n) if found.proportion and 0 <= exact <= 1 else found.se
    errors = gap / se if se else 0.0 if not gap else float("inf") * (1 if gap > 0 else -1)
    return Comparison(gap, se, errors, abs(errors) <= 2)
