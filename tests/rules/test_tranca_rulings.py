"""What the text of Tranca leaves open, ruling by ruling (TA1 to TA27), with every value of every option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardkit.cards import UNKNOWN, Card, text
from cardkit.games.tranca.state import cards_in
from tests.rules.tranca_tools import Sitting, faces, tranca

CLEAN = "4h 5h 6h 7h 8h 9h Th"


def out(hand: str, melds: Sequence[str] = (), **more: Any) -> Sitting:
    """Return a position in which the side of the hand has had its morto."""
    return Sitting(hand, melds, taken=(True, False), mortos=1, **more)


# --- what cards and melds are (TA1 to TA7) ----------------------------------------------------


def test_TA1_card_values() -> None:
    hand = "Ac 2c 3s 4c 7c 8c Kc"
    assert -70 in [line.points for line in Sitting(hand).sheet(0)]
    at = Sitting(hand, ["4h 5h 6h 7h"], card_values="buraco")
    assert at.lines(0)[0] == ("laid", 20, "TA1")
    assert ("hand", -(15 + 10 + 5 + 5 + 5 + 10 + 10), "T27") in at.lines(0)


def test_TA2_a_lavadeira_of_seven() -> None:
    seven = "9c 9c 9d 9d 9h 9h 9s"
    at = out("4c 5c", [seven], red3s=("3h", ""))
    assert at.lines(0)[:3] == [
        ("laid", 70, "T30"),
        ("set_no_canastra", 0, "TA2"),
        ("red3_without_canastra", -100, "T26"),
    ]
    assert out("4c", [seven]).legal() == ["0 pass"]
    at = out("4c 5c", [seven], red3s=("3h", ""), sets_make_canastra=True)
    assert at.lines(0)[:3] == [
        ("laid", 70, "T30"),
        ("canastra_clean", 200, "TA2"),
        ("red3_with_canastra", 100, "T26"),
    ]
    assert out("4c", [seven], sets_make_canastra=True).legal() == ["0 discard 4c"]


def test_TA3_wilds_in_a_meld() -> None:
    at = Sitting("4c 5c 7c 2c 2d 2h Kd Ks")
    assert at.refused("0 meld 4c 7c 2c 2d") == "TA3 too_many_wilds"
    assert at.refused("0 meld 2c 2d 2h") == "TA3 needs_naturals"
    assert at.refused("0 meld 4c 2c 2d") == "TA3 needs_naturals"
    at.do("0 meld 4c 5c 2c")
    assert at.refused("0 add 2d 1") == "TA3 too_many_wilds"
    for most in (2, None):
        at = Sitting("4c 5c 8c 2c 2d 2h Kd Ks 9s 9c", max_wilds=most)
        assert at.refused("0 meld 2c 2d 2h") == "TA3 needs_naturals"
        # a second wild goes down by itself, except where no card could wait for it
        assert at.refused("0 meld 4c 5c 2c 2d") == "TA3 one_wild_at_a_time"
        assert at.verdict("0 meld 5c 8c 2c 2d").ok
        at.do("0 meld 4c 5c 2c", "0 add 2d 1")
        assert ("0 add 2h 1" in at.legal()) == (most is None)


def test_TA4_a_2_has_no_place_of_its_own_and_stands_for_4_to_ace_only() -> None:
    at = Sitting("2h 4h 5h Ah Kd Ks")
    assert at.refused("0 meld 4h 5h Ah") == "T7 ace_high"
    at.do("0 meld 4h 5h 2h")
    assert at.state.melds[0][0].wild_ranks() == (6,)


def test_TA5_the_wild_slides_and_a_full_run_takes_none() -> None:
    at = Sitting("9s Ts Qs 2d Js Kd Kc 9c")
    at.do("0 meld 9s Ts Qs 2d")
    assert at.state.melds[0][0].standing()[2] == (faces("2d")[0], 11)
    at.do("0 add Js 1")
    assert at.events[0].params["slid"] == ((11,), (13,))
    assert not at.state.melds[0][0].clean
    at = Sitting("Ac 2c 4d 5d", ["4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"])
    assert at.legal("add") == ["0 add Ac 1", "0 add 2c 1"]
    at.do("0 add 2c 1")
    assert at.refused("0 add Ac 1") == "TA5 run_full"
    at = Sitting("Ac 2c 4d 5d", ["4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"])
    at.do("0 add Ac 1")
    assert at.refused("0 add 2c 1") == "TA5 run_full"


def test_TA6_a_wild_makes_a_clean_canastra_dirty() -> None:
    at = Sitting("2c Kd Ks", [CLEAN])
    assert ("canastra_clean", 200, "T16") in at.lines(0)
    at.do("0 add 2c 1")
    assert at.kinds == ["add", "dirtied"]
    assert ("canastra_dirty", 100, "T16") in at.lines(0)


def test_TA7_suits_in_a_lavadeira_are_free() -> None:
    at = Sitting("9c 9c 9d Kd Ks")
    at.do("0 meld 9c 9c 9d")
    assert at.melds(0) == ["9c 9c 9d"]


# --- red 3s (TA8 to TA11) ---------------------------------------------------------------------


TWO_RUNS = "4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad"


def deal_of(hands: list[str], stock: str) -> list[Card]:
    """Return an order that deals hands beginning so, and puts ``stock`` on top of the stock."""
    given = [list(faces(hand)) for hand in hands]
    filler = [*faces(TWO_RUNS), *faces("4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah")]
    for hand in given:
        while len(hand) < 11:
            hand.append(filler.pop(0))
    dealt = [given[seat][k] for k in range(11) for seat in range(len(hands))]
    return [*dealt, *faces(TWO_RUNS), *faces(stock)]


def test_TA8_dealt_red_3s_are_laid_seat_by_seat_before_the_first_turn() -> None:
    deck = deal_of(["3d 3h", "", "3h", ""], "4s 3d 5s 6s 7s")
    game = tranca()
    state = game.deal(deck=deck, seed=1)
    assert [text(red) for red in state.red3s] == ["3d 3h 3d 3h", ""]
    told = [(e.kind, e.seat, text(e.cards)) for e in game.opening(state)]
    assert told == [
        ("red3", 0, "3d"),
        ("replace", 0, "4s"),
        ("red3", 0, "3h"),
        ("replace", 0, "3d"),
        ("red3", 0, "3d"),
        ("replace", 0, "5s"),
        ("red3", 2, "3h"),
        ("replace", 2, "6s"),
    ]
    assert [hand.bit_count() for hand in state.hands] == [11] * 4
    assert state.turn == 0
    assert text(state.stock[:1]) == "7s"
    assert game.opening(state)[1].seen_by(1).cards == (UNKNOWN,)


def test_TA8_red3_replace_false() -> None:
    deck = deal_of(["3d 3h", "", "3h", ""], "4s 3d 5s 6s 7s")
    state = tranca(red3_replace=False).deal(deck=deck, seed=1)
    assert [hand.bit_count() for hand in state.hands] == [9, 11, 10, 11]
    at = Sitting("4c 5c", stock="3h Kd", phase="draw", red3_replace=False)
    at.do("0 draw")
    assert at.kinds == ["draw", "red3"]
    assert at.hand(0) == "4c 5c"


def test_TA9_red_3s_of_a_morto_direct_at_once_indirect_at_the_next_turn() -> None:
    morto = "3h 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    at = Sitting("9s 9d 9h", mortos=[morto, ""], stock="Kd")
    at.do("0 meld 9d 9h 9s")
    assert at.kinds == ["meld", "out", "morto", "red3", "replace"]
    assert at.state.hands[0].bit_count() == 11
    at = Sitting("9s", mortos=[morto, ""], stock="Kd Ks Qs Qd")
    at.do("0 discard 9s")
    assert "3h" in at.hand(0)
    for seat in (1, 2, 3):
        at.do(f"{seat} draw")
        at.do(at.legal("discard")[0])
    assert at.kinds == ["discard", "open_morto", "red3", "replace"]
    assert at.state.turn == 0
    assert at.state.phase == "draw"
    assert "3h" not in at.hand(0)
    assert text(at.state.red3s[0]) == "3h"


def test_TA9_an_unused_morto_keeps_its_red_3_which_counts_as_a_hand_card() -> None:
    morto = "3h 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    for values, points in (("all10", -110), ("buraco", -5 - 4 * 5 - 6 * 10)):
        at = Sitting({0: "9s", 1: "Jh", 2: "9d 9c"}, [CLEAN], mortos=[morto], card_values=values, stock="Qs")
        at.do("0 discard 9s", "1 draw")
        at.do(at.legal("discard")[0], "2 take 1", "2 meld 9c 9d 9s")
        assert at.state.phase == "over"
        lines = [(line.reason, line.points) for line in at.sheet(0)]
        assert ("hand", points) in lines
        assert not any("morto" in reason or "red3" in reason for reason, _ in lines)


def test_TA10_nothing_to_replace_a_red_3_with() -> None:
    at = Sitting("4c 5c", stock="3h", phase="draw", dry=True, mortos=["Kd"], red3s=("", ""))
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "morto_stock", "replace"]
    assert at.hand(0) == "4c 5c Kd"
    at = Sitting("4c 5c", stock="3h", phase="draw", dry=True, mortos=0)
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "no_card"]
    assert at.hand(0) == "4c 5c"


def test_TA10_a_single_card_that_may_not_go_is_kept_and_the_turn_passes() -> None:
    at = Sitting("4c", stock="3h", phase="draw", dry=True, mortos=0, taken=(True, True))
    at.do("0 draw")
    assert at.legal() == ["0 pass"]
    assert at.refused("0 discard 4c") == "TA19 last_card_stays"
    at.do("0 pass")
    assert at.state.turn == 1
    at = out("4c 5c")
    assert at.refused("0 pass") == "TA10 can_still_act"
    at = out("Th", ["4h 5h 6h 7h 8h 9h"])
    assert at.legal() == ["0 add Th 1"]


def test_TA11_a_red_3_is_never_discarded_and_any_canastra_frees_it() -> None:
    at = Sitting("4c 5c", ["4h 5h 6h 7h 8h 9h 2h"], red3s=("3h", ""))
    assert at.refused("0 discard 3d") == "TA11 red_three_stays"
    assert at.refused("0 meld 3d 4c 5c") == "T18 not_in_hand"
    assert ("red3_with_canastra", 100, "T26") in at.lines(0)


# --- the pile (TA12 to TA15) ------------------------------------------------------------------


def test_TA12_the_pile_starts_empty() -> None:
    game = tranca()
    state = game.deal(seed=3)
    assert state.pile == ()
    assert [str(a) for a in game.legal_actions(state)] == ["0 draw"]


def test_TA13_a_new_meld_from_the_pile_any_number_of_hand_cards() -> None:
    at = Sitting("4c 5c 7c 8c 2d Kd", pile="Qd 6c", phase="draw")
    takes = at.legal("take")
    assert "0 take 4c 5c" in takes
    assert "0 take 4c 5c 7c 8c" in takes
    assert "0 take 4c 2d" in takes
    assert "0 take 4c 5c 7c 8c 2d" in takes
    # the rest of the pile cannot help to lay its top
    at = Sitting("4c Kd 9s", pile="5c 6c", phase="draw")
    assert at.refused("0 take 4c 5c") == "T18 not_in_hand"
    # a 2 on top follows the same rules
    at = Sitting("4c 5c Kd", ["4h 5h 6h"], pile="2s", phase="draw")
    assert set(at.legal("take")) == {"0 take 1", "0 take 4c 5c"}


def test_TA13_pile_fit() -> None:
    hand, melds = "7h 9c Kd", ["4h 5h 6h"]
    at = Sitting(hand, melds, pile="Qd 8h", phase="draw")
    assert at.refused("0 take 1") == "TA13 fits_only_with_hand_card"
    assert at.refused("0 take 7h 1") == "TA13 fits_only_with_hand_card"
    assert text(at.verdict("0 take 1").params["with"]) == "7h"
    at = Sitting(hand, melds, pile="Qd 8h", phase="draw", pile_fit="with_hand_cards")
    assert at.legal("take") == ["0 take 7h 1"]
    at.do("0 take 7h 1")
    assert at.melds(0) == ["4h 5h 6h 7h 8h"]
    # under "direct" hand cards follow in an act of their own
    at = Sitting("8h 9c Kd", melds, pile="Qd 7h", phase="draw")
    assert at.refused("0 take 8h 1") == "TA13 add_after_taking"
    at.do("0 take 1", "0 add 8h 1")


def test_TA14_the_lock_is_for_the_next_player_and_a_black_3_may_be_the_last_discard() -> None:
    at = Sitting({0: "3c Kd", 1: "9d Kh Ks", 2: "9c 9s 4d"})
    at.do("0 discard 3c")
    assert at.refused("1 take Kh Ks") == "T10 pile_locked"
    at.do("1 draw", "1 discard 9d", "2 take 9c 9s")
    assert "3c" in at.hand(2)
    at = Sitting("2c Kd")
    at.do("0 discard 2c")
    at = out("3c", [CLEAN])
    at.do("0 discard 3c")
    assert at.state.phase == "over"


def test_TA15_a_black_3_is_not_melded_when_going_out_either() -> None:
    at = out("3c 3s 3c", [CLEAN])
    assert at.refused("0 meld 3c 3c 3s") == "T10 black_three"
    at = Sitting("2c 3s", ["4h 5h 6h"])
    assert at.refused("0 add 3s 1") == "T10 black_three"


# --- stock and mortos (TA16, TA17) ------------------------------------------------------------


def test_TA16_a_morto_becomes_the_stock_and_then_the_deal_ends() -> None:
    at = Sitting("4c 5c 9d", dry=True, mortos=["Kd", ""], phase="draw", pile="9h")
    at.do("0 draw")
    assert at.kinds == ["morto_stock", "draw"]
    assert (len(at.state.stock), len(at.state.mortos)) == (10, 1)
    assert "Kd" in at.hand(0)
    at = Sitting("4c Kc 9d 9s", dry=True, mortos=0, phase="draw", pile="9h")
    assert at.legal() == ["0 stop", "0 take 9d 9s"]
    assert at.refused("0 draw") == "TA16 nothing_to_draw"
    at.do("0 stop")
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert outcome.reason == "stopped"
    assert not any(line.reason == "batida" for side in (0, 1) for line in at.sheet(side))
    at = Sitting("4c 5c", phase="draw")
    assert at.refused("0 stop") == "TA16 not_dry"


def test_TA16_stock_out_end() -> None:
    at = Sitting("4c 9d 9s", dry=True, mortos=2, phase="draw", pile="9h", stock_out="end")
    assert at.legal() == ["0 stop"]
    assert at.refused("0 take 9d 9s") == "TA16 only_stop"
    at = Sitting("4c 5c", stock="3h", phase="draw", dry=True, mortos=1, stock_out="end")
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "no_card"]


def test_TA17_a_morto_that_became_stock_is_paid_all_the_same() -> None:
    at = Sitting({0: "9c"}, [CLEAN], taken=(False, True), mortos=0)
    at.do("0 discard 9c")
    assert at.state.phase == "over"
    assert ("morto_was_stock", -100, "TA17") in at.lines(0)
    assert ("batida", 100, "T28") in at.lines(0)


# --- going out (TA18 to TA22) -----------------------------------------------------------------


def test_TA18_batida_requires() -> None:
    dirty = ["4h 5h 6h 7h 8h 9h 2h"]
    assert out("9c", dirty).refused("0 discard 9c") == "TA19 last_card_stays"
    at = out("9c", dirty, batida_requires="any")
    assert at.verdict("0 discard 9c").reason == "ends_deal"
    at = out("9c 9d 9s", ["4h 5h 6h"], batida_requires="any")
    assert at.refused("0 meld 9c 9d 9s") == "TA18 needs_canastra"
    assert at.verdict("0 meld 9c 9d 9s").params["short"] == 4
    # taking the morto needs no canastra
    assert Sitting("9c 9d 9s").verdict("0 meld 9c 9d 9s").reason == "goes_out_direct"


def test_TA19_two_cards_stay_where_the_hand_may_not_be_emptied() -> None:
    at = out("9c 9d 9s Kd")
    assert at.refused("0 meld 9c 9d 9s") == "TA19 needs_two_left"
    assert at.verdict("0 meld 9c 9d 9s").params == {"left": 1, "back": 1, "short": 7, "requires": "clean"}
    at = out("9c 9d 9s Kd Ks")
    at.do("0 meld 9c 9d 9s", "0 discard Kd")
    # judged after the act: what completes the canastra may leave one card or none
    at = out("8h 9h Th", ["4h 5h 6h 7h"])
    assert at.refused("0 add 8h 9h 1") == "TA19 needs_two_left"
    assert at.verdict("0 add 8h 9h Th 1").reason == "ends_deal"
    at = out("9h Th Kd", ["4h 5h 6h 7h 8h"])
    at.do("0 add 9h Th 1", "0 discard Kd")
    assert at.state.phase == "over"
    # what dirties the only clean one may not
    at = out("2h Kd", [CLEAN])
    assert at.refused("0 add 2h 1") == "TA19 dirties_canastra"
    at = out("2h Kd Ks", [CLEAN])
    assert at.verdict("0 add 2h 1").ok
    at = out("2h Kd", [CLEAN, CLEAN])
    assert at.verdict("0 add 2h 1").ok


def test_TA19_the_pile_act_too() -> None:
    at = out("9d 9s", pile="9c", phase="draw")
    assert at.refused("0 take 9d 9s") == "T24 needs_canastra"
    at = out("9d 9s", pile="Kd Qd 9c", phase="draw")
    assert at.verdict("0 take 9d 9s").ok
    # the whole hand may go down with the top of a pile of one
    at = out("Th", ["4h 5h 6h 7h 8h"], pile="9h", phase="draw")
    assert at.refused("0 take 1") == "TA19 needs_two_left"
    at.do("0 take Th 1")
    assert at.state.phase == "over"


def test_TA20_both_ways_out_in_one_turn() -> None:
    morto = "9c 9d 9s Jc Jd Js Qc Qd Qs Kc Kd"
    at = Sitting("4h 5h 6h 7h 8h 9h Th", mortos=[morto])
    at.do("0 meld 4h 5h 6h 7h 8h 9h Th", "0 meld 9c 9d 9s", "0 meld Jc Jd Js", "0 meld Qc Qd Qs")
    assert at.hand(0) == "Kc Kd"
    at.do("0 discard Kc")
    assert at.state.turn == 1
    at = Sitting("4h 5h 6h 7h 8h 9h Th", mortos=["9c 9d 9s 9h Jc Jd Js Qc Qd Qs Kc"])
    at.do("0 meld 4h 5h 6h 7h 8h 9h Th", "0 meld 9c 9d 9h 9s", "0 meld Jc Jd Js", "0 meld Qc Qd Qs")
    at.do("0 discard Kc")
    assert at.state.phase == "over"
    assert at.state.ender == 0


def test_TA21_only_an_opponents_ending_makes_a_morto_unpaid() -> None:
    for ender, unpaid in ((1, True), (2, False), (3, True), (None, False)):
        at = Sitting("4c 5c", [CLEAN], theirs=["4s 5s 6s 7s 8s 9s Ts"], waiting=[0], taken=(True, True))
        at.state = at.state._replace(turn=None, phase="over", ender=ender, stopped=ender is None)
        reasons = {line.reason for line in at.sheet(0)}
        assert ("morto_unused" in reasons) == unpaid
        assert ("morto_not_counted" in reasons) == unpaid


def test_TA22_100_once_to_the_side_that_ends() -> None:
    at = Sitting("9c 9d 9s", [CLEAN], mortos=["Kd", ""], taken=(False, False))
    at.do("0 meld 9c 9d 9s")
    assert "batida" not in {line.reason for line in at.sheet(0)}
    at = out("9c", [CLEAN])
    at.do("0 discard 9c")
    assert [line.reason for line in at.sheet(0)].count("batida") == 1


# --- the rest (TA23 to TA27) ------------------------------------------------------------------


def test_TA23_melds_stay_apart_and_opponents_melds_are_untouchable() -> None:
    at = Sitting("4c 5c 6c 9c 9d 9s Kd Ks 7h 7c", ["7c 8c 9c", "9d 9h 9s"], theirs=["4h 5h 6h"])
    at.do("0 meld 4c 5c 6c", "0 meld 9c 9d 9s")
    assert len(at.melds(0)) == 4
    assert at.refused("0 add 7h 1.1") == "TA23 opponents_meld"
    assert str(at.game.parse(at.state, "0 add 7c 2.3")) == "0 add 7c 3"


def test_TA24_two_players_each_a_side() -> None:
    at = Sitting("9c", players=2)
    at.do("0 discard 9c", "1 draw")
    assert at.state.taken == (True, False)
    assert at.game.seats == 2
    at.do(at.legal("discard")[0])
    assert at.state.turn == 0


def test_TA25_one_deal_or_a_target() -> None:
    def over(points: int, totals: tuple[int, int], target: int | None) -> tuple[int, ...] | None:
        melds, theirs = (["4c 5c 6c 7c"], ["4s 5s 6s"]) if points else (["4c 5c 6c"], ["4s 5s 6s"])
        at = Sitting(dict.fromkeys(range(4), ""), melds, theirs=theirs, target=target)
        at.state = at.state._replace(turn=None, phase="over", stopped=True)
        at.state = at.state._replace(match=at.state.match._replace(totals=totals))
        return at.game.standing(at.state).winners

    # morto not taken on both sides: 40 - 100 to 30 - 100, or 30 each
    assert over(10, (0, 0), None) == (0,)
    assert over(0, (0, 0), None) == (0, 1)
    assert over(0, (2070, 2070), 2000) is None
    assert over(10, (2070, 2070), 2000) == (0,)
    assert over(10, (2060, 2070), 2000) is None
    assert over(10, (2030, 2200), 2000) == (1,)
    assert over(10, (1000, 1500), 2000) is None
    # any whole number may be agreed
    assert over(10, (760, 500), 700) == (0,)
    assert over(10, (0, 0), 1) is None
    assert over(10, (100, 60), 1) == (0,)


@pytest.mark.parametrize("target", [0, -500, 2.5, "700", True, 100_001])
def test_TA25_a_target_is_a_whole_number_or_none(target: Any) -> None:
    with pytest.raises(ValueError, match=r"target=.*5000 or a whole number from 1 to 100000 \(TA25\)"):
        tranca(target=target)


def test_TA26_the_dealers_left_begins_and_the_deal_goes_round() -> None:
    game = tranca(target=3000)
    assert game.deal(seed=1).turn == 0
    state = game.deal(seed=1, dealer=1)
    assert state.turn == 2
    over = state._replace(turn=None, phase="over", stopped=True)
    assert game.next_deal(over, seed=2).turn == 3
    assert game.next_deal(over, seed=2).match.deals == 1


def test_TA27_cards_taken_with_the_pile_are_known_to_all() -> None:
    at = Sitting({0: "9d 9s 4c", 1: "Kh 7h 8h"}, pile="Kd 4c Qh 9h", phase="draw")
    seen = at.observe(1)
    assert (str(seen.pile_top), seen.pile_size) == ("9h", 4)
    at.do("0 take 9d 9s")
    for seat in (1, 2, 3, None):
        seen = at.observe(seat)
        assert text(seen.hands[0]) == "4c Kd Qh ??"
        assert text(seen.known[0]) == "4c Kd Qh"
    assert text(at.observe(0).hands[0]) == "4c 4c Kd Qh"
    # of two equal copies the known one is played
    at.do("0 discard 4c")
    assert text(at.observe(1).known[0]) == "Kd Qh"
    assert text(at.observe(1).hands[0]) == "Kd Qh ??"


def test_presets() -> None:
    assert tranca("online").options == tranca(sets_make_canastra=True, target=3000).options
    assert tranca("seed").options == tranca().options
    assert cards_in(0) == ()
