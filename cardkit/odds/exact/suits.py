"""Suits in a deal of Kozel: 36 cards, four to each of four players (K3, K10; lesson 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

SUITS: Final = (9, 9, 9, 9)
"""Cards of each suit in the pack of 36."""
HAND: Final = 4


def unseen_suits(trump_seen: bool = False) -> tuple[int, ...]:
    """Return how many cards of each suit can be in the hands, the trump suit first.

    The shown trump card lies in the stock (K4, KA6): once seen, it is in nobody's hand.
    """
    return (SUITS[0] - trump_seen, *SUITS[1:])


def one_suit_each(hands: int, suits: Sequence[int] = SUITS, size: int = HAND) -> Fraction:
    """Return the chance that certain ``hands`` hands each hold cards of one suit only.

    Hands are laid one after another; with u cards of a suit used by hands before, a hand of that suit can be
    laid in C(suit − u, size) ways. Hands of one suit use whole hands, so it is enough to count them suit by
    suit.
    """
    laid: Counter[tuple[int, ...]] = Counter({tuple(suits): 1})
    deals, left = 1, sum(suits)
    for _ in range(hands):
        following: Counter[tuple[int, ...]] = Counter()
        for rest, ways in laid.items():
            for at, count in enumerate(rest):
                if more := comb(count, size):
                    following[(*rest[:at], count - size, *rest[at + 1 :])] += ways * more
        laid = following
        deals *= comb(left, size)
        left -= size
    return Fraction(sum(laid.values()), deals)


def four_of_a_suit(hands: int = 1, *, trump_seen: bool = False) -> Fraction:
    """Return the chance that at least one of ``hands`` fresh hands holds four of one suit (KA8).

    Inclusion and exclusion: Σ (−1)^(k+1) · C(hands, k) · P(k certain hands each hold one suit), the hands
    being alike by symmetry (Feller, *An Introduction to Probability Theory*, IV.1).
    """
    suits = unseen_suits(trump_seen)
    return sum(
        ((-1) ** (k + 1) * comb(hands, k) * one_suit_each(k, suits) for k in range(1, hands + 1)),
        Fraction(0),
    )


def no_trump(hands: int = 1, *, trump_seen: bool = False) -> Fraction:
    """Return the chance that ``hands`` fresh hands hold no trump at all: C(others, cards) / C(all, cards)."""
    trumps, *others = unseen_suits(trump_seen)
    cards = hands * HAND
    return Fraction(comb(sum(others), cards), comb(sum(others) + trumps, cards))
