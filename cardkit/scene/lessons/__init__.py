"""The lessons: one plan each, told apart by the game they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardkit.scene.lessons import four_cards, kozel, matches, tranca
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import answered, fraction

__all__ = ["PLANS", "Plan", "Switch", "answered", "fraction"]

PLANS: Final[Mapping[int, Plan]] = {
    plan.number: plan for room in (four_cards, tranca, kozel, matches) for plan in room.LESSONS
}
"""The lessons by number."""
