"""Kozel, what the text says: one test and more for each clause K1–K26."""

from __future__ import annotations

import pytest

import cardkit
from cardkit.cards import UNKNOWN, card, cards, pack, text
from cardkit.engine import Action
from cardkit.errors import IllegalAction
from cardkit.games.kozel.beating import ORDER, STRENGTH
from cardkit.games.kozel.score import WORTH, band, side_of
from tests.rules.kozel_tools import Sitting, all_cards, deck, finished, kozel, position

HANDS = ["6c 7c Ac Qd", "8c Kc 6d 6h", "9c 7d Ts 7h", "Tc 8d As 8h"]
"""Four hands of mixed suits; nobody holds a four."""


def table(hands: list[str] = HANDS, trump: str = "6s", **more: object) -> Sitting:
    return Sitting(hands, trump, **more)  # type: ignore[arg-type]


def test_K1_the_game_has_its_name() -> None:
    game = cardkit.game("kozel")
    assert game.id == "kozel"
    assert repr(game) == "cardkit.game('kozel')"


def test_K2_two_teams_partners_opposite() -> None:
    assert kozel().seats == 4
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_K3_four_cards_each_clockwise_the_dealer_last() -> None:
    order = pack(36)
    for dealer in range(4):
        state = kozel().deal(deck=order, dealer=dealer)
        first = (dealer + 1) % 4
        assert state.hands[first] == order[0:16:4]
        assert state.hands[dealer] == order[3:16:4]
        assert state.stock == order[16:]


