"""The parts of a lesson as widgets: each cell of its notebook calls one.

>>> lesson = Lesson(1)
>>> lesson.big_run()
BigRun(eight, 0 deals)

No exact value is on the page, in a trait or in a message before a button asks for it.
"""

from __future__ import annotations

from fractions import Fraction
from html import escape
from math import sqrt
from typing import Any, Final

import ipywidgets

from cardkit.cards import pack
from cardkit.odds.estimate import to_tell
from cardkit.odds.experiments import Experiment, parameters
from cardkit.odds.recipes import Cards
from cardkit.odds.simulate import Result, simulate
from cardkit.rng import Seed
from cardkit.scene.lessons import PLANS, Plan, answered
from cardkit.widgets.charts import Chart, styles
from cardkit.widgets.dealing import BigRun, Deals
from cardkit.widgets.exercise import Exercise, Guess, _Box, _icon
from cardkit.widgets.part import Part, counted, html
from cardkit.words import plain, say
from cardkit.words.numerals import numeral

_UNSEEN: Final = Fraction(1, 10_000)
"""What is rarer has no place at the end of a chart."""
_CARDS: Final = ("pack_size", "seen")
"""Switches that change what is left of the pack."""
_SEEN_FROM: Final = 2
"""The step of a counting that tells how many cards are unseen."""


def _draw_pack(chart: Chart, asked: Experiment, *, wanted: bool) -> None:
    """Draw what is left of the pack, if the question says what was seen; on demand with the wanted ringed."""
    if not isinstance(asked.recipe, Cards) or not asked.params.get("seen"):
        return
    every = pack(asked.recipe.pack)
    which = asked.params.get("wanted") if wanted else None
    chart.show(
        "pack", every, asked.recipe.seen, wanted=[card for card in every if which and which in str(card)]
    )
    chart.layout.display = None


def _hidden(lang: str) -> Chart:
    chart = Chart(lang=lang)
    chart.layout.display = "none"
    return chart


class Exact(Part):
    """The steps of the counting, one more with each click."""

    def __init__(self, plan: Plan, *, lang: str = "en") -> None:
        self._plan, self._lang, self._shown = plan, lang, 0
        self._steps: list[str] = []
        self._lines = html("")
        self.chart = _hidden(lang)
        self.button = ipywidgets.Button(description=say("lesson.first_step", lang)).add_class("ck-ex-main")
        self.button.on_click(lambda _: self.step())
        super().__init__(f"Exact({plan.asks})", self._lines, self.chart, self.button)

    def step(self) -> None:
        """Show one step more."""
        # counted once, and not before it is asked for
        steps = self._steps = self._steps or self._plan.counting(self._lang)
        self._shown = min(self._shown + 1, len(steps))
        lines = "".join(f"<li>{line}</li>" for line in steps[: self._shown])
        self._lines.value = f'<ol class="ck-steps" role="status">{lines}</ol>'
        if self._shown >= _SEEN_FROM:
            # what is wanted among them would tell the answer
            _draw_pack(self.chart, self._plan.experiment, wanted=self._shown == len(steps))
        self.button.description = say("lesson.next_step", self._lang)
        if self._shown == len(steps):
            self.button.layout.display = "none"
            self.add_class("ck-done")


class Compare(Part):
    """The simulated mean beside the exact one, and how many deals tell the usual slip from the truth."""

    def __init__(self, plan: Plan, big: BigRun, *, chance: bool, lang: str = "en") -> None:
        self._plan, self._big, self._chance, self._lang = plan, big, chance, lang
        self._said = html("")
        self.chart = _hidden(lang)
        self.button = ipywidgets.Button(description=say("lesson.compare", lang)).add_class("ck-ex-main")
        self.button.on_click(lambda _: self.show())
        super().__init__(f"Compare({plan.asks})", self.chart, self._said, self.button)

    def show(self) -> None:
        """Compare with what has been dealt up to now."""
        result = self._big.result
        if result is None or not result.deals:
            self._said.value = f'<p role="alert">{escape(self._say("deal_first"))}</p>'
            return
        exact = self._plan.experiment.exact
        found = result.compare()
        kind = "yes" if found.agrees else "no"
        lead = say("lesson.inside" if found.agrees else "lesson.outside", self._lang)
        text = self._say(
            "gap",
            found=numeral(result.estimate.mean, self._lang, 4),
            exact=numeral(exact, self._lang, 4),
            errors=numeral(abs(found.errors), self._lang, 1),
        )
        spread = self._plan.variance
        if spread is not None:
            sds = (numeral(sd, self._lang, 2) for sd in (result.estimate.sd, sqrt(spread)))
            text += " " + self._say("spread_both", **dict(zip(("found", "exact"), sds, strict=True)))
        slips = "".join(self._slip(result, exact, *slip) for slip in self._plan.slips)
        self._said.value = (
            f'<div class="ck-ex-verdict ck-ex-{kind}" role="status">{_icon(kind)}<div><b>{escape(lead)}</b> '
            f"{escape(text)}</div></div>{slips}"
        )
        self._bars(result)
        self.add_class("ck-done")

    def _slip(self, result: Result, exact: Fraction, slip: Fraction, reason: str) -> str:
        need = to_tell(exact, slip, sd=None if self._chance else result.estimate.sd)
        # more digits than two would only be those of this one run
        about = round(need, 2 - len(str(need)))
        apart = self._say("apart", slip=numeral(slip, self._lang, 4), deals=numeral(about, self._lang))
        why = say(f"exercise.wrong.{reason}", self._lang)
        return f"<p>{escape(apart)} {escape(why)}</p>"

    def _bars(self, result: Result) -> None:
        """Draw how often each value came beside how often it should."""
        exact = self._plan.experiment.exact
        spread = self._plan.experiment.distribution
        sure = {0: 1 - exact, 1: exact} if self._chance else dict(spread or {})
        share = result.histogram
        values = sorted(sure)
        # a long tail that is never seen only makes the rest small
        while sure[values[-1]] < _UNSEEN and values[-1] not in share:
            values.pop()
        names = (self._say("no"), self._say("yes")) if self._chance else [numeral(v) for v in values]
        marks = [sure[value] for value in values]
        heights = [share.get(value, 0) for value in values]
        self.chart.show("bars", names, heights, exact=marks, deals=result.deals, unit=self._plan.unit)
        self.chart.layout.display = None

    def _say(self, key: str, **params: Any) -> str:
        return counted(key, self._plan.unit, self._lang, **params)


