"""A table to play at: what is offered when, what is refused, and that it always comes to an end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardkit.record import Record
from cardkit.scene.four_cards.moments import STARTS
from cardkit.widgets import Table
from tests.rules.tools import deck, four_cards, some_options
from tests.widgets.alike import Page, Plain, game_of

HANDS = ["9c 2c 3d 5c", "Kc Kd Kh 4d", "Qc Qd Qh 4s"]
LOOKS = "0 look 1 2; 1 look; 2 look"


def set_table(hands: list[str], acts: str = LOOKS, *, seat: int = 0, stock: str = "", **options: Any) -> Page:
    """A table with plain bots that goes on from a set deal with the nine of spades turned up."""
    game = four_cards(players=len(hands), **options)
    record = Record.deal(game, deck=deck(hands, "9s", stock)).play_all(acts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cardkit.bots.bot", lambda *_: Plain())
        return Page(Table(record, seat=seat))


# --- playing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_every_deal_comes_to_an_end(seed: int) -> None:
    rng = random.Random(seed)
    options = some_options(rng, players=rng.choice((2, 3, 4)))
    game = four_cards(**options)
    page = Page(Table(game, seed, seat=seed % game.seats, kind=("careful", "random")[seed % 2]))
    waved = set()

    def listen() -> None:
        node = page.table.record.node
        if any(" wait " in act for act in page.acts):
            waved.add(node)
            assert page.table._seat in game.hearing(node.state)

    listen()
    for _ in range(600):
        if page.over:
            break
        assert page.acts
        assert page.live["prompt"]
        act = rng.choice(page.acts)
        before = page.table.record.node
        page.click(act)
        assert page.table.record.node is not before or " wait " in act
        listen()
    assert page.over
    assert page.acts == []
    heard_in_time(page, waved)
    assert {view["id"] for view in page.table.data["views"]} == {*map(str, range(game.seats)), "open"}
    lengths = {len(steps) for steps in page.table.data["steps"].values()}
    assert lengths == {page.table.data["step"] + 1}


def heard_in_time(page: Page, asked: set[Any]) -> None:
    """Nobody went on, nor took a window before the reader's place in the order, with the reader unheard."""
    record, seat = page.table.record, page.table._seat
    game = game_of(record)
    for node in record.line()[1:]:
        action, before = node.action, node.parent
        assert action is not None
        assert before is not None
        if action.seat == seat or seat not in game.hearing(before.state):
            continue
        on_turn = before.state.turn == action.seat and action.kind in (*STARTS, "pass")
        order = game.hearing(before.state)
        later = action.seat in order[order.index(seat) :] and action.kind == "match"
        if on_turn or (game.claims_are_exclusive and later):
            assert before in asked, str(action)


def test_appended_frames_are_those_of_the_whole_deal() -> None:
    """What came in pieces is what a page that comes later gets whole."""
    page = Page(Table(four_cards(players=3), 4, seat=1))
    first = len(page.table.data["steps"]["1"])
    rng = random.Random(1)
    while not page.over:
        steps = page.table.data["steps"]["1"]
        sent = sum(len(m["frames"]["1"]) for m in page.heard if m["type"] == "append")
        assert len(steps) == first + sent
        assert page.table.data["step"] == len(steps) - 1
        page.click(rng.choice(page.acts))
    assert page.table.data["steps"]["1"][: len(steps)] == steps


def test_a_window_is_offered_before_the_next_player_goes_on() -> None:
    page = set_table(HANDS, LOOKS + "; 0 draw; 0 throw", stock="Td Jd")
    assert page.table.record.state.turn == 1
    assert page.live["prompt"].endswith("Have you got a 10?")
    wait = page.acts[-1]
    assert wait == f"0 wait {page.table.record.node.ply}"
    page.click(wait)
    assert page.table.record.node.ply > int(wait.split()[-1])


def test_first_only_hears_the_seats_in_order() -> None:
    """Seat 1 of three is asked after seat 0 and before seat 2, which knows it holds a nine (CA14)."""
    hands = ["2c 3c 4c 5c", "Kc Kd Kh 4d", "9c 9d Qh 4s"]
    acts = "0 look; 1 look; 2 look 1 2"
    page = set_table(hands, acts, seat=1, match_limit="first_only")
    assert page.table.record.node.ply == 3
    assert page.acts[-1] == "1 wait 3"
    page.click("1 wait 3")
    assert str(page.table.record.line()[4].action).startswith("2 match 1")
    page = set_table(hands, acts, seat=1)
    assert str(page.table.record.line()[4].action).startswith("2 match 1"), "a free window waits for nobody"


