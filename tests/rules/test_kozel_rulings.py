"""Kozel, what the text leaves open: one test and more for each ruling KA1–KA19, with every option value."""

from __future__ import annotations

import pytest

from cardkit.cards import UNKNOWN, card, cards, text
from cardkit.engine import Action
from cardkit.errors import IllegalAction
from cardkit.games.kozel.score import band
from tests.rules.kozel_tools import Sitting, finished, kozel, position

PLAIN = ["6c 7c Ac Qd", "8c Kc 6d 6h", "9c 7d Ts 7h", "Tc 8d As 8h"]
"""Four hands of mixed suits."""
TWO = ["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"]
"""Seats 1 and 2 hold a four."""


def test_KA1_beating_cards_are_open_throw_offs_are_not() -> None:
    sitting = Sitting(PLAIN, "6s")
    (beat,) = sitting.do("0 lead 7c", "1 beat 8c")
    assert beat.audience is None
    (throw,) = sitting.do("2 throw 9c")
    assert throw.audience == (2,)
    assert [play.cards for play in sitting.observe(3).trick] == [cards("7c"), cards("8c"), (UNKNOWN,)]


def test_KA2_a_perfect_matching_whatever_the_order() -> None:
    sitting = Sitting(["6h Kh Ac Qd", "7h Ah 6d 6c", "9c 7d Ts 8d", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 6h Kh")
    assert sitting.why("1 beat Ah 7h") == sitting.why("1 beat 7h Ah") == (True, "KA2", "may_beat_several")


def test_KA2_plain_and_trump_may_mix_and_less_than_all_wins_nothing() -> None:
    sitting = Sitting(["6h Kh Ac Qd", "7h Ah 6s 6c", "9c 7d Ts 8d", "Tc 9d As 8h"], "7s")
    sitting.do("0 lead 6h Kh")
    assert sitting.legal() == [
        "1 beat Ah 7h",
        "1 beat Ah 6s",
        "1 beat 7h 6s",
        "1 throw 6c Ah",
        "1 throw 6c 7h",
        "1 throw 6c 6s",
        "1 throw Ah 7h",
        "1 throw Ah 6s",
        "1 throw 7h 6s",
    ]
    assert sitting.why("1 beat 6c Ah") == (False, "K11", "suits_differ")


def test_KA3_the_last_beater_counts_not_the_lead_and_not_what_is_hidden() -> None:
    sitting = Sitting(PLAIN, "6s")
    sitting.do("0 lead 7c", "1 beat Kc", "2 throw Ts")
    # 9c would beat the lead; the hidden Ts does not stand in the way
    assert sitting.verdict("3 beat Tc").ok
    assert sitting.verdict("3 beat 8d").params["over"] == card("Kc")
    assert sitting.verdict("3 beat 8d").params["beater"] == 1


def test_KA4_the_same_cards_may_beat_or_be_thrown_off() -> None:
    sitting = Sitting(PLAIN, "6s")
    sitting.do("0 lead 7c")
    assert {"1 beat 8c", "1 throw 8c", "1 throw 6h"} <= set(sitting.legal())
    assert sitting.verdict("1 throw 8c").ok
    sitting.do("1 throw 8c")
    assert sitting.state.trick[1].kind == "throw"


def test_KA5_one_card_to_the_whole_hand_of_one_suit() -> None:
    sitting = Sitting(["6c 7c Ac Qc", *PLAIN[1:]], "6s")
    assert len(sitting.legal()) == 15
    assert sitting.verdict("0 lead 6c 7c Ac Qc").ok
    short = Sitting.at(position(["Ac Kc", "6h 7h", "8h 9h", "6d 7d"]))
    assert short.legal() == ["0 lead Ac", "0 lead Ac Kc", "0 lead Kc"]


def test_KA5_hands_are_always_equal() -> None:
    for seed in range(30):
        sitting = Sitting.at(kozel().deal(seed))
        while sitting.state.turn is not None:
            if sitting.state.phase == "lead":
                assert len({len(hand) for hand in sitting.state.hands}) == 1
                assert len(sitting.state.stock) in (20, 16, 12, 8, 4, 0)
            sitting.do(sitting.legal()[-1])


@pytest.mark.parametrize("place", [0, 7, 19])
def test_KA6_in_place_the_shown_card_is_drawn_where_it_lies(place: int) -> None:
    game = kozel()
    state = game.deal(3, trump_at=place)
    assert state.stock[place] == state.shown
    unlike = game.deal(3, trump_at=(place + 1) % 20)
    assert unlike.stock == state.stock
    sitting = Sitting.at(state)
    sitting.play_out()
    # its drawer is nobody's business
    assert not sitting.state.traces


def test_KA6_bottom_the_shown_card_is_drawn_last_and_its_drawer_is_known() -> None:
    game = kozel(trump_card="bottom")
    state = game.deal(3, trump_at=4)
    assert state.shown == state.stock[-1] == kozel().deal(3, trump_at=4).shown
    assert len(state.stock) == 20
    sitting = Sitting.at(state, trump_card="bottom")
    while sitting.state.stock:
        single = [act for act in sitting.legal() if len(act.split()) == 3]
        sitting.do(single[-1] if sitting.state.trick else single[0])
    last = [event for event in sitting.events if event.kind == "draw"][-1]
    assert (last.cards, last.rule, last.audience) == ((state.shown,), "KA6", None)
    drawer = last.seat
    assert drawer is not None
    for seat in (None, *range(4)):
        assert state.shown in sitting.observe(seat).hands[drawer]
    # until that seat throws off unseen
    while sitting.state.turn != drawer or sitting.state.phase != "answer":
        others = [act for act in sitting.legal() if str(state.shown) not in act and len(act.split()) == 3]
        sitting.do(others[-1])
    throws = [act for act in sitting.legal() if "throw" in act]
    sitting.do(throws[0])
    assert state.shown not in sitting.observe(None).hands[drawer]
    (trace,) = sitting.state.traces
    assert (trace.seat, trace.card, trace.sure) == (drawer, state.shown, False)


def test_KA6_bottom_a_shown_card_that_is_played_openly_is_no_riddle_any_more() -> None:
    game = kozel(trump_card="bottom")
    state = game.deal(3)
    sitting = Sitting.at(state, trump_card="bottom")
    while state.shown not in [c for hand in sitting.state.hands for c in hand]:
        single = [act for act in sitting.legal() if len(act.split()) == 3]
        sitting.do(single[-1] if sitting.state.trick else single[0])
    assert sitting.state.traces
    holder = next(s for s, hand in enumerate(sitting.state.hands) if state.shown in hand)
    while sitting.state.turn != holder:
        sitting.do([act for act in sitting.legal() if len(act.split()) == 3][-1])
    opened = [
        a for a in sitting.legal() if a.split()[1] in ("lead", "beat") and a.endswith(f" {state.shown}")
    ]
    sitting.do(next(act for act in opened if len(act.split()) == 3))
    assert not sitting.state.traces


@pytest.mark.parametrize(("value", "leader"), [("left_of_dealer", 2), ("dealer", 1)])
def test_KA7_who_leads_the_first_game(value: str, leader: int) -> None:
    state = kozel(first_leader=value).deal(1, dealer=1)
    assert (state.turn, state.leader) == (leader, leader)


@pytest.mark.parametrize("value", ["left_of_dealer", "dealer"])
def test_KA7_the_dealer_moves_on_and_later_leads_follow_the_last_trick(value: str) -> None:
    game = kozel(first_leader=value)
    over = finished(40)._replace(leader=0)
    following = game.next_deal(over, 4)
    assert following.match.dealer == (over.match.dealer + 1) % 4 == 0
    assert following.turn == 0


def test_KA8_a_molodka_is_four_of_a_suit_in_a_hand_that_has_not_played() -> None:
    sitting = Sitting(TWO, "6s")
    assert sitting.legal(1) == ["1 molodka Ad 6d 8d Kd"]
    assert sitting.legal(3) == []
    assert sitting.why("3 molodka Tc 9d As 8h") == (False, "KA8", "not_four")
    assert sitting.why("0 molodka 7c 8c Ac Qd") == (False, "KA8", "leader_leads")
    sitting.do("0 lead Ac", "1 throw 6d")
    assert sitting.legal(1) == []
    assert sitting.why("1 molodka 8d Kd Ad") == (False, "KA8", "has_played")
    assert sitting.why("0 molodka 7c 8c Qd") == (False, "KA8", "has_played")
    assert sitting.why("2 molodka 9h Jh Qh") == (False, "KA8", "not_four")


def test_KA8_before_the_lead_over_the_partner_and_instead_of_the_last_play() -> None:
    sitting = Sitting(TWO, "6s")
    assert sitting.verdict("2 molodka 9h Jh Qh Kh").ok
    last = Sitting(["Qh Kh Ac Qd", "8c Kc 6d 6h", "9c 7d Ts 7h", "9s Js Qs As"], "6s")
    last.do("0 lead Ac", "1 throw 6d", "2 throw 7d")
    assert "3 molodka As 9s Js Qs" in last.legal()
    last.do("3 molodka 9s Js Qs As")
    assert last.state.turn == 0
    partner = Sitting(TWO, "6s")
    partner.do("0 lead Ac", "1 throw 6d")
    assert partner.verdict("2 molodka 9h Jh Qh Kh").ok


def test_KA8_declining_is_free() -> None:
    sitting = Sitting(TWO, "6s")
    sitting.do("0 lead Ac", "1 throw 6d")
    assert "2 throw 9h" in sitting.legal()
    sitting.do("2 throw 9h")
    assert sitting.state.tricks == ()


def test_KA8_off_there_is_no_out_of_turn_lead() -> None:
    sitting = Sitting(TWO, "6s", molodka=False)
    assert sitting.legal(1) == sitting.legal(2) == []
    assert sitting.game.hearing(sitting.state) == ()
    assert sitting.why("2 molodka 9h Jh Qh Kh") == (False, "KA8", "no_molodka_here")
    four = Sitting(["6c 7c Ac Qc", "8c Kc 6d 6h", "9c 7d Ts 7h", "Tc 8d As 8h"], "6s", molodka=False)
    assert four.verdict("0 lead 6c 7c Ac Qc").ok


def test_KA8_a_leader_with_a_four_just_leads_it() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    assert sitting.game.hearing(sitting.state) == (1, 2)
    assert sitting.game.claims(sitting.state, 0) == ()
    sitting.do("0 lead 6c 7c Ac Qc")
    assert sitting.game.hearing(sitting.state) == ()


def test_KA9_the_four_can_be_beaten_and_one_interruption_settles_the_trick() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "9s Js Qs As"], "6s")
    sitting.do("0 lead 7c 8c", "1 throw 6d 8d")
    sitting.do("2 molodka 9h Jh Qh Kh")
    assert sitting.state.turn == 3
    # seat 1 holds its four again, and nobody may break in a second time
    assert sitting.legal(1) == []
    assert sitting.why("1 molodka 6d 8d Kd Ad") == (False, "KA9", "trick_settled")
    assert sitting.why("3 beat 9s Js Qs As") == (True, "KA2", "may_beat_several")
    sitting.do("3 beat 9s Js Qs As", "0 throw 7c 8c Ac Qd", "1 throw 6d 8d Kd Ad")
    assert sitting.state.tricks[0].taker == 3
    assert sitting.state.settled is False


