"""Tranca in a browser: badges, tags, the lock, and cards chosen at a live table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page

from cardkit.record import Record
from cardkit.widgets import Table
from tests.browser import player_page as pages
from tests.rules.tranca_tools import Sitting

SITTING: dict[str, Any] = {
    "melds": ["5h 6h 7h 8h 9h Th Jh", "9s Ts 2d Qs Ks"],
    "theirs": ["4c 5c 6c 2s 8c 9c Tc", "Kc Kd Kh"],
    "mortos": 1,
    "taken": (True, False),
}


def shown(page: Page, sitting: Sitting, width: int = 1280) -> Table:
    """Put a table on an empty page; what the page sends is kept in ``window.sent``."""
    return shown_table(page, Table(Record(sitting.game, sitting.state)), width)


def shown_table(page: Page, table: Table, width: int = 1280) -> Table:
    page.set_viewport_size({"width": width, "height": 900})
    script = (pages.STATIC / "player.js").read_text(encoding="utf-8")
    styles = (pages.STATIC / "player.css").read_text(encoding="utf-8")
    page.set_content(f"<style>{styles}</style><div id=here></div>")
    page.evaluate(
        """async ([script, data]) => {
            const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
            const { mount } = await import(url);
            window.sent = [];
            window.handle = mount(document.getElementById("here"), data, (said) => window.sent.push(said));
        }""",
        [script, json.loads(json.dumps(table.data))],
    )
    page.wait_for_selector(".ck-svg:not([data-moving])")
    return table


def sent(page: Page) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = page.evaluate("window.sent")
    return said


def at(page: Page, face: str, n: int = 0) -> Any:
    """The n-th card of the own hand with that name."""
    return page.locator(f'[data-place^="hand:0:"][aria-label*="{face}"]').nth(n)


@pytest.mark.parametrize("width", [1280, 360])
def test_canastras_wilds_and_the_lock_are_marked(page: Page, width: int) -> None:
    shown(page, Sitting("4d 5d 6d Qh", pile="9d 3s", phase="draw", **SITTING), width)
    badges = page.locator(".ck-badge, .ck-badge-bare")
    told = " / ".join(badges.all_text_contents())
    assert ("clean canastra" if width > 600 else "clean 270") in told
    assert ("dirty canastra" if width > 600 else "dirty 170") in told
    assert page.locator(".ck-badge-full").count() == 1
    assert page.locator(".ck-badge-dashed").count() == 1
    tags = page.locator(".ck-wildtag").all_text_contents()
    assert sorted(tags) == (["as 7", "as J"] if width > 600 else ["7", "J"])
    assert page.locator(".ck-lock").count() == 1


def test_a_wild_says_what_it_stands_for_to_a_screen_reader(page: Page) -> None:
    shown(page, Sitting("4d 5d 6d Qh", **SITTING))
    assert page.locator('[aria-label*="2 of diamonds as J"]').count() == 1


def test_cards_are_chosen_first_and_a_button_says_what_becomes_of_them(page: Page) -> None:
    shown(page, Sitting("4d 5d 6d Qh", **SITTING))
    for face in ("4 of diamonds", "5 of diamonds", "6 of diamonds"):
        at(page, face).click(position={"x": 6, "y": 12})
    page.locator(".ck-tray").get_by_role("button", name="Lay 4").click()
    assert sent(page) == [{"type": "act", "id": "0 meld 4d 5d 6d"}]


def test_either_of_two_equal_cards_may_be_pointed_at(page: Page) -> None:
    shown(page, Sitting("4d 4d 8c Kc", **SITTING))
    at(page, "4 of diamonds", 1).click(position={"x": 6, "y": 12})
    page.locator(".ck-tray").get_by_role("button", name="Discard").click()
    assert sent(page) == [{"type": "act", "id": "0 discard 4d"}]


def test_a_locked_pile_is_asked_about(page: Page) -> None:
    table = shown(page, Sitting("4d 5d 6d Qh", pile="9d 3s", phase="draw", **SITTING))
    page.locator('[data-place="pile:0"]').click()
    assert sent(page) == [{"type": "ask", "picks": ["pile:0"]}]
    table._heard(sent(page)[0])
    page.evaluate("(live) => handle.message({type: 'live', live})", table.data["live"])
    assert "The pile is locked" in page.locator(".ck-bub-no").inner_text()


# --- where cards land -------------------------------------------------------------------------


CORNER: Any = {"x": 4, "y": 8}
QUEEN, JACK = "queen of hearts", "jack of spades"


def choose(page: Page, *faces: str) -> None:
    for face in faces:
        at(page, face).click(position=CORNER)


def slot(page: Page, name: str) -> Any:
    return page.locator(".ck-slot").and_(page.get_by_label(name))


@pytest.mark.parametrize("width", [1280, 360])
def test_a_chosen_card_shows_where_it_may_land_and_the_meld_takes_it(page: Page, width: int) -> None:
    shown(page, Sitting("4d 8c 6d Qh Js", **SITTING), width)
    choose(page, QUEEN)
    ready = page.locator(".ck-slot.ck-ready")
    assert ready.count() == 1
    assert ready.get_attribute("aria-label") == "Add queen of hearts to 5 of hearts–jack of hearts"
    assert "Q" in (ready.text_content() or "")
    # any card of that meld is the same place
    page.locator('[data-place="melds:0:2"]').click(position=CORNER)
    assert sent(page) == [{"type": "act", "id": "0 add Qh 1"}]


def test_the_slot_itself_may_be_pointed_at_and_previews_what_it_does(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Qh Js", **SITTING))
    choose(page, QUEEN)
    place = page.locator(".ck-ready .ck-slotwell")
    place.hover()
    assert "Add" in page.locator(".ck-hint").inner_text()
    place.click()
    assert sent(page) == [{"type": "act", "id": "0 add Qh 1"}]


def test_a_card_that_fits_is_told_before_it_is_chosen(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Qh 2h", **SITTING))
    (hinted,) = page.locator(".ck-slot").all()  # a 2 fits everywhere: no news
    assert hinted.text_content() == "Q fits"
    hinted.click()
    assert sent(page) == []
    assert page.locator(".ck-sel").get_attribute("aria-label").endswith(QUEEN)  # type: ignore[union-attr]
    page.locator(".ck-ready .ck-slotwell").click()
    assert sent(page) == [{"type": "act", "id": "0 add Qh 1"}]


def test_a_wild_that_would_slide_shows_its_way_to_the_slot(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Kh Js", **SITTING))
    choose(page, JACK)
    ready = page.locator(".ck-slot.ck-ready")
    assert ready.locator(".ck-path").count() == 1
    box, last = (
        ready.locator(".ck-slotwell").bounding_box(),
        page.locator('[data-place="melds:0:11"]').bounding_box(),
    )
    assert box is not None
    assert last is not None
    assert box["x"] >= last["x"] + last["width"] - 2  # the 2 becomes the ace, after the king


def test_cards_that_land_before_a_run_have_their_slot_before_it(page: Page) -> None:
    shown(page, Sitting("4h 8c 6d Kh Js", **SITTING))
    choose(page, "4 of hearts")
    box = page.locator(".ck-slot.ck-ready .ck-slotwell").bounding_box()
    first = page.locator('[data-place="melds:0:0"]').bounding_box()
    assert box is not None
    assert first is not None
    assert box["x"] + box["width"] <= first["x"] + 2


@pytest.mark.parametrize("width", [1280, 360])
def test_a_new_meld_is_laid_on_the_panel(page: Page, width: int) -> None:
    shown(page, Sitting("4d 5d 6d Qh", **SITTING), width)
    choose(page, "4 of diamonds", "5 of diamonds", "6 of diamonds")
    assert slot(page, "Lay 4 of diamonds").text_content() == "new run"
    page.locator(".ck-zone[data-land]").click(position={"x": 6, "y": 40})
    assert sent(page) == [{"type": "act", "id": "0 meld 4d 5d 6d"}]


def test_the_pile_takes_a_discard_and_gives_itself(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Kh", pile="9d 8d", **SITTING))
    choose(page, "8 of clubs")
    page.locator('[data-place="pile:0"]').click()
    assert sent(page) == [{"type": "act", "id": "0 discard 8c"}]
    shown(page, Sitting("4d 8c 6d Kh", pile="9d Qh", phase="draw", **SITTING))
    page.locator('[data-place="pile:0"]').click()
    assert sent(page) == []
    page.locator('[data-place="melds:0:6"]').click(position=CORNER)
    assert sent(page) == [{"type": "act", "id": "0 take 1"}]


def test_the_first_tap_shows_and_the_second_acts(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Qh Js", **SITTING), 360)
    choose(page, QUEEN)

    def tap(place: str) -> None:
        page.locator(place).evaluate(
            "(g) => g.dispatchEvent(new PointerEvent('click', { pointerType: 'touch', bubbles: true }))"
        )

    tap('[data-place="melds:0:2"]')
    assert sent(page) == []
    assert "Add" in page.locator(".ck-hint").inner_text()
    assert page.locator(".ck-slot.ck-peek").count() == 1
    tap(".ck-slot.ck-peek")
    assert sent(page) == [{"type": "act", "id": "0 add Qh 1"}]


def test_slots_are_reached_by_keys_in_reading_order(page: Page) -> None:
    shown(page, Sitting("4d 8c 6d Qh Js", **SITTING))
    at(page, QUEEN).focus()
    page.keyboard.press("Enter")
    order = page.evaluate(
        """[...document.querySelectorAll('.ck-cards [tabindex="0"]')]
            .map((g) => g.dataset.place ?? `slot ${g.dataset.land}`)"""
    )
    assert order[order.index("melds:0:6") + 1] == "slot melds:0/0"
    assert order.index("slot melds:0/0") < order.index("hand:0:0")
    for _ in range(len(order)):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.dataset.land") == "melds:0/0":
            break
    page.keyboard.press("Enter")
    assert sent(page) == [{"type": "act", "id": "0 add Qh 1"}]


def test_a_meld_that_does_not_take_the_card_says_why(page: Page) -> None:
    table = shown(page, Sitting("4d 8c 6d Kh Js", **SITTING))
    choose(page, "8 of clubs")
    page.locator('[data-place="melds:0:1"]').click(position=CORNER)
    (asked,) = sent(page)
    assert asked["type"] == "ask"
    table._heard(asked)
    page.evaluate("(live) => handle.message({type: 'live', live})", table.data["live"])
    assert "neither" in page.locator(".ck-bub-no").inner_text()


# --- the end ----------------------------------------------------------------------------------


def test_the_last_moves_of_a_deal_are_played_and_not_jumped_over(page: Page) -> None:
    sitting = Sitting("9c Jd Kd", ["5h 6h 7h"], dry=True, mortos=0, pile="4c")
    table = shown(page, sitting)
    page.select_option(".ck-speed select", "2")
    at(page, "9 of clubs").focus()
    table.act("0 discard 9c")  # nothing is left to draw: the next player stops the deal
    assert table.record.state.turn is None
    steps = len(table.data["steps"]["0"])
    assert (table.data["from"], steps) == (0, 4)
    page.evaluate("(data) => handle.reset(data)", json.loads(json.dumps(table.data)))
    assert page.locator(".ck-step b").inner_text() == "2"
    assert "Ana discards" in page.locator(".ck-caption p").inner_text()
    assert page.locator(".ck-tray").is_hidden()
    assert page.input_value(".ck-speed select") == "2"  # the pace is kept
    assert page.evaluate("document.activeElement === handle.root")  # and so are the keys
    page.wait_for_function("document.querySelector('.ck-step b').textContent === '3'")
    assert "stops the deal" in page.locator(".ck-caption p").inner_text()
    page.wait_for_function("document.querySelector('.ck-step b').textContent === '4'")
    assert "The deal is over" in page.locator(".ck-tray").inner_text()
    assert page.get_by_role("button", name="All open").count() == 1


def test_a_page_that_comes_to_a_deal_that_is_over_starts_at_its_end(page: Page) -> None:
    sitting = Sitting("9c Jd Kd", ["5h 6h 7h"], dry=True, mortos=0, pile="4c")
    table = Table(Record(sitting.game, sitting.state))
    table.act("0 discard 9c")
    shown_table(page, table)
    assert page.locator(".ck-step b").inner_text() == "4"
