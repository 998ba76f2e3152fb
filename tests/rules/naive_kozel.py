"""Kozel played slowly and plainly: a second opinion for the tests.

Written from the rules page alone and built otherwise than the engine: cards are texts, everything lies in
lists, and beating is tried in every order. Nothing here is quick, shared or clever, so that a reader can
check it against the page with a finger.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from itertools import permutations
from typing import Any

LOW_TO_HIGH = ["6", "7", "8", "9", "J", "Q", "K", "T", "A"]
POINTS = {"6": 0, "7": 0, "8": 0, "9": 0, "J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}


def one_beats(mine: str, other: str, trump: str) -> bool:
    """K10, K11."""
    if mine[1] == other[1]:
        return LOW_TO_HIGH.index(mine[0]) > LOW_TO_HIGH.index(other[0])
    return mine[1] == trump


def all_beat(mine: list[str], others: list[str], trump: str) -> bool:
    """KA2: some way of laying mine on the others has every card beaten."""
    if len(mine) != len(others):
        return False
    return any(
        all(one_beats(a, b, trump) for a, b in zip(order, others, strict=True))
        for order in permutations(mine)
    )


def choices(cards: list[str], size: int) -> list[list[str]]:
    """All ways to take ``size`` cards, as sorted lists."""
    found = []
    for order in permutations(cards, size):
        if sorted(order) not in found:
            found.append(sorted(order))
    return found


class Table:
    """One game. ``plays`` are what lies on the table: seat, ``"open"`` or ``"shut"``, cards."""

    def __init__(
        self,
        hands: list[list[str]],
        stock: list[str],
        shown: str,
        leader: int,
        options: Mapping[str, Any],
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.stock = list(stock)
        self.shown = shown
        self.trump = shown[1]
        self.leader = leader
        self.turn: int | None = leader
        self.options = options
        self.plays: list[tuple[int, str, list[str]]] = []
        self.piles: list[list[str]] = [[], []]
        self.tricks = [0, 0]
        self.claimant: int | None = None
        self.declined: list[int] = []
        self.four_led = False
        self.known: list[list[str]] = [[], [], [], []]

    # --- what one may do ----------------------------------------------------------------------

    def has_four(self, seat: int) -> bool:
        hand = self.hands[seat]
        return len(hand) == 4 and len({card[1] for card in hand}) == 1

    def may_claim(self, seat: int) -> bool:
        """KA8, KA9, KA10."""
        if not self.options["molodka"] or self.four_led or self.claimant is not None or self.turn is None:
            return False
        if any(seat == player for player, _, _ in self.plays):
            return False
        if not self.plays and seat == self.leader:
            return False
        return self.has_four(seat)

    def last_beater(self) -> tuple[int, str, list[str]]:
        return [play for play in self.plays if play[1] == "open"][-1]

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now, as sorted texts."""
        hand, out = self.hands[seat], []
        if self.may_claim(seat):
            out.append(["molodka", *sorted(hand)])
        if seat == self.turn and self.claimant is not None:
            out += [["molodka", *sorted(hand)], ["pass"]]
        elif seat == self.turn and not self.plays:
            for size in range(1, 5):
                out += [["lead", *c] for c in choices(hand, size) if len({card[1] for card in c}) == 1]
        elif seat == self.turn:
            before = self.last_beater()[2]
            for c in choices(hand, len(before)):
                out.append(["throw", *c])
                if all_beat(c, before, self.trump):
                    out.append(["beat", *c])
        return sorted(f"{seat} " + " ".join(words) for words in out)

    # --- what happens -------------------------------------------------------------------------

    def do(self, act: str) -> None:
        seat, kind, *cards = act.split()
        player = int(seat)
        if kind == "molodka" and self.claimant is None:
            self.claimant, self.declined = player, []
            self.known[player] = list(self.hands[player])
            self.ask_on()
        elif kind == "molodka":
            self.lead_four(player)
        elif kind == "pass":
            self.declined.append(player)
            self.ask_on()
        else:
            self.play(player, kind, cards)

    def ask_on(self) -> None:
        """KA10: holders nearer the leader than the claimant are asked, clockwise, the leader first."""
        assert self.claimant is not None
        seat = self.leader
        while seat != self.claimant:
            if self.has_four(seat) and seat not in self.declined:
                self.turn = seat
                return
            seat = (seat + 1) % 4
        self.lead_four(self.claimant)

    def lead_four(self, seat: int) -> None:
        """KA9: all cards go back, the four is led, the trick cannot be broken into again."""
        for player, way, cards in self.plays:
            self.hands[player] += cards
            if way == "open":
                self.known[player] += cards
        self.plays = []
        self.claimant = None
        self.leader = self.turn = seat
        self.play(seat, "lead", list(self.hands[seat]))

    def play(self, seat: int, kind: str, cards: list[str]) -> None:
        if kind == "lead" and len(cards) == 4:
            self.four_led = True
        for card in cards:
            self.hands[seat].remove(card)
            if card in self.known[seat]:
                self.known[seat].remove(card)
        if kind == "throw":
            self.known[seat] = []
        self.plays.append((seat, "shut" if kind == "throw" else "open", cards))
        self.turn = (seat + 1) % 4
        if len(self.plays) == 4:
            self.take()

    def take(self) -> None:
        """K9, K14 to K18."""
        taker = self.last_beater()[0]
        for _, _, cards in self.plays:
            self.piles[taker % 2] += cards
        self.tricks[taker % 2] += 1
        self.plays, self.four_led = [], False
        self.leader = self.turn = taker
        drawer = taker
        while self.stock and len(self.hands[drawer]) < 4:
            card = self.stock.pop(0)
            self.hands[drawer].append(card)
            if card == self.shown and self.options["trump_card"] == "bottom":
                self.known[drawer].append(card)
            drawer = (drawer + 1) % 4
        if not self.hands[taker]:
            self.turn = None

    # --- the count ----------------------------------------------------------------------------

    def points(self) -> list[int]:
        return [sum(POINTS[card[0]] for card in pile) for pile in self.piles]

    def defeat(self) -> list[int]:
        """K20 to K24, KA14."""
        out = []
        for points, tricks in zip(self.points(), self.tricks, strict=True):
            if points >= 60:
                out.append(0)
            elif tricks == 0:
                out.append(6)
            elif points >= 31:
                out.append(2)
            else:
                out.append(4)
        return out


def count_tree(table: Table) -> tuple[int, int]:
    """The decisions and endings of all ways to go on, by any seat that may act."""
    if table.turn is None:
        return 0, 1
    decisions = endings = 0
    for seat in range(4):
        for act in table.legal(seat):
            after = copy.deepcopy(table)
            after.do(act)
            more, ends = count_tree(after)
            decisions, endings = decisions + 1 + more, endings + ends
    return decisions, endings