def test_KA10_nearer_holders_are_asked_clockwise_and_may_decline() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("2 molodka 9h Jh Qh Kh")
    assert (sitting.state.phase, sitting.state.turn, sitting.state.claimant) == ("asked", 0, 2)
    assert sitting.legal() == ["0 molodka Ac 6c 7c Qc", "0 pass"]
    assert sitting.why("0 molodka 6c 7c Ac Qc") == (True, "KA10", "may_take_precedence")
    assert sitting.why("0 pass") == (True, "KA10", "may_pass")
    assert sitting.why("0 lead 6c") == (False, "KA10", "answer_first")
    assert sitting.why("1 pass") == (False, "KA10", "nobody_asks")
    assert sitting.why("1 molodka 6d 8d Kd Ad") == (False, "KA10", "not_asked")
    events = sitting.do("0 pass")
    assert [(e.kind, e.seat) for e in events] == [("pass", 0), ("ask", 1)]
    events = sitting.do("1 pass")
    assert [(e.kind, e.seat) for e in events] == [("pass", 1), ("lead_four", 2)]
    assert sitting.state.asked == 0b0011
    assert sitting.state.turn == 3


def test_KA10_the_leader_about_to_lead_is_asked_and_goes_first() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("1 molodka 6d 8d Kd Ad", "0 molodka 6c 7c Ac Qc")
    assert sitting.table == [(0, "molodka", "Ac 6c 7c Qc")]
    assert sitting.hand(1) == "Ad 6d 8d Kd"
    assert sitting.why("2 molodka 9h Jh Qh Kh") == (False, "KA9", "trick_settled")


