"""Named streams: the same seed deals the same cards everywhere and for ever."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from cardkit.bots import play, table
from cardkit.cards import text
from cardkit.games.four_cards import FourCardsState
from cardkit.rng import key, shuffled, stream
from tests.rules.tools import four_cards

FIRST = {
    0: "4d 3d Ks Jh 9c 7c Td 9d 6d 6h",
    7: "Js Ts 7s 6h 9d 8c 2c 7d 6c 6d",
    "blue": "5h Qh 4s Td Tc 2h 5s 9d 8c 4c",
}
"""The first ten cards of some seeds, written down so that a change of algorithm is noticed."""


def first(seed: int | str) -> str:
    state = four_cards(players=2).deal(seed)
    return text([*state.hands[0].cards, *state.hands[1].cards, *state.pile, state.stock[0]])  # type: ignore[list-item]


@pytest.mark.parametrize("seed", FIRST)
def test_a_seed_deals_what_it_has_always_dealt(seed: int | str) -> None:
    assert first(seed) == FIRST[seed]


def test_a_stream_has_one_number_to_start_from() -> None:
    assert key(7, "deal") == 1970111270881043933
    assert key(7, "deal") == key("7", "deal")
    assert 0 <= key(-3, "x") < 2**63
    assert len({key(7), key(7, "deal"), key(7, "bot", 1), key(7, "bot", 2), key(8, "deal"), key(71)}) == 6


def test_streams_of_one_seed_are_apart() -> None:
    draws = {name: stream(7, "bot", name).random() for name in range(50)}
    assert len(set(draws.values())) == 50
    one = stream(7, "deal")
    other = stream(7, "bot", 0)
    other.random()
    assert [one.random() for _ in range(5)] == [stream(7, "deal").random(), *(one_after(7, 4))]


def one_after(seed: int, count: int) -> list[float]:
    rng = stream(seed, "deal")
    rng.random()
    return [rng.random() for _ in range(count)]


@pytest.mark.parametrize("seed", [None, 1.5, True, False, [], ("a",), b"x"])
def test_what_is_no_seed_is_named(seed: object) -> None:
    with pytest.raises(ValueError, match="expected a whole number or a text") as caught:
        key(seed)  # type: ignore[arg-type]
    assert repr(seed) in str(caught.value)


def test_shuffled_is_even_over_all_orders_and_leaves_its_input_alone() -> None:
    items = (1, 2, 3, 4)
    rng = random.Random(1)
    counts = Counter(shuffled(items, rng) for _ in range(4800))
    assert items == (1, 2, 3, 4)
    assert len(counts) == 24
    # 23 degrees of freedom: 49.7 is passed once in a thousand
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 49.7
    assert shuffled((), rng) == ()
    assert shuffled([5], rng) == (5,)


def played(seed: int, bots_seed: int, kind: str) -> tuple[FourCardsState, FourCardsState]:
    game = four_cards()
    start = game.deal(seed)
    state = start
    for step in play(game, start, table(kind, game, bots_seed)):
        state = step.state
    return start, state


def test_what_bots_draw_never_changes_a_deal() -> None:
    game = four_cards(rounds=2)
    starts, ends, following = set(), set(), set()
    for bots_seed in range(4):
        for kind in ("careful", "random"):
            start, end = played(7, bots_seed, kind)
            starts.add(start)
            ends.add(end)
            following.add(text(game.next_deal(end, seed=8).stock))
    assert len(starts) == 1
    assert len(ends) > 4
    assert len(following) == 1


def test_the_same_seeds_play_the_same_round() -> None:
    assert played(7, 3, "random") == played(7, 3, "random")
    assert played(7, 3, "random") != played(7, 4, "random")


def test_a_reshuffle_belongs_to_the_position() -> None:
    game = four_cards(players=2)
    state = game.deal(seed=7)
    assert state.reshuffle == key(7, "reshuffle")
    assert game.deal(seed=8).reshuffle != state.reshuffle
