"""How fast Kozel is played, beside OpenSpiel's spades and hearts and RLCard's uno; see README.md here.

Run it in an environment with the ``bench`` extra: ``python -m benchmarks.kozel_bench``. What is not installed
is left out. How it is counted is told in `racing`.
"""

from __future__ import annotations

from benchmarks.racing import Contestant, given, loops_of, our_table, ours, raced, rlcard, told

CONTESTANTS = [
    Contestant("cardkit", "Kozel, with observation and events", ours("kozel")),
    Contestant("cardkit table", "the same with every seat asked for claims", our_table("kozel")),
    rlcard("uno"),
    *loops_of("spades", "hearts"),
]


def main() -> None:
    chosen = given("Decisions per second of random play of Kozel.").parse_args()
    raced(CONTESTANTS, chosen.rounds, chosen.decisions, chosen.seed)
    told("kozel", chosen.rounds, chosen.seed)


if __name__ == "__main__":
    main()
