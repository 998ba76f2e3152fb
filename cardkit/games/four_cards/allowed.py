"""What is allowed in 4 Cartas: the list of legal actions, and why each action is or is not.

`legal_actions` and `check` stand side by side because they must agree: an action is in the list exactly
when its verdict is ok. Both look only at what the seat itself may know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from cardkit.cards import RANKS, Card
from cardkit.engine import Action, Place, Verdict
from cardkit.games.four_cards.actions import MOST_MATCHED, naming_own, of_power
from cardkit.games.four_cards.options import FourCardsOptions
from cardkit.games.four_cards.score import RANK
from cardkit.games.four_cards.state import FourCardsState

POWER_RULE: Final = {13: "C10", 11: "C11", 12: "C12"}
"""The clause of each rank that acts when discarded."""
OWN_SLOTS: Final = {"look": (0, 2), "swap": (1, 1), "match": (1, MOST_MATCHED)}
"""Actions that name own slots, and how many of them."""
BARE: Final = frozenset({"draw", "take", "throw", "done", "pass", "close", "stop"})
"""Actions that name nothing."""
Kinds = tuple[str, ...]
NOTHING: Final[Kinds] = ()
DRAW: Final[Kinds] = ("draw",)
TAKE: Final[Kinds] = ("take",)
STOP: Final[Kinds] = ("stop",)
CLOSE: Final[Kinds] = ("close",)
THROW: Final[Kinds] = ("throw",)
PASS: Final[Kinds] = ("pass",)


# --- conditions -------------------------------------------------------------------------------


def drawable(options: FourCardsOptions, state: FourCardsState) -> bool:
    """Whether a stock card can be had, by a reshuffle of the pile under its top if need be (CA21)."""
    return bool(state.stock) or (options.stock_out == "reshuffle" and len(state.pile) > 1)


def may_take(options: FourCardsOptions, state: FourCardsState, seat: int) -> bool:
    """Whether the table card can be taken: under ``must_swap`` only by who has a place for it (CA9)."""
    return options.table_draw == "free" or state.hands[seat].full > 0


def may_throw(options: FourCardsOptions, state: FourCardsState) -> bool:
    """Whether the drawn card may be thrown straight away (C20, CA11)."""
    drawn = state.drawn
    return drawn is not None and (drawn.source == "stock" or options.table_draw == "free")


def may_close_late(options: FourCardsOptions, state: FourCardsState, seat: int) -> bool:
    """Whether a seat that has just ended its turn may still close (CA6 ``after_discard``)."""
    return (
        options.close_timing == "after_discard"
        and state.phase == "draw"
        and state.closer is None
        and state.turns > 0
        and seat == state.discarder
    )


def targets(options: FourCardsOptions, state: FourCardsState) -> tuple[int, ...]:
    """Return the slots looks and swaps may point at, a bit mask a seat; a frozen closer has none (CA8)."""
    full = tuple([hand.full for hand in state.hands])
    if options.freeze_closer and state.closer is not None:
        return (*full[: state.closer], 0, *full[state.closer + 1 :])
    return full


# --- the list ---------------------------------------------------------------------------------


def legal_actions(options: FourCardsOptions, state: FourCardsState, seat: int) -> tuple[Action, ...]:
    """Return all that ``seat`` may do now, sorted.

    A match with a card the seat has not seen is among them, since only the table can tell (CA18); a match
    with a card it knows to differ is a foul and is not.
    """
    phase = state.phase
    on_turn = seat == state.turn
    if phase == "draw":
        return claims(options, state, seat, _turn_starts(options, state, seat) if on_turn else NOTHING)
    if phase == "last":
        return claims(options, state, seat, PASS if on_turn else NOTHING)
    if phase == "look":
        if state.looked >> seat & 1:
            return ()
        return naming_own(seat, "look", state.hands[seat].full, 0, 2)
    if not on_turn:
        return ()
    if phase == "discard":
        throw = THROW if may_throw(options, state) else NOTHING
        return naming_own(seat, "swap", state.hands[seat].full, 1, 1, throw)
    if phase == "power":
        assert state.power is not None
        looks, swap, peeked = state.power
        return of_power(seat, targets(options, state), looks > 0, peeked, swap)
    return ()


def claims(
    options: FourCardsOptions, state: FourCardsState, seat: int, others: Kinds = NOTHING
) -> tuple[Action, ...]:
    """Return what a seat may do beside the turn: match (C17, C18, CA13), or close late (CA6).

    ``others`` are kinds of actions that stand in the same list.
    """
    may_match = 0
    if state.window and not state.passed >> seat & 1:
        may_match = state.hands[seat].may_match(seat, RANK[state.pile[-1]])
    if may_close_late(options, state, seat):
        others += CLOSE
    return naming_own(seat, "match", may_match, 1, MOST_MATCHED, others)


def _turn_starts(options: FourCardsOptions, state: FourCardsState, seat: int) -> Kinds:
    """Return the ways to begin a turn: draw, take the table card, close, or stop when all is drawn."""
    can_draw = bool(state.stock) or drawable(options, state)
    if options.stock_out == "end_round" and not can_draw:
        return STOP
    kinds = DRAW if can_draw else STOP
    if may_take(options, state, seat):
        kinds += TAKE
    if state.closer is None and options.close_timing == "instead_of_turn":
        kinds += CLOSE
    return kinds


# --- why or why not ---------------------------------------------------------------------------


def check(options: FourCardsOptions, state: FourCardsState, action: Action) -> Verdict:
    """Say whether an action is allowed now, and by which rule; ``ValueError`` if it is no action at all."""
    seat, kind, _, places = action
    if problem := malformed(action, options.players):
        raise ValueError(problem)
    for owner, slot in places:
        cards = state.hands[owner].cards
        if slot >= len(cards):
            raise ValueError(f"no slot {slot + 1} at seat {owner}")
        if cards[slot] is None:
            return Verdict(False, "CA19", "empty_slot", {"seat": owner, "slot": slot + 1})
    if state.phase == "over":
        return Verdict(False, "C25", "round_over")
    return _CHECKS[kind](options, state, seat, places)


@lru_cache(maxsize=8192)
def malformed(action: Action, players: int) -> str:
    """Return what is wrong with the form of an action, ``""`` if nothing is."""
    seat, kind, cards, places = action
    if not 0 <= seat < players:
        return f"no seat {seat}: expected 0 to {players - 1}"
    if kind not in _CHECKS:
        return f"no action {kind!r} in 4 Cartas: expected one of {', '.join(sorted(_CHECKS))}"
    if cards:
        return f"{kind!r} names slots, not cards"
    for owner, slot in places:
        if not 0 <= owner < players or slot < 0:
            return f"no slot {slot + 1} at seat {owner}"
    if any(a >= b for a, b in pairwise(places)):
        return f"{kind!r} names each slot once, in rising order"
    least, most = OWN_SLOTS.get(kind, (0, 0) if kind in BARE else (1, 1) if kind == "peek" else (2, 2))
    if not least <= len(places) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        return f"{kind!r} names {wanted} slots, not {len(places)}"
    if kind in OWN_SLOTS and any(owner != seat for owner, _ in places):
        return f"{kind!r} names own slots only"
    return ""


def _look(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if state.phase != "look" or state.looked >> seat & 1:
        return _foul("CA24", "looks_over", seat)
    return _MAY_LOOK


def _match(options: FourCardsOptions, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> Verdict:
    if not state.window:
        return _foul("CA16", "no_window", seat)
    if state.passed >> seat & 1:
        return Verdict(False, "CA16", "has_passed", {"seat": seat})
    rank = RANK[state.pile[-1]]
    allowed = state.hands[seat].may_match(seat, rank)
    for _, slot in places:
        if not allowed >> slot & 1:
            return _foul("CA18", "known_to_differ", seat, slot=slot + 1, rank=rank_letter(state.pile[-1]))
    return _MAY_MATCH_SEVERAL if len(places) > 1 else _MAY_MATCH


def _close(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if state.closer is not None:
        return _foul("CA28", "already_closed", seat, closer=state.closer)
    if options.close_timing == "after_discard":
        if may_close_late(options, state, seat):
            return Verdict(True, "CA6", "may_close")
        return _foul("CA6", "close_after_discard", seat)
    return _start(options, state, seat, "close") or Verdict(True, "C24", "may_close")


def _draw(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if refused := _start(options, state, seat, "draw"):
        return refused
    if not drawable(options, state):
        return Verdict(False, "CA21", "nothing_to_draw", {"seat": seat})
    return _MAY_DRAW


def _take(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if refused := _start(options, state, seat, "take"):
        return refused
    if not may_take(options, state, seat):
        return Verdict(False, "CA9", "no_place_for_it", {"seat": seat})
    return _MAY_TAKE


def _stop(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if seat != state.turn:
        return _foul("C30", "not_your_turn", seat, turn=state.turn)
    if state.phase != "draw" or drawable(options, state):
        return Verdict(False, "CA21", "not_dry", {"seat": seat})
    return Verdict(True, "CA21", "may_stop")


def _start(options: FourCardsOptions, state: FourCardsState, seat: int, kind: str) -> Verdict | None:
    """Return why a turn cannot begin so, ``None`` if it can."""
    if seat != state.turn:
        return _foul("C30", "not_your_turn", seat, turn=state.turn)
    if state.phase != "draw":
        return _foul("C30", f"not_in_{state.phase}", seat)
    if options.stock_out == "end_round" and not drawable(options, state):
        return Verdict(False, "CA21", "must_stop", {"seat": seat})
    return None


def _throw(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if refused := _turn_in(state, seat, "discard", "nothing_drawn"):
        return refused
    if not may_throw(options, state):
        return _foul("CA11", "must_swap", seat)
    return _MAY_THROW


def _swap(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    return _turn_in(state, seat, "discard", "nothing_drawn") or _MAY_SWAP


def _turn_in(state: FourCardsState, seat: int, phase: str, otherwise: str) -> Verdict | None:
    """Return the foul of acting out of turn or out of phase, ``None`` if it is neither (C30)."""
    if seat != state.turn:
        return _foul("C30", "not_your_turn", seat, turn=state.turn)
    if state.phase != phase:
        return _foul("C30", otherwise, seat)
    return None


def _done(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if seat != state.turn or state.phase != "power":
        return Verdict(False, "CA22", "no_power", {"seat": seat})
    return _MAY_END_POWER


def _peek(options: FourCardsOptions, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> Verdict:
    if refused := _turn_in(state, seat, "power", "no_right_to_look"):
        return refused
    top, power = state.pile[-1], state.power
    assert power is not None
    rule = POWER_RULE[RANK[top]]
    if not power.looks:
        return _foul(rule, "no_look_left", seat, rank=rank_letter(top))
    if options.freeze_closer and places[0][0] == state.closer:
        return Verdict(False, "CA8", "closer_frozen", {"seat": state.closer})
    if places[0] in power.peeked:
        return Verdict(False, "CA22", "look_elsewhere", {"seat": seat})
    return _MAY_PEEK[rule]


def _trade(options: FourCardsOptions, state: FourCardsState, seat: int, places: tuple[Place, ...]) -> Verdict:
    if refused := _turn_in(state, seat, "power", "no_right_to_swap"):
        return refused
    top, power = state.pile[-1], state.power
    assert power is not None
    rule = POWER_RULE[RANK[top]]
    if not power.swap:
        return _foul(rule, "no_swap", seat, rank=rank_letter(top))
    (first, _), (second, slot) = places
    if first == second:
        return Verdict(False, "CA22", "same_player", {"seat": first, "slot": slot + 1})
    if options.freeze_closer and state.closer in (first, second):
        return Verdict(False, "CA8", "closer_frozen", {"seat": state.closer})
    return _MAY_TRADE[rule]


def _pass(options: FourCardsOptions, state: FourCardsState, seat: int, places: Any) -> Verdict:
    if state.phase != "last" or seat != state.turn:
        return Verdict(False, "CA16", "nobody_asks", {"seat": seat})
    return _MAY_PASS


def rank_letter(card: Card) -> str:
    """Return the letter of a card's rank."""
    return RANKS[RANK[card] - 1]


