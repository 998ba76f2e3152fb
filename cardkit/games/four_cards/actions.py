"""Lists of the actions of 4 Cartas that differ only in which slots they name.

What is legal depends on few things: who moves, which slots are full, how much of a power is left. The
lists are made once for each such case and shared, which is what makes `legal_actions` quick.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain, combinations

from cardkit.engine import Action, Actions, Place, new

Slots = tuple[int, ...]
"""One bit mask of slots for each seat."""

MOST_MATCHED = 3
"""One claim names at most three slots: a rank has three cards beside the one on the pile (CA14)."""


@lru_cache(maxsize=4096)
def slots_of(mask: int) -> tuple[int, ...]:
    """Return the slot numbers in a bit mask."""
    return tuple(slot for slot in range(mask.bit_length()) if mask >> slot & 1)


@lru_cache(maxsize=4096)
def naming_own(seat: int, kind: str, mask: int, least: int, most: int, bare: tuple[str, ...] = ()) -> Actions:
    """Return the actions of a kind that name ``least`` to ``most`` of a seat's own slots in ``mask``.

    ``bare`` are kinds of actions, naming nothing, that belong into the same list.
    """
    slots = mask.bit_length()
    every, missing = _naming_any(seat, kind, slots, least, most), ~mask & (1 << slots) - 1
    named = tuple([action for action, own in every if not own & missing])
    return Actions.of(named, *[_bare(seat, other) for other in bare])


@lru_cache(maxsize=1024)
def _naming_any(seat: int, kind: str, slots: int, least: int, most: int) -> tuple[tuple[Action, int], ...]:
    """Return what could be named if all of so many slots could be, each with the bit mask of its slots."""
    places, bits = [(seat, slot) for slot in range(slots)], [1 << slot for slot in range(slots)]
    chosen: list[tuple[tuple[Place, ...], int]] = []
    for count in range(least, most + 1):
        chosen += zip(combinations(places, count), map(sum, combinations(bits, count)), strict=True)
    return tuple([(new(Action, (seat, kind, (), some)), mask) for some, mask in sorted(chosen)])


@lru_cache(maxsize=128)
def _bare(seat: int, kind: str) -> tuple[Action, ...]:
    return (Action(seat, kind),)


@lru_cache(maxsize=1024)
def of_power(seat: int, targets: Slots, looks: bool, looked: tuple[Place, ...], swap: bool) -> Actions:
    """Return what a power still offers: another look, a swap between two players, or the end (CA22)."""
    places = [(owner, slot) for owner, mask in enumerate(targets) for slot in slots_of(mask)]
    peeks = [_peek(seat, place) for place in places if place not in looked] if looks else ()
    trades = [_trades(seat, a, b, targets[b]) for a in places for b in range(a[0] + 1, len(targets))]
    return Actions.of(_bare(seat, "done"), tuple(peeks), tuple(chain.from_iterable(trades)) if swap else ())


@lru_cache(maxsize=1024)
def _peek(seat: int, place: Place) -> Action:
    return Action(seat, "peek", (), (place,))


@lru_cache(maxsize=4096)
def _trades(seat: int, place: Place, other: int, mask: int) -> tuple[Action, ...]:
    """Return the swaps of one card with each of another player's."""
    return tuple([Action(seat, "trade", (), (place, (other, slot))) for slot in slots_of(mask)])
