"""Hands, trick, piles and plates of Kozel lie inside the drawing and clear of each other."""

from __future__ import annotations

from itertools import combinations

import pytest

from cardkit.record import Record
from cardkit.scene import OPEN
from cardkit.scene.kozel import layout
from tests.rules.kozel_tools import kozel
from tests.scene.kozel_corpus import corpus, drawn
from tests.scene.test_layout import Box, around, overlap, placed, plate


def parts(record: Record, step: int, size: str) -> dict[str, Box]:
    frame = drawn(record, 0)[step]
    plan = layout(kozel(), 0)[size]
    found: dict[str, Box] = {}
    trick: list[Box] = []
    for name, zone in plan["zones"].items():
        cards = frame["zones"][name]["cards"]
        if cards and name.startswith("play"):
            trick += placed(zone, cards, size)
        elif cards:
            found[name] = around(placed(zone, cards, size))
            title = frame["zones"][name].get("title")
            if name.startswith("off") and zone["label"] and title:
                x, y, anchor = zone["label"]
                width = 7 * len(title)
                found[f"words {name}"] = (x - width * (anchor == "end"), y - 11, width, 14)
        if zone["plate"]:
            shown = frame["plates"][name]
            words = shown["name"] + shown["sub"] * (size == "wide" or shown["turn"])
            found[f"plate {name}"] = plate(zone["plate"], 26 if size == "wide" else 24, len(words))
        if zone.get("panel"):
            found[f"panel {name}"] = tuple(zone["panel"])
            found.pop(name, None)  # what lies on the panel
    if trick:
        found["trick"] = around(trick)
    if frame["banner"]:
        found["banner"] = plate([*plan["banner"], "middle"], 24, len(frame["banner"]) * 0.85)
    return found


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("number", range(len(corpus())))
def test_everything_lies_inside_and_clear(number: int, size: str) -> None:
    record = corpus()[number]
    width, height = layout(kozel(), 0)[size]["size"]
    for step in range(len(drawn(record, 0))):
        found = parts(record, step, size)
        for what, (x, y, w, h) in found.items():
            assert x >= 0, (what, step)
            assert y >= 0, (what, step)
            assert x + w <= width, (what, step)
            assert y + h <= height, (what, step)
        for one, other in combinations(found, 2):
            assert not overlap(found[one], found[other]), (one, other, step)


def test_every_view_sits_at_the_bottom_with_its_own_pile_on_the_left() -> None:
    game = kozel()
    zero = layout(game, 0)
    assert layout(game, OPEN) == zero
    for view in range(4):
        for size in ("wide", "narrow"):
            turned = layout(game, view)[size]["zones"]
            for seat in range(4):
                for kind in ("hand", "off"):
                    own = zero[size]["zones"][f"{kind}:{seat}"]
                    assert turned[f"{kind}:{(view + seat) % 4}"] == own
            assert turned[f"pile:{view % 2}"] == zero[size]["zones"]["pile:0"]
