"""Odds on their way to the page: what rides along in the frames, and answers to what the page asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, view_id
from cardkit.scene.frames import Beat, import_painter, seat_names
from cardkit.scene.odds import ASK, Beside

ASKED: Final = "odds"
"""The type of the message that asks, and of the answer."""


def beside(record: Record, view: View, lang: str) -> Beside:
    """Return the maker of odds for one viewer of a record."""
    return Beside(record.game, seat_names(record, lang), view, lang)


def with_odds(odds: Beside, moments: Sequence[Beat], whole: Sequence[Frame]) -> list[Frame]:
    """Return whole frames with the odds that ride along."""
    return [{**frame, **odds.parts(beat)} for frame, beat in zip(whole, moments, strict=True)]


def odds_data(
    record: Record, views: Sequence[View], shown: Mapping[View, Sequence[Frame]], lang: str
) -> dict[str, Any]:
    """Return what a page needs beside the frames: what bars and figures stand for, and where to ask.

    ``query`` is the whole deal, for asking the site; only a page that may show all hands has it.
    """
    asks = any(frame["choices"] == ASK for whole in shown.values() for frame in whole)
    return {
        "axis": import_painter(record.game).Odds.axis(lang),
        "query": record.to_query() if asks and OPEN in views else None,
    }


def answer(
    record: Record, moments: Sequence[Beat], views: Sequence[View], lang: str, message: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Return what a page asks for with a step and a view: what each choice of that seat brings then.

    ``None`` for what is no such question, or asks about what the page may not show.
    """
    step, view = message.get("step"), message.get("view")
    if type(step) is not int or not 0 <= step < len(moments):
        return None
    seat = next((v for v in views if view_id(v) == view and v != OPEN), None)
    if seat is None:
        return None
    return {
        "type": ASKED,
        "step": step,
        "view": view,
        "choices": beside(record, seat, lang).weighed(moments[step]),
    }
