"""Makers of questions, a few for each lesson, told apart by the game they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cardkit.scene.exercise.makers import four_cards, kozel, tranca
from cardkit.scene.exercise.makers.base import Maker

MAKERS: Final[Mapping[int, Sequence[Maker]]] = dict(
    sorted({**four_cards.MAKERS, **tranca.MAKERS, **kozel.MAKERS}.items())
)
"""The makers by lesson."""
LESSONS: Final = tuple(MAKERS)
"""The lessons that have questions."""
