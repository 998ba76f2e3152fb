"""How Tranca looks and speaks: what `cardkit.scene.frames` and the widgets ask a game for."""

from cardkit.scene.tranca.layout import layout
from cardkit.scene.tranca.moments import beats, turns
from cardkit.scene.tranca.odds import Odds
from cardkit.scene.tranca.offers import offers, refusal, tried
from cardkit.scene.tranca.painter import Painter
from cardkit.scene.tranca.speech import subtitle

__all__ = ["Odds", "Painter", "beats", "layout", "offers", "refusal", "subtitle", "tried", "turns"]
