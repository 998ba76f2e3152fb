"""Odds of a position of Tranca: every world played out by the engine, and worlds drawn at random."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from cardkit import bots
from cardkit.cards import UNKNOWN, Card
from cardkit.games.tranca import Tranca, TrancaState
from cardkit.games.tranca.melds import RED_3S
from cardkit.games.tranca.state import cards_in, changed, mask_of
from cardkit.odds.position import tranca as position
from cardkit.words import LANGUAGES
from tests.rules.house_rules import as_dict
from tests.rules.naive_tranca import Table, layings
from tests.rules.tranca_tools import Sitting, faces, tranca

ME = 0


def naively_fits(game: Tranca, state: TrancaState, drawn: Card) -> bool:
    """Whether a card drawn can be laid, by trying every choice of cards of the hand with it."""
    side = ME % 2
    table = Table(
        hand=[str(card) for card in cards_in(state.hands[ME])],
        melds=[[str(card) for card in meld.cards] for meld in state.melds[side]],
        pile=[],
        morto_to_come=bool(state.mortos) and not state.taken[side],
        options=as_dict(game.options),
    )
    return any(str(drawn) in cards for _, cards, _ in layings(table))


def kept(game: Tranca, state: TrancaState) -> Card | None:
    """Draw, and return the card that comes to the hand for good; ``None`` if there is none."""
    _, events = game.apply(state, game.parse(state, "0 draw"))
    last = [event.cards[0] for event in events if event.kind in ("draw", "replace")][-1]
    return None if last in RED_3S else last


def after_draw(game: Tranca, state: TrancaState) -> TrancaState:
    return game.apply(state, game.parse(state, "0 draw"))[0]


def late(hand: str, unseen: str, melds: list[str], stock: int, **options: Any) -> tuple[Tranca, TrancaState]:
    """A two-handed position in which few cards are unseen: those named, ``stock`` of them the stock.

    Whatever is named nowhere lies with the others' red 3s, where everybody sees it.
    """
    sitting = Sitting(hand, melds, phase="draw", fill=0, mortos=0, taken=(True, True), players=2, **options)
    game, state = sitting.game, sitting.state
    hidden = faces(unseen)
    rest = list(state.stock)
    for card in hidden:
        rest.remove(card)
    return game, changed(state, stock=hidden, red3s=((), tuple(rest)), deck=(stock,))


def worlds(game: Tranca, state: TrancaState) -> list[TrancaState]:
    """Every way to lay the unseen cards of `late`: the first of them are the stock, the others a hand.

    A red 3 lies in no hand.
    """
    (stock,) = state.deck
    out = []
    for order in set(permutations(state.stock)):
        if not RED_3S & {*order[stock:]}:
            hands = (state.hands[0], mask_of(order[stock:]))
            out.append(changed(state, stock=order[:stock], hands=hands, deck=()))
    return out


CASES: list[tuple[str, str, list[str], int]] = [
    ("4c 5c Kd Ks", "6c 7h 3h 9d 2s", ["9h Th Jh Qh Kh Ah 8h"], 3),
    ("4c 6d 9d", "5h Jh 3h 3d 2s Jh", ["6h 7h 8h 9h"], 4),
    ("Ah 9c", "Th 8h 3s 2d Kc", ["6h 7h 9h 2c", "Kd Ks Kh"], 4),
    ("4d 5d 8d 2c", "7d 9d 3h Ts 6d 6d", [], 3),
    ("Qs", "Qd 3h Jh 5c", ["6h 7h 8h 9h Th", "Qd Qh Qc"], 2),
    ("4c 5d 9s", "3h 3d 7c", [], 3),
    ("4c 5d 9s", "3h 7c Kc", ["7h 7d 7s"], 1),
]
RULES: list[dict[str, Any]] = [{}, {"red3_replace": False}, {"max_wilds": None, "batida_requires": "any"}]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(("hand", "unseen", "melds", "stock"), CASES)
def test_a_card_that_fits_by_playing_every_world(
    hand: str, unseen: str, melds: list[str], stock: int, rules: dict[str, Any]
) -> None:
    game, state = late(hand, unseen, melds, stock, **rules)
    fitting = worlds(game, state)
    seen = game.observe(fitting[0], ME)
    assert all(game.observe(world, ME) == seen for world in fitting)
    hits = red = 0
    for world in fitting:
        card = kept(game, world)
        hits += card is not None and naively_fits(game, after_draw(game, world), card)
        red += world.stock[0] in RED_3S
    found = position.draw(game, seen)
    assert found.fits == Fraction(hits, len(fitting))
    assert found.red3 == Fraction(red, len(fitting))
    nexts = position.card(seen)
    for rank in range(1, 14):
        times = sum(world.stock[0].rank == rank for world in fitting)
        assert nexts.ranks.get(rank, 0) == Fraction(times, len(fitting))
    if stock < len(state.stock):
        held = position.card(seen, 1)
        there = [card for world in fitting for card in cards_in(world.hands[1])]
        for rank in range(1, 14):
            times = sum(card.rank == rank for card in there)
            assert held.ranks.get(rank, 0) == Fraction(times, len(there))
        assert held.red3 == 0
    for line in (*found.lines, *nexts.lines):
        for lang in LANGUAGES:
            assert line.text(lang)


@pytest.mark.parametrize(("number", "rules"), [(1, {}), (3, {"players": 2, "red3_replace": False})])
def test_a_card_that_fits_agrees_with_worlds(number: int, rules: dict[str, Any]) -> None:
    game = tranca(**rules)
    states = [node.state for node in bots.recorded(game, number).line()]
    turns = [s for s in states if s.turn == ME and s.phase == "draw" and s.stock]
    rng, times = random.Random(number), 600
    for state in (turns[0], turns[len(turns) // 2], turns[-1]):
        seen = game.observe(state, ME)
        found = position.draw(game, seen)
        hits = 0
        for _ in range(times):
            world = game.worlds(seen, rng)
            card = kept(game, world)
            hits += card is not None and naively_fits(game, after_draw(game, world), card)
        p = float(found.fits)
        assert abs(hits / times - p) <= 3 * sqrt(p * (1 - p) / times)


def test_a_card_of_a_hand_in_use_is_no_red_3() -> None:
    game = tranca()
    state = game.deal(3)
    seen = game.observe(state, 1)
    hand, stock = position.card(seen, 2), position.card(seen)
    assert hand.red3 == 0 < stock.red3
    assert sum(hand.ranks.values()) == sum(stock.ranks.values()) == 1
    rng, times = random.Random(5), 1500
    worlds = [game.worlds(seen, rng) for _ in range(times)]
    for rank, p in stock.ranks.items():
        share = sum(world.stock[0].rank == rank for world in worlds) / times
        assert abs(share - p) <= 3.5 * sqrt(p * (1 - p) / times)


def test_who_knows_nothing_is_told_so() -> None:
    game = tranca()
    state = game.deal(3)
    for ask in (position.draw, position.fitting_faces):
        with pytest.raises(ValueError, match="onlooker"):
            ask(game, game.observe(state))
    with pytest.raises(ValueError, match="face down"):
        position.card(game.observe(state, 0), 0)
    dry = changed(state, stock=(), mortos=())
    with pytest.raises(ValueError, match="no card is left"):
        position.draw(game, game.observe(dry, 0))
    with pytest.raises(ValueError, match="face down"):
        position.card(game.observe(dry, 0))


def test_what_is_unseen_are_the_cards_not_seen() -> None:
    game = tranca()
    for node in list(bots.recorded(game, 2).line())[::9]:
        state = node.state
        if state.phase == "over":
            continue
        seen = game.observe(state, 2)
        hidden = sum(hand.count(UNKNOWN) for hand in seen.hands) + max(0, len(state.pile) - 1)
        hidden += len(state.stock) + sum(map(len, state.mortos))
        assert position.unseen(seen).total() == hidden
