"""A played deal: the rules, the deal, and a tree of what was and what might have been done.

A record has a cursor. Playing where something was played before adds a branch beside it and loses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlencode

from cardkit.cards import Card, cards
from cardkit.engine import Action, Event, Game
from cardkit.errors import RecordError
from cardkit.games import GAMES
from cardkit.games import game as game_of
from cardkit.rng import Seed

VERSION: Final = 1
MOST_COMMENT: Final = 10_000
MOST_DIGITS: Final = 300


class Node:
    """One place in the tree: the action that led here, what happened, and what came after.

    ``children[0]`` is the main line. ``foul``: the action was void and cost what the rules say. ``reason``:
    why a bot did it, a key of the words catalogue with its parameters; it may tell what only that seat knows.
    """

    __slots__ = ("action", "children", "comment", "events", "foul", "parent", "ply", "reason", "state")

    def __init__(
        self,
        state: Any,
        parent: Node | None = None,
        action: Action | None = None,
        events: tuple[Event, ...] = (),
        foul: bool = False,
    ) -> None:
        self.state = state
        self.parent = parent
        self.action = action
        self.events = events
        self.foul = foul
        self.comment = ""
        self.reason: tuple[str, Mapping[str, Any]] | None = None
        self.children: list[Node] = []
        self.ply: int = 0 if parent is None else parent.ply + 1

    def path(self) -> list[Node]:
        """Return the nodes from the root to this one."""
        out = [self]
        while out[-1].parent is not None:
            out.append(out[-1].parent)
        return out[::-1]


class Record:
    """A deal of a game with its tree of actions and a cursor in it.

    Make one with `Record.deal`, `Record.from_json`, `Record.from_query`, or `next_deal` of the one before.
    ``seats`` are the players' names, ``seed`` a label: the deck is what counts.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        state: Any,
        *,
        seats: Sequence[str] = (),
        seed: Seed | None = None,
        title: str = "",
    ) -> None:
        if seats and len(seats) != game.seats:
            raise ValueError(f"seats: expected {game.seats} names, got {len(seats)}")
        self.game = game
        self.seats = tuple(seats)
        self.seed = seed
        self.title = title
        self.root = Node(state)
        self.node = self.root

    @classmethod
    def deal(
        cls,
        game: Game[Any, Any, Any] | str,
        seed: Seed | None = None,
        deck: Sequence[Card] | str | None = None,
        *,
        seats: Sequence[str] = (),
        title: str = "",
        **deal: Any,
    ) -> Record:
        """Deal and return a record with nothing played yet; ``deal`` goes to `Game.deal` (``dealer=``)."""
        rules = game_of(game) if isinstance(game, str) else game
        order = cards(deck) if isinstance(deck, str) else deck
        return cls(rules, rules.deal(seed, order, **deal), seats=seats, seed=seed, title=title)

    # --- the cursor ---------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        """The position at the cursor."""
        return self.node.state

    def play(self, action: Action | str, comment: str = "") -> tuple[Event, ...]:
        """Do an action at the cursor, move there, and return what happened.

        A foul is played as at a table, with what it costs. What was played here before stays, as a branch;
        playing it again only moves the cursor. `IllegalAction` for what is neither legal nor a foul,
        `NotationError` for text that is no action.
        """
        game, here = self.game, self.node
        if isinstance(action, str):
            action = game.parse(here.state, action)
        for child in here.children:
            if child.action == action:
                self.node = child
                break
        else:
            state, events = game.attempt(here.state, action)
            foul = not game.check(here.state, action).ok
            self.node = Node(state, here, action, events, foul)
            here.children.append(self.node)
        if comment:
            self.node.comment = comment
        return self.node.events

    def play_all(self, actions: str | Sequence[Action | str]) -> Record:
        """Do several actions (a text has them apart by ``;`` or lines) and return this record."""
        if isinstance(actions, str):
            actions = [part for part in actions.replace("\n", ";").split(";") if part.strip()]
        for action in actions:
            self.play(action)
        return self

    def back(self) -> bool:
        """Go one action back; ``False`` at the start."""
        if self.node.parent is None:
            return False
        self.node = self.node.parent
        return True

    def forward(self, branch: int = 0) -> bool:
        """Go on along a branch, 0 being the main one; ``False`` where there is none."""
        if not 0 <= branch < len(self.node.children):
            return False
        self.node = self.node.children[branch]
        return True

    def to(self, ply: int) -> None:
        """Go to a ply of the line through the cursor, 0 being the deal; ``ValueError`` if it is shorter."""
        line = self.line()
        if not 0 <= ply < len(line):
            raise ValueError(f"ply {ply}: this line has 0 to {len(line) - 1}")
        self.node = line[ply]

    def line(self) -> list[Node]:
        """Return the nodes from the deal through the cursor to the end of its main line."""
        out = self.node.path()
        while out[-1].children:
            out.append(out[-1].children[0])
        return out

    def up_to_here(self) -> Record:
        """Return a record of its own with the line from the deal to the cursor and nothing else."""
        copy = Record(self.game, self.root.state, seats=self.seats, seed=self.seed, title=self.title)
        for node in self.node.path()[1:]:
            assert node.action is not None
            copy.play(node.action, node.comment)
            copy.node.reason = node.reason
        return copy

    def promote(self) -> None:
        """Make the branch the cursor is in the main line, all the way up."""
        for node in self.node.path()[1:]:
            assert node.parent is not None
            node.parent.children.remove(node)
            node.parent.children.insert(0, node)

    def next_deal(self, seed: Seed | None = None, deck: Sequence[Card] | None = None) -> Record:
        """Return a record of the match's next deal, which starts where the line through the cursor ends."""
        state = self.game.next_deal(self.line()[-1].state, seed, deck)
        return Record(self.game, state, seats=self.seats, seed=seed, title=self.title)

    # --- JSON ---------------------------------------------------------------------------------

    def to_json(self) -> str:
        """Return the record as JSON (``record.schema.json``), an action a line.

        It holds the deck, and so every hidden card: give a player `export` instead.
        """
        head = {
            "cardkit": VERSION,
            "kind": "record",
            "game": self.game.id,
            "options": _options(self.game),
            "seats": list(self.seats),
            "title": self.title,
            "seed": self.seed,
            "comment": self.root.comment,
            "start": self.game.setup(self.root.state),
        }
        return _lines(head, "moves", _moves(self.root))

    @classmethod
    def from_json(cls, source: str | bytes) -> Record:
        """Read what `to_json` wrote.

        `RecordError` names the line or field that is wrong; its ``kept`` is a record of what came before.
        """
        data, broken = _loads(source)
        if broken is None:
            return cls._from_data(data)
        try:
            kept: object = cls._from_data(data)
        except RecordError as error:
            kept = error.kept
        raise RecordError(broken.args[0], where=broken.where, kept=kept)

    @classmethod
    def _from_data(cls, data: Any) -> Record:
        if not isinstance(data, dict):
            raise RecordError(f"expected an object, got {_short(data)}", where="the file")
        version = data.get("cardkit")
        if type(version) is not int or version != VERSION:
            raise RecordError(f"expected version {VERSION}, got {_short(version)}", where="cardkit")
        if data.get("kind") != "record":
            raise RecordError(f'expected "record", got {_short(data.get("kind"))}', where="kind")
        game = _game(data.get("game"), data.get("options", {}))
        record = cls(
            game,
            _start(game, data.get("start")),
            seats=_names(data.get("seats", []), game.seats),
            seed=_seed(data.get("seed")),
            title=_text(data.get("title", ""), "title"),
        )
        record.root.comment = _text(data.get("comment", ""), "comment")
        try:
            record._read_moves(record.root, data.get("moves", []), "moves")
        finally:
            record.node = record.root
        return record

    def _read_moves(self, start: Node, moves: Any, where: str) -> None:
        """Play a list of moves and their variations from a node on."""
        # a stack in place of recursion: variations may be nested as deep as a file likes
        todo = [(start, moves, where)]
        while todo:
            at, listed, where = todo.pop()
            if not isinstance(listed, list):
                raise RecordError(f"expected a list, got {_short(listed)}", where=where, kept=self)
            for number, move in enumerate(listed):
                here = f"{where}[{number}]"
                if not isinstance(move, dict) or not isinstance(move.get("act"), str):
                    raise RecordError('expected {"act": "…"}', where=here, kept=self)
                self.node = at
                try:
                    self.play(move["act"])
                    # a move listed twice is one node, and keeps the comment it had
                    self.node.comment = _text(move.get("comment", self.node.comment), "comment")
                except ValueError as error:
                    raise RecordError(str(error), where=here, kept=self) from None
                others = move.get("variations", [])
                if not isinstance(others, list):
                    raise RecordError("expected a list", where=f"{here}.variations", kept=self)
                todo += [(at, other, f"{here}.variations[{k}]") for k, other in enumerate(others)][::-1]
                at = self.node

    def export(self, seat: int | None) -> str:
        """Return what one seat (``None``: an onlooker) saw of the line through the cursor, as JSON.

        No deck and no hidden face is in it: the events as the seat saw them, and its own actions.
        """
        game, line = self.game, self.line()
        head = {
            "cardkit": VERSION,
            "kind": "view",
            "game": game.id,
            "options": _options(game),
            "seats": list(self.seats),
            "title": self.title,
            "seat": seat,
            "start": plain(game.observe(line[0].state, seat)),
            "end": plain(game.observe(line[-1].state, seat)),
        }
        steps = [
            {
                "act": str(node.action) if node.action and node.action.seat == seat else None,
                "events": [plain(event.seen_by(seat)) for event in node.events],
            }
            for node in line[1:]
        ]
        return _lines(head, "steps", steps)

    # --- links --------------------------------------------------------------------------------

    def to_query(self) -> str:
        """Return the line through the cursor as the query of a link; `from_query` reads it.

        A link to a seeded deal lets who opens it deal the same cards: it hides nothing.
        """
        game = self.game
        fields: dict[str, Any] = {"game": game.id, **_options(game)}
        start = game.setup(self.root.state)
        if self.seed is not None and start == game.setup(game.deal(self.seed)):
            fields["seed"] = self.seed
        else:
            fields["start"] = json.dumps(start, separators=(",", ":"))
        if self.seats:
            fields["seats"] = ",".join(map(_no_comma, self.seats))
        fields["acts"] = ";".join(str(node.action) for node in self.line()[1:])
        return urlencode(fields)

    @classmethod
    def from_query(cls, query: str | Mapping[str, str]) -> Record:
        """Read what `to_query` wrote; `RecordError` names the field that is wrong.

        ``preset`` may stand for the options it sets.
        """
        fields = dict(parse_qsl(query, keep_blank_values=True) if isinstance(query, str) else query)
        name = fields.pop("game", None)
        seed, start = fields.pop("seed", None), fields.pop("start", None)
        seats, acts = fields.pop("seats", ""), fields.pop("acts", "")
        game = _game(name, {key: _value(value) for key, value in fields.items()})
        if start is not None:
            data, broken = _loads(start)
            if broken is not None:
                raise RecordError(broken.args[0], where="start")
            state = _start(game, data)
        elif seed is not None:
            state = game.deal(seed)
        else:
            raise RecordError("expected a seed or a start", where="seed")
        names = _names([unquote(name) for name in seats.split(",")] if seats else [], game.seats)
        record = cls(game, state, seats=names, seed=None if seed is None else _label(seed))
        for number, act in enumerate(part for part in acts.split(";") if part.strip()):
            try:
                record.play(act)
            except ValueError as error:
                raise RecordError(str(error), where=f"acts[{number}]", kept=record) from None
        return record


