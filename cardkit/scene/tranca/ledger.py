"""The score of Tranca as lines of cards, points and rules, as far as one viewer knows them."""

from __future__ import annotations

from typing import Any

from cardkit.engine import ScoreLine, ScoreSheet
from cardkit.games.tranca import Tranca, TrancaObservation
from cardkit.scene.tranca.speech import Speech
from cardkit.words import number

Row = dict[str, Any]
_BONUS = ("canastra_clean", "canastra_dirty")


class Ledger:
    """Writes what each side would have if the deal ended now; the viewer's own comes first."""

    def __init__(self, game: Tranca, words: Speech, seat: int | None) -> None:
        self._game = game
        self._words = words
        self._first = 0 if seat is None else seat % 2

    def sheet(self, seen: TrancaObservation) -> dict[str, Any]:
        """Return the lines to show."""
        say = self._words.say
        sheet = self._game.score(seen)
        rows: list[Row] = []
        for side in (self._first, 1 - self._first):
            rows.append({**_line(self._words.side(side), "", ""), "head": True})
            rows += self._side(seen, sheet, side)
            rows.append({**_line(say("ledger.sum"), self.total(sheet, side), ""), "total": True})
        return {
            "title": say("ledger.count" if seen.phase == "over" else "ledger.title"),
            "hint": say("ledger.hint"),
            "head": [],
            "rows": rows,
            "total": None,
            "explain": None,
        }

    def total(self, sheet: ScoreSheet, side: int) -> str:
        """Return what a side has, as far as it is known: ``+300``, ``−40 + ?``."""
        total = sheet.totals[side]
        if total is not None:
            return signed(total)
        known = sum(line.points for line in sheet.of(side) if line.points is not None)
        return self._words.say("plus_unknown", known=signed(known))

    def meld_points(self, sheet: ScoreSheet, side: int, at: int) -> str:
        """Return what a meld counts: ``50``, ``70 + 200``."""
        lines = [line for line in sheet.of(side) if line.place == (side, at)]
        return " + ".join(number(line.points) for line in lines if line.reason in ("laid", *_BONUS))

    def meld_sum(self, sheet: ScoreSheet, side: int, at: int) -> str:
        """Return what a meld counts with its bonus: ``270``."""
        lines = [line for line in sheet.of(side) if line.place == (side, at) and line.reason not in _IN_HAND]
        return number(sum(line.points or 0 for line in lines))

    def _side(self, seen: TrancaObservation, sheet: ScoreSheet, side: int) -> list[Row]:
        say = self._words.say
        rows: list[Row] = []
        lines = sheet.of(side)
        for at, meld in enumerate(seen.melds[side]):
            own = [line for line in lines if line.place == (side, at) and line.reason not in _IN_HAND]
            kind = next((line for line in own if line.reason != "laid"), None)
            state = kind.reason if kind else "clean" if meld.clean else "wild"
            text = say(f"ledger.meld_{state}", meld=self._words.meld(meld), n=meld.wilds)
            # a meld without a bonus names what makes it one
            rule = kind.rule if kind else ("T9" if meld.wilds else "T6")
            rows.append(_line(text, self.meld_points(sheet, side, at), rule))
        for line in lines:
            if line.place is None:
                rows.append(_line(say(f"ledger.{line.reason}", cards=line.cards), _points(line), line.rule))
            elif line.reason in _IN_HAND:
                seat = self._words.names[line.place[0]]
                text = say(f"ledger.{line.reason}", seat=seat, n=len(line.cards))
                rows.append(_line(text, _points(line), line.rule))
        return rows


_IN_HAND = ("hand", "morto_not_counted")


def _points(line: ScoreLine) -> str:
    return "−?" if line.points is None else signed(line.points)


def signed(value: int) -> str:
    """Return points with their sign: ``+100``, ``−30``."""
    return f"+{value}" if value > 0 else number(value)


def _line(text: str, points: str, rule: str) -> Row:
    return {
        "k": None,
        "label": text,
        "cards": [],
        "to": None,
        "points": points,
        "rule": rule,
        "wide": True,
    }
