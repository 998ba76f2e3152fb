"""What a person at the table of Kozel is offered, and why something is refused.

An offer names the places to point at for it: ``hand:0:2`` is the third card of seat 0 as it is laid out. The
same cards may beat or be thrown off, so cards are chosen first and a button says what becomes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cards import Card
from cardkit.engine import Action, Verdict
from cardkit.games.kozel import Kozel, KozelObservation, KozelState
from cardkit.games.kozel.beating import SUIT, suit_letter
from cardkit.games.kozel.state import winning
from cardkit.scene.kozel.columns import laid_out
from cardkit.scene.kozel.speech import Speech
from cardkit.words import tag

Offer = dict[str, Any]
_RULES = {"lead": "K5", "beat": "K7", "throw": "K8", "molodka": "K12", "pass": "KA10"}
_GAPS = ("below", "needs_higher_trump", "suits_differ")
"""Reasons that name two cards, of which one does not beat the other."""


def offers(
    game: Kozel, seen: KozelObservation, legal: Sequence[Action], names: Sequence[str], lang: str
) -> tuple[str, str, list[Offer]]:
    """Return what to ask the person, under which rule, and an offer for each legal action.

    For cards that may be thrown off only, beating is offered all the same, as something that cannot be done:
    choosing it asks why.
    """
    words = Speech(names, lang)
    prompt, rule = _prompt(seen, legal, words)
    acts = [_offer(action, seen, words) for action in legal]
    beat = {frozenset(action.cards) for action in legal if action.kind == "beat"}
    acts += [
        {
            "id": str(action._replace(kind="beat")),
            "label": words.say("act.beat_not"),
            "picks": _picks(action.seat, action.cards, seen),
            "style": "off",
            "hint": words.say("hint.beat_not"),
            "rule": "K7",
        }
        for action in legal
        if action.kind == "throw" and frozenset(action.cards) not in beat
    ]
    return prompt, rule, acts


def wait_offer(name: str, lang: str) -> Offer:
    """Return the offer to let the others go on without a molodka."""
    words = Speech((), lang)
    return {
        "id": name,
        "label": words.say("act.wait"),
        "picks": [],
        "style": "plain",
        "hint": words.say("hint.wait"),
        "rule": "KA8",
    }


def _prompt(seen: KozelObservation, legal: Sequence[Action], words: Speech) -> tuple[str, str]:
    if seen.phase == "over" or not legal:
        return (words.say("prompt.over") if seen.phase == "over" else ""), "K18"
    seat = legal[0].seat
    four = next((action.cards for action in legal if action.kind == "molodka"), ())
    suit = words.suit(suit_letter(SUIT[four[0]])) if four else ""
    if seen.phase == "asked" and seen.claimant is not None:
        return words.say("prompt.asked", seat=words.names[seen.claimant], suit=suit), "KA10"
    if seat != seen.turn:
        return words.say("prompt.claim", suit=suit), "K12"
    if seen.phase == "lead":
        return words.say("prompt.lead"), "K5"
    over = winning(seen.trick).cards
    if four:
        return words.say("prompt.answer_or_claim", cards=over, n=len(over), suit=suit), "K12"
    return words.say("prompt.answer", cards=over, n=len(over)), "K6"


def _picks(seat: int, cards: Sequence[Card], seen: KozelObservation) -> list[str]:
    hand = laid_out(seen.hands[seat], seen.trump)
    return [f"hand:{seat}:{hand.index(card)}" for card in cards]


def _offer(action: Action, seen: KozelObservation, words: Speech) -> Offer:
    kind, cards = action.kind, action.cards
    params: dict[str, Any] = {"cards": tag(cards), "n": len(cards)}
    if kind == "molodka":
        params["suit"] = words.suit(suit_letter(SUIT[cards[0]]))
    if kind == "beat":
        params["over"] = winning(seen.trick).cards
    offer: Offer = {
        "id": str(action),
        "label": words.say(f"act.{kind}", **params),
        "picks": _picks(action.seat, cards, seen) if kind in ("lead", "beat", "throw") else [],
        "style": "main" if kind in ("lead", "beat", "molodka") else "plain",
        "hint": words.say(f"hint.{kind}", n=len(cards)),
        "rule": _RULES[kind],
    }
    if offer["picks"]:
        # the same cards may mean several things: a button says which
        offer["confirm"] = True
    return offer


def tried(state: KozelState, seat: int, picks: Sequence[Any]) -> Action | None:
    """Return the action that somebody who points at these places most likely means."""
    hand = laid_out(state.hands[seat], state.trump)
    chosen: list[Card] = []
    for pick in picks:
        zone, _, at = str(pick).rpartition(":")
        name, _, owner = zone.partition(":")
        if name == "hand" and owner == str(seat) and at.isascii() and at.isdecimal() and int(at) < len(hand):
            chosen.append(hand[int(at)])
    if not chosen:
        return None
    return Action(seat, "lead" if state.phase == "lead" else "beat", tuple(dict.fromkeys(chosen)))


def refusal(game: Kozel, action: Action, verdict: Verdict, names: Sequence[str], lang: str) -> dict[str, Any]:
    """Return why an action is refused, for the bubble beside the card it is about."""
    words = Speech(names, lang)
    params = words.named(verdict.params)
    card = verdict.params.get("card", action.cards[-1] if action.cards else None)
    title = "title_gap" if verdict.reason in _GAPS else "title"
    text = words.reason(verdict.reason, verdict.params)
    beaten = verdict.params.get("beaten")
    if beaten:
        text += " " + words.say("refused.beaten", beaten=beaten, n=verdict.params["n"])
    return {
        "at": None if card is None else f"card:{card}",
        "title": words.say(f"refused.{title}", **params),
        "text": text,
        "rule": verdict.rule,
        "anyway": None,
    }
