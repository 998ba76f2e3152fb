"""Makes pages with a step player on handmade data: a deal like one of 4 Cartas, and a live table.

Nothing here knows the engine: the player can be tested alone. Run as a program it writes such pages into a
folder: ``python -m tests.browser.player_page FOLDER``.
"""

from __future__ import annotations

import json
import shutil
import sys
import tomllib
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Json = dict[str, Any]
OPEN = {"id": "open", "name": "All open"}

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "cardkit" / "widgets" / "static"
NAMES = ("Ana", "Bruno", "Clara", "Davi")
RANKS = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def card_names() -> dict[str, str]:
    names = {
        rank + suit: f"{RANKS.get(rank, rank)} of {word}"
        for suit, word in SUITS.items()
        for rank in "A23456789TJQK"
    }
    return names | {"??": "unknown card"}


def layouts(me: int) -> Json:
    """The two drawings of a table for four, seat `me` at the bottom."""
    own, left, top, right = (f"hand:{(me + i) % 4}" for i in range(4))
    wide = {
        own: zone([160, 400, 540, 118], 0.9333, gap=[16, 27], plate=[430, 549, "middle"]),
        left: zone([36, 162, 142, 323], 0.7111, cols=2, gap=[14, 27], plate=[36, 124, "start"]),
        top: zone([231, 56, 398, 90], 0.7111, gap=[14, 27], plate=[430, 20, "middle"]),
        right: zone([682, 162, 142, 323], 0.7111, cols=2, gap=[14, 27], plate=[824, 124, "end"]),
        "stock": zone([344, 232, 80, 112], 0.8889, label=[330, 246, "end"]),
        "pile": zone([440, 232, 80, 112], 0.8889, label=[536, 246, "start"]),
        "drawn": zone([560, 280, 64, 90], 0.7111),
    }
    narrow = {
        own: zone([66, 294, 282, 79], 0.6222, gap=[10, 19], plate=[207, 389, "middle"]),
        left: zone([12, 126, 98, 232], 0.5111, cols=2, gap=[6, 19], plate=[12, 96, "start"]),
        top: zone([77, 39, 206, 65], 0.5111, gap=[7, 19], plate=[180, 9, "middle"]),
        right: zone([250, 126, 98, 232], 0.5111, cols=2, gap=[6, 19], plate=[348, 96, "end"]),
        "stock": zone([128, 150, 48, 67], 0.5333, label=[152, 232, "middle"]),
        "pile": zone([186, 150, 48, 67], 0.5333),
        "drawn": zone([186, 224, 46, 65], 0.5111),
    }
    return {
        "wide": {"size": [860, 590], "zones": wide, "banner": [430, 190]},
        "narrow": {"size": [360, 416], "zones": narrow, "banner": None},
    }


def zone(box: list[float], scale: float, **more: Any) -> Json:
    return {
        "box": box,
        "scale": scale,
        "cols": None,
        "gap": [14, 27],
        "align": "center",
        "plate": None,
        "label": None,
    } | more


