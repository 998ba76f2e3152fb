"""What cards and canastras are worth in Tranca, and how a deal is counted (T25–T30)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.engine import ScoreLine, ScoreSheet
from cardkit.games.tranca.melds import Meld
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import TrancaObservation, TrancaState, cards_in

BATIDA: Final = 100
CLEAN: Final = 200
DIRTY: Final = 100
RED_3: Final = 100
NO_MORTO: Final = -100

_BURACO: Final = tuple(
    15 if rank == 1 else 10 if rank == 2 or rank >= 8 else 5 for rank in (int(c.rank) for c in CARDS[:52])
)


def worth(card: Card, options: TrancaOptions) -> int | None:
    """Return what a card counts, laid or in hand (T30, TA1); ``None`` if that depends on its face.

    A red 3 that is laid counts by T26 instead.
    """
    if options.card_values == "all10":
        return 10
    return None if card == UNKNOWN else _BURACO[card % 52]


def value(cards: Collection[Card], options: TrancaOptions) -> int | None:
    """Return what cards count together, ``None`` if one of them is unseen and it matters."""
    if options.card_values == "all10":
        return 10 * len(cards)
    total = 0
    for card in cards:
        points = worth(card, options)
        if points is None:
            return None
        total += points
    return total


def bonus(meld: Meld, options: TrancaOptions) -> int:
    """Return what a meld counts as a canastra: 200 clean, 100 dirty, else 0 (T16, T30, TA2)."""
    if not meld.is_canastra(options.sets_make_canastra):
        return 0
    return CLEAN if meld.clean else DIRTY


def unused(position: TrancaState | TrancaObservation, seat: int) -> bool:
    """Whether a seat's morto is paid as if not taken (T29, TA21): an opponent ended before it was in use.

    While the deal goes on: whether that would be so if an opponent ended it now.
    """
    if not position.waiting >> seat & 1 or position.stopped:
        return False
    return position.ender is None or position.ender % 2 != seat % 2


def sheet(position: TrancaState | TrancaObservation, options: TrancaOptions) -> ScoreSheet:
    """Return every point of both sides, as if the deal ended now (T25–T30).

    Melds and their bonus have their place (side, number of the meld), hands theirs (seat, 0). Before the
    end nobody has the +100 of the batida, and a morto not in use yet is counted as unpaid (T29).
    """
    lines: list[ScoreLine] = []
    for side in (0, 1):
        lines += _laid(position, side, options)
        lines += _out(position, side)
        lines += _in_hand(position, side, options)
    totals: list[int | None] = [0, 0]
    for line in lines:
        so_far = totals[line.side]
        totals[line.side] = None if so_far is None or line.points is None else so_far + line.points
    return ScoreSheet(tuple(lines), tuple(totals))


def _laid(
    position: TrancaState | TrancaObservation, side: int, options: TrancaOptions
) -> Iterable[ScoreLine]:
    """Yield what lies on the table: melds, canastras (T27), red 3s (T26)."""
    sets = options.sets_make_canastra
    rule = "T30" if options.card_values == "all10" else "TA1"
    for at, meld in enumerate(position.melds[side]):
        place = (side, at)
        yield ScoreLine(side, value(meld.cards, options), rule, "laid", meld.cards, place)
        points = bonus(meld, options)
        if points:
            kind = "canastra_clean" if meld.clean else "canastra_dirty"
            yield ScoreLine(side, points, "T16" if meld.is_run else "TA2", kind, meld.cards, place)
        elif meld.is_canastra(True):
            yield ScoreLine(side, 0, "TA2", "set_no_canastra", meld.cards, place)
    with_canastra = any(meld.is_canastra(sets) for meld in position.melds[side])
    for card in position.red3s[side]:
        if with_canastra:
            yield ScoreLine(side, RED_3, "T26", "red3_with_canastra", (card,))
        else:
            yield ScoreLine(side, -RED_3, "T26", "red3_without_canastra", (card,))


def _out(position: TrancaState | TrancaObservation, side: int) -> Iterable[ScoreLine]:
    """Yield what the batida and the morto bring (T25, T28, T29, TA17, TA22)."""
    if position.ender is not None and position.ender % 2 == side:
        yield ScoreLine(side, BATIDA, "T28", "batida")
    left = position.mortos if isinstance(position.mortos, int) else len(position.mortos)
    if not position.taken[side]:
        if left:
            yield ScoreLine(side, NO_MORTO, "T25", "morto_not_taken")
        else:
            yield ScoreLine(side, NO_MORTO, "TA17", "morto_was_stock")
    elif any(unused(position, seat) for seat in range(side, len(position.hands), 2)):
        yield ScoreLine(side, NO_MORTO, "T29", "morto_unused")


def _in_hand(
    position: TrancaState | TrancaObservation, side: int, options: TrancaOptions
) -> Iterable[ScoreLine]:
    """Yield what is left in the hands of a side (T27), except a morto that is paid as not taken (TA21)."""
    for seat in range(side, len(position.hands), 2):
        hand = position.hands[seat]
        cards = cards_in(hand) if isinstance(hand, int) else hand
        if not cards:
            continue
        if unused(position, seat):
            yield ScoreLine(side, 0, "TA21", "morto_not_counted", cards, (seat, 0))
            continue
        points = value(cards, options)
        yield ScoreLine(side, None if points is None else -points, "T27", "hand", cards, (seat, 0))
