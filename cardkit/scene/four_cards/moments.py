"""Which moments of a round are worth a step of their own, and how steps fall into turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.cards import Card
from cardkit.engine import Event, Place
from cardkit.games.four_cards import FourCards, FourCardsState
from cardkit.games.four_cards.state import Hand, changed
from cardkit.record import Node
from cardkit.scene.frames import Beat, Turn
from cardkit.words import say

STARTS: Final = frozenset({"draw", "take", "close", "stop"})
"""Actions that begin a turn."""
OWN_STEP: Final = frozenset({"penalty", "waived", "reveal"})
"""Events that begin a step of their own."""


def beats(game: FourCards, node: Node) -> list[Beat]:
    """Return the moments of one action: what it did, then what it cost, then what the hands show."""
    if not node.events:
        return [Beat(node, node.state, ())]
    assert node.parent is not None
    groups: list[list[Event]] = []
    for event in node.events:
        if not groups or (event.kind in OWN_STEP and event.kind != groups[-1][-1].kind):
            groups.append([])
        groups[-1].append(event)
    out = []
    state = node.state
    for group in reversed(groups):
        out.append(Beat(node, state, tuple(group)))
        if group[0].kind == "reveal":
            state = _before_reveal(node.parent.state, state)
        elif group[0].kind == "penalty":
            state = _before_penalty(state, [event.places[0] for event in group if event.places])
    return out[::-1]


def _before_penalty(state: FourCardsState, places: Sequence[Place]) -> FourCardsState:
    """Return the position with penalty cards not dealt yet."""
    hands = list(state.hands)
    back: tuple[Card, ...] = ()
    for seat, slot in places:
        card = hands[seat].cards[slot]
        back += () if card is None else (card,)
    for seat in {seat for seat, _ in places}:
        first = min(slot for owner, slot in places if owner == seat)
        hands[seat] = Hand(hands[seat].cards[:first], hands[seat].knowers[:first])
    return changed(state, hands=tuple(hands), stock=back + state.stock)


def _before_reveal(before: FourCardsState, state: FourCardsState) -> FourCardsState:
    """Return the finished position with the hands still face down."""
    hands = []
    for old, new in zip(before.hands, state.hands, strict=True):
        known = [seen if new.cards[slot] == old.cards[slot] else 0 for slot, seen in enumerate(old.knowers)]
        known += [0] * (len(new.cards) - len(known))
        hands.append(Hand(new.cards, tuple(known)))
    return changed(state, hands=tuple(hands), phase="last")


def turns(moments: Sequence[Beat], names: Sequence[str], lang: str) -> list[Turn]:
    """Return the stretches of a round: the deal with the first looks, each turn, the last window."""
    last = say("four_cards.last_short", lang)
    starts: list[tuple[str, str, int]] = []
    for index, beat in enumerate(moments):
        action, parent = beat.node.action, beat.node.parent
        if action is None or parent is None:
            deal = say("four_cards.deal_short", lang), say("four_cards.deal_and_looks", lang)
            starts.append((*deal, index))
        elif beat.node.foul or moments[index - 1].node is beat.node:
            continue
        elif action.kind in STARTS and parent.state.turn == action.seat:
            name = names[action.seat]
            starts.append((name[0], say("four_cards.turn_of", lang, seat=name), index))
        elif action.kind == "pass" and starts[-1][0] != last:
            starts.append((last, say("four_cards.last_window", lang), index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]
