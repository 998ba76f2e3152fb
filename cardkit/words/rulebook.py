"""Read a rulebook: one Markdown file for each game and language, with the rule ids as anchors.

A rulebook is a text to be read first and data second. Its form is plain and regular:

.. code-block:: text

    ---                                      the head: one "key: value" a line
    game: 4 Cartas                           the name of the game
    facts, title, lead                       what stands above and below the page's title
    says, read_as, why, fine, warn, switch   what the parts of a ruling are called in this language
    ---

    ## Cards and points {#cards}             a section: title and anchor, a few words, perhaps a table

    ### C6 · The 8 {#C6}                     a clause, by its id: what the game's text says
    An 8 counts **0** when ...               paragraphs; bold, italics, cards as [[8h]]
    - [[8h]] [[Qs]] = 10                     examples, each with its result after the last "="

    ### CA1 · Two 8s and a queen {#CA1}      a ruling: what the text leaves open
    - **The text says:** ...                 the parts by the names of the head, one line each;
    - **We read it as:** ...                 says, read_as and why are needed, the others not
    - **Switch:** `eight_rule`               the option that plays it otherwise, if there is one,
      - `pure` **Pure** · 8 8 Q = 10 · ...   and its values, the default first: label, example, sentence
    - **Switch:** `players` = `4` (`2` to `8`)   or a whole number: default, least, most; a list of
                                                 usual values may follow, the default first

    ### cambio · Cambio {#cambio}            a preset (its id is in small letters): a paragraph, and
    - `eight_rule` = `pair` · ...            the options it sets, each with a sentence

Rule ids are capital letters and a number, a ruling's letters end in A. A rule id in running text
(``C28``) is a link on the page. A section without clauses and presets (the glossary) is plain
Markdown. Everything that departs from this form is a `RulebookError` with file and line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Final

PARTS: Final = ("says", "read_as", "why", "fine", "warn", "switch")
"""The parts a ruling can have, by the keys that the head of the file gives them a name with."""

_HEAD: Final = ("game", "facts", "title", "lead", *PARTS)
_SECTION = re.compile(r"## (.+) \{#(\S+)\}")
_ENTRY = re.compile(r"### (\S+) · (.+) \{#\1\}")
_RULE_ID = re.compile(r"([A-Z]+?)(A?)\d+")
_PART = re.compile(r"- \*\*(.+?):\*\* (.+)")
_CHOICE = re.compile(r" +- `(\w+)` \*\*(.+?)\*\* · (.+?) · (.+)")
_NUMBER = re.compile(r"`(\w+)` = `(\w+)` \(`(\d+)` \S+ `(\d+)`\)")
_SETTING = re.compile(r"- `(\w+)` = `(\w+)` · (.+)")


class RulebookError(ValueError):
    """A rulebook file departs from the form; the message names file, line and what was expected."""


class NotInRulebookError(KeyError):
    """There is no such rulebook, or no such rule or preset in it; the message says what there is."""

    def __str__(self) -> str:
        """Return the message itself (a KeyError would show it in quotation marks)."""
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a switch: ``value`` as in an address (``"true"`` for True, ``"none"``), and its words."""

    value: str
    label: str
    example: str
    text: str


@dataclass(frozen=True, slots=True)
class Switch:
    """An option of the engine and its values: ``choices``, a whole number in a range, or either of them."""

    option: str
    default: str
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0

    def accepts(self, value: str) -> bool:
        """Tell whether ``value``, as written in an address, is a value of this option."""
        if any(choice.value == value for choice in self.choices):
            return True
        if not self.most:
            return False
        plain = value.isascii() and value.isdecimal() and len(value) <= len(str(self.most))
        return plain and self.least <= int(value) <= self.most

    def python(self, value: str) -> str | int | bool | None:
        """Return the value the engine wants; ``ValueError`` if the switch has no such value."""
        if not self.accepts(value):
            raise ValueError(f"{self.option} cannot be {value!r}")
        if not self.choices or value.isdecimal():
            return int(value)
        return {"true": True, "false": False, "none": None}.get(value, value)


