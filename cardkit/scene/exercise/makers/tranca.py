"""Questions for the lessons on Tranca."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.cards import card
from cardkit.scene.exercise.makers.base import (
    Maker,
    a_rank,
    at_least,
    exactly,
    none_of,
    question,
)
from cardkit.scene.exercise.questions import Name, Question

# --- lesson 7: Tranca -------------------------------------------------------------------------


def _some_of_eleven(rng: random.Random) -> Question:
    wanted = rng.choice((4, 8))
    what = Name(f"exercise.what.{'red_three' if wanted == 4 else 'two'}")
    wrong = [
        ("with_replacement", 1 - Fraction(104 - wanted, 104) ** 11),
        ("added", Fraction(11 * wanted, 104)),
        ("exactly_one", exactly(104, wanted, 11, 1)),
    ]
    if wanted == 8:
        wrong.append(("one_pack", 1 - none_of(104, 4, 11)))
    return at_least("some_of_eleven", 104, wanted, 11, wrong, {"what": what})


def _partner(rng: random.Random) -> Question:
    mine = rng.choice((0, 1, 2))
    wanted = 4 - mine
    wrong = [
        ("known_cards", 1 - none_of(104, 4, 11)),
        ("whole_pack", 1 - none_of(104, wanted, 11)),
        ("with_replacement", 1 - Fraction(93 - wanted, 93) ** 11),
        ("added", Fraction(11 * wanted, 93)),
    ]
    return at_least("partner", 93, wanted, 11, wrong, {"mine": mine})


def _some_twos(rng: random.Random) -> Question:
    k = rng.choice((1, 2, 3))
    share = Fraction(8, 104)
    return question(
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


def _at_the_table(rng: random.Random) -> Question:
    players = rng.choice((2, 4))
    drawn = 11 * players
    alone = none_of(104, 4, 11)
    wrong = [
        ("independent", 1 - alone**players),
        ("one_hand", 1 - alone),
        ("added", Fraction(4 * drawn, 104)),
    ]
    return at_least("at_the_table", 104, 4, drawn, wrong, {"players": players})


# --- lesson 8: melds --------------------------------------------------------------------------

_FINE: Final = Fraction(1, 20000)
"""A tolerance for rare things."""
_MELDED: Final = "456789TJQKA"
"""The ranks of natural melds in their order (T7, TA4)."""


def _three_of_rank(rng: random.Random) -> Question:
    rank, hand = rng.choice(_MELDED), rng.choice((8, 9, 10, 11))
    few = [exactly(104, 8, hand, k) for k in range(3)]
    share = Fraction(8, 104)
    again = [comb(hand, k) * share**k * (1 - share) ** (hand - k) for k in range(3)]
    return question(
        "three_of_rank",
        1 - sum(few),
        [
            ("exactly_three", exactly(104, 8, hand, 3)),
            ("with_replacement", 1 - sum(again)),
            ("one_pack", 1 - sum(exactly(52, 4, hand, k) for k in range(3))),
            ("forgot_two", 1 - few[0] - few[1]),
        ],
        "three_of_rank",
        {"rank": a_rank(rank), "hand": hand, **{f"p{k}": p for k, p in enumerate(few)}},
        tolerance=_FINE,
    )


def _given_run(rng: random.Random) -> Question:
    suit, start, hand = rng.choice("cdhs"), rng.randrange(len(_MELDED) - 2), rng.choice((8, 9, 10, 11))
    run = tuple(card(rank + suit) for rank in _MELDED[start : start + 3])
    one, two, all_three = (none_of(104, missing, hand) for missing in (2, 4, 6))
    return question(
        "given_run",
        1 - 3 * one + 3 * two - all_three,
        [
            ("same_hand", (1 - one) ** 3),
            ("one_copy", Fraction(comb(101, hand - 3), comb(104, hand))),
            ("added_back", 1 - 3 * one + 3 * two),
            ("one_pack", Fraction(comb(49, hand - 3), comb(52, hand))),
        ],
        "given_run",
        {"run": run, "hand": hand, "one": one, "two": two, "three": all_three},
        tolerance=_FINE,
    )


def _three_cards(rng: random.Random) -> Question:
    what, wild = rng.choice(("set", "run", "either")), rng.choice((False, True))
    ranks, starts = len(_MELDED), len(_MELDED) - 2
    # pairs that a 2 completes: two of a rank; in a suit, ranks next to each other or one apart
    sets, runs = ranks * comb(8, 3), 4 * starts * 2**3
    with_two = {"set": ranks * comb(8, 2) * 8, "run": 4 * (ranks - 1 + starts) * 2 * 2 * 8}
    with_two["either"] = with_two["set"] + with_two["run"]
    natural = {"set": sets, "run": runs, "either": sets + runs}[what]
    helped = with_two[what] if wild else 0
    slips = {
        "set": [("all_ranks", natural + 2 * comb(8, 3)), ("ordered", ranks * 8 * 7 * 6 + helped)],
        "run": [("one_copy", 4 * starts + helped), ("all_starts", 4 * ranks * 8 + helped)],
        "either": [
            ("one_kind", sets + (with_two["set"] if wild else 0)),
            ("one_copy", sets + 4 * starts + helped),
        ],
    }[what]
    if wild:
        slips += [("wild_forgotten", natural), ("natural_forgotten", helped)]
    else:
        slips.append(("wild_counted", natural + with_two[what]))
    return question(
        "three_cards",
        natural + helped,
        slips,
        f"three_{what}",
        {
            "what": Name(f"exercise.what.meld_{what}"),
            "rule": Name(f"exercise.what.{'one_wild' if wild else 'no_wild'}"),
            "all": comb(104, 3),
            "sets": sets,
            "runs": runs,
            "natural": natural,
            "helped": helped,
        },
        "count",
    )


def _either(rng: random.Random) -> Question:
    hands = rng.choice((200, 400, 500))
    sets, runs = hands * 3 // 8 + rng.randrange(-8, 9), hands // 5 + rng.randrange(-6, 7)
    both = sets * runs // hands - rng.randrange(2, 7)
    # half of them would be its own opposite
    both -= 2 * (sets + runs - both) == hands
    return question(
        "either",
        Fraction(sets + runs - both, hands),
        [
            ("both_twice", Fraction(sets + runs, hands)),
            ("both_never", Fraction(sets + runs - 2 * both, hands)),
            ("same_hand", 1 - Fraction(hands - sets, hands) * Fraction(hands - runs, hands)),
        ],
        "either",
        {"hands": hands, "sets": sets, "runs": runs, "both": both, "able": sets + runs - both},
    )


MAKERS: Final[Mapping[int, Sequence[Maker]]] = {
    7: (_some_of_eleven, _partner, _some_twos, _at_the_table),
    8: (_three_of_rank, _given_run, _three_cards, _either),
}
"""The makers by lesson."""
