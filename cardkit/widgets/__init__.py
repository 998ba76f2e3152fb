"""Widgets for notebooks: the step player, and a table to play at.

`Player` shows a deal that was played, `Table` lets one play, `Picture` shows a single moment. All three are
thin shells around frames made in Python (`cardkit.scene`) and drawn by ``static/player.js``. `Match` is a
table with the rounds of a match.
"""

from cardkit.widgets.charts import Chart
from cardkit.widgets.exercise import Ask, Exercise, Guess
from cardkit.widgets.match import Match
from cardkit.widgets.player import Picture, Player, watch
from cardkit.widgets.table import Table

__all__ = ["Ask", "Chart", "Exercise", "Guess", "Match", "Picture", "Player", "Table", "watch"]
