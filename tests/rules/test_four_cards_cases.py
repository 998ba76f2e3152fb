"""The cases of the rules page with known answers (CC1 to CC11); and that no id is left untested."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import cardkit
from cardkit.cards import cards
from cardkit.games.four_cards.score import hand_points
from cardkit.games.four_cards.state import Hand
from cardkit.record import Record
from cardkit.words import rulebook as words
from tests.rules.tools import Sitting, four_cards, some_options

FOUR = ["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"]


@pytest.mark.parametrize(
    ("hand", "pure", "pair"),
    [
        ("8c", -5, -5),
        ("8c 8d", -10, -10),
        ("8c 8d 8h", -15, -15),
        ("8c 8d 8h 8s", -20, -20),
        ("8c Ac", 1, 1),
        ("8c Qc", 10, 10),
        ("8c 8d Qc", 10, 0),
        ("", 0, 0),
    ],
)
def test_CC1_hands_with_8s(hand: str, pure: int, pair: int) -> None:
    assert hand_points(cards(hand), "pure") == pure
    assert hand_points(cards(hand), "pair") == pair


@pytest.mark.parametrize(
    ("closer", "other", "double", "one"),
    [
        ("Ac 2c", "Ad 2d", 6, 6),
        ("Ac 2c", "Ad 3d", 3, 3),
        ("", "", 1, 1),
        ("", "8c", 1, 1),
        ("", "2c", 0, 0),
        ("8c", "8d", -10, 1),
    ],
)
def test_CC2_what_the_closer_scores(closer: str, other: str, double: int, one: int) -> None:
    for rule, mark in (("double", double), ("one", one)):
        sit = Sitting(FOUR[:2], up="Tc", stock="Ts", failed_negative=rule)
        sit.do("0 close", "1 draw", "1 throw")
        hands = []
        for held in (closer, other):
            named = [*cards(held), None, None, None, None][:4]
            hands.append(Hand(tuple(named), (0,) * 4))
        sit.state = sit.state._replace(hands=tuple(hands))
        sit.pass_all()
        assert sit.totals == (mark, hand_points(cards(other), "pure"))
        assert sit.events[-1].params["points"] == mark


@pytest.mark.parametrize(("power_on", "phase"), [("any_in_turn", "power"), ("drawn_only", "draw")])
def test_CC3_a_king_swapped_out_of_the_grid(power_on: str, phase: str) -> None:
    sit = Sitting(["Kc 3c 4c 5c", FOUR[1]], stock="Ad", power_on=power_on)
    sit.do("0 draw", "0 swap 1")
    assert sit.state.phase == phase


def test_CC4_only_the_current_top_can_be_matched() -> None:
    sit = Sitting(["9c 3c 4c 5c", FOUR[2], "9h 2d Td Jd"], up="9d", stock="Ad Kd", looks=["1", "", "1"])
    sit.do("0 match 1")
    assert not sit.verdict("0 match 1").ok, "that claim is settled"
    sit.do("0 draw", "0 throw")
    verdict = sit.verdict("2 match 1")
    assert (verdict.reason, verdict.params["rank"]) == ("known_to_differ", "A")


def test_CC5_an_emptied_hand_stays_on_the_sheet_with_0_and_may_act() -> None:
    sit = Sitting(["9c 9h 9s Ac", FOUR[1][:6] + "8d Td"], up="9d", stock="Ad 2s", looks=["1 2"])
    sit.do("0 match 1 2 3", "0 draw", "0 throw", "0 match 4")
    assert sit.game.score(sit.state).totals == (0, 23)
    assert sit.game.score(sit.state).of(0) == ()
    sit.do("1 draw", "1 throw")
    assert sit.legal() == ["0 close", "0 draw", "0 take"]


def test_CC6_a_power_without_a_legal_target_is_skippable() -> None:
    sit = Sitting(["9c 9h 9s Ac", "5d 6d 7d Td"], up="9d", stock="Ad Kd", looks=["1 2"], freeze_closer=True)
    sit.do("0 match 1 2 3", "0 draw", "0 throw", "0 match 4", "1 close", "0 draw", "0 throw")
    assert sit.legal() == ["0 done"]
    sit.do("0 done")
    sit.pass_all()
    assert sit.totals == (0, 56)


def test_CC7_a_power_in_the_last_lap_does_not_restart_the_lap() -> None:
    sit = Sitting(FOUR[:3], stock="Kd Jd")
    sit.do("0 close", "1 draw", "1 throw", "1 peek 1", "1 trade 0.1 1")
    assert sit.state.turn == 2
    sit.do("2 draw", "2 throw", "2 done")
    assert (sit.state.phase, sit.state.turn) == ("last", 0)


@pytest.mark.parametrize("stock_out", ["reshuffle", "end_round"])
def test_CC8_wrong_matches_that_drain_the_stock_do_not_stop_the_game(stock_out: str) -> None:
    sit = Sitting(["Kc Kh Ks 5c", FOUR[1]], up="Kd", stock_out=stock_out)
    slot = 0
    while sit.state.stock:
        slot += 1
        wrong, penalty = sit.do(f"1 match {slot}")
        assert (wrong.kind, penalty.kind) == ("mismatch", "penalty")
    assert len(sit.hand(1).split()) == 4 + 43
    wrong, waived = sit.do(f"1 match {slot + 1}")
    assert (wrong.kind, waived.kind) == ("mismatch", "waived")
    if stock_out == "reshuffle":
        sit.do("0 take", "0 throw", "0 done")
    sit.do(f"{sit.state.turn} stop")
    assert sit.state.phase == "over"


def test_CC9_after_a_swap_who_knew_a_card_knows_it_at_its_new_place_and_nobody_else_does() -> None:
    sit = Sitting(FOUR[:3], stock="Qd Qs Kd", looks=["1", "2"])
    sit.do("0 draw", "0 throw", "0 peek 1.1")  # 0 knows 2c of its own and 6d of seat 1
    sit.do("1 draw", "1 throw", "1 peek 0.1")  # 1 knows 2c as well
    sit.do("2 draw", "2 throw", "2 trade 0.1 1.1")
    assert (sit.hand(0), sit.hand(1)) == ("6d 3c 4c 5c", "2c 7d 9d Td")
    assert (sit.sees(0, 0), sit.sees(0, 1)) == ("6d ?? ?? ??", "2c ?? ?? ??")
    assert (sit.sees(1, 0), sit.sees(1, 1)) == ("?? ?? ?? ??", "2c 7d ?? ??")
    assert (sit.sees(2, 0), sit.sees(2, 1)) == ("?? ?? ?? ??", "?? ?? ?? ??")


@pytest.mark.parametrize("source", ["draw", "take"])
def test_CC10_a_saved_drawn_card_stays_private_and_the_legal_actions_the_same(source: str) -> None:
    record = Record.deal("four_cards", seed=5)
    record.play_all(f"0 look 1 2; 1 look; 2 look; 3 look 4; 0 {source}")
    again = Record.from_json(record.to_json())
    again.to(5)
    assert again.state == record.state
    game = record.game
    assert game.legal_actions(again.state) == game.legal_actions(record.state)
    for seat in (1, 2, 3):
        seen = game.observe(again.state, seat)
        assert (str(seen.drawn.card) == "??") == (source == "draw")
        assert str(record.state.drawn.card) not in record.export(seat) or source == "take"
    assert game.observe(again.state, 0).drawn == record.state.drawn


@pytest.mark.parametrize("seed", range(6))
def test_CC11_52_cards_after_every_action(seed: int) -> None:
    rng = random.Random(seed)
    game = four_cards(**some_options(rng, stock_out="reshuffle", errors="penalise"))
    state = game.deal(seed)
    seen: set[str] = set()
    for _ in range(300):
        if state.turn is None:
            break
        if rng.random() < 0.3:
            foul = game.parse(state, f"{rng.randrange(game.seats)} stop")
            if game.check(state, foul).penalty:
                state, events = game.attempt(state, foul)
        legal = [a for a in game.legal_actions(state) if a.kind not in ("close", "match")]
        state, events = game.apply(state, rng.choice(legal or game.legal_actions(state)))
        seen.update(event.kind for event in events)
        held = [card for hand in state.hands for card in hand.cards if card is not None]
        held += [*state.stock, *state.pile, *([state.drawn.card] if state.drawn else [])]
        assert len(held) == 52
        assert len(set(held)) == 52
    assert "reshuffle" in seen


# --- no id without a test ---------------------------------------------------------------------

SOURCE = "\n".join(
    path.read_text("utf-8") for path in sorted(Path(__file__).parent.glob("test_four_cards_*.py"))
)


@pytest.mark.parametrize("rule", [*words.clauses("four_cards", "en"), *(f"CC{n}" for n in range(1, 12))])
def test_every_id_has_a_test_named_after_it(rule: str) -> None:
    assert re.search(rf"^def test_{rule}_", SOURCE, re.MULTILINE), f"no test is named test_{rule}_…"


def test_every_id_the_engine_speaks_of_is_in_the_rulebook() -> None:
    folder = Path(cardkit.__file__).parent / "games" / "four_cards"
    code = "\n".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    named = set(re.findall(r'"(CA?\d+)"', code))
    assert named
    assert named <= set(words.clauses("four_cards", "en"))


def test_every_value_of_every_switch_is_tried() -> None:
    for name, clause in words.rulebook("four_cards").switches.items():
        assert clause.switch is not None
        for choice in clause.switch.choices:
            value = {"true": "True", "false": "False"}.get(choice.value, f'"{choice.value}"')
            named = choice.value in SOURCE and (value in SOURCE or f"_{choice.value}_" in SOURCE)
            assert named, f"{name}={value} ({clause.id})"
