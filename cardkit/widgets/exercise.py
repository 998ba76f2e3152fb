"""Exercises on a page: a paper for a name, questions with hints, a guess that is locked.

Built from plain widgets. What a page gets is what stands on it: the exact values, the wrong values we know,
hints and solutions stay in Python, in no trait and no message, until a button or ``key=True`` asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape
from typing import Any, Final

import anywidget
import ipywidgets
import traitlets

from cardkit.rng import Seed
from cardkit.scene.exercise import AnswerError, Paper, Question, grade, paper, parse, result_code
from cardkit.scene.exercise.codes import plain_name
from cardkit.scene.exercise.sheet import forms, solutions
from cardkit.widgets.charts import styles
from cardkit.words import say
from cardkit.words.numerals import numeral, percentage

_ICONS: Final = {
    "yes": "M4.5 12.5l5 5 10-11",
    "no": "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM5.8 5.8l12.4 12.4",
    "lock": "M6 11h12v9H6ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
}

_FAR: Final = 10_000
"""A guess further from 0 than this makes its chart a single line, and the axis has no room for it."""

_RANGE: Final = """\
export default {
  render({model, el}) {
    const make = (tag, name) => Object.assign(document.createElement(tag), {className: name});
    const label = make("label", "ck-ex-range"), input = make("input", ""), shown = make("output", "");
    input.type = "range";
    const name = make("span", ""), ends = make("div", "ck-ex-ends"), row = make("div", "ck-ex-range-row");
    label.append(name, input);
    row.append(label, shown);
    el.append(row, ends);
    el.classList.add("ck-ex-range-box");
    const show = () => {
      const words = model.get("ends").map((text) => Object.assign(make("span", ""), {textContent: text}));
      ends.replaceChildren(...words);
      name.textContent = model.get("label");
      input.value = model.get("value");
      input.disabled = model.get("disabled");
      shown.textContent = input.value + model.get("unit");
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    input.addEventListener("input", () => {
      model.set("value", Number(input.value));
      model.save_changes();
      show();
    });
    model.on("change", show);
    show();
  }
};
"""


def _icon(name: str) -> str:
    return f'<svg class="ck-i" viewBox="0 0 24 24" aria-hidden="true"><path d="{_ICONS[name]}"/></svg>'


def _entry(label: str, example: str) -> ipywidgets.Text:
    return ipywidgets.Text(description=label, placeholder=example, style={"description_width": "initial"})


def _on_enter(text: ipywidgets.Text, act: Callable[[], None]) -> None:
    """Call ``act`` when Enter is hit in a field."""

    def heard(_: Any, content: Any, __: Any) -> None:
        if isinstance(content, dict) and content.get("event") == "submit":
            act()

    text.on_msg(heard)


class _Box(ipywidgets.VBox):  # type: ignore[misc]
    """A box that says its name in place of its state where there is no browser."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        mimes, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return ({**mimes, "text/plain": repr(self)}, metadata) if mimes else bundle


class _Range(anywidget.AnyWidget):
    """A slider from 0 to 100. That of ipywidgets has no name that a screen reader could say."""

    _esm = _RANGE
    value = traitlets.Int(50).tag(sync=True)
    disabled = traitlets.Bool(False).tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    ends = traitlets.List(traitlets.Unicode()).tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)


