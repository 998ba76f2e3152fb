"""Tranca: two pairs, two packs, runs of seven, and a black 3 that locks the pile (T1–T30, TA1–TA27)."""

from cardkit.games.tranca.game import Tranca
from cardkit.games.tranca.melds import Meld
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import TrancaObservation, TrancaState

__all__ = ["Meld", "Tranca", "TrancaObservation", "TrancaOptions", "TrancaState"]
