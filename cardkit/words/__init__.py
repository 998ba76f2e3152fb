"""Every sentence a person reads, by key and language.

A language is a folder of TOML files; a file holds sections of messages with ``{params}`` to fill in. A
message that depends on a number is a table of forms, ``{one = "…", other = "…"}``, chosen by the parameter
``n``. Which form a number takes is the language's own rule, written in ``common.toml`` as gettext writes it
and worked out by the standard library's gettext: so this layer needs nothing that has to be installed.

Cards stand in messages as ``[[9c]]``: drawn as little cards on a page, `plain` in a text.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from gettext import c2py
from importlib.resources import files
from typing import Any, Final

from cardkit.cards import Card

LANGUAGES: Final = ("en", "pt")
_CARD = re.compile(r"\[\[([A2-9TJQK][cdhs]|\?\?)\]\]")
_FORMS: Final = ("one", "other")
_SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


class WordsError(LookupError):
    """A message, a language or a parameter that is not there."""


@cache
def catalogue(lang: str) -> Mapping[str, Any]:
    """Return all messages of a language by ``section.key``; `WordsError` for a language there is none of."""
    if lang not in LANGUAGES:
        raise WordsError(f"no language {lang!r} here: expected one of {', '.join(LANGUAGES)}")
    found: dict[str, Any] = {}
    for file in sorted(files(__package__).joinpath(lang).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            _collect(tomllib.loads(file.read_text(encoding="utf-8")), "", found)
    return found


def _collect(table: Mapping[str, Any], prefix: str, into: dict[str, Any]) -> None:
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) <= set(_FORMS):
            _collect(value, f"{prefix}{key}.", into)
        else:
            into[prefix + key] = value


@cache
def _plural(lang: str) -> Callable[[int], int]:
    rule: Callable[[int], int] = c2py(catalogue(lang)["language.plural"])
    return rule


def say(key: str, lang: str = "en", **params: Any) -> str:
    """Return the message ``key`` with its parameters filled in.

    Cards among the parameters become ``[[9c]]``, lists of cards several of these. `WordsError` names a key
    without a message or a parameter that the message wants and did not get.

    >>> say("four_cards.event.penalty", "en", seat="Bruno", slot=5)
    'Bruno gets a penalty card, slot 5.'
    """
    try:
        message = catalogue(lang)[key]
    except KeyError:
        raise WordsError(f"no message {key!r} in {lang!r}") from None
    if isinstance(message, dict):
        if "n" not in params:
            raise WordsError(f"{key!r} in {lang!r} depends on a number: give n=")
        message = message[_FORMS[_plural(lang)(abs(params["n"]))]]
    try:
        said: str = message.format(**{name: _shown(value) for name, value in params.items()})
    except KeyError as error:
        raise WordsError(f"{key!r} in {lang!r} wants the parameter {error}") from None
    return said


def has(key: str, lang: str = "en") -> bool:
    """Whether there is such a message."""
    return key in catalogue(lang)


def section(name: str, lang: str) -> dict[str, Any]:
    """Return the messages of one section by their bare keys."""
    prefix = name + "."
    return {k.removeprefix(prefix): v for k, v in catalogue(lang).items() if k.startswith(prefix)}


def number(value: int | None) -> str:
    """Return a number of points with a real minus sign, ``?`` for one not known."""
    return "?" if value is None else str(value).replace("-", "−")


def card_name(card: Card, lang: str) -> str:
    """Return a card in full, as a screen reader says it: ``9 of clubs``."""
    if card < 0:
        return say("common.unknown_card", lang)
    rank = say(f"common.rank.{str(card)[0]}", lang)
    return say("common.card", lang, rank=rank, suit=say(f"common.suit.{str(card)[1]}", lang))


def plain(message: str) -> str:
    """Return a message with its cards as text: ``9♣``, ``10♥``, ``?``."""
    return _CARD.sub(lambda found: short(found[1]), message)


def short(card: str) -> str:
    """Return a card's two letters as people write it: ``T♥`` is ``10♥``, ``??`` is ``?``."""
    if card == "??":
        return "?"
    return ("10" if card[0] == "T" else card[0]) + _SUIT_SIGNS[card[1]]


def tag(cards: Iterable[Card]) -> str:
    """Return cards as they stand in messages."""
    return " ".join(f"[[{card}]]" for card in cards)


def _shown(value: Any) -> Any:
    if isinstance(value, Card):
        return tag((value,))
    if isinstance(value, tuple | list) and all(isinstance(part, Card) for part in value):
        return tag(value)
    return value
