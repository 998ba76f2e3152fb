"""What the text of 4 Cartas says, clause by clause (C1 to C31); every test's name carries its clause."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.bots import play, table
from cardkit.cards import CARDS, cards, text
from cardkit.games.four_cards.score import card_lines, hand_points
from cardkit.words.rulebook import rulebook
from tests.rules.tools import Sitting, deck, four_cards

FOUR = ["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"]
"""Four hands without a pair worth speaking of."""


def rules(hand: str) -> list[tuple[str, int | None, str]]:
    return [(text(line.cards), line.points, line.rule) for line in card_lines(0, cards(hand), "pure")]


def test_C1_the_game_is_4_cartas() -> None:
    assert cardkit.game("four_cards").id == "four_cards"
    for lang in ("en", "pt"):
        assert rulebook("four_cards", lang).head["game"] == "4 Cartas"


def test_C2_one_pack_of_52_without_jokers() -> None:
    state = four_cards().deal(seed=1)
    dealt = [card for hand in state.hands for card in hand.cards if card is not None]
    assert sorted([*dealt, *state.pile, *state.stock]) == list(CARDS[:52])
    with pytest.raises(ValueError, match="one pack of 52"):
        four_cards().deal(deck=cards("8h 8h"), seed=1)


def test_C3_the_lowest_total_over_five_rounds_wins() -> None:
    game = four_cards()
    state = game.deal(seed=3)
    sums = [0, 0, 0, 0]
    for round_number in range(1, 6):
        for step in play(game, state, table("random", game, seed=round_number)):
            state = step.state
        outcome = game.outcome(state)
        assert outcome is not None
        assert [p for group in outcome.ranking for p in {outcome.points[s] for s in group}] == sorted(
            set(outcome.points)
        )
        sums = [a + b for a, b in zip(sums, outcome.points, strict=True)]
        standing = game.standing(state)
        assert standing.totals == tuple(sums)
        assert standing.deals == round_number
        if round_number < 5:
            assert standing.winners is None
            state = game.next_deal(state, seed=100 + round_number)
            assert game.standing(state) == (tuple(sums), round_number, None)
    assert standing.winners == tuple(seat for seat, total in enumerate(sums) if total == min(sums))
    with pytest.raises(ValueError, match="all 5 rounds"):
        game.next_deal(state, seed=9)


def test_C4_an_ace_counts_1() -> None:
    assert rules("As") == [("As", 1, "C4")]


@pytest.mark.parametrize("card", ["Kc", "Qd", "Jh"])
def test_C5_king_queen_and_jack_count_10(card: str) -> None:
    assert rules(card) == [(card, 10, "C5")]


def test_C6_an_8_counts_0_beside_another_card_and_minus_5_alone_or_with_8s() -> None:
    assert rules("8h Ac") == [("8h", 0, "C6"), ("Ac", 1, "C4")]
    assert rules("8h") == [("8h", -5, "C6")]
    assert rules("8h 8s") == [("8h", -5, "C6"), ("8s", -5, "C6")]


def test_C6_an_8_turns_when_its_company_leaves() -> None:
    sit = Sitting(["8c 9c 9h 9s", FOUR[2]], up="9d", looks=["1 2"])
    assert sit.totals[0] == 27
    sit.do("0 match 2 3 4")
    assert sit.hand(0) == "8c -- -- --"
    assert sit.totals[0] == -5


def test_C7_the_examples_of_the_text() -> None:
    assert hand_points(cards("8h Qs"), "pure") == 10
    assert hand_points(cards("8h 8s"), "pure") == -10


@pytest.mark.parametrize(("card", "points"), [(f"{n}c", n) for n in (2, 3, 4, 5, 6, 7, 9)] + [("Tc", 10)])
def test_C8_every_other_card_counts_its_number(card: str, points: int) -> None:
    assert rules(card) == [(card, points, "C8")]


def test_C9_a_power_belongs_to_a_discarded_card() -> None:
    sit = Sitting(["Kc 3c 4c 5c", *FOUR[1:]], stock="Kd 6c", looks=["1"])
    assert sit.verdict("0 peek 2").reason == "no_right_to_look"
    sit.do("0 draw")
    assert not sit.verdict("0 peek 2").ok, "a king in hand does nothing"
    sit.do("0 throw")
    assert sit.state.phase == "power"
    assert sit.verdict("0 peek 2") == (True, "C10", "may_peek", {}, False)


def test_C10_a_king_looks_at_two_cards_own_or_anyones_and_swaps_one() -> None:
    sit = Sitting(FOUR, stock="Kd")
    sit.do("0 draw", "0 throw")
    (first,) = sit.do("0 peek 1")
    assert (first.rule, text(first.cards), first.audience) == ("C10", "2c", (0,))
    (second,) = sit.do("0 peek 2.4")
    assert (second.rule, text(second.cards), second.audience) == ("C10", "5h", (0,))
    assert not [act for act in sit.legal() if "peek" in act]
    (swap,) = sit.do("0 trade 1 2.4")
    assert (swap.kind, swap.rule, swap.cards) == ("trade", "C10", ())
    assert (sit.hand(0), sit.hand(2)) == ("5h 3c 4c 5c", "2h 3h 4h 2c")
    assert (sit.state.turn, sit.state.phase) == (1, "draw")


def test_C10_a_king_may_swap_two_other_players_cards() -> None:
    sit = Sitting(FOUR, stock="Kd")
    sit.do("0 draw", "0 throw", "0 trade 1.1 3.2")
    assert (sit.hand(1), sit.hand(3)) == ("7s 7d 9d Td", "6s 6d 9s Ts")


def test_C11_a_jack_looks_at_one_card_and_swaps_one() -> None:
    sit = Sitting(FOUR, stock="Jd")
    sit.do("0 draw", "0 throw")
    (look,) = sit.do("0 peek 3.1")
    assert (look.rule, text(look.cards)) == ("C11", "6s")
    assert sit.verdict("0 peek 1").reason == "no_look_left"
    (swap,) = sit.do("0 trade 4 1.1")
    assert swap.rule == "C11"
    assert (sit.hand(0), sit.hand(1)) == ("2c 3c 4c 6d", "5c 7d 9d Td")


def test_C12_a_queen_looks_at_one_card_and_swaps_none() -> None:
    sit = Sitting(FOUR, stock="Qd")
    sit.do("0 draw", "0 throw")
    assert sit.verdict("0 trade 1 2.1") == sit.verdict("0 trade 1.1 2.1")
    verdict = sit.verdict("0 trade 1 2.1")
    assert (verdict.ok, verdict.rule, verdict.reason) == (False, "C12", "no_swap")
    (look,) = sit.do("0 peek 2.2")
    assert (look.rule, text(look.cards)) == ("C12", "3h")
    assert (sit.state.turn, sit.state.phase) == (1, "draw"), "the look ends it"


def test_C13_four_each_clockwise_and_one_face_up() -> None:
    state = four_cards(players=3).deal(deck=CARDS[:52], dealer=1)
    assert [text(card for card in hand.cards if card is not None) for hand in state.hands] == [
        "2c 5c 8c Jc",
        "3c 6c 9c Qc",
        "Ac 4c 7c Tc",
    ]
    assert text(state.pile) == "Kc"
    assert text(state.stock[:3]) == "Ad 2d 3d"
    assert len(state.stock) == 52 - 13


def test_C14_the_cards_lie_face_down() -> None:
    sit = Sitting(FOUR, looks=None)
    for viewer in (0, 1, 2, 3, None):
        for owner in range(4):
            assert sit.sees(viewer, owner) == "?? ?? ?? ??"


def test_C15_positions_may_not_change() -> None:
    sit = Sitting(FOUR, up="3s", stock="9h Qd 2d", looks=["2"])
    sit.do("0 match 2")
    assert sit.hand(0) == "2c -- 4c 5c", "the slots on the right stay where they are"
    sit.do("0 draw", "0 swap 4")
    assert sit.hand(0) == "2c -- 4c 9h"
    moves = {action.kind for seat in range(4) for action in sit.game.legal_actions(sit.state, seat)}
    assert moves <= {"draw", "take", "close", "match"}, "no action lays cards in another order"


def test_C16_everyone_may_first_look_at_two_own_cards() -> None:
    sit = Sitting(FOUR, looks=None)
    for seat in range(4):
        looks = sit.legal(seat)
        assert f"{seat} look 1 4" in looks
        assert all(act.startswith(f"{seat} look") for act in looks)
    (look,) = sit.do("2 look 1 3")
    assert (look.rule, text(look.cards), look.audience) == ("C16", "2h 4h", (2,))
    assert sit.sees(2, 2) == "2h ?? 4h ??"
    assert sit.sees(0, 2) == "?? ?? ?? ??"
    assert not sit.verdict("0 draw").ok, "nobody starts before all have looked"
    sit.do("0 look 1 2", "1 look", "3 look 4")
    assert sit.verdict("0 draw").ok


def test_C17_an_equal_card_may_go_out_of_turn_and_need_not() -> None:
    sit = Sitting(FOUR, up="9c", looks=["", "", "", "3"])
    assert sit.state.turn == 0
    verdict = sit.verdict("3 match 3")
    assert (verdict.ok, verdict.rule) == (True, "C17")
    (match,) = sit.do("3 match 3")
    assert (match.rule, text(match.cards), match.audience) == ("C17", "9s", None)
    assert sit.hand(3) == "6s 7s -- Ts"
    assert sit.top == "9s"
    assert sit.state.turn == 0
    sit.do("0 draw")  # seat 1 holds the 9d and lets it be
    assert sit.hand(1) == "6d 7d 9d Td"


def test_C18_several_equal_cards_may_go_at_once() -> None:
    sit = Sitting(["9d 9h 9s 5c", FOUR[2]], up="9c", looks=["1 2"])
    assert sit.verdict("0 match 1 2 3").rule == "C18"
    events = sit.do("0 match 1 2")
    assert [(event.kind, text(event.cards)) for event in events] == [("match", "9d"), ("match", "9h")]
    assert sit.hand(0) == "-- -- 9s 5c"
    assert text(sit.state.pile) == "9c 9d 9h"


@pytest.mark.parametrize("dealer", [0, 1, 2, 3])
def test_C19_the_dealers_left_starts_and_draws_from_stock_or_table(dealer: int) -> None:
    sit = Sitting(FOUR, up="Ah", stock="Kd", dealer=dealer)
    first = (dealer + 1) % 4
    assert sit.state.turn == first
    other = Sitting(FOUR, up="Ah", stock="Kd", dealer=dealer)
    (drawn,) = sit.do(f"{first} draw")
    assert (drawn.rule, text(drawn.cards), drawn.audience) == ("C19", "Kd", (first,))
    (taken,) = other.do(f"{first} take")
    assert (taken.rule, text(taken.cards), taken.audience) == ("C19", "Ah", None)


def test_C20_one_card_goes_after_drawing_the_drawn_one_or_an_own_one() -> None:
    sit = Sitting(FOUR, stock="6c")
    sit.do("0 draw")
    assert sit.legal() == ["0 swap 1", "0 swap 2", "0 swap 3", "0 swap 4", "0 throw"]
    (thrown,) = sit.do("0 throw")
    assert (thrown.rule, text(thrown.cards)) == ("C20", "6c")
    assert sit.top == "6c"


def test_C21_thrown_card_passes_the_turn_and_may_be_matched() -> None:
    sit = Sitting(FOUR, stock="7h", looks=["", "2"])
    sit.do("0 draw", "0 throw")
    assert sit.state.turn == 1
    sit.do("3 match 2")
    assert sit.top == "7s"
    sit.do("1 match 2")
    assert sit.top == "7d"
    assert sit.state.turn == 1


@pytest.mark.parametrize("rank", "KQJ")
def test_C22_a_card_matched_out_of_turn_has_no_power(rank: str) -> None:
    sit = Sitting([f"{rank}c 3c 4c 5c", *FOUR[1:3]], up=f"{rank}d", looks=["1"])
    sit.do("0 match 1")
    assert sit.top == f"{rank}c"
    assert (sit.state.phase, sit.state.power) == ("draw", None)
    sit = Sitting([*FOUR[:2], f"2h {rank}h 4h 5h"], up="Ah", stock=f"{rank}d")
    sit.do("0 draw", "0 throw", "0 done", "2 match 2")
    assert (sit.state.phase, sit.state.turn) == ("draw", 1)


def test_C23_the_drawn_card_takes_exactly_the_place() -> None:
    sit = Sitting(FOUR, stock="As")
    sit.do("0 draw")
    (swap,) = sit.do("0 swap 3")
    assert (swap.rule, text(swap.cards), swap.places) == ("C23", "4c", ((0, 2),))
    assert sit.hand(0) == "2c 3c As 5c"
    assert sit.top == "4c"
    assert sit.sees(0, 0) == "?? ?? As ??"
    assert sit.sees(1, 0) == "?? ?? ?? ??"


def test_C24_one_closes_on_ones_turn() -> None:
    sit = Sitting(FOUR)
    assert sit.verdict("0 close") == (True, "C24", "may_close", {}, False)
    assert sit.verdict("1 close").rule == "C30"
    (close,) = sit.do("0 close")
    assert (close.kind, close.rule, close.seat) == ("close", "C24", 0)
    assert sit.state.closer == 0


def test_C25_all_others_play_once_more_until_the_turn_is_back() -> None:
    sit = Sitting(FOUR, stock="Ad Ah As")
    sit.do("0 draw", "0 throw", "1 close")
    turns = []
    while sit.state.phase == "draw":
        turns.append(sit.state.turn)
        sit.do(f"{sit.state.turn} draw", f"{sit.state.turn} throw")
    assert turns == [2, 3, 0]
    assert (sit.state.phase, sit.state.turn) == ("last", 1)
    reveal, _ = sit.pass_all()[-2:]
    assert (reveal.kind, reveal.rule) == ("reveal", "C25")
    assert sit.state.turn is None
    assert sit.sees(None, 2) == "2h 3h 4h 5h"


def closed(hands: list[str], **options: object) -> Sitting:
    """Seat 0 closes at once, the others draw and throw, and the hands are shown."""
    sit = Sitting(hands, up="Tc", stock="Ts Th", **options)  # type: ignore[arg-type]
    sit.do("0 close")
    for seat in range(1, len(hands)):
        sit.do(f"{seat} draw", f"{seat} throw")
    sit.pass_all()
    return sit


def test_C26_a_closer_who_is_not_lowest_is_doubled() -> None:
    sit = closed(["2c 3c 4c 5c", "2h 3h 4h 4d"])
    assert sit.totals == (28, 13)
    last = sit.events[-1]
    assert (last.kind, last.rule, last.seat, last.params["points"]) == ("close_failed_double", "C26", 0, 28)


def test_C27_a_tie_is_a_failure() -> None:
    sit = closed(["2c 3c 4c 5c", "2h 3h 4h 5h"])
    assert sit.totals == (28, 14)
    sit = closed(["2c 3c 4c 5c", "2h 3h 4h 6h"])
    assert sit.totals == (14, 15)


def test_C28_closing_with_no_cards_and_not_lowest_scores_1() -> None:
    sit = Sitting(["9c 9h 9s Ac", "8c 8d 8h 8s"], up="9d", stock="Ad Kd Ah", looks=["1 2"])
    sit.do("0 match 1 2 3", "0 draw", "0 throw", "0 match 4")
    assert sit.hand(0) == "-- -- -- --"
    sit.do("1 draw", "1 throw", "1 done", "0 close", "1 draw", "1 throw")
    sit.pass_all()
    last = sit.events[-1]
    assert (last.kind, last.rule, last.params["points"]) == ("close_failed_zero", "C28", 1)
    assert sit.totals == (1, -20)


def test_C29_each_error_costs_one_card() -> None:
    sit = Sitting(FOUR, stock="Qd Kd")
    foul, penalty = sit.err("2 draw")
    assert foul.kind == "foul"
    assert (penalty.kind, penalty.rule, penalty.places) == ("penalty", "C29", ((2, 4),))
    assert sit.hand(2) == "2h 3h 4h 5h Qd"
    sit.err("2 draw")
    assert sit.hand(2) == "2h 3h 4h 5h Qd Kd"


@pytest.mark.parametrize("act", ["1 draw", "1 take", "1 throw", "1 swap 1", "1 close", "1 stop"])
def test_C30_playing_out_of_turn_is_an_error(act: str) -> None:
    sit = Sitting(FOUR)
    verdict = sit.verdict(act)
    assert (verdict.ok, verdict.rule, verdict.reason, verdict.penalty) == (
        False,
        "C30",
        "not_your_turn",
        True,
    )
    assert verdict.params == {"seat": 1, "turn": 0}
    foul, penalty = sit.err(act)
    assert (foul.rule, foul.seat) == ("C30", 1)
    assert penalty.kind == "penalty"


def test_C30_a_wrong_discard_is_an_error() -> None:
    sit = Sitting(FOUR, up="9c", stock="Qd")
    wrong, penalty = sit.do("0 match 1")
    assert (wrong.kind, wrong.rule, penalty.kind) == ("mismatch", "CA18", "penalty")


def test_C30_looking_without_the_right_is_an_error() -> None:
    sit = Sitting(FOUR, stock="6c")
    for act in ("0 peek 1", "0 peek 1.1", "1 peek 1", "2 look 1", "0 trade 1 1.1"):
        verdict = sit.verdict(act)
        assert verdict.penalty, act
        assert verdict.rule in ("C30", "CA24")
    assert sit.verdict("0 peek 1").reason == "no_right_to_look"
    sit.err("0 peek 1")
    assert sit.sees(0, 0) == "?? ?? ?? ?? ??", "the look is void as well"


def test_C31_house_rules_may_be_agreed_and_are_named() -> None:
    game = four_cards(preset="cambio", players=3, eight_rule="pair")
    assert repr(game) == "cardkit.game('four_cards', preset='cambio', players=3, eight_rule='pair')"
    assert eval(repr(game), {"cardkit": cardkit}) == game
    assert set(game.options.rules()) == set(rulebook("four_cards").switches)
    assert deck(FOUR, "Tc")[:4] == cards("2c 6d 2h 6s")
