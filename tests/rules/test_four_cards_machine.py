"""Rounds of 4 Cartas under all house rules, driven by Hypothesis: what must hold after every action."""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from cardkit.bots import play, table
from cardkit.cards import CARDS, UNKNOWN
from cardkit.engine import Action
from cardkit.errors import IllegalAction
from cardkit.games.four_cards import FourCards, FourCardsState
from cardkit.record import Record
from tests.rules.machine import Judged
from tests.rules.naive_four_cards import Table
from tests.rules.test_four_cards_naive import naive, same
from tests.rules.tools import CHOICES, four_cards, some_options, universe

options = st.fixed_dictionaries(
    {"players": st.sampled_from((2, 3, 4, 3, 2, 3, 5, 2, 6, 4, 8, 7))},
    optional={name: st.sampled_from(values) for name, values in CHOICES.items()},
)


def all_cards(state: FourCardsState) -> list[int]:
    held = [card for hand in state.hands for card in hand.cards if card is not None]
    drawn = [state.drawn.card] if state.drawn else []
    return sorted(map(int, [*held, *state.stock, *state.pile, *drawn]))


class Round(Judged):
    """One round; the record keeps what was played, the naive table plays along."""

    game: FourCards
    table: Table

    @initialize(rules=options, seed=st.integers(0, 2**32), dealer=st.integers(0, 7))
    def start(self, rules: dict[str, Any], seed: int, dealer: int) -> None:
        self.game = four_cards(**rules)
        self.record = Record.deal(self.game, seed, dealer=dealer % self.game.seats)
        self.table = naive(self.game, self.state)

    def every_action(self) -> list[Action]:
        n, turn = self.game.seats, self.state.turn or 0
        # at a large table the swaps of two seats stand for those of all
        return universe(self.game, self.state, range(n) if n < 5 else {turn, (turn + 1) % n})

    # --- what happens -------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        before = self.state
        super().act(action)
        self.table.do(str(action))
        self.slots_stay(before, self.state, action)

    def slots_stay(self, before: FourCardsState, after: FourCardsState, action: Action) -> None:
        """C15: a card leaves its slot by a swap, a trade or a match only, and no slot ever goes."""
        moved = set(action.places) if action.kind in ("swap", "trade", "match") else set()
        for seat, (old, new) in enumerate(zip(before.hands, after.hands, strict=True)):
            assert len(new.cards) >= len(old.cards)
            for slot, card in enumerate(old.cards):
                assert new.cards[slot] == card or (seat, slot) in moved

    @precondition(lambda self: self.state.turn is not None)
    @rule(pick=st.integers(0, 10**6))
    def the_turn_goes_on(self, pick: int) -> None:
        """A turn without a close, so that rounds get somewhere."""
        legal = [a for a in self.game.legal_actions(self.state) if a.kind not in ("close", "match")]
        legal = legal or list(self.game.legal_actions(self.state))
        self.act(legal[pick % len(legal)])

    @rule(pick=st.integers(0, 10**6))
    def somebody_errs(self, pick: int) -> None:
        fouls = [action for action, verdict in self.judged().items() if verdict.penalty]
        assume(fouls)
        kinds = sorted({action.kind for action in fouls})
        chosen = [action for action in fouls if action.kind == kinds[pick % len(kinds)]]
        action = chosen[pick % len(chosen)]
        before = self.state
        cards = sum(card is not None for card in before.hands[action.seat].cards)
        self.act(action)
        first, *more = self.record.node.events
        assert first.kind == "foul"
        assert first.rule == self.game.check(before, action).rule
        if self.game.options.errors == "refuse":
            assert not more
            assert self.state == before
        else:
            kinds_after = [event.kind for event in more if event.kind != "reshuffle"]
            costs = kinds_after.count("penalty") + kinds_after.count("waived")
            assert costs == max(1, kinds_after.count("mismatch"))
            after = sum(card is not None for card in self.state.hands[action.seat].cards)
            assert after - cards == kinds_after.count("penalty") - kinds_after.count("match")
            if self.state.phase != "over":
                assert self.state.turn == before.turn

    @rule(pick=st.integers(0, 10**6))
    def somebody_tries_what_cannot_be(self, pick: int) -> None:
        """An illegal act leaves no trace; foul or not, `apply` refuses it and says why."""
        illegal = [action for action, verdict in self.judged().items() if not verdict.ok]
        action = illegal[pick % len(illegal)]
        kept = copy.deepcopy(self.state)
        with pytest.raises(IllegalAction) as caught:
            self.game.apply(self.state, action)
        assert caught.value.verdict == self.game.check(self.state, action)
        assert caught.value.action == action
        if not caught.value.verdict.penalty:
            with pytest.raises(IllegalAction):
                self.game.attempt(self.state, action)
        assert self.state == kept

    # --- what must hold -----------------------------------------------------------------------

    @invariant()
    def the_naive_table_agrees(self) -> None:
        same(self.game, self.state, self.table)

    @invariant()
    def fifty_two_cards(self) -> None:
        assert all_cards(self.state) == list(range(52))

    @invariant()
    def a_seat_sees_what_it_knows_and_no_more(self) -> None:
        game, state = self.game, self.state
        for seat in range(game.seats):
            seen = game.observe(state, seat)
            assert not hasattr(seen, "stock")
            assert seen.stock_size == len(state.stock)
            for owner, hand in enumerate(state.hands):
                for slot, card in enumerate(hand.cards):
                    knows = bool(hand.knowers[slot] >> seat & 1)
                    assert seen.hands[owner][slot] == (card if card is None or knows else UNKNOWN)
            for event in self.record.node.events:
                if event.audience is not None and seat not in event.audience:
                    assert set(event.seen_by(seat).cards) <= {UNKNOWN}


Round.TestCase.settings = settings(
    max_examples=20,
    stateful_step_count=36,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestRound = Round.TestCase


@pytest.mark.parametrize("kind", ["random", "careful"])
@pytest.mark.parametrize("seed", range(20))
def test_the_deal_ends_when_bots_play_under_any_house_rules(kind: str, seed: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    game = four_cards(**some_options(rng))
    state = game.deal(seed)
    steps = 0
    for steps, step in enumerate(play(game, state, table(kind, game, seed)), 1):
        state = step.state
        assert all_cards(state) == list(range(52))
        assert steps < 3000, game
    assert state.turn is None
    assert steps > game.seats


def test_a_pack_is_the_cards_with_codes_0_to_51() -> None:
    assert [int(card) for card in CARDS[:52]] == list(range(52))
