"""Simulation: right within three standard errors, and the same digits however the work is shared."""

from __future__ import annotations

import pickle
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import islice
from math import sqrt
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

import cardkit
from cardkit.bots import recorded
from cardkit.cards import Card, cards, pack
from cardkit.odds.experiments import EXPERIMENTS, Experiment, experiment
from cardkit.odds.recipes import Array, Cards, Opening
from cardkit.odds.simulate import (
    BLOCK,
    Result,
    closer_fails,
    lowest_mark,
    opening,
    play_seed,
    simulate,
    simulate_play,
    stream,
    turns,
)
from cardkit.words import LANGUAGES, plain

SLOW = {"toy_game": 30_000, "match_games": 30_000}


def digits(result: Result) -> tuple[object, ...]:
    return result.deals, sorted(result.counts.items()), result.sums


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_agrees_with_its_exact_answer(name: str) -> None:
    found = experiment(name)
    result = simulate(found, SLOW.get(name, 120_000), seed=11)
    assert abs(result.compare().errors) < 3
    if found.distribution is not None:
        for value, p in found.distribution.items():
            se = sqrt(float(p) * (1 - float(p)) / result.deals)
            # many values are looked at, so a little more room for each
            assert abs(result.histogram.get(value, 0) - float(p)) < 4.5 * se + 1e-3
        assert set(result.counts) <= set(found.distribution)


OTHERS: list[tuple[str, dict[str, Any]]] = [
    ("fresh_hand", {"eight_rule": "pair"}),
    ("fresh_hand", {"size": 2}),
    ("look_gain", {"own": "5h", "power": "K"}),
    ("look_gain", {"own": "3h", "power": "blind"}),
    ("look_gain", {"source": "slot", "power_on": "drawn_only"}),
    ("close_lowest", {"own": "4c 5d 6h", "players": 3, "eight_rule": "pair"}),
    ("close_mark", {"own": "8c Ad", "players": 6}),
    ("match_known", {"players": 8, "looks": 1}),
    ("partner_red_three", {"held": 2}),
    ("red_three_mortos", {"players": 2}),
    ("lavadeira", {"max_wilds": 1}),
    ("run", {"max_wilds": 1}),
    ("run", {"max_wilds": 2}),
    ("meld", {"max_wilds": None}),
    ("four_of_suit", {"hands": 4}),
    ("no_trump", {"trump_seen": True}),
    ("beaten", {"lead": "9s Js"}),
    ("beaten", {"lead": "Ac"}),
    ("match_games", {"target": 4, "eggs_double_next": True}),
    ("next_card", {"pack_size": 104, "wanted": "8", "seen": "8h 8h"}),
]


@pytest.mark.parametrize(("name", "params"), OTHERS)
def test_experiments_under_other_rules(name: str, params: dict[str, object]) -> None:
    assert abs(simulate(experiment(name, **params), 120_000, seed=12).compare().errors) < 3


def test_names_in_both_languages() -> None:
    for name, params in [*((name, {}) for name in EXPERIMENTS), *OTHERS]:
        found = experiment(name, **params)
        titles = {plain(found.title(lang)) for lang in LANGUAGES}
        assert len(titles) == 2
        assert 0 <= found.lesson <= 10
    assert {lesson for lesson, _ in EXPERIMENTS.values()} == set(range(11))


# --- the same digits ------------------------------------------------------------------------------

ASKED = 5 * BLOCK + 1234


@pytest.fixture(scope="module")
def workers() -> Iterator[dict[int, Executor]]:
    context = get_context("forkserver")
    with ProcessPoolExecutor(2, context) as two, ProcessPoolExecutor(8, context) as eight:
        yield {2: two, 8: eight}


@pytest.mark.parametrize("name", ["fresh_hand", "close_mark"])
def test_any_workers_and_chunks_give_the_same_digits(name: str, workers: dict[int, Executor]) -> None:
    found = experiment(name)
    expected = digits(simulate(found, ASKED, seed="a class"))
    for chunk in (1, 2, 3, 100):
        assert digits(simulate(found, ASKED, seed="a class", chunk=chunk)) == expected
    for executor in workers.values():
        for chunk in (1, 4):
            got = simulate(found, ASKED, seed="a class", chunk=chunk, executor=executor)
            assert digits(got) == expected
    with ThreadPoolExecutor(3) as threads:
        assert digits(simulate(found, ASKED, seed="a class", chunk=1, executor=threads)) == expected
    assert digits(simulate(found, ASKED, seed="another")) != expected
    assert digits(simulate(found, ASKED, seed=7)) == digits(simulate(found, ASKED, seed="7"))


