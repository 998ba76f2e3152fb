"""The notebooks as a visitor meets them: front page, tutorial, a deal to watch, a match to play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page, expect

from tests.browser.test_site import close
from tests.site.serving import Server, await_

pytestmark = pytest.mark.browser
PAGES = ("index", "four_cards", "deal", "play")


def visit(site: Server, page: Page, path: str) -> None:
    page.goto(f"{site.url}voila/render/{path}", wait_until="commit")
    expect(page.locator(".ck-player .ck-card").first).to_be_visible()


def player(page: Page, name: str) -> Locator:
    return page.locator(f'[data-ck-player="{name}"]')


def ready(page: Page) -> None:
    """Wait until every control of the page answers."""
    expect(page.locator("#ck-progress")).to_be_hidden()


def slot(table: Locator, seat: int, index: int) -> Locator:
    return table.locator(f'[data-place="hand:{seat}:{index}"]')


@pytest.mark.parametrize(
    ("lang", "headline", "open_deal", "seen_from"),
    [
        ("en", "Card games that answer", "Open a deal", "Seen from"),
        ("pt", "Jogos de cartas que respondem", "Ver uma mão", "Visto por"),
    ],
)
def test_the_front_page_opens_a_deal(
    site: Server, page: Page, lang: str, headline: str, open_deal: str, seen_from: str
) -> None:
    before = site.kernels()
    visit(site, page, f"{lang}/index.ipynb")
    expect(page.get_by_role("heading", level=1)).to_contain_text(headline)
    expect(page.locator("html")).to_have_attribute("lang", {"en": "en", "pt": "pt-BR"}[lang])
    # both pictures are drawn, and no kernel is kept for them
    expect(page.locator(".ck-player.ck-is-still svg .ck-card").first).to_be_visible()
    await_("the kernel's end", lambda: site.kernels() <= before)
    page.get_by_role("link", name=open_deal).first.click()
    page.wait_for_url(f"**/{lang}/deal.ipynb")
    expect(page.get_by_text(seen_from).first).to_be_visible()
    expect(page.locator(".ck-player .ck-card").first).to_be_visible()


def test_a_deal_steps_and_names_itself(site: Server, page: Page) -> None:
    visit(site, page, "en/deal.ipynb?seed=12&players=3")
    expect(page.get_by_label("Deal", exact=True)).to_have_value("12")
    expect(page.get_by_label("Players")).to_have_value("3")
    expect(page.locator(".ck-step b")).to_have_text("1")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".ck-step b")).to_have_text("2")
    assert page.locator("script[src*=voila]").count() == 0, "no JupyterLab for a page without controls"
    # the form gives the address of another deal
    page.get_by_label("Deal", exact=True).fill("kite")
    page.get_by_label("Players").select_option("2")
    page.get_by_role("button", name="Show this deal").click()
    page.wait_for_url(re.compile(r"seed=kite&players=2&preset=seed"))
    expect(page.get_by_text("round 1 of 5 · deal kite")).to_be_visible()
    assert page.locator(".ck-note").count() == 0


def test_arrows_step_as_soon_as_the_page_is_there(site: Server, page: Page) -> None:
    for path in ("en/deal.ipynb?game=kozel&seed=5", "en/kozel.ipynb"):
        visit(site, page, path)
        ready(page)
        before = page.locator(".ck-step b").first.inner_text()
        first = page.locator(".ck-player:not(.ck-is-still)").first
        first.scroll_into_view_if_needed()
        page.keyboard.press("ArrowRight")
        expect(first.locator(".ck-step b")).to_have_text(str(int(before) + 1))
    # a page to be read scrolls as any other
    page.keyboard.press("End")
    expect(first.locator(".ck-step b")).to_have_text(str(int(before) + 1))
    page.wait_for_function("scrollY > innerHeight")


@pytest.mark.parametrize("lang", ["en", "pt"])
@pytest.mark.parametrize("game", ["four_cards", "tranca", "kozel"])
def test_what_is_chosen_for_a_deal_can_be_read_on_a_phone(
    site: Server, page: Page, game: str, lang: str
) -> None:
    page.set_viewport_size({"width": 360, "height": 780})
    visit(site, page, f"{lang}/deal.ipynb?game={game}&seed=5")
    house = page.locator('.ck-ask select[name="preset"]')
    expect(house).to_be_visible()
    room, wants = house.evaluate(
        """select => {
          const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
          pen.font = style.font;
          const { width } = pen.measureText(select.selectedOptions[0].text);
          return [select.clientWidth - parseFloat(style.paddingLeft), width];
        }"""
    )
    # the arrow stands behind the words
    assert wants + 14 <= room


@pytest.mark.parametrize("game", ["four_cards", "kozel", "tranca"])
def test_nothing_of_the_track_lies_beside_it(site: Server, page: Page, game: str) -> None:
    visit(site, page, f"en/deal.ipynb?game={game}&seed=5")
    ready(page)
    page.keyboard.press("End")
    here = page.locator(".ck-track .ck-here")
    expect(here).to_have_count(1)
    mark, track = here.bounding_box(), page.locator(".ck-track").bounding_box()
    assert mark is not None
    assert track is not None
    assert mark["x"] + mark["width"] <= track["x"] + track["width"] + 1


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "4 Cartas is for 2 to 8 players"), ("pt", "4 Cartas é para 2 a 8 jogadores")],
)
def test_a_bad_address_is_told_in_a_sentence(site: Server, page: Page, lang: str, sentence: str) -> None:
    visit(site, page, f"{lang}/deal.ipynb?players=99&preset=%3Cb%3E&acts=nonsense")
    expect(page.locator(".ck-note")).to_contain_text(sentence)
    expect(page.locator(".ck-note b")).to_have_count(0)
    assert "Traceback" not in page.content()
    ready(page)


@pytest.mark.parametrize(
    ("lang", "turn", "drawn"), [("en", "Your turn", "You hold the"), ("pt", "Sua vez", "Você comprou")]
)
def test_the_first_turn_is_done_by_clicking(
    site: Server, page: Page, lang: str, turn: str, drawn: str
) -> None:
    visit(site, page, f"{lang}/four_cards.ipynb")
    ready(page)
    table = player(page, "first-turn")
    for index in (0, 2):
        slot(table, 0, index).click()
    # 10 and 6 seen, the others have looked, too; now a card from the stock into the slot of the 10
    expect(table.locator(".ck-tray")).to_contain_text(turn)
    expect(table.locator(".ck-log")).to_contain_text("1, 3")
    table.locator('[data-place="stock:0"]').click()
    expect(table.locator(".ck-tray")).to_contain_text(drawn)
    slot(table, 0, 0).click()
    expect(table.locator(".ck-log")).to_contain_text("C23")
    expect(slot(table, 0, 0)).to_have_attribute("aria-label", re.compile(r"\b2\b"))


def test_rules_are_one_click_away(site: Server, page: Page) -> None:
    visit(site, page, "en/four_cards.ipynb")
    page.get_by_role("link", name="CA1", exact=True).click()
    page.wait_for_url("**/rules/en/four_cards#CA1")
    expect(page.locator("#CA1")).to_be_visible()


def test_a_round_is_played_to_the_standing(site: Server, page: Page) -> None:
    visit(site, page, "en/play.ipynb?seed=12&players=2")
    ready(page)
    table, standing = player(page, "match"), page.locator(".ck-standing")
    expect(standing).to_be_hidden()
    offer = table.locator(".ck-tray")
    for name in ("Look at none", "Fechei"):
        offer.get_by_role("button", name=name).click()
    # the others play once more; then whatever is asked is passed on
    while not standing.is_visible():
        button = offer.get_by_role("button", name=re.compile("Go on|Pass"))
        expect(button.or_(standing).first).to_be_visible()
        if not standing.is_visible():
            button.click()
    expect(standing).to_contain_text("After round 1 of 5")
    expect(table.locator(".ck-log")).to_contain_text("Ana says “fechei”")
    standing.get_by_role("button", name="Next round").click()
    expect(standing).to_be_hidden()
    expect(table).to_contain_text("round 2 of 5")


def test_who_leaves_in_the_middle_of_a_deal_is_asked_first(site: Server, page: Page) -> None:
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    visit(site, page, "en/play.ipynb?seed=12&players=2")
    ready(page)
    # nothing has been played yet: nothing to ask
    page.reload()
    ready(page)
    assert asked == []
    player(page, "match").locator(".ck-tray").get_by_role("button", name="Look at none").click()
    expect(player(page, "match").locator(".ck-tray").get_by_role("button", name="Fechei")).to_be_visible()
    page.reload()
    ready(page)
    assert asked == ["beforeunload"]
    close(page)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("lang", "width"), [("pt", 360), ("en", 1280)])  # Portuguese is longer
def test_nothing_sticks_out_of_the_notebooks(
    site: Server, browser: Browser, lang: str, name: str, width: int
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 780})
    page = context.new_page()
    visit(site, page, f"{lang}/{name}.ipynb?seed=7")
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # readers of the site see no code
    assert page.locator(".jp-InputArea:visible").count() <= page.locator(".jp-MarkdownCell").count()
    assert "LANG" not in page.locator("main").inner_text()
    close(page)
    context.close()
