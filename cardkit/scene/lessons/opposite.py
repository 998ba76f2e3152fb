"""Counting by the opposite, which many lessons do."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod

from cardkit.odds.experiments import Experiment
from cardkit.scene.lessons.writing import fraction, line, near, ratio
from cardkit.words import say


def by_the_opposite(unseen: int, wanted: int) -> Callable[[Experiment, str, int], list[str]]:
    """Return the steps by the opposite: none of the wanted cards among those dealt."""

    def steps(asked: Experiment, lang: str, number: int) -> list[str]:
        drawn = asked.recipe.cards  # type: ignore[attr-defined]
        # whichever is shorter: the dealt cards miss the wanted ones, or the wanted ones lie elsewhere
        stay = drawn if drawn <= wanted else wanted
        others = unseen - wanted if drawn <= wanted else unseen - drawn
        none = prod((Fraction(others - k, unseen - k) for k in range(stay)), start=Fraction(1))
        product = " · ".join(ratio(others - k, unseen - k) for k in range(stay))
        road = f"1 − C({unseen - wanted}, {drawn}) / C({unseen}, {drawn})"

        def told(key: str, sum_: str = "") -> str:
            about = {"unseen": unseen, "wanted": wanted, "others": unseen - wanted, "drawn": drawn}
            return line(say(f"lesson.l{number}.{key}", lang, **about, rest=unseen - drawn), sum_)

        assert 1 - none == asked.exact
        answer = f"1 − {fraction(none)} = {fraction(asked.exact)} ≈ <b>{near(asked.exact, lang)}</b>"
        return [
            told("step1"),
            told("step2"),
            told("step3", f"{product} = {fraction(none)}"),
            told("step4", answer),
            line(say("lesson.other_road", lang), road),
        ]

    return steps
