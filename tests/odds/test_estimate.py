"""Estimates: the arithmetic of error bars, and how often the intervals hold the true value."""

from __future__ import annotations

import random
from fractions import Fraction
from math import exp, isclose, lgamma, log, sqrt
from statistics import fmean, stdev

import pytest

from cardkit.odds.estimate import Estimate, compare, enough, estimate, quantile, to_tell, wilson


def test_mean_and_standard_error_are_the_textbook_ones() -> None:
    rng = random.Random(1)
    data = [rng.randrange(-20, 40) for _ in range(500)]
    counts: dict[int, int] = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    found = estimate(counts)
    assert found.n == 500
    assert isclose(found.mean, fmean(data))
    assert isclose(found.sd, stdev(data))
    assert isclose(found.se, stdev(data) / sqrt(500))
    low, high = found.interval()
    assert isclose(high - low, 2 * 1.959963984540054 * found.se)
    assert not found.proportion


def test_wilson_solves_its_equation() -> None:
    z = quantile(0.95)
    low, high = wilson(7, 20)
    for p in (low, high):
        assert isclose(abs(7 / 20 - p), z * sqrt(p * (1 - p) / 20), rel_tol=1e-9)
    assert wilson(0, 20).low == 0
    assert wilson(20, 20).high == 1
    assert 0 < wilson(0, 20).high < 0.2


@pytest.mark.parametrize("p", [0.02, 0.28, 0.5, 0.99])
@pytest.mark.parametrize("n", [20, 100, 400])
def test_coverage_of_wilson_intervals(p: float, n: int) -> None:
    # exactly: the binomial weight of the hits whose interval holds p
    covered = 0.0
    for hits in range(n + 1):
        low, high = wilson(hits, n)
        ways = lgamma(n + 1) - lgamma(hits + 1) - lgamma(n - hits + 1)
        covered += exp(ways + hits * log(p) + (n - hits) * log(1 - p)) * (low <= p <= high)
    assert 0.91 <= covered <= 0.99


@pytest.mark.parametrize("level", [0.8, 0.95])
def test_coverage_of_mean_intervals_by_simulation(level: float) -> None:
    rng = random.Random(5)
    times, held = 1500, 0
    for _ in range(times):
        counts: dict[int, int] = {}
        for _ in range(60):
            value = min(rng.randrange(1, 14), 10)
            counts[value] = counts.get(value, 0) + 1
        low, high = estimate(counts).interval(level)
        held += low <= 85 / 13 <= high
    assert abs(held / times - level) < 3 * sqrt(level * (1 - level) / times) + 0.01


def test_enough_is_enough_and_no_more() -> None:
    assert enough(0.05) == 385
    n = enough(0.01, p=Fraction(15229, 54145))
    for deals, fits in ((n, True), (n - 1, False)):
        half = quantile(0.95) * sqrt(15229 / 54145 * (1 - 15229 / 54145) / deals)
        assert (half <= 0.01) is fits
    assert enough(1.0, sd=6.0) == 139


def test_to_tell_two_models_apart() -> None:
    n = to_tell(Fraction(8, 935), 0.01)
    # the alternative must leave the interval around the first in four of five runs
    rng, out, runs = random.Random(3), 0, 400
    p0 = 8 / 935
    reach = quantile(0.95) * sqrt(p0 * (1 - p0) / n)
    for _ in range(runs):
        hits = rng.binomialvariate(n, 0.01) if hasattr(rng, "binomialvariate") else _binomial(rng, n, 0.01)
        out += abs(hits / n - p0) > reach
    assert 0.72 < out / runs < 0.88
    assert to_tell(0.5, 0.6) < to_tell(0.5, 0.51)
    assert to_tell(5.0, 6.0, sd=4.0) == 126
    with pytest.raises(ValueError, match="expect the same"):
        to_tell(0.5, 0.5)


def _binomial(rng: random.Random, n: int, p: float) -> int:
    # the normal approximation is near enough for n·p in the hundreds
    return round(rng.gauss(n * p, sqrt(n * p * (1 - p))))


def test_comparing_with_the_exact_value() -> None:
    close = compare(estimate({0: 715, 1: 285}), Fraction(15229, 54145))
    assert close.agrees
    assert isclose(close.gap, 0.285 - 15229 / 54145)
    far = compare(estimate({0: 600, 1: 400}), Fraction(15229, 54145))
    assert not far.agrees
    assert far.errors > 8
    # nothing hit: the standard error is that of the exact value, not 0
    assert compare(estimate({0: 100}), Fraction(8, 935)).agrees
    assert compare(estimate({3: 10}), 3).agrees
    assert not compare(estimate({3: 10}), 4).agrees


def test_what_cannot_be_is_told() -> None:
    with pytest.raises(ValueError, match="no deals"):
        estimate({})
    with pytest.raises(ValueError, match="level"):
        quantile(1.5)
    with pytest.raises(ValueError, match="half_width"):
        enough(0)
    with pytest.raises(ValueError, match="3 hits in 2"):
        wilson(3, 2)
    assert Estimate(1, 5.0, 0.0).se == 0
