"""How a line of counting is written: text, and the sum that belongs to it, as HTML."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from cardkit.words import plain
from cardkit.words.numerals import Real, numeral, percentage


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


def line(text: str, sum_: str = "") -> str:
    """Return a line as HTML: the text, plain, and below it the sum, which is HTML already."""
    return escape(plain(text)) + (f'<div class="ck-sum">{sum_}</div>' if sum_ else "")
