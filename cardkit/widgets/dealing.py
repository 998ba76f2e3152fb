"""The parts of a lesson that deal: a few deals, each to be opened, and a run of very many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from fractions import Fraction
from html import escape
from time import monotonic
from typing import Any, Final

import ipywidgets

from cardkit.odds.experiments import Experiment
from cardkit.odds.simulate import Experimenting, Job, Result, opening, stream
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.scene.lessons import Plan
from cardkit.widgets.charts import Chart
from cardkit.widgets.part import Part, counted, html, marked
from cardkit.widgets.player import Player
from cardkit.words import say
from cardkit.words.numerals import numeral

SIZES: Final = (2_000, 50_000, 2_000_000)
"""How many deals a big run may have."""
_REDRAWN: Final = 0.1
"""Seconds between two drawings of a run."""


class Deals(Part):
    """Some deals as buttons; each opens in the player below, and closes with a second click.

    `values` are what they came to. With ``told=False`` a button says it only once its deal is left: one is to
    find out. With ``waits`` all is said when `tell` is called.
    """

    def __init__(
        self,
        plan: Plan,
        count: int,
        *,
        seed: Seed,
        view: int | str,
        told: bool,
        waits: bool = False,
        lang: str = "en",
    ) -> None:
        self._plan, self._seed, self._view, self._lang = plan, seed, view, lang
        asked = plan.experiment
        every = Experimenting(asked).values(seed, 0)
        self._numbers = list(range(count)) if told else plan.picked(every, count)
        found = every[self._numbers]
        self.values: tuple[int, ...] = tuple(int(value) for value in found)
        self._chance = found.dtype == bool
        self._tells = told
        self._open: int | None = None
        self.buttons = tuple(self._button(number) for number in range(count))
        self._place = ipywidgets.VBox()
        grid = ipywidgets.HBox(self.buttons).add_class("ck-deals-tiles" if told else "ck-deals-list")
        self._said = html(escape(say("lesson.small_waits", lang)), role="status")
        shown = [self._said] if told else []
        super().__init__(f"Deals({asked.id}, {count})", grid, *shown, self._place)
        if told and not waits:
            self.tell()

    def tell(self) -> None:
        """Say what each deal came to, and all together."""
        for number, button in enumerate(self.buttons):
            button.description = self._mark(number)
            self._hit(number, button)
        self._said.value = marked(escape(self._sum()), role="status")

    def show_deal(self, number: int) -> None:
        """Open deal ``number`` (from 0) in the player."""
        self.close_deal()
        asked = self._plan.experiment
        dealt = opening(asked, self._numbers[number], self._seed)
        record = Record.deal(dealt.rules(), self._seed, dealt.deck, **dealt.extra)
        self._plan.played(dealt, record)
        views = ("open",) if self._view == "open" else (self._view, "open")
        title = say("lesson.deal", self._lang, n=number + 1)
        player = Player(record, views=views, view=self._view, lang=self._lang, panels=(), title=title)
        self._place.children = (player,)
        self._open = number
        self.buttons[number].add_class("ck-on")
        self.add_class("ck-done")

    def close_deal(self) -> None:
        """Close the deal that is open, if there is one, and say what it came to."""
        if self._open is None:
            return
        button, number = self.buttons[self._open], self._open
        self._open = None
        self._place.children = ()
        button.remove_class("ck-on")
        if not self._tells:
            button.description = f"{button.description.partition(' · ')[0]} · {self._mark(number)}"
            self._hit(number, button)

    def _click(self, number: int) -> None:
        if self._open == number:
            self.close_deal()
        else:
            self.show_deal(number)

    def _mark(self, number: int) -> str:
        value = self.values[number]
        return ("✓" if value else "–") if self._chance else numeral(value, self._lang)

    def _hit(self, number: int, button: ipywidgets.Button) -> None:
        if self._chance and self.values[number]:
            button.add_class("ck-hit")

    def _button(self, number: int) -> ipywidgets.Button:
        # on a tile the styles write the number
        text = "?" if self._tells else say("lesson.deal", self._lang, n=number + 1)
        button = ipywidgets.Button(description=text, tooltip=say("lesson.open", self._lang, n=number + 1))
        button.on_click(lambda _: self._click(number))
        return button

    def _sum(self) -> str:
        count = len(self.values)
        if self._chance:
            share = Fraction(sum(self.values), count)
            value = numeral(share, self._lang, 2)
            return say("lesson.small_chance", self._lang, n=sum(self.values), all=count, share=value)
        mean = numeral(Fraction(sum(self.values), count), self._lang, 2)
        return say("lesson.small_mean", self._lang, all=count, mean=mean)


class BigRun(Part):
    """Many deals, drawn while they are dealt, until they are done or cancelled.

    `result` is what was dealt last, ``None`` before; ``unit`` is what it counts, as in `Plan`. The
    kernel goes on listening meanwhile.
    """

    sizes = SIZES

    def __init__(
        self,
        asked: Experiment,
        *,
        chance: bool,
        seed: Seed,
        guess: Callable[[], Fraction | None],
        unit: str = "deals",
        lang: str = "en",
    ) -> None:
        self.job: Experiment | Job = asked
        self._asked, self._chance, self._seed, self._guess = asked, chance, seed, guess
        self._unit, self._lang = unit, lang
        self._stop = False
        self._task: asyncio.Task[None] | None = None
        self.result: Result | None = None
        self.chart = Chart(lang=lang)
        self.size = ipywidgets.RadioButtons(
            options=[(numeral(n, lang), n) for n in self.sizes],
            description=self._say("how_many"),
            style={"description_width": "initial"},
        ).add_class("ck-radios")
        self.deal = ipywidgets.Button(description=self._say("deal_now")).add_class("ck-ex-main")
        self.deal.on_click(lambda _: self.start())
        self.stop = ipywidgets.Button(description=self._say("cancel"), disabled=True)
        self.stop.on_click(lambda _: self.cancel())
        self.line = ipywidgets.Checkbox(description=self._say("exact_line"), indent=False)
        self.line.observe(lambda _: self.draw(), "value")
        self.progress = ipywidgets.IntProgress(0, 0, self.sizes[0])
        self._status = html("")
        far = ipywidgets.HBox([self.progress, self._status]).add_class("ck-ex-row").add_class("ck-run-far")
        row = ipywidgets.HBox([self.deal, self.stop, self.size, self.line]).add_class("ck-ex-row")
        super().__init__("", self.chart, far, row)
        self.draw()

    def __repr__(self) -> str:
        return f"BigRun({self._asked.id}, {self.result.deals if self.result else 0} deals)"

    def draw(self) -> None:
        """Draw what has been dealt, with the guess, and with the exact line if it is wanted."""
        run = [] if self.result is None else [(n, e.mean, e.se) for n, e in self.result.running]
        exact = self._asked.exact if self.line.value else None
        top = self.result.asked if self.result else None
        more = {"chance": self._chance, "unit": self._unit}
        self.chart.show("running", run, exact=exact, guess=self._guess(), top=top, **more)

    def start(self) -> None:
        """Deal beside whatever else the kernel does; without a running loop (a script) deal at once."""
        if self._task is not None and not self._task.done():
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self.run())
            return
        self._task = loop.create_task(self.run())

    def cancel(self) -> None:
        """Stop dealing; what was dealt stays."""
        self._stop = True

    async def run(self) -> None:
        """Deal to the end, or until it is cancelled."""
        self._stop = False
        self._work(True)
        try:
            drawn = monotonic()
            deals = int(self.size.value)
            self.progress.max = deals
            for result in stream(self.job, deals, self._seed, chunk=1, cancel=lambda: self._stop):
                self.result = result
                if monotonic() - drawn >= _REDRAWN:
                    self._show()
                    drawn = monotonic()
                # lets the kernel hear a click, and the eye follow the line
                await asyncio.sleep(0.02 if deals > result.deals else 0)
        finally:
            self._work(False)
            self._show()
            self.add_class("ck-done")

    def _work(self, on: bool) -> None:
        self.deal.disabled = self.size.disabled = on
        self.stop.disabled = not on

    def _show(self) -> None:
        result = self.result
        if result is None:
            return
        self.draw()
        self.progress.value = result.deals
        going = not self.stop.disabled
        key = "dealing" if going else "dealt" if result.complete else "cancelled"
        done, asked = numeral(result.deals, self._lang), numeral(result.asked, self._lang)
        text = escape(self._say(key, done=done, all=asked))
        # only the end is read out
        self._status.value = f"<p>{text}</p>" if going else f'<p role="status">{text}</p>'

    def _say(self, key: str, **params: Any) -> str:
        return counted(key, self._unit, self._lang, **params)