def test_a_dask_cluster_gives_the_same_digits() -> None:
    distributed = pytest.importorskip("distributed")
    found = experiment("close_mark")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
        ) as cluster,
        distributed.Client(cluster) as client,
        client.get_executor() as executor,
    ):
        got = simulate(found, ASKED, seed=3, chunk=1, executor=executor)
    assert digits(got) == digits(simulate(found, ASKED, seed=3))


def test_more_deals_go_on_where_fewer_stopped() -> None:
    found = experiment("match_hands")
    few, many = simulate(found, 20, 5), simulate(found, 20_000, 5)
    assert few.sums == many.sums[: len(few.sums)]
    values = [
        sum(any(c.rank == 7 for c in hand) for hand in opening(found, number, 5).hands)
        for number in range(20)
    ]
    assert few.counts == {value: values.count(value) for value in set(values)}


# --- results --------------------------------------------------------------------------------------


def test_the_running_estimate_ends_at_the_estimate() -> None:
    result = simulate(experiment("eight"), 100_000, seed=2)
    running = result.running
    assert [point.deals for point in running] == sorted({point.deals for point in running})
    assert running[0].deals == 1
    assert running[-1] == (100_000, result.estimate)
    assert len(running) < 24 * 5 + 2
    low, high = result.interval()
    assert low < result.estimate.mean < high
    assert sum(result.histogram.values()) == pytest.approx(1)


def test_nothing_asked_nothing_done() -> None:
    result = simulate(experiment("eight"), 0)
    assert result.complete
    assert result.counts == {}
    assert result.running == ()
    with pytest.raises(ValueError, match="no deals"):
        result.estimate
    with pytest.raises(ValueError, match="deals=-1"):
        simulate(experiment("eight"), -1)
    with pytest.raises(ValueError, match="chunk=0"):
        simulate(experiment("eight"), 1, chunk=0)


def test_progress_and_cancel() -> None:
    found = experiment("close_lowest")
    seen: list[tuple[int, int]] = []
    result = simulate(
        found,
        10 * BLOCK,
        seed=4,
        chunk=1,
        progress=lambda done, asked: seen.append((done, asked)),
        cancel=lambda: len(seen) > 3,
    )
    assert not result.complete
    assert seen == [(k * BLOCK, 10 * BLOCK) for k in range(4)]
    assert digits(result)[:2] == digits(simulate(found, 3 * BLOCK, seed=4))[:2]


def test_cancel_with_an_executor_keeps_the_order() -> None:
    found = experiment("close_lowest")
    with ThreadPoolExecutor(2) as threads:
        asked = iter([False, False, True])
        result = simulate(found, 50 * BLOCK, 4, chunk=1, executor=threads, cancel=lambda: next(asked))
    assert digits(result)[:2] == digits(simulate(found, 2 * BLOCK, seed=4))[:2]


def test_a_stream_may_be_left() -> None:
    parts = stream(experiment("eight"), 10**12, seed=1, chunk=1)
    assert [part.deals for part in islice(parts, 3)] == [0, BLOCK, 2 * BLOCK]


def test_memory_stays_flat() -> None:
    found = experiment("red_three_table")
    simulate(found, BLOCK)
    peaks = []
    for blocks in (2, 10):
        tracemalloc.start()
        simulate(found, blocks * BLOCK, seed=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]
    assert peaks[1] < 12_000_000


# --- deals ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name != "match_games"])
def test_any_deal_opens_as_a_whole_deck(name: str) -> None:
    found = experiment(name)
    recipe = found.recipe
    assert isinstance(recipe, Cards)
    for number in (0, 3, BLOCK + 5):
        deal = opening(found, number, seed=9)
        assert deal == opening(found, number, seed=9)
        assert sorted(deal.deck) == list(pack(recipe.pack))
        # the cards of the deal lie where its recipe says
        laid = [c for hand in deal.hands for c in hand]
        placed = dict(zip(recipe.at, (*laid, *recipe.seen), strict=False))
        assert all(deal.deck[at] == c for at, c in placed.items())
        assert not set(laid) & set(recipe.seen)


def test_opened_deals_are_the_ones_that_were_counted() -> None:
    found = experiment("close_lowest")
    result = simulate(found, 40, seed=6)
    lowest = 0
    for number in range(40):
        state = result.opening(number).state()
        sheet = state and cardkit.game("four_cards").score(state)
        own, *others = (total for total in sheet.totals if total is not None)
        assert own == 4
        lowest += own < min(others)
    assert result.counts.get(1, 0) == lowest


def seen_by_all(deal: Opening) -> list[Counter[str]]:
    """Return the cards of each hand of an opened deal, as if all were open."""
    rules, state = deal.rules(), deal.state()
    if deal.game == "four_cards":
        return [Counter(map(str, hand.cards)) for hand in state.hands]
    return [Counter(map(str, rules.observe(state, seat).hands[seat])) for seat in range(len(state.hands))]


