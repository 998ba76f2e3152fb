"""What a bot is, and the table that lets bots play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardkit.engine import NO_PARAMS, Action, Event, Game


class Choice(NamedTuple):
    """What a bot does and why: ``reason`` is a key of the words catalogue, ``params`` go into it."""

    action: Action
    reason: str
    params: Mapping[str, Any] = NO_PARAMS


class Bot(Protocol):
    """A player."""

    def choose(self, observation: Any, legal: Sequence[Action]) -> Choice:
        """Return one of ``legal``, which is not empty: it is this seat's turn."""

    def claim(self, observation: Any, claims: Sequence[Action]) -> Choice | None:
        """Return a claim beside the turn (a match, say), or ``None`` to let it be."""


class Step(NamedTuple):
    """One action played: who chose it why, the position after it, and what happened."""

    choice: Choice
    state: Any
    events: tuple[Event, ...]


def play(game: Game[Any, Any, Any], state: Any, bots: Sequence[Bot]) -> Iterator[Step]:
    """Play a deal to its end, yielding each step.

    Before a turn goes on, every seat that may claim something is asked, in the order of the rules
    (`Game.hearing`). ``ValueError`` unless there is a bot for each seat.
    """
    if len(bots) != game.seats:
        raise ValueError(f"{len(bots)} bots for {game.seats} seats")
    while state.turn is not None:
        choice = heard(game, state, bots) or bots[state.turn].choose(
            game.observe(state, state.turn), game.legal_actions(state)
        )
        state, events = game.apply(state, choice.action)
        yield Step(choice, state, events)


def heard(game: Game[Any, Any, Any], state: Any, bots: Sequence[Bot | None]) -> Choice | None:
    """Return the first claim that a bot makes now; seats without a bot (``None``) are not asked."""
    for seat in game.hearing(state):
        player = bots[seat]
        if player and (choice := player.claim(game.observe(state, seat), game.claims(state, seat))):
            return choice
    return None
