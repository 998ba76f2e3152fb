"""Why an action of Tranca is allowed or not, in this game's own terms.

`check` agrees with the list in `actions`: an action is in it exactly when its verdict is ok. Where a small
thing would make a refused act legal, its verdict's ``params`` name it (the cards that are missing, how
many to keep back, how short the canastra is).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Place, Verdict
from cardkit.games.tranca.actions import PASS, legal_actions
from cardkit.games.tranca.conditions import (
    drawable,
    fits,
    has_canastra,
    may_get_morto,
    may_take_anything,
    none_can_wait,
    refused_left,
    short_of_canastra,
)
from cardkit.games.tranca.melds import (
    BLACK_3S,
    RANK,
    RED_3S,
    WILD,
    Cards,
    Meld,
    Problem,
    build,
    joined,
    ordered,
    problem,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import TrancaState, without


def check(options: TrancaOptions, state: TrancaState, action: Action) -> Verdict:
    """Say whether an action is allowed now, and by which rule; ``ValueError`` if it is no action at all."""
    seat, kind, cards, places = action
    if wrong := malformed(action, options.players):
        raise ValueError(wrong)
    for owner, at in places:
        if at >= len(state.melds[owner % 2]):
            raise ValueError(f"{kind!r}: the side of seat {owner} has no meld {at + 1}")
    if state.phase == "over":
        return Verdict(False, "T24", "deal_over")
    if seat != state.turn:
        return Verdict(False, "T17", "not_your_turn", {"turn": state.turn})
    return _CHECKS[kind](options, state, seat, cards, places)


_NAMES: Final = {
    # cards at least and at most, places at least and at most
    "draw": (0, 0, 0, 0),
    "take": (0, 104, 0, 1),
    "meld": (1, 104, 0, 0),
    "add": (1, 104, 1, 1),
    "discard": (1, 1, 0, 0),
    "pass": (0, 0, 0, 0),
    "stop": (0, 0, 0, 0),
}

_BARE: Final = {"draw": 0, "discard": 1, "pass": 0, "stop": 0}
"""How many cards those actions name that name no meld."""
_FACES: Final = frozenset(CARDS[:52])


def malformed(action: Action, players: int) -> str:
    """Return what is wrong with the form of an action, ``""`` if nothing is."""
    seat, kind, cards, places = action
    bare = _BARE.get(kind) == len(cards) and _FACES.issuperset(cards)
    if bare and not places and 0 <= seat < players:
        # the common case
        return ""
    if not 0 <= seat < players:
        return f"no seat {seat}: expected 0 to {players - 1}"
    if kind not in _NAMES:
        return f"no action {kind!r} in Tranca: expected one of {', '.join(sorted(_NAMES))}"
    least, most, places_least, places_most = _NAMES[kind]
    if not least <= len(cards) <= most:
        return f"{kind!r} names {'one card' if most == 1 else 'cards' if most else 'no card'}"
    if not places_least <= len(places) <= places_most:
        return f"{kind!r} names {'one meld' if places_most else 'no meld'}"
    if not _FACES.issuperset(cards):
        return f"{kind!r} names cards by their faces, codes 0 to 51"
    if len(cards) > 1:
        if cards != (order := ordered(cards)):
            return f"{kind!r} names cards in the order {' '.join(map(str, order))}"
        if max(map(cards.count, cards)) > 2:
            return f"{kind!r}: there are two of each card"
    for owner, at in places:
        if not 0 <= owner < players or at < 0:
            return f"no meld {at + 1} at seat {owner}"
        if owner != seat and owner % 2 == seat % 2:
            return f"{kind!r} names a meld of the own side by its number alone"
    return ""


def _draw(options: TrancaOptions, state: TrancaState, seat: int, *_: Any) -> Verdict:
    if state.phase != "draw":
        return _ALREADY_DRAWN
    return (
        _MAY_DRAW
        if drawable(options, state.stock, state.mortos)
        else Verdict(False, "TA16", "nothing_to_draw")
    )


def _take(
    options: TrancaOptions, state: TrancaState, seat: int, cards: Cards, places: tuple[Place, ...]
) -> Verdict:
    if state.phase != "draw":
        return _ALREADY_DRAWN
    if not state.pile:
        return Verdict(False, "TA12", "pile_empty")
    top = state.pile[-1]
    if top in BLACK_3S:
        return Verdict(False, "T10", "pile_locked", {"card": top})
    if not may_take_anything(options, state):
        return Verdict(False, "TA16", "only_stop")
    if refused := _not_at_hand(state, seat, cards, places):
        return refused
    size = len(state.pile)
    melds = state.melds[seat % 2]
    left = state.hands[seat].bit_count() - len(cards) + size - 1
    if places:
        onto: Meld | None = melds[places[0][1]]
        assert onto is not None
        if options.pile_fit == "direct" and (refused := _direct(options, state, seat, onto, cards)):
            return refused
    else:
        onto = None
        if len(cards) < 2:
            reason = "needs_two_from_hand" if cards else "top_must_be_used"
            return Verdict(False, "T21", reason, {"card": top, "missing": 2 - len(cards)})
    return _laying(options, state, seat, onto, (*cards, top), places, top, left, _MAY_TAKE)


def _direct(
    options: TrancaOptions, state: TrancaState, seat: int, onto: Meld, cards: Cards
) -> Verdict | None:
    """Return why the top of the pile does not fit a meld by itself (TA13)."""
    hand, top = state.hands[seat], state.pile[-1]
    if not fits(options, onto, top):
        wrong = problem((*onto.cards, top), options.max_wilds)
        assert wrong is not None
        # say it in TA13's words where a card of the hand would bridge the gap
        missing = wrong[2].get("missing", ()) if wrong[1] == "gap" else ()
        bridged = bool(missing) and all(hand >> card & 1 for card in missing)
        if bridged or (cards and joined(onto, (*cards, top), options.max_wilds)):
            params = {"card": top, "with": missing or cards}
            return Verdict(False, "TA13", "fits_only_with_hand_card", params)
        return _not_a_meld(wrong)
    if cards and not (len(state.pile) == 1 and len(cards) == hand.bit_count()):
        return Verdict(False, "TA13", "add_after_taking", {"card": top})
    return None


def _meld(
    options: TrancaOptions, state: TrancaState, seat: int, cards: Cards, places: tuple[Place, ...]
) -> Verdict:
    """Say whether cards may be laid, as a new meld (T18) or onto one (T8)."""
    if state.phase != "play":
        return Verdict(False, "T18", "draw_first")
    if refused := _not_at_hand(state, seat, cards, places):
        return refused
    melds = state.melds[seat % 2]
    onto = melds[places[0][1]] if places else None
    left = state.hands[seat].bit_count() - len(cards)
    plain = _MAY_ADD if places else _MAY_MELD
    return _laying(options, state, seat, onto, cards, places, None, left, plain)


def _laying(
    options: TrancaOptions,
    state: TrancaState,
    seat: int,
    onto: Meld | None,
    laid: Cards,
    places: tuple[Place, ...],
    top: Card | None,
    left: int,
    plain: Verdict,
) -> Verdict:
    """Say whether ``laid``, the pile's ``top`` among it, may be a meld or join one and leave ``left``."""
    most = options.max_wilds
    base = onto.cards if onto else ()
    if not (joined(onto, laid, most) if onto else build(laid, most)):
        return _not_a_meld(problem((*base, *laid), most)) or plain
    if most != 1 and (refused := _wilds_wait(options, base, laid, top, left)):
        return refused
    if left < 2:
        side = seat % 2
        lying = state.melds[side].laid(ordered(laid), places)
        if refused := refused_left(options, state, side, left, lying):
            return refused
        if not left:
            return _GOES_OUT_DIRECT if may_get_morto(state.mortos, state.taken[side]) else _ENDS_DEAL
    return plain


