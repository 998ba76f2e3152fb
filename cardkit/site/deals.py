"""Deals that the address of a page asks for, and the small form that asks for one.

A link may hold a game, a seed, house rules (a preset and single options), names, and every action. Whatever
it holds, there is a deal to show: what could not be read is told in a sentence each.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Mapping
from html import escape
from typing import Any, Final
from urllib.parse import urlencode

from cardkit import bots
from cardkit.engine import Game
from cardkit.errors import RecordError
from cardkit.games import GAMES
from cardkit.games import game as game_of
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.site.piece import Piece
from cardkit.words import say
from cardkit.words.rulebook import rulebook

FIRST: Final = 7
"""The seed of the deal that is shown when no other is asked for."""
MOST_SEED: Final = 40
_WHOLE: Final = ("start", "acts")
"""Parts of a link that tells every action."""


def fresh_seed() -> int:
    """Return a seed nobody has chosen, short enough to be read out."""
    return secrets.randbelow(9000) + 1000


@dataclasses.dataclass(frozen=True)
class Asked:
    """A deal that was asked for: under which rules, by which seed, and what about it could not be had."""

    game: Game[Any, Any, Any]
    preset: str
    seed: Seed
    record: Record | None
    """The actions the link told; ``None`` if it told none."""
    troubles: tuple[str, ...]
    lang: str

    def played(self) -> Record:
        """Return the deal as the link tells it, or else played by bots."""
        return bots.recorded(self.game, self.seed) if self.record is None else self.record

    def query(self, **other: Any) -> str:
        """Return the query of a link to this deal; ``other`` changes parts of it."""
        written = game_of(self.game.id, self.preset).options
        changed = {
            field.name: getattr(self.game.options, field.name)
            for field in dataclasses.fields(written)
            if getattr(self.game.options, field.name) != getattr(written, field.name)
        }
        named = {"preset": self.preset} if self.preset != "seed" else {}
        return urlencode({"game": self.game.id, "seed": self.seed, **named, **changed, **other})

    @property
    def note(self) -> Piece:
        """What could not be had, in a sentence each; nothing to show if there was nothing."""
        if not self.troubles:
            return Piece("note", "")
        told = "".join(f"<p>{escape(trouble)}</p>" for trouble in self.troubles)
        title = escape(say("deals.trouble_title", self.lang))
        return Piece("note", f'<aside class="ck-note" role="status"><h2>{title}</h2>{told}</aside>')

    def form(self, page: str) -> Piece:
        """Return the form that asks for another deal, and ways on; ``page`` is ``"deal"`` or ``"play"``."""
        players = ""
        for field in dataclasses.fields(self.game.options):
            if field.name == "players":
                numbers = "".join(
                    _choice(n, str(n), n == self.game.options.players) for n in field.metadata["choices"]
                )
                players = f'<label>{self._say("players")}<select name="players">{numbers}</select></label>'
        presets = "".join(
            _choice(name, rulebook(self.game.id, self.lang).presets[name].title, name == self.preset)
            for name in type(self.game).presets
        )
        ways = ""
        if page == "deal" and str(self.seed).isdecimal():
            ways += self._way(f"deal.ipynb?{self.query(seed=int(self.seed) + 1)}", "next")
        submit = "show" if page == "deal" else "deal_it"
        other, word = ("play", "play_it") if page == "deal" else ("deal", "watch_it")
        ways += self._way(f"{other}.ipynb?{self.query()}", word)
        return Piece(
            "form",
            f'<form class="ck-ask" method="get"><input type="hidden" name="game" value="{self.game.id}">'
            f'<label>{self._say("seed")}<input name="seed" value="{escape(str(self.seed), quote=True)}" '
            f'maxlength="{MOST_SEED}" autocomplete="off" spellcheck="false" '
            f'placeholder="{self._say("seed_hint")}" required></label>'
            f'{players}<label>{self._say("house")}<select name="preset">{presets}</select></label>'
            f'<button class="ck-btn ck-btn--main">{self._say(submit)}</button>'
            f'<span class="ck-ways">{ways}</span></form>',
            site_only=True,
        )

    def _way(self, url: str, word: str) -> str:
        return f'<a href="{escape(url, quote=True)}">{self._say(word)}</a> '

    def _say(self, key: str) -> str:
        return escape(say(f"deals.{key}", self.lang), quote=True)


def asked(fields: Mapping[str, str], lang: str = "en", *, seed: Seed = FIRST) -> Asked:
    """Return the deal that a page's address asks for; ``seed`` is for one that names none.

    Parts that cannot be read are left out and told in `Asked.troubles`; parts that mean nothing here are
    ignored.
    """
    reader = _Reader(lang)
    game, preset = reader.rules(fields)
    wanted = fields.get("seed", "").strip()[:MOST_SEED]
    chosen: Seed = seed
    if wanted:
        chosen = int(wanted) if wanted.isascii() and wanted.isdecimal() else wanted
    record = None
    if any(part in fields for part in _WHOLE):
        record = reader.whole(game, fields)
        if record is not None and record.seed is not None:
            chosen = record.seed
    return Asked(game, preset, chosen, record, tuple(reader.troubles), lang)


class _Reader:
    """Reads the parts of a link and collects what is wrong with them."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.troubles: list[str] = []

    def tell(self, key: str, value: str = "", **words: Any) -> None:
        shown = value if len(value) <= MOST_SEED else value[: MOST_SEED - 1] + "…"
        self.troubles.append(say(f"deals.{key}", self.lang, value=shown, **words))

    def rules(self, fields: Mapping[str, str]) -> tuple[Game[Any, Any, Any], str]:
        """Return the game under the house rules asked for, and the preset they start from."""
        name = fields.get("game") or next(iter(GAMES))
        if name not in GAMES:
            wrong, name = name, next(iter(GAMES))
            self.tell("no_game", wrong, game=say(f"{name}.name", self.lang))
        preset = fields.get("preset") or "seed"
        game = game_of(name)
        if preset not in type(game).presets:
            self.tell("no_preset", preset)
            preset = "seed"
        options: dict[str, Any] = {}
        game = game_of(name, preset)
        for field in dataclasses.fields(game.options):
            if field.name in fields:
                tried = options | {field.name: _value(fields[field.name])}
                try:
                    game, options = game_of(name, preset, **tried), tried
                except ValueError:
                    self._no_option(game, field, fields[field.name])
        return game, preset

    def _no_option(self, game: Game[Any, Any, Any], field: Any, value: str) -> None:
        choices = field.metadata["choices"]
        if field.name == "players" and isinstance(choices, range):
            self.tell(
                "no_players",
                value,
                game=say(f"{game.id}.name", self.lang),
                least=choices[0],
                most=choices[-1],
                players=game.seats,
            )
        else:
            self.tell("no_option", value, name=f"{field.name} ({field.metadata['rule']})")

    def whole(self, game: Game[Any, Any, Any], fields: Mapping[str, str]) -> Record | None:
        """Return the record that a link with every action tells, or as much of it as can be played."""
        names = [field.name for field in dataclasses.fields(game.options)]
        link = {key: fields[key] for key in ("seed", "start", "seats", "acts") if key in fields}
        link |= {"game": game.id} | {name: str(getattr(game.options, name)) for name in names}
        while True:
            try:
                return Record.from_query(link)
            except RecordError as error:
                if error.where == "seats":
                    self.tell("bad_names")
                    del link["seats"]
                elif isinstance(error.kept, Record) and error.where.startswith("acts"):
                    number = int(error.where[5:-1])
                    acts = [act for act in link["acts"].split(";") if act.strip()]
                    self.tell("bad_act", acts[number].strip(), n=number + 1)
                    return error.kept
                else:
                    self.tell("bad_start" if "start" in link else "no_seed")
                    return None


def _value(word: str) -> Any:
    """Return a word of a link as the option value it stands for."""
    if word.isascii() and word.isdecimal() and len(word) < 10:
        return int(word)
    return {"true": True, "false": False}.get(word.lower(), word)


def _choice(value: Any, label: str, on: bool) -> str:
    return f'<option value="{value}"{" selected" if on else ""}>{escape(label)}</option>'
