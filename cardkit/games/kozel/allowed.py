"""What is allowed in Kozel: the list of legal actions, and why each action is or is not.

`legal_actions` and `check` stand side by side because they must agree: an action is in the list exactly
when its verdict is ok. Both look only at what the seat itself may know: its hand and the table.
"""

from __future__ import annotations

from itertools import chain, combinations, groupby
from typing import Any, Final

from cardkit.cards import Card
from cardkit.engine import Action, Actions, Verdict, new
from cardkit.games.kozel.beating import BEATERS, PACK, SUIT, beating, gap, is_four, suit_letter
from cardkit.games.kozel.options import KozelOptions
from cardkit.games.kozel.state import HAND_SIZE, SEATS, Hand, KozelState, winning

KINDS: Final = ("beat", "lead", "molodka", "pass", "throw")
CLAIMABLE: Final = ("lead", "answer")
"""The phases in which a trick can be broken into (KA8)."""
NOTHING: Final = Actions()
_PLAYS: Final = frozenset({"beat", "lead", "throw"})
_PACK: Final = frozenset(PACK)


# --- the list ---------------------------------------------------------------------------------


def legal_actions(options: KozelOptions, state: KozelState, seat: int) -> Actions:
    """Return all that ``seat`` may do now, sorted; cards are named in rising order of their code."""
    phase = state.phase
    if seat != state.turn:
        return claims(options, state, seat)
    hand = tuple(sorted(state.hands[seat]))
    if phase == "lead":
        return leads(seat, hand)
    if phase == "answer":
        last = winning(state.trick).cards
        return answers(seat, hand, last, state.trump, may_claim(options, state, seat))
    return fours(seat, hand, True)


def claims(options: KozelOptions, state: KozelState, seat: int) -> Actions:
    """Return the out-of-turn lead a seat may make, if it has one (K12, KA8)."""
    if state.phase not in CLAIMABLE or not may_claim(options, state, seat):
        return NOTHING
    return fours(seat, tuple(sorted(state.hands[seat])), False)


def may_claim(options: KozelOptions, state: KozelState, seat: int) -> bool:
    """Whether a seat holds a molodka and may still lead it out of turn (K12, KA8, KA9)."""
    return (
        options.molodka
        and not state.settled
        and is_four(state.hands[seat])
        # the leader does not claim but leads
        and not (state.phase == "lead" and seat == state.leader)
    )


def holds_right(hand: Hand) -> bool:
    """Whether a seat nearer the leader than a claimant is to be asked (KA10).

    ``hand`` is a four, and the seat has not played to the trick: who has played has fewer than four cards.
    """
    return is_four(hand)


# Hands hardly ever come again, and many thousands of kept objects make every garbage collection slow: kept
# are only the leads of one suit and the answers of one card, which do come again.


