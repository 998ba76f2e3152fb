"""A question, and the judgement of what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from cardkit.cards import Card
from cardkit.scene.exercise.answers import Answer, parse
from cardkit.words import plain, say
from cardkit.words.numerals import numeral, percentage

Kind = Literal["chance", "count", "points", "mean"]
TOLERANCE: Final[Mapping[Kind, Fraction]] = {
    "chance": Fraction(1, 2000),
    "count": Fraction(0),
    "points": Fraction(1, 2000),
    "mean": Fraction(1, 2000),
}


class Name(NamedTuple):
    """A key of the catalogue among the parameters of a text: it is said in the text's language."""

    key: str


class Wrong(NamedTuple):
    """A usual wrong value and, as a key, what was done to get it."""

    value: Fraction
    reason: str


@dataclass(frozen=True)
class Question:
    """A question with everything about it; ``exact`` and what follows is the key and stays in Python.

    ``text``, ``hints`` and ``solution`` are keys below ``exercise`` in the words; ``params`` go
    into all of them.
    """

    id: str
    text: str
    params: Mapping[str, Any]
    kind: Kind
    exact: Fraction = field(repr=False)
    wrong: tuple[Wrong, ...] = field(repr=False)
    hints: tuple[str, ...] = field(repr=False)
    solution: str = field(repr=False)
    tolerance: Fraction

    def say(self, key: str, lang: str = "en") -> str:
        """Return one of the question's texts (``text``, a hint, ``solution``) in words, without markup."""
        shown = {
            name: say(value.key, lang)
            if isinstance(value, Name)
            else str(value).replace("-", "−")
            if isinstance(value, Fraction | int) and not isinstance(value, Card)
            else value
            for name, value in self.params.items()
        }
        return plain(say(f"exercise.{key}", lang, **shown))

    def asked(self, lang: str = "en") -> str:
        """Return the question itself."""
        return self.say(self.text, lang)

    def solved(self, lang: str = "en") -> str:
        """Return the worked solution; it tells the key."""
        return self.say(self.solution, lang)

    def key(self, lang: str = "en") -> str:
        """Return the exact value, as a fraction and as a decimal."""
        exact = str(self.exact).replace("-", "−")
        if self.exact.denominator == 1:
            return exact
        if self.kind == "chance":
            near, share = numeral(self.exact, lang, 4), percentage(self.exact, lang)
            return say("exercise.key_chance", lang, exact=exact, near=near, share=share)
        return say("exercise.key_points", lang, exact=exact, near=numeral(self.exact, lang, 3))


@dataclass(frozen=True)
class Verdict:
    """How an answer was judged: ``right``, or the reason why not as a key below ``exercise.wrong``.

    ``known`` says that the value is one of the usual wrong ones.
    """

    right: bool
    reason: str
    known: bool = False

    def told(self, lang: str = "en") -> str:
        """Return the verdict as a sentence."""
        return say(f"exercise.wrong.{self.reason}" if not self.right else "exercise.right", lang)


def grade(question: Question, answer: Answer | str) -> Verdict:
    """Judge an answer; a text is read first (`AnswerError`).

    Right is what lies within the tolerance, unless it is exactly a usual wrong value or nearer to one. What
    is not right gets the reason that fits best.
    """
    given = parse(answer) if isinstance(answer, str) else answer
    value, exact = given.value, question.exact
    if value == exact:
        return Verdict(True, "right")
    reach = question.tolerance
    away = abs(value - exact)
    # a value typed in few digits may stand for several: the nearest is meant
    near = min(question.wrong, key=lambda wrong: abs(value - wrong.value), default=None)
    if near is not None and abs(value - near.value) <= reach and abs(value - near.value) < away:
        return Verdict(False, near.reason, known=True)
    if away <= reach:
        return Verdict(True, "right")
    if question.kind == "chance":
        if abs(value - (1 - exact)) <= reach:
            return Verdict(False, "complement", known=True)
        if given.form != "percent" and abs(value / 100 - exact) <= reach:
            return Verdict(False, "percent_missing", known=True)
        if value > 1:
            return Verdict(False, "above_one")
        if value < 0:
            return Verdict(False, "below_zero")
    coarsest = Fraction(1, 100) if question.kind == "chance" else Fraction(1, 10)
    if question.kind != "count" and reach < given.unit <= coarsest and away <= given.unit / 2:
        return Verdict(False, "coarse")
    return Verdict(False, "other")
