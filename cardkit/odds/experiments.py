"""The experiments of the lessons: a name, a way to deal, what is counted, and its exact counterpart.

>>> e = experiment("eight")
>>> e.exact
Fraction(15229, 54145)

``EXPERIMENTS`` lists the ids. Each is a function of this module whose keywords are the parameters, house
rules among them: change one, and the deals, the statistic and the exact answer all change with it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from itertools import pairwise
from math import ceil
from typing import Any, Final

import numpy as np

from cardkit.cards import CARDS, Card, Suit, card, cards, pack
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.score import WORTH, hand_points
from cardkit.odds.exact import closing, counting, kozel, looks, melds, suits
from cardkit.odds.exact.chains import Chain
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.exact.four_cards import PartlyKnown, all_above, hand_distribution, pool_of
from cardkit.odds.recipes import Array, Cards, Draws, Recipe
from cardkit.words import say

Statistic = Callable[[Array], Array]


@dataclass(frozen=True)
class Experiment:
    """One question that can be dealt out, counted, and answered exactly.

    ``statistic`` maps deals (one a row, see `Cards`) to whole numbers, or to true and false, one for each
    deal; its mean is what is asked for. ``answer`` counts that mean, ``spread`` the whole distribution where
    there is one. Experiments of one's own are made by this constructor; for several processes all its parts
    must be picklable.
    """

    id: str
    lesson: int
    name: str
    recipe: Recipe
    statistic: Statistic
    answer: Callable[[], Fraction]
    spread: Callable[[], Distribution[int]] | None = None
    params: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def exact(self) -> Fraction:
        """The exact mean of the statistic; a probability where it is true or false."""
        return self.answer()

    @cached_property
    def distribution(self) -> Distribution[int] | None:
        """The exact chance of each value, ``None`` where only the mean is counted."""
        return self.spread() if self.spread else None

    @cached_property
    def table(self) -> Array | None:
        """The statistic of every deal there is, where they are few : a look in place of a deal."""
        every = self.recipe.every if isinstance(self.recipe, Cards) else None
        if every is None:
            return None
        values = self.statistic(every)
        byte = values.dtype != bool and values.min() >= -128 and values.max() <= 127
        return np.ascontiguousarray(values, np.int8 if byte else None)

    def title(self, lang: str = "en") -> str:
        """Return the question in words."""
        return say(self.name, lang, **_shown(self.params, lang))

    def __reduce_ex__(self, protocol: Any) -> Any:
        # the statistics of the lessons are closures: a process makes its own from the id and the parameters
        if self.id in EXPERIMENTS:
            return _again, (self.id, tuple(self.params.items()))
        return super().__reduce_ex__(protocol)


@lru_cache(maxsize=16)
def _again(name: str, params: tuple[tuple[str, Any], ...]) -> Experiment:
    # the same object for every task of a process, so that its `table` is made once
    return experiment(name, **dict(params))


def _shown(params: Mapping[str, Any], lang: str) -> dict[str, Any]:
    """Return parameters as messages want them: cards as little cards, a rank or suit by its name."""
    out: dict[str, Any] = {}
    for name, value in params.items():
        if name == "wanted":
            value = say(f"common.suit.{value}" if value in "cdhs" else f"common.a_rank.{value}", lang)
        out[name] = cards(value) if name in CARD_PARAMS and value else value
    # what a plural goes by
    return out | {"n": next((params[name] for name in ("hands", "size", "held") if name in params), 1)}


CARD_PARAMS: Final = frozenset({"seen", "turned", "own", "hand", "lead", "trump_card"})


@dataclass(frozen=True)
class Question:
    """What a function of this module returns: the parts of an `Experiment` that its parameters decide."""

    name: str
    recipe: Recipe
    statistic: Statistic
    answer: Callable[[], Fraction]
    spread: Callable[[], Distribution[int]] | None = None


EXPERIMENTS: dict[str, tuple[int, Callable[..., Question]]] = {}
"""The lesson and the making of each experiment, by id."""


def experiment(name: str, /, **params: Any) -> Experiment:
    """Return the experiment ``name`` with some parameters changed.

    ``ValueError`` names an unknown experiment or parameter, or a value that cannot be.
    """
    if name not in EXPERIMENTS:
        raise ValueError(f"no experiment {name!r} here: expected one of {', '.join(EXPERIMENTS)}")
    lesson, make = EXPERIMENTS[name]
    defaults = parameters(name)
    if unknown := sorted(set(params) - set(defaults)):
        raise ValueError(f"{name} has no parameter {', '.join(unknown)}; it has {', '.join(defaults)}")
    full = {**defaults, **params}
    made = make(**full)
    return Experiment(
        name,
        lesson,
        made.name,
        made.recipe,
        made.statistic,
        made.answer,
        made.spread,
        full,
    )


def parameters(name: str) -> dict[str, Any]:
    """Return the parameters of an experiment with their defaults."""
    return {p.name: p.default for p in inspect.signature(EXPERIMENTS[name][1]).parameters.values()}


def _of_lesson(number: int) -> Callable[[Callable[..., Question]], Callable[..., Question]]:
    def register(make: Callable[..., Question]) -> Callable[..., Question]:
        EXPERIMENTS[make.__name__] = number, make
        return make

    return register


# --- what is read off the cards of many deals at once ---------------------------------------------

_RANK: Final = np.array([int(c.rank) for c in CARDS], np.uint8)
_SUIT: Final = np.array([int(c.suit) for c in CARDS], np.uint8)
_SUIT_BIT: Final = np.left_shift(1, _SUIT).astype(np.uint8)
_WORTH: Final = np.array(WORTH * 2, np.int16)
_WORTH_AND_EIGHTS: Final = _WORTH + (1024 * (_RANK == 8)).astype(np.int16)
_POINTS: Final = np.array([kozel.POINTS.get(str(c)[0], 0) for c in CARDS], np.int16)
EIGHT: Final = 8
HAND: Final = 4


def _is_any(deals: Array, which: Array) -> Array:
    """Whether any card of each row is one of ``which`` (a truth value for each card code)."""
    return _over(np.logical_or, deals, which)


def _total(deals: Array, table: Array) -> Array:
    """Return the sum of a number for each card code over each row."""
    return _over(np.add, deals, table)


def _over(join: np.ufunc, deals: Array, table: Array) -> Array:
    # column by column: several times as fast as whole rows at once
    out: Array = table.take(deals[:, 0])
    for column in range(1, deals.shape[1]):
        join(out, table.take(deals[:, column]), out=out)
    return out


def _hands(deals: Array, size: int = HAND) -> list[Array]:
    """Return the columns of each hand, all hands being of one size."""
    return [deals[:, at : at + size] for at in range(0, deals.shape[1], size)]


def points(hand: Array, eight_rule: str = "pure") -> Array:
    """Return what each hand is worth in 4 Cartas (C4–C8, CA1)."""
    # the number of 8s rides on the sum, in a digit of its own
    both = _total(hand, _WORTH_AND_EIGHTS)
    eights, total = both >> 10, both & 1023
    least = 2 if eight_rule == "pair" else hand.shape[1]
    counted = (eights >= min(least, hand.shape[1])) & (eights > 0)
    worth: Array = total - 5 * eights * counted
    return worth


def _options(**options: Any) -> FourCardsOptions:
    return FourCardsOptions(**options)


def _slots(players: int, seats: Sequence[int], slots: Sequence[int] = range(HAND)) -> tuple[int, ...]:
    """Return where the cards of some seats lie in a deck of 4 Cartas (or Kozel), hand by hand."""
    return tuple(seat + players * slot for seat in seats for slot in slots)


def _share(marked: int, all_cards: int) -> Fraction:
    return Fraction(marked, all_cards)


def _mean_of(spread: Callable[[], Distribution[int]]) -> Fraction:
    return counting.mean(spread())


# --- lesson 0: the pack ---------------------------------------------------------------------------

_GAMES: Final = {36: ("kozel", 16), 52: ("four_cards", 17), 104: ("tranca", 66)}
"""The game of each pack, and where its stock begins."""


@_of_lesson(0)
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
        partial(_is_any, which=which),
        partial(_share, found, len(recipe.unseen)),
    )


# --- lesson 1: the eight --------------------------------------------------------------------------

_EIGHTS: Final = _RANK == EIGHT


@_of_lesson(1)
def eight() -> Question:
    """Whether a hand of four holds an 8."""
    return Question(
        "odds.experiment.eight",
        Cards((HAND,), at=_slots(4, [0])),
        partial(_is_any, which=_EIGHTS),
        partial(counting.at_least_one, 52, 4, HAND),
    )


@_of_lesson(1)
def one_eight() -> Question:
    """Whether a hand of four holds exactly one 8."""
    return Question(
        "odds.experiment.one_eight",
        Cards((HAND,), at=_slots(4, [0])),
        lambda deals: _total(deals, _EIGHTS.astype(np.int8)) == 1,
        lambda: counting.hypergeometric(52, 4, HAND)[1],
    )


@_of_lesson(1)
def no_eight(*, players: int = 4) -> Question:
    """Whether nobody at the table holds an 8."""
    _options(players=players)
    return Question(
        "odds.experiment.no_eight",
        Cards((HAND,) * players, options={"players": players}, at=_slots(players, range(players))),
        lambda deals: ~_is_any(deals, _EIGHTS),
        lambda: 1 - counting.at_least_one(52, 4, HAND * players),
    )


# --- lesson 2: what a fresh hand is worth -----------------------------------------------------------


@_of_lesson(2)
def fresh_hand(*, size: int = 4, eight_rule: str = "pure") -> Question:
    """The points of a hand of so many cards."""
    _options(eight_rule=eight_rule)
    spread = partial(hand_distribution, PartlyKnown((), size), pool_of(pack(52)), eight_rule)
    return Question(
        "odds.experiment.fresh_hand",
        Cards((size,), options={"eight_rule": eight_rule}, at=_slots(4, [0], range(min(size, HAND)))),
        partial(points, eight_rule=eight_rule),
        partial(_mean_of, spread),
        spread,
    )


@_of_lesson(2)
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
        at=(*_slots(players, seats), HAND * players),
    )
    return recipe, np.equal(_RANK, int(top.rank))


@_of_lesson(3)
def match_held(*, players: int = 4, turned: str = "7d") -> Question:
    """Whether any of the other players holds a card equal to the turned one."""
    recipe, which = _matching(turned, players, players - 1)
    return Question(
        "odds.experiment.match_held",
        recipe,
        partial(_is_any, which=which),
        partial(counting.at_least_one, 51, 3, recipe.cards),
    )


@_of_lesson(3)
def match_known(*, players: int = 4, turned: str = "7d", looks: int = 2) -> Question:
    """Whether any of the other players knows of such a card, each having looked at some of theirs."""
    if not 0 <= looks <= 2:
        raise ValueError(f"looks={looks!r}: expected 0 to 2 (CA24)")
    recipe, which = _matching(turned, players, players - 1)
    seen = [HAND * hand + look for hand in range(players - 1) for look in range(looks)]
    return Question(
        "odds.experiment.match_known",
        recipe,
        lambda deals: _is_any(deals[:, seen], which),
        partial(counting.at_least_one, 51, 3, len(seen)),
    )


@_of_lesson(3)
def match_hands(*, players: int = 4, turned: str = "7d") -> Question:
    """How many of all players hold a card equal to the turned one."""
    recipe, which = _matching(turned, players, players)
    spread = partial(counting.hands_holding, 51, 3, recipe.sizes)

    def holding(deals: Array) -> Array:
        found = np.zeros(len(deals), np.int16)
        for hand in _hands(deals):
            found += _is_any(hand, which)
        return found

    return Question("odds.experiment.match_hands", recipe, holding, partial(_mean_of, spread), spread)


@_of_lesson(3)
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


@_of_lesson(4)
def eight_under(*, seen: str = "Ks 5d") -> Question:
    """Whether the own cards one has not looked at hold an 8; ``seen`` are the own ones looked at."""
    known = cards(seen)
    under = HAND - len(known)
    if under < 1:
        raise ValueError(f"seen={seen!r}: expected one to three own cards")
    slots = _slots(4, [0])
    left = sum(c.rank != EIGHT for c in known)
    return Question(
        "odds.experiment.eight_under",
        Cards((under,), known, at=(*slots[len(known) :], *slots[: len(known)])),
        partial(_is_any, which=_EIGHTS),
        partial(counting.at_least_one, 52 - len(known), 4 - (len(known) - left), under),
    )


@_of_lesson(4)
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
        lambda deals: _WORTH[deals[:, 0]],
        partial(_mean_of, spread),
        spread,
    )


# --- lesson 5: what a look is worth -----------------------------------------------------------------

_BLIND: Final = "blind"


@_of_lesson(5)
def look_gain(
    *, own: str = "Th", power: str = "J", source: str = "stock", power_on: str = "any_in_turn"
) -> Question:
    """The points gained by a swap of an own card for an opponent's unseen one.

    ``power``: ``blind`` (a swap without a look), ``J`` (one look) or ``K`` (two). A discard that has no power
    under ``power_on`` gains nothing (CA10).
    """
    if power not in (_BLIND, "J", "K"):
        raise ValueError(f"power={power!r}: expected 'blind', 'J' or 'K'")
    _options(power_on=power_on)
    known = cards(own)
    held = WORTH[known[0]]
    n = 0 if power == _BLIND else looks.LOOKS[power]
    works = looks.acts(power_on, source)
    recipe = Cards((max(1, n),), known, options={"power_on": power_on}, at=(*(1, 5)[: max(1, n)], 0))
    values = looks.values_of(recipe.unseen)

    def gain(deals: Array) -> Array:
        change = held - _over(np.minimum, deals, _WORTH)
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


def _closing(own: str, players: int, options: FourCardsOptions) -> tuple[Cards, int, Statistic]:
    hand = cards(own)
    total = hand_points(hand, options.eight_rule)
    if total is None or len(hand) > HAND:
        raise ValueError(f"own={own!r}: expected up to four known cards")
    slots = _slots(players, [0])[: len(hand)]
    rules = {
        "players": players,
        "eight_rule": options.eight_rule,
        "failed_negative": options.failed_negative,
    }
    others = (HAND,) * (players - 1)
    recipe = Cards(others, hand, options=rules, at=(*_slots(players, range(1, players)), *slots))

    def lowest(deals: Array) -> Array:
        alone = np.ones(len(deals), bool)
        for other in _hands(deals):
            alone &= points(other, options.eight_rule) > total
        return alone

    return recipe, total, lowest


@_of_lesson(6)
def close_lowest(*, own: str = "Ac Ad 2c 8h", players: int = 4, eight_rule: str = "pure") -> Question:
    """Whether fresh hands of all others are worth more than the own one."""
    options = _options(players=players, eight_rule=eight_rule)
    recipe, total, lowest = _closing(own, players, options)
    fresh = [PartlyKnown((), HAND)] * (players - 1)
    return Question(
        "odds.experiment.close_lowest",
        recipe,
        lowest,
        lambda: all_above(total, fresh, pool_of(recipe.unseen), eight_rule),
    )


@_of_lesson(6)
def close_mark(
    *,
    own: str = "Ac Ad 2c 8h",
    players: int = 4,
    eight_rule: str = "pure",
    failed_negative: str = "double",
) -> Question:
    """The mark for closing against fresh hands."""
    options = _options(players=players, eight_rule=eight_rule, failed_negative=failed_negative)
    recipe, total, lowest = _closing(own, players, options)
    failed = closing.failed_mark(total, options)

    def spread() -> Distribution[int]:
        chance = closing.close(recipe.seen, options).lowest
        out = {total: chance}
        out[failed] = out.get(failed, Fraction(0)) + 1 - chance
        return out

    return Question(
        "odds.experiment.close_mark",
        recipe,
        lambda deals: np.where(lowest(deals), total, failed),
        partial(_mean_of, spread),
        spread,
    )


# --- lesson 7: wild twos and red threes -------------------------------------------------------------

_RED_THREES: Final = (_RANK == 3) & ((_SUIT == Suit.DIAMONDS) | (_SUIT == Suit.HEARTS))
_TWOS: Final = _RANK == 2
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


@_of_lesson(7)
def red_three() -> Question:
    """Whether a hand of 11 is dealt a red three."""
    return Question(
        "odds.experiment.red_three",
        _tranca(4, 1),
        partial(_is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, ELEVEN),
    )


@_of_lesson(7)
def red_three_table(*, players: int = 4) -> Question:
    """Whether anybody at the table is dealt a red three."""
    return Question(
        "odds.experiment.red_three_table",
        _tranca(players, players),
        partial(_is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, ELEVEN * players),
    )


@_of_lesson(7)
def red_three_mortos(*, players: int = 4) -> Question:
    """Whether a red three lies in one of the two mortos."""
    options = _tranca(players, 0).options
    places = range(ELEVEN * players, ELEVEN * (players + 2))
    return Question(
        "odds.experiment.red_three_mortos",
        Cards((ELEVEN, ELEVEN), (), 104, game="tranca", options=options, at=tuple(places)),
        partial(_is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104, 4, 2 * ELEVEN),
    )


@_of_lesson(7)
def wild_twos() -> Question:
    """How many wild 2s a hand of 11 is dealt."""
    spread = partial(counting.hypergeometric, 104, 8, ELEVEN)
    return Question(
        "odds.experiment.wild_twos",
        _tranca(4, 1),
        partial(_total, table=_TWOS.astype(np.int8)),
        partial(_mean_of, spread),
        spread,
    )


@_of_lesson(7)
def partner_red_three(*, held: int = 0) -> Question:
    """Whether the partner is dealt a red three, oneself being dealt ``held`` of them."""
    if not 0 <= held <= 4:
        raise ValueError(f"held={held!r}: expected 0 to 4")
    red = [CARDS[code] for code in np.flatnonzero(_RED_THREES).tolist()]
    others = [c for c in CARDS if c not in red][: ELEVEN - held]
    return Question(
        "odds.experiment.partner_red_three",
        _tranca(4, 1, (*red[:held], *others)),
        partial(_is_any, which=_RED_THREES),
        partial(counting.at_least_one, 104 - ELEVEN, 4 - held, ELEVEN),
    )


@_of_lesson(7)
def both_red_three() -> Question:
    """Whether oneself and the partner are both dealt a red three: rarer than if hands were independent."""

    def both(deals: Array) -> Array:
        first, second = _hands(deals, ELEVEN)
        return _is_any(first, _RED_THREES) & _is_any(second, _RED_THREES)

    return Question(
        "odds.experiment.both_red_three",
        _tranca(4, 2),
        both,
        lambda: counting.hands_holding(104, 4, (ELEVEN, ELEVEN))[2],
    )


@_of_lesson(7)
def red_three_product() -> Question:
    """The product of the red threes in two hands: its mean less (4·11/104)² is the covariance."""

    def product(deals: Array) -> Array:
        first, second = (_total(hand, _RED_THREES.astype(np.int8)) for hand in _hands(deals, ELEVEN))
        return first * second

    return Question(
        "odds.experiment.red_three_product",
        _tranca(4, 2),
        product,
        lambda: counting.covariance(104, 4, ELEVEN, ELEVEN) + Fraction(4 * ELEVEN, 104) ** 2,
    )


# --- lesson 8: can I meld at once -------------------------------------------------------------------

# A card of rank 4 … A has a place 0 … 10 in a run.
_PLACE: Final = np.where(_RANK == 1, 10, _RANK.astype(np.int64) - 4)
_MELDED: Final = (_RANK == 1) | (_RANK >= 4)
# Four bits a rank count the cards of it; a bit for each suit and place tells which are held.
_COUNT: Final = np.where(_MELDED, 1 << (4 * np.maximum(_PLACE, 0)), 0).astype(np.uint64)
_SHIFT: Final = 16 * _SUIT.astype(np.int64) + np.maximum(_PLACE, 0)
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
        twos = _total(deals, _TWOS.astype(np.int16))
        wilds = twos if max_wilds is None else np.minimum(twos, max_wilds)
        able = np.zeros(len(deals), bool)
        if which != "run":
            count = _total(deals, _COUNT)
            # the top bit of four is set by adding 5 to 3 or more, 6 to 2 or more
            able |= ((count + _bits(5)) & _bits(8)) != 0
            able |= (wilds >= 1) & (((count + _bits(6)) & _bits(8)) != 0)
        if which != "set":
            held = _over(np.bitwise_or, deals, _HELD)
            for suit in range(4):
                place = (held >> np.uint64(16 * suit) & np.uint64(0x7FF)).astype(np.intp)
                able |= _RUN_NEEDS[place] <= wilds
        return able

    return melds_now


def _meld(name: str, which: str, count: Callable[..., Fraction], max_wilds: int | None) -> Question:
    if max_wilds not in (None, 0, 1, 2):
        raise ValueError(f"max_wilds={max_wilds!r}: expected 0, 1, 2 or None (TA3)")
    return Question(name, _tranca(4, 1), _melding(which, max_wilds), partial(count, ELEVEN, max_wilds))


@_of_lesson(8)
def lavadeira(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 holds three of a rank; ``max_wilds`` 0 counts natural ones only."""
    name = "odds.experiment.lavadeira" if max_wilds == 0 else "odds.experiment.lavadeira_wild"
    return _meld(name, "set", melds.has_set, max_wilds)


