"""A table to play at: one seat for a person, bots in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit import bots
from cardkit.engine import Action, Game
from cardkit.errors import IllegalAction
from cardkit.games import game as game_of
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.scene import OPEN, Frame, View, compact, view_id
from cardkit.scene.frames import beats, import_painter, seat_names
from cardkit.widgets.data import (
    fouls,
    language,
    named_rules,
    player_data,
    player_name,
    rules,
    saved,
    turn_list,
)
from cardkit.widgets.player import Shell


class Table(Shell):
    """A deal in which the reader has a seat.

    ``game`` is a game or its id, or a `Record` to go on from where its cursor is. Only what the seat may know
    reaches the browser until the deal is over; then all hands can be opened. What the page sends back is
    checked like any other action.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any] | Record | str = "four_cards",
        seed: Seed = 7,
        *,
        seat: int = 0,
        kind: str = "careful",
        lang: str = "en",
        panels: Sequence[str] = ("ledger", "log"),
        title: str = "",
        name: str = "",
    ) -> None:
        if isinstance(game, Record):
            record = game.up_to_here()
        else:
            record = Record.deal(game_of(game) if isinstance(game, str) else game, seed, title=title)
        rules_of = record.game
        if not 0 <= seat < rules_of.seats:
            raise ValueError(f"seat={seat}: expected a seat from 0 to {rules_of.seats - 1}")
        self._record = record
        self._seat = seat
        self._lang = language(lang)
        self._bots = [None if s == seat else bots.bot(kind, rules_of, seed, s) for s in range(rules_of.seats)]
        self._scene = import_painter(rules_of)
        self._names = seat_names(record, lang)
        self._painter = self._scene.Painter(rules_of, self._names, seat, lang)
        self._waved: Any = None
        self._look: dict[str, Any] = {
            "lang": lang,
            "panels": panels,
            "title": title,
            "name": name or player_name(record),
        }
        self._let_bots_play()
        self._moments = beats(record)
        self._last = [self._painter.frame(beat) for beat in self._moments][-1]
        data = player_data(record, views=seat, step=-1, mode="table", **self._look)
        super().__init__(data={**data, "live": self._live(None)})
        self.on_msg(lambda _, content, __: self._heard(content))

    def __repr__(self) -> str:
        return f"Table({self.data['title']}, {self.data['subtitle']})"

    @property
    def record(self) -> Record:
        """The deal as played so far; it holds every card, so keep it from the players."""
        return self._record

    # --- what the page says -------------------------------------------------------------------

    def act(self, action: Action | str) -> None:
        """Do an action of the reader's seat, as a click does; a foul is played with what it costs.

        ``ValueError`` for another seat's action; `IllegalAction`, `NotationError` as in `Record.play`.
        """
        state = self._record.state
        if isinstance(action, str):
            action = self._record.game.parse(state, action)
        if action.seat != self._seat:
            raise ValueError(f"{action}: this table's reader sits at seat {self._seat}")
        self._record.play(action)
        self._go_on()

    def wave(self) -> None:
        """Make no claim now: let the others go on."""
        self._waved = self._record.node
        self._go_on()

    def _heard(self, message: Any) -> None:
        """Take a message from the page; what is not one of ours is dropped."""
        if not isinstance(message, Mapping):
            return
        kind = message.get("type")
        try:
            if kind == "act" and message.get("id") == self._wave_id():
                self.wave()
            elif kind == "act" and isinstance(message.get("id"), str):
                self.act(message["id"])
            elif kind == "ask" and isinstance(message.get("picks"), list):
                self._refuse(self._scene.tried(self._record.state, self._seat, message["picks"]))
        except IllegalAction as refused:
            # the position has moved on since the page was drawn
            self._refuse(refused.action if isinstance(refused.action, Action) else None)
        except ValueError:
            self._say_live(None)

    def _wave_id(self) -> str:
        return f"{self._seat} wait"

    def _refuse(self, action: Action | None) -> None:
        game, state = self._record.game, self._record.state
        try:
            verdict = None if action is None else game.check(state, action)
        except ValueError:
            verdict = None
        if action is None or verdict is None or verdict.ok:
            self._say_live(None)
            return
        self._say_live(self._scene.refusal(game, action, verdict, self._names, self._lang))

    # --- playing on ---------------------------------------------------------------------------

    def _go_on(self) -> None:
        self._let_bots_play()
        if self._record.state.turn is not None:
            self._append()
            return
        # the deal is over: nothing is secret any more
        others = [seat for seat in range(len(self._bots)) if seat != self._seat]
        views: list[View] = [self._seat, *others, OPEN]
        data = player_data(self._record, views=views, step=-1, mode="table", **self._look)
        self.data = {**data, "live": self._live(None)}

    def _let_bots_play(self) -> None:
        """Let the bots claim and move until the reader is asked something."""
        game, record = self._record.game, self._record
        while (turn := record.state.turn) is not None:
            choice = self._claim()
            if choice is None:
                player = self._bots[turn]
                if player is None or self._is_asked():
                    return
                choice = player.choose(game.observe(record.state, turn), game.legal_actions(record.state))
            record.play(choice.action)
            record.node.reason = choice.reason, choice.params

    def _claim(self) -> bots.Choice | None:
        """Return the first claim a bot makes, unless the reader is to be heard before."""
        game, state = self._record.game, self._record.state
        for seat in game.hearing(state):
            player = self._bots[seat]
            if player is None:
                if game.claims_are_exclusive and self._is_asked():
                    return None
                continue
            choice = player.claim(game.observe(state, seat), game.claims(state, seat))
            if choice is not None:
                return choice
        return None

    def _is_asked(self) -> bool:
        """Whether the reader may claim something beside the turn and has not waved it away.

        On the own turn claims are among what one may do anyway, unless they are to be heard before others'.
        """
        game, state = self._record.game, self._record.state
        return (
            (state.turn != self._seat or game.claims_are_exclusive)
            and self._waved is not self._record.node
            and self._seat in game.hearing(state)
        )

    # --- what the page gets -------------------------------------------------------------------

    def _fresh_frames(self) -> tuple[list[Frame], dict[str, dict[str, str]]]:
        """Return the frames of what happened since the last ones, and the rules they name."""
        moments = beats(self._record)
        whole = [self._painter.frame(beat) for beat in moments[len(self._moments) :]]
        fresh = compact(whole, self._last)
        self._moments = moments
        self._last = whole[-1] if whole else self._last
        return fresh, rules(self._record.game, named_rules(whole), self._lang)

    def _around(self) -> dict[str, Any]:
        """Return what changes with every move beside the frames."""
        return {
            "turns": turn_list(self._record, self._moments, self._lang),
            "fouls": fouls(self._moments),
            "save": saved(self._record, (self._seat,)),
            "live": self._live(None),
        }

    def _append(self) -> None:
        own = view_id(self._seat)
        fresh, named = self._fresh_frames()
        around = self._around()
        # in place: a page that comes later gets all, the page that is there only what is new
        self.data["steps"][own].extend(fresh)
        self.data["rules"].update(named)
        self.data.update(around)
        self.send({"type": "append", "frames": {own: fresh}, "rules": named, **around})

    def _say_live(self, refused: dict[str, Any] | None) -> None:
        live = self._live(refused)
        self.data["live"] = live
        self.send({"type": "live", "live": live})

    def _live(self, refused: dict[str, Any] | None) -> dict[str, Any]:
        game, state = self._record.game, self._record.state
        asked = self._is_asked()
        if asked:
            legal = game.claims(state, self._seat)
        else:
            legal = game.legal_actions(state) if state.turn == self._seat else ()
        seen = game.observe(state, self._seat)
        prompt, rule, acts = self._scene.offers(game, seen, legal, self._names, self._lang)
        if asked:
            acts = [*acts, self._scene.wait_offer(self._wave_id(), self._lang)]
        return {
            "seat": self._seat,
            "prompt": prompt,
            "rule": rule,
            "busy": False,
            "acts": acts,
            "refused": refused,
        }
