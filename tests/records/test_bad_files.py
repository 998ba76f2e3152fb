"""Files that are not what they should be: the error names the place, and what could be read is kept."""

from __future__ import annotations

import json
from typing import Any

import pytest

import cardkit
from cardkit.bots import play, table
from cardkit.errors import RecordError
from cardkit.record import Record


def whole() -> Record:
    """Return a deal of two players, played to its end, with a variation on the way."""
    game = cardkit.game("four_cards", players=2)
    record = Record.deal(game, seed=7, seats=("Ana", "Bea"))
    for step in play(game, record.state, table("careful", game, 7)):
        record.play(step.choice.action)
    record.to(4)
    here = record.node
    for action in game.legal_actions(record.state)[::2]:
        record.node = here
        record.play(action)
    record.to(0)
    return record


WHOLE = whole()
TEXT = WHOLE.to_json()
ACTS = [str(node.action) for node in WHOLE.line()[1:]]


def fail(source: str | bytes) -> RecordError:
    with pytest.raises(RecordError) as caught:
        Record.from_json(source)
    return caught.value


def kept(error: RecordError) -> list[str]:
    assert isinstance(error.kept, Record)
    assert error.kept.node is error.kept.root
    return [str(node.action) for node in error.kept.line()[1:]]


def change(**fields: Any) -> str:
    return json.dumps({**json.loads(TEXT), **fields})


# --- cut short --------------------------------------------------------------------------------


LINES = TEXT.splitlines(keepends=True)
FIRST_MOVE = next(k for k, line in enumerate(LINES) if '"act"' in line)


@pytest.mark.parametrize("count", range(len(LINES) - 1))
def test_a_file_cut_after_any_line_keeps_the_moves_before(count: int) -> None:
    error = fail("".join(LINES[:count]))
    # a file that ends on a whole line is found broken at its end
    assert error.where in (f"line {max(count, 1)}", f"line {count + 1}")
    assert "not JSON" in str(error)
    moves = max(0, min(count - FIRST_MOVE, len(ACTS)))
    if count < FIRST_MOVE - 1:
        assert error.kept is None, "without its deal there is nothing to keep"
    else:
        assert kept(error) == ACTS[:moves]


@pytest.mark.parametrize("cut", range(0, len(TEXT) - 2, 41))
def test_a_file_cut_anywhere_names_a_line_and_keeps_whole_moves(cut: int) -> None:
    error = fail(TEXT[:cut])
    assert error.where.startswith("line ")
    if TEXT[:cut].count("\n") >= FIRST_MOVE:
        found = kept(error)
        assert found == ACTS[: len(found)]
        assert len(found) >= min(TEXT[:cut].count("\n") - FIRST_MOVE, len(ACTS))


def test_a_comment_with_odd_line_ends_does_not_shift_the_lines() -> None:
    record = Record.from_json(TEXT)
    record.line()[1].comment = "a\u2028b\x85c"
    lines = record.to_json().split("\n")
    error = fail("\n".join(lines[: FIRST_MOVE + 6]) + "\n   {oops")
    assert error.where == f"line {FIRST_MOVE + 7}"
    assert kept(error) == ACTS[:6]


def test_rubbish_in_the_middle_keeps_what_came_before() -> None:
    lines = TEXT.split("\n")
    lines[FIRST_MOVE + 5] = "  !!!"
    error = fail("\n".join(lines))
    assert error.where == f"line {FIRST_MOVE + 6}"
    assert kept(error) == ACTS[:5]


# --- not a record at all ----------------------------------------------------------------------


@pytest.mark.parametrize("source", ["", "   ", "{", "[", "hello", '{"cardkit": 1', "\ufeff{}"])
def test_what_is_no_json_names_a_line(source: str) -> None:
    error = fail(source)
    assert error.where.startswith("line 1")
    assert error.kept is None


@pytest.mark.parametrize("source", ["null", "3", '"x"', "[]", "true", "NaN"])
def test_json_that_is_no_object(source: str) -> None:
    error = fail(source)
    assert str(error).startswith("the file: expected an object, got")