def test_KA10_farther_holders_are_not_asked() -> None:
    sitting = Sitting(TWO, "6s")
    events = sitting.do("1 molodka 6d 8d Kd Ad")
    assert [e.kind for e in events] == ["molodka", "lead_four"]
    assert sitting.state.turn == 2


def test_KA10_a_leader_who_led_their_own_four_stays() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 6c 7c Ac Qc")
    assert not [act for act in sitting.legal(1) if "molodka" in act]
    ok, rule, reason, params, _ = sitting.verdict("2 molodka 9h Jh Qh Kh")
    assert (ok, rule, reason, params) == (False, "KA10", "leader_led_four", {"seat": 2, "leader": 0})


def test_KA10_a_leader_who_led_part_of_a_four_has_spent_the_right() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "8c 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    sitting.do("0 lead 6c 7c")
    events = sitting.do("2 molodka 9h Jh Qh Kh")
    assert "ask" not in [event.kind for event in events]
    assert sitting.hand(0) == "Ac 6c 7c Qc"
    assert sitting.why("0 molodka 6c 7c Ac Qc")[2] == "trick_settled"


def test_KA11_one_card_each_round_the_table() -> None:
    sitting = Sitting(PLAIN, "6s", "Js Qs Ks 9s 7s 9h Jh Qh 6s")
    sitting.do("0 lead 6c 7c", "1 throw 6d 6h", "2 throw 7d 7h", "3 throw 8d 8h")
    draws = [(e.seat, str(e.cards[0])) for e in sitting.events if e.kind == "draw"]
    assert draws == list(zip([0, 1, 2, 3] * 2, ["Js", "Qs", "Ks", "9s", "7s", "9h", "Jh", "Qh"], strict=True))


