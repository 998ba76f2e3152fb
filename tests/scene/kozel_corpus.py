"""Games of Kozel for the tests of the upper layers: bots, molodkas of all sorts, ends of series."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardkit import bots
from cardkit.cards import card
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, frames
from tests.rules.kozel_tools import deck, finished, kozel, position

FOUR = "6c 9c Kc Ac"


def set_up(hands: list[str], trump: str, acts: str, *, leader: int = 0, **options: Any) -> Record:
    """A game from set hands; the shown card is somewhere in the stock."""
    order = deck(hands, "", (leader - 1) % 4)
    game = kozel(**options)
    place = order[16:].index(card(trump))
    deal = game.deal(deck=order, dealer=(leader - 1) % 4, trump_at=place)
    return Record(game, deal).play_all(acts)


def interrupted(acts: str) -> Record:
    """Bruno has led, Clara beaten, Davi thrown off; Ana holds four clubs."""
    hands = [FOUR, "Qs 7s Kh 8h", "9d Js 6h Th", "6d 8s 7c Jh"]
    first = "1 lead Qs 7s; 2 beat 9d Js; 3 throw 7c Jh;"
    return set_up(hands, "7d", first + acts, leader=1)


def two_holders(acts: str) -> Record:
    """Davi leads; Ana and Bruno hold a four each, and Ana sits nearer to him."""
    hands = [FOUR, "6h 8h Qh Ah", "9d Js 6d Td", "7s 8s 7c Jh"]
    return set_up(hands, "7d", "3 lead 7s; 1 molodka 6h 8h Qh Ah;" + acts, leader=3)


def last_trick(totals: tuple[int, int], *, alone: bool = False, **match: Any) -> Record:
    """One card each is left, and then the game is counted; ``alone``: side 0 has taken everything."""
    pile = finished(60, 1).tricks
    end = ["Ts", "9s", "8s", "7s"]
    keep = {card(c) for c in end}
    taken = [
        (0 if alone else trick.taker, " ".join(str(c) for c in trick.plays[0].cards if c not in keep))
        for trick in pile
    ]
    state = position(end, "6h", taken=taken, totals=totals, **match)
    return Record(kozel(target=12), state).play_all("0 lead Ts; 1 throw 9s; 2 throw 8s; 3 throw 7s")


@cache
def corpus() -> tuple[Record, ...]:
    out = []
    for seed in range(5):
        for preset in ("seed", "burkozel"):
            out.append(bots.recorded(kozel(preset), seed))
            out.append(bots.recorded(kozel(preset), 100 + seed, kind="random"))
    out.append(bots.recorded(kozel(molodka=False), 3))
    out.append(interrupted(f"0 molodka {FOUR}"))
    out.append(two_holders("0 pass"))
    out.append(two_holders(f"0 molodka {FOUR}"))
    # a lead of four beaten twice; a lead of three that two throw off to
    fours = ["6c 7c Kc Ac", "8c 9c 6d 8d", "9d Jd Td Ad", "6s 8s 7h Jh"]
    acts = "0 lead 6c 7c Kc Ac; 1 beat 8c 9c 6d 8d; 2 beat 9d Jd Td Ad; 3 throw 6s 8s 7h Jh"
    out.append(set_up(fours, "7d", acts))
    threes = ["6c 9c Kc Ah", "9s 7s Qs 8h", "9d 6h Jd 8d", "Td 8s 7c Jh"]
    acts = "1 lead 7s 9s Qs; 2 throw 6h Jd 8d; 3 throw 8s 7c Jh"
    out.append(set_up(threes, "7d", acts, leader=1))
    out += [last_trick((8, 10), eggs=1, deals=5), last_trick((8, 10)), last_trick((0, 0), doubled=True)]
    out.append(last_trick((0, 0), alone=True))
    return tuple(out)


def views(record: Record) -> list[View]:
    return [*range(record.game.seats), OPEN]


@cache
def drawn(record: Record, view: View, lang: str = "en") -> tuple[Frame, ...]:
    return tuple(frames(record, view, lang))
