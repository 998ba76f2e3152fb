"""Hands, melds and piles of Tranca lie inside the drawing and clear of each other."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from cardkit.record import Record
from cardkit.scene import OPEN
from cardkit.scene.tranca import layout
from cardkit.scene.tranca.places import NARROW_MELDS, WIDE_MELDS, Room, own_hand, spread
from tests.rules.tranca_tools import tranca
from tests.scene.test_layout import CARD, Box, around, overlap, placed, plate
from tests.scene.tranca_corpus import corpus, drawn, game_of

LONG = [n for n, record in enumerate(corpus()) if len(record.line()) > 20]


def parts(record: Record, step: int, size: str) -> dict[str, Box]:
    frame = drawn(record, 0)[step]
    plan = layout(game_of(record), 0)[size]
    found: dict[str, Box] = {}
    for name, zone in plan["zones"].items():
        cards = frame["zones"][name]["cards"]
        if cards:
            found[name] = around(placed(zone, cards, size))
        if zone["plate"]:
            shown = frame["plates"][name]
            words = shown["name"] + shown["score"] + shown["sub"] * (size == "wide" or shown["turn"])
            x, y, width, height = plate(zone["plate"], 26 if size == "wide" else 24, len(words))
            room = zone.get("plate_room", width)
            if room < width:  # the page makes it fit
                x, width = x + (width - room) * {"start": 0, "middle": 0.5, "end": 1}[zone["plate"][2]], room
            found[f"plate {name}"] = (x, y, width, height)
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


MANY = [[3], [7, 5, 3], [3] * 9, [11, 8, 7, 3, 3, 3], [4] * 14, [11] * 6]


@pytest.mark.parametrize("room", [WIDE_MELDS, NARROW_MELDS])
@pytest.mark.parametrize("sizes", MANY)
def test_melds_find_room(sizes: list[int], room: Room) -> None:
    lying = spread(sizes, room)
    assert [len(cards) for cards in lying.cards] == sizes
    for cards, badge in zip(lying.cards, lying.badges, strict=True):
        assert 0 <= badge[1] <= cards[0][1] - room.low_badge + 0.1
        for x, y in cards:
            assert 0 <= x <= room.width - CARD[0] * lying.scale + 1
            assert 0 <= y <= room.height - CARD[1] * lying.scale + 1


@pytest.mark.parametrize("room", [WIDE_MELDS, NARROW_MELDS])
@pytest.mark.parametrize("sizes", MANY)
def test_beside_a_meld_a_card_that_fits_finds_its_place(sizes: list[int], room: Room) -> None:
    lying = spread(sizes, room)
    rows: dict[float, list[tuple[float, float]]] = {}
    for cards in lying.cards:
        rows.setdefault(cards[0][1], []).append((cards[0][0], cards[-1][0] + CARD[0] * lying.scale))
    for row in rows.values():
        for (_, end), (start, _) in pairwise([*row, (room.width, room.width)]):
            assert start - end >= (room.gap if lying.scale >= 0.7 else room.tight_gap) - 0.2


def test_on_a_phone_nine_melds_are_no_smaller_than_they_must_be() -> None:
    """Cards of 21 units and more, rank and suit in sight: what nine melds of 38 cards leave room for."""
    sizes = [4, 3, 4, 5, 3, 4, 5, 3, 7]
    lying = spread(sizes, NARROW_MELDS)
    scale = 0.3778 * lying.scale
    assert 90 * scale >= 21
    steps = [two[0] - one[0] for cards in lying.cards for one, two in pairwise(cards)]
    assert min(steps) / lying.scale >= 32 - 0.3


@pytest.mark.parametrize("size", ["wide", "narrow"])
def test_the_place_for_a_new_meld_is_on_the_panel_and_clear_of_the_melds(size: str) -> None:
    zone = layout(tranca(), 0)[size]["zones"]["melds:0"]
    x, y, width, height = zone["fresh"]
    panel_x, panel_y, panel_width, panel_height = zone["panel"]
    assert panel_x <= x
    assert x + width <= panel_x + panel_width
    assert panel_y <= y
    assert y + height <= panel_y + panel_height
    assert not overlap(tuple(zone["fresh"]), tuple(zone["box"]))


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