class Change(Part):
    """Radio buttons for a house rule: the exact answer moves."""

    def __init__(self, plan: Plan, *, lang: str = "en") -> None:
        self._plan, self._lang = plan, lang
        values = plan.switch.values
        # what the question of the lesson has, or else its experiment by default
        usual = {**parameters(plan.switch.experiment), **plan.switched_from}
        self._usual = usual[plan.switch.parameter]
        self.choice = ipywidgets.RadioButtons(
            options=[(plan.label(value, lang), value) for value in values],
            value=None,
            description=plan.say("switch", lang),
            style={"description_width": "initial"},
        ).add_class("ck-radios")
        self._said = html(escape(say("lesson.choose", lang)))
        self.chart = _hidden(lang)
        self.choice.observe(lambda _: self.draw(), "value")
        self.pack = _hidden(lang)
        super().__init__(f"Change({plan.switch.parameter})", self.choice, self._said, self.chart, self.pack)

    def draw(self) -> None:
        """Draw the exact answers with the chosen one in front."""
        chosen = self.choice.value
        if chosen is None:
            return
        values = self._plan.switch.values
        answers = [self._plan.switched(value).exact for value in values]
        at = values.index(chosen)
        names = [self._plan.short(value, self._lang) for value in values]
        axis = say(f"lesson.axis.{self._plan.switch.parameter}", self._lang)
        self.chart.show("bars", names, exact=answers, mark=at, axis=axis)
        self.chart.layout.display = None
        self.add_class("ck-done")
        if self._plan.switch.parameter in _CARDS:
            _draw_pack(self.pack, self._plan.switched(chosen), wanted=True)
        title = plain(self._plan.switched(chosen).title(self._lang))
        shown = answered(self._plan.switched(chosen), self._lang)
        moved = answers[at] - self._plan.switched(self._usual).exact
        more = []
        if moved:
            by = ("+" if moved > 0 else "") + numeral(moved, self._lang, 4)
            more.append(say("lesson.moved", self._lang, by=by))
        if self._plan.dealt:
            more.append(self._dealt(chosen))
        self._said.value = (
            f'<div role="status"><p>{escape(title)}:</p><p class="ck-sum">{shown}</p>'
            f"<p>{escape(' '.join(more))}</p></div>"
        )

    def _dealt(self, value: Any) -> str:
        """Deal with the switch set to a value, and tell what came of it."""
        found = simulate(self._plan.switched(value), self._plan.dealt).estimate
        mean, band = (numeral(number, self._lang, 4) for number in (found.mean, 2 * found.se))
        return say(
            "lesson.switch_dealt", self._lang, deals=numeral(found.n, self._lang), mean=mean, band=band
        )


