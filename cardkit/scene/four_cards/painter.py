"""Draws the table of 4 Cartas: zones, plates, marks, captions and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import UNKNOWN
from cardkit.engine import Event, Place
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.games.four_cards.allowed import rank_letter
from cardkit.games.four_cards.game import HAND_SIZE
from cardkit.games.four_cards.score import card_lines, hand_points
from cardkit.games.four_cards.state import Hand, changed
from cardkit.scene.four_cards.ledger import Ledger, is_eight, value_of_eights
from cardkit.scene.four_cards.speech import Speech
from cardkit.scene.frames import OPEN, Beat, Frame, View
from cardkit.words import card_name, number, short

SHOWN_OF_PILE: Final = 3
LONGEST_NAME: Final = 14
"""A plate holds a name of so many letters beside what else it says."""


class Painter:
    """Draws the frames of one deal for one viewer, moment by moment.

    It follows the cards' keys from public events alone: a key stays with a card as far as everybody at the
    table can follow it, and says nothing about its face or its place in the stock.
    """

    def __init__(self, game: FourCards, names: Sequence[str], view: View, lang: str) -> None:
        self.game = game
        self.names = names
        self.view = view
        self._words = Speech(names, lang)
        self._seat = view if isinstance(view, int) else None
        self._ledger = Ledger(game, self._words, self._seat)
        self._keys: list[list[str | None]] = [
            [f"{seat}.{slot}" for slot in range(HAND_SIZE)] for seat in range(game.seats)
        ]
        self._pile = ["pile.0"]
        self._drawn = ""
        self._made = 0
        self._peeked: list[Place] = []
        self._before: FourCardsObservation | None = None

    def frame(self, beat: Beat) -> Frame:
        """Return the whole frame of a moment."""
        seen = self._observe(beat.state)
        events = [e if self.view == OPEN else e.seen_by(self._seat) for e in beat.events]
        new = self._follow(beat.events)
        caption, log = self._caption(beat, seen, events)
        frame = {
            "zones": self._zones(seen, events, new),
            "plates": self._plates(seen),
            "banner": self._banner(seen),
            "marks": self._marks(events),
            "caption": caption,
            "alt": self._alt(seen),
            "rules": list(dict.fromkeys(e.rule for e in events)) or ["C13"],
            "log": log,
            "ledger": self._ledger.sheet(seen, self._before, self._keys),
        }
        self._before = seen
        return frame

    def _observe(self, state: FourCardsState) -> FourCardsObservation:
        if self.view != OPEN:
            return self.game.observe(state, self._seat)
        everyone = (2 << self.game.seats) - 1
        drawn = state.drawn
        shown = changed(
            state,
            hands=tuple(Hand(hand.cards, (everyone,) * len(hand.cards)) for hand in state.hands),
            drawn=None if drawn is None else drawn._replace(knowers=everyone),
        )
        return self.game.observe(shown, None)

    # --- keys ---------------------------------------------------------------------------------

    def _follow(self, events: Sequence[Event]) -> dict[str, str]:
        """Move the keys along with what happened; return the zone each new key comes from."""
        new: dict[str, str] = {}
        keys, heap = self._keys, self._pile
        for event in events:
            seat = event.seat if event.seat is not None else 0
            kind = event.kind
            if kind in ("draw", "take", "close"):
                self._peeked = []
            if kind == "draw":
                self._drawn = self._new_key()
                new[self._drawn] = "stock"
            elif kind == "take":
                self._drawn = heap.pop()
            elif kind == "throw":
                heap.append(self._drawn)
            elif kind == "swap":
                slot = event.places[0][1]
                heap.append(keys[seat][slot] or "")
                keys[seat][slot] = self._drawn
            elif kind == "match":
                slot = event.places[0][1]
                heap.append(keys[seat][slot] or "")
                keys[seat][slot] = None
            elif kind == "trade":
                (a, i), (b, j) = event.places
                keys[a][i], keys[b][j] = keys[b][j], keys[a][i]
            elif kind == "penalty":
                key = self._new_key()
                keys[seat].append(key)
                new[key] = "stock"
            elif kind == "reshuffle":
                del heap[:-1]
            elif kind == "peek":
                self._peeked.append(event.places[0])
        return new

    def _new_key(self) -> str:
        self._made += 1
        return f"new.{self._made}"

    # --- zones --------------------------------------------------------------------------------

    def _zones(
        self, seen: FourCardsObservation, events: Sequence[Event], new: dict[str, str]
    ) -> dict[str, Any]:
        zones: dict[str, Any] = {
            f"hand:{seat}": {"cards": self._hand(seen, seat, events, new)} for seat in range(self.game.seats)
        }
        depth = min(seen.stock_size, SHOWN_OF_PILE)
        zones["stock"] = {
            "cards": [{"k": f"stock.{k}", "f": "??", "up": 0, "st": ""} for k in range(depth)],
            "title": self._words.say("stock"),
            "text": self._words.say("stock_size", n=seen.stock_size),
        }
        top = seen.pile[-SHOWN_OF_PILE:]
        keys = self._pile[-SHOWN_OF_PILE:]
        landed = any(event.kind in ("throw", "swap", "match") for event in events)
        zones["pile"] = {
            "cards": [
                {"k": key, "f": str(card), "up": 1, "st": ""} for key, card in zip(keys, top, strict=True)
            ],
            "title": self._words.say("pile"),
            "text": self._pile_text(seen),
        }
        if zones["pile"]["cards"] and (landed or seen.phase == "power"):
            zones["pile"]["cards"][-1]["st"] = "now"
        if seen.drawn is not None:
            card = seen.drawn.card
            entry = {"k": self._drawn, "f": str(card), "up": int(card != UNKNOWN), "st": "now"}
            if self._drawn in new:
                entry["from"] = new[self._drawn]
            holder = _fitting(self.names[seen.turn]) if seen.turn is not None else ""
            zones["drawn"] = {"cards": [entry], "title": self._words.say("drawn"), "text": holder}
        else:
            zones["drawn"] = {"cards": [], "title": "", "text": ""}
        return zones

    def _pile_text(self, seen: FourCardsObservation) -> str:
        if not seen.pile:
            return ""
        under = len(seen.pile) - 1
        top = short(str(seen.pile[-1]))
        return self._words.say("pile_size", top=top, n=under) if under else top

    def _hand(
        self,
        seen: FourCardsObservation,
        seat: int,
        events: Sequence[Event],
        new: dict[str, str],
    ) -> list[dict[str, Any]]:
        hand = seen.hands[seat]
        lines = {line.place: line for line in card_lines(seat, hand, self.game.options.eight_rule)}
        looks, shown, moved = self._states(events)
        out: list[dict[str, Any]] = []
        for slot, card in enumerate(hand):
            place = (seat, slot)
            if card is None:
                out.append({"k": f"gap.{seat}.{slot}", "gap": self._words.say("gap"), "slot": str(slot + 1)})
                continue
            line = lines[place]
            key = self._keys[seat][slot] or ""
            state = (
                "foul" if place in shown else "look" if place in looks else "now" if place in moved else ""
            )
            open_now = (
                self.view == OPEN
                or seen.phase == "over"
                or place in shown
                or (place in looks and card != UNKNOWN and self._sees(events))
            )
            entry: dict[str, Any] = {
                "k": key,
                "f": str(card),
                "up": int(open_now),
                "st": state,
                "slot": str(slot + 1),
                "pts": number(line.points) if card != UNKNOWN else "",
            }
            if slot >= HAND_SIZE:
                entry["note"] = self._words.say("penalty_slot", slot=slot + 1)
            if key in new:
                entry["from"] = new[key]
            if card != UNKNOWN:
                entry["why"] = self._ledger.why(line, hand)
            out.append(entry)
        return out

    def _sees(self, events: Sequence[Event]) -> bool:
        return any(e.cards and UNKNOWN not in e.cards for e in events if e.kind in ("look", "peek"))

    def _states(self, events: Sequence[Event]) -> tuple[set[Place], set[Place], set[Place]]:
        """Return the places looked at, shown to all by mistake, and just filled."""
        looks: set[Place] = set()
        shown: set[Place] = set()
        moved: set[Place] = set()
        for event in events:
            if event.kind in ("look", "peek"):
                looks.update(event.places)
            elif event.kind == "mismatch":
                shown.update(event.places)
            elif event.kind in ("swap", "trade", "penalty"):
                moved.update(event.places)
        return looks, shown, moved

    def _plates(self, seen: FourCardsObservation) -> dict[str, Any]:
        plates = {}
        for seat, hand in enumerate(seen.hands):
            on_turn = seat == seen.turn
            if on_turn:
                sub = self._words.say("asked" if seen.phase == "last" else "to_move")
            elif seat == seen.closer:
                sub = self._words.say("closed")
            else:
                sub = self._words.say("dealer") if seat == seen.match.dealer else ""
            score = self._ledger.sum(hand)
            plates[f"hand:{seat}"] = {
                "name": _fitting(self.names[seat]),
                "sub": sub,
                "turn": on_turn,
                "eye": seat == self._seat,
                "score": "" if score == number(None) else score,
            }
        return plates

    def _banner(self, seen: FourCardsObservation) -> str:
        if seen.power is not None:
            return self._words.say(f"banner.{rank_letter(seen.pile[-1])}")
        if seen.closer is not None and seen.phase != "over":
            return self._words.say("all_closed", seat=self.names[seen.closer])
        return ""

    def _marks(self, events: Sequence[Event]) -> list[dict[str, Any]]:
        marks: list[dict[str, Any]] = []
        for event in events:
            if event.kind == "look":
                marks += [_eye(place, n) for n, place in enumerate(event.places, 1)]
            elif event.kind == "peek":
                marks += [_eye(place, n) for n, place in enumerate(self._peeked, 1)]
            elif event.kind == "trade":
                one, other = event.places
                marks.append({"type": "swap", "from": _at(one), "to": _at(other)})
        return marks

    # --- words --------------------------------------------------------------------------------

    def _alt(self, seen: FourCardsObservation) -> str:
        """Return the table in words, for who does not see it: the turn, the cards known, the piles."""
        say, lang = self._words.say, self._words.lang
        turn = "over" if seen.turn is None else "asked" if seen.phase == "last" else "turn"
        out = [say(f"alt.{turn}", seat="" if seen.turn is None else self.names[seen.turn])]
        others = []
        for seat, hand in enumerate(seen.hands):
            held = [card for card in hand if card is not None]
            if seat == self._seat or self.view == OPEN or seen.phase == "over":
                known = [
                    say("alt.empty") if c is None else say("alt.unseen") if c < 0 else card_name(c, lang)
                    for c in hand
                ]
                cards = ", ".join(known) if held else say("alt.none")
                out.append(say("alt.hand", seat=self.names[seat], cards=cards))
            else:
                others.append(say("alt.other", seat=self.names[seat], n=len(held)))
        if others:
            out.append(say("alt.others", hands=", ".join(others)))
        if seen.drawn is not None and seen.turn is not None:
            card = say("alt.unseen") if seen.drawn.card < 0 else card_name(seen.drawn.card, lang)
            out.append(say("alt.drawn", seat=self.names[seen.turn], card=card))
        top = card_name(seen.pile[-1], lang) if seen.pile else say("alt.empty")
        out.append(say("alt.piles", top=top, stock=say("stock_size", n=seen.stock_size)))
        return " ".join(out)

    def _caption(
        self, beat: Beat, seen: FourCardsObservation, events: Sequence[Event]
    ) -> tuple[str, dict[str, str] | None]:
        if not events:
            card = seen.pile[-1]
            log = {"text": self._words.say("log.deal", card=card), "rule": "C13", "cls": ""}
            return self._words.say("event.deal", card=card), log
        told, brief = [], ""
        for event in events:
            sentence, line = self._event(event, beat)
            told.append(sentence)
            brief = brief or line
        told += self._then(beat, seen, events)
        told += self._reason(beat)
        lead = events[0]
        cls = "foul" if lead.kind in ("foul", "mismatch", "penalty") else ""
        if lead.audience is not None and self._seat in lead.audience:
            cls = "private"
        return " ".join(told), {"text": brief, "rule": lead.rule, "cls": cls}

    def _reason(self, beat: Beat) -> list[str]:
        """Return why a bot did it, for itself and where all hands are open: it tells what the bot knew."""
        node = beat.node
        if node.reason is None or node.action is None or beat.events[0] is not node.events[0]:
            return []
        if self.view not in (OPEN, node.action.seat):
            return []
        key, params = node.reason
        return [self._words.say(f"bot.{key}", seat=self.names[node.action.seat], **params)]

    def _event(self, event: Event, beat: Beat) -> tuple[str, str]:
        """Return an event as a sentence and in a few words."""
        kind = event.kind
        words: dict[str, Any] = {
            "cards": event.cards,
            "seat": "" if event.seat is None else self.names[event.seat],
        }
        name = kind
        seen = bool(event.cards) and UNKNOWN not in event.cards
        if kind == "look":
            name = ("look_none", "look_one", "look")[len(event.places)]
            words["slots"] = ", ".join(str(slot + 1) for _, slot in event.places)
        elif kind in ("swap", "match", "mismatch", "penalty"):
            words["slot"] = event.places[0][1] + 1
        if kind == "mismatch":
            words["rank"] = (
                self._words.rank(rank_letter(beat.node.parent.state.pile[-1])) if beat.node.parent else ""
            )
        elif kind in ("peek", "trade"):
            words["power"] = self._words.power(rank_letter(beat.state.pile[-1]))
            before = self._before
            known = [before.hands[p][s] if before else None for p, s in event.places]
            if kind == "peek":
                words["place"] = self._words.where(event.seat, event.places[0], None)
            else:
                words["one"], words["other"] = (
                    self._words.where(event.seat, place, card)
                    for place, card in zip(event.places, known, strict=True)
                )
        elif kind == "foul":
            words["why"] = self._words.reason(event.params["reason"], event.params)
        elif kind in ("close_lowest", "close_failed_double", "close_failed_zero", "close_failed_one"):
            words["points"] = number(event.params["points"])
            words["own"] = number(
                hand_points(beat.state.hands[event.seat].cards, self.game.options.eight_rule)
            )
        elif kind == "reshuffle":
            words["n"] = event.params["n"]
        full = (
            f"event.{name}_seen"
            if seen and kind in ("look", "draw", "peek") and event.places != ()
            else f"event.{name}"
        )
        if kind == "draw" and seen:
            full = "event.draw_seen"
        sentence = self._words.say(full, **words)
        if kind == "foul" and self.game.options.errors == "refuse":
            sentence += " " + self._words.say("event.foul_void")
        return sentence, self._brief(kind, name, words, event)

    def _brief(self, kind: str, name: str, words: dict[str, Any], event: Event) -> str:
        if kind in ("peek", "trade"):
            places = [
                self._words.say("log.own_place", slot=slot + 1)
                if owner == event.seat and kind == "peek"
                else self._words.say("log.place", seat=self.names[owner], slot=slot + 1)
                for owner, slot in event.places
            ]
            words = {**words, "place": places[0], "one": places[0], "other": places[-1]}
            words["power"] = words["power"].capitalize()
        if kind.startswith("close_") or kind == "plain":
            return self._words.say(f"event.{name}", **words)
        return self._words.say(f"log.{name}", **words)

    def _then(self, beat: Beat, seen: FourCardsObservation, events: Sequence[Event]) -> list[str]:
        """Return what follows from the events: a power, a window, an 8 that changes its value."""
        out = []
        kinds = {event.kind for event in events}
        seat = events[0].seat
        if kinds & {"throw", "swap"} and seen.power is not None and seat is not None:
            out.append(self._words.say(f"then.power_{rank_letter(seen.pile[-1])}", seat=self.names[seat]))
        elif kinds & {"throw", "swap", "peek", "trade", "done"} and seen.power is None:
            if seen.phase == "last":
                out.append(self._words.say("then.last"))
            elif seen.window:
                out.append(
                    self._words.say("then.window", rank=self._words.a_rank(rank_letter(seen.pile[-1])))
                )
        if self._before is not None:
            for old, new in zip(self._before.hands, seen.hands, strict=True):
                was = value_of_eights(old, self.game.options.eight_rule)
                now = value_of_eights(new, self.game.options.eight_rule)
                eights = [card for card in new if is_eight(card)]
                if now is not None and was is not None and was != now:
                    key = "then.eight_minus" if now else "then.eight_zero"
                    out.append(self._words.say(key, cards=eights, n=len(eights)))
        return out


def _fitting(name: str) -> str:
    """Return a name cut to what a plate has room for."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def _at(place: Place) -> list[Any]:
    return [f"hand:{place[0]}", place[1]]


def _eye(place: Place, n: int) -> dict[str, Any]:
    return {"type": "eye", "at": _at(place), "n": n}
