"""What beats what in Kozel (K7, K10, K11), and several cards at once (KA2).

Several cards beat several when each of the others can be given a different one of yours that beats it: a
perfect matching. There are at most four, so trying is quick; first fit in the order named would be wrong.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final, NamedTuple

from cardkit.cards import CARDS, SUITS, Card

ORDER: Final = "6789JQKTA"
"""The ranks from the lowest to the highest (K10)."""
SUIT: Final = tuple(int(card.suit) for card in CARDS[:52])
"""The suit number of each card code."""
STRENGTH: Final = tuple(ORDER.find(str(card)[0]) for card in CARDS[:52])
"""The place of each card code in `ORDER`; -1 for the ranks this game does not have."""
PACK: Final = tuple(card for card in CARDS[:52] if STRENGTH[card] >= 0)
"""The 36 cards, 6 to ace (K10)."""


def beats(card: Card, other: Card, trump: int) -> bool:
    """Whether ``card`` beats ``other``: a higher one of its suit, or a trump over a plain one (K10, K11)."""
    if SUIT[card] == SUIT[other]:
        return STRENGTH[card] > STRENGTH[other]
    return SUIT[card] == trump


BEATERS: Final = tuple(
    tuple(frozenset(card for card in PACK if beats(card, other, trump)) for other in CARDS[:52])
    for trump in range(4)
)
"""The cards that beat each card code, by the trump suit: what `beats` says, made once."""


def beating(cards: tuple[Card, ...], over: tuple[Card, ...], trump: int) -> tuple[Card, ...] | None:
    """Return ``cards`` in such an order that each beats the one of ``over`` at its place, or ``None`` (KA2).

    Of several such orders it is the first in the order of ``cards``, so that it is the same every time.
    """
    if not over:
        return ()
    beaters, rest = BEATERS[trump][over[0]], over[1:]
    for at, card in enumerate(cards):
        if card in beaters:
            if not rest:
                return (card,)
            others = beating(cards[:at] + cards[at + 1 :], rest, trump)
            if others is not None:
                return (card, *others)
    return None


class Gap(NamedTuple):
    """Why cards do not beat others: ``card`` is left for ``over`` and does not beat it.

    ``rule`` and ``reason`` say why; ``beaten`` is how many of the others can be beaten at once.
    """

    card: Card
    over: Card
    rule: str
    reason: str
    beaten: int


def gap(cards: tuple[Card, ...], over: tuple[Card, ...], trump: int) -> Gap:
    """Return the pair that is left when as many of ``over`` as can be are beaten (K10, K11, KA2).

    A pair of one suit is preferred, since "9 is below J" is easier to see than two suits that differ.
    ``ValueError`` if nothing is left: the cards do beat the others.
    """
    if beating(cards, over, trump) is not None:
        raise ValueError("these cards beat the others: there is no gap")

    def told(order: tuple[Card, ...]) -> tuple[int, int]:
        left = [pair for pair in zip(order, over, strict=True) if not beats(*pair, trump)]
        return len(over) - len(left), sum(SUIT[card] == SUIT[other] for card, other in left)

    best = max(permutations(cards), key=told)
    beaten, of_a_suit = told(best)
    card, other = next(
        (card, other)
        for card, other in zip(best, over, strict=True)
        if not beats(card, other, trump) and (not of_a_suit or SUIT[card] == SUIT[other])
    )
    if SUIT[card] == SUIT[other]:
        return Gap(card, other, "K10", "below", beaten)
    if SUIT[other] == trump:
        return Gap(card, other, "K11", "needs_higher_trump", beaten)
    return Gap(card, other, "K11", "suits_differ", beaten)


def suit_letter(suit: int) -> str:
    """Return the letter of a suit in the notation of cards."""
    return SUITS[suit]


def is_four(hand: tuple[Card, ...]) -> bool:
    """Whether a hand is a molodka: four cards, all of one suit (K12, KA8)."""
    return (
        len(hand) == 4
        and SUIT[hand[0]] == SUIT[hand[1]]
        and SUIT[hand[0]] == SUIT[hand[2]]
        and SUIT[hand[0]] == SUIT[hand[3]]
    )
