"""Odds beside the frames: the library's numbers, from one seat's knowledge alone."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest

from cardkit import bots
from cardkit.cards import UNKNOWN
from cardkit.engine import Game
from cardkit.games import game as game_of
from cardkit.odds.numbers import Change, Share, shown
from cardkit.odds.position import four_cards_actions, kozel, tranca
from cardkit.record import Record
from cardkit.scene import OPEN
from cardkit.scene.frames import Beat, beats, import_painter
from cardkit.scene.odds import ASK, EVERYWHERE, OVER, Beside, Told
from cardkit.words import LANGUAGES

GAMES = ("four_cards", "tranca", "kozel")
NAMES = ("Ana", "Bruno", "Clara", "Davi")


@cache
def played(name: str) -> tuple[Game[Any, Any, Any], tuple[Beat, ...]]:
    game = game_of(name)
    return game, tuple(beats(bots.recorded(game, 7)))


def maker(game: Game[Any, Any, Any], view: int | str, lang: str = "en") -> Beside:
    return Beside(game, NAMES, view, lang)


def told_in(parts: dict[str, Any]) -> list[Told]:
    """Every chance that a frame tells."""
    choices = parts["choices"] if isinstance(parts["choices"], list) else []
    return [*(one for one in (parts["odds"] or {}).values() if isinstance(one, dict)), *choices]


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_the_odds(name: str) -> None:
    """The same observation in other worlds, and other seats' cards with it: the same odds to the byte."""
    game, moments = played(name)
    rng = random.Random(4)
    compared = 0
    for beat in moments[:: 7 if name == "tranca" else 3]:
        if beat.state is not beat.node.state or beat.state.turn is None:
            continue
        seat = beat.state.turn
        seen = game.observe(beat.state, seat)
        made = maker(game, seat)
        here = made.parts(beat), made.weighed(beat) if name != "four_cards" or compared < 3 else None
        for _ in range(2):
            world = game.worlds(seen, rng)
            assert game.observe(world, seat) == seen
            (other,) = beats(Record(game, world))
            other = other._replace(events=())
            there = made.parts(other), made.weighed(other) if here[1] is not None else None
            assert json.dumps(there) == json.dumps(here)
            compared += world != beat.state
    assert compared > 8


@pytest.mark.parametrize("name", GAMES)
def test_where_nothing_is_hidden_there_are_no_odds(name: str) -> None:
    game, moments = played(name)
    nothing = {"odds": None, "choices": None}
    assert all(maker(game, OPEN).parts(beat) == nothing for beat in moments)
    assert maker(game, 0).parts(moments[-1]) == {"odds": None, "choices": OVER}
    assert maker(game, 0).weighed(moments[-1]) == []
    halfway = [beat for beat in moments if beat.state is not beat.node.state]
    assert all(maker(game, 0).parts(beat) == nothing for beat in halfway)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_bars_stand_on_the_axis_and_add_up(name: str, lang: str) -> None:
    game, moments = played(name)
    labels = import_painter(game).Odds.axis(lang)["labels"]
    bars = 0
    for view in range(game.seats):
        made = maker(game, view, lang)
        for beat in moments[::5]:
            for told in told_in(made.parts(beat)):
                assert all(told["lines"])
                assert ("bars" in told) == ("title" in told) != ("value" in told)
                if "bars" in told:
                    bars += 1
                    assert len(told["bars"]) == len(labels)
                    total = sum(told["bars"])
                    assert total == told["of"] if "of" in told else abs(total - 100) < 1
    assert bars > 10


def test_every_face_down_card_on_the_table_has_odds_or_none_on_purpose() -> None:
    for name in GAMES:
        game, moments = played(name)
        painter = import_painter(game).Painter(game, NAMES, 0, "en")
        made = maker(game, 0)
        for beat in moments:
            zones = painter.frame(beat)["zones"]
            odds = made.parts(beat)["odds"]
            if odds is None:
                continue
            for zone, content in zones.items():
                if any(card.get("f") == "??" for card in content["cards"]):
                    told = odds.get(zone, odds.get(EVERYWHERE))
                    told = odds[told] if isinstance(told, str) else told
                    # of tricks that were taken, and of what others threw into them, nothing is told
                    assert told or (name == "kozel" and zone.startswith("pile:")), (name, zone)


def test_the_numbers_are_those_of_the_library() -> None:
    game, moments = played("four_cards")
    checked = 0
    for beat in moments[::4]:
        seat = beat.state.turn
        if seat is None or beat.state is not beat.node.state or beat.state.phase == "look":
            continue
        made = maker(game, seat)
        assert made.parts(beat)["choices"] == ASK
        seen = game.observe(beat.state, seat)
        found = {str(odds.action): odds for odds in four_cards_actions.actions(game, seen)}  # type: ignore[arg-type]
        weighed = made.weighed(beat)
        assert {one["id"] for one in weighed} == set(found)
        for one in weighed:
            odds = found[one["id"]]
            assert one["value"] == shown(Change(odds.change), "en")
            assert one["lines"] == [line.text() for line in odds.lines]
            assert ("chance" in one) == (odds.chance is not None)
            checked += 1
        assert [found[one["id"]].change for one in weighed] == sorted(odds.change for odds in found.values())
    assert checked > 10


def test_looks_before_the_first_turn_are_no_choices_to_weigh() -> None:
    game = game_of("four_cards")
    (beat,) = beats(Record(game, game.deal(3)))
    assert maker(game, 0).parts(beat)["choices"] is None
    assert maker(game, 0).weighed(beat) == []


def test_a_draw_in_tranca_and_a_lead_in_kozel_ride_along() -> None:
    game, moments = played("tranca")
    draws = [
        (beat, seat)
        for beat in moments
        for seat in range(game.seats)
        if isinstance(maker(game, seat).parts(beat)["choices"], list) and beat.state.stock
    ]
    assert len(draws) > 10
    for beat, seat in draws[::5]:
        (one,) = maker(game, seat).parts(beat)["choices"]
        odds = tranca.draw(game, game.observe(beat.state, seat))  # type: ignore[arg-type]
        assert (one["id"], one["value"]) == (f"{seat} draw", shown(Share(odds.fits), "en"))
    game, moments = played("kozel")
    leads = 0
    for beat in moments:
        seat = beat.state.turn
        if seat is None or beat.state.phase != "lead" or beat.state is not beat.node.state:
            continue
        found = kozel.leads(game, game.observe(beat.state, seat))  # type: ignore[arg-type]
        rows = maker(game, seat).parts(beat)["choices"]
        values = {str(odds.action): shown(Share(odds.beaten), "en") for odds in found}
        assert {one["id"]: one["value"] for one in rows} == values
        leads += len(rows)
        others = [maker(game, other).parts(beat)["choices"] for other in range(4) if other != seat]
        assert others == [None, None, None]
    assert leads > 10


def test_a_stock_of_known_cards_leaves_no_odds_where_all_is_known() -> None:
    """With the stock used up and every hand known there is no unseen card."""
    game, moments = played("four_cards")
    beat = next(beat for beat in moments if beat.state.turn == 0 and beat.state.phase == "draw")
    seen = game.observe(beat.state, 0)
    known = game.worlds(seen, random.Random(1)).hands
    hands = tuple(hand.cards for hand in known)
    nothing = seen._replace(hands=hands, stock_size=0)
    assert import_painter(game).Odds(game, NAMES, "en").cards(nothing) == {}
    some = seen._replace(hands=(*hands[:-1], (UNKNOWN, *hands[-1][1:])), stock_size=0)
    assert EVERYWHERE in import_painter(game).Odds(game, NAMES, "en").cards(some)
