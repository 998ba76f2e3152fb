"""Exact chances by counting: standard library only, whole numbers in, fractions out."""

from cardkit.odds.exact.counting import (
    Distribution,
    at_least_one,
    chance,
    hypergeometric,
    mean,
    totals,
    variance,
)

__all__ = [
    "Distribution",
    "at_least_one",
    "chance",
    "hypergeometric",
    "mean",
    "totals",
    "variance",
]