def test_KA12_a_short_stock_is_shared_evenly_and_then_hands_run_down() -> None:
    sitting = Sitting.at(position(["6c 7c 8c", "6d 7d 8d", "6h 7h 8h", "7s 8s 9s"], stock="Ac Ad Ah As"))
    sitting.do("0 lead 6c 7c 8c", "1 throw 6d 7d 8d", "2 throw 6h 7h 8h", "3 throw 7s 8s 9s")
    assert [text(hand) for hand in sitting.state.hands] == ["Ac", "Ad", "Ah", "As"]
    assert sitting.state.stock == ()
    sitting.do("0 lead Ac", "1 throw Ad", "2 throw Ah", "3 throw As")
    assert sitting.state.turn is None


def test_KA13_sixty_means_both_have_sixty() -> None:
    assert kozel().score(finished(60)).totals == (60, 60)
    assert kozel().score(finished(60)).lines[-1].reason == "eggs"


def test_KA14_four_or_six_is_decided_by_tricks() -> None:
    assert band(0, 1).defeat == 4
    assert band(0, 0).defeat == 6
    state = finished(0, tricks=1)
    assert kozel().score(state).totals == (0, 120)
    assert kozel().standing(state).totals == (4, 0)


def test_KA15_eggs_are_a_flag_and_change_nothing() -> None:
    game = kozel()
    following = game.next_deal(finished(60, totals=(2, 4), deals=2), 1)
    assert following.match[2:] == ((2, 4), 3, 1, False)
    over = finished(40, eggs=1, deals=1)
    assert game.standing(over).totals == (2, 0)


