"""Lessons 9 and 10: suits, beating and matches in Kozel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Final

import numpy as np

from cardkit.cards import CARDS, Card, Suit, card, cards
from cardkit.odds.exact import kozel, suits
from cardkit.odds.exact.chains import Chain
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.experiments.base import Question, of_lesson
from cardkit.odds.experiments.columns import (
    HAND,
    SUIT_BIT,
    SUIT_OF,
    hands_of,
    is_any,
    mean_of,
    over,
    slots_of,
    total_of,
)
from cardkit.odds.recipes import Array, Cards, Draws

_POINTS: Final = np.array([kozel.POINTS.get(str(c)[0], 0) for c in CARDS], np.int16)

# --- lesson 9: four of a suit -----------------------------------------------------------------------

_TRUMP_AT: Final = 7
"""Where in the stock of 20 the shown card lies; any place does (KA6)."""


def _kozel(seats: Sequence[int], seen: tuple[Card, ...] = (), own: int = 0) -> Cards:
    """Return deals of Kozel; ``seen`` are the ``own`` cards of one's hand, then the shown trump card."""
    places = tuple(4 * slot for slot in range(own))
    shown = (16 + _TRUMP_AT,) * (len(seen) - own)
    return Cards(
        (HAND,) * len(seats),
        seen,
        36,
        game="kozel",
        at=(*slots_of(4, seats), *places, *shown),
        extra={"trump_at": _TRUMP_AT} if shown else {},
    )


@of_lesson(9)
def four_of_suit(*, hands: int = 1, trump_seen: bool = False) -> Question:
    """Whether any of so many hands of Kozel holds four cards of one suit."""
    if not 1 <= hands <= 4:
        raise ValueError(f"hands={hands!r}: expected 1 to 4")

    def found(deals: Array) -> Array:
        any_hand = np.zeros(len(deals), bool)
        for hand in hands_of(deals):
            # a bit for each suit held: one bit alone is one suit
            held = over(np.bitwise_or, hand, SUIT_BIT)
            any_hand |= held & (held - 1) == 0
        return any_hand

    return Question(
        "odds.experiment.four_of_suit_seen" if trump_seen else "odds.experiment.four_of_suit",
        _kozel(range(hands), (card("6h"),) if trump_seen else ()),
        found,
        partial(suits.four_of_a_suit, hands, trump_seen=trump_seen),
    )


@of_lesson(9)
def no_trump(*, trump_seen: bool = False) -> Question:
    """Whether a hand of Kozel holds no heart, before or after a heart is shown as trump."""
    return Question(
        "odds.experiment.no_trump_seen" if trump_seen else "odds.experiment.no_trump",
        _kozel([0], (card("6h"),) if trump_seen else ()),
        lambda deals: ~is_any(deals, SUIT_OF == Suit.HEARTS),
        partial(suits.no_trump, trump_seen=trump_seen),
    )


# --- lesson 10: lead one or two; how long is a match ------------------------------------------------


@of_lesson(10)
def beaten(*, lead: str = "Js", hand: str = "9s Js Ac 7d", trump_card: str = "6h") -> Question:
    """Whether the next player's four unseen cards can beat a lead from one's hand."""
    led, own, shown = cards(lead), cards(hand), card(trump_card)
    if not led or not set(led) <= set(own):
        raise ValueError(f"lead={lead!r}: expected cards of the hand {hand!r}")
    trump = shown.suit
    masks = np.array(
        [sum(kozel.beats(c, other, trump) << at for at, other in enumerate(led)) for c in CARDS], np.uint8
    )

    def can_beat(deals: Array) -> Array:
        able = np.ones(len(deals), bool)
        # Hall's theorem: every choice of led cards finds at least as many that beat one of them
        for chosen in range(1, 1 << len(led)):
            able &= total_of(deals, ((masks & chosen) != 0).astype(np.int8)) >= chosen.bit_count()
        return able

    return Question(
        "odds.experiment.beaten",
        _kozel([1], (*own, shown), len(own)),
        can_beat,
        partial(kozel.chance_beaten, led, kozel.unseen_by(own, shown), trump),
    )


@of_lesson(10)
def toy_game() -> Question:
    """The defeat points of a team in a game of Kozel in which a coin decides each trick."""

    def defeat_points(deals: Array) -> Array:
        tricks = deals[:, 36:].astype(np.int16)
        won = np.zeros(len(deals), np.int16)
        for trick in range(kozel.TRICKS):
            won += total_of(deals[:, 4 * trick : 4 * trick + 4], _POINTS) * tricks[:, trick]
        none = ~tricks.any(axis=1)
        return np.select([won >= 60, none, won > 30], [0, 6, 2], default=4).astype(np.int16)

    def spread() -> Distribution[int]:
        out: Distribution[int] = {}
        for (own, _), p in kozel.toy_game().items():
            out[own] = out.get(own, Fraction(0)) + p
        return dict(sorted(out.items()))

    return Question(
        "odds.experiment.toy_game",
        Cards((36,), (), 36, kozel.TRICKS, game="kozel", at=tuple(range(36))),
        defeat_points,
        partial(mean_of, spread),
        spread,
    )


def toy_match(target: int, eggs_double_next: bool = False) -> Chain[kozel.Standing]:
    """Return a match of toy games as a chain."""
    return kozel.match_chain(kozel.toy_game(), target=target, eggs_double_next=eggs_double_next)


@of_lesson(10)
def match_games(*, target: int = 12, eggs_double_next: bool = False) -> Question:
    """How many toy games a match takes until a team has ``target`` defeat points."""
    if not 1 <= target <= 100:
        raise ValueError(f"target={target!r}: expected 1 to 100")
    game = kozel.toy_game()
    outcomes = np.array(list(game), np.int16)
    # all but the eggs give 2 to somebody; 40 more games are eggs once in 10^60 matches
    most = 2 * ceil(target / 2) + 40

    def length(matches: Array) -> Array:
        totals = np.zeros((len(matches), 2), np.int16)
        games = np.zeros(len(matches), np.int16)
        times = np.ones(len(matches), np.int16)
        for played in range(matches.shape[1]):
            going = totals.max(axis=1) < target
            if not going.any():
                break
            games += going
            marks = outcomes[matches[:, played]]
            totals += marks * (times * going)[:, None]
            if eggs_double_next:
                times = np.where(marks.any(axis=1), 1, 2).astype(np.int16)
        return games

    return Question(
        "odds.experiment.match_games_eggs" if eggs_double_next else "odds.experiment.match_games",
        Draws(tuple(float(p) for p in game.values()), most),
        length,
        lambda: toy_match(target, eggs_double_next).rounds((0, 0, False)),
        lambda: toy_match(target, eggs_double_next).length((0, 0, False), most),
    )
