"""Some of a few things, by bit mask."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from typing import TypeVar

T = TypeVar("T")


class Chosen(dict[int, tuple[T, ...]]):
    """Some of a few things, by bit mask: ``chosen[0b101]`` are the first and the third."""

    def __init__(self, of: Sequence[T]) -> None:
        super().__init__()
        self._of = tuple(of)

    def __missing__(self, mask: int) -> tuple[T, ...]:
        """Make a choice when it is first asked for."""
        made = self[mask] = tuple(compress(self._of, map(int, f"{mask:b}"[::-1])))
        return made
