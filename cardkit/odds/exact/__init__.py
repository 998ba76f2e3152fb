"""Exact chances by counting: standard library only, whole numbers in, fractions out.

- `counting`: hypergeometric, sums of hands by generating functions, several hands at once, covariance
- `four_cards`, `closing`, `looks`: what hands are worth, being lowest, the mark for closing, looks and swaps
- `melds`: sets and runs in Tranca
- `suits`, `kozel`: four of a suit, beating, points and matches in Kozel
- `chains`: absorbing Markov chains
"""

from cardkit.odds.exact.chains import Chain
from cardkit.odds.exact.counting import (
    Distribution,
    at_least_one,
    chance,
    covariance,
    hands_holding,
    hypergeometric,
    mean,
    totals,
    variance,
)

__all__ = [
    "Chain",
    "Distribution",
    "at_least_one",
    "chance",
    "covariance",
    "hands_holding",
    "hypergeometric",
    "mean",
    "totals",
    "variance",
]
