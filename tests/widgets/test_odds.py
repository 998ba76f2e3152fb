"""Odds on their way to the page: in the data, by messages, over HTTP; never more than a view may know."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest

from cardkit import bots
from cardkit.games import game as game_of
from cardkit.scene.frames import beats
from cardkit.scene.odds import ASK
from cardkit.site.odds import told
from cardkit.widgets import Picture, Player, Table
from cardkit.widgets.data import player_data

GAMES = ("four_cards", "tranca", "kozel")


class Ear:
    """Hears what a widget sends to its page."""

    def __init__(self, widget: Any) -> None:
        self.widget = widget
        self.heard: list[dict[str, Any]] = []
        widget.send = self.heard.append

    def ask(self, **message: Any) -> dict[str, Any] | None:
        self.heard.clear()
        self.widget._heard({"type": "odds", **message})
        return self.heard[-1] if self.heard else None


def asking(data: dict[str, Any], view: str) -> int:
    """A step at which a page has to ask for what the view's choices bring."""
    choices: Any = None
    for step, frame in enumerate(data["steps"][view]):
        choices = frame.get("choices", choices)
        if choices == ASK:
            return step
    raise AssertionError(f"view {view} has nothing to choose")


@pytest.mark.parametrize("name", GAMES)
def test_odds_ride_along(name: str) -> None:
    record = bots.recorded(name, 3)
    data = player_data(record)
    without = sum(len(json.dumps({k: v for k, v in frame.items() if k not in ("odds", "choices")}))
                  for steps in data["steps"].values() for frame in steps)  # fmt: skip
    whole = sum(len(json.dumps(frame)) for steps in data["steps"].values() for frame in steps)
    assert whole < 1.1 * without, "odds make a page much bigger"
    assert data["odds"]["axis"]["labels"]
    for view in data["views"]:
        found = [frame for frame in data["steps"][view["id"]] if frame.get("odds")]
        assert bool(found) == (view["id"] != "open")


def test_a_picture_has_no_odds() -> None:
    data = Picture(bots.recorded("four_cards", 3), step=5).data
    assert data["odds"] is None
    assert not any("odds" in frame or "choices" in frame for frame in data["steps"]["0"])


def test_only_a_page_that_may_show_all_hands_says_which_deal_it_is() -> None:
    record = bots.recorded("four_cards", 3)
    assert player_data(record)["odds"]["query"] == record.to_query()
    assert player_data(record, views=(0, 1))["odds"]["query"] is None
    # what rides along need not be asked for
    assert player_data(bots.recorded("kozel", 3))["odds"]["query"] is None


def test_a_player_answers_for_the_views_it_shows() -> None:
    record = bots.recorded("four_cards", 3)
    ear = Ear(Player(record, views=(1, "open"), last=20))
    step = asking(ear.widget.data, "1")
    found = ear.ask(step=step, view="1")
    assert found is not None
    assert (found["type"], found["step"], found["view"]) == ("odds", step, "1")
    assert found["choices"]
    for other in ({"step": step, "view": "0"}, {"step": step, "view": "open"}, {"step": 21, "view": "1"}):
        assert ear.ask(**other) is None
    for wrong in ({}, {"step": "1", "view": "1"}, {"step": True, "view": "1"}, {"step": -1, "view": "1"}):
        assert ear.ask(**wrong) is None
    ear.widget._heard("odds")
    ear.widget._heard({"type": "act", "id": "0 draw"})
    assert not ear.heard
    # whoever has the record goes on with it; the player does not
    record.back()
    assert ear.ask(step=step, view="1") == found


def test_a_table_answers_its_seat_alone_until_the_deal_is_over() -> None:
    table = Table("four_cards", 5, seat=2)
    ear = Ear(table)
    table.act(table.data["live"]["acts"][0]["id"])
    step = len(table.data["steps"]["2"]) - 1
    found = ear.ask(step=step, view="2")
    assert found is not None
    assert {one["id"] for one in found["choices"]} == {
        act["id"] for act in table.data["live"]["acts"] if " wait " not in act["id"]
    }
    assert all(ear.ask(step=step, view=other) is None for other in ("0", "1", "open"))
    assert table.data["odds"]["query"] is None
    while table.record.state.turn is not None:
        acts = {act["id"].split()[1]: act["id"] for act in table.data["live"]["acts"]}
        wanted = ("look", "throw", "done", "draw", "swap", "pass", "wait", "stop", "take", "match")
        act = next(acts[kind] for kind in wanted if kind in acts)
        table._click(act)
    assert ear.ask(step=asking(table.data, "0"), view="0") is not None


def test_frames_of_a_table_go_on_with_odds() -> None:
    """What is sent move by move is what a page gets that comes later."""
    table = Table("kozel", 3)
    for _ in range(6):
        if table.record.state.turn is None:
            break
        acts = [act for act in table.data["live"]["acts"] if act["style"] != "off"]
        table.act(acts[0]["id"])
    later = player_data(table.record, views=0)["steps"]["0"]
    keys = ("odds", "choices")
    sent = [{key: frame[key] for key in keys if key in frame} for frame in table.data["steps"]["0"]]
    assert sent == [{key: frame[key] for key in keys if key in frame} for frame in later]


# --- the server ---------------------------------------------------------------------------------


def test_the_server_tells_what_a_kernel_would() -> None:
    record = bots.recorded("four_cards", 3)
    data = player_data(record, lang="pt")
    step = asking(data, "2")
    asked = dict(parse_qsl(data["odds"]["query"])) | {
        "odds_step": str(step),
        "odds_view": "2",
        "odds_lang": "pt",
    }
    ear = Ear(Player(record, lang="pt"))
    assert json.loads(told(asked)) == ear.ask(step=step, view="2")


def test_a_deal_from_a_set_deck_is_told_alike() -> None:
    game = game_of("four_cards")
    record = bots.recorded(game, 3, deck=game.setup(game.deal(9))["deck"])
    record.seats = ("Zé & Cia", "Bia", "Caio", "Duda")
    data = player_data(record)
    step = asking(data, "0")
    fields = dict(parse_qsl(data["odds"]["query"]))
    assert "seed" not in fields
    found = json.loads(told({**fields, "odds_step": str(step), "odds_view": "0", "odds_lang": "en"}))
    assert found == Ear(Player(record)).ask(step=step, view="0")
    assert len(beats(record)) == len(data["steps"]["0"])


@pytest.mark.parametrize(
    "change",
    [
        {"odds_step": "x"},
        {"odds_step": "-1"},
        {"odds_step": "9999"},
        {"odds_step": ""},
        {"odds_view": "open"},
        {"odds_view": "9"},
        {"odds_lang": "xx"},
        {"acts": "0 fly"},
        {"game": "whist"},
        {"seed": "", "acts": "x" * 20_000},
        {"more": "1"},
    ],
)
def test_the_server_refuses_what_is_no_question(change: dict[str, str]) -> None:
    fields = dict(parse_qsl(bots.recorded("four_cards", 3).to_query()))
    asked = {**fields, "odds_step": "9", "odds_view": "0", "odds_lang": "en", **change}
    with pytest.raises(ValueError, match=r"."):
        told(asked)
