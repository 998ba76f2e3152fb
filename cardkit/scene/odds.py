"""The odds beside a picture: what face-down cards may be and what each choice brings, for one seat.

They are made from the seat's observation alone, and only where something is hidden: not where all hands are
open, nor once a deal is over. What takes long to count does not ride along; the page asks for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, Generic, TypeVar

from cardkit.engine import Game
from cardkit.odds.numbers import Line
from cardkit.scene.frames import Beat, Frame, View, import_painter

Rules = TypeVar("Rules")
Seen = TypeVar("Seen")
State = TypeVar("State")

Told = dict[str, Any]
"""What a page shows of one chance: a title, lines of arithmetic and, of a card, bars."""

ASK: Final = "ask"
"""Stands for choices that are counted when the page asks."""
OVER: Final = "over"
"""Stands for choices once all cards have been shown."""
EVERYWHERE: Final = "*"
"""Stands for every zone whose face-down cards have no entry of their own."""


class GameOdds(ABC, Generic[Rules, Seen, State]):
    """The odds of one game in one language; the scene of each game has its own, named ``Odds``.

    ``Rules`` is the game, ``Seen`` what a seat observes of it, ``State`` a position.
    """

    def __init__(self, game: Rules, names: Sequence[str], lang: str) -> None:
        """Speak of one game, whose players have names, in one language."""
        self._game = game
        self._names = names
        self._lang = lang

    @staticmethod
    @abstractmethod
    def axis(lang: str) -> dict[str, Any]:
        """Return what the bars of a card stand for, and what the figures of choices are."""

    @abstractmethod
    def cards(self, seen: Seen) -> Told:
        """Return by zone what face-down cards may be; ``None`` for a zone of which nothing is told."""

    @abstractmethod
    def choices(self, seen: Seen, state: State) -> list[Told] | str | None:
        """Return what each choice brings: `ASK` if that takes long, ``None`` if there is none to weigh."""

    @abstractmethod
    def weighed(self, seen: Seen, state: State) -> list[Told]:
        """Return what each choice brings, however long it takes."""


class Beside:
    """Makes what stands beside the frames of one viewer, moment by moment."""

    def __init__(self, game: Game[Any, Any, Any], names: Sequence[str], view: View, lang: str) -> None:
        self._game = game
        self._seat = view if isinstance(view, int) else None
        self._odds: GameOdds[Any, Any, Any] = import_painter(game).Odds(game, names, lang)

    def parts(self, beat: Beat) -> Frame:
        """Return the parts of a frame that hold odds: in the middle of an action there are none."""
        if self._seat is not None and beat.state is beat.node.state:
            seen = self._game.observe(beat.state, self._seat)
            if seen.phase == "over":
                return {"odds": None, "choices": OVER}
            return {"odds": self._odds.cards(seen), "choices": self._odds.choices(seen, beat.state)}
        return {"odds": None, "choices": None}

    def weighed(self, beat: Beat) -> list[Told]:
        """Return what each choice brings, counted now; none where there is nothing to choose."""
        if self.parts(beat)["choices"] in (None, OVER):
            return []
        return self._odds.weighed(self._game.observe(beat.state, self._seat), beat.state)


def card(title: str, lines: Iterable[Line], bars: Sequence[Any], of: int | None, lang: str) -> Told:
    """Return what a page shows of a face-down card.

    ``bars`` are counts out of ``of`` cards or, without it, chances; in the order of the game's axis.
    """
    told: Told = {"title": title, "lines": [line.text(lang) for line in lines]}
    if of is None:
        return {**told, "bars": [round(float(100 * chance), 1) for chance in bars]}
    return {**told, "bars": list(bars), "of": of}


def choice(offer: Mapping[str, Any], value: str, lines: Iterable[Line], lang: str, chance: str = "") -> Told:
    """Return what a page shows of a choice: its figure and, perhaps, the chance that it turns out well."""
    told: Told = {"id": offer["id"], "label": offer["label"], "value": value}
    if chance:
        told["chance"] = chance
    return {**told, "lines": [line.text(lang) for line in lines]}


def counts(by: Mapping[int, Fraction], order: Iterable[int], of: int) -> list[int]:
    """Return chances as how many of ``of`` alike cards there are of each kind, in a given order."""
    return [int(by.get(kind, 0) * of) for kind in order]
