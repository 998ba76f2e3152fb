"""Makers of questions, a few for each lesson, and the paper that is drawn from them for a name.

A maker takes a stream of random numbers and returns a question with its numbers put in. It counts by itself,
with binomials or by listing what can happen: so a paper needs no other part of the library.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb
from typing import Any, Final

from cardkit.rng import Seed, stream
from cardkit.scene.exercise.codes import plain_name
from cardkit.scene.exercise.questions import TOLERANCE, Kind, Name, Question, Wrong

Maker = Callable[[random.Random], Question]
RANKS: Final = "A23456789TJQK"
MOST: Final = 12


@dataclass(frozen=True)
class Paper:
    """The questions of one pupil."""

    lesson: int
    name: str
    questions: tuple[Question, ...]


def paper(lesson: int, name: str, n: int = 3, *, seed: Seed = "") -> Paper:
    """Return the ``n`` questions of ``name``: the same on every machine, and however the name is typed.

    Another ``seed`` (a class, a year) gives other papers. ``ValueError`` for a lesson without questions, an
    empty name, or more than 12 questions.
    """
    if lesson not in MAKERS:
        raise ValueError(f"lesson={lesson!r}: there are questions for {', '.join(map(str, MAKERS))}")
    if not plain_name(name):
        raise ValueError("name: expected the name of whoever takes the paper")
    if not 1 <= n <= MOST:
        raise ValueError(f"n={n!r}: expected 1 to {MOST} questions")
    rng = stream(seed, "exercise", lesson, plain_name(name))
    left: list[Maker] = []
    found: dict[str, Question] = {}
    while len(found) < n:
        if not left:
            left = list(MAKERS[lesson])
        question = left.pop(rng.randrange(len(left)))(rng)
        # a second one of a kind may turn out the same: then it is drawn again
        found.setdefault(repr((question.text, sorted(question.params.items(), key=str))), question)
    return Paper(lesson, name.strip(), tuple(found.values()))


def _question(
    text: str,
    exact: Fraction | int,
    wrong: Iterable[tuple[str, Fraction | int]],
    way: str,
    params: dict[str, Any],
    kind: Kind = "chance",
    tolerance: Fraction | None = None,
) -> Question:
    """Put a question together; a wrong value that happens to be right, or comes twice, is left out."""
    exact = Fraction(exact)
    kept: dict[Fraction, str] = {}
    for reason, value in wrong:
        if value != exact:
            kept.setdefault(Fraction(value), reason)
    return Question(
        id=text,
        text=f"ask.{text}",
        params={**params, "answer": exact},
        kind=kind,
        exact=exact,
        wrong=tuple(Wrong(value, reason) for value, reason in kept.items()),
        hints=tuple(f"way.{way}.hint{i}" for i in (1, 2, 3)),
        solution=f"way.{way}.solution",
        tolerance=TOLERANCE[kind] if tolerance is None else tolerance,
    )


# --- counting ---------------------------------------------------------------------------------


def none_of(unseen: int, wanted: int, drawn: int) -> Fraction:
    """Return the chance that none of the ``wanted`` among ``unseen`` cards is among ``drawn`` ones."""
    return Fraction(comb(unseen - wanted, drawn), comb(unseen, drawn))


def exactly(unseen: int, wanted: int, drawn: int, k: int) -> Fraction:
    """Return the chance that exactly ``k`` of the wanted cards are drawn."""
    return Fraction(comb(wanted, k) * comb(unseen - wanted, drawn - k), comb(unseen, drawn))


def worth(rank: str, eight: int = 0) -> int:
    """Return what a card of a rank counts in 4 Cartas (C4, C5); ``eight`` is what the 8 counts here (C6)."""
    return eight if rank == "8" else 10 if rank in "TJQK" else RANKS.index(rank) + 1


def _a(rank: str) -> Name:
    return Name(f"common.a_rank.{rank}")


def _pack(seen: Iterable[str] = ()) -> Counter[str]:
    """How many cards of each rank are left of 52."""
    left = Counter(dict.fromkeys(RANKS, 4))
    left.subtract(seen)
    return left


def pair_points(one: str, two: str) -> int:
    """Return what a hand of two cards counts: 8s count −5 each if there is nothing else (C6)."""
    return -10 if one == two == "8" else worth(one) + worth(two)


def pairs(left: Counter[str]) -> Iterable[tuple[str, str, int]]:
    """Yield each pair of ranks and in how many ways it can be drawn."""
    for one, two in combinations_with_replacement(RANKS, 2):
        ways = comb(left[one], 2) if one == two else left[one] * left[two]
        if ways:
            yield one, two, ways


def pair_chance(left: Counter[str], holds: Callable[[int], bool]) -> Fraction:
    """Return the chance that two cards drawn from ``left`` have points that hold."""
    hits = sum(ways for one, two, ways in pairs(left) if holds(pair_points(one, two)))
    return Fraction(hits, comb(left.total(), 2))


# --- lesson 0: the pack -----------------------------------------------------------------------


def _suit_or_rank(rng: random.Random) -> Question:
    size = rng.choice((36, 52, 104))
    rank = rng.choice("679TJQKA")
    suit = rng.choice("cdhs")
    of_suit, of_rank, both = size // 4, {36: 4, 52: 4, 104: 8}[size], {36: 1, 52: 1, 104: 2}[size]
    return _question(
        "suit_or_rank",
        of_suit + of_rank - both,
        [("twice", of_suit + of_rank), ("neither", of_suit + of_rank - 2 * both)],
        "suit_or_rank",
        {"size": size, "suit": Name(f"common.suit.{suit}"), "rank": _a(rank), "of_suit": of_suit,
         "of_rank": of_rank, "both": both},
        "count",
    )  # fmt: skip


def _unseen(rng: random.Random) -> Question:
    players, looked, gone = rng.choice((2, 3, 4, 5, 6)), rng.choice((1, 2, 3)), rng.choice((1, 2, 3, 4))
    unseen = 52 - looked - gone
    return _question(
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
    return _question(
        "next_card",
        Fraction(4 - k, 52 - seen),
        [
            ("known_cards", Fraction(1, 13)),
            ("whole_pack", Fraction(4 - k, 52)),
            ("wanted_gone", Fraction(4, 52 - seen)),
        ],
        "next_card",
        {"seen": seen, "k": k, "rank": _a(rank), "left": 4 - k, "unseen": 52 - seen},
    )


# --- lesson 1: the eight ----------------------------------------------------------------------


def _at_least(text: str, unseen: int, wanted: int, drawn: int, wrong: Sequence[tuple[str, Fraction]],
              params: dict[str, Any]) -> Question:  # fmt: skip
    none = none_of(unseen, wanted, drawn)
    found = {"unseen": unseen, "wanted": wanted, "others": unseen - wanted, "drawn": drawn, "none": none}
    return _question(text, 1 - none, wrong, "at_least", {**params, **found})


def _some_rank(rng: random.Random) -> Question:
    rank, hand = rng.choice(RANKS), rng.choice((3, 4, 5, 6, 7))
    wrong = [("with_replacement", 1 - Fraction(12, 13) ** hand), ("added", Fraction(hand, 13)),
             ("exactly_one", exactly(52, 4, hand, 1))]  # fmt: skip
    return _at_least("some_rank", 52, 4, hand, wrong, {"rank": _a(rank)})


def _one_rank(rng: random.Random) -> Question:
    rank, hand = rng.choice(RANKS), rng.choice((3, 4, 5, 6))
    exact = exactly(52, 4, hand, 1)
    return _question(
        "one_rank",
        exact,
        [
            ("with_replacement", hand * Fraction(1, 13) * Fraction(12, 13) ** (hand - 1)),
            ("one_place", exact / hand),
            ("at_least_one", 1 - none_of(52, 4, hand)),
        ],
        "exactly",
        {"rank": _a(rank), "unseen": 52, "wanted": 4, "others": 48, "drawn": hand, "k": 1, "rest": hand - 1},
    )


def _nobody(rng: random.Random) -> Question:
    rank, players = rng.choice(RANKS), rng.choice((2, 3, 4, 5, 6))
    drawn = 4 * players
    return _question(
        "nobody",
        none_of(52, 4, drawn),
        [
            ("independent", none_of(52, 4, 4) ** players),
            ("with_replacement", Fraction(12, 13) ** drawn),
            ("one_hand", none_of(52, 4, 4)),
        ],
        "none",
        {"rank": _a(rank), "players": players, "unseen": 52, "wanted": 4, "others": 48, "drawn": drawn},
    )


# --- lesson 2: what a fresh hand is worth -----------------------------------------------------


def _mean_last(rng: random.Random) -> Question:
    seen = rng.sample(RANKS.replace("8", ""), 2)
    total = 4 * sum(worth(r, -5) for r in RANKS)
    gone = sum(map(worth, seen))
    return _question(
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
            "one": _a(seen[0]),
            "two": _a(seen[1]),
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
    return _question(
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
    left = _pack()
    exact = pair_chance(left, lambda points: points <= limit)
    with_return = Fraction(sum(pair_points(a, b) <= limit for a in RANKS for b in RANKS), len(RANKS) ** 2)
    return _question(
        "low_pair",
        exact,
        [("strictly", pair_chance(left, lambda points: points < limit)), ("with_replacement", with_return)],
        "pairs",
        {"limit": limit, "all": comb(52, 2), "unseen": 52, "hits": int(exact * comb(52, 2))},
    )


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
    return _at_least("match_held", 51, 3, drawn, wrong, {"players": players, "rank": _a(rank)})


def _match_known(rng: random.Random) -> Question:
    players, rank = rng.choice((3, 4, 5, 6)), rng.choice(RANKS)
    drawn = 2 * (players - 1)
    wrong = [
        ("all_four", 1 - none_of(51, 3, 2 * drawn)),
        ("with_replacement", 1 - Fraction(12, 13) ** drawn),
        ("forgot_turned_rank", 1 - none_of(52, 4, drawn)),
        ("added", Fraction(3 * drawn, 51)),
    ]
    return _at_least("match_known", 51, 3, drawn, wrong, {"players": players, "rank": _a(rank)})


def _match_mine(rng: random.Random) -> Question:
    players, rank = rng.choice((2, 3, 4, 5)), rng.choice(RANKS)
    drawn = 4 * (players - 1)
    wrong = [
        ("known_cards", 1 - none_of(51, 3, drawn)),
        ("with_replacement", 1 - Fraction(12, 13) ** drawn),
        ("added", Fraction(2 * drawn, 50)),
        ("whole_pack", 1 - none_of(52, 2, drawn)),
    ]
    return _at_least("match_mine", 50, 2, drawn, wrong, {"players": players, "rank": _a(rank)})


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
    return _at_least("under_two", unseen, 4, 2, wrong, {"rank": _a(rank), "seen": seen})


def _mean_unseen(rng: random.Random) -> Question:
    seen = rng.sample(RANKS.replace("8", ""), 4)
    gone = sum(map(worth, seen))
    return _question(
        "mean_unseen",
        Fraction(308 - gone, 48),
        [
            ("known_cards", Fraction(308, 52)),
            ("eight_number", Fraction(340 - gone, 48)),
            ("eight_minus", Fraction(288 - gone, 48)),
            ("whole_pack", Fraction(308 - gone, 52)),
        ],
        "mean_unseen",
        {**{f"c{i}": _a(rank) for i, rank in enumerate(seen)}, "gone": gone, "left": 308 - gone},
        "points",
    )


def _bottom(rng: random.Random) -> Question:
    seen, rank = rng.randrange(6, 26), rng.choice(RANKS)
    return _question(
        "bottom",
        Fraction(4, 52 - seen),
        [
            ("known_cards", Fraction(1, 13)),
            ("due", Fraction(4, 52 - seen) + Fraction(4 * seen, 52 * 52)),
            ("single", Fraction(1, 52 - seen)),
        ],
        "bottom",
        {"seen": seen, "rank": _a(rank), "unseen": 52 - seen},
    )


# --- lesson 5: what a look is worth -----------------------------------------------------------


def _own(rng: random.Random, ranks: str) -> tuple[str, int, list[int]]:
    """A known card of one's own, its points, and the points of the 51 others."""
    rank = rng.choice(ranks)
    return rank, worth(rank), [worth(other) for other in _pack((rank,)).elements()]


