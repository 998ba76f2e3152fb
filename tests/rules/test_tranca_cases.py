"""The cases of the rules page with their known right answers (TC1 to TC14)."""

from __future__ import annotations

import random

import pytest

from cardkit.bots import RandomBot, play
from cardkit.cards import text
from cardkit.games.tranca.melds import is_meld, make
from cardkit.games.tranca.score import bonus, value
from cardkit.rng import stream
from tests.rules.tranca_tools import TWO_PACKS, Sitting, every_card, faces, some_options, tranca

CLEAN = "4h 5h 6h 7h 8h 9h Th"


@pytest.mark.parametrize(
    "laid", ["Qd 2d Ad", "7c 7d 2h", "5c 5h 2s", "4c 5c 6c", "9c 9d 9s", "2h 4h 5h", "Th Jh Qh"]
)
def test_TC1_valid(laid: str) -> None:
    assert is_meld(faces(laid), 1)


@pytest.mark.parametrize(
    "laid", ["Ac 4c 5c", "3c 4c 5c", "4c 5c 5c 6c", "2c 2d 7h", "3c 3s 3c", "3s 2c 4s", "9c 9d 3s"]
)
def test_TC1_invalid(laid: str) -> None:
    assert not is_meld(faces(laid), 1)


def test_TC1_the_2_stands_for_the_6() -> None:
    meld = make(faces("2h 4h 5h"))
    assert meld.wild_ranks() == (6,)
    assert not meld.clean


@pytest.mark.parametrize(
    ("laid", "sets", "points"),
    [
        (CLEAN, False, 270),
        ("4h 5h 6h 7h 8h 9h 2h", False, 170),
        ("9c 9c 9d 9d 9h 9h 9s", False, 70),
        ("9c 9c 9d 9d 9h 9h 9s", True, 270),
        ("9c 9c 9d 9d 9h 9h 2s", True, 170),
    ],
)
def test_TC2_meld_values_with_bonus(laid: str, sets: bool, points: int) -> None:
    options = tranca(sets_make_canastra=sets).options
    meld = make(faces(laid))
    assert (value(meld.cards, options) or 0) + bonus(meld, options) == points


def test_TC3_a_whole_count() -> None:
    at = Sitting(
        {0: "9c", 1: "4c 5c 6c 7c 8c 9s Ts Js Qs", 2: "Kc Kd Ks", 3: "4d 5d 6d 7d 8d 9d Td Jd Qd Kd"},
        [CLEAN],
        theirs=["Jc Jd Js"],
        red3s=("3h", "3d"),
        taken=(True, False),
        mortos=1,
    )
    at.do("0 discard 9c")
    assert at.totals == (440, -360)
    assert sum(line.points or 0 for line in at.sheet(0)) == 440


def test_TC4_the_pile_with_three_of_the_hand_and_with_a_pair_that_has_the_wild() -> None:
    at = Sitting("4c 5c 6c Kd", pile="Qd 7c", phase="draw")
    at.do("0 take 4c 5c 6c")
    assert at.melds(0) == ["4c 5c 6c 7c"]
    assert at.hand(0) == "Qd Kd"
    at = Sitting("5c 2d Kd", pile="Qd 7c", phase="draw")
    at.do("0 take 5c 2d")
    assert at.melds(0) == ["5c 7c 2d"]


def test_TC5_a_top_that_fits_only_with_a_hand_card() -> None:
    at = Sitting("7h 9c Kd", ["4h 5h 6h"], pile="8h", phase="draw")
    assert at.refused("0 take 7h 1") == "TA13 fits_only_with_hand_card"
    at = Sitting("7h 9c Kd", ["4h 5h 6h"], pile="8h", phase="draw", pile_fit="with_hand_cards")
    at.do("0 take 7h 1")


def test_TC6_going_out_by_the_top_of_the_pile_needs_the_canastra_too() -> None:
    at = Sitting("9d 9s", pile="9c", phase="draw", taken=(True, False), mortos=1)
    assert at.refused("0 take 9d 9s") == "T24 needs_canastra"
    at = Sitting("9d 9s", [CLEAN], pile="9c", phase="draw", taken=(True, False), mortos=1)
    at.do("0 take 9d 9s")
    assert at.state.phase == "over"


