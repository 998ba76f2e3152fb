"""Exercises as widgets: what a page can do with them, and what it never gets before it asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import comm
import ipywidgets
import pytest
from comm.base_comm import BaseComm

from cardkit.scene.exercise import LESSONS, Question, check_code, paper
from cardkit.widgets import Ask, Chart, Exercise, Guess, charts
from cardkit.words import LANGUAGES
from cardkit.words.numerals import numeral, percentage


class Wire(BaseComm):
    """A connection to a page that keeps all it was told."""

    said: list[str]

    def publish_msg(self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None,
                    **keys: Any) -> None:  # fmt: skip
        self.said.append(json.dumps([msg_type, data, metadata, keys], ensure_ascii=False, default=str))


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    said: list[str] = []

    def connect(*args: Any, **more: Any) -> Wire:
        made = Wire.__new__(Wire)
        made.said = said
        made.__init__(*args, **more)  # type: ignore[misc]
        return made

    monkeypatch.setattr(comm, "create_comm", connect)
    yield said
    assert said, "nothing was listened to"


def widgets(top: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    yield top
    for child in getattr(top, "children", ()):
        yield from widgets(child)


def on_page(top: ipywidgets.Widget) -> str:
    """All a page holds of a widget: the state of it and its children, and what a notebook saves."""
    return "\n".join(
        json.dumps([part.get_state(), repr(part), part._repr_mimebundle_()], ensure_ascii=False, default=str)
        for part in widgets(top)
    )


def button(top: ipywidgets.Widget, name: str) -> ipywidgets.Button:
    return next(w for w in widgets(top) if isinstance(w, ipywidgets.Button) and name in w.description)


def secrets(question: Question, lang: str) -> list[str]:
    """The key of a question in every form; not a whole number, which may stand there for another reason."""
    values = [question.exact, *(wrong.value for wrong in question.wrong)]
    told = [text for value in values if value.denominator > 99 for text in
            (str(value), numeral(value, lang, 4), percentage(value, lang))]  # fmt: skip
    return [*told, question.solved(lang), *(question.say(hint, lang) for hint in question.hints)]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("guess", [False, True])
def test_the_key_stays_in_python(wire: list[str], lesson: int, lang: str, guess: bool) -> None:
    exercise = Exercise(lesson, "Lia", lang=lang, guess=guess)
    assert exercise.paper is not None
    for question, ask in zip(exercise.paper.questions, exercise.asks, strict=True):
        if ask.guess is not None:
            ask.guess.lock("0.3" if question.kind == "chance" else "5")
        ask.answer("0,123456789")
        assert ask.mark == "open"
    page = re.sub("[0-9a-f]{32}", "", on_page(exercise) + "\n".join(wire))
    for question in exercise.paper.questions:
        assert question.asked(lang) in page.replace('\\\\"', '"')
        for secret in secrets(question, lang):
            assert secret not in page


def test_hints_and_solution_come_one_by_one(wire: list[str]) -> None:
    question = paper(1, "Lia").questions[0]
    ask = Ask(question)
    for k in (1, 2, 3):
        page = on_page(ask) + "\n".join(wire)
        assert all((question.say(hint) in page) == (i < k - 1) for i, hint in enumerate(question.hints))
        button(ask, f"Hint {k}").click()
    assert str(question.exact) not in on_page(ask) + "\n".join(wire)
    assert ask.mark == "open"
    button(ask, "worked solution").click()
    assert question.solved() in on_page(ask)
    assert ask.mark == "shown"
    with pytest.raises(ValueError, match="closed"):
        ask.answer(str(question.exact))


def test_a_right_answer_shows_no_key_but_opens_the_solution(wire: list[str]) -> None:
    question = paper(1, "Lia").questions[0]
    ask = Ask(question)
    ask.hint()
    assert ask.answer(numeral(question.exact, "pt", 3))
    assert ask.mark == "right_1"
    assert str(question.exact) not in on_page(ask) + "\n".join(wire)
    button(ask, "worked solution").click()
    assert str(question.exact) in on_page(ask)
    assert ask.mark == "right_1"


def test_a_usual_slip_is_named() -> None:
    question = paper(1, "Lia").questions[0]
    ask = Ask(question)
    slip = next(wrong for wrong in question.wrong if wrong.reason == "with_replacement")
    assert not ask.answer(str(slip.value))
    assert "We know this one" in on_page(ask)
    assert "goes back" in on_page(ask)
    ask.answer("two thirds")
    assert "We could not read that" in on_page(ask)


@pytest.mark.parametrize("enter", [False, True])
def test_the_page_answers_with_button_and_with_enter(enter: bool) -> None:
    question = paper(0, "Lia").questions[0]
    ask = Ask(question)
    field = next(w for w in widgets(ask) if isinstance(w, ipywidgets.Text))
    field.set_state({"value": str(question.exact)})
    if enter:
        field._handle_custom_msg({"event": "submit"}, [])
    else:
        button(ask, "Check").click()
    assert ask.mark == "right"
    assert field.disabled


def test_what_a_page_sends_is_only_text() -> None:
    ask = Ask(paper(1, "Lia").questions[0])
    field = next(w for w in widgets(ask) if isinstance(w, ipywidgets.Text))
    for text in ("<img src=x onerror=alert(1)>", "9" * 100_000, "{0.__class__}", "[[9c]]"):
        field.set_state({"value": text})
        button(ask, "Check").click()
        assert ask.mark == "open"
        html = "".join(w.value for w in widgets(ask) if isinstance(w, ipywidgets.HTML))
        assert "<img" not in html
        assert "9" * 100 not in html


def test_a_guess_is_locked_once() -> None:
    guess = Guess("How often?")
    heard: list[Fraction] = []
    guess.on_lock(heard.append)
    assert guess.value is None
    slider = next(w for w in widgets(guess) if "disabled" in w.traits() and "unit" in w.traits())
    slider.set_state({"value": 40})
    button(guess, "Lock").click()
    assert guess.value == Fraction(2, 5)
    slider.set_state({"value": 90})
    button(guess, "Lock").click()
    assert guess.value == Fraction(2, 5)
    assert heard == [Fraction(2, 5)]
    assert slider.disabled
    with pytest.raises(ValueError, match="locked"):
        guess.lock("0.5")
    for bad in ("1.5", "-1", "often"):
        with pytest.raises(ValueError, match="Type a fraction"):
            Guess().lock(bad)
    points = Guess(chance=False)
    for far in ("-1000000", "10000.5"):
        with pytest.raises(ValueError, match="too far off"):
            points.lock(far)
    # and the field says so
    field = next(w for w in widgets(points) if isinstance(w, ipywidgets.Text))
    field.set_state({"value": "-1000000"})
    button(points, "Lock").click()
    assert "too far off" in on_page(points)
    assert points.value is None
    points.lock("23,7")
    assert points.value == Fraction(237, 10)


def test_an_answer_waits_for_the_guess() -> None:
    question = paper(1, "Lia").questions[0]
    ask = Ask(question, guess=True)
    with pytest.raises(ValueError, match="guess"):
        ask.answer(str(question.exact))
    assert ask.guess is not None
    ask.guess.lock("30%")
    assert ask.answer(str(question.exact))


def test_a_paper_asks_for_a_name_and_ends_in_a_code() -> None:
    exercise = Exercise(3)
    with pytest.raises(ValueError, match="name"):
        exercise.code
    button(exercise, "questions").click()
    assert "Type your name first" in on_page(exercise)
    field = next(w for w in widgets(exercise) if isinstance(w, ipywidgets.Text))
    field.set_state({"value": "  <b>Lia</b> "})
    button(exercise, "questions").click()
    assert "&lt;b&gt;Lia&lt;/b&gt;" in on_page(exercise)
    assert not any("<b>Lia" in w.value for w in widgets(exercise) if isinstance(w, ipywidgets.HTML))
    one, two, three = exercise.asks
    assert exercise.paper is not None
    questions = exercise.paper.questions
    assert check_code(exercise.code, "<b>lia</b>", 3) == ("open",) * 3
    one.answer(str(questions[0].exact))
    two.hint()
    two.answer(str(questions[1].exact))
    for _ in range(4):
        three.hint()
    assert check_code(exercise.code, "<b>lia</b>", 3) == ("right", "right_1", "shown")
    assert exercise.code in on_page(exercise)
    assert "2 of 3 solved" in on_page(exercise)


def test_the_teacher_sees_the_same_paper_with_its_key() -> None:
    pupil, teacher = Exercise(3, "Lia"), Exercise(3, "lia", key=True)
    assert pupil.paper is not None
    assert teacher.paper is not None
    assert pupil.paper.questions == teacher.paper.questions
    for question in pupil.paper.questions:
        assert str(question.exact) in on_page(teacher)
        assert str(question.exact) not in on_page(pupil)


def test_a_mistyped_name_can_be_given_again() -> None:
    exercise = Exercise(1, "Lai")
    assert exercise._start not in list(widgets(exercise))
    button(exercise, "Another name").click()
    assert exercise._start in list(widgets(exercise))
    # the paper stays until there is a name
    assert "Paper of Lai" in on_page(exercise)
    exercise._name.value = " "
    exercise._start.click()
    assert "Type your name first" in on_page(exercise)
    assert "Paper of Lai" in on_page(exercise)
    exercise._name.value = "Lia"
    exercise._start.click()
    assert exercise.paper == paper(1, "Lia")
    assert "Lai" not in on_page(exercise)
    button(exercise, "Another name").click()
    assert exercise._name.value == ""


def test_the_teacher_goes_from_name_to_name() -> None:
    teacher = Exercise(3, key=True)
    for name in ("Lia", "João", "Lia"):
        # what can be typed into is on the page, also after the first name
        assert teacher._start in list(widgets(teacher))
        teacher._name.value = name
        teacher._start.click()
        assert teacher.paper is not None
        assert teacher.paper.name == name
        assert str(teacher.paper.questions[0].exact) in on_page(teacher)


def test_a_lesson_without_questions_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="lesson=77"):
        Exercise(77)


def test_a_chart_is_drawn_in_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    chart = Chart(lang="pt")
    chart.show("running", [(10, 0.5, 0.1)])
    first = chart.value
    assert "mãos dadas" in first
    chart.show("running", [(10, 0.5, 0.1), (20, 0.55, 0.1)], exact=0.5612)
    assert chart.value != first
    assert repr(chart) == "Chart(running)"
    with pytest.raises(ValueError, match="kind='pie'"):
        chart.show("pie", [1])
    # elsewhere a chart brings its styles with it; our own pages have them
    assert "--ck-chart-1:" in chart.value
    assert ".ck-chart" in chart.value
    monkeypatch.setattr(charts, "on_site", lambda: True)
    assert "<style" not in Chart("bars", ["a"], [1]).value
    assert "<style" not in on_page(Exercise(1, "Lia"))


def test_one_question_at_a_time() -> None:
    exercise = Exercise(1, "Lia")
    turns = exercise._turns

    def seen() -> list[bool]:
        return [ask.layout.display != "none" for ask in exercise.asks]

    assert seen() == [True, False, False]
    turns[2].click()
    assert seen() == [False, False, True]
    assert [("ck-on" in turn._dom_classes) for turn in turns] == seen()
    assert exercise.paper is not None
    for ask, question in zip(exercise.asks[:2], exercise.paper.questions, strict=False):
        ask.answer(str(question.exact))
    assert "ck-done" not in exercise._dom_classes
    for _ in range(4):
        exercise.asks[2].hint()
    assert [turn.description for turn in turns] == ["1 ✓", "2 ✓", "3 –"]
    assert "ck-done" in exercise._dom_classes
