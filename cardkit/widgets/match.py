"""A match at one table: round after round, with the standing below."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import ipywidgets

from cardkit.engine import Game
from cardkit.games import game as game_of
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.scene.frames import seat_names
from cardkit.widgets.data import PANELS
from cardkit.widgets.table import Table
from cardkit.words import has, number, say


class Match:
    """The rounds of a match, played by the reader at `table`.

    Once a round is over the standing appears below, with a button for the next one. The first round is the
    deal of ``seed``, later ones have seeds made from it.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any] | str = "four_cards",
        seed: Seed = 7,
        *,
        seat: int = 0,
        kind: str = "careful",
        lang: str = "en",
        panels: Sequence[str] = PANELS,
        name: str = "match",
    ) -> None:
        self._game = game_of(game) if isinstance(game, str) else game
        self._seed = seed
        self._lang = lang
        self._deals = 1
        first = Record.deal(self._game, seed)
        self.table = Table(first, seed, seat=seat, kind=kind, lang=lang, panels=panels, name=name)
        self._sheet = ipywidgets.HTML()
        self._button = ipywidgets.Button(button_style="primary")
        self._button.on_click(lambda _: self.go_on())
        self.standing = ipywidgets.VBox([self._sheet, self._button]).add_class("ck-standing")
        self.table.observe(lambda _: self._show(), "data")
        self._show()

    def __repr__(self) -> str:
        return f"Match({self.table!r})"

    def _ipython_display_(self) -> None:
        from IPython.display import display

        # side by side in the page, not one in the other: so the table is drawn before the buttons wake up
        display(self.table, self.standing)  # type: ignore[no-untyped-call]

    @property
    def round_over(self) -> bool:
        """Whether the round on the table has been played to its end."""
        return self.table.record.state.turn is None

    def go_on(self) -> None:
        """Deal the next round, or the first of a new match; ``ValueError`` while a round goes on."""
        if not self.round_over:
            raise ValueError("the round is not over yet")
        over = self._game.standing(self.table.record.state).winners is not None
        self._deals += 1
        seed = f"{self._seed}-{self._deals}"
        last = self.table.record
        self.table.restart(Record.deal(self._game, seed) if over else last.next_deal(seed), seed)

    def _show(self) -> None:
        self.standing.layout.display = None if self.round_over else "none"
        if not self.round_over:
            return
        self._sheet.value = self._html()
        over = self._game.standing(self.table.record.state).winners is not None
        self._button.description = self._say("again" if over else "next")

    def _html(self) -> str:
        record = self.table.record
        names, state = seat_names(record, self._lang), record.state
        standing, marks = self._game.standing(state), self._game.score(state).totals
        sides = [self._joined(names[side :: len(standing.totals)]) for side in range(len(standing.totals))]
        rows = "".join(
            f"<tr><th scope=row>{escape(sides[side])}</th><td>{number(marks[side])}</td>"
            f"<td><b>{number(total)}</b></td></tr>"
            for side, total in enumerate(standing.totals)
        )
        head = "".join(f"<th scope=col>{escape(self._say(key))}</th>" for key in ("player", "mark", "total"))
        options = {name: getattr(self._game.options, name) for name in type(self._game.options).rules()}
        told = self._say("round", n=standing.deals, all=options.get("rounds"))
        if standing.winners is not None:
            points = number(standing.totals[standing.winners[0]])
            winners = self._joined([sides[side] for side in standing.winners])
            key = "won_together" if len(standing.winners) > 1 else "won"
            told = self._say(key, names=winners, points=points, target=options.get("target"))
        return (
            f"<h2>{escape(self._say('standing'))}</h2><p role=status>{escape(told)}</p>"
            f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        )

    def _joined(self, names: Sequence[str]) -> str:
        """Return names in a row: those of a team, or of winners together."""
        first, *others = names
        for name in others:
            first = self._say("and", first=first, last=name)
        return first

    def _say(self, key: str, **words: Any) -> str:
        """Return a message, in the words of the game if it has its own for this."""
        own = f"{self._game.id}.match.{key}"
        return say(own if has(own, self._lang) else f"match.{key}", self._lang, **words)
