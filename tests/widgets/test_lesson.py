"""The parts of a lesson without a browser: runs that can be cancelled, answers that wait to be asked for."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from html import escape
from math import sqrt
from typing import Any

import ipywidgets
import pytest

from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.exact.kozel import toy_game
from cardkit.odds.experiments import EXPERIMENTS, experiment
from cardkit.odds.simulate import opening, simulate
from cardkit.record import Record
from cardkit.scene.exercise import LESSONS
from cardkit.scene.lessons import PLANS, Plan, fraction
from cardkit.scene.lessons.writing import ratio, told
from cardkit.site.landing import shown_lessons
from cardkit.widgets.dealing import SIZES, BigRun
from cardkit.widgets.lesson import Lesson
from cardkit.words import LANGUAGES, say
from cardkit.words.numerals import numeral
from tests.notebooks.reading import NAMES


@cache
def games_to_go(ours: int, theirs: int) -> Fraction:
    """How many toy games a match to 12 still takes: forward from the standing, one step at a time."""
    if max(ours, theirs) >= 12:
        return Fraction(0)
    game = toy_game()
    ahead = sum(p * games_to_go(ours + a, theirs + b) for (a, b), p in game.items() if a or b)
    # eggs lead back to the same standing
    return (1 + ahead) / (1 - game[0, 0])


EXACT: dict[int | tuple[int, str], Fraction] = {
    0: Fraction(11, 49),
    1: Fraction(15229, 54145),
    2: Fraction(1282816, 54145),
    3: Fraction(11686, 20825),
    4: Fraction(38, 245),
    5: Fraction(6, 5),
    6: Fraction(9383755455761, 12191993531900),
    7: Fraction(129107, 353702),
    (7, "twos"): Fraction(11, 13),
    (7, "partner"): Fraction(253858, 2299063),
    8: Fraction(6943727486981, 13940299528610),
    9: Fraction(6267641987, 186080076875),
    10: Fraction(27589, 31465),
    (10, "match"): games_to_go(0, 0),
    (10, "eggs"): games_to_go(0, 0),
}
SLIPS: dict[int | tuple[int, str], Fraction] = {
    0: Fraction(1, 4),
    1: 1 - Fraction(12, 13) ** 4,
    2: Fraction(308, 13),
    3: 1 - Fraction(12, 13) ** 12,
    4: Fraction(33, 221),
    5: Fraction(-43, 50),
    6: Fraction(178779, 194580) ** 3,
    7: Fraction(11, 26),
    (7, "twos"): Fraction(11, 26),
    (7, "partner"): Fraction(129107, 353702) ** 2,
    8: 1 - (1 - experiment("lavadeira").exact) * (1 - experiment("run").exact),
    9: Fraction(32, 935),
    10: 1 - Fraction(19, 31) ** 4,
    (10, "match"): 12 / experiment("toy_game").exact,
    (10, "eggs"): 12 / experiment("toy_game").exact,
}
ALSO: dict[int | tuple[int, str], list[Fraction]] = {
    2: [Fraction(72, 13)],
    3: [Fraction(1327, 4165)],
    4: [Fraction(23, 4)],
    6: [Fraction(31472128765964, 33527982212725), Fraction(4397246401, 4402404930)],
    7: [Fraction(1424533, 2299063)],
    (7, "partner"): [Fraction(26015, 64883), Fraction(20603, 64883), Fraction(319, 1426)],
    9: [Fraction(6267641987, 186080076875)],
}
# what a known 10, 5 and 3 gain blind, by a jack and by a king; the first hand of three; suits and trumps
COUNTED: dict[int | tuple[int, str], str] = {
    5: "106/25 7702/1225 -43/50 6/5 506/245 -29/10 12/25 1076/1225",
    6: "178779/194580",
    9: "8/935 383/4202825 390/1309 1755/5236 448/52360",
}
IN_STEPS = {8: ["lavadeira", "run"], 10: ["beaten"]}
QUESTIONS: dict[int | tuple[int, str], Plan] = {
    **dict(PLANS.items()),
    **{(number, name): part for number, plan in PLANS.items() for name, part in plan.parts.items()},
}
EVERY = [(number, lang) for number in PLANS for lang in LANGUAGES]


def lesson_of(question: int | tuple[int, str], lang: str = "en") -> Lesson:
    if isinstance(question, int):
        return Lesson(question, lang=lang)
    number, part = question
    return Lesson(number, lang=lang).part(part)


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
    assert {number: plan.experiment.exact for number, plan in QUESTIONS.items()} == EXACT
    assert {number: plan.slips[0][0] for number, plan in QUESTIONS.items()} == SLIPS
    for number, values in ALSO.items():
        found = [experiment(name, **params).exact for name, params in QUESTIONS[number].also]
        assert set(values) <= set(found)
    assert at_least_one(52, 4, 2) == SLIPS[4]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_counting_ends_with_the_exact_value(question: int | tuple[int, str], lang: str) -> None:
    part = lesson_of(question, lang).exact()
    lines = QUESTIONS[question].counting(lang)
    exact = EXACT[question]
    assert fraction(exact) not in on_the_page(part)
    for k in range(1, len(lines) + 1):
        part.button.click()
        assert part._lines.value.count("<li>") == k
        assert (fraction(exact) in on_the_page(part)) == (fraction(exact) in str(lines[:k]))
    assert part.button.layout.display == "none"
    text = " ".join(lines)
    # a fraction too long to be read is left out
    assert (fraction(exact) in text) == (exact.denominator < 10**15)
    assert numeral(exact, lang, 4) in text
    for value in ALSO.get(question, []):
        assert fraction(value) in text
    for shares in COUNTED.get(question, "").split():
        assert ratio(*map(int, shares.split("/"))) in text
    assert "{" not in text
    assert "[[" not in text


def test_a_fresh_hand_spreads() -> None:
    # by all 270 725 hands: a second way to what is counted with polynomials
    hands = PLANS[2].experiment.table
    assert hands is not None
    squares, total = int((hands.astype(int) ** 2).sum()), int(hands.astype(int).sum())
    spread = Fraction(squares, len(hands)) - Fraction(total, len(hands)) ** 2
    assert fraction(spread) in PLANS[2].counting("en")[-1]
    assert numeral(sqrt(spread), "pt", 4) in PLANS[2].counting("pt")[-1]
    lesson = Lesson(2)
    lesson.big_run().start()
    part = lesson.compare()
    part.button.click()
    assert f"exact {numeral(sqrt(spread), 'en', 2)}" in part._said.value
    # a chance has no spread of its own
    assert PLANS[1].variance is None


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


def test_the_counting_of_two_chances_names_each() -> None:
    for number, names in IN_STEPS.items():
        text = " ".join(PLANS[number].counting("en"))
        for name in names:
            assert fraction(experiment(name).exact) in text
    both = experiment("beaten", lead="9s Js").exact, experiment("beaten", lead="Ac").exact
    assert all(fraction(value) in " ".join(PLANS[10].counting("en")) for value in both)


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
    board = escape(lesson.plan.board_answer(lang))
    assert board not in page
    more = [lesson.part(name) for name in lesson.plan.parts]
    further = [part for one in more for part in (one.big_run(), one.exact(), one.compare(), one.switch())]
    for part, one in zip(lesson.plan.parts, more, strict=True):
        for value in shown(one.plan, EXACT[number, part], lang):
            assert value not in on_the_page(*further)
    every["teacher"].key()
    key = on_the_page(every["teacher"])
    assert fraction(EXACT[number]) in on_the_page(every["teacher"])
    assert board in key
    for one in more:
        assert numeral(one.plan.experiment.exact, lang, 4) in key
    for figure in lesson.plan.board.values():
        assert numeral(figure, lang, 4 if isinstance(figure, Fraction) else None) in key
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", PLANS)
def test_the_small_run_keeps_still_until_the_guess_is_locked(number: int, lang: str) -> None:
    lesson, open_one = Lesson(number, lang=lang), Lesson(number, lang=lang).small_run()
    guess, small = lesson.predict(), lesson.small_run()
    assert {button.description for button in small.buttons} == {"?"}
    assert not any("ck-hit" in button._dom_classes for button in small.buttons)
    assert escape(say("lesson.small_waits", lang)) in on_the_page(small)
    # a deal may be opened and closed, and gives nothing else away
    small.buttons[3].click()
    small.buttons[3].click()
    assert {button.description for button in small.buttons} == {"?"}
    guess.lock("2/5")
    assert small.values == open_one.values
    assert [(one.description, "ck-hit" in one._dom_classes) for one in small.buttons] == [
        (one.description, "ck-hit" in one._dom_classes) for one in open_one.buttons
    ]
    # and where the guess is locked already, or none was asked for, all is said at once
    (said,) = (one.value for one in inside(open_one) if 'role="status"' in getattr(one, "value", ""))
    for part in (small, lesson.small_run()):
        assert said in on_the_page(part)
        assert say("lesson.small_waits", lang) not in on_the_page(part)


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


@pytest.mark.parametrize("question", QUESTIONS, ids=str)
def test_the_switch_moves_the_answer(question: int | tuple[int, str]) -> None:
    plan = QUESTIONS[question]
    part = lesson_of(question).switch()
    assert part.choice.value is None
    answers = [plan.switched(value).exact for value in plan.switch.values]
    usual = plan.switched(part._usual).exact
    assert len(set(answers)) > 1
    for value, answer in zip(plan.switch.values, answers, strict=True):
        part.choice.value = value
        assert told(answer, "en", plan.switched(value).chance) in part._said.value
        assert ("Compared with" in part._said.value) == (answer != usual)
        assert ("%" in part._said.value) == plan.switched(value).chance


def test_a_lesson_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="expected one of 0, 1, 2"):
        Lesson(77)


def test_further_slips_are_told_apart_as_well() -> None:
    replaced, no_trumps = 1 - Fraction(25, 26) ** 11, Fraction(2783, 6293)
    added = experiment("lavadeira").exact + experiment("run").exact
    assert [value for value, _ in PLANS[7].more_slips] == [replaced]
    assert [value for value, _ in PLANS[10].more_slips] == [no_trumps]
    assert [value for value, _ in PLANS[8].more_slips] == [added]
    lesson = Lesson(8)
    lesson.big_run().start()
    part = lesson.compare()
    part.button.click()
    for value in ("0.4951", "0.5671"):
        assert value in part._said.value


def test_a_part_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="expected one of twos, partner"):
        Lesson(7).part("mortos")
    with pytest.raises(ValueError, match="expected one of none"):
        Lesson(1).part("twos")


def test_a_part_is_gone_through_like_a_lesson() -> None:
    part = Lesson(7).part("partner")
    assert repr(part) == "Lesson(7, partner)"
    part.predict().lock("20%")
    run = part.big_run()
    run.start()
    compare = part.compare()
    compare.button.click()
    assert "your guess 0.2" in run.chart.value
    assert "0.1104" in compare._said.value
    assert "0.1332" in compare._said.value


def test_a_long_tail_has_no_place_on_the_chart() -> None:
    part = Lesson(7).part("twos")
    part.big_run().start()
    compare = part.compare()
    compare.button.click()
    # of eight 2s more than five are hardly ever dealt
    assert "; 5: " in compare.chart.value
    assert "; 6: " not in compare.chart.value


def test_a_switch_deals_where_no_pencil_counts() -> None:
    part = Lesson(8).switch()
    for value in part._plan.switch.values:
        part.choice.value = value
        told = re.search(r"Dealt out 100.000 times: ([\d.]+), give or take ([\d.]+)", part._said.value)
        assert told
        mean, band = map(float, told.groups())
        assert 0 < abs(mean - float(part._plan.switched(value).exact)) < 2 * band


# --- acts that show the point of a deal -------------------------------------------------------------


def shown_deal(lesson: Lesson, number: int) -> Record:
    dealt = opening(lesson.plan.experiment, number, 11)
    return lesson.plan.played(dealt, Record.deal(dealt.rules(), 11, dealt.deck, **dealt.extra))


def test_red_threes_lie_on_the_table_after_a_round() -> None:
    lesson = Lesson(7)
    for number, value in enumerate(lesson.small_run().values):
        record = shown_deal(lesson, number)
        rules: Any = record.game
        laid = [event for event in rules.opening(record.root.state) if event.kind == "red3"]
        assert any(event.seat == 0 for event in laid) == bool(value)
        seats = [node.action.seat for node in record.line()[1:] if node.action]
        assert seats == sorted(seats)
        assert set(seats) == {0, 1, 2, 3}
        assert record.state.turn == 0


def test_what_can_be_melded_is_melded_after_the_draw() -> None:
    lesson = Lesson(8)
    for number, value in enumerate(lesson.small_run().values):
        acts = [str(node.action) for node in shown_deal(lesson, number).line()[1:]]
        assert acts[0] == "0 draw"
        assert (len(acts) > 1) == bool(value)
        assert all(act.startswith("0 meld") for act in acts[1:])


def test_the_next_player_beats_the_lead_if_that_can_be() -> None:
    lesson = Lesson(10)
    for number, value in enumerate(lesson.small_run().values):
        lead, answer = [str(node.action) for node in shown_deal(lesson, number).line()[1:]]
        assert lead == "0 lead Js"
        assert answer.startswith("1 beat" if value else "1 throw")
