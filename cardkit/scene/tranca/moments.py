"""Which moments of a deal are worth a step of their own, and how steps fall into turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.engine import Event
from cardkit.games.tranca import Tranca, TrancaState
from cardkit.games.tranca.state import changed, having, put, without
from cardkit.record import Node
from cardkit.scene.frames import Beat, Turn
from cardkit.words import say

STARTS: Final = frozenset({"draw", "take", "stop"})
"""Actions that begin a turn."""
OWN_STEP: Final = frozenset({"red3", "morto", "morto_stock", "open_morto", "reveal"})
"""Events that begin a step of their own: what follows by itself from what was done."""
ENDS_STEP: Final = frozenset({"morto_stock"})
"""Events that end theirs: the card that had to be drawn is another step."""


def beats(game: Tranca, node: Node) -> list[Beat]:
    """Return the moments of one action: what was done, then each thing that followed from it by itself.

    Red 3s are laid one by one, each with the card that replaces it; a morto is picked up, opened, or made the
    stock; at the end hands are shown and counted. The deal itself is told before the red 3s that were dealt.
    """
    opening = node.parent is None
    groups: list[list[Event]] = [[]] if opening else []
    for event in game.opening(node.state) if opening else node.events:
        if not groups or event.kind in OWN_STEP or (groups[-1] and groups[-1][-1].kind in ENDS_STEP):
            groups.append([])
        groups[-1].append(event)
    out: list[Beat] = []
    state: TrancaState = node.state
    for events in reversed(groups):
        out.append(Beat(node, state, tuple(events)))
        for event in reversed(events):
            state = _before(state, event)
    return out[::-1]


def _before(state: TrancaState, event: Event) -> TrancaState:
    """Return the position before something happened by itself, as it looked then.

    The order of a morto that lay face down is left open: no picture shows it.
    """
    kind, seat, cards = event.kind, event.seat, event.cards
    if kind == "morto_stock":
        return changed(state, stock=(), mortos=(state.stock, *state.mortos))
    if kind == "reveal":
        # nobody has shown a hand yet
        return changed(state, phase="ended")
    if seat is None:
        return state
    hand, side = state.hands[seat], seat % 2
    if kind in ("draw", "replace"):
        hands = put(state.hands, seat, without(hand, cards[0]))
        return changed(state, hands=hands, stock=(*cards, *state.stock))
    if kind == "red3":
        hands = put(state.hands, seat, having(hand, cards[0]))
        return changed(state, hands=hands, red3s=put(state.red3s, side, state.red3s[side][:-1]))
    if kind == "open_morto":
        return changed(state, waiting=state.waiting | 1 << seat)
    if kind == "morto":
        state = changed(
            state,
            hands=put(state.hands, seat, 0),
            mortos=(cards, *state.mortos),
            taken=put(state.taken, side, False),
            waiting=state.waiting & ~(1 << seat),
        )
        if event.params["how"] == "indirect":
            # the turn passes once the morto is there
            return changed(state, turn=seat, phase="play", turns=state.turns - 1)
    return state


def turns(moments: Sequence[Beat], names: Sequence[str], lang: str) -> list[Turn]:
    """Return the stretches of a deal: the cards dealt, each turn, the count.

    The turn of a player who may use a morto at last begins with that.
    """
    starts: list[tuple[str, str, int]] = []
    for index, beat in enumerate(moments):
        node, events = beat.node, beat.events
        if node.action is None or node.parent is None:
            if not starts:
                starts.append((say("tranca.deal_short", lang), say("tranca.deal_name", lang), index))
        elif beat.state.phase == "over":
            starts.append((say("tranca.end_short", lang), say("tranca.end_name", lang), index))
        else:
            opened = any(event.kind == "open_morto" for event in node.parent.events)
            seat = node.action.seat if node.action.kind in STARTS and events[0] is node.events[0] else None
            if events[0].kind == "open_morto":
                seat = events[0].seat
            elif opened:
                seat = None
            if seat is not None:
                name = names[seat]
                starts.append((name[:1], say("tranca.turn_of", lang, seat=name), index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]