def test_closing_after_the_discard_is_asked_in_its_own_words() -> None:
    page = set_table(
        ["2c 3c 4c 5c", "Kc Kd Kh 4d"], "0 look 1 2; 1 look; 0 draw; 0 throw", stock="6d Jd",
        close_timing="after_discard",
    )  # fmt: skip
    assert "0 close" in page.acts
    page.click(page.acts[-1])
    while "0 throw" not in page.acts:
        page.click(next(act for act in page.acts if act.split()[1] in ("draw", "wait")))


# --- what is refused --------------------------------------------------------------------------


def test_a_click_too_many_costs_nothing_and_is_told() -> None:
    page = set_table(["2c 3c 4c 5c", "Kc Kd Kh 4d"], "0 look 1 2; 1 look", stock="6d Jd")
    page.click("0 draw")
    page.click("0 draw")
    assert page.table.record.node.ply == 3
    assert page.live["refused"]["text"].startswith("Ana has drawn already")
    anyway = page.live["refused"]["anyway"]["id"]
    assert anyway == "0 draw"
    page.click(anyway)
    assert page.table.record.node.foul
    assert page.live["refused"] is None
    page.click(anyway)
    assert page.table.record.node.ply == 4, "a foul is done once"
    page.click("0 throw")
    page.click("0 throw")
    assert not page.table.record.node.foul


def test_an_old_wave_lets_no_later_window_go() -> None:
    page = set_table(HANDS, LOOKS + "; 0 draw; 0 throw", stock="Td Jd")
    wait = page.acts[-1]
    page.click(wait)
    while not any(" wait " in act for act in page.acts):
        page.click(page.acts[-1])
    here = page.table.record.node
    page.click(wait)
    assert page.table.record.node is here
    assert any(" wait " in act for act in page.acts)


@pytest.mark.parametrize(
    "act", ["1 draw", "1 look 1", "1 match 1", "2 pass", "0 fly", "9 draw", "", "0", "0 wait 0"]
)
def test_what_is_not_offered_does_nothing(act: str) -> None:
    page = set_table(["2c 3c 4c 5c", "Kc Kd Kh 4d", "Qc Qd Qh 4s"])
    here, offered = page.table.record.node, page.acts
    page.click(act)
    assert page.table.record.node is here
    assert page.acts == offered
    assert page.heard[-1]["type"] == "live"


