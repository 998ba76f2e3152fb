"""How to deal at random, many deals at once (numpy): the recipes experiments are made of.

A recipe lays cards in columns: row i of what `sample` returns is deal i. Cards are codes as in
`cardkit.cards`, one byte each. The order of the cards within one hand means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cardkit.cards import CARDS, Card, pack
from cardkit.engine import Game
from cardkit.games import game
from cardkit.rng import Seed, shuffled, stream

Array = NDArray[Any]

MOST_ENUMERATED: Final = 300_000
"""Up to so many hands (52 over 4 are 270 725), a hand is drawn as one number out of a table of all."""


class Opening(NamedTuple):
    """One simulated deal, ready to be dealt: ``game`` under ``options`` deals ``deck`` (and ``extra``)."""

    game: str
    options: Mapping[str, Any]
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    extra: Mapping[str, Any]

    def rules(self) -> Game[Any, Any, Any]:
        """Return the game, under the options of the experiment."""
        return game(self.game, **self.options)

    def state(self) -> Any:
        """Return the first position of the deal."""
        return self.rules().deal(deck=self.deck, **self.extra)


class Recipe(Protocol):
    """A way to deal many times at once."""

    def sample(self, rng: np.random.Generator, deals: int) -> Array:
        """Return ``deals`` deals, one a row."""


@dataclass(frozen=True)
class Cards:
    """Hands dealt from what is left of a pack.

    ``seen`` are the cards known beforehand, ``sizes`` how many unseen cards each hand gets, ``at`` where each
    of them, and then each of ``seen``, lies in the deck of ``game``; cards without a place go to the end of
    it. ``coins`` adds columns of 0 or 1, a fair coin each. ``pack``: 36, 52 or 104 cards.
    """

    sizes: tuple[int, ...]
    seen: tuple[Card, ...] = ()
    pack: int = 52
    coins: int = 0
    game: str = "four_cards"
    options: Mapping[str, Any] = field(default_factory=dict)
    at: tuple[int, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.cards > len(self.unseen):
            raise ValueError(f"{self.cards} cards to deal, {len(self.unseen)} left in the pack")

    @property
    def cards(self) -> int:
        """How many cards a deal lays."""
        return sum(self.sizes)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the pack that are not known beforehand."""
        return tuple(card for card in pack(self.pack) if card not in self.seen)

    @property
    def every(self) -> Array | None:
        """All deals there are, one a row, where they are few: one hand, and no coins."""
        left = len(self.unseen)
        if len(self.sizes) != 1 or self.coins or comb(left, self.cards) > MOST_ENUMERATED:
            return None
        return np.array(self.unseen, np.uint8)[_combinations(left, self.cards)]

    def sample(self, rng: np.random.Generator, deals: int) -> Array:
        """Return deals as rows of card codes, hand after hand, then the coins.

        The first cards of a Fisher–Yates shuffle, done for all deals at once column by column: for each place
        one of the cards not yet laid, drawn evenly (numpy's bounded integers are without bias).
        """
        unseen = np.array(self.unseen, np.uint8)
        left = len(unseen)
        table = np.repeat(unseen[:, None], deals, axis=1)
        flat = table.reshape(-1)
        column = np.arange(deals, dtype=np.uint32)
        for place in range(min(self.cards, left - 1)):
            chosen = rng.integers(place, left, deals, dtype=np.uint32)
            chosen *= np.uint32(deals)
            chosen += column
            laid = flat[chosen]
            flat[chosen] = table[place]
            table[place] = laid
        dealt = table[: self.cards]
        if self.coins:
            dealt = np.concatenate([dealt, rng.integers(0, 2, (self.coins, deals), dtype=np.uint8)])
        return dealt.T

    def opening(self, row: Array, seed: Seed) -> Opening:
        """Return one deal as a whole deck of the game; what the deal does not lay is shuffled by ``seed``."""
        laid = [CARDS[code] for code in row[: self.cards].tolist()]
        places = dict(zip(self.at, (*laid, *self.seen), strict=False))
        used = {*laid, *self.seen}
        loose = [card for card in (*laid, *self.seen) if card not in set(places.values())]
        rest = [*shuffled([c for c in pack(self.pack) if c not in used], stream(seed, "rest")), *loose]
        others = iter(rest)
        deck = tuple(places[at] if at in places else next(others) for at in range(self.pack))
        hands, start = [], 0
        for size in self.sizes:
            hands.append(tuple(laid[start : start + size]))
            start += size
        return Opening(self.game, self.options, tuple(hands), deck, self.extra)


@lru_cache(maxsize=8)
def _combinations(cards: int, chosen: int) -> Array:
    """Return every choice of so many cards, one a row."""
    count = comb(cards, chosen)
    flat = (at for some in combinations(range(cards), chosen) for at in some)
    return np.fromiter(flat, np.uint8, count * chosen).reshape(count, chosen)


@dataclass(frozen=True)
class Draws:
    """Games of a match, each an outcome drawn with given chances: row i is match i, a column a game."""

    chances: tuple[float, ...]
    games: int

    def sample(self, rng: np.random.Generator, deals: int) -> Array:
        """Return the number of the outcome of each game."""
        bounds = np.cumsum(self.chances)[:-1]
        return np.searchsorted(bounds, rng.random((deals, self.games)), side="right").astype(np.uint8)
