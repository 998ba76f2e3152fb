"""Tranca judged slowly and plainly: a second opinion for the tests.

Written from the rules page alone and built otherwise than the engine: cards are texts, a meld is a list of
them, and every question is answered by trying all there is to try. It knows all acts of a table, also those
the engine splits into steps (several wilds at once).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

RUN = "456789TJQKA"


def is_meld(cards: list[str], max_wilds: int | None) -> bool:
    """Whether these cards are a meld (T6 to T9, TA3 to TA5, TA7)."""
    wilds = [card for card in cards if card[0] == "2"]
    natural = [card for card in cards if card[0] != "2"]
    if len(cards) < 3 or len(natural) < 2:
        return False
    if max_wilds is not None and len(wilds) > max_wilds:
        return False
    if any(card[0] == "3" for card in cards):
        return False
    if all(card[0] == natural[0][0] for card in natural):
        return True
    if any(card[1] != natural[0][1] for card in natural):
        return False
    # lay them on every stretch of the run: each natural card in its place, a wild in each place left
    for start in range(len(RUN) - len(cards) + 1):
        stretch = RUN[start : start + len(cards)]
        if all(card[0] in stretch for card in natural) and len({c[0] for c in natural}) == len(natural):
            return True
    return False


def is_run(meld: list[str]) -> bool:
    return len({card[0] for card in meld if card[0] != "2"}) > 1


def is_clean(meld: list[str]) -> bool:
    return all(card[0] != "2" for card in meld)


def is_canastra(meld: list[str], options: Mapping[str, Any]) -> bool:
    """T16, TA2."""
    return len(meld) >= 7 and (is_run(meld) or options["sets_make_canastra"])


def frees_the_batida(melds: list[list[str]], options: Mapping[str, Any]) -> bool:
    """T24, TA18: is there the canastra that ending the deal needs?"""
    return any(
        is_canastra(meld, options) and (is_clean(meld) or options["batida_requires"] == "any")
        for meld in melds
    )


class Table(NamedTuple):
    """What the rules look at when a hand lays cards: one side's melds, one hand, the pile."""

    hand: list[str]
    melds: list[list[str]]
    pile: list[str]
    morto_to_come: bool
    options: Mapping[str, Any]

    def may_go_out(self) -> bool:
        """Whether this hand may go down to nothing (T13, T22, T24, TA18)."""
        return self.morto_to_come or frees_the_batida(self.melds, self.options)

    def may_discard(self) -> bool:
        """TA19: a discard leaves a card, unless the hand may go out."""
        return len(self.hand) >= 2 or (len(self.hand) == 1 and self.may_go_out())

    def may_stand(self) -> bool:
        """TA19, looked at after an act: two cards left, or the hand may go out."""
        return len(self.hand) >= 2 or self.may_go_out()


def parts(hand: list[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Every choice of cards from a hand, equal ones once, with what is left."""
    seen = set()
    for count in range(len(hand) + 1):
        for chosen in combinations(range(len(hand)), count):
            cards = sorted(hand[k] for k in chosen)
            if tuple(cards) not in seen:
                seen.add(tuple(cards))
                yield cards, [card for k, card in enumerate(hand) if k not in chosen]


Act = tuple[str, tuple[str, ...], int | None]
"""What is done, the hand cards laid (sorted), and the meld they go onto."""


def layings(table: Table) -> dict[Act, Table]:
    """Every way to lay hand cards after the draw (T8, T18, TA19), and the table after it."""
    most = table.options["max_wilds"]
    out: dict[Act, Table] = {}
    for cards, rest in parts(table.hand):
        if not cards:
            continue
        if is_meld(cards, most):
            after = table._replace(hand=rest, melds=[*table.melds, cards])
            if after.may_stand():
                out["meld", tuple(cards), None] = after
        for at, meld in enumerate(table.melds):
            if is_meld([*meld, *cards], most):
                melds = [*table.melds[:at], [*meld, *cards], *table.melds[at + 1 :]]
                after = table._replace(hand=rest, melds=melds)
                if after.may_stand():
                    out["add", tuple(cards), at] = after
    return out


def takings(table: Table) -> dict[Act, Table]:
    """Every way to take the pile (T20, T21, TA13, TA19), and the table after it."""
    most = table.options["max_wilds"]
    if not table.pile or table.pile[-1] in ("3c", "3s"):
        return {}
    top, under = table.pile[-1], table.pile[:-1]
    out: dict[Act, Table] = {}
    for cards, rest in parts(table.hand):
        taken = table._replace(hand=[*rest, *under], pile=[])
        if len(cards) >= 2 and is_meld([*cards, top], most):
            after = taken._replace(melds=[*table.melds, [*cards, top]])
            if after.may_stand():
                out["take", tuple(cards), None] = after
        for at, meld in enumerate(table.melds):
            # the top fits by itself; the hand may go down with it to the last card (T8)
            alone = is_meld([*meld, top], most) and not (rest or under)
            if table.options["pile_fit"] == "direct" and cards and not alone:
                continue
            if is_meld([*meld, *cards, top], most):
                melds = [*table.melds[:at], [*meld, *cards, top], *table.melds[at + 1 :]]
                after = taken._replace(melds=melds)
                if after.may_stand():
                    out["take", tuple(cards), at] = after
    return out


# --- the count (T25 to T30) -------------------------------------------------------------------


def worth(card: str, options: Mapping[str, Any]) -> int:
    """T30, TA1."""
    if options["card_values"] == "all10":
        return 10
    return {"A": 15, "2": 10, "3": 5, "4": 5, "5": 5, "6": 5, "7": 5}.get(card[0], 10)


class End(NamedTuple):
    """A finished deal. Lists are by side; ``hands`` by seat; ``unused`` seats have a morto not in use."""

    melds: list[list[list[str]]]
    red3s: list[list[str]]
    hands: list[list[str]]
    had_morto: list[bool]
    ended_by: int | None
    unused: list[int]


def points(end: End, side: int, options: Mapping[str, Any]) -> int:
    total = 0
    for meld in end.melds[side]:
        total += sum(worth(card, options) for card in meld)
        if is_canastra(meld, options):
            total += 200 if is_clean(meld) else 100
    made_one = any(is_canastra(meld, options) for meld in end.melds[side])
    total += len(end.red3s[side]) * (100 if made_one else -100)
    if end.ended_by == side:
        total += 100
    paid = not end.had_morto[side]
    for seat in range(side, len(end.hands), 2):
        if seat in end.unused and end.ended_by == 1 - side:
            paid = True
        else:
            total -= sum(worth(card, options) for card in end.hands[seat])
    return total - 100 if paid else total
