"""The length of a match: boxes that fill, and bots that play matches out."""

from __future__ import annotations

import asyncio
import re
from fractions import Fraction
from itertools import pairwise

import ipywidgets
import pytest

import cardkit
from cardkit.bots import BOTS, play, table
from cardkit.odds.exact import kozel
from cardkit.odds.experiments import experiment
from cardkit.odds.simulate import deals_played, play_seed, simulate_play
from cardkit.rng import key
from cardkit.widgets.lesson import Lesson
from cardkit.widgets.matches import BotMatches, Filling, filling
from cardkit.words import LANGUAGES
from tests.widgets.test_lesson import inside


def words_of(*parts: ipywidgets.Widget) -> str:
    """What stands on buttons, charts (with the sentences in their place) and in the lines of some parts."""
    texts = [
        str(getattr(one, name, ""))
        for part in parts
        for one in inside(part)
        for name in ("description", "value")
    ]
    text = re.sub(r"<style>.*?</style>", "", " ".join(texts), flags=re.DOTALL)
    return re.sub(r"<[^>]*?(?:aria-label=\"([^\"]*)\")?[^>]*>", r" \1 ", text).lower()


def test_boxes_of_a_short_match() -> None:
    standings, rows = filling(4, 3)
    assert standings == [(0, 0), (2, 0), (2, 2), None]
    game = kozel.toy_game()
    eggs, two = game[0, 0], 2 * game[2, 0]
    assert rows[0] == [1, 0, 0, 0]
    assert rows[1] == [eggs, two, 0, 1 - eggs - two]
    # from 2-0 the other team gets its two points half of the time
    assert rows[2] == [eggs**2, 2 * eggs * two, two * two / 2, 1 - eggs**2 - 2 * eggs * two - two * two / 2]
    assert all(sum(row) == 1 for row in rows)


def test_what_is_not_over_adds_up_to_the_games_a_match_takes() -> None:
    """The expected number of games is the sum of the chances that it still goes on: a second method."""
    _, rows = filling(12, 60)
    going = [1 - row[-1] for row in rows]
    assert all(after <= before for before, after in pairwise(going))
    assert abs(sum(going) - experiment("match_games").exact) < Fraction(1, 10**9)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_slider_fills_the_boxes(lang: str) -> None:
    part = Filling(lang=lang)
    drawn = {part.chart.value}
    for target in (4, 12):
        part.target.value = target
        for games in (1, 5):
            part.games.value = games
            drawn.add(part.chart.value)
    assert len(drawn) == 5


@pytest.mark.parametrize(
    ("lang", "deals", "matches"),
    [("en", r"\bdeals?\b|\bdealt\b", r"\bmatch(es)?\b"), ("pt", r"\bmãos?\b|\bcartas\b", r"\bséries?\b")],
)
def test_a_run_is_told_in_what_it_counts(lang: str, deals: str, matches: str) -> None:
    for asked, said, unsaid in (
        (Lesson(1, lang=lang), deals, matches),
        *((Lesson(10, lang=lang).part(part), matches, deals) for part in ("match", "eggs")),
    ):
        run = asked.big_run()
        before = words_of(run, asked.compare())
        run.start()
        compare = asked.compare()
        compare.button.click()
        for told in (before, words_of(run, compare)):
            assert re.search(said, told)
            assert not re.search(unsaid, told)


def test_bots_play_matches_to_their_end() -> None:
    bots = BotMatches(seed=3)
    bots.kind.value = "random"
    bots.size.value = 40
    asyncio.run(bots.run())
    assert repr(bots) == "BotMatches(random, 40 matches)"
    assert bots.result is not None
    assert (
        bots.result.counts
        == simulate_play(cardkit.game("kozel"), "random", deals_played, 40, 3, match=True).counts
    )
    # the model keeps still until it is asked for
    assert "games on average" in bots.said.value
    assert "toy model" not in bots.said.value + bots.chart.value
    bots.line.value = True
    assert "toy model says 7.62" in bots.said.value
    assert "toy model" in bots.chart.value
    assert re.search(r"6: 0\.\d+, toy model 0\.147", bots.chart.value)
    bots.kind.value = "careful"
    assert bots.result is None
    assert not bots.said.value


def test_before_a_match_is_played_the_chart_says_so() -> None:
    bots = BotMatches(seed=3)
    assert "No match has been played yet." in bots.chart.value
    assert "Most often" not in bots.chart.value
    # the toy model alone: its own bars, under its own name
    bots.line.value = True
    assert "Most often 8." in bots.chart.value
    assert "toy model" in bots.chart.value
    assert ">played<" not in bots.chart.value


@pytest.mark.parametrize("kind", BOTS)
def test_a_match_of_bots_again_by_hand(kind: str) -> None:
    game = cardkit.game("kozel")
    found = simulate_play(game, kind, deals_played, 1, seed=5, match=True)
    seed = play_seed(5, 0)
    state, bots, games = game.deal(seed), table(kind, game, seed), 0
    while True:
        for step in play(game, state, bots):
            state = step.state
        games += 1
        if game.standing(state).winners is not None:
            break
        state = game.next_deal(state, key(seed, "deal", games))
    assert found.counts == {games: 1}
    assert max(game.standing(state).totals) >= 12


def test_random_bots_take_fewer_games_than_coins() -> None:
    """Tricks of one game hang together, so it is lopsided more often than nine coins make it."""
    found = simulate_play(cardkit.game("kozel"), "random", deals_played, 64, 7, match=True).estimate
    assert found.mean + 3 * found.se < experiment("match_games").exact
