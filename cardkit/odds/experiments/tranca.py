"""Lessons 7 and 8: red threes, wild 2s and first melds in Tranca."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Final

import numpy as np

from cardkit.cards import CARDS, Card, Suit
from cardkit.odds.exact import counting, melds
from cardkit.odds.experiments.base import Question, Statistic, of_lesson
from cardkit.odds.experiments.columns import RANK_OF, SUIT_OF, hands_of, is_any, mean_of, over, total_of
from cardkit.odds.recipes import Array, Cards

# --- lesson 7: wild twos and red threes -------------------------------------------------------------

_RED_THREES: Final = (RANK_OF == 3) & ((SUIT_OF == Suit.DIAMONDS) | (SUIT_OF == Suit.HEARTS))
_TWOS: Final = RANK_OF == 2
ELEVEN: Final = 11


def _tranca(players: int, hands: int, seen: tuple[Card, ...] = ()) -> Cards:
    """Return deals of hands of 11, the seats ``hands`` last of the table when one's own is seen."""
    if players not in (2, 4):
        raise ValueError(f"players={players!r}: expected 2 or 4 (T2)")
    seats = [0, 2, 1, 3][:hands] if players == 4 else [0, 1][:hands]
    if seen:
        seats = [2 if players == 4 else 1]
    at = tuple(seat + players * slot for seat in seats for slot in range(ELEVEN))
    own = tuple(players * slot for slot in range(len(seen)))
    return Cards((ELEVEN,) * hands, seen, 104, game="tranca", options={"players": players}, at=(*at, *own))


@of_lesson(7)
def red_three() -> Question:
    """Whether a hand of 11 is dealt a red three."""
    return Question(
        "odds.experiment.red_three",
        _tranca(4, 1),
        partial(is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, ELEVEN),
    )


@of_lesson(7)
def red_three_table(*, players: int = 4) -> Question:
    """Whether anybody at the table is dealt a red three."""
    return Question(
        "odds.experiment.red_three_table",
        _tranca(players, players),
        partial(is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, ELEVEN * players),
    )


@of_lesson(7)
def red_three_mortos(*, players: int = 4) -> Question:
    """Whether a red three lies in one of the two mortos."""
    options = _tranca(players, 0).options
    places = range(ELEVEN * players, ELEVEN * (players + 2))
    return Question(
        "odds.experiment.red_three_mortos",
        Cards((ELEVEN, ELEVEN), (), 104, game="tranca", options=options, at=tuple(places)),
        partial(is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, 2 * ELEVEN),
    )


_MORE: Final = {ELEVEN: (), ELEVEN + 1: (66,), 2 * ELEVEN: tuple(range(44, 55))}
"""Where cards that come to a hand lie in the deck: the top of the stock, the first morto."""


@of_lesson(7)
def wild_twos(*, size: int = 11) -> Question:
    """How many wild 2s are among the 11 cards of a hand, 12 with the first one drawn, 22 with a morto."""
    if size not in _MORE:
        raise ValueError(f"size={size!r}: expected 11, 12 or 22")
    spread = partial(counting.hypergeometric, 104, 8, size)
    hand = _tranca(4, 1)
    return Question(
        "odds.experiment.wild_twos",
        Cards((size,), (), 104, game="tranca", options=hand.options, at=(*hand.at, *_MORE[size])),
        partial(total_of, table=_TWOS.astype(np.int8)),
        partial(mean_of, spread),
        spread,
    )


@of_lesson(7)
def partner_red_three(*, held: int = 0) -> Question:
    """Whether the partner is dealt a red three, oneself being dealt ``held`` of them."""
    if not 0 <= held <= 4:
        raise ValueError(f"held={held!r}: expected 0 to 4")
    red = [CARDS[code] for code in np.flatnonzero(_RED_THREES).tolist()]
    others = [c for c in CARDS if c not in red][: ELEVEN - held]
    return Question(
        "odds.experiment.partner_red_three",
        _tranca(4, 1, (*red[:held], *others)),
        partial(is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104 - ELEVEN, 4 - held, ELEVEN),
    )


@of_lesson(7)
def both_red_three() -> Question:
    """Whether oneself and the partner are both dealt a red three: rarer than if hands were independent."""

    def both(deals: Array) -> Array:
        first, second = hands_of(deals, ELEVEN)
        return is_any(first, _RED_THREES) & is_any(second, _RED_THREES)

    return Question(
        "odds.experiment.both_red_three",
        _tranca(4, 2),
        both,
        lambda: counting.hands_holding(104, 4, (ELEVEN, ELEVEN))[2],
    )