class Guess(_Box):
    """A guess that is locked once it is given: a slider for a chance, else a number to type.

    Once locked it has the class ``ck-done``, as every part of a lesson that has been gone through.

    `value` is ``None`` until then. ``on_lock(act)`` calls ``act(value)`` when it is locked.
    """

    def __init__(self, text: str = "", *, chance: bool = True, lang: str = "en") -> None:
        self._lang = lang
        self._chance = chance
        self._value: Fraction | None = None
        self._told: list[Callable[[Fraction], None]] = []
        label = say("exercise.guess", lang)
        if chance:
            ends = [say(f"exercise.{name}", lang) for name in ("guess_never", "guess_half", "guess_always")]
            self._field = _Range(label=label, ends=ends, unit=say("common.percent", lang, number=""))
        else:
            self._field = _entry(label, "")
            _on_enter(self._field, self._lock)
        self._button = ipywidgets.Button(description=say("exercise.guess_lock", lang))
        self._button.on_click(lambda _: self._lock())
        self._said = ipywidgets.HTML()
        asked = [ipywidgets.HTML(f'<p class="ck-q">{escape(text)}</p>')] if text else []
        row = ipywidgets.HBox([self._field, self._button]).add_class("ck-ex-row")
        style = [ipywidgets.HTML(styles())] if styles() else []
        super().__init__([*style, *asked, row, self._said])
        self.add_class("ck").add_class("ck-ex")

    def __repr__(self) -> str:
        return f"Guess({'open' if self._value is None else self._value})"

    @property
    def value(self) -> Fraction | None:
        """The guess, once it is locked."""
        return self._value

    def on_lock(self, act: Callable[[Fraction], None]) -> None:
        """Call ``act`` with the guess when it is locked; at once if it is already."""
        self._told.append(act)
        if self._value is not None:
            act(self._value)

    def lock(self, value: Fraction | str) -> None:
        """Lock a guess; ``ValueError`` when one is locked, or (`AnswerError`) when it cannot be read."""
        if self._value is not None:
            raise ValueError("the guess is locked")
        given = parse(value).value if isinstance(value, str) else value
        if self._chance and not 0 <= given <= 1:
            raise AnswerError("malformed", str(value))
        if abs(given) > _FAR:
            raise AnswerError("far", str(value))
        self._value = given
        self._field.disabled = self._button.disabled = True
        shown = percentage(given, self._lang, 0) if self._chance else numeral(given, self._lang)
        self.add_class("ck-done")
        told = escape(say("exercise.guess_locked", self._lang, guess=shown))
        self._said.value = f'<p class="ck-ex-locked" role="status">{_icon("lock")} {told}</p>'
        for act in self._told:
            act(given)

    def _lock(self) -> None:
        if self._value is not None:
            return
        try:
            self.lock(Fraction(self._field.value, 100) if self._chance else str(self._field.value))
        except AnswerError as error:
            self._said.value = f'<p role="alert">{escape(error.told(self._lang))}</p>'


