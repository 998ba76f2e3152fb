"""A deal as plain text, for terminals and for reading aloud."""

from __future__ import annotations

from cardkit.record import Record
from cardkit.scene.frames import OPEN, Frame, View, beats, frames, import_painter, turns
from cardkit.words import plain, say, short


def told(record: Record, view: View = OPEN, lang: str = "en") -> str:
    """Return the line through the cursor as text: a heading a turn, a sentence a step, the score at the end.

    It tells what ``view`` may know: a seat, or all hands open.
    """
    moments = beats(record)
    shown = frames(record, view, lang, moments)
    title = import_painter(record.game).subtitle(record, lang, seed=view == OPEN)
    name = record.title or say(f"{record.game.id}.name", lang)
    lines = [f"{name} · {title}"]
    for turn in turns(record, moments, lang):
        lines += ["", turn.name]
        for number, frame in enumerate(shown[turn.start : turn.start + turn.steps], turn.start + 1):
            lines.append(f"{number:4}  {plain(frame['caption'])} [{', '.join(frame['rules'])}]")
    return "\n".join([*lines, "", *ledger(shown[-1])]) + "\n"


def ledger(frame: Frame) -> list[str]:
    """Return a frame's score as lines of text, in columns."""
    sheet = frame["ledger"]
    rows = [
        (plain(row["label"]), " ".join(map(short, row["to"] or row["cards"])), row["points"], row["rule"])
        for row in sheet["rows"]
    ]
    if sheet["total"]:
        rows.append((sheet["total"]["label"], "", sheet["total"]["value"], ""))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return [sheet["title"]] + [
        f"  {label:{widths[0]}}  {cards:{widths[1]}}  {points:>{widths[2]}}  {rule}".rstrip()
        for label, cards, points, rule in rows
    ]
