"""Kozel on 4 cards: two teams, leads of one to four cards, a trump, 120 points (K1–K26, KA1–KA19)."""

from cardkit.games.kozel.game import Kozel
from cardkit.games.kozel.options import KozelOptions
from cardkit.games.kozel.state import KozelMatch, KozelObservation, KozelState, Play, Trace, Trick

__all__ = ["Kozel", "KozelMatch", "KozelObservation", "KozelOptions", "KozelState", "Play", "Trace", "Trick"]
