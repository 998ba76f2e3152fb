"""Which moments of a deal are worth a step of their own, and how steps fall into turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.games.tranca import Tranca
from cardkit.games.tranca.state import changed
from cardkit.record import Node
from cardkit.scene.frames import Beat, Turn
from cardkit.words import say

STARTS: Final = frozenset({"draw", "take", "stop"})
"""Actions that begin a turn."""


def beats(game: Tranca, node: Node) -> list[Beat]:
    """Return the moments of one action: what it did and, if it ended the deal, the hands shown and counted.

    The first moment tells the red 3s that were dealt.
    """
    if node.parent is None:
        return [Beat(node, node.state, game.opening(node.state))]
    ends = next((at for at, event in enumerate(node.events) if event.kind == "reveal"), None)
    if ends is None:
        return [Beat(node, node.state, node.events)]
    # nobody has shown a hand yet
    closed = changed(node.state, phase="ended")
    return [Beat(node, closed, node.events[:ends]), Beat(node, node.state, node.events[ends:])]


def turns(moments: Sequence[Beat], names: Sequence[str], lang: str) -> list[Turn]:
    """Return the stretches of a deal: the cards dealt, each turn, the count."""
    starts: list[tuple[str, str, int]] = []
    for index, beat in enumerate(moments):
        action = beat.node.action
        if action is None:
            starts.append((say("tranca.deal_short", lang), say("tranca.deal_name", lang), index))
        elif beat.state.phase == "over":
            starts.append((say("tranca.end_short", lang), say("tranca.end_name", lang), index))
        elif action.kind in STARTS:
            name = names[action.seat]
            starts.append((name[:1], say("tranca.turn_of", lang, seat=name), index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]