@dataclass(frozen=True, slots=True)
class Clause:
    """One rule. ``body`` is what it says: of a ruling, how we read the text.

    ``examples`` are pairs of a hand or case and its result. The other texts are those of a ruling
    and empty in a clause. All texts are limited Markdown: paragraphs (``body`` only), bold,
    italics, ``[[8h]]``.
    """

    id: str
    title: str
    section: str
    body: str
    examples: tuple[tuple[str, str], ...] = ()
    is_ruling: bool = False
    says: str = ""
    why: str = ""
    fine: str = ""
    warn: str = ""
    switch: Switch | None = None

    @property
    def read_as(self) -> str:
        """How we read what the text leaves open; empty in a clause, which leaves nothing open."""
        return self.body if self.is_ruling else ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section: anchor, title, its words before the first rule, its table, its rules in order."""

    id: str
    title: str
    intro: str
    table: tuple[tuple[str, ...], ...] = ()
    rules: tuple[str, ...] = ()
    presets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Preset:
    """A ready-made set of house rules: ``settings`` maps an option to its value and a sentence."""

    id: str
    title: str
    text: str
    settings: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A whole rulebook. ``head`` holds the lines of the file's head, ``clauses`` all rules by id."""

    game: str
    lang: str
    head: Mapping[str, str]
    sections: tuple[Section, ...]
    clauses: Mapping[str, Clause]
    presets: Mapping[str, Preset]

    @property
    def switches(self) -> dict[str, Clause]:
        """The rulings that have a switch, by the name of its option, in the order of the book."""
        return {rule.switch.option: rule for rule in self.clauses.values() if rule.switch}

    def values(self, preset: str = "seed") -> dict[str, str]:
        """Every option with its value under a preset; `NotInRulebookError` if there is none such."""
        if preset not in self.presets:
            known = ", ".join(self.presets)
            raise NotInRulebookError(f"{self.game} has no preset {preset!r}, only {known}")
        defaults = {name: rule.switch.default for name, rule in self.switches.items() if rule.switch}
        return defaults | {n: value for n, (value, _) in self.presets[preset].settings.items()}


def games(lang: str = "en") -> tuple[str, ...]:
    """Return the ids of the games that have a rulebook in this language, sorted."""
    folder = files(__package__) / lang
    if not (lang.isalpha() and folder.is_dir()):
        return ()
    return tuple(sorted(f.name[:-3] for f in folder.iterdir() if f.name.endswith(".md")))


@cache
def rulebook(game: str, lang: str = "en") -> Rulebook:
    """Return the rulebook of a game; `NotInRulebookError` if there is none in this language."""
    known = games(lang)
    if game not in known:
        what = f"only for {', '.join(known)}" if known else f"nor any other in {lang!r}"
        raise NotInRulebookError(f"there is no rulebook for {game!r} in {lang!r}, {what}")
    name = f"{lang}/{game}.md"
    return parse((files(__package__) / name).read_text("utf-8"), game, lang, name)


def clauses(game: str, lang: str = "en") -> dict[str, Clause]:
    """Return all clauses and rulings by id, in the order of the book."""
    return dict(rulebook(game, lang).clauses)


def snippet(
    game: str, rule_id: str, lang: str = "en", options: Mapping[str, object] | None = None
) -> dict[str, str]:
    """Return one rule for a small window: ``{"title": …, "html": …}``.

    The HTML has paragraphs, bold and italics only; cards are left as ``[[8h]]``. With ``options``
    (name to value, as the engine has them) a ruling that has a switch also says how it stands.
    `NotInRulebookError` if the book has no such rule.
    """
    book = rulebook(game, lang)
    rule = book.clauses.get(rule_id)
    if rule is None:
        raise NotInRulebookError(f"the rulebook of {game} has no rule {rule_id!r}")
    paragraphs = rule.body.split("\n\n")
    if rule.examples:
        paragraphs.append(" · ".join(f"{case} = {result}" for case, result in rule.examples))
    if rule.switch and options and rule.switch.option in options:
        value = str(options[rule.switch.option])
        label = book.head["switch"]
        chosen = [c for c in rule.switch.choices if c.value == value.lower()]
        paragraphs += [f"*{label}:* **{choice.label}.** {choice.text}" for choice in chosen]
        if not chosen:
            paragraphs.append(f"*{label}:* **{value}**")
    return {"title": rule.title, "html": "".join(f"<p>{_inline(p)}</p>" for p in paragraphs)}


