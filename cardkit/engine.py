"""What every game is made of.

A `Game` holds the rules and the options; what it remembers beside them only saves time, so it can be shared
and used for many deals at once. A `State` is one position with everything in it, the order of the cards still
to come included. An `Observation` is what one seat may know of it. Both, and `Action` and `Event`, are
immutable.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from types import MappingProxyType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    cast,
)

from cardkit.cards import UNKNOWN, Card
from cardkit.cards import card as card_of
from cardkit.errors import IllegalAction, NotationError
from cardkit.rng import Seed

if TYPE_CHECKING:
    from cardkit.options import Options

Place: TypeAlias = tuple[int, int]
"""Where a card lies: a seat (or side) and a position there, both counted from 0."""

NO_PARAMS: Mapping[str, Any] = MappingProxyType({})

new: Final = tuple.__new__
"""Makes a named tuple of all its fields in half the time of a call; for what is made at every step."""


class Action(NamedTuple):
    """What one seat does.

    ``str(action)`` is its short notation, ``seat kind cards places``: ``1 lead 9h Jh``, ``0 swap 3``. Places
    are printed as people count, from 1; another seat's place is ``seat.slot``.
    """

    seat: int
    kind: str
    cards: tuple[Card, ...] = ()
    places: tuple[Place, ...] = ()

    def __str__(self) -> str:
        """Return the notation that `Game.parse` reads."""
        places = (str(at + 1) if owner == self.seat else f"{owner}.{at + 1}" for owner, at in self.places)
        return " ".join((str(self.seat), self.kind, *map(str, self.cards), *places))


class Actions(tuple[Action, ...]):
    """A sorted list of actions.

    Games make each list once and share it, so what is worked out about a list once is kept with it.
    """

    @classmethod
    def of(cls, *kinds: tuple[Action, ...]) -> Actions:
        """Return one list of several, each sorted and of a kind of its own."""
        return cls.joined(*sorted(filter(None, kinds), key=lambda part: part[0].kind))

    @classmethod
    def joined(cls, *kinds: tuple[Action, ...]) -> Actions:
        """Return one list of several that stand in the order of their kinds already; none is empty."""
        # for the few kinds there are, adding is quicker than chaining
        made = cls(sum(kinds, ()))
        made.kinds = kinds
        return made

    @cached_property
    def kinds(self) -> tuple[tuple[Action, ...], ...]:
        """The same actions, those of each kind together (being sorted, each kind is one stretch)."""
        return tuple([tuple(stretch) for _, stretch in groupby(self, attrgetter("kind"))])


class Verdict(NamedTuple):
    """Whether an action is allowed, and why.

    ``rule`` is the id of the clause or ruling, ``reason`` the key of a sentence in the words catalogue,
    ``params`` what goes into it. ``penalty``: not merely refused but a foul, which costs at the table.
    """

    ok: bool
    rule: str
    reason: str
    params: Mapping[str, Any] = NO_PARAMS
    penalty: bool = False


class Event(NamedTuple):
    """One thing that happened.

    All at the table notice that it did; the faces in ``cards`` were seen by ``audience`` alone (``None``: by
    everyone). ``rule`` is the id of the clause or ruling that made it so.
    """

    kind: str
    seat: int | None
    rule: str
    cards: tuple[Card, ...] = ()
    places: tuple[Place, ...] = ()
    audience: tuple[int, ...] | None = None
    params: Mapping[str, Any] = NO_PARAMS

    def seen_by(self, seat: int | None) -> Event:
        """Return the event as ``seat`` saw it (``None``: as an onlooker did), unseen faces as ``??``."""
        if self.audience is None or not self.cards or seat in self.audience:
            return self
        return self._replace(cards=(UNKNOWN,) * len(self.cards), audience=())


class ScoreLine(NamedTuple):
    """One line of a score sheet: ``points`` is ``None`` where it depends on a card not seen."""

    side: int
    points: int | None
    rule: str
    reason: str
    cards: tuple[Card, ...] = ()
    place: Place | None = None


class ScoreSheet(NamedTuple):
    """Every point with its cards and its rule, and the total of each seat or side."""

    lines: tuple[ScoreLine, ...]
    totals: tuple[int | None, ...]

    def of(self, side: int) -> tuple[ScoreLine, ...]:
        """Return the lines of one seat or side."""
        return tuple(line for line in self.lines if line.side == side)


class Outcome(NamedTuple):
    """How a deal ended: ``ranking`` is best first, seats (or sides) that tie stand together."""

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]


class Standing(NamedTuple):
    """The match so far: ``winners`` is ``None`` until it is decided; several are joint winners."""

    totals: tuple[int, ...]
    deals: int
    winners: tuple[int, ...] | None


class State(Protocol):
    """A position. ``turn`` is the seat that must act, ``None`` when the deal is over."""

    @property
    def turn(self) -> int | None:
        """The seat that must act."""


class Observation(Protocol):
    """What one seat may know of a position; ``seat`` is ``None`` for the public view."""

    @property
    def seat(self) -> int | None:
        """The seat that looks."""

    @property
    def turn(self) -> int | None:
        """The seat that must act."""


OptionsT = TypeVar("OptionsT", bound="Options")


StateT = TypeVar("StateT", bound=State)
ObservationT = TypeVar("ObservationT", bound=Observation)


class Game(ABC, Generic[OptionsT, StateT, ObservationT]):
    """The rules of one game under given options.

    Make one with `cardkit.game`. Methods never change a state; `apply` returns a new one.
    """

    id: ClassVar[str]
    """The name in `cardkit.game`, in records and in links."""
    options_type: ClassVar[type[Options]]
    presets: ClassVar[Mapping[str, Mapping[str, Any]]]
    """Named sets of options; ``"seed"`` is the rules as written."""
    _listed: tuple[Any, tuple[Action, ...]] = (None, ())
    """The position that legal actions were asked for last, and what was answered: spares `apply` a check."""

    def __init__(self, /, preset: str = "seed", **options: Any) -> None:
        if not isinstance(preset, str) or preset not in self.presets:
            raise ValueError(f"preset={preset!r}: {self.id} has " + ", ".join(map(repr, self.presets)))
        known = self.options_type.rules()
        if unknown := sorted(set(options) - set(known)):
            raise ValueError(f"{self.id} has no option {', '.join(unknown)}; it has {', '.join(known)}")
        self.options = cast(OptionsT, self.options_type(**{**self.presets[preset], **options}))
        self.preset = preset

    def __repr__(self) -> str:
        """Return the call that makes this game."""
        plain = self.options_type(**self.presets[self.preset])
        changed = "".join(
            f", {name}={value!r}"
            for name in self.options_type.rules()
            if (value := getattr(self.options, name)) != getattr(plain, name)
        )
        preset = "" if self.preset == "seed" else f", preset={self.preset!r}"
        return f"cardkit.game({self.id!r}{preset}{changed})"

    def __eq__(self, other: object) -> bool:
        """Games are the same when their rules are, whatever preset they started from."""
        return isinstance(other, Game) and self.id == other.id and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.id, self.options))

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many seats there are; they are numbered clockwise from 0."""

    # --- a deal -------------------------------------------------------------------------------

    @abstractmethod
    def deal(
        self,
        seed: Seed | None = None,
        deck: Sequence[Card] | None = None,
        *,
        dealer: int | None = None,
    ) -> StateT:
        """Return the first position of a deal.

        ``seed`` shuffles the pack; ``deck`` sets the order instead, ``deck[0]`` being dealt first. With both,
        the cards of ``deck`` come first and the seed shuffles the others behind them. ``dealer`` is the last
        seat unless given. ``ValueError`` for a deck that is not this game's pack.
        """

    def legal_actions(self, state: StateT, seat: int | None = None) -> tuple[Action, ...]:
        """Return all a seat may do now, sorted; ``seat=None`` is the seat to move.

        It depends on nothing that the seat cannot know. ``ValueError`` if there is no such seat.
        """
        if seat is None:
            seat = state.turn
            if seat is None:
                return ()
        elif not 0 <= seat < self.seats:
            raise self._no_seat(seat)
        listed = self._legal(state, seat)
        self._listed = state, listed
        return listed

    @abstractmethod
    def _legal(self, state: StateT, seat: int) -> tuple[Action, ...]:
        """Return all a seat may do now, sorted: each action whose verdict is ok, and no other."""

    def _no_seat(self, seat: int) -> ValueError:
        return ValueError(f"no seat {seat}: expected 0 to {self.seats - 1}")

    @abstractmethod
    def check(self, state: StateT, action: Action) -> Verdict:
        """Say whether an action is allowed now and by which rule.

        ``ValueError`` for what is no action of this game at all (no such seat, place or kind).
        """

    def apply(self, state: StateT, action: Action) -> tuple[StateT, tuple[Event, ...]]:
        """Return the position after a legal action and what happened; else raise `IllegalAction`."""
        of, listed = self._listed
        # an action out of the list just asked for has been found legal: most are
        if of is not state or action not in listed:
            verdict = self.check(state, action)
            if not verdict.ok:
                raise IllegalAction(action, verdict)
        return self._do(state, action)

    def attempt(self, state: StateT, action: Action) -> tuple[StateT, tuple[Event, ...]]:
        """Do what happens at a table: a legal act takes place, a foul is void and may cost.

        An act that is neither (pointing at an empty slot, say) raises `IllegalAction` as in `apply`.
        """
        verdict = self.check(state, action)
        if verdict.ok:
            return self._do(state, action)
        if verdict.penalty:
            return self._foul(state, action, verdict)
        raise IllegalAction(action, verdict)

    @abstractmethod
    def _do(self, state: StateT, action: Action) -> tuple[StateT, tuple[Event, ...]]:
        """Do an action that has been checked."""

    def _foul(self, state: StateT, action: Action, verdict: Verdict) -> tuple[StateT, tuple[Event, ...]]:
        """Do what a foul brings; a game without fouls has none to do."""
        raise IllegalAction(action, verdict)

    @property
    def claims_are_exclusive(self) -> bool:
        """Whether one claim shuts out the others, so that the order in which seats are heard matters."""
        return False

    def hearing(self, state: StateT) -> tuple[int, ...]:
        """Return the seats with something to say beside the turn, in the order the rules hear them."""
        return ()

    def claims(self, state: StateT, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of ``seat`` that need no turn (a match, a molodka)."""
        return ()

    # --- what is seen, scored, won ------------------------------------------------------------

    @abstractmethod
    def observe(self, state: StateT, seat: int | None = None) -> ObservationT:
        """Return what a seat may know, and no more; ``seat=None``: what an onlooker knows."""

    @abstractmethod
    def worlds(self, observation: ObservationT, rng: random.Random) -> StateT:
        """Return a position drawn evenly from those that fit all this seat knows."""

    @abstractmethod
    def score(self, position: StateT | ObservationT) -> ScoreSheet:
        """Return the score as it stands.

        Of a state, with every card counted; of an observation, with what depends on an unseen card left
        as ``None``.
        """

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return how this deal ended, or ``None`` while it goes on."""

    @abstractmethod
    def standing(self, state: StateT) -> Standing:
        """Return the totals of the match, this deal's included once it is over, and its winners."""

    @abstractmethod
    def next_deal(
        self, state: StateT, seed: Seed | None = None, deck: Sequence[Card] | None = None
    ) -> StateT:
        """Return the first position of the next deal; ``ValueError`` if there is none yet or no more."""

    @abstractmethod
    def setup(self, state: StateT) -> dict[str, Any]:
        """Return what a deal started from, as plain JSON values: the deck, the dealer, the match so far.

        ``state`` is the first position of the deal; `restore` makes it again.
        """

    @abstractmethod
    def restore(self, setup: Mapping[str, Any]) -> StateT:
        """Return the first position of a deal from what `setup` told.

        ``ValueError`` names a field that is missing or not what it should be.
        """

    # --- text ---------------------------------------------------------------------------------

    def parse(self, state: StateT, text: str) -> Action:
        """Read the notation of an action: the inverse of ``str(action)``.

        `NotationError` names the word that is wrong. Whether the action is allowed is for `check` to say.
        """
        words = text.split()
        if len(words) < 2:
            raise NotationError(f"{text!r}: expected a seat and an action, like '0 draw'")
        if not _is_number(words[0]) or int(words[0]) >= self.seats:
            raise NotationError(f"{words[0]!r} is not a seat: expected a number from 0 to {self.seats - 1}")
        seat, kind = int(words[0]), words[1]
        cards: list[Card] = []
        places: list[Place] = []
        for word in words[2:]:
            owner, dot, slot = word.rpartition(".")
            if _is_number(slot) and (_is_number(owner) or not dot):
                if int(slot) < 1:
                    raise NotationError(f"{word!r}: places are counted from 1")
                places.append((int(owner) if owner else seat, int(slot) - 1))
            else:
                cards.append(card_of(word))
        action = self._read(Action(seat, kind, tuple(cards), tuple(places)))
        try:
            self.check(state, action)
        except ValueError as error:
            raise NotationError(f"{text!r}: {error}") from None
        return action

    def _read(self, action: Action) -> Action:
        """Bring an action read from text into the one form the game uses (sorted places, say)."""
        return action


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 10
