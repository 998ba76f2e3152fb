"""What a person at the table of Tranca is offered, and why something is refused.

An offer names the places to point at for it: ``hand:0:2`` is the third card of seat 0 as it is laid out,
``pile:0`` the pile. The same cards may be a new meld, join one or two others, or be discarded, so cards are
chosen first and a button says what becomes of them. Of two equal cards an offer names the first. An offer
also says where its cards would land: pointing there is the same as pressing the button.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Verdict
from cardkit.games.tranca import Tranca, TrancaObservation, TrancaState
from cardkit.games.tranca.melds import BLACK_3S, PLACE, WILD, is_meld, make, ordered
from cardkit.games.tranca.state import cards_in
from cardkit.scene.tranca.places import laid_out
from cardkit.scene.tranca.speech import Speech, rank_sign
from cardkit.words import tag

Offer = dict[str, Any]
MOST_RANKS: Final = 3
"""A narrow slot names so many ranks."""
_RULES = {
    "draw": "T20",
    "take": "T21",
    "meld": "T18",
    "add": "T8",
    "discard": "T19",
    "pass": "TA10",
    "stop": "TA16",
}


def offers(
    game: Tranca, seen: TrancaObservation, legal: Sequence[Action], names: Sequence[str], lang: str
) -> tuple[str, str, list[Offer]]:
    """Return what to ask the person, under which rule, and an offer for each legal action."""
    words = Speech(names, lang)
    prompt, rule = _prompt(seen, legal, words)
    return prompt, rule, [_offer(action, seen, words) for action in legal]


def _prompt(seen: TrancaObservation, legal: Sequence[Action], words: Speech) -> tuple[str, str]:
    if seen.phase == "over" or not legal:
        return (words.say("prompt.over") if seen.phase == "over" else ""), "T27"
    kinds = {action.kind for action in legal}
    if "pass" in kinds:
        return words.say("prompt.pass"), "TA10"
    if seen.phase == "play":
        return words.say("prompt.play" if kinds & {"meld", "add"} else "prompt.discard"), "T18"
    if "stop" in kinds:
        return words.say("prompt.dry"), "TA16"
    if "take" in kinds and seen.pile_top is not None:
        return words.say("prompt.draw_or_take", card=seen.pile_top), "T20"
    if seen.pile_top in BLACK_3S:
        return words.say("prompt.locked"), "T10"
    return words.say("prompt.draw"), "T20"


def _picks(seat: int, cards: Sequence[Card], hand: list[Card]) -> list[str]:
    out: list[str] = []
    for card in cards:
        at = hand.index(card)
        place = f"hand:{seat}:{at}"
        out.append(f"hand:{seat}:{at + 1}" if place in out else place)
    return out


def _offer(action: Action, seen: TrancaObservation, words: Speech) -> Offer:
    kind, cards, seat = action.kind, action.cards, action.seat
    params: dict[str, Any] = {"cards": tag(cards), "n": seen.pile_size - 1}
    key = kind
    if action.places:
        params["meld"] = words.meld(seen.melds[seat % 2][action.places[0][1]])
    if kind == "take" and seen.pile_top is not None:
        key = "take_onto" if action.places else "take_new"
        params["cards"] = tag((seen.pile_top, *cards))
    hint = ""
    if kind in ("draw", "discard", "take"):
        locks = kind == "discard" and cards[0] in BLACK_3S
        hint = words.say("hint.lock" if locks else f"hint.{kind}", n=params["n"])
    offer: Offer = {
        "id": str(action),
        "label": words.say(f"act.{key}", **params),
        "picks": _picks(seat, cards, laid_out(seen.hands[seat])),
        "style": "main" if kind in ("draw", "take", "meld", "add", "pass") else "plain",
        "hint": hint,
        "rule": _RULES[kind],
    }
    if kind == "take":
        offer["picks"].insert(0, "pile:0")
    elif kind == "draw":
        offer["picks"] = ["stock:0"]
    if offer["picks"] and kind != "draw":
        # the same cards may mean several things: a button says which, or the place they are brought to
        offer["confirm"] = True
        offer["land"] = _land(action, seen, words)
        if kind == "add" and all(card.rank == WILD for card in cards):
            # a 2 fits nearly everywhere: that is no news
            offer["land"]["quiet"] = True
    return offer


def _land(action: Action, seen: TrancaObservation, words: Speech) -> dict[str, Any]:
    """Return where an act's cards would lie: the pile, the side's panel, or beside one of its melds.

    ``cards`` are the first card of that meld in its zone and their number, ``side`` the end at which the
    cards come to lie, ``slide`` the wild that would leave its place to them.
    """
    if action.kind == "discard":
        return {"zone": "pile"}
    side = action.seat % 2
    melds, zone = seen.melds[side], f"melds:{side}"
    top = () if action.kind != "take" or seen.pile_top is None else (seen.pile_top,)
    laid = ordered((*action.cards, *top))
    if not action.places:
        kind = "run" if make(laid).is_run else "set"
        return {"zone": zone, "text": words.say(f"slot.new_{kind}")}
    at = action.places[0][1]
    first, meld = sum(len(earlier.cards) for earlier in melds[:at]), melds[at]
    ranks = list(dict.fromkeys(rank_sign(card.rank) for card in laid))
    old, new = meld.standing(), make((*meld.cards, *laid)).standing()
    below = _place(new[0][1]) < _place(old[0][1]) and _place(new[-1][1]) <= _place(old[-1][1])
    slide = None
    if meld.is_run:
        free = Counter(rank for card, rank in new if card.rank == WILD)
        for index, (card, rank) in enumerate(old):
            if card.rank == WILD and not free[rank]:
                slide = first + index
            elif card.rank == WILD:
                free[rank] -= 1
    key = "slides" if slide is not None else "fits"
    return {
        "zone": zone,
        "cards": [first, len(meld.cards)],
        "text": words.say(f"slot.{key}", ranks=", ".join(ranks), n=len(ranks)),
        "short": "\n".join(ranks if len(ranks) <= MOST_RANKS else [*ranks[: MOST_RANKS - 1], "…"]),
        "side": "start" if below else "end",
        "slide": slide,
    }


def _place(rank: int) -> int:
    """Return a rank's place in a run: the ace stands above the king."""
    return PLACE[CARDS[rank - 1]]


