"""Questions for the lessons on the pack and on 4 Cartas."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.scene.exercise.makers.base import (
    RANKS,
    Maker,
    a_rank,
    at_least,
    exactly,
    none_of,
    pack,
    pair_chance,
    pair_points,
    pairs,
    question,
    worth,
)
from cardkit.scene.exercise.questions import Name, Question

# --- lesson 0: the pack -----------------------------------------------------------------------


def _suit_or_rank(rng: random.Random) -> Question:
    size = rng.choice((36, 52, 104))
    rank = rng.choice("679TJQKA")
    suit = rng.choice("cdhs")
    of_suit, of_rank, both = size // 4, {36: 4, 52: 4, 104: 8}[size], {36: 1, 52: 1, 104: 2}[size]
    return question(
        "suit_or_rank",
        of_suit + of_rank - both,
        [("twice", of_suit + of_rank), ("neither", of_suit + of_rank - 2 * both)],
        "suit_or_rank",
        {"size": size, "suit": Name(f"common.suit.{suit}"), "rank": a_rank(rank), "of_suit": of_suit,
         "of_rank": of_rank, "both": both},
        "count",
    )  # fmt: skip


def _unseen(rng: random.Random) -> Question:
    players, looked, gone = rng.choice((2, 3, 4, 5, 6)), rng.choice((1, 2, 3)), rng.choice((1, 2, 3, 4))
    unseen = 52 - looked - gone
    return question(
        "unseen",
        unseen,
        [
            ("forgot_turned", unseen + gone),
            ("forgot_own", unseen + looked),
            ("hidden_is_unseen", 52 - 4 * players - gone),
            ("hidden_is_unseen", unseen - 4 * (players - 1)),
        ],
        "unseen",
        {"players": players, "looked": looked, "gone": gone, "seen": looked + gone},
        "count",
    )


def _next_card(rng: random.Random) -> Question:
    seen, k = rng.randrange(5, 20), rng.choice((1, 2, 3))
    rank = rng.choice(RANKS)
    return question(
        "next_card",
        Fraction(4 - k, 52 - seen),
        [
            ("known_cards", Fraction(1, 13)),
            ("whole_pack", Fraction(4 - k, 52)),
            ("wanted_gone", Fraction(4, 52 - seen)),
        ],
        "next_card",
        {"seen": seen, "k": k, "rank": a_rank(rank), "left": 4 - k, "unseen": 52 - seen},
    )


# --- lesson 1: the eight ----------------------------------------------------------------------


def _some_rank(rng: random.Random) -> Question:
    rank, hand = rng.choice(RANKS), rng.choice((3, 4, 5, 6, 7))
    wrong = [("with_replacement", 1 - Fraction(12, 13) ** hand), ("added", Fraction(hand, 13)),
             ("exactly_one", exactly(52, 4, hand, 1))]  # fmt: skip
    return at_least("some_rank", 52, 4, hand, wrong, {"rank": a_rank(rank)})


def _one_rank(rng: random.Random) -> Question:
    rank, hand = rng.choice(RANKS), rng.choice((3, 4, 5, 6))
    exact = exactly(52, 4, hand, 1)
    return question(
        "one_rank",
        exact,
        [
            ("with_replacement", hand * Fraction(1, 13) * Fraction(12, 13) ** (hand - 1)),
            ("one_place", exact / hand),
            ("at_least_one", 1 - none_of(52, 4, hand)),
        ],
        "exactly",
        {
            "rank": a_rank(rank),
            "unseen": 52,
            "wanted": 4,
            "others": 48,
            "drawn": hand,
            "k": 1,
            "rest": hand - 1,
        },
    )


def _nobody(rng: random.Random) -> Question:
    rank, players = rng.choice(RANKS), rng.choice((2, 3, 4, 5, 6))
    drawn = 4 * players
    return question(
        "nobody",
        none_of(52, 4, drawn),
        [
            ("independent", none_of(52, 4, 4) ** players),
            ("with_replacement", Fraction(12, 13) ** drawn),
            ("one_hand", none_of(52, 4, 4)),
        ],
        "none",
        {"rank": a_rank(rank), "players": players, "unseen": 52, "wanted": 4, "others": 48, "drawn": drawn},
    )


# --- lesson 2: what a fresh hand is worth -----------------------------------------------------


def _mean_last(rng: random.Random) -> Question:
    seen = rng.sample(RANKS.replace("8", ""), 2)
    total = 4 * sum(worth(r, -5) for r in RANKS)
    gone = sum(map(worth, seen))
    return question(
        "mean_last",
        Fraction(total - gone, 50),
        [
            ("known_cards", Fraction(total, 52)),
            ("eight_zero", Fraction(total + 20 - gone, 50)),
            ("eight_number", Fraction(total + 52 - gone, 50)),
            ("whole_pack", Fraction(total - gone, 52)),
        ],
        "mean_last",
        {
            "one": a_rank(seen[0]),
            "two": a_rank(seen[1]),
            "total": total,
            "gone": gone,
            "left": total - gone,
            "unseen": 50,
        },
        "points",
    )


def _mean_hand(rng: random.Random) -> Question:
    hand = rng.choice((2, 3, 4))
    linear = Fraction(hand * 4 * sum(map(worth, RANKS)), 52)
    bonus = 5 * hand * Fraction(comb(4, hand), comb(52, hand))
    return question(
        "mean_hand",
        linear - bonus,
        [
            ("eights_alone", linear),
            ("eight_always", hand * Fraction(4 * sum(worth(r, -5) for r in RANKS), 52)),
            ("eight_number", hand * Fraction(340, 52)),
        ],
        "mean_hand",
        {"hand": hand, "linear": linear, "bonus": bonus, "five": 5 * hand},
        "points",
        # the correction is small: a tolerance as wide as elsewhere would hide it
        Fraction(1, 200000),
    )


def _low_pair(rng: random.Random) -> Question:
    limit = rng.choice((3, 4, 5, 6, 7, 8, 9))
    left = pack()
    exact = pair_chance(left, lambda points: points <= limit)
    with_return = Fraction(sum(pair_points(a, b) <= limit for a in RANKS for b in RANKS), len(RANKS) ** 2)
    return question(
        "low_pair",
        exact,
        [("strictly", pair_chance(left, lambda points: points < limit)), ("with_replacement", with_return)],
        "pairs",
        {"limit": limit, "all": comb(52, 2), "unseen": 52, "hits": int(exact * comb(52, 2))},
    )


def _pair_rule(rng: random.Random) -> Question:
    """The house rule CA1: two 8s are enough."""
    hand = rng.choice((3, 4))
    linear = Fraction(hand * 308, 52)
    mean, single = Fraction(hand * 4, 52), exactly(52, 4, hand, 1)
    counted = mean - single
    return question(
        "pair_rule",
        linear - 5 * counted,
        [
            ("rule_forgotten", linear - 5 * hand * Fraction(comb(4, hand), comb(52, hand))),
            ("pairs_forgotten", linear),
            ("single_counted", linear - 5 * mean),
            ("eight_number", hand * Fraction(340, 52)),
        ],
        "pair_rule",
        {"hand": hand, "linear": linear, "mean": mean, "single": single, "counted": counted,
         "bonus": 5 * counted},
        "points",
    )  # fmt: skip


# --- lesson 3: who can match ------------------------------------------------------------------


def _match_held(rng: random.Random) -> Question:
    players, rank = rng.choice((2, 3, 4, 5, 6)), rng.choice(RANKS)
    drawn = 4 * (players - 1)
    wrong = [
        ("with_replacement", 1 - Fraction(12, 13) ** drawn),
        ("forgot_turned_rank", 1 - none_of(52, 4, drawn)),
        ("independent", 1 - none_of(51, 3, 4) ** (players - 1)),
        ("added", Fraction(3 * drawn, 51)),
        ("one_hand", 1 - none_of(51, 3, 4)),
    ]
    return at_least("match_held", 51, 3, drawn, wrong, {"players": players, "rank": a_rank(rank)})


def _match_known(rng: random.Random) -> Question:
    players, rank = rng.choice((3, 4, 5, 6)), rng.choice(RANKS)
    drawn = 2 * (players - 1)
    wrong = [
        ("all_four", 1 - none_of(51, 3, 2 * drawn)),
        ("with_replacement", 1 - Fraction(12, 13) ** drawn),
        ("forgot_turned_rank", 1 - none_of(52, 4, drawn)),
        ("added", Fraction(3 * drawn, 51)),
    ]
    return at_least("match_known", 51, 3, drawn, wrong, {"players": players, "rank": a_rank(rank)})


def _match_mine(rng: random.Random) -> Question:
    players, rank = rng.choice((2, 3, 4, 5)), rng.choice(RANKS)
    drawn = 4 * (players - 1)
    wrong = [
        ("known_cards", 1 - none_of(51, 3, drawn)),
        ("with_replacement", 1 - Fraction(12, 13) ** drawn),
        ("added", Fraction(2 * drawn, 50)),
        ("whole_pack", 1 - none_of(52, 2, drawn)),
    ]
    return at_least("match_mine", 50, 2, drawn, wrong, {"players": players, "rank": a_rank(rank)})


# --- lesson 4: under my card ------------------------------------------------------------------


def _under_two(rng: random.Random) -> Question:
    rank, seen = rng.choice(RANKS), rng.choice((2, 3, 4, 5, 6))
    unseen = 52 - seen
    wrong = [
        ("known_cards", 1 - none_of(52, 4, 2)),
        ("with_replacement", 1 - Fraction(unseen - 4, unseen) ** 2),
        ("added", Fraction(8, unseen)),
        ("one_card", Fraction(4, unseen)),
    ]
    return at_least("under_two", unseen, 4, 2, wrong, {"rank": a_rank(rank), "seen": seen})


def _mean_unseen(rng: random.Random) -> Question:
    seen = rng.sample(RANKS.replace("8", ""), 4)
    gone = sum(map(worth, seen))
    return question(
        "mean_unseen",
        Fraction(308 - gone, 48),
        [
            ("known_cards", Fraction(308, 52)),
            ("eight_number", Fraction(340 - gone, 48)),
            ("eight_minus", Fraction(288 - gone, 48)),
            ("whole_pack", Fraction(308 - gone, 52)),
        ],
        "mean_unseen",
        {**{f"c{i}": a_rank(rank) for i, rank in enumerate(seen)}, "gone": gone, "left": 308 - gone},
        "points",
    )


def _bottom(rng: random.Random) -> Question:
    seen, rank = rng.randrange(6, 26), rng.choice(RANKS)
    return question(
        "bottom",
        Fraction(4, 52 - seen),
        [
            ("known_cards", Fraction(1, 13)),
            ("due", Fraction(4, 52 - seen) + Fraction(4 * seen, 52 * 52)),
            ("single", Fraction(1, 52 - seen)),
        ],
        "bottom",
        {"seen": seen, "rank": a_rank(rank), "unseen": 52 - seen},
    )


# --- lesson 5: what a look is worth -----------------------------------------------------------


def _own(rng: random.Random, ranks: str) -> tuple[str, int, list[int]]:
    """A known card of one's own, its points, and the points of the 51 others."""
    rank = rng.choice(ranks)
    return rank, worth(rank), [worth(other) for other in pack((rank,)).elements()]


