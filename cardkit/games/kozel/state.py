"""A position of Kozel and what one seat may know of it."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import new

SEATS: Final = 4
HAND_SIZE: Final = 4

Hand = tuple[Card, ...]
"""Cards of one hand, in the order they came."""
_BACKS: Final = tuple((UNKNOWN,) * n for n in range(HAND_SIZE + 1))


class Play(NamedTuple):
    """What one seat played to a trick: ``kind`` is ``"lead"``, ``"molodka"``, ``"beat"`` or ``"throw"``.

    A molodka is a lead out of turn. The cards of a beat are in the order of those they beat, column by
    column (KA2, KA3).
    """

    seat: int
    kind: str
    cards: tuple[Card, ...]

    def seen(self, seat: int | None) -> Play:
        """Return the play as a seat (``None``: an onlooker) saw it: throw-offs are their owner's (K8)."""
        if self.kind != "throw" or self.seat == seat:
            return self
        return _UNSEEN[self.seat][len(self.cards)]


_UNSEEN: Final = tuple(tuple(Play(seat, "throw", backs) for backs in _BACKS) for seat in range(SEATS))
"""Throw-offs as others see them, by seat and number of cards."""


class _Trick(NamedTuple):
    taker: int
    plays: tuple[Play, ...]
    asked: int = 0
    unasked: int = 0


class Trick(_Trick):
    """A finished trick: who took it, what was played, and what asking told (bit masks of seats, KA10)."""

    views: tuple[Trick, ...] = ()
    """What `as_seen` made, kept: it is asked for at every step."""

    def as_seen(self) -> tuple[Trick, ...]:
        """Return the trick as each seat saw it and, last, as an onlooker did (K8)."""
        taker, plays, asked, unasked = self
        hidden = seen_plays(plays, None)
        views = [new(Trick, (taker, hidden, asked, unasked))] * (SEATS + 1)
        for at, play in enumerate(plays):
            if play.kind == "throw":
                known = (*hidden[:at], play, *hidden[at + 1 :])
                views[play.seat] = new(Trick, (taker, known, asked, unasked))
        self.views = tuple(views)
        return self.views


def seen_plays(plays: tuple[Play, ...], seat: int | None) -> tuple[Play, ...]:
    """Return plays as a seat (``None``: an onlooker) saw them."""
    return tuple([play.seen(seat) if play.kind == "throw" else play for play in plays])


class Trace(NamedTuple):
    """A card that all saw go into a hand (KA6, KA18) and that has not been played face up since.

    ``sure``: it is still there. Once the seat has thrown off unseen it is there or among the cards the seat
    threw off in trick ``since`` (counted from 0) or later.
    """

    seat: int
    card: Card
    since: int
    sure: bool = True


class KozelMatch(NamedTuple):
    """What a game carries over from the series: dealer, first leader, defeat points of the teams, games.

    ``eggs`` counts the games that ended 60 to 60 (K24); ``doubled``: this game counts double (KA15).
    """

    dealer: int
    leader: int
    totals: tuple[int, int]
    deals: int
    eggs: int = 0
    doubled: bool = False


class KozelState(NamedTuple):
    """One position of a game, hidden cards and the order of the stock included.

    ``phase`` is ``"lead"`` (a trick begins), ``"answer"`` (beat or throw off), ``"asked"`` (a molodka is
    claimed and somebody nearer the leader is asked first) or ``"over"``. ``stock[0]`` is drawn next;
    ``shown`` is the trump card, in its place in the stock while it is there. ``leader`` leads this trick,
    ``trick`` lies on the table, ``claimant`` has laid down a four and waits. ``settled``: a four has been
    led, nobody can lead out of turn any more. ``asked`` and ``unasked`` are bit masks of seats that asking
    has shown to hold, and not to hold, four cards of one suit in this trick.
    """

    turn: int | None
    phase: str
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    shown: Card
    leader: int
    trick: tuple[Play, ...]
    claimant: int | None
    settled: bool
    asked: int
    unasked: int
    tricks: tuple[Trick, ...]
    traces: tuple[Trace, ...]
    match: KozelMatch

    @property
    def trump(self) -> int:
        """The number of the trump suit (K4)."""
        return self.shown % 52 // 13


class KozelObservation(NamedTuple):
    """What one seat may know of a game (``seat=None``: what everybody knows).

    ``hands[seat]`` has the cards known to be there first, then `UNKNOWN` for each other card. Throw-offs of
    others are `UNKNOWN` in ``trick`` and ``tricks``; of the stock only the size is told, and nowhere where
    the shown card lies. The other fields are those of the state, which all can follow.
    """

    seat: int | None
    turn: int | None
    phase: str
    hands: tuple[Hand, ...]
    stock_size: int
    shown: Card
    leader: int
    trick: tuple[Play, ...]
    claimant: int | None
    settled: bool
    asked: int
    unasked: int
    tricks: tuple[Trick, ...]
    traces: tuple[Trace, ...]
    match: KozelMatch

    @property
    def trump(self) -> int:
        """The number of the trump suit (K4)."""
        return self.shown % 52 // 13


Draft = list[Any]
"""A position being worked on: the fields of a state in a list, set by the indexes below."""
TURN, PHASE, HANDS, STOCK, SHOWN, LEADER, TRICK, CLAIMANT, SETTLED = range(9)
ASKED, UNASKED, TRICKS, TRACES, MATCH = range(9, 14)


def winning(trick: tuple[Play, ...]) -> Play:
    """Return the play that takes the trick as it stands: the last beat, or the lead (K9)."""
    for play in reversed(trick):
        if play.kind != "throw":
            return play
    raise ValueError("an empty trick has no winner")


def seen_hands(state: KozelState, seat: int | None) -> tuple[Hand, ...]:
    """Return the hands as a seat sees them: its own, and what is publicly known of the others (KA18)."""
    hands, traces = state.hands, state.traces
    seen = [*map(_BACKS.__getitem__, map(len, hands))]
    for owner in {trace.seat for trace in traces if trace.sure} if traces else ():
        known = sorted([trace.card for trace in traces if trace.seat == owner and trace.sure])
        seen[owner] = (*known, *seen[owner][len(known) :])
    if seat is not None:
        seen[seat] = hands[seat]
    return tuple(seen)
