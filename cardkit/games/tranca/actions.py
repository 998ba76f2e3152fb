"""The actions of Tranca: how they are written, and the list of those that are legal now.

Each is one act at a table:

``draw``                        take a card from the stock (T20)
``take 7d 7h``                  take the pile: its top and two or more hand cards are a new meld (T21)
``take 3``, ``take 7h 3``       take the pile: its top (with hand cards, TA13) goes onto the own side's meld 3
``meld 4c 5c 6c``               lay a new meld of any size (T8, T18)
``add 7c 8c 1``                 add any number of cards to the own side's meld 1 (T8)
``discard 9h``                  end the turn (T19)
``pass``, ``stop``              end the turn without a card (TA10), end the deal with nothing to draw (TA16)

Actions name faces, in the order of `melds.ordered`; a place is a meld of the acting seat's side. One act
may lay all that may be laid at once, so nothing is lost where TA19 looks at what an act leaves. The one
thing done step by step is the second wild of a meld (``max_wilds`` above 1): an act lays at most one wild,
unless no card of it could wait for another act (``4c 7c 2d 2h``) or it lays the whole hand. Every other
act with several wilds comes to the same as a few acts one after the other, because each leaves more cards
in hand than the last; without this, hands full of 2s would have very long lists.

The list and `allowed.check` must agree: an action is in the list exactly when its verdict is ok. Both look
only at what the seat itself may know. Parts of a list depend on few things (the cards of one suit, say), so
they are made once for each such case and shared, which is what makes `legal_actions` quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action
from cardkit.games.tranca.conditions import (
    Melds,
    after,
    drawable,
    fits,
    has_canastra,
    may_get_morto,
    may_take_anything,
    none_can_wait,
    refused_left,
    room_for_wilds,
)
from cardkit.games.tranca.melds import (
    BLACK_3S,
    CANASTRA,
    LAVADEIRA_RANKS,
    PLACE,
    PLACES,
    RANK,
    SUIT,
    WILD,
    Cards,
    Meld,
    is_meld,
    joining_run,
    new_runs,
    of_rank,
    ordered,
    reaching,
    with_company,
    within_reach,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import FACES, Chosen, TrancaState, faces_in, having, how_many

NOTHING: Final[tuple[Action, ...]] = ()

_RANK_BITS: Final = tuple(
    sum(1 << (suit * 13 + rank - 1 + copy) for suit in range(4) for copy in (0, 52)) if rank else 0
    for rank in range(14)
)
"""The bits of a hand that have a rank."""
_LAVADEIRA: Final = sum(1 << rank - 1 for rank in LAVADEIRA_RANKS)
_TWOS: Final = _RANK_BITS[WILD]
_DRAW: Final = tuple(Action(seat, "draw") for seat in range(4))
_DISCARDS: Final = tuple(
    tuple(
        Chosen([Action(seat, "discard", (card,)) for card in CARDS[start : start + 13]])
        for start in range(0, 52, 13)
    )
    for seat in range(4)
)
PASS: Final = tuple((Action(seat, "pass"),) for seat in range(4))
_STOP: Final = tuple(Action(seat, "stop") for seat in range(4))


# --- the list ---------------------------------------------------------------------------------


def legal_actions(options: TrancaOptions, state: TrancaState, seat: int) -> tuple[Action, ...]:
    """Return all that ``seat`` may do now, sorted; only the seat to move may do something (T17)."""
    if seat != state.turn:
        return NOTHING
    if state.phase == "draw":
        return _starts(options, state, seat)
    side = seat % 2
    hand, melds = state.hands[seat], state.melds[side]
    adds = _adds(options, seat, hand, melds)
    news = _news(options, seat, hand)
    size = hand.bit_count()
    if not may_get_morto(state, side):
        most = size - 2
        adds = [a for a in adds if len(a.cards) <= most or _leaves(options, state, a, size - len(a.cards))]
        news = [a for a in news if len(a.cards) <= most or _leaves(options, state, a, size - len(a.cards))]
    if len(adds) > 1:
        adds.sort()
    if len(news) > 1:
        news.sort()
    if size > 1 or may_get_morto(state, side) or has_canastra(options, melds):
        return (*adds, *_discards(seat, hand), *news)
    return (*adds, *news) or PASS[seat]


def _leaves(options: TrancaOptions, state: TrancaState, action: Action, left: int) -> bool:
    side = action.seat % 2
    laid = action.cards
    if action.kind == "take":
        laid = (*laid, state.pile[-1])
    lying = after(state.melds[side], laid, action.places)
    return refused_left(options, state, side, left, lying) is None


def _discards(seat: int, hand: int) -> tuple[Action, ...]:
    """Return the discards of all faces of a hand, sorted."""
    clubs, diamonds, hearts, spades = _DISCARDS[seat]
    return (
        clubs[hand & 0x1FFF]
        + diamonds[hand >> 13 & 0x1FFF]
        + hearts[hand >> 26 & 0x1FFF]
        + spades[hand >> 39 & 0x1FFF]
    )


def _ranks_of(hand: int, least: int) -> Iterator[int]:
    """Yield the ranks that may be in a lavadeira and of which a hand has ``least`` cards (2 or 3) or more."""
    one = two = three = 0
    for copies in (hand, hand >> 52):
        for shift in (0, 13, 26, 39):
            ranks = copies >> shift & _LAVADEIRA
            three |= two & ranks
            two |= one & ranks
            one |= ranks
    left = two if least == 2 else three
    while left:
        low = left & -left
        yield low.bit_length()
        left ^= low


def _run_places(hand: int, suit: int) -> int:
    """Return the places of a run that a hand has natural cards for."""
    ranks = hand >> 13 * suit & 0x1FFF
    return ranks >> 3 | (ranks & 1) << PLACES - 1


def _useful_twos(options: TrancaOptions, hand: int) -> int:
    """Return the 2s of a hand; second copies matter only where several wilds may be laid."""
    return hand & _TWOS & (FACES if options.max_wilds == 1 else -1)


def _news(options: TrancaOptions, seat: int, hand: int) -> list[Action]:
    """Return all new melds of a hand."""
    twos = _useful_twos(options, hand)
    out: list[Action] = []
    wild = twos > 0
    for suit in range(4):
        ranks = hand >> 13 * suit & 0x1FFF
        avail = ranks >> 3 | (ranks & 1) << PLACES - 1
        if options.max_wilds == 1:
            # what stands alone is left out, so that fewer lists have to be made
            avail = with_company(avail, wild)
        if avail & (avail - 1):
            out += _meld_run(seat, suit, avail, twos, options.max_wilds)
    least = 2 if wild else 3
    for rank in _ranks_of(hand, least):
        out += _meld_set(seat, rank, hand & _RANK_BITS[rank], twos)
    if options.max_wilds != 1 and _whole_with_wilds(options, hand, ()):
        out.append(Action(seat, "meld", _whole(hand)))
    return out


def _adds(options: TrancaOptions, seat: int, hand: int, melds: Melds) -> list[Action]:
    """Return all that a hand can add to the melds of its side."""
    every = _useful_twos(options, hand)
    out: list[Action] = []
    for at, (cards, suit, rank, mask, wilds) in enumerate(melds):
        twos = every if options.max_wilds is None or wilds < options.max_wilds else 0
        if suit >= 0:
            avail = _run_places(hand, suit) & ~mask
            if avail and wilds + (twos > 0) <= 1:
                avail = within_reach(mask, avail, wilds + twos > 0)
            if avail or twos:
                out += _add_run(seat, at, suit, mask, wilds, avail, twos)
        else:
            copies = hand & _RANK_BITS[rank]
            if copies or twos:
                out += _add_set(seat, at, rank, copies, twos)
        if options.max_wilds != 1 and _whole_with_wilds(options, hand, cards):
            out.append(Action(seat, "add", _whole(hand), ((seat, at),)))
    return out


def _whole(hand: int) -> Cards:
    return ordered(card for card in faces_in(hand) for _ in range(how_many(hand, card)))


def _whole_with_wilds(options: TrancaOptions, hand: int, base: Cards) -> bool:
    """Whether a whole hand with several wilds can be laid at once and is not listed as it is (TA19)."""
    if (hand & _TWOS).bit_count() < 2 or hand.bit_count() > 2 * CANASTRA:
        return False
    whole = _whole(hand)
    return is_meld((*base, *whole), options.max_wilds) and not none_can_wait(options, base, whole, None)


@lru_cache(maxsize=1 << 14)
def _meld_run(seat: int, suit: int, avail: int, twos: int, max_wilds: int | None) -> tuple[Action, ...]:
    return tuple(Action(seat, "meld", cards) for cards in new_runs(suit, avail, twos, max_wilds))


@lru_cache(maxsize=1 << 14)
def _meld_set(seat: int, rank: int, copies: int, twos: int) -> tuple[Action, ...]:
    return tuple(Action(seat, "meld", cards) for cards in of_rank(copies, rank, twos, 3))


@lru_cache(maxsize=1 << 14)
def _add_run(
    seat: int, at: int, suit: int, mask: int, wilds: int, avail: int, twos: int
) -> tuple[Action, ...]:
    where = ((seat, at),)
    return tuple(Action(seat, "add", cards, where) for cards in joining_run(suit, mask, wilds, avail, twos))


@lru_cache(maxsize=1 << 14)
def _add_set(seat: int, at: int, rank: int, copies: int, twos: int) -> tuple[Action, ...]:
    where = ((seat, at),)
    return tuple(Action(seat, "add", cards, where) for cards in of_rank(copies, rank, twos, 1))


def _starts(options: TrancaOptions, state: TrancaState, seat: int) -> tuple[Action, ...]:
    """Return the ways to begin a turn: draw, take the pile (T20), or stop where nothing is left (TA16)."""
    first = _DRAW[seat] if drawable(options, state) else _STOP[seat]
    if not state.pile or state.pile[-1] in BLACK_3S or not may_take_anything(options, state):
        return (first,)
    takes = _takes(options, state, seat)
    if not takes:
        return (first,)
    takes.sort()
    return (first, *takes)


def _takes(options: TrancaOptions, state: TrancaState, seat: int) -> list[Action]:
    """Return all ways to take the pile (T21, TA13)."""
    side = seat % 2
    hand, melds, top = state.hands[seat], state.melds[side], state.pile[-1]
    both = having(hand, top)
    wild_top = RANK[top] == WILD
    twos = _useful_twos(options, hand)
    if wild_top:
        # the top is the one wild of the act, unless several may be laid at once
        twos = 1 << top if options.max_wilds == 1 else _useful_twos(options, both)
    out: list[Action] = []
    for suit in range(4) if wild_top else (SUIT[top],):
        avail = _run_places(both, suit)
        if options.max_wilds == 1:
            avail = with_company(avail, twos > 0)
        if avail & (avail - 1):
            out += _take_run(seat, suit, avail, twos, options.max_wilds, top)
    for rank in LAVADEIRA_RANKS if wild_top else (RANK[top],):
        copies = both & _RANK_BITS[rank]
        if copies.bit_count() >= (2 if twos else 3):
            out += _take_set(seat, rank, copies, twos, top)
    if options.pile_fit == "direct":
        fitting = (at for at, meld in enumerate(melds) if fits(options, meld, top))
        out += [Action(seat, "take", (), ((seat, at),)) for at in fitting]
    else:
        for at, meld in enumerate(melds):
            out += _take_onto(options, seat, at, meld, both, twos, top)
    if len(state.pile) == 1:
        out += _take_with_all(options, seat, hand, melds, top, set(out))
    if may_get_morto(state, side):
        return out
    size = hand.bit_count() + len(state.pile) - 1
    return [a for a in out if size - len(a.cards) >= 2 or _leaves(options, state, a, size - len(a.cards))]


def _take_onto(
    options: TrancaOptions, seat: int, at: int, meld: Meld, both: int, twos: int, top: Card
) -> tuple[Action, ...]:
    """Return the ways to put the top of the pile onto a meld, hand cards with it (TA13)."""
    _, suit, rank, mask, wilds = meld
    room = room_for_wilds(options, meld)
    if room <= 0:
        twos = 0
    if suit < 0:
        return _take_onto_set(seat, at, rank, both & _RANK_BITS[rank], twos, top)
    avail = _run_places(both, suit) & ~mask
    out = _take_onto_run(seat, at, suit, mask, wilds, avail, twos, top)
    place = PLACE[top]
    apart = place >= 0 and SUIT[top] == suit and (1 << place > mask or 1 << place < (mask & -mask))
    if room >= 2 and apart:
        found = reaching(suit, mask, wilds, avail, twos, place, room)
        out += tuple(_taking(Action(seat, "take", cards, ((seat, at),)), top) for cards in found)
    return out


def _take_with_all(
    options: TrancaOptions, seat: int, hand: int, melds: Melds, top: Card, listed: set[Action]
) -> list[Action]:
    """Return the ways to take a pile of one card and lay the whole hand with it that are not listed yet."""
    if hand.bit_count() > 2 * CANASTRA:
        return []
    whole = _whole(hand)
    direct = options.pile_fit == "direct"
    out = [
        Action(seat, "take", whole, ((seat, at),))
        for at, meld in enumerate(melds)
        if (not direct or fits(options, meld, top)) and is_meld((*meld.cards, top, *whole), options.max_wilds)
    ]
    if len(whole) >= 2 and is_meld((top, *whole), options.max_wilds):
        out.append(Action(seat, "take", whole))
    return [action for action in out if action not in listed]


@lru_cache(maxsize=1 << 13)
def _take_run(
    seat: int, suit: int, avail: int, twos: int, max_wilds: int | None, top: Card
) -> tuple[Action, ...]:
    return _with_top(_meld_run(seat, suit, avail, twos, max_wilds), top)


@lru_cache(maxsize=1 << 13)
def _take_set(seat: int, rank: int, copies: int, twos: int, top: Card) -> tuple[Action, ...]:
    return _with_top(_meld_set(seat, rank, copies, twos), top)


@lru_cache(maxsize=1 << 13)
def _take_onto_run(
    seat: int, at: int, suit: int, mask: int, wilds: int, avail: int, twos: int, top: Card
) -> tuple[Action, ...]:
    return _with_top(_add_run(seat, at, suit, mask, wilds, avail, twos), top)


@lru_cache(maxsize=1 << 13)
def _take_onto_set(seat: int, at: int, rank: int, copies: int, twos: int, top: Card) -> tuple[Action, ...]:
    return _with_top(_add_set(seat, at, rank, copies, twos), top)


def _with_top(layings: tuple[Action, ...], top: Card) -> tuple[Action, ...]:
    return tuple(_taking(action, top) for action in layings if top in action.cards)


def _taking(laying: Action, top: Card) -> Action:
    """Return a laying that has the top of the pile among its cards as the taking of the pile."""
    cards = list(laying.cards)
    cards.remove(top)
    return Action(laying.seat, "take", tuple(cards), laying.places)
