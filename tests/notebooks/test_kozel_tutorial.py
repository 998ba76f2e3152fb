"""The positions of the Kozel tutorial show what the prose beside them says."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cards import UNKNOWN, text
from cardkit.games.kozel.score import points_of
from cardkit.record import Record
from cardkit.widgets import Player, Table
from tests.notebooks.reading import LANGUAGES, code, prose, read, run
from tests.widgets.alike import Page


@pytest.fixture(scope="module", params=LANGUAGES)
def lesson(request: pytest.FixtureRequest) -> tuple[dict[str, Any], list[Any]]:
    return run(request.param, "kozel.ipynb")


@pytest.fixture
def at(lesson: tuple[dict[str, Any], list[Any]]) -> dict[str, Any]:
    return lesson[0]


def kinds(record: Record) -> list[str]:
    return [event.kind for node in record.line() for event in node.events]


def plays(record: Record) -> list[str]:
    return [f"{play.seat} {play.kind} {text(play.cards)}" for play in record.state.tricks[0].plays]


def ok(record: Record, act: str) -> bool:
    return bool(record.game.check(record.state, record.game.parse(record.state, act)).ok)


def test_one_page_has_few_players(lesson: tuple[dict[str, Any], list[Any]]) -> None:
    shown = [one for one in lesson[1] if isinstance(one, Player | Table)]
    assert len(shown) <= 12
    names = [one.data["id"] for one in shown]
    assert len(set(names)) == len(names)


def test_each_table_follows_its_prose() -> None:
    cells = read("en", "kozel.ipynb").cells
    shows = [n for n, cell in enumerate(cells) if "lang=LANG" in cell.source]
    assert shows
    for n in shows:
        assert cells[n - 1].cell_type == "markdown"
        assert cells[n - 1].source.startswith("## ")


def test_cells_are_short() -> None:
    notebook = read("pt", "kozel.ipynb")
    assert max(source.count("\n") for source in code(notebook)) < 20
    assert all(text.count("\n\n") <= 4 for text in prose(notebook))


def test_ten_beats_king_and_a_trump_beats_the_ten(at: dict[str, Any]) -> None:
    assert plays(at["ranks"]) == ["0 lead Kc", "1 beat Tc", "2 beat 6h", "3 throw 6s"]
    assert str(at["ranks"].root.state.shown)[1] == "h"


def test_the_ace_and_the_trump_beat_the_ten_and_nothing_else(at: dict[str, Any]) -> None:
    record = at["one_card"]
    assert text(record.state.trick[0].cards) == "Td"
    assert record.state.turn == 0
    assert {card: ok(record, f"0 beat {card}") for card in ("Ad", "7h", "9s", "Kc")} == {
        "Ad": True,
        "7h": True,
        "9s": False,
        "Kc": False,
    }
    assert all(ok(record, f"0 throw {card}") for card in ("Ad", "7h", "9s", "Kc"))


def test_two_are_beaten_one_by_one(at: dict[str, Any]) -> None:
    record = at["several"]
    assert plays(record)[:3] == ["3 lead 7s Qs", "0 beat Js 9d", "1 beat 8d Kd"]
    before = record.line()[2]
    assert before.action is not None
    verdict = record.game.check(before.state, record.game.parse(before.state, "1 beat Kd 9s"))
    assert (verdict.ok, verdict.reason) == (False, "below")
    assert [str(verdict.params[name]) for name in ("card", "over")] == ["9s", "Js"]


def test_fourteen_points_go_unseen(at: dict[str, Any]) -> None:
    record = at["thrown"]
    own = next(play for play in record.state.tricks[0].plays if play.seat == 0)
    assert (own.kind, points_of(own.cards)) == ("throw", 14)
    assert record.state.tricks[0].taker == 2, "Clara"
    assert set(own.seen(1).cards) == {UNKNOWN}


def test_the_taker_draws_first_and_fifth(at: dict[str, Any]) -> None:
    record = at["thrown"]
    stock = record.root.state.stock
    drawn = [e for e in record.line()[-1].events if e.kind == "draw"]
    assert [event.cards[0] for event in drawn if event.seat == 2] == [stock[0], stock[4]]
    assert record.state.turn == 2


def test_the_molodka_is_there_to_be_led(at: dict[str, Any]) -> None:
    page = Page(Table(at["molodka"], name="test"))
    page.click(next(act for act in page.acts if "molodka" in act))
    told = kinds(page.table.record)
    assert told.count("return") == 3, "Bruno’s, Clara’s and Davi’s cards"
    assert "lead_four" in told


def test_the_count_is_close(at: dict[str, Any]) -> None:
    record = at["count"]
    assert record.game.outcome(record.state).points == (58, 62)
    assert record.game.standing(record.state).totals == (2, 0)


def test_the_series_ends_with_goats(at: dict[str, Any]) -> None:
    record = at["series"]
    standing = record.game.standing(record.state)
    assert (standing.deals, standing.winners) == (8, (1,))
    assert record.state.match.eggs == 1
    assert kinds(record)[-1] == "goats_with_eggs"


def test_the_whole_game_has_something_of_everything(at: dict[str, Any]) -> None:
    steps = at["whole_game"].data["steps"]["open"]
    assert 25 <= len(steps) <= 60
    rules = {rule for frame in steps for rule in frame.get("rules", ())}
    # leads, beats, throw-offs, tricks, draws, a molodka, the count
    assert {"K5", "K7", "K8", "K9", "K15", "K12", "K18", "K21"} <= rules
