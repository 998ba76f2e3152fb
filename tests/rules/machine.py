"""What the state machines of all games share: a record of what was played, and what must hold of it."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cardkit.engine import Action, Verdict
from cardkit.record import Node, Record


class Recorded(RuleBasedStateMachine):
    """A deal of any game."""

    game: Any
    record: Record

    @property
    def state(self) -> Any:
        return self.record.state

    def act(self, action: Action) -> None:
        before, kept = self.state, copy.deepcopy(self.state)
        self.record.play(action)
        assert before == kept, "a position changed under an action"

    def goes_there_and_back(self) -> None:
        """Records and links lead to the same position by the same steps."""
        again = Record.from_json(self.record.to_json())
        assert again.game == self.game
        for mine, other in zip(self.record.line(), again.line(), strict=True):
            assert (mine.action, mine.foul, mine.events) == (other.action, other.foul, other.events)
        assert again.line()[-1].state == self.state
        assert Record.from_query(self.record.to_query()).line()[-1].state == self.state

    @invariant()
    def positions_are_values(self) -> None:
        twin = pickle.loads(pickle.dumps(self.state))
        assert twin == self.state
        assert hash(twin) == hash(self.state)
        with pytest.raises(AttributeError):
            self.state.turn = 0

    @invariant()
    def scores_add_up(self) -> None:
        """Totals are sums of lines, and a seat's count is either the true one or open."""
        sheet = self.game.score(self.state)
        for side, total in enumerate(sheet.totals):
            assert sum(line.points or 0 for line in sheet.of(side)) == total
        for seat in range(self.game.seats):
            seen = self.game.score(self.game.observe(self.state, seat))
            for mine, true in zip(seen.totals, sheet.totals, strict=True):
                assert mine is None or mine == true


class Judged(Recorded):
    """A deal of a game with so few actions that all of them, legal or not, can be judged in each position."""

    asked: tuple[Node | None, dict[Action, Verdict]] = (None, {})

    def every_action(self) -> Iterable[Action]:
        """Return every well-formed action."""
        raise NotImplementedError

    def judged(self) -> dict[Action, Verdict]:
        """Every well-formed action with its verdict; they are many, so each position is asked once."""
        node, known = self.asked
        if node is not self.record.node:
            known = {action: self.game.check(self.state, action) for action in self.every_action()}
            self.asked = (self.record.node, known)
        return known

    @precondition(lambda self: self.state.turn is not None)
    @rule(pick=st.integers(0, 10**6))
    def somebody_on_turn_acts(self, pick: int) -> None:
        legal = self.game.legal_actions(self.state)
        kinds = sorted({action.kind for action in legal})
        chosen = [action for action in legal if action.kind == kinds[pick % len(kinds)]]
        self.act(chosen[pick // len(kinds) % len(chosen)])

    @precondition(lambda self: bool(self.game.hearing(self.state)))
    @rule(pick=st.integers(0, 10**6))
    def somebody_claims(self, pick: int) -> None:
        seats = self.game.hearing(self.state)
        claims = self.game.claims(self.state, seats[pick % len(seats)])
        self.act(claims[pick % len(claims)])

    @invariant()
    def legal_is_what_is_checked_ok(self) -> None:
        game, state = self.game, self.state
        fine = sorted(action for action, verdict in self.judged().items() if verdict.ok)
        for seat in range(game.seats):
            legal = game.legal_actions(state, seat)
            assert list(legal) == [action for action in fine if action.seat == seat]
            assert legal == game.legal_actions(state, seat)
            claims = game.claims(state, seat)
            assert set(claims) <= set(legal)
            assert bool(claims) == (seat in game.hearing(state))
        if state.turn is None:
            assert not fine
            assert game.legal_actions(state) == ()
            assert game.outcome(state) is not None
        else:
            assert game.legal_actions(state) == game.legal_actions(state, state.turn)
            assert game.legal_actions(state), "a dead end"
            assert game.outcome(state) is None

    @invariant()
    def notation_goes_there_and_back(self) -> None:
        for seat in range(self.game.seats):
            legal = self.game.legal_actions(self.state, seat)
            # of a long list some stand for all
            for action in legal[:: 1 + len(legal) // 20]:
                assert self.game.parse(self.state, str(action)) == action

    @invariant()
    def records_and_links_go_there_and_back(self) -> None:
        self.goes_there_and_back()