def test_what_is_no_utf_8_names_the_byte() -> None:
    error = fail(b'{"title": "\xff"}')
    assert error.where == "byte 11"
    assert "not UTF-8" in str(error)


def test_a_byte_order_mark_is_no_harm() -> None:
    assert Record.from_json(b"\xef\xbb\xbf" + TEXT.encode()).to_json() == TEXT


def test_huge_nesting_is_an_error_and_no_crash() -> None:
    for source in ("[" * 100_000, '{"moves":' * 100_000, change(moves=[]).replace("[]}", "[" * 100_000)):
        error = fail(source)
        assert "nested too deeply" in str(error) or "not JSON" in str(error)


def test_a_number_of_thousands_of_digits_is_an_error_and_no_crash() -> None:
    error = fail('{"cardkit": ' + "9" * 5000 + "}")
    assert "the file" in str(error)
    assert fail(change(seed=1).replace('"seed": 1', '"seed": ' + "9" * 5000)).where == "the file"


# --- wrong types, field by field --------------------------------------------------------------

WRONG: list[Any] = [None, True, 1.5, 3, -1, "x", [], [1], {}, {"a": 1}]
FIELDS: dict[str, list[Any]] = {
    "cardkit": [1],
    "kind": ["record"],
    "game": ["four_cards"],
    "options": [{}],
    "seats": [[]],
    "title": ["x"],
    "seed": [None, 3, -1, "x"],
    "comment": ["x"],
    "start": [],
    "moves": [[]],
}


def test_the_fields_tried_are_the_fields_there_are() -> None:
    assert set(FIELDS) == set(json.loads(TEXT))


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_wrong_type_is_named_by_its_field(field: str, wrong: Any) -> None:
    if any(wrong == right and type(wrong) is type(right) for right in FIELDS[field]):
        return
    error = fail(change(**{field: wrong}))
    assert error.where.split("[")[0] == field
    assert "expected" in str(error) or "option" in str(error) or "no game" in str(error)
    if field == "moves":
        assert kept(error) == []


START: dict[str, list[Any]] = {"deck": [], "dealer": [], "totals": [], "deals": [3], "reshuffle": [3, 99]}
BAD_STARTS = [*WRONG, "8h 8h", "zz", 99, [1, 2, 3], ["a", "b"], [True, 1], 2**70]


@pytest.mark.parametrize("field", START)
@pytest.mark.parametrize("wrong", BAD_STARTS, ids=repr)
def test_a_wrong_type_in_the_start_is_named(field: str, wrong: Any) -> None:
    if any(wrong == right and type(wrong) is type(right) for right in START[field]):
        return
    start = {**json.loads(TEXT)["start"], field: wrong}
    assert fail(change(start=start)).where == "start"
    del start[field]
    assert fail(change(start=start)).where == "start"


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"players": 9}, "players=9: expected a whole number from 2 to 8 (CA25)"),
        ({"players": True}, "players=True: expected a whole number"),
        ({"players": "2"}, "players='2': expected a whole number"),
        ({"players": [2]}, "players=[2]: expected a whole number"),
        ({"eight_rule": "both"}, "eight_rule='both': expected one of 'pure', 'pair' (CA1)"),
        ({"freeze_closer": 1}, "freeze_closer=1: expected one of False, True (CA8)"),
        ({"jokers": 2}, "has no option jokers; it has players"),
        ({"name": "x"}, "has no option name"),
        ({"self": 1}, "has no option self"),
        ({"preset": "house"}, "preset='house': four_cards has 'seed', 'cambio'"),
        ({"preset": []}, "preset=[]: four_cards has"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], told: str) -> None:
    error = fail(change(options=options))
    assert error.where == "options"
    assert told in str(error)


def test_an_unknown_game_or_version_is_named() -> None:
    error = fail(change(game="bridge"))
    assert str(error).startswith("game: no game 'bridge' here: expected one of 'four_cards'")
    error = fail(change(cardkit=2))
    assert str(error) == "cardkit: expected version 1, got 2"
    for version in (True, 1.0, "1"):
        assert fail(change(cardkit=version)).where == "cardkit"