def plain(value: Any) -> Any:
    """Return an observation, an event or what is in one as JSON values; cards become their text."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {name: plain(part) for name, part in value.items()}
    return value


class _Broken(ValueError):
    """JSON that stops being JSON at a line."""

    def __init__(self, message: str, where: str) -> None:
        super().__init__(message)
        self.where = where


def _options(game: Game[Any, Any, Any]) -> dict[str, Any]:
    """Return the options that differ from the rules as written."""
    written = type(game)().options
    return {
        name: getattr(game.options, name)
        for name in type(game).options_type.rules()
        if getattr(game.options, name) != getattr(written, name)
    }


def _moves(root: Node) -> list[dict[str, Any]]:
    """Return the main line from a node, each move with the variations to it."""
    moves = []
    node = root
    while node.children:
        first, *others = node.children
        moves.append(_move(first, [[_move(other), *_moves(other)] for other in others]))
        node = first
    return moves


def _move(node: Node, variations: Sequence[Any] = ()) -> dict[str, Any]:
    move: dict[str, Any] = {"act": str(node.action)}
    if node.comment:
        move["comment"] = node.comment
    if variations:
        move["variations"] = list(variations)
    return move


def _lines(head: Mapping[str, Any], name: str, rows: Sequence[Any]) -> str:
    """Return JSON with a field a line and a row a line: readable, and easy to mend when cut short."""
    fields = [f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    listed = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows)
    return "\n".join(["{", *fields, f' "{name}": [', listed, " ]", "}"]) + "\n"


def _loads(source: str | bytes) -> tuple[Any, _Broken | None]:
    """Return the JSON value; if the text breaks off, what could be read before, and where it broke."""
    try:
        # some editors put a byte order mark before the text
        decoded = source.decode("utf-8-sig") if isinstance(source, bytes) else source
        return json.loads(decoded), None
    except UnicodeDecodeError as error:
        return None, _Broken("not UTF-8 text", f"byte {error.start}")
    except RecursionError:
        return None, _Broken("nested too deeply", "the file")
    except json.JSONDecodeError as error:
        broken = _Broken(f"not JSON: {error.msg}", f"line {error.lineno}")
        lines = decoded.split("\n")[: error.lineno]
    except ValueError as error:
        # a number of thousands of digits
        return None, _Broken(f"not JSON: {error}", "the file")
    while lines:
        whole = "\n".join(lines).rstrip().rstrip(",")
        for ending in ("]}", "}"):
            try:
                return json.loads(whole + ending), broken
            except (ValueError, RecursionError):
                continue
        lines.pop()
    return None, broken


def _game(name: Any, options: Any) -> Game[Any, Any, Any]:
    if not isinstance(name, str):
        raise RecordError(f"expected the name of a game, got {_short(name)}", where="game")
    if not isinstance(options, dict):
        raise RecordError(f"expected an object, got {_short(options)}", where="options")
    try:
        return game_of(name, **{"preset": "seed", **options})
    except ValueError as error:
        raise RecordError(str(error), where="options" if name in GAMES else "game") from None


def _start(game: Game[Any, Any, Any], start: Any) -> Any:
    if not isinstance(start, dict):
        raise RecordError(f"expected an object, got {_short(start)}", where="start")
    try:
        return game.restore(start)
    except ValueError as error:
        raise RecordError(str(error), where="start") from None


def _names(names: Any, seats: int) -> list[str]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise RecordError(f"expected a list of names, got {_short(names)}", where="seats")
    if names and len(names) != seats:
        raise RecordError(f"expected {seats} names, got {len(names)}", where="seats")
    return [_text(name, "seats") for name in names]


def _seed(seed: Any) -> Seed | None:
    if seed is not None and (not isinstance(seed, int | str) or isinstance(seed, bool)):
        raise RecordError(f"expected a number or a text, got {_short(seed)}", where="seed")
    return seed


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise RecordError(f"expected a text, got {_short(value)}", where=where)
    # JSON can hold halves of characters, which no file and no link can
    return value[:MOST_COMMENT].encode(errors="replace").decode()


def _value(word: str) -> Any:
    """Return a word of a link as the option value it stands for."""
    if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS:
        return int(word)
    return {"True": True, "False": False, "None": None}.get(word, word)


def _label(word: str) -> Seed:
    """Return the seed a link names: a number where it is written as one."""
    if len(word) <= MOST_DIGITS and word.isascii() and word.lstrip("-").isdigit():
        number = int(word)
        return number if str(number) == word else word
    return word


def _no_comma(name: str) -> str:
    """Return a name that can stand in a list apart by commas; ``unquote`` makes it whole again."""
    return name.replace("%", "%25").replace(",", "%2C")


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else shown[:57] + "…"
