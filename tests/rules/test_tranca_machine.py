"""Deals of Tranca under all house rules, driven by Hypothesis: what must hold after every action."""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule

from cardkit.bots import RandomBot, play
from cardkit.cards import CARDS, UNKNOWN
from cardkit.engine import Action
from cardkit.errors import IllegalAction
from cardkit.games.tranca import Tranca
from cardkit.games.tranca.melds import RED_3S, is_meld, ordered
from cardkit.games.tranca.state import cards_in, how_many
from cardkit.record import Record
from tests.rules.machine import Recorded
from tests.rules.tranca_tools import CHOICES, TWO_PACKS, every_card, some_options, tranca

options = st.fixed_dictionaries({}, optional={name: st.sampled_from(v) for name, v in CHOICES.items()})


class Deal(Recorded):
    """One deal; the record keeps what was played."""

    game: Tranca

    @initialize(rules=options, seed=st.integers(0, 2**32), dealer=st.integers(0, 3))
    def start(self, rules: dict[str, Any], seed: int, dealer: int) -> None:
        self.game = tranca(**rules)
        self.record = Record.deal(self.game, seed, dealer=dealer % self.game.seats)

    # --- what happens -------------------------------------------------------------------------

    @precondition(lambda self: self.state.turn is not None)
    @rule(rng=st.randoms(use_true_random=False), turns=st.integers(1, 12))
    def play_on(self, rng: random.Random, turns: int) -> None:
        for _ in range(turns):
            if self.state.turn is None:
                return
            legal = self.game.legal_actions(self.state)
            kinds = sorted({action.kind for action in legal})
            laying = [kind for kind in kinds if kind in ("meld", "add", "take")]
            kind = rng.choice(laying if laying and rng.random() < 0.6 else kinds)
            self.act(rng.choice([action for action in legal if action.kind == kind]))

    @precondition(lambda self: self.state.turn is not None)
    @rule(rng=st.randoms(use_true_random=False))
    def judge(self, rng: random.Random) -> None:
        """Legal is what check allows; what it refuses leaves no trace."""
        game, state = self.game, self.state
        seat = state.turn
        assert seat is not None
        legal = game.legal_actions(state)
        assert list(legal) == sorted(legal)
        assert len(set(legal)) == len(legal)
        for action in rng.sample(legal, min(20, len(legal))):
            assert game.check(state, action).ok
            assert game.parse(state, str(action)) == action
        hand = cards_in(state.hands[seat])
        for _ in range(30):
            named = ordered(rng.sample(hand, min(len(hand), rng.choice((0, 1, 2, 3, 3, 4, 7)))))
            kind = rng.choice(("draw", "take", "meld", "add", "discard", "pass", "stop"))
            at = rng.randrange(4)
            where = ((seat, at),) if kind == "add" or (kind == "take" and rng.random() < 0.5) else ()
            action = Action(seat, kind, () if kind in ("draw", "pass", "stop") else named, where)
            try:
                verdict = game.check(state, action)
            except ValueError:
                continue
            assert verdict.ok == (action in legal), f"{action} {verdict}"
            if not verdict.ok:
                with pytest.raises(IllegalAction):
                    game.apply(state, action)

    @precondition(lambda self: self.state.turn is None)
    @rule()
    def stay_at_the_end(self) -> None:
        """Nobody may do anything any more; all hands are open, and the outcome ranks both sides."""
        game, state = self.game, self.state
        assert not any(game.legal_actions(state, seat) for seat in range(game.seats))
        assert not any(UNKNOWN in hand for hand in game.observe(state, None).hands)
        outcome = game.outcome(state)
        assert outcome is not None
        assert sorted(side for tied in outcome.ranking for side in tied) == [0, 1]

    # --- what must hold -----------------------------------------------------------------------

    @invariant()
    def two_packs(self) -> None:
        assert every_card(self.state) == TWO_PACKS

    @invariant()
    def somebody_can_act_until_the_end(self) -> None:
        state = self.state
        assert (state.turn is None) == (state.phase == "over") == (not self.game.legal_actions(state))

    @invariant()
    def hands_and_melds_are_as_they_must_be(self) -> None:
        state, most = self.state, self.game.options.max_wilds
        for seat, hand in enumerate(state.hands):
            assert hand or state.phase == "over"
            assert hand >> 52 & ~hand == 0, "a second copy without a first"
            if not state.waiting >> seat & 1:
                assert not set(cards_in(hand)) & RED_3S
            for card in CARDS[:52]:
                assert state.known[seat].count(card) <= how_many(hand, card)
        for melds in state.melds:
            assert all(is_meld(meld.cards, most) for meld in melds)
        assert not set(state.pile) & RED_3S

    @invariant()
    def seats_learn_no_more_than_they_may(self) -> None:
        state, game = self.state, self.game
        rng = random.Random(len(state.stock))
        for seat in (None, *range(game.seats)):
            seen = game.observe(state, seat)
            world = game.worlds(seen, rng)
            assert game.observe(world, seat) == seen
            assert every_card(world) == TWO_PACKS
            if seat is not None:
                assert game.legal_actions(world, seat) == game.legal_actions(state, seat)
            assert hash(seen) == hash(game.observe(state, seat))

    @invariant()
    def cards_that_are_worth_the_same_hide_nothing(self) -> None:
        if self.game.options.card_values == "all10":
            seen = self.game.score(self.game.observe(self.state, 0))
            assert seen.totals == self.game.score(self.state).totals

    def teardown(self) -> None:
        # a deal is long: once is enough
        if hasattr(self, "record"):
            self.goes_there_and_back()


Deal.TestCase.settings = settings(
    max_examples=int(os.environ.get("CARDKIT_EXAMPLES", "20")),
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
TestDeal = Deal.TestCase


@pytest.mark.parametrize("seed", range(20))
def test_every_deal_ends(seed: int) -> None:
    rng = random.Random(seed)
    game = tranca(**some_options(rng))
    state = game.deal(seed=seed)
    bots = [RandomBot(random.Random(seed * 10 + seat)) for seat in range(game.seats)]
    acts = 0
    for step in play(game, state, bots):
        state = step.state
        acts += 1
    assert acts < 2000
    assert game.outcome(state) is not None


def test_an_exported_view_tells_only_what_was_seen() -> None:
    game = tranca()
    record = Record.deal(game, 4)
    rng = random.Random(4)
    for _ in range(60):
        if record.state.turn is None:
            break
        kinds = sorted({a.kind for a in game.legal_actions(record.state)})
        kind = rng.choice(kinds)
        record.play(rng.choice([a for a in game.legal_actions(record.state) if a.kind == kind]))
    if record.state.turn is not None:
        view = json.loads(record.export(1))
        hidden = game.observe(record.state, 1).hands[0]
        assert UNKNOWN in hidden
        assert "deck" not in view
        for step in view["steps"]:
            for event in step["events"]:
                if event["kind"] in ("draw", "replace", "morto") and event["seat"] != 1:
                    assert set(event["cards"]) <= {"??"}