def _inline(text: str) -> str:
    """Turn bold and italics into HTML and escape everything else."""
    html = escape(text.replace("\n", " "))
    html = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html)
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", html)


@dataclass(slots=True)
class _Block:
    """A heading and the lines under it, each with its number in the file."""

    line: int
    title: str
    id: str
    is_section: bool = False
    lines: list[tuple[int, str]] = field(default_factory=list)


def parse(text: str, game: str, lang: str, name: str) -> Rulebook:
    """Read a rulebook from its text; ``name`` is what the file is called in errors."""
    return _Parser(game, lang, name).book(text)


class _Parser:
    """Reads one file. Every method takes what it reads apart and complains by line."""

    def __init__(self, game: str, lang: str, name: str) -> None:
        self.game, self.lang, self.name = game, lang, name
        self.head: dict[str, str] = {}

    def error(self, line: int, message: str) -> RulebookError:
        return RulebookError(f"{self.name}, line {line}: {message}")

    def book(self, text: str) -> Rulebook:
        blocks = self.blocks(text.split("\n"))
        sections: list[Section] = []
        rules: dict[str, Clause] = {}
        presets: dict[str, Preset] = {}
        anchors: set[str] = set()
        current: tuple[_Block, list[str], list[str]] | None = None

        def close_section() -> None:
            if current:
                block, ids, sets = current
                intro, table = self.intro(block, plain=not ids and not sets)
                sections.append(Section(block.id, block.title, intro, table, tuple(ids), tuple(sets)))

        for block in blocks:
            if block.id in anchors:
                raise self.error(block.line, f"the anchor {block.id} is there twice")
            anchors.add(block.id)
            if block.is_section:
                close_section()
                current = (block, [], [])
                continue
            if current is None:
                raise self.error(block.line, f"{block.id} stands before the first section")
            kind = _RULE_ID.fullmatch(block.id)
            if kind:
                rules[block.id] = self.rule(block, current[0].id, is_ruling=bool(kind[2]))
                current[1].append(block.id)
            else:
                presets[block.id] = self.preset(block)
                current[2].append(block.id)
        close_section()
        book = Rulebook(
            self.game,
            self.lang,
            MappingProxyType(self.head),
            tuple(sections),
            MappingProxyType(rules),
            MappingProxyType(presets),
        )
        self.check_presets(book)
        return book

    def blocks(self, lines: list[str]) -> list[_Block]:
        """Read the head, then cut the rest at its headings."""
        if lines[0] != "---" or "---" not in lines[1:]:
            raise self.error(1, "a rulebook begins with a head between two lines of ---")
        end = lines.index("---", 1)
        for number, line in enumerate(lines[1:end], 2):
            key, colon, value = line.partition(": ")
            if not colon or key not in _HEAD:
                raise self.error(number, f"expected one of {', '.join(_HEAD)}, then a colon")
            self.head[key] = value
        missing = [key for key in _HEAD if key not in self.head]
        if missing:
            raise self.error(end + 1, f"the head lacks {', '.join(missing)}")
        blocks: list[_Block] = []
        for number, line in enumerate(lines[end + 1 :], end + 2):
            section, entry = _SECTION.fullmatch(line), _ENTRY.fullmatch(line)
            if section:
                blocks.append(_Block(number, section[1], section[2], is_section=True))
            elif entry:
                blocks.append(_Block(number, entry[2], entry[1]))
            elif line.startswith("#"):
                raise self.error(number, "expected ## Title {#id} or ### ID · Title {#ID}")
            elif blocks:
                blocks[-1].lines.append((number, line))
            elif line:
                raise self.error(number, "text before the first section")
        return blocks

    def intro(self, block: _Block, *, plain: bool) -> tuple[str, tuple[tuple[str, ...], ...]]:
        """Read a section's words and the rows of its table, without the table's first two lines."""
        text = "\n".join(line for _, line in block.lines).strip()
        if plain:
            return text, ()
        rows = [
            tuple(cell.strip() for cell in line.strip("|").split("|"))
            for _, line in block.lines
            if line.startswith("|")
        ]
        words = "\n".join(line for _, line in block.lines if not line.startswith("|")).strip()
        return words, tuple(rows[2:])

    def rule(self, block: _Block, section: str, *, is_ruling: bool) -> Clause:
        if is_ruling:
            return self.ruling(block, section)
        body: list[str] = []
        examples: list[tuple[str, str]] = []
        for number, line in block.lines:
            if line.startswith("- "):
                case, equals, result = line[2:].rpartition(" = ")
                if not equals:
                    raise self.error(number, "an example needs its result after ' = '")
                examples.append((case, result))
            elif line and examples:
                raise self.error(number, "the text of a clause comes before its examples")
            else:
                body.append(line)
        text = "\n".join(body).strip()
        if not text:
            raise self.error(block.line, f"{block.id} has no text")
        return Clause(block.id, block.title, section, text, tuple(examples))

    def ruling(self, block: _Block, section: str) -> Clause:
        names = {self.head[part]: part for part in PARTS}
        parts: dict[str, str] = {}
        choices: list[Choice] = []
        for number, line in block.lines:
            if not line:
                continue
            part, choice = _PART.fullmatch(line), _CHOICE.fullmatch(line)
            if part and part[1] in names and names[part[1]] not in parts:
                parts[names[part[1]]] = part[2]
            elif choice and list(parts)[-1:] == ["switch"]:
                choices.append(Choice(choice[1], choice[2], choice[3], choice[4]))
            else:
                expected = ", ".join(names)
                raise self.error(number, f"expected a part of a ruling ({expected}), each once")
        missing = [self.head[part] for part in ("says", "read_as", "why") if part not in parts]
        if missing:
            raise self.error(block.line, f"{block.id} lacks {', '.join(missing)}")
        return Clause(
            block.id,
            block.title,
            section,
            parts["read_as"],
            is_ruling=True,
            says=parts["says"],
            why=parts["why"],
            fine=parts.get("fine", ""),
            warn=parts.get("warn", ""),
            switch=self.switch(block, parts["switch"], choices) if "switch" in parts else None,
        )

    def switch(self, block: _Block, text: str, choices: list[Choice]) -> Switch:
        number = _NUMBER.fullmatch(text)
        if number and (not choices or number[2] == choices[0].value):
            return Switch(number[1], number[2], tuple(choices), int(number[3]), int(number[4]))
        name = re.fullmatch(r"`(\w+)`", text)
        if not name or len(choices) < 2:
            raise self.error(block.line, f"the switch of {block.id} needs a name and its values")
        return Switch(name[1], choices[0].value, tuple(choices))

    def preset(self, block: _Block) -> Preset:
        settings: dict[str, tuple[str, str]] = {}
        words: list[str] = []
        for number, line in block.lines:
            setting = _SETTING.fullmatch(line)
            if setting:
                settings[setting[1]] = (setting[2], setting[3])
            elif line.startswith("- "):
                raise self.error(number, "expected - `option` = `value` · a sentence")
            else:
                words.append(line)
        text = "\n".join(words).strip()
        return Preset(block.id, block.title, text, MappingProxyType(settings))

    def check_presets(self, book: Rulebook) -> None:
        """A preset may set only what a ruling has a switch for."""
        switches = book.switches
        for preset in book.presets.values():
            for option, (value, _) in preset.settings.items():
                switch = switches[option].switch if option in switches else None
                if switch is None or not switch.accepts(value):
                    raise RulebookError(
                        f"{self.name}, preset {preset.id}: no ruling has a switch {option} = {value}"
                    )
