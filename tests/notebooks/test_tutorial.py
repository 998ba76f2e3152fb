"""The positions of the 4 Cartas tutorial show what the prose beside them says."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.record import Record
from cardkit.widgets import Player, Table
from tests.notebooks.reading import LANGUAGES, code, prose, read, run


@pytest.fixture(scope="module", params=LANGUAGES)
def lesson(request: pytest.FixtureRequest) -> tuple[dict[str, Any], list[Any]]:
    return run(request.param, "four_cards.ipynb")


@pytest.fixture
def at(lesson: tuple[dict[str, Any], list[Any]]) -> dict[str, Any]:
    return lesson[0]


def kinds(record: Record) -> list[str]:
    return [event.kind for node in record.line() for event in node.events]


def totals(record: Record, seat: int) -> list[int | None]:
    """What a hand counts after each action."""
    return [record.game.score(node.state).totals[seat] for node in record.line()]


def acts(record: Record, seat: int) -> list[str]:
    return [str(n.action) for n in record.line()[1:] if n.action is not None and n.action.seat == seat]


def faces(player: Player, step: int, zone: str) -> list[str]:
    """The cards of a zone with all hands open, after some steps."""
    told = [
        frame["zones"][zone]
        for frame in player.data["steps"]["open"][: step + 1]
        if zone in frame.get("zones", {})
    ]
    return [card.get("f", "") for card in told[-1]["cards"]]


def hand(record: Record, seat: int) -> list[str]:
    return [str(card) for card in record.line()[-1].state.hands[seat].cards]


def test_one_page_has_few_players(lesson: tuple[dict[str, Any], list[Any]]) -> None:
    shown = [one for one in lesson[1] if isinstance(one, Player | Table)]
    assert len(shown) <= 12
    names = [one.data["id"] for one in shown]
    assert len(set(names)) == len(names)


def test_each_table_follows_its_prose() -> None:
    cells = read("en", "four_cards.ipynb").cells
    shows = [n for n, cell in enumerate(cells) if "lang=LANG" in cell.source]
    assert shows
    for n in shows:
        assert cells[n - 1].cell_type == "markdown"
        assert cells[n - 1].source.startswith("## ")


def test_cells_are_short() -> None:
    notebook = read("pt", "four_cards.ipynb")
    assert max(source.count("\n") for source in code(notebook)) < 20
    assert all(text.count("\n\n") <= 4 for text in prose(notebook))


def test_first_turn_any_slot_is_a_gain(at: dict[str, Any]) -> None:
    for slot in (1, 2, 3, 4):
        table = Table(at["first_turn"], name="test")
        before = at["first_turn"].game.score(table.record.state).totals[0]
        for act in (f"0 look {slot} {slot % 4 + 1}", "0 draw", f"0 swap {slot}"):
            table.act(act)
        after = table.record.game.score(table.record.state).totals[0]
        assert after < before
        # no power cuts into a first turn
        assert "power" not in [node.state.phase for node in table.record.line()]


def test_the_eights_flip_as_told(at: dict[str, Any]) -> None:
    assert list(dict.fromkeys(totals(at["eights"], 0))) == [15, 6, -20]
    assert {card[0] for card in hand(at["eights"], 0)} == {"8"}


def test_the_queen_finds_a_ten(at: dict[str, Any]) -> None:
    queen = at["queen"]
    assert acts(queen, 0) == ["0 look 1 2", "0 draw", "0 throw", "0 peek 4"]
    assert hand(queen, 0)[3] == "Td"
    assert queen.line()[-1].events[0].rule == "C12"
    assert queen.game.observe(queen.state, 1).hands[0][3] != queen.state.hands[0].cards[3]


def test_the_jack_gets_the_ace_for_a_nine(at: dict[str, Any]) -> None:
    jack = at["jack"]
    assert acts(jack, 0)[-2:] == ["0 peek 1.2", "0 trade 2 1.2"]
    assert hand(jack, 0)[1] == "Ac"
    assert hand(jack, 1)[1] == "9c"
    # Bruno, who had seen the ace, still knows where it is
    assert str(jack.game.observe(jack.state, 1).hands[0][1]) == "Ac"


def test_the_king_looks_twice_and_swaps(at: dict[str, Any]) -> None:
    king = at["king"]
    assert kinds(king).count("peek") == 2
    assert hand(king, 0)[2] == "2s"
    assert hand(king, 2)[2] == "9c"


def test_two_sixes_are_matched(at: dict[str, Any]) -> None:
    matching = at["matching"]
    assert kinds(matching).count("match") == 2
    assert "mismatch" not in kinds(matching)
    assert hand(matching, 0)[1] == hand(matching, 2)[0] == "None"
    for node in matching.line()[1:]:
        # each knew the card
        if node.action.kind == "match":
            seat, slot = node.action.places[0]
            assert matching.game.observe(node.parent.state, seat).hands[seat][slot] >= 0


def test_a_good_close_counts_as_it_is(at: dict[str, Any]) -> None:
    end = at["good_close"].line()[-1]
    assert "close_lowest" in [event.kind for event in end.events]
    assert at["good_close"].game.score(end.state).totals == (7, 10)


def test_a_bad_close_is_doubled_by_one_other_card(at: dict[str, Any]) -> None:
    end = at["bad_close"].line()[-1]
    assert "close_failed_double" in [event.kind for event in end.events]
    assert at["bad_close"].game.score(end.state).totals == (14, 6)
    good, bad = at["good_close"], at["bad_close"]
    assert acts(good, 0) == acts(bad, 0)
    assert acts(good, 1) == acts(bad, 1)
    # before the last card Bruno had 14
    closed = next(n for n in bad.line()[1:] if n.action.kind == "close")
    assert bad.game.score(closed.state).totals[1] == 14


def test_errors_cost_a_card_each(at: dict[str, Any]) -> None:
    penalties = at["penalties"]
    assert [kind for kind in kinds(penalties) if kind in ("mismatch", "foul", "penalty")] == [
        "mismatch",
        "penalty",
        "foul",
        "penalty",
    ]
    assert (len(hand(penalties, 0)), len(hand(penalties, 1)), len(hand(penalties, 2))) == (5, 5, 4)
    assert hand(penalties, 0)[1:3] == ["6d", "9h"]
    wrong = next(n for n in penalties.line()[1:] if n.action.kind == "match")
    assert str(wrong.parent.state.pile[-1])[0] == "6"
    assert wrong.parent.state.turn == 2, "it is Clara’s turn when Bruno draws"


def test_the_whole_round_has_something_of_everything(lesson: tuple[dict[str, Any], list[Any]]) -> None:
    player = lesson[0]["whole_round"]
    told = {frame["log"]["text"] for frame in player.data["steps"]["open"] if frame.get("log")}
    assert 25 <= len(player.data["steps"]["open"]) <= 60
    rules = {rule for frame in player.data["steps"]["open"] for rule in frame.get("rules", ())}
    # a match, a power, a close, and the marks
    assert {"C17", "C24", "C25"} <= rules, told
    assert {"C10", "C11", "C12"} <= rules
    # the ace of clubs begins with Bruno, and by way of the pile and of Clara it comes to Ana
    holders = [
        holder
        for n in range(len(player.data["steps"]["open"]))
        for holder in ("hand:0", "hand:1", "hand:2")
        if "Ac" in faces(player, n, holder)
    ]
    assert list(dict.fromkeys(holders)) == ["hand:1", "hand:2", "hand:0"]
