"""The lessons on Tranca: wild 2s and red threes, and whether one can meld at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb
from typing import Final

from cardkit.bots import play, table
from cardkit.cards import Card
from cardkit.odds.exact import melds
from cardkit.odds.exact.counting import at_least_one, covariance, hypergeometric
from cardkit.odds.experiments import Experiment
from cardkit.odds.recipes import Opening
from cardkit.scene.lessons.opposite import by_the_opposite
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import fraction, line, near, ratio, told
from cardkit.words import say
from cardkit.words.numerals import numeral

_ELEVEN: Final = 11
_PACK: Final = 104
_HANDS: Final = comb(_PACK, _ELEVEN)


# --- lesson 7: wild twos and red threes -------------------------------------------------------------


def _first_turns(dealt: Opening) -> str:
    """Return the first turn of each seat, as careful bots play them: red threes drawn are laid too."""
    rules, state = dealt.rules(), dealt.state()
    acts = []
    for step in play(rules, state, table("careful", rules)):
        acts.append(str(step.choice.action))
        if step.state.turn == state.turn != step.choice.action.seat:
            break
    return "; ".join(acts)


def _twos(asked: Experiment, lang: str, number: int) -> list[str]:
    spread = hypergeometric(_PACK, melds.TWOS, _ELEVEN)
    mean = Fraction(_ELEVEN * melds.TWOS, _PACK)
    assert mean == asked.exact
    product = f"{_ELEVEN} · {ratio(melds.TWOS, _PACK)} = {told(mean, lang, chance=False)}"
    shown = [
        line(
            say("lesson.l7.twos.exactly", lang, n=k),
            f"C({melds.TWOS}, {k}) · C({_PACK - melds.TWOS}, {_ELEVEN - k}) / C({_PACK}, {_ELEVEN})"
            f" = {told(spread[k], lang)}",
        )
        for k in range(4)
    ]
    most = sum((p for k, p in spread.items() if k >= len(shown)), Fraction(0))
    return [
        line(say("lesson.l7.twos.step1", lang, wanted=melds.TWOS, unseen=_PACK)),
        line(say("lesson.l7.twos.step2", lang), product),
        line(say("lesson.l7.twos.step3", lang)),
        *shown,
        line(say("lesson.l7.twos.step4", lang, n=len(shown)), told(most, lang)),
    ]


def _both(asked: Experiment, lang: str, number: int) -> list[str]:
    others, red = _PACK - 2 * _ELEVEN, 4
    one, neither = at_least_one(_PACK, red, _ELEVEN), Fraction(comb(others, red), comb(_PACK, red))
    both = 1 - 2 * (1 - one) + neither
    assert both == asked.exact
    places = " · ".join(ratio(others - k, _PACK - k) for k in range(red))
    counts = covariance(_PACK, red, _ELEVEN, _ELEVEN)
    above, below = _ELEVEN**2 * red * (_PACK - red), _PACK**2 * (_PACK - 1)
    assert counts == -Fraction(above, below)
    given = both / one
    sums = (
        told(one, lang),
        f"{fraction(one)} · {fraction(one)} ≈ <b>{near(one * one, lang)}</b>",
        f"{places} = {fraction(neither)}",
        f"1 − 2 · {fraction(1 - one)} + {fraction(neither)} = {told(both, lang)}",
        f"{fraction(both)} ÷ {fraction(one)} = {told(given, lang)}",
        f"{numeral(both, lang, 4)} − {numeral(one * one, lang, 4)} ≈ <b>{near(both - one * one, lang)}</b>",
        f"{ratio(-above, below)} ≈ <b>{near(counts, lang, False)}</b>",
    )
    about = {"others": others, "hand": _ELEVEN, "wanted": red, "unseen": _PACK}
    return [line(say(f"lesson.l7.partner.step{k}", lang, **about), sum_) for k, sum_ in enumerate(sums, 1)]


# --- lesson 8: can I meld at once -------------------------------------------------------------------


def _meld_now(dealt: Opening) -> str:
    """Return a draw, and the first natural melds of the cards dealt, a lavadeira and a run."""
    left = list(dealt.hands[0])
    acts = ["0 draw"]
    for find in (_set_of, _run_of):
        if meld := find(left):
            acts.append("0 meld " + " ".join(map(str, meld)))
            for card in meld:
                left.remove(card)
    return "; ".join(acts)


def _set_of(hand: Iterable[Card]) -> list[Card]:
    """Return all cards of the first rank that makes a lavadeira, or none."""
    by_rank: dict[int, list[Card]] = {}
    for card in sorted(hand):
        if card.rank == 1 or card.rank >= 4:
            by_rank.setdefault(int(card.rank), []).append(card)
    return next((cards for cards in by_rank.values() if len(cards) >= melds.MELD), [])


def _run_of(hand: Iterable[Card]) -> list[Card]:
    """Return three cards of the first run of a suit, or none; the ace is high (T7)."""
    places = {(card.suit, 14 if card.rank == 1 else int(card.rank)): card for card in hand}
    for suit, place in sorted(places):
        run = [places.get((suit, place + k)) for k in range(melds.MELD)]
        if place >= 4 and all(run):
            return [card for card in run if card]
    return []


def _melds(asked: Experiment, lang: str, number: int) -> list[str]:
    sets, runs, both = melds.has_set(), melds.has_run(), melds.has_both()
    either = sets + runs - both
    assert either == asked.exact

    def without(chance: Fraction) -> int:
        return int((1 - chance) * _HANDS)

    product = "(1 + 8x + 28x²)¹¹ · (1 + x)¹⁶"
    sums = (
        f"C({_PACK}, {_ELEVEN}) = {_HANDS}",
        "1 + C(8, 1) x + C(8, 2) x² = 1 + 8x + 28x²",
        f"{product}: {without(sets)} · x¹¹",
        f"1 − {ratio(without(sets), _HANDS)} = {told(sets, lang)}",
        f"1 − {ratio(without(runs), _HANDS)} = {told(runs, lang)}",
        f"{numeral(sets, lang, 4)} + {numeral(runs, lang, 4)} ≈ <b>{near(sets + runs, lang)}</b>",
        f"{numeral(sets, lang, 4)} · {numeral(runs, lang, 4)} ≈ <b>{near(sets * runs, lang)}</b>",
        told(both, lang),
        f"{numeral(sets + runs, lang, 4)} − {numeral(both, lang, 4)}: {told(either, lang)}",
    )
    return [line(say(f"lesson.l8.step{k}", lang), sum_) for k, sum_ in enumerate(sums, 1)]


_SETS, _RUNS = melds.has_set(), melds.has_run()

LESSONS: Final[Sequence[Plan]] = (
    Plan(
        7,
        "red_three",
        Fraction(4 * _ELEVEN, _PACK),
        "added",
        by_the_opposite(_PACK, 4),
        Switch("red_three_table", "players", (2, 4)),
        acts=_first_turns,
        also=(("red_three_table", {}), ("red_three_mortos", {})),
        board={
            "before": at_least_one(_PACK, 4, 2 * _ELEVEN),
            "mortos": at_least_one(_PACK - _ELEVEN, 4, 2 * _ELEVEN),
            "partner": at_least_one(_PACK - _ELEVEN, 4, _ELEVEN),
        },
        more_slips=((1 - Fraction(_PACK - 4, _PACK) ** _ELEVEN, "with_replacement"),),
        parts={
            "twos": Plan(
                7,
                "wild_twos",
                Fraction(4 * _ELEVEN, _PACK),
                "one_pack",
                _twos,
                Switch("wild_twos", "size", (11, 12, 22)),
                part="twos",
            ),
            "partner": Plan(
                7,
                "both_red_three",
                at_least_one(_PACK, 4, _ELEVEN) ** 2,
                "independent",
                _both,
                Switch("partner_red_three", "held", (0, 1, 2, 3)),
                also=tuple(("partner_red_three", {"held": held}) for held in range(3)),
                part="partner",
            ),
        },
    ),
    Plan(
        8,
        "meld",
        1 - (1 - _SETS) * (1 - _RUNS),
        "same_hand",
        _melds,
        Switch("meld", "max_wilds", (0, 1, 2)),
        acts=_meld_now,
        board={
            "of_rank": comb(8, melds.MELD),
            "sets": melds.RANKS * comb(8, melds.MELD),
            "of_run": melds.COPIES**melds.MELD,
            "runs": melds.SUITS * (melds.RANKS - 2) * melds.COPIES**melds.MELD,
        },
        more_slips=((_SETS + _RUNS, "both_twice"),),
        dealt=100_000,
    ),
)
"""Lessons 7 and 8."""
