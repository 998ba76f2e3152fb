"""What the benchmarks of the engines share: loops of cardkit, RLCard and OpenSpiel, run by turns.

How it is counted is told in README.md here. What is not installed is left out.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import count, repeat
from multiprocessing import get_context
from statistics import median
from time import process_time
from types import FrameType
from typing import Any, NamedTuple

import cardkit
from cardkit import bots
from cardkit.bots import Choice
from cardkit.engine import NO_PARAMS, Action, Actions, Event, new

Deals = Iterator[int]
"""Plays for ever, one deal at each step, and yields how many decisions the players made in it."""


class Contestant(NamedTuple):
    name: str
    detail: str
    start: Callable[[int], Deals]
    """Begins from a seed."""
    needs: str = ""
    """The module that must be installed."""


# --- loops ------------------------------------------------------------------------------------


def ours(name: str) -> Callable[[int], Deals]:
    """For each decision: the legal actions, the observation, the choice, the new state with events."""

    def start(seed: int) -> Deals:
        game = cardkit.game(name)
        choose = bots.bot("random", game, seed).choose
        number = 0
        while True:
            state = game.deal(seed=f"{seed}.{number}")
            number += 1
            decisions = 0
            while state.turn is not None:
                legal = game.legal_actions(state)
                observation = game.observe(state, state.turn)
                state, _events = game.apply(state, choose(observation, legal).action)
                decisions += 1
            yield decisions

    return start


def our_table(name: str) -> Callable[[int], Deals]:
    """Let four bots play: before each turn goes on, every seat with a claim is asked as well."""

    def start(seed: int) -> Deals:
        game = cardkit.game(name)
        players = bots.table("random", game, seed)
        number = 0
        while True:
            state = game.deal(seed=f"{seed}.{number}")
            number += 1
            yield sum(1 for _ in bots.play(game, state, players))

    return start


def rlcard(name: str) -> Contestant:
    """As in RLCard's examples/run_random.py: its random agents, ``env.run``."""

    def start(seed: int) -> Deals:
        make = import_module("rlcard").make
        import_module("rlcard.utils").set_seed(seed)
        env = make(name, config={"seed": seed})
        agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
        env.set_agents([agent for _ in range(env.num_players)])
        while True:
            trajectories, _payoffs = env.run(is_training=False)
            # a trajectory is state, action, state … and ends with a state
            yield sum(len(trajectory) // 2 for trajectory in trajectories)

    return Contestant("RLCard", f"{name}, env.run with its random agents", start, "rlcard")


def openspiel(name: str, *, cheap: bool = False, look: str = "") -> Callable[[int], Deals]:
    """Return the loop of OpenSpiel's docs/concepts.md, with a random legal action for the first one.

    ``cheap``: a chance outcome is drawn with the standard library instead of ``np.random.choice``; games that
    deal card by card spend most of the documented loop there. ``look`` is the method that shows the player to
    move what they see, ``""`` for none, as in that loop.
    """

    def start(seed: int) -> Deals:
        np, pyspiel = import_module("numpy"), import_module("pyspiel")
        np.random.seed(seed)
        rng = random.Random(seed)
        game = pyspiel.load_game(name)
        while True:
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                legal_actions = state.legal_actions()
                if not state.is_chance_node():
                    if look:
                        getattr(state, look)(state.current_player())
                    action = rng.choice(legal_actions)
                    decisions += 1
                elif cheap:
                    # every outcome of a deal is equally likely
                    action = rng.choice(legal_actions)
                else:
                    action_list, prob_list = zip(*state.chance_outcomes(), strict=True)
                    action = np.random.choice(action_list, p=prob_list)
                state.apply_action(action)
            yield decisions

    return start


def loops_of(*names: str) -> list[Contestant]:
    """Return OpenSpiel's loop of some games, as documented and with cheap chance."""
    return [
        Contestant(f"{name}{' cheap' if cheap else ''}", told, openspiel(name, cheap=cheap), "pyspiel")
        for name in names
        for cheap, told in (
            (False, f"OpenSpiel {name}, the loop of its docs, nothing seen"),
            (True, f"OpenSpiel {name}, the same with cheap chance sampling"),
        )
    ]


# --- the race ---------------------------------------------------------------------------------


def given(description: str) -> argparse.ArgumentParser:
    """Return what can be set of every race."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=3000, help="of each contestant in each round")
    parser.add_argument("--seed", type=int, default=7)
    return parser


def there(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


def race(contestants: list[Contestant], rounds: int, decisions: int, seed: int) -> list[list[float]]:
    """Return the microseconds of processor time a decision for each contestant in each round."""
    playing = [contestant.start(seed) for contestant in contestants]
    for deals in playing:
        spend(deals, decisions)
    return [[spend(deals, decisions) for deals in playing] for _ in range(rounds)]


def spend(deals: Deals, decisions: int) -> float:
    made = 0
    begin = process_time()
    while made < decisions:
        made += next(deals)
    return (process_time() - begin) / made * 1e6


def raced(contestants: list[Contestant], rounds: int, decisions: int, seed: int) -> None:
    """Run a race and print its table; the first contestant is compared with the others."""
    for module in sorted({one.needs for one in contestants if one.needs and not there(one.needs)}):
        print(f"{module} is not installed: left out")
    contestants = [one for one in contestants if not one.needs or there(one.needs)]
    times = race(contestants, rounds, decisions, seed)
    print(
        f"Python {sys.version.split()[0]}, seed {seed}, {rounds} rounds of {decisions} decisions each in "
        f"turn, load {os.getloadavg()[0]:.1f}; medians\n"
    )
    print("                     µs a decision   decisions/s   cardkit is")
    for index, contestant in enumerate(contestants):
        took = median(row[index] for row in times)
        ratio = median(row[index] / row[0] for row in times)
        print(
            f"{contestant.name:20s} {took:12.2f}  {1e6 / took:12,.0f}  {ratio:8.2f} ×   {contestant.detail}"
        )


# --- where it goes ----------------------------------------------------------------------------


class Played(NamedTuple):
    deal: str
    actions: list[Action]


def played(name: str, seed: str, decisions: int) -> list[Played]:
    """Return deals of the random bot, with so many decisions together or a few more."""
    game = cardkit.game(name)
    choose = bots.bot("random", game, seed).choose
    deals: list[Played] = []
    while decisions > 0:
        deal = f"played {seed} {len(deals)}"
        state, actions = game.deal(seed=deal), []
        while state.turn is not None:
            actions.append(choose(None, game.legal_actions(state)).action)
            state, _events = game.apply(state, actions[-1])
        decisions -= len(actions)
        deals.append(Played(deal, actions))
    return deals


def calls(name: str, rounds: int, seed: int, decisions: int = 600) -> dict[str, float]:
    """Return the microseconds each method takes a decision, from replays with and without it.

    Another process plays the deals beforehand and none is replayed twice, so that nothing is found ready that
    play would not find ready.
    """
    game = cardkit.game(name)
    seeds = [f"{seed} {part}" for part in range(4 * rounds)]
    with ProcessPoolExecutor(1, get_context("spawn")) as other:
        parts = other.map(played, repeat(name), seeds, repeat(decisions))

        def replay(*, apply: bool = True, legal: bool = False, observe: bool = False) -> float:
            deals = next(parts)
            begin = process_time()
            for deal, actions in deals:
                state = game.deal(seed=deal)
                for action in actions if apply else ():
                    if legal:
                        game.legal_actions(state)
                    if observe:
                        game.observe(state, state.turn)
                    state, _events = game.apply(state, action)
            return (process_time() - begin) / sum(len(actions) for _, actions in deals) * 1e6

        took = [
            (replay(apply=False), replay(), replay(legal=True), replay(observe=True)) for _ in range(rounds)
        ]
    deal, plain, legal, observe = map(median, zip(*took, strict=True))
    return {"deal": deal, "apply": plain - deal, "legal_actions": legal - plain, "observe": observe - plain}


def steps(name: str, seed: int, decisions: int = 2000) -> dict[str, tuple[float, float]]:
    """Return how many Python calls and bytecodes each method takes a decision: the same on every machine."""
    game = cardkit.game(name)
    choose = bots.bot("random", game, seed).choose
    counts: dict[str, list[int]] = {}
    now: list[int] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if event == "call":
            now[0] += 1
            frame.f_trace_opcodes, frame.f_trace_lines = True, False
        elif event == "opcode":
            now[1] += 1
        return trace

    def counted(what: str, work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        nonlocal now
        now = counts.setdefault(what, [0, 0])
        sys.settrace(trace)
        try:
            return work(*arguments, **named)
        finally:
            sys.settrace(None)

    # the first half finds what is made once and kept
    made = -decisions
    for number in count():
        state = counted("deal", game.deal, seed=f"steps {seed} {number}")
        while state.turn is not None:
            legal = counted("legal_actions", game.legal_actions, state)
            observation = counted("observe", game.observe, state, state.turn)
            choice = counted("choose", choose, observation, legal)
            state, _events = counted("apply", game.apply, state, choice.action)
            made += 1
        if made < 0:
            counts.clear()
        elif made >= decisions:
            break
    return {what: (called / made, codes / made) for what, (called, codes) in counts.items()}


def handed_out(name: str, times: int = 20_000) -> float:
    """Return the microseconds it takes to make what a decision hands out, of parts that are ready.

    A list of actions, an observation, a choice, a state and an event: less than that cannot be handed out.
    """
    game = cardkit.game(name)
    state = game.deal(seed=1)
    observation, actions = game.observe(state, state.turn), tuple(game.legal_actions(state))
    number = random.Random(1).random

    def once() -> None:
        legal = Actions(actions)
        legal.kinds = (actions,)
        new(type(observation), (*observation,))
        new(Choice, (actions[int(number() * len(actions))], "random", NO_PARAMS))
        new(type(state), [*state])
        new(Event, ("draw", 0, "", (), (), None, NO_PARAMS))

    begin = process_time()
    for _ in range(times):
        once()
    return (process_time() - begin) / times * 1e6


def told(name: str, rounds: int, seed: int) -> None:
    """Print where the time of a game goes."""
    took, counted = calls(name, rounds, seed), steps(name, seed)
    print("\na decision             µs   calls   bytecodes")
    for what, (called, codes) in counted.items():
        spent = f"{took[what]:12.2f}" if what in took else 12 * " "
        print(f"{what:13s}{spent}{called:8.1f}{codes:12.0f}")
    called, codes = (sum(both) for both in zip(*counted.values(), strict=True))
    print(f"{'together':25s}{called:8.1f}{codes:12.0f}")
    print(f"what is handed out, made of ready parts: {handed_out(name):.2f} µs")
