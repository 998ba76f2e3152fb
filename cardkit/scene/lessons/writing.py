"""How a line of counting is written: text, and the sum that belongs to it, as HTML."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Final

from cardkit.odds.experiments import Experiment
from cardkit.words import plain
from cardkit.words.numerals import Real, numeral, percentage

LONGEST: Final = 10**15
"""A fraction with more below says nothing to a reader: its decimals do."""


def fraction(value: Fraction) -> str:
    """Return a fraction as HTML, one number above the other."""
    return ratio(value.numerator, value.denominator) if value.denominator > 1 else numeral(value)


def ratio(above: int, below: int) -> str:
    """Return a quotient as HTML, not reduced."""
    drawn = (
        f'<span class="ck-frac" role="img" aria-label="{abs(above)}/{below}"><span>{abs(above)}</span>'
        f"<span>{below}</span></span>"
    )
    # one piece, so that nothing comes between the sign and the fraction
    return f"<span>−{drawn}</span>" if above < 0 else drawn


def near(value: Real, lang: str, chance: bool = True) -> str:
    """Return a value rounded for reading: ``0.2813 = 28.13 %``, or points."""
    return f"{numeral(value, lang, 4)} = {percentage(value, lang)}" if chance else numeral(value, lang, 4)


def told(value: Fraction, lang: str, chance: bool = True) -> str:
    """Return an exact value as HTML: the fraction, unless it is too long, and what it is near."""
    if not chance and value.denominator == 1:
        return f"<b>{fraction(value)}</b>"
    shown = f"{fraction(value)} " if value.denominator < LONGEST else ""
    return f"{shown}≈ <b>{near(value, lang, chance)}</b>"


def answered(asked: Experiment, lang: str) -> str:
    """Return the exact answer of an experiment as HTML, a chance in percent too."""
    return told(asked.exact, lang, asked.chance)


def line(text: str, sum_: str = "") -> str:
    """Return a line as HTML: the text, plain, and below it the sum, which is HTML already."""
    return escape(plain(text)) + (f'<div class="ck-sum">{sum_}</div>' if sum_ else "")
