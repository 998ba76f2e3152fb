"""A table to play at: one seat for a person, bots in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit import bots
from cardkit.engine import Action, Game
from cardkit.games import game as game_of
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.scene import OPEN, Frame, View, compact, view_id
from cardkit.scene.frames import Beat, beats, import_painter, is_view, seat_names
from cardkit.widgets.data import (
    PANELS,
    fouls,
    language,
    named_rules,
    player_data,
    player_name,
    rules,
    saved,
    turn_list,
)
from cardkit.widgets.odds import ASKED, answer, beside, with_odds
from cardkit.widgets.player import Shell, fresh


class Table(Shell):
    """A deal in which the reader has a seat.

    ``game`` is a game or its id, or a `Record` to go on from where its cursor is. Only what the seat may know
    reaches the browser until the deal is over; then all hands can be opened. What the page sends back is
    checked like any other action.
    """

    asks_python = True

    def __init__(
        self,
        game: Game[Any, Any, Any] | Record | str = "four_cards",
        seed: Seed = 7,
        *,
        seat: int = 0,
        kind: str = "careful",
        lang: str = "en",
        panels: Sequence[str] = PANELS,
        title: str = "",
        name: str = "",
    ) -> None:
        if isinstance(game, Record):
            record = game.up_to_here()
        else:
            record = Record.deal(game_of(game) if isinstance(game, str) else game, seed, title=title)
        if not isinstance(seat, int) or not is_view(record.game, seat):
            raise ValueError(f"seat={seat!r}: expected a seat from 0 to {record.game.seats - 1}")
        self._seat = seat
        self._kind = kind
        self._lang = language(lang)
        self._look: dict[str, Any] = {
            "lang": lang,
            "panels": panels,
            "title": title,
            "name": name or fresh(player_name(record, (seat,))),
        }
        self._sit(record, seed)
        super().__init__(data=self._all_data())
        self.on_msg(lambda _, content, __: self._heard(content))

    def _sit(self, record: Record, seed: Seed) -> None:
        """Begin with a deal: its bots play until the reader is asked something."""
        rules_of, seat = record.game, self._seat
        self._record = record
        self._bots = [
            None if s == seat else bots.bot(self._kind, rules_of, seed, s) for s in range(rules_of.seats)
        ]
        self._scene = import_painter(rules_of)
        self._names = seat_names(record, self._lang)
        self._painter = self._scene.Painter(rules_of, self._names, seat, self._lang)
        self._waved: Any = None
        self._declined: tuple[Any, set[int]] = (None, set())
        self._let_bots_play()
        self._moments = beats(record)
        self._beside = beside(record, seat, self._lang)
        self._last = self._whole(self._moments)[-1]

    def __repr__(self) -> str:
        return f"Table({self.data['title']}, {self.data['subtitle']})"

    @property
    def record(self) -> Record:
        """The deal as played so far; it holds every card, so keep it from the players."""
        return self._record

    def restart(self, record: Record, seed: Seed = 7) -> None:
        """Clear the table for another deal of its game, from where the record's cursor is.

        ``seed`` is for the bots. ``ValueError`` if the deal is of another game or under other house rules.
        """
        if record.game != self._record.game:
            raise ValueError(f"{record.game!r}: this table plays {self._record.game!r}")
        self._sit(record.up_to_here(), seed)
        self.data = self._all_data()

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
        """Make no claim now: let the others go on; ``ValueError`` when there is nothing to claim."""
        if not self._is_asked():
            raise ValueError("there is nothing to claim now")
        self._waved = self._record.node
        self._go_on()

    def _heard(self, message: Any) -> None:
        """Take a message from the page; what is not one of ours is dropped."""
        if not isinstance(message, Mapping):
            return
        kind, name, picks = message.get("type"), message.get("id"), message.get("picks")
        if kind == ASKED:
            told = answer(self._record, self._moments, self._views(), self._lang, message)
            if told is not None:
                self.send(told)
            return
        try:
            if kind == "act" and isinstance(name, str):
                self._click(name)
            elif kind == "ask" and isinstance(picks, list):
                self._refuse(self._scene.tried(self._record.state, self._seat, picks))
        except ValueError:
            self._say_live(None)

    def _click(self, name: str) -> None:
        """Do what a button says that stands on the page now.

        Another may have been clicked before the page was drawn anew: that is told, and not taken for a foul.
        """
        live = self.data["live"]
        anyway = live["refused"] and live["refused"]["anyway"]
        if not any(name == act["id"] for act in [*live["acts"], *filter(None, [anyway])]):
            action = self._record.game.parse(self._record.state, name)
            self._refuse(action if action.seat == self._seat else None)
        elif name == self._wave_id():
            self.wave()
        else:
            self.act(name)

    def _wave_id(self) -> str:
        return f"{self._seat} wait {self._record.node.ply}"

    def _refuse(self, action: Action | None) -> None:
        game, state = self._record.game, self._record.state
        try:
            verdict = None if action is None else game.check(state, action)
        except ValueError:
            verdict = None
        if action is None or verdict is None or verdict.ok:
            self._say_live(None)
            return
        refused = self._scene.refusal(game, action, verdict, self._names, self._lang)
        self._say_live({**refused, "at": self._place_of(refused["at"])})

    def _place_of(self, at: str | None) -> str | None:
        """Return the place a refusal is about; ``card:9c`` is where that card of the reader's lies now."""
        what, _, face = (at or "").partition(":")
        if what != "card":
            return at
        hand = f"hand:{self._seat}"
        faces = [card.get("f") for card in self._last["zones"][hand]["cards"]]
        return f"{hand}:{faces.index(face)}" if face in faces else None

    # --- playing on ---------------------------------------------------------------------------

    def _go_on(self) -> None:
        self._let_bots_play()
        if self._record.state.turn is not None:
            self._append()
            return
        # more may be shown now, so all is sent anew; a page that is there plays on from what it has shown
        shown = len(self.data["steps"][view_id(self._seat)]) - 1
        self.data = {**self._all_data(), "from": shown}

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
        """Return the first claim a bot makes, unless the reader is to be heard before.

        A bot is asked once: waiting for the reader is no second chance.
        """
        game, state, node = self._record.game, self._record.state, self._record.node
        if self._declined[0] is not node:
            self._declined = (node, set())
        for seat in game.hearing(state):
            player = self._bots[seat]
            if player is None:
                if game.claims_are_exclusive and self._is_asked():
                    return None
                continue
            if seat in self._declined[1]:
                continue
            choice = player.claim(game.observe(state, seat), game.claims(state, seat))
            if choice is not None:
                return choice
            self._declined[1].add(seat)
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

    def _views(self) -> list[View]:
        views: list[View] = [self._seat]
        if self._record.state.turn is None:
            # the deal is over: nothing is secret any more
            views += [*(seat for seat in range(len(self._bots)) if seat != self._seat), OPEN]
        return views

    def _all_data(self) -> dict[str, Any]:
        data = player_data(self._record, views=self._views(), step=-1, mode="table", **self._look)
        return {**data, "live": self._live(None)}

    def _whole(self, moments: Sequence[Beat]) -> list[Frame]:
        return with_odds(self._beside, moments, [self._painter.frame(beat) for beat in moments])

    def _fresh_frames(self) -> tuple[list[Frame], dict[str, dict[str, str]]]:
        """Return the frames of what happened since the last ones, and the rules they name."""
        moments = beats(self._record)
        whole = self._whole(moments[len(self._moments) :])
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
        self.data["step"] = len(self.data["steps"][own]) - 1
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
