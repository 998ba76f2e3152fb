"""Lesson 10: boxes that fill as a slider moves, and bots that play matches until they are stopped."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.site.serving import Server

pytestmark = pytest.mark.browser


def test_a_match_fills_and_bots_play(site: Server, page: Page) -> None:
    page.goto(f"{site.url}voila/render/en/lesson_10.ipynb", wait_until="commit")
    part = page.locator(".ck-part")
    filling = part.filter(has_text="Games played")
    bots = part.filter(has_text="Who plays")
    # the chain: one game more with each key
    handle = filling.get_by_role("slider")
    handle.focus()
    for games in range(1, 4):
        handle.press("ArrowRight")
        expect(filling.get_by_role("img").first).to_have_attribute(
            "aria-label", re.compile(f"After {games} game")
        )
    filling.get_by_role("radio", name="12 points").check()
    expect(filling.get_by_role("img").first).to_have_attribute("aria-label", re.compile("10–10"))
    # bots: stopped on the way, then others to the end
    bots.get_by_role("radio", name="1000").check()
    bots.get_by_role("button", name="Let them play").click()
    expect(bots).to_contain_text(re.compile(r"[1-9]\d* of 1000 matches"))
    bots.get_by_role("button", name="Cancel").click()
    expect(bots).to_contain_text("Cancelled after")
    expect(bots).to_contain_text("games on average")
    bots.get_by_role("radio", name="random bots").check()
    expect(bots).not_to_contain_text("games on average")
    bots.get_by_role("radio", name="40", exact=True).check()
    bots.get_by_role("button", name="Let them play").click()
    expect(bots).to_contain_text("All 40 matches are done.", timeout=30_000)
    bots.get_by_role("checkbox", name="show the toy model").check()
    expect(bots).to_contain_text("The toy model says 7.62")
    expect(bots.locator(".ck-chart-key").first).to_contain_text("toy model")