@of_lesson(7)
def red_three_product() -> Question:
    """The product of the red threes in two hands: its mean less (4·11/104)² is the covariance."""

    def product(deals: Array) -> Array:
        first, second = (total_of(hand, _RED_THREES.astype(np.int8)) for hand in hands_of(deals, ELEVEN))
        return first * second

    return Question(
        "odds.experiment.red_three_product",
        _tranca(4, 2),
        product,
        lambda: counting.covariance(104, 4, ELEVEN, ELEVEN) + Fraction(4 * ELEVEN, 104) ** 2,
    )


# --- lesson 8: can I meld at once -------------------------------------------------------------------

# A card of rank 4 … A has a place 0 … 10 in a run.
_PLACE: Final = np.where(RANK_OF == 1, 10, RANK_OF.astype(np.int64) - 4)
_MELDED: Final = (RANK_OF == 1) | (RANK_OF >= 4)
# Four bits a rank count the cards of it; a bit for each suit and place tells which are held.
_COUNT: Final = np.where(_MELDED, 1 << (4 * np.maximum(_PLACE, 0)), 0).astype(np.uint64)
_SHIFT: Final = 16 * SUIT_OF.astype(np.int64) + np.maximum(_PLACE, 0)
_HELD: Final = np.where(_MELDED, 1 << _SHIFT, 0).astype(np.uint64)
_NEVER: Final = 99


def _bits(add: int) -> np.uint64:
    return np.uint64(sum(add << (4 * place) for place in range(11)))


def _wilds_for_run(held: int) -> int:
    """Return how many wilds a run needs that is made of the places held in one suit (a bit each)."""
    if held & held >> 1 & held >> 2:
        return 0
    places = [place for place in range(11) if held >> place & 1]
    return min((max(1, b - a - 1) for a, b in pairwise(places)), default=_NEVER)


_RUN_NEEDS: Final = np.array([_wilds_for_run(held) for held in range(1 << 11)], np.int16)


def _melding(which: str, max_wilds: int | None) -> Statistic:
    """Return whether hands can meld: ``set``, ``run`` or ``either``, with up to so many 2s a meld (TA3)."""

    def melds_now(deals: Array) -> Array:
        twos = total_of(deals, _TWOS.astype(np.int16))
        wilds = twos if max_wilds is None else np.minimum(twos, max_wilds)
        able = np.zeros(len(deals), bool)
        if which != "run":
            count = total_of(deals, _COUNT)
            # the top bit of four is set by adding 5 to 3 or more, 6 to 2 or more
            able |= ((count + _bits(5)) & _bits(8)) != 0
            able |= (wilds >= 1) & (((count + _bits(6)) & _bits(8)) != 0)
        if which != "set":
            held = over(np.bitwise_or, deals, _HELD)
            for suit in range(4):
                place = (held >> np.uint64(16 * suit) & np.uint64(0x7FF)).astype(np.intp)
                able |= _RUN_NEEDS[place] <= wilds
        return able

    return melds_now


def _meld(name: str, which: str, count: Callable[..., Fraction], max_wilds: int | None) -> Question:
    if max_wilds not in (None, 0, 1, 2):
        raise ValueError(f"max_wilds={max_wilds!r}: expected 0, 1, 2 or None (TA3)")
    return Question(name, _tranca(4, 1), _melding(which, max_wilds), partial(count, ELEVEN, max_wilds))


@of_lesson(8)
def lavadeira(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 holds three of a rank; ``max_wilds`` 0 counts natural ones only."""
    name = "odds.experiment.lavadeira" if max_wilds == 0 else "odds.experiment.lavadeira_wild"
    return _meld(name, "set", melds.has_set, max_wilds)


@of_lesson(8)
def run(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 holds a run in one suit."""
    name = "odds.experiment.run" if max_wilds == 0 else "odds.experiment.run_wild"
    return _meld(name, "run", melds.has_run, max_wilds)


@of_lesson(8)
def meld(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 can meld at once, either way."""
    name = "odds.experiment.meld" if max_wilds == 0 else "odds.experiment.meld_wild"
    return _meld(name, "either", melds.has_either, max_wilds)
