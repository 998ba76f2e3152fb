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

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Actions, Place
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
    far_runs,
    is_meld,
    joining_run,
    joins_run,
    new_runs,
    of_rank,
    ordered,
    reaching,
    with_company,
    within_reach,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import FACES, Chosen, TrancaState, cards_in, having

NOTHING: Final[tuple[Action, ...]] = ()

_RANK_BITS: Final = tuple(
    sum(1 << (suit * 13 + rank - 1 + copy) for suit in range(4) for copy in (0, 52)) if rank else 0
    for rank in range(14)
)
"""The bits of a hand that have a rank."""
_TWOS: Final = _RANK_BITS[WILD]
_MELDABLE: Final = sum(1 << rank - 1 for rank in LAVADEIRA_RANKS)
"""The natural ranks of melds, of 13 bits."""
_RANKS: Final = Chosen(range(1, 14))
_WILDS: Final = {
    sum(1 << wild for wild in wilds): wilds
    for count in range(5)
    for wilds in combinations([CARDS[face] for face in range(WILD - 1, 52, 13)], count)
}
"""The different 2s by their bits in a hand."""
_DRAW: Final = tuple(Action(seat, "draw") for seat in range(4))
PASS: Final = tuple((Action(seat, "pass"),) for seat in range(4))
_STOP: Final = tuple(Action(seat, "stop") for seat in range(4))


class _Suit(dict[int, tuple[tuple[Action, ...], tuple[Action, ...], int]]):
    """What a seat may do with the cards of one suit, by a bit mask of ranks; made when first asked for.

    The discards, the new runs without a wild, and the places that could be in a run with one.
    """

    def __init__(self, seat: int, suit: int) -> None:
        super().__init__()
        self._seat, self._suit = seat, suit

    def __missing__(self, ranks: int) -> tuple[tuple[Action, ...], tuple[Action, ...], int]:
        """Make what belongs to a set of ranks."""
        seat, suit = self._seat, self._suit
        avail = _places(ranks)
        found = self[ranks] = (
            tuple(_DISCARD[seat][suit * 13 + at] for at in range(13) if ranks >> at & 1),
            tuple(Action(seat, "meld", cards) for cards in new_runs(suit, avail, None)),
            with_company(avail, True),
        )
        return found


_DISCARD: Final = tuple(tuple(Action(seat, "discard", (card,)) for card in CARDS[:52]) for seat in range(4))
_SUITS: Final = tuple(tuple(_Suit(seat, suit) for suit in range(4)) for seat in range(4))


# --- the list ---------------------------------------------------------------------------------


def legal_actions(options: TrancaOptions, state: TrancaState, seat: int) -> tuple[Action, ...]:
    """Return all that ``seat`` may do now, sorted; only the seat to move may do something (T17)."""
    if seat != state.turn:
        return NOTHING
    if state.phase == "draw":
        return _starts(options, state, seat)
    side = seat % 2
    hand, melds = state.hands[seat], state.melds[side]
    size = hand.bit_count()
    adds = _adds(options, seat, hand, melds) if melds else []
    discards, news = _alone(options, seat, hand)
    to_come = may_get_morto(state, side)
    if adds:
        if not to_come:
            adds = [a for a in adds if len(a.cards) < size - 1 or _leaves(options, state, a, size)]
        adds.sort()
    if news:
        if not to_come:
            news = [a for a in news if len(a.cards) < size - 1 or _leaves(options, state, a, size)]
        news.sort()
    if size > 1 or to_come or has_canastra(options, melds):
        return Actions.of(tuple(adds), discards, tuple(news))
    return Actions.of(tuple(adds), tuple(news)) or PASS[seat]


def _leaves(options: TrancaOptions, state: TrancaState, action: Action, size: int) -> bool:
    """Whether a laying may bring a hand of ``size`` cards (what comes with the pile included) down so far."""
    side = action.seat % 2
    laid = action.cards
    if action.kind == "take":
        laid = (*laid, state.pile[-1])
    lying = after(state.melds[side], laid, action.places)
    return refused_left(options, state, side, size - len(action.cards), lying) is None


def _several(hand: int, least: int) -> Iterable[int]:
    """Return the ranks that may be in a lavadeira and of which a hand has ``least`` (2 or 3) or more."""
    clubs, diamonds, hearts, spades = hand, hand >> 13, hand >> 26, hand >> 39
    black, red = clubs | spades, diamonds | hearts
    if hand >> 52:
        return _several_of_two_packs(hand, least)
    two = clubs & spades | diamonds & hearts
    if least == 2:
        return _RANKS[(two | black & red) & _MELDABLE]
    return _RANKS[(clubs & spades & red | diamonds & hearts & black) & _MELDABLE]


def _several_of_two_packs(hand: int, least: int) -> Iterable[int]:
    one = two = three = 0
    copies = hand
    while copies:
        # four suits of 13, twice
        ranks = copies & _MELDABLE
        three |= two & ranks
        two |= one & ranks
        one |= ranks
        copies >>= 13
    return _RANKS[two if least == 2 else three]


