"""Hands, melds and piles of Tranca lie inside the drawing and clear of each other."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from cardkit.record import Record
from cardkit.scene import OPEN
from cardkit.scene.tranca import layout
from cardkit.scene.tranca.places import MELDS_HEIGHT, MELDS_WIDTH, own_hand, spread
from tests.rules.tranca_tools import tranca
from tests.scene.test_layout import CARD, Box, around, overlap, plate
from tests.scene.tranca_corpus import corpus, drawn, game_of

LONG = [n for n, record in enumerate(corpus()) if len(record.line()) > 20]


def spots(zone: dict[str, Any], cards: list[dict[str, Any]]) -> list[Box]:
    """Where the page draws the cards of a zone."""
    x, y, width, _ = zone["box"]
    scale = zone["scale"]
    if "spread" not in zone:
        return [(x, y, CARD[0] * scale + 4, CARD[1] * scale + 4)]
    left = x + (width - CARD[0] * scale) * {"start": 0, "end": 1, "center": 0.5}[zone["align"]]
    across, down = zone["spread"]
    return [
        (
            left + card["at"][0] * scale * across,
            y + card["at"][1] * scale * down,
            CARD[0] * scale * card.get("size", 1),
            CARD[1] * scale * card.get("size", 1),
        )
        for card in cards
    ]


def parts(record: Record, step: int, size: str) -> dict[str, Box]:
    frame = drawn(record, 0)[step]
    plan = layout(game_of(record), 0)[size]
    found: dict[str, Box] = {}
    for name, zone in plan["zones"].items():
        cards = frame["zones"][name]["cards"]
        if cards:
            found[name] = around(spots(zone, cards))
        if zone["plate"]:
            shown = frame["plates"][name]
            words = shown["name"] + shown["score"] + shown["sub"] * (size == "wide" or shown["turn"])
            found[f"plate {name}"] = plate(zone["plate"], 26 if size == "wide" else 24, len(words))
    return found


@pytest.mark.parametrize("size", ["wide", "narrow"])
@pytest.mark.parametrize("number", LONG)
def test_everything_lies_inside_and_clear(number: int, size: str) -> None:
    record = corpus()[number]
    width, height = layout(game_of(record), 0)[size]["size"]
    for step in range(0, len(drawn(record, 0)), 3):
        found = parts(record, step, size)
        for what, (x, y, w, h) in found.items():
            assert x >= 0, (what, step)
            assert y >= 0, (what, step)
            assert x + w <= width, (what, step)
            assert y + h <= height, (what, step)
        for one, other in combinations(found, 2):
            assert not overlap(found[one], found[other]), (one, other, step)


@pytest.mark.parametrize("sizes", [[3], [7, 5, 3], [3] * 9, [11, 8, 7, 3, 3, 3], [4] * 14, [11] * 6])
def test_melds_find_room(sizes: list[int]) -> None:
    lying = spread(sizes)
    assert [len(cards) for cards in lying.cards] == sizes
    for cards, badge in zip(lying.cards, lying.badges, strict=True):
        assert badge[1] < cards[0][1]
        for x, y in cards:
            assert 0 <= x <= MELDS_WIDTH - CARD[0] * lying.scale + 1
            assert 0 <= y <= MELDS_HEIGHT - CARD[1] * lying.scale + 1


def test_a_large_hand_lies_in_two_rows() -> None:
    assert len({own_hand(11, at)[1] for at in range(11)}) == 1
    rows = [own_hand(26, at) for at in range(26)]
    assert len({y for _, y in rows}) == 2
    assert min(x for x, _ in rows) == -max(x for x, _ in rows)


def test_every_view_sits_at_the_bottom_with_its_own_melds_below() -> None:
    for players in (2, 4):
        game = tranca(players=players)
        zero = layout(game, 0)
        assert layout(game, OPEN) == zero
        for view in range(players):
            for size in ("wide", "narrow"):
                turned = layout(game, view)[size]["zones"]
                assert turned[f"melds:{view % 2}"] == zero[size]["zones"]["melds:0"]
                for seat in range(players):
                    own = zero[size]["zones"][f"hand:{seat}"]
                    assert turned[f"hand:{(view + seat) % players}"] == own
