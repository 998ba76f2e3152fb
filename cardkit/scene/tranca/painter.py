"""Draws the table of Tranca: zones, plates, marks, captions and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import UNKNOWN, Card
from cardkit.engine import Event, ScoreSheet
from cardkit.games.tranca import Tranca, TrancaObservation, TrancaState
from cardkit.games.tranca.melds import BLACK_3S
from cardkit.games.tranca.score import worth
from cardkit.games.tranca.state import cards_in
from cardkit.scene.frames import OPEN, Beat, Frame, View
from cardkit.scene.tranca import places
from cardkit.scene.tranca.ledger import Ledger, signed
from cardkit.scene.tranca.speech import Speech, is_wild, rank_sign
from cardkit.words import card_name, number, tag

SHOWN_OF_PILE: Final = 3
MORTOS: Final = 2
RED_3_BADGE: Final = -44
"""What red 3s count stands so far over them."""
LONGEST_NAME: Final = 12
"""A plate holds a name of so many letters beside what else it says."""
_ALIGN: Final = ("center", "start", "center", "end")
"""How hands are lined up, by place from the viewer's own clockwise."""

Kept = dict[str, dict[Card, list[str]]]
"""The keys of the cards whose face the viewer knows, by zone and face."""


class Painter:
    """Draws the frames of one deal for one viewer, moment by moment.

    The two copies of a card are equal, so a key belongs to a face in a zone: it goes on with that face as
    long as the viewer can see where it goes. Cards not seen are only counted.
    """

    def __init__(self, game: Tranca, names: Sequence[str], view: View, lang: str) -> None:
        self.game = game
        self.names = names
        self.view = view
        self._words = Speech(names, lang)
        self._seat = view if isinstance(view, int) else None
        self._bottom = self._seat or 0
        self._ledger = Ledger(game, self._words, self._seat)
        self._kept: Kept = {}
        self._made = 0
        self._sizes: dict[int, int] = {}
        self._heap: list[Card] = []
        self._takers: list[str] | None = None
        self._turn: int | None = None
        self._began = False

    def frame(self, beat: Beat) -> Frame:
        """Return the whole frame of a moment."""
        seen = self._observe(beat.state)
        events = [e if self.view == OPEN else e.seen_by(self._seat) for e in beat.events]
        sheet = self.game.score(seen)
        self._follow(seen, events)
        caption, log = self._caption(beat, seen, events)
        frame = {
            "zones": self._zones(seen, events, sheet),
            "plates": self._plates(seen),
            "banner": "",
            "marks": self._marks(seen, events),
            "caption": caption,
            "alt": self._alt(seen, sheet),
            "rules": list(dict.fromkeys(e.rule for e in events)) or ["T4"],
            "log": log,
            "ledger": self._ledger.sheet(seen),
        }
        self._began = True
        return frame

    def _observe(self, state: TrancaState) -> TrancaObservation:
        seen = self.game.observe(state, self._seat)
        if self.view == OPEN:
            return seen._replace(hands=tuple(cards_in(hand) for hand in state.hands))
        return seen

    # --- what moves where ---------------------------------------------------------------------

    def _follow(self, seen: TrancaObservation, events: Sequence[Event]) -> None:
        """Keep the pile as it was discarded, and who had the mortos."""
        for event in events:
            if event.kind == "take":
                self._heap = []
            elif event.kind == "discard":
                self._heap.append(event.cards[0])
            elif event.kind == "morto" and event.seat is not None and self._takers is not None:
                self._takers.append(self.names[event.seat])
            elif event.kind == "morto_stock" and self._takers is not None:
                self._takers.append("")
        if self._takers is None:
            # the deal may begin in the middle
            self._takers = [""] * (MORTOS - seen.mortos)
        if len(self._heap) != seen.pile_size:
            # what was discarded before this painter began is not told
            top = [] if seen.pile_top is None else [seen.pile_top]
            self._heap = [UNKNOWN] * (seen.pile_size - len(top)) + top

    def _new_keys(self, seen: TrancaObservation) -> tuple[Kept, set[str]]:
        """Give every known card its key: its old one where it stays or goes, else a new one."""
        faces: dict[str, list[Card]] = {}
        for side in (0, 1):
            for at, meld in enumerate(seen.melds[side]):
                faces[f"melds:{side}:{at}"] = list(meld.cards)
            faces[f"red3s:{side}"] = list(seen.red3s[side])
        for seat, hand in enumerate(seen.hands):
            faces[f"hand:{seat}"] = [card for card in hand if card != UNKNOWN]
        faces["pile"] = [card for card in self._heap if card != UNKNOWN]
        kept: Kept = {zone: {} for zone in faces}
        wanted: list[tuple[str, Card]] = []
        loose: dict[Card, list[str]] = {}
        for zone, cards in faces.items():
            old = {face: list(keys) for face, keys in self._kept.get(zone, {}).items()}
            for card in cards:
                if old.get(card):
                    kept[zone].setdefault(card, []).append(old[card].pop(0))
                else:
                    wanted.append((zone, card))
            for face, keys in old.items():
                loose.setdefault(face, []).extend(keys)
        fresh: set[str] = set()
        for zone, card in wanted:
            if loose.get(card):
                key = loose[card].pop()
            else:
                self._made += 1
                key = f"card.{self._made}"
                fresh.add(key)
            kept[zone].setdefault(card, []).append(key)
        return kept, fresh

    def _sources(self, events: Sequence[Event]) -> dict[str, str]:
        """Return the zone that new cards of each zone come from."""
        found: dict[str, str] = {}
        for event in events:
            hand = f"hand:{event.seat}"
            if event.kind in ("draw", "replace"):
                found[hand] = "stock"
            elif event.kind == "take":
                found[hand] = "pile"
            elif event.kind == "morto":
                found[hand] = f"morto:{MORTOS - 1 - event.params['left']}"
            elif event.kind in ("meld", "add"):
                found[f"melds:{event.places[0][0]}"] = hand
            elif event.kind == "red3" and event.seat is not None:
                found[f"red3s:{event.seat % 2}"] = hand
            elif event.kind == "discard":
                found["pile"] = hand
            elif event.kind == "morto_stock":
                found["stock"] = f"morto:{MORTOS - 1 - event.params['left']}"
        return found if self._began else {}

    # --- zones --------------------------------------------------------------------------------

    def _zones(self, seen: TrancaObservation, events: Sequence[Event], sheet: ScoreSheet) -> dict[str, Any]:
        before = self._kept
        kept, fresh = self._new_keys(seen)
        came = self._sources(events)
        took = {key for event in events if event.kind == "take" for keys in before.get("pile", {}).values()
                for key in keys}  # fmt: skip
        moved = {key for zone, cards in kept.items() for face, keys in cards.items() for key in keys
                 if self._began and key not in before.get(zone, {}).get(face, ())}  # fmt: skip
        moved |= took
        self._kept = {
            zone: {face: list(keys) for face, keys in faces.items()} for zone, faces in kept.items()
        }

        def entry(zone: str, card: Card, **look: Any) -> dict[str, Any]:
            key = kept[zone][card].pop(0)
            made: dict[str, Any] = {
                "k": key,
                "f": str(card),
                "up": 1,
                "st": "now" if key in moved else "",
                "why": self._why(card),
                **look,
            }
            source = came.get(zone.rpartition(":")[0] if zone.count(":") == 2 else zone)
            if key in fresh and source:
                made["from"] = source
            return made

        zones: dict[str, Any] = {}
        for seat in range(self.game.seats):
            zones[f"hand:{seat}"] = {"cards": self._hand(seen, seat, entry, came)}
        for side in (0, 1):
            zones[f"melds:{side}"] = self._melds(seen, side, entry, sheet)
            red = seen.red3s[side]
            cards = [
                entry(
                    f"red3s:{side}",
                    card,
                    at=places.red_3(len(red), at),
                    narrow=[*places.narrow_red_3(len(red), at), 1],
                )
                for at, card in enumerate(red)
            ]
            worth_them = sum(line.points or 0 for line in sheet.of(side) if line.rule == "T26")
            badge = {
                "at": [0, RED_3_BADGE],
                "narrow": [0, RED_3_BADGE + places.narrow_red_3(len(red), 0)[1]],
                "text": signed(worth_them),
                "short": signed(worth_them),
                "look": "plain",
                "end": True,
            }
            zones[f"red3s:{side}"] = {"cards": cards, "badges": [badge] if red else []}
        zones["stock"] = self._stock(seen, came)
        zones["pile"] = self._pile(seen, entry)
        for at in range(MORTOS):
            zones[f"morto:{at}"] = self._morto(seen, at)
        return zones

    def _stock(self, seen: TrancaObservation, came: dict[str, str]) -> dict[str, Any]:
        depth = min(seen.stock_size, SHOWN_OF_PILE)
        source = {"from": came["stock"]} if "stock" in came else {}
        return {
            "cards": [{"k": f"stock.{k}", "f": "??", "up": 0, "st": "", **source} for k in range(depth)],
            "title": self._words.say("stock", n=seen.stock_size),
            "text": "",
        }

    def _pile(self, seen: TrancaObservation, entry: Any) -> dict[str, Any]:
        locked = seen.pile_top in BLACK_3S and seen.phase != "over"
        hidden = len(self._heap) - SHOWN_OF_PILE
        cards = []
        for at, card in enumerate(self._heap):
            if card == UNKNOWN:
                made = {"k": f"pile.{at}", "f": "??", "up": 0, "st": ""}
            else:
                made = entry("pile", card)
            if at >= hidden:
                cards.append(made)
        for under in cards[:-1]:
            under["st"] = ""
        return {
            "cards": cards,
            "title": self._words.say("pile", n=seen.pile_size),
            "text": self._words.say("locked") if locked else "",
            "locked": locked,
        }

    def _morto(self, seen: TrancaObservation, at: int) -> dict[str, Any]:
        say = self._words.say
        takers = self._takers or []
        if at >= MORTOS - seen.mortos:
            cards = [{"k": f"morto.{at}.{k}", "f": "??", "up": 0, "st": ""} for k in range(SHOWN_OF_PILE)]
            return {"cards": cards, "title": say("morto"), "text": ""}
        taker = takers[at] if at < len(takers) else ""
        gap = say("morto_taken_by", seat=_fitting(taker)) if taker else say("morto_gone")
        return {"cards": [{"k": f"gap.morto.{at}", "gap": gap}], "title": say("morto"), "text": ""}

    def _hand(
        self, seen: TrancaObservation, seat: int, entry: Any, came: dict[str, str]
    ) -> list[dict[str, Any]]:
        place = (seat - self._bottom) % self.game.seats * 4 // self.game.seats
        zone = f"hand:{seat}"
        hand = places.laid_out(seen.hands[seat])
        # cards of a hand that all have seen are known, but they are not shown
        shown = self.view == OPEN or seat == self._seat or seen.phase == "over"
        backs = sum(card == UNKNOWN for card in hand)
        old = self._sizes.get(seat, 0)
        out = []
        for index, card in enumerate(hand):
            if place == 0:
                at = places.own_hand(len(hand), index)
            else:
                at = places.other_hand(len(hand), index, _ALIGN[place])
            if card != UNKNOWN:
                out.append(entry(zone, card, at=at, up=int(shown)))
                continue
            number_of_back = index - (len(hand) - backs)
            made = {"k": f"back.{seat}.{number_of_back}", "f": "??", "up": 0, "st": "", "at": at}
            if number_of_back >= old and zone in came:
                made["from"] = came[zone]
            out.append(made)
        self._sizes[seat] = backs
        return out

    def _melds(self, seen: TrancaObservation, side: int, entry: Any, sheet: ScoreSheet) -> dict[str, Any]:
        say = self._words.say
        melds = seen.melds[side]
        sizes = [len(meld.cards) for meld in melds]
        wide, narrow = places.spread(sizes, places.WIDE_MELDS), places.spread(sizes, places.NARROW_MELDS)
        cards, badges = [], []
        sets = self.game.options.sets_make_canastra
        for at, meld in enumerate(melds):
            zone = f"melds:{side}:{at}"
            for number_in_meld, (card, rank) in enumerate(meld.standing()):
                look: dict[str, Any] = {
                    "at": wide.cards[at][number_in_meld],
                    "narrow": [*narrow.cards[at][number_in_meld], narrow.scale],
                }
                if wide.scale != 1:
                    look["size"] = wide.scale
                if is_wild(card):
                    look["tag"] = say("stands_for", rank=rank_sign(rank))
                    look["why"] = self._why_wild(card, rank)
                cards.append(entry(zone, card, **look))
            canastra = meld.is_canastra(sets)
            kind = ("clean" if meld.clean else "dirty") if canastra else "run" if meld.is_run else "set"
            points = self._ledger.meld_points(sheet, side, at)
            short = say(f"badge.{kind}_short", points=self._ledger.meld_sum(sheet, side, at))
            badges.append(
                {
                    "at": wide.badges[at],
                    "narrow": narrow.badges[at],
                    "text": say(f"badge.{kind}", points=points),
                    "short": short,
                    "room": wide.rooms[at],
                    "look": {"clean": "full", "dirty": "dashed"}.get(kind, "plain"),
                    **({} if wide.rows == 1 else {"size": 0.8}),
                }
            )
        return {
            "cards": cards,
            "badges": badges,
            "title": self._words.side(side),
            "score": self._ledger.total(sheet, side),
            "text": say("final" if seen.phase == "over" else "if_now"),
        }

    def _why(self, card: Card) -> dict[str, str]:
        """Return what a card counts; red and black 3s and 2s say what else they are for."""
        name = card_name(card, self._words.lang)
        kind = "wild" if is_wild(card) else "plain"
        if card.rank == 3:
            kind = "black_three" if card in BLACK_3S else "red_three"
        rule = {"wild": "T9", "black_three": "T10", "red_three": "T11"}.get(kind)
        if rule is None:
            rule = "T30" if self.game.options.card_values == "all10" else "TA1"
        points = number(worth(card, self.game.options))
        text = self._words.say(f"why.{kind}", name=name[0].upper() + name[1:], points=points)
        return {"text": text, "rule": rule, "without": ""}

    def _why_wild(self, card: Card, rank: int) -> dict[str, str]:
        name = card_name(card, self._words.lang)
        text = self._words.say("why.stands_for", name=name[0].upper() + name[1:], rank=rank_sign(rank))
        return {"text": text, "rule": "TA5", "without": ""}

    # --- plates and marks ---------------------------------------------------------------------

    def _plates(self, seen: TrancaObservation) -> dict[str, Any]:
        return {
            f"hand:{seat}": {
                "name": _fitting(self.names[seat]),
                "sub": self._sub(seen, seat),
                "turn": seat == seen.turn,
                "eye": seat == self._seat,
                "score": str(len(hand)),
            }
            for seat, hand in enumerate(seen.hands)
        }

    def _sub(self, seen: TrancaObservation, seat: int) -> str:
        if seat == seen.turn and seen.phase in ("draw", "play"):
            return self._words.say("to_draw" if seen.phase == "draw" else "to_play")
        if seen.waiting >> seat & 1:
            return self._words.say("morto_waits")
        if seat == seen.ender:
            return self._words.say("went_out")
        return self._words.say("dealer") if seat == seen.match.dealer and not seen.turns else ""

    def _marks(self, seen: TrancaObservation, events: Sequence[Event]) -> list[dict[str, Any]]:
        """Return a bow for each wild that slid: from the place it left, where another card lies now."""
        marks = []
        for event in events:
            if "slid" not in event.params:
                continue
            side, number_of_meld = event.places[0]
            first = sum(len(meld.cards) for meld in seen.melds[side][:number_of_meld])
            lying = seen.melds[side][number_of_meld].standing()
            ranks = [rank for _, rank in lying]
            for old, new in zip(*event.params["slid"], strict=True):
                if old != new and old in ranks:
                    zone = f"melds:{side}"
                    ends = [zone, first + ranks.index(old)], [zone, first + ranks.index(new)]
                    marks.append({"type": "slide", "from": ends[0], "to": ends[1]})
        return marks

    # --- words --------------------------------------------------------------------------------

    def _alt(self, seen: TrancaObservation, sheet: ScoreSheet) -> str:
        """Return the table in words, for who does not see it: the turn, melds, hands, piles."""
        say, lang = self._words.say, self._words.lang
        on_turn = seen.turn is not None and seen.phase in ("draw", "play")
        out = [say(f"alt.{seen.phase if on_turn else 'over'}", seat=self.names[seen.turn or 0])]
        for side in (0, 1):
            melds = "; ".join(
                say("alt.meld", meld=self._words.meld(meld), n=len(meld.cards), cards=tag(meld.cards))
                for meld in seen.melds[side]
            )
            score = self._ledger.total(sheet, side)
            out.append(
                say("alt.side", side=self._words.side(side), melds=melds or say("alt.nothing"), score=score)
            )
        for seat, hand in enumerate(seen.hands):
            known = [card_name(card, lang) for card in places.laid_out(hand) if card != UNKNOWN]
            hidden = len(hand) - len(known)
            if hidden:
                known.append(say("alt.face_down", n=hidden))
            out.append(say("alt.hand", seat=self.names[seat], cards=", ".join(known) or say("alt.none")))
        top = say("alt.none") if seen.pile_top is None else card_name(seen.pile_top, lang)
        out.append(say("alt.pile", top=top, pile=seen.pile_size, stock=seen.stock_size, mortos=seen.mortos))
        return " ".join(out)

    def _caption(
        self, beat: Beat, seen: TrancaObservation, events: Sequence[Event]
    ) -> tuple[str, dict[str, str] | None]:
        say = self._words.say
        pairs = [self._event(event, seen) for event in events]
        told = [sentence for sentence, _ in pairs if sentence]
        if not events:
            first = self.names[seen.turn or 0]
            key = "event.deal" if seen.turns == 0 else "event.position"
            told.append(say(key, seat=first))
            brief, rule = say("log.deal"), "T4"
        else:
            brief, rule = next(line for _, line in pairs if line), events[0].rule
        told += self._reason(beat)
        told += self._then(seen, events)
        self._turn = seen.turn
        private = any(event.audience is not None and self._seat in event.audience for event in events)
        lead = events[0].kind if events else ""
        cls = "private" if private and lead == "draw" else ""
        return " ".join(told), {"text": brief, "rule": rule, "cls": cls}

    def _event(self, event: Event, seen: TrancaObservation) -> tuple[str, str]:
        """Return an event as a sentence and in a few words."""
        say, kind, params = self._words.say, event.kind, event.params
        words: dict[str, Any] = {"cards": event.cards, "n": len(event.cards)}
        words["seat"] = "" if event.seat is None else self.names[event.seat]
        name = kind
        if kind in ("draw", "replace"):
            name = kind if UNKNOWN in event.cards else f"{kind}_seen"
        elif kind == "take":
            words |= {"card": params["card"], "n": params["n"] - 1}
            name = "take" if event.cards else "take_one"
        elif kind in ("meld", "add"):
            side, at = event.places[0]
            words["meld"] = self._words.meld(seen.melds[side][at])
        elif kind == "canastra":
            name = "canastra_clean" if params["clean"] else "canastra_dirty"
        elif kind in ("out", "morto"):
            name = f"{kind}_{params['how']}"
        elif kind == "morto_stock":
            words["n"] = params["n"]
        elif kind == "end":
            words |= {
                f"{what}{side}": value
                for side in (0, 1)
                for what, value in (
                    ("side", self._words.side(side)),
                    ("points", number(params["totals"][side])),
                )
            }
            name = "end_stopped" if params["stopped"] else "end"
        sentence = say(f"event.{name}", **words)
        if "slid" in params:
            ranks = [new for old, new in zip(*params["slid"], strict=True) if old != new]
            sentence += " " + say("event.slid", rank=", ".join(map(rank_sign, ranks)))
        brief = say(f"log.{kind}", **words) if kind in _BRIEF else ""
        return sentence, brief

    def _reason(self, beat: Beat) -> list[str]:
        """Return why a bot did it, for itself and where all hands are open: it tells what the bot knew."""
        node = beat.node
        if node.reason is None or node.action is None:
            return []
        # what was done, not the stock made ready for it
        if beat.events[0] is not next(event for event in node.events if event.kind != "morto_stock"):
            return []
        if self.view not in (OPEN, node.action.seat):
            return []
        key, params = node.reason
        return [self._words.say(f"bot.{key}", **{**params, "seat": self.names[node.action.seat]})]

    def _then(self, seen: TrancaObservation, events: Sequence[Event]) -> list[str]:
        """Return whose turn it is where a turn has just ended."""
        ended = self._turn not in (None, seen.turn)
        if not ended or seen.turn is None or any(event.kind == "lock" for event in events):
            return []
        return [self._words.say("then.next", seat=self.names[seen.turn])]


_BRIEF: Final = frozenset(
    {"draw", "take", "meld", "add", "discard", "pass", "stop", "reveal"}
    | {"red3", "replace", "morto", "open_morto", "morto_stock"}
)
"""Events that can be the line of a moment in the list of what happened; the first of a moment is."""


def _fitting(name: str) -> str:
    """Return a name cut to what a plate has room for."""
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"
