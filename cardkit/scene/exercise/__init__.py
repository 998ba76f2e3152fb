"""Exercises as plain data: questions drawn for a name, answers read and judged, result codes.

Nothing here draws on a page. Whoever shows a question shows its text; the exact value, the usual wrong
values, hints and solutions stay in Python until they are asked for.
"""

from cardkit.scene.exercise.answers import Answer, AnswerError, parse
from cardkit.scene.exercise.codes import MARKS, CodeError, check_code, result_code
from cardkit.scene.exercise.makers import LESSONS
from cardkit.scene.exercise.paper import Paper, paper
from cardkit.scene.exercise.questions import Question, Verdict, Wrong, grade

__all__ = [
    "LESSONS",
    "MARKS",
    "Answer",
    "AnswerError",
    "CodeError",
    "Paper",
    "Question",
    "Verdict",
    "Wrong",
    "check_code",
    "grade",
    "paper",
    "parse",
    "result_code",
]
