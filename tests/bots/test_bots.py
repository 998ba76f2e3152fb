"""The bots: they see observations only, never err, and play rounds that look like people's."""

from __future__ import annotations

from collections import Counter
from statistics import mean, median
from typing import Any

import pytest

import cardkit
from cardkit.bots import BOTS, Choice, RandomBot, bot, play, recorded, table
from cardkit.bots.base import heard
from cardkit.bots.four_cards import CarefulBot
from cardkit.engine import Action
from cardkit.games.four_cards import FourCardsObservation
from tests.rules.tools import CHOICES, Sitting, four_cards

FOUR = ["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"]


def rounds(seeds: range, **options: Any) -> list[tuple[int, str, tuple[int, ...]]]:
    """Return length, end and marks of rounds of careful bots."""
    game = four_cards(**options)
    out = []
    for seed in seeds:
        steps = list(play(game, game.deal(seed), table("careful", game, seed)))
        outcome = game.outcome(steps[-1].state)
        assert outcome is not None
        out.append((len(steps), steps[-1].events[-1].kind, outcome.points))
    return out


@pytest.fixture(scope="module")
def at_four() -> list[tuple[int, str, tuple[int, ...]]]:
    return rounds(range(160))


def test_most_closings_of_careful_bots_succeed(at_four: list[tuple[int, str, tuple[int, ...]]]) -> None:
    ends = Counter(kind for _, kind, _ in at_four)
    assert ends["close_lowest"] / sum(ends.values()) > 0.68, ends


