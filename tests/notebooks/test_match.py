"""A match at one table: its rounds, the standing after each, and the next match."""

from __future__ import annotations

import random

import pytest

from cardkit import game
from cardkit.widgets import Match


def play_round(match: Match, rng: random.Random) -> None:
    """Press buttons until the round is over."""
    while not match.round_over:
        acts = [act for act in match.table.data["live"]["acts"] if act["style"] != "off"]
        match.table._heard({"type": "act", "id": rng.choice(acts)["id"]})


def test_a_whole_match() -> None:
    rules = game("four_cards", players=3, rounds=2)
    match, rng = Match(rules, seed=3, lang="pt"), random.Random(1)
    sheet, button = match.standing.children
    assert match.standing.layout.display == "none"
    with pytest.raises(ValueError, match="not over"):
        match.go_on()

    play_round(match, rng)
    assert match.standing.layout.display is None
    assert "Depois da rodada 1 de 2" in sheet.value
    assert button.description == "Próxima rodada"
    first = rules.standing(match.table.record.state).totals
    assert all(f"<b>{str(total).replace('-', '−')}</b>" in sheet.value for total in first)

    button.click()
    assert match.standing.layout.display == "none"
    assert match.table.record.root.state.match.deals == 1
    assert match.table.record.root.state.match.totals == first
    assert match.table.data["id"] == "match"
    play_round(match, rng)
    standing = rules.standing(match.table.record.state)
    assert standing.winners is not None
    assert "ganha" in sheet.value
    assert button.description == "Nova partida"

    button.click()
    assert match.table.record.root.state.match.deals == 0
    assert not match.round_over


def test_the_same_seed_is_the_same_match() -> None:
    one, other = (Match("four_cards", seed="kite") for _ in range(2))
    assert one.table.record.to_query() == other.table.record.to_query()
    assert repr(one) == "Match(Table(4 Cartas, round 1 of 5))"


def test_nothing_hidden_is_sent_when_a_round_begins() -> None:
    match, rng = Match("four_cards", seed=5), random.Random(2)
    play_round(match, rng)
    assert [view["id"] for view in match.table.data["views"]] == ["0", "1", "2", "3", "open"]
    match.go_on()
    assert [view["id"] for view in match.table.data["views"]] == ["0"]


def test_a_table_takes_deals_of_its_own_game_only() -> None:
    match = Match("four_cards", seed=5)
    other = Match(game("four_cards", players=3), seed=5)
    with pytest.raises(ValueError, match="plays"):
        match.table.restart(other.table.record)
