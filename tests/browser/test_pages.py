"""The repository's own notebooks on the site: drawn at once, stepping without kernel or JupyterLab."""

from __future__ import annotations

import os
import re
import signal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.site.serving import Server, await_

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_a_deal_steps_without_jupyterlab_and_kernel(site: Server, page: Page, lang: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    before = site.kernels()
    page.goto(f"{site.url}voila/render/{lang}/deal.ipynb?seed=7")
    table = page.locator(".ck-card").first
    expect(table).to_be_visible()
    await_("the kernel's end", lambda: site.kernels() <= before)
    step = page.locator(".ck-step b")
    expect(step).to_have_text("1")
    page.locator(".ck-player").press("ArrowRight")
    expect(step).to_have_text("2")
    expect(page.locator("#ck-progress")).to_be_hidden()
    assert not [url for url in asked if url.endswith(".js") and "/voila/" in url]


def test_the_tutorials_table_asks_python(site: Server, page: Page) -> None:
    page.goto(f"{site.url}voila/render/en/four_cards.ipynb", wait_until="commit")
    expect(page.locator(".ck-card").first).to_be_visible()
    expect(page.locator("#ck-progress")).to_be_hidden()
    assert page.locator('script[src$="/voila.js"]').count() == 1
    # one picture each, also after the widgets have taken the players over
    ids = page.locator(".ck-player").count()
    assert ids == page.locator("[data-ck-player]").count()


def test_players_step_on_when_their_kernel_is_killed(site: Server, context: BrowserContext) -> None:
    # a page of its own: JupyterLab's JavaScript may complain on the console of a kernel that is gone
    page = context.new_page()
    before = site.kernels()
    # loaded: every cell has run
    page.goto(f"{site.url}voila/render/en/four_cards.ipynb")
    expect(page.locator(".ck-player").nth(1)).to_be_attached()
    killed = site.kernels() - before
    assert killed
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    player = page.locator(".ck-player").nth(1)  # the first one is the table
    player.press("Home")
    expect(player.locator(".ck-step b")).to_have_text("1")
    player.press("ArrowRight")
    expect(player.locator(".ck-step b")).to_have_text("2")


def test_from_the_front_page_to_a_rule_and_back(site: Server, page: Page) -> None:
    page.goto(site.url)
    page.get_by_role("navigation", name="Site").get_by_text("Rulebook").click()
    expect(page.locator("#C10")).to_be_visible()
    page.get_by_role("link", name="cardkit: front page").click()
    page.wait_for_url(re.compile("/voila/render/en/index.ipynb$"))