def _places(ranks: int) -> int:
    """Return the places of a run that ranks (a bit mask of 13) have; 2 and 3 have none."""
    return ranks >> 3 | (ranks & 1) << PLACES - 1


def _run_places(hand: int, suit: int) -> int:
    """Return the places of a run that a hand has natural cards for."""
    return _places(hand >> 13 * suit & 0x1FFF)


def _alone(options: TrancaOptions, seat: int, hand: int) -> tuple[tuple[Action, ...], list[Action]]:
    """Return what a hand can do without melds on the table: its discards, sorted, and its new melds."""
    clubs, diamonds, hearts, spades = _SUITS[seat]
    c = clubs[hand & 0x1FFF]
    d = diamonds[hand >> 13 & 0x1FFF]
    h = hearts[hand >> 26 & 0x1FFF]
    s = spades[hand >> 39 & 0x1FFF]
    news = [*c[1], *d[1], *h[1], *s[1]]
    wilds = _WILDS[hand & _TWOS & FACES]
    for wild in wilds:
        for suit, (_, _, avail) in enumerate((c, d, h, s)):
            if avail:
                news += _new_runs(seat, suit, avail, wild)
    for rank in _several(hand, 2 if wilds else 3):
        copies = hand & _RANK_BITS[rank]
        news += _new_sets(seat, rank, copies, None)
        for wild in wilds:
            news += _new_sets(seat, rank, copies, wild)
    if options.max_wilds != 1 and len(wilds) + (hand >> 52 & _TWOS).bit_count() > 1:
        for suit in range(4):
            found = far_runs(suit, _run_places(hand, suit), hand & _TWOS, options.max_wilds)
            news += [Action(seat, "meld", cards) for cards in found]
        if _whole_with_wilds(options, hand, ()):
            news.append(Action(seat, "meld", _whole(hand)))
    return c[0] + d[0] + h[0] + s[0], news


def _adds(options: TrancaOptions, seat: int, hand: int, melds: Melds) -> list[Action]:
    """Return all that a hand can add to the melds of its side."""
    every = _WILDS[hand & _TWOS & FACES]
    most = options.max_wilds
    out: list[Action] = []
    for at, (cards, suit, rank, mask, wilds) in enumerate(melds):
        more = every if most is None or wilds < most else ()
        if suit >= 0:
            if hand & joins_run(suit, mask, wilds):
                avail = within_reach(mask, _run_places(hand, suit) & ~mask, wilds)
                out += _add_to_run(seat, at, suit, mask, wilds, avail, None)
            if more:
                avail = within_reach(mask, _run_places(hand, suit) & ~mask, wilds + 1)
                for wild in more:
                    out += _add_to_run(seat, at, suit, mask, wilds, avail, wild)
        else:
            copies = hand & _RANK_BITS[rank]
            if copies:
                out += _add_to_set(seat, at, rank, copies, None)
            for wild in more:
                out += _add_to_set(seat, at, rank, copies, wild)
        if most != 1 and more and _whole_with_wilds(options, hand, cards):
            out.append(Action(seat, "add", _whole(hand), ((seat, at),)))
    return out


def _whole(hand: int) -> Cards:
    return ordered(cards_in(hand))


def _whole_with_wilds(options: TrancaOptions, hand: int, base: Cards) -> bool:
    """Whether a whole hand with several wilds can be laid at once and is not listed as it is (TA19)."""
    if (hand & _TWOS).bit_count() < 2 or hand.bit_count() > 2 * CANASTRA:
        return False
    whole = _whole(hand)
    return is_meld((*base, *whole), options.max_wilds) and not none_can_wait(options, base, whole, None)


@lru_cache(maxsize=1 << 15)
def _new_runs(seat: int, suit: int, avail: int, wild: Card) -> tuple[Action, ...]:
    return tuple([Action(seat, "meld", cards) for cards in new_runs(suit, avail, wild)])


@lru_cache(maxsize=1 << 15)
def _new_sets(seat: int, rank: int, copies: int, wild: Card | None) -> tuple[Action, ...]:
    return tuple([Action(seat, "meld", cards) for cards in of_rank(copies, rank, wild, 3)])


@lru_cache(maxsize=1 << 15)
def _add_to_run(
    seat: int, at: int, suit: int, mask: int, wilds: int, avail: int, wild: Card | None
) -> tuple[Action, ...]:
    where = ((seat, at),)
    found = joining_run(suit, mask, wilds, avail, wild)
    return tuple([Action(seat, "add", cards, where) for cards in found])


@lru_cache(maxsize=1 << 15)
def _add_to_set(seat: int, at: int, rank: int, copies: int, wild: Card | None) -> tuple[Action, ...]:
    where = ((seat, at),)
    return tuple([Action(seat, "add", cards, where) for cards in of_rank(copies, rank, wild, 1)])