def _blind(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "34569TJQK")
    return question(
        "blind",
        own - Fraction(sum(others), 51),
        [
            ("known_cards", own - Fraction(308, 52)),
            ("eight_number", own - Fraction(sum(others) + 32, 51)),
            ("sign", Fraction(sum(others), 51) - own),
            ("no_difference", Fraction(sum(others), 51)),
        ],
        "blind",
        {"rank": a_rank(rank), "own": own, "sum": sum(others), "mean": Fraction(sum(others), 51)},
        "points",
    )


def _look(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "345679")
    gains = [max(0, own - other) for other in others]
    return question(
        "look",
        Fraction(sum(gains), 51),
        [
            ("average_first", own - Fraction(sum(others), 51)),
            ("known_cards", Fraction(4 * sum(max(0, own - worth(r)) for r in RANKS), 52)),
            ("only_winners", Fraction(sum(gains), sum(gain > 0 for gain in gains))),
            ("eight_number", Fraction(sum(gains) - 4 * own + 4 * max(0, own - 8), 51)),
        ],
        "look",
        {"rank": a_rank(rank), "own": own, "lower": sum(gain > 0 for gain in gains), "sum": sum(gains)},
        "points",
    )


def _lower(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "345679T")
    lower = sum(other < own for other in others)
    return question(
        "lower",
        Fraction(lower, 51),
        [
            ("tie_counts", Fraction(sum(other <= own for other in others), 51)),
            ("whole_pack", Fraction(lower, 52)),
            ("eight_number", Fraction(lower - 4 * (own <= 8), 51)),
        ],
        "lower",
        {"rank": a_rank(rank), "own": own, "lower": lower},
    )


