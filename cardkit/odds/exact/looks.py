"""What a look and a swap are worth in 4 Cartas (lesson 5; C10–C12, CA10, CA22).

Values are those of cards beside others, so an 8 counts 0. ``values`` counts the unseen cards of each value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.cards import Card
from cardkit.games.four_cards.score import WORTH
from cardkit.odds.exact.counting import Distribution

LOOKS: Final = {"K": 2, "J": 1, "Q": 1}
"""Looks each power brings; the queen brings no swap."""


def values_of(cards: Iterable[Card]) -> dict[int, int]:
    """Return how many cards there are of each value, the 8s at 0."""
    return dict(sorted(Counter(WORTH[card] for card in cards).items()))


def minimum(values: Mapping[int, int], drawn: int) -> Distribution[int]:
    """Return the lowest of ``drawn`` cards taken without replacement.

    P(min > v) = C(cards above v, drawn) / C(all, drawn), and P(min = v) is the step from one value to the
    next.
    """
    everything = sum(values.values())
    if not 1 <= drawn <= everything:
        raise ValueError(f"the lowest of {drawn} cards out of {everything}")
    above, left = {}, everything
    before = comb(everything, drawn)
    for value in sorted(values):
        left -= values[value]
        above[value] = before - comb(left, drawn)
        before = comb(left, drawn)
    return {value: Fraction(ways, comb(everything, drawn)) for value, ways in above.items() if ways}


def swap_gain(held: int, values: Mapping[int, int], looks: int) -> Fraction:
    """Return by how many points a swap lowers one's sum on average, the held card being worth ``held``.

    Blind (no look): held − E[X], whatever comes. With looks one swaps only for the better:
    E[max(0, held − X)] for one look, X the lowest of two cards without replacement for two.
    """
    if looks == 0:
        size = sum(values.values())
        return held - Fraction(sum(value * count for value, count in values.items()), size)
    return sum((max(0, held - value) * p for value, p in minimum(values, looks).items()), Fraction(0))


def acts(power_on: str, source: str) -> bool:
    """Whether a K, J or Q discarded from the stock, the table or a slot has its power (CA10)."""
    if source not in ("stock", "table", "slot"):
        raise ValueError(f"source={source!r}: expected 'stock', 'table' or 'slot'")
    allowed = {
        "any_in_turn": ("stock", "table", "slot"),
        "drawn_only": ("stock", "table"),
        "stock_drawn_only": ("stock",),
    }
    if power_on not in allowed:
        raise ValueError(f"power_on={power_on!r}: expected one of {', '.join(map(repr, allowed))}")
    return source in allowed[power_on]


def power_gain(
    power: str,
    held: int,
    values: Mapping[int, int],
    *,
    power_on: str = "any_in_turn",
    source: str = "stock",
) -> Fraction:
    """Return what discarding a K or J gains by a swap of the held card for an opponent's unseen card.

    0 where the discard has no power (CA10), and for a Q, which looks without swapping.
    """
    if power not in LOOKS:
        raise ValueError(f"power={power!r}: expected K, J or Q")
    if power == "Q" or not acts(power_on, source):
        return Fraction(0)
    return swap_gain(held, values, LOOKS[power])