class Ask(_Box):
    """One question: an answer, what was wrong with it, three hints, the worked solution.

    With ``guess`` a guess has to be locked first. `mark` tells what has become of it, as in result codes;
    ``on_change(act)`` calls ``act()`` whenever that may have changed.
    """

    def __init__(
        self,
        question: Question,
        *,
        title: str = "",
        guess: bool = False,
        lang: str = "en",
        style: bool = True,
    ) -> None:
        self._question = question
        self._lang = lang
        self._hints = 0
        self._solved_with: int | None = None
        self._shown = False
        self._told: list[Callable[[], None]] = []
        head = f'<h3 class="ck-ex-title">{escape(title)}</h3>' if title else ""
        asked = ipywidgets.HTML(f'{head}<p class="ck-q">{escape(question.asked(lang))}</p>')
        self._field = _entry(self._say("answer"), "")
        _on_enter(self._field, self._check)
        self._check_button = ipywidgets.Button(
            description=self._say("check"), tooltip=f"{title} {self._say('check')}".strip()
        ).add_class("ck-ex-main")
        self._check_button.on_click(lambda _: self._check())
        row = ipywidgets.HBox([self._field, self._check_button]).add_class("ck-ex-row")
        how = ipywidgets.HTML(f'<p class="ck-ex-small">{escape(forms(question, lang))}</p>')
        self._verdict = ipywidgets.HTML()
        self._help = ipywidgets.HTML()
        self._help_button = ipywidgets.Button(description=self._say("hint", k=1)).add_class("ck-ex-hint")
        self._help_button.on_click(lambda _: self.hint())
        self._answering = ipywidgets.VBox([row, how, self._verdict, self._help, self._help_button])
        self.guess = Guess(chance=question.kind == "chance", lang=lang) if guess else None
        """The guess before the answer, if one is asked for."""
        parts = [ipywidgets.HTML(styles())] if style and styles() else []
        if self.guess is None:
            super().__init__([*parts, asked, self._answering])
        else:
            first = ipywidgets.HTML(f'<p class="ck-ex-small">{escape(self._say("guess_first"))}</p>')
            super().__init__([*parts, asked, self.guess, first])
            self.guess.on_lock(
                lambda _: setattr(self, "children", [*parts, asked, self.guess, self._answering])
            )
        self.add_class("ck").add_class("ck-ex").add_class("ck-ex-ask")

    def __repr__(self) -> str:
        return f"Ask({self._question.id}, {self.mark})"

    @property
    def mark(self) -> str:
        """One of `cardkit.scene.exercise.MARKS`."""
        if self._solved_with is not None:
            return "right" + (f"_{self._solved_with}" if self._solved_with else "")
        return "shown" if self._shown else "open"

    def on_change(self, act: Callable[[], None]) -> None:
        """Call ``act`` when an answer was judged or help was given."""
        self._told.append(act)

    def answer(self, text: str) -> bool:
        """Answer as if it were typed; whether it is right.

        ``ValueError`` when the question is closed, or its guess not locked.
        """
        if self.mark != "open":
            raise ValueError("this question is closed")
        if self.guess is not None and self.guess.value is None:
            raise ValueError("lock a guess first")
        self._field.value = text
        self._check()
        return self._solved_with is not None

    def hint(self) -> None:
        """Show the next hint; after the third, or once the answer is right, the worked solution."""
        if self._solved_with is None and self._hints < len(self._question.hints):
            self._hints += 1
        else:
            self._shown = True
        self._show()

    def _check(self) -> None:
        if self.mark != "open" or (self.guess is not None and self.guess.value is None):
            return
        try:
            verdict = grade(self._question, str(self._field.value))
        except AnswerError as error:
            self._judge("no", self._say("unreadable"), error.told(self._lang))
            return
        if verdict.right:
            self._solved_with = self._hints
            self._judge("yes", verdict.told(self._lang), self._say("well_done"))
        else:
            self._judge("no", self._say("known" if verdict.known else "not_yet"), verdict.told(self._lang))
        self._show()

    def _judge(self, kind: str, lead: str, text: str) -> None:
        self._verdict.value = (
            f'<div class="ck-ex-verdict ck-ex-{kind}" role="alert">{_icon(kind)}'
            f"<div><b>{escape(lead)}</b> {escape(text)}</div></div>"
        )

    def _show(self) -> None:
        """Write down the hints and the solution that were asked for, and what may be asked for next."""
        question = self._question
        shown = [
            (self._say("hint", k=k), question.say(hint, self._lang))
            for k, hint in enumerate(question.hints[: self._hints], 1)
        ]
        if self._shown:
            shown.append(
                (f"{self._say('solution')}: {question.key(self._lang)}", question.solved(self._lang))
            )
        lines = "".join(f"<li><b>{escape(title)}</b> {escape(text)}</li>" for title, text in shown)
        self._help.value = f'<ol class="ck-ex-hints" role="status">{lines}</ol>' if lines else ""
        closed = self.mark != "open"
        self._field.disabled = self._check_button.disabled = closed
        if closed or self._hints == len(question.hints):
            self._help_button.description = self._say("show_solution")
        else:
            self._help_button.description = self._say("hint", k=self._hints + 1)
        self._help_button.layout.display = "none" if self._shown else None
        for act in self._told:
            act()

    def _say(self, key: str, **params: Any) -> str:
        return say(f"exercise.{key}", self._lang, **params)


