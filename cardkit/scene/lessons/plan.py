"""What a lesson asks: its experiment, the steps of the counting, the usual slip, what can be switched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cardkit.odds.exact.counting import variance
from cardkit.odds.experiments import Experiment, experiment
from cardkit.odds.recipes import Array, Opening
from cardkit.record import Record
from cardkit.scene.lessons.writing import answered, fraction, line
from cardkit.words import has, say
from cardkit.words.numerals import numeral

_LONG: Final = 10**12
"""A fraction is shown as such while its denominator is below this."""


class Switch(NamedTuple):
    """A house rule, or another part of the question, to be changed: the values of one parameter.

    ``params``: what else the experiment is asked with.
    """

    experiment: str
    parameter: str
    values: tuple[Any, ...]
    params: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True)
class Plan:
    """A lesson. Its words are ``lesson.l<number>.…`` of the catalogue.

    ``slip``: the value of the usual mistake, and why it is wrong (``exercise.wrong.…``). ``acts`` are played
    after the deal where one steps through it, seen from ``view``; a function finds those that show the point
    of the deal it is given. ``steps`` writes the counting, a line each, as HTML; ``also`` are experiments
    whose answers follow it. ``board`` are the figures in the answer to the question for the board.
    ``more_slips`` are further mistakes. ``rare``: what is asked for is so rare that one of the deals to be
    stepped through is chosen to show it. With ``dealt`` the switch deals so many times beside the exact
    answer. ``unit`` says what a run counts: ``deals`` or ``matches``. ``parts`` are further questions
    of the lesson by name; their words are ``lesson.l<number>.<name>.…``, ``part`` being their name.
    """

    number: int
    asks: str
    slip: Fraction
    reason: str
    steps: Callable[[Experiment, str, int], list[str]]
    switch: Switch
    params: Mapping[str, Any] = field(default_factory=dict)
    acts: str | Callable[[Opening], str] = ""
    view: int | str = 0
    also: Sequence[tuple[str, Mapping[str, Any]]] = ()
    board: Mapping[str, Fraction | int] = field(default_factory=dict)
    more_slips: Sequence[tuple[Fraction, str]] = ()
    rare: bool = False
    dealt: int = 0
    unit: str = "deals"
    part: str = ""
    parts: Mapping[str, Plan] = field(default_factory=dict)

    @property
    def experiment(self) -> Experiment:
        """The question of the lesson, as an experiment."""
        return experiment(self.asks, **self.params)

    @property
    def slips(self) -> Sequence[tuple[Fraction, str]]:
        """The usual mistakes: the value of each, and why it is wrong."""
        return ((self.slip, self.reason), *self.more_slips)

    def played(self, dealt: Opening, record: Record) -> Record:
        """Play what is to be stepped through, ``record`` being of the deal, and return the record."""
        return record.play_all(self.acts if isinstance(self.acts, str) else self.acts(dealt))

    def picked(self, found: Array, count: int) -> list[int]:
        """Return the numbers of the deals to be stepped through, ``found`` being what deals came to."""
        numbers = list(range(count))
        if self.rare and not found[:count].any():
            # the first that shows it, in a place nobody can foretell
            hit = int(found.argmax())
            numbers[hit % count] = hit
        return numbers

    def counting(self, lang: str) -> list[str]:
        """Return the lines of the counting as HTML, the answer and what else can be counted so among them."""
        lines = [*self.steps(self.experiment, lang, self.number), *(_also(*more, lang) for more in self.also)]
        if self.variance is not None:
            lines.append(_spread(self.variance, lang))
        return lines

    @property
    def variance(self) -> Fraction | None:
        """How far the counted values spread; ``None`` for a chance, or where only the mean is known."""
        return variance(self.experiment.distribution) if self.experiment.distribution else None

    def say(self, key: str, lang: str, **params: Any) -> str:
        """Return a text of this lesson, or of this part of it."""
        own = f"{self.part}.{key}" if self.part else key
        return say(f"lesson.l{self.number}.{own}", lang, **params)

    def board_answer(self, lang: str) -> str:
        """Return the answer to the question for the board, its figures put in."""
        figures = {
            name: numeral(value, lang, 4 if isinstance(value, Fraction) else None)
            for name, value in self.board.items()
        }
        return self.say("board_answer", lang, **figures)

    def label(self, value: Any, lang: str) -> str:
        """Return what a value of the switch is called."""
        key = f"lesson.switch.{self.switch.parameter}_{value}"
        if has(key, lang):
            return say(key, lang)
        return say(f"lesson.switch.{self.switch.parameter}", lang, n=value)

    def short(self, value: Any, lang: str) -> str:
        """Return what stands below the bar of a value: few words, or a number where the axis says of what."""
        key = f"lesson.short.{self.switch.parameter}_{value}"
        if has(key, lang):
            return say(key, lang)
        # whether a rule holds is no number, though Python counts it as one
        return numeral(value, lang) if type(value) is int else self.label(value, lang)

    def switched(self, value: Any) -> Experiment:
        """Return the question with the switch set to a value."""
        return experiment(self.switch.experiment, **{**self.switched_from, self.switch.parameter: value})

    @property
    def switched_from(self) -> Mapping[str, Any]:
        """What the switch leaves as it is: the question's own parameters, if it is about the question."""
        own = self.params if self.switch.experiment == self.asks else {}
        return {**own, **self.switch.params}


def _also(name: str, params: Mapping[str, Any], lang: str) -> str:
    asked = experiment(name, **params)
    return line(f"{asked.title(lang)}:", answered(asked, lang))


def _spread(squared: Fraction, lang: str) -> str:
    # a fraction longer than a line says nothing
    shown = fraction(squared) if squared.denominator < _LONG else numeral(squared, lang, 4)
    root = f"{shown}, √ ≈ <b>{numeral(sqrt(squared), lang, 4)}</b>"
    return line(say("lesson.spread", lang), root)
