"""Dealing instead of counting: the same digits for the same seed, whatever number of workers shares the work.

Deals come in blocks of a fixed size. Each block has random numbers of its own (`numpy.random.SeedSequence`
with the block's number as spawn key), and only whole numbers are added up, in the order of the blocks: so
neither workers nor chunks can change a result, and deal number i can be dealt again alone.

>>> from cardkit.odds.experiments import experiment
>>> result = simulate(experiment("eight"), 20_000, seed=7)
>>> round(result.estimate.mean, 2)
0.28
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

import numpy as np

from cardkit.bots import Bot, play, table
from cardkit.engine import Game
from cardkit.odds.estimate import LEVEL, Comparison, Estimate, Interval, compare, estimate, of_sums
from cardkit.odds.experiments import Experiment
from cardkit.odds.recipes import Array, Cards, Opening
from cardkit.rng import Seed, key

BLOCK: Final = 1 << 14
"""Deals of one block; part of what a seed means."""
IN_FLIGHT: Final = 16
"""Chunks handed to an executor ahead of the one whose result is waited for."""
_CHECKPOINTS: Final = tuple(sorted({round(10 ** (k / 24)) for k in range(24 * 15)}))
"""After how many deals a running estimate is noted: 24 times for each tenfold."""


class Job(Protocol):
    """What can be done many times: blocks of whole numbers (or truth values), one for each deal."""

    @property
    def block(self) -> int:
        """How many deals a block has."""

    @property
    def chunk(self) -> int:
        """How many blocks are best done at a stretch."""

    def values(self, seed: Seed, number: int) -> Array:
        """Return the values of one block."""


# --- results --------------------------------------------------------------------------------------


class Checkpoint(NamedTuple):
    """The running estimate after so many deals."""

    deals: int
    estimate: Estimate


@dataclass(frozen=True)
class Result:
    """What some deals came to.

    ``deals`` of the ``asked`` ones are done; ``counts``: how often each value came; ``sums``: deals, sum and
    sum of squares at each checkpoint of `running`.
    """

    job: Job
    seed: Seed
    asked: int
    deals: int
    counts: dict[int, int]
    sums: tuple[tuple[int, int, int], ...]

    @property
    def complete(self) -> bool:
        """Whether all deals asked for are done (not so while it goes on, or when it was cancelled)."""
        return self.deals == self.asked

    @property
    def estimate(self) -> Estimate:
        """The mean with its standard error; `ValueError` before the first deal."""
        return estimate(self.counts)

    def interval(self, level: float = LEVEL) -> Interval:
        """Return the interval around the mean."""
        return self.estimate.interval(level)

    @property
    def histogram(self) -> dict[int, float]:
        """The share of each value."""
        return {value: times / self.deals for value, times in sorted(self.counts.items())}

    @property
    def running(self) -> tuple[Checkpoint, ...]:
        """The estimate as it was along the way, at most 24 times for each tenfold, and now."""
        share = set(self.counts) <= {0, 1}
        points = [Checkpoint(n, of_sums(n, a, b, proportion=share)) for n, a, b in self.sums]
        if self.deals and (not points or points[-1].deals < self.deals):
            points.append(Checkpoint(self.deals, self.estimate))
        return tuple(points)

    def compare(self) -> Comparison:
        """Return how far the mean is from the experiment's exact value; `TypeError` if it has none."""
        if not isinstance(self.job, Experimenting):
            raise TypeError("only an experiment has an exact value to compare with")
        return compare(self.estimate, self.job.experiment.exact)

    def opening(self, number: int) -> Opening:
        """Return deal ``number`` (from 0) with its deck, to be opened in the player."""
        if not isinstance(self.job, Experimenting):
            raise TypeError("only an experiment's deals are dealt without being played")
        return opening(self.job.experiment, number, self.seed)


class _Part(NamedTuple):
    """What one chunk adds: its deals, counts, and the sums within it at each checkpoint."""

    deals: int
    counts: dict[int, int]
    sums: tuple[tuple[int, int, int], ...]


# --- the work -------------------------------------------------------------------------------------


