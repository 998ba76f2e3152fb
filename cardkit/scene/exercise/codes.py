"""Result codes: what a pupil did on a paper, short enough to be written on a board.

A code is made from the lesson, the name and the marks, with twelve bits that do not fit by chance. They catch
slips of the pen and a neighbour's code; they are no signature, since whoever reads this file can make them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from cardkit.rng import Seed, key

MARKS: Final = ("open", "right", "right_1", "right_2", "right_3", "shown")
"""What can have become of a question: open, solved alone or with so many hints, solution looked at."""

_SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's: no I, L, O, U
_ALIKE: Final = str.maketrans("ILO", "110")
_CHECK: Final = 1 << 12


class CodeError(ValueError):
    """A code that was not made for this paper, or was copied wrong."""


def plain_name(name: str) -> str:
    """Return a name without accents, case and spare spaces: what makes two typings of a name the same."""
    bare = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(sign for sign in bare if not unicodedata.combining(sign))
    return " ".join(kept.split())


def tag(name: str) -> str:
    """Return the up to eight letters that stand for a name in a code."""
    return re.sub(r"[^A-Z0-9]", "", plain_name(name).upper())[:8] or "X"


def result_code(lesson: int, name: str, marks: Sequence[str], *, seed: Seed = "") -> str:
    """Return the code of a paper, for example ``L3-LIA-7Q2K``; ``marks`` are of `MARKS`, one a question."""
    number = 0
    for mark in marks:
        if mark not in MARKS:
            raise ValueError(f"mark {mark!r}: expected one of {', '.join(MARKS)}")
        number = number * len(MARKS) + MARKS.index(mark)
    n = len(marks)
    hidden = (number + _shift(lesson, name, n, seed)) % len(MARKS) ** n
    whole = hidden * _CHECK + key(seed, "code", lesson, plain_name(name), n, number) % _CHECK
    signs = ""
    for _ in range(_length(n)):
        whole, last = divmod(whole, 32)
        signs = _SIGNS[last] + signs
    return f"L{lesson}-{tag(name)}-{signs}"


def check_code(
    code: str, name: str, lesson: int | None = None, *, n: int = 3, seed: Seed = ""
) -> tuple[str, ...]:
    """Return the marks in a code, one of `MARKS` a question, for a paper of ``n`` questions.

    Case and spaces do not matter, nor do I for 1 and O for 0. `CodeError` says what does not fit: the form,
    the lesson, the name, or the check.
    """
    parts = re.fullmatch(r"L(\d{1,3})-([A-Z0-9]+)-([A-Z0-9]+)", re.sub(r"\s", "", code.upper()))
    if parts is None:
        raise CodeError(f"{code!r}: expected a code like L3-LIA-7Q2K")
    found = int(parts[1])
    if lesson is not None and found != lesson:
        raise CodeError(f"{code!r}: a code of lesson {found}, not of lesson {lesson}")
    if parts[2] != tag(name):
        raise CodeError(f"{code!r}: a code of {parts[2]}, not of {tag(name)}")
    signs = parts[3].translate(_ALIKE)
    if len(signs) != _length(n) or any(sign not in _SIGNS for sign in signs):
        raise CodeError(f"{code!r}: expected {_length(n)} signs at the end, for {n} questions")
    whole = 0
    for sign in signs:
        whole = whole * 32 + _SIGNS.index(sign)
    hidden, check = divmod(whole, _CHECK)
    states = len(MARKS) ** n
    number = (hidden - _shift(found, name, n, seed)) % states
    if hidden >= states or check != key(seed, "code", found, plain_name(name), n, number) % _CHECK:
        raise CodeError(f"{code!r}: does not fit {name!r} and {n} questions; was it copied right?")
    marks = []
    for _ in range(n):
        number, mark = divmod(number, len(MARKS))
        marks.append(MARKS[mark])
    return tuple(reversed(marks))


def _shift(lesson: int, name: str, n: int, seed: Seed) -> int:
    """What is added, so that two pupils with the same marks do not have the same code."""
    states: int = len(MARKS) ** n
    return key(seed, "shift", lesson, plain_name(name), n) % states


def _length(n: int) -> int:
    states: int = len(MARKS) ** n
    return -(-((states - 1).bit_length() + 12) // 5)
