"""Numbers as people of a language write them: 3.62 or 3,62, 28.1 % or 28,1%, and a real minus sign."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from cardkit.words import say
from cardkit.words.numerals import numeral, percentage


class Share(NamedTuple):
    """A chance among the parameters of a message: it is written as a percentage."""

    of: Fraction | float


class Change(NamedTuple):
    """A change of points among the parameters of a message: it is written with its sign."""

    by: Fraction | float


class Line(NamedTuple):
    """One line of arithmetic: a key of the words catalogue and what goes into it."""

    key: str
    params: Mapping[str, Any]

    def text(self, lang: str = "en") -> str:
        """Return the line in words."""
        return say(self.key, lang, **{name: shown(value, lang) for name, value in self.params.items()})


def shown(value: Any, lang: str) -> Any:
    """Return a parameter as it is written: fractions as decimals, a `Share` in percent, a `Change` signed."""
    if isinstance(value, Share):
        return percent(value.of, lang)
    if isinstance(value, Change):
        plus = "+" if value.by > 0 else ""
        return plus + decimal(value.by, lang)
    if isinstance(value, Fraction | float):
        return decimal(value, lang)
    return value


def decimal(value: Fraction | float, lang: str = "en", digits: int = 2) -> str:
    """Return a number with so many decimals, whole numbers without any."""
    return numeral(value, lang, 0 if value == int(value) else digits)


def percent(value: Fraction | float, lang: str = "en", digits: int = 1) -> str:
    """Return a chance in percent; what is not 0 or 100 % is not written so."""
    if value in (0, 1):
        return percentage(value, lang, 0)
    while digits < 6 and not 0 < round(float(100 * value), digits) < 100:
        digits += 1
    return percentage(value, lang, digits)


def fraction(value: Fraction) -> str:
    """Return a fraction as it is typed: ``15229/54145``, a whole number alone."""
    return str(value).replace("-", "−")