def test_KA15_the_game_after_eggs_counts_double_if_the_house_says_so() -> None:
    game = kozel(eggs_double_next=True)
    following = game.next_deal(finished(60, deals=2), 1)
    assert following.match.doubled
    over = finished(20, eggs=1, deals=3, doubled=True)
    assert game.standing(over).totals == (8, 0)
    assert [(x.points, x.rule, x.reason) for x in game.series(over).of(0)] == [
        (0, "K26", "before"),
        (4, "K22", "defeat_4"),
        (4, "KA15", "doubled"),
    ]
    assert game.series(over).totals == (8, 0)
    # twice, never more; and eggs again double the next one
    again = game.next_deal(finished(60, eggs=1, deals=3, doubled=True), 1)
    assert again.match[3:] == (4, 2, True)
    assert not game.next_deal(over, 1).match.doubled


@pytest.mark.parametrize("target", [12, 2, 6, 24])
def test_KA16_the_series_ends_at_the_target_or_above(target: int) -> None:
    game = kozel(target=target)
    below = finished(40, totals=(max(target - 4, 0), 0), deals=1)
    at = finished(40, totals=(target - 2, 0), deals=1)
    above = finished(20, totals=(target - 1, 0), deals=1)
    assert game.standing(at).winners == (1,)
    assert game.standing(above) == ((target + 3, 0), 2, (1,))
    assert game.standing(below).winners == ((1,) if target == 2 else None)


def test_KA16_impossible_options_are_told() -> None:
    with pytest.raises(ValueError, match=r"target=0: expected a whole number from 1 to 100 \(KA16\)"):
        kozel(target=0)
    with pytest.raises(ValueError, match=r"trump_card='top': expected one of .* \(KA6\)"):
        kozel(trump_card="top")
    with pytest.raises(ValueError, match="kozel has no option trump"):
        kozel(trump="top")


def test_KA17_nobody_stops_at_61() -> None:
    state = position(["6c", "7c", "8c", "9c"], taken=[(0, "Ac Ad Ah As Tc Td")])
    sitting = Sitting.at(state)
    assert sitting.game.score(state).totals == (64, 0)
    sitting.do("0 lead 6c", "1 beat 7c", "2 throw 8c")
    events = sitting.do("3 throw 9c")
    # the last trick saved side 1 from 6
    assert [e.kind for e in events][-1] == "defeat_4"


def test_KA18_throw_offs_stay_unknown_until_the_count() -> None:
    sitting = Sitting(PLAIN, "6s")
    sitting.do("0 lead 7c", "1 throw Kc", "2 throw 9c", "3 throw Tc")
    for seat in (None, 0, 2, 3):
        seen = sitting.observe(seat)
        assert seen.tricks[0].plays[1].cards == (UNKNOWN,)
        sheet = sitting.game.score(seen)
        assert sheet.totals == (None, 0)
        assert (None, "KA18", "hidden") in [line[1:4] for line in sheet.lines]
    assert sitting.observe(1).tricks[0].plays[1].cards == cards("Kc")
    sitting.play_out()
    for seat in (None, *range(4)):
        seen = sitting.observe(seat)
        assert seen.tricks[0].plays[1].cards == cards("Kc")
        assert sitting.game.score(seen) == sitting.game.score(sitting.state)