def _blind(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "34569TJQK")
    return _question(
        "blind",
        own - Fraction(sum(others), 51),
        [
            ("known_cards", own - Fraction(308, 52)),
            ("eight_number", own - Fraction(sum(others) + 32, 51)),
            ("sign", Fraction(sum(others), 51) - own),
            ("no_difference", Fraction(sum(others), 51)),
        ],
        "blind",
        {"rank": _a(rank), "own": own, "sum": sum(others), "mean": Fraction(sum(others), 51)},
        "points",
    )


def _look(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "345679")
    gains = [max(0, own - other) for other in others]
    return _question(
        "look",
        Fraction(sum(gains), 51),
        [
            ("average_first", own - Fraction(sum(others), 51)),
            ("known_cards", Fraction(4 * sum(max(0, own - worth(r)) for r in RANKS), 52)),
            ("only_winners", Fraction(sum(gains), sum(gain > 0 for gain in gains))),
            ("eight_number", Fraction(sum(gains) - 4 * own + 4 * max(0, own - 8), 51)),
        ],
        "look",
        {"rank": _a(rank), "own": own, "lower": sum(gain > 0 for gain in gains), "sum": sum(gains)},
        "points",
    )


def _lower(rng: random.Random) -> Question:
    rank, own, others = _own(rng, "345679T")
    lower = sum(other < own for other in others)
    return _question(
        "lower",
        Fraction(lower, 51),
        [
            ("tie_counts", Fraction(sum(other <= own for other in others), 51)),
            ("whole_pack", Fraction(lower, 52)),
            ("eight_number", Fraction(lower - 4 * (own <= 8), 51)),
        ],
        "lower",
        {"rank": _a(rank), "own": own, "lower": lower},
    )


