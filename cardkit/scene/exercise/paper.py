"""The paper that is drawn for a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cardkit.rng import Seed, stream
from cardkit.scene.exercise.codes import plain_name
from cardkit.scene.exercise.makers import MAKERS
from cardkit.scene.exercise.makers.base import Maker
from cardkit.scene.exercise.questions import Question

MOST: Final = 12
"""The most questions of one paper."""


@dataclass(frozen=True)
class Paper:
    """The questions of one pupil."""

    lesson: int
    name: str
    questions: tuple[Question, ...]


def paper(lesson: int, name: str, n: int = 3, *, seed: Seed = "") -> Paper:
    """Return the ``n`` questions of ``name``: the same on every machine, and however the name is typed.

    Another ``seed`` (a class, a year) gives other papers. ``ValueError`` for a lesson without questions, an
    empty name, or more than 12 questions.
    """
    if lesson not in MAKERS:
        raise ValueError(f"lesson={lesson!r}: there are questions for {', '.join(map(str, MAKERS))}")
    if not plain_name(name):
        raise ValueError("name: expected the name of whoever takes the paper")
    if not 1 <= n <= MOST:
        raise ValueError(f"n={n!r}: expected 1 to {MOST} questions")
    rng = stream(seed, "exercise", lesson, plain_name(name))
    left: list[Maker] = []
    found: dict[str, Question] = {}
    while len(found) < n:
        if not left:
            left = list(MAKERS[lesson])
        question = left.pop(rng.randrange(len(left)))(rng)
        # a second one of a kind may turn out the same: then it is drawn again
        found.setdefault(repr((question.text, sorted(question.params.items(), key=str))), question)
    return Paper(lesson, name.strip(), tuple(found.values()))
