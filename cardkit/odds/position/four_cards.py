"""Odds of a position of 4 Cartas, from what one seat knows: face-down cards, and closing now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.engine import Place
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsOptions
from cardkit.games.four_cards.score import RANK, WORTH
from cardkit.odds.exact.closing import Closing, close, close_unsure, failed_mark
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.exact.four_cards import PartlyKnown, pool_of
from cardkit.odds.numbers import Line, Share


class CardOdds(NamedTuple):
    """What a face-down card may be: the chance of each rank and of each number of points (an 8 as 0)."""

    ranks: Distribution[int]
    points: Distribution[int]
    mean: Fraction
    lines: tuple[Line, ...]


class CloseOdds(NamedTuple):
    """What closing now comes to as the hands lie: chance to be strictly lowest, expected mark and own sum.

    ``error`` is the standard error of the mark where it was dealt out instead of counted, 0 where it is
    exact.
    """

    lowest: Fraction
    mark: Fraction
    points: Fraction
    error: float
    lines: tuple[Line, ...]


def unseen(observation: FourCardsObservation) -> tuple[Card, ...]:
    """Return the cards that lie where the seat does not know them."""
    seen = {card for hand in observation.hands for card in hand}
    seen.update(observation.pile)
    if observation.drawn is not None:
        seen.add(observation.drawn.card)
    return tuple(card for card in CARDS[:52] if card not in seen)


def card(observation: FourCardsObservation, place: Place | None = None) -> CardOdds:
    """Return what a face-down card may be; ``place`` ``None`` is the next card of the stock.

    ``ValueError`` for a place that is empty or whose card the seat knows.
    """
    source = unseen(observation)
    if place is None:
        source = next_cards(observation)
    else:
        seat, slot = place
        hand = observation.hands[seat]
        if slot >= len(hand) or hand[slot] != UNKNOWN:
            raise ValueError(f"no unseen card in slot {slot + 1} of seat {seat}")
    if not source:
        raise ValueError("no card is left to be drawn")
    n = len(source)
    ranks = {r: Fraction(k, n) for r, k in sorted(Counter(RANK[c] for c in source).items())}
    points = {v: Fraction(k, n) for v, k in sorted(Counter(WORTH[c] for c in source).items())}
    total = sum(WORTH[c] for c in source)
    line = Line("odds.line.card", {"n": n, "total": total, "mean": Fraction(total, n)})
    return CardOdds(ranks, points, Fraction(total, n), (line,))


def next_cards(observation: FourCardsObservation) -> tuple[Card, ...]:
    """Return what the next stock card may be: with the stock used up, the pile under its top (CA21)."""
    return unseen(observation) if observation.stock_size else observation.pile[:-1]


MOST_SECONDS: Final = 0.5
"""What counting exactly may take by a rough guess; beyond that, closing is dealt out instead."""
DEALS: Final = 1 << 17


def closing(game: FourCards, observation: FourCardsObservation, *, exact: bool | None = None) -> CloseOdds:
    """Return what closing now comes to for the seat that looks (C26–C28), all hands staying as they are.

    With all own cards known it is counted. With unseen own cards counting takes long against several hands:
    then the position is dealt out many times with a fixed seed (needs numpy), unless ``exact`` is given.
    """
    seat = seat_of(observation)
    own, others = _partly(observation, seat)
    source = unseen(observation)
    if exact is None:
        exact = _seconds(own, others) <= MOST_SECONDS
    error = 0.0
    if not exact:
        found, error = _dealt_out(own, others, source, game.options)
    elif own.unseen:
        found = close_unsure(own.known, own.unseen, others, pool_of(source), game.options)
    else:
        found = close(own.known, game.options, others=others, seen=_gone(source, own, others))
    lines = [
        Line("odds.line.lowest", {"chance": Share(found.lowest), "n": len(others)}),
    ]
    if own.unseen:
        lines.append(Line("odds.line.close_unsure", {"points": found.points, "mark": found.mark}))
    else:
        points = int(found.points)
        lines.append(
            Line(
                "odds.line.close_mark",
                {
                    "points": Fraction(points),
                    "chance": Share(found.lowest),
                    "failed": Fraction(failed_mark(points, game.options)),
                    "rest": Share(1 - found.lowest),
                    "mark": found.mark,
                },
            )
        )
    if error:
        lines.append(Line("odds.line.dealt_out", {"deals": DEALS, "error": error}))
    return CloseOdds(found.lowest, found.mark, found.points, error, tuple(lines))


def seat_of(observation: FourCardsObservation) -> int:
    """Return the seat that looks; ``ValueError`` for an onlooker."""
    if observation.seat is None:
        raise ValueError("an onlooker has no hand: expected the observation of a seat")
    return observation.seat


def _partly(observation: FourCardsObservation, seat: int) -> tuple[PartlyKnown, list[PartlyKnown]]:
    """Return the own hand and the others as the seat knows them."""
    hands = []
    for hand in observation.hands:
        known = tuple(c for c in hand if c is not None and c != UNKNOWN)
        hands.append(PartlyKnown(known, sum(c == UNKNOWN for c in hand)))
    return hands[seat], hands[:seat] + hands[seat + 1 :]


def _gone(source: Iterable[Card], own: PartlyKnown, others: Iterable[PartlyKnown]) -> set[Card]:
    return set(CARDS[:52]) - set(source) - set(own.known) - {c for hand in others for c in hand.known}


def _seconds(own: PartlyKnown, others: list[PartlyKnown]) -> float:
    """Guess how long an exact count takes: one joint count for each sum the own cards may come to."""
    hands = sum(hand.unseen > 0 for hand in others)
    sums = [sum(WORTH[c] for c in own.known)]
    for _ in range(own.unseen):
        sums = [total + value for total in sums for value in range(11)]
    return sum(_joint_seconds(hands, total) for total in sums)


def _joint_seconds(hands: int, limit: int) -> float:
    """Return about how long a joint count takes, as measured: more hands and higher sums take longer."""
    if hands <= 2:
        return (0.0, 0.0005, 0.01)[hands]
    steps = ((4, 0.003), (8, 0.02), (10, 0.04 if hands == 3 else 0.5), (12, 0.06 if hands == 3 else 5.0))
    return next((seconds for most, seconds in steps if limit <= most), 0.3 if hands == 3 else 60.0)


def _dealt_out(
    own: PartlyKnown, others: list[PartlyKnown], source: tuple[Card, ...], options: FourCardsOptions
) -> tuple[Closing, float]:
    """Return what closing comes to by dealing the unseen cards out, and the standard error of the mark."""
    from cardkit.odds.worlds import close_counts

    counts = close_counts((own, *others), source, options, DEALS)
    n = sum(counts.values())
    lowest = mark = points = squares = 0
    for (total, alone), times in counts.items():
        value = total if alone else failed_mark(total, options)
        lowest += times * alone
        points += times * total
        mark += times * value
        squares += times * value * value
    spread = (squares - mark * mark / n) / (n - 1)
    return Closing(Fraction(lowest, n), Fraction(mark, n), Fraction(points, n)), (spread / n) ** 0.5
