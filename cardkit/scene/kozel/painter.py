"""Draws the table of Kozel: zones, plates, captions and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import Event
from cardkit.games.kozel import Kozel, KozelObservation, KozelState, Play
from cardkit.games.kozel.allowed import CLAIMABLE
from cardkit.games.kozel.beating import PACK, STRENGTH, SUIT, is_four, suit_letter
from cardkit.games.kozel.score import SIDES, WORTH, side_of
from cardkit.games.kozel.state import SEATS, Trick, winning
from cardkit.record import Node
from cardkit.scene.frames import OPEN, Beat, Frame, View
from cardkit.scene.kozel import columns
from cardkit.scene.kozel.ledger import Ledger
from cardkit.scene.kozel.speech import Speech
from cardkit.words import card_name, number, short

SHOWN_OF_PILE: Final = 3
LONGEST_NAME: Final = 14
"""A plate holds a name of so many letters beside what else it says."""
_ALIGN: Final = ("center", "start", "center", "end")
"""How hands are lined up, by place from the viewer's own clockwise."""
_OFF_ALIGN: Final = ("start", "start", "start", "end")


class Painter:
    """Draws the frames of one game for one viewer, moment by moment.

    A card keeps its key while the viewer can follow it: while its face is known to them and it lies in a hand
    or on the table. Whatever goes out of sight comes back with a new one; backs are only counted.
    """

    def __init__(self, game: Kozel, names: Sequence[str], view: View, lang: str) -> None:
        self.game = game
        self.names = names
        self.view = view
        self._words = Speech(names, lang)
        self._seat = view if isinstance(view, int) else None
        self._ledger = Ledger(game, self._words, self._seat)
        self._bottom = self._seat or 0
        self._keys: dict[Card, str] = {}
        self._shown: set[str] = set()
        self._made = 0

    def frame(self, beat: Beat) -> Frame:
        """Return the whole frame of a moment."""
        seen = self._observe(beat.state)
        events = [e if self.view == OPEN else e.seen_by(self._seat) for e in beat.events]
        caption, log = self._caption(beat, seen, events)
        return {
            "zones": self._zones(seen, events),
            "plates": self._plates(seen),
            "banner": self._banner(seen),
            "marks": [],
            "caption": caption,
            "alt": self._alt(seen),
            "rules": list(dict.fromkeys(e.rule for e in events)) or ["K4"],
            "log": log,
            "ledger": self._ledger.sheet(seen),
        }

    def _observe(self, state: KozelState) -> KozelObservation:
        if self.view != OPEN:
            return self.game.observe(state, self._seat)
        seen = self.game.observe(state, None)
        return seen._replace(hands=state.hands, trick=state.trick, tricks=state.tricks)

    # --- keys ---------------------------------------------------------------------------------

    def _key(self, card: Card) -> str:
        """Return the key of a card whose face the viewer knows; a new one if it was out of sight."""
        if card not in self._keys:
            self._made += 1
            self._keys[card] = f"card.{self._made}"
        return self._keys[card]

    def _place(
        self, card: Card, back: str, zones: dict[str, Any], zone: str, came: str, **look: Any
    ) -> dict[str, Any]:
        """Put a card into a zone; one that was not on the table before comes gliding from ``came``."""
        key = back if card == UNKNOWN else self._key(card)
        entry: dict[str, Any] = {"k": key, "f": str(card), "up": 0, "st": "", **look}
        if key not in self._shown and came:
            entry["from"] = came
        if card != UNKNOWN:
            entry["why"] = self._why(card)
        zones[zone]["cards"].append(entry)
        return entry

    # --- zones --------------------------------------------------------------------------------

    def _zones(self, seen: KozelObservation, events: Sequence[Event]) -> dict[str, Any]:
        say = self._words.say
        in_sight = {card for hand in seen.hands for card in hand}
        in_sight |= {card for play in seen.trick for card in play.cards}
        gone = [key for card, key in self._keys.items() if card not in in_sight]
        self._keys = {card: key for card, key in self._keys.items() if card in in_sight}
        zones: dict[str, Any] = {}
        for seat in range(SEATS):
            zones[f"hand:{seat}"] = {"cards": []}
            zones[f"off:{seat}"] = {"cards": [], "title": "", "text": ""}
        self._hands(seen, events, zones)
        self._trick(seen, zones)
        zones["shown"] = self._trump(seen, events)
        depth = min(seen.stock_size, SHOWN_OF_PILE)
        zones["stock"] = {
            "cards": [{"k": f"stock.{k}", "f": "??", "up": 0, "st": ""} for k in range(depth)],
            "title": say("stock", n=seen.stock_size),
            "text": say("stock_text" if depth else "stock_empty"),
        }
        taker = next((e for e in events if e.kind == "take"), None)
        gone += sorted(key for key in self._shown if key.startswith("off."))
        for side in range(SIDES):
            tricks, known, hidden = self._ledger.taken(seen, side)
            takes = gone if taker is not None and taker.params["side"] == side else []
            zones[f"pile:{side}"] = {
                "cards": [
                    {"k": f"pile.{side}.{k}", "f": "??", "up": 0, "st": ""}
                    for k in range(min(tricks, SHOWN_OF_PILE))
                ],
                "title": self._words.side(side),
                "text": f"{self._words.tricks(tricks)}\n{self._pile_points(known, hidden)}",
                "takes": takes,
            }
        self._shown = {card["k"] for zone in zones.values() for card in zone["cards"]}
        return zones

    def _pile_points(self, known: int, hidden: int) -> str:
        if hidden:
            return self._words.say("pile_hidden", known=number(known), n=hidden)
        return self._words.say("pile_points", n=known)

    def _hands(self, seen: KozelObservation, events: Sequence[Event], zones: dict[str, Any]) -> None:
        drawn = {card for event in events if event.kind == "draw" for card in event.cards}
        back = {event.seat for event in events if event.kind == "return"}
        claimed = any(event.kind in ("molodka", "precede") for event in events)
        drawing = any(event.kind == "draw" for event in events)
        for seat in range(SEATS):
            place = (seat - self._bottom) % SEATS
            hand = columns.laid_out(seen.hands[seat], seen.trump)
            came = "stock" if drawing else f"off:{seat}" if seat in back else ""
            for index, card in enumerate(hand):
                open_now = self.view == OPEN or seat == self._seat or seat == seen.claimant
                entry = self._place(
                    card,
                    f"back.{seat}.{index}",
                    zones,
                    f"hand:{seat}",
                    f"hand:{seat}" if claimed and card != UNKNOWN else came,
                    up=int(open_now and card != UNKNOWN),
                    at=columns.in_hand(len(hand), index, _ALIGN[place], own=place == 0),
                )
                if card != UNKNOWN and (card in drawn or seat == seen.claimant):
                    entry["st"] = "now"

    def _trick(self, seen: KozelObservation, zones: dict[str, Any]) -> None:
        say = self._words.say
        for row in range(SEATS):
            zones[f"play:{row}"] = {"cards": [], "title": "", "text": ""}
        row = 0
        best = winning(seen.trick) if seen.trick else None
        # columns by the rank of what was led; each beater keeps to its column
        led = seen.trick[0].cards if seen.trick else ()
        order = sorted(range(len(led)), key=lambda column: STRENGTH[led[column]])
        over: Play | None = None
        for play in seen.trick:
            count = len(play.cards)
            if play.kind == "throw":
                zone = f"off:{play.seat}"
                align = _OFF_ALIGN[(play.seat - self._bottom) % SEATS]
                zones[zone]["title"] = say("thrown_off")
                for index, card in enumerate(play.cards):
                    at = columns.thrown(count, index, align)
                    key = f"off.{len(seen.tricks)}.{play.seat}.{index}"
                    self._place(card, key, zones, zone, f"hand:{play.seat}", at=at)
                continue
            zone = f"play:{row}"
            zones[zone]["title"] = say(f"row.{play.kind}", seat=_fitting(self.names[play.seat]))
            zones[zone]["text"] = say(f"row.{play.kind}_text", n=count) if play.kind != "beat" else ""
            if play.kind == "beat" and count > 1:
                zones[zone]["text"] = say("row.beat_text")
            for column, at_first in enumerate(order):
                card = play.cards[at_first]
                entry = self._place(
                    card,
                    "",
                    zones,
                    zone,
                    f"hand:{play.seat}",
                    up=1,
                    at=columns.in_trick(count, column, row),
                    narrow=columns.in_narrow_trick(count, column, row),
                    st="now" if play is best else "",
                )
                if play is best and over is not None:
                    entry["slot"], entry["short"] = self._beaten(card, over.cards[at_first], count)
            over = play
            row += 1

    def _beaten(self, card: Card, other: Card, columns_of_trick: int) -> tuple[str, str]:
        """Return why a card beats the one it lies on, in few words, and in fewer for a narrow table."""
        if SUIT[card] != SUIT[other]:
            brief = self._words.say("trumps_short")
            return self._words.say("trumps") if columns_of_trick < 3 else brief, brief
        ranks = {"one": short(str(card))[:-1], "other": short(str(other))[:-1]}
        whole = self._words.say("over", **ranks)
        return whole, whole if columns_of_trick < 4 else self._words.say("over_short", **ranks)

    def _trump(self, seen: KozelObservation, events: Sequence[Event]) -> dict[str, Any]:
        """Return the trump marker with the shown card; where it lies is not told, for nobody knows."""
        say = self._words.say
        at_bottom = self.game.options.trump_card == "bottom"
        played = any(
            seen.shown in play.cards and play.kind != "throw"
            for trick in (*seen.tricks, Trick(0, seen.trick))
            for play in trick.plays
        )
        if played:
            text = say("shown_played")
        elif at_bottom:
            text = say("shown_bottom" if seen.stock_size else "shown_drawn")
        else:
            text = say("shown_in_place")
        card = {"k": "shown", "f": str(seen.shown), "up": 1, "st": "", "why": self._why(seen.shown)}
        return {
            "cards": [card],
            "title": say("trump"),
            "text": text,
            "suit": suit_letter(seen.trump),
        }

    def _why(self, card: Card) -> dict[str, str]:
        """Return what a card counts; what beats it depends on the trump, so the marker tells that."""
        name = card_name(card, self._words.lang)
        return {
            "text": self._words.say("why.points", name=name[0].upper() + name[1:], n=WORTH[card]),
            "rule": "K19",
            "without": self._beaten_by(card),
        }

    def _beaten_by(self, card: Card) -> str:
        higher = [c for c in PACK if SUIT[c] == SUIT[card] and STRENGTH[c] > STRENGTH[card]]
        higher.sort(key=STRENGTH.__getitem__)
        return self._words.say("why.beaten" if higher else "why.highest", cards=higher)

    # --- plates and the banner ----------------------------------------------------------------

    def _plates(self, seen: KozelObservation) -> dict[str, Any]:
        plates = {}
        for seat in range(SEATS):
            on_turn = seat == seen.turn
            plates[f"hand:{seat}"] = {
                "name": _fitting(self.names[seat]),
                "sub": self._sub(seen, seat),
                "turn": on_turn,
                "eye": seat == self._seat,
                "score": "",
            }
        return plates

    def _sub(self, seen: KozelObservation, seat: int) -> str:
        say = self._words.say
        if seat == seen.turn:
            return say({"lead": "to_lead", "answer": "to_answer", "asked": "asked"}[seen.phase])
        if seat == seen.claimant:
            return say("claims")
        if seen.trick and seat == winning(seen.trick).seat:
            return say("holds")
        if seen.trick and seat == seen.trick[0].seat:
            return say("leader")
        if self._seat is not None and seat == (self._seat + 2) % SEATS:
            return say("partner")
        return say("dealer") if seat == seen.match.dealer else ""

    def _banner(self, seen: KozelObservation) -> str:
        if seen.phase == "over":
            points = [self._ledger.taken(seen, side)[1] for side in range(SIDES)]
            best = points.index(max(points))
            if points[best] == points[1 - best]:
                return self._words.say("banner.eggs")
            side = self._words.side(best)
            return self._words.say("banner.won", side=side, points=points[best], other=points[1 - best])
        if seen.claimant is not None:
            suit = self._words.suit(suit_letter(SUIT[_four(seen, seen.claimant)[0]]))
            return self._words.say("banner.claimed", seat=_fitting(self.names[seen.claimant]), suit=suit)
        if self._seat is not None and self._may_claim(seen):
            suit = self._words.suit(suit_letter(SUIT[seen.hands[self._seat][0]]))
            return self._words.say("banner.may_claim", suit=suit)
        return ""

    def _may_claim(self, seen: KozelObservation) -> bool:
        """Whether the viewer holds a four that may be led out of turn (KA8)."""
        if self._seat is None or not self.game.options.molodka or seen.settled:
            return False
        if seen.phase not in CLAIMABLE or not is_four(seen.hands[self._seat]) or len(seen.trick) == SEATS:
            return False
        return seen.phase == "answer" or (seen.turn is not None and self._seat != seen.leader)

    # --- words --------------------------------------------------------------------------------

    def _alt(self, seen: KozelObservation) -> str:
        """Return the table in words, for who does not see it: turn, trump, hands, trick, piles."""
        say, lang = self._words.say, self._words.lang
        turn = "over" if seen.phase == "over" else "wait" if seen.turn is None else seen.phase
        out = [say(f"alt.{turn}", seat="" if seen.turn is None else self.names[seen.turn])]
        out.append(say("alt.trump", suit=self._words.suit(suit_letter(seen.trump))))
        for play in seen.trick:
            cards = ", ".join(card_name(card, lang) for card in play.cards)
            unseen = play.kind == "throw" and UNKNOWN in play.cards
            key = "throw_hidden" if unseen else "lead" if play.kind == "molodka" else play.kind
            words: dict[str, Any] = {"seat": self.names[play.seat], "cards": cards, "n": len(play.cards)}
            out.append(say(f"alt.{key}", **words))
        for seat, hand in enumerate(seen.hands):
            known = [card_name(card, lang) for card in columns.laid_out(hand, seen.trump) if card != UNKNOWN]
            unknown = len(hand) - len(known)
            if unknown:
                known.append(say("alt.face_down", n=unknown))
            cards = ", ".join(known) or say("alt.none")
            out.append(say("alt.hand", seat=self.names[seat], cards=cards))
        for side in range(SIDES):
            tricks, points, hidden = self._ledger.taken(seen, side)
            what = self._pile_points(points, hidden)
            out.append(
                say("alt.pile", side=self._words.side(side), tricks=self._words.tricks(tricks), points=what)
            )
        out.append(say("alt.stock", n=seen.stock_size))
        return " ".join(out)

    def _caption(
        self, beat: Beat, seen: KozelObservation, events: Sequence[Event]
    ) -> tuple[str, dict[str, str] | None]:
        say = self._words.say
        if not events:
            suit = self._words.suit(suit_letter(seen.trump))
            text = say("event.deal", card=seen.shown, suit=suit, seat=self.names[seen.leader])
            brief = say("log.deal", card=seen.shown)
            return text, {"text": brief, "rule": "K4", "cls": ""}
        lead = events[0]
        if lead.kind == "draw":
            told, brief = self._drawn(seen, events), say("log.draw", n=len(events) // SEATS)
        elif lead.kind == "return":
            told = [say("event.return", seat=self.names[seen.claimant or 0])]
            brief = say("log.return")
        else:
            pairs = [self._event(event, beat) for event in events]
            told, brief = [sentence for sentence, _ in pairs], pairs[0][1]
        told += self._reason(beat)
        told += self._then(seen, events)
        own = lead.kind == "throw" and lead.seat == self._seat
        return " ".join(told), {"text": brief, "rule": lead.rule, "cls": "private" if own else ""}

    def _drawn(self, seen: KozelObservation, events: Sequence[Event]) -> list[str]:
        say = self._words.say
        taker = self.names[events[0].seat or 0]
        out = [say("event.draw", n=len(events) // SEATS, seat=taker)]
        public = next((event for event in events if event.rule == "KA6"), None)
        if public is not None and public.seat is not None:
            out.append(say("event.draw_shown", seat=self.names[public.seat], card=public.cards[0]))
        if self._seat is not None:
            own = [card for event in events if event.seat == self._seat for card in event.cards]
            if own:
                out.append(say("event.draw_seen", seat=self.names[self._seat], cards=own))
        return out

    def _event(self, event: Event, beat: Beat) -> tuple[str, str]:
        """Return an event as a sentence and in a few words."""
        say, kind = self._words.say, event.kind
        words = self._words.named(event.params)
        words |= {"cards": columns.laid_out(event.cards, beat.state.trump), "n": len(event.cards)}
        if kind == "beat":
            # each beside the card it beats
            pairs = sorted(
                zip(event.params["over"], event.cards, strict=True), key=lambda pair: STRENGTH[pair[0]]
            )
            words |= {"over": [over for over, _ in pairs], "cards": [card for _, card in pairs]}
        if event.seat is not None:
            words |= {"seat": self.names[event.seat], "side": self._words.side(side_of(event.seat))}
        if kind == "take":
            plays = _plays_of(beat.node)
            beaten = any(play.kind == "beat" for play in plays)
            words["points"] = number(sum(WORTH[c] for play in plays for c in play.seen(None).cards if c >= 0))
            return say(f"event.{'take' if beaten else 'take_lead'}", **words), say("log.take", **words)
        if kind == "throw" and UNKNOWN not in event.cards:
            return say("event.throw_seen", **words), say("log.throw_seen", **words)
        if kind == "count":
            points = event.params["points"]
            words |= {
                f"{name}{side}": value
                for side in range(SIDES)
                for name, value in (("side", self._words.side(side)), ("points", number(points[side])))
            }
        if kind == "return":
            return say("event.take_back", **words), say("log.take_back", **words)
        if kind == "series":
            words["total"] = number(event.params["totals"][event.params["loser"]])
        sentence = say(f"event.{kind}", **words)
        if event.params.get("doubled") and event.params.get("defeat"):
            sentence += " " + say("event.doubled", defeat=event.params["defeat"])
        return sentence, say(f"log.{kind}", **words)

    def _reason(self, beat: Beat) -> list[str]:
        """Return why a bot did it, for itself and where all hands are open: it tells what the bot knew."""
        node = beat.node
        if node.reason is None or node.action is None or beat.events[0] is not node.events[0]:
            return []
        if self.view not in (OPEN, node.action.seat):
            return []
        key, params = node.reason
        words = self._words.named({"n": params.get("points", 0), **params})
        return [self._words.say(f"bot.{key}", **{**words, "seat": self.names[node.action.seat]})]

    def _then(self, seen: KozelObservation, events: Sequence[Event]) -> list[str]:
        """Return what follows from the events: what is to be beaten, who leads, a four in one's hand."""
        say = self._words.say
        out = []
        if seen.phase == "answer" and seen.turn is not None:
            over = winning(seen.trick).cards
            out.append(say("then.to_answer", seat=self.names[seen.turn], cards=over, n=len(over)))
        elif seen.phase == "lead" and seen.turn is not None and events[0].kind in ("draw", "take"):
            out.append(say("then.to_lead", seat=self.names[seen.turn]))
        if self._seat is not None and self._may_claim(seen):
            out.append(say("then.may_claim", seat=self.names[self._seat]))
        return out


def _plays_of(node: Node) -> tuple[Play, ...]:
    """Return the plays of the trick that an action ended."""
    plays: tuple[Play, ...] = node.state.tricks[-1].plays
    return plays


def _four(seen: KozelObservation, seat: int) -> tuple[Card, ...]:
    return seen.hands[seat]


def _fitting(name: str) -> str:
    """Return a name cut to what a plate has room for."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"
