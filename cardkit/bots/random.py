"""A bot without a plan."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardkit.bots.base import Choice
from cardkit.engine import NO_PARAMS, Action, Actions, new


class RandomBot:
    """Picks a kind of action evenly, then one of that kind.

    Picking evenly from the whole list would let the kinds with many variants (matches of several slots,
    swaps) crowd out the rest. It claims one time in eight.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, observation: Any, legal: Sequence[Action]) -> Choice:
        """Return a legal action at random; the list is sorted."""
        kinds = (legal if isinstance(legal, Actions) else Actions(legal)).kinds
        number = self._rng.random
        kind = kinds[int(number() * len(kinds))]
        return new(Choice, (kind[int(number() * len(kind))], "random", NO_PARAMS))

    def claim(self, observation: Any, claims: Sequence[Action]) -> Choice | None:
        """Claim something one time in eight."""
        return self.choose(observation, claims) if self._rng.random() < 0.125 else None
