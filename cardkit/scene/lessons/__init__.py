"""The lessons: one plan each, told apart by the game they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cardkit.scene.lessons import four_cards, kozel, matches, tranca
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import answered, fraction

__all__ = ["PLANS", "Plan", "Switch", "answered", "fraction"]

PLANS: Final[Mapping[int, Plan]] = {
    plan.number: plan
    for plan in sorted(
        (*four_cards.LESSONS, *tranca.LESSONS, *kozel.LESSONS, *matches.LESSONS), key=lambda plan: plan.number
    )
}
"""The lessons by number."""