def test_their_rounds_are_of_human_length(at_four: list[tuple[int, str, tuple[int, ...]]]) -> None:
    lengths = sorted(length for length, _, _ in at_four)
    assert 30 <= median(lengths) <= 80
    assert lengths[len(lengths) // 10] >= 25
    assert lengths[-1] <= 250


@pytest.mark.parametrize("players", [2, 3, 6, 8])
def test_rounds_end_at_tables_of_all_sizes(players: int) -> None:
    played = rounds(range(12), players=players)
    assert all(length < 130 * players for length, _, _ in played)
    assert any(kind == "close_lowest" for _, kind, _ in played)


def test_careful_bots_beat_random_ones_clearly() -> None:
    game = four_cards()
    careful: list[int] = []
    aimless: list[int] = []
    for seed in range(40):
        bots = [bot("careful" if (seat + seed) % 2 else "random", game, seed, seat) for seat in range(4)]
        state = game.deal(seed)
        for step in play(game, state, bots):
            state = step.state
        outcome = game.outcome(state)
        assert outcome is not None
        for seat, points in enumerate(outcome.points):
            (careful if (seat + seed) % 2 else aimless).append(points)
    assert mean(careful) + 8 < mean(aimless)


@pytest.mark.parametrize("kind", BOTS)
@pytest.mark.parametrize("name", ["", *CHOICES])
def test_bots_choose_legal_actions_with_a_reason_under_every_house_rule(kind: str, name: str) -> None:
    for value in CHOICES.get(name, ("",)):
        game = four_cards(**({name: value} if name else {}))
        state = game.deal(seed=len(name))
        for step in play(game, state, table(kind, game, 3)):
            action = step.choice.action
            verdict = game.check(state, action)
            assert verdict.ok, verdict
            assert action in game.legal_actions(state, action.seat)
            assert step.choice.reason
            assert step.choice.reason.isidentifier()
            assert not [event for event in step.events if event.kind == "foul"]
            if kind == "careful":
                assert not [event for event in step.events if event.kind in ("mismatch", "penalty")]
            state = step.state


def test_a_table_has_a_bot_for_each_seat_and_the_same_seed_plays_the_same() -> None:
    game = four_cards(players=3)
    first = [step.choice for step in play(game, game.deal(5), table("careful", game, 1))]
    again = [step.choice for step in play(game, game.deal(5), table("careful", game, 1))]
    other = [step.choice for step in play(game, game.deal(5), table("careful", game, 2))]
    assert first == again
    assert first != other
    with pytest.raises(ValueError, match="2 bots for 3 seats"):
        list(play(game, game.deal(5), table("random", game)[:2]))
    with pytest.raises(ValueError, match="no bot 'clever' here: expected one of 'careful', 'random'"):
        bot("clever", game)


def test_a_seats_bot_draws_from_its_own_stream() -> None:
    """Another kind of bot in one seat does not change what the others would choose in the same spot."""
    game = four_cards()
    seen = game.observe(game.deal(3), 2)
    legal = game.legal_actions(game.deal(3), 2)
    for others in ("random", "careful"):
        bots = [bot(others if seat != 2 else "careful", game, 9, seat) for seat in range(4)]
        assert bots[2].choose(seen, legal) == bot("careful", game, 9, 2).choose(seen, legal)
    assert len({str(bot("careful", game, 9, seat).choose(seen, legal).action) for seat in range(8)}) > 1


class Listener:
    """Notes what it is asked, and does the first thing it may."""

    def __init__(self, seat: int, asked: list[tuple[int, str]]) -> None:
        self.seat, self.asked = seat, asked

    def choose(self, observation: FourCardsObservation, legal: Any) -> Choice:
        assert observation.seat == self.seat
        assert all(action.seat == self.seat for action in legal)
        self.asked.append((self.seat, "choose"))
        closing = [action for action in legal if action.kind in ("close", "pass")]
        return Choice((closing or list(legal))[0], "first")

    def claim(self, observation: FourCardsObservation, claims: Any) -> Choice | None:
        assert observation.seat == self.seat
        assert {action.kind for action in claims} <= {"match", "close"}
        self.asked.append((self.seat, "claim"))
        return None


def test_every_seat_with_a_claim_is_asked_in_order_before_the_turn_goes_on() -> None:
    game = four_cards()
    asked: list[tuple[int, str]] = []
    list(play(game, game.deal(seed=1), [Listener(seat, asked) for seat in range(4)]))
    assert asked[:4] == [(seat, "choose") for seat in range(4)]
    assert asked[4:9] == [(0, "claim"), (1, "claim"), (2, "claim"), (3, "claim"), (0, "choose")]


def test_a_seat_without_a_bot_is_not_asked() -> None:
    sit = Sitting(["9c 3c 4c 5c", "9h 7d Jd Td"], up="9d", looks=["1", "1"])
    game = sit.game
    careful = bot("careful", game, 1, 1)
    choice = None
    for _ in range(20):  # it sees most matches in time, not all
        choice = choice or heard(game, sit.state, [None, careful])
    assert choice is not None
    assert (str(choice.action), choice.reason) == ("1 match 1", "match_known")
    assert heard(game, sit.state, [None, None]) is None


def careful_choice(sit: Sitting) -> tuple[str, str]:
    seat = sit.state.turn
    assert seat is not None
    choice = bot("careful", sit.game, 1, seat).choose(sit.observe(seat), sit.game.legal_actions(sit.state))
    return str(choice.action), choice.reason


def test_the_careful_bot_looks_at_two_cards_first() -> None:
    sit = Sitting(FOUR, looks=None)
    act, reason = careful_choice(sit)
    assert act.startswith("0 look ")
    assert len(act.split()) == 4
    assert reason == "look_two"


def test_the_careful_bot_swaps_its_worst_known_card_for_a_low_one() -> None:
    sit = Sitting(["Kc 3c 4c 5c", *FOUR[1:]], stock="Ad", looks=["1 2"])
    sit.do("0 draw")
    assert careful_choice(sit) == ("0 swap 1", "swap_lower")


def test_the_careful_bot_throws_a_high_card_and_uses_its_power() -> None:
    sit = Sitting(FOUR, stock="Qd", looks=["1 2"])
    sit.do("0 draw")
    assert careful_choice(sit) == ("0 throw", "throw_for_power")
    sit.do("0 throw")
    assert careful_choice(sit) == ("0 peek 3", "look_own_unseen")


def test_the_careful_bot_takes_a_low_table_card() -> None:
    sit = Sitting(["Kc 3c 4c 5c", *FOUR[1:]], up="Ad", looks=["1 2"])
    assert careful_choice(sit) == ("0 take", "take_low")


def test_the_careful_bot_closes_when_it_is_low_and_knows_it() -> None:
    low = ["Ac Ad 2c As", *FOUR[1:]]
    sit = Sitting(low, stock="Qd Qh Ks Kd Qs", looks=["1 2"])
    assert careful_choice(sit)[1] != "close_low", "two of its cards it has not seen"
    sit.do("0 draw", "0 throw", "0 peek 3", "1 draw", "1 throw", "1 done", "2 draw", "2 throw", "2 done")
    sit.do("3 draw", "3 throw", "3 done", "0 draw", "0 throw", "0 peek 4")
    sit.rounds(1)
    while sit.state.turn != 0:
        sit.do(f"{sit.state.turn} draw", f"{sit.state.turn} throw")
    assert careful_choice(sit) == ("0 close", "close_low")


def test_the_careful_bot_never_matches_what_it_has_not_seen() -> None:
    sit = Sitting(["9c 3c 4c 5c", FOUR[2]], up="9d")
    claims = sit.game.claims(sit.state, 0)
    assert claims
    for seed in range(30):
        assert bot("careful", sit.game, seed).claim(sit.observe(0), claims) is None


def test_the_random_bot_chooses_every_kind_and_now_and_then_claims() -> None:
    sit = Sitting(FOUR, stock="Kd")
    legal = sit.game.legal_actions(sit.state)
    chosen = Counter(bot("random", sit.game, seed).choose(None, legal).action.kind for seed in range(300))
    assert set(chosen) == {"close", "draw", "match", "take"}
    assert min(chosen.values()) > 40
    claims = sum(bot("random", sit.game, seed).claim(None, legal) is not None for seed in range(400))
    assert 20 < claims < 90
    one = RandomBot(cardkit.rng.stream(1, "bot", 0)).choose(None, [Action(0, "draw")])
    assert one == Choice(Action(0, "draw"), "random")


def test_a_bot_is_given_nothing_but_what_its_seat_sees() -> None:
    sit = Sitting(["Kc 3c 4c 5c", *FOUR[1:]], stock="Ad", looks=["1 2"])
    other = Sitting(["Kc 3c 6h 9c", *FOUR[1:]], stock="Ah 4c 5c", looks=["1 2"])
    for seed in range(5):
        chosen = [
            CarefulBot(s.game.options, cardkit.rng.stream(seed)).choose(
                s.observe(0), s.game.legal_actions(s.state)
            )
            for s in (sit, other)
        ]
        assert chosen[0] == chosen[1]


@pytest.mark.parametrize("kind", BOTS)
def test_a_recorded_deal_is_played_to_its_end_with_the_reasons(kind: str) -> None:
    record = recorded("four_cards", 7, kind=kind, seats=("A", "B", "C", "D"), deck="8h", dealer=1)
    assert record.seats == ("A", "B", "C", "D")
    assert str(record.root.state.hands[2].cards[0]) == "8h"
    assert record.state.turn is None
    chosen = play(record.game, record.root.state, table(kind, record.game, 7))
    for node, step in zip(record.line()[1:], chosen, strict=True):
        assert node.action == step.choice.action
        assert node.reason == (step.choice.reason, step.choice.params)
