"""What pupils type: every form of a number is read, everything else is refused with its reason."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.scene.exercise import AnswerError, parse

EIGHT = Fraction(15229, 54145)


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("15229/54145", EIGHT),
        (" 15229 / 54145 ", EIGHT),
        ("15229⁄54145", EIGHT),
        ("0.2813", Fraction(2813, 10000)),
        ("0,2813", Fraction(2813, 10000)),
        (",2813", Fraction(2813, 10000)),
        ("28,13%", Fraction(2813, 10000)),
        ("28.13 %", Fraction(2813, 10000)),
        ("28 %", Fraction(28, 100)),
        ("28.%", Fraction(28, 100)),
        ("½", Fraction(1, 2)),
        ("１７", Fraction(17)),
        ("17", Fraction(17)),
        ("−3/4", Fraction(-3, 4)),
        ("-0,5", Fraction(-1, 2)),
        ("+1", Fraction(1)),
        ("0", Fraction(0)),
        ("007", Fraction(7)),
    ],
)
def test_good_answers(typed: str, value: Fraction) -> None:
    assert parse(typed).value == value


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("", "empty"),
        ("   \t\n", "empty"),
        ("3/0", "zero"),
        ("1.234,5", "two_signs"),
        ("1,2.3", "two_signs"),
        ("9" * 61, "long"),
        *((text, "malformed") for text in (
            ".", ",", "%", "-", "/", "1/", "/2", "1/2/3", "1//2", "a", "0.2.8", "0,2,8", "1e-3", "nan", "inf",
            "28%%", "%28", "1/2%", "0.5/2", "--1", "1 2", "0x10", "C(48,4)", "<b>1</b>", "\u0663", "1\x00",
        )),
    ],
)  # fmt: skip
def test_bad_answers(typed: str, key: str) -> None:
    with pytest.raises(AnswerError) as refused:
        parse(typed)
    assert refused.value.key == key
    assert refused.value.told("en") != refused.value.told("pt")


def test_the_unit_is_that_of_the_last_digit() -> None:
    assert parse("0.28").unit == Fraction(1, 100)
    assert parse("28,13%").unit == Fraction(1, 10000)
    assert parse("17").unit == 1
    assert parse("1/3").unit == 0


@given(st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_fractions_round_trip(above: int, below: int) -> None:
    assert parse(f"{above}/{below}").value == Fraction(above, below)


@given(
    st.integers(-(10**8), 10**8), st.integers(0, 8), st.sampled_from(".,"), st.sampled_from(["", "%", " %"])
)
def test_decimals_round_trip(number: int, digits: int, mark: str, percent: str) -> None:
    text = f"{abs(number):0{digits + 1}}"
    whole, part = (text[:-digits], text[-digits:]) if digits else (text, "")
    typed = f"{'-' if number < 0 else ''}{whole}{mark if part else ''}{part}{percent}"
    read = parse(typed)
    assert read.value == Fraction(number, 10**digits) / (100 if percent else 1)
    assert read.form == ("percent" if percent else "decimal" if part else "whole")


@given(st.text(max_size=70))
def test_nothing_else_happens_to_any_text(text: str) -> None:
    with suppress(AnswerError):
        assert abs(parse(text).value) < 10**60