@_of_lesson(8)
def run(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 holds a run in one suit."""
    name = "odds.experiment.run" if max_wilds == 0 else "odds.experiment.run_wild"
    return _meld(name, "run", melds.has_run, max_wilds)


@_of_lesson(8)
def meld(*, max_wilds: int | None = 0) -> Question:
    """Whether a hand of 11 can meld at once, either way."""
    name = "odds.experiment.meld" if max_wilds == 0 else "odds.experiment.meld_wild"
    return _meld(name, "either", melds.has_either, max_wilds)


# --- lesson 9: four of a suit -----------------------------------------------------------------------

_TRUMP_AT: Final = 7
"""Where in the stock of 20 the shown card lies; any place does (KA6)."""


def _kozel(seats: Sequence[int], seen: tuple[Card, ...] = (), own: int = 0) -> Cards:
    """Return deals of Kozel; ``seen`` are the ``own`` cards of one's hand, then the shown trump card."""
    places = tuple(4 * slot for slot in range(own))
    shown = (16 + _TRUMP_AT,) * (len(seen) - own)
    return Cards(
        (HAND,) * len(seats),
        seen,
        36,
        game="kozel",
        at=(*_slots(4, seats), *places, *shown),
        extra={"trump_at": _TRUMP_AT} if shown else {},
    )


@_of_lesson(9)
def four_of_suit(*, hands: int = 1, trump_seen: bool = False) -> Question:
    """Whether any of so many hands of Kozel holds four cards of one suit."""
    if not 1 <= hands <= 4:
        raise ValueError(f"hands={hands!r}: expected 1 to 4")

    def found(deals: Array) -> Array:
        any_hand = np.zeros(len(deals), bool)
        for hand in _hands(deals):
            # a bit for each suit held: one bit alone is one suit
            held = _over(np.bitwise_or, hand, _SUIT_BIT)
            any_hand |= held & (held - 1) == 0
        return any_hand

    return Question(
        "odds.experiment.four_of_suit_seen" if trump_seen else "odds.experiment.four_of_suit",
        _kozel(range(hands), (card("6h"),) if trump_seen else ()),
        found,
        partial(suits.four_of_a_suit, hands, trump_seen=trump_seen),
    )


@_of_lesson(9)
def no_trump(*, trump_seen: bool = False) -> Question:
    """Whether a hand of Kozel holds no heart, hearts being trump."""
    return Question(
        "odds.experiment.no_trump_seen" if trump_seen else "odds.experiment.no_trump",
        _kozel([0], (card("6h"),) if trump_seen else ()),
        lambda deals: ~_is_any(deals, _SUIT == Suit.HEARTS),
        partial(suits.no_trump, trump_seen=trump_seen),
    )


# --- lesson 10: lead one or two; how long is a match ------------------------------------------------


@_of_lesson(10)
def beaten(*, lead: str = "Js", hand: str = "9s Js Ac 7d", trump_card: str = "6h") -> Question:
    """Whether the next player's four unseen cards can beat a lead from one's hand."""
    led, own, shown = cards(lead), cards(hand), card(trump_card)
    if not led or not set(led) <= set(own):
        raise ValueError(f"lead={lead!r}: expected cards of the hand {hand!r}")
    trump = shown.suit
    masks = np.array(
        [sum(kozel.beats(c, other, trump) << at for at, other in enumerate(led)) for c in CARDS], np.uint8
    )

    def can_beat(deals: Array) -> Array:
        able = np.ones(len(deals), bool)
        # Hall's theorem: every choice of led cards finds at least as many that beat one of them
        for chosen in range(1, 1 << len(led)):
            able &= _total(deals, ((masks & chosen) != 0).astype(np.int8)) >= chosen.bit_count()
        return able

    return Question(
        "odds.experiment.beaten",
        _kozel([1], (*own, shown), len(own)),
        can_beat,
        partial(kozel.chance_beaten, led, kozel.unseen_by(own, shown), trump),
    )


@_of_lesson(10)
def toy_game() -> Question:
    """The defeat points of a team in a game of Kozel in which a coin decides each trick."""

    def defeat_points(deals: Array) -> Array:
        tricks = deals[:, 36:].astype(np.int16)
        won = np.zeros(len(deals), np.int16)
        for trick in range(kozel.TRICKS):
            won += _total(deals[:, 4 * trick : 4 * trick + 4], _POINTS) * tricks[:, trick]
        none = ~tricks.any(axis=1)
        return np.select([won >= 60, none, won > 30], [0, 6, 2], default=4).astype(np.int16)

    def spread() -> Distribution[int]:
        out: Distribution[int] = {}
        for (own, _), p in kozel.toy_game().items():
            out[own] = out.get(own, Fraction(0)) + p
        return dict(sorted(out.items()))

    return Question(
        "odds.experiment.toy_game",
        Cards((36,), (), 36, kozel.TRICKS, game="kozel", at=tuple(range(36))),
        defeat_points,
        partial(_mean_of, spread),
        spread,
    )


@_of_lesson(10)
def match_games(*, target: int = 12, eggs_double_next: bool = False) -> Question:
    """How many toy games a match takes until a team has ``target`` defeat points."""
    if not 1 <= target <= 100:
        raise ValueError(f"target={target!r}: expected 1 to 100")
    game = kozel.toy_game()
    outcomes = np.array(list(game), np.int16)
    # all but the eggs give 2 to somebody; 40 more games are eggs once in 10^60 matches
    most = 2 * ceil(target / 2) + 40

    def length(matches: Array) -> Array:
        totals = np.zeros((len(matches), 2), np.int16)
        games = np.zeros(len(matches), np.int16)
        times = np.ones(len(matches), np.int16)
        for played in range(matches.shape[1]):
            going = totals.max(axis=1) < target
            if not going.any():
                break
            games += going
            marks = outcomes[matches[:, played]]
            totals += marks * (times * going)[:, None]
            if eggs_double_next:
                times = np.where(marks.any(axis=1), 1, 2).astype(np.int16)
        return games

    def chain() -> Chain[kozel.Standing]:
        return kozel.match_chain(game, target=target, eggs_double_next=eggs_double_next)

    return Question(
        "odds.experiment.match_games",
        Draws(tuple(float(p) for p in game.values()), most),
        length,
        lambda: chain().rounds((0, 0, False)),
        lambda: chain().length((0, 0, False), most),
    )