@dataclass
class Deal:
    """A table by hand: who holds what, who has seen what, and the frames so far for each view."""

    hands: list[list[str | None]]
    stock: list[str]
    pile: list[tuple[str, str]]
    views: tuple[str, ...] = ("0", "1", "2", "3", "open")
    keys: list[list[str]] = field(default_factory=list)
    seen: dict[str, set[int]] = field(default_factory=dict)
    faces: dict[str, str] = field(default_factory=dict)
    penalties: set[str] = field(default_factory=set)
    drawn: tuple[str, str, int] | None = None
    turn: int = 0
    steps: dict[str, list[Json]] = field(default_factory=dict)
    turns: list[Json] = field(default_factory=list)
    fouls: list[int] = field(default_factory=list)
    fresh: int = 0

    def __post_init__(self) -> None:
        self.keys = [[f"{seat}.{i}" for i in range(len(hand))] for seat, hand in enumerate(self.hands)]
        for seat, hand in enumerate(self.hands):
            for i, face in enumerate(hand):
                self.faces[self.keys[seat][i]] = face or ""
        self.steps = {view: [] for view in self.views}

    def new_turn(self, label: str, name: str, seat: int | None = None) -> None:
        self.turns.append({"label": label, "name": name, "from": len(self.steps["open"]), "n": 0})
        if seat is not None:
            self.turn = seat

    def look(self, seat: int, owner: int, slot: int) -> None:
        self.seen.setdefault(self.keys[owner][slot], set()).add(seat)

    def draw(self, seat: int) -> str:
        self.fresh += 1
        face = self.stock.pop()
        self.drawn = (f"d{self.fresh}", face, seat)
        return face

    def discard_drawn(self) -> None:
        assert self.drawn
        self.pile.append((self.drawn[0], self.drawn[1]))
        self.drawn = None

    def put_drawn(self, slot: int) -> None:
        assert self.drawn
        key, face, seat = self.drawn
        self.pile.append((self.keys[seat][slot], self.hands[seat][slot] or ""))
        self.keys[seat][slot], self.hands[seat][slot] = key, face
        self.faces[key] = face
        self.seen[key] = {seat}
        self.drawn = None

    def match(self, seat: int, slot: int) -> None:
        self.pile.append((self.keys[seat][slot], self.hands[seat][slot] or ""))
        self.hands[seat][slot] = None
        self.keys[seat][slot] = f"g{seat}.{slot}"

    def penalty(self, seat: int) -> None:
        self.fresh += 1
        key = f"p{self.fresh}"
        self.hands[seat].append(self.stock.pop())
        self.keys[seat].append(key)
        self.faces[key] = self.hands[seat][-1] or ""
        self.penalties.add(key)

    def swap(self, a: tuple[int, int], b: tuple[int, int]) -> None:
        (s, i), (t, j) = a, b
        self.hands[s][i], self.hands[t][j] = self.hands[t][j], self.hands[s][i]
        self.keys[s][i], self.keys[t][j] = self.keys[t][j], self.keys[s][i]

    # what a viewer sees

    def knows(self, view: str, key: str) -> bool:
        return view == "open" or int(view) in self.seen.get(key, set())

    def worth(self, seat: int, face: str) -> int:
        others = [card for card in self.hands[seat] if card and card[0] != "8"]
        if face[0] == "8":
            return 0 if others else -5
        return POINTS.get(face[0], 0) or int(face[0])

    def card(self, view: str, seat: int, slot: int, look: tuple[int, ...] = ()) -> Json:
        key, face = self.keys[seat][slot], self.hands[seat][slot]
        if face is None:
            return {"k": key, "gap": "matched", "slot": str(slot + 1)}
        known = self.knows(view, key)
        looking = known and view != "open" and key in self.looking and int(view) in look
        out: Json = {"k": key, "f": face if known else "??", "up": int(view == "open" or looking)}
        out |= {"st": "look" if looking else "", "slot": str(slot + 1)}
        if key in self.penalties:
            out["note"] = f"{slot + 1} · penalty"
            out["from"] = "stock"
        if known:
            value = self.worth(seat, face)
            rule = "C6" if face[0] == "8" else "C8"
            out["pts"] = str(value).replace("-", "−")
            out["why"] = {
                "text": f"[[{face}]] counts {out['pts']}.",
                "rule": rule,
                "without": f"Without this card: {self.total(view, seat, value)}",
            }
        return out

    def total(self, view: str, seat: int, less: int = 0) -> str:
        known = unknown = 0
        for key, face in zip(self.keys[seat], self.hands[seat], strict=True):
            if face and self.knows(view, key):
                known += self.worth(seat, face)
            elif face:
                unknown += 1
        return f"{known - less} + ?".replace("-", "−") if unknown else str(known - less)

    def ledger(self, view: str, to: dict[str, str]) -> Json:
        if view == "open":
            rows: list[Json] = [
                {
                    "k": self.keys[seat],
                    "label": NAMES[seat],
                    "points": self.total(view, seat),
                    "cards": [face for face in self.hands[seat] if face],
                }
                for seat in range(4)
            ]
            return {
                "title": "All hands, as they lie",
                "hint": "",
                "rows": rows,
                "total": None,
                "head": ["seat", "cards", "points"],
                "explain": None,
            }
        seat, rows = int(view), []
        for slot, face in enumerate(self.hands[seat]):
            key = self.keys[seat][slot]
            if face is None:
                continue
            known = self.knows(view, key)
            points = str(self.worth(seat, face)).replace("-", "−") if known else "?"
            after = to.get(key)
            rows.append(
                {
                    "k": key,
                    "label": str(slot + 1),
                    "cards": [face if known else "??"],
                    "to": [after] if after else None,
                    "rule": None,
                    "points": f"{points} → {self.worth(seat, after)}" if after else points,
                }
            )
        eight = next(
            (
                f
                for k, f in zip(self.keys[seat], self.hands[seat], strict=True)
                if f and f[0] == "8" and self.knows(view, k)
            ),
            None,
        )
        zero = eight is not None and self.worth(seat, eight) == 0
        explain = eight and {
            "card": eight,
            "title": f"Why is the 8 worth {'0' if zero else '−5'}?",
            "rules": ["C6", "CA1"],
            "text": "It lies with other cards. Its second value waits:" if zero else "It is alone.",
            "tiles": [
                {"value": "0", "text": "with any other card", "on": zero},
                {"value": "−5", "text": "alone, or only 8s: each", "on": not zero},
            ],
        }
        return {
            "title": f"What {NAMES[seat]} knows",
            "hint": "before → after the swap" if to else "",
            "head": ["slot", "card", "points"],
            "rows": rows,
            "explain": explain,
            "total": {"label": "Known so far", "value": self.total(view, seat)},
        }

    looking: tuple[str, ...] = ()

    def step(
        self,
        caption: str,
        log: str,
        rule: str,
        *,
        look: tuple[int, ...] = (),
        cls: str = "",
        marks: tuple[Json, ...] = (),
        banner: str = "",
        now: tuple[str, ...] = (),
        foul: str = "",
        looked: tuple[tuple[int, int], ...] = (),
        to: dict[str, str] | None = None,
        hidden: str = "",
    ) -> None:
        """Adds a frame to every view. `look`: seats that look, at the places `looked`."""
        self.looking = tuple(self.keys[seat][slot] for seat, slot in looked)
        eyes = [{"type": "eye", "at": [f"hand:{s}", i], "n": n + 1} for n, (s, i) in enumerate(looked)]
        for view in self.views:
            zones: Json = {}
            for seat in range(4):
                cards = [self.card(view, seat, slot, look) for slot in range(len(self.hands[seat]))]
                for one in cards:
                    if one["k"] in now and "gap" not in one:
                        one["st"] = one["st"] or "now"
                    if one["k"] == foul:
                        one["st"] = "foul"
                zones[f"hand:{seat}"] = {"cards": cards}
            backs = [{"k": f"stock.{i}", "f": "??", "up": 0} for i in range(min(3, len(self.stock)))]
            zones["stock"] = {"cards": backs, "title": "stock", "text": f"{len(self.stock)} cards"}
            pile = [
                {"k": key, "f": face, "up": 1, "st": "now" if key in now else "", "from": "stock"}
                for key, face in self.pile[-2:]
            ]
            top = self.pile[-1][1].replace("T", "10") if self.pile else ""
            text = f"{top[:-1]}{SIGNS[top[-1]]} on {len(self.pile) - 1} cards" if top else "empty"
            zones["pile"] = {"cards": pile, "title": "discard pile", "text": text}
            zones["drawn"] = {"cards": []}
            if self.drawn:
                key, face, seat = self.drawn
                mine = view in (str(seat), "open")
                zones["drawn"]["cards"] = [
                    {"k": key, "f": face if mine else "??", "up": int(mine), "from": "stock", "st": "now"}
                ]
            plates = {
                f"hand:{seat}": {
                    "name": NAMES[seat],
                    "turn": seat == self.turn,
                    "eye": view == str(seat),
                    "sub": "to move" if seat == self.turn else "dealer" if seat == 3 else "",
                    "score": "",
                }
                for seat in range(4)
            }
            secret = hidden and view != "open" and int(view) not in look
            frame = {
                "zones": zones,
                "plates": plates,
                "banner": banner,
                "marks": [*eyes, *marks],
                "caption": hidden if secret else caption,
                "rules": [rule],
                "log": {"text": log, "rule": rule, "cls": cls},
                "ledger": self.ledger(view, to or {}),
            }
            self.steps[view].append(frame)
        self.turns[-1]["n"] += 1
        if cls == "foul":
            self.fouls.append(len(self.steps["open"]) - 1)


