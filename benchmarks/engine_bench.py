"""How fast 4 Cartas is played, beside RLCard's uno and OpenSpiel's crazy_eights; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.engine_bench``. What is not
installed is left out.
"""

from __future__ import annotations

import argparse
import compileall
import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, NamedTuple

import cardkit
from cardkit import bots

Deals = Iterator[int]
"""Plays for ever, one deal at each step, and yields how many decisions the players made in it."""


class Contestant(NamedTuple):
    name: str
    detail: str
    start: Callable[[int], Deals]
    """Begins from a seed."""


# --- cardkit ----------------------------------------------------------------------------------


def four_cards(seed: int) -> Deals:
    """For each decision: the legal actions, the observation, the choice, the new state with events."""
    game = cardkit.game("four_cards")
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


def four_cards_table(seed: int) -> Deals:
    """Let four bots play: before each turn goes on, every seat with a claim is asked as well."""
    game = cardkit.game("four_cards")
    players = bots.table("random", game, seed)
    number = 0
    while True:
        state = game.deal(seed=f"{seed}.{number}")
        number += 1
        yield sum(1 for _ in bots.play(game, state, players))


# --- RLCard -----------------------------------------------------------------------------------


def uno(seed: int) -> Deals:
    """As in RLCard's examples/run_random.py: its random agents, ``env.run``."""
    rlcard = import_module("rlcard")
    import_module("rlcard.utils").set_seed(seed)
    env = rlcard.make("uno", config={"seed": seed})
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    env.set_agents([agent for _ in range(env.num_players)])
    while True:
        trajectories, _payoffs = env.run(is_training=False)
        # a trajectory is state, action, state … and ends with a state
        yield sum(len(trajectory) // 2 for trajectory in trajectories)


# --- OpenSpiel --------------------------------------------------------------------------------


def crazy_eights(look: str = "") -> Callable[[int], Deals]:
    """Return the loop of OpenSpiel's docs/concepts.md, with a random legal action for the first one.

    ``look`` is the method that shows the player to move what they see, ``""`` for none, as in that loop.
    """

    def start(seed: int) -> Deals:
        np, pyspiel = import_module("numpy"), import_module("pyspiel")
        np.random.seed(seed)
        rng = random.Random(seed)
        game = pyspiel.load_game("crazy_eights")
        while True:
            state = game.new_initial_state()
            decisions = 0
            while not state.is_terminal():
                legal_actions = state.legal_actions()
                if state.is_chance_node():
                    outcomes_with_probs = state.chance_outcomes()
                    action_list, prob_list = zip(*outcomes_with_probs, strict=True)
                    action = np.random.choice(action_list, p=prob_list)
                else:
                    if look:
                        getattr(state, look)(state.current_player())
                    action = rng.choice(legal_actions)
                    decisions += 1
                state.apply_action(action)
            yield decisions

    return start


def crazy_eights_example(seed: int) -> Deals:
    """As OpenSpiel's python/examples/example.py, which prints state and actions (here to nowhere)."""
    np, pyspiel = import_module("numpy"), import_module("pyspiel")
    np.random.seed(seed)
    rng = random.Random(seed)
    game = pyspiel.load_game("crazy_eights")
    while True:
        decisions = 0
        with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
            state = game.new_initial_state()
            print(str(state))
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    print("Chance node, got " + str(len(outcomes)) + " outcomes")
                    action_list, prob_list = zip(*outcomes, strict=True)
                    action = np.random.choice(action_list, p=prob_list)
                    print("Sampled outcome: ", state.action_to_string(state.current_player(), action))
                else:
                    player = state.current_player()
                    action = rng.choice(state.legal_actions(player))
                    text = state.action_to_string(player, action)
                    print("Player ", player, ", randomly sampled action: ", text)
                    decisions += 1
                state.apply_action(action)
                print(str(state))
        yield decisions


def crazy_eights_environment(seed: int) -> Deals:
    """OpenSpiel's environment for learning, which gives what each player sees at every step."""
    environment = import_module("open_spiel.python.rl_environment").Environment("crazy_eights")
    environment.seed(seed)
    rng = random.Random(seed)
    while True:
        step = environment.reset()
        decisions = 0
        while not step.last():
            seen = step.observations
            step = environment.step([rng.choice(seen["legal_actions"][seen["current_player"]])])
            decisions += 1
        yield decisions


OURS = Contestant("cardkit", "4 Cartas, with observation and events", four_cards)
OTHERS = {
    "rlcard": [Contestant("RLCard", "uno, env.run with its random agents", uno)],
    "pyspiel": [
        Contestant("OpenSpiel loop", "crazy_eights, the loop of its docs, nothing seen", crazy_eights()),
        Contestant(
            "OpenSpiel + tensor", "the same with observation_tensor", crazy_eights("observation_tensor")
        ),
        Contestant(
            "OpenSpiel + string", "the same with observation_string", crazy_eights("observation_string")
        ),
        Contestant("OpenSpiel example", "its example.py, which prints all it does", crazy_eights_example),
        Contestant("OpenSpiel env", "its rl_environment, with observations", crazy_eights_environment),
    ],
}
TABLE = Contestant("cardkit table", "the same with every seat asked for claims", four_cards_table)


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


def calls(rounds: int, seed: int) -> dict[str, float]:
    """Return the microseconds each method takes, from replays with and without it."""
    game = cardkit.game("four_cards")
    choose = bots.bot("random", game, seed).choose
    played: list[tuple[str, list[Any]]] = []
    for number in range(40):
        state, actions = game.deal(seed=f"calls {number}"), []
        while state.turn is not None:
            actions.append(choose(None, game.legal_actions(state)).action)
            state, _events = game.apply(state, actions[-1])
        played.append((f"calls {number}", actions))
    count = sum(len(actions) for _, actions in played)

    def replay(legal: bool, observe: bool) -> float:
        begin = process_time()
        for deal, actions in played:
            state = game.deal(seed=deal)
            for action in actions:
                if legal:
                    game.legal_actions(state)
                if observe:
                    game.observe(state, state.turn)
                state, _events = game.apply(state, action)
        return process_time() - begin

    def deal() -> float:
        begin = process_time()
        for seeded, _ in played:
            game.deal(seed=seeded)
        return process_time() - begin

    took = [(deal(), replay(False, False), replay(True, False), replay(False, True)) for _ in range(rounds)]
    per = 1e6 / count
    return {
        "deal": median(d for d, *_ in took) / len(played) * 1e6,
        "apply": median(a - d for d, a, _, _ in took) * per,
        "legal_actions": median(b - a for _, a, b, _ in took) * per,
        "observe": median(b - a for _, a, _, b in took) * per,
    }


def importing(runs: int) -> tuple[float, float]:
    """Return the median milliseconds of a bare interpreter, and of one that imports cardkit."""
    compileall.compile_dir(Path(cardkit.__file__).parent, quiet=2)
    bare, loaded = [], []
    for _ in range(runs):
        bare.append(interpreter("pass"))
        loaded.append(interpreter("import cardkit"))
    return median(bare), median(loaded)


def interpreter(code: str) -> float:
    begin = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return (perf_counter() - begin) * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions per second of random play.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=4000, help="of each contestant in each round")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--imports", type=int, default=15, help="how often an interpreter is started")
    given = parser.parse_args()

    contestants = [OURS, TABLE]
    for module, loops in OTHERS.items():
        if there(module):
            contestants += loops
        else:
            print(f"{module} is not installed: left out")
    times = race(contestants, given.rounds, given.decisions, given.seed)
    print(
        f"Python {sys.version.split()[0]}, seed {given.seed}, {given.rounds} rounds of {given.decisions} "
        "decisions each in turn; medians\n"
    )
    print("             µs a decision   decisions/s   cardkit is")
    for index, contestant in enumerate(contestants):
        took = median(row[index] for row in times)
        ratio = median(row[index] / row[0] for row in times)
        print(f"{contestant.name:20s} {took:8.2f}  {1e6 / took:12,.0f}  {ratio:8.1f} ×   {contestant.detail}")

    print("\nwhere the time goes (µs a call):")
    for name, took in calls(given.rounds, given.seed).items():
        print(f"{name:20s} {took:8.2f}")

    bare, loaded = importing(given.imports)
    print(
        f"\nimport cardkit: {loaded - bare:.1f} ms over the bare interpreter ({bare:.1f} → {loaded:.1f} ms)"
    )


if __name__ == "__main__":
    main()
