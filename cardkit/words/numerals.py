"""Numbers as people of a language write them."""

from __future__ import annotations

from fractions import Fraction

from cardkit.words import say

Real = int | float | Fraction


def numeral(value: Real, lang: str = "en", digits: int | None = None) -> str:
    """Return a number with the language's decimal sign, a real minus sign and groups from 10 000 on.

    ``digits`` decimals are kept; ``None`` writes what is there, up to six.
    """
    text = f"{float(value):.{6 if digits is None else digits}f}"
    if digits is None:
        text = text.rstrip("0").rstrip(".")
    if not float(text):
        text = text.lstrip("-")
    whole, _, part = text.lstrip("-").partition(".")
    if len(whole) > 4:
        whole = f"{int(whole):,}".replace(",", "\u202f")
    sign = "−" if text.startswith("-") else ""
    return sign + whole + (say("common.decimal_mark", lang) + part if part else "")


def percentage(value: Real, lang: str = "en", digits: int = 2) -> str:
    """Return a chance in percent: ``28.13 %`` or ``28,13%``."""
    return say("common.percent", lang, number=numeral(100 * value, lang, digits))