def delta(frames: list[Json]) -> list[Json]:
    """Leaves out what is as in the frame before."""
    out, before = [], None
    for frame in frames:
        if before is None:
            out.append(frame)
        else:
            small = {key: value for key, value in frame.items() if value != before[key]}
            for part in ("zones", "plates"):
                if part in small:
                    small[part] = {k: v for k, v in frame[part].items() if v != before[part].get(k)}
            out.append(small)
        before = frame
    return out


def play() -> Deal:
    """35 steps: deal and looks, a match, two fouls with a penalty slot, turns, two swaps, an 8 that flips."""
    deal = Deal(
        hands=[
            ["8h", "5c", "9c", "Jd"],
            ["4s", "Qh", "7d", "3c"],
            ["7c", "As", "Td", "2c"],
            ["2d", "Kh", "6c", "9h"],
        ],
        stock=[
            "5d",
            "3h",
            "6d",
            "Qs",
            "Js",
            "Tc",
            "8c",
            "9s",
            "Ad",
            "Qc",
            "5h",
            "3d",
            "Kd",
            "2h",
            "Ks",
            "4h",
            "6h",
        ],
        pile=[("start", "7s")],
    )
    step = deal.step
    deal.turn = 0
    deal.new_turn("deal", "Deal and first looks")
    step(
        "Four cards each, face down; [[7s]] is turned up.",
        "Four cards each; [[7s]] is turned up",
        "C13",
        now=("start",),
    )
    for seat, slots in enumerate([(0, 1), (1, 2), (0, 1), (2, 3)]):
        log = f"{NAMES[seat]} looks at slots {slots[0] + 1} and {slots[1] + 1}"
        for slot in slots:
            deal.look(seat, seat, slot)
        step(
            f"{NAMES[seat]} looks at two of the four.",
            log,
            "C16",
            look=(seat,),
            looked=tuple((seat, slot) for slot in slots),
            cls="private",
        )
    deal.match(2, 0)
    step(
        "Clara discards her [[7c]]: it matches the 7 on the pile.",
        "Clara discards [[7c]] from slot 1, out of turn",
        "C17",
        now=("2.0",),
    )
    step(
        "Bruno shows [[Qh]]: no match. It goes back.",
        "Bruno shows [[Qh]]: no match, it goes back",
        "C30",
        cls="foul",
        foul="1.1",
    )
    deal.penalty(1)
    step(
        "Bruno takes a penalty card, unseen, as slot 5.",
        "Bruno gets a penalty card, slot 5",
        "C29",
        cls="foul",
        now=("p1",),
    )

    def turn(seat: int, label: str) -> str:
        deal.new_turn(label, f"{NAMES[seat]}’s turn", seat)
        face = deal.draw(seat)
        step(
            f"{NAMES[seat]} draws from the stock.", f"{NAMES[seat]} draws from the stock", "C19", look=(seat,)
        )
        return face

    turn(0, "A")
    deal.discard_drawn()
    step("Ana discards what she drew.", "Ana discards [[4h]]", "C20", now=("d2",))
    # a king: two looks and a swap
    turn(1, "B")
    deal.put_drawn(0)
    step(
        "Bruno keeps the card he drew, in slot 1.",
        "Drawn card to slot 1, [[4s]] discarded",
        "C23",
        now=("d3", "1.0"),
    )
    turn(2, "C")
    deal.discard_drawn()
    step("Clara discards [[2h]].", "Clara discards [[2h]]", "C20", now=("d4",))
    step("Nobody matches the [[2h]].", "Nobody matches", "C21")
    turn(3, "D")
    deal.put_drawn(2)
    step(
        "Davi keeps [[Kd]] in slot 3 and discards [[6c]].",
        "Drawn card to slot 3, [[6c]] discarded",
        "C23",
        now=("d5", "3.2"),
    )
    deal.stock.append("Kc")
    turn(0, "A")
    deal.discard_drawn()
    step(
        "Ana discards the [[Kc]] she drew: she may look twice and swap once.",
        "Ana discards the [[Kc]] she drew",
        "C20",
        now=("d6",),
        banner="King: two looks, one swap",
    )
    deal.look(0, 0, 2)
    step(
        "Her first look: her own slot 3, the [[9c]].",
        "K: Ana looks at her own slot 3",
        "C10",
        look=(0,),
        looked=((0, 2),),
        now=("d6",),
        banner="King: two looks, one swap",
        hidden="Ana looks at her own slot 3.",
    )
    deal.look(0, 3, 0)
    step(
        "Her second look: Davi’s slot 1, the [[2d]].",
        "K: Ana looks at Davi’s slot 1",
        "C10",
        look=(0,),
        looked=((0, 2), (3, 0)),
        now=("d6",),
        banner="King: two looks, one swap",
        hidden="Ana looks at Davi’s slot 1.",
    )
    arrows: Json = {"type": "swap", "from": ["hand:0", 2], "to": ["hand:3", 0]}
    step(
        "Ana’s king lets her swap: her [[9c]] in slot 3 for Davi’s [[2d]] in slot 1. Nobody else sees them.",
        "K: Ana’s slot 3 ⇄ Davi’s slot 1",
        "C10",
        look=(0,),
        looked=((0, 2), (3, 0)),
        now=("d6", "0.2", "3.0"),
        marks=(arrows,),
        banner="King: two looks, one swap",
        to={"0.2": "2d"},
        hidden="Ana swaps her slot 3 for Davi’s slot 1.",
    )
    deal.swap((0, 2), (3, 0))
    step("The two cards have changed places.", "The cards have changed places", "C10", now=("0.2", "3.0"))
    step("Anyone may match the king.", "Anyone may match the king", "C21")
    turn(1, "B")
    deal.discard_drawn()
    step("Bruno discards [[3d]].", "Bruno discards [[3d]]", "C20", now=("d7",))
    turn(2, "C")
    deal.put_drawn(1)
    step("Clara keeps [[5h]] in slot 2.", "Drawn card to slot 2, [[As]] discarded", "C23", now=("d8", "2.1"))
    # two cards swapped at once by one who is told so: the arrows and the move in one frame
    deal.new_turn("D", "Davi’s turn", 3)
    deal.swap((3, 3), (2, 3))
    step(
        "A queen: Davi swaps unseen, slot 4 for Clara’s slot 4.",
        "Q: Davi’s slot 4 ⇄ Clara’s slot 4",
        "C12",
        now=("3.3", "2.3"),
        marks=({"type": "swap", "from": ["hand:3", 3], "to": ["hand:2", 3]},),
        banner="Queen: one swap",
    )
    step("Nobody matches.", "Nobody matches", "C21")
    # Ana gets rid of all but the 8: its value flips
    deal.new_turn("A", "Ana’s turn", 0)
    for slot in (1, 2, 3):
        key = deal.keys[0][slot]
        deal.match(0, slot)
        step(
            f"Ana discards slot {slot + 1}: one card fewer.",
            f"Ana empties slot {slot + 1}",
            "C17",
            now=(key,),
        )
    turn(1, "B")
    deal.discard_drawn()
    step("Bruno discards [[Qc]].", "Bruno discards [[Qc]]", "C20", now=("d9",))
    return deal


