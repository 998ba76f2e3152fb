"""Reading a number as a pupil types it: a fraction, a decimal with point or comma, a percentage."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from cardkit.words import say

MOST: Final = 60
"""Nobody types a longer number by hand."""

_FRACTION: Final = re.compile(r"([0-9]+) ?/ ?([0-9]+)")
_DECIMAL: Final = re.compile(r"([0-9]*)(?:[.,]([0-9]*))?")

Form = Literal["whole", "fraction", "decimal", "percent"]


class AnswerError(ValueError):
    """What was typed is no number. ``key`` and ``text`` say why, in words with `told`."""

    def __init__(self, key: str, text: str) -> None:
        self.key = key
        self.text = text
        super().__init__(f"{text!r}: {self.told()}")

    def told(self, lang: str = "en") -> str:
        """Return the reason as a sentence."""
        return say(f"exercise.unread.{self.key}", lang)


@dataclass(frozen=True)
class Answer:
    """A number that was typed: its value, the form it was typed in, and the unit of its last digit.

    ``unit`` is 0 for a fraction, which is exact; ``28,13%`` has the unit 1/10000.
    """

    value: Fraction
    form: Form
    unit: Fraction


def parse(text: str) -> Answer:
    """Return the number in ``15229/54145``, ``0.2813``, ``0,2813``, ``28,13%`` or ``17``.

    A sign may stand before it and spaces around it. `AnswerError` for anything else: nothing typed
    (``empty``), both a point and a comma (``two_signs``), a fraction over nothing
    (``zero``), a number that is too long (``long``), no number (``malformed``).
    """
    # full-width digits, ½ and the fraction slash become what they stand for
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("\u2044", "/").replace("−", "-").split())
    if not plain:
        raise AnswerError("empty", text)
    if len(plain) > MOST:
        raise AnswerError("long", text[:MOST])
    sign = -1 if plain.startswith("-") else 1
    bare = plain[1:].lstrip() if plain[0] in "+-" else plain
    if found := _FRACTION.fullmatch(bare):
        above, below = int(found[1]), int(found[2])
        if not below:
            raise AnswerError("zero", text)
        return Answer(sign * Fraction(above, below), "fraction", Fraction(0))
    if "." in bare and "," in bare:
        raise AnswerError("two_signs", text)
    percent = bare.endswith("%")
    number = bare[:-1].rstrip() if percent else bare
    found = _DECIMAL.fullmatch(number)
    if found is None or not (found[1] or found[2]):
        raise AnswerError("malformed", text)
    part = found[2] or ""
    unit = Fraction(1, 10 ** len(part)) / (100 if percent else 1)
    value = sign * int((found[1] or "0") + part) * unit
    form: Form = "percent" if percent else "decimal" if found[2] is not None else "whole"
    return Answer(value, form, unit)