def _lower_of_two(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "345679")
    lower, tied = sum(other < own for other in others), sum(other == own for other in others)
    wrong = [
        ("one_card", Fraction(lower, 51)),
        ("with_replacement", 1 - Fraction(51 - lower, 51) ** 2),
        ("added", Fraction(2 * lower, 51)),
        ("tie_counts", 1 - none_of(51, lower + tied, 2)),
    ]
    return at_least("lower_of_two", 51, lower, 2, wrong, {"rank": a_rank(rank)})


def _power_drawn(rng: random.Random) -> Question:
    """The house rule CA10: a power is only with what comes from the stock."""
    one = rng.choice("JQK")
    two = rng.choice("A345679JQK".replace(one, ""))
    left = 12 - sum(rank in "JQK" for rank in (one, two))
    return question(
        "power_drawn",
        Fraction(left, 50),
        [
            ("rule_forgotten", 1),
            ("wanted_gone", Fraction(12, 50)),
            ("known_cards", Fraction(12, 52)),
            ("whole_pack", Fraction(left, 52)),
        ],
        "power_drawn",
        {"one": a_rank(one), "two": a_rank(two), "left": left},
    )


# --- lesson 6: closing ------------------------------------------------------------------------


def _closing(rng: random.Random) -> tuple[str, str, int, Counter[str]]:
    one, two = rng.choice("A2345"), rng.choice("A23456")
    return one, two, pair_points(one, two), pack((one, two))


