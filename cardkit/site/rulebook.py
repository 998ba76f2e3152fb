"""The rulebook page: a game's clauses and rulings, to be searched and switched.

The page is whole without JavaScript: every rule stands in it, the switches are a form, and the
address says how they stand (``?preset=cambio&eight_rule=pair``). ``rulebook.js`` adds the search and
keeps the address in step with the switches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from urllib.parse import quote, urlencode

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from cardkit.cards import Card, cards
from cardkit.words import card_name, say, short
from cardkit.words.rulebook import Clause, Preset, Rulebook, Section, Switch, games, rulebook

# In an address these belong to the site or to the search, not to the house rules.
NOT_SWITCHES = frozenset({"preset", "q", "lang", "theme", "suits", "projector", "token"})

_CARD = re.compile(r"\[\[([A2-9TJQK][cdhs])\]\]")
_RULE_ID = re.compile(r"\b[A-Z]{1,2}\d+\b")
# The suits in a box of 100 by 100, as player.js draws them: a page must show cards without scripts, too.
_SUITS = {
    "c": "M50 3a21.5 21.5 0 0 1 17 34.7A21.5 21.5 0 1 1 55 72c1 11 5 19 12 24H33c7-5 11-13 12-24"
    "A21.5 21.5 0 1 1 33 37.7 21.5 21.5 0 0 1 50 3Z",
    "d": "M50 2Q65 29 88 50 65 71 50 98 35 71 12 50 35 29 50 2Z",
    "h": "M50 93C20 69 5 51 5 31 5 16 16 5 30 5c9 0 16 5 20 13C54 10 61 5 70 5"
    "c14 0 25 11 25 26 0 20-15 38-45 62Z",
    "s": "M50 3C62 25 94 41 94 64c0 12-9 20.5-20.5 20.5-8 0-14.5-4-18.5-10.5 1 10 5 17 12 22H33"
    "c7-5 11-12 12-22-4 6.5-10.5 10.5-18.5 10.5C15 84.5 6 76 6 64 6 41 38 25 50 3Z",
}


def render(game: str, lang: str, *, base_url: str = "/", query: Mapping[str, str]) -> str:
    """Return the ``<main>`` element of a game's rulebook page.

    ``query`` is what the address says after the ``?``: a preset and single switches. What does not
    fit is left out and told on the page. Raises `NotInRulebookError` (a ``KeyError``) if the game has
    no rulebook in that language.
    """
    return _Page(rulebook(game, lang), base_url, query).main()


def read_query(book: Rulebook, query: Mapping[str, str]) -> tuple[str, dict[str, str], list[str]]:
    """Return the preset, the value of every option, and a sentence for whatever did not fit."""
    problems = []
    preset = query.get("preset", "seed")
    if preset not in book.presets:
        known = ", ".join(book.presets)
        problems.append(say("rulebook.bad_preset", book.lang, value=preset, values=known))
        preset = "seed"
    values = book.values(preset)
    for name, value in query.items():
        if name in NOT_SWITCHES:
            continue
        rule = book.switches.get(name)
        if rule is None or rule.switch is None:
            problems.append(say("rulebook.bad_option", book.lang, name=name))
        elif rule.switch.accepts(value):
            values[name] = value
        else:
            known = _values_in_words(rule.switch, book.lang)
            problems.append(say("rulebook.bad_value", book.lang, name=name, value=value, values=known))
    return preset, values, problems


def _values_in_words(switch: Switch, lang: str) -> str:
    known = [choice.value for choice in switch.choices]
    if switch.most:
        known.append(say("rulebook.any_number", lang, least=switch.least, most=switch.most))
    return ", ".join(known)


def _mark(kind: str, is_current: bool) -> str:
    return f' aria-current="{kind}"' if is_current else ""


class _Page:
    """One page being written; every method returns the HTML of a part of it."""

    def __init__(self, book: Rulebook, base_url: str, query: Mapping[str, str]) -> None:
        self.book, self.lang, self.base_url = book, book.lang, base_url
        self.query = query.get("q", "")
        self.preset, self.values, self.problems = read_query(book, query)
        self.switches = book.switches
        written = book.values()
        self.changed = [name for name in self.switches if self.values[name] != written[name]]

    def say(self, key: str, **params: object) -> str:
        return escape(say(f"rulebook.{key}", self.lang, **params))

    def md(self, text: str) -> str:
        return _markdown(self.book.game, self.lang, text, inline=True)

    def main(self) -> str:
        return (
            f'<main class="ck ck-rb">{self.column()}'
            f'<article class="ck-rbmain">{self.top()}'
            f"{''.join(self.section(section) for section in self.book.sections)}</article>"
            f'<script type="application/json" id="ck-rb-data">{self.data()}</script></main>'
        )

    # the column: games, search, sections, house rules

    def column(self) -> str:
        shelf = games(self.lang)
        tabs = "".join(
            f'<a href="{escape(self.base_url)}rules/{self.lang}/{quote(game)}"'
            f"{_mark('page', game == self.book.game)}>"
            f"{escape(rulebook(game, self.lang).head['game'])}</a>"
            for game in shelf
        )
        toc = "".join(
            f'<li><a href="#{section.id}">{escape(section.title)}'
            f"<span>{len(section.rules) or ''}</span></a></li>"
            for section in self.book.sections
        )
        # a tab alone would lead nowhere
        games_nav = f'<nav class="ck-seg ck-rbgames" aria-label="{self.say("games")}">{tabs}</nav>'
        return (
            f'<aside class="ck-rbnav">{games_nav if len(shelf) > 1 else ""}'
            f'<div role="search"><div class="ck-search"><label class="ck-sr" for="ck-q">'
            f'{self.say("search")}</label><svg class="ck-i" viewBox="0 0 24 24" aria-hidden="true">'
            '<path d="M10.5 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13ZM15.500 15.500l5 5"/></svg>'
            f'<input id="ck-q" type="search" autocomplete="off" spellcheck="false" '
            f'placeholder="{self.say("search_hint")}" value="{escape(self.query)}">'
            '<kbd aria-hidden="true">/</kbd></div>'
            '<p class="ck-found" role="status"></p></div>'
            f'<nav aria-label="{self.say("sections")}"><ol class="ck-toc">{toc}</ol></nav>'
            f"{self.house()}</aside>"
        )

    def house(self) -> str:
        sets = "".join(
            f'<a href="?{urlencode({"preset": preset.id})}" data-preset="{preset.id}"'
            f"{_mark('true', preset.id == self.preset)}>"
            f"{escape(preset.title)}</a>"
            for preset in self.book.presets.values()
        )
        state = self.say("changed", n=len(self.changed)) if self.changed else self.say("unchanged")
        changes = "".join(
            f'<li data-change="{name}"{"" if name in self.changed else " hidden"}>'
            f'<a class="ck-cid" href="#{rule.id}">{rule.id}</a> <span>{self.value_name(name)}</span></li>'
            for name, rule in self.switches.items()
        )
        return (
            '<form class="ck-house" id="ck-switches" method="get">'
            f"<h2>{self.say('house')}</h2>"
            f'<nav class="ck-seg" aria-label="{self.say("preset")}">{sets}</nav>'
            f'<div aria-live="polite"><p class="ck-state">{state}</p>'
            f'<ul class="ck-changes">{changes}</ul></div>'
            f'<noscript><input type="hidden" name="preset" value="{self.preset}">'
            f'<button class="ck-btn">{self.say("apply")}</button></noscript></form>'
        )

    def value_name(self, name: str) -> str:
        """The value an option has now, as its switch calls it."""
        switch = self.switches[name].switch
        labels = {choice.value: choice.label for choice in switch.choices} if switch else {}
        return escape(labels.get(self.values[name], self.values[name]))

    # the book itself

    def top(self) -> str:
        head = {key: escape(text) for key, text in self.book.head.items()}
        problems = "".join(f"<li>{escape(problem)}</li>" for problem in self.problems)
        return (
            f'<header class="ck-rbhead"><p class="ck-eyebrow">{head["game"]} · {head["facts"]}</p>'
            f'<h1>{head["title"]}</h1><p class="ck-lead">{head["lead"]}</p>'
            f'<div class="ck-bad" role="alert"{"" if problems else " hidden"}>'
            f"<p>{self.say('bad')}</p><ul>{problems}</ul></div></header>"
        )

    def section(self, section: Section) -> str:
        rules = (self.book.clauses[rule_id] for rule_id in section.rules)
        parts = [self.ruling(rule) if rule.is_ruling else self.clause(rule) for rule in rules]
        parts += [self.ready_made(self.book.presets[preset]) for preset in section.presets]
        intro = _markdown(self.book.game, self.lang, section.intro, inline=False)
        return (
            f'<section class="ck-rbsec" id="{section.id}" aria-labelledby="{section.id}-h">'
            f'<h2 id="{section.id}-h">{escape(section.title)}</h2>'
            f'<div class="ck-intro">{intro}</div>{self.tiles(section.table)}{"".join(parts)}</section>'
        )

    def tiles(self, rows: Sequence[Sequence[str]]) -> str:
        """A table of the book as tiles: what, what it counts or does, and the rule in the corner."""
        if not rows:
            return ""
        tiles = []
        for *cells, rule_id in rows:
            picture = ""
            if _CARD.fullmatch(cells[0]):
                picture = f'<div class="ck-pic">{self.md(cells.pop(0))}</div>'
            marked = ' class="ck-marked"' if cells[0].startswith("**") else ""
            tiles.append(
                f"<li{marked}>{picture}<div><b>{escape(cells[0].strip('*'))}</b>"
                f"<span>{escape(cells[1])}</span></div>{self.anchor(rule_id)}</li>"
            )
        return f'<ul class="ck-tiles ck-tiles-{len(tiles)}">{"".join(tiles)}</ul>'

    def anchor(self, rule_id: str) -> str:
        label = self.say("link_to", id=rule_id)
        return f'<a class="ck-cid" href="#{rule_id}" title="{label}">{rule_id}</a>'

    def clause(self, rule: Clause) -> str:
        text = "".join(f"<p>{self.md(part)}</p>" for part in rule.body.split("\n\n"))
        examples = "".join(
            f'<li class="ck-hand"><span>{self.md(case)}</span> <i>=</i> <b>{escape(result)}</b></li>'
            for case, result in rule.examples
        )
        if examples:
            text += f'<ul class="ck-ex">{examples}</ul>'
        return (
            f'<section class="ck-clause ck-rule" id="{rule.id}" aria-labelledby="{rule.id}-h">'
            f'{self.anchor(rule.id)}<div><h3 id="{rule.id}-h">{escape(rule.title)}</h3>{text}</div>'
            "</section>"
        )

    def ruling(self, rule: Clause) -> str:
        head = self.book.head
        rows = [
            ("says", self.md(rule.says)),
            ("read_as", self.md(rule.read_as)),
            ("why", self.md(rule.why)),
            ("warn", self.md(rule.warn)),
            ("switch", self.switch(rule.switch, rule.title) if rule.switch else ""),
            ("fine", self.md(rule.fine)),
        ]
        parts = "".join(
            f'<div class="ck-part-{part}"><dt>{escape(head[part])}</dt><dd>{html}</dd></div>'
            for part, html in rows
            if html
        )
        badge = ""
        if rule.switch:
            hidden = "" if rule.switch.option in self.changed else " hidden"
            badge = (
                f'<span class="ck-differs" data-differs="{rule.switch.option}"{hidden}>'
                f"{self.say('differs')}</span>"
            )
        return (
            f'<section class="ck-ruling ck-rule" id="{rule.id}" aria-labelledby="{rule.id}-h"><header>'
            f'{self.anchor(rule.id)}<h3 id="{rule.id}-h">{escape(rule.title)}</h3>{badge}</header>'
            f"<dl>{parts}</dl></section>"
        )

    def switch(self, switch: Switch, title: str) -> str:
        value = self.values[switch.option]
        common = f'name="{switch.option}" form="ck-switches" autocomplete="off"'
        if not switch.choices:
            hint = self.say("number", least=switch.least, most=switch.most, default=switch.default)
            return (
                f'<label class="ck-number"><input type="number" inputmode="numeric" {common} required '
                f'min="{switch.least}" max="{switch.most}" value="{value}">'
                f'<span class="ck-sr">{escape(title)}</span><span>{hint}</span></label>'
            )
        choices = "".join(
            f'<label class="ck-choice"><input type="radio" {common} value="{choice.value}"'
            f"{' checked' if choice.value == value else ''}><b>{escape(choice.label)}</b>"
            f"<span>{self.md(choice.example)}</span><em>{self.md(choice.text)}</em></label>"
            for choice in switch.choices
        )
        if all(choice.value != value for choice in switch.choices):
            # a number that is none of the usual ones
            choices += (
                f'<label class="ck-choice"><input type="radio" {common} value="{value}" checked>'
                f"<b>{value}</b><span></span><em></em></label>"
            )
        legend = f'<legend class="ck-sr">{escape(title)}</legend>'
        return f'<fieldset class="ck-switch">{legend}{choices}</fieldset>'

    def ready_made(self, preset: Preset) -> str:
        settings = "".join(
            f"<li>{self.anchor(self.switches[name].id)}"
            f"<span>{self.md(text)} <code>{name}={value}</code></span></li>"
            for name, (value, text) in preset.settings.items()
        )
        text = "".join(f"<p>{self.md(part)}</p>" for part in preset.text.split("\n\n"))
        return (
            f'<section class="ck-set" id="{preset.id}" aria-labelledby="{preset.id}-h">'
            f'<h3 id="{preset.id}-h">{escape(preset.title)}</h3>{text}<ul>{settings}</ul>'
            f'<a class="ck-btn" href="?{urlencode({"preset": preset.id})}" '
            f'data-preset="{preset.id}">{self.say("take_preset")}</a></section>'
        )

    def data(self) -> str:
        """What ``rulebook.js`` needs to know, as JSON that may stand in a script element."""
        kinds = dict.fromkeys(("clauses", "rulings"), 0)
        for rule in self.book.clauses.values():
            kinds["rulings" if rule.is_ruling else "clauses"] += 1
        counted = {
            kind: [say(f"rulebook.{kind}", self.lang, n=n) for n in range(most + 1)]
            for kind, most in kinds.items()
        }
        changed = [say("rulebook.unchanged", self.lang)] + [
            say("rulebook.changed", self.lang, n=n + 1) for n in range(len(self.switches))
        ]
        options = {
            name: {
                "least": rule.switch.least,
                "most": rule.switch.most,
                "labels": {choice.value: choice.label for choice in rule.switch.choices},
                "known": _values_in_words(rule.switch, self.lang),
            }
            for name, rule in self.switches.items()
            if rule.switch
        }
        data = {
            "preset": self.preset,
            "presets": {name: self.book.values(name) for name in self.book.presets},
            "options": options,
            "notSwitches": sorted(NOT_SWITCHES),
            "say": {
                "found": say(
                    "rulebook.found",
                    self.lang,
                    query="{query}",
                    clauses="{clauses}",
                    rulings="{rulings}",
                ),
                "foundNone": say("rulebook.found_none", self.lang, query="{query}"),
                "badPreset": say("rulebook.bad_preset", self.lang, value="{value}", values="{values}"),
                "badOption": say("rulebook.bad_option", self.lang, name="{name}"),
                "badValue": say(
                    "rulebook.bad_value", self.lang, name="{name}", value="{value}", values="{values}"
                ),
                "changed": changed,
                **counted,
            },
        }
        return json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")


@cache
def _markdown(game: str, lang: str, text: str, *, inline: bool) -> str:
    """Markdown of a rulebook as HTML: cards drawn, rule ids linked."""
    md = _reader(game, lang)
    return str(md.renderInline(text) if inline else md.render(text))


@cache
def _reader(game: str, lang: str) -> MarkdownIt:
    known = rulebook(game, lang).clauses

    def link(found: re.Match[str]) -> str:
        rule_id = found[0]
        return f'<a class="ck-ref" href="#{rule_id}">{rule_id}</a>' if rule_id in known else rule_id

    def text(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: object, env: object) -> str:
        html = _RULE_ID.sub(link, escape(tokens[at].content))
        return _CARD.sub(lambda found: mini_card(cards(found[1])[0], lang), html)

    md = MarkdownIt("commonmark", {"html": False})
    md.add_render_rule("text", text)
    return md


def mini_card(card: Card, lang: str) -> str:
    """A card in running text: rank and suit on a small card, its name for who cannot see it."""
    rank, suit = short(str(card))[:-1], str(card)[1]
    return (
        f'<span class="ck-ct ck-{suit}" role="img" aria-label="{escape(card_name(card, lang))}">{rank}'
        f'<svg class="ck-pip" viewBox="0 0 100 100" aria-hidden="true"><path d="{_SUITS[suit]}"/></svg>'
        "</span>"
    )
