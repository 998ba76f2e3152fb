"""How 4 Cartas looks: moments, zones, captions, the log and the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import Event, Place, ScoreLine
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.games.four_cards.allowed import rank_letter
from cardkit.games.four_cards.game import HAND_SIZE
from cardkit.games.four_cards.score import EIGHT, RANK, card_lines, eight_points, hand_points
from cardkit.games.four_cards.state import Cards, Hand, changed
from cardkit.record import Node
from cardkit.scene.frames import OPEN, Beat, Frame, Turn, View
from cardkit.scene.seating import NARROW_WIDTH, WIDE, narrow_hands, pile, wide_hands
from cardkit.words import card_name, number, say, short

STARTS: Final = frozenset({"draw", "take", "close", "stop"})
"""Actions that begin a turn."""
OWN_STEP: Final = frozenset({"penalty", "waived", "reveal"})
"""Events that begin a step of their own."""
SHOWN_OF_PILE: Final = 3


# --- moments ----------------------------------------------------------------------------------


def beats(game: FourCards, node: Node) -> list[Beat]:
    """Return the moments of one action: what it did, then what it cost, then what the hands show."""
    if not node.events:
        return [Beat(node, node.state, ())]
    assert node.parent is not None
    groups: list[list[Event]] = []
    for event in node.events:
        if not groups or (event.kind in OWN_STEP and event.kind != groups[-1][-1].kind):
            groups.append([])
        groups[-1].append(event)
    out = []
    state = node.state
    for group in reversed(groups):
        out.append(Beat(node, state, tuple(group)))
        if group[0].kind == "reveal":
            state = _before_reveal(node.parent.state, state)
        elif group[0].kind == "penalty":
            state = _before_penalty(state, [event.places[0] for event in group if event.places])
    return out[::-1]


def _before_penalty(state: FourCardsState, places: Sequence[Place]) -> FourCardsState:
    """Return the position with penalty cards not dealt yet."""
    hands = list(state.hands)
    back: tuple[Card, ...] = ()
    for seat, slot in places:
        card = hands[seat].cards[slot]
        back += () if card is None else (card,)
    for seat in {seat for seat, _ in places}:
        first = min(slot for owner, slot in places if owner == seat)
        hands[seat] = Hand(hands[seat].cards[:first], hands[seat].knowers[:first])
    return changed(state, hands=tuple(hands), stock=back + state.stock)


def _before_reveal(before: FourCardsState, state: FourCardsState) -> FourCardsState:
    """Return the finished position with the hands still face down."""
    hands = []
    for old, new in zip(before.hands, state.hands, strict=True):
        known = [seen if new.cards[slot] == old.cards[slot] else 0 for slot, seen in enumerate(old.knowers)]
        known += [0] * (len(new.cards) - len(known))
        hands.append(Hand(new.cards, tuple(known)))
    return changed(state, hands=tuple(hands), phase="last")


def turns(moments: Sequence[Beat], names: Sequence[str], lang: str) -> list[Turn]:
    """Return the stretches of a round: the deal with the first looks, each turn, the last window."""
    last = say("four_cards.last_short", lang)
    starts: list[tuple[str, str, int]] = []
    for index, beat in enumerate(moments):
        action, parent = beat.node.action, beat.node.parent
        if action is None or parent is None:
            deal = say("four_cards.deal_short", lang), say("four_cards.deal_and_looks", lang)
            starts.append((*deal, index))
        elif beat.node.foul or moments[index - 1].node is beat.node:
            continue
        elif action.kind in STARTS and parent.state.turn == action.seat:
            name = names[action.seat]
            starts.append((name[0], say("four_cards.turn_of", lang, seat=name), index))
        elif action.kind == "pass" and starts[-1][0] != last:
            starts.append((last, say("four_cards.last_window", lang), index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]


# --- the table --------------------------------------------------------------------------------


def layout(game: FourCards, view: View) -> dict[str, Any]:
    """Return where everything lies, with the viewer's own seat at the bottom."""
    n = game.seats
    bottom = view if isinstance(view, int) else 0
    by_seat = {f"hand:{(bottom + place) % n}": zone for place, zone in enumerate(wide_hands(n))}
    wide = {
        **by_seat,
        "stock": pile([300, 232, 80, 112], 0.8889, [286, 246, "end"]),
        "pile": pile([396, 232, 80, 112], 0.8889, [492, 246, "start"]),
        "drawn": pile([584, 240, 72, 101], 0.8, [620, 360, "middle"]),
    }
    hands, extra = narrow_hands(n)
    down = extra - (0 if n <= 4 else 20)
    narrow = {
        **{f"hand:{(bottom + place) % n}": zone for place, zone in enumerate(hands)},
        "stock": pile([128, 150 + down, 48, 67], 0.5333, [152, 232 + down, "middle"]),
        "pile": pile([186, 150 + down, 48, 67], 0.5333, None),
        "drawn": pile([191, 222 + down, 44, 62], 0.49, None),
    }
    return {
        "wide": {"size": list(WIDE), "zones": wide, "banner": [436, 194]},
        "narrow": {
            "size": [NARROW_WIDTH, 420 + extra],
            "zones": narrow,
            "banner": [180, 124 + down],
        },
    }