def words(lang: str) -> Json:
    table = tomllib.loads((ROOT / "cardkit" / "words" / lang / "player.toml").read_text("utf-8"))
    return dict(table["player"])


def deal_data(lang: str = "en", **more: Any) -> Json:
    """The data of the whole deal, for all five views."""
    deal = play()
    rules = {
        id: {"title": f"What {id} says", "html": f"<p>The clause {id}, with a [[9c]] in it.</p>"}
        for id in (
            "C6",
            "C8",
            "C10",
            "C12",
            "C13",
            "C16",
            "C17",
            "C19",
            "C20",
            "C21",
            "C23",
            "C29",
            "C30",
            "CA1",
        )
    }
    rules["C10"]["title"] = "What a discarded king may do"
    return {
        "v": 1,
        "id": "fix1",
        "lang": lang,
        "title": "4 Cartas",
        "subtitle": "round 2 of 5 · deal 2f7",
        "ui": words(lang),
        "cards": card_names(),
        "view": "0",
        "step": 0,
        "mode": "player",
        "views": [{"id": id, "name": name} for id, name in zip("0123", NAMES, strict=True)] + [OPEN],
        "panels": ["ledger", "log"],
        "rules": rules,
        "rulebook": "rules/en/four_cards",
        "layouts": {view: layouts(0 if view == "open" else int(view)) for view in deal.views},
        "turns": deal.turns,
        "fouls": deal.fouls,
        "live": None,
        "steps": {view: delta(frames) for view, frames in deal.steps.items()},
        "save": {"name": "four_cards-7.json", "text": '{"deal": "2f7"}'},
    } | more


