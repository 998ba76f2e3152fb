"""Odds of a position, from what one seat knows: a module for each game, all made alike.

- `four_cards`: what a face-down card may be, closing now; `four_cards_actions`: what each action brings
- `tranca`: what a face-down card may be, whether the card to be drawn fits
- `kozel`: what a face-down card may be, whether the next player can beat each lead

Each way to lay the unseen cards that fits what the seat knows is as likely as any other, as in
`Game.worlds`; what others might tell by how they play is left out. All is counted in fractions (closing in 4
Cartas is dealt out where counting takes too long), and every number comes with its line of arithmetic. What
is named here without its game is that of 4 Cartas.
"""

from cardkit.odds.position.four_cards import CardOdds, CloseOdds, card, closing, unseen
from cardkit.odds.position.four_cards_actions import ActionOdds, actions

__all__ = ["ActionOdds", "CardOdds", "CloseOdds", "actions", "card", "closing", "unseen"]
