"""4 Cartas played slowly and plainly: a second opinion for the tests.

Written from the rules page alone and built otherwise than the engine: cards are texts, a hand is a dict
from slot number to card (``""`` where a slot is empty), and who knows a card is kept by card, not by place.
Nothing here is quick, shared or clever, so that a reader can check it against the page with a finger.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

POINTS = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in (2, 3, 4, 5, 6, 7, 9)}
LOOKS = {"K": 2, "J": 1, "Q": 1}
BARE = ("draw", "take", "throw", "done", "pass", "close", "stop", "look")


def hand_sum(hand: list[str], eight_rule: str) -> int:
    """What a hand is worth (C4 to C8, CA1)."""
    eights = [card for card in hand if card[0] == "8"]
    others = [card for card in hand if card[0] != "8"]
    plain = sum(POINTS[card[0]] for card in others)
    accompanied = bool(others)
    if eight_rule == "pair" and len(eights) >= 2:
        accompanied = False
    return plain if accompanied else plain - 5 * len(eights)


def closers_mark(own: int, best_other: int, failed_negative: str) -> int:
    """What the closer scores (C26 to C28, CA2 to CA5)."""
    if best_other > own:
        return own
    if own == 0:
        return 1
    if own < 0 and failed_negative == "one":
        return 1
    return own + own


class Table:
    """One round. ``deck`` is a list of 52 texts; ``mix`` turns the old pile into a new stock's order."""

    def __init__(
        self,
        deck: list[str],
        options: Mapping[str, Any],
        dealer: int,
        mix: Callable[[list[str]], list[str]],
    ) -> None:
        self.options = options
        self.n: int = options["players"]
        self.mix = mix
        self.stock = list(deck)
        self.hands: list[dict[int, str]] = [{} for _ in range(self.n)]
        left = [(dealer + k) % self.n for k in range(1, self.n + 1)]
        for slot in (1, 2, 3, 4):
            for seat in left:
                self.hands[seat][slot] = self.stock.pop(0)
        self.pile = [self.stock.pop(0)]
        self.known_by: dict[str, set[int]] = {card: set() for card in deck}
        self.show(self.pile[0])
        self.phase = "look"
        self.starter = left[0]
        self.turn: int | None = self.starter
        self.waiting = list(left)  # who has not looked yet; in the last window: who has not passed yet
        self.drawn = ""
        self.drawn_from = ""
        self.looks_left = 0
        self.swap_left = False
        self.looked_at: list[tuple[int, int]] = []
        self.window = False
        self.closer: int | None = None
        self.just_played: int | None = None
        self.passed: set[int] = set()
        self.stopped = False

    # --- small questions ----------------------------------------------------------------------

    def everyone(self) -> set[int]:
        return set(range(self.n))

    def show(self, card: str) -> None:
        self.known_by[card] = self.everyone()

    def held(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat].values() if card]

    def can_draw(self) -> bool:
        if self.stock:
            return True
        return self.options["stock_out"] == "reshuffle" and len(self.pile) >= 2

    def frozen(self, seat: int) -> bool:
        return bool(self.options["freeze_closer"]) and seat == self.closer

    # --- what is allowed ----------------------------------------------------------------------

    @staticmethod
    def read(text: str) -> tuple[int, str, list[tuple[int, int]]]:
        first, kind, *rest = text.split()
        seat = int(first)
        where = []
        for word in rest:
            owner, _, slot = word.rpartition(".")
            where.append((int(owner) if owner else seat, int(slot)))
        return seat, kind, where

    def judge(self, text: str) -> str:
        """Return ``"legal"``, ``"foul"`` (costs a card) or ``"refused"`` (simply cannot be done)."""
        seat, kind, where = self.read(text)
        if any(self.hands[owner][slot] == "" for owner, slot in where):
            return "refused"
        if self.phase == "over":
            return "refused"
        mine = seat == self.turn
        if kind == "done":
            return "legal" if mine and self.phase == "power" else "refused"
        if kind == "pass":
            return "legal" if mine and self.phase == "last" else "refused"
        if kind == "look":
            return "legal" if self.phase == "look" and seat in self.waiting else "foul"
        if kind == "match":
            return self.judge_match(seat, where)
        if kind == "close" and self.closer is not None:
            return "foul"
        if kind == "close" and self.options["close_timing"] == "after_discard":
            return "legal" if self.phase == "draw" and self.just_played == seat else "foul"
        if not mine:
            return "foul"
        if kind in ("draw", "take", "close"):
            return self.judge_start(seat, kind)
        if kind == "stop":
            return "legal" if self.phase == "draw" and not self.can_draw() else "refused"
        if kind in ("throw", "swap"):
            if self.phase != "discard":
                return "foul"
            kept = self.options["table_draw"] == "must_swap" and self.drawn_from == "table"
            return "foul" if kind == "throw" and kept else "legal"
        return self.judge_power(kind, where)

    def judge_match(self, seat: int, where: list[tuple[int, int]]) -> str:
        if not self.window:
            return "foul"
        if seat in self.passed:
            return "refused"
        for owner, slot in where:
            card = self.hands[owner][slot]
            if seat in self.known_by[card] and card[0] != self.pile[-1][0]:
                return "foul"
        return "legal"

    def judge_start(self, seat: int, kind: str) -> str:
        if self.phase != "draw":
            return "foul"
        if self.options["stock_out"] == "end_round" and not self.stock:
            return "refused"
        if kind == "draw" and not self.can_draw():
            return "refused"
        if kind == "take" and self.options["table_draw"] == "must_swap" and not self.held(seat):
            return "refused"
        return "legal"

    def judge_power(self, kind: str, where: list[tuple[int, int]]) -> str:
        if self.phase != "power":
            return "foul"
        if kind == "peek":
            if self.looks_left == 0:
                return "foul"
            return "refused" if self.frozen(where[0][0]) or where[0] in self.looked_at else "legal"
        if not self.swap_left:
            return "foul"
        if where[0][0] == where[1][0]:
            return "refused"
        return "refused" if any(self.frozen(owner) for owner, _ in where) else "legal"

    def all_actions(self) -> list[str]:
        """Return every well-formed action of every seat, legal or not."""
        out = []
        places = [(owner, slot) for owner in range(self.n) for slot in self.hands[owner]]
        for seat in range(self.n):
            out += [f"{seat} {kind}" for kind in BARE]
            own = list(self.hands[seat])
            for count, kinds in ((1, "look swap match"), (2, "look match"), (3, "match")):
                for slots in combinations(own, count):
                    named = " ".join(map(str, slots))
                    out += [f"{seat} {kind} {named}" for kind in kinds.split()]
            named_all = [str(slot) if owner == seat else f"{owner}.{slot}" for owner, slot in places]
            out += [f"{seat} peek {name}" for name in named_all]
            out += [f"{seat} trade {a} {b}" for a, b in combinations(named_all, 2)]
        return out

    # --- what happens -------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """Do what happens at a table, fouls included."""
        judged = self.judge(text)
        seat, kind, where = self.read(text)
        if judged == "refused":
            raise ValueError(f"{text} cannot be done")
        if judged == "foul":
            self.foul(seat, kind, where)
        else:
            getattr(self, "do_" + kind)(seat, where)

    def foul(self, seat: int, kind: str, where: list[tuple[int, int]]) -> None:
        if self.options["errors"] == "refuse":
            return
        if kind == "match" and self.window:
            self.do_match(seat, where)  # a card known to differ lay on the pile all the same
        else:
            self.penalty(seat)

    def penalty(self, seat: int) -> None:
        self.refill()
        if self.stock:
            self.hands[seat][len(self.hands[seat]) + 1] = self.stock.pop(0)

    def refill(self) -> None:
        if self.stock or not self.can_draw():
            return
        top = self.pile.pop()
        for card in self.pile:
            self.known_by[card] = set()
        self.stock = self.mix(self.pile)
        self.pile = [top]

    def do_look(self, seat: int, where: list[tuple[int, int]]) -> None:
        for owner, slot in where:
            self.known_by[self.hands[owner][slot]].add(seat)
        self.waiting.remove(seat)
        if self.waiting:
            self.turn = self.waiting[0]
        else:
            self.turn = self.starter
            self.phase = "draw"
            self.window = True

    def do_draw(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.refill()
        self.begin(self.stock.pop(0), "stock")
        self.known_by[self.drawn].add(seat)

    def do_take(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.begin(self.pile.pop(), "table")

    def begin(self, card: str, source: str) -> None:
        self.drawn, self.drawn_from = card, source
        self.window = False
        self.phase = "discard"

    def do_throw(self, seat: int, where: list[tuple[int, int]]) -> None:
        from_stock = self.drawn_from == "stock"
        self.discard(seat, self.drawn, self.options["power_on"] != "stock_drawn_only" or from_stock)

    def do_swap(self, seat: int, where: list[tuple[int, int]]) -> None:
        slot = where[0][1]
        old = self.hands[seat][slot]
        self.hands[seat][slot] = self.drawn
        self.discard(seat, old, self.options["power_on"] == "any_in_turn")

    def discard(self, seat: int, card: str, acts: bool) -> None:
        self.pile.append(card)
        self.show(card)
        self.drawn = self.drawn_from = ""
        self.just_played = seat
        if acts and card[0] in "KQJ":
            self.phase = "power"
            self.looks_left = LOOKS[card[0]]
            self.swap_left = card[0] != "Q"
            self.looked_at = []
        else:
            self.end_turn()

    def end_turn(self) -> None:
        assert self.turn is not None
        self.turn = (self.turn + 1) % self.n
        self.looks_left, self.swap_left, self.looked_at = 0, False, []
        self.window = True
        self.phase = "draw"
        if self.turn == self.closer:
            self.phase = "last"
            self.waiting = [(self.turn + k) % self.n for k in range(self.n)]

    def do_peek(self, seat: int, where: list[tuple[int, int]]) -> None:
        ((owner, slot),) = where
        self.known_by[self.hands[owner][slot]].add(seat)
        self.looked_at.append((owner, slot))
        self.looks_left -= 1
        if self.looks_left == 0 and not self.swap_left:
            self.end_turn()

    def do_trade(self, seat: int, where: list[tuple[int, int]]) -> None:
        (a, i), (b, j) = where
        self.hands[a][i], self.hands[b][j] = self.hands[b][j], self.hands[a][i]
        self.end_turn()

    def do_done(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.end_turn()

    def do_match(self, seat: int, where: list[tuple[int, int]]) -> None:
        rank = self.pile[-1][0]
        right = False
        for owner, slot in where:
            card = self.hands[owner][slot]
            self.show(card)
            if card[0] == rank:
                right = True
                self.hands[owner][slot] = ""
                self.pile.append(card)
            else:
                self.penalty(seat)
        if right and self.options["match_limit"] == "first_only":
            self.window = False
            if self.phase == "last":
                self.finish()

    def do_close(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.closer = seat
        if self.options["close_timing"] == "instead_of_turn":
            self.window = False
            self.turn = (seat + 1) % self.n

    def do_pass(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.passed.add(seat)
        self.waiting.remove(seat)
        if self.waiting:
            self.turn = self.waiting[0]
        else:
            self.finish()

    def do_stop(self, seat: int, where: list[tuple[int, int]]) -> None:
        self.stopped = True
        self.finish()

    def finish(self) -> None:
        self.turn = None
        self.phase = "over"
        self.window = False
        for seat in range(self.n):
            for card in self.held(seat):
                self.show(card)

    # --- the marks ----------------------------------------------------------------------------

    def marks(self) -> list[int]:
        sums = [hand_sum(self.held(seat), self.options["eight_rule"]) for seat in range(self.n)]
        if self.closer is None or self.stopped:
            return sums
        others = [points for seat, points in enumerate(sums) if seat != self.closer]
        marks = list(sums)
        marks[self.closer] = closers_mark(sums[self.closer], min(others), self.options["failed_negative"])
        return marks
