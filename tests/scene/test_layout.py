"""Hands, piles and plates lie inside the drawing and clear of each other, for 2 to 8 players."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from cardkit.scene.four_cards import layout
from cardkit.words import say
from tests.rules.tools import four_cards

Box = tuple[float, float, float, float]
CARD = (90, 126)


def flow(zone: dict[str, Any], count: int) -> list[Box]:
    """Where the page draws the cards of a zone: row by row, shrunk and at last overlapped to fit."""
    x, y, width, height = zone["box"]
    across, down = zone["gap"]
    cols = min(zone["cols"] or count, count)

    def fit_h(columns: int) -> float:
        rows = -(-count // columns)
        return float((height - (rows - 1) * down) / (rows * CARD[1]))

    fit_w = (width - (cols - 1) * across) / (cols * CARD[0])
    scale = min(zone["scale"], fit_h(cols), max(fit_w, 0 if zone["cols"] else 0.7 * zone["scale"]))
    for more in range(cols + 1, count + 1 if zone["cols"] else 0):
        larger = min(zone["scale"], fit_h(more), width / (CARD[0] * (1 + (more - 1) * 0.78)))
        if larger > 1.05 * scale:
            cols, scale = more, larger
    w, h = CARD[0] * scale, CARD[1] * scale
    step = min(w + across, (width - w) / (cols - 1)) if cols > 1 else 0
    left = x + (width - step * (cols - 1) - w) * {"start": 0, "end": 1, "center": 0.5}[zone["align"]]
    return [(left + i % cols * step, y + i // cols * (h + down), w, h) for i in range(count)]


def placed(zone: dict[str, Any], cards: list[dict[str, Any]], size: str) -> list[Box]:
    """Where the page draws the cards of a zone whose cards say where they stand."""
    x, y, width, _ = zone["box"]
    scale = zone["scale"]
    if "spread" not in zone:
        return [(x, y, CARD[0] * scale + 4, CARD[1] * scale + 4)]
    left = x + (width - CARD[0] * scale) * {"start": 0, "end": 1, "center": 0.5}[zone["align"]]
    across, down = zone["spread"]
    out: list[Box] = []
    for card in cards:
        usual: list[float] = [*card["at"], card.get("size", 1)]
        dx, dy, *part = card.get("narrow", usual) if size == "narrow" else usual
        w, h = (side * scale * (part[0] if part else 1) for side in CARD)
        out.append((left + dx * scale * across, y + dy * scale * down, w, h))
    return out


def around(boxes: list[Box], under: float = 0) -> Box:
    """The box around cards and what stands under them."""
    left, top = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, bottom = max(b[0] + b[2] for b in boxes), max(b[1] + b[3] for b in boxes) + under
    return left, top, right - left, bottom - top


def plate(at: list[Any], height: float, letters: float) -> Box:
    """The pill with a name; its width is guessed from its letters."""
    x, y, anchor = at
    width = 26 + 7.6 * letters
    return x - {"start": 0, "middle": 0.5, "end": 1}[anchor] * width, y, width, height


def overlap(a: Box, b: Box) -> bool:
    def apart(at: int) -> bool:
        return a[at] + a[at + 2] <= b[at] + 0.6 or b[at] + b[at + 2] <= a[at] + 0.6

    return not (apart(0) or apart(1))


def table(players: int, size: str, counts: dict[int, int] | None = None) -> dict[str, Box]:
    """Everything on the table for seat 0, by what it is."""
    plan = layout(four_cards(players=players), 0)[size]
    found: dict[str, Box] = {}
    for seat in range(players):
        zone = plan["zones"][f"hand:{seat}"]
        found[f"hand {seat}"] = around(flow(zone, (counts or {}).get(seat, 4)), 17)
        name = say(f"common.names.{seat}", "en") + " to move" * (size == "wide")
        found[f"plate {seat}"] = plate(zone["plate"], 26 if size == "wide" else 24, len(name))
    for pile in ("stock", "pile", "drawn"):
        x, y, w, h = plan["zones"][pile]["box"]
        # two cards peep out below, but for the drawn one, which is alone
        more = 0 if pile == "drawn" else 4
        found[pile] = (x, y, w + more, h + more)
    if plan["banner"]:
        found["banner"] = plate([*plan["banner"], "middle"], 24, len(say("four_cards.banner.K", "pt")) * 0.85)
    return found


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("players", range(2, 9))
def test_everything_lies_inside_and_clear(players: int, size: str) -> None:
    width, height = layout(four_cards(players=players), 0)[size]["size"]
    found = table(players, size)
    for what, (x, y, w, h) in found.items():
        assert x >= 0, what
        assert y >= 0, what
        assert x + w <= width, what
        assert y + h <= height, what
    for one, other in combinations(found, 2):
        assert not overlap(found[one], found[other]), (one, other)


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("seat", range(4))
def test_penalty_cards_find_room(seat: int, size: str) -> None:
    for count in (5, 6, 7):
        found = table(4, size, {seat: count})
        for one, other in combinations(found, 2):
            assert not overlap(found[one], found[other]), (one, other, count)


@pytest.mark.parametrize("players", range(2, 9))
def test_hands_with_penalty_cards_stay_large_enough_to_read(players: int) -> None:
    plan = layout(four_cards(players=players), 0)["narrow"]["zones"]
    for seat in range(1, players):
        zone = plan[f"hand:{seat}"]
        usual = flow(zone, 4)[0][2]
        for count in (5, 6, 7):
            assert flow(zone, count)[0][2] >= 0.62 * usual, (seat, count)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_view_sits_at_the_bottom_with_the_others_clockwise(players: int) -> None:
    game = four_cards(players=players)
    zero = layout(game, 0)
    assert layout(game, "open") == zero
    for view in range(players):
        turned = layout(game, view)
        for size in ("wide", "narrow"):
            for seat in range(players):
                here = turned[size]["zones"][f"hand:{(view + seat) % players}"]
                assert here == zero[size]["zones"][f"hand:{seat}"]