KING = 21  # the step on which Ana's king swaps, counted from 0


def table_data(**more: Any) -> Json:
    """A live table that stands at the king's swap: Ana has to choose what to swap with what."""
    data = deal_data(id="live1", mode="table", step=KING, views=[{"id": "0", "name": "Ana"}])
    data["steps"] = {"0": deepcopy(data["steps"]["0"][: KING + 1])}
    data["layouts"] = {"0": data["layouts"]["0"]}
    frame = data["steps"]["0"][KING]
    frame["marks"] = []
    last = data["turns"].index(next(turn for turn in data["turns"] if turn["from"] + turn["n"] > KING))
    data["turns"] = data["turns"][: last + 1]
    data["turns"][last]["n"] = KING + 1 - data["turns"][last]["from"]
    data["live"] = live()
    return data | more


def live(**more: Any) -> Json:
    acts: list[Json] = [
        {
            "id": f"0 swap {i} {s}.{j}",
            "label": f"Swap slot {i + 1} with {NAMES[s]}’s slot {j + 1}",
            "style": "plain",
            "rule": "C10",
            "picks": [f"hand:0:{i}", f"hand:{s}:{j}"],
            "hint": f"They change places: slot {i + 1} and {NAMES[s]}’s slot {j + 1}.",
        }
        for i in range(4)
        for s in (1, 3)
        for j in range(4)
    ]
    acts += [
        {
            "id": "0 pass",
            "label": "Do not swap",
            "picks": [],
            "style": "main",
            "hint": "Nothing moves.",
            "rule": "C10",
        },
        {
            "id": "0 draw stock",
            "label": "Draw",
            "picks": ["stock:0"],
            "style": "plain",
            "hint": "The top card.",
            "rule": "C19",
        },
        {
            "id": "0 peek",
            "label": "Third look",
            "picks": [],
            "style": "off",
            "hint": "A king gives two looks.",
            "rule": "C10",
        },
    ]
    return {
        "seat": 0,
        "prompt": "Swap two cards?",
        "rule": "C10",
        "busy": False,
        "acts": acts,
        "refused": None,
    } | more


