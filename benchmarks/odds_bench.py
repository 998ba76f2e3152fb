"""Speed of the odds, side by side with hand-written numpy in one run.

Times are CPU seconds of this process, so that a busy machine does not count against either side. Workers are
compared by the clock, which wants an idle machine, and by processor time, which does not: what each worker
and the process that hands out work have to do. ``python -m benchmarks.odds_bench``
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import active_children, get_context
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import psutil

from cardkit.cards import cards, pack
from cardkit.odds.exact.four_cards import PartlyKnown, all_above, hand_distribution, pool_of
from cardkit.odds.experiments import experiment
from cardkit.odds.recipes import Cards
from cardkit.odds.simulate import BLOCK, simulate

ROUNDS = 5


def best(work: Callable[[], object], clock: Callable[[], float] = process_time) -> float:
    """Return the least time of some rounds."""
    times = []
    for _ in range(ROUNDS):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def by_hand_hands(deals: int) -> float:
    """Four-card hands with an 8, as one would write it: four distinct cards, redrawn where two are alike."""
    rng = np.random.default_rng(1)
    hits = done = 0
    while done < deals:
        hand = np.sort(rng.integers(0, 52, (BLOCK, 4), dtype=np.uint8), axis=1)
        hand = hand[(np.diff(hand, axis=1) != 0).all(axis=1)]
        hits += int((hand % 13 == 7).any(axis=1).sum())
        done += len(hand)
    return hits / done


def by_hand_index(deals: int) -> float:
    """The same by one number a hand and a table of all hands: the fastest way known to us."""
    table = experiment("eight").table
    assert table is not None
    rng = np.random.default_rng(1)
    size = 1 << 16
    hits = sum(
        int(np.count_nonzero(table[rng.integers(0, len(table), size, dtype=np.uint32)]))
        for _ in range(deals // size)
    )
    return hits / deals


def by_hand_permuted(deals: int, block: int = 1 << 12) -> None:
    """Whole packs of 104 shuffled row by row."""
    rng = np.random.default_rng(1)
    packs = np.tile(np.arange(104, dtype=np.uint8), (block, 1))
    for _ in range(deals // block):
        rng.permuted(packs, axis=1, out=packs)


def by_hand_argsort(deals: int, block: int = 1 << 12) -> None:
    """Whole packs of 104 by sorting random keys."""
    rng = np.random.default_rng(1)
    for _ in range(deals // block):
        rng.random((block, 104), dtype=np.float32).argsort(axis=1).astype(np.uint8)


def whole_packs(deals: int) -> None:
    """Whole packs of 104 by the recipe of the experiments."""
    recipe = Cards((104,), pack=104)
    rng = np.random.default_rng(1)
    for _ in range(deals // BLOCK):
        recipe.sample(rng, BLOCK)


def main() -> None:
    """Print the table."""
    found: list[tuple[str, float, str]] = []
    eight = experiment("eight")
    simulate(eight, BLOCK)
    n = 1 << 23
    found += [
        ("4-card hands: simulate(eight)", n / best(lambda: simulate(eight, n)) / 1e6, "M/s"),
        ("4-card hands: simulate(fresh_hand)", n / best(lambda: simulate(fresh, n)) / 1e6, "M/s"),
        ("  by hand: one number and a table", n / best(lambda: by_hand_index(n)) / 1e6, "M/s"),
        ("  by hand: redraw equal cards", (n / 16) / best(lambda: by_hand_hands(n // 16)) / 1e6, "M/s"),
    ]
    k = 4 * BLOCK
    found += [
        ("packs of 104: recipe", k / best(lambda: whole_packs(k)) / 1e6, "M/s"),
        ("  by hand: permuted", k / best(lambda: by_hand_permuted(k)) / 1e6, "M/s"),
        ("  by hand: argsort", k / best(lambda: by_hand_argsort(k)) / 1e6, "M/s"),
    ]
    three = experiment("close_lowest")
    found.append(("three hands: simulate(close_lowest)", k / best(lambda: simulate(three, k)) / 1e6, "M/s"))
    pool = pool_of(set(pack(52)) - set(cards("Ac Ad 2c 8h")))
    fresh_hand = PartlyKnown((), 4)
    found.append(("exact: one hand", 1000 * best(lambda: hand_distribution(fresh_hand, pool)), "ms"))
    for limit in (4, 12, 20):
        for hands in (1, 2, 3):
            took = best(lambda h=hands, x=limit: all_above(x, [fresh_hand] * h, pool))  # type: ignore[misc]
            found.append((f"exact: {hands} hands above {limit}", 1000 * took, "ms"))
    for name, value, unit in found:
        print(f"{name:40} {value:9.2f} {unit}")
    workers()


fresh: Any = experiment("fresh_hand")


def spent(pids: list[int]) -> float:
    """Return the CPU seconds that one of these processes has used on average, and this process itself."""
    used = [psutil.Process(pid).cpu_times() for pid in pids]
    each: float = sum(times.user + times.system for times in used) / len(pids)
    return process_time() + each


def workers() -> None:
    """Print how much faster two processes are than one, and than the machine lets any two processes be.

    The latter is two halves done apart, with nothing shared and nothing handed over. Rounds alternate between
    the ways, and each ratio is of neighbours in time.
    """
    deals = 150 * BLOCK
    found = experiment("red_three_table")
    context = get_context("forkserver")
    with ProcessPoolExecutor(1, context) as one, ProcessPoolExecutor(2, context) as two:
        known: set[int] = set()
        pids = []
        for executor in (one, two):
            simulate(found, 8 * BLOCK, executor=executor, chunk=1)
            pids.append([child.pid for child in active_children() if child.pid and child.pid not in known])
            known.update(pids[-1])
        ways: dict[str, tuple[list[int], Callable[[], object]]] = {
            "one": (pids[0], lambda: simulate(found, deals, executor=one)),
            "two": (pids[1], lambda: simulate(found, deals, executor=two)),
            "apart": (pids[1], lambda: list(two.map(partial(simulate, found), [deals // 2] * 2))),
        }
        clock: dict[str, list[float]] = {way: [] for way in ways}
        cpu: dict[str, list[float]] = {way: [] for way in ways}
        busy, began = process_time(), perf_counter()
        for _ in range(2 * ROUNDS):
            for way, (processes, work) in ways.items():
                used, start = spent(processes), perf_counter()
                work()
                clock[way].append(perf_counter() - start)
                cpu[way].append(spent(processes) - used)
        busy = (process_time() - busy) / (perf_counter() - began)
    for name, times in (("clock", clock), ("processor time", cpu)):
        for way in ("two", "apart"):
            ratios = sorted(a / b for a, b in zip(times["one"], times[way], strict=True))
            print(f"one worker over {way:5} by {name:14}: median {median(ratios):.2f}, best {ratios[-1]:.2f}")
    print(f"  load {os.getloadavg()[0]:.1f}; the process that hands out work is busy {busy:.1%} of the time")


if __name__ == "__main__":
    main()
