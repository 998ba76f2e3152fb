"""The engine beside the naive table of `naive_kozel`: action by action, and whole trees of tiny packs."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cardkit.cards import Card, pack
from cardkit.engine import Action
from cardkit.games.kozel import Kozel, KozelState
from cardkit.games.kozel.beating import beating, beats, gap
from tests.rules.house_rules import as_dict
from tests.rules.kozel_tools import kozel, position, some_options
from tests.rules.naive_kozel import Table, all_beat, count_tree, one_beats


def naive(game: Kozel, state: KozelState) -> Table:
    """Return the naive table of a position at the start of a trick."""
    return Table(
        [[str(card) for card in hand] for hand in state.hands],
        [str(card) for card in state.stock],
        str(state.shown),
        state.leader,
        as_dict(game.options),
    )


def same(game: Kozel, state: KozelState, table: Table) -> None:
    """Both tell the same story: cards, turn, table, piles, and what is publicly known."""
    assert state.turn == table.turn
    assert [sorted(map(str, hand)) for hand in state.hands] == [sorted(hand) for hand in table.hands]
    assert [str(card) for card in state.stock] == table.stock
    assert state.leader == table.leader
    assert state.claimant == table.claimant
    plays = [
        (p.seat, "shut" if p.kind == "throw" else "open", sorted(map(str, p.cards))) for p in state.trick
    ]
    assert plays == [(seat, way, sorted(cards)) for seat, way, cards in table.plays]
    assert list(game.score(state).totals) == table.points()
    public = game.observe(state)
    for seat, hand in enumerate(public.hands):
        assert sorted(str(card) for card in hand if card >= 0) == sorted(table.known[seat])
    if state.turn is None:
        before = state.match.totals
        after = game.standing(state).totals
        assert [b - a for a, b in zip(before, after, strict=True)] == table.defeat()


def legal(game: Kozel, state: KozelState) -> list[Action]:
    return [action for seat in range(4) for action in game.legal_actions(state, seat)]


@pytest.mark.parametrize("seed", range(60))
def test_engine_and_naive_table_agree_after_every_action(seed: int) -> None:
    rng = random.Random(f"agree {seed}")
    game = kozel(**some_options(rng))
    state = game.deal(seed, dealer=seed % 4)
    table = naive(game, state)
    while state.turn is not None:
        for seat in range(4):
            # as sets of words: the engine's order of cards within an action is its own affair
            mine = {(a.kind, frozenset(map(str, a.cards))) for a in game.legal_actions(state, seat)}
            other = [act.split()[1:] for act in table.legal(seat)]
            assert mine == {(kind, frozenset(cards)) for kind, *cards in other}
            assert len(other) == len(game.legal_actions(state, seat))
        kinds = sorted({action.kind for action in legal(game, state)})
        kind = rng.choice(kinds)
        action = rng.choice([action for action in legal(game, state) if action.kind == kind])
        state, _ = game.apply(state, action)
        table.do(str(action))
        same(game, state, table)


def count(game: Kozel, state: KozelState) -> tuple[int, int]:
    """Count as `count_tree` does, with the engine."""
    if state.turn is None:
        return 0, 1
    decisions = endings = 0
    for action in legal(game, state):
        more, ends = count(game, game.apply(state, action)[0])
        decisions, endings = decisions + 1 + more, endings + ends
    return decisions, endings


@pytest.mark.parametrize(
    ("hands", "stock", "after", "tree"),
    [
        (["Ac", "6c", "Tc", "7s"], "", "", (5, 2)),
        (["Ac Kc", "6s Tc", "9c 7h", "7s 8h"], "", "", (318, 86)),
        (["Ac", "Kc", "Tc", "7s"], "6h 6d 6c 9s", "", (15, 4)),
        (["Qs 9d", "As 7h", "9s Td", "8h 8c"], "", "", (276, 80)),
        (["Ac 9c 6h", "Kc Tc 8s", "7c 8c 6d", "7s 8d 9d"], "", "", (31184, 7374)),
        # three cards led: what is left is played out
        (["Ac 9c 6c 6h", "Kc Tc 8c 8h", "7c Jh 9h 6d", "7s 8d 9d Qh"], "", "0 lead 6c 9c Ac", (528, 180)),
        # two hold a four: claims, precedence, declining
        (["Ac 9c 6c 6h", "7h 8h 9h Th", "7d 8d 9d Td", "7c 8c Tc Kc"], "", "0 lead 6c 9c Ac", (675, 162)),
        # three hold one before the lead, and the leader has one too, with two cards gone it has none
        (["6c 7c Ac Kc", "7h 8h 9h Th", "7d 8d 9d Td", "7s 8s 9s Ts"], "", "0 lead 6c 7c Ac", (903, 239)),
    ],
)
def test_whole_trees_of_tiny_packs(hands: list[str], stock: str, after: str, tree: tuple[int, int]) -> None:
    game = kozel()
    state = position(hands, "6s", stock=stock)
    table = naive(game, state)
    if after:
        state, _ = game.apply(state, game.parse(state, after))
        table.do(after)
    counted = count(game, state)
    assert counted == count_tree(table)
    assert counted == tree


# --- beating --------------------------------------------------------------------------------------


def all_fits(cards: tuple[Card, ...], over: tuple[Card, ...], trump: int) -> bool:
    return all_beat([str(card) for card in cards], [str(card) for card in over], "cdhs"[trump])


def test_KC1_one_card_against_one_as_the_page_orders_them() -> None:
    for trump in range(4):
        for a in pack(36):
            for b in pack(36):
                if a != b:
                    assert beats(a, b, trump) == one_beats(str(a), str(b), "cdhs"[trump])


def test_KA2_matching_against_all_orders_on_all_small_cases() -> None:
    """Two against two over three ranks of three suits: every choice of both, every trump."""
    cards = [card for card in pack(36) if str(card)[0] in "6KA" and str(card)[1] in "chs"]
    tried = 0
    for mine in combinations(cards, 2):
        for over in combinations([card for card in cards if card not in mine], 2):
            for trump in range(4):
                check(mine, over, trump)
                tried += 1
    assert tried == 36 * 21 * 4


@pytest.mark.parametrize("size", [3, 4])
def test_KA2_matching_against_all_orders_on_drawn_cases(size: int) -> None:
    rng = random.Random(size)
    both = 0
    for _ in range(1500):
        # few suits and ranks, so that much hangs on who is laid on whom
        suits = rng.sample("cdhs", rng.choice((1, 2, 2, 3)) + (size == 4))
        cards = [card for card in pack(36) if str(card)[1] in suits]
        chosen = rng.sample(cards, 2 * size)
        both += check(tuple(chosen[:size]), tuple(chosen[size:]), rng.randrange(4))
    assert both > 50


def check(mine: tuple[Card, ...], over: tuple[Card, ...], trump: int) -> bool:
    """The engine's matching is one, and is found when there is one; else the gap is one."""
    found = beating(mine, over, trump)
    assert (found is not None) == all_fits(mine, over, trump)
    if found is None:
        left = gap(mine, over, trump)
        assert left.card in mine
        assert left.over in over
        assert not beats(left.card, left.over, trump)
        assert 0 <= left.beaten < len(over)
        return False
    assert sorted(found) == sorted(mine)
    assert all(beats(a, b, trump) for a, b in zip(found, over, strict=True))
    with pytest.raises(ValueError, match="no gap"):
        gap(mine, over, trump)
    return True
