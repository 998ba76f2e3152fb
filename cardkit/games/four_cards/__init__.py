"""4 Cartas: four hidden cards, a good memory, the lowest total (rules C1–C31, rulings CA1–CA30)."""

from cardkit.games.four_cards.game import FourCards
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.state import FourCardsObservation, FourCardsState

__all__ = ["FourCards", "FourCardsObservation", "FourCardsOptions", "FourCardsState"]