def _higher(rng: random.Random) -> Question:
    one, two, own, left = _closing(rng)
    exact = pair_chance(left, lambda points: points > own)
    again = Fraction(sum(left[a] * left[b] for a in RANKS for b in RANKS if pair_points(a, b) > own), 50 * 50)
    return question(
        "higher",
        exact,
        [
            ("tie_wins", pair_chance(left, lambda points: points >= own)),
            ("known_cards", pair_chance(pack(), lambda points: points > own)),
            ("with_replacement", again),
        ],
        "pairs",
        {"one": a_rank(one), "two": a_rank(two), "own": own, "unseen": 50, "all": comb(50, 2),
         "hits": int(exact * comb(50, 2))},
    )  # fmt: skip


def _both_higher(rng: random.Random) -> Question:
    one, two, own, left = _closing(rng)
    single = pair_chance(left, lambda points: points > own)
    hits = 0
    for a, b, ways in pairs(left):
        if pair_points(a, b) > own:
            rest = left.copy()
            rest.subtract((a, b))
            hits += ways * sum(more for c, d, more in pairs(rest) if pair_points(c, d) > own)
    every = comb(50, 2) * comb(48, 2)
    return question(
        "both_higher",
        Fraction(hits, every),
        [("one_opponent", single), ("union", 1 - 2 * (1 - single)), ("independent", single**2)],
        "both_higher",
        {"one": a_rank(one), "two": a_rank(two), "own": own, "single": single, "hits": hits, "all": every},
        tolerance=Fraction(1, 20000),
    )


def _mark(rng: random.Random) -> Question:
    one, two, own, left = _closing(rng)
    chance = pair_chance(left, lambda points: points > own)
    with_ties = pair_chance(left, lambda points: points >= own)
    return question(
        "mark",
        own * chance + 2 * own * (1 - chance),
        [
            ("tie_wins", own * with_ties + 2 * own * (1 - with_ties)),
            ("no_double", Fraction(own)),
            ("failure_free", own * chance),
            ("always_double", Fraction(2 * own)),
        ],
        "mark",
        {
            "one": a_rank(one),
            "two": a_rank(two),
            "own": own,
            "double": 2 * own,
            "chance": chance,
            "fail": 1 - chance,
        },
        "points",
    )


def _failed_eight(rng: random.Random) -> Question:
    """The ruling CA2: what a negative sum counts that fails."""
    others, written = rng.choice((1, 2, 3)), rng.choice((True, False))

    def mark(chance: Fraction, written: bool) -> Fraction:
        return -5 * chance + (-10 if written else 1) * (1 - chance)

    chance = none_of(51, 3, others)
    return question(
        "failed_eight",
        mark(chance, written),
        [
            ("rule_not_asked" if written else "rule_forgotten", mark(chance, not written)),
            ("tie_wins", -5),
            ("with_replacement", mark(Fraction(48, 51) ** others, written)),
            ("known_cards", mark(none_of(52, 4, others), written)),
        ],
        "failed_eight",
        {
            "others": others,
            "rule": Name(f"exercise.what.failed_{'written' if written else 'house'}"),
            "failed": -10 if written else 1,
            "chance": chance,
            "fail": 1 - chance,
        },
        "points",
    )


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    0: (_suit_or_rank, _unseen, _next_card),
    1: (_some_rank, _one_rank, _nobody),
    2: (_mean_last, _mean_hand, _low_pair, _pair_rule),
    3: (_match_held, _match_known, _match_mine),
    4: (_under_two, _mean_unseen, _bottom),
    5: (_blind, _look, _lower, _lower_of_two, _power_drawn),
    6: (_higher, _both_higher, _mark, _failed_eight),
}
"""The makers by lesson."""