def _not_at_hand(state: TrancaState, seat: int, cards: Cards, places: tuple[Place, ...]) -> Verdict | None:
    """Return why cards cannot go where they should: not in hand, or onto the opponents' meld (TA23)."""
    if places and places[0][0] != seat:
        return Verdict(False, "TA23", "opponents_meld", {"meld": places[0][1] + 1})
    hand = state.hands[seat]
    for card in cards:
        if not hand >> card & 1:
            return Verdict(False, "T18", "not_in_hand", {"card": card})
        hand = without(hand, card)
    return None


def _not_a_meld(wrong: Problem | None) -> Verdict | None:
    return Verdict(False, *wrong) if wrong else None


def _wilds_wait(
    options: TrancaOptions, base: Cards, laid: Cards, top: Card | None, left: int
) -> Verdict | None:
    """Return a refusal for laying several wilds at once where they could be laid one after the other."""
    wilds = sum(RANK[card] == WILD for card in laid)
    if wilds < 2 or not left or none_can_wait(options, base, laid, top):
        return None
    return Verdict(False, "TA3", "one_wild_at_a_time", {"wilds": wilds})


def _discard(
    options: TrancaOptions, state: TrancaState, seat: int, cards: Cards, places: tuple[Place, ...]
) -> Verdict:
    if state.phase != "play":
        return Verdict(False, "T18", "draw_first")
    (card,) = cards
    if card in RED_3S:
        return Verdict(False, "TA11", "red_three_stays", {"card": card})
    if refused := _not_at_hand(state, seat, cards, places):
        return refused
    side = seat % 2
    if state.hands[seat].bit_count() == 1:
        if may_get_morto(state.mortos, state.taken[side]):
            return _GOES_OUT_INDIRECT
        if not has_canastra(options, state.melds[side]):
            short = short_of_canastra(options, state.melds[side])
            params = {"card": card, "short": short, "requires": options.batida_requires}
            return Verdict(False, "TA19", "last_card_stays", params)
        return _ENDS_DEAL
    return Verdict(True, "T10", "may_lock", {"card": card}) if card in BLACK_3S else _MAY_DISCARD


