"""Players that fill the seats. A bot gets an observation and the legal actions, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Final

from cardkit.bots.base import Bot, Choice, Step, play
from cardkit.bots.random import RandomBot
from cardkit.cards import Card
from cardkit.engine import Game
from cardkit.record import Record
from cardkit.rng import Seed, stream

__all__ = ["BOTS", "Bot", "Choice", "RandomBot", "Step", "bot", "play", "recorded", "table"]

BOTS: Final = ("careful", "random")


def bot(kind: str, game: Game[Any, Any, Any], seed: Seed = 0, seat: int = 0) -> Bot:
    """Return a bot for one seat: ``"random"``, or ``"careful"``, which plays by rules of thumb.

    It draws from its own stream of ``seed``, so that other seats and the deal are not moved by it.
    """
    rng = stream(seed, "bot", seat)
    if kind == "random":
        return RandomBot(rng)
    if kind == "careful":
        made: Bot = import_module(f"cardkit.bots.{game.id}").CarefulBot(game.options, rng)
        return made
    raise ValueError(f"no bot {kind!r} here: expected one of {', '.join(map(repr, BOTS))}")


def table(kind: str, game: Game[Any, Any, Any], seed: Seed = 0) -> tuple[Bot, ...]:
    """Return a bot of one kind for each seat."""
    return tuple(bot(kind, game, seed, seat) for seat in range(game.seats))


def recorded(
    game: Game[Any, Any, Any] | str,
    seed: Seed,
    *,
    kind: str = "careful",
    deck: Sequence[Card] | str | None = None,
    **deal: Any,
) -> Record:
    """Return the record of a deal that bots of one kind played to its end; its nodes know the reasons.

    ``deck`` and ``deal`` go to `Record.deal`.
    """
    record = Record.deal(game, seed, deck, **deal)
    for step in play(record.game, record.state, table(kind, record.game, seed)):
        record.play(step.choice.action)
        record.node.reason = step.choice.reason, step.choice.params
    return record
