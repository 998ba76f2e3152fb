"""Questions for the lessons on Kozel."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, prod
from typing import Final

from cardkit.cards import Card, pack
from cardkit.scene.exercise.makers.base import (
    Maker,
    a_rank,
    at_least,
    exactly,
    none_of,
    question,
)
from cardkit.scene.exercise.questions import Name, Question

# --- lesson 9: Kozel --------------------------------------------------------------------------


def _four_of_a_suit(rng: random.Random) -> Question:
    k = rng.choice((3, 4))
    one = exactly(36, 9, 4, k)
    again = comb(4, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (4 - k)
    return question(
        "of_a_suit",
        4 * one,
        [("one_suit", one), ("with_replacement", 4 * again)],
        "of_a_suit",
        {"k": k, "rest": 4 - k, "one": one},
    )


def _no_trump(rng: random.Random) -> Question:
    hand = rng.choice((3, 4))
    return question(
        "no_trump",
        none_of(35, 8, hand),
        [
            ("known_cards", none_of(36, 9, hand)),
            ("with_replacement", Fraction(27, 35) ** hand),
            ("wanted_gone", none_of(35, 9, hand)),
        ],
        "none",
        {"hand": hand, "unseen": 35, "wanted": 8, "others": 27, "drawn": hand},
    )


def _some_of_36(rng: random.Random) -> Question:
    rank = rng.choice("6789TJQKA")
    wrong = [("with_replacement", 1 - Fraction(8, 9) ** 4), ("added", Fraction(4, 9)),
             ("of_52", 1 - none_of(52, 4, 4))]  # fmt: skip
    return at_least("some_of_36", 36, 4, 4, wrong, {"rank": a_rank(rank)})


def _trumps_seen(rng: random.Random) -> Question:
    k = rng.choice((2, 3))
    exact, share = exactly(35, 8, 4, k), Fraction(8, 35)
    return question(
        "trumps_seen",
        exact,
        [
            ("known_cards", exactly(36, 9, 4, k)),
            ("wanted_gone", exactly(35, 9, 4, k)),
            ("with_replacement", comb(4, k) * share**k * (1 - share) ** (4 - k)),
            ("at_least_so_many", sum((exactly(35, 8, 4, j) for j in range(k, 5)), Fraction(0))),
            ("one_place", exact / comb(4, k)),
        ],
        "exactly",
        {"k": k, "unseen": 35, "wanted": 8, "others": 27, "drawn": 4, "rest": 4 - k},
    )


def _fours(hands: int) -> Fraction:
    """The chance that so many certain hands all hold four of one suit, suit by suit."""
    ways = sum(
        prod(comb(max(0, 9 - 4 * held[:hand].count(suit)), 4) for hand, suit in enumerate(held))
        for held in product(range(4), repeat=hands)
    )
    return Fraction(ways, prod(comb(36 - 4 * hand, 4) for hand in range(hands)))


def _any_of_hands(rng: random.Random) -> Question:
    hands = rng.choice((2, 3, 4))
    one = _fours(1)
    times = [comb(hands, k) for k in range(1, hands + 1)]
    each = [_fours(k) for k in range(1, hands + 1)]
    terms = f"{times[0]} · {each[0]}"
    for k in range(1, hands):
        terms += f" {'−' if k % 2 else '+'} {times[k]} · {each[k]}"
    return question(
        "any_of_hands",
        sum(((-1) ** k * n * p for k, (n, p) in enumerate(zip(times, each, strict=True))), Fraction(0)),
        [
            ("hands_added", hands * one),
            ("independent", 1 - (1 - one) ** hands),
            ("one_hand", one),
        ],
        "any_of_hands",
        {"hands": hands, "terms": terms},
        # the usual slips are near: a tolerance as wide as elsewhere would hide them
        tolerance=Fraction(1, 200000),
    )


# --- lesson 10: leads and matches -------------------------------------------------------------

_ORDER: Final = "6789JQKTA"
"""From low to high (K10)."""
_AS_ELSEWHERE: Final = "6789TJQKA"
_PLAIN: Final = (Fraction(1, 4), Fraction(1, 2))
"""Answers that one would hit upon by chance, or that stand in the help."""


def _beats(one: Card, other: Card, trump: str, order: str = _ORDER) -> bool:
    rank, suit = tuple(str(one))
    led, of = tuple(str(other))
    return order.index(rank) > order.index(led) if suit == of else suit == trump


def _laid_out(rng: random.Random, led: int, unseen: int) -> tuple[str, tuple[Card, ...], tuple[Card, ...]]:
    """Return a trump, a lead of so many cards of a plain suit, and the last unseen cards, both in order."""
    trump, suit = rng.sample("cdhs", 2)
    lead = rng.sample([c for c in pack(36) if str(c)[1] == suit and str(c)[0] in "9JQKT"], led)
    rest = rng.sample([c for c in pack(36) if c not in lead], unseen)

    def place(card: Card) -> tuple[str, int]:
        return str(card)[1], _ORDER.index(str(card)[0])

    return trump, tuple(sorted(lead, key=place)), tuple(sorted(rest, key=place))


def _beat_one(rng: random.Random) -> Question:
    unseen, hand = rng.choice((7, 8, 9)), rng.choice((2, 3))
    while True:
        trump, lead, rest = _laid_out(rng, 1, unseen)
        able = sum(_beats(card, lead[0], trump) for card in rest)
        same = sum(_beats(card, lead[0], "") for card in rest)
        if same and 2 <= able <= unseen - hand and 1 - none_of(unseen, able, hand) not in _PLAIN:
            break
    low = sum(_beats(card, lead[0], trump, _AS_ELSEWHERE) for card in rest)
    wrong = [
        ("no_trumps", 1 - none_of(unseen, same, hand)),
        ("ten_low", 1 - none_of(unseen, low, hand)),
        ("with_replacement", 1 - Fraction(unseen - able, unseen) ** hand),
        ("added", Fraction(hand * able, unseen)),
    ]
    about = {"trump": Name(f"common.suit.{trump}"), "lead": lead, "cards": rest}
    return at_least("beat_one", unseen, able, hand, wrong, about)


def _beat_two(rng: random.Random) -> Question:
    unseen, hand = rng.choice((6, 7)), 3
    while True:
        trump, lead, rest = _laid_out(rng, 2, unseen)
        low, high = lead
        hands = list(combinations(rest, hand))
        both = sum(
            any(_beats(a, low, trump) and _beats(b, high, trump) for a, b in permutations(some, 2))
            for some in hands
        )
        any_low, any_high = (sum(any(_beats(c, led, trump) for c in some) for some in hands) for led in lead)
        # who can beat the higher card can beat the lower one too
        exact, careless = Fraction(both, len(hands)), Fraction(any_high, len(hands))
        apart = {exact, careless, Fraction(any_low * any_high, len(hands) ** 2)}
        if 0 < exact < 1 and exact not in _PLAIN and len(apart) == 3:
            break
    return question(
        "beat_two",
        exact,
        [
            ("one_for_both", careless),
            ("same_hand", Fraction(any_low * any_high, len(hands) ** 2)),
        ],
        "beat_two",
        {
            "trump": Name(f"common.suit.{trump}"),
            "lead": lead,
            "cards": rest,
            "low": (low,),
            "high": (high,),
            "beat_low": tuple(c for c in rest if _beats(c, low, trump)),
            "beat_high": tuple(c for c in rest if _beats(c, high, trump)),
            "hand": hand,
            "unseen": unseen,
            "hits": both,
            "all": len(hands),
        },
    )


def _game(rng: random.Random) -> tuple[Fraction, Fraction, Fraction]:
    """Chances of a made-up game: eggs, two points for one of the teams, four points."""
    eggs, four = Fraction(rng.choice((1, 2, 4)), 20), Fraction(rng.choice((1, 2, 3, 4)), 10)
    return eggs, 1 - eggs - four, four


def _short_match(rng: random.Random) -> Question:
    eggs, two, four = _game(rng)
    level = 1 / (1 - eggs)
    ahead = (1 + two / 2 * level) / (1 - eggs)
    start = (1 + two * ahead) / (1 - eggs)
    return question(
        "short_match",
        start,
        [
            ("eggs_end", 1 + two * (1 + two / 2)),
            ("either_team", (1 + two * (1 + two * level) / (1 - eggs)) / (1 - eggs)),
            ("one_team", 4 / (two + 2 * four)),
            ("only_once", 1 + two * ahead),
        ],
        "short_match",
        {"eggs": eggs, "two": two, "half": two / 2, "four": four, "level": level, "ahead": ahead},
        "mean",
    )


def _after_eggs(rng: random.Random) -> Question:
    eggs, two, four = _game(rng)
    doubled = rng.choice((True, False))
    mean = 2 * two + 4 * four
    often = mean * (1 + eggs)
    return question(
        "after_eggs",
        often if doubled else mean,
        [
            ("eggs_forgotten", mean),
            ("eggs_always", 2 * mean),
            ("eggs_weight", mean * (1 - eggs)),
        ]
        if doubled
        else [("eggs_not_here", often), ("eggs_weight", mean * (1 - eggs))],
        "after_eggs" if doubled else "no_eggs",
        {
            "rule": Name(f"exercise.what.{'eggs_double' if doubled else 'eggs_plain'}"),
            "eggs": eggs,
            "two": two,
            "four": four,
            "mean": mean,
            "others": 1 - eggs,
        },
        "points",
    )


def _longest(rng: random.Random) -> Question:
    target = rng.choice((6, 8, 10, 12, 14, 16, 20, 24))
    each = target // 2 - 1
    return question(
        "longest",
        2 * each + 1,
        [("longest_one", target // 2), ("longest_last", 2 * each), ("longest_over", target)],
        "longest",
        {"target": target, "below": target - 2, "each": each},
        "count",
    )


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    9: (_four_of_a_suit, _no_trump, _some_of_36, _trumps_seen, _any_of_hands),
    10: (_beat_one, _beat_two, _short_match, _after_eggs, _longest),
}
"""The makers by lesson."""
