"""The lessons of the pack and of 4 Cartas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from math import comb
from typing import Final

from cardkit.cards import card
from cardkit.games.four_cards.score import WORTH
from cardkit.odds.exact.counting import at_least_one
from cardkit.odds.exact.looks import values_of
from cardkit.odds.experiments import Experiment, experiment
from cardkit.odds.recipes import Opening
from cardkit.scene.lessons.opposite import by_the_opposite
from cardkit.scene.lessons.plan import Plan, Switch
from cardkit.scene.lessons.writing import answered, fraction, line, near, ratio
from cardkit.words import say, short
from cardkit.words.numerals import numeral


def _next_card(asked: Experiment, lang: str, number: int) -> list[str]:
    unseen = len(asked.recipe.unseen)  # type: ignore[attr-defined]
    left = int(asked.exact * unseen)
    about = {"seen": 52 - unseen, "unseen": unseen, "gone": 13 - left, "left": left}
    return [
        line(say(f"lesson.l{number}.step1", lang, **about)),
        line(say(f"lesson.l{number}.step2", lang, **about), f"52 − {52 - unseen} = {unseen}"),
        line(say(f"lesson.l{number}.step3", lang, **about), f"13 − {13 - left} = {left}"),
        line(
            say(f"lesson.l{number}.step4", lang, **about),
            f"{ratio(left, unseen)} ≈ <b>{near(asked.exact, lang)}</b>",
        ),
    ]


def _fresh_hand(asked: Experiment, lang: str, number: int) -> list[str]:
    card, hands = Fraction(308, 52), comb(52, 4)
    loss = Fraction(20, hands)
    assert 4 * card - loss == asked.exact
    found = f"{fraction(asked.exact)} ≈ <b>{near(asked.exact, lang, chance=False)}</b>"
    sums = (
        f"{ratio(308, 52)} = {fraction(card)}",
        f"4 · {fraction(card)} = {fraction(4 * card)}",
        f"{ratio(1, hands)}",
        f"{fraction(4 * card)} − {ratio(20, hands)} = {found}",
    )
    return [line(say(f"lesson.l{number}.step{k}", lang), sum_) for k, sum_ in enumerate(sums, 1)]


# --- lesson 5 -------------------------------------------------------------------------------------

_OWN: Final = "5h"
_KNOWN: Final = ("Th", "5h", "3h")
_WAYS: Final = ("blind", "J", "K")


def _look_gain(asked: Experiment, lang: str, number: int) -> list[str]:
    left = asked.recipe.unseen  # type: ignore[attr-defined]
    values, unseen, held = values_of(left), len(left), WORTH[card(_OWN)]
    lower = {value: count for value, count in values.items() if value < held}
    gains, points = sum((held - v) * n for v, n in lower.items()), sum(v * n for v, n in values.items())
    ways = {way: experiment(asked.id, **{**asked.params, "power": way}) for way in _WAYS}
    assert Fraction(gains, unseen) == asked.exact
    assert held - Fraction(points, unseen) == ways["blind"].exact
    # min(two) is above v, if both are: C(cards above v, 2) of all pairs
    above = [sum(n for value, n in values.items() if value > v) for v in range(held)]
    pairs = comb(unseen, 2)
    assert held - Fraction(sum(comb(n, 2) for n in above), pairs) == ways["K"].exact
    both = " + ".join(f"C({n}, 2)" for n in above)
    blind = f"{held} − {ratio(points, unseen)} = {answered(ways['blind'], lang)}"
    sums = (
        " + ".join(map(str, lower.values())) + f" = {sum(lower.values())}",
        " + ".join(f"{n} · ({held} − {v})" for v, n in lower.items()) + f" = {gains}",
        f"{ratio(gains, unseen)} = {answered(asked, lang)}",
        blind,
        f"{held} − ({both}) / C({unseen}, 2) = {answered(ways['K'], lang)}",
        _gains(asked, lang),
        "",
    )
    about = {"unseen": unseen, "points": points, "held": held}
    return [line(say(f"lesson.l{number}.step{k}", lang, **about), sum_) for k, sum_ in enumerate(sums, 1)]


def _gains(asked: Experiment, lang: str) -> str:
    """Return what each way gains for each known card, as a table."""
    heads = "".join(f'<th scope="col">{escape(say(f"lesson.l5.way_{way}", lang))}</th>' for way in _WAYS)
    rows = ""
    for own in _KNOWN:
        cells = (experiment(asked.id, **{**asked.params, "own": own, "power": way}).exact for way in _WAYS)
        told = "".join(f"<td>{fraction(gain)} <span>≈ {numeral(gain, lang, 2)}</span></td>" for gain in cells)
        rows += f'<tr><th scope="row">{escape(short(own))}</th>{told}</tr>'
    return f"<table><tr><td></td>{heads}</tr>{rows}</table>"


def _swap_if_lower(dealt: Opening) -> str:
    """Throw the jack, look, and swap the card seen for the known own one if it counts less."""
    looked_at = dealt.hands[0][0]
    choice = "0 trade 1 1.1" if WORTH[looked_at] < WORTH[card(_OWN)] else "0 done"
    return f"0 look 1; {_OTHERS_LOOK}; 0 draw; 0 throw; 0 peek 1.1; {choice}"


# --- lesson 6 -------------------------------------------------------------------------------------

_CLOSING: Final = "Ac 2d 5c 6h"


def _close(asked: Experiment, lang: str, number: int) -> list[str]:
    # the first hand, the first two, all three above the own sum
    joint = [experiment(asked.id, **{**asked.params, "players": n}).exact for n in (2, 3, 4)]
    assert joint[-1] == asked.exact
    unseen = len(asked.recipe.unseen)  # type: ignore[attr-defined]
    points = sum(WORTH[c] for c in asked.recipe.seen)  # type: ignore[attr-defined]
    hands = comb(unseen, 4)
    each = [joint[0], joint[1] / joint[0], joint[2] / joint[1]]
    first, *then = (f"<b>{numeral(p, lang, 5)}</b>" for p in each)
    mark = experiment("close_mark", own=_CLOSING)
    assert mark.exact == points * asked.exact + 2 * points * (1 - asked.exact)
    p = numeral(asked.exact, lang, 4)
    sums = (
        f"52 − 4 = {unseen}",
        f"{ratio(int(joint[0] * hands), hands)} ≈ {first}",
        f"<span>{then[0]}, {then[1]}</span>",
        f"{' · '.join(numeral(p, lang, 5) for p in each)} = {answered(asked, lang)}",
        f"{points} · {p} + {2 * points} · (1 − {p}) ≈ <b>{numeral(mark.exact, lang, 2)}</b>",
    )
    about = {"points": points, "hands": numeral(hands, lang)}
    return [line(say(f"lesson.l{number}.step{k}", lang, **about), sum_) for k, sum_ in enumerate(sums, 1)]


def _to_the_count(dealt: Opening) -> str:
    """Close, and let the others throw back whatever they draw: the hands are counted as they were dealt."""
    game, state = dealt.rules(), dealt.state()
    acts = [*_EVERY_LOOK.split("; "), "0 close"]
    for act in acts:
        state, _ = game.apply(state, game.parse(state, act))
    while state.turn is not None:
        names = {str(action).split()[1]: action for action in game.legal_actions(state)}
        action = next(names[name] for name in ("draw", "throw", "done", "pass") if name in names)
        acts.append(str(action))
        state, _ = game.apply(state, action)
    return "; ".join(acts)


_EVERY_LOOK: Final = "0 look 1 2; 1 look 1 2; 2 look 1 2; 3 look 1 2"
_OTHERS_LOOK: Final = _EVERY_LOOK.partition("; ")[2]

LESSONS: Final[Sequence[Plan]] = (
    Plan(
        0,
        "next_card",
        Fraction(13, 52),
        "known_cards",
        _next_card,
        Switch("next_card", "pack_size", (36, 52, 104)),
        {"wanted": "h", "seen": "Kh 7h 9c"},
        f"{_EVERY_LOOK}; 0 draw",
        "open",
    ),
    Plan(
        1,
        "eight",
        1 - Fraction(12, 13) ** 4,
        "with_replacement",
        by_the_opposite(52, 4),
        Switch("no_eight", "players", (2, 3, 4, 5, 6)),
        acts=_EVERY_LOOK,
        also=(("one_eight", {}),),
    ),
    Plan(
        2,
        "fresh_hand",
        Fraction(308, 13),
        "eights_alone",
        _fresh_hand,
        Switch("fresh_hand", "eight_rule", ("pure", "pair")),
        acts=_EVERY_LOOK,
        also=(("fresh_hand", {"size": 1}), ("low_hand", {"limit": 5}), ("low_hand", {"limit": 10})),
    ),
    Plan(
        3,
        "match_held",
        1 - Fraction(12, 13) ** 12,
        "with_replacement",
        by_the_opposite(51, 3),
        Switch("match_held", "players", (2, 3, 4, 5, 6)),
        acts=_EVERY_LOOK,
        also=(("match_known", {}), ("match_several", {})),
    ),
    Plan(
        4,
        "eight_under",
        at_least_one(52, 4, 2),
        "known_cards",
        by_the_opposite(50, 4),
        Switch("eight_under", "seen", ("Ks 5d", "8s 5d", "8s 8d")),
        {"seen": "Ks 5d"},
        acts=_EVERY_LOOK,
        also=(("unknown_card", {}),),
    ),
    Plan(
        5,
        "look_gain",
        experiment("look_gain", own=_OWN, power="blind").exact,
        "average_first",
        _look_gain,
        # a jack out of the own grid: the rules as written let it act, others do not
        Switch(
            "look_gain", "power_on", ("any_in_turn", "drawn_only", "stock_drawn_only"), {"source": "slot"}
        ),
        {"own": _OWN},
        _swap_if_lower,
        board={
            "more": experiment("look_gain", own="9h").exact
            - experiment("look_gain", own="9h", power="blind").exact
        },
    ),
    Plan(
        6,
        "close_lowest",
        experiment("close_lowest", own=_CLOSING, players=2).exact ** 3,
        "independent",
        _close,
        # one card each is left: only now can others be as low as an 8
        Switch("close_mark", "failed_negative", ("double", "one"), {"own": "8h", "left": 1}),
        {"own": _CLOSING},
        _to_the_count,
        also=(("close_lowest", {"own": "Ac 2d 3c 4h"}), ("close_lowest", {})),
    ),
)
"""Lessons 0 to 6."""
