"""The step player alone, on static pages with handmade data: no kernel, no JupyterLab, no engine."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import player_page as pages

pytestmark = pytest.mark.browser
Page = Any


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Says nothing: the tests look at the browser."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = pages.write_pages(tmp_path_factory.mktemp("player"))
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Tab:
    """A page that remembers what went wrong on it and where it asked for things."""

    def __init__(self, browser: Any, site: str, **context: Any) -> None:
        self.site = site
        self.troubles: list[str] = []
        self.requests: list[str] = []
        self.context = browser.new_context(
            **({"viewport": {"width": 1280, "height": 900}, "bypass_csp": True} | context)
        )
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self.hear)
        self.page.on("request", lambda request: self.requests.append(request.url))

    def hear(self, note: Any) -> None:
        if note.type in ("error", "warning"):
            self.troubles.append(note.text)

    def open(self, name: str, hash: str = "") -> Page:
        self.page.goto(f"{self.site}{name}.html{hash}")
        self.page.wait_for_selector(".ck-player .ck-card, .ck-bad")
        return self.page


@pytest.fixture
def tab(browser: Any, site: str) -> Iterator[Tab]:
    one = Tab(browser, site)
    yield one
    one.context.close()
    assert one.troubles == []
    assert all(url.startswith((site, "data:", "blob:")) for url in one.requests)


def step(page: Page) -> int:
    return int(page.inner_text(".ck-step b"))


def card(page: Page, key: str) -> Any:
    return page.locator(f'.ck-card[data-key="{key}"]:not(.ck-leaving)')


def label(page: Page, key: str) -> str:
    return str(card(page, key).get_attribute("aria-label"))


def points(page: Page) -> list[str]:
    return list(page.locator(".ck-words .ck-t-pts").all_text_contents())


def settled(page: Page) -> None:
    """Waits until everything has arrived."""
    page.wait_for_selector(".ck-svg:not([data-moving])")


def picture(page: Page) -> str:
    """The whole drawing as text: what it is once everything has arrived."""
    settled(page)
    return str(page.evaluate(PICTURE))


PICTURE = """JSON.stringify([
  [...document.querySelectorAll(".ck-cards > g")].map((g) => [
    g.dataset.key, g.style.transform, g.getAttribute("class"), g.getAttribute("aria-label"),
    ...[...g.querySelectorAll("use, text")].map((part) => part.getAttribute("href") ?? part.textContent)]),
  [...document.querySelectorAll(".ck-words text, .ck-plates text")].map((text) => [
    text.textContent, text.getAttribute("x"), text.getAttribute("y")]).sort(),
  document.querySelector(".ck-marks").innerHTML])"""


# going through the steps


def test_keyboard_steps_through_the_deal(tab: Tab) -> None:
    page = tab.open("deal")
    assert step(page) == 1
    for key, there in [
        ("ArrowRight", 2),
        ("ArrowRight", 3),
        ("ArrowLeft", 2),
        ("End", 35),
        ("ArrowRight", 35),
        ("Home", 1),
        ("ArrowLeft", 1),
    ]:
        page.keyboard.press(key)
        assert step(page) == there, key


def test_buttons_slider_and_log_go_to_a_step(tab: Tab) -> None:
    page = tab.open("deal")
    page.click("[data-do=next]")
    assert step(page) == 2
    page.click("[data-do=last]")
    assert step(page) == 35
    page.click("[data-do=back]")
    assert step(page) == 34
    page.click("[data-do=first]")
    assert step(page) == 1
    page.locator(".ck-scrub input").focus()
    page.keyboard.press("ArrowRight")
    assert step(page) == 2
    assert page.get_attribute(".ck-scrub input", "aria-valuetext") == "step 2 of 35, Deal and first looks"
    page.locator('.ck-log [data-step="12"]').click()
    assert step(page) == 13
    assert page.get_attribute('.ck-log [data-step="12"]', "aria-current") == "step"


def test_pressing_on_the_track_goes_to_the_tick_under_the_pointer(tab: Tab) -> None:
    page = tab.open("deal")
    for number in (1, 9, 22, 35):
        box = page.locator(".ck-lap i").nth(number - 1).bounding_box()
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 2)
        assert step(page) == number


def test_play_goes_on_by_itself_and_any_step_of_the_reader_stops_it(tab: Tab) -> None:
    page = tab.open("deal")
    page.select_option(".ck-speed select", "2")
    page.keyboard.press(" ")
    assert page.get_attribute(".ck-play", "aria-label") == "Pause"
    page.wait_for_function("document.querySelector('.ck-step b').textContent === '3'")
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute(".ck-play", "aria-label") == "Play"
    assert step(page) == 2


def test_play_stops_at_the_end(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:33:0")
    page.click("[data-do=play]")
    page.wait_for_selector("[data-do=play]")
    assert step(page) == 35


def test_stepping_back_ends_where_one_was(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:4:open")
    page.add_style_tag(
        content=":root { --ck-t-move: 20ms; --ck-t-turn: 20ms; --ck-t-hover: 10ms; --ck-t-stagger: 5ms }"
    )
    pictures = [picture(page)]
    for _ in range(5, 35):
        page.keyboard.press("ArrowRight")
        pictures.append(picture(page))
    for before in pictures[-2::-1]:
        page.keyboard.press("ArrowLeft")
        assert picture(page) == before


def test_cutting_moves_short_leaves_the_right_picture(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:0:open")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    hurried = picture(page)
    page.keyboard.press("Home")
    page.evaluate("location.hash = '#fix1:30:open'")
    page.wait_for_function("document.querySelector('.ck-step b').textContent === '31'")
    assert picture(page) == hurried


def test_a_step_glides_a_jump_does_not(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    count = "document.querySelector('.ck-svg').getAnimations({subtree: true}).length"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(count) > 0
    settled(page)
    page.keyboard.press("Home")
    assert page.evaluate(count) == 0


def test_reduced_motion_does_not_move(browser: Any, site: str) -> None:
    tab = Tab(browser, site, reduced_motion="reduce")
    page = tab.open("deal", "#fix1:21:0")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.querySelector('.ck-svg').getAnimations({subtree: true}).length") == 0
    assert step(page) == 23
    tab.context.close()


def test_it_runs_under_a_policy_without_eval(browser: Any, site: str) -> None:
    tab = Tab(
        browser, site, bypass_csp=False
    )  # the pages of these tests forbid it; Playwright's own waiting needs it
    page = tab.open("deal", "#fix1:21:0")
    page.keyboard.press("ArrowRight")
    page.click(".ck-caption .ck-chip")
    assert step(page) == 23
    assert page.locator(".ck-rule[open] p").is_visible()
    assert tab.troubles == []
    tab.context.close()


# what the table shows


def test_a_view_shows_only_what_that_seat_knows(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    assert label(page, "0.2") == "Ana, slot 3: 9 of clubs, points: 9"
    assert label(page, "0.0") == "Ana, slot 1: face down, known: 8 of hearts, points: 0"
    assert label(page, "0.3") == "Ana, slot 4: unknown card"
    page.click(".ck-seg [data-view='1']")
    assert step(page) == 22
    assert label(page, "0.2") == "Ana, slot 3: unknown card"
    assert "Nobody else" not in page.inner_text(".ck-caption p")
    page.click(".ck-seg [data-view='open']")
    assert label(page, "0.3") == "Ana, slot 4: jack of diamonds, points: 10"
    assert page.get_attribute(".ck-seg [data-view='open']", "aria-pressed") == "true"


def test_points_stand_under_the_cards_and_in_the_ledger(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    assert points(page) == ["2", "0", "5", "9"]
    assert page.locator(".ck-led tbody .ck-num").all_inner_texts() == ["0", "5", "9 → 2", "?"]
    assert page.inner_text(".ck-led tfoot .ck-num") == "14 + ?"


def test_the_eight_flips_when_it_is_alone(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:31:0")
    assert "0" in page.inner_text(".ck-tiles .ck-on b")
    page.keyboard.press("ArrowRight")
    assert page.inner_text(".ck-tiles .ck-on b") == "−5"
    settled(page)
    assert "−5" in points(page)


def test_actions_leave_their_marks(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:5:0")
    assert label(page, "g2.0") == "Clara, slot 1: empty, matched"
    page.keyboard.press("ArrowRight")
    assert "ck-foul" in (card(page, "1.1").get_attribute("class") or "")
    page.keyboard.press("ArrowRight")
    assert label(page, "p1") == "Bruno, 5 · penalty: unknown card"
    page.evaluate("location.hash = '#fix1:21:0'")
    page.wait_for_selector(".ck-marks .ck-arrow")
    assert page.locator(".ck-marks .ck-eye").count() == 2
    assert page.locator(".ck-marks .ck-arrow").count() == 2
    assert page.locator(".ck-lap .ck-foul").count() == 2


def test_swapped_cards_change_places(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:open")
    where = "(key) => document.querySelector(`.ck-card[data-key='${key}']`).style.transform"
    mine, theirs = page.evaluate(where, "0.2"), page.evaluate(where, "3.0")
    page.keyboard.press("ArrowRight")
    assert (page.evaluate(where, "3.0"), page.evaluate(where, "0.2")) == (mine, theirs)


def test_hovering_or_focusing_a_card_says_why(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    card(page, "0.0").hover()
    page.wait_for_selector(".ck-bub:visible")
    assert "counts 0." in page.inner_text(".ck-bub:visible")
    assert "Without this card: 14 + ?" in page.inner_text(".ck-bub:visible")
    assert "ck-hot" in str(page.locator(".ck-led tbody tr").first.get_attribute("class"))
    page.mouse.move(1270, 890)
    page.wait_for_selector(".ck-bub:visible", state="detached")
    page.locator(".ck-led .ck-row").nth(1).focus()
    assert "ck-hot" in str(card(page, "0.1").get_attribute("class"))
    card(page, "0.1").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".ck-rule[open]")
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.key") == "0.1"


def test_the_focus_is_not_lost_with_its_card(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:29:0")
    card(page, "0.1").focus()
    page.keyboard.press("ArrowRight")  # the card goes to the pile and says nothing there
    page.keyboard.press("ArrowRight")
    assert step(page) == 32
    assert page.evaluate("document.activeElement.closest('.ck-player') !== null")


def test_cards_are_visited_in_reading_order(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:open")
    page.locator(".ck-tools button").last.focus()
    order = []
    for _ in range(16):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.dataset.key"))
    assert order == [
        "2.1",
        "2.2",
        "2.3",
        "d3",
        "1.1",
        "1.2",
        "1.3",
        "p1",
        "3.0",
        "3.1",
        "d5",
        "3.3",
        "0.0",
        "0.1",
        "0.2",
        "0.3",
    ]


def test_hovering_in_the_log_glances_and_comes_back(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    assert card(page, "g2.0").count() == 1
    page.evaluate("document.querySelector('.ck-log').scrollTop = 0")
    page.locator('.ck-log [data-step="1"]').hover()
    page.wait_for_selector(".ck-glance:visible")
    assert card(page, "g2.0").count() == 0
    assert step(page) == 22
    page.mouse.move(5, 5)
    page.wait_for_selector(".ck-glance", state="hidden")
    assert card(page, "g2.0").count() == 1


def test_the_log_scrolls_alone(browser: Any, site: str) -> None:
    tab = Tab(browser, site, viewport={"width": 1280, "height": 500})
    page = tab.open("deal")
    page.keyboard.press("End")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.querySelector('.ck-log').scrollTop") > 0
    tab.context.close()


# rules


def test_a_chip_opens_its_clause_and_gives_the_focus_back(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    page.locator(".ck-caption .ck-chip").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".ck-rule[open]")
    assert page.inner_text(".ck-rule h2") == "What a discarded king may do"
    assert page.locator(".ck-rule .ck-ct").get_attribute("aria-label") == "9 of clubs"
    assert page.get_attribute(".ck-rule a", "href") == "./rules/en/four_cards#C10"
    page.keyboard.press("Escape")
    page.wait_for_selector(".ck-rule[open]", state="detached")
    assert page.evaluate("document.activeElement.textContent") == "C10"
    assert step(page) == 22


# keys that are not ours


def test_keys_are_not_stolen(tab: Tab) -> None:
    page = tab.open("two")
    steps = ".ck-step b"
    page.locator("#other").focus()
    for key in ("ArrowRight", "End", "Control+ArrowRight"):
        page.keyboard.press(key)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Control+ArrowRight")
    assert page.locator(steps).all_inner_texts() == ["1", "1"]
    page.keyboard.press("ArrowRight")  # nothing is focused: the first visible player listens
    assert page.locator(steps).all_inner_texts() == ["2", "1"]
    page.locator("[data-do=next]").nth(1).focus()
    page.keyboard.press("ArrowRight")
    assert page.locator(steps).all_inner_texts() == ["2", "2"]


def test_keys_do_not_reach_the_notebook(tab: Tab) -> None:
    page = tab.open("deal")
    page.evaluate("""() => {
      const notebook = document.createElement("div"); notebook.className = "jp-Notebook"; window.heard = [];
      notebook.addEventListener("keydown", (e) => window.heard.push(e.key));
      document.querySelector("main").before(notebook); notebook.append(document.querySelector("main"));
      delete document.documentElement.dataset.ckBase; // only the site's own pages have it
      document.querySelector("[data-do=next]").focus();
    }""")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("a")
    assert page.evaluate("window.heard") == []
    assert page.locator(".ck-player[data-lm-suppress-shortcuts=true]").count() == 1
    assert step(page) == 2
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowRight")  # in a notebook an unfocused player hears nothing
    assert step(page) == 2


# links, tools, sizes


def test_a_link_opens_its_step_and_view(tab: Tab) -> None:
    page = tab.open("two", "#fix2:12:open")
    assert page.locator(".ck-step b").all_inner_texts() == ["1", "13"]
    assert page.locator(".ck-seg [aria-pressed=true]").all_inner_texts() == ["Ana", "All open"]
    page.evaluate("location.hash = '#fix1:3:2'")
    page.wait_for_function("document.querySelector('.ck-step b').textContent === '4'")
    assert page.locator(".ck-step b").all_inner_texts() == ["4", "13"]


def test_the_link_is_copied_and_said(tab: Tab) -> None:
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = tab.open("deal", "#fix1:5:0")
    page.keyboard.press("ArrowRight")
    page.click("[title='Copy a link to this step']")
    page.wait_for_selector(".ck-toast:visible")
    assert page.inner_text(".ck-toast") == "Link to step 7 copied."
    assert page.evaluate("navigator.clipboard.readText()") == f"{tab.site}deal.html#fix1:6:0"


def test_saving_downloads_the_game(tab: Tab) -> None:
    page = tab.open("deal")
    with page.expect_download() as download:
        page.click("[title='Save this game']")
    assert download.value.suggested_filename == "four_cards-7.json"
    assert Path(download.value.path()).read_text() == pages.deal_data()["save"]["text"]


def test_four_colours_and_projector_are_remembered(tab: Tab) -> None:
    page = tab.open("deal")
    page.click("[title='Four-colour suits']")
    page.click("[title='Projector']")
    page.reload()
    page.wait_for_selector(".ck-card")
    assert page.evaluate("({...document.documentElement.dataset})")["suits"] == "4"
    assert page.get_attribute("[title='Projector']", "aria-pressed") == "true"
    assert page.locator(".ck-side").is_hidden()
    page.click("[title='Projector']")
    assert page.locator(".ck-side").is_visible()


def test_the_drawing_follows_the_width_of_its_container(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    assert page.locator(".ck-svg.ck-wide").count() == 1
    page.evaluate("document.querySelector('main').style.width = '400px'")
    page.wait_for_selector(".ck-svg.ck-narrow")
    assert label(page, "0.2") == "Ana, slot 3: 9 of clubs, points: 9"
    assert page.locator(".ck-marks .ck-arrow").count() == 2
    page.evaluate("document.querySelector('main').style.width = ''")
    page.wait_for_selector(".ck-svg.ck-wide")
    assert points(page) == ["2", "0", "5", "9"]


@pytest.mark.parametrize("width", [320, 360, 768, 1280])
def test_nothing_sticks_out_of_the_page(browser: Any, site: str, width: int) -> None:
    tab = Tab(browser, site, viewport={"width": width, "height": 780})
    for name, hash in [
        ("deal", "#fix1:21:0"),
        ("pt", "#fix1:32:0"),
        ("live", ""),
        ("long", "#long:399:open"),
    ]:
        page = tab.open(name, hash)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
    assert tab.troubles == []
    tab.context.close()


def test_on_touch_answers_and_transport_are_large_enough(browser: Any, site: str) -> None:
    tab = Tab(browser, site, viewport={"width": 360, "height": 780}, has_touch=True)
    page = tab.open("live")
    for box in [
        one.bounding_box()
        for one in page.locator(".ck-keys button, .ck-tray .ck-btn, .ck-speed select").all()
    ]:
        assert box["height"] >= 44
        assert box["width"] >= 44
    tab.context.close()


def test_many_turns_are_bars(tab: Tab) -> None:
    page = tab.open("long", "#long:100:open")
    assert page.locator(".ck-lap").count() == 50
    assert page.locator(".ck-lap i").count() == 50
    assert page.inner_text(".ck-turnlab b") == "Turn 13"


def test_a_still_is_a_picture_and_nothing_else(tab: Tab) -> None:
    page = tab.open("still")
    assert page.locator(".ck-player .ck-card").count() > 15
    assert page.locator(".ck-player button, .ck-player input, .ck-player [tabindex='0']").count() == 0
    page.keyboard.press("ArrowRight")
    assert page.locator(".ck-marks .ck-arrow").count() == 2


def test_portuguese(tab: Tab) -> None:
    page = tab.open("pt", "#fix1:21:0")
    assert page.inner_text(".ck-step").split() == ["passo", "22", "de", "35"]
    assert label(page, "0.3").startswith("Ana, lugar 4")


def test_on_paper_table_caption_and_the_whole_log(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:21:0")
    page.emulate_media(media="print")
    for gone in (".ck-bar", ".ck-transport", ".ck-still"):
        assert page.locator(gone).is_hidden()
    for kept in (".ck-svg", ".ck-caption p", '.ck-log [data-step="34"]'):
        assert page.locator(kept).is_visible()
    assert (
        page.evaluate("((log) => log.scrollHeight - log.clientHeight)(document.querySelector('.ck-log'))")
        <= 1
    )


# bad data


def test_bad_data_are_said_in_a_sentence(browser: Any, site: str) -> None:
    tab = Tab(browser, site)
    page = tab.open("bad")
    page.wait_for_function("document.querySelectorAll('.ck-bad').length === 3")
    assert page.locator(".ck-bad").all_inner_texts() == [
        "This deal was saved by another version of cardkit and cannot be shown.",
        "This deal cannot be shown: its data are damaged.",
        "This deal cannot be shown: its data are damaged.",
    ]
    assert page.locator(".ck-still").first.is_visible()
    assert tab.troubles == []
    tab.context.close()


@pytest.mark.parametrize(
    "missing",
    [
        "ui",
        "cards",
        "views",
        "layouts",
        "turns",
        "steps",
        "rules",
        "panels",
        "fouls",
        "save",
        "title",
        "view",
        "step",
        "live",
    ],
)
def test_a_missing_key_never_gives_a_blank(tab: Tab, missing: str) -> None:
    page = tab.open("live")
    text = page.evaluate(
        """async (missing) => {
          const {mount} = await import("./player.js"), here = document.createElement("div");
          const data = JSON.parse(document.getElementById("data").textContent);
          delete data[missing];
          document.body.append(here);
          mount(here, {...data, id: "torn"});
          return here.innerText;
        }""",
        missing,
    )
    assert text.strip()


# a live table


def sent(page: Page) -> list[Any]:
    return list(page.evaluate("window.sent"))


def place(page: Page, name: str) -> Any:
    return page.locator(f'.ck-card[data-place="{name}"]')


def test_choosing_both_cards_acts_at_once(tab: Tab) -> None:
    page = tab.open("live")
    assert page.locator(".ck-legal").count() == 4 + 4 + 4 + 1
    place(page, "hand:0:2").click()
    assert sent(page) == []
    assert "ck-sel" in str(place(page, "hand:0:2").get_attribute("class"))
    assert page.locator(".ck-legal").count() == 8
    page.keyboard.press("Tab")
    place(page, "hand:3:0").focus()
    assert "slot 3 and Davi’s slot 1" in page.inner_text(".ck-tray")
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "act", "id": "0 swap 2 3.0"}]
    assert page.get_attribute(".ck-tray", "aria-busy") == "true"
    place(page, "hand:0:1").click()
    assert len(sent(page)) == 1


def test_a_place_in_no_act_asks_python_and_the_refusal_stays(tab: Tab) -> None:
    page = tab.open("live")
    place(page, "hand:0:2").click()
    place(page, "hand:0:3").click()
    assert sent(page) == [{"type": "ask", "picks": ["hand:0:2", "hand:0:3"]}]
    page.evaluate("(live) => handle.message({type: 'live', live})", pages.live(refused=pages.REFUSED))
    bubble = page.locator(".ck-bub-no")
    assert "a swap is between two different players" in bubble.inner_text()
    assert "ck-no" in str(place(page, "hand:0:3").get_attribute("class"))
    page.mouse.move(5, 5)
    place(page, "hand:0:0").hover()
    assert bubble.is_visible()
    page.set_viewport_size({"width": 360, "height": 780})
    page.wait_for_selector(".ck-strip-no:visible")
    assert bubble.is_hidden()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.wait_for_selector(".ck-bub-no:visible")
    page.click("text=Do it anyway")
    assert sent(page)[-1] == {"type": "act", "id": "0 swap 0 0.3"}
    assert bubble.is_hidden()


def test_escape_and_a_button_let_go(tab: Tab) -> None:
    page = tab.open("live")
    for way in ("key", "button"):
        place(page, "hand:0:2").click()
        assert page.locator(".ck-sel").count() == 1
        if way == "key":
            page.keyboard.press("Escape")
        else:
            page.click("text=Let go")
        assert page.locator(".ck-sel").count() == 0
    assert sent(page) == []


def test_acts_without_places_are_buttons(tab: Tab) -> None:
    page = tab.open("live")
    page.locator("text=Third look").focus()
    assert "A king gives two looks." in page.inner_text(".ck-tray")
    page.keyboard.press("Enter")
    assert sent(page) == []
    page.click("text=Do not swap")
    assert sent(page) == [{"type": "act", "id": "0 pass"}]


def test_new_frames_are_played_one_after_another(tab: Tab) -> None:
    page = tab.open("live")
    page.click("text=Do not swap")
    deal = pages.play()
    frames = pages.delta(deal.steps["0"])[pages.KING + 1 : pages.KING + 4]
    page.select_option(".ck-speed select", "2")
    page.evaluate(
        "([f, turns, live]) => handle.message({type: 'append', frames: {0: f}, turns, fouls: [], live})",
        [frames, deal.turns[:7], pages.live(prompt="And now?")],
    )
    assert page.locator(".ck-svg[data-moving]").count() == 1
    assert step(page) == 23
    assert page.locator(".ck-tray").is_hidden()
    page.wait_for_selector("text=And now?")
    assert step(page) == 25
    assert page.locator(".ck-log [data-step]").count() == 25
    assert page.locator(".ck-lap i").count() >= 25
    page.keyboard.press("Home")  # scrolls: nothing of the table is focused
    assert step(page) == 25
    page.keyboard.press("ArrowLeft")
    assert page.locator(".ck-legal").count() == 0
    page.click("text=Back to the game")
    assert step(page) == 25
    assert page.locator(".ck-legal").count() > 0


def test_pointing_at_a_card_while_news_plays_goes_on_from_the_present(tab: Tab) -> None:
    page = tab.open("live")
    page.click("text=Do not swap")
    deal = pages.play()
    frames = pages.delta(deal.steps["0"])[pages.KING + 1 : pages.KING + 4]
    page.evaluate(
        "([f, turns, live]) => handle.message({type: 'append', frames: {0: f}, turns, fouls: [], live})",
        [frames, deal.turns[:7], pages.live(prompt="And now?")],
    )
    assert page.locator(".ck-tray").is_hidden()
    place(page, "hand:0:2").click()
    assert step(page) == 25
    assert "And now?" in page.inner_text(".ck-tray")
    assert page.locator(".ck-sel").count() == 1


# starts the player anew with its data, changed by a function
AGAIN = """([change, more]) => {
  const [handle] = globalThis.__cardkitPlayers.values();
  const data = JSON.parse(document.querySelector("script[type='application/json']").textContent);
  (0, eval)(change)(data, more);
  handle.reset({ ...data, step: handle.step });
}"""


@pytest.mark.parametrize("name", ["deal", "live"])
def test_a_new_start_draws_every_part_anew(tab: Tab, name: str) -> None:
    """The same data once more: whatever kept a note of what it has drawn would stay empty now."""
    page = tab.open(name)
    shown = [".ck-table", ".ck-caption", ".ck-log", ".ck-side", ".ck-tray", ".ck-transport"]
    before = [page.locator(part).first.inner_text() for part in shown]
    page.evaluate(AGAIN, ["() => {}", None])
    assert [page.locator(part).first.inner_text() for part in shown] == before
    assert page.locator(".ck-log [data-step]").count() > 20
    assert page.locator(".ck-caption p").inner_text().strip()


NAME_GAPS = """({ steps }, word) => {
  for (const { zones } of Object.values(steps).flat())
    for (const { cards } of Object.values(zones ?? {}))
      for (const card of cards) if ("gap" in card) card.gap = word;
}"""


def test_an_empty_place_is_called_empty_once(tab: Tab) -> None:
    page = tab.open("deal", "#fix1:34:0")
    for word, told in (("empty\nmatched", "empty matched"), ("", "empty"), ("taken", "empty, taken")):
        page.evaluate(AGAIN, [NAME_GAPS, word])
        assert label(page, "g2.0") == f"Clara, slot 1: {told}"


CUT_IN_TURNS = """(data, turns) => {
  const at = (i) => Math.floor((i * data.steps["0"].length) / turns);
  const turn = (_, i) => ({ label: String(i), name: `Turn ${i}`, from: at(i), n: at(i + 1) - at(i) });
  data.turns = Array.from({ length: turns }, turn);
}"""
BESIDE = """["track", "turnlab"].map((name) => {
  const row = document.querySelector(`.ck-${name}`), right = (node) => node.getBoundingClientRect().right;
  return Math.max(...[...row.querySelectorAll(":scope > :not(b), i")].map(right)) - right(row);
})"""


@pytest.mark.parametrize("turns", [3, 40, 120])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_track_stays_within_its_place(tab: Tab, width: int, turns: int) -> None:
    page = tab.open("long")
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate(AGAIN, [CUT_IN_TURNS, turns])
    assert page.locator(".ck-lap").count() == turns
    assert max(page.evaluate(BESIDE)) < 1
    assert page.evaluate("document.documentElement.scrollWidth") <= width


GO_ROUND = """(data, players) => {
  const n = 2, turns = Math.floor(data.steps["0"].length / n);
  const turn = (_, i) => ({ label: "ABCDEFGH"[i % players], name: `Turn ${i}`, from: n * i, n });
  data.turns = Array.from({ length: turns }, turn);
}"""


@pytest.mark.parametrize("players", [2, 3, 4, 6, 8])
@pytest.mark.parametrize("width", [360, 1280])
def test_where_not_every_turn_is_named_all_players_are(tab: Tab, width: int, players: int) -> None:
    page = tab.open("long")
    page.set_viewport_size({"width": width, "height": 800})
    page.evaluate(AGAIN, [GO_ROUND, players])
    named = page.eval_on_selector_all(
        ".ck-turnlab span > span", "spans => spans.map((one) => one.textContent)"
    )
    assert len(named) <= (6 if width == 360 else 12)
    # those that follow one another are different players until all have been named
    assert len(set(named[:players])) == min(players, len(named))


def test_without_an_answer_the_page_says_so_and_goes_on_stepping(tab: Tab) -> None:
    tab.page.clock.install()
    page = tab.open("live")
    page.click("text=Do not swap")
    page.clock.run_for(7000)
    assert "lost its connection" not in page.inner_text(".ck-tray")
    page.clock.run_for(1500)
    assert "lost its connection" in page.inner_text(".ck-tray")
    assert page.locator(".ck-legal").count() == 0
    page.keyboard.press("ArrowLeft")
    assert step(page) == pages.KING
    page.evaluate("(live) => handle.message({type: 'live', live})", pages.live())
    assert "lost its connection" not in page.inner_text(".ck-tray")


def test_on_touch_the_first_tap_shows_and_the_second_acts(browser: Any, site: str) -> None:
    tab = Tab(browser, site, viewport={"width": 360, "height": 780}, has_touch=True)
    page = tab.open("live")
    place(page, "stock:0").tap()
    assert sent(page) == []
    assert "The top card." in page.inner_text(".ck-tray")
    place(page, "stock:0").tap()
    assert sent(page) == [{"type": "act", "id": "0 draw stock"}]
    assert tab.troubles == []
    tab.context.close()


# ways onto a page


def test_an_embed_that_streams_in_is_hydrated_once_complete(tab: Tab) -> None:
    page = tab.open("deal")
    page.evaluate("""() => {
      const copy = document.querySelector(".ck-embed").cloneNode(true);
      copy.querySelector(".ck-player").remove(); copy.removeAttribute("data-ck-mounted");
      document.querySelector("main").append(copy);
    }""")
    page.wait_for_function("document.querySelectorAll('.ck-player').length === 2")
    assert page.locator(".ck-still").first.is_hidden()


FAKE_MODEL = """async () => {
  const module = await import("./player.js?again");
  const data = JSON.parse(document.querySelector(".ck-embed script").textContent), on = {};
  window.said = [];
  const model = {
    get: () => data, send: (message) => window.said.push(message),
    on: (name, f) => { on[name] = f; }, off: (name) => { delete on[name]; },
  };
  const el = document.createElement("div");
  document.querySelector("main").append(el);
  window.forget = module.default.render({model, el});
  window.tell = (message) => on["msg:custom"](message);
  window.listeners = on;
}"""


def test_the_widget_view_takes_over_the_hydrated_player(tab: Tab) -> None:
    page = tab.open("deal")
    page.keyboard.press("ArrowRight")
    page.evaluate(FAKE_MODEL)
    assert page.locator(".ck-player").count() == 1
    assert step(page) == 2
    page.evaluate("window.tell({type: 'go', step: 21, view: 'open'})")
    assert step(page) == 22
    page.evaluate(FAKE_MODEL)  # a second view of the same widget is a player of its own
    assert page.locator(".ck-player").count() == 2
    page.evaluate("window.forget()")
    assert page.locator(".ck-player").count() == 1
    assert page.evaluate("Object.keys(window.listeners)") == []


def test_a_player_taken_out_of_the_page_listens_no_more(tab: Tab) -> None:
    page = tab.open("deal")
    page.evaluate("window.gone = document.querySelector('.ck-embed'); window.gone.remove()")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("window.gone.querySelector('.ck-step b').textContent") == "1"
    page.evaluate("document.querySelector('main').append(window.gone)")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.keyboard.press("ArrowRight")
    assert step(page) == 2


def test_words_without_room_in_the_bar_are_left_out_and_not_cut_to_a_letter(tab: Tab) -> None:
    page = tab.open("deal")
    bar, views = page.locator(".ck-bar"), page.locator(".ck-seg")
    words = page.locator(".ck-sub > span")
    room = page.locator(".ck-sub").bounding_box()
    assert room
    assert words.bounding_box()["y"] < room["y"] + room["height"]
    # more seats to look from leave the words a few pixels
    wide = views.bounding_box()["width"] + room["width"] - 30
    views.evaluate("(node, wide) => { node.style.minWidth = `${wide}px`; }", wide)
    narrow = page.locator(".ck-sub").bounding_box()
    assert 0 < narrow["width"] < 60
    assert words.bounding_box()["y"] >= narrow["y"] + narrow["height"]
    assert bar.bounding_box()["height"] < 60
