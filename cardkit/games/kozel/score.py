"""What cards and games are worth in Kozel (K19–K24, KA13–KA15)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from cardkit.cards import CARDS, Card
from cardkit.engine import ScoreLine, ScoreSheet
from cardkit.games.kozel.state import KozelObservation, KozelState

_WORTH: Final = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
WORTH: Final = tuple(_WORTH.get(str(card)[0], 0) for card in CARDS[:52])
"""Points of each card code (K19)."""
SIDES: Final = 2


def side_of(seat: int) -> int:
    """Return the team of a seat: partners sit opposite (K2)."""
    return seat % SIDES


def points_of(cards: Iterable[Card]) -> int | None:
    """Return the points of cards, ``None`` if one of them is unknown (K19)."""
    total = 0
    for card in cards:
        if card < 0:
            return None
        total += WORTH[card]
    return total


class Band(NamedTuple):
    """What a team's card points bring: its defeat points, by which rule, and the key of the reason."""

    defeat: int
    rule: str
    reason: str


def band(points: int, tricks: int) -> Band:
    """Return the defeat points for a team's card points and number of tricks (K20–K24).

    Whether it is 4 or 6 is decided by tricks, not by points (KA14).
    """
    if not tricks:
        return Band(6, "K23", "defeat_6")
    if points < 31:
        return Band(4, "K22", "defeat_4")
    if points < 60:
        return Band(2, "K21", "defeat_2")
    if points == 60:
        return Band(0, "K24", "eggs")
    return Band(0, "K20", "won")


class Count(NamedTuple):
    """The card points of both teams (``None`` with an unseen throw-off among them) and their tricks."""

    points: tuple[int | None, int | None]
    tricks: tuple[int, int]

    def band(self, side: int) -> Band:
        """Return what a finished game brings a team, not yet doubled; then every card is shown."""
        points = self.points[side]
        assert points is not None
        return band(points, self.tricks[side])


def count(position: KozelState | KozelObservation) -> Count:
    """Count what both teams have taken so far (K14, K18, K19)."""
    points: list[int | None] = [0, 0]
    tricks = [0, 0]
    for trick in position.tricks:
        side = side_of(trick.taker)
        tricks[side] += 1
        before, more = points[side], points_of([card for play in trick.plays for card in play.cards])
        points[side] = None if before is None or more is None else before + more
    return Count((points[0], points[1]), (tricks[0], tricks[1]))


def defeat_points(counted: Count, doubled: bool) -> tuple[int, int]:
    """Return the defeat points a finished game brings each team; ``doubled`` if it counts double (KA15)."""
    times = 2 if doubled else 1
    return counted.band(0).defeat * times, counted.band(1).defeat * times


def trick_lines(position: KozelState | KozelObservation) -> list[ScoreLine]:
    """Return the lines of the tricks taken so far, face-up cards and throw-offs apart (K14, K19, KA18).

    ``place`` is the seat that took it and the number of the trick, from 0.
    """
    lines = []
    for number, trick in enumerate(position.tricks):
        side, place = side_of(trick.taker), (trick.taker, number)
        faces = tuple([card for play in trick.plays if play.kind != "throw" for card in play.cards])
        lines.append(ScoreLine(side, points_of(faces), "K19", "taken", faces, place))
        for play in trick.plays:
            if play.kind == "throw":
                points = points_of(play.cards)
                rule, reason = ("KA18", "hidden") if points is None else ("K19", "thrown")
                lines.append(ScoreLine(side, points, rule, reason, play.cards, place))
    return lines


def sheet(position: KozelState | KozelObservation) -> ScoreSheet:
    """Return the card points taken so far, trick by trick (K19); ``totals`` are the sums of the lines.

    Once the game is over, a last line of each team says by which rule its points win or cost defeat points
    (K20–K24); it adds no card points. What they come to is in `series_sheet`.
    """
    lines, counted = trick_lines(position), count(position)
    if position.phase == "over":
        for side in range(SIDES):
            found = counted.band(side)
            lines.append(ScoreLine(side, 0, found.rule, found.reason))
    return ScoreSheet(tuple(lines), counted.points)


def series_sheet(position: KozelState | KozelObservation) -> ScoreSheet:
    """Return the defeat points of the series: those from before (K26), then what this game brings.

    The lines of a finished game say by which rule (K20–K24), and what doubling adds (KA15).
    """
    lines = [ScoreLine(side, total, "K26", "before") for side, total in enumerate(position.match.totals)]
    if position.phase == "over":
        counted = count(position)
        for side in range(SIDES):
            found = counted.band(side)
            lines.append(ScoreLine(side, found.defeat, found.rule, found.reason))
            if position.match.doubled and found.defeat:
                lines.append(ScoreLine(side, found.defeat, "KA15", "doubled"))
    totals = [sum(line.points or 0 for line in lines if line.side == side) for side in range(SIDES)]
    return ScoreSheet(tuple(lines), tuple(totals))