@pytest.mark.parametrize("name", [name for name in EXPERIMENTS if name not in ("match_games", "toy_game")])
def test_the_dealt_cards_lie_in_one_place_of_the_position(name: str) -> None:
    for number in (1, 4):
        deal = opening(experiment(name), number, seed=3)
        state, places = deal.state(), seen_by_all(deal)
        if deal.game == "tranca":
            # a red 3 that was dealt lies on the table already (T9); the mortos are dealt as well
            places = [hand + Counter(map(str, state.red3s[seat % 2])) for seat, hand in enumerate(places)]
            places += [Counter(map(str, morto)) for morto in state.mortos]
        places.append(Counter(map(str, state.stock)))
        for hand in deal.hands:
            assert any(not Counter(map(str, hand)) - place for place in places)


def test_red_threes_opened_are_the_ones_that_were_counted() -> None:
    result = simulate(experiment("red_three_table"), 40, seed=6)
    found = 0
    for number in range(40):
        deal = result.opening(number)
        laid = Counter(str(c) for side in deal.state().red3s for c in side)
        dealt = Counter(str(c) for hand in deal.hands for c in hand if str(c) in ("3h", "3d"))
        # a replacement may be another one: more can be laid than were dealt, never fewer
        assert not dealt - laid
        found += bool(dealt)
    assert result.counts.get(1, 0) == found


def test_fours_of_a_suit_opened_are_the_ones_that_were_counted() -> None:
    result = simulate(experiment("four_of_suit", hands=4), 300, seed=2)
    hands = [hand for number in range(300) for hand in seen_by_all(result.opening(number))]
    deals = [hands[at : at + 4] for at in range(0, len(hands), 4)]
    found = sum(any(len({c[-1] for c in hand}) == 1 for hand in deal) for deal in deals)
    assert result.counts.get(1, 0) == found > 0


def test_the_turned_card_lies_on_the_pile() -> None:
    state = opening(experiment("match_held", players=6), 2, seed=1).state()
    assert state.pile == cards("7d")
    assert len(state.hands) == 6


def test_deals_are_even() -> None:
    # every card is as likely at every place: χ² with 51 degrees of freedom, four standard deviations
    recipe = Cards((11, 11), pack=52)
    dealt = recipe.sample(np.random.default_rng(3), 40_000)
    for place in (0, 5, 21):
        counts = np.bincount(dealt[:, place], minlength=52)
        chi = float(((counts - 40_000 / 52) ** 2 / (40_000 / 52)).sum())
        assert chi < 51 + 4 * sqrt(2 * 51)
    assert (np.diff(np.sort(dealt, axis=1), axis=1) > 0).all()


def test_a_recipe_with_too_many_cards_is_told() -> None:
    with pytest.raises(ValueError, match="60 cards to deal"):
        Cards((60,))


def hearts(deals: Array) -> Array:
    return np.asarray((deals // 13 == 2).sum(axis=1))


def an_answer() -> Fraction:
    return Fraction(13, 4)


def test_an_experiment_of_ones_own(workers: dict[int, Executor]) -> None:
    own = Experiment("hearts", 0, "odds.experiment.eight", Cards((13,)), hearts, an_answer)
    result = simulate(own, 2 * BLOCK, seed=8)
    assert abs(result.compare().errors) < 3
    assert digits(simulate(own, 2 * BLOCK, seed=8, chunk=1, executor=workers[2])) == digits(result)
    assert pickle.loads(pickle.dumps(own)).exact == own.exact


def test_experiments_cross_processes_as_their_names() -> None:
    found = experiment("close_mark", own="8h", players=3)
    assert len(pickle.dumps(found)) < 500
    again = pickle.loads(pickle.dumps(found))
    assert again.params == found.params
    assert again.exact == found.exact


# --- play -----------------------------------------------------------------------------------------


def test_bots_play_the_same_for_any_workers(workers: dict[int, Executor]) -> None:
    game = cardkit.game("four_cards")
    alone = simulate_play(game, "careful", lowest_mark, 20, seed=5)
    shared = simulate_play(game, "careful", lowest_mark, 20, seed=5, executor=workers[2])
    assert digits(alone) == digits(shared)
    again = recorded(game, play_seed(5, 3)).line()[-1].state
    assert lowest_mark(game, again) in alone.counts
    with pytest.raises(TypeError, match="exact value"):
        alone.compare()
    with pytest.raises(TypeError, match="without being played"):
        alone.opening(0)


def test_statistics_of_played_rounds() -> None:
    game = cardkit.game("four_cards", players=3)
    assert simulate_play(game, "random", turns, 8, seed=1).estimate.mean > 0
    fails = simulate_play(game, "careful", closer_fails, 16, seed=1)
    assert set(fails.counts) <= {0, 1}


def test_cards_are_real_cards() -> None:
    assert all(isinstance(c, Card) for hand in opening(experiment("eight"), 1).hands for c in hand)
