"""The lesson on leads and matches of Kozel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.cards import Card, Suit, cards
from cardkit.odds.exact import kozel
from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.experiments import Experiment, experiment
from cardkit.odds.experiments.kozel import toy_match
from cardkit.odds.recipes import Opening
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import line, ratio, told
from cardkit.words import say
from cardkit.words.numerals import numeral

_LEAD: Final = "Js"
_PAIR: Final = "9s Js"
_UNSEEN: Final = 31
_ABLE: Final = 12
"""Unseen cards that beat the lead."""
_HAND: Final = 4
_TARGET: Final = 12
SHORT: Final = 4
"""Defeat points to which a match is counted by hand."""


# --- the lead ---------------------------------------------------------------------------------------


def _answered(dealt: Opening) -> str:
    """Return the lead, and the next player's answer: the cheapest card that beats it, or one thrown off."""
    (led,), hand, trump = cards(_LEAD), dealt.hands[0], Suit.HEARTS

    def cost(card: Card) -> tuple[bool, int, Card]:
        return card.suit == trump, kozel.STRENGTH[card], card

    able = [card for card in hand if kozel.beats(card, led, trump)]
    answer = f"beat {min(able, key=cost)}" if able else f"throw {min(hand, key=cost)}"
    return f"0 lead {led}; 1 {answer}"


def _beaters(lead: str, asked: Experiment) -> int:
    """Return how many unseen cards beat a card."""
    (led,) = cards(lead)
    unseen = asked.recipe.unseen  # type: ignore[attr-defined]
    return sum(kozel.beats(card, led, Suit.HEARTS) for card in unseen)


def _lead(asked: Experiment, lang: str, number: int) -> list[str]:
    able = _beaters(_LEAD, asked)
    assert able == _ABLE
    others = _UNSEEN - able
    trumps = sum(card.suit == Suit.HEARTS for card in asked.recipe.unseen)  # type: ignore[attr-defined]
    every = comb(_UNSEEN, _HAND)
    none, one = Fraction(comb(others, _HAND), every), Fraction(able * comb(others, _HAND - 1), every)
    assert 1 - none == asked.exact
    product = " · ".join(ratio(others - k, _UNSEEN - k) for k in range(_HAND))
    rest = _UNSEEN - _beaters("Ac", asked)
    ace = 1 - Fraction(comb(rest, _HAND), every)
    about = {"unseen": _UNSEEN, "able": able, "others": others, "trumps": trumps, "rest": able - trumps}
    sums = (
        f"36 − 4 − 1 = {_UNSEEN}",
        f"{trumps} + {able - trumps} = {able}",
        f"{product} = {told(none, lang)}",
        f"1 − C({others}, {_HAND}) / C({_UNSEEN}, {_HAND}) = {told(asked.exact, lang)}",
        f"{able} · C({others}, {_HAND - 1}) / C({_UNSEEN}, {_HAND}) = {told(one, lang)}",
        f"1 − {numeral(none, lang, 4)} − {numeral(one, lang, 4)}: {told(1 - none - one, lang)}",
        f"1 − C({rest}, {_HAND}) / C({_UNSEEN}, {_HAND}) = {told(ace, lang)}",
    )
    return [line(say(f"lesson.l10.step{k}", lang, **about), sum_) for k, sum_ in enumerate(sums, 1)]


# --- the match --------------------------------------------------------------------------------------


def _match(asked: Experiment, lang: str, number: int) -> list[str]:
    """Return the equations of a short match, solved one after the other, then what the whole one takes."""
    game = kozel.toy_game()
    eggs, two = game[0, 0], game[0, 2]
    level = 1 / (1 - eggs)
    ahead = (1 + two * level) / (1 - eggs)
    start = (1 + 2 * two * ahead) / (1 - eggs)
    short = toy_match(SHORT)
    assert [short.rounds(state) for state in ((2, 2, False), (2, 0, False), (0, 0, False))] == [
        level,
        ahead,
        start,
    ]
    p, d, e22, e20, e00 = (numeral(value, lang, 4) for value in (eggs, two, level, ahead, start))
    standings = sum(1 for first, second, _ in toy_match(_TARGET).steps)
    sums = (
        f"e = P(60 : 60) ≈ {p}, d = P(2 : 0) = P(0 : 2) ≈ {d}",
        f"E(2–2) = 1 + e · E(2–2) ⇒ E(2–2) = 1 / (1 − e) ≈ {e22}",
        f"E(2–0) = 1 + e · E(2–0) + d · E(2–2) ⇒ E(2–0) ≈ {e20}",
        f"E(0–0) = 1 + e · E(0–0) + 2d · E(2–0) ⇒ E(0–0) ≈ <b>{e00}</b>",
        told(asked.exact, lang, chance=False),
    )
    return [
        line(say(f"lesson.l10.match.step{k}", lang, target=_TARGET, short=SHORT, standings=standings), sum_)
        for k, sum_ in enumerate(sums, 1)
    ]


_LENGTH: Final = Plan(
    10,
    "match_games",
    _TARGET / experiment("toy_game").exact,
    "one_team",
    _match,
    Switch("match_games", "target", (6, 12, 18, 24)),
    unit="matches",
    part="match",
)

LESSONS: Final[Sequence[Plan]] = (
    Plan(
        10,
        "beaten",
        1 - Fraction(_UNSEEN - _ABLE, _UNSEEN) ** _HAND,
        "with_replacement",
        _lead,
        Switch("beaten", "lead", ("7d", "Js", "Ac", _PAIR)),
        {"lead": _LEAD},
        acts=_answered,
        board={
            "able": _ABLE,
            "lone": at_least_one(_UNSEEN, _ABLE, _HAND),
            # two points a game, both teams one game before the end
            "each": _TARGET // 2 - 1,
            "most": 2 * (_TARGET // 2 - 1) + 1,
        },
        more_slips=((at_least_one(_UNSEEN, 4, _HAND), "no_trumps"),),
        parts={
            "match": _LENGTH,
            "eggs": replace(
                _LENGTH, switch=Switch("match_games", "eggs_double_next", (False, True)), part="eggs"
            ),
        },
    ),
)
"""Lesson 10."""
