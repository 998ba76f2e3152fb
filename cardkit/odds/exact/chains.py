"""Absorbing Markov chains, exactly: how a match goes that is played round by round until it is over."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Generic, TypeVar

S = TypeVar("S", bound=Hashable)


class Chain(Generic[S]):
    """A chain given by ``steps[state] = {next state: probability}``; states without steps are absorbing.

    `absorption` and `rounds` solve the equations of first-step analysis, x = Σ P(next) · x(next) (+ 1 for
    each round played), by elimination in fractions (Grinstead and Snell, *Introduction to Probability*,
    chapter 11). ``ValueError`` if a row does not sum to 1, or if no absorbing state can be reached from some
    state.
    """

    def __init__(self, steps: Mapping[S, Mapping[S, Fraction]]) -> None:
        self.steps = {state: dict(row) for state, row in steps.items() if row}
        for state, row in self.steps.items():
            if sum(row.values()) != 1 or any(p < 0 for p in row.values()):
                raise ValueError(f"the steps from {state!r} do not sum to 1: {row}")
        self._inside = list(self.steps)
        self._ends = list(dict.fromkeys(s for row in self.steps.values() for s in row if s not in self.steps))

    def absorption(self, start: S) -> dict[S, Fraction]:
        """Return the chance to end in each absorbing state."""
        if start not in self.steps:
            return {start: Fraction(1)}
        rows = [[self.steps[s].get(end, Fraction(0)) for end in self._ends] for s in self._inside]
        answer = self._solve(rows)[self._inside.index(start)]
        return dict(zip(self._ends, answer, strict=True))

    def rounds(self, start: S) -> Fraction:
        """Return the expected number of steps to the end."""
        if start not in self.steps:
            return Fraction(0)
        return self._solve([[Fraction(1)] for _ in self._inside])[self._inside.index(start)][0]

    def after(self, start: S, steps: int) -> dict[S, Fraction]:
        """Return where the chain is after some steps; absorbed weight stays where it is."""
        now = {start: Fraction(1)}
        for _ in range(steps):
            following: dict[S, Fraction] = {}
            for state, weight in now.items():
                for other, p in self.steps.get(state, {state: Fraction(1)}).items():
                    following[other] = following.get(other, Fraction(0)) + weight * p
            now = following
        return now

    def length(self, start: S, most: int) -> dict[int, Fraction]:
        """Return the chance of each number of steps to the end, up to ``most``; longer ones are left out."""
        now, out = {start: Fraction(1)}, {}
        for step in range(most + 1):
            ended = sum((p for state, p in now.items() if state not in self.steps), Fraction(0))
            if ended:
                out[step] = ended
            following: dict[S, Fraction] = {}
            for state, weight in now.items():
                for other, p in self.steps.get(state, {}).items():
                    following[other] = following.get(other, Fraction(0)) + weight * p
            now = following
        return out

    def _solve(self, right: list[list[Fraction]]) -> list[list[Fraction]]:
        """Return X with (I − Q) X = right, Q being the steps between states that are not absorbing."""
        n = len(self._inside)
        rows = [
            [Fraction(a == b) - self.steps[a].get(b, Fraction(0)) for b in self._inside] + right[at]
            for at, a in enumerate(self._inside)
        ]
        for column in range(n):
            pivot = next((r for r in range(column, n) if rows[r][column]), None)
            if pivot is None:
                raise ValueError("some states never reach an end")
            rows[column], rows[pivot] = rows[pivot], rows[column]
            scale = rows[column][column]
            # few steps lead from a state, so most places hold nothing and are passed over
            top = [(at, value / scale) for at, value in enumerate(rows[column]) if value]
            rows[column] = [value / scale if value else value for value in rows[column]]
            for r, row in enumerate(rows):
                factor = row[column]
                if r != column and factor:
                    for at, value in top:
                        row[at] -= factor * value
        return [row[n:] for row in rows]
