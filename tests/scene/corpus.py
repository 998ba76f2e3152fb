"""Deals for the tests of the upper layers: bots of both kinds, fouls between, many house rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from cardkit import bots
from cardkit.bots.base import heard
from cardkit.games.four_cards import FourCards
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, frames
from tests.rules.tools import deck, four_cards, universe

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "cambio", "players": 3},
    {"players": 2, "stock_out": "end_round", "close_timing": "after_discard"},
    {"players": 2, "eight_rule": "pair", "match_limit": "first_only"},
    {"players": 3, "close_timing": "after_discard", "freeze_closer": True},
    {"players": 5, "table_draw": "must_swap", "power_on": "drawn_only"},
    {"players": 8, "stock_out": "reshuffle"},
    {"players": 7, "errors": "refuse", "match_limit": "first_only"},
)
MOST = 100
"""A deal that goes on for longer than so many actions is left there."""


def played(game: FourCards, seed: int, kind: str, fouls: float, closes: bool = True) -> Record:
    """Let bots play a deal, with a foul now and then; without ``closes`` until nothing is left to draw."""
    rng = random.Random(seed)
    record = Record.deal(game, seed)
    players = bots.table(kind, game, seed)
    while (turn := record.state.turn) is not None and record.node.ply < MOST:
        if rng.random() < fouls:
            verdicts = ((act, game.check(record.state, act)) for act in universe(game, record.state))
            by_kind: dict[str, list[Any]] = {}
            for act, verdict in verdicts:
                if verdict.penalty:
                    by_kind.setdefault(verdict.reason, []).append(act)
            if by_kind:
                record.play(rng.choice(by_kind[rng.choice(sorted(by_kind))]))
                continue
        legal = game.legal_actions(record.state)
        if not closes:
            legal = tuple(act for act in legal if act.kind != "close")
        choice = heard(game, record.state, players) if closes else None
        choice = choice or players[turn].choose(game.observe(record.state, turn), legal)
        record.play(choice.action)
        record.node.reason = choice.reason, choice.params
    return record


def made(hands: tuple[str, str], stock: str, acts: str, **options: Any) -> Record:
    """A round for two from a set deal, with the nine of spades turned up."""
    game = four_cards(players=2, eight_rule="pair", **options)
    return Record.deal(game, deck=deck(hands, "9s", stock)).play_all("0 look; 1 look 1 2;" + acts)


@cache
def corpus() -> tuple[Record, ...]:
    out = []
    for number, house in enumerate(HOUSES):
        game = four_cards(**house)
        out.append(played(game, number, "careful", 0.0))
        out.append(played(game, 100 + number, "random", 0.15))
    out.append(played(four_cards(players=2), 7, "random", 0.25, closes=False))
    out.append(played(four_cards(players=2, stock_out="end_round"), 8, "random", 0.2, closes=False))
    # closed well, badly, with 0 and with less by who is not alone lowest; a hand matched away
    close = "0 close; 1 draw; 1 throw; 0 pass; 1 pass"
    out.append(made(("Ac 2c 3c 4c", "Kc Kd Kh Qd"), "9d", close))
    out.append(made(("Kc Kd Kh Qd", "Ac 2c 3c 4c"), "9d", close))
    out.append(made(("8c 8d 5c 5d", "8h 8s 2c 3c"), "9d", close))
    out.append(made(("8c 8d 2c 3c", "8h 8s 2d 3d"), "9d", close, failed_negative="one"))
    out.append(made(("9c 9d 9h 2c", "8h 8s 3c 4c"), "2d", "0 match 1 2 3; 0 draw; 0 throw; 0 match 4"))
    return tuple(out)


def views(record: Record) -> list[View]:
    return [*range(record.game.seats), OPEN]


@cache
def drawn(record: Record, view: View, lang: str = "en") -> tuple[Frame, ...]:
    return tuple(frames(record, view, lang))


def texts(value: Any) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from texts(part)