def test_TC7_no_dead_end_and_no_frozen_hand() -> None:
    at = Sitting("9c 9d 9s Kd", taken=(True, False), mortos=1)
    assert at.legal() == [f"0 discard {card}" for card in ("9c", "9d", "Kd", "9s")]
    at = Sitting("9c Kd", taken=(True, False), mortos=1)
    assert at.legal() == ["0 discard 9c", "0 discard Kd"]
    at.do("0 discard 9c")
    assert at.hand(0) == "Kd"


def test_TC8_a_dirty_meld_stays_dirty_when_its_wild_slides_home() -> None:
    # 2h stands for the 6 and slides away when the 6 comes
    at = Sitting("6h Kd Ks", ["4h 5h 7h 8h 9h Th 2h"])
    assert at.state.melds[0][0].wild_ranks() == (6,)
    at.do("0 add 6h 1")
    assert at.state.melds[0][0].wild_ranks() == (11,)
    assert not at.state.melds[0][0].clean
    assert ("canastra_dirty", 100, "T16") in at.lines(0)


def test_TC9_chains_of_red_3s() -> None:
    at = Sitting("4c 5c", stock="3h 3d 3h Kd", phase="draw")
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "replace", "red3", "replace", "red3", "replace"]
    assert at.hand(0) == "4c 5c Kd"
    at = Sitting("9c 9d 9s", mortos=["3h 3d", ""], stock="3h Kd Ks")
    at.do("0 meld 9c 9d 9s")
    assert text(at.state.red3s[0]) == "3d 3h 3h"
    assert at.state.hands[0].bit_count() == 11
    at = Sitting("4c 5c", stock="3h 3d", phase="draw", dry=True, mortos=0)
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "replace", "red3", "no_card"]
    assert at.hand(0) == "4c 5c"


def test_TC10_a_black_3_locks_one_turn_and_then_travels_with_the_pile() -> None:
    at = Sitting({0: "3s Kd Ks", 1: "9d Qd", 2: "9c 9s Kh", 3: "4c 5c"}, stock="4d 5d 6d")
    at.do("0 discard 3s")
    assert at.legal() == ["1 draw"]
    at.do("1 draw", "1 discard 9d")
    assert "2 take 9c 9s" in at.legal()
    at.do("2 take 9c 9s")
    assert at.hand(2) == text(sorted(faces("Kh 3s")))


def test_TC11_the_partner_going_out_second_ends_the_deal() -> None:
    at = Sitting({0: "9c", 2: "9d"}, [CLEAN], mortos=2)
    at.do("0 discard 9c", "1 draw")
    at.do(at.legal("discard")[0], "2 draw")
    drawn = next(card for card in at.hand(2).split() if card != "9d")
    at.do(f"2 discard {drawn}", "3 draw")
    at.do(at.legal("discard")[0])
    assert at.state.taken == (True, False)
    at = Sitting({2: "9d"}, [CLEAN], turn=2, taken=(True, False), mortos=1)
    at.do("2 discard 9d")
    assert at.state.phase == "over"
    assert len(at.state.mortos) == 1


def test_TC12_the_first_player_may_not_take_the_pile() -> None:
    game = tranca()
    state = game.deal(seed=11)
    verdict = game.check(state, game.parse(state, "0 take 4c 5c"))
    assert verdict[:3] == (False, "TA12", "pile_empty")


def test_TC14_104_cards_after_every_action() -> None:
    rng = random.Random("TC14")
    for seed in range(12):
        game = tranca(**some_options(rng))
        state = game.deal(seed=seed)
        bots = [RandomBot(stream(seed, "bot", seat)) for seat in range(game.seats)]
        assert every_card(state) == TWO_PACKS
        for step in play(game, state, bots):
            assert every_card(step.state) == TWO_PACKS
