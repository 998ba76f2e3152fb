"""Kozel as a visitor meets it: a game to watch, a lead and a beat by clicking, why not, a molodka."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_notebooks import player, ready, visit
from tests.browser.test_site import close
from tests.site.serving import Server

pytestmark = pytest.mark.browser


def held(table: Locator, index: int) -> Locator:
    return table.locator(f'.ck-card[data-place="hand:0:{index}"]')


def test_a_game_steps_and_has_no_form_field_for_players(site: Server, page: Page) -> None:
    visit(site, page, "en/deal.ipynb?game=kozel&seed=5")
    expect(page.locator("select[name=players]")).to_have_count(0)
    expect(page.locator(".ck-step b")).to_have_text("1")
    for step in range(2, 6):
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".ck-step b")).to_have_text(str(step))
    expect(page.locator(".ck-suitmark")).to_be_visible()
    expect(page.locator(".ck-caption")).to_contain_text(re.compile("beats|throws off"))
    page.get_by_role("button", name="Last step").click()
    expect(page.locator(".ck-caption")).to_contain_text("The piles are counted")
    expect(page.locator(".ck-meter")).to_have_count(2)


def test_a_card_is_chosen_and_a_button_says_what_becomes_of_it(site: Server, page: Page) -> None:
    visit(site, page, "en/kozel.ipynb")
    ready(page)
    table = player(page, "one-card")
    offer = table.locator(".ck-tray")
    # hearts are trumps: 9 of spades, king of clubs, ace of diamonds, 7 of hearts, as they are laid out
    names = [held(table, index).get_attribute("aria-label") or "" for index in range(4)]
    wrong = next(n for n, name in enumerate(names) if "king of clubs" in name)
    right = next(n for n, name in enumerate(names) if "ace of diamonds" in name)
    held(table, wrong).click()
    expect(offer.get_by_role("button", name="Throw off")).to_be_visible()
    offer.get_by_role("button", name="Beat (why not?)").click()
    expect(table.locator(".ck-bub-no")).to_contain_text("cannot be compared")
    offer.get_by_role("button", name="Let go").click()
    held(table, right).click()
    offer.get_by_role("button", name=re.compile("Beat with")).click()
    expect(table.locator(".ck-log")).to_contain_text("Ana beats")
    expect(table.locator(".ck-log")).to_contain_text("K7")


def test_four_clubs_go_first(site: Server, page: Page) -> None:
    visit(site, page, "pt/kozel.ipynb")
    ready(page)
    table = player(page, "molodka")
    expect(table.locator(".ck-tag")).to_contain_text("molodka")
    table.get_by_role("button", name="Sair com quatro de paus").click()
    expect(table.locator(".ck-log")).to_contain_text("As cartas da mesa voltam")


def test_a_lead_by_clicking(site: Server, page: Page) -> None:
    visit(site, page, "en/play.ipynb?game=kozel&seed=3")
    ready(page)
    table = player(page, "match")
    held(table, 0).click()
    table.locator(".ck-tray").get_by_role("button", name=re.compile("^Lead")).click()
    expect(table.locator(".ck-log")).to_contain_text("Ana leads")


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("lang", ["en", "pt"])
def test_nothing_sticks_out(site: Server, browser: Browser, lang: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 780})
    page = context.new_page()
    for path in (f"{lang}/kozel.ipynb", f"{lang}/deal.ipynb?game=kozel&seed=7"):
        visit(site, page, path)
        ready(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    close(page)
    context.close()


@pytest.mark.parametrize("width", [1280, 360])
def test_the_label_of_the_current_turn_covers_no_other(site: Server, page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    visit(site, page, "pt/deal.ipynb?game=tranca&seed=5")
    expect(page.locator(".ck-turnlab b")).not_to_be_empty()
    covered = """() => {
        const now = document.querySelector(".ck-turnlab b").getBoundingClientRect();
        return [...document.querySelectorAll(".ck-turnlab span > span")].filter((span) => {
            const box = span.getBoundingClientRect();
            return span.style.visibility !== "hidden" && box.right > now.left && box.left < now.right;
        }).length;
    }"""
    hidden = 0
    for _ in range(30):
        page.keyboard.press("ArrowRight")
        assert page.evaluate(covered) == 0
        hidden += page.locator('.ck-turnlab span > span[style*="hidden"]').count()
    assert hidden > 0
