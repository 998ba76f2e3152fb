"""What a seat may not know is in nothing made for it: worlds that look alike give the same bytes."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from cardkit.cards import cards
from cardkit.record import Record, plain
from cardkit.scene import frames
from cardkit.widgets import Picture, Player, Table, player
from cardkit.widgets.data import player_data
from tests.rules.tools import four_cards
from tests.scene.corpus import corpus, texts
from tests.widgets.alike import Page, game_of, seen_faces, twins, unfinished

RECORDS = [n for n, record in enumerate(corpus()) if record.game.seats <= 5]


@pytest.fixture(autouse=True)
def _no_names_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Default names count up; each test starts anew."""
    monkeypatch.setattr(player, "_given", type(player._given)())


def state_of(widget: Any) -> dict[str, Any]:
    """All the page gets of a widget, without the ids of its own comms."""
    player._given.clear()
    state: dict[str, Any] = widget.get_state()
    return {key: value for key, value in state.items() if not str(value).startswith("IPY_MODEL_")}


def same(one: Any, other: Any) -> bool:
    return json.dumps(one) == json.dumps(other)


@pytest.mark.parametrize("number", RECORDS)
def test_worlds_that_look_alike_give_the_same_bytes(number: int) -> None:
    rng = random.Random(number)
    record = unfinished(corpus()[number])
    game = game_of(record)
    for seat in {0, game.seats - 1}:
        pairs = 0
        for twin in twins(record, seat, rng):
            pairs += 1
            for here, there in zip(record.line(), twin.line(), strict=True):
                assert same(plain(game.observe(here.state, seat)), plain(game.observe(there.state, seat)))
                assert game.legal_actions(here.state, seat) == game.legal_actions(there.state, seat)
                assert game.claims(here.state, seat) == game.claims(there.state, seat)
            assert record.export(seat) == twin.export(seat)
            if pairs < 3:
                assert same(frames(record, seat, "en"), frames(twin, seat, "en"))
                shown, other = (state_of(Player(r, views=seat)) for r in (record, twin))
                assert same(shown["data"], other["data"])
                assert shown.keys() == other.keys()
        kinds = {event.kind for node in record.line() for event in node.events}
        # the end of the stock was seen by nobody, unless all has been mixed
        assert pairs or "reshuffle" in kinds or len(record.state.stock) < 2


def test_a_world_drawn_from_an_observation_goes_on_alike() -> None:
    """From one observation: a table in another world shows the seat the same and offers the same."""
    game = four_cards(players=3)
    rng = random.Random(5)
    for seed in range(4):
        state = game.deal(seed)
        world = game.worlds(game.observe(state, 0), rng)
        pages = [state_of(Player(Record(game, s, seed=n), views=0)) for n, s in enumerate((state, world))]
        assert same(*[page["data"] for page in pages])


@pytest.mark.parametrize("first_only", [False, True])
def test_a_table_tells_nothing_of_cards_never_dealt(first_only: bool) -> None:
    """Two decks that differ where nobody gets: everything the table holds and sends is the same."""
    game = four_cards(players=3, match_limit="first_only" if first_only else "all")
    order = cards(game.setup(game.deal(11))["deck"])
    said = []
    for deck in (order, (*order[:-12], *order[:-13:-1])):
        player._given.clear()
        record = Record.deal(game, f"secret seed {deck[-1]}", deck)
        page = Page(Table(record, 3))
        rng = random.Random(2)
        heard: list[Any] = [json.dumps(state_of(page.table))]
        while not page.over and len(page.table.record.state.stock) > 12 and len(heard) < 40:
            page.click(rng.choice(page.acts))
            if not page.over:
                heard += [json.dumps(page.heard), json.dumps(state_of(page.table))]
        said.append(heard)
        assert len(heard) > 6
    assert said[0] == said[1]


def holds_no_secret(page: Page, seat: int, label: str) -> None:
    held = json.dumps([page.table.data, page.heard, page.table._repr_mimebundle_()], default=str)
    assert label not in held
    assert page.table.record.to_query() not in held
    frames_sent = [page.table.data["steps"], [m.get("frames") for m in page.heard], page.live]
    known = {str(card) for card in seen_faces(page.table.record, seat)}
    faces = {text for text in texts(frames_sent) if re.fullmatch("[A2-9TJQK][cdhs]", text)}
    assert faces <= known
    assert [view["id"] for view in page.table.data["views"]] == [str(seat)]
    assert not any("hopes for a low card" in text for text in texts(frames_sent))


@pytest.mark.parametrize("seed", range(3))
def test_a_table_holds_no_secret_while_it_is_played(seed: int) -> None:
    label = f"tell-nobody-{seed}"
    page = Page(Table(four_cards(players=4), label, seat=seed))
    rng = random.Random(seed)
    for number in range(400):
        if page.over:
            break
        if number % 5 == 0:
            holds_no_secret(page, seed, label)
        page.click(rng.choice(page.acts))
    # afterwards everything is open
    assert label in page.table.data["subtitle"]
    assert len(page.table.data["views"]) == 5


def test_default_names_are_made_from_what_is_shown() -> None:
    game = four_cards()
    one, other = (Record.deal(game, seed).play_all("0 look 1 2") for seed in (1, 2))
    shown = [player_data(r, views=views)["id"] for r in (one, other) for views in (0, "all")]
    assert len(set(shown)) == 4
    assert player_data(one, views=0)["subtitle"] == "round 1 of 5"
    assert player_data(one, views="all")["subtitle"] == "round 1 of 5 · deal 1"
    assert player_data(one, views=(0, 1))["save"]["text"] == one.export(0)


def test_what_comes_after_the_last_step_is_not_sent() -> None:
    record = corpus()[0]
    steps = len(player_data(record)["steps"]["0"])
    end = player_data(record, views=0, last=steps - 2)
    assert "reveal" not in end["save"]["text"]
    for last in (0, 5, steps // 2):
        data = player_data(record, views=0, last=last)
        assert len(data["steps"]["0"]) == last + 1
        cut = Record.from_json(player_data(record, last=last)["save"]["text"])
        assert cut.line()[-1].ply <= last
        assert same(data, player_data(cut_with_reasons(record, cut), views=0))
    assert record.node.ply == len(record.line()) - 1, "the cursor has moved"


def cut_with_reasons(record: Record, cut: Record) -> Record:
    """A file does not keep why bots moved."""
    for node, kept in zip(record.line(), cut.line(), strict=False):
        kept.reason = node.reason
    return cut


def test_a_picture_is_one_frame() -> None:
    record = corpus()[0]
    data = Picture(record, step=4, view=1).data
    assert [len(steps) for steps in data["steps"].values()] == [1]
    assert data["steps"]["1"][0] == frames(record, 1)[4]
    assert data["save"] is None
    assert data["step"] == 0
