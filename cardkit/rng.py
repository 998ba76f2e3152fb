"""Named streams of random numbers from one seed.

A stream belongs to a use (``"deal"``, ``"bot", 2``, ``"reshuffle"``). Streams of one seed are independent:
what a bot draws never changes the deal. The same seed gives the same numbers on every machine.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeAlias, TypeVar

Seed: TypeAlias = int | str
T = TypeVar("T")


def key(seed: Seed, *names: int | str) -> int:
    """Return the 63-bit number that starts the stream ``names`` of ``seed``.

    ``7`` and ``"7"`` are the same seed, so that a seed read from a link or a form is the one meant.
    """
    if not isinstance(seed, int | str) or isinstance(seed, bool):
        raise ValueError(f"seed={seed!r}: expected a whole number or a text")
    digest = sha256("\x1f".join(map(str, (seed, *names))).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def stream(seed: Seed, *names: int | str) -> random.Random:
    """Return the stream ``names`` of ``seed``."""
    return random.Random(key(seed, *names))


def shuffled(items: Sequence[T], rng: random.Random) -> tuple[T, ...]:
    """Return ``items`` in an order drawn evenly from all orders (Fisher and Yates, without bias)."""
    out = [*items]
    bits = rng.getrandbits
    for last in range(len(out) - 1, 0, -1):
        # an index from 0 to last, each as likely as any other: what lies beyond is drawn again
        width = (last + 1).bit_length()
        at = bits(width)
        while at > last:
            at = bits(width)
        out[last], out[at] = out[at], out[last]
    return tuple(out)
