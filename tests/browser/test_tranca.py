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
    table = Table(Record(sitting.game, sitting.state))
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
    page.get_by_role("button", name="Lay 4").click()
    assert sent(page) == [{"type": "act", "id": "0 meld 4d 5d 6d"}]


def test_either_of_two_equal_cards_may_be_pointed_at(page: Page) -> None:
    shown(page, Sitting("4d 4d 8c Kc", **SITTING))
    at(page, "4 of diamonds", 1).click(position={"x": 6, "y": 12})
    page.get_by_role("button", name="Discard").click()
    assert sent(page) == [{"type": "act", "id": "0 discard 4d"}]


def test_a_locked_pile_is_asked_about(page: Page) -> None:
    table = shown(page, Sitting("4d 5d 6d Qh", pile="9d 3s", phase="draw", **SITTING))
    page.locator('[data-place="pile:0"]').click()
    assert sent(page) == [{"type": "ask", "picks": ["pile:0"]}]
    table._heard(sent(page)[0])
    page.evaluate("(live) => handle.message({type: 'live', live})", table.data["live"])
    assert "The pile is locked" in page.locator(".ck-bub-no").inner_text()