# --- bad moves --------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 3, 9])
@pytest.mark.parametrize(
    "move",
    [
        {"act": "1 pass"},
        {"act": "0 dance"},
        {"act": "7 draw"},
        {"act": ""},
        {"act": "0 peek 1.99"},
        {"act": "0 swap " + "9" * 5000},
        {"act": 3},
        {"act": None},
        {},
        "0 draw",
        None,
        [],
    ],
    ids=lambda move: repr(move)[:30],
)
def test_a_bad_move_in_the_middle_is_named_and_what_came_before_kept(at: int, move: Any) -> None:
    moves = json.loads(TEXT)["moves"]
    moves[at] = move
    error = fail(change(moves=moves))
    assert error.where == f"moves[{at}]"
    assert kept(error)[:at] == ACTS[:at]
    assert len(kept(error)) == at


def test_a_bad_comment_names_its_move() -> None:
    moves = json.loads(TEXT)["moves"]
    moves[2]["comment"] = 5
    error = fail(change(moves=moves))
    assert str(error) == "moves[2]: comment: expected a text, got 5"


def test_a_bad_variation_names_the_way_to_it_and_keeps_the_main_line() -> None:
    moves = json.loads(TEXT)["moves"]
    for variations, where in (
        (3, "moves[3].variations"),
        ({}, "moves[3].variations"),
        ([3], "moves[3].variations[0]"),
        ([[], [{"act": "1 look 9"}]], "moves[3].variations[1][0]"),
        ([[{"act": moves[3]["act"], "variations": [[5]]}]], "moves[3].variations[0][0].variations[0][0]"),
    ):
        bad = [*moves[:3], {**moves[3], "variations": variations}, *moves[4:]]
        error = fail(change(moves=bad))
        assert error.where == where
        assert kept(error)[:4] == ACTS[:4]
        if variations != 3 and variations != {}:
            assert kept(error) == ACTS


def test_deep_variations_are_read() -> None:
    data = json.loads(Record.deal("four_cards", seed=7).to_json())
    pairs = [[a, b] for a in range(1, 5) for b in range(a + 1, 5)]
    moves: list[Any] = []
    for number in range(150):
        a, b = pairs[number % 6]
        act = {"act": f"0 look {a} {b}"}
        moves = [{**act, "variations": [moves]} if moves else act]
    record = Record.from_json(json.dumps({**data, "moves": moves}))
    assert len(record.root.children) == 6


def test_halves_of_characters_do_not_spoil_a_file() -> None:
    source = change(title="x").replace('"x"', '"\\ud800"')
    record = Record.from_json(source)
    assert record.title == "?"
    record.to_json().encode()
    record.to_query()


# --- bad links --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "where"),
    [
        ("", "game"),
        ("game=bridge", "game"),
        ("game=four_cards", "seed"),
        ("game=four_cards&players=9&seed=1", "options"),
        ("game=four_cards&players=" + "9" * 5000 + "&seed=1", "options"),
        ("game=four_cards&colour=red&seed=1", "options"),
        ("game=four_cards&preset=house&seed=1", "options"),
        ("game=four_cards&start={", "start"),
        ("game=four_cards&start=3", "start"),
        ("game=four_cards&start={}", "start"),
        ("game=four_cards&seed=1&seats=Ana,Bea", "seats"),
        ("game=four_cards&seed=1&acts=0 look;1 dance", "acts[1]"),
        ("game=four_cards&seed=1&acts=0 look;0 pass", "acts[1]"),
    ],
)
def test_a_bad_link_names_its_field(query: str, where: str) -> None:
    with pytest.raises(RecordError) as caught:
        Record.from_query(query)
    assert caught.value.where == where
    if where.startswith("acts"):
        assert isinstance(caught.value.kept, Record)
        assert len(caught.value.kept.line()) == 2
