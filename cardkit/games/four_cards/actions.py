"""Lists of the actions of 4 Cartas that differ only in which slots they name.

What is legal depends on few things: who moves, which slots are full, how much of a power is left. The
lists are made once for each such case and shared, which is what makes `legal_actions` quick.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from cardkit.engine import Action, Actions, Place

Slots = tuple[int, ...]
"""One bit mask of slots for each seat."""

MOST_MATCHED = 3
"""One claim names at most three slots: a rank has three cards beside the one on the pile (CA14)."""


def slots_of(mask: int) -> tuple[int, ...]:
    """Return the slot numbers in a bit mask."""
    return tuple(slot for slot in range(mask.bit_length()) if mask >> slot & 1)


@lru_cache(maxsize=4096)
def naming_own(seat: int, kind: str, mask: int, least: int, most: int, bare: tuple[str, ...] = ()) -> Actions:
    """Return the actions of a kind that name ``least`` to ``most`` of a seat's own slots in ``mask``.

    ``bare`` are kinds of actions, naming nothing, that belong into the same list.
    """
    places = [(seat, slot) for slot in slots_of(mask)]
    named = [
        Action(seat, kind, (), chosen)
        for count in range(least, most + 1)
        for chosen in combinations(places, count)
    ]
    return Actions(sorted(named + [Action(seat, other) for other in bare]))


@lru_cache(maxsize=4096)
def of_power(seat: int, targets: Slots, looks: bool, looked: tuple[Place, ...], swap: bool) -> Actions:
    """Return what a power still offers: another look, a swap between two players, or the end (CA22)."""
    places = [(owner, slot) for owner, mask in enumerate(targets) for slot in slots_of(mask)]
    out = [Action(seat, "done")]
    if looks:
        out += [Action(seat, "peek", (), (place,)) for place in places if place not in looked]
    if swap:
        out += [Action(seat, "trade", (), pair) for pair in combinations(places, 2) if _two(pair)]
    return Actions(sorted(out))


def _two(pair: tuple[Place, ...]) -> bool:
    return pair[0][0] != pair[1][0]
