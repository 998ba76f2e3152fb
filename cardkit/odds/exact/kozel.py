"""Beating and matches in Kozel, counted (lesson 10; rules K5–K11, K19–K26, KA2, KA15, KA16)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations, product
from math import comb, prod
from types import MappingProxyType
from typing import Final

from cardkit.cards import CARDS, Card, Suit, pack
from cardkit.odds.exact.chains import Chain
from cardkit.odds.exact.counting import Distribution, totals

_RANKS: Final = "6789JQKTA"
"""From low to high: the 10 stands below the ace (K10)."""
STRENGTH: Final = tuple(_RANKS.find(str(card)[0]) for card in CARDS)
"""How high each card code stands in its suit; −1 for those that are not in the pack of 36."""
POINTS: Final = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
"""Card points (K19); the others count nothing."""
TRICKS: Final = 9
ALL_POINTS: Final = 120


# --- beating ------------------------------------------------------------------------------------


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """Whether one card beats another (K10, K11): higher in its suit, or a trump against a plain card."""
    if card.suit == other.suit:
        return STRENGTH[card] > STRENGTH[other]
    return card.suit == trump


def can_beat(lead: Sequence[Card], hand: Sequence[Card], trump: Suit) -> bool:
    """Whether a hand can beat all cards of a lead, each with a different card of its own (K7, KA2)."""
    return _matched([_mask(card, lead, trump) for card in hand], len(lead))


def _mask(card: Card, lead: Sequence[Card], trump: Suit) -> int:
    """Return a bit for each card of the lead that ``card`` beats."""
    return sum(beats(card, other, trump) << at for at, other in enumerate(lead))


def _matched(masks: Sequence[int], wanted: int) -> bool:
    """Whether each of the led cards can get a card of its own out of those with these `_mask`."""
    useful = [mask for mask in masks if mask]
    return any(
        all(mask >> at & 1 for at, mask in enumerate(chosen)) for chosen in permutations(useful, wanted)
    )


def chance_beaten(
    lead: Sequence[Card], unseen: Iterable[Card], trump: Suit, hand: int = 4, known: Iterable[Card] = ()
) -> Fraction:
    """Return the chance that a hand of ``hand`` cards can beat a lead: the ``known`` ones, the others unseen.

    Cards that beat the same ones of the lead are alike, so hands are enumerated by how many cards of each
    kind they hold, Π C(kind, k) ways each, and each is tried for a matching. ``ValueError`` for a hand
    shorter than the lead.
    """
    if not 1 <= len(lead) <= hand:
        raise ValueError(f"a lead of {len(lead)} cards against a hand of {hand}")
    sure = [_mask(card, lead, trump) for card in known]
    kinds = Counter(_mask(card, lead, trump) for card in unseen)
    masks = list(kinds)
    size, free = sum(kinds.values()), hand - len(sure)
    if not 0 <= free <= size:
        raise ValueError(f"a hand of {hand}, {len(sure)} of them known, out of {size} unseen cards")
    ways = 0
    for held in product(*(range(min(kinds[mask], free) + 1) for mask in masks)):
        if sum(held) == free:
            laid = [mask for mask, k in zip(masks, held, strict=True) for _ in range(k)]
            if _matched([*sure, *laid], len(lead)):
                ways += prod(comb(kinds[mask], k) for mask, k in zip(masks, held, strict=True))
    return Fraction(ways, comb(size, free))


def unseen_by(hand: Iterable[Card], shown: Card) -> tuple[Card, ...]:
    """Return the cards of the pack of 36 that are neither in one's hand nor the shown trump card."""
    seen = {*hand, shown}
    return tuple(card for card in pack(36) if card not in seen)


# --- points and matches -------------------------------------------------------------------------


def pile_points(cards: int) -> Distribution[int]:
    """Return the card points of so many cards drawn at random from the pack of 36 (K19).

    Generating function: the coefficient of xⁿyᵗ in (1 + x)^16 · (1 + xy²)⁴ · (1 + xy³)⁴ · … (see `totals`).
    """
    return {points: Fraction(number, comb(36, cards)) for points, number in _piles()[cards].items()}


@lru_cache(maxsize=1)
def _piles() -> list[dict[int, int]]:
    """Return in how many ways each number of cards of the pack makes each number of points."""
    return totals(Counter(POINTS.get(str(card)[0], 0) for card in pack(36)), 36)


def defeat(points: int, tricks: int) -> int:
    """Return the defeat points of a team that took so many points and tricks (K20–K24, KA14)."""
    if points >= ALL_POINTS // 2:
        return 0
    if not tricks:
        return 6
    return 2 if points > 30 else 4


Marks = tuple[int, int]
"""Defeat points of the two teams."""


@lru_cache(maxsize=1)
def toy_game() -> Mapping[Marks, Fraction]:
    """Return the marks of a game in which a coin decides each of the nine tricks.

    With k tricks, a chance of C(9, k)/2⁹, a team takes the points of 4k random cards (`pile_points`).
    """
    game: Distribution[Marks] = {}
    for tricks in range(TRICKS + 1):
        weight = Fraction(comb(TRICKS, tricks), 2**TRICKS)
        for points, p in pile_points(4 * tricks).items():
            marks = defeat(points, tricks), defeat(ALL_POINTS - points, TRICKS - tricks)
            game[marks] = game.get(marks, Fraction(0)) + weight * p
    return MappingProxyType(game)


Standing = tuple[int, int, bool]
"""Defeat points of the two teams so far, and whether the next game counts double."""


def match_chain(
    game: Mapping[Marks, Fraction], *, target: int = 12, eggs_double_next: bool = False
) -> Chain[Standing]:
    """Return a match as an absorbing chain of games, from ``(0, 0, False)`` on.

    A team that reaches ``target`` loses (K26, KA16). After eggs (no marks) the next game counts double under
    ``eggs_double_next`` (KA15). Ends are ``(target, b, False)`` and ``(a, target, False)``.
    """
    steps: dict[Standing, dict[Standing, Fraction]] = {}
    todo: list[Standing] = [(0, 0, False)]
    while todo:
        state = todo.pop()
        if state in steps or max(state[:2]) >= target:
            continue
        row: dict[Standing, Fraction] = {}
        for other, p in _after(state, game, target, eggs_double_next):
            row[other] = row.get(other, Fraction(0)) + p
            todo.append(other)
        steps[state] = row
    return Chain(steps)


def _after(
    state: Standing, game: Mapping[Marks, Fraction], target: int, eggs_double_next: bool
) -> Iterator[tuple[Standing, Fraction]]:
    first, second, double = state
    for (a, b), p in game.items():
        times = 2 if double else 1
        eggs = not a and not b
        yield (
            (min(target, first + times * a), min(target, second + times * b), eggs and eggs_double_next),
            p,
        )


def losing_chance(chain: Chain[Standing], target: int = 12) -> Fraction:
    """Return the chance that the first team loses the match."""
    ends = chain.absorption((0, 0, False))
    return sum((p for (first, _, _), p in ends.items() if first >= target), Fraction(0))
