"""A paper and a chart as a pupil meets them: a guess, wrong and right answers, hints, the code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from cardkit.scene.exercise import check_code, paper
from cardkit.words.numerals import numeral
from tests.site.serving import Server, write_notebook

pytestmark = pytest.mark.browser

GUESS = """
guess = Guess("How often?")
guess.on_lock(lambda given: chart.show("running", [(100, 0.56, 0.05)], guess=given))
guess
"""
CELLS = [
    "from cardkit.widgets import Ask, Chart, Exercise, Guess",
    'chart = Chart("running", [(100 * i, 0.56, 0.05 / i) for i in range(1, 9)])\nchart',
    GUESS,
    "Exercise(1)",
]


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("lesson")
    write_notebook(folder / "lesson.ipynb", CELLS, title="Lesson", lang="en")
    with Server(folder, "--pool", "0") as server:
        yield f"{server.url}voila/render/lesson.ipynb"


def test_a_pupil_takes_a_paper(lesson: str, page: Page) -> None:
    page.goto(lesson, wait_until="commit")
    # the guess comes onto the chart
    slider = page.get_by_role("slider", name="Your guess")
    for _ in range(3):
        slider.press("ArrowRight")
    page.get_by_role("button", name="Lock my guess").click()
    expect(page.get_by_text("Your guess is locked: 53 %")).to_be_visible()
    expect(page.get_by_role("img", name="Your guess was 0.53.")).to_be_visible()
    expect(slider).to_be_disabled()
    page.get_by_label("Your name").fill("Lia")
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_text("Paper of Lia")).to_be_visible()
    one, two, three = paper(1, "Lia").questions
    asks = page.locator(".ck-ex-ask")
    expect(asks).to_have_count(3)
    # a usual slip, with the keyboard alone
    slip = next(wrong.value for wrong in one.wrong if wrong.reason == "with_replacement")
    field = asks.nth(0).get_by_label("Your answer")
    field.fill(numeral(slip, "pt", 4))
    field.press("Enter")
    expect(asks.nth(0).get_by_role("alert")).to_contain_text(
        "We know this one. It is right when every card goes back"
    )
    field.fill(str(one.exact))
    asks.nth(0).get_by_role("button", name="Check").click()
    expect(asks.nth(0).get_by_role("alert")).to_contain_text("Right.")
    expect(field).to_be_disabled()
    # one question at a time: a hint, then right
    expect(asks.nth(1)).to_be_hidden()
    expect(page.get_by_role("button", name="1 ✓")).to_be_visible()
    page.get_by_role("button", name="2", exact=True).click()
    expect(asks.nth(0)).to_be_hidden()
    asks.nth(1).get_by_role("button", name="Hint 1").click()
    expect(asks.nth(1).get_by_text(two.say(two.hints[0]))).to_be_visible()
    asks.nth(1).get_by_label("Your answer").fill(numeral(two.exact * 100, "pt", 2) + "%")
    asks.nth(1).get_by_role("button", name="Check").click()
    expect(asks.nth(1).get_by_role("alert")).to_contain_text("Right.")
    # all help there is
    page.get_by_role("button", name="3", exact=True).click()
    assert str(three.exact) not in page.content()
    for name in ("Hint 1", "Hint 2", "Hint 3", "Show the worked solution"):
        asks.nth(2).get_by_role("button", name=name).press("Enter")
    expect(asks.nth(2).get_by_text(three.solved())).to_be_visible()
    expect(page.get_by_text("2 of 3 solved")).to_be_visible()
    code = page.locator(".ck-ex-code").inner_text()
    assert check_code(code, "lia", 1) == ("right", "right_1", "shown")


# also a name without a place to break it
@pytest.mark.parametrize("name", ["Lia", "L" + 79 * "a"])
def test_it_fits_a_phone(lesson: str, context: BrowserContext, page: Page, name: str) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(lesson, wait_until="commit")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Give me my questions").click()
    expect(page.locator(".ck-ex-ask")).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator(".ck-chart-narrow").first).to_be_visible()
    expect(page.locator(".ck-chart-wide").first).to_be_hidden()
    for button in page.locator(".ck-ex button:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44
