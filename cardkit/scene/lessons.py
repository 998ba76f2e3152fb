"""What each lesson asks: its experiment, the steps of the counting, the usual slip, what can be switched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from math import comb, prod
from typing import Any, Final, NamedTuple

from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.experiments import Experiment, experiment
from cardkit.words import has, plain, say
from cardkit.words.numerals import Real, numeral, percentage


class Switch(NamedTuple):
    """A house rule, or another part of the question, to be changed: the values of one parameter."""

    experiment: str
    parameter: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Plan:
    """A lesson. Its words are ``lesson.l<number>.…`` of the catalogue.

    ``slip``: the value of the usual mistake, and why it is wrong (``exercise.wrong.…``). ``acts`` are played
    after the deal where one steps through it, seen from ``view``. ``steps`` writes the counting, a line
    each, as HTML; ``also`` are experiments whose answers follow it.
    """

    number: int
    asks: str
    slip: Fraction
    reason: str
    steps: Callable[[Experiment, str, int], list[str]]
    switch: Switch
    params: Mapping[str, Any] = field(default_factory=dict)
    acts: str = ""
    view: int | str = 0
    also: Sequence[tuple[str, Mapping[str, Any]]] = ()

    @property
    def experiment(self) -> Experiment:
        """The question of the lesson, as an experiment."""
        return experiment(self.asks, **self.params)

    def counting(self, lang: str) -> list[str]:
        """Return the lines of the counting as HTML, the answer and what else can be counted so among them."""
        return [*self.steps(self.experiment, lang, self.number), *(_also(*more, lang) for more in self.also)]

    def say(self, key: str, lang: str, **params: Any) -> str:
        """Return a text of this lesson."""
        return say(f"lesson.l{self.number}.{key}", lang, **params)

    def label(self, value: Any, lang: str) -> str:
        """Return what a value of the switch is called."""
        key = f"lesson.switch.{self.switch.parameter}_{value}"
        if has(key, lang):
            return say(key, lang)
        return say(f"lesson.switch.{self.switch.parameter}", lang, n=value)

    def short(self, value: Any, lang: str) -> str:
        """Return what stands below the bar of a value: a number alone, where the axis says of what."""
        return numeral(value, lang) if isinstance(value, int) else self.label(value, lang)

    def switched(self, value: Any) -> Experiment:
        """Return the question with the switch set to a value."""
        return experiment(
            self.switch.experiment,
            **{**(self.params if self.switch.experiment == self.asks else {}), self.switch.parameter: value},
        )


def fraction(value: Fraction) -> str:
    """Return a fraction as HTML, one number above the other."""
    return ratio(value.numerator, value.denominator) if value.denominator > 1 else numeral(value)


def ratio(above: int, below: int) -> str:
    """Return a quotient as HTML, not reduced."""
    return (
        f'<span class="ck-frac" role="img" aria-label="{above}/{below}"><span>{above}</span>'
        f"<span>{below}</span></span>"
    )


def near(value: Real, lang: str, chance: bool = True) -> str:
    """Return a value rounded for reading: ``0.2813 = 28.13 %``, or points."""
    return f"{numeral(value, lang, 4)} = {percentage(value, lang)}" if chance else numeral(value, lang, 4)


def _line(text: str, sum_: str = "") -> str:
    return escape(plain(text)) + (f'<div class="ck-sum">{sum_}</div>' if sum_ else "")


def _also(name: str, params: Mapping[str, Any], lang: str) -> str:
    asked = experiment(name, **params)
    chance = 0 <= asked.exact <= 1
    return _line(
        f"{asked.title(lang)}:", f"{fraction(asked.exact)} ≈ <b>{near(asked.exact, lang, chance)}</b>"
    )


def _at_least_one(unseen: int, wanted: int) -> Callable[[Experiment, str, int], list[str]]:
    """Return the steps by the opposite: none of the wanted cards among those dealt."""

    def steps(asked: Experiment, lang: str, number: int) -> list[str]:
        drawn = asked.recipe.cards  # type: ignore[attr-defined]
        # whichever is shorter: the dealt cards miss the wanted ones, or the wanted ones lie elsewhere
        stay = drawn if drawn <= wanted else wanted
        others = unseen - wanted if drawn <= wanted else unseen - drawn
        none = prod((Fraction(others - k, unseen - k) for k in range(stay)), start=Fraction(1))
        product = " · ".join(ratio(others - k, unseen - k) for k in range(stay))
        road = f"1 − C({unseen - wanted}, {drawn}) / C({unseen}, {drawn})"

        def line(key: str, sum_: str = "") -> str:
            about = {"unseen": unseen, "wanted": wanted, "others": unseen - wanted, "drawn": drawn}
            return _line(say(f"lesson.l{number}.{key}", lang, **about, rest=unseen - drawn), sum_)

        assert 1 - none == asked.exact
        answer = f"1 − {fraction(none)} = {fraction(asked.exact)} ≈ <b>{near(asked.exact, lang)}</b>"
        return [
            line("step1"),
            line("step2"),
            line("step3", f"{product} = {fraction(none)}"),
            line("step4", answer),
            _line(say("lesson.other_road", lang), road),
        ]

    return steps


def _next_card(asked: Experiment, lang: str, number: int) -> list[str]:
    unseen = len(asked.recipe.unseen)  # type: ignore[attr-defined]
    left = int(asked.exact * unseen)
    about = {"seen": 52 - unseen, "unseen": unseen, "gone": 13 - left, "left": left}
    return [
        _line(say(f"lesson.l{number}.step1", lang, **about)),
        _line(say(f"lesson.l{number}.step2", lang, **about), f"52 − {52 - unseen} = {unseen}"),
        _line(say(f"lesson.l{number}.step3", lang, **about), f"13 − {13 - left} = {left}"),
        _line(
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
    return [_line(say(f"lesson.l{number}.step{k}", lang), sum_) for k, sum_ in enumerate(sums, 1)]


_EVERY_LOOK: Final = "0 look 1 2; 1 look 1 2; 2 look 1 2; 3 look 1 2"

_PLANS: Final[Sequence[Plan]] = (
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
        _at_least_one(52, 4),
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
        _at_least_one(51, 3),
        Switch("match_held", "players", (2, 3, 4, 5, 6)),
        acts=_EVERY_LOOK,
        also=(("match_known", {}), ("match_several", {})),
    ),
    Plan(
        4,
        "eight_under",
        at_least_one(52, 4, 2),
        "known_cards",
        _at_least_one(50, 4),
        Switch("eight_under", "seen", ("Ks 5d", "8s 5d", "8s 8d")),
        {"seen": "Ks 5d"},
        acts=_EVERY_LOOK,
        also=(("unknown_card", {}),),
    ),
)
PLANS: Final[Mapping[int, Plan]] = {plan.number: plan for plan in _PLANS}
"""The lessons by number."""
