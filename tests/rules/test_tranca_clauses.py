"""What the text of Tranca says, clause by clause (T1 to T30); every test's name carries its clause."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.bots import RandomBot, play
from cardkit.cards import CARDS, cards, text
from cardkit.games.tranca.state import cards_in
from cardkit.rng import stream
from tests.rules.tranca_tools import TWO_PACKS, Sitting, every_card, faces, tranca

CLEAN = "4h 5h 6h 7h 8h 9h Th"
"""A clean canastra."""


def test_T1_two_pairs_in_alternate_seats() -> None:
    game = tranca()
    assert game.seats == 4
    at = Sitting("4c 5c 6c 9d 9s", turn=2)
    at.do("2 meld 4c 5c 6c")
    assert at.melds(0) == ["4c 5c 6c"]
    at = Sitting({3: "7c 9d 9s"}, ["4c 5c 6c"], turn=3)
    at.do("3 add 7c 1")
    assert at.melds(1) == ["4c 5c 6c 7c"]


def test_T2_four_players_or_two() -> None:
    assert len(tranca().deal(seed=1).hands) == 4
    assert len(tranca(players=2).deal(seed=1).hands) == 2
    with pytest.raises(ValueError, match="players=3"):
        tranca(players=3)


def test_T3_two_packs_without_jokers() -> None:
    assert every_card(tranca().deal(seed=1)) == TWO_PACKS
    with pytest.raises(ValueError, match="each card twice, got 8h 3 times"):
        tranca().deal(deck=[CARDS[33]] * 3, seed=1)


@pytest.mark.parametrize(("players", "stock"), [(4, 38), (2, 60)])
def test_T4_eleven_cards_each_and_two_mortos_of_eleven(players: int, stock: int) -> None:
    # in sorted order the four red 3s stand where they can be counted
    order = [c for c in TWO_PACKS if str(c) not in ("3d", "3h")] + list(faces("3d 3d 3h 3h"))
    state = tranca(players=players).deal(deck=order)
    assert [hand.bit_count() for hand in state.hands] == [11] * players
    assert [len(morto) for morto in state.mortos] == [11, 11]
    assert len(state.stock) == stock
    assert cards_in(state.hands[1]) == tuple(sorted(order[1 : players * 11 : players]))
    assert state.mortos[0] == tuple(order[players * 11 : players * 11 + 11])
    assert state.stock[0] == order[players * 11 + 22]


def test_T5_the_most_points_win() -> None:
    at = Sitting("", [CLEAN], theirs=["9c 9d 9s"], phase="over")
    at.state = at.state._replace(turn=None, stopped=True)
    outcome = at.game.outcome(at.state)
    assert outcome is not None
    assert outcome.ranking == ((0,), (1,))
    assert outcome.points[0] > outcome.points[1]


@pytest.mark.parametrize("laid", ["4c 5c 6c", "9c 9d 9s", "Th Jh Qh"])
def test_T6_three_cards_in_order_of_a_suit_or_of_one_rank(laid: str) -> None:
    at = Sitting(f"{laid} Kc Ks")
    at.do(f"0 meld {laid}")
    assert at.melds(0) == [laid]
    assert at.events[0].rule == "T6"
    at = Sitting("4c 5c 6d Kc Ks")
    assert at.refused("0 meld 4c 5c 6d") == "T6 mixed"
    assert at.refused("0 meld 4c 5c") == "T6 too_few"
    assert at.verdict("0 meld 4c 5c").params["missing"] == 1
    assert at.refused("0 meld 4c 5c Kc") == "T6 gap"
    assert text(at.verdict("0 meld 4c 5c Kc").params["missing"]) == "6c 7c 8c 9c Tc Jc Qc"


def test_T7_the_ace_ranks_above_the_king() -> None:
    at = Sitting("Qd Kd Ad 4d 5d 9s 9c")
    assert at.refused("0 meld 4d 5d Ad") == "T7 ace_high"
    assert at.refused("0 meld Kd Ad 4d") == "T7 ace_high"
    at.do("0 meld Qd Kd Ad")
    assert at.melds(0) == ["Qd Kd Ad"]


def test_T8_more_may_be_laid_at_once_or_added_later() -> None:
    at = Sitting("4d 5d 6d 7d 8d 9d Jd 9s 9c")
    at.do("0 meld 4d 5d 6d 7d")
    assert at.refused("0 add 9d 1") == "T6 gap"
    assert text(at.verdict("0 add 9d 1").params["missing"]) == "8d"
    at.do("0 add 8d 9d 1")
    assert at.melds(0) == ["4d 5d 6d 7d 8d 9d"]
    assert at.events[0].rule == "T8"


@pytest.mark.parametrize(("laid", "stands_for"), [("Qd Ad 2d", 13), ("7c 7s 2h", 7), ("5c 5d 2s", 5)])
def test_T9_a_2_stands_for_any_card(laid: str, stands_for: int) -> None:
    at = Sitting(f"{laid} 9s Tc")
    at.do(f"0 meld {laid}")
    assert at.state.melds[0][0].wild_ranks() == (stands_for,)
    assert at.events[0].rule == "T9"


def test_T10_a_black_3_is_never_melded_and_locks_the_pile_for_the_next() -> None:
    at = Sitting({0: "3s 3c 9d 9h", 1: "9c 9s Kd"}, pile="9d")
    assert at.refused("0 meld 3c 3s 9d") == "T10 black_three"
    at.do("0 discard 3s")
    assert at.events[0].rule == "T10"
    assert [(e.kind, e.seat) for e in at.events[1:]] == [("lock", 1)]
    assert at.refused("1 take 9c 9s") == "T10 pile_locked"
    assert at.legal() == ["1 draw"]


def test_T11_a_red_3_lies_by_itself_and_counts_100() -> None:
    at = Sitting("4c 5c 6c Ks", stock="3h Kd", phase="draw")
    at.do("0 draw")
    assert at.kinds == ["draw", "red3", "replace"]
    assert text(at.state.red3s[0]) == "3h"
    assert at.hand(0) == "4c 5c 6c Kd Ks"
    assert ("red3_without_canastra", -100, "T26") in at.lines(0)
    at = Sitting("4c 5c", [CLEAN], red3s=("3h", ""))
    assert ("red3_with_canastra", 100, "T26") in at.lines(0)


def test_T12_going_out_is_running_out_of_hand_cards() -> None:
    at = Sitting("9c 9d 9s")
    at.do("0 meld 9c 9d 9s")
    assert [(e.kind, e.rule) for e in at.events[1:]] == [("out", "T12"), ("morto", "T14")]


def test_T13_the_first_of_a_pair_to_go_out_gets_the_morto_and_only_once() -> None:
    at = Sitting({0: "9c", 2: "9d Kd 9h"}, ["4c 5c 6c"])
    at.do("0 discard 9c")
    assert at.state.taken == (True, False)
    assert len(at.state.mortos) == 1
    at = Sitting({2: "9d"}, ["4c 5c 6c"], turn=2, taken=(True, False), mortos=1)
    assert at.refused("2 discard 9d") == "TA19 last_card_stays"


def test_T14_direct_plays_on_without_drawing() -> None:
    at = Sitting("9c 9d 9s", mortos=["4c 5c 6c 7c 8c Kd Ks Qd Qs Jd Js", ""])
    at.do("0 meld 9c 9d 9s")
    assert at.state.turn == 0
    assert at.state.phase == "play"
    assert at.hand(0) == text(sorted(faces("4c 5c 6c 7c 8c Kd Ks Qd Qs Jd Js")))
    assert at.refused("0 draw") == "T20 already_drawn"
    at.do("0 meld 4c 5c 6c", "0 discard Kd")
    assert at.state.turn == 1


def test_T15_indirect_uses_the_morto_on_the_next_turn() -> None:
    at = Sitting("9c", mortos=["4c 5c 6c", ""])
    assert at.verdict("0 discard 9c")[:3] == (True, "T15", "goes_out_indirect")
    at.do("0 discard 9c")
    assert at.kinds == ["discard", "out", "morto"]
    assert at.state.turn == 1
    assert at.state.waiting == 1
    assert at.state.hands[0].bit_count() == 11
    assert at.legal()
    assert at.game.legal_actions(at.state, 0) == ()
    for seat in (1, 2, 3):
        at.do(f"{seat} draw")
        at.do(at.legal("discard")[0])
    assert at.state.turn == 0
    assert at.state.waiting == 0
    assert "open_morto" in at.kinds


def test_T16_seven_in_sequence_of_a_suit_clean_or_dirty() -> None:
    at = Sitting("Th Kd Ks", ["4h 5h 6h 7h 8h 9h"])
    at.do("0 add Th 1")
    assert at.kinds == ["add", "canastra"]
    assert at.events[1].params["clean"] is True
    at = Sitting("2c Kd Ks", ["4h 5h 6h 7h 8h 9h"])
    at.do("0 add 2c 1")
    assert at.events[1].params["clean"] is False
    at = Sitting("9h Kd Ks", ["9c 9c 9d 9d 9s 9s"])
    at.do("0 add 9h 1")
    assert at.kinds == ["add"]


def test_T17_play_passes_to_the_left() -> None:
    at = Sitting("4c 5c Kd")
    at.do("0 discard Kd")
    assert at.state.turn == 1
    assert at.refused("0 draw") == "T17 not_your_turn"
    assert at.refused("3 draw") == "T17 not_your_turn"
    with pytest.raises(ValueError, match="no seat 4"):
        at.game.legal_actions(at.state, 4)
    with pytest.raises(ValueError, match="no seat 4"):
        at.observe(4)


def test_T18_melds_come_after_the_draw_and_before_the_discard() -> None:
    at = Sitting("4c 5c 6c 9d 9s Kh", stock="9h", phase="draw")
    assert at.refused("0 meld 4c 5c 6c") == "T18 draw_first"
    assert at.refused("0 discard 9d") == "T18 draw_first"
    at.do("0 draw", "0 meld 4c 5c 6c", "0 meld 9d 9h 9s")
    assert at.refused("0 discard 9d") == "T18 not_in_hand"


def test_T19_the_discard_ends_the_turn() -> None:
    at = Sitting("4c 5c 6c 9d 9s")
    at.do("0 discard 9d")
    assert at.events[0].rule == "T19"
    assert text(at.state.pile) == "9d"
    assert at.refused("0 meld 4c 5c 6c") == "T17 not_your_turn"


def test_T20_draw_a_card_or_take_the_whole_pile() -> None:
    at = Sitting({0: "4c 5c 6c 9d 9s"}, pile="Kd 3c Qh 9h", phase="draw")
    assert at.legal() == ["0 draw", "0 take 9d 9s"]
    at.do("0 take 9d 9s")
    assert at.hand(0) == "3c 4c 5c 6c Kd Qh"
    assert at.state.pile == ()
    assert at.melds(0) == ["9d 9h 9s"]
    assert at.kinds == ["take", "meld"]
    assert text(at.events[0].cards) == "Kd 3c Qh"


def test_T21_the_top_card_must_be_used_at_once() -> None:
    at = Sitting("9d 9s Kd Tc", ["4h 5h 6h"], pile="Qc 9h", phase="draw")
    assert at.refused("0 take") == "T21 top_must_be_used"
    assert at.refused("0 take 9d") == "T21 needs_two_from_hand"
    assert at.verdict("0 take 9d").params["missing"] == 1
    assert at.refused("0 take Kd Tc") == "T6 mixed"
    assert at.refused("0 take 1") == "T6 gap"
    assert at.verdict("0 take 9d 9s")[:3] == (True, "T21", "may_take")
    at = Sitting("9d 9s Kd Tc", ["4h 5h 6h"], pile="Qc 7h", phase="draw")
    at.do("0 take 1")
    assert at.melds(0) == ["4h 5h 6h 7h"]
    assert at.hand(0) == text(sorted(faces("9d 9s Kd Tc Qc")))


def test_T22_the_game_goes_on_with_the_morto() -> None:
    at = Sitting("9c 9d 9s")
    at.do("0 meld 9c 9d 9s")
    assert at.state.phase == "play"
    assert at.state.hands[0].bit_count() == 11


def test_T23_each_pair_gets_one_morto() -> None:
    at = Sitting({0: "9c", 1: "9d Kd"}, mortos=["4c", "5c"])
    at.do("0 discard 9c")
    assert "4c" in at.hand(0)
    at = Sitting({1: "Kd"}, turn=1, taken=(True, False), mortos=["5c"])
    at.do("1 discard Kd")
    assert "5c" in at.hand(1)
    assert at.state.mortos == ()


def test_T24_ending_needs_a_clean_canastra() -> None:
    at = Sitting("9c 9d 9s", taken=(True, False), mortos=1)
    assert at.refused("0 meld 9c 9d 9s") == "T24 needs_canastra"
    assert at.verdict("0 meld 9c 9d 9s").params["short"] == 7
    at = Sitting("9c 9d 9s", ["4h 5h 6h 7h 8h 9h 2h"], taken=(True, False), mortos=1)
    assert at.refused("0 meld 9c 9d 9s") == "T24 needs_canastra"
    at = Sitting("9c 9d 9s", [CLEAN], taken=(True, False), mortos=1)
    assert at.verdict("0 meld 9c 9d 9s")[:3] == (True, "T24", "ends_deal")
    at.do("0 meld 9c 9d 9s")
    assert at.state.turn is None
    assert at.kinds == ["meld", "out", "reveal", "end"]
    assert at.legal() == []
    assert at.game.check(at.state, at.game.parse(at.state, "1 draw")).reason == "deal_over"


def test_T25_a_side_without_its_morto_pays_100_besides_its_cards() -> None:
    at = Sitting({0: "9c", 1: "4c 5c", 2: "Kd", 3: "6c"}, [CLEAN], taken=(True, False), mortos=1)
    at.do("0 discard 9c")
    assert at.lines(1) == [
        ("morto_not_taken", -100, "T25"),
        ("hand", -20, "T27"),
        ("hand", -10, "T27"),
    ]


def test_T26_red_3s_count_for_or_against() -> None:
    at = Sitting("4c 5c", [CLEAN], theirs=["9c 9d 9s"], red3s=("3d 3h", "3d"))
    assert [line for line in at.lines(0) if "red3" in line[0]] == [("red3_with_canastra", 100, "T26")] * 2
    assert [line for line in at.lines(1) if "red3" in line[0]] == [("red3_without_canastra", -100, "T26")]


def test_T27_the_count_is_cards_laid_and_canastras_less_the_hand() -> None:
    at = Sitting({0: "4c 5c", 1: "", 2: "9h", 3: ""}, [CLEAN], taken=(True, True), dry=True, mortos=0)
    assert at.lines(0) == [
        ("laid", 70, "T30"),
        ("canastra_clean", 200, "T16"),
        ("hand", -20, "T27"),
        ("hand", -10, "T27"),
    ]
    assert at.totals[0] == 240


def test_T28_the_side_that_went_out_gets_100() -> None:
    at = Sitting({0: "9c", 2: ""}, [CLEAN], taken=(True, False), mortos=1)
    before = at.totals
    at.do("0 discard 9c")
    assert at.lines(0)[-1] == ("batida", 100, "T28")
    assert before[0] is not None
    assert at.totals[0] == before[0] + 10 + 100
    assert at.totals[1] == before[1]


def test_T29_a_morto_not_in_use_when_the_opponents_end_is_paid() -> None:
    at = Sitting({0: "9c", 1: "9d Kh", 2: "Kd"}, theirs=[CLEAN], taken=(False, True), mortos=1)
    at.do("0 discard 9c", "1 draw")
    at.state = at.state._replace(hands=(at.state.hands[0], 1 << int(faces("Kh")[0]), *at.state.hands[2:]))
    after, _ = at.game.apply(at.state, at.game.parse(at.state, "1 discard Kh"))
    lines = [(line.reason, line.points) for line in at.game.score(after).of(0)]
    assert lines == [("morto_unused", -100), ("morto_not_counted", 0), ("hand", -10)]


def test_T30_the_values() -> None:
    at = Sitting("4c 2c 3s 8h Kh", [CLEAN, "4s 5s 6s 7s 8s 9s 2s"], mortos=2)
    assert next(line.points for line in at.sheet(0) if line.reason == "hand") == -50
    assert [line[:2] for line in at.lines(0)[:4]] == [
        ("laid", 70),
        ("canastra_clean", 200),
        ("laid", 70),
        ("canastra_dirty", 100),
    ]


def test_a_whole_match_of_bots_keeps_to_the_clauses() -> None:
    game = tranca(target=500)
    state = game.deal(seed=5)
    bots = [RandomBot(stream(5, "bot", seat)) for seat in range(4)]
    for deal in range(200):
        for step in play(game, state, bots):
            state = step.state
        standing = game.standing(state)
        if standing.winners is not None:
            break
        state = game.next_deal(state, seed=deal)
    assert standing.winners is not None
    assert max(standing.totals) >= 500
    with pytest.raises(ValueError, match="the match is over"):
        game.next_deal(state, seed=1)


def test_the_game_has_a_name() -> None:
    assert cardkit.game("tranca").id == "tranca"
    assert cards("4c")[0].copy == 0
