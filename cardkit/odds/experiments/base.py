"""What an experiment is, and the list of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final

import numpy as np

from cardkit.cards import cards
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.recipes import Array, Cards, Recipe
from cardkit.words import say

Statistic = Callable[[Array], Array]


@dataclass(frozen=True)
class Experiment:
    """One question that can be dealt out, counted, and answered exactly.

    ``statistic`` maps deals (one a row, see `Cards`) to whole numbers, or to true and false, one for each
    deal; its mean is what is asked for. ``answer`` counts that mean, ``spread`` the whole distribution where
    there is one. Experiments of one's own are made by this constructor; for several processes all its parts
    must be picklable.
    """

    id: str
    lesson: int
    name: str
    recipe: Recipe
    statistic: Statistic
    answer: Callable[[], Fraction]
    spread: Callable[[], Distribution[int]] | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def exact(self) -> Fraction:
        """The exact mean of the statistic; a probability where it is true or false."""
        return self.answer()

    @cached_property
    def distribution(self) -> Distribution[int] | None:
        """The exact chance of each value, ``None`` where only the mean is counted."""
        return self.spread() if self.spread else None

    @cached_property
    def chance(self) -> bool:
        """Whether the statistic is true or false, so that its mean is a probability and no points."""
        one = self.recipe.sample(np.random.default_rng(0), 1)
        return bool(self.statistic(one).dtype == bool)

    @cached_property
    def table(self) -> Array | None:
        """The statistic of every deal there is, where they are few: a look in place of a deal."""
        every = self.recipe.every if isinstance(self.recipe, Cards) else None
        if every is None:
            return None
        values = self.statistic(every)
        byte = values.dtype != bool and values.min() >= -128 and values.max() <= 127
        return np.ascontiguousarray(values, np.int8 if byte else None)

    def title(self, lang: str = "en") -> str:
        """Return the question in words."""
        return say(self.name, lang, **_shown(self.params, lang))


class _Listed(Experiment):
    """An experiment of the list: another process makes its own from the id and the parameters."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _again, (self.id, tuple(self.params.items()))


@lru_cache(maxsize=16)
def _again(name: str, params: tuple[tuple[str, Any], ...]) -> Experiment:
    # the same object for every task of a process, so that its `table` is made once
    return experiment(name, **dict(params))


def _shown(params: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return parameters as messages want them: cards as little cards, a rank or suit by its name."""
    out: dict[str, Any] = {}
    for name, value in params.items():
        if name == "wanted":
            value = say(f"common.suit.{value}" if value in "cdhs" else f"common.a_rank.{value}", lang)
        out[name] = cards(value) if name in CARD_PARAMS and value else value
    # what a plural goes by
    return out | {"n": next((params[name] for name in ("hands", "size", "held") if name in params), 1)}


CARD_PARAMS: Final = frozenset({"seen", "turned", "own", "hand", "lead", "trump_card"})


@dataclass(frozen=True)
class Question:
    """What the making of an experiment returns: the parts of an `Experiment` that its parameters decide."""

    name: str
    recipe: Recipe
    statistic: Statistic
    answer: Callable[[], Fraction]
    spread: Callable[[], Distribution[int]] | None = None


EXPERIMENTS: dict[str, tuple[int, Callable[..., Question]]] = {}
"""The lesson and the making of each experiment, by id."""


def experiment(name: str, /, **params: Any) -> Experiment:
    """Return the experiment ``name`` with some parameters changed.

    ``ValueError`` names an unknown experiment or parameter, or a value that cannot be.
    """
    if name not in EXPERIMENTS:
        raise ValueError(f"no experiment {name!r} here: expected one of {', '.join(EXPERIMENTS)}")
    lesson, make = EXPERIMENTS[name]
    defaults = parameters(name)
    if unknown := sorted(set(params) - set(defaults)):
        raise ValueError(f"{name} has no parameter {', '.join(unknown)}; it has {', '.join(defaults)}")
    full = {**defaults, **params}
    made = make(**full)
    return _Listed(
        name,
        lesson,
        made.name,
        made.recipe,
        made.statistic,
        made.answer,
        made.spread,
        full,
    )


def parameters(name: str) -> dict[str, Any]:
    """Return the parameters of an experiment with their defaults."""
    return {p.name: p.default for p in inspect.signature(EXPERIMENTS[name][1]).parameters.values()}


def of_lesson(number: int) -> Callable[[Callable[..., Question]], Callable[..., Question]]:
    """Register the making of an experiment under its own name, for a lesson."""

    def register(make: Callable[..., Question]) -> Callable[..., Question]:
        EXPERIMENTS[make.__name__] = number, make
        return make

    return register
