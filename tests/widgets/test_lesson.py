"""The parts of a lesson without a browser: runs that can be cancelled, answers that wait to be asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from fractions import Fraction
from math import sqrt
from typing import Any

import ipywidgets
import pytest

from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.experiments import EXPERIMENTS, experiment
from cardkit.odds.simulate import simulate
from cardkit.scene.exercise import LESSONS
from cardkit.scene.lessons import PLANS, Plan, fraction
from cardkit.site.landing import shown_lessons
from cardkit.widgets.lesson import SIZES, BigRun, Lesson, counting
from cardkit.words import LANGUAGES
from cardkit.words.numerals import numeral
from tests.notebooks.reading import NAMES

EXACT = {
    0: Fraction(11, 49),
    1: Fraction(15229, 54145),
    2: Fraction(1282816, 54145),
    3: Fraction(11686, 20825),
    4: Fraction(38, 245),
}
SLIPS = {
    0: Fraction(1, 4),
    1: 1 - Fraction(12, 13) ** 4,
    2: Fraction(308, 13),
    3: 1 - Fraction(12, 13) ** 12,
    4: Fraction(33, 221),
}
ALSO = {
    2: [Fraction(72, 13)],
    3: [Fraction(1327, 4165)],
    4: [Fraction(23, 4)],
}
EVERY = [(number, lang) for number in PLANS for lang in LANGUAGES]


def inside(widget: ipywidgets.Widget) -> Iterator[ipywidgets.Widget]:
    yield widget
    for child in getattr(widget, "children", ()):
        yield from inside(child)


def on_the_page(*widgets: ipywidgets.Widget) -> str:
    """All that the widgets have sent to the page."""
    states = [one.get_state() for widget in widgets for one in inside(widget)]
    return "\n".join(str(value) for state in states for value in state.values())


def parts(lesson: Lesson) -> dict[str, Any]:
    """The parts in their order."""
    names = "predict touch small_run big_run exact compare switch check say_it teacher"
    return {name: getattr(lesson, name)() for name in names.split()}


def shown(plan: Plan, value: Fraction, lang: str) -> set[str]:
    return {fraction(value), f"{value.numerator}/{value.denominator}", numeral(value, lang, 4)}


def test_there_is_a_page_for_each_lesson_and_no_other() -> None:
    pages = [name for name in NAMES if name.startswith("lesson_")]
    assert pages == [f"lesson_{number:02}.ipynb" for number in PLANS]
    assert shown_lessons("en") == shown_lessons("pt") == list(PLANS)
    assert set(PLANS) <= set(LESSONS)
    for plan in PLANS.values():
        assert EXPERIMENTS[plan.asks][0] == plan.number


def test_the_values_are_those_of_the_lessons() -> None:
    assert {number: plan.experiment.exact for number, plan in PLANS.items()} == EXACT
    assert {number: plan.slip for number, plan in PLANS.items()} == SLIPS
    for number, values in ALSO.items():
        found = [experiment(name, **params).exact for name, params in PLANS[number].also]
        assert set(values) <= set(found)
    assert at_least_one(52, 4, 2) == SLIPS[4]


@pytest.mark.parametrize(("number", "lang"), EVERY)
def test_the_counting_ends_with_the_exact_value(number: int, lang: str) -> None:
    part = Lesson(number, lang=lang).exact()
    lines = counting(PLANS[number], lang)
    assert fraction(EXACT[number]) not in on_the_page(part)
    for k in range(1, len(lines) + 1):
        part.button.click()
        assert part._lines.value.count("<li>") == k
        assert (fraction(EXACT[number]) in on_the_page(part)) == (fraction(EXACT[number]) in str(lines[:k]))
    assert part.button.layout.display == "none"
    text = " ".join(lines)
    assert fraction(EXACT[number]) in text
    assert numeral(EXACT[number], lang, 4) in text
    for value in ALSO.get(number, []):
        assert fraction(value) in text
    assert "{" not in text
    assert "[[" not in text


def test_a_fresh_hand_spreads() -> None:
    # by all 270 725 hands: a second way to what is counted with polynomials
    hands = PLANS[2].experiment.table
    assert hands is not None
    squares, total = int((hands.astype(int) ** 2).sum()), int(hands.astype(int).sum())
    spread = Fraction(squares, len(hands)) - Fraction(total, len(hands)) ** 2
    assert fraction(spread) in counting(PLANS[2], "en")[-1]
    assert numeral(sqrt(spread), "pt", 4) in counting(PLANS[2], "pt")[-1]
    lesson = Lesson(2)
    lesson.big_run().start()
    part = lesson.compare()
    part.button.click()
    assert f"exact {numeral(sqrt(spread), 'en', 2)}" in part._said.value
    # a chance has no spread of its own
    assert len(counting(PLANS[1], "en")) == len(PLANS[1].counting("en"))


def test_the_pack_is_drawn_as_it_is_seen() -> None:
    lesson = Lesson(0)
    part = lesson.exact()
    part.button.click()
    assert part.chart.kind == ""
    part.button.click()
    assert "Of 52 cards 3 have been seen, 49 are unseen." in part.chart.value
    assert "wanted" not in part.chart.value
    part.button.click()
    part.button.click()
    assert "Of the 49 unseen cards 11 are wanted" in part.chart.value
    change = lesson.switch()
    for size in (36, 52, 104):
        change.choice.value = size
        assert f"Of {size} cards 3 have been seen" in change.pack.value
    # where the question names no cards that were seen there is nothing to draw
    for number in (1, 3):
        other = Lesson(number).exact()
        for _ in range(3):
            other.button.click()
        assert other.chart.kind == ""
        assert other.chart.layout.display == "none"


@pytest.mark.parametrize(("number", "lang"), EVERY)
def test_no_answer_is_on_the_page_before_it_is_asked_for(number: int, lang: str) -> None:
    lesson = Lesson(number, lang=lang)
    every = parts(lesson)
    every["predict"].lock(Fraction(2, 5))
    every["big_run"].start()
    every["check"].begin("Lia")
    page = on_the_page(*every.values())
    for value in shown(lesson.plan, EXACT[number], lang):
        assert value not in page
    for question in every["check"].paper.questions:
        assert question.solved(lang) not in page
    every["teacher"].key()
    assert fraction(EXACT[number]) in on_the_page(every["teacher"])
    assert fraction(EXACT[number]) not in on_the_page(*(every[k] for k in every if k != "teacher"))


@pytest.mark.parametrize("number", PLANS)
def test_every_deal_can_be_opened(number: int) -> None:
    lesson = Lesson(number)
    small, touch = lesson.small_run(), lesson.touch()
    first = simulate(lesson.plan.experiment, 20, 11)
    assert sum(small.values) == round(first.estimate.mean * 20)
    assert (len(small.buttons), len(touch.buttons)) == (20, 5)
    names = set()
    for part in (small, touch):
        for button in part.buttons:
            button.click()
            (player,) = part.children[-1].children
            names.add(player.data["id"])
    assert len(names) == 25


def test_a_deal_of_the_small_run_is_what_its_button_says() -> None:
    small = Lesson(1).small_run()
    for number in range(20):
        small.show_deal(number)
        (player,) = small.children[-1].children
        hand = player.data["steps"]["open"][0]["zones"]["hand:0"]["cards"]
        assert any(card["f"][0] == "8" for card in hand) == bool(small.values[number])


def test_a_second_click_closes_a_deal_and_then_it_is_told() -> None:
    touch, small = Lesson(1).touch(), Lesson(1).small_run()
    assert "ck-done" not in touch._dom_classes
    for k in range(5):
        assert touch.buttons[k].description == f"Deal {k + 1}"
        touch.buttons[k].click()
        # only what was left is told
        assert [" · " in button.description for button in touch.buttons] == [i < k for i in range(5)]
        assert "ck-on" in touch.buttons[k]._dom_classes
    touch.buttons[4].click()
    assert touch.children[-1].children == ()
    for button, value in zip(touch.buttons, touch.values, strict=True):
        assert button.description.endswith("✓" if value else "–")
        assert ("ck-hit" in button._dom_classes) == bool(value)
        assert "ck-on" not in button._dom_classes
    assert "ck-done" in touch._dom_classes
    small.buttons[0].click()
    small.buttons[0].click()
    assert small.children[-1].children == ()


def test_touching_shows_one_seat_first() -> None:
    touch = Lesson(1).touch()
    touch.show_deal(0)
    (player,) = touch.children[-1].children
    assert player.data["view"] == "0"
    assert [view["id"] for view in player.data["views"]] == ["0", "open"]


# --- the big run ----------------------------------------------------------------------------------


def big(number: int = 1, size: int = SIZES[1]) -> tuple[Lesson, BigRun]:
    lesson = Lesson(number)
    run = lesson.big_run()
    run.size.value = size
    return lesson, run


def test_a_run_goes_to_its_end_and_tells_how_far_it_is() -> None:
    _, run = big()
    seen: list[int] = []
    run.progress.observe(lambda change: seen.append(change["new"]), "value")
    asyncio.run(run.run())
    assert run.result is not None
    assert run.result.complete
    assert run.progress.value == run.progress.max == SIZES[1]
    assert seen == sorted(seen)
    assert "50\u202f000" in run._status.value
    assert run.stop.disabled
    assert not run.deal.disabled


def test_a_run_lets_others_work_and_can_be_cancelled() -> None:
    _, run = big(size=SIZES[2])

    async def class_at_work() -> None:
        run.deal.click()
        while run.result is None or not run.result.deals:
            await asyncio.sleep(0)
        assert run.deal.disabled
        run.deal.click()  # a second click starts nothing
        run.stop.click()
        assert run._task is not None
        await run._task

    asyncio.run(class_at_work())
    assert run.result is not None
    assert 0 < run.result.deals < SIZES[2]
    assert "Cancelled after" in run._status.value
    assert not run.deal.disabled
    kept = run.result.deals
    # what was dealt is what a run of that length deals
    assert run.result.counts == simulate(PLANS[1].experiment, kept, 11).counts


def test_the_exact_line_and_the_guess_come_when_they_are_wanted() -> None:
    lesson, run = big(size=SIZES[0])
    run.start()
    assert "exact 0.2813" not in run.chart.value
    run.line.value = True
    assert "exact 0.2813" in run.chart.value
    run.line.value = False
    assert "exact 0.2813" not in run.chart.value
    lesson.predict().lock("40%")
    assert "your guess 0.4" in run.chart.value


def test_comparing_needs_deals() -> None:
    lesson = Lesson(3)
    with pytest.raises(ValueError, match="big_run"):
        lesson.compare()
    run = lesson.big_run()
    part = lesson.compare()
    part.button.click()
    assert "Deal first" in part._said.value
    run.start()
    part.button.click()
    assert "standard errors" in part._said.value
    assert "0.5612" in part._said.value
    assert "0.6173" in part._said.value


@pytest.mark.parametrize("number", PLANS)
def test_the_switch_moves_the_answer(number: int) -> None:
    plan = PLANS[number]
    part = Lesson(number).switch()
    assert part.choice.value is None
    answers = [plan.switched(value).exact for value in plan.switch.values]
    assert len(set(answers)) == len(answers)
    for value, answer in zip(plan.switch.values, answers, strict=True):
        part.choice.value = value
        assert fraction(answer) in part._said.value
        assert ("Compared with" in part._said.value) == (value != part._usual)


def test_a_lesson_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="expected one of 0, 1, 2"):
        Lesson(77)
