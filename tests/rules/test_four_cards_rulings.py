"""What the text of 4 Cartas leaves open and how it is read: CA1 to CA30, every value of every switch."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from cardkit.bots import play, table
from cardkit.cards import CARDS, Card, cards, text
from cardkit.engine import Action, Verdict
from cardkit.games.four_cards.score import card_lines, hand_points
from cardkit.games.four_cards.state import Hand
from tests.rules.tools import CHOICES, Sitting, four_cards

FOUR = ["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"]


def outcome(verdict: Verdict) -> tuple[bool, str, str, bool]:
    return verdict.ok, verdict.rule, verdict.reason, verdict.penalty


def emptied(**options: object) -> Sitting:
    """Two players: seat 0 has matched all its cards away and is on turn; the window is open."""
    sit = Sitting(["9c 9h 9s Ac", FOUR[1][:6] + "8d Td"], up="9d", stock="Ad 2s", looks=["1 2"], **options)  # type: ignore[arg-type]
    sit.do("0 match 1 2 3", "0 draw", "0 throw", "0 match 4", "1 draw", "1 throw")
    assert sit.hand(0) == "-- -- -- --"
    assert sit.state.turn == 0
    return sit


# --- CA1 to CA5: what hands and closing are worth ---------------------------------------------


def test_CA1_pure_8s_count_minus_5_only_among_themselves() -> None:
    assert hand_points(cards("8c 8d Qs"), "pure") == 10
    assert hand_points(cards("8c 8d"), "pure") == -10
    lines = card_lines(0, cards("8c 8d Qs"), "pure")
    assert [(line.points, line.rule) for line in lines] == [(0, "C6"), (0, "C6"), (10, "C5")]


def test_CA1_pair_two_8s_count_minus_5_each_in_any_company() -> None:
    assert hand_points(cards("8c 8d Qs"), "pair") == 0
    assert hand_points(cards("8c Qs"), "pair") == 10
    assert hand_points(cards("8c"), "pair") == -5
    lines = card_lines(0, cards("8c 8d Qs"), "pair")
    assert [(line.points, line.rule) for line in lines] == [(-5, "CA1"), (-5, "CA1"), (10, "C5")]


def test_CA1_under_pure_the_empty_hand_is_the_only_hand_of_zero() -> None:
    of_zero = {"pure": [], "pair": []}  # type: dict[str, list[str]]
    for size in range(6):
        for ranks in combinations_with_replacement(range(13), size):
            if max((ranks.count(r) for r in ranks), default=0) > 4:
                continue
            hand: list[Card] = [CARDS[rank + 13 * ranks[:i].count(rank)] for i, rank in enumerate(ranks)]
            for rule, found in of_zero.items():
                if hand_points(hand, rule) == 0:
                    found.append(text(hand))
    assert of_zero["pure"] == [""]
    assert "8c 8d Tc" in of_zero["pair"]


@pytest.mark.parametrize(("rule", "mark"), [("double", -10), ("one", 1)])
def test_CA2_a_closer_who_fails_below_zero(rule: str, mark: int) -> None:
    sit = Sitting(["8c 9c 9h 9s", "8d 8h 8s 4c"], up="9d", looks=["2 3"], stock="Ad 4d", failed_negative=rule)
    sit.do("0 match 2 3 4", "0 draw", "0 throw", "1 draw", "1 throw", "1 match 4", "0 close")
    sit.do("1 draw", "1 throw")
    if sit.state.phase == "power":
        sit.do("1 done")
    sit.pass_all()
    assert sit.totals == (mark, -15)
    assert sit.events[-1].rule == "CA2"
    assert sit.events[-1].kind == ("close_failed_double" if rule == "double" else "close_failed_one")


@pytest.mark.parametrize(("other", "mark"), [("5h", 28), ("6h", 14)])
def test_CA3_the_closer_must_be_strictly_lowest(other: str, mark: int) -> None:
    sit = Sitting([FOUR[0], "2h 3h 4h " + other], up="Tc", stock="Ts")
    sit.do("0 close", "1 draw", "1 throw")
    sit.pass_all()
    assert sit.totals[0] == mark


def test_CA4_a_good_close_scores_the_own_sum_without_a_bonus() -> None:
    sit = Sitting([FOUR[0], FOUR[1]], up="Tc", stock="Ts")
    sit.do("0 close", "1 draw", "1 throw")
    sit.pass_all()
    assert sit.totals == (14, 32)
    line = sit.game.score(sit.state).lines[-1]
    assert (line.side, line.points, line.rule, line.reason) == (0, 0, "CA4", "close_lowest")


def test_CA5_zero_costs_1_only_the_closer_and_only_when_not_lowest() -> None:
    sit = emptied()
    sit.do("0 close", "1 draw", "1 throw")
    if sit.state.phase == "power":
        sit.do("1 done")
    sit.pass_all()
    assert sit.totals == (0, 23)
    sit = emptied()  # the other one closes, and the empty hand still scores 0
    sit.do("0 draw", "0 throw", "1 close", "0 draw", "0 throw")
    if sit.state.phase == "power":
        sit.do("0 done")
    sit.pass_all()
    assert sit.totals == (0, 46)


def test_CA5_any_total_of_exactly_0_fails_as_1_under_pair_too() -> None:
    sit = Sitting(
        ["8c 8d 4c 6c", "8h 8s 4d 5d"], up="Tc", stock="Ts Th", eight_rule="pair", looks=["", "1 2"]
    )
    sit.do("0 close", "1 draw", "1 throw")
    sit.pass_all()
    assert [hand_points(hand.cards, "pair") for hand in sit.state.hands] == [0, -1]
    assert sit.totals == (1, -1)


# --- CA6 to CA8: closing ----------------------------------------------------------------------


def test_CA6_instead_of_turn_closing_takes_the_place_of_drawing() -> None:
    sit = Sitting(FOUR, stock="Ad")
    sit.do("0 draw")
    assert outcome(sit.verdict("0 close")) == (False, "C30", "not_in_discard", True)
    sit.do("0 throw")
    assert not sit.verdict("0 close").ok
    sit.do("1 close")
    assert (sit.state.turn, sit.state.phase) == (2, "draw")


def test_CA6_after_discard_one_plays_first_and_closes_until_the_next_draw() -> None:
    sit = Sitting(FOUR, stock="Kd Ad", close_timing="after_discard")
    assert outcome(sit.verdict("0 close")) == (False, "CA6", "close_after_discard", True)
    assert outcome(sit.verdict("3 close"))[1] == "CA6", "nobody has played yet"
    sit.do("0 draw", "0 throw")
    assert not sit.verdict("0 close").ok, "the power comes first"
    sit.do("0 done")
    assert outcome(sit.verdict("0 close")) == (True, "CA6", "may_close", False)
    assert "0 close" in sit.legal(0)
    assert "1 close" not in sit.legal(1)
    late = Sitting(FOUR, stock="Kd Ad", close_timing="after_discard")
    late.do("0 draw", "0 throw", "0 done", "1 draw")
    assert not late.verdict("0 close").ok
    sit.do("0 close")
    assert (sit.state.closer, sit.state.turn) == (0, 1)
    for seat in (1, 2, 3):
        sit.do(f"{seat} draw", f"{seat} throw")
    assert sit.state.phase == "last"


def test_CA7_the_closer_may_match_before_closing_and_afterwards() -> None:
    sit = Sitting(["9c 9h 4c 5c", FOUR[1][:5] + " 8d Td"], up="9d", stock="9s", looks=["1 2"])
    sit.do("0 match 1", "0 close", "1 draw", "1 throw")
    assert sit.state.phase == "last"
    sit.do("0 match 2")
    assert sit.hand(0) == "-- -- 4c 5c"


def test_CA7_fine_print_closing_shuts_the_window_and_later_ones_are_open_to_all() -> None:
    sit = Sitting(FOUR[:3], up="9c", stock="3d 7s", looks=["2", "2 3", "2"])
    sit.do("0 close")
    assert outcome(sit.verdict("1 match 3")) == (False, "CA16", "no_window", True)
    sit.do("1 draw", "1 throw")
    assert sit.verdict("0 match 2").ok
    assert sit.verdict("2 match 2").ok


def king_in_the_last_lap(freeze: bool) -> Sitting:
    sit = Sitting(FOUR[:3], stock="Kd", freeze_closer=freeze)
    sit.do("0 close", "1 draw", "1 throw")
    return sit


def test_CA8_false_the_closers_cards_may_be_looked_at_and_swapped() -> None:
    sit = king_in_the_last_lap(False)
    sit.do("1 peek 0.1", "1 trade 0.1 1")
    assert sit.hand(0) == "6d 3c 4c 5c"


def test_CA8_true_the_closers_cards_are_frozen() -> None:
    sit = king_in_the_last_lap(True)
    assert outcome(sit.verdict("1 peek 0.1")) == (False, "CA8", "closer_frozen", False)
    assert outcome(sit.verdict("1 trade 0.1 1")) == (False, "CA8", "closer_frozen", False)
    assert outcome(sit.verdict("1 trade 0.1 2.1")) == (False, "CA8", "closer_frozen", False)
    assert not [act for act in sit.legal() if " 0." in act]
    assert sit.verdict("1 trade 1 2.1").ok


def test_CA8_fine_print_a_frozen_closer_still_matches_and_gets_penalty_cards() -> None:
    sit = Sitting(FOUR[:2], up="Tc", stock="3d Ah Kh", looks=["2"], freeze_closer=True)
    sit.do("0 close", "1 draw", "1 throw", "0 match 2")
    assert sit.hand(0) == "2c -- 4c 5c"
    sit.do("0 match 1")
    assert sit.hand(0) == "2c -- 4c 5c Ah"


# --- CA9 to CA17: turns, powers, matching -----------------------------------------------------


def test_CA9_with_an_empty_hand_one_closes_or_draws_and_throws() -> None:
    sit = emptied()
    assert sit.legal() == ["0 close", "0 draw", "0 take"]
    sit.do("0 draw")
    assert sit.legal() == ["0 throw"]


def test_CA9_an_empty_hand_may_get_penalty_cards_and_is_no_target() -> None:
    sit = emptied()
    foul, penalty = sit.err("0 throw")
    assert (foul.rule, penalty.places) == ("C30", ((0, 4),))
    assert sit.hand(0).startswith("-- -- -- -- ")
    sit = emptied()
    for slot in (1, 2, 3, 4):
        assert outcome(sit.verdict(f"1 peek 0.{slot}")) == (False, "CA19", "empty_slot", False)


def test_CA9_fine_print_with_must_swap_an_empty_hand_cannot_take_the_table_card() -> None:
    sit = emptied(table_draw="must_swap")
    assert outcome(sit.verdict("0 take")) == (False, "CA9", "no_place_for_it", False)
    assert sit.legal() == ["0 close", "0 draw"]
    assert emptied().verdict("0 take").ok


@pytest.mark.parametrize(
    ("power_on", "acting"),
    [
        ("any_in_turn", {"own", "stock", "table"}),
        ("drawn_only", {"stock", "table"}),
        ("stock_drawn_only", {"stock"}),
    ],
)
def test_CA10_which_discards_have_power(power_on: str, acting: set[str]) -> None:
    own = Sitting(["Kc 3c 4c 5c", FOUR[1]], stock="Ad", power_on=power_on)
    own.do("0 draw", "0 swap 1")
    assert (own.state.phase == "power") == ("own" in acting)
    stock = Sitting(FOUR, stock="Kd", power_on=power_on)
    stock.do("0 draw", "0 throw")
    assert (stock.state.phase == "power") == ("stock" in acting)
    thrown_back = Sitting(FOUR, up="Kd", power_on=power_on)
    thrown_back.do("0 take", "0 throw")
    assert (thrown_back.state.phase == "power") == ("table" in acting)


def test_CA11_only_the_top_of_the_pile_can_be_taken() -> None:
    sit = Sitting(FOUR, up="Kd", stock="Ad Ah")
    sit.do("0 draw", "0 throw")
    (take,) = sit.do("1 take")
    assert text(take.cards) == "Ad"
    assert text(sit.state.pile) == "Kd"


def test_CA11_free_a_taken_card_may_be_thrown_straight_back_power_and_all() -> None:
    sit = Sitting(FOUR, up="Kd")
    sit.do("0 take", "0 throw")
    assert (sit.state.phase, sit.top) == ("power", "Kd")


def test_CA11_must_swap_a_taken_card_must_be_kept() -> None:
    sit = Sitting(FOUR, up="Kd", stock="Ad", table_draw="must_swap")
    sit.do("0 take")
    assert outcome(sit.verdict("0 throw")) == (False, "CA11", "must_swap", True)
    assert sit.legal() == ["0 swap 1", "0 swap 2", "0 swap 3", "0 swap 4"]
    sit.do("0 swap 1")
    assert sit.hand(0) == "Kd 3c 4c 5c"
    sit.do("1 draw")
    assert "1 throw" in sit.legal(), "a stock card may be thrown"


def test_CA12_every_discard_opens_a_window_and_so_does_the_first_card() -> None:
    sit = Sitting(FOUR, up="2d", stock="Ad", looks=["1"])
    assert sit.verdict("0 match 1").ok
    sit.do("0 draw", "0 swap 2")
    assert sit.state.window
    sit.do("2 match 2")
    assert sit.top == "3h"


def test_CA13_equal_means_the_same_rank() -> None:
    sit = Sitting(["Kc Qc Jc Tc", FOUR[2]], up="Kd", looks=["1 2"])
    assert sit.verdict("0 match 1").ok
    assert outcome(sit.verdict("0 match 2")) == (False, "CA18", "known_to_differ", True)
    assert sit.verdict("0 match 2").params == {"seat": 0, "slot": 2, "rank": "K"}


def nines(limit: str) -> Sitting:
    return Sitting(["9c 3c 4c 5c", "9h 9s Jd Td", FOUR[2]], up="9d", match_limit=limit, looks=["1", "1 2"])


def test_CA14_all_everyone_may_match_with_any_number_of_cards() -> None:
    sit = nines("all")
    sit.do("1 match 1", "0 match 1", "1 match 2")
    assert text(sit.state.pile) == "9d 9h 9c 9s"


def test_CA14_first_only_the_first_right_claim_uses_the_window_up() -> None:
    sit = nines("first_only")
    sit.do("1 match 1 2")
    assert text(sit.state.pile) == "9d 9h 9s", "all right cards of that claim go"
    assert outcome(sit.verdict("0 match 1")) == (False, "CA16", "no_window", True)
    assert sit.game.hearing(sit.state) == ()


def test_CA14_fine_print_first_only_a_wrong_claim_leaves_the_window_open() -> None:
    sit = nines("first_only")
    sit.do("2 match 1")
    assert sit.state.window
    sit.do("1 match 1 3")
    assert (sit.hand(1)[:11], sit.state.window) == ("-- 9s Jd Td", False)


def test_CA14_fine_print_claims_are_heard_clockwise_from_the_discarder_who_is_last() -> None:
    sit = nines("all")
    assert sit.game.hearing(sit.state) == (0, 1, 2), "the dealer stands for the discarder"
    sit = Sitting(FOUR, up="Kc", stock="Ah Ad", looks=["1 2"])
    sit.do("0 draw", "0 throw")
    assert sit.game.hearing(sit.state) == (1, 2, 3, 0)
    sit.do("1 draw", "1 throw")
    assert sit.game.hearing(sit.state) == (2, 3, 0, 1)


def test_CA14_fine_print_a_window_is_free_nobody_passes_and_one_may_claim_again() -> None:
    sit = nines("all")
    assert outcome(sit.verdict("0 pass")) == (False, "CA16", "nobody_asks", False)
    sit.do("1 match 1", "1 match 2")
    assert sit.hand(1) == "-- -- Jd Td"


def test_CA14_fine_print_a_claim_names_one_to_three_slots_and_is_settled_card_by_card() -> None:
    sit = Sitting(["9c 9h Ac 5c", FOUR[2]], up="9d", stock="Kd", looks=["1"])
    assert sorted({len(a.places) for a in sit.game.claims(sit.state, 0)}) == [1, 2, 3]
    with pytest.raises(ValueError, match="names 1 to 3 slots, not 4"):
        sit.game.check(sit.state, Action(0, "match", (), tuple((0, slot) for slot in range(4))))
    events = sit.do("0 match 1 2 3")
    assert [event.kind for event in events] == ["match", "match", "mismatch", "penalty"]
    assert sit.hand(0) == "-- -- Ac 5c Kd"
    assert sit.top == "9h"


def test_CA14_a_matched_card_becomes_the_top_and_the_window_goes_on() -> None:
    sit = nines("all")
    sit.do("0 match 1")
    assert (sit.top, sit.state.window) == ("9c", True)
    (take,) = sit.do("0 take")
    assert text(take.cards) == "9c"


def test_CA15_ones_own_cards_only() -> None:
    sit = nines("all")
    with pytest.raises(ValueError, match="own slots only"):
        sit.game.check(sit.state, Action(0, "match", (), ((1, 0),)))
    with pytest.raises(ValueError, match="own slots only"):
        sit.game.parse(sit.state, "0 match 1.1")


def test_CA16_anyone_may_match_until_the_next_player_draws() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 3d Td", FOUR[2][:3] + "Jh 4h 3h"], stock="3s", looks=["2", "3", "4"])
    sit.do("0 draw", "0 throw")
    for act in ("0 match 2", "1 match 3", "2 match 4"):
        assert sit.verdict(act).ok, act
    sit.do("0 match 2", "1 match 3", "1 draw")
    assert outcome(sit.verdict("2 match 4")) == (False, "CA16", "no_window", True)


def test_CA16_there_is_a_window_after_the_first_looks_and_not_before() -> None:
    sit = Sitting(FOUR, up="9c", looks=None)
    assert outcome(sit.verdict("3 match 3")) == (False, "CA16", "no_window", True)
    sit.do("0 look", "1 look", "2 look", "3 look")
    assert sit.verdict("3 match 3").ok


def test_CA16_fine_print_the_last_window_ends_when_every_seat_has_passed_and_a_pass_is_final() -> None:
    sit = Sitting(["2c 3c 4c 5c", FOUR[1], "2h 3h 4h 5h"], stock="Ts 4s", looks=["3", "", "3"])
    sit.do("0 close", "1 draw", "1 throw", "2 draw", "2 throw")
    assert (sit.state.phase, sit.state.turn, sit.top) == ("last", 0, "4s")
    assert sit.legal()[-1] == "0 pass"
    (passed,) = sit.do("0 pass")
    assert (passed.kind, passed.rule) == ("pass", "CA16")
    assert outcome(sit.verdict("0 match 3")) == (False, "CA16", "has_passed", False)
    assert sit.legal(0) == []
    sit.do("2 match 3")
    assert sit.hand(2) == "2h 3h -- 5h"
    sit.do("1 pass", "2 pass")
    assert sit.state.phase == "over"


def test_CA16_fine_print_under_first_only_a_right_match_ends_the_last_window() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 4d Td"], stock="4s", looks=["3", "3"], match_limit="first_only")
    sit.do("0 close", "1 draw", "1 throw")
    events = sit.do("1 match 3")
    assert [event.kind for event in events] == ["match", "reveal", "close_lowest"]
    assert sit.state.phase == "over"


def test_CA16_fine_print_under_after_discard_one_closes_after_the_power_until_the_next_draw() -> None:
    sit = Sitting(FOUR[:2], stock="Qd", close_timing="after_discard")
    sit.do("0 draw", "0 throw")
    assert not sit.verdict("0 close").ok
    sit.do("0 peek 1")
    assert sit.verdict("0 close").ok
    assert sit.game.hearing(sit.state)[-1] == 0
    assert str(sit.game.claims(sit.state, 0)[0]) == "0 close"


def test_CA16_fine_print_closing_in_place_of_a_turn_shuts_the_window() -> None:
    sit = nines("all")
    sit.do("0 close")
    assert sit.verdict("1 match 1").reason == "no_window"
    late = Sitting([*FOUR[:2]], stock="7s", looks=["", "2"], close_timing="after_discard")
    late.do("0 draw", "0 throw", "0 close")
    assert late.verdict("1 match 2").ok, "closing after the discard leaves it open"


def test_CA17_the_power_comes_before_the_window() -> None:
    sit = Sitting(["2c 3c 4c 5c", "Kc 7d 9d Td"], stock="Kd", looks=["", "1"])
    sit.do("0 draw", "0 throw")
    assert outcome(sit.verdict("1 match 1")) == (False, "CA16", "no_window", True)
    sit.do("0 peek 1.1")
    assert not sit.verdict("1 match 1").ok
    sit.do("0 done", "1 match 1")
    assert sit.top == "Kc"


# --- CA18 to CA21: errors, penalty cards, an empty stock --------------------------------------


def test_CA18_a_wrong_match_is_shown_goes_back_and_costs_a_card_each() -> None:
    sit = Sitting(FOUR, up="9c", stock="Kd Qd", looks=["4"])
    events = sit.do("0 match 1 3")
    assert [(e.kind, e.rule, text(e.cards)) for e in events] == [
        ("mismatch", "CA18", "2c"),
        ("penalty", "C29", "Kd"),
        ("mismatch", "CA18", "4c"),
        ("penalty", "C29", "Qd"),
    ]
    assert sit.hand(0) == "2c 3c 4c 5c Kd Qd"
    for viewer in (1, 2, 3, None):
        assert sit.sees(viewer, 0) == "2c ?? 4c ?? ?? ??"
    assert sit.sees(0, 0) == "2c ?? 4c 5c ?? ??", "the penalty cards nobody has seen"
    assert sit.top == "9c"


def test_CA18_a_card_known_to_differ_is_a_foul_settled_like_any_wrong_match() -> None:
    sit = Sitting(FOUR, up="9c", stock="Kd", looks=["1"])
    assert outcome(sit.verdict("0 match 1")) == (False, "CA18", "known_to_differ", True)
    events = sit.err("0 match 1")
    assert [event.kind for event in events] == ["foul", "mismatch", "penalty"]
    assert sit.sees(3, 0) == "2c ?? ?? ?? ??"
    assert outcome(sit.verdict("0 match 1"))[2] == "known_to_differ", "everybody has seen it now"


def test_CA19_penalty_cards_lie_in_new_slots_and_gaps_stay() -> None:
    sit = Sitting(["9c 3c 4c 5c", FOUR[2]], up="9d", stock="Kd Qd Ad", looks=["1"])
    sit.do("0 match 1")
    sit.err("0 throw")
    sit.err("0 throw")
    assert sit.hand(0) == "-- 3c 4c 5c Kd Qd"
    sit.do("0 draw", "0 swap 5")
    assert sit.hand(0) == "-- 3c 4c 5c Ad Qd"
    assert outcome(sit.verdict("0 match 1")) == (False, "CA19", "empty_slot", False)
    with pytest.raises(ValueError, match="no slot 7 at seat 0"):
        sit.game.check(sit.state, Action(0, "swap", (), ((0, 6),)))


def test_CA20_penalise_the_act_is_void_and_costs_a_card() -> None:
    sit = Sitting(FOUR, stock="Kd Ad")
    before = sit.state
    foul, penalty = sit.err("2 draw")
    assert (foul.kind, foul.rule, foul.params["reason"]) == ("foul", "C30", "not_your_turn")
    assert (penalty.rule, text(penalty.cards), penalty.audience) == ("C29", "Kd", ())
    assert sit.state.turn == before.turn
    assert sit.state.pile == before.pile
    assert sit.state.window == before.window


def test_CA20_refuse_the_act_is_void_and_costs_nothing() -> None:
    sit = Sitting(FOUR, up="9c", errors="refuse", looks=["1"])
    before = sit.state
    for act in ("2 draw", "0 throw", "0 match 1", "0 look 1"):
        (foul,) = sit.err(act)
        assert foul.kind == "foul"
        assert sit.state == before


def test_CA20_a_malformed_call_is_an_exception_and_no_foul() -> None:
    sit = Sitting(FOUR)
    for wrong in (
        Action(4, "draw"),
        Action(-1, "draw"),
        Action(0, "dance"),
        Action(0, "draw", cards("8h")),
        Action(0, "draw", (), ((0, 0),)),
        Action(0, "swap"),
        Action(0, "swap", (), ((0, 9),)),
        Action(0, "swap", (), ((1, 0),)),
        Action(0, "peek", (), ((5, 0),)),
        Action(0, "peek", (), ((1, -1),)),
        Action(0, "trade", (), ((1, 0), (0, 0))),
        Action(0, "match", (), ((0, 1), (0, 1))),
        Action(0, "look", (), ((0, 0), (0, 1), (0, 2))),
    ):
        with pytest.raises(ValueError, match=r"\S"):
            sit.game.check(sit.state, wrong)
        with pytest.raises(ValueError, match=r"\S"):
            sit.game.attempt(sit.state, wrong)


def test_CA20_fine_print_these_are_fouls_like_the_others() -> None:
    sit = Sitting(FOUR, up="Kd", stock="Qd", table_draw="must_swap")
    sit.do("0 take")
    assert outcome(sit.verdict("0 throw")) == (False, "CA11", "must_swap", True)
    assert outcome(sit.verdict("1 match 1")) == (False, "CA16", "no_window", True)
    sit.do("0 swap 1", "1 close")
    assert outcome(sit.verdict("2 close")) == (False, "CA28", "already_closed", True)
    sit.do("2 draw", "2 throw", "2 peek 1")
    assert outcome(sit.verdict("2 peek 2"))[3], "looking more often than allowed"
    again = Sitting(FOUR, stock="Jd")
    again.do("0 draw", "0 throw", "0 peek 1")
    assert outcome(again.verdict("0 peek 2")) == (False, "C11", "no_look_left", True)
    assert outcome(again.verdict("0 look 2")) == (False, "CA24", "looks_over", True)


def test_CA20_fine_print_ending_a_power_or_passing_is_never_a_foul() -> None:
    game = four_cards()
    for seed in range(3):
        for step in play(game, game.deal(seed), table("random", game, seed)):
            for seat in range(4):
                for kind in ("done", "pass"):
                    assert not game.check(step.state, Action(seat, kind)).penalty


def drained(pile_up: int, **options: object) -> Sitting:
    """Two players; all but ``pile_up`` cards of the stock have been drawn and thrown in turn."""
    sit = Sitting(FOUR[:2], **options)  # type: ignore[arg-type]
    while len(sit.state.stock) > pile_up:
        sit.do(f"{sit.state.turn} draw", f"{sit.state.turn} throw")
        if sit.state.phase == "power":
            sit.do(f"{sit.state.turn} done")
    return sit


def test_CA21_reshuffle_the_pile_under_its_top_becomes_the_stock() -> None:
    sit = drained(0)
    pile = sit.state.pile
    assert sit.state.stock == ()
    mixed, _ = sit.do(f"{sit.state.turn} draw")
    assert (mixed.kind, mixed.rule, mixed.seat, mixed.params["n"]) == ("reshuffle", "CA21", None, 43)
    assert sit.state.pile == pile[-1:]
    drawn = sit.state.drawn
    assert drawn is not None
    assert sorted((drawn.card, *sit.state.stock)) == sorted(pile[:-1])
    assert (drawn.card, *sit.state.stock) != pile[:-1]


def test_CA21_the_reshuffle_is_even_over_all_orders() -> None:
    sit = drained(0)
    seat = sit.state.turn
    assert seat is not None
    short = sit.state._replace(pile=sit.state.pile[-4:])
    counts: dict[str, int] = {}
    for number in range(1200):
        after, _ = sit.game.apply(short._replace(reshuffle=number), Action(seat, "draw"))
        drawn = after.drawn
        assert drawn is not None
        order = text((drawn.card, *after.stock))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 6
    assert sum((n - 200) ** 2 / 200 for n in counts.values()) < 20.5, counts


def test_CA21_fine_print_the_pile_is_shuffled_when_a_card_is_needed_a_penalty_included() -> None:
    sit = drained(0)
    seat = sit.state.turn
    assert seat is not None
    foul, mixed, penalty = sit.err(f"{1 - seat} draw")
    assert (foul.kind, mixed.kind, penalty.kind) == ("foul", "reshuffle", "penalty")
    assert len(sit.state.stock) == 42


def dry(**options: object) -> Sitting:
    """Two players, the stock empty and one card on the pile: nothing left to draw."""
    sit = drained(0, **options)
    spare, top = sit.state.pile[:-1], sit.state.pile[-1:]
    # the cards of the pile are dealt out as penalty cards, so that there are still 52
    old = sit.state.hands[0]
    hand = Hand((*old.cards, *spare), (*old.knowers, *(0 for _ in spare)))
    sit.state = sit.state._replace(hands=(hand, sit.state.hands[1]), pile=top, turn=1, discarder=0)
    return sit


def test_CA21_fine_print_with_nothing_to_draw_one_takes_closes_or_stops() -> None:
    sit = dry()
    assert [act for act in sit.legal() if "match" not in act] == ["1 close", "1 stop", "1 take"]
    assert outcome(sit.verdict("1 draw")) == (False, "CA21", "nothing_to_draw", False)
    sit.do("1 take")
    assert sit.state.pile == ()
    sit.do("1 swap 1")
    assert sit.top == "6d"


def test_CA21_fine_print_stopped_all_score_plainly() -> None:
    sit = dry()
    sit.do("1 close")
    events = sit.do("0 stop")
    assert [event.kind for event in events] == ["stop", "reveal", "plain"]
    sums = tuple(hand_points(hand.cards, "pure") for hand in sit.state.hands)
    assert sit.totals == sums
    done = sit.game.outcome(sit.state)
    assert done is not None
    assert (done.reason, done.points) == ("stopped", sums)
    assert done.ranking == ((1,), (0,))


def test_CA21_fine_print_stopped_a_zero_stays_zero_and_nothing_is_doubled() -> None:
    sit = dry()
    hands = (sit.state.hands[0], Hand((None,) * 4, (0,) * 4))
    sit.state = sit.state._replace(hands=hands)
    sit.do("1 close", "0 stop")
    assert sit.totals[1] == 0


def test_CA21_stopping_is_for_the_seat_on_turn_and_only_when_dry() -> None:
    sit = Sitting(FOUR)
    assert outcome(sit.verdict("0 stop")) == (False, "CA21", "not_dry", False)
    assert outcome(dry().verdict("0 stop")) == (False, "C30", "not_your_turn", True)


def test_CA21_a_penalty_with_no_card_left_is_waived_and_logged() -> None:
    sit = dry()
    hand = sit.hand(0)
    foul, waived = sit.err("0 draw")
    assert (foul.kind, waived.kind, waived.rule, waived.seat) == ("foul", "waived", "CA21", 0)
    assert sit.hand(0) == hand


def test_CA21_end_round_with_the_stock_empty_the_round_can_only_be_stopped() -> None:
    sit = drained(0, stock_out="end_round")
    seat = sit.state.turn
    assert [act for act in sit.legal() if "match" not in act] == [f"{seat} stop"]
    for kind in ("draw", "take", "close"):
        assert outcome(sit.verdict(f"{seat} {kind}")) == (False, "CA21", "must_stop", False)
    assert sit.state.window, "the window before it is open as usual"
    assert [act for act in sit.legal() if "match" in act]
    sit.do(f"{seat} stop")
    assert sit.state.phase == "over"


def test_CA21_end_round_a_penalty_is_waived_without_a_reshuffle() -> None:
    sit = drained(0, stock_out="end_round")
    seat = sit.state.turn
    assert seat is not None
    assert [event.kind for event in sit.err(f"{1 - seat} draw")] == ["foul", "waived"]


def test_CA21_fine_print_knowledge_is_lost_in_a_reshuffle() -> None:
    sit = drained(0)
    sit.do(f"{sit.state.turn} draw")
    seat = 1 - (sit.state.turn or 0)
    seen = sit.observe(seat)
    assert seen.drawn is not None
    assert str(seen.drawn.card) == "??"
    sit.do(f"{sit.state.turn} swap 1")
    assert sit.sees(seat, 1 - seat)[:2] == "??"
    sit.err(f"{1 - seat} draw")
    assert sit.sees(seat, 1 - seat)[-2:] == "??"


# --- CA22 to CA30 -----------------------------------------------------------------------------


def powered(card: str, **options: object) -> Sitting:
    sit = Sitting(FOUR, stock=card, **options)  # type: ignore[arg-type]
    sit.do("0 draw", "0 throw")
    return sit


@pytest.mark.parametrize("card", ["Kd", "Jd", "Qd"])
def test_CA22_every_part_is_optional(card: str) -> None:
    sit = powered(card)
    assert outcome(sit.verdict("0 done")) == (True, "CA22", "may_end_power", False)
    (done,) = sit.do("0 done")
    assert (done.kind, done.rule) == ("done", "CA22")
    assert (sit.state.turn, sit.state.phase, sit.state.window) == (1, "draw", True)


def test_CA22_looks_come_before_the_swap_which_ends_the_power() -> None:
    sit = powered("Kd")
    sit.do("0 trade 1 1.1")
    assert sit.state.phase == "draw"
    assert outcome(sit.verdict("0 peek 1")) == (False, "C30", "not_your_turn", True)


def test_CA22_the_swap_is_between_two_different_players() -> None:
    sit = powered("Kd")
    assert outcome(sit.verdict("0 trade 1 2")) == (False, "CA22", "same_player", False)
    assert outcome(sit.verdict("0 trade 2.1 2.2")) == (False, "CA22", "same_player", False)
    assert sit.verdict("0 trade 1 2.2").ok


def test_CA22_the_swap_is_not_tied_to_the_cards_looked_at_and_may_leave_the_actor_out() -> None:
    sit = powered("Jd")
    sit.do("0 peek 1", "0 trade 2.1 3.4")
    assert (sit.hand(2), sit.hand(3)) == ("Ts 3h 4h 5h", "6s 7s 9s 2h")
    assert sit.sees(0, 2) == "?? ?? ?? ??"


def test_CA22_the_kings_looks_may_be_at_one_or_two_players() -> None:
    one, two = powered("Kd"), powered("Kd")
    one.do("0 peek 2.1", "0 peek 2.2")
    assert one.sees(0, 2) == "2h 3h ?? ??"
    two.do("0 peek 1.1", "0 peek 3.1")
    assert (two.sees(0, 1), two.sees(0, 3)) == ("6d ?? ?? ??", "6s ?? ?? ??")


def test_CA22_swapped_cards_trade_slots_unseen() -> None:
    sit = powered("Kd")
    (trade,) = sit.do("0 trade 1 1.1")
    assert trade.cards == ()
    for seat in range(4):
        assert sit.sees(seat, 0) == sit.sees(seat, 1) == "?? ?? ?? ??"


def test_CA22_which_slot_was_looked_at_is_public_its_face_is_private() -> None:
    sit = powered("Qd")
    (look,) = sit.do("0 peek 2.3")
    for viewer in (1, 2, 3, None):
        seen = look.seen_by(viewer)
        assert (seen.places, text(seen.cards)) == (((2, 2),), "??")
        assert sit.observe(viewer).knowers[2] == (0, 0, 1, 0)
    assert text(look.seen_by(0).cards) == "4h"


def test_CA22_fine_print_only_face_down_cards_of_players_can_be_looked_at() -> None:
    sit = powered("Qd")
    peeks = [act for act in sit.legal() if "peek" in act]
    assert len(peeks) == 16
    with pytest.raises(ValueError, match="no slot 1 at seat 7"):
        sit.game.parse(sit.state, "0 peek 7.1")


def test_CA22_fine_print_the_kings_second_look_is_at_another_card() -> None:
    sit = powered("Kd")
    sit.do("0 peek 2.1")
    assert outcome(sit.verdict("0 peek 2.1")) == (False, "CA22", "look_elsewhere", False)
    assert "0 peek 2.1" not in sit.legal()


def test_CA22_fine_print_a_power_ends_by_itself_after_the_queens_look_and_after_a_swap() -> None:
    queen, jack, king = powered("Qd"), powered("Jd"), powered("Kd")
    queen.do("0 peek 1")
    assert queen.state.phase == "draw"
    jack.do("0 peek 1")
    assert jack.state.phase == "power", "the swap is still there"
    jack.do("0 trade 1 1.1")
    assert jack.state.phase == "draw"
    king.do("0 peek 1", "0 peek 2")
    assert king.state.phase == "power"
    assert "0 done" in king.legal()
    king.do("0 done")
    assert king.state.phase == "draw"


def test_CA22_fine_print_a_power_is_ended_by_a_word_also_when_nothing_can_be_done_with_it() -> None:
    sit = Sitting(["9c 9h 9s Ac", "5d 6d 7d Td"], up="9d", stock="Ad Qd", looks=["1 2"], freeze_closer=True)
    sit.do("0 match 1 2 3", "0 draw", "0 throw", "0 match 4", "1 close", "0 draw", "0 throw")
    assert sit.legal() == ["0 done"]
    sit.do("0 done")
    assert sit.state.phase == "last"


def test_CA23_the_first_face_up_card_has_no_power_and_may_be_matched_and_drawn() -> None:
    sit = Sitting(["Kc 3c 4c 5c", FOUR[1]], up="Kd", looks=["1"])
    assert (sit.state.phase, text(sit.state.pile)) == ("draw", "Kd")
    assert sit.verdict("0 match 1").ok
    assert sit.verdict("0 take").ok


def test_CA24_zero_one_or_two_own_cards_once_and_secret() -> None:
    sit = Sitting(FOUR, looks=None)
    assert len(sit.legal(1)) == 1 + 4 + 6
    (none,) = sit.do("1 look")
    assert (none.cards, none.places) == ((), ())
    assert outcome(sit.verdict("1 look 1")) == (False, "CA24", "looks_over", True)
    (one,) = sit.do("0 look 4")
    assert text(one.cards) == "5c"
    assert text(one.seen_by(3).cards) == "??"
    with pytest.raises(ValueError, match="own slots only"):
        sit.game.parse(sit.state, "2 look 3.1")
    with pytest.raises(ValueError, match="names 0 to 2 slots, not 3"):
        sit.game.parse(sit.state, "2 look 1 2 3")


def test_CA24_fine_print_one_act_and_which_slots_is_public() -> None:
    sit = Sitting(FOUR, looks=["1 3"])
    for viewer in (0, 1, None):
        assert sit.observe(viewer).knowers[0] == (1, 0, 1, 0)
    assert sit.verdict("0 look 2").penalty


@pytest.mark.parametrize("players", range(2, 9))
def test_CA25_two_to_eight_players(players: int) -> None:
    state = four_cards(players=players).deal(seed=1)
    assert [len(hand.cards) for hand in state.hands] == [4] * players
    assert len(state.stock) == 51 - 4 * players


@pytest.mark.parametrize("players", [1, 9, 0, -2, True, "4", 4.0, None])
def test_CA25_no_other_number_of_players(players: object) -> None:
    assert four_cards().options.players == 4
    with pytest.raises(ValueError, match=r"players=.*a whole number from 2 to 8 \(CA25\)"):
        four_cards(players=players)


def test_CA26_the_dealer_moves_left_each_round() -> None:
    game = four_cards(players=3, rounds=4)
    state = game.deal(seed=1)
    dealers = []
    for seed in range(4):
        dealers.append((state.match.dealer, state.turn))
        for step in play(game, state, table("random", game, seed)):
            state = step.state
        if seed < 3:
            state = game.next_deal(state, seed)
    assert dealers == [(2, 0), (0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize("rounds", [1, 5, 100])
def test_CA27_rounds_and_joint_winners(rounds: int) -> None:
    assert four_cards().options.rounds == 5
    game = four_cards(players=2, rounds=rounds)
    sit = Sitting([FOUR[0], FOUR[2]], up="Tc", stock="Ts", rounds=rounds)
    sit.do("0 close", "1 draw", "1 throw")
    sit.pass_all()
    match = sit.state.match
    level = sit.state._replace(match=match._replace(totals=(3, 17), deals=rounds - 1))
    assert game.standing(level) == ((31, 31), rounds, (0, 1))
    lead = level._replace(match=match._replace(totals=(2, 17), deals=rounds - 1))
    assert game.standing(lead).winners == (0,)


def test_CA27_rounds_are_1_to_100() -> None:
    for rounds in (0, 101):
        with pytest.raises(ValueError, match="a whole number from 1 to 100"):
            four_cards(rounds=rounds)


def test_CA28_no_second_close_but_one_on_the_first_turn() -> None:
    sit = Sitting(FOUR)
    sit.do("0 close")
    verdict = sit.verdict("1 close")
    assert outcome(verdict) == (False, "CA28", "already_closed", True)
    assert verdict.params["closer"] == 0
    assert outcome(sit.verdict("0 close"))[1] == "CA28"
    assert not [act for act in sit.legal() if "close" in act]


def test_CA29_negative_totals_are_allowed_and_there_is_no_target() -> None:
    game = four_cards(players=2, rounds=2)
    sit = Sitting(["8c 8d 8h 8s", FOUR[0]], up="Tc", stock="Ts", rounds=2)
    sit.do("0 close", "1 draw", "1 throw")
    sit.pass_all()
    assert sit.totals == (-20, 14)
    assert game.standing(sit.state) == ((-20, 14), 1, None)
    high = sit.state._replace(match=sit.state.match._replace(totals=(-300, 500)))
    assert game.standing(high) == ((-320, 514), 1, None)
    assert game.next_deal(high, seed=1).match.totals == (-320, 514)


def test_CA30_one_discard_a_turn_extra_equal_cards_go_through_the_window() -> None:
    sit = Sitting(["Kc Kh 4c 5c", FOUR[1]], stock="2d", looks=["1 2"])
    sit.do("0 draw", "0 swap 1")
    assert outcome(sit.verdict("0 swap 2")) == (False, "C30", "nothing_drawn", True)
    assert outcome(sit.verdict("0 throw")) == (False, "C30", "nothing_drawn", True)
    sit.do("0 done", "0 match 2")
    assert (sit.top, sit.state.phase) == ("Kh", "draw"), "and without power"


def test_CA30_swapping_out_a_card_never_seen_is_legal() -> None:
    sit = Sitting(FOUR, stock="Ad")
    sit.do("0 draw")
    assert sit.sees(0, 0) == "?? ?? ?? ??"
    assert sit.verdict("0 swap 3").ok


def test_C31_the_presets_are_what_the_page_says() -> None:
    seed, cambio = four_cards().options, four_cards("cambio").options
    assert all(getattr(seed, name) == values[0] for name, values in CHOICES.items())
    changed = {name: getattr(cambio, name) for name, values in CHOICES.items()}
    assert {name: value for name, value in changed.items() if value != CHOICES[name][0]} == {
        "power_on": "stock_drawn_only",
        "table_draw": "must_swap",
        "match_limit": "first_only",
        "freeze_closer": True,
        "failed_negative": "one",
    }