def test_K3_the_seed_shuffles_and_a_short_deck_leads() -> None:
    game = kozel()
    assert game.deal(7) == game.deal(7) == game.deal("7")
    assert game.deal(7) != game.deal(8)
    head = cards("6c As Th")
    state = game.deal(7, head)
    assert (state.hands[0][0], state.hands[1][0], state.hands[2][0]) == head
    assert all_cards(state) == sorted(pack(36))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"deck": cards("2c")}, "2c"),
        ({"deck": cards("6c"), "seed": None}, "35 of 36 cards missing"),
        ({"deck": cards("6c 6c")}, "6c"),
        ({"dealer": 4}, "dealer=4"),
        ({"trump_at": 20}, "trump_at=20"),
    ],
)
def test_K3_a_wrong_deal_is_told(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        kozel().deal(**{"seed": 1, **wrong})  # type: ignore[arg-type]


def test_K4_a_card_from_the_middle_of_the_deck_makes_trump() -> None:
    state = kozel().deal(deck=pack(36), trump_at=5)
    assert state.shown == state.stock[5]
    assert state.trump == state.shown.suit
    assert kozel().observe(state, 0).shown == state.shown
    # for the whole game: what is played changes nothing
    sitting = Sitting.at(state).play_out(beat=(0, 1, 2, 3))
    assert sitting.state.shown == state.shown


def test_K4_any_card_of_the_stock_may_be_shown() -> None:
    places = {kozel().deal(seed).stock.index(kozel().deal(seed).shown) for seed in range(200)}
    assert places == set(range(20))


def test_K5_the_leader_leads_cards_of_one_suit_face_up() -> None:
    sitting = table()
    assert sitting.state.turn == 0
    assert sitting.why("0 lead 6c 7c Ac") == (True, "K5", "may_lead")
    ok, rule, reason, params, _ = sitting.verdict("0 lead 6c Qd")
    assert (ok, rule, reason) == (False, "K5", "suits_mixed")
    assert params == {"seat": 0, "card": card("6c"), "other": card("Qd")}
    (event,) = sitting.do("0 lead 6c 7c")
    assert (event.kind, event.cards, event.audience, event.rule) == ("lead", cards("6c 7c"), None, "K5")
    assert sitting.state.turn == 1
    for act in ("0 lead Ac", "2 throw 9c 7d", "3 beat Tc 8d"):
        assert sitting.why(act) == (False, "K5", "not_your_turn")
    assert sitting.why("1 lead 8c") == (False, "K6", "already_led")


def test_K5_before_the_lead_there_is_nothing_to_answer() -> None:
    assert table().why("0 throw 6c") == (False, "K5", "nothing_led")
    assert table().why("0 beat 6c") == (False, "K5", "nothing_led")


def test_K6_beat_or_throw_off_the_same_number() -> None:
    sitting = table()
    sitting.do("0 lead 6c 7c")
    assert sitting.why("1 throw 6d 6h") == (True, "K6", "may_throw")
    ok, rule, reason, params, _ = sitting.verdict("1 throw 6d")
    assert (ok, rule, reason) == (False, "K6", "wrong_number")
    assert params == {"seat": 1, "n": 2, "got": 1}
    assert sitting.why("1 beat Kc 8c 6d")[2] == "wrong_number"
    assert {act.split()[1] for act in sitting.legal()} == {"beat", "throw"}


def test_K7_each_card_must_beat_one() -> None:
    sitting = table()
    sitting.do("0 lead 6c 7c")
    assert sitting.why("1 beat 8c Kc") == (True, "KA2", "may_beat_several")
    ok, rule, reason, params, _ = sitting.verdict("1 beat Kc 6d")
    assert (ok, rule, reason) == (False, "K11", "suits_differ")
    assert params == {
        "seat": 1,
        "card": card("6d"),
        "over": card("7c"),
        "beater": 0,
        "trump": "s",
        "beaten": 1,
        "n": 2,
    }
    (event,) = sitting.do("1 beat 8c Kc")
    assert (event.kind, event.rule) == ("beat", "K7")
    assert event.params == {"over": cards("6c 7c"), "beater": 0}
    assert event.cards == cards("8c Kc")


def test_K7_single_cards_say_which_card_fails_and_why() -> None:
    sitting = table(["Jc 7c Ac Qd", "9c Kd 6s 6h", "8c 7d Ts 7h", "Tc 8d As 8h"], "7s")
    sitting.do("0 lead Jc")
    assert sitting.why("1 beat 9c") == (False, "K10", "below")
    assert sitting.why("1 beat Kd") == (False, "K11", "suits_differ")
    assert sitting.why("1 beat 6s") == (True, "K7", "may_beat")
    sitting.do("1 beat 6s")
    assert sitting.why("2 beat 8c") == (False, "K11", "needs_higher_trump")
    assert sitting.verdict("2 beat 8c").params["over"] == card("6s")


def test_K8_throw_offs_are_face_down() -> None:
    sitting = table()
    sitting.do("0 lead Ac")
    (event,) = sitting.do("1 throw Kc")
    assert event.audience == (1,)
    assert event.seen_by(1).cards == cards("Kc")
    assert event.seen_by(2).cards == event.seen_by(None).cards == (UNKNOWN,)
    assert sitting.observe(1).trick[1].cards == cards("Kc")
    for seat in (0, 2, 3, None):
        assert sitting.observe(seat).trick[1].cards == (UNKNOWN,)


def test_K9_the_last_beater_takes_the_trick() -> None:
    sitting = table()
    events = sitting.do("0 lead 7c", "1 beat 8c", "2 beat 9c", "3 throw 8d")
    assert next(e for e in events if e.kind == "take")[1:3] == (2, "K9")
    assert sitting.state.tricks[0].taker == 2


def test_K9_nobody_beats_so_the_leader_takes_it() -> None:
    sitting = table()
    sitting.do("0 lead 7c", "1 throw 8c", "2 throw 9c", "3 throw Tc")
    assert sitting.state.tricks[0].taker == 0


def test_K10_the_ten_ranks_between_king_and_ace() -> None:
    assert ORDER == "6789JQKTA"
    assert len(pack(36)) == 36
    of_clubs = sorted((c for c in pack(36) if str(c)[1] == "c"), key=lambda c: STRENGTH[c])
    assert text(of_clubs) == "6c 7c 8c 9c Jc Qc Kc Tc Ac"


def test_K11_trump_beats_plain_and_plain_suits_cannot_be_compared() -> None:
    sitting = table(["Ac 7c 8c Qd", "Ad Kd 6s 6h", "9c 7d Ts 7h", "Tc 8d As 8h"], "7s")
    sitting.do("0 lead Ac")
    assert sitting.legal() == ["1 beat 6s", "1 throw Ad", "1 throw Kd", "1 throw 6h", "1 throw 6s"]


FOUR = ["7c 8c Ac Qd", "8d Kc 6d 6h", "9h Jh Qh Kh", "Tc 9d As 8h"]
"""Seat 2 holds four hearts."""


def test_K12_four_of_a_suit_out_of_turn_and_the_table_goes_back() -> None:
    sitting = table(FOUR)
    sitting.do("0 lead 7c 8c", "1 throw 6d 6h")
    assert sitting.why("2 molodka 9h Jh Qh Kh") == (True, "K12", "may_claim")
    events = sitting.do("2 molodka 9h Jh Qh Kh")
    assert [(e.kind, e.seat, e.rule) for e in events] == [
        ("molodka", 2, "K12"),
        ("return", 0, "K12"),
        ("return", 1, "K12"),
        ("lead_four", 2, "K12"),
    ]
    assert sitting.hand(0) == "Ac 7c 8c Qd"
    assert sitting.hand(1) == "Kc 6d 8d 6h"
    assert sitting.table == [(2, "molodka", "9h Jh Qh Kh")]
    # and the trick goes on by the usual rules
    assert sitting.state.turn == 3
    assert sitting.why("3 throw Tc 9d As 8h") == (True, "K6", "may_throw")


def test_K13_of_two_holders_the_one_nearest_the_leader_leads() -> None:
    sitting = table(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"])
    sitting.do("0 lead 7c 8c")
    events = sitting.do("2 molodka 9h Jh Qh Kh")
    assert [(e.kind, e.seat) for e in events] == [("molodka", 2), ("ask", 1)]
    assert sitting.state.turn == 1
    events = sitting.do("1 molodka 6d 8d Kd Ad")
    assert [(e.kind, e.seat, e.rule) for e in events] == [
        ("precede", 1, "K13"),
        ("return", 2, "KA9"),
        ("return", 0, "K12"),
        ("lead_four", 1, "K12"),
    ]
    assert sitting.state.trick[0].seat == 1
    assert sitting.hand(2) == "9h Jh Qh Kh"


def test_K13_holders_are_heard_nearest_first() -> None:
    sitting = table(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"])
    assert sitting.game.hearing(sitting.state) == (1, 2)
    sitting.do("0 lead Ac")
    assert sitting.game.hearing(sitting.state) == (1, 2)


def test_K14_the_taker_collects_for_the_team() -> None:
    sitting = table()
    sitting.do("0 lead 7c", "1 beat 8c", "2 beat 9c", "3 throw 8d")
    (take,) = [event for event in sitting.events if event.kind == "take"]
    assert take.params == {"n": 4, "side": 0}
    assert not sitting.state.trick
    lines = sitting.game.score(sitting.state).of(0)
    assert [(line.reason, line.cards) for line in lines] == [
        ("taken", cards("7c 8c 9c")),
        ("thrown", cards("8d")),
    ]
    assert sitting.game.score(sitting.state).of(1) == ()


def test_K15_draw_up_to_four_one_at_a_time_the_taker_first() -> None:
    sitting = table(stock="Js Qs Ks 9s 7s")
    sitting.do("0 lead 7c", "1 beat 8c", "2 beat 9c", "3 throw 8d")
    draws = [event for event in sitting.events if event.kind == "draw"]
    assert [(e.seat, str(e.cards[0])) for e in draws] == [(2, "Js"), (3, "Qs"), (0, "Ks"), (1, "9s")]
    assert all(e.rule == "K15" and e.audience == (e.seat,) for e in draws)
    assert [len(hand) for hand in sitting.state.hands] == [4, 4, 4, 4]
    assert len(sitting.state.stock) == 16


def test_K16_the_taker_leads_next() -> None:
    sitting = table()
    sitting.do("0 lead 7c", "1 beat 8c", "2 beat 9c", "3 throw 8d")
    assert (sitting.state.turn, sitting.state.leader, sitting.state.phase) == (2, 2, "lead")


def test_K17_who_takes_the_last_trick_leads_the_next_game() -> None:
    sitting = Sitting.at(position(["6c", "7c", "8c", "9c"]))
    sitting.do("0 lead 6c", "1 beat 7c", "2 beat 8c", "3 throw 9c")
    following = sitting.game.next_deal(sitting.state, 5)
    assert (following.turn, following.leader, following.match.leader) == (2, 2, 2)


def test_K18_the_game_ends_when_stock_and_hands_are_empty() -> None:
    sitting = table().play_out()
    assert (sitting.state.turn, sitting.state.phase, sitting.state.stock) == (None, "over", ())
    assert not any(sitting.state.hands)
    assert sitting.legal() == []
    assert sitting.kinds[-2:] == ["count", "defeat_6"]
    assert sitting.why("0 pass") == (False, "K18", "game_over")
    # one card a trick: as many tricks as cards to each
    assert len(sitting.state.tricks) == 9


def test_K19_what_cards_count() -> None:
    worth = {rank: {WORTH[c] for c in pack(36) if str(c)[0] == rank} for rank in ORDER}
    assert worth == {
        "6": {0}, "7": {0}, "8": {0}, "9": {0}, "J": {2}, "Q": {3}, "K": {4}, "T": {10}, "A": {11},
    }  # fmt: skip
    assert sum(WORTH[c] for c in pack(36)) == 120


def test_K20_sixty_one_wins() -> None:
    state = finished(61)
    assert kozel().score(state).totals == (61, 59)
    outcome = kozel().outcome(state)
    assert outcome is not None
    assert outcome == ("defeat_2", ((0,), (1,)), (61, 59))
    assert [(line.rule, line.reason) for line in kozel().score(state).lines[-2:]] == [
        ("K20", "won"),
        ("K21", "defeat_2"),
    ]


def test_K21_thirty_one_to_fifty_nine_cost_two() -> None:
    assert band(59, 1) == band(31, 1) == (2, "K21", "defeat_2")
    assert kozel().standing(finished(59)).totals == (2, 0)


def test_K22_fewer_than_31_with_a_trick_cost_four() -> None:
    assert band(30, 1) == band(0, 1) == (4, "K22", "defeat_4")
    assert kozel().standing(finished(30)).totals == (4, 0)


def test_K23_no_trick_costs_six() -> None:
    assert band(0, 0) == (6, "K23", "defeat_6")
    assert kozel().standing(finished(0, tricks=0)).totals == (6, 0)


def test_K24_sixty_each_is_eggs_and_costs_nobody() -> None:
    state = finished(60)
    assert kozel().score(state).totals == (60, 60)
    assert kozel().standing(state) == ((0, 0), 1, None)
    assert kozel().outcome(state) == ("eggs", ((0, 1),), (60, 60))
    assert [line.rule for line in kozel().score(state).lines[-2:]] == ["K24", "K24"]


def test_K25_goats_with_eggs_are_the_losers_of_a_series_with_eggs() -> None:
    game = kozel()
    assert game.goats_with_eggs(finished(10, totals=(8, 0), deals=3, eggs=1)) == 0
    assert game.goats_with_eggs(finished(10, totals=(8, 0), deals=3, eggs=0)) is None
    assert game.goats_with_eggs(finished(10, totals=(0, 0), deals=3, eggs=1)) is None


def test_K26_twelve_defeat_points_end_the_series() -> None:
    game = kozel()
    over = finished(10, totals=(8, 4), deals=3)
    assert game.standing(over) == ((12, 4), 4, (1,))
    with pytest.raises(ValueError, match="series is over after 4 games"):
        game.next_deal(over, 1)
    goes_on = finished(40, totals=(8, 4), deals=3)
    assert game.standing(goes_on) == ((10, 4), 4, None)
    assert game.next_deal(goes_on, 1).match.totals == (10, 4)


def test_K26_the_end_of_the_series_is_told() -> None:
    state = position(
        ["6c", "7c", "8c", "9c"], taken=[(1, "Ac Tc Ad Td Ah Th")], totals=(11, 0), deals=5, eggs=1
    )
    sitting = Sitting.at(state)
    sitting.do("0 lead 6c", "1 throw 7c", "2 throw 8c")
    events = sitting.do("3 throw 9c")
    assert [e.kind for e in events] == ["throw", "take", "count", "defeat_4", "series", "goats_with_eggs"]
    assert [e.rule for e in events[2:]] == ["K18", "K22", "K26", "K25"]
    assert events[2].params == {"points": (0, 63), "tricks": (1, 1)}
    assert events[3].params == {"side": 0, "points": 0, "defeat": 4, "doubled": False, "totals": (15, 0)}
    assert events[4].params == {"winner": 1, "loser": 0, "totals": (15, 0)}
    assert events[5].params == {"loser": 0}


def test_illegal_actions_raise_with_their_verdict() -> None:
    sitting = table()
    with pytest.raises(IllegalAction, match="suits_mixed") as caught:
        sitting.game.apply(sitting.state, Action(0, "lead", cards("6c Qd")))
    assert caught.value.verdict.rule == "K5"


def test_the_next_game_needs_an_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        kozel().next_deal(kozel().deal(1), 2)


def test_deck_order_is_kept_in_the_setup() -> None:
    order = deck(HANDS)
    assert kozel().setup(kozel().deal(deck=order))["deck"] == text(order)