def tried(state: TrancaState, seat: int, picks: Sequence[Any]) -> Action | None:
    """Return the action that somebody who points at these places most likely means."""
    hand = laid_out(cards_in(state.hands[seat]))
    chosen: dict[int, Card] = {}
    piles = set()
    pointed: tuple[int, int] | None = None
    for pick in picks:
        zone, _, at = str(pick).rpartition(":")
        name, _, owner = zone.partition(":")
        if name == "hand" and owner == str(seat) and at.isascii() and at.isdecimal() and int(at) < len(hand):
            chosen[int(at)] = hand[int(at)]
        elif zone in ("pile", "stock"):
            piles.add(zone)
        elif name == "melds":
            pointed = _meld_at(state, owner, at)
    cards = ordered(chosen.values())
    if pointed is not None:
        side, number = pointed
        onto = ((seat if side == seat % 2 else side, number),)
        if "pile" in piles:
            return Action(seat, "take", cards, onto)
        return Action(seat, "add", cards, onto) if cards else None
    if "pile" in piles:
        fitting = [at for at, meld in enumerate(state.melds[seat % 2]) if _fits(meld.cards, state.pile[-1:])]
        places = ((seat, fitting[0]),) if fitting and not cards else ()
        return Action(seat, "take", cards, places)
    if "stock" in piles:
        return Action(seat, "draw")
    if not cards:
        return None
    if len(cards) == 1:
        return Action(seat, "discard", cards)
    for number, meld in enumerate(state.melds[seat % 2]):
        if _fits(meld.cards, cards):
            return Action(seat, "add", cards, ((seat, number),))
    return Action(seat, "meld", cards)


def _meld_at(state: TrancaState, side: str, at: str) -> tuple[int, int] | None:
    """Return the side and the number of the meld that holds a card of a zone of melds."""
    if side not in ("0", "1") or not (at.isascii() and at.isdecimal()):
        return None
    left = int(at)
    for number, meld in enumerate(state.melds[int(side)]):
        if left < len(meld.cards):
            return int(side), number
        left -= len(meld.cards)
    return None


def _fits(meld: Sequence[Card], cards: Sequence[Card]) -> bool:
    return bool(cards) and is_meld((*meld, *cards), None)


def refusal(
    game: Tranca, action: Action, verdict: Verdict, names: Sequence[str], lang: str
) -> dict[str, Any]:
    """Return why an action is refused, for the bubble beside the card or the pile it is about."""
    words = Speech(names, lang)
    card = verdict.params.get("card")
    if card not in action.cards:
        card = action.cards[-1] if action.cards else None
    at = {"take": "pile:0", "draw": "stock:0"}.get(action.kind, None if card is None else f"card:{card}")
    title = "title_locked" if verdict.reason == "pile_locked" else "title"
    text = words.reason(verdict.reason, verdict.params)
    odd = verdict.params.get("card")
    if action.kind == "meld" and odd in action.cards:
        at_odds = action.cards.index(odd)
        rest = action.cards[:at_odds] + action.cards[at_odds + 1 :]
        if is_meld(rest, game.options.max_wilds):
            text += " " + words.say("refused.rest_is_a_meld", card=odd)
    return {
        "at": at,
        "title": words.say(f"refused.{title}"),
        "text": text,
        "rule": verdict.rule,
        "anyway": None,
    }
