"""Deals of Tranca for the tests of the upper layers: bots of both kinds, many house rules, set positions."""

from __future__ import annotations

from functools import cache
from typing import Any

from cardkit import bots
from cardkit.games.tranca import Tranca
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, frames
from tests.rules.tranca_tools import Sitting, tranca

HOUSES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "online"},
    {"players": 2, "max_wilds": None, "pile_fit": "with_hand_cards", "batida_requires": "any"},
    {"card_values": "buraco", "max_wilds": 2, "red3_replace": False, "stock_out": "end"},
)
RUN = "5h 6h 7h 8h 9h Th Jh"


def set_up(sitting: Sitting, *acts: str) -> Record:
    """A deal that begins in the middle, and goes on."""
    return Record(sitting.game, sitting.state).play_all("; ".join(acts))


def sliding(**more: Any) -> Record:
    """Ana’s jack comes where a 2 stood, which becomes the ace."""
    melds = ["5h 6h 7h", "9s Ts Qs Ks 2d"]
    return set_up(Sitting("Js 4d 7c", melds, **more), "0 add Js 2", "0 discard 4d")


@cache
def corpus() -> tuple[Record, ...]:
    out = []
    for number, house in enumerate(HOUSES):
        game = tranca(**house)
        out.append(bots.recorded(game, number))
        out.append(bots.recorded(game, 100 + number, kind="random"))
    out.append(sliding())
    # a canastra completed, dirtied, the deal ended by a discard; a morto left unused
    out.append(
        set_up(
            Sitting("Jh 2c Kd", ["5h 6h 7h 8h 9h Th"], taken=(True, False), waiting=(1,), pile="4c"),
            "0 add Jh 1",
            "0 discard 2c",
            "1 draw",
        )
    )
    ended = Sitting("Kd", [RUN], theirs=["Qc Qd Qs"], taken=(True, False), red3s=("3h", "3d"), mortos=1)
    out.append(set_up(ended, "0 discard Kd"))
    dirty = Sitting("2c Kd 4s 4c", [RUN], taken=(True, False), red3s=("3h", "3d"), mortos=1)
    out.append(set_up(dirty, "0 add 2c 1", "0 discard Kd"))
    # nothing left to draw, a black 3 as the last discard, the morto after both ways out
    out.append(set_up(Sitting("9c Jd", phase="draw", dry=True, mortos=0, pile="4c"), "0 stop"))
    out.append(set_up(Sitting("3s", pile="4c", mortos=["3h"]), "0 discard 3s", "1 draw"))
    out.append(set_up(Sitting("Kc Kd Ks", pile="4c", mortos=["3h"]), "0 meld Kc Kd Ks"))
    out.append(set_up(Sitting("Jc", taken=(True, False)), "0 pass"))
    return tuple(out)


def game_of(record: Record) -> Tranca:
    assert isinstance(record.game, Tranca)
    return record.game


def whole(record: Record) -> bool:
    """Whether the record is a deal from its start: only that can be saved with all cards."""
    return bool(record.root.state.deck)


def views(record: Record) -> list[View]:
    return [*range(record.game.seats), OPEN]


@cache
def drawn(record: Record, view: View, lang: str = "en") -> tuple[Frame, ...]:
    return tuple(frames(record, view, lang))
