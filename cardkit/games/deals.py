"""What the games share when a deal begins: a whole pack in order, and the fields of a saved deal."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from cardkit.cards import Card
from cardkit.rng import shuffled


def full_deck(pack: tuple[Card, ...], given: tuple[Card, ...], rng: random.Random | None) -> tuple[Card, ...]:
    """Return the whole pack: the given cards first, the others shuffled behind them.

    ``ValueError`` for a card that is not of the pack or comes twice, and for missing cards without ``rng``.
    """
    if not given and rng is not None:
        return shuffled(pack, rng)
    of_pack = frozenset(pack)
    wrong = [card for card in given if card not in of_pack or given.count(card) > 1]
    if wrong:
        raise ValueError(f"deck: expected different cards of one pack of {len(pack)}, got {wrong[0]}")
    held = frozenset(given)
    rest = [card for card in pack if card not in held]
    if not rest:
        return given
    if rng is None:
        raise ValueError(f"deck: {len(rest)} of {len(pack)} cards missing, and no seed to shuffle them")
    return given + shuffled(rest, rng)


def whole(setup: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """Return a field of a saved deal that is a whole number; ``ValueError`` names it if it is not."""
    value = setup.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
    return value
