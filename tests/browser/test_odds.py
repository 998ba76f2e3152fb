"""Odds beside the table: pointed at, reached by Tab and read out; all games, with and without a site."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cardkit import bots
from cardkit.games import game as game_of
from cardkit.odds.numbers import Change, Share, shown
from cardkit.odds.position import four_cards, four_cards_actions, kozel, tranca
from cardkit.scene.frames import beats
from cardkit.widgets.data import player_data
from cardkit.words import plain
from tests.browser import player_page as pages
from tests.browser.test_notebooks import ready, visit
from tests.browser.test_player import Quiet, Tab, settled
from tests.site.serving import Server

pytestmark = pytest.mark.browser

SEEDS = {"four_cards": 7, "tranca": 1, "kozel": 5}


@cache
def moments(name: str) -> tuple[Any, ...]:
    return tuple(beats(bots.recorded(name, SEEDS[name])))


def first_choice(name: str, phase: str) -> int:
    """The first step at which Ana, seat 0, is to move in a phase."""
    return next(
        n
        for n, beat in enumerate(moments(name))
        if beat.state.turn == 0 and beat.state.phase == phase and beat.state is beat.node.state
    )


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Pages with one deal each and nothing behind them."""
    folder = pages.write_pages(tmp_path_factory.mktemp("odds"))
    for name, seed in SEEDS.items():
        for lang in ("en", "pt"):
            text = pages.page(
                pages.embed(player_data(bots.recorded(name, seed), lang=lang)), lang=lang, base=None
            )
            (folder / f"{name}-{lang}.html").write_text(text, "utf-8")
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture
def tab(browser: Any, static: str) -> Iterator[Tab]:
    one = Tab(browser, static)
    yield one
    one.context.close()
    assert one.troubles == []
    assert all(url.startswith((static, "data:", "blob:")) for url in one.requests)


@pytest.fixture
def phone(browser: Any, static: str) -> Iterator[Tab]:
    one = Tab(browser, static, viewport={"width": 360, "height": 780}, has_touch=True, color_scheme="dark")
    yield one
    one.context.close()
    assert one.troubles == []


def go(page: Page, step: int, view: str = "0") -> None:
    page.evaluate(
        "([step, view]) => [...globalThis.__cardkitPlayers.values()][0].go(step, view)", [step, view]
    )
    settled(page)


def back(page: Page, place: str) -> Any:
    """The top face-down card of a place."""
    return page.locator(f'.ck-card[data-place^="{place}"]:has(use[href="#ck-back"])').last


def words(lines: Any, lang: str = "en") -> list[str]:
    return [plain(line.text(lang)) for line in lines]


def test_a_face_down_card_of_4_cartas_tells_what_it_may_be(tab: Tab) -> None:
    page = tab.open("four_cards-en")
    go(page, 8)
    game: Any = game_of("four_cards")
    odds = four_cards.card(game.observe(moments("four_cards")[8].state, 0))
    (line,) = words(odds.lines)
    top = page.locator(".ck-caption").bounding_box()
    back(page, "hand:1:").hover()
    bubble = page.locator(".ck-bub-odds")
    expect(bubble).to_contain_text(line)
    assert page.locator(".ck-caption").bounding_box() == top, "the page has moved"
    unseen = len(four_cards.unseen(game.observe(moments("four_cards")[8].state, 0)))
    bars = bubble.locator(".ck-odds-bars > span")
    told = {bar.locator("b").inner_text(): int(bar.locator("span").inner_text()) for bar in bars.all()}
    assert told == {str(points): int(p * unseen) for points, p in odds.points.items()}
    expect(bubble.get_by_role("img")).to_have_attribute("aria-label", f"points. {spoken(told, unseen)}")
    page.mouse.move(1, 1)
    expect(bubble).to_be_hidden()


def spoken(told: dict[str, int], of: int) -> str:
    return "; ".join(f"{label}: {n} of {of}" for label, n in told.items())


@pytest.mark.parametrize("name", list(SEEDS))
def test_face_down_cards_are_reached_by_tab_once_a_hand(tab: Tab, name: str) -> None:
    page = tab.open(f"{name}-en")
    go(page, 3)
    for zone in ("hand:1:", "stock:"):
        stops = page.locator(f'.ck-card[data-place^="{zone}"][tabindex="0"]')
        expect(stops).to_have_count(1)
        page.locator("body").press("Tab")
        stops.focus()
        expect(page.locator(".ck-bub-odds")).to_contain_text("unseen cards")
        said = stops.get_attribute("aria-description") or ""
        assert said
        assert said in page.locator(".ck-bub-odds").inner_text().replace("\n", " ").replace("  ", " ")
    page.keyboard.press("Escape")
    expect(page.locator(".ck-bub-odds")).to_be_hidden()


def test_a_lead_in_kozel_with_its_line_of_arithmetic(tab: Tab) -> None:
    page = tab.open("kozel-en")
    step = first_choice("kozel", "lead")
    go(page, step)
    page.get_by_role("button", name="Odds").click()
    panel = page.locator(".ck-odds")
    expect(panel.get_by_role("heading", name="Odds, from what Ana knows")).to_be_visible()
    game: Any = game_of("kozel")
    found = kozel.leads(game, game.observe(moments("kozel")[step].state, 0))
    rows = panel.get_by_role("listitem")
    expect(rows).to_have_count(len(found))
    safest = min(found, key=lambda odds: (odds.beaten, -len(odds.action.cards)))
    expect(rows.first).to_contain_text(shown(Share(safest.beaten), "en"))
    rows.last.get_by_role("button").hover()
    worst = max(found, key=lambda odds: (odds.beaten, -len(odds.action.cards)))
    told = panel.locator(".ck-odds-told")
    expect(told).to_contain_text(shown(Share(worst.beaten), "en"))
    expect(told).to_contain_text("1 − C(")
    expect(told).to_have_attribute("aria-live", "polite")


