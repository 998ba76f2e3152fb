"""How fast Tranca is played, beside OpenSpiel's gin_rummy and RLCard's gin-rummy; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.tranca_bench``. What is not
installed is left out. How it is counted is told in `racing`.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time
from typing import Any

import cardkit
from benchmarks.racing import Contestant, given, loops_of, ours, raced, rlcard, told
from cardkit.games.tranca.melds import RED_3S
from cardkit.games.tranca.state import mask_of

CONTESTANTS = [
    Contestant("cardkit", "Tranca, with observation and events", ours("tranca")),
    rlcard("gin-rummy"),
    *loops_of("gin_rummy"),
]
HANDS = (11, 22, 40)
"""The sizes of hands that single calls are timed for."""


def by_hand(size: int, deals: int) -> dict[str, float]:
    """Return the microseconds of single calls with a hand of so many cards, over the hands of many deals."""
    game = cardkit.game("tranca")
    states: list[Any] = []
    for number in range(deals):
        start = game.deal(seed=f"hand {number}")
        hand = [card for card in start.deck if card not in RED_3S][:size]
        states.append(start._replace(phase="play", hands=(mask_of(hand), *start.hands[1:])))
    lengths: list[int] = []
    chosen: list[Any] = []

    def timed(call: Callable[[int], Any]) -> float:
        begin = process_time()
        for at in range(deals):
            call(at)
        return (process_time() - begin) / deals * 1e6

    def ask(at: int) -> None:
        found = game.legal_actions(states[at])
        lengths.append(len(found))
        chosen.append(found[-1])

    # each hand is asked for the first time: nothing of it is found made
    listing = timed(ask)
    return {
        "actions": sum(lengths) / deals,
        "legal_actions": listing,
        "observe": timed(lambda at: game.observe(states[at], 0)),
        "apply": timed(lambda at: game.apply(states[at], chosen[at])),
    }


def main() -> None:
    chosen = given("Decisions per second of random play of Tranca.").parse_args()
    raced(CONTESTANTS, chosen.rounds, chosen.decisions, chosen.seed)
    told("tranca", chosen.rounds, chosen.seed)
    print("\nby the size of the hand (µs a call):")
    for size in HANDS:
        found = ", ".join(f"{name} {value:.1f}" for name, value in by_hand(size, 400).items())
        print(f"{size:4d} cards: {found}")


if __name__ == "__main__":
    main()
