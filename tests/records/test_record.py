"""A record: a tree with a cursor, its JSON, its links, and what a seat may take home."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest

import cardkit
from cardkit.bots import play, table
from cardkit.cards import CARDS, text
from cardkit.engine import Action
from cardkit.errors import IllegalAction, NotationError
from cardkit.games.four_cards import FourCardsOptions
from cardkit.record import Node, Record, plain

START = "0 look 1 2; 1 look 1 2; 2 look 3 4; 3 look; 0 draw"
SCHEMA = json.loads((Path(cardkit.__file__).parent / "record.schema.json").read_text("utf-8"))


def valid(source: str) -> bool:
    return bool(jsonschema.Draft202012Validator(SCHEMA).is_valid(json.loads(source)))


def acts(record: Record) -> list[str]:
    return [str(node.action) for node in record.line()[1:]]


def tree(node: Node) -> list[Any]:
    """Return the whole tree below a node as nested lists."""
    return [[str(child.action), child.comment, child.foul, tree(child)] for child in node.children]


def branched() -> Record:
    """Two lines after the draw, one of them branching again, with comments."""
    record = Record.deal("four_cards", seed=7, seats=("Ana", "Bea", "Caio", "Davi"), title="by hand")
    record.root.comment = "a quiet deal"
    record.play_all(START)
    record.play("0 throw", "the safe way")
    record.play("1 draw")
    record.to(5)
    record.play("0 swap 3", "bold")
    record.play("1 take")
    record.back()
    record.play("1 draw")
    record.to(5)
    record.play("0 swap 4")
    record.to(0)
    return record


# --- the cursor -------------------------------------------------------------------------------


def test_a_new_record_has_a_deal_and_nothing_played() -> None:
    record = Record.deal("four_cards", seed=7)
    assert record.state == cardkit.game("four_cards").deal(seed=7)
    assert acts(record) == []
    assert not record.back()
    assert not record.forward()


def test_the_cursor_goes_back_forward_and_to_a_ply() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START)
    assert record.node.ply == 5
    assert record.back()
    assert record.node.ply == 4
    assert record.forward()
    assert not record.forward()
    record.to(2)
    assert str(record.node.action) == "1 look 1 2"
    assert acts(record) == START.split("; ")
    for ply in (-1, 6):
        with pytest.raises(ValueError, match=f"ply {ply}: this line has 0 to 5"):
            record.to(ply)
    assert record.node.ply == 2
    assert not record.forward(3)
    assert not record.forward(-1)


def test_a_move_in_the_past_adds_a_branch_and_loses_nothing() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START).play_all("0 throw; 1 draw")
    before = acts(record)
    record.to(5)
    record.play("0 swap 1")
    assert acts(record) == [*START.split("; "), "0 swap 1"]
    fork = record.line()[5]
    assert [str(child.action) for child in fork.children] == ["0 throw", "0 swap 1"]
    record.to(5)
    assert acts(record) == before, "the first line is still the main one"
    record.forward(1)
    assert acts(record)[-1] == "0 swap 1"


def test_playing_what_was_played_moves_the_cursor_only() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START)
    node = record.node
    record.back()
    events = record.play("0 draw")
    assert record.node is node
    assert events == node.events
    record.back()
    record.play("0 draw", "a comment may come later")
    assert node.comment == "a comment may come later"
    assert node.parent is not None
    assert len(node.parent.children) == 1


def test_promote_makes_a_branch_the_main_line() -> None:
    record = branched()
    before = json.dumps(tree(record.root))
    record.to(5)
    record.forward(1)
    record.forward(1)
    assert acts(record)[5:] == ["0 swap 3", "1 draw"]
    record.promote()
    record.to(0)
    assert acts(record)[5:] == ["0 swap 3", "1 draw"]
    assert sorted(json.dumps(tree(record.root))) == sorted(before), "nothing is lost"
    again = Record.from_json(record.to_json())
    assert tree(again.root) == tree(record.root)


def test_play_takes_actions_and_texts_and_refuses_clearly() -> None:
    record = Record.deal("four_cards", seed=7)
    record.play(Action(0, "look", (), ((0, 0),)))
    with pytest.raises(NotationError, match="no action 'dance'"):
        record.play("0 dance")
    record.play_all("1 look\n2 look;;\n 3 look ")
    record.play_all([Action(0, "draw"), "0 swap 1"])
    empty = record.state.hands
    with pytest.raises(IllegalAction) as refused:
        record.play("1 pass")
    assert refused.value.verdict.reason == "nobody_asks"
    assert record.state.hands == empty
    assert record.node.ply == 6


def test_a_foul_is_played_as_at_a_table_and_marked() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START)
    events = record.play("2 draw")
    assert [event.kind for event in events] == ["foul", "penalty"]
    assert record.node.foul
    assert not record.line()[5].foul
    again = Record.from_json(record.to_json())
    assert [node.foul for node in again.line()] == [node.foul for node in record.line()]


def test_names_must_fit_the_seats() -> None:
    with pytest.raises(ValueError, match="seats: expected 4 names, got 2"):
        Record.deal("four_cards", seed=7, seats=("Ana", "Bea"))


def test_a_deal_takes_a_deck_as_text_and_a_dealer() -> None:
    record = Record.deal("four_cards", seed=3, deck="8h Qs", dealer=1)
    assert str(record.state.hands[2].cards[0]) == "8h"
    assert record.state.match.dealer == 1


def test_the_next_deal_goes_on_where_the_line_ended() -> None:
    game = cardkit.game("four_cards", players=2, rounds=2)
    record = Record.deal(game, seed=7, seats=("Ana", "Bea"), title="a match")
    with pytest.raises(ValueError, match="not over yet"):
        record.next_deal(seed=8)
    for step in play(game, record.state, table("random", game, 1)):
        record.play(step.choice.action)
    record.to(0)
    following = record.next_deal(seed=8)
    assert (following.seats, following.title, following.seed) == (("Ana", "Bea"), "a match", 8)
    assert following.state.match.dealer == 0
    assert following.state.match.totals == game.standing(record.line()[-1].state).totals
    again = Record.from_json(following.to_json())
    assert again.state == following.state
    assert Record.from_query(following.to_query()).state == following.state


# --- JSON -------------------------------------------------------------------------------------


def test_json_keeps_the_tree_the_comments_and_the_labels() -> None:
    record = branched()
    again = Record.from_json(record.to_json())
    assert tree(again.root) == tree(record.root)
    assert again.root.comment == "a quiet deal"
    assert (again.seats, again.title, again.seed) == (record.seats, "by hand", 7)
    assert again.game == record.game
    assert again.node is again.root
    assert again.to_json() == record.to_json()
    assert Record.from_json(record.to_json().encode()).to_json() == record.to_json()


def test_json_has_a_field_and_a_move_a_line() -> None:
    lines = branched().to_json().splitlines()
    assert lines[0] == "{"
    assert '"cardkit": 1' in lines[1]
    assert sum('"act": "0 look 1 2"' in line for line in lines) == 1


@pytest.mark.parametrize("seed", range(6))
def test_a_whole_random_deal_goes_there_and_back(seed: int) -> None:
    options = {"players": 2 + seed, "close_timing": "after_discard", "freeze_closer": True, "rounds": 3}
    game = cardkit.game("four_cards", preset="cambio", **options)
    record = Record.deal(game, seed, dealer=1)
    for step in play(game, record.state, table("random", game, seed)):
        record.play(step.choice.action)
        if record.node.ply % 7 == 0:  # a branch that goes nowhere
            here = record.node
            other = game.legal_actions(record.state)
            if other:
                record.play(other[-1])
                record.node = here
    record.promote()
    again = Record.from_json(record.to_json())
    assert again.game == game
    assert tree(again.root) == tree(record.root)
    assert again.line()[-1].state == record.line()[-1].state
    assert valid(record.to_json())


def test_comments_of_any_letters_survive() -> None:
    record = Record.deal("four_cards", seed=7, title="naïve \u2028 “quotes”")
    record.play("0 look 1", 'line\nbreak, "quotes", \u2028, 8♣, 🂡')
    again = Record.from_json(record.to_json().encode())
    assert again.title == record.title
    assert again.line()[1].comment == record.line()[1].comment


def test_a_move_listed_twice_is_one_node_that_keeps_its_comment() -> None:
    record = Record.deal("four_cards", seed=7)
    record.play("0 look 1", "first")
    data = json.loads(record.to_json())
    data["moves"][0]["variations"] = [[{"act": "0 look 1"}, {"act": "1 look"}]]
    again = Record.from_json(json.dumps(data))
    assert tree(again.root) == [["0 look 1", "first", False, [["1 look", "", False, []]]]]


def test_a_record_needs_only_its_rules_start_and_moves() -> None:
    data = json.loads(branched().to_json())
    small = {name: data[name] for name in ("cardkit", "kind", "game", "options", "start", "moves")}
    assert valid(json.dumps(small))
    again = Record.from_json(json.dumps(small))
    assert (again.seats, again.title, again.seed) == ((), "", None)
    assert acts(again) == acts(branched())


def test_options_in_a_file_may_name_a_preset() -> None:
    data = json.loads(Record.deal(cardkit.game("four_cards", preset="cambio"), seed=1).to_json())
    data["options"] = {"preset": "cambio"}
    assert Record.from_json(json.dumps(data)).game == cardkit.game("four_cards", preset="cambio")


# --- what a seat takes home -------------------------------------------------------------------


def test_an_export_is_what_a_seat_saw_and_not_a_record() -> None:
    record = branched()
    for seat in (0, 1, 2, 3, None):
        source = record.export(seat)
        assert valid(source)
        data = json.loads(source)
        assert (data["kind"], data["seat"]) == ("view", seat)
        assert "deck" not in source
        assert "seed" not in data
        assert data["end"] == plain(record.game.observe(record.line()[-1].state, seat))
        assert len(data["steps"]) == len(acts(record))
        with pytest.raises(cardkit.RecordError, match='kind: expected "record", got'):
            Record.from_json(source)


def test_an_export_never_holds_a_card_of_the_stock() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START)
    drawn = str(record.state.drawn.card)
    assert drawn in record.export(0)
    for seat in (1, 2, 3, None):
        source = record.export(seat)
        for card in (*record.state.stock, record.state.drawn.card):
            assert f'"{card}"' not in source


def test_plain_makes_json_values() -> None:
    assert plain({"a": (CARDS[0], None, True, 3)}) == {"a": ["Ac", None, True, 3]}
    assert plain(Action(0, "swap", (), ((0, 1),))) == {
        "seat": 0,
        "kind": "swap",
        "cards": [],
        "places": [[0, 1]],
    }


# --- links ------------------------------------------------------------------------------------


def test_a_link_to_a_seeded_deal_is_short() -> None:
    record = Record.deal("four_cards", seed=7).play_all(START)
    query = record.to_query()
    assert query.startswith("game=four_cards&seed=7&acts=0+look+1+2%3B")
    again = Record.from_query(query)
    assert acts(again) == acts(record)
    assert again.seed == 7
    assert again.to_query() == query
    assert again.node is again.line()[-1]


@pytest.mark.parametrize("seed", [0, -5, 10**25, "blue", "007", "True", "None", "-0", "", "é, &=%"])
def test_every_seed_survives_a_link(seed: int | str) -> None:
    record = Record.deal("four_cards", seed=seed)
    again = Record.from_query(record.to_query())
    assert again.state == record.state
    assert (again.seed, type(again.seed)) == (seed, type(seed))
    assert Record.from_json(again.to_json()).seed == seed


def test_a_link_carries_options_names_and_a_set_deal() -> None:
    game = cardkit.game("four_cards", players=2, freeze_closer=True, eight_rule="pair")
    names = ("Ana, the first", "50 % Bea; ?&=+%2C")
    record = Record.deal(game, deck=text(CARDS[:52]), seats=names).play_all("0 look 1; 1 look")
    again = Record.from_query(record.to_query())
    assert again.game == game
    assert again.seats == names
    assert again.state == record.state
    assert Record.from_query(Record.deal(game, seed=1, seats=("", "")).to_query()).seats == ("", "")


def test_a_link_may_name_a_preset_and_comes_as_a_mapping_too() -> None:
    again = Record.from_query({"game": "four_cards", "preset": "cambio", "players": "3", "seed": "7"})
    assert again.game == cardkit.game("four_cards", preset="cambio", players=3)


def test_a_link_tells_the_line_through_the_cursor() -> None:
    record = branched()
    record.to(5)
    record.forward(1)
    assert acts(Record.from_query(record.to_query()))[5:] == ["0 swap 3", "1 take"]


# --- the schema -------------------------------------------------------------------------------


def test_the_schema_is_a_schema_and_knows_every_option() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    listed = SCHEMA["$defs"]["options"]["properties"]
    assert set(listed) == {"preset", *FourCardsOptions.rules()}
    assert listed["preset"]["enum"] == list(type(cardkit.game("four_cards")).presets)
    for name, rules in listed.items():
        if "enum" in rules and name != "preset":
            for value in rules["enum"]:
                cardkit.game("four_cards", **{name: value})
            with pytest.raises(ValueError, match=name):
                cardkit.game("four_cards", **{name: "else"})
        if rules.get("type") == "integer":
            for value in (rules["minimum"], rules["maximum"]):
                cardkit.game("four_cards", **{name: value})
            for value in (rules["minimum"] - 1, rules["maximum"] + 1):
                with pytest.raises(ValueError, match=name):
                    cardkit.game("four_cards", **{name: value})


def test_the_schema_accepts_both_kinds_all_along_a_deal() -> None:
    rng = random.Random(4)
    game = cardkit.game("four_cards", players=3)
    record = Record.deal(game, seed=4, seats=("A", "B", "C"))
    for step in play(game, record.state, table("random", game, 4)):
        record.play(step.choice.action)
        if rng.random() < 0.2:
            assert valid(record.to_json())
            assert all(valid(record.export(seat)) for seat in (0, 1, 2, None))
    assert valid(record.to_json())
    assert all(valid(record.export(seat)) for seat in (0, 1, 2, None))


def changed(data: Any, path: list[Any], value: Any) -> Any:
    copy = json.loads(json.dumps(data))
    at = copy
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value
    return copy


@pytest.mark.parametrize("kind", ["record", "view"])
def test_the_schema_refuses_a_wrong_type_in_any_field(kind: str) -> None:
    record = branched()
    data = json.loads(record.to_json() if kind == "record" else record.export(0))
    check = jsonschema.Draft202012Validator(SCHEMA).is_valid
    assert check(data)
    assert not check({**data, "deal": 1}), "no field it does not know"
    wrong: Any
    for name in data:
        for wrong in (True, 1.5, {"a": 1}, [[1]]):
            assert not check(changed(data, [name], wrong)), (name, wrong)
    nested: list[list[Any]] = (
        [["moves", 0, "act"], ["moves", 0], ["start", "deck"], ["start", "dealer"], ["start", "totals"]]
        if kind == "record"
        else [["steps", 0], ["steps", 0, "events"], ["end", "hands"], ["end", "pile", 0], ["start", "phase"]]
    )
    for path in nested:
        for wrong in (True, 1.5, "x", {"a": 1}):
            assert not check(changed(data, path, wrong)), (path, wrong)
