"""The length of a match as widgets: a chain that fills game by game, and bots that play matches out.

>>> bots = BotMatches()
>>> bots.size.value = 40
>>> bots
BotMatches(careful, 0 matches)
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any, Final

import ipywidgets

from cardkit.bots import BOTS
from cardkit.games import game
from cardkit.odds.experiments import experiment
from cardkit.odds.experiments.kozel import toy_match
from cardkit.odds.simulate import Playing, deals_played
from cardkit.rng import Seed
from cardkit.scene.lessons.matches import SHORT
from cardkit.widgets.charts import Chart
from cardkit.widgets.dealing import BigRun
from cardkit.widgets.part import Part, html
from cardkit.words import has, say
from cardkit.words.numerals import numeral

_GAMES: Final = 14
"""A match of 12 points is over by then, but for one in ten thousand."""


def filling(target: int, games: int = _GAMES) -> tuple[list[tuple[int, int] | None], list[list[Fraction]]]:
    """Return the standings of a match of toy games and, after 0 … ``games`` games, the chance of each.

    A standing is the higher total and the lower one, whoever has them; the last one, ``None``, is the end.
    """
    chain = toy_match(target)
    standings = [*sorted({(max(a, b), min(a, b)) for a, b, _ in chain.steps}), None]
    rows = []
    for played in range(games + 1):
        row = dict.fromkeys(standings, Fraction(0))
        for state, p in chain.after((0, 0, False), played).items():
            a, b, _ = state
            row[(max(a, b), min(a, b)) if state in chain.steps else None] += p
        rows.append(list(row.values()))
    return standings, rows


class Filling(Part):
    """The toy match as boxes that fill with the chance of each standing, one game more with each step."""

    def __init__(self, *, lang: str = "en") -> None:
        self._lang = lang
        self._rows: dict[int, tuple[list[tuple[int, int] | None], list[list[Fraction]]]] = {}
        self.target = ipywidgets.RadioButtons(
            options=[(say("lesson.switch.target", lang, n=n), n) for n in (SHORT, 12)],
            description=say("lesson.l10.match.to", lang),
            style={"description_width": "initial"},
        ).add_class("ck-radios")
        self.games = ipywidgets.IntSlider(0, 0, _GAMES, description=say("lesson.l10.match.after", lang))
        self.games.style.description_width = "initial"
        self.chart = Chart(lang=lang)
        for control in (self.target, self.games):
            control.observe(lambda _: self.draw(), "value")
        super().__init__("Filling()", self.target, self.games, self.chart)
        self.draw()

    def draw(self) -> None:
        """Draw the standings after as many games as the slider says."""
        target = self.target.value
        if target not in self._rows:
            self._rows[target] = filling(target)
        standings, rows = self._rows[target]
        names = [
            say("lesson.l10.match.over", self._lang) if one is None else "{}–{}".format(*one)
            for one in standings
        ]
        last = len(names) - 1
        self.chart.show("chain", names, rows, absorbing=(last,), step=self.games.value)


class BotMatches(BigRun):
    """Matches of Kozel that bots play out, beside the toy model: how many games each took."""

    sizes = (40, 200, 1_000)
    children: Any

    def __init__(self, *, seed: Seed = 11, lang: str = "en") -> None:
        self.kind = ipywidgets.RadioButtons(
            options=[(say(f"lesson.l10.bots.{kind}", lang), kind) for kind in BOTS],
            description=say("lesson.l10.bots.kind", lang),
            style={"description_width": "initial"},
        ).add_class("ck-radios")
        self.said = html("")
        super().__init__(
            experiment("match_games"),
            chance=False,
            seed=seed,
            guess=lambda: None,
            unit="matches",
            lang=lang,
        )
        *parts, row = self.children
        self.children = (*parts, self.kind, row, self.said)
        self.kind.observe(lambda _: self._choose(), "value")
        self._choose()

    def __repr__(self) -> str:
        return f"BotMatches({self.kind.value}, {self.result.deals if self.result else 0} matches)"

    def draw(self) -> None:
        """Draw the share of each length, and the toy model's if it is wanted."""
        self._tell()
        share = self.result.histogram if self.result and self.result.deals else {}
        if not share and not self.line.value:
            self.chart.show("bars", (), unit="matches")
            return
        lengths = range(1, max(_GAMES, *share) + 1) if share else range(1, _GAMES + 1)
        names = [numeral(n, self._lang) for n in lengths]
        # counted once it is wanted
        toy = self._asked.distribution if self.line.value else None
        marks = None if toy is None else [toy.get(n, Fraction(0)) for n in lengths]
        heights = [share.get(n, 0.0) for n in lengths] if share else ()
        # without a match played the bars are the toy model's
        legend = {"bar": self._say("played" if share else "toy"), "exactmark": self._say("toy")}
        self.chart.show("bars", names, heights, exact=marks, axis=self._say("axis"), legend=legend)

    def _choose(self) -> None:
        self.job = Playing(game("kozel"), self.kind.value, deals_played, match=True)
        self.result = None
        self.progress.value = 0
        self._status.value = ""
        self.draw()

    def _work(self, on: bool) -> None:
        super()._work(on)
        self.kind.disabled = on

    def _tell(self) -> None:
        """Say what was found, and what the toy model says if it is wanted."""
        if self.result is None or not self.result.deals or not self.stop.disabled:
            self.said.value = ""
            return
        found = self.result.estimate
        mean, band = numeral(found.mean, self._lang, 2), numeral(2 * found.se, self._lang, 2)
        told = self._say("told", mean=mean, band=band)
        if self.line.value:
            exact = self._asked.exact
            errors = abs(found.mean - float(exact)) / found.se if found.se else 0
            toy = numeral(exact, self._lang, 2)
            told += " " + self._say("told_toy", toy=toy, errors=numeral(errors, self._lang, 1))
        self.said.value = f'<p role="status">{escape(told)}</p>'

    def _say(self, key: str, **params: Any) -> str:
        own = f"lesson.l10.bots.{key}"
        return say(own, self._lang, **params) if has(own, self._lang) else super()._say(key, **params)