REFUSED: Json = {
    "at": "hand:0:3",
    "title": "Not slot 4",
    "rule": "CA1",
    "anyway": {"id": "0 swap 0 0.3", "label": "Do it anyway: costs a card"},
    "text": "Both cards would be yours; a swap is between two different players.",
}


def long_data(steps: int = 400) -> Json:
    """Many steps in five views, for the bars of the track and for timing."""
    data = deal_data(id="long")
    short = play()
    frames = {
        view: (short.steps[view] * (steps // len(short.steps[view]) + 1))[:steps] for view in short.views
    }
    data["steps"] = {view: delta(list(part)) for view, part in frames.items()}
    data["turns"] = [
        {"label": str(i + 1), "name": f"Turn {i + 1}", "from": i * 8, "n": 8} for i in range(steps // 8)
    ]
    return data


def embed(data: Json) -> str:
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return (
        f'<div class="ck ck-embed" data-ck-player="{data["id"]}">'
        f'<div class="ck-still"><p>{data["title"]}, a still picture</p></div>'
        f'<script type="application/json">{text}</script></div>'
    )


def page(
    body: str,
    script: str = 'import {watch} from "./player.js"; watch();',
    lang: str = "en",
    base: str | None = "./",
) -> str:
    attr = f' data-ck-base="{base}"' if base is not None else ""
    return f"""<!doctype html><html lang="{lang}"{attr}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>player</title><link rel="icon" href="data:,"><link rel="stylesheet" href="player.css">
<meta http-equiv="Content-Security-Policy" content="script-src 'self' 'nonce-t'; object-src 'none'">
<script type="module" nonce="t">{script}</script>
<style>:root {{ color-scheme: light dark }} body {{ margin: 0; background: var(--ck-page); font-family: sans-serif }} main {{ padding: 12px 20px; max-width: 77.5rem; margin: 0 auto }} @media (max-width: 640px) {{ main {{ padding: 6px 0 }} }}</style></head>
<body><main>{body}</main></body></html>"""  # noqa: E501


TORN = '<div data-ck-player="x"><script type="application/json">{"v": 1,</script></div>'
FAKE_KERNEL = """
import {mount} from "./player.js";
window.sent = [];
const data = JSON.parse(document.getElementById("data").textContent);
window.handle = mount(document.getElementById("here"), data, (message) => window.sent.push(message));
"""


def mounted(data: Json) -> str:
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return page(
        f'<div id="here"></div><script id="data" type="application/json">{text}</script>', FAKE_KERNEL
    )


def write_pages(folder: Path) -> Path:
    """Writes the module, the styles and the pages the tests open; returns the folder."""
    for name in ("player.js", "player.css"):
        shutil.copy(STATIC / name, folder / name)
    still = deal_data(id="still", mode="still", step=KING, panels=[])
    old = deal_data(id="old", v=2)
    broken = deal_data(id="broken")
    del broken["steps"]["1"]
    pages = {
        "deal": page(embed(deal_data())),
        "pt": page(embed(deal_data("pt")), lang="pt-BR"),
        "two": page(embed(deal_data()) + "<hr>" + embed(deal_data(id="fix2")) + '<input id="other">'),
        "live": mounted(table_data()),
        "still": page(f'<div style="width:432px">{embed(still)}</div>'),
        "bad": page(embed(old) + embed(broken) + TORN),
        "long": page(embed(long_data())),
    }
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, "utf-8")
    return folder


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    print(write_pages(target))
