"""Every value the lessons state, exactly, and that house rules and players move them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from cardkit.cards import Suit, card, cards, pack
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.odds.exact import closing, counting, kozel, looks, melds, suits
from cardkit.odds.exact.four_cards import PartlyKnown, expected_points, hand_distribution, pool_of
from cardkit.odds.experiments import experiment

WHOLE = pool_of(pack(52))
FRESH = PartlyKnown((), 4)

VALUES = [
    ("eight", {}, Fraction(15229, 54145)),
    ("fresh_hand", {}, Fraction(1282816, 54145)),
    ("fresh_hand", {"size": 1}, Fraction(72, 13)),
    ("match_held", {}, Fraction(11686, 20825)),
    ("match_known", {}, Fraction(1327, 4165)),
    ("eight_under", {}, Fraction(38, 245)),
    ("unknown_card", {}, Fraction(23, 4)),
    ("red_three", {}, Fraction(129107, 353702)),
    ("four_of_suit", {}, Fraction(8, 935)),
    ("look_gain", {"own": "5h"}, Fraction(6, 5)),
    ("look_gain", {"own": "Th"}, Fraction(106, 25)),
    ("look_gain", {"own": "Th", "power": "blind"}, Fraction(106, 25)),
    ("next_card", {}, Fraction(1, 4)),
    ("next_card", {"wanted": "8", "pack_size": 104, "seen": "8h 8h 2c"}, Fraction(6, 101)),
    ("next_card", {"wanted": "K", "pack_size": 36}, Fraction(1, 9)),
]
ROUNDED: list[tuple[str, dict[str, Any], float]] = [
    ("lavadeira", {}, 0.375343),
    ("run", {}, 0.191725),
    ("close_lowest", {}, 0.99883),
    ("close_lowest", {"own": "Ac 2d 5c 6h"}, 0.76967),
    ("four_of_suit", {"hands": 4}, 0.033682),
    ("beaten", {}, 0.8768),
]


@pytest.mark.parametrize(("name", "params", "value"), VALUES)
def test_fractions_of_the_lessons(name: str, params: dict[str, object], value: Fraction) -> None:
    assert experiment(name, **params).exact == value


@pytest.mark.parametrize(("name", "params", "value"), ROUNDED)
def test_decimals_of_the_lessons(name: str, params: dict[str, object], value: float) -> None:
    exact = experiment(name, **params).exact
    places = len(str(value)) - 2
    assert round(float(exact), places) == value


def test_the_wrong_answers_are_not_the_right_ones() -> None:
    assert 4 * Fraction(4, 52) == Fraction(4, 13) != experiment("eight").exact
    assert 1 - Fraction(12, 13) ** 4 != experiment("eight").exact
    assert experiment("fresh_hand").exact != Fraction(308, 13)
    assert experiment("eight_under").exact != Fraction(33, 221)
    assert experiment("match_held").exact != 1 - Fraction(12, 13) ** 12
    fresh = closing.close(cards("Ac Ad 2c 8h"), FourCardsOptions(players=2)).lowest
    assert experiment("close_lowest").exact != fresh**3


def test_a_jack_is_worth_a_blind_swap_for_a_ten() -> None:
    # no card is worth more than 10, so one never wishes the swap undone
    values = looks.values_of(set(pack(52)) - {card("Th")})
    assert looks.swap_gain(10, values, 1) == looks.swap_gain(10, values, 0) == Fraction(212, 51)
    for held in (5, 3):
        blind, jack, king = (looks.swap_gain(held, values, n) for n in range(3))
        assert blind < 0 < jack < king


def test_close_with_four_points() -> None:
    found = closing.close(cards("Ac Ad 2c 8h"), FourCardsOptions())
    assert found.points == 4
    assert found.mark == 4 * found.lowest + 8 * (1 - found.lowest)


@pytest.mark.parametrize(
    ("own", "options", "failed"),
    [
        ("3c", {}, 6),
        ("8h", {}, -10),
        ("8h", {"failed_negative": "one"}, 1),
        ("", {}, 1),
        ("8h 8c Qd", {"eight_rule": "pair"}, 1),
    ],
)
def test_failed_marks(own: str, options: dict[str, str], failed: int) -> None:
    rules = FourCardsOptions(players=2, **options)  # type: ignore[arg-type]
    sure = closing.close(cards(own), rules, others=[PartlyKnown(cards("8d 8s"), 0)])
    assert sure.lowest == 0
    assert sure.mark == failed


MOVED = [
    ("next_card", {"pack_size": 36, "wanted": "8"}, {"pack_size": 52, "wanted": "8"}),
    ("no_eight", {}, {"players": 5}),
    ("fresh_hand", {}, {"eight_rule": "pair"}),
    ("low_hand", {}, {"eight_rule": "pair"}),
    ("match_held", {}, {"players": 6}),
    ("match_known", {}, {"players": 2}),
    ("match_hands", {}, {"players": 3}),
    ("match_several", {}, {"players": 8}),
    ("eight_under", {}, {"seen": "8c 5d"}),
    ("unknown_card", {}, {"seen": "Ac 2c"}),
    ("look_gain", {}, {"power_on": "stock_drawn_only", "source": "slot"}),
    ("look_gain", {"source": "table"}, {"source": "table", "power_on": "stock_drawn_only"}),
    ("look_gain", {"own": "5h"}, {"own": "5h", "power": "K"}),
    ("close_lowest", {}, {"players": 3}),
    ("close_lowest", {"own": "8c 8h 2d Ac"}, {"own": "8c 8h 2d Ac", "eight_rule": "pair"}),
    ("close_mark", {"own": "8h", "left": 1}, {"own": "8h", "left": 1, "failed_negative": "one"}),
    ("red_three_table", {}, {"players": 2}),
    ("partner_red_three", {}, {"held": 2}),
    ("wild_twos", {}, {"size": 22}),
    ("lavadeira", {}, {"max_wilds": 1}),
    ("run", {"max_wilds": 1}, {"max_wilds": 2}),
    ("meld", {"max_wilds": 2}, {"max_wilds": None}),
    ("four_of_suit", {}, {"hands": 4}),
    ("no_trump", {}, {"trump_seen": True}),
    ("beaten", {}, {"lead": "9s Js"}),
    ("beaten", {}, {"trump_card": "6s", "hand": "9s Js Ac 7d"}),
    ("match_games", {}, {"target": 6}),
    ("match_games", {}, {"eggs_double_next": True}),
]


@pytest.mark.parametrize(("name", "one", "other"), MOVED)
def test_a_changed_rule_moves_the_answer(name: str, one: dict[str, object], other: dict[str, object]) -> None:
    first, second = experiment(name, **one), experiment(name, **other)
    assert first.exact != second.exact or first.distribution != second.distribution


def test_two_or_more_hands_can_match() -> None:
    hands = experiment("match_hands").distribution
    assert hands is not None
    assert experiment("match_several").exact == hands[2] + hands[3]
    assert hands[4] == 0


def test_distributions_sum_to_one_and_have_the_mean() -> None:
    for name in (
        "fresh_hand",
        "match_hands",
        "unknown_card",
        "look_gain",
        "close_mark",
        "wild_twos",
        "toy_game",
    ):
        found = experiment(name)
        assert found.distribution is not None
        assert sum(found.distribution.values()) == 1
        assert counting.mean(found.distribution) == found.exact


def test_spread_of_a_fresh_hand() -> None:
    found = hand_distribution(FRESH, WHOLE)
    # four cards without replacement: the spread of the points, nearly that of independent ones
    assert 0 < counting.variance(found) < 4 * 12
    assert min(found) == -20
    assert max(found) == 40
    assert expected_points(FRESH, WHOLE) == Fraction(1282816, 54145)


def test_lesson_ten_values() -> None:
    hand, shown = cards("9s Js Ac 7d"), card("6h")
    unseen = kozel.unseen_by(hand, shown)
    assert len(unseen) == 31
    one = kozel.chance_beaten(cards("Js"), unseen, Suit.HEARTS)
    ace = kozel.chance_beaten(cards("Ac"), unseen, Suit.HEARTS)
    two = kozel.chance_beaten(cards("9s Js"), unseen, Suit.HEARTS)
    assert one == counting.at_least_one(31, 12, 4)
    assert ace == counting.at_least_one(31, 8, 4)
    assert two < ace < one


def test_covariance_of_two_hands_is_negative() -> None:
    assert counting.covariance(104, 4, 11, 11) < 0
    both = experiment("both_red_three").exact
    assert both < experiment("red_three").exact ** 2


def test_melds_add_up() -> None:
    assert melds.has_both() == melds.has_set() + melds.has_run() - melds.has_either()
    assert 0 < melds.has_both() < melds.has_run()


def test_four_of_a_suit_at_the_table_is_less_than_the_union_bound() -> None:
    one, any_of_four = suits.four_of_a_suit(), suits.four_of_a_suit(4)
    assert any_of_four < 4 * one
    assert any_of_four != 1 - (1 - one) ** 4


@pytest.mark.parametrize("hands", [1, 2, 3, 4])
def test_the_shown_trump_card_tells_nothing_about_four_of_a_suit(hands: int) -> None:
    # whichever card were shown, the answer would be the same: so it is the answer without any shown
    seen, unseen = (suits.four_of_a_suit(hands, trump_seen=known) for known in (True, False))
    assert seen == unseen
    assert suits.no_trump(trump_seen=True) > suits.no_trump()


def test_a_second_hand_of_one_suit_is_likelier_after_a_first() -> None:
    # so a table with at least one is rarer than four independent hands would make it
    one, two = suits.one_suit_each(1), suits.one_suit_each(2)
    assert two / one > one
    assert suits.four_of_a_suit(4) < 1 - (1 - one) ** 4


def test_hands_above_leave_the_lower_cards() -> None:
    joint = [experiment("close_lowest", own="Ac 2d 5c 6h", players=n).exact for n in (2, 3, 4)]
    assert joint[2] / joint[1] < joint[1] / joint[0] < joint[0]


def test_chances_are_told_from_points() -> None:
    assert experiment("four_of_suit").chance
    assert experiment("close_lowest").chance
    # points between 0 and 1 are no chance
    small = experiment("look_gain", own="3h")
    assert 0 < small.exact < 1
    assert not small.chance
    assert not experiment("match_games").chance


def test_unknown_names_and_values_are_told() -> None:
    with pytest.raises(ValueError, match="no experiment 'nine'"):
        experiment("nine")
    with pytest.raises(ValueError, match="has no parameter colour"):
        experiment("eight", colour="red")
    with pytest.raises(ValueError, match="players=9"):
        experiment("match_held", players=9)
    with pytest.raises(ValueError, match="left=5"):
        experiment("close_mark", left=5)
    with pytest.raises(ValueError, match="lead="):
        experiment("beaten", lead="6c")
    with pytest.raises(ValueError, match="size=13"):
        experiment("wild_twos", size=13)
    with pytest.raises(ValueError, match="hypergeometric"):
        counting.hypergeometric(5, 6, 1)