def test_the_chance_that_a_card_fits_in_tranca(tab: Tab) -> None:
    page = tab.open("tranca-pt")
    step = first_choice("tranca", "draw")
    go(page, step)
    game: Any = game_of("tranca")
    odds = tranca.draw(game, game.observe(moments("tranca")[step].state, 0))
    back(page, "stock:").hover()
    bubble = page.locator(".ck-bub-odds")
    for line in words(odds.lines, "pt"):
        expect(bubble).to_contain_text(line)
    page.get_by_role("button", name="Chances").click()
    rows = page.locator(".ck-odds li")
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(shown(Share(odds.fits), "pt"))
    # with the panel there is no bubble: the panel says it
    back(page, "hand:2:").hover()
    expect(page.locator(".ck-odds-told")).to_contain_text("Uma carta que não vi")
    expect(bubble).to_be_hidden()


def test_the_panel_keeps_its_height_and_says_when_there_is_nothing(tab: Tab) -> None:
    page = tab.open("tranca-en")
    page.get_by_role("button", name="Odds").click()
    heights, told = set(), set()
    for step in range(0, 24, 2):
        go(page, step)
        heights.add(page.locator(".ck-odds").bounding_box()["height"])
        told.add(page.locator(".ck-odds-list").inner_text().split("\n")[0])
    assert len(heights) == 1
    assert "At this step no choice of Ana’s is counted." in told
    go(page, 4, "open")
    expect(page.locator(".ck-odds-list")).to_contain_text("all hands are open")
    go(page, 9999)
    expect(page.locator(".ck-odds-list")).to_contain_text("nothing is left to chance")
    page.get_by_role("button", name="Odds").click()
    expect(page.locator(".ck-odds")).to_be_hidden()


def test_without_a_site_what_takes_long_is_said_to_be_missing(tab: Tab) -> None:
    page = tab.open("four_cards-en")
    page.get_by_role("button", name="Odds").click()
    go(page, first_choice("four_cards", "draw"))
    expect(page.locator(".ck-odds-list")).to_contain_text("counted by Python")
    expect(page.locator(".ck-odds-told")).to_contain_text("on average")


def test_on_a_phone_a_tap_tells_in_a_strip_under_the_table(phone: Tab) -> None:
    page = phone.open("four_cards-pt")
    go(page, 8)
    back(page, "hand:1:").tap()
    strip = page.locator(".ck-strip")
    expect(strip).to_contain_text("cartas que não vi")
    expect(strip.locator(".ck-odds-bars > span")).to_have_count(10)
    page.get_by_role("button", name="Chances").tap()
    back(page, "hand:2:").tap()
    expect(page.locator(".ck-odds-told .ck-odds-bars > span")).to_have_count(10)
    expect(strip).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


# --- on the site --------------------------------------------------------------------------------


def test_the_site_counts_what_each_action_brings(site: Server, page: Page) -> None:
    visit(site, page, "en/deal.ipynb?game=four_cards&seed=7")
    step = first_choice("four_cards", "draw")
    go(page, step)
    page.get_by_role("button", name="Odds").click()
    rows = page.locator(".ck-odds li button")
    game: Any = game_of("four_cards")
    found = four_cards_actions.actions(game, game.observe(moments("four_cards")[step].state, 0))
    expect(rows).to_have_count(len(found))
    best = min(found, key=lambda odds: odds.change)
    expect(rows.first).to_contain_text(shown(Change(best.change), "en"))
    close = next(odds for odds in found if odds.action.kind == "close")
    row = rows.filter(has_text="lowest with")
    assert close.chance is not None
    expect(row).to_contain_text(f"lowest with {shown(Share(close.chance), 'en')}")
    row.focus()
    for line in words(close.lines):
        expect(page.locator(".ck-odds-told")).to_contain_text(line)


def test_a_table_tells_beside_the_button_what_closing_would_cost(site: Server, page: Page) -> None:
    visit(site, page, "en/play.ipynb?game=four_cards&seed=12&players=3")
    ready(page)
    for index in (0, 1):
        page.locator(f'.ck-card.ck-legal[data-place="hand:0:{index}"]').click()
    page.get_by_role("button", name="Last step").click(force=True)
    button = page.get_by_role("button", name="I close")
    expect(button).to_be_visible()
    button.scroll_into_view_if_needed()
    caption = page.locator(".ck-caption").bounding_box()
    button.hover()
    tip = page.locator(".ck-odds-tip")
    expect(tip).to_contain_text("lowest with")
    expect(tip).to_contain_text("as the hands lie now")
    there = page.locator(".ck-caption").bounding_box()
    # the offer has room for what it says in two lines; their height differs by a fraction of a pixel
    assert caption
    assert there
    assert abs(there["y"] - caption["y"]) < 1, "the page has moved"
    page.mouse.move(1, 1)
    expect(tip).to_be_hidden()
    # and the table goes on as ever
    page.locator('.ck-card[data-place="stock:0"]').click()
    expect(page.locator(".ck-log")).to_contain_text("Ana draws")
