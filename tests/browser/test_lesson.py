"""A class goes through lesson 1: it guesses, deals, simulates, cancels, counts, and takes a paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from cardkit.scene.exercise import paper
from cardkit.scene.lessons import PLANS
from tests.site.serving import Server

pytestmark = pytest.mark.browser


def test_a_class_goes_through_a_lesson(site: Server, page: Page) -> None:
    page.goto(f"{site.url}voila/render/en/lesson_01.ipynb", wait_until="commit")
    expect(page.get_by_role("heading", level=1)).to_contain_text("The eight")
    expect(page.get_by_role("link", name="Lessons", exact=True)).to_have_attribute("aria-current", "page")
    part = page.locator(".ck-part")
    expect(part).to_have_count(9)
    steps = page.get_by_role("navigation", name="Parts of the lesson").get_by_role("listitem")
    expect(steps).to_have_count(9)
    done = page.locator(".ck-rail .done")
    expect(done).to_have_count(0)
    guess, touch, small, big, exact, compare, change, said, teacher = (part.nth(n) for n in range(9))
    # predict: nothing is said of deals before
    tiles = small.locator(".ck-deals-tiles button")
    expect(tiles).to_have_text(["?"] * 20)
    expect(small.get_by_role("status")).to_contain_text("Lock your guess first")
    guess.get_by_role("button", name="Lock my guess").click()
    expect(guess.get_by_text("Your guess is locked: 50 %")).to_be_visible()
    expect(small.get_by_role("status")).to_contain_text("of 20: a share of")
    expect(tiles.first).to_have_text(re.compile("[✓–]"))
    expect(done).to_have_count(1)
    # touch: one deal, step by step; what it came to is told when it is left
    touch.get_by_role("button", name="Deal 2").click()
    expect(touch.locator(".ck-svg").first).to_be_visible()
    expect(touch.locator(".ck-step")).to_contain_text("of 5")
    touch.get_by_role("button", name="Deal 2").click()
    expect(touch.locator(".ck-svg")).to_have_count(0)
    expect(touch.get_by_role("button", name=re.compile(r"Deal 2 · [✓–]"))).to_be_visible()
    # the small run: any of its deals
    small.get_by_title("Open deal 3 in the player").click()
    expect(small.locator(".ck-svg").first).to_be_visible()
    # the big run: cancelled, then to its end
    big.get_by_role("radio", name="2\u202f000\u202f000").check()
    big.get_by_role("button", name="Deal", exact=True).click()
    big.get_by_role("button", name="Cancel").click()
    expect(big.get_by_role("status")).to_contain_text("Cancelled after")
    big.get_by_role("radio", name="2000", exact=True).check()
    big.get_by_role("button", name="Deal", exact=True).click()
    expect(big.get_by_role("status")).to_contain_text("All 2000 deals are done.")
    chart = big.get_by_role("img")
    expect(chart.first).to_have_attribute("aria-label", re.compile("Your guess was 0.5"))
    assert "0.2813" not in page.content()
    big.get_by_role("checkbox", name="show the exact line").check()
    expect(chart.first).to_have_attribute("aria-label", re.compile("0.2813"))
    # exact: step by step
    exact.get_by_role("button", name="Show the first step").click()
    for k in range(2, 5):
        expect(exact.get_by_role("listitem")).to_have_count(k - 1)
        exact.get_by_role("button", name="Next step").click()
    expect(exact.get_by_role("img", name="15229/54145")).to_be_visible()
    compare.get_by_role("button", name="Compare").click()
    expect(compare.get_by_role("status")).to_contain_text("standard errors")
    change.get_by_role("radio", name="6 players").check()
    expect(change.get_by_role("status")).to_contain_text("0.0756")
    # check
    page.get_by_label("Your name").fill("Lia")
    page.get_by_label("Your name").press("Enter")
    asks = page.locator(".ck-ex-ask:has(.ck-ex-title)")
    expect(asks).to_have_count(3)
    asks.nth(0).get_by_label("Your answer").fill(str(paper(1, "Lia").questions[0].exact))
    asks.nth(0).get_by_role("button", name="Check").click()
    expect(asks.nth(0).get_by_role("alert")).to_contain_text("Right.")
    expect(page.get_by_text("1 of 3 solved")).to_be_visible()
    said.get_by_label("My sentence").fill("Rather more than one hand in four.")
    # all but the counting and the paper, which were left half way
    expect(done).to_have_count(7)
    # the teacher’s page is folded
    expect(teacher.get_by_text("EF07MA34")).to_be_hidden()
    teacher.get_by_text("Teacher’s page").click()
    expect(teacher.get_by_text("EF07MA34")).to_be_visible()


@pytest.mark.parametrize("number", [5, 6, 9])
def test_long_sums_and_labels_fit_a_phone(site: Server, page: Page, number: int) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{site.url}voila/render/pt/lesson_{number:02}.ipynb", wait_until="commit")
    part = page.locator(".ck-part")
    expect(part).to_have_count(9)
    exact, change = part.nth(4), part.nth(6)
    for k in range(1, len(PLANS[number].counting("pt")) + 1):
        exact.get_by_role("button").click()
        expect(exact.get_by_role("listitem")).to_have_count(k)
    change.get_by_role("radio").nth(1).check()
    expect(change.get_by_role("status")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("lang", "nav", "title"), [("en", "Lessons", "The eight"), ("pt", "Aulas", "O oito")]
)
def test_lessons_are_found_from_anywhere(
    site: Server, context: BrowserContext, page: Page, lang: str, nav: str, title: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{site.url}rules/{lang}/four_cards", wait_until="commit")
    page.get_by_role("link", name=nav, exact=True).click()
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(title)
    expect(page.locator(".ck-part")).to_have_count(9)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_list_of_parts_follows_the_reader(site: Server, page: Page) -> None:
    page.goto(f"{site.url}voila/render/en/lesson_03.ipynb", wait_until="commit")
    expect(page.locator(".ck-part")).to_have_count(9)
    here = page.locator(".ck-rail [aria-current=step]")
    expect(here).to_contain_text("Predict")
    # the list stays where it is and marks where one has come to
    page.locator("#part-4").evaluate("part => scrollTo(0, scrollY + part.getBoundingClientRect().top - 20)")
    expect(here).to_contain_text("Big run")
    expect(here).to_be_in_viewport()
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(here).to_contain_text("Say it")
    # links lead to the parts
    page.get_by_role("link", name="Exact").click()
    expect(here).to_contain_text("Exact")
    expect(page.locator("#part-5 h2")).to_be_in_viewport()
    # of parts side by side it is the one that is touched
    page.locator("#part-6").get_by_role("button", name="Compare").focus()
    expect(here).to_contain_text("Compare")
    expect(page.locator("#part-6")).to_have_class(re.compile(r"\bcur\b"))
    assert page.evaluate(
        "['part-1', 'part-2', 'part-3'].map(id => document.getElementById(id).getBoundingClientRect().top)"
        ".every((top, _, all) => top === all[0])"
    )


def test_the_projector_enlarges_a_lesson_and_is_remembered(
    site: Server, context: BrowserContext, page: Page
) -> None:
    # loaded, that is with the module that hears the click
    page.goto(f"{site.url}voila/render/pt/lesson_01.ipynb", wait_until="load")
    page.get_by_role("button", name="Projetor").click()
    root = page.locator("html")
    expect(root).to_have_css("font-size", "22px")
    expect(page.locator(".ck-lrail")).to_be_hidden()
    expect(page.get_by_role("banner").get_by_role("link").first).to_be_hidden()
    # another page of the same visitor is large from the beginning, and has a way back
    page.goto(f"{site.url}rules/pt/four_cards", wait_until="load")
    expect(root).to_have_css("font-size", "22px")
    page.get_by_role("button", name="Projetor", pressed=True).click()
    expect(root).to_have_css("font-size", "16px")
    expect(page.get_by_role("banner").get_by_role("link").first).to_be_visible()


def test_a_part_grows_for_a_deal(site: Server, page: Page) -> None:
    page.goto(f"{site.url}voila/render/en/lesson_01.ipynb", wait_until="commit")
    three = page.locator("#part-3")
    expect(three.get_by_role("button")).to_have_count(20)
    wide = "part => part.clientWidth > 0.9 * document.querySelector('.ck-parts').clientWidth"
    assert not three.evaluate(wide)
    three.get_by_title("Open deal 1 in the player").click()
    expect(three.locator(".ck-svg").first).to_be_visible()
    assert three.evaluate(wide)
    # a part's number is coloured, the first letters of headings in the player are not
    coloured = "h => getComputedStyle(h, '::first-letter').color !== getComputedStyle(h).color"
    for heading in three.locator("h2").all():
        assert heading.evaluate(coloured) == bool(re.match(r"\d", heading.inner_text()))
    three.get_by_title("Open deal 1 in the player").click()
    expect(three.locator(".ck-svg")).to_have_count(0)
    assert not three.evaluate(wide)


CONTRAST = """button => {
  const light = text => {
    const [r, g, b] = text.match(/[\\d.]+/g).map(Number).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const style = getComputedStyle(button), found = [light(style.color), light(style.backgroundColor)];
  return (Math.max(...found) + 0.05) / (Math.min(...found) + 0.05);
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_buttons_stay_legible_under_the_pointer(site: Server, page: Page, theme: str) -> None:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.goto(f"{site.url}voila/render/en/lesson_01.ipynb", wait_until="commit")
    expect(page.locator(".ck-part")).to_have_count(9)
    page.get_by_role("button", name="Lock my guess").click()
    for button in (
        page.get_by_role("button", name="Deal", exact=True),
        page.get_by_role("button", name="Show the first step"),
        page.locator("#part-3 .ck-hit").first,
        page.locator("#part-3 .jupyter-button:not(.ck-hit)").first,
        page.get_by_role("button", name="Projector"),
    ):
        button.hover()
        assert button.evaluate(CONTRAST) >= 4.5
