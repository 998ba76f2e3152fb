"""Kozel, cases with known right answers: KC1–KC12 and the fine print."""

from __future__ import annotations

import random

import pytest

from cardkit.bots import play, table
from cardkit.cards import UNKNOWN, card, cards, pack, text
from cardkit.games.kozel.beating import beating, beats
from cardkit.games.kozel.score import WORTH, band
from tests.rules.kozel_tools import Sitting, all_cards, finished, kozel, position, some_options

SPADES, HEARTS, DIAMONDS = 3, 2, 1


def test_KC1_what_beats_what() -> None:
    assert beats(card("Tc"), card("Kc"), SPADES)
    assert beats(card("9h"), card("7h"), SPADES)
    assert beats(card("6h"), card("As"), HEARTS)
    for trump in (0, HEARTS):
        assert not beats(card("As"), card("Td"), trump)
        assert not beats(card("Td"), card("As"), trump)


def test_KC2_the_order_of_naming_does_not_matter() -> None:
    sitting = Sitting(["6h Kh Ac Qd", "7h Ah 6d 6c", "9c 7d Ts 8d", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 6h Kh")
    one, other = "1 beat Ah 7h", "1 beat 7h Ah"
    assert sitting.game.parse(sitting.state, one) == sitting.game.parse(sitting.state, other)
    (event,) = sitting.do(other)
    # column by column: the 7 lies on the 6, the ace on the king
    assert event.params["over"] == cards("6h Kh")
    assert event.cards == cards("7h Ah")
    assert sitting.table[1] == (1, "beat", "7h Ah")


def test_KC3_a_chain_of_beats_in_diamonds() -> None:
    over = cards("9d Js")
    assert beating(cards("9d Js"), cards("Qs 7s"), DIAMONDS)
    assert beating(cards("Kd 8d"), over, DIAMONDS)
    assert beating(cards("Kd 9s"), over, DIAMONDS) is None
    sitting = Sitting(["Qs 7s Ac 6h", "9d Js 6c 7c", "Kd 8d 9s 8h", "9c Tc As 9h"], "6d")
    sitting.do("0 lead Qs 7s", "1 beat 9d Js")
    assert sitting.verdict("2 beat Kd 8d").ok
    ok, rule, reason, params, _ = sitting.verdict("2 beat Kd 9s")
    assert (ok, rule, reason) == (False, "K10", "below")
    assert (params["card"], params["over"], params["beaten"]) == (card("9s"), card("Js"), 1)


def test_KC4_four_of_a_suit_may_be_led_and_three_at_the_end_are_no_molodka() -> None:
    four = Sitting(["6c 7c Ac Qc", "8c Kc 6d 6h", "9c 7d Ts 7h", "Tc 8d As 8h"], "6s")
    assert four.verdict("0 lead 6c 7c Ac Qc").ok
    three = Sitting.at(position(["6c 7h 8d", "9d Td Ad", "6h 8h 9h", "7c 8c 9c"]))
    assert three.legal(1) == []
    assert three.why("1 molodka 9d Td Ad") == (False, "KA8", "not_four")


@pytest.mark.parametrize("seed", range(25))
def test_KC5_points_sum_to_120(seed: int) -> None:
    rng = random.Random(seed)
    game = kozel(**some_options(rng))
    state = game.deal(seed)
    for step in play(game, state, table("random", game, seed)):
        state = step.state
    totals = [total for total in game.score(state).totals if total is not None]
    assert sum(totals) == 120
    assert len(totals) == 2


def test_KC6_after_a_claim_everyone_has_four_cards_and_nothing_hidden_was_shown() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "8d Kc 6d 6h", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 7c 8c", "1 throw 6d 6h")
    events = sitting.do("2 molodka 9h Jh Qh Kh")
    assert [len(hand) for hand in sitting.state.hands] == [4, 4, 0, 4]
    assert sitting.table == [(2, "molodka", "9h Jh Qh Kh")]
    hidden = cards("6d 6h")
    for seat in (None, 0, 2, 3):
        seen = [event.seen_by(seat) for event in events]
        assert not [c for event in seen for c in event.cards if c in hidden]
        assert not [c for hand in sitting.observe(seat).hands for c in hand if c in hidden]
    assert sitting.sees(2, 1) == "?? ?? ?? ??"
    assert sitting.sees(2, 0) == "7c 8c ?? ??"


def test_KC7_bands() -> None:
    found = [
        band(points, tricks).defeat for points, tricks in ((60, 5), (59, 5), (31, 3), (30, 3), (0, 1), (0, 0))
    ]
    assert found == [0, 2, 2, 4, 4, 6]
    game = kozel()
    assert [game.standing(finished(points)).totals[0] for points in (60, 59, 31, 30, 0)] == [0, 2, 2, 4, 4]
    assert game.standing(finished(0, tricks=0)).totals == (6, 0)


def test_KC8_over_beating_ones_partner_is_legal_and_counts_against_the_last_beater() -> None:
    sitting = Sitting(["6c 7h Ah Qd", "8c Kh 6d 6h", "9c 7d Ts Jc", "Tc 8d As 8h"], "6s")
    sitting.do("0 lead 6c", "1 beat 8c", "2 beat 9c")
    sitting.do("3 beat Tc")
    assert sitting.state.tricks[0].taker == 3
    again = Sitting(["6c 7h Ah Qd", "8d Kh 6d 6h", "Kc 7d Ts Jc", "8c 9d As 8h"], "6s")
    again.do("0 lead 6c", "1 throw 6d")
    assert again.verdict("2 beat Jc").ok
    again.do("2 beat Jc")
    assert again.verdict("3 beat 8c").params["over"] == card("Jc")


def test_KC9_the_taker_draws_the_1st_5th_9th_card() -> None:
    stock = "Js Qs Ks 9s 7s 9h Jh Qh Kc 9d Jd Td"
    sitting = Sitting(["6c 7c 8c Qd", "8d Kd 6d 6h", "9c Tc Ac 7d", "8h As Ts 7h"], "6s", stock)
    sitting.do("0 lead 6c 7c 8c", "1 throw 6d 8d 6h", "2 beat 9c Tc Ac", "3 throw 7h 8h Ts")
    assert text(sitting.state.hands[2]) == "7d Js 7s Kc"
    assert text(sitting.state.hands[3]) == "As Qs 9h 9d"


def test_KC10_the_last_hands_are_played_out() -> None:
    sitting = Sitting.at(kozel().deal(4))
    while sitting.state.stock:
        sitting.do(sitting.legal()[-1] if sitting.state.trick else sitting.legal()[0])
    assert sum(map(len, sitting.state.hands)) == 16
    taken = len(sitting.state.tricks)
    sitting.play_out()
    assert len(sitting.state.tricks) > taken
    assert not any(sitting.state.hands)


def test_KC11_asking_changes_nothing() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 7c 8c", "2 molodka 9h Jh Qh Kh")
    before, known = sitting.state, hash(sitting.state)
    for seat in (None, *range(4)):
        first = sitting.game.legal_actions(sitting.state, seat)
        assert first == sitting.game.legal_actions(sitting.state, seat)
        sitting.game.observe(sitting.state, seat)
    sitting.game.score(sitting.state)
    sitting.game.hearing(sitting.state)
    assert (sitting.state, hash(sitting.state)) == (before, known)


def test_KC12_no_view_holds_throw_offs_of_others_or_the_place_of_the_trump_card() -> None:
    game = kozel()
    state = game.deal(5, trump_at=0)
    elsewhere = game.deal(5, trump_at=0)
    # the same hands, the shown card at every place of the stock: no view differs
    for place in range(20):
        rest = [c for c in state.stock if c != state.shown]
        moved = elsewhere._replace(stock=(*rest[:place], state.shown, *rest[place:]))
        for seat in (None, *range(4)):
            assert game.observe(moved, seat) == game.observe(state, seat)
    sitting = Sitting(["7c 8c Ac Qd", "8d Kc 6d 6h", "9h Jh Qh Ks", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 7c 8c", "1 throw 6d 6h", "2 throw 9h Ks", "3 throw 9d As")
    for seat in range(4):
        plays = sitting.observe(seat).tricks[0].plays
        for play_ in plays[1:]:
            assert (UNKNOWN in play_.cards) == (play_.seat != seat)


# --- fine print -----------------------------------------------------------------------------------


def test_fine_print_KA8_who_has_played_is_no_holder_though_the_cards_come_back() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 6c 7c", "1 throw 6d 8d")
    events = sitting.do("2 molodka 9h Jh Qh Kh")
    assert [event.kind for event in events] == ["molodka", "return", "return", "lead_four"]
    assert sitting.state.asked == sitting.state.unasked == 0


def test_fine_print_KA10_only_real_holders_are_asked_and_that_tells_about_the_others() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "6d 8d Kd Ad", "9c Jh Qh Kh", "9s Js Ks As"], "6s")
    events = sitting.do("3 molodka 9s Js Ks As")
    assert [(event.kind, event.seat) for event in events] == [("molodka", 3), ("ask", 1)]
    assert (sitting.state.asked, sitting.state.unasked) == (0b0010, 0b0001)
    sitting.do("1 pass")
    assert (sitting.state.asked, sitting.state.unasked) == (0b0010, 0b0101)
    for seat in (None, *range(4)):
        assert sitting.observe(seat).asked == 0b0010


def test_fine_print_KA10_once_somebody_accepts_nobody_else_is_told_of() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "9s Js Ks As"], "6s")
    sitting.do("3 molodka 9s Js Ks As", "1 molodka 6d 8d Kd Ad")
    assert (sitting.state.asked, sitting.state.unasked) == (0b0010, 0b0001)


def test_fine_print_KA9_after_a_claim_all_other_hands_are_full() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "8d Kc 6d 6h", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 7c 8c", "1 throw 6d 6h", "2 molodka 9h Jh Qh Kh")
    before = all_cards(sitting.state)
    assert before == sorted(pack(36))
    sitting.do("3 throw Tc 9d As 8h", "0 throw 7c 8c Ac Qd", "1 throw 8d Kc 6d 6h")
    assert [len(hand) for hand in sitting.state.hands] == [4] * 4
    assert len(sitting.state.stock) == 4
    taken = sitting.state.tricks[0]
    assert (taken.taker, sum(len(play.cards) for play in taken.plays)) == (2, 16)


def test_fine_print_KA7_dealer_leads_in_the_first_game_only() -> None:
    game = kozel(first_leader="dealer")
    assert game.deal(1, dealer=2).turn == 2
    over = finished(40)._replace(leader=1)
    following = game.next_deal(over, 2)
    assert (following.match.dealer, following.turn) == (0, 1)


def test_points_of_the_pack() -> None:
    assert sorted({WORTH[c] for c in pack(36)}) == [0, 2, 3, 4, 10, 11]