class Exercise(_Box):
    """The paper of one pupil on a lesson, a question at a time, with a result code below.

    Without a ``name`` the page asks for one. The same lesson, name, ``n`` and ``seed`` give the same paper
    everywhere, so a teacher who types the name sees it too; with ``key=True`` also its key. Another name can
    be given at any time: one was mistyped, or a class shares a computer.
    """

    def __init__(
        self,
        lesson: int,
        name: str = "",
        *,
        n: int = 3,
        seed: Seed = "",
        guess: bool = False,
        key: bool = False,
        lang: str = "en",
    ) -> None:
        self._lang, self._lesson, self._n, self._seed, self._guess, self._key = (
            lang,
            lesson,
            n,
            seed,
            guess,
            key,
        )
        self._paper: Paper | None = None
        self._asks: tuple[Ask, ...] = ()
        self._turns: tuple[ipywidgets.Button, ...] = ()
        self._sum = ipywidgets.HTML()
        self._name = _entry(self._say("name"), "")
        _on_enter(self._name, self._begin)
        self._start = ipywidgets.Button(description=self._say("start")).add_class("ck-ex-main")
        self._start.on_click(lambda _: self._begin())
        self._note = ipywidgets.HTML()
        self._hint("name_hint")
        self._laid: list[ipywidgets.Widget] = []
        self._style = [ipywidgets.HTML(styles())] if styles() else []
        paper(lesson, name or "x", n, seed=seed)  # a lesson without questions is said at once
        row = ipywidgets.HBox([self._name, self._start]).add_class("ck-ex-row")
        self._asking = (row, self._note)
        self._another = ipywidgets.Button(description=self._say("another_name"))
        self._another.on_click(lambda _: self.ask_name())
        super().__init__([*self._style, *self._asking])
        self.add_class("ck").add_class("ck-ex")
        if name:
            self.begin(name)

    def __repr__(self) -> str:
        return f"Exercise(lesson {self._lesson}{', ' + self._paper.name if self._paper else ''})"

    @property
    def paper(self) -> Paper | None:
        """The paper, with its key: keep it from the pupils. ``None`` until there is a name."""
        return self._paper

    @property
    def asks(self) -> Sequence[Ask]:
        """The questions as they stand on the page."""
        return self._asks

    @property
    def code(self) -> str:
        """The result code; ``ValueError`` until there is a name."""
        if self._paper is None:
            raise ValueError("there is no name yet")
        return result_code(self._lesson, self._paper.name, [ask.mark for ask in self._asks], seed=self._seed)

    def begin(self, name: str) -> None:
        """Lay out the paper of a name; ``ValueError`` for an empty one."""
        self._paper = paper(self._lesson, name, self._n, seed=self._seed)
        told = self._say("paper", name=self._paper.name)
        head = ipywidgets.HTML(f'<p class="ck-ex-small" role="status">{escape(told)}</p>')
        self._asks = tuple(
            Ask(
                question,
                title=self._say("question", k=k, n=self._n),
                guess=self._guess,
                lang=self._lang,
                style=False,
            )
            for k, question in enumerate(self._paper.questions, 1)
        )
        self._turns = tuple(self._turn(k) for k in range(self._n))
        for ask in self._asks:
            ask.on_change(self._count)
        self._count()
        self.turn_to(0)
        turns = ipywidgets.HBox(self._turns).add_class("ck-ex-turns")
        top = ipywidgets.HBox([head, turns]).add_class("ck-ex-row")
        self._laid = [top, *self._asks, self._sum]
        if self._key:
            title = escape(self._say("teacher"))
            key = solutions(self._paper, self._lang)
            self._laid.append(ipywidgets.HTML(f'<div class="ck-ex-key"><h3>{title}</h3>{key}</div>'))
            # a class has more than one name
            self.ask_name()
        else:
            self.children = [*self._style, *self._laid, self._another]

    def ask_name(self) -> None:
        """Ask for a name; a paper that is laid out stays until another one is given."""
        self._name.value = ""
        self._hint("name_hint")
        self.children = [*self._style, *self._asking, *self._laid]

    def _hint(self, key: str, role: str = "") -> None:
        self._note.value = f'<p class="ck-ex-small"{role}>{escape(self._say(key))}</p>'

    def turn_to(self, number: int) -> None:
        """Show question ``number`` (from 0) and lay the others aside."""
        for k, (ask, turn) in enumerate(zip(self._asks, self._turns, strict=True)):
            ask.layout.display = None if k == number else "none"
            (turn.add_class if k == number else turn.remove_class)("ck-on")

    def _turn(self, number: int) -> ipywidgets.Button:
        button = ipywidgets.Button(tooltip=self._say("question", k=number + 1, n=self._n))
        button.on_click(lambda _: self.turn_to(number))
        return button

    def _begin(self) -> None:
        name = " ".join(str(self._name.value).split())[:80]
        if plain_name(name):
            self.begin(name)
        else:
            self._hint("name_missing", ' role="alert"')

    def _count(self) -> None:
        right = [ask.mark.startswith("right") for ask in self._asks]
        solved = sum(right)
        for k, (turn, ask) in enumerate(zip(self._turns, self._asks, strict=True)):
            turn.description = f"{k + 1}{' ✓' if right[k] else ' –' if ask.mark == 'shown' else ''}"
        if all(ask.mark != "open" for ask in self._asks):
            self.add_class("ck-done")
        hint = escape(f"{self._say('code_hint')} {self._say('code_open')}")
        status = self._say("status", n=solved, all=len(self._asks))
        self._sum.value = (
            f'<div class="ck-ex-sum"><b>{escape(status)}</b><span>{escape(self._say("code"))}</span> '
            f'<code class="ck-ex-code">{escape(self.code)}</code> '
            f'<span class="ck-ex-small">{hint}</span></div>'
        )

    def _say(self, key: str, **params: Any) -> str:
        return say(f"exercise.{key}", self._lang, **params)
