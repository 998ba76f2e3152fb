"""Result codes: made, read back, and refused when they do not fit."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.scene.exercise import MARKS, CodeError, check_code, result_code

CODE = result_code(3, "Lia", ["right", "right_1", "open"])


def test_a_code_never_changes() -> None:
    assert CODE == "L3-LIA-P2KN"


def test_it_is_read_however_it_was_copied() -> None:
    for copied in (CODE.lower(), f" {CODE} ", CODE.replace("-", " - ")):
        assert check_code(copied, "LIA ", 3) == ("right", "right_1", "open")


@given(
    st.integers(0, 10),
    st.text(min_size=1, max_size=30),
    st.lists(st.sampled_from(MARKS), min_size=1, max_size=8),
)
def test_codes_round_trip(lesson: int, name: str, marks: list[str]) -> None:
    code = result_code(lesson, name, marks, seed="7B")
    assert re.fullmatch(r"L\d+-[A-Z0-9]{1,8}-[0-9A-Z]+", code)
    assert check_code(code, name, lesson, n=len(marks), seed="7B") == tuple(marks)


MISCOPIED = [
    "L3", "L3-LIA", "L3-LIA-", "3-LIA-P2KN", "L3-LIA-P2K", "L3-LIA-P2KNN", "L3-LIA-U2KN", "L4-LIA-P2KN",
    "L3-BIA-P2KN", "L3-LIA-P2KM", "L3-LIA-2PKN", "L3-LÍA-P2KN",
]  # fmt: skip


@pytest.mark.parametrize("code", ["", *MISCOPIED])
def test_codes_that_do_not_fit(code: str) -> None:
    with pytest.raises(CodeError):
        check_code(code, "Lia", 3)


def test_codes_belong_to_one_paper() -> None:
    for name, n, seed in [("Bia", 3, ""), ("Lia", 2, ""), ("Lia", 3, "7B")]:
        with pytest.raises(CodeError):
            check_code(CODE, name, 3, n=n, seed=seed)
    same = {result_code(3, name, ["right"] * 3).rsplit("-")[-1] for name in ("Ana", "Bia", "Caio", "Davi")}
    assert len(same) == 4


def test_nearly_every_slip_of_the_pen_is_found() -> None:
    signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
    head, tail = CODE[:-4], CODE[-4:]
    passed = 0
    for at in range(4):
        for sign in set(signs) - {tail[at]}:
            try:
                check_code(head + tail[:at] + sign + tail[at + 1 :], "Lia", 3)
                passed += 1
            except CodeError:
                pass
    assert passed <= 1


def test_marks_are_checked() -> None:
    with pytest.raises(ValueError, match="expected one of"):
        result_code(3, "Lia", ["great"])
