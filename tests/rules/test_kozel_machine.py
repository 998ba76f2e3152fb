"""Games of Kozel under all house rules, driven by Hypothesis: what must hold after every action."""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, rule

from cardkit.bots import play, table
from cardkit.cards import Card, pack
from cardkit.engine import Action
from cardkit.errors import IllegalAction
from cardkit.games.kozel import Kozel
from cardkit.record import Record
from tests.rules.kozel_tools import CHOICES, all_cards, kozel, some_options, universe
from tests.rules.machine import Judged
from tests.rules.naive_kozel import Table
from tests.rules.test_kozel_naive import naive, same

PACK = pack(36)
options = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in CHOICES.items()}
)


def suited(rng: random.Random) -> list[Card]:
    """Return a pack in which some seats are dealt four of one suit: chance alone does it too rarely."""
    suits = [[card for card in PACK if card.suit == suit] for suit in range(4)]
    rng.shuffle(suits)
    hands: list[list[Card]] = [rng.sample(suits[seat], 4) if rng.random() < 0.6 else [] for seat in range(4)]
    rest = [card for card in PACK if not any(card in hand for hand in hands)]
    rng.shuffle(rest)
    hands = [hand or [rest.pop() for _ in range(4)] for hand in hands]
    return [hands[seat][at] for at in range(4) for seat in range(4)] + rest


class Game(Judged):
    """One game; the record keeps what was played, the naive table plays along."""

    game: Kozel
    table: Table

    @initialize(rules=options, seed=st.integers(0, 2**32), dealer=st.integers(0, 3), fours=st.booleans())
    def start(self, rules: dict[str, Any], seed: int, dealer: int, fours: bool) -> None:
        self.game = kozel(**rules)
        deck = suited(random.Random(seed)) if fours else None
        self.record = Record.deal(self.game, seed, deck, dealer=dealer)
        self.table = naive(self.game, self.state)

    def every_action(self) -> list[Action]:
        return universe(self.state, (PACK[self.record.node.ply % 36], self.state.shown))

    # --- what happens -------------------------------------------------------------------------

    def act(self, action: Action) -> None:
        super().act(action)
        self.table.do(str(action))

    @rule(pick=st.integers(0, 10**6))
    def somebody_tries_what_cannot_be(self, pick: int) -> None:
        """An illegal act leaves no trace, and there are no fouls (KA19)."""
        illegal = [action for action, verdict in self.judged().items() if not verdict.ok]
        action = illegal[pick % len(illegal)]
        kept = copy.deepcopy(self.state)
        for doing in (self.game.apply, self.game.attempt):
            with pytest.raises(IllegalAction) as caught:
                doing(self.state, action)
            assert caught.value.verdict == self.game.check(self.state, action)
            assert not caught.value.verdict.penalty
        assert self.state == kept

    # --- what must hold -----------------------------------------------------------------------

    @invariant()
    def the_naive_table_agrees(self) -> None:
        same(self.game, self.state, self.table)

    @invariant()
    def thirty_six_cards(self) -> None:
        assert all_cards(self.state) == list(PACK)

    @invariant()
    def events_keep_their_secrets(self) -> None:
        for event in self.record.node.events:
            if event.kind in ("throw", "draw", "return") and event.audience is not None:
                assert event.audience == (event.seat,)
        for seat in (None, *range(4)):
            for event in self.record.node.events:
                hidden = event.audience is not None and seat not in event.audience
                assert all(card < 0 for card in event.seen_by(seat).cards) or not hidden

    @invariant()
    def worlds_fit(self) -> None:
        seat = self.record.node.ply % 4
        seen = self.game.observe(self.state, seat)
        other = self.game.worlds(seen, random.Random(self.record.node.ply))
        assert self.game.observe(other, seat) == seen
        assert all_cards(other) == list(PACK)

    @invariant()
    def the_series_adds_up(self) -> None:
        game, state = self.game, self.state
        sheet = game.series(state)
        for side, total in enumerate(sheet.totals):
            assert sum(line.points or 0 for line in sheet.of(side)) == total
        assert sheet.totals == game.standing(state).totals
        if state.turn is None:
            assert sum(total or 0 for total in game.score(state).totals) == 120


Game.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
TestGame = Game.TestCase


@pytest.mark.parametrize("kind", ["random", "careful"])
@pytest.mark.parametrize("seed", range(12))
def test_the_series_ends_when_bots_play_under_any_house_rules(kind: str, seed: int) -> None:
    rng = random.Random(f"{kind} {seed}")
    game = kozel(**some_options(rng))
    state = game.deal(seed)
    for number in range(1, 60):
        steps = 0
        for step in play(game, state, table(kind, game, seed)):
            state = step.state
            steps += 1
            assert all_cards(state) == list(PACK)
        assert 12 <= steps <= 60
        standing = game.standing(state)
        assert standing.deals == number
        if standing.winners is not None:
            break
        state = game.next_deal(state, f"{seed} {number}")
    assert standing.winners is not None
    assert max(standing.totals) >= game.options.target


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("deck", 7, "deck"),
        ("deck", "6c 7c", "34 of 36 cards missing"),
        ("trump_at", 20, "trump_at"),
        ("dealer", "0", "dealer"),
        ("leader", 4, "leader"),
        ("totals", [0], "totals"),
        ("totals", [12, 0], "totals"),
        ("deals", -1, "deals"),
        ("eggs", 1, "eggs"),
        ("doubled", True, "doubled"),
        ("doubled", 0, "doubled"),
    ],
)
def test_a_setup_that_cannot_be_is_told_by_field(field: str, value: object, message: str) -> None:
    game = kozel()
    setup = game.setup(game.deal(1))
    assert game.restore(setup) == game.deal(1)
    with pytest.raises(ValueError, match=message):
        game.restore({**setup, field: value})


def test_a_game_in_the_middle_of_a_series_is_restored() -> None:
    game = kozel(preset="burkozel")
    state = game.deal(3)
    for step in play(game, state, table("random", game, 3)):
        state = step.state
    following = game.next_deal(state, 4, trump_at=3)
    assert game.restore(game.setup(following)) == following
