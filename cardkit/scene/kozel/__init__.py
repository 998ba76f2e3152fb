"""How Kozel looks and speaks: what `cardkit.scene.frames` and the widgets ask a game for."""

from cardkit.scene.kozel.layout import layout
from cardkit.scene.kozel.moments import beats, turns
from cardkit.scene.kozel.odds import Odds
from cardkit.scene.kozel.offers import offers, refusal, tried, wait_offer
from cardkit.scene.kozel.painter import Painter
from cardkit.scene.kozel.speech import subtitle

__all__ = [
    "Odds",
    "Painter",
    "beats",
    "layout",
    "offers",
    "refusal",
    "subtitle",
    "tried",
    "turns",
    "wait_offer",
]