def _foul(rule: str, reason: str, seat: int, **params: Any) -> Verdict:
    return Verdict(False, rule, reason, {"seat": seat, **params}, penalty=True)


_MAY_LOOK: Final = Verdict(True, "C16", "may_look")
_MAY_MATCH: Final = Verdict(True, "C17", "may_match")
_MAY_MATCH_SEVERAL: Final = Verdict(True, "C18", "may_match")
_MAY_DRAW: Final = Verdict(True, "C19", "may_draw")
_MAY_TAKE: Final = Verdict(True, "C19", "may_take")
_MAY_THROW: Final = Verdict(True, "C20", "may_throw")
_MAY_SWAP: Final = Verdict(True, "C23", "may_swap")
_MAY_END_POWER: Final = Verdict(True, "CA22", "may_end_power")
_MAY_PEEK: Final = {rule: Verdict(True, rule, "may_peek") for rule in POWER_RULE.values()}
_MAY_TRADE: Final = {rule: Verdict(True, rule, "may_trade") for rule in POWER_RULE.values()}
_MAY_PASS: Final = Verdict(True, "CA16", "may_pass")

_CHECKS: Final[dict[str, Callable[..., Verdict]]] = {
    "look": _look,
    "match": _match,
    "draw": _draw,
    "take": _take,
    "throw": _throw,
    "swap": _swap,
    "peek": _peek,
    "trade": _trade,
    "done": _done,
    "close": _close,
    "pass": _pass,
    "stop": _stop,
}
