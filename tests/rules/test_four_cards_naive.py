"""The engine beside the naive table of `naive_four_cards`, action by action, under house rules at random."""

from __future__ import annotations

import random
from itertools import product

import pytest

from cardkit.cards import CARDS, Card
from cardkit.engine import Action
from cardkit.games.four_cards import FourCards, FourCardsState
from cardkit.games.four_cards.score import closing, hand_points
from tests.rules.house_rules import as_dict
from tests.rules.naive_four_cards import Table, closers_mark, hand_sum
from tests.rules.tools import four_cards, mixer, some_options, universe


def naive(game: FourCards, state: FourCardsState) -> Table:
    """Return the naive table of a round that has just been dealt."""
    order = game.setup(state)["deck"].split()
    return Table(order, as_dict(game.options), state.match.dealer, mixer(state.reshuffle))


def same(game: FourCards, state: FourCardsState, table: Table) -> None:
    """Both tell the same story: cards, places, turn, phase, and who knows what."""
    for seat, hand in enumerate(state.hands):
        assert ["" if card is None else str(card) for card in hand.cards] == list(table.hands[seat].values())
    assert list(map(str, state.stock)) == table.stock
    assert list(map(str, state.pile)) == table.pile
    assert (str(state.drawn.card) if state.drawn else "") == table.drawn
    assert (state.turn, state.phase, state.window) == (table.turn, table.phase, table.window)
    assert (state.closer, state.stopped) == (table.closer, table.stopped)
    for viewer in range(game.seats):
        seen = game.observe(state, viewer)
        for owner in range(game.seats):
            for face, card in zip(seen.hands[owner], table.hands[owner].values(), strict=True):
                known = viewer in table.known_by.get(card, ())
                assert ("" if face is None else str(face)) == ("" if not card else card if known else "??")
        if table.drawn:
            assert seen.drawn is not None
            known = viewer in table.known_by[table.drawn]
            assert str(seen.drawn.card) == (table.drawn if known else "??")
    if state.phase == "over":
        assert list(game.score(state).totals) == table.marks()


def step(game: FourCards, state: FourCardsState, rng: random.Random) -> Action:
    """Pick what happens next: mostly legal, by any seat, now and then a foul."""
    seats = list(range(game.seats))
    if rng.random() < 0.6:
        assert state.turn is not None
        seats = [state.turn]
    legal = [action for seat in seats for action in game.legal_actions(state, seat)]
    if legal and rng.random() < 0.93:
        kind = rng.choice(sorted({action.kind for action in legal}))
        # closing at once in every round would leave most of the rules unvisited
        if kind == "close" and rng.random() < 0.8 and len({action.kind for action in legal}) > 1:
            kind = rng.choice(sorted({action.kind for action in legal} - {"close"}))
        return rng.choice([action for action in legal if action.kind == kind])
    fouls = [action for action in universe(game, state) if game.check(state, action).penalty]
    if not fouls:
        return rng.choice(game.legal_actions(state))
    kind = rng.choice(sorted({action.kind for action in fouls}))
    return rng.choice([action for action in fouls if action.kind == kind])


@pytest.mark.parametrize("seed", range(60))
def test_engine_and_naive_table_agree_after_every_action(seed: int) -> None:
    rng = random.Random(seed)
    game = four_cards(**some_options(rng))
    state = game.deal(seed, dealer=rng.randrange(game.seats))
    table = naive(game, state)
    same(game, state, table)
    for _ in range(400):
        if state.turn is None:
            break
        action = step(game, state, rng)
        table.do(str(action))
        state, _ = game.attempt(state, action)
        same(game, state, table)


@pytest.mark.parametrize("seed", range(12))
def test_engine_and_naive_table_judge_every_action_alike(seed: int) -> None:
    rng = random.Random(1000 + seed)
    game = four_cards(**some_options(rng, players=rng.randint(2, 4)))
    state = game.deal(seed)
    table = naive(game, state)
    for _ in range(60):
        if state.turn is None:
            break
        judged = {}
        for action in universe(game, state):
            verdict = game.check(state, action)
            judged[str(action)] = "legal" if verdict.ok else "foul" if verdict.penalty else "refused"
        assert judged == {text: table.judge(text) for text in table.all_actions()}
        action = step(game, state, rng)
        table.do(str(action))
        state, _ = game.attempt(state, action)


def test_CC1_naive_and_engine_sums_agree_on_every_hand_of_up_to_four_ranks() -> None:
    for size in range(5):
        for ranks in product(range(13), repeat=size):
            if list(ranks) != sorted(ranks):
                continue
            hand: list[Card] = [CARDS[rank + 13 * ranks[:i].count(rank)] for i, rank in enumerate(ranks)]
            for rule in ("pure", "pair"):
                assert hand_points(hand, rule) == hand_sum(list(map(str, hand)), rule)


def test_CC2_naive_and_engine_closing_agree_on_every_pair_of_totals() -> None:
    for rule in ("double", "one"):
        options = four_cards(failed_negative=rule).options
        for own, other in product(range(-20, 41), repeat=2):
            mark, _, reason = closing([own, other, other + 3], 0, options)
            assert mark == closers_mark(own, other, rule)
            assert (reason == "close_lowest") == (own < other)


def test_random_plays_visit_everything_that_can_happen() -> None:
    acts = "look draw take throw swap peek trade done match close pass stop"
    costs = "mismatch penalty waived reshuffle foul"
    ends = "reveal plain close_lowest close_failed_double"
    missing = set(f"{acts} {costs} {ends}".split())
    for seed in range(60):
        rng = random.Random(seed)
        game = four_cards(**some_options(rng, players=2 + seed % 3))
        state = game.deal(seed)
        for _ in range(400):
            if state.turn is None:
                break
            state, events = game.attempt(state, step(game, state, rng))
            missing.difference_update(event.kind for event in events)
        if not missing:
            break
    assert not missing