def simulate(
    job: Experiment | Job,
    deals: int,
    seed: Seed = 0,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    progress: Callable[[int, int], object] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """Deal so many times and return what came of it.

    ``executor``: any `concurrent.futures.Executor` that shares the work (threads, processes, a Dask cluster's
    ``Client.get_executor()``). ``chunk``: blocks a task does at a stretch. ``progress(done, asked)`` is
    called along the way, ``cancel()`` is asked; when it says true, the result holds what was done up to then.
    """
    result: Result | None = None
    for so_far in stream(job, deals, seed, executor=executor, chunk=chunk, cancel=cancel):
        result = so_far
        if progress:
            progress(so_far.deals, deals)
    assert result is not None
    return result


def stream(
    job: Experiment | Job,
    deals: int,
    seed: Seed = 0,
    *,
    executor: Executor | None = None,
    chunk: int | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Iterator[Result]:
    """Yield the result so far after each chunk, the whole one last; the first says that nothing is done yet.

    Stopping to ask for more is enough to stop it. Arguments as for `simulate`.
    """
    if deals < 0:
        raise ValueError(f"deals={deals}: expected 0 or more")
    work: Job = Experimenting(job) if isinstance(job, Experiment) else job
    blocks = -(-deals // work.block)
    step = work.chunk if chunk is None else chunk
    if step < 1:
        raise ValueError(f"chunk={chunk}: expected 1 block or more")
    tasks = (
        partial(_chunk, work, seed, start, min(start + step, blocks), deals)
        for start in range(0, blocks, step)
    )
    counts: dict[int, int] = {}
    sums: list[tuple[int, int, int]] = []
    done = total = squares = 0
    yield Result(work, seed, deals, 0, {}, ())
    for part in _done(tasks, executor, cancel):
        sums += [(done + n, total + a, squares + b) for n, a, b in part.sums]
        done += part.deals
        for value, times in part.counts.items():
            counts[value] = counts.get(value, 0) + times
            total += value * times
            squares += value * value * times
        yield Result(work, seed, deals, done, dict(counts), tuple(sums))


def _done(
    tasks: Iterator[Callable[[], _Part]], executor: Executor | None, cancel: Callable[[], bool] | None
) -> Iterator[_Part]:
    """Yield the parts in their order; a few tasks ahead are with the executor at any time."""
    if executor is None:
        for task in tasks:
            if cancel and cancel():
                return
            yield task()
        return
    waiting = deque(executor.submit(task) for task in islice(tasks, IN_FLIGHT))
    try:
        while waiting:
            if cancel and cancel():
                return
            part = waiting.popleft().result()
            waiting.extend(executor.submit(task) for task in islice(tasks, 1))
            yield part
    finally:
        for future in waiting:
            future.cancel()


def _chunk(job: Job, seed: Seed, first: int, stop: int, deals: int) -> _Part:
    """Do the blocks from ``first`` to before ``stop``, cut off after ``deals`` deals of the whole."""
    counts: dict[int, int] = {}
    sums: list[tuple[int, int, int]] = []
    start = done = first * job.block
    total = squares = 0
    for number in range(first, stop):
        values = job.values(seed, number)[: deals - done]
        for n in _checkpoints(done, done + len(values)):
            head = values[: n - done].astype(np.int64)
            sums.append((n - start, total + int(head.sum()), squares + int((head * head).sum())))
        for value, times in _tally(values):
            counts[value] = counts.get(value, 0) + times
            total += value * times
            squares += value * value * times
        done += len(values)
    return _Part(done - start, counts, tuple(sums))


def _checkpoints(after: int, to: int) -> list[int]:
    return [n for n in _CHECKPOINTS if after < n <= to]


def _tally(values: Array) -> list[tuple[int, int]]:
    """Return how often each whole number is among the values."""
    if values.dtype == bool:
        ones = int(np.count_nonzero(values))
        return [(value, times) for value, times in ((0, len(values) - ones), (1, ones)) if times]
    least = int(values.min())
    times = np.bincount(values - least if least else values)
    return [(least + int(at), int(times[at])) for at in np.flatnonzero(times)]


# --- experiments ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Experimenting:
    """An experiment as a job."""

    experiment: Experiment

    @property
    def block(self) -> int:
        """Deals of a block."""
        return BLOCK

    @property
    def chunk(self) -> int:
        """Blocks for some hundredths of a second."""
        recipe = self.experiment.recipe
        if not isinstance(recipe, Cards):
            return 2
        return 128 if self.experiment.table is not None else max(1, 128 // max(1, recipe.cards))

    def values(self, seed: Seed, number: int) -> Array:
        """Return the statistic of the deals of one block."""
        rng = _random(seed, number)
        table = self.experiment.table
        if table is not None:
            looked_up: Array = table.take(_indices(rng, len(table)), mode="clip")
            return looked_up
        return self.experiment.statistic(self.experiment.recipe.sample(rng, BLOCK))

    def row(self, seed: Seed, number: int) -> Array:
        """Return one deal."""
        block, at = divmod(number, BLOCK)
        rng = _random(seed, block)
        recipe = self.experiment.recipe
        every = recipe.every if isinstance(recipe, Cards) else None
        deals = recipe.sample(rng, BLOCK) if every is None else every[_indices(rng, len(every))]
        row: Array = deals[at]
        return row


def _random(seed: Seed, block: int) -> np.random.Generator:
    sequence = np.random.SeedSequence(key(seed, "simulation"), spawn_key=(block,))
    return np.random.Generator(np.random.PCG64(sequence))


def _indices(rng: np.random.Generator, hands: int) -> Array:
    """Draw the number of a hand in the table of all, for each deal of a block."""
    return rng.integers(0, hands, BLOCK, dtype=np.uint32)


def opening(experiment: Experiment, number: int, seed: Seed = 0) -> Opening:
    """Return deal ``number`` (from 0) of a simulation with its deck, to be opened in the player.

    ``TypeError`` for an experiment that deals no cards.
    """
    if number < 0:
        raise ValueError(f"number={number}: expected 0 or more")
    recipe = experiment.recipe
    if not isinstance(recipe, Cards):
        raise TypeError(f"{experiment.id} deals no cards")
    return recipe.opening(Experimenting(experiment).row(seed, number), key(seed, "opening", number))


# --- whole deals, played by bots ------------------------------------------------------------------


@dataclass(frozen=True)
class Playing:
    """Whole deals of a game played by bots, as a job; whole matches with ``match``.

    Deal i is ``game.deal(key(seed, "play", i))`` with bots of that seed; ``statistic(game, end)`` maps the
    end to a whole number. ``bots`` is a kind of bot or a function (game, seed) → a bot for each seat. The
    later deals of a match have seeds made from that of its first.
    """

    game: Game[Any, Any, Any]
    bots: str | Callable[[Game[Any, Any, Any], Seed], Sequence[Bot]]
    statistic: Callable[[Game[Any, Any, Any], Any], int]
    match: bool = False

    @property
    def block(self) -> int:
        """Deals of a block."""
        return 8

    @property
    def chunk(self) -> int:
        """Blocks of one task."""
        return 1

    def values(self, seed: Seed, number: int) -> Array:
        """Return the statistic of the deals of one block."""
        first = number * self.block
        return np.array([self._play(key(seed, "play", first + k)) for k in range(self.block)], np.int64)

    def _play(self, seed: Seed) -> int:
        state = self.game.deal(seed)
        bots = table(self.bots, self.game, seed) if isinstance(self.bots, str) else self.bots(self.game, seed)
        while True:
            for step in play(self.game, state, bots):
                state = step.state
            standing = self.game.standing(state)
            if not self.match or standing.winners is not None:
                return int(self.statistic(self.game, state))
            state = self.game.next_deal(state, key(seed, "deal", standing.deals))


def simulate_play(
    game: Game[Any, Any, Any],
    bots: str | Callable[[Game[Any, Any, Any], Seed], Sequence[Bot]],
    statistic: Callable[[Game[Any, Any, Any], Any], int],
    deals: int,
    seed: Seed = 0,
    *,
    match: bool = False,
    **how: Any,
) -> Result:
    """Let bots play so many deals (matches) and return what the statistic of their ends came to.

    ``how`` goes to `simulate`. For processes ``statistic`` must be a function of a module.
    """
    return simulate(Playing(game, bots, statistic, match), deals, seed, **how)


def play_seed(seed: Seed, number: int) -> int:
    """Return the seed of deal ``number`` of `simulate_play`: `cardkit.bots.recorded` plays it again."""
    return key(seed, "play", number)


def closer_fails(game: Game[Any, Any, Any], end: Any) -> int:
    """Return 1 where somebody closed a round of 4 Cartas and was not alone with the lowest hand (C26)."""
    if end.closer is None or end.stopped:
        return 0
    return int(not any(line.reason == "close_lowest" for line in game.score(end).lines))


def lowest_mark(game: Game[Any, Any, Any], end: Any) -> int:
    """Return the lowest mark of a deal."""
    outcome = game.outcome(end)
    assert outcome is not None
    return min(outcome.points)


def turns(game: Game[Any, Any, Any], end: Any) -> int:
    """Return how many turns a round of 4 Cartas took."""
    return int(end.turns)


def deals_played(game: Game[Any, Any, Any], end: Any) -> int:
    """Return how many deals of the match have been played."""
    return int(game.standing(end).deals)
