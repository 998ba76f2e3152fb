"""The careful player of Tranca: what it does in plain cases, and that it beats chance."""

from __future__ import annotations

import pytest

from cardkit.bots import bot, play, table
from cardkit.bots.base import Choice
from cardkit.engine import Action
from tests.rules.tranca_tools import Sitting, tranca

CLEAN = "4h 5h 6h 7h 8h 9h Th"


def chosen(at: Sitting) -> tuple[str, str]:
    seat = at.state.turn
    assert seat is not None
    made: Choice = bot("careful", at.game, 1, seat).choose(at.observe(seat), at.game.legal_actions(at.state))
    return str(made.action), made.reason


@pytest.mark.parametrize(
    ("at", "action", "reason"),
    [
        (Sitting("4c 9d Kh", phase="draw"), "0 draw", "draw_card"),
        (Sitting("4c 9d Kh", ["4h 5h 6h"], pile="Qd 7h", phase="draw"), "0 take 1", "take_top_fits"),
        (
            Sitting("4c 9d Kh", ["4h 5h 6h"], pile="Qd 9s 8s 7s 4s 7h", phase="draw"),
            "0 take 1",
            "take_big_pile",
        ),
        (Sitting("4c Kd", dry=True, mortos=0, phase="draw"), "0 stop", "nothing_left"),
        (Sitting("Th Kd 4c", ["4h 5h 6h 7h 8h 9h"]), "0 add Th 1", "canastra_clean"),
        (Sitting("9h Kd 4c", ["5h 6h 7h 8h"]), "0 add 9h 1", "build_run"),
        (Sitting("4c 5c 6c 9d Ks Qh Jd"), "0 meld 4c 5c 6c", "new_run"),
        (Sitting("9c 9d 9s"), "0 meld 9c 9d 9s", "morto_direct"),
        (Sitting("9c 9d 9s", [CLEAN], taken=(True, False), mortos=1), "0 meld 9c 9d 9s", "end_deal"),
        (Sitting("9c"), "0 discard 9c", "morto_indirect"),
        (Sitting("9c Kd 6c 8c", theirs=["Kc Kh Ks"]), "0 discard 9c", "feeds_nobody"),
        (Sitting("9c 3s 8c", pile="4d 6d 8d Td Qd Ad"), "0 discard 3s", "lock_pile"),
    ],
)
def test_plain_cases(at: Sitting, action: str, reason: str) -> None:
    if reason == "feeds_nobody":
        made, why = chosen(at)
        assert made != "0 discard Kd"
        assert why == reason
    else:
        assert chosen(at) == (action, reason)


def test_it_keeps_a_last_card_that_may_not_go() -> None:
    at = Sitting("4c", taken=(True, True), mortos=0)
    assert chosen(at) == ("0 pass", "keep_last_card")


@pytest.mark.parametrize("players", [2, 4])
def test_it_beats_chance(players: int) -> None:
    game = tranca(players=players)
    won = 0
    for seed in range(12):
        kinds = ["careful" if seat % 2 == seed % 2 else "random" for seat in range(players)]
        bots = [bot(kind, game, seed, seat) for seat, kind in enumerate(kinds)]
        state = game.deal(seed=seed)
        for step in play(game, state, bots):
            assert isinstance(step.choice.action, Action)
            state = step.state
        outcome = game.outcome(state)
        assert outcome is not None
        won += outcome.points[seed % 2] > outcome.points[1 - seed % 2]
    assert won >= 10


def test_a_table_of_them_is_repeatable() -> None:
    game = tranca("online")
    told = [
        [str(step.choice.action) for step in play(game, game.deal(seed=3), table("careful", game, 3))]
        for _ in range(2)
    ]
    assert told[0] == told[1]
