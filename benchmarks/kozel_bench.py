"""How fast Kozel is played, beside OpenSpiel's spades and hearts and RLCard's uno; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.kozel_bench``. What is not installed
is left out. How it is counted is told in `engine_bench`.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from importlib import import_module
from statistics import median

import cardkit
from benchmarks.engine_bench import Contestant, Deals, race, there, uno
from cardkit import bots


def kozel(seed: int) -> Deals:
    """For each decision: the legal actions, the observation, the choice, the new state with events."""
    game = cardkit.game("kozel")
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


def kozel_table(seed: int) -> Deals:
    """Let four bots play: before each turn goes on, every seat with a molodka is asked as well."""
    game = cardkit.game("kozel")
    players = bots.table("random", game, seed)
    number = 0
    while True:
        state = game.deal(seed=f"{seed}.{number}")
        number += 1
        yield sum(1 for _ in bots.play(game, state, players))


def loop(name: str, *, cheap: bool) -> Callable[[int], Deals]:
    """Return the loop of OpenSpiel's docs/concepts.md with a random legal action for the first one.

    ``cheap``: a chance outcome is drawn with the standard library instead of ``np.random.choice``; these
    games deal card by card, so that the documented loop spends most of its time there.
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
                if state.is_chance_node():
                    if cheap:
                        # every outcome of a deal is equally likely
                        action = rng.choice(state.legal_actions())
                    else:
                        action_list, prob_list = zip(*state.chance_outcomes(), strict=True)
                        action = np.random.choice(action_list, p=prob_list)
                else:
                    action = rng.choice(state.legal_actions())
                    decisions += 1
                state.apply_action(action)
            yield decisions

    return start


OURS = Contestant("cardkit", "Kozel, with observation and events", kozel)
TABLE = Contestant("cardkit table", "the same with every seat asked for claims", kozel_table)
OTHERS = {
    "rlcard": [Contestant("RLCard", "uno, env.run with its random agents", uno)],
    "pyspiel": [
        Contestant(f"{name}{' cheap' if cheap else ''}", told, loop(name, cheap=cheap))
        for name in ("spades", "hearts")
        for cheap, told in (
            (False, f"OpenSpiel {name}, the loop of its docs, nothing seen"),
            (True, f"OpenSpiel {name}, the same with cheap chance sampling"),
        )
    ],
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions per second of random play of Kozel.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=3000, help="of each contestant in each round")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    contestants = [OURS, TABLE]
    for module, others in OTHERS.items():
        if there(module):
            contestants += others
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


if __name__ == "__main__":
    main()
