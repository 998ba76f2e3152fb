"""The lesson on suits in Kozel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.odds.exact.kozel import POINTS
from cardkit.odds.exact.suits import HAND, SUITS, four_of_a_suit, no_trump, one_suit_each, unseen_suits
from cardkit.odds.experiments import Experiment
from cardkit.odds.recipes import Opening
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import answered, fraction, line, ratio, told
from cardkit.words import say

_HANDS: Final = 4


def _any_of_four(asked: Experiment, lang: str, number: int) -> list[str]:
    pack, suit = sum(SUITS), SUITS[0]
    one, two, three, four = (one_suit_each(k) for k in range(1, _HANDS + 1))
    assert 4 * one - 6 * two + 4 * three - four == asked.exact
    of_suit, hands, second = comb(suit, HAND), comb(pack, HAND), comb(pack - HAND, HAND)
    apart, same = 12 * of_suit**2, 4 * of_suit * comb(suit - HAND, HAND)
    assert Fraction(4 * of_suit, hands) == one
    assert Fraction(apart + same, hands * second) == two
    trumps, *others = unseen_suits(trump_seen=True)
    left = trumps + sum(others)
    fours = comb(trumps, HAND), comb(suit, HAND)
    of_one = fours[0] + 3 * fours[1]
    assert Fraction(of_one, comb(left, HAND)) == four_of_a_suit(trump_seen=True) == one
    before, after = no_trump(), no_trump(trump_seen=True)
    pairs = f"(12 · {of_suit}² + 4 · {of_suit} · {comb(suit - HAND, HAND)})"
    terms = f"4 · {fraction(one)} − 6 · {fraction(two)} + 4 · {fraction(three)} − {fraction(four)}"
    sums = (
        f"4 · C({suit}, 4) / C({pack}, 4) = {ratio(4 * of_suit, hands)} = {told(one, lang)}",
        f"{pairs} / (C({pack}, 4) · C({pack - HAND}, 4)) = {fraction(two)}",
        f"<span>{fraction(three)}, {fraction(four)}</span>",
        f"{terms} = {answered(asked, lang)}",
        f"{told(before, lang)} → {told(after, lang)}",
        f"({fours[0]} + 3 · {fours[1]}) / C({left}, 4) = {ratio(of_one, comb(left, HAND))} = {fraction(one)}",
        "",
    )
    about = {"left": left, "trumps": trumps}
    return [line(say(f"lesson.l{number}.step{k}", lang, **about), sum_) for k, sum_ in enumerate(sums, 1)]


def _lead_and_claim(dealt: Opening) -> str:
    """Lead: a four if the leader has it, else a cheap card, over which another may claim their four."""
    game, state = dealt.rules(), dealt.state()
    leads = game.legal_actions(state)
    fours = [lead for lead in leads if len(lead.cards) == HAND]
    cheap = min(leads, key=lambda lead: (len(lead.cards), POINTS.get(str(lead.cards[0])[0], 0)))
    lead = fours[0] if fours else cheap
    state, _ = game.apply(state, lead)
    claims = [claim for seat in range(_HANDS) for claim in game.claims(state, seat)]
    return "; ".join(map(str, (lead, *claims[:1])))


LESSONS: Final[Sequence[Plan]] = (
    Plan(
        9,
        "four_of_suit",
        _HANDS * four_of_a_suit(),
        "hands_added",
        _any_of_four,
        Switch("no_trump", "trump_seen", (False, True)),
        {"hands": _HANDS},
        also=(("four_of_suit", {"hands": _HANDS, "trump_seen": True}),),
        board={"one": one_suit_each(1), "after": one_suit_each(2) / one_suit_each(1)},
        more_slips=((1 - (1 - four_of_a_suit()) ** _HANDS, "independent"),),
        acts=_lead_and_claim,
        rare=True,
    ),
)
"""Lesson 9."""