def test_KA18_cards_that_came_back_open_are_known_until_the_seat_throws_off() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "9c Tc 6d 6h", "9h Jh Qh Kh", "Jc 9d As 8h"], "6s")
    sitting.do("0 lead 7c 8c", "1 beat 9c Tc", "2 molodka 9h Jh Qh Kh")
    assert sitting.sees(3, 0) == "7c 8c ?? ??"
    assert sitting.sees(None, 1) == "9c Tc ?? ??"
    assert sitting.sees(0, 0) == text(sitting.state.hands[0])
    sitting.do("3 throw Jc 9d As 8h", "0 throw 7c 8c Ac Qd")
    assert sitting.observe(3).trick[2].cards == (UNKNOWN,) * 4
    assert [t.sure for t in sitting.state.traces if t.seat == 0] == [False, False]
    assert [t.sure for t in sitting.state.traces if t.seat == 1] == [True, True]


def test_KA18_a_claimant_who_gave_way_has_shown_the_four() -> None:
    sitting = Sitting(TWO, "6s")
    sitting.do("0 lead 7c 8c", "2 molodka 9h Jh Qh Kh")
    assert sitting.sees(0, 2) == "9h Jh Qh Kh"
    sitting.do("1 molodka 6d 8d Kd Ad")
    assert sitting.sees(0, 2) == "9h Jh Qh Kh"
    assert sitting.sees(3, 0) == "7c 8c ?? ??"
    assert sitting.sees(3, 1) == ""


def test_KA19_illegal_acts_are_refused_and_are_no_fouls() -> None:
    sitting = Sitting(PLAIN, "6s")
    before = sitting.state
    for act in ("0 lead Kc", "1 lead 8c", "0 lead 6c Qd", "0 throw 6c", "2 pass"):
        verdict = sitting.verdict(act)
        assert not verdict.ok
        assert not verdict.penalty
        for doing in (sitting.game.apply, sitting.game.attempt):
            with pytest.raises(IllegalAction):
                doing(sitting.state, sitting.game.parse(sitting.state, act))
    assert sitting.state == before
    assert sitting.why("0 lead Kc") == (False, "KA19", "not_in_hand")


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Action(4, "lead", cards("6c")), "no seat 4"),
        (Action(0, "draw"), "no action 'draw'"),
        (Action(0, "lead"), "names 1 to 4 cards, not 0"),
        (Action(0, "lead", cards("6c 7c 8c 9c Tc")), "names 1 to 4 cards, not 5"),
        (Action(0, "lead", cards("2c")), "2c is not in the pack of 36"),
        (Action(0, "lead", cards("??")), "is not in the pack"),
        (Action(0, "lead", (cards("6c")[0],) * 2), "each card once"),
        (Action(0, "pass", cards("6c")), "names no cards"),
        (Action(0, "lead", cards("6c"), ((0, 1),)), "names cards, not places"),
    ],
)
def test_KA19_what_is_no_action_at_all_is_an_error(action: Action, message: str) -> None:
    game = kozel()
    with pytest.raises(ValueError, match=message):
        game.check(game.deal(1), action)


def test_presets_are_those_of_the_page() -> None:
    assert kozel().options == kozel(preset="seed").options
    burkozel = kozel(preset="burkozel").options
    assert (burkozel.trump_card, burkozel.eggs_double_next) == ("bottom", True)
    assert (burkozel.first_leader, burkozel.molodka, burkozel.target) == ("left_of_dealer", True, 12)
