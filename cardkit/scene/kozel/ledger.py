"""The points of Kozel as lines of cards, points and rules, as far as one viewer knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import UNKNOWN, Card
from cardkit.games.kozel import Kozel, KozelObservation, Trick
from cardkit.games.kozel.score import SIDES, WORTH, side_of
from cardkit.scene.kozel.speech import Speech
from cardkit.words import tag

Row = dict[str, Any]

MOST_BOXES: Final = 12
"""So many boxes for defeat points are drawn; a longer series is told by its number alone."""


class Ledger:
    """Writes what the teams have taken, trick by trick, and the defeat points of the series."""

    def __init__(self, game: Kozel, words: Speech, seat: int | None) -> None:
        self._game = game
        self._words = words
        self._seat = seat

    def sheet(self, seen: KozelObservation) -> dict[str, Any]:
        """Return the lines to show: each team's tricks, its own first, and what lies on the table."""
        say = self._words.say
        first = 0 if self._seat is None else side_of(self._seat)
        rows: list[Row] = []
        for side in (first, 1 - first):
            rows += self._side(seen, side)
        on_table = [card for play in seen.trick for card in play.cards]
        if on_table:
            rows.append(self._line(say("ledger.on_table", cards=self._points(on_table)), on_table, ""))
        knows = "" if self._seat is None else say("ledger.as_known", seat=self._words.names[self._seat])
        return {
            "title": say("ledger.title"),
            "hint": "" if seen.phase == "over" else knows,
            "head": [],
            "rows": rows,
            "total": None,
            "explain": self._series(seen),
        }

    def taken(self, seen: KozelObservation, side: int) -> tuple[int, int, int]:
        """Return a team's tricks, the points in them that are known, and how many cards are not."""
        tricks = [trick for trick in seen.tricks if side_of(trick.taker) == side]
        cards = [card for trick in tricks for play in trick.plays for card in play.cards]
        return len(tricks), _worth(cards), _unknown(cards)

    def _side(self, seen: KozelObservation, side: int) -> list[Row]:
        say = self._words.say
        tricks, known, hidden = self.taken(seen, side)
        name = self._words.side(side)
        total = self._words.plus(known, hidden)
        heading = say("ledger.side", side=name, tricks=self._words.tricks(tricks))
        rows: list[Row] = [{**self._line(heading, [], ""), "points": total, "head": True}]
        for count, trick in enumerate(seen.tricks, 1):
            if side_of(trick.taker) == side:
                rows += self._trick(count, trick)
        if seen.phase == "over":
            for line in self._game.score(seen).of(side):
                if line.place is None:
                    rows.append({**self._line(say(f"ledger.{line.reason}"), [], line.rule), "points": ""})
        return rows

    def _trick(self, count: int, trick: Trick) -> list[Row]:
        say = self._words.say
        faces = [card for play in trick.plays if play.kind != "throw" for card in play.cards]
        rows = [self._line(say("ledger.trick", number=count, cards=self._points(faces)), faces, "K19")]
        thrown = [card for play in trick.plays if play.kind == "throw" for card in play.cards]
        known = [card for card in thrown if card != UNKNOWN]
        hidden = len(thrown) - len(known)
        if known:
            rows.append(self._line(say("ledger.thrown", cards=self._points(known)), known, "K8"))
        if hidden:
            text = say("ledger.hidden", n=hidden)
            rows.append(self._line(text, [UNKNOWN] * hidden, "KA18"))
        return rows

    def _points(self, cards: Sequence[Card]) -> str:
        known = [f"{tag((card,))} {WORTH[card]}" for card in cards if card != UNKNOWN]
        hidden = len(cards) - len(known)
        if hidden:
            known.append(self._words.say("ledger.unseen", n=hidden))
        return " · ".join(known)

    def _line(self, text: str, cards: Sequence[Card], rule: str) -> Row:
        return {
            "k": None,
            "label": text,
            "cards": [],
            "to": None,
            "points": self._words.plus(_worth(cards), _unknown(cards)),
            "rule": rule,
            "wide": True,
        }

    def _series(self, seen: KozelObservation) -> dict[str, Any]:
        """Return the defeat points of the series, and what a game may cost."""
        say = self._words.say
        lines, totals = self._game.series(seen)
        target = self._game.options.target
        brought = [line for line in lines if line.reason != "before" and line.points]
        rules = list(dict.fromkeys(line.rule for line in brought)) or ["K21", "K22", "K23"]
        return {
            "card": None,
            "title": say("ledger.series", target=target),
            "text": say("ledger.doubled_game" if seen.match.doubled else "ledger.bands"),
            "rules": [*rules, "K26"],
            "tiles": [],
            "meters": [
                {"text": self._words.side(side), "n": totals[side] or 0, "of": min(target, MOST_BOXES)}
                for side in range(SIDES)
            ],
        }


def _worth(cards: Sequence[Card]) -> int:
    return sum(WORTH[card] for card in cards if card != UNKNOWN)


def _unknown(cards: Sequence[Card]) -> int:
    return sum(card == UNKNOWN for card in cards)