# --- the pile ---------------------------------------------------------------------------------


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
    # a wild on top is the one wild of the act
    wilds = (top,) if RANK[top] == WILD else (None, *_WILDS[hand & _TWOS & FACES])
    out = _take_new(options, seat, both, top, wilds)
    if options.pile_fit == "direct":
        for at, meld in enumerate(melds):
            if fits(options, meld, top):
                out.append(Action(seat, "take", (), ((seat, at),)))
    else:
        for at, meld in enumerate(melds):
            out += _take_onto(options, seat, at, meld, both, top, wilds)
    if len(state.pile) == 1:
        out += _take_with_all(options, seat, hand, melds, top, out)
    if not out or may_get_morto(state, side):
        return out
    size = hand.bit_count() + len(state.pile) - 1
    return [a for a in out if len(a.cards) < size - 1 or _leaves(options, state, a, size)]


def _take_new(
    options: TrancaOptions, seat: int, both: int, top: Card, wilds: tuple[Card | None, ...]
) -> list[Action]:
    """Return the ways to lay a new meld of hand cards and the top of the pile; ``both`` is hand and top."""
    out: list[Action] = []
    wild_top = RANK[top] == WILD
    suits = range(4) if wild_top else (SUIT[top],)
    for suit in suits:
        avail = _run_places(both, suit)
        for wild in wilds:
            places = with_company(avail, wild is not None)
            if places and (wild_top or places >> PLACE[top] & 1):
                out += _take_in_run(seat, suit, places, wild, top)
    for rank in _several(both, 2) if wild_top else (RANK[top],):
        copies = both & _RANK_BITS[rank]
        if copies & (copies - 1):
            for wild in wilds:
                out += _take_in_set(seat, rank, copies, wild, top)
    if options.max_wilds != 1:
        for suit in suits:
            found = far_runs(suit, _run_places(both, suit), both & _TWOS, options.max_wilds)
            out += [_taking(seat, cards, (), top) for cards in found if top in cards]
    return out


def _take_onto(
    options: TrancaOptions,
    seat: int,
    at: int,
    meld: Meld,
    both: int,
    top: Card,
    wilds: tuple[Card | None, ...],
) -> list[Action]:
    """Return the ways to put the top of the pile onto a meld, hand cards with it (TA13)."""
    _, suit, rank, mask, has = meld
    room = room_for_wilds(options, meld)
    out: list[Action] = []
    if suit < 0:
        copies = both & _RANK_BITS[rank]
        for wild in wilds:
            if wild is None or room > 0:
                out += _take_onto_set(seat, at, rank, copies, wild, top)
        return out
    avail = _run_places(both, suit) & ~mask
    for wild in wilds:
        if wild is None or room > 0:
            out += _take_onto_run(seat, at, suit, mask, has, avail, wild, top)
    place = PLACE[top]
    apart = place >= 0 and SUIT[top] == suit and (1 << place > mask or 1 << place < (mask & -mask))
    if room >= 2 and apart:
        found = reaching(suit, mask, has, avail, both & _TWOS, place, room)
        out += [_taking(seat, cards, ((seat, at),), top) for cards in found]
    return out


def _take_with_all(
    options: TrancaOptions, seat: int, hand: int, melds: Melds, top: Card, listed: list[Action]
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


@lru_cache(maxsize=1 << 14)
def _take_in_run(seat: int, suit: int, avail: int, wild: Card | None, top: Card) -> tuple[Action, ...]:
    return _with_top(seat, new_runs(suit, avail, wild), (), top)


@lru_cache(maxsize=1 << 14)
def _take_in_set(seat: int, rank: int, copies: int, wild: Card | None, top: Card) -> tuple[Action, ...]:
    return _with_top(seat, of_rank(copies, rank, wild, 3), (), top)


@lru_cache(maxsize=1 << 14)
def _take_onto_run(
    seat: int, at: int, suit: int, mask: int, wilds: int, avail: int, wild: Card | None, top: Card
) -> tuple[Action, ...]:
    return _with_top(seat, joining_run(suit, mask, wilds, avail, wild), ((seat, at),), top)


@lru_cache(maxsize=1 << 14)
def _take_onto_set(
    seat: int, at: int, rank: int, copies: int, wild: Card | None, top: Card
) -> tuple[Action, ...]:
    return _with_top(seat, of_rank(copies, rank, wild, 1), ((seat, at),), top)


def _with_top(
    seat: int, layings: Iterable[Cards], places: tuple[Place, ...], top: Card
) -> tuple[Action, ...]:
    return tuple([_taking(seat, cards, places, top) for cards in layings if top in cards])


def _taking(seat: int, laid: Cards, places: tuple[Place, ...], top: Card) -> Action:
    """Return a laying that has the top of the pile among its cards as the taking of the pile."""
    at = laid.index(top)
    return Action(seat, "take", (*laid[:at], *laid[at + 1 :]), places)