# --- lesson 6: closing ------------------------------------------------------------------------


def _closing(rng: random.Random) -> tuple[str, str, int, Counter[str]]:
    one, two = rng.choice("A2345"), rng.choice("A23456")
    return one, two, pair_points(one, two), _pack((one, two))


def _higher(rng: random.Random) -> Question:
    one, two, own, left = _closing(rng)
    exact = pair_chance(left, lambda points: points > own)
    again = Fraction(sum(left[a] * left[b] for a in RANKS for b in RANKS if pair_points(a, b) > own), 50 * 50)
    return _question(
        "higher",
        exact,
        [
            ("tie_wins", pair_chance(left, lambda points: points >= own)),
            ("known_cards", pair_chance(_pack(), lambda points: points > own)),
            ("with_replacement", again),
        ],
        "pairs",
        {"one": _a(one), "two": _a(two), "own": own, "unseen": 50, "all": comb(50, 2),
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
    return _question(
        "both_higher",
        Fraction(hits, every),
        [("one_opponent", single), ("union", 1 - 2 * (1 - single)), ("independent", single**2)],
        "both_higher",
        {"one": _a(one), "two": _a(two), "own": own, "single": single, "hits": hits, "all": every},
        tolerance=Fraction(1, 20000),
    )


def _mark(rng: random.Random) -> Question:
    one, two, own, left = _closing(rng)
    chance = pair_chance(left, lambda points: points > own)
    with_ties = pair_chance(left, lambda points: points >= own)
    return _question(
        "mark",
        own * chance + 2 * own * (1 - chance),
        [
            ("tie_wins", own * with_ties + 2 * own * (1 - with_ties)),
            ("no_double", Fraction(own)),
            ("failure_free", own * chance),
            ("always_double", Fraction(2 * own)),
        ],
        "mark",
        {"one": _a(one), "two": _a(two), "own": own, "double": 2 * own, "chance": chance, "fail": 1 - chance},
        "points",
    )


# --- lesson 7: Tranca -------------------------------------------------------------------------


def _some_of_eleven(rng: random.Random) -> Question:
    wanted = rng.choice((4, 8))
    what = Name(f"exercise.what.{'red_three' if wanted == 4 else 'two'}")
    wrong = [
        ("with_replacement", 1 - Fraction(104 - wanted, 104) ** 11),
        ("added", Fraction(11 * wanted, 104)),
        ("exactly_one", exactly(104, wanted, 11, 1)),
    ]
    return _at_least("some_of_eleven", 104, wanted, 11, wrong, {"what": what})


def _partner(rng: random.Random) -> Question:
    mine = rng.choice((0, 1, 2))
    wanted = 4 - mine
    wrong = [
        ("known_cards", 1 - none_of(104, 4, 11)),
        ("whole_pack", 1 - none_of(104, wanted, 11)),
        ("with_replacement", 1 - Fraction(93 - wanted, 93) ** 11),
        ("added", Fraction(11 * wanted, 93)),
    ]
    return _at_least("partner", 93, wanted, 11, wrong, {"mine": mine})


def _some_twos(rng: random.Random) -> Question:
    k = rng.choice((1, 2, 3))
    share = Fraction(8, 104)
    return _question(
        "some_twos",
        exactly(104, 8, 11, k),
        [
            ("with_replacement", comb(11, k) * share**k * (1 - share) ** (11 - k)),
            ("at_least_so_many", sum((exactly(104, 8, 11, j) for j in range(k, 9)), Fraction(0))),
            ("one_place", exactly(104, 8, 11, k) / comb(11, k)),
        ],
        "exactly",
        {"k": k, "unseen": 104, "wanted": 8, "others": 96, "drawn": 11, "rest": 11 - k},
    )


# --- lesson 9: Kozel --------------------------------------------------------------------------


def _four_of_a_suit(rng: random.Random) -> Question:
    k = rng.choice((3, 4))
    one = exactly(36, 9, 4, k)
    again = comb(4, k) * Fraction(1, 4) ** k * Fraction(3, 4) ** (4 - k)
    return _question(
        "of_a_suit",
        4 * one,
        [("one_suit", one), ("with_replacement", 4 * again)],
        "of_a_suit",
        {"k": k, "rest": 4 - k, "one": one},
    )


def _no_trump(rng: random.Random) -> Question:
    hand = rng.choice((3, 4))
    return _question(
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
    return _at_least("some_of_36", 36, 4, 4, wrong, {"rank": _a(rank)})


MAKERS: Final[dict[int, tuple[Maker, ...]]] = {
    0: (_suit_or_rank, _unseen, _next_card),
    1: (_some_rank, _one_rank, _nobody),
    2: (_mean_last, _mean_hand, _low_pair),
    3: (_match_held, _match_known, _match_mine),
    4: (_under_two, _mean_unseen, _bottom),
    5: (_blind, _look, _lower),
    6: (_higher, _both_higher, _mark),
    7: (_some_of_eleven, _partner, _some_twos),
    9: (_four_of_a_suit, _no_trump, _some_of_36),
}
LESSONS: Final = tuple(MAKERS)
"""The lessons that have questions."""
