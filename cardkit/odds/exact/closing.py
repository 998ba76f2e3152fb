"""What closing is worth in 4 Cartas: the chance to be alone with the lowest hand, and the mark (C24–C28)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardkit.cards import Card, pack
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.score import closing, hand_points
from cardkit.odds.exact.four_cards import PartlyKnown, Pool, all_above, pool_of


class Closing(NamedTuple):
    """What closing comes to, the hands staying as they are.

    ``lowest``: the chance to be strictly lowest; ``mark``: the expected mark; ``points``: the own sum, or its
    mean where own cards are unseen.
    """

    lowest: Fraction
    mark: Fraction
    points: Fraction


def failed_mark(points: int, options: FourCardsOptions) -> int:
    """Return the mark of a closer with ``points`` who is not strictly lowest (C26–C28, CA2)."""
    return closing((points, points), 0, options)[0]


def expected_mark(points: int, lowest: Fraction, options: FourCardsOptions) -> Fraction:
    """Return points · P(lowest) + failed mark · (1 − P(lowest))."""
    return points * lowest + failed_mark(points, options) * (1 - lowest)


def close(
    own: Sequence[Card],
    options: FourCardsOptions,
    *,
    others: Sequence[PartlyKnown] | None = None,
    seen: Iterable[Card] = (),
) -> Closing:
    """Return what closing with a known hand comes to.

    ``others`` are the other hands as one knows them (by default all fresh: four unseen cards for each other
    player), ``seen`` what else one has seen, the pile say. ``ValueError`` for a number of others that is not
    the number of players less one.
    """
    hands = [PartlyKnown((), 4)] * (options.players - 1) if others is None else others
    if len(hands) != options.players - 1:
        raise ValueError(f"{len(hands)} other hands for {options.players} players")
    known = {*own, *seen, *(card for hand in hands for card in hand.known)}
    points = hand_points(own, options.eight_rule)
    if points is None:
        raise ValueError("close: the own hand holds an unknown card")
    lowest = all_above(points, hands, pool_of(set(pack(52)) - known), options.eight_rule)
    return Closing(lowest, expected_mark(points, lowest, options), Fraction(points))


def close_unsure(
    known: Sequence[Card], unseen: int, others: Sequence[PartlyKnown], pool: Pool, options: FourCardsOptions
) -> Closing:
    """Return what closing comes to when ``unseen`` own cards are not known either.

    First step: each kind of own cards in turn, weighted by its ways, with the rest of the pool for the
    others. Takes a joint count for each kind, so seconds for two unseen cards and several opponents.
    """
    lowest = mark = mean = Fraction(0)
    for card_points, rest, weight in _own_kinds(known, unseen, pool, options.eight_rule):
        alone = all_above(card_points, others, rest, options.eight_rule)
        lowest += weight * alone
        mark += weight * expected_mark(card_points, alone, options)
        mean += weight * card_points
    return Closing(lowest, mark, mean)


def _own_kinds(
    known: Sequence[Card], unseen: int, pool: Pool, eight_rule: str
) -> Iterable[tuple[int, Pool, Fraction]]:
    """Yield the points, the pool that is left, and the chance, of each kind of unseen own cards."""
    # (worth, 8s, all cards, pool, chance) of what is drawn one card at a time; kinds drawn in any order join
    kinds: dict[tuple[int, int, Pool], Fraction] = {(0, 0, pool): Fraction(1)}
    for _ in range(unseen):
        more: dict[tuple[int, int, Pool], Fraction] = {}
        for (worth, eights, left), weight in kinds.items():
            size = left.size
            for value, count in left.values:
                if count:
                    rest = Pool(tuple((v, c - (v == value)) for v, c in left.values), left.eights)
                    key = worth + value, eights, rest
                    more[key] = more.get(key, Fraction(0)) + weight * Fraction(count, size)
            if left.eights:
                key = worth, eights + 1, Pool(left.values, left.eights - 1)
                more[key] = more.get(key, Fraction(0)) + weight * Fraction(left.eights, size)
        kinds = more
    base = [card for card in known if card.rank != 8]
    held = len(known) - len(base)
    fixed = hand_points(base, eight_rule) or 0
    for (worth, eights, left), weight in kinds.items():
        total = held + eights
        counts = total and ((not base and eights == unseen) or (eight_rule == "pair" and total >= 2))
        yield fixed + worth - (5 * total if counts else 0), left, weight
