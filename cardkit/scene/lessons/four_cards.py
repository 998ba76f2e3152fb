"""The lessons of the pack and of 4 Cartas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.experiments import Experiment
from cardkit.scene.lessons.opposite import by_the_opposite
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import fraction, line, near, ratio
from cardkit.words import say


def _next_card(asked: Experiment, lang: str, number: int) -> list[str]:
    unseen = len(asked.recipe.unseen)  # type: ignore[attr-defined]
    left = int(asked.exact * unseen)
    about = {"seen": 52 - unseen, "unseen": unseen, "gone": 13 - left, "left": left}
    return [
        line(say(f"lesson.l{number}.step1", lang, **about)),
        line(say(f"lesson.l{number}.step2", lang, **about), f"52 − {52 - unseen} = {unseen}"),
        line(say(f"lesson.l{number}.step3", lang, **about), f"13 − {13 - left} = {left}"),
        line(
            say(f"lesson.l{number}.step4", lang, **about),
            f"{ratio(left, unseen)} ≈ <b>{near(asked.exact, lang)}</b>",
        ),
    ]


def _fresh_hand(asked: Experiment, lang: str, number: int) -> list[str]:
    card, hands = Fraction(308, 52), comb(52, 4)
    loss = Fraction(20, hands)
    assert 4 * card - loss == asked.exact
    found = f"{fraction(asked.exact)} ≈ <b>{near(asked.exact, lang, chance=False)}</b>"
    sums = (
        f"{ratio(308, 52)} = {fraction(card)}",
        f"4 · {fraction(card)} = {fraction(4 * card)}",
        f"{ratio(1, hands)}",
        f"{fraction(4 * card)} − {ratio(20, hands)} = {found}",
    )
    return [line(say(f"lesson.l{number}.step{k}", lang), sum_) for k, sum_ in enumerate(sums, 1)]


_EVERY_LOOK: Final = "0 look 1 2; 1 look 1 2; 2 look 1 2; 3 look 1 2"

LESSONS: Final[Sequence[Plan]] = (
    Plan(
        0,
        "next_card",
        Fraction(13, 52),
        "known_cards",
        _next_card,
        Switch("next_card", "pack_size", (36, 52, 104)),
        {"wanted": "h", "seen": "Kh 7h 9c"},
        f"{_EVERY_LOOK}; 0 draw",
        "open",
    ),
    Plan(
        1,
        "eight",
        1 - Fraction(12, 13) ** 4,
        "with_replacement",
        by_the_opposite(52, 4),
        Switch("no_eight", "players", (2, 3, 4, 5, 6)),
        acts=_EVERY_LOOK,
        also=(("one_eight", {}),),
    ),
    Plan(
        2,
        "fresh_hand",
        Fraction(308, 13),
        "eights_alone",
        _fresh_hand,
        Switch("fresh_hand", "eight_rule", ("pure", "pair")),
        acts=_EVERY_LOOK,
        also=(("fresh_hand", {"size": 1}), ("low_hand", {"limit": 5}), ("low_hand", {"limit": 10})),
    ),
    Plan(
        3,
        "match_held",
        1 - Fraction(12, 13) ** 12,
        "with_replacement",
        by_the_opposite(51, 3),
        Switch("match_held", "players", (2, 3, 4, 5, 6)),
        acts=_EVERY_LOOK,
        also=(("match_known", {}), ("match_several", {})),
    ),
    Plan(
        4,
        "eight_under",
        at_least_one(52, 4, 2),
        "known_cards",
        by_the_opposite(50, 4),
        Switch("eight_under", "seen", ("Ks 5d", "8s 5d", "8s 8d")),
        {"seen": "Ks 5d"},
        acts=_EVERY_LOOK,
        also=(("unknown_card", {}),),
    ),
)
"""Lessons 0 to 4."""
