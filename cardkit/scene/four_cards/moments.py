"""Which moments of a round are worth a step of their own, and how steps fall into turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.engine import Event
from cardkit.games.four_cards import FourCards, FourCardsState
from cardkit.games.four_cards.state import changed
from cardkit.record import Node
from cardkit.scene.frames import Beat, Turn
from cardkit.words import say

STARTS: Final = frozenset({"draw", "take", "close", "stop"})
"""Actions that begin a turn."""
OWN_STEP: Final = frozenset({"penalty", "waived", "reveal"})
"""Events that begin a step of their own."""
ENDS_STEP: Final = frozenset({"penalty", "waived"})
"""Events that end theirs: what else a claim brings is another step."""


def beats(game: FourCards, node: Node) -> list[Beat]:
    """Return the moments of one action: what it did, then what it cost, then what the hands show."""
    if not node.events:
        return [Beat(node, node.state, ())]
    assert node.parent is not None
    groups: list[list[Event]] = []
    for event in node.events:
        if not groups or event.kind in OWN_STEP or groups[-1][-1].kind in ENDS_STEP:
            groups.append([])
        groups[-1].append(event)
    out = []
    state = node.parent.state
    for group in groups[:-1]:
        for event in group:
            state = _after(state, event)
        out.append(Beat(node, state, tuple(group)))
    return [*out, Beat(node, node.state, tuple(groups[-1]))]


def _after(state: FourCardsState, event: Event) -> FourCardsState:
    """Return the position as it looks in the middle of an action, when one more thing has happened.

    The order of a new stock is left open: no picture shows it.
    """
    seat, kind = event.seat, event.kind
    if kind == "reshuffle":
        return changed(state, stock=state.pile[:-1], pile=state.pile[-1:])
    if kind not in ("match", "mismatch", "penalty") or seat is None:
        return state
    hand, slot = state.hands[seat], event.places[0][1]
    if kind == "match":
        state = changed(state, pile=(*state.pile, *event.cards))
        hand = hand.empty(slot)
    elif kind == "mismatch":
        hand = hand.tell((1 << len(state.hands)) - 1, slot)
    else:
        state = changed(state, stock=tuple(card for card in state.stock if card not in event.cards))
        hand = hand.add(event.cards[0])
    return changed(state, hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]))


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
            starts.append((name[:1], say("four_cards.turn_of", lang, seat=name), index))
        elif action.kind == "pass" and starts[-1][0] != last:
            starts.append((last, say("four_cards.last_window", lang), index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]
