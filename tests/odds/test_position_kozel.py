"""Odds of a position of Kozel: every hand tried by the engine's own beating, and worlds drawn at random."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import pytest

from cardkit import bots
from cardkit.cards import UNKNOWN, Card, Suit, cards
from cardkit.games.kozel import Kozel, KozelObservation, KozelState
from cardkit.games.kozel.beating import beating
from cardkit.odds.exact.kozel import chance_beaten
from cardkit.odds.position import kozel as position
from cardkit.words import LANGUAGES
from tests.rules.kozel_tools import Sitting, kozel

HANDS = ["Kc 9d 7s Jd", "Tc Qs 8d 9s", "6h Ad 8s Jc", "6s 8c Js 9c"]


def beatable(hand: tuple[Card, ...], lead: tuple[Card, ...], trump: int) -> bool:
    return any(beating(some, lead, trump) is not None for some in combinations(hand, len(lead)))


def checked(found: tuple[position.LeadOdds, ...]) -> None:
    for odds in found:
        assert odds.lines
        for line in odds.lines:
            for lang in LANGUAGES:
                assert line.text(lang)


@pytest.mark.parametrize("hand", ["Kc 9d 7s Jd", "6d 7d Ad Qh", "6c 7c Ac Tc", "9h Jh Qs Ks"])
def test_the_first_lead_by_every_hand(hand: str) -> None:
    """Nobody has drawn: the shown card is in the stock, all other unseen cards are alike."""
    rest = [card for card in cards(" ".join(HANDS)) if card not in cards(hand)]
    others = [" ".join(map(str, rest[k : k + 4])) for k in (0, 4, 8)]
    sitting = Sitting([hand, *others], trump="7h")
    found = position.leads(sitting.game, sitting.observe(0))
    assert [str(odds.action) for odds in found] == [a for a in sitting.legal(0) if " lead " in a]
    pool = [card for card in position.unseen(sitting.observe(0)) if str(card) != "7h"]
    assert len(pool) == 31
    trump = sitting.state.trump
    for odds in found:
        beaten = sum(beatable(held, odds.action.cards, trump) for held in combinations(pool, 4))
        assert odds.beaten == Fraction(beaten, comb(31, 4)), str(odds.action)
    checked(found)


def test_the_second_lead_by_every_hand() -> None:
    """One of four cards of each hand has been drawn: the next player has the shown card once in 19 times."""
    sitting = Sitting(HANDS, trump="7h", stock="Ah Kh Qh Th")
    sitting.do("0 lead Kc", "1 beat Tc", "2 beat 6h", "3 throw 6s")
    seen = sitting.observe(2)
    shown = sitting.state.shown
    pool = position.unseen(seen)
    rest = [card for card in pool if card != shown]
    found = position.leads(sitting.game, seen)
    for odds in found:
        without = sum(beatable(held, odds.action.cards, seen.trump) for held in combinations(rest, 4))
        having = sum(
            beatable((*held, shown), odds.action.cards, seen.trump) for held in combinations(rest, 3)
        )
        right = Fraction(18, 19) * Fraction(without, comb(len(rest), 4))
        right += Fraction(1, 19) * Fraction(having, comb(len(rest), 3))
        # a throw-off was made before anybody drew: the shown card is not there, but counted among all places
        assert odds.beaten == right, str(odds.action)
    checked(found)
    card = position.card(sitting.game, seen, 3)
    assert sum(card.cards.values()) == 1
    assert card.cards[shown] == Fraction(1, 4 * 19)
    assert position.card(sitting.game, seen, position.STOCK).cards[shown] == Fraction(1, 19)


def played(number: int, kind: str = "careful", **options: Any) -> tuple[Kozel, list[KozelState]]:
    game = kozel(**options)
    record = bots.recorded(game, number, kind=kind)
    return game, [node.state for node in record.line()]


def asked_about_thrown(seen: KozelObservation) -> bool:
    """Whether asking told something of a hand that was thrown off since: that is left out of the odds."""
    return any(trick.asked or trick.unasked for trick in seen.tricks)


@pytest.mark.parametrize("trump_card", ["in_place", "bottom"])
@pytest.mark.parametrize("kind", ["careful", "random"])
def test_leads_agree_with_worlds(kind: str, trump_card: str) -> None:
    checks = traces = 0
    times = 700
    for number in range(4):
        game, states = played(number, kind, trump_card=trump_card)
        rng = random.Random(number)
        for state in [s for s in states if s.phase == "lead" and s.turn is not None][1:]:
            seat = state.turn or 0
            seen = game.observe(state, seat)
            if asked_about_thrown(seen):
                continue
            traces += bool(seen.traces)
            after = (seat + 1) % 4
            drawn = [game.worlds(seen, rng).hands[after] for _ in range(times)]
            found = position.leads(game, seen)
            for odds in found:
                p = float(odds.beaten)
                share = sum(beatable(hand, odds.action.cards, state.trump) for hand in drawn) / times
                assert abs(share - p) <= 3.6 * sqrt(p * (1 - p) / times) + 1e-9, str(odds.action)
                checks += 1
            checked(found)
    assert checks > 40


def test_known_cards_count() -> None:
    """A card all saw go into the next hand is there, and beats what it beats."""
    lead = cards("Kc")
    pool = cards("6c 7c 8d 9d Jd Qd")
    sure = chance_beaten(lead, pool, Suit.HEARTS, 4, cards("Ac"))
    assert sure == 1
    pair = cards("Kc Qc")
    for known in (cards("Ac"), cards("Ac 6h"), cards("9s")):
        free = 4 - len(known)
        ways = [(*known, *some) for some in combinations(pool, free)]
        right = sum(beatable(hand, pair, int(Suit.HEARTS)) for hand in ways)
        assert chance_beaten(pair, pool, Suit.HEARTS, 4, known) == Fraction(right, len(ways))
    with pytest.raises(ValueError, match="5 of them known"):
        chance_beaten(lead, pool, Suit.HEARTS, 4, cards("6s 7s 8s 9s Ts"))


def traced() -> tuple[Kozel, KozelState]:
    """A position in which a card that everybody saw go back into a hand may have been thrown off since."""
    for number in range(200):
        game, states = played(number, "random")
        for state in states:
            if (
                state.phase == "lead"
                and state.turn is not None
                and not any(trick.unasked for trick in state.tricks if len(trick.plays[0].cards) == 4)
            ):
                for trace in state.traces:
                    if trace.seat == (state.turn + 1) % 4 and trace.card in position.unseen(
                        game.observe(state, state.turn)
                    ):
                        return game, state
    raise AssertionError("no such position")


def test_a_card_seen_before_may_have_been_thrown_off() -> None:
    game, state = traced()
    seat = state.turn or 0
    seen = game.observe(state, seat)
    after = (seat + 1) % 4
    rng, times = random.Random(1), 3000
    found = position.card(game, seen, after)
    counts: Counter[Card] = Counter()
    slots = seen.hands[after].count(UNKNOWN)
    known = set(seen.hands[after])
    for _ in range(times):
        counts.update(card for card in game.worlds(seen, rng).hands[after] if card not in known)
    for card, p in found.cards.items():
        share = counts[card] / (times * slots)
        assert abs(share - p) <= 3.6 * sqrt(float(p * (1 - p)) / (times * slots)) + 1e-9
    assert set(counts) <= {card for card, p in found.cards.items() if p}


def test_what_lies_face_down_nowhere_has_no_odds() -> None:
    game = kozel()
    state = game.deal(1)
    with pytest.raises(ValueError, match="face down"):
        position.card(game, game.observe(state, 0), 0)
    with pytest.raises(ValueError, match="face down"):
        position.card(game, game.observe(state, 0), 1, thrown=True)
    with pytest.raises(ValueError, match="onlooker"):
        position.leads(game, game.observe(state))
    assert position.leads(game, game.observe(state, 1)) == ()


def test_a_card_thrown_off_before_anybody_drew_is_not_the_shown_one() -> None:
    sitting = Sitting(HANDS, trump="7h", stock="Ah Kh Qh Th")
    sitting.do("0 lead Kc", "1 throw 8d")
    odds = position.card(sitting.game, sitting.observe(0), 1, thrown=True)
    assert sitting.state.shown not in odds.cards
    assert odds.trump == Fraction(sum(str(c)[1] == "h" for c in odds.cards), 31)
