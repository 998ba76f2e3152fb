"""How 4 Cartas looks and speaks: what `cardkit.scene.frames` and the widgets ask a game for."""

from cardkit.scene.four_cards.layout import layout
from cardkit.scene.four_cards.moments import beats, turns
from cardkit.scene.four_cards.odds import Odds
from cardkit.scene.four_cards.offers import offers, refusal, tried, wait_offer
from cardkit.scene.four_cards.painter import Painter
from cardkit.scene.four_cards.speech import subtitle

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
