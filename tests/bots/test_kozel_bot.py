"""The careful player of Kozel: legal, repeatable, better than chance, and honest about its reasons."""

from __future__ import annotations

from collections import Counter

from cardkit.bots import bot, play, table
from cardkit.bots.kozel import CarefulBot
from cardkit.rng import stream
from tests.rules.kozel_tools import Sitting, kozel

REASONS = {
    "beat_partner",
    "beat_points",
    "cannot_beat",
    "feed_partner",
    "lead_four",
    "lead_low",
    "lead_sure",
    "lead_try",
    "molodka",
    "partner_holds",
    "partner_leads_four",
    "precedence",
    "throw_low",
}


def careful(sitting: Sitting, seat: int) -> tuple[str, str]:
    """Return what the careful bot does on turn and why."""
    player = bot("careful", sitting.game, 1, seat)
    seen = sitting.game.observe(sitting.state, seat)
    choice = player.choose(seen, sitting.game.legal_actions(sitting.state, seat))
    return str(choice.action), choice.reason


def test_careful_beats_random_by_far() -> None:
    game = kozel()
    points = defeat = 0
    for seed in range(60):
        mine = seed % 2
        bots = [bot("careful" if seat % 2 == mine else "random", game, seed, seat) for seat in range(4)]
        state = game.deal(seed)
        for step in play(game, state, bots):
            state = step.state
        outcome = game.outcome(state)
        assert outcome is not None
        points += outcome.points[mine]
        totals = game.standing(state).totals
        defeat += totals[1 - mine] - totals[mine]
    assert points / 60 > 72
    assert defeat > 60


def test_it_plays_the_same_from_the_same_seed_and_names_its_reasons() -> None:
    game = kozel()
    reasons: Counter[str] = Counter()
    for seed in range(40):
        first = [step.choice for step in play(game, game.deal(seed), table("careful", game, seed))]
        assert first == [step.choice for step in play(game, game.deal(seed), table("careful", game, seed))]
        reasons.update(choice.reason for choice in first)
    assert set(reasons) <= REASONS
    assert len(reasons) > 9


def test_it_claims_a_molodka_and_leads_its_own_four() -> None:
    sitting = Sitting(["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"], "6s")
    player = CarefulBot(sitting.game.options, stream(1))
    claims = sitting.game.claims(sitting.state, 1)
    choice = player.claim(sitting.game.observe(sitting.state, 1), claims)
    assert choice is not None
    assert (str(choice.action), choice.reason, choice.params) == (
        "1 molodka Ad 6d 8d Kd",
        "molodka",
        {"points": 15},
    )
    assert careful(sitting, 0) == ("0 lead Ac 6c 7c Qc", "lead_four")


def test_it_goes_before_an_opponent_and_leaves_the_lead_to_its_partner() -> None:
    hands = ["6c 7c Ac Qc", "6d 8d Kd Ad", "9h Jh Qh Kh", "Tc 9d As 8h"]
    sitting = Sitting(hands, "6s")
    sitting.do("2 molodka 9h Jh Qh Kh")
    assert careful(sitting, 0) == ("0 pass", "partner_leads_four")
    sitting.do("0 pass")
    assert careful(sitting, 1) == ("1 molodka Ad 6d 8d Kd", "precedence")


def test_it_takes_points_with_the_cheapest_card_and_throws_low_otherwise() -> None:
    sitting = Sitting(["Jc 7d Qh Jd", "8c 8s 6d 7h", "7c 8d Ts Kh", "Qc Tc 9s 8h"], "6s")
    sitting.do("0 lead Jc", "1 throw 8c", "2 throw 7c")
    assert careful(sitting, 3) == ("3 beat Tc", "beat_points")
    low = Sitting(["Tc 7d Qh Jd", "8c Jh Ad 7h", "9c 8d Ts Kh", "Qd 9d As 8h"], "6s")
    low.do("0 lead Tc")
    assert careful(low, 1) in {("1 throw 8c", "cannot_beat"), ("1 throw 7h", "cannot_beat")}


def test_a_trump_is_not_spent_on_nothing() -> None:
    sitting = Sitting(["6c 7d Qh Jd", "8d 8s 6d 7h", "7c 9d Ts Kh", "6h Td Qs 8h"], "6s")
    sitting.do("0 lead 6c", "1 throw 8d", "2 throw 9d")
    assert careful(sitting, 3) == ("3 throw 6h", "throw_low")


def test_it_feeds_its_partner_when_nobody_can_take_the_trick_any_more() -> None:
    sitting = Sitting(["Tc 7d Qh 6h", "9c 8c Kc Qd", "Td 8d 7h Kh", "6d 9d 9h 8h"], "6s", dealer=0)
    sitting.do("1 lead Qd", "2 beat Td", "3 throw 6d")
    assert careful(sitting, 0) == ("0 throw Tc", "feed_partner")
    nothing = Sitting(["8s 7d 7h 6h", "9c 8c Kc Qd", "Td 8d Ah Kh", "6d 9d 9h 8h"], "6s", dealer=0)
    nothing.do("1 lead Qd", "2 beat Td", "3 throw 6d")
    assert careful(nothing, 0) == ("0 throw 6h", "partner_holds")
