"""Lessons 0 to 6: the pack, and questions of 4 Cartas."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any, Final

import numpy as np

from cardkit.cards import CARDS, card, cards, pack
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.score import WORTH, hand_points
from cardkit.odds.exact import closing, counting, looks
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.exact.four_cards import PartlyKnown, all_above, hand_distribution, pool_of
from cardkit.odds.experiments.base import Question, Statistic, of_lesson
from cardkit.odds.experiments.columns import (
    EIGHT,
    HAND,
    RANK_OF,
    WORTH_OF,
    hands_of,
    is_any,
    mean_of,
    over,
    points,
    slots_of,
    total_of,
)
from cardkit.odds.recipes import Array, Cards


def _options(**options: Any) -> FourCardsOptions:
    return FourCardsOptions(**options)


# --- lesson 0: the pack ---------------------------------------------------------------------------

_GAMES: Final = {36: ("kozel", 16), 52: ("four_cards", 17), 104: ("tranca", 66)}
"""The game of each pack, and where its stock begins."""


@of_lesson(0)
def next_card(*, pack_size: int = 52, wanted: str = "h", seen: str = "") -> Question:
    """Whether the next card is of a rank or a suit (one letter), some cards having been seen."""
    if pack_size not in _GAMES:
        raise ValueError(f"pack_size={pack_size!r}: expected 36, 52 or 104")
    if len(wanted) != 1 or wanted not in "A23456789TJQKcdhs":
        raise ValueError(f"wanted={wanted!r}: expected a rank or a suit, one letter")
    game, top = _GAMES[pack_size]
    # the seen cards may be any; they take the places dealt first
    known = cards(seen)
    recipe = Cards((1,), known, pack_size, game=game, at=(top, *range(len(known))))
    which = np.array([wanted in str(c) for c in CARDS])
    found = sum(wanted in str(c) for c in recipe.unseen)
    return Question(
        "odds.experiment.next_card",
        recipe,
        partial(is_any, which=which),
        partial(Fraction, found, len(recipe.unseen)),
    )


# --- lesson 1: the eight --------------------------------------------------------------------------

_EIGHTS: Final = RANK_OF == EIGHT


@of_lesson(1)
def eight() -> Question:
    """Whether a hand of four holds an 8."""
    return Question(
        "odds.experiment.eight",
        Cards((HAND,), at=slots_of(4, [0])),
        partial(is_any, which=_EIGHTS),
        partial(counting.at_least_one, 52, 4, HAND),
    )


@of_lesson(1)
def one_eight() -> Question:
    """Whether a hand of four holds exactly one 8."""
    return Question(
        "odds.experiment.one_eight",
        Cards((HAND,), at=slots_of(4, [0])),
        lambda deals: total_of(deals, _EIGHTS.astype(np.int8)) == 1,
        lambda: counting.hypergeometric(52, 4, HAND)[1],
    )


@of_lesson(1)
def no_eight(*, players: int = 4) -> Question:
    """Whether nobody at the table holds an 8."""
    _options(players=players)
    return Question(
        "odds.experiment.no_eight",
        Cards((HAND,) * players, options={"players": players}, at=slots_of(players, range(players))),
        lambda deals: ~is_any(deals, _EIGHTS),
        lambda: 1 - counting.at_least_one(52, 4, HAND * players),
    )


# --- lesson 2: what a fresh hand is worth -----------------------------------------------------------


@of_lesson(2)
def fresh_hand(*, size: int = 4, eight_rule: str = "pure") -> Question:
    """The points of a hand of so many cards."""
    _options(eight_rule=eight_rule)
    spread = partial(hand_distribution, PartlyKnown((), size), pool_of(pack(52)), eight_rule)
    return Question(
        "odds.experiment.fresh_hand",
        Cards((size,), options={"eight_rule": eight_rule}, at=slots_of(4, [0], range(min(size, HAND)))),
        partial(points, eight_rule=eight_rule),
        partial(mean_of, spread),
        spread,
    )


@of_lesson(2)
def low_hand(*, limit: int = 5, eight_rule: str = "pure") -> Question:
    """Whether a fresh hand is worth no more than a limit."""
    whole = fresh_hand(size=HAND, eight_rule=eight_rule)
    assert whole.spread is not None
    spread = whole.spread
    return Question(
        "odds.experiment.low_hand",
        whole.recipe,
        lambda deals: points(deals, eight_rule) <= limit,
        lambda: counting.chance(spread(), lambda total: total <= limit),
    )


# --- lesson 3: who can match the turned card --------------------------------------------------------


def _matching(turned: str, players: int, hands: int) -> tuple[Cards, Array]:
    """Return the deals of some hands, the turned card being seen, and which cards match it."""
    _options(players=players)
    top = card(turned)
    seats = range(players - hands, players)
    recipe = Cards(
        (HAND,) * hands,
        (top,),
        options={"players": players},
        at=(*slots_of(players, seats), HAND * players),
    )
    return recipe, np.equal(RANK_OF, int(top.rank))


@of_lesson(3)
def match_held(*, players: int = 4, turned: str = "7d") -> Question:
    """Whether any of the other players holds a card equal to the turned one."""
    recipe, which = _matching(turned, players, players - 1)
    return Question(
        "odds.experiment.match_held",
        recipe,
        partial(is_any, which=which),
        partial(counting.at_least_one, 51, 3, recipe.cards),
    )


@of_lesson(3)
def match_known(*, players: int = 4, turned: str = "7d", looks: int = 2) -> Question:
    """Whether any of the other players knows of such a card, each having looked at some of theirs."""
    if not 0 <= looks <= 2:
        raise ValueError(f"looks={looks!r}: expected 0 to 2 (CA24)")
    recipe, which = _matching(turned, players, players - 1)
    seen = [HAND * hand + look for hand in range(players - 1) for look in range(looks)]
    return Question(
        "odds.experiment.match_known",
        recipe,
        lambda deals: is_any(deals[:, seen], which),
        partial(counting.at_least_one, 51, 3, len(seen)),
    )


@of_lesson(3)
def match_hands(*, players: int = 4, turned: str = "7d") -> Question:
    """How many of all players hold a card equal to the turned one."""
    recipe, which = _matching(turned, players, players)
    spread = partial(counting.hands_holding, 51, 3, recipe.sizes)

    def holding(deals: Array) -> Array:
        found = np.zeros(len(deals), np.int16)
        for hand in hands_of(deals):
            found += is_any(hand, which)
        return found

    return Question("odds.experiment.match_hands", recipe, holding, partial(mean_of, spread), spread)


@of_lesson(3)
def match_several(*, players: int = 4, turned: str = "7d", least: int = 2) -> Question:
    """Whether so many of all players, or more, hold one."""
    several = match_hands(players=players, turned=turned)
    assert several.spread is not None
    spread, holding = several.spread, several.statistic
    return Question(
        "odds.experiment.match_several",
        several.recipe,
        lambda deals: holding(deals) >= least,
        lambda: counting.chance(spread(), lambda hands: hands >= least),
    )


# --- lesson 4: what is under my card ----------------------------------------------------------------


@of_lesson(4)
def eight_under(*, seen: str = "Ks 5d") -> Question:
    """Whether the own cards one has not looked at hold an 8; ``seen`` are the own ones looked at."""
    known = cards(seen)
    under = HAND - len(known)
    if under < 1:
        raise ValueError(f"seen={seen!r}: expected one to three own cards")
    slots = slots_of(4, [0])
    left = sum(c.rank != EIGHT for c in known)
    return Question(
        "odds.experiment.eight_under",
        Cards((under,), known, at=(*slots[len(known) :], *slots[: len(known)])),
        partial(is_any, which=_EIGHTS),
        partial(counting.at_least_one, 52 - len(known), 4 - (len(known) - left), under),
    )


@of_lesson(4)
def unknown_card(*, seen: str = "Ks Qs 7c 5d") -> Question:
    """The points of a card one has not seen, given what one has (an 8 beside other cards)."""
    known = cards(seen)
    recipe = Cards((1,), known, at=(17, *range(len(known))))
    values = looks.values_of(recipe.unseen)

    def spread() -> Distribution[int]:
        return {value: Fraction(count, len(recipe.unseen)) for value, count in values.items()}

    return Question(
        "odds.experiment.unknown_card",
        recipe,
        lambda deals: WORTH_OF[deals[:, 0]],
        partial(mean_of, spread),
        spread,
    )


# --- lesson 5: what a look is worth -----------------------------------------------------------------

_BLIND: Final = "blind"
_SOURCES: Final = {"stock": 17, "table": 16, "slot": 4}
"""Where in the deck the discard lies: on top of the stock, turned up, in the own slot 2."""


@of_lesson(5)
def look_gain(
    *, own: str = "Th", power: str = "J", source: str = "stock", power_on: str = "any_in_turn"
) -> Question:
    """The points gained by a swap of an own card for an opponent's unseen one.

    ``power``: ``J`` (one look), ``K`` (two) or ``blind`` (a swap without the look that the J allows, CA22).
    The J or K that is discarded for it, out of ``source``, has been seen too. A discard that has no power
    under ``power_on`` gains nothing (CA10).
    """
    if power not in (_BLIND, "J", "K"):
        raise ValueError(f"power={power!r}: expected 'blind', 'J' or 'K'")
    _options(power_on=power_on)
    works = looks.acts(power_on, source)
    mine = card(own)
    held = WORTH[mine]
    n = 0 if power == _BLIND else looks.LOOKS[power]
    thrown = next(c for c in cards("Js Jc" if power == _BLIND else f"{power}s {power}c") if c != mine)
    # slots 1 and 2 of the next seat, the own slot 1, and where the discard comes from
    at = (*(1, 5)[: max(1, n)], 0, _SOURCES[source])
    recipe = Cards((max(1, n),), (mine, thrown), options={"power_on": power_on}, at=at)
    values = looks.values_of(recipe.unseen)

    def gain(deals: Array) -> Array:
        change = held - over(np.minimum, deals, WORTH_OF)
        if not works:
            return np.zeros_like(change)
        return np.maximum(change, 0) if n else change

    def spread() -> Distribution[int]:
        if not works:
            return {0: Fraction(1)}
        out: Distribution[int] = {}
        for value, p in looks.minimum(values, max(1, n)).items():
            change = max(0, held - value) if n else held - value
            out[change] = out.get(change, Fraction(0)) + p
        return dict(sorted(out.items()))

    names = {
        _BLIND: "odds.experiment.look_blind",
        "J": "odds.experiment.look_J",
        "K": "odds.experiment.look_K",
    }
    return Question(
        names[power],
        recipe,
        gain,
        lambda: looks.swap_gain(held, values, n) if works else Fraction(0),
        spread,
    )


# --- lesson 6: shall I close ------------------------------------------------------------------------


def _closing(own: str, options: FourCardsOptions, left: int) -> tuple[Cards, int, Statistic]:
    """Return the deals of the others, ``left`` cards each, the own points, and who is alone the lowest."""
    if not 1 <= left <= HAND:
        raise ValueError(f"left={left!r}: expected 1 to 4")
    players = options.players
    hand = cards(own)
    total = hand_points(hand, options.eight_rule)
    if total is None or len(hand) > HAND:
        raise ValueError(f"own={own!r}: expected up to four known cards")
    slots = slots_of(players, [0])[: len(hand)]
    rules = {
        "players": players,
        "eight_rule": options.eight_rule,
        "failed_negative": options.failed_negative,
    }
    others = (left,) * (players - 1)
    theirs = slots_of(players, range(1, players), range(left))
    recipe = Cards(others, hand, options=rules, at=(*theirs, *slots))

    def lowest(deals: Array) -> Array:
        alone = np.ones(len(deals), bool)
        for other in hands_of(deals, left):
            alone &= points(other, options.eight_rule) > total
        return alone

    return recipe, total, lowest


@of_lesson(6)
def close_lowest(*, own: str = "Ac Ad 2c 8h", players: int = 4, eight_rule: str = "pure") -> Question:
    """Whether fresh hands of all others are worth more than the own one."""
    options = _options(players=players, eight_rule=eight_rule)
    recipe, total, lowest = _closing(own, options, HAND)
    fresh = [PartlyKnown((), HAND)] * (players - 1)
    return Question(
        "odds.experiment.close_lowest",
        recipe,
        lowest,
        lambda: all_above(total, fresh, pool_of(recipe.unseen), eight_rule),
    )


@of_lesson(6)
def close_mark(
    *,
    own: str = "Ac Ad 2c 8h",
    players: int = 4,
    eight_rule: str = "pure",
    failed_negative: str = "double",
    left: int = 4,
) -> Question:
    """The mark for closing when each of the others holds ``left`` cards that nobody knows."""
    options = _options(players=players, eight_rule=eight_rule, failed_negative=failed_negative)
    recipe, total, lowest = _closing(own, options, left)
    others = [PartlyKnown((), left)] * (players - 1)
    failed = closing.failed_mark(total, options)

    def spread() -> Distribution[int]:
        chance = closing.close(recipe.seen, options, others=others).lowest
        out = {total: chance}
        out[failed] = out.get(failed, Fraction(0)) + 1 - chance
        return out

    return Question(
        "odds.experiment.close_mark" if left == HAND else "odds.experiment.close_mark_left",
        recipe,
        lambda deals: np.where(lowest(deals), total, failed),
        partial(mean_of, spread),
        spread,
    )
