"""A position of 4 Cartas dealt out many times at once (numpy), where counting would take too long."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardkit.cards import Card
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.odds.exact.four_cards import PartlyKnown
from cardkit.odds.experiments.columns import points
from cardkit.odds.recipes import Array, Cards
from cardkit.rng import key

_BLOCK = 1 << 14


def close_counts(
    hands: Sequence[PartlyKnown],
    unseen: Sequence[Card],
    options: FourCardsOptions,
    deals: int,
    seed: int = 0,
) -> dict[tuple[int, bool], int]:
    """Return how often the first hand had each sum, and was or was not strictly lowest (C26, CA3).

    The unseen cards are dealt out ``deals`` times, always the same ones for a seed.
    """
    seen = tuple(sorted({*Cards(()).unseen} - set(unseen)))
    recipe = Cards(tuple(hand.unseen for hand in hands), seen)
    found: dict[tuple[int, bool], int] = {}
    for block in range(-(-deals // _BLOCK)):
        rng = np.random.default_rng(np.random.SeedSequence(key(seed, "worlds"), spawn_key=(block,)))
        dealt = recipe.sample(rng, min(_BLOCK, deals - block * _BLOCK))
        sums = _sums(hands, dealt, options.eight_rule)
        alone = (np.stack(sums[1:]) > sums[0]).all(axis=0)
        pairs, times = np.unique(2 * sums[0].astype(np.int64) + alone, return_counts=True)
        for pair, n in zip(pairs.tolist(), times.tolist(), strict=True):
            what = pair >> 1, bool(pair & 1)
            found[what] = found.get(what, 0) + n
    return found


def _sums(hands: Sequence[PartlyKnown], dealt: Array, eight_rule: str) -> list[Array]:
    """Return the points of each hand in each deal, known and dealt cards together."""
    sums, at = [], 0
    for hand in hands:
        known = np.repeat(np.array(hand.known, np.uint8)[:, None], len(dealt), axis=1).T
        cards = np.concatenate([known, dealt[:, at : at + hand.unseen]], axis=1)
        at += hand.unseen
        sums.append(points(cards, eight_rule) if cards.shape[1] else np.zeros(len(dealt), np.int16))
    return sums
