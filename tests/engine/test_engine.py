"""The engine's values and its errors: each names what was given and what was expected."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import pytest

import cardkit
from cardkit.bots import play, table
from cardkit.cards import CARDS, cards, text
from cardkit.engine import NO_PARAMS, Action, Event, ScoreLine, ScoreSheet, Verdict
from cardkit.errors import IllegalAction, NotationError, RecordError
from cardkit.options import Options, option
from tests.rules.tools import CHOICES, Sitting, four_cards

# --- games and options ------------------------------------------------------------------------


def test_a_game_is_made_by_name() -> None:
    game = cardkit.game("four_cards", players=3)
    assert (game.id, game.seats, game.preset) == ("four_cards", 3, "seed")
    with pytest.raises(ValueError, match="no game 'bridge' here: expected one of 'four_cards'"):
        cardkit.game("bridge")


@pytest.mark.parametrize("preset", ["house", "", None, 3, ["seed"]])
def test_an_unknown_preset_is_named(preset: Any) -> None:
    with pytest.raises(ValueError, match="four_cards has 'seed', 'cambio'") as caught:
        cardkit.game("four_cards", preset=preset)
    assert f"preset={preset!r}" in str(caught.value)


def test_unknown_options_are_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="four_cards has no option colour, jokers; it has players, rounds"):
        cardkit.game("four_cards", jokers=2, colour="red")
    for name in ("name", "self"):
        with pytest.raises(ValueError, match=f"no option {name}"):
            cardkit.game("four_cards", "seed", **{name: 1})


@pytest.mark.parametrize("name", CHOICES)
def test_a_bad_value_is_named_with_the_good_ones_and_the_rule(name: str) -> None:
    rule = four_cards().options.rules()[name]
    shown = ", ".join(map(repr, CHOICES[name]))
    bad: list[Any] = ["nonsense", None, 7, [], {}]
    for wrong in bad:
        with pytest.raises(ValueError, match="expected") as caught:
            four_cards("seed", **{name: wrong})
        assert str(caught.value) == f"{name}={wrong!r}: expected one of {shown} ({rule})"


@pytest.mark.parametrize(("name", "wrong"), [("freeze_closer", 1), ("freeze_closer", 0), ("players", True)])
def test_a_truth_value_is_no_number_and_a_number_no_truth_value(name: str, wrong: object) -> None:
    with pytest.raises(ValueError, match=f"{name}={wrong!r}"):
        four_cards("seed", **{name: wrong})


def test_options_are_frozen_values() -> None:
    game = four_cards(players=3)
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.options.players = 4  # type: ignore[misc]
    with pytest.raises(TypeError):
        game.presets["seed"]["players"] = 3  # type: ignore[index]


def test_games_are_the_same_when_their_rules_are() -> None:
    assert four_cards() == four_cards()
    assert four_cards() != four_cards(players=3)
    by_hand = four_cards(
        power_on="stock_drawn_only",
        table_draw="must_swap",
        match_limit="first_only",
        freeze_closer=True,
        failed_negative="one",
    )
    assert by_hand == four_cards("cambio")
    assert hash(by_hand) == hash(four_cards("cambio"))
    assert four_cards() != "four_cards"
    assert repr(four_cards()) == "cardkit.game('four_cards')"


def test_an_option_declares_its_values_and_its_rule() -> None:
    @dataclasses.dataclass(frozen=True)
    class House(Options):
        size: int = option(2, "X1", range(1, 4))
        mode: str = option("a", "X2", "a", "b")

    assert House.rules() == {"size": "X1", "mode": "X2"}
    assert House(3, "b").size == 3
    with pytest.raises(ValueError, match=r"size=4: expected a whole number from 1 to 3 \(X1\)"):
        House(size=4)
    with pytest.raises(ValueError, match=r"mode='c': expected one of 'a', 'b' \(X2\)"):
        House(mode="c")


# --- decks and dealers ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "seed", "told"),
    [
        (cards("8h 8h"), 1, "deck: expected different cards of one pack of 52, got 8h"),
        (cards("8h ??"), 1, "deck: expected different cards of one pack of 52, got ??"),
        (cards("8h Qs"), None, "deck: 50 of 52 cards missing, and no seed to shuffle them"),
        (None, None, "deck: 52 of 52 cards missing, and no seed to shuffle them"),
        ((*CARDS[:52], CARDS[60]), None, "deck: expected different cards of one pack of 52, got 9c"),
    ],
)
def test_a_deck_that_is_no_pack_is_named(deck: Any, seed: Any, told: str) -> None:
    with pytest.raises(ValueError, match="deck") as caught:
        four_cards().deal(seed, deck)
    assert str(caught.value) == told


@pytest.mark.parametrize("dealer", [4, -1, 99])
def test_a_dealer_who_is_not_there_is_named(dealer: int) -> None:
    with pytest.raises(ValueError, match=f"dealer={dealer}: expected a seat from 0 to 3"):
        four_cards().deal(1, dealer=dealer)


def test_a_short_deck_comes_first_and_the_seed_shuffles_the_rest() -> None:
    game = four_cards(players=2)
    one, two = game.deal(1, cards("8h Qs")), game.deal(2, cards("8h Qs"))
    for state in (one, two):
        assert (str(state.hands[0].cards[0]), str(state.hands[1].cards[0])) == ("8h", "Qs")
    assert one.stock != two.stock
    assert game.deal(1, cards("8h Qs")) == one


def test_there_is_no_next_deal_before_the_end() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 9d Td"])
    with pytest.raises(ValueError, match="this round is not over yet"):
        sit.game.next_deal(sit.state, seed=1)


def test_a_match_goes_from_deal_to_deal() -> None:
    game = four_cards(players=2, rounds=2)
    state = game.deal(seed=1)
    assert game.standing(state) == ((0, 0), 0, None)
    for step in play(game, state, table("random", game, 1)):
        state = step.state
    assert game.legal_actions(state) == ()
    with pytest.raises(IllegalAction) as caught:
        game.apply(state, Action(0, "draw"))
    assert caught.value.verdict == Verdict(False, "C25", "round_over")
    following = game.next_deal(state, deck=CARDS[:52])
    assert following.match == (0, game.standing(state).totals, 1)
    assert following.turn == 1


def test_setup_and_restore_are_inverse() -> None:
    for seed in range(5):
        for dealer in range(3):
            game = four_cards(players=3)
            state = game.deal(seed, dealer=dealer)
            assert game.restore(game.setup(state)) == state


# --- notation ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("", "'': expected a seat and an action, like '0 draw'"),
        ("0", "'0': expected a seat and an action, like '0 draw'"),
        ("x draw", "'x' is not a seat: expected a number from 0 to 3"),
        ("4 draw", "'4' is not a seat: expected a number from 0 to 3"),
        ("-1 draw", "'-1' is not a seat: expected a number from 0 to 3"),
        ("² draw", "'²' is not a seat: expected a number from 0 to 3"),
        ("9" * 5000 + " draw", "is not a seat: expected a number from 0 to 3"),
        ("0 dance", "'0 dance': no action 'dance' in 4 Cartas: expected one of close, discard"),
        ("0 draw 1", "'0 draw 1': 'draw' names 0 slots, not 1"),
        ("0 draw 8h", "'0 draw 8h': 'draw' names slots, not cards"),
        ("0 swap", "'0 swap': 'swap' names 1 slots, not 0"),
        ("0 swap 0", "'0': places are counted from 1"),
        ("0 swap 1.0", "'1.0': places are counted from 1"),
        ("0 swap x", "'x' is not a card"),
        ("0 swap .2", "'.2' is not a card"),
        ("0 swap 2.", "'2.' is not a card"),
        ("0 swap -1", "'-1' is not a card"),
        ("0 swap " + "9" * 5000, "is not a card"),
        ("0 swap 5", "'0 swap 5': no slot 5 at seat 0"),
        ("0 swap 1.1", "'0 swap 1.1': 'swap' names own slots only"),
        ("0 peek 4.1", "'0 peek 4.1': no slot 1 at seat 4"),
        ("0 peek", "'0 peek': 'peek' names 1 slots, not 0"),
        ("0 trade 1", "'0 trade 1': 'trade' names 2 slots, not 1"),
        ("0 match 1 1", "'0 match 1 1': 'match' names each slot once, in rising order"),
        ("0 match 1 2 3 4", "'0 match 1 2 3 4': 'match' names 1 to 3 slots, not 4"),
        ("0 look 1 2 3", "'0 look 1 2 3': 'look' names 0 to 2 slots, not 3"),
    ],
    ids=lambda value: value[:20],
)
def test_notation_errors_name_the_word(act: str, told: str) -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"])
    with pytest.raises(NotationError) as caught:
        sit.game.parse(sit.state, act)
    assert told.split(", discard")[0] in str(caught.value)


def test_notation_is_read_in_any_order_and_spacing_and_written_in_one() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 9d Td"])
    for act, plain in (
        ("0 look 2 1", "0 look 1 2"),
        (" 0  match   3 1 ", "0 match 1 3"),
        ("0 trade 1.4 2", "0 trade 2 1.4"),
        ("1 trade 2 0.3", "1 trade 0.3 2"),
        ("0 peek 0.2", "0 peek 2"),
        ("0 peek 1.2", "0 peek 1.2"),
    ):
        action = sit.game.parse(sit.state, act)
        assert str(action) == plain
        assert sit.game.parse(sit.state, plain) == action


def test_parse_does_not_care_whether_the_action_is_allowed() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 9d Td"])
    for act in ("1 draw", "0 pass", "0 peek 1.1", "0 stop"):
        assert not sit.game.check(sit.state, sit.game.parse(sit.state, act)).ok


def test_cards_stand_in_notation_too() -> None:
    assert str(Action(1, "lead", cards("9h Jh"))) == "1 lead 9h Jh"
    assert str(Action(2, "x", cards("9h"), ((2, 0), (0, 3)))) == "2 x 9h 1 0.4"


# --- values -----------------------------------------------------------------------------------


def test_values_are_immutable_and_compare() -> None:
    action = Action(0, "draw")
    with pytest.raises(AttributeError):
        action.seat = 1  # type: ignore[misc]
    assert action == Action(0, "draw", (), ())
    assert len({action, Action(0, "draw"), Action(1, "draw")}) == 2
    with pytest.raises(TypeError):
        NO_PARAMS["a"] = 1  # type: ignore[index]
    event = Event("draw", 0, "C19", cards("8h"), (), (0,))
    with pytest.raises(AttributeError):
        event.cards = ()  # type: ignore[misc]
    verdict = Verdict(True, "C19", "may_draw")
    assert not verdict.penalty
    assert pickle.loads(pickle.dumps(action)) == action


def test_errors_carry_what_was_wrong() -> None:
    sit = Sitting(["2c 3c 4c 5c", "6d 7d 9d Td"])
    with pytest.raises(IllegalAction) as caught:
        sit.game.apply(sit.state, Action(1, "draw"))
    assert str(caught.value) == "1 draw: not_your_turn (C30)"
    assert caught.value.action == Action(1, "draw")
    assert caught.value.verdict.params == {"seat": 1, "turn": 0}
    error = RecordError("no", where="line 3", kept=5)
    assert (str(error), error.where, error.kept) == ("line 3: no", "line 3", 5)


def test_a_score_sheet_gives_the_lines_of_one_side() -> None:
    lines = (ScoreLine(0, 3, "C8", "x"), ScoreLine(1, 2, "C8", "x"), ScoreLine(0, 1, "C4", "x"))
    assert ScoreSheet(lines, (4, 2)).of(0) == (lines[0], lines[2])


def test_the_score_as_a_seat_sees_it_leaves_open_what_it_cannot_know() -> None:
    sit = Sitting(["8c 3c 4c 5c", "8d 7d 9d Td"], looks=["1 2", "1"])
    sheet = sit.game.score(sit.observe(0))
    assert sheet.totals == (None, None)
    assert [(text(line.cards), line.points) for line in sheet.of(0)] == [
        ("8c", 0),
        ("3c", 3),
        ("??", None),
        ("??", None),
    ]
    alone = sit.game.score(sit.observe(1)).of(1)
    assert [line.points for line in alone] == [None] * 4
    assert alone[0].reason == "eight_open"
    sit.do("0 close")
    assert sit.game.score(sit.observe(0)).lines[-1] == ScoreLine(0, None, "C26", "close_open")


def test_apply_leaves_the_old_position_as_it_was() -> None:
    game = four_cards()
    for kind in ("careful", "random"):
        state = game.deal(seed=2)
        kept: list[tuple[Any, int, Any]] = []
        for step in play(game, state, table(kind, game, 2)):
            kept.append((state, hash(state), pickle.dumps(state)))
            state = step.state
        for position, number, dumped in kept:
            assert hash(position) == number
            assert pickle.loads(dumped) == position


# --- what was listed --------------------------------------------------------------------------

GAMES = ("four_cards", "tranca", "kozel")


@pytest.mark.parametrize("name", GAMES)
def test_a_list_is_for_the_position_it_was_asked_for(name: str) -> None:
    game = cardkit.game(name)
    before = game.deal(seed=3)
    listed = game.legal_actions(before)
    after, _ = game.apply(before, listed[0])
    now = game.legal_actions(after)
    stale = [action for action in listed if action not in now]
    assert stale
    game.legal_actions(before)
    for action in stale:
        with pytest.raises(IllegalAction):
            game.apply(after, action)


@pytest.mark.parametrize("name", GAMES)
def test_asked_before_or_not_an_action_does_the_same(name: str) -> None:
    game, other = cardkit.game(name), cardkit.game(name)
    state = game.deal(seed=5)
    for _ in range(30):
        action = game.legal_actions(state)[-1]
        done = game.apply(state, action)
        assert other.apply(state, action) == done
        state = done[0]
        if state.turn is None:
            break


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_a_seat_that_is_not_there_is_named(name: str, seat: int) -> None:
    game = cardkit.game(name)
    state = game.deal(seed=1)
    for ask in (game.legal_actions, game.observe):
        with pytest.raises(ValueError, match=f"no seat {seat}: expected 0 to 3"):
            ask(state, seat)
