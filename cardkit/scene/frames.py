"""From a record to the frames of one viewer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from cardkit.engine import Event, Game
from cardkit.record import Node, Record
from cardkit.words import say

Frame: TypeAlias = dict[str, Any]
View: TypeAlias = int | str
"""A seat, or `OPEN`: all hands open, for study and for deals that are over."""

OPEN: Final = "open"
_BY_ID: Final = ("zones", "plates")
"""Parts of a frame that are compared id by id when frames are made compact."""


class Beat(NamedTuple):
    """A moment worth a step of its own: the position then, and what had happened."""

    node: Node
    state: Any
    events: tuple[Event, ...]


class Turn(NamedTuple):
    """A stretch of steps under one heading: a player's turn, the deal."""

    label: str
    name: str
    start: int
    steps: int


class Painter(Protocol):
    """Draws the frames of one game for one viewer; `import_painter` finds it by the game's id."""

    def frame(self, beat: Beat) -> Frame:
        """Return the whole frame of a moment; moments come in order."""


def import_painter(game: Game[Any, Any, Any]) -> Any:
    """Return the module of a game's scenes: ``Painter``, ``beats``, ``turns``, ``layout``, ``act_label``…"""
    return import_module(f"cardkit.scene.{game.id}")


def view_id(view: View) -> str:
    """Return a view as the page names it."""
    return str(view)


def seat_names(record: Record, lang: str) -> tuple[str, ...]:
    """Return the players' names: the record's, or else the language's usual ones."""
    given = record.seats or ("",) * record.game.seats
    # a name must not be read as a card
    return tuple(
        name.strip().replace("[[", "[ [") or say(f"common.names.{k}", lang) for k, name in enumerate(given)
    )


def is_view(game: Game[Any, Any, Any], view: object) -> bool:
    """Whether there is such a view: a seat of the game, or `OPEN`."""
    return view == OPEN or (type(view) is int and 0 <= view < game.seats)


def beats(record: Record, nodes: Sequence[Node] | None = None) -> list[Beat]:
    """Return the moments of the record's line through the cursor; ``nodes`` limits them to a part of it."""
    scene = import_painter(record.game)
    out: list[Beat] = []
    for node in record.line() if nodes is None else nodes:
        out += scene.beats(record.game, node)
    return out


def frames(
    record: Record, view: View, lang: str = "en", moments: Iterable[Beat] | None = None
) -> list[Frame]:
    """Return the whole frames that a viewer sees of the line through the record's cursor."""
    if not is_view(record.game, view):
        raise ValueError(f"view={view!r}: expected a seat from 0 to {record.game.seats - 1} or {OPEN!r}")
    painter = import_painter(record.game).Painter(record.game, seat_names(record, lang), view, lang)
    return [painter.frame(beat) for beat in (beats(record) if moments is None else moments)]


def turns(record: Record, moments: Sequence[Beat], lang: str) -> list[Turn]:
    """Return the stretches that the moments fall into."""
    found: list[Turn] = import_painter(record.game).turns(moments, seat_names(record, lang), lang)
    return found


def compact(whole: Sequence[Frame], before: Frame | None = None) -> list[Frame]:
    """Return frames that say only what changed since the one before; ``before`` comes before the first."""
    out: list[Frame] = []
    for frame in whole:
        if before is None:
            out.append(frame)
        else:
            short: Frame = {}
            for key, value in frame.items():
                if key in _BY_ID:
                    old = before[key]
                    part = {name: new for name, new in value.items() if old.get(name) != new}
                    part.update({name: None for name in old if name not in value})
                    if part:
                        short[key] = part
                elif before[key] != value:
                    short[key] = value
            out.append(short)
        before = frame
    return out