def _pass(options: TrancaOptions, state: TrancaState, seat: int, *_: Any) -> Verdict:
    if state.phase != "play":
        return Verdict(False, "T18", "draw_first")
    if legal_actions(options, state, seat) == PASS[seat]:
        return Verdict(True, "TA10", "may_pass")
    return Verdict(False, "TA10", "can_still_act")


def _stop(options: TrancaOptions, state: TrancaState, seat: int, *_: Any) -> Verdict:
    if state.phase != "draw" or drawable(options, state.stock, state.mortos):
        return Verdict(False, "TA16", "not_dry")
    return Verdict(True, "TA16", "may_stop")


_ALREADY_DRAWN: Final = Verdict(False, "T20", "already_drawn")
_MAY_DRAW: Final = Verdict(True, "T20", "may_draw")
_MAY_TAKE: Final = Verdict(True, "T21", "may_take")
_MAY_MELD: Final = Verdict(True, "T18", "may_meld")
_MAY_ADD: Final = Verdict(True, "T8", "may_add")
_MAY_DISCARD: Final = Verdict(True, "T19", "may_discard")
_GOES_OUT_DIRECT: Final = Verdict(True, "T14", "goes_out_direct")
_GOES_OUT_INDIRECT: Final = Verdict(True, "T15", "goes_out_indirect")
_ENDS_DEAL: Final = Verdict(True, "T24", "ends_deal")

_CHECKS: Final[dict[str, Callable[..., Verdict]]] = {
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "add": _meld,
    "discard": _discard,
    "pass": _pass,
    "stop": _stop,
}
