"""The rulebook page in a browser: search, switches, address, keyboard, narrow and dark, no scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from cardkit.site.rulebook import render

pytestmark = pytest.mark.browser

PACKAGE = Path(__file__).parents[2] / "cardkit"
STATIC = [PACKAGE / "site" / "static", PACKAGE / "widgets" / "static"]
HOST = "http://rules.test"
SHELL = """<!doctype html><html lang="{lang}"><head><meta name="viewport" content="width=device-width">
<title>Rules</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/player.css">
<link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/rulebook.css">
<script type="module" src="/rulebook.js"></script></head>
<body class="ck-page"><a data-ck-lang="pt" href="/rules/pt/four_cards">PT</a>
<div id="content">{main}</div></body></html>"""


def answer(route: Route) -> None:
    """Answer as the site does; /static/ pages are those of a host that knows nothing of the query."""
    url = urlsplit(route.request.url)
    if url.path.startswith(("/rules/", "/static/")):
        kind, lang, game = url.path.strip("/").split("/")
        query = dict(parse_qsl(url.query, keep_blank_values=True)) if kind == "rules" else {}
        main = render(game, lang, query=query)
        route.fulfill(body=SHELL.format(lang=lang, main=main), content_type="text/html; charset=utf-8")
        return
    kinds = {".css": "text/css", ".js": "text/javascript"}
    found = [folder / url.path[1:] for folder in STATIC if (folder / url.path[1:]).is_file()]
    assert found, f"the page asks for {route.request.url}"
    route.fulfill(body=found[0].read_bytes(), content_type=kinds[found[0].suffix])


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(10_000)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.route("**/*", answer)
    yield page
    context.close()
    assert complaints == []


def open_rules(page: Page, query: str = "", lang: str = "en", kind: str = "rules") -> None:
    page.goto(f"{HOST}/{kind}/{lang}/four_cards{query}")
    # the script has run once the current section is marked
    expect(page.locator(".ck-toc a[aria-current]")).to_have_count(1)


def visible_rules(page: Page) -> list[str]:
    found: list[str] = page.locator(".ck-rule:visible").evaluate_all("all => all.map(e => e.id)")
    return found


def test_search_filters_counts_and_highlights(page: Page) -> None:
    open_rules(page)
    assert len(visible_rules(page)) == 61
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("queen")
    expect(page.get_by_role("status")).to_have_text(re.compile(r"^“queen”: \d clauses, \d rulings$"))
    found = visible_rules(page)
    assert {"C5", "C12", "CA1", "CA22"} <= set(found)
    clauses = sum(not rule.startswith("CA") for rule in found)
    expect(page.get_by_role("status")).to_have_text(
        f"“queen”: {clauses} clauses, {len(found) - clauses} rulings"
    )
    assert page.evaluate("CSS.highlights.get('ck-found').size") >= len(found)
    expect(page.locator("#errors")).to_be_hidden()
    expect(page.locator(".ck-toc a[href='#errors']")).to_be_hidden()
    shown = page.locator(".ck-toc a[href='#powers'] span")
    expect(shown).to_have_text(str(page.locator("#powers .ck-rule:visible").count()))
    assert page.url.endswith("?q=queen")
    page.keyboard.press("Escape")
    expect(page.get_by_role("status")).to_have_text("")
    assert len(visible_rules(page)) == 61
    assert page.url == f"{HOST}/rules/en/four_cards"


def test_search_knows_rule_ids_accents_and_several_words(page: Page) -> None:
    open_rules(page, lang="pt")
    search = page.get_by_role("searchbox")
    search.fill("c1")
    assert "C1" in visible_rules(page)
    assert "C10" not in visible_rules(page)
    search.fill("espiada multa")
    assert visible_rules(page) == []
    expect(page.get_by_role("status")).to_have_text("“espiada multa”: nada encontrado")
    search.fill("AS vale")
    assert "C4" in visible_rules(page)
    search.fill("rei")
    found = visible_rules(page)
    assert "C10" in found
    assert "CA15" not in found
    # a bracket or a dot is text, not a pattern
    search.fill("[.*(")
    assert visible_rules(page) == []


def test_a_link_to_a_hidden_rule_ends_the_search(page: Page) -> None:
    open_rules(page, "?q=penalty")
    assert "C28" not in visible_rules(page)
    page.evaluate("location.hash = '#C28'")
    expect(page.locator("#C28")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_switches_change_the_address_and_say_what_differs(page: Page) -> None:
    open_rules(page)
    expect(page.locator(".ck-state")).to_contain_text("No switch changed.")
    # by keyboard: an arrow moves within the radio group
    page.locator("#CA1 input[value=pure]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#CA1 input[value=pair]")).to_be_checked()
    expect(page.locator("#CA1 .ck-differs")).to_be_visible()
    expect(page.locator(".ck-state")).to_contain_text("One switch differs")
    expect(page.locator(".ck-changes li:visible")).to_have_text(["CA1 Pair"])
    assert page.url == f"{HOST}/rules/en/four_cards?eight_rule=pair"
    page.locator(".ck-house").get_by_role("link", name="Cambio").click()
    expect(page.locator(".ck-state")).to_contain_text("5 switches differ")
    assert page.url.endswith("?preset=cambio")
    page.locator("#CA8").get_by_text("Not safe").click()
    assert page.url.endswith("?preset=cambio&freeze_closer=false")
    expect(page.locator(".ck-state")).to_contain_text("4 switches differ")
    players = page.locator("#CA25 input")
    players.fill("9")
    players.press("Enter")
    assert "players" not in page.url
    players.fill("6")
    players.press("Enter")
    assert page.url.endswith("?preset=cambio&freeze_closer=false&players=6")
    link = page.locator("a[data-ck-lang]")
    expect(link).to_have_attribute("href", re.compile(r"preset=cambio&freeze_closer=false&players=6$"))
    page.reload()
    expect(page.locator("#CA8 input[value=false]")).to_be_checked()
    expect(page.locator("#CA25 input")).to_have_value("6")
    page.locator("#seed").get_by_role("link", name="Set the switches this way").click()
    expect(page.locator(".ck-state")).to_contain_text("No switch changed.")
    assert page.url == f"{HOST}/rules/en/four_cards"


@pytest.mark.parametrize("kind", ["rules", "static"])
def test_the_address_is_read_by_server_and_page_alike(page: Page, kind: str) -> None:
    query = "?preset=cambio&eight_rule=pair&rounds=x&foo=1&players=3#CA1"
    open_rules(page, query, kind=kind)
    expect(page.locator("#CA1 input[value=pair]")).to_be_checked()
    expect(page.locator("#CA25 input")).to_have_value("3")
    expect(page.locator(".ck-state")).to_contain_text("7 switches differ")
    expect(page.locator(".ck-changes li:visible")).to_contain_text(["CA1 Pair", "CA11 Must swap"])
    expect(page.get_by_role("alert").locator("li")).to_have_text(
        [
            "The switch “rounds” cannot be “x”. It can be a whole number from 1 to 100.",
            "This game has no switch called “foo”.",
        ]
    )
    expect(page.locator("#CA1")).to_be_in_viewport()


def test_current_section_follows_the_reader(page: Page) -> None:
    open_rules(page)
    current = page.locator(".ck-toc a[aria-current]")
    expect(current).to_have_attribute("href", "#cards")
    for section in ("#closing", "#words"):
        page.locator(f".ck-toc a[href='{section}']").click()
        expect(current).to_have_attribute("href", section)


@pytest.mark.parametrize("lang", ["en", "pt"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_sideways_scroll_on_a_narrow_phone(page: Page, lang: str, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 360, "height": 780})
    open_rules(page, "?preset=cambio&foo=" + "long" * 60, lang)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    # nothing is cut off, either; the sections scroll in a row of their own
    cut = page.locator("main *").evaluate_all(
        "all => all.filter(e => e.getClientRects().length && !e.closest('.ck-toc, .ck-sr')"
        " && e.getBoundingClientRect().right > 360).map(e => e.outerHTML.slice(0, 80))"
    )
    assert cut == []
    for choice in page.locator(".ck-choice, .ck-number input, .ck-search input").all():
        box = choice.bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_page_stands_without_scripts(browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.route("**/*", answer)
    page.goto(f"{HOST}/rules/en/four_cards?preset=cambio")
    expect(page.locator(".ck-rule")).to_have_count(61)
    expect(page.locator(".ck-search")).to_be_hidden()
    expect(page.locator("#CA11 input[value=must_swap]")).to_be_checked()
    page.locator("#CA1 input[value=pair]").check()
    page.get_by_role("button", name="Show these house rules").click()
    expect(page.locator("#CA1 input[value=pair]")).to_be_checked()
    expect(page.locator(".ck-state")).to_contain_text("6 switches differ")
    context.close()
