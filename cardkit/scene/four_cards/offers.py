"""What a person at the table of 4 Cartas is offered, and why something is refused.

An offer names the places to point at for it (``hand:0:2`` is the third slot of seat 0, ``stock:0`` the
stock).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.engine import Action, Place, Verdict
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.games.four_cards.allowed import rank_letter
from cardkit.scene.four_cards.speech import Speech

Offer = dict[str, Any]
_PILES = {"draw": "stock:0", "take": "pile:0", "throw": "pile:0"}
"""Where one points for an action without slots: the drawn card is thrown by pointing at the pile."""
_RULES = {"look": "C16", "draw": "C19", "discard": "C20", "last": "CA16", "over": "C25"}
_MAIN = frozenset({"draw", "pass", "done"})


def offers(
    game: FourCards, seen: FourCardsObservation, legal: Sequence[Action], names: Sequence[str], lang: str
) -> tuple[str, str, list[Offer]]:
    """Return what to ask the person, under which rule, and an offer for each legal action."""
    words = Speech(names, lang)
    prompt, rule = _prompt(game, seen, legal, words)
    return prompt, rule, [_offer(action, seen, words) for action in legal]


def wait_offer(name: str, lang: str) -> Offer:
    """Return the offer to let the others go on without a claim."""
    words = Speech((), lang)
    return {
        "id": name,
        "label": words.say("act.wait"),
        "picks": [],
        "style": "main",
        "hint": words.say("hint.wait"),
        "rule": "CA16",
    }


def _prompt(
    game: FourCards, seen: FourCardsObservation, legal: Sequence[Action], words: Speech
) -> tuple[str, str]:
    if seen.phase == "over" or not legal:
        return (words.say("prompt.over") if seen.phase == "over" else ""), _RULES["over"]
    if seen.phase == "look":
        return words.say("prompt.look"), _RULES["look"]
    if seen.power is not None:
        letter = rank_letter(seen.pile[-1])
        key = f"prompt.power_{letter}" if any(a.kind == "peek" for a in legal) else "prompt.power_swap"
        return words.say(key), "CA22"
    if seen.phase == "discard" and seen.drawn is not None:
        key = "prompt.discard" if any(a.kind == "throw" for a in legal) else "prompt.must_swap"
        return words.say(key, card=seen.drawn.card), _RULES["discard"]
    top = seen.pile[-1]
    if seen.phase == "last":
        return words.say("prompt.last", card=top), _RULES["last"]
    kinds = {action.kind for action in legal}
    if kinds <= {"match", "close"}:
        if kinds == {"close"}:
            return words.say("prompt.close"), "CA6"
        return words.say("prompt.match", card=top, rank=words.a_rank(rank_letter(top))), "C17"
    if "stop" in kinds:
        return words.say("prompt.dry"), "CA21"
    draw = "draw_or_close" if "close" in kinds else "draw"
    return words.say(f"prompt.{draw}" if "take" in kinds else f"prompt.{draw}_no_take"), _RULES["draw"]


def _offer(action: Action, seen: FourCardsObservation, words: Speech) -> Offer:
    kind, places = action.kind, action.places
    slots = ", ".join(str(slot + 1) for _, slot in places)
    params: dict[str, Any] = {"slots": slots, "slot": slots}
    key = kind
    if kind == "look":
        key = ("look_none", "look_one", "look")[len(places)]
    elif kind == "match":
        key = "match_one" if len(places) == 1 else "match"
    elif kind == "take":
        params["card"] = seen.pile[-1]
    elif kind == "throw" and seen.drawn is not None:
        params["card"] = seen.drawn.card
    elif kind in ("peek", "trade"):
        named = [words.where(action.seat, (p, s), seen.hands[p][s]) for p, s in places]
        params.update(place=named[0], one=named[0], other=named[-1])
    picks = [f"hand:{owner}:{slot}" for owner, slot in places]
    if kind in _PILES:
        picks = [_PILES[kind]]
    hints = ("draw", "take", "throw", "swap", "close", "match", "done")
    return {
        "id": str(action),
        "label": words.say(f"act.{key}", **params),
        "picks": picks,
        "style": "warn" if kind == "close" else "main" if kind in _MAIN else "plain",
        "hint": words.say(f"hint.{kind}") if kind in hints else "",
        "rule": _rule(kind),
    }


def _rule(kind: str) -> str:
    return {
        "look": "C16",
        "draw": "C19",
        "take": "C19",
        "throw": "C20",
        "swap": "C23",
        "peek": "CA22",
        "trade": "CA22",
        "done": "CA22",
        "match": "C17",
        "close": "C24",
        "pass": "CA16",
        "stop": "CA21",
    }[kind]


def tried(state: FourCardsState, seat: int, picks: Sequence[Any]) -> Action | None:
    """Return the action that somebody who points at these places most likely means."""
    places: list[Place] = []
    for pick in picks:
        zone, _, at = str(pick).rpartition(":")
        name, _, owner = zone.partition(":")
        if name == "hand" and owner.isdecimal() and at.isdecimal():
            places.append((int(owner), int(at)))
        elif name == "stock":
            return Action(seat, "draw")
        elif name == "pile":
            return Action(seat, "throw" if state.phase == "discard" else "take")
    if not places:
        return None
    chosen = tuple(sorted(set(places)))
    if len(chosen) == 2 and (state.phase == "power" or any(owner != seat for owner, _ in chosen)):
        return Action(seat, "trade", (), chosen)
    if any(owner != seat for owner, _ in chosen) or state.phase == "power":
        return Action(seat, "peek", (), chosen[:1])
    if state.phase == "look":
        return Action(seat, "look", (), chosen)
    return Action(seat, "swap" if state.phase == "discard" else "match", (), chosen)


def refusal(
    game: FourCards, action: Action, verdict: Verdict, names: Sequence[str], lang: str
) -> dict[str, Any]:
    """Return why an action is refused, for the bubble beside the card, and what doing it anyway costs."""
    words = Speech(names, lang)
    text = words.reason(verdict.reason, verdict.params)
    costs = verdict.penalty and game.options.errors == "penalise"
    last = action.places[-1] if action.places else None
    return {
        "at": f"hand:{last[0]}:{last[1]}" if last else _PILES.get(action.kind),
        "title": words.say("refused.title_slot", slot=last[1] + 1) if last else words.say("refused.title"),
        "text": f"{text} {words.say('refused.costs')}" if costs else text,
        "rule": verdict.rule,
        "anyway": {"id": str(action), "label": words.say("act.anyway")} if costs else None,
    }
