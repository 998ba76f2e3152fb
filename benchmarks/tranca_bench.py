"""How fast Tranca is played, beside OpenSpiel's gin_rummy and RLCard's gin-rummy; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.tranca_bench``. What is not
installed is left out. How it is counted is told in `engine_bench`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib import import_module
from statistics import median
from time import process_time
from typing import Any

import cardkit
from benchmarks.engine_bench import Contestant, Deals, race, there
from benchmarks.kozel_bench import loop
from cardkit import bots
from cardkit.games.tranca.melds import RED_3S
from cardkit.games.tranca.state import mask_of

HANDS = (11, 22, 40)
"""The sizes of hands that single calls are timed for."""


def tranca(seed: int) -> Deals:
    """For each decision: the legal actions, the observation, the choice, the new state with events."""
    game = cardkit.game("tranca")
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


def gin_rummy(seed: int) -> Deals:
    """As in RLCard's examples/run_random.py: its random agents, ``env.run``."""
    rlcard = import_module("rlcard")
    import_module("rlcard.utils").set_seed(seed)
    env = rlcard.make("gin-rummy", config={"seed": seed})
    agent = import_module("rlcard.agents").RandomAgent(num_actions=env.num_actions)
    env.set_agents([agent for _ in range(env.num_players)])
    while True:
        trajectories, _payoffs = env.run(is_training=False)
        # a trajectory is state, action, state … and ends with a state
        yield sum(len(trajectory) // 2 for trajectory in trajectories)


OURS = Contestant("cardkit", "Tranca, with observation and events", tranca)
OTHERS = {
    "rlcard": [Contestant("RLCard", "gin-rummy, env.run with its random agents", gin_rummy)],
    "pyspiel": [
        Contestant(
            "OpenSpiel loop",
            "gin_rummy, the loop of its docs, nothing seen",
            loop("gin_rummy", cheap=False),
        ),
        Contestant("OpenSpiel cheap", "the same with cheap chance sampling", loop("gin_rummy", cheap=True)),
    ],
}


def by_hand(size: int, deals: int) -> dict[str, float]:
    """Return the microseconds of single calls with a hand of so many cards, over the hands of many deals."""
    game = cardkit.game("tranca")
    states: list[Any] = []
    for number in range(deals):
        start = game.deal(seed=f"hand {number}")
        hand = [card for card in start.deck if card not in RED_3S][:size]
        states.append(start._replace(phase="play", hands=(mask_of(hand), *start.hands[1:])))
    chosen = [game.legal_actions(state)[-1] for state in states]

    def timed(call: Callable[[int], Any]) -> float:
        begin = process_time()
        for at in range(deals):
            call(at)
        return (process_time() - begin) / deals * 1e6

    return {
        "actions": sum(len(game.legal_actions(state)) for state in states) / deals,
        "legal_actions": timed(lambda at: game.legal_actions(states[at])),
        "observe": timed(lambda at: game.observe(states[at], 0)),
        "apply": timed(lambda at: game.apply(states[at], chosen[at])),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Decisions per second of random play of Tranca.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--decisions", type=int, default=3000, help="of each contestant in each round")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    contestants = [OURS]
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
    print("\nby the size of the hand (µs a call):")
    for size in HANDS:
        told = ", ".join(f"{name} {value:.1f}" for name, value in by_hand(size, 400).items())
        print(f"{size:4d} cards: {told}")


if __name__ == "__main__":
    main()
