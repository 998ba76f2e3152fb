"""Odds of a position against brute force: every world that fits, played out by the engine."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import pytest

import cardkit
from cardkit.cards import CARDS, UNKNOWN, Card, cards
from cardkit.engine import Action
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.games.four_cards.game import POWERS
from cardkit.games.four_cards.score import RANK, hand_points
from cardkit.games.four_cards.state import Drawn, Hand, MatchSoFar
from cardkit.odds import position
from cardkit.odds.exact.closing import close_unsure
from cardkit.odds.exact.four_cards import pool_of
from cardkit.odds.numbers import Change, Line, Share, decimal, fraction, percent, shown
from cardkit.odds.position import four_cards as four_cards_odds
from cardkit.odds.worlds import close_counts
from cardkit.words import LANGUAGES, WordsError

ME = 0


def game_of(**options: Any) -> FourCards:
    made = cardkit.game("four_cards", **options)
    assert isinstance(made, FourCards)
    return made


def position_of(
    game: FourCards,
    own: str,
    others: Sequence[str],
    stock: str,
    *,
    top: str = "",
    drawn: str = "",
    source: str = "stock",
    phase: str = "",
    closer: int | None = None,
    dry: bool = False,
    power: bool = False,
) -> FourCardsState:
    """Return a late position: a card written in brackets is not known to the seat that looks.

    What is named nowhere lies in the pile, ``top`` on it. ``dry``: the stock has been used up.
    """
    everyone = (1 << game.seats) - 1

    def hand(text: str) -> Hand:
        words = text.split()
        held = tuple(cards(word.strip("()"))[0] for word in words)
        return Hand(held, tuple(everyone ^ 1 if word.startswith("(") else everyone for word in words))

    hands = [hand(text) for text in (own, *others)]
    came = cards(drawn)[0] if drawn else None
    left = cards(stock)
    used = {c for h in hands for c in h.cards} | set(left) | {came} | set(cards(top))
    pile = (*(c for c in CARDS[:52] if c not in used), *cards(top))
    if dry:
        assert not left
    return FourCardsState(
        turn=ME,
        phase=phase or ("discard" if drawn else "power" if power else "draw"),
        hands=tuple(hands),
        stock=left,
        pile=pile,
        drawn=Drawn(came, 1 if source == "stock" else everyone, source) if came is not None else None,
        power=POWERS[RANK[pile[-1]]] if power else None,
        window=not drawn and not power,
        discarder=game.seats - 1,
        looked=everyone,
        closer=closer,
        passed=0,
        stopped=False,
        turns=40,
        match=MatchSoFar(game.seats - 1, (0,) * game.seats, 0),
        reshuffle=1,
    )


def worlds(game: FourCards, seen: FourCardsObservation) -> list[FourCardsState]:
    """Every position that fits what a seat knows."""
    unknown = position.unseen(seen)
    base = game.worlds(seen, random.Random(0))
    out = []
    for order in permutations(unknown):
        left = iter(order)
        hands = tuple(
            Hand(tuple(next(left) if c == UNKNOWN else c for c in view), hand.knowers)
            for view, hand in zip(seen.hands, base.hands, strict=True)
        )
        out.append(base._replace(hands=hands, stock=tuple(left)))
    return out


def points(game: FourCards, state: FourCardsState) -> int:
    total = hand_points(state.hands[ME].cards, game.options.eight_rule)
    assert total is not None
    return total


def best(game: FourCards, fitting: list[FourCardsState]) -> Fraction:
    """Return the lowest own sum to expect by the end of the turn, all there is to do tried in all worlds."""
    first = fitting[0]
    if first.turn != ME or first.phase not in ("discard", "power"):
        return Fraction(sum(points(game, state) for state in fitting), len(fitting))
    return min(after(game, fitting, action) for action in game.legal_actions(first, ME))


def after(game: FourCards, fitting: list[FourCardsState], action: Action) -> Fraction:
    """Return what to expect after an action: the worlds part by what the seat then sees."""
    groups: dict[FourCardsObservation, list[FourCardsState]] = defaultdict(list)
    for state in fitting:
        following, _ = game.apply(state, action)
        groups[game.observe(following, ME)].append(following)
    total = sum((len(group) * best(game, group) for group in groups.values()), Fraction(0))
    return total / len(fitting)


def check(game: FourCards, state: FourCardsState) -> None:
    """Compare every legal action but closing with brute force."""
    seen = game.observe(state, ME)
    fitting = worlds(game, seen)
    now = Fraction(sum(points(game, world) for world in fitting), len(fitting))
    found = position.actions(game, seen)
    assert [odds.action for odds in found] == list(game.legal_actions(state, ME))
    for odds in found:
        if odds.action.kind == "close":
            sheets = [game.score(world._replace(closer=ME)) for world in fitting]
            mark = Fraction(sum(sheet.totals[ME] or 0 for sheet in sheets), len(sheets))
            lowest = sum(sheet.lines[-1].reason == "close_lowest" for sheet in sheets)
            assert odds.change == mark - now
            assert odds.chance == Fraction(lowest, len(sheets))
        else:
            assert odds.change == after(game, fitting, odds.action) - now, str(odds.action)
        if odds.action.kind == "match":
            slots, top = [slot for _, slot in odds.action.places], RANK[state.pile[-1]]
            held = [[world.hands[ME].cards[slot] for slot in slots] for world in fitting]
            right = sum(all(c is not None and RANK[c] == top for c in some) for some in held)
            assert odds.chance == Fraction(right, len(fitting))
        for line in odds.lines:
            for lang in LANGUAGES:
                assert line.text(lang)


RULES: list[dict[str, Any]] = [
    {},
    {"eight_rule": "pair", "power_on": "drawn_only"},
    {"power_on": "stock_drawn_only", "table_draw": "must_swap", "failed_negative": "one"},
]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize(
    ("own", "others", "stock", "extra"),
    [
        # a turn begins: draw, take, match, close
        ("8h (Kd) 3c", ["(5d) 9s"], "Jd 2h", {"top": "5c"}),
        ("(8h) (5d)", ["Ac (8s)"], "Kh 3s", {"top": "Jc"}),
        ("8h 8d", ["(Jd) 4c"], "8c", {"top": "8s"}),
        ("", ["(5d) 9s"], "Jd 2h", {"top": "5c"}),
        # with a drawn card
        ("Th (8d) Kc", ["(2d) (9s) 7h"], "Ks 3s", {"drawn": "Jd"}),
        ("Th (8d)", ["(2d) (9s)"], "3s", {"drawn": "Kd"}),
        ("Jh Ks", ["(8d) (2s) 3c"], "3s", {"drawn": "Ad"}),
        ("Jh 4s", ["(8d) 3c"], "3s Kh", {"drawn": "Qd", "source": "table"}),
        # within a power
        ("Th (8d) 2c", ["(2d) 9s", "(Kd) 8s"], "3s", {"power": True, "top": "Kc"}),
        ("8h 8d", ["(2d) 9s"], "3s 8c", {"power": True, "top": "Jc"}),
        ("Th (8d)", ["(2d) 9s"], "3s", {"power": True, "top": "Qc"}),
    ],
)
def test_actions_by_brute_force(
    own: str, others: list[str], stock: str, extra: dict[str, Any], rules: dict[str, Any]
) -> None:
    game = game_of(players=1 + len(others), **rules)
    check(game, position_of(game, own, others, stock, **extra))


@pytest.mark.parametrize("seat", [0, 1])
def test_a_frozen_closer_is_out_of_reach(seat: int) -> None:
    game = game_of(players=3, freeze_closer=True)
    check(
        game,
        position_of(game, "Th (8d)", ["(2d) 9s", "(Kd)"], "3s", power=True, top="Kc", closer=seat),
    )


def test_the_last_cards_come_from_the_pile() -> None:
    game = game_of(players=2)
    state = position_of(game, "8h (Kd)", ["(5d) 9s"], "", top="5c", dry=True)
    found = {odds.action.kind: odds for odds in position.actions(game, game.observe(state, ME))}
    # any card under the top may come, the unseen ones may not: each world with each card first
    seen = game.observe(state, ME)
    now = total = Fraction(0)
    fitting = worlds(game, seen)
    for world in fitting:
        now += Fraction(points(game, world), len(fitting))
    for card in state.pile[:-1]:
        rest = (*(c for c in state.pile[:-1] if c != card), state.pile[-1])
        drawn = [
            world._replace(pile=rest, drawn=Drawn(card, 1, "stock"), phase="discard", window=False)
            for world in fitting
        ]
        total += best(game, drawn) / len(state.pile[:-1])
    assert found["draw"].change == total - now
    under = [0 if c.rank == 8 else min(int(c.rank), 10) for c in state.pile[:-1]]
    assert position.card(seen).mean == Fraction(sum(under), len(under))


def test_a_penalty_from_the_pile_or_none() -> None:
    for stock_out, costs in (("reshuffle", True), ("end_round", False)):
        game = game_of(players=2, stock_out=stock_out)
        state = position_of(game, "8h (Kd) 2c", ["(5d)"], "", top="5c", dry=True)
        (odds,) = position.actions(game, game.observe(state, ME), [game.parse(state, "0 match 2")])
        under = [0 if c.rank == 8 else min(int(c.rank), 10) for c in state.pile[:-1]]
        # right half of the time: 8 and 2 are left for 12 (or 7) points
        right = Fraction(2) - (Fraction(10 + 5, 2) + 2)
        wrong = Fraction(10 + 2) - (Fraction(10 + 5, 2) + 2)
        wrong += Fraction(sum(under), len(under)) if costs else 0
        assert odds.chance == Fraction(1, 2)
        assert odds.change == (right + wrong) / 2


# --- cards ----------------------------------------------------------------------------------------


def played(seed: int, **options: Any) -> list[tuple[FourCards, FourCardsState]]:
    from cardkit.bots import play, table

    game = game_of(**options)
    state = game.deal(seed)
    out = []
    for step in play(game, state, table("careful", game, seed)):
        state = step.state
        out.append((game, state))
    return out


def test_an_unseen_card_is_what_the_worlds_say() -> None:
    game, state = played(4)[9]
    seen = game.observe(state, 1)
    place = next((s, i) for s, hand in enumerate(seen.hands) for i, c in enumerate(hand) if c == UNKNOWN)
    found = position.card(seen, place)
    assert sum(found.ranks.values()) == sum(found.points.values()) == 1
    assert found.mean == sum(v * p for v, p in found.points.items())
    rng, times = random.Random(2), 3000
    counts: dict[int, int] = defaultdict(int)
    for _ in range(times):
        held = game.worlds(seen, rng).hands[place[0]].cards[place[1]]
        assert held is not None
        counts[RANK[held]] += 1
    for rank, p in found.ranks.items():
        assert abs(counts[rank] / times - p) < 3.5 * sqrt(p * (1 - p) / times)
    assert position.card(seen).ranks == found.ranks


def test_a_known_or_empty_place_has_no_odds() -> None:
    game, state = played(4)[9]
    seen = game.observe(state, 1)
    known = next(
        (s, i) for s, hand in enumerate(seen.hands) for i, c in enumerate(hand) if c and c != UNKNOWN
    )
    for place in (known, (0, 40)):
        with pytest.raises(ValueError, match="no unseen card"):
            position.card(seen, place)
    with pytest.raises(ValueError, match="onlooker"):
        position.actions(game, game.observe(state))


# --- closing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [8, 20, 31])
def test_closing_agrees_with_the_worlds(number: int) -> None:
    game, state = played(6)[number]
    seat = state.turn or 0
    seen = game.observe(state, seat)
    found = position.closing(game, seen)
    rng, marks, lowest, times = random.Random(1), [], 0, 2500
    for _ in range(times):
        world = game.worlds(seen, rng)
        sheet = game.score(world._replace(closer=seat))
        marks.append(sheet.totals[seat] or 0)
        lowest += sheet.lines[-1].reason == "close_lowest"
    assert abs(fmean(marks) - found.mark) <= 3 * (stdev(marks) / sqrt(times) + found.error)
    p = float(found.lowest)
    assert abs(lowest / times - p) <= 3 * sqrt(p * (1 - p) / times) + 0.005


def test_dealing_out_agrees_with_counting() -> None:
    game = game_of(players=3)
    state = position_of(game, "8h (Kd) 3c", ["(5d) 9s", "(As) (4d)"], "Jd 2h 6h 7c")
    seen = game.observe(state, ME)
    exact = position.closing(game, seen, exact=True)
    dealt = position.closing(game, seen, exact=False)
    assert exact.error == 0 < dealt.error
    assert abs(dealt.mark - exact.mark) < 3 * dealt.error
    assert abs(dealt.lowest - exact.lowest) < 0.006
    assert [line.text() for line in dealt.lines][-1].startswith("Dealt out 131072 times")
    own, others = four_cards_odds._partly(seen, ME)
    again = close_unsure(own.known, own.unseen, others, pool_of(position.unseen(seen)), game.options)
    assert exact[:3] == again
    counts = close_counts((own, *others), position.unseen(seen), game.options, 500)
    assert sum(counts.values()) == 500
    assert counts == close_counts((own, *others), position.unseen(seen), game.options, 500)


def test_every_position_of_some_rounds_has_odds() -> None:
    for seed, options in ((1, {"players": 2}), (2, {"players": 3, "eight_rule": "pair"})):
        for game, state in played(seed, **options)[::7]:
            if state.turn is not None:
                seen = game.observe(state, state.turn)
                assert position.actions(game, seen) == position.actions(game, seen)


# --- numbers --------------------------------------------------------------------------------------


def test_numbers_in_each_language() -> None:
    assert decimal(Fraction(-29, 8)) == "−3.62"
    assert decimal(Fraction(-29, 8), "pt") == "−3,62"
    assert decimal(Fraction(-1, 1000)) == "0.00"
    assert decimal(Fraction(6, 2)) == "3"
    assert percent(Fraction(15229, 54145)) == "28.1\u00a0%"
    assert percent(Fraction(15229, 54145), "pt") == "28,1%"
    assert percent(Fraction(99998, 100000)) == "99.998\u00a0%"
    assert percent(Fraction(1)) == "100\u00a0%"
    assert percent(0.0, "pt") == "0%"
    assert fraction(Fraction(-1, 2)) == "−1/2"
    assert shown(Share(Fraction(1, 4)), "en") == "25.0\u00a0%"
    assert shown(Change(Fraction(3, 2)), "pt") == "+1,50"
    assert shown(7, "en") == 7


def test_card_of_the_catalogue() -> None:
    with pytest.raises(WordsError):
        Line("odds.line.none", {}).text()
    assert isinstance(cards("8h")[0], Card)
