"""The engine of Tranca beside the naive judge of `naive_tranca`, on positions at random."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardkit.cards import CARDS, Card, text
from cardkit.engine import Action
from cardkit.games.tranca import Tranca, TrancaState
from cardkit.games.tranca.melds import RANK, RED_3S, is_meld, make, ordered
from cardkit.games.tranca.state import cards_in
from tests.rules import naive_tranca as naive
from tests.rules.house_rules import as_dict
from tests.rules.tranca_tools import Sitting, act_of, some_options, tranca


def words(cards: tuple[Card, ...] | list[Card]) -> list[str]:
    return [str(card) for card in cards]


@pytest.mark.parametrize("max_wilds", [1, 2, None])
def test_what_is_a_meld(max_wilds: int | None) -> None:
    """All kinds of sets of cards, most of them nearly melds."""
    rng = random.Random(f"melds {max_wilds}")
    yes = 0
    for _ in range(6000):
        suit = rng.randrange(4)
        size = rng.randint(1, 12)
        pool = [card for card in CARDS[:52] for _ in (0, 1)]
        if rng.random() < 0.7:
            start = rng.randint(0, 8)
            pool = [c for c in CARDS[:52] if c.suit == suit and (c.rank == 1 or c.rank >= start)]
        elif rng.random() < 0.8:
            rank = rng.randint(1, 13)
            pool = [c for c in CARDS[:52] for _ in (0, 1) if c.rank == rank]
        pool += [c for c in CARDS[:52] if c.rank == 2][: rng.choice((0, 1, 2, 4))]
        chosen = tuple(rng.sample(pool, min(size, len(pool))))
        wanted = naive.is_meld(words(chosen), max_wilds)
        assert is_meld(chosen, max_wilds) == wanted, text(chosen)
        if wanted:
            yes += 1
            meld = make(chosen)
            assert sorted(card for card, _ in meld.standing()) == sorted(chosen)
            assert meld.clean == naive.is_clean(words(chosen))
            assert meld.is_run == naive.is_run(words(chosen))
    assert yes > 500


def some_meld(rng: random.Random, left: Counter[Card], max_wilds: int | None) -> tuple[Card, ...] | None:
    """Return a meld of cards that are left, or ``None``."""
    suit, low, n = rng.randrange(4), rng.randint(0, 8), rng.choice((3, 3, 4, 5, 6, 7))
    if rng.random() < 0.75:
        wanted = [make_card(suit, place) for place in range(low, min(low + n, 11))]
    else:
        rank = rng.choice([1, *range(4, 14)])
        wanted = [CARDS[rng.randrange(4) * 13 + rank - 1] for _ in range(n)]
    for _ in range(rng.choice((0, 0, 1, 1 if max_wilds == 1 else 2))):
        wanted[rng.randrange(len(wanted))] = CARDS[rng.randrange(4) * 13 + 1]
    if any(count > left[card] for card, count in Counter(wanted).items()):
        return None
    return tuple(wanted) if is_meld(tuple(wanted), max_wilds) else None


def make_card(suit: int, place: int) -> Card:
    return CARDS[suit * 13 + (0 if place == 10 else place + 3)]


def some_position(rng: random.Random, most: int, **fixed: Any) -> Sitting:
    """Return a position with melds on the table and a small hand that has much to do with them."""
    game = tranca(**some_options(rng, players=2, **fixed))
    left = Counter(dict.fromkeys(CARDS[:52], 2))
    melds = []
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        meld = some_meld(rng, left, game.options.max_wilds)
        if meld is not None:
            left.subtract(meld)
            melds.append(meld)
    suits: set[int] = {meld[0].suit for meld in melds} or {rng.randrange(4)}
    if rng.random() < 0.3:
        suits = set(range(4))
    pool = [c for c in CARDS[:52] for _ in range(left[c]) if c not in RED_3S and c.suit in suits]
    pool += [c for c in CARDS[:52] for _ in range(left[c]) if RANK[c] == 2 and c.suit not in suits]
    rng.shuffle(pool)
    if rng.random() < 0.4:
        # a stretch, so that a whole hand may go down at once
        pool.sort(key=lambda c: (c.suit, (c.rank - 2) % 13))
        cut = rng.randrange(len(pool))
        pool = pool[cut:] + pool[:cut]
    if rng.random() < 0.3:
        # near the end: what makes seven of a run on the table, or of nothing, and maybe one card more
        suit, low = rng.randrange(4), rng.randint(0, 4)
        seven = [make_card(suit, place) for place in range(low, low + 7)]
        for _ in range(rng.choice((0, 0, 1, 2))):
            seven[rng.randrange(7)] = CARDS[rng.randrange(4) * 13 + 1]
        laid = rng.choice((0, 3, 4, 5, 6))
        rng.shuffle(seven)
        base, wanted = tuple(seven[:laid]), seven[laid:]
        named = Counter(seven)
        if all(n <= 2 for n in named.values()) and (not base or is_meld(base, game.options.max_wilds)):
            melds = [base] if base else []
            left = Counter(dict.fromkeys(CARDS[:52], 2))
            left.subtract(named)
            more = [c for c in CARDS[:52] if left[c] and RANK[c] > 3]
            pool = wanted + rng.sample(more, 12)
            size = len(wanted) - rng.choice((0, 0, 1))
            if 0 < size <= most:
                return Sitting(
                    text(pool[:size]),
                    [text(meld) for meld in melds],
                    pile=text(pool[size : size + 1]),
                    mortos=rng.choice((0, 0, 1)),
                    taken=(True, True),
                    phase=rng.choice(("draw", "play")),
                    fill=3,
                    game=game,
                )
    size = rng.randint(1, most)
    under = rng.choice((0, 0, 0, 1, 3))
    phase = rng.choice(("draw", "play", "play"))
    hand, pile = pool[:size], pool[size : size + under + 1]
    rng.shuffle(pile)
    mortos = rng.choice((0, 1, 2))
    return Sitting(
        text(hand),
        [text(meld) for meld in melds],
        pile=text(pile),
        mortos=mortos,
        taken=(rng.random() < 0.7, rng.random() < 0.5),
        phase=phase,
        fill=3,
        game=game,
    )


def naive_table(game: Tranca, state: TrancaState) -> naive.Table:
    seat = state.turn
    assert seat is not None
    side = seat % 2
    return naive.Table(
        words(cards_in(state.hands[seat])),
        [words(meld.cards) for meld in state.melds[side]],
        words(state.pile),
        bool(state.mortos) and not state.taken[side],
        as_dict(game.options),
    )


def table_acts(game: Tranca, state: TrancaState) -> dict[naive.Act, naive.Table]:
    table = naive_table(game, state)
    return naive.layings(table) if state.phase == "play" else naive.takings(table)


def candidates(state: TrancaState) -> list[Action]:
    """Return every choice of hand cards as a laying, a taking or a discard, onto every meld and none."""
    seat = state.turn
    assert seat is not None
    out = [Action(seat, kind) for kind in ("draw", "take", "pass", "stop")]
    melds = range(len(state.melds[seat % 2]))
    for chosen, _ in naive.parts(words(cards_in(state.hands[seat]))):
        named = ordered(CARDS[:52][index_of(word)] for word in chosen)
        out += [Action(seat, "take", named, ((seat, at),)) for at in melds]
        if named:
            out += [Action(seat, kind, named) for kind in ("take", "meld")]
            out += [Action(seat, "add", named, ((seat, at),)) for at in melds]
        if len(named) == 1:
            out.append(Action(seat, "discard", named))
    return out


def index_of(word: str) -> int:
    return "cdhs".index(word[1]) * 13 + "A23456789TJQK".index(word[0])


@pytest.mark.parametrize("part", range(4))
def test_TC13_the_list_is_what_check_allows(part: int) -> None:
    rng = random.Random(f"list {part}")
    for _ in range(300):
        at = some_position(rng, 7)
        legal = set(at.game.legal_actions(at.state))
        tried = candidates(at.state)
        assert legal <= set(tried)
        for action in tried:
            verdict = at.game.check(at.state, action)
            assert verdict.ok == (action in legal), f"{action}: {verdict}"
            assert verdict.rule
            assert verdict.reason


@pytest.mark.parametrize("part", range(4))
def test_with_one_wild_the_list_is_all_a_table_allows(part: int) -> None:
    rng = random.Random(f"one wild {part}")
    seen: Counter[str] = Counter()
    for _ in range(500):
        at = some_position(rng, 8, max_wilds=1)
        acts = [a for a in at.game.legal_actions(at.state) if a.kind in ("meld", "add", "take")]
        told = [act_of(action) for action in acts]
        wanted = table_acts(at.game, at.state)
        if at.state.phase == "draw" and at.game.options.stock_out == "end" and not at.state.stock:
            wanted = {}
        assert len(told) == len(set(told))
        assert set(told) == set(wanted), f"{at.state} {as_dict(at.game.options)}"
        seen.update(kind for kind, _, _ in told)
        if at.state.phase == "play":
            table = naive_table(at.game, at.state)
            assert any(a.kind == "discard" for a in at.game.legal_actions(at.state)) == table.may_discard()
        for action in acts:
            after, _ = at.game.apply(at.state, action)
            if len(table_after := wanted[act_of(action)].hand) == 0:
                ended = after.phase == "over"
                assert ended != (bool(at.state.mortos) and not at.state.taken[0])
            else:
                assert after.hands[0].bit_count() == len(table_after)
    assert min(seen[kind] for kind in ("meld", "add", "take")) > 50


Reached = tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]


def reached(table: naive.Table) -> Reached:
    return tuple(sorted(table.hand)), tuple(tuple(sorted(meld)) for meld in table.melds)


@pytest.mark.parametrize("part", range(6))
def test_with_more_wilds_step_by_step_comes_to_the_same(part: int) -> None:
    """All that acts of any kind can come to within a turn, the engine's acts come to as well, and no more."""
    rng = random.Random(f"steps {part}")
    most = (2, None)[part % 2]
    for _ in range(150):
        at = some_position(rng, 6, max_wilds=most)
        whole: set[Reached] = set()
        todo = list(table_acts(at.game, at.state).values())
        while todo:
            table = todo.pop()
            if reached(table) not in whole:
                whole.add(reached(table))
                todo += naive.layings(table).values() if table.hand else ()
        steps: set[Reached] = set()
        states = [at.state]
        while states:
            state = states.pop()
            for action in at.game.legal_actions(state):
                if action.kind not in ("meld", "add", "take"):
                    continue
                after, _ = at.game.apply(state, action)
                out = after.phase == "over" or after.taken[0] != at.state.taken[0]
                table = naive_table(at.game, after._replace(turn=0))
                place = reached(table._replace(hand=[]) if out else table)
                if place not in steps:
                    steps.add(place)
                    states += [] if out else [after]
        assert steps == whole, f"{at.state} {as_dict(at.game.options)}"