class Teacher(_Box):
    """What a teacher wants to know of the lesson, folded; the key of a pupil's paper is asked for by name."""

    def __init__(self, plan: Plan, *, lang: str = "en") -> None:
        self._plan, self._lang = plan, lang
        rows = "".join(
            f"<dt>{escape(say(f'lesson.teacher_{key}', lang))}</dt><dd>{escape(text)}</dd>"
            for key, text in (
                ("time", plan.say("time", lang)),
                ("misconception", plan.say("misconception", lang)),
                ("board", plan.say("board", lang)),
                ("bncc", plan.say("bncc", lang)),
                ("key", say("lesson.key_how", lang)),
            )
        )
        title = escape(say("lesson.teacher", lang))
        page = f'<details class="ck-teacher"><summary>{title}</summary><dl>{rows}</dl></details>'
        self.button = ipywidgets.Button(description=say("lesson.key_show", lang))
        self.button.on_click(lambda _: self.key())
        self._place = ipywidgets.VBox()
        style = [ipywidgets.HTML(styles())] if styles() else []
        super().__init__([*style, ipywidgets.HTML(page), self.button, self._place])
        self.add_class("ck").add_class("ck-ex").add_class("ck-part")

    def __repr__(self) -> str:
        return f"Teacher({self._plan.number})"

    def key(self) -> None:
        """Show the exact answer, and ask for the name whose key is wanted."""
        # two parts may be about one question, with different switches
        answers = "".join(dict.fromkeys(map(self._answer, (self._plan, *self._plan.parts.values()))))
        heading = escape(say("lesson.teacher_board_answer", self._lang))
        answers += f"<p><b>{heading}:</b> {escape(self._plan.board_answer(self._lang))}</p>"
        self._place.children = (
            html(answers, "div", "status"),
            Exercise(self._plan.number, key=True, lang=self._lang),
        )
        self.button.layout.display = "none"

    def _answer(self, plan: Plan) -> str:
        """Return the question of a lesson, or of a part of it, with its answer."""
        title = escape(plain(plan.experiment.title(self._lang)))
        return f'{title}:<div class="ck-sum">{answered(plan.experiment, self._lang)}</div>'


class Lesson:
    """The parts of lesson ``number``, in the order in which they are taken.

    ``seed`` decides all deals of it. ``ValueError`` names the lessons there are.
    """

    def __init__(self, number: int, *, seed: Seed = 11, lang: str = "en") -> None:
        if number not in PLANS:
            raise ValueError(f"lesson {number!r}: expected one of {', '.join(map(str, PLANS))}")
        self._seed, self._lang = seed, lang
        self._about(PLANS[number])

    def _about(self, plan: Plan) -> None:
        self.plan = plan
        self._chance = plan.experiment.chance
        self.guess: Fraction | None = None
        """The guess, once it is locked: it stays on the chart of the big run."""
        self._asks = False
        self._small: Deals | None = None
        self._big: BigRun | None = None

    def __repr__(self) -> str:
        return f"Lesson({self.plan.number}{', ' * bool(self.plan.part)}{self.plan.part})"

    def part(self, name: str) -> Lesson:
        """Return a further question of the lesson, to be gone through like the first.

        ``ValueError`` names those there are.
        """
        if name not in self.plan.parts:
            raise ValueError(f"part {name!r}: expected one of {', '.join(self.plan.parts) or 'none'}")
        further = Lesson(self.plan.number, seed=self._seed, lang=self._lang)
        further._about(self.plan.parts[name])
        return further

    def predict(self) -> Guess:
        """Return the guess, to be locked before anything is dealt."""
        asked = Guess(self.plan.say("guess", self._lang), chance=self._chance, lang=self._lang)
        asked.add_class("ck-part").add_class("ck-ex-ask")
        asked.on_lock(self._locked)
        self._asks = True
        return asked

    def touch(self) -> Deals:
        """Return five deals to be stepped through from one seat."""
        return Deals(
            self.plan, 5, seed=f"{self._seed}-touch", view=self.plan.view, told=False, lang=self._lang
        )

    def small_run(self) -> Deals:
        """Return twenty deals with what they came to, which waits for the guess if one was asked for."""
        waits = self._asks and self.guess is None
        self._small = Deals(
            self.plan, 20, seed=self._seed, view="open", told=True, waits=waits, lang=self._lang
        )
        return self._small

    def big_run(self) -> BigRun:
        """Return the run of many deals; its first ones are those of the small run."""
        self._big = BigRun(
            self.plan.experiment,
            chance=self._chance,
            seed=self._seed,
            guess=lambda: self.guess,
            unit=self.plan.unit,
            lang=self._lang,
        )
        return self._big

    def exact(self) -> Exact:
        """Return the steps of the counting."""
        return Exact(self.plan, lang=self._lang)

    def compare(self) -> Compare:
        """Return the comparison; ``ValueError`` before there is a big run."""
        if self._big is None:
            raise ValueError("big_run comes before compare")
        return Compare(self.plan, self._big, chance=self._chance, lang=self._lang)

    def switch(self) -> Change:
        """Return the rule to be changed."""
        return Change(self.plan, lang=self._lang)

    def check(self, name: str = "") -> Exercise:
        """Return three questions drawn for a name."""
        return Exercise(self.plan.number, name, lang=self._lang)

    def say_it(self) -> Part:
        """Return room for one sentence; it stays on the page."""
        room = ipywidgets.Textarea(
            placeholder=self.plan.say("sentence", self._lang),
            description=say("lesson.sentence", self._lang),
            style={"description_width": "initial"},
        )
        note = f'<p class="ck-ex-small">{escape(say("lesson.stays", self._lang))}</p>'
        part = Part("SayIt()", room, ipywidgets.HTML(note))
        room.observe(lambda _: part.add_class("ck-done"), "value")
        return part

    def teacher(self) -> Teacher:
        """Return the teacher's page."""
        return Teacher(self.plan, lang=self._lang)

    def _locked(self, value: Fraction) -> None:
        self.guess = value
        if self._small is not None:
            self._small.tell()
        if self._big is not None:
            self._big.draw()