class Painter:
    """Draws the frames of one deal for one viewer, moment by moment.

    It follows the cards' keys from public events alone: a key stays with a card as far as everybody at the
    table can follow it, and says nothing about its face or its place in the stock.
    """

    def __init__(self, game: FourCards, names: Sequence[str], view: View, lang: str) -> None:
        self.game = game
        self.names = names
        self.view = view
        self.lang = lang
        self._seat = view if isinstance(view, int) else None
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
            "rules": list(dict.fromkeys(e.rule for e in events)) or ["C13"],
            "log": log,
            "ledger": self._ledger(seen),
        }
        self._before = seen
        return frame

    def _observe(self, state: FourCardsState) -> FourCardsObservation:
        if self.view != OPEN:
            return self.game.observe(state, self._seat)
        everyone = (1 << self.game.seats) - 1
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
            "title": self._say("stock"),
            "text": self._say("stock_size", n=seen.stock_size),
        }
        top = seen.pile[-SHOWN_OF_PILE:]
        keys = self._pile[-SHOWN_OF_PILE:]
        landed = any(event.kind in ("throw", "swap", "match") for event in events)
        zones["pile"] = {
            "cards": [
                {"k": key, "f": str(card), "up": 1, "st": ""} for key, card in zip(keys, top, strict=True)
            ],
            "title": self._say("pile"),
            "text": self._pile_text(seen),
        }
        if zones["pile"]["cards"] and (landed or seen.phase == "power"):
            zones["pile"]["cards"][-1]["st"] = "now"
        if seen.drawn is not None:
            card = seen.drawn.card
            entry = {"k": self._drawn, "f": str(card), "up": int(card != UNKNOWN), "st": "now"}
            if self._drawn in new:
                entry["from"] = new[self._drawn]
            holder = self.names[seen.turn] if seen.turn is not None else ""
            zones["drawn"] = {"cards": [entry], "title": self._say("drawn"), "text": holder}
        else:
            zones["drawn"] = {"cards": [], "title": "", "text": ""}
        return zones

    def _pile_text(self, seen: FourCardsObservation) -> str:
        if not seen.pile:
            return ""
        under = len(seen.pile) - 1
        top = short(str(seen.pile[-1]))
        return self._say("pile_size", top=top, n=under) if under else top

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
                out.append({"k": f"gap.{seat}.{slot}", "gap": self._say("gap"), "slot": str(slot + 1)})
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
                entry["note"] = self._say("penalty_slot", slot=slot + 1)
            if key in new:
                entry["from"] = new[key]
            if card != UNKNOWN:
                entry["why"] = self._why(line, hand)
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

    def _why(self, line: ScoreLine, hand: Cards) -> dict[str, str]:
        rest = list(hand)
        assert line.place is not None
        rest[line.place[1]] = None
        reason = line.reason
        if reason == "eight_minus" and self.game.options.eight_rule == "pair":
            reason = "eight_minus_pair"
        return {
            "text": self._say(
                f"why.{reason}",
                name=card_name(line.cards[0], self.lang).capitalize(),
                points=number(line.points),
            ),
            "rule": line.rule,
            "without": self._say("ledger.without", total=self._sum(tuple(rest))),
        }

    def _sum(self, hand: Cards) -> str:
        """Return the sum of a hand as far as it is known: ``14``, ``14 + ?``, ``?``."""
        whole = hand_points(hand, self.game.options.eight_rule)
        if whole is not None:
            return number(whole)
        points = [line.points for line in card_lines(0, hand, self.game.options.eight_rule)]
        known = [p for p in points if p is not None]
        return self._say("plus_unknown", known=number(sum(known))) if known else number(None)

    def _plates(self, seen: FourCardsObservation) -> dict[str, Any]:
        plates = {}
        for seat, hand in enumerate(seen.hands):
            on_turn = seat == seen.turn
            if on_turn:
                sub = self._say("asked" if seen.phase == "last" else "to_move")
            elif seat == seen.closer:
                sub = self._say("closed")
            else:
                sub = self._say("dealer") if seat == seen.match.dealer else ""
            score = self._sum(hand)
            plates[f"hand:{seat}"] = {
                "name": self.names[seat],
                "sub": sub,
                "turn": on_turn,
                "eye": seat == self._seat,
                "score": "" if score == number(None) else score,
            }
        return plates

    def _banner(self, seen: FourCardsObservation) -> str:
        if seen.power is not None:
            return self._say(f"banner.{rank_letter(seen.pile[-1])}")
        if seen.closer is not None and seen.phase != "over":
            return self._say("all_closed", seat=self.names[seen.closer])
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

    def _say(self, key: str, **params: Any) -> str:
        return say(f"four_cards.{key}", self.lang, **params)

    def _caption(
        self, beat: Beat, seen: FourCardsObservation, events: Sequence[Event]
    ) -> tuple[str, dict[str, str] | None]:
        if not events:
            card = seen.pile[-1]
            log = {"text": self._say("log.deal", card=card), "rule": "C13", "cls": ""}
            return self._say("event.deal", card=card), log
        told, brief = [], ""
        for event in events:
            sentence, line = self._event(event, events, beat)
            if sentence:
                told.append(sentence)
            brief = brief or line
        told += self._then(beat, seen, events)
        lead = events[0]
        cls = "foul" if lead.kind in ("foul", "mismatch", "penalty") else ""
        if lead.audience is not None and self._seat in lead.audience:
            cls = "private"
        return " ".join(told), {"text": brief, "rule": lead.rule, "cls": cls}

    def _event(self, event: Event, events: Sequence[Event], beat: Beat) -> tuple[str, str]:
        """Return an event as a sentence and in a few words; the sentence is empty if another tells it."""
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
                self._rank(rank_letter(beat.node.parent.state.pile[-1])) if beat.node.parent else ""
            )
        elif kind == "penalty" and len(events) > 1 and all(e.kind == "penalty" for e in events):
            name, words["n"] = "penalty_n", len(events)
            if event is not events[0]:
                return "", ""
        elif kind in ("peek", "trade"):
            words["power"] = self._power(beat)
            before = self._before
            known = [before.hands[p][s] if before else None for p, s in event.places]
            if kind == "peek":
                words["place"] = self._where(event.seat, event.places[0], None)
            else:
                words["one"], words["other"] = (
                    self._where(event.seat, place, card)
                    for place, card in zip(event.places, known, strict=True)
                )
        elif kind == "foul":
            words["why"] = self.reason(event.params["reason"], event.params)
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
        sentence = self._say(full, **words)
        if kind == "foul" and self.game.options.errors == "refuse":
            sentence += " " + self._say("event.foul_void")
        return sentence, self._brief(kind, name, words, event)

    def _brief(self, kind: str, name: str, words: dict[str, Any], event: Event) -> str:
        if kind in ("peek", "trade"):
            places = [
                self._say("log.own_place", slot=slot + 1)
                if owner == event.seat and kind == "peek"
                else self._say("log.place", seat=self.names[owner], slot=slot + 1)
                for owner, slot in event.places
            ]
            words = {**words, "place": places[0], "one": places[0], "other": places[-1]}
            words["power"] = words["power"].capitalize()
        if kind.startswith("close_") or kind == "plain":
            return self._say(f"event.{name}", **words)
        return self._say(f"log.{name}", **words)

    def _where(self, actor: int | None, place: Place, card: Card | None) -> str:
        owner, slot = place
        key = "own" if owner == actor else "slot"
        if card is not None and card != UNKNOWN:
            return self._say(f"where.{key}_seen", card=card, seat=self.names[owner], slot=slot + 1)
        return self._say(f"where.{key}", seat=self.names[owner], slot=slot + 1)

    def _power(self, beat: Beat) -> str:
        return self._say(f"power.{rank_letter(beat.state.pile[-1])}")

    def _rank(self, letter: str) -> str:
        return say(f"common.rank.{letter}", self.lang)

    def _a_rank(self, letter: str) -> str:
        return say(f"common.a_rank.{letter}", self.lang)

    def reason(self, reason: str, params: Any) -> str:
        """Return why something is refused, in a sentence."""
        words = dict(params)
        for name in ("seat", "turn", "closer"):
            if isinstance(words.get(name), int):
                words[name] = self.names[words[name]]
        if "rank" in words:
            words["a_rank"] = self._a_rank(words["rank"])
            words["rank"] = self._rank(words["rank"])
        return self._say(f"refused.{reason}", **{k: v for k, v in words.items() if k != "reason"})

    def _then(self, beat: Beat, seen: FourCardsObservation, events: Sequence[Event]) -> list[str]:
        """Return what follows from the events: a power, a window, an 8 that changes its value."""
        out = []
        kinds = {event.kind for event in events}
        seat = events[0].seat
        if kinds & {"throw", "swap"} and seen.power is not None and seat is not None:
            out.append(self._say(f"then.power_{rank_letter(seen.pile[-1])}", seat=self.names[seat]))
        elif kinds & {"throw", "swap", "peek", "trade", "done"} and seen.power is None:
            if seen.phase == "last":
                out.append(self._say("then.last"))
            elif seen.window:
                out.append(self._say("then.window", rank=self._a_rank(rank_letter(seen.pile[-1]))))
        if self._before is not None:
            for old, new in zip(self._before.hands, seen.hands, strict=True):
                was = _value_of_eights(old, self.game.options.eight_rule)
                now = _value_of_eights(new, self.game.options.eight_rule)
                eights = [c for c in new if c in old and _is_eight(c)]
                if eights and now is not None and was != now and was is not None:
                    key = "then.eight_minus" if now else "then.eight_zero"
                    out.append(self._say(key, cards=eights))
        return out

    # --- the ledger ---------------------------------------------------------------------------

    def _ledger(self, seen: FourCardsObservation) -> dict[str, Any]:
        if self._seat is None or seen.phase == "over":
            return self._all_hands(seen)
        rule = self.game.options.eight_rule
        seat, hand = self._seat, seen.hands[self._seat]
        old = self._before.hands[seat] if self._before else hand
        old_points = {line.place: line.points for line in card_lines(seat, old, rule)}
        rows = []
        changed_any = False
        for line in card_lines(seat, hand, rule):
            assert line.place is not None
            slot = line.place[1]
            card = line.cards[0]
            points = number(line.points)
            row: dict[str, Any] = {
                "k": self._keys[seat][slot],
                "label": str(slot + 1),
                "cards": [str(card)],
                "to": None,
                "points": points,
                "rule": line.rule if card != UNKNOWN else "",
            }
            was = old[slot] if slot < len(old) else None
            if was is not None and (was != card or old_points[line.place] != line.points):
                changed_any = True
                if was != card:
                    row["cards"], row["to"] = [str(was)], [str(card)]
                before = number(old_points[line.place])
                row["points"] = points if before == points else f"{before} → {points}"
            rows.append(row)
        total, before_total = self._sum(hand), self._sum(old)
        if hand_points(hand, rule) is not None:
            label = self._say("ledger.total")
        else:
            label = self._say("ledger.known_so_far")
        changed_any = changed_any or total != before_total
        return {
            "title": self._say("ledger.knows", seat=self.names[seat]),
            "hint": self._say("ledger.before_after") if changed_any else "",
            "head": [self._say(f"ledger.{part}") for part in ("slot", "card", "points")],
            "rows": rows,
            "total": {
                "label": label,
                "value": total if total == before_total else f"{before_total} → {total}",
            },
            "explain": self._explain(hand),
        }

    def _all_hands(self, seen: FourCardsObservation) -> dict[str, Any]:
        over = seen.phase == "over"
        marks = self.game.score(seen)
        closing = {line.side: line for line in marks.lines if line.place is None}
        rows = []
        for seat, hand in enumerate(seen.hands):
            value = self._sum(hand)
            rule = ""
            if over and seat in closing:
                rule = closing[seat].rule
                mark = number(marks.totals[seat])
                if mark != value:
                    value = self._say("ledger.mark", sum=value, mark=mark)
            rows.append(
                {
                    "k": [key for key in self._keys[seat] if key],
                    "label": self.names[seat],
                    "cards": [str(card) for card in hand if card is not None],
                    "to": None,
                    "points": value,
                    "rule": rule,
                }
            )
        with_eight = next((hand for hand in seen.hands if any(map(_is_eight, hand))), ())
        return {
            "title": self._say("ledger.marks" if over else "ledger.all_hands"),
            "hint": "",
            "head": [self._say(f"ledger.{part}") for part in ("seat", "cards", "points")],
            "rows": rows,
            "total": None,
            "explain": self._explain(with_eight),
        }

    def _explain(self, hand: Cards) -> dict[str, Any] | None:
        """Return why an 8 of this hand counts what it does, with its two values; ``None`` without an 8."""
        eight = next((card for card in hand if _is_eight(card)), None)
        if eight is None:
            return None
        rule = self.game.options.eight_rule
        points = eight_points(hand, rule)
        pair = "_pair" if rule == "pair" else ""
        key = "open" if points is None else f"minus{pair}" if points else "zero"
        title = (
            self._say("eight.title_open")
            if points is None
            else self._say("eight.title", points=number(points))
        )
        return {
            "card": str(eight),
            "title": title,
            "text": self._say(f"eight.{key}"),
            "rules": ["C6", "CA1"],
            "tiles": [
                {"value": "0", "text": self._say("eight.tile_zero"), "on": points == 0},
                {"value": "−5", "text": self._say(f"eight.tile_minus{pair}"), "on": points == -5},
            ],
        }


def _is_eight(card: Card | None) -> bool:
    return card is not None and card >= 0 and RANK[card] == EIGHT


def _value_of_eights(hand: Cards, rule: str) -> int | None:
    return eight_points(hand, rule) if any(map(_is_eight, hand)) else None


def _at(place: Place) -> list[Any]:
    return [f"hand:{place[0]}", place[1]]


def _eye(place: Place, n: int) -> dict[str, Any]:
    return {"type": "eye", "at": _at(place), "n": n}
