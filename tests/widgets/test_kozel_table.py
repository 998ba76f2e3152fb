"""Kozel at a table with a person: what is offered, what is refused, and that nothing hidden gets out."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from cardkit.cards import UNKNOWN, cards
from cardkit.games.kozel import Kozel
from cardkit.record import Record, plain
from cardkit.scene import frames
from cardkit.widgets import Match, Player, Table, player
from tests.rules.kozel_tools import kozel
from tests.scene.corpus import texts
from tests.scene.kozel_corpus import corpus, interrupted
from tests.widgets.alike import Page

LABEL = "tell-nobody"


@pytest.fixture(autouse=True)
def _no_names_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "_given", type(player._given)())


def game_of(record: Record) -> Kozel:
    assert isinstance(record.game, Kozel)
    return record.game


def seen_faces(record: Record, seat: int) -> set[str]:
    """Every face the seat has seen."""
    found = set()
    for node in record.line():
        seen = game_of(record).observe(node.state, seat)
        found |= {card for hand in seen.hands for card in hand} | {seen.shown}
        found |= {card for play in seen.trick for card in play.cards}
        found |= {card for trick in seen.tricks for play in trick.plays for card in play.cards}
    return {str(card) for card in found if card != UNKNOWN}


def click_on(page: Page, rng: random.Random) -> Iterator[None]:
    """Click at random until the game is over."""
    for _ in range(200):
        if page.over:
            return
        acts = [act["id"] for act in page.live["acts"] if act["style"] != "off"]
        page.click(rng.choice(acts))
        yield
    raise AssertionError("the game does not end")


# --- offers -----------------------------------------------------------------------------------


def test_the_same_cards_may_beat_or_be_thrown_off() -> None:
    page = Page(Table(interrupted(""), lang="en"))
    acts = page.live["acts"]
    # four clubs beat neither the 9 of diamonds (a trump) nor the jack of spades
    assert {act["id"].split()[1] for act in acts if act["style"] != "off"} == {"throw", "molodka"}
    assert sum(act["style"] == "off" for act in acts) == 6
    assert all(act["picks"] and act.get("confirm") for act in acts if act["id"].split()[1] == "throw")
    off = next(act for act in acts if act["style"] == "off")
    page.say({"type": "ask", "picks": off["picks"]})
    refused = page.live["refused"]
    assert re.fullmatch(r"\[\[(.c)\]\] does not beat \[\[(9d|Js)\]\]", refused["title"])
    place = refused["at"].split(":")
    face = page.table.data["steps"]["0"][0]["zones"]["hand:0"]["cards"][int(place[2])]["f"]
    assert f"[[{face}]]" in refused["title"]
    assert refused["rule"] == "K11"


def test_picks_name_the_cards_they_mean() -> None:
    page = Page(Table("kozel", 3, lang="en"))
    for act in page.live["acts"]:
        hand = page.table._last["zones"]["hand:0"]["cards"]
        pointed = [hand[int(pick.split(":")[2])]["f"] for pick in act["picks"]]
        assert sorted(pointed) == sorted(act["id"].split()[2:])


def test_a_wrong_number_and_mixed_suits_are_told() -> None:
    page = Page(Table(interrupted(""), lang="pt"))
    page.say({"type": "ask", "picks": ["hand:0:0", "hand:0:1", "hand:0:2"]})
    assert page.live["refused"]["rule"] == "K6"
    assert "responde-se com 2, não com 3" in page.live["refused"]["text"]
    lead = Page(Table("kozel", 3, lang="en"))
    hand = lead.table._last["zones"]["hand:0"]["cards"]
    first, other = next((a, b) for a in range(4) for b in range(4) if hand[a]["f"][1] != hand[b]["f"][1])
    lead.say({"type": "ask", "picks": [f"hand:0:{first}", f"hand:0:{other}"]})
    assert lead.live["refused"]["rule"] == "K5"
    assert "one suit" in lead.live["refused"]["text"]


@pytest.mark.parametrize(
    "picks", [[], ["stock:0"], ["hand:1:0"], ["hand:0:9"], ["hand:0:x"], [3], ["hand:0:²"]]
)
def test_odd_questions_are_answered_quietly(picks: list[Any]) -> None:
    page = Page(Table("kozel", 3))
    page.say({"type": "ask", "picks": picks})
    assert page.live["refused"] is None


def test_a_molodka_is_told_step_by_step() -> None:
    page = Page(Table(interrupted(""), lang="en"))
    page.click(next(act for act in page.acts if "molodka" in act))
    told = [frame["caption"] for frame in page.heard[-1]["frames"]["0"]]
    assert "four of one suit" in told[0]
    assert "go back to their owners" in told[1]
    assert told[2].startswith("Ana leads all four")


def test_a_claim_beside_the_turn_may_be_waved() -> None:
    record = interrupted("")
    before = Record(record.game, record.line()[1].state)
    # Bruno has led, Clara is on turn, Ana is asked first
    page = Page(Table(before, lang="en"))
    assert page.live["prompt"].startswith("Claim the molodka?")
    assert [act.split()[1] for act in page.acts] == ["molodka", "wait"]
    ply = page.table.record.node.ply
    page.click(page.acts[-1])
    assert page.table.record.node.ply > ply


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_played_to_its_end_and_then_all_is_open(seed: int) -> None:
    page = Page(Table("kozel", seed, seat=seed))
    for _ in click_on(page, random.Random(seed)):
        pass
    assert [view["id"] for view in page.table.data["views"]] == [
        str(seed), *(str(s) for s in range(4) if s != seed), "open",
    ]  # fmt: skip
    assert page.live["prompt"] == "The game is over."


def test_a_series_at_one_table() -> None:
    match, rng = Match(kozel(target=4), 5, lang="pt"), random.Random(1)
    sheet, button = match.standing.children
    for number in range(1, 10):
        page = Page(match.table)
        for _ in click_on(page, rng):
            pass
        assert f"Depois do jogo {number}" in sheet.value or "ganham a série" in sheet.value
        assert "Ana e Clara" in sheet.value
        assert "Bruno e Davi" in sheet.value
        if "ganham a série" in sheet.value:
            break
        assert button.description == "Próximo jogo"
        button.click()
    assert "ganham a série: a outra dupla tem 4 pontos" in sheet.value
    assert button.description == "Nova série"
    button.click()
    assert match.table.record.root.state.match.deals == 0


# --- secrets ----------------------------------------------------------------------------------


def state_of(widget: Any) -> dict[str, Any]:
    player._given.clear()
    state: dict[str, Any] = widget.get_state()
    return {key: value for key, value in state.items() if not str(value).startswith("IPY_MODEL_")}


def twins(record: Record, seat: int, rng: random.Random) -> Iterator[Record]:
    """The same actions over decks that differ in cards the seat never sees; only those alike to it."""
    game, setup = game_of(record), record.game.setup(record.root.state)
    order = list(cards(setup["deck"]))
    seen = seen_faces(record, seat)
    hidden = [n for n, card in enumerate(order) if str(card) not in seen]
    for size in (2, 3, len(hidden)):
        chosen = rng.sample(hidden, min(len(hidden), size))
        mixed = order.copy()
        for here, there in zip(chosen, chosen[1:] + chosen[:1], strict=True):
            mixed[here] = order[there]
        twin = Record(game, game.restore({**setup, "deck": " ".join(map(str, mixed))}), seats=record.seats)
        swap = {order[n]: mixed[n] for n in chosen}
        try:
            for node in record.line()[1:]:
                assert node.action is not None
                action = node.action
                twin.play(action._replace(cards=tuple(swap.get(card, card) for card in action.cards)))
                twin.node.reason = node.reason if action.seat == seat else ("random", {})
        except ValueError:
            continue  # another seat could not do this with these cards
        told = [
            [[event.seen_by(seat) for event in node.events] for node in one.line()] for one in (record, twin)
        ]
        if mixed != order and told[0] == told[1]:
            yield twin


@pytest.mark.parametrize("number", range(20))
def test_worlds_that_look_alike_give_the_same_bytes(number: int) -> None:
    whole = corpus()[number]
    nodes = [node for node in whole.line() if len(node.state.tricks) < 3]
    cursor, whole.node = whole.node, nodes[-1]
    record = whole.up_to_here()
    whole.node = cursor
    game, rng = game_of(record), random.Random(number)
    pairs = 0
    for seat in range(4):
        for twin in twins(record, seat, rng):
            pairs += 1
            for here, there in zip(record.line(), twin.line(), strict=True):
                one, other = (plain(game.observe(node.state, seat)) for node in (here, there))
                assert json.dumps(one) == json.dumps(other)
                assert game.legal_actions(here.state, seat) == game.legal_actions(there.state, seat)
            assert record.export(seat) == twin.export(seat)
            assert json.dumps(frames(record, seat, "en")) == json.dumps(frames(twin, seat, "en"))
            shown, also = (state_of(Player(r, views=seat)) for r in (record, twin))
            assert json.dumps(shown["data"]) == json.dumps(also["data"])
    assert pairs


@pytest.mark.parametrize("seed", range(3))
def test_a_table_holds_no_secret_while_it_is_played(seed: int) -> None:
    label = f"{LABEL}-{seed}"
    page = Page(Table("kozel", label, seat=seed))
    for _ in click_on(page, random.Random(seed)):
        if page.over:
            break
        held = json.dumps([page.table.data, page.heard, page.table._repr_mimebundle_()], default=str)
        assert label not in held
        assert page.table.record.to_query() not in held
        sent = [page.table.data["steps"], [m.get("frames") for m in page.heard], page.live]
        faces = {text for text in texts(sent) if re.fullmatch("[A2-9TJQK][cdhs]", text)}
        assert faces <= seen_faces(page.table.record, seed)
        assert [view["id"] for view in page.table.data["views"]] == [str(seed)]
        assert "trump_at" not in held
    assert label in page.table.data["subtitle"]
