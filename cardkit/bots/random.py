"""A bot without a plan."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from cardkit.bots.base import Choice
from cardkit.engine import Action

_KIND = attrgetter("kind")


class RandomBot:
    """Picks a kind of action evenly, then one of that kind.

    Picking evenly from the whole list would let the kinds with many variants (matches of several slots,
    swaps) crowd out the rest. It claims one time in eight.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, observation: Any, legal: Sequence[Action]) -> Choice:
        """Return a legal action at random; the list is sorted, so a kind is one stretch of it."""
        stretches = []
        start = 0
        while start < len(legal):
            end = bisect_right(legal, legal[start].kind, lo=start, key=_KIND)
            stretches.append((start, end))
            start = end
        random_number = self._rng.random
        start, end = stretches[int(random_number() * len(stretches))]
        return Choice(legal[start + int(random_number() * (end - start))], "random")

    def claim(self, observation: Any, claims: Sequence[Action]) -> Choice | None:
        """Claim something one time in eight."""
        return self.choose(observation, claims) if self._rng.random() < 0.125 else None
