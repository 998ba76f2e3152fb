"""How fast 4 Cartas is played, beside RLCard's uno and OpenSpiel's crazy_eights; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.engine_bench``. What is not
installed is left out. How it is counted is told in `racing`.
"""

from __future__ import annotations

import compileall
import contextlib
import os
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from statistics import median
from time import perf_counter

import cardkit
from benchmarks.racing import Contestant, Deals, given, openspiel, our_table, ours, raced, rlcard, told


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


def looking(what: str) -> Contestant:
    start = openspiel("crazy_eights", look=f"observation_{what}")
    return Contestant(f"OpenSpiel + {what}", f"the same with observation_{what}", start, "pyspiel")


CONTESTANTS = [
    Contestant("cardkit", "4 Cartas, with observation and events", ours("four_cards")),
    Contestant("cardkit table", "the same with every seat asked for claims", our_table("four_cards")),
    rlcard("uno"),
    Contestant(
        "OpenSpiel loop",
        "crazy_eights, the loop of its docs, nothing seen",
        openspiel("crazy_eights"),
        "pyspiel",
    ),
    looking("tensor"),
    looking("string"),
    Contestant(
        "OpenSpiel example", "its example.py, which prints all it does", crazy_eights_example, "pyspiel"
    ),
    Contestant("OpenSpiel env", "its rl_environment, with observations", crazy_eights_environment, "pyspiel"),
]


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
    parser = given("Decisions per second of random play of 4 Cartas.")
    parser.add_argument("--imports", type=int, default=15, help="how often an interpreter is started")
    chosen = parser.parse_args()
    raced(CONTESTANTS, chosen.rounds, chosen.decisions, chosen.seed)
    told("four_cards", chosen.rounds, chosen.seed)
    bare, loaded = importing(chosen.imports)
    print(
        f"\nimport cardkit: {loaded - bare:.1f} ms over the bare interpreter ({bare:.1f} → {loaded:.1f} ms)"
    )


if __name__ == "__main__":
    main()