class _Leads(dict[tuple[Card, ...], tuple[Action, ...]]):
    """The leads of a seat by its cards of one suit, sorted; made when first asked for."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self._seat = seat

    def __missing__(self, held: tuple[Card, ...]) -> tuple[Action, ...]:
        """Make the leads of one to all of the cards."""
        some = chain.from_iterable(combinations(held, size + 1) for size in range(len(held)))
        found = self[held] = tuple([Action(self._seat, "lead", chosen) for chosen in sorted(some)])
        return found


def _of_one_card(kind: str) -> tuple[dict[Card, Action], ...]:
    return tuple({card: Action(seat, kind, (card,)) for card in PACK} for seat in range(SEATS))


_LEADS: Final = tuple(_Leads(seat) for seat in range(SEATS))
_BEAT, _THROW = _of_one_card("beat"), _of_one_card("throw")
_PASS: Final = tuple(Action(seat, "pass") for seat in range(SEATS))


def leads(seat: int, hand: Hand) -> Actions:
    """Return the leads from a sorted hand: one to all of it, of one suit (K5, KA5)."""
    known = _LEADS[seat]
    found: tuple[Action, ...] = ()
    for _, held in groupby(hand, SUIT.__getitem__):
        found += known[tuple(held)]
    return Actions.joined(found)


def fours(seat: int, hand: Hand, asked: bool) -> Actions:
    """Return the lead of four of a suit out of turn (K12); who is asked may also decline (KA10)."""
    claim = Action(seat, "molodka", hand)
    return Actions((claim, _PASS[seat]) if asked else (claim,))


def answers(seat: int, hand: Hand, over: tuple[Card, ...], trump: int, claim: bool) -> Actions:
    """Return the ways to answer from a sorted hand: beat, claim, throw off (K6, K12, KA2–KA4)."""
    if len(over) == 1:
        beaters, beat = BEATERS[trump][over[0]], _BEAT[seat]
        beats = tuple([beat[card] for card in hand if card in beaters])
        throws = tuple(map(_THROW[seat].__getitem__, hand))
    else:
        # combinations of a sorted hand come sorted
        chosen = [*combinations(hand, len(over))]
        fit = [cards for cards in chosen if beating(cards, over, trump)]
        beats = tuple([new(Action, (seat, "beat", cards, ())) for cards in fit])
        throws = tuple([new(Action, (seat, "throw", cards, ())) for cards in chosen])
    if claim:
        return Actions.of(beats, (Action(seat, "molodka", hand),), throws)
    return Actions.joined(beats, throws) if beats else Actions.joined(throws)


# --- why or why not ---------------------------------------------------------------------------


def check(options: KozelOptions, state: KozelState, action: Action) -> Verdict:
    """Say whether an action is allowed now, and by which rule; ``ValueError`` if it is no action at all.

    Cards may be named in any order.
    """
    seat, kind, cards, _ = action
    if problem := malformed(action):
        raise ValueError(problem)
    if state.phase == "over":
        return Verdict(False, "K18", "game_over")
    if kind == "molodka":
        return _molodka(options, state, seat, cards)
    if kind == "pass":
        if state.phase == "asked" and seat == state.turn:
            return _MAY_PASS
        return Verdict(False, "KA10", "nobody_asks", {"seat": seat})
    if seat != state.turn:
        return Verdict(False, "K5", "not_your_turn", {"seat": seat, "turn": state.turn})
    if state.phase == "asked":
        return Verdict(False, "KA10", "answer_first", {"seat": seat, "claimant": state.claimant})
    if kind == "lead":
        return _lead(state, seat, cards)
    return _answer(state, seat, kind, cards)


def malformed(action: Action) -> str:
    """Return what is wrong with the form of an action, ``""`` if nothing is."""
    seat, kind, cards, places = action
    known = _PACK.issuperset(cards) and 1 <= len({*cards}) == len(cards) <= HAND_SIZE
    if known and kind in _PLAYS and 0 <= seat < SEATS and not places:
        # the common case
        return ""
    if not 0 <= seat < SEATS:
        return f"no seat {seat}: expected 0 to {SEATS - 1}"
    if kind not in KINDS:
        return f"no action {kind!r} in Kozel: expected one of {', '.join(KINDS)}"
    if places:
        return f"{kind!r} names cards, not places"
    if kind == "pass":
        return "'pass' names no cards" if cards else ""
    if not 1 <= len(cards) <= HAND_SIZE:
        return f"{kind!r} names 1 to {HAND_SIZE} cards, not {len(cards)}"
    for card in cards:
        if card not in _PACK:
            return f"{card} is not in the pack of 36 (6 to ace)"
    if len(set(cards)) < len(cards):
        return f"{kind!r} names each card once"
    return ""


def _missing(state: KozelState, seat: int, cards: tuple[Card, ...]) -> Verdict | None:
    """Return why a seat cannot play these cards: it does not hold one of them; else ``None``."""
    hand = state.hands[seat]
    for card in cards:
        if card not in hand:
            return Verdict(False, "KA19", "not_in_hand", {"seat": seat, "card": card})
    return None


def _lead(state: KozelState, seat: int, cards: tuple[Card, ...]) -> Verdict:
    if state.phase != "lead":
        return Verdict(False, "K6", "already_led", {"seat": seat, "n": len(state.trick[0].cards)})
    if missing := _missing(state, seat, cards):
        return missing
    for card in cards:
        if SUIT[card] != SUIT[cards[0]]:
            return Verdict(False, "K5", "suits_mixed", {"seat": seat, "card": cards[0], "other": card})
    return _MAY_LEAD


def _answer(state: KozelState, seat: int, kind: str, cards: tuple[Card, ...]) -> Verdict:
    if state.phase == "lead":
        return Verdict(False, "K5", "nothing_led", {"seat": seat})
    if missing := _missing(state, seat, cards):
        return missing
    last = winning(state.trick)
    if len(cards) != len(last.cards):
        return Verdict(False, "K6", "wrong_number", {"seat": seat, "n": len(last.cards), "got": len(cards)})
    if kind == "throw":
        return _MAY_THROW
    trump = state.trump
    if beating(tuple(sorted(cards)), last.cards, trump) is None:
        card, over, rule, reason, beaten = gap(tuple(sorted(cards)), last.cards, trump)
        params: dict[str, Any] = {
            "seat": seat,
            "card": card,
            "over": over,
            "beater": last.seat,
            "trump": suit_letter(trump),
            "beaten": beaten,
            "n": len(cards),
        }
        return Verdict(False, rule, reason, params)
    return _MAY_BEAT if len(cards) == 1 else _MAY_BEAT_SEVERAL


def _molodka(options: KozelOptions, state: KozelState, seat: int, cards: tuple[Card, ...]) -> Verdict:
    who: dict[str, Any] = {"seat": seat}
    if not options.molodka:
        return Verdict(False, "KA8", "no_molodka_here", who)
    if state.phase == "asked":
        # whoever is not asked is farther from the leader than the claimant, or has had their say
        if seat != state.turn:
            return Verdict(False, "KA10", "not_asked", {**who, "claimant": state.claimant})
    elif state.settled:
        first = state.trick[0]
        if first.kind == "molodka":
            return Verdict(False, "KA9", "trick_settled", {**who, "leader": first.seat})
        return Verdict(False, "KA10", "leader_led_four", {**who, "leader": first.seat})
    elif state.phase == "lead" and seat == state.leader:
        return Verdict(False, "KA8", "leader_leads", who)
    elif any(play.seat == seat for play in state.trick):
        return Verdict(False, "KA8", "has_played", who)
    if missing := _missing(state, seat, cards):
        return missing
    if not is_four(cards):
        return Verdict(False, "KA8", "not_four", {**who, "n": len(cards)})
    return _MAY_TAKE_PRECEDENCE if state.phase == "asked" else _MAY_CLAIM


_MAY_LEAD: Final = Verdict(True, "K5", "may_lead")
_MAY_BEAT: Final = Verdict(True, "K7", "may_beat")
_MAY_BEAT_SEVERAL: Final = Verdict(True, "KA2", "may_beat_several")
_MAY_THROW: Final = Verdict(True, "K6", "may_throw")
_MAY_CLAIM: Final = Verdict(True, "K12", "may_claim")
_MAY_TAKE_PRECEDENCE: Final = Verdict(True, "KA10", "may_take_precedence")
_MAY_PASS: Final = Verdict(True, "KA10", "may_pass")