@pytest.mark.parametrize(
    ("picks", "says"),
    [
        (["hand:0:0"], "knows that the card in slot 1 is not a 9"),
        (["hand:1:0"], "Looking takes a discarded king"),
        (["hand:1:0", "hand:2:0"], "Swapping takes a discarded king"),
        (["hand:0:9"], None),
        (["hand:9:0"], None),
        (["stock:0"], None),
        ([], None),
        ([None, {"a": 1}, "hand", "hand:x:y", ":", "hand:²:1"], None),
    ],
)
def test_why_may_i_not(picks: list[Any], says: str | None) -> None:
    page = set_table(["2c 3c 4c 5c", "Kc Kd Kh 4d", "Qc Qd Qh 4s"])
    here = page.table.record.node
    page.say({"type": "ask", "picks": picks})
    assert page.table.record.node is here
    refused = page.live["refused"]
    assert (says in refused["text"]) if says else refused is None


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
seat_word = st.integers(-1, 4).map(str)
notation = st.builds(
    lambda seat, kind, places: " ".join([seat, kind, *places]),
    seat_word,
    st.sampled_from(
        ["look", "draw", "take", "throw", "swap", "peek", "trade", "done", "match", "pass", "close", "wait"]
    ),
    st.lists(st.sampled_from(["1", "2", "4", "5", "1.1", "2.3", "0", "x"]), max_size=3),
)
place = st.builds("{}:{}:{}".format, st.sampled_from(["hand", "stock", "pile"]), seat_word, seat_word)
messages = st.one_of(
    anything,
    st.fixed_dictionaries({"type": st.just("act"), "id": notation | anything}),
    st.fixed_dictionaries({"type": st.just("ask"), "picks": st.lists(place | anything, max_size=4)}),
    st.fixed_dictionaries({"type": st.just("ask"), "picks": anything}),
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(said=st.lists(messages, max_size=25), clicks=st.integers(0, 6), seed=st.integers(0, 20))
def test_whatever_the_page_says(said: list[Any], clicks: int, seed: int) -> None:
    page = Page(Table(four_cards(players=3), seed, seat=seed % 3))
    rng = random.Random(seed)
    for _ in range(clicks):
        if page.acts:
            page.click(rng.choice(page.acts))
    for message in said:
        node = page.table.record.node
        refused = page.live["refused"]
        offered = {*page.acts, refused["anyway"]["id"] if refused and refused["anyway"] else None}
        page.say(message)
        if page.table.record.node is not node:
            assert message["type"] == "act"
            assert message["id"] in offered
            first = next(n for n in page.table.record.line() if n.parent is node)
            assert first.action is not None
            assert str(first.action) == message["id"] or " wait " in message["id"]


def test_the_page_cannot_write_the_data() -> None:
    page = set_table(["2c 3c 4c 5c", "Kc Kd Kh 4d"], "0 look 1 2; 1 look")
    before = page.table.data
    page.table.set_state({"data": {"live": {"acts": [{"id": "0 close"}], "refused": None}}})
    assert page.table.data is before


# --- from Python ------------------------------------------------------------------------------


def test_acts_from_python() -> None:
    page = set_table(["2c 3c 4c 5c", "Kc Kd Kh 4d"], "0 look 1 2; 1 look", stock="6d Jd")
    with pytest.raises(ValueError, match="this table's reader sits at seat 0"):
        page.table.act("1 draw")
    page.table.act("0 draw")
    page.table.act("0 draw")
    assert page.table.record.node.foul
    with pytest.raises(ValueError, match="nothing to claim"):
        page.table.wave()


@pytest.mark.parametrize("seat", [4, -1, True, "0", "open", 1.0, None])
def test_a_seat_there_is_not(seat: Any) -> None:
    with pytest.raises(ValueError, match=r"seat=.*: expected a seat from 0 to 3"):
        Table(seed=1, seat=seat)


def test_other_arguments() -> None:
    with pytest.raises(ValueError, match="lang='de'"):
        Table(lang="de")
    with pytest.raises(ValueError, match="no bot 'clever' here"):
        Table(kind="clever")
    with pytest.raises(ValueError, match="panels="):
        Table(panels=("cards",))
    with pytest.raises(ValueError, match="bridge"):
        Table("bridge")


def test_a_table_leaves_the_record_it_is_given_alone() -> None:
    record = Record.deal(four_cards(players=2), 3).play_all("0 look; 1 look")
    page = Page(Table(record))
    page.click("0 draw")
    assert record.node.ply == 2
    assert len(record.line()) == 3


def test_a_deal_that_is_over_is_open() -> None:
    game = four_cards(players=2)
    record = Record.deal(game, 3).play_all("0 look; 1 look; 0 close; 1 draw; 1 throw")
    while record.state.turn is not None:
        record.play(f"{record.state.turn} {'done' if record.state.phase == 'power' else 'pass'}")
    table = Table(record)
    assert [view["id"] for view in table.data["views"]] == ["0", "1", "open"]
    assert table.data["live"]["prompt"] == "The round is over."


@pytest.mark.parametrize("game", ["four_cards", "tranca", "kozel"])
def test_the_end_comes_with_the_step_the_page_has_seen_so_that_it_plays_on(game: str) -> None:
    page = Page(Table(game, 3))
    rng = random.Random(3)
    for _ in range(400):
        before = list(page.table.data["steps"]["0"])
        assert "from" not in page.table.data
        kinds = sorted({act.split()[1] for act in page.acts})
        kind = rng.choice(kinds)
        page.click(rng.choice([act for act in page.acts if act.split()[1] == kind]))
        if page.over:
            break
    assert page.over
    assert page.table.data["from"] == len(before) - 1
    assert page.table.data["steps"]["0"][: len(before)] == before
    assert page.table.data["step"] == len(page.table.data["steps"]["0"]) - 1 > page.table.data["from"]
    page.table.restart(Record.deal(page.table.record.game, 4), 4)
    assert "from" not in page.table.data