def test_what_a_table_scores() -> None:
    rng = random.Random("scores")
    for _ in range(300):
        at = some_position(rng, 6)
        game = at.game
        seats = range(game.seats)
        ender = rng.choice((None, *seats))
        taken = (rng.random() < 0.6, rng.random() < 0.6)
        waiting = [seat for seat in seats if taken[seat % 2] and rng.random() < 0.5 and seat != ender]
        red3s = tuple(tuple(rng.sample(sorted(RED_3S), rng.choice((0, 1, 2)))) for _ in (0, 1))
        state = at.state._replace(
            turn=None,
            phase="over",
            ender=ender,
            stopped=ender is None,
            taken=taken,
            red3s=red3s,
            waiting=sum(1 << seat for seat in waiting),
        )
        end = naive.End(
            [[words(meld.cards) for meld in melds] for melds in state.melds],
            [words(list(red)) for red in red3s],
            [words(cards_in(hand)) for hand in state.hands],
            list(taken),
            None if ender is None else ender % 2,
            waiting,
        )
        sheet = game.score(state)
        assert sheet.totals == tuple(naive.points(end, side, as_dict(game.options)) for side in (0, 1))
        for side in (0, 1):
            assert sum(line.points or 0 for line in sheet.of(side)) == sheet.totals[side]
