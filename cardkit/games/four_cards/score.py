"""What cards are worth in 4 Cartas and how a round is marked (C4–C8, C24–C28)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.cards import CARDS, RANKS, Card
from cardkit.engine import ScoreLine, ScoreSheet
from cardkit.games.four_cards.options import FourCardsOptions

EIGHT: Final = 8
RANK: Final = tuple(int(card.rank) for card in CARDS[:52])
"""The rank number of each card code."""
WORTH: Final = tuple(0 if rank == EIGHT else min(rank, 10) for rank in RANK)
"""Points of each card code; an 8 has none of its own, see `eight_points`."""
_RULE: Final = {"A": "C4", "8": "C6", "J": "C5", "Q": "C5", "K": "C5"}

Hand = Sequence[Card | None]


def eight_points(hand: Hand, eight_rule: str) -> int | None:
    """Return what each 8 of ``hand`` counts, ``None`` where an unseen card decides it (C6, CA1)."""
    held = [card for card in hand if card is not None]
    eights = sum(card >= 0 and RANK[card] == EIGHT for card in held)
    unseen = sum(card < 0 for card in held)
    if eight_rule == "pair" and eights >= 2:
        return -5
    others = len(held) - eights - unseen
    if others and (eight_rule == "pure" or not unseen):
        return 0
    return None if unseen else -5


def hand_points(hand: Hand, eight_rule: str) -> int | None:
    """Return the sum of a hand, ``None`` if an unseen card is in it.

    An empty hand is worth 0 (C28); empty slots (``None``) count nothing.
    """
    total = eights = others = 0
    for card in hand:
        if card is None:
            continue
        if card < 0:
            return None
        if RANK[card] == EIGHT:
            eights += 1
        else:
            others += 1
            total += WORTH[card]
    if eights and (not others or (eight_rule == "pair" and eights >= 2)):
        total -= 5 * eights
    return total


def card_lines(seat: int, hand: Hand, eight_rule: str) -> list[ScoreLine]:
    """Return a line for each card of a hand, unseen ones with ``None`` points (C4–C8)."""
    eight = eight_points(hand, eight_rule)
    lines = []
    for slot, card in enumerate(hand):
        if card is None:
            continue
        if card < 0:
            line = ScoreLine(seat, None, "CA24", "unseen", (card,), (seat, slot))
        elif RANK[card] == EIGHT:
            rule = "CA1" if eight_rule == "pair" else "C6"
            line = ScoreLine(seat, eight, rule, f"eight_{_word(eight)}", (card,), (seat, slot))
        else:
            rule = _RULE.get(RANKS[RANK[card] - 1], "C8")
            line = ScoreLine(seat, WORTH[card], rule, f"card_{rule}", (card,), (seat, slot))
        lines.append(line)
    return lines


def _word(eight: int | None) -> str:
    return "open" if eight is None else "minus" if eight else "zero"


def closing(sums: Sequence[int], closer: int, options: FourCardsOptions) -> tuple[int, str, str]:
    """Return the closer's mark, the rule that made it, and whether closing succeeded, as a word.

    The closer must be strictly lowest (C26, C27, CA3); a failed 0 is 1 (C28, CA5); a failed negative sum is
    doubled like any other unless the table plays ``failed_negative="one"`` (CA2).
    """
    own = sums[closer]
    if own < min(s for seat, s in enumerate(sums) if seat != closer):
        return own, "CA4", "close_lowest"
    if own == 0:
        return 1, "C28", "close_failed_zero"
    if own < 0 and options.failed_negative == "one":
        return 1, "CA2", "close_failed_one"
    return 2 * own, "C26" if own > 0 else "CA2", "close_failed_double"


def sheet(hands: Sequence[Hand], closer: int | None, options: FourCardsOptions) -> ScoreSheet:
    """Return every card's points and, once somebody has closed, what closing did.

    ``closer`` is ``None`` when nobody closed or the round was stopped, where all score plainly (CA21).
    """
    lines: list[ScoreLine] = []
    for seat, hand in enumerate(hands):
        lines += card_lines(seat, hand, options.eight_rule)
    totals, close = marks(hands, closer, options)
    if close is not None:
        lines.append(close)
    return ScoreSheet(tuple(lines), totals)


def marks(
    hands: Sequence[Hand], closer: int | None, options: FourCardsOptions
) -> tuple[tuple[int | None, ...], ScoreLine | None]:
    """Return the total of each seat and the line that says what closing did, if somebody has closed."""
    sums = [hand_points(hand, options.eight_rule) for hand in hands]
    if closer is None:
        return tuple(sums), None
    known = [s for s in sums if s is not None]
    if len(known) < len(sums):
        sums[closer] = None
        return tuple(sums), ScoreLine(closer, None, "C26", "close_open")
    mark, rule, reason = closing(known, closer, options)
    sums[closer] = mark
    return tuple(sums), ScoreLine(closer, mark - known[closer], rule, reason)
