"""Which moments of a game are worth a step of their own, and how steps fall into tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cardkit.engine import Event
from cardkit.games.kozel import Kozel, KozelState, Play, Trace
from cardkit.record import Node
from cardkit.scene.frames import Beat, Turn
from cardkit.words import say

_STEP_OF: Final = {
    "lead": "play",
    "beat": "play",
    "throw": "play",
    "take": "take",
    "draw": "draw",
    "molodka": "claim",
    "ask": "claim",
    "pass": "claim",
    "precede": "claim",
    "return": "back",
    "lead_four": "four",
    "count": "count",
    "series": "series",
    "goats_with_eggs": "series",
}
"""Events that are told together; those of a finished game follow the count."""


def beats(game: Kozel, node: Node) -> list[Beat]:
    """Return the moments of one action: the play, the trick taken, all that is drawn, the count.

    A molodka is told as the claim, the cards going back, and the lead of the four.
    """
    if not node.events:
        return [Beat(node, node.state, ())]
    groups: list[tuple[str, list[Event]]] = []
    for event in node.events:
        step = _STEP_OF.get(event.kind, "count")
        # whoever is preceded takes the four back before the table cards go (KA9)
        if event.kind == "return" and event.rule == "KA9":
            step = "claim"
        if not groups or groups[-1][0] != step:
            groups.append((step, []))
        groups[-1][1].append(event)
    out = []
    for number, (step, events) in enumerate(groups):
        last = number == len(groups) - 1
        state = node.state if last else _between(node, step, events)
        out.append(Beat(node, state, tuple(events)))
    return out


def _between(node: Node, step: str, events: Sequence[Event]) -> KozelState:
    """Return the position as it looks in the middle of an action."""
    assert node.parent is not None
    before: KozelState = node.parent.state
    after: KozelState = node.state
    if step == "play":
        (event,) = events
        assert event.seat is not None
        hands = list(before.hands)
        hands[event.seat] = tuple(card for card in hands[event.seat] if card not in event.cards)
        play = Play(event.seat, event.kind, event.cards)
        return before._replace(
            turn=None,
            hands=tuple(hands),
            trick=(*before.trick, play),
            # after a throw-off nothing is known for sure in that hand any more (KA18)
            traces=tuple(
                trace
                for trace in before.traces
                if (trace.seat != event.seat if event.kind == "throw" else trace.card not in event.cards)
            ),
        )
    if step == "take":
        return _before_drawing(before, after)
    if step in ("claim", "back"):
        return _claimed(before, after, step == "back")
    return after


def _before_drawing(before: KozelState, after: KozelState) -> KozelState:
    """Return the position once the trick is taken and nobody has drawn: the last player's cards are gone."""
    trick = after.tricks[-1]
    played = {card for play in trick.plays for card in play.cards}
    return after._replace(
        turn=None,
        phase="lead",
        hands=tuple(tuple(card for card in hand if card not in played) for hand in before.hands),
        stock=before.stock,
        # a card drawn in public is not in its hand yet
        traces=tuple(trace for trace in after.traces if trace.since < len(after.tricks)),
    )


def _claimed(before: KozelState, after: KozelState, returned: bool) -> KozelState:
    """Return the position while the four of `after` is shown and not led yet, table cards back or not."""
    seat, four = after.leader, after.trick[0].cards
    shown = tuple(Trace(seat, card, len(after.tricks)) for card in four)
    if not returned:
        kept = tuple(trace for trace in before.traces if trace.card not in four)
        return before._replace(turn=None, claimant=seat, traces=(*kept, *shown))
    hands = list(after.hands)
    hands[seat] = four
    return after._replace(
        turn=None,
        phase="lead",
        hands=tuple(hands),
        trick=(),
        claimant=seat,
        traces=(*after.traces, *shown),
    )


def turns(moments: Sequence[Beat], names: Sequence[str], lang: str) -> list[Turn]:
    """Return the stretches of a game: the deal, each trick with what is drawn after it, the count."""
    starts: list[tuple[str, str, int]] = []
    for index, beat in enumerate(moments):
        if beat.node.parent is None:
            here = say("kozel.deal_short", lang), say("kozel.deal_name", lang)
        elif beat.state.phase == "over":
            here = say("kozel.end_short", lang), say("kozel.end_name", lang)
        else:
            number = len(beat.node.parent.state.tricks) + 1
            here = str(number), say("kozel.trick_name", lang, number=number)
        if not starts or starts[-1][:2] != here:
            starts.append((*here, index))
    ends = [start for _, _, start in starts[1:]] + [len(moments)]
    return [
        Turn(label, name, start, end - start) for (label, name, start), end in zip(starts, ends, strict=True)
    ]
