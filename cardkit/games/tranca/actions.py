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
only at what the seat itself may know. What can be laid is found in `layings`; a list is sorted as cards,
which is quicker than sorting actions, and then made into actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Actions, Place, new
from cardkit.games.tranca.chosen import Chosen
from cardkit.games.tranca.conditions import (
    Melds,
    after,
    drawable,
    fits,
    fitting,
    has_canastra,
    may_get_morto,
    may_leave,
    may_take_anything,
    none_can_wait,
    room_for_wilds,
)
from cardkit.games.tranca.layings import (
    far_runs,
    joining_run,
    new_runs,
    of_rank,
    reaching,
    with_company,
    within_reach,
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
    joined,
    joins,
    ordered,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import FACES, TrancaState, cards_in, faces_in, having

NOTHING: Final[tuple[Action, ...]] = ()

_RANK_BITS: Final = tuple(
    sum(1 << (suit * 13 + rank - 1 + copy) for suit in range(4) for copy in (0, 52)) if rank else 0
    for rank in range(14)
)
"""The bits of a hand that have a rank."""
_SUIT_BITS: Final = tuple(0x1FFF << 13 * suit for suit in range(4))
"""The bits of a hand that have a suit, of first copies."""
_TWOS: Final = _RANK_BITS[WILD]
_ACES: Final = sum(1 << 13 * suit for suit in range(4))
_FOUR_TO_KING: Final = sum(_RANK_BITS[rank] for rank in range(4, 14)) & FACES
_ALL_PLACES: Final = (1 << PLACES) - 1
_MELDABLE: Final = sum(1 << rank - 1 for rank in LAVADEIRA_RANKS)
"""The natural ranks of melds, of 13 bits."""
_RANKS: Final = Chosen(range(1, 14))
_WILDS: Final = {
    sum(1 << wild for wild in wilds): wilds
    for count in range(5)
    for wilds in combinations([CARDS[face] for face in range(WILD - 1, 52, 13)], count)
}
"""The different 2s by their bits in a hand."""
_DRAW, PASS, _STOP = (
    tuple(Actions((Action(seat, kind),)) for seat in range(4)) for kind in ("draw", "pass", "stop")
)


_DISCARD: Final = tuple({card: Action(seat, "discard", (card,)) for card in CARDS[:52]} for seat in range(4))

Placed = tuple[Cards, tuple[Place, ...]]
"""Cards and where they go: nowhere yet, or onto one meld."""


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
    news = _alone(options, hand) if size > 2 else []
    to_come = may_get_morto(state.mortos, state.taken[side])
    if not to_come:
        most = size - 2
        adds = [some for some in adds if len(some[0]) <= most or _leaves(options, state, *some, size)]
        news = [some for some in news if len(some) <= most or _leaves(options, state, some, (), size)]
    kinds: list[tuple[Action, ...]] = []
    if adds:
        adds.sort()
        kinds.append(tuple([new(Action, (seat, "add", cards, places)) for cards, places in adds]))
    if size > 1 or (size and (to_come or has_canastra(options, melds))):
        kinds.append(tuple(map(_DISCARD[seat].__getitem__, faces_in(hand))))
    if news:
        news.sort()
        kinds.append(tuple([new(Action, (seat, "meld", cards, ())) for cards in news]))
    return Actions.joined(*kinds) if kinds else PASS[seat]


def _leaves(
    options: TrancaOptions,
    state: TrancaState,
    cards: Cards,
    places: tuple[Place, ...],
    size: int,
    top: Cards = (),
) -> bool:
    """Whether laying ``cards``, with the ``top`` of the pile, may bring a hand of ``size`` down so far.

    What comes with the pile is counted in ``size``.
    """
    assert state.turn is not None
    side = state.turn % 2
    lying = after(state.melds[side], (*cards, *top), places)
    return may_leave(options, state, side, size - len(cards), lying)


def _several(hand: int, least: int) -> Iterable[int]:
    """Return the ranks that may be in a lavadeira and of which a hand has ``least`` (2 or 3) or more."""
    clubs, diamonds, hearts, spades = hand, hand >> 13, hand >> 26, hand >> 39
    black, red = clubs | spades, diamonds | hearts
    both_black, both_red = clubs & spades, diamonds & hearts
    # two suits or more, three suits or more, and the second copies of any suit
    two = both_black | both_red | black & red
    three = both_black & red | both_red & black
    again = hand >> 52 | hand >> 65 | hand >> 78 | hand >> 91
    return _RANKS[(two | again if least == 2 else three | two & again) & _MELDABLE]


def _in_runs(hand: int) -> int:
    """Return the natural cards of a hand by their places in runs, 13 bits a suit: of 4 to K and A after K.

    Two bits lie free between the suits, so that what is done to see what is near what can be done to all.
    """
    return (hand & _FOUR_TO_KING | (hand & _ACES) << 13) >> 3


def _run_places(hand: int, suit: int) -> int:
    """Return the places of a run that a hand has natural cards for."""
    return _in_runs(hand) >> 13 * suit & _ALL_PLACES


def _alone(options: TrancaOptions, hand: int) -> list[Cards]:
    """Return the new melds that a hand can lay."""
    news: list[Cards] = []
    in_runs, wilds = _in_runs(hand), _WILDS[hand & _TWOS & FACES]
    for wild in (None, *wilds):
        near = with_company(in_runs, wild is not None)
        for suit in range(4) if near else ():
            if its := near >> 13 * suit & _ALL_PLACES:
                news += new_runs(suit, its, wild)
    for rank in _several(hand, 2 if wilds else 3):
        copies = hand & _RANK_BITS[rank]
        news += of_rank(copies, rank, None, 3)
        for wild in wilds:
            news += of_rank(copies, rank, wild, 3)
    if options.max_wilds != 1 and len(wilds) + (hand >> 52 & _TWOS).bit_count() > 1:
        for suit in range(4):
            news += far_runs(suit, _run_places(hand, suit), hand & _TWOS, options.max_wilds)
        if _whole_with_wilds(options, hand, ()):
            news.append(_whole(hand))
    return news


def _adds(options: TrancaOptions, seat: int, hand: int, melds: Melds) -> list[Placed]:
    """Return all that a hand can add to the melds of its side."""
    every = _WILDS[hand & _TWOS & FACES]
    most = options.max_wilds
    out: list[Placed] = []
    for at, own in enumerate(map(hand.__and__, joins(melds))):
        if not own and not every:
            continue
        lying, suit, rank, mask, wilds = melds[at]
        more = every if most is None or wilds < most else ()
        found: list[Cards] = []
        if suit >= 0:
            avail = _run_places(hand, suit) & ~mask
            if own:
                found += joining_run(suit, mask, wilds, within_reach(mask, avail, wilds), None)
            for wild in more:
                found += joining_run(suit, mask, wilds, within_reach(mask, avail, wilds + 1), wild)
        else:
            copies = hand & _RANK_BITS[rank]
            if own:
                found += of_rank(copies, rank, None, 1)
            for wild in more:
                found += of_rank(copies, rank, wild, 1)
        if most != 1 and more and _whole_with_wilds(options, hand, lying):
            found.append(_whole(hand))
        where = ((seat, at),)
        out += [(cards, where) for cards in found]
    return out


def _of_one_kind(hand: int) -> bool:
    """Whether the natural cards of a hand are of one suit or of one rank, as those of a meld are."""
    natural = (hand | hand >> 52) & FACES & ~_TWOS
    first = (natural & -natural).bit_length() - 1
    return not natural & ~_SUIT_BITS[first // 13] or not natural & ~_RANK_BITS[first % 13 + 1]


def _whole(hand: int) -> Cards:
    return ordered(cards_in(hand))


def _whole_with_wilds(options: TrancaOptions, hand: int, base: Cards) -> bool:
    """Whether a whole hand with several wilds can be laid at once and is not listed as it is (TA19)."""
    if (hand & _TWOS).bit_count() < 2 or hand.bit_count() > 2 * CANASTRA:
        return False
    whole = _whole(hand)
    return is_meld((*base, *whole), options.max_wilds) and not none_can_wait(options, base, whole, None)


# --- the pile ---------------------------------------------------------------------------------


def _starts(options: TrancaOptions, state: TrancaState, seat: int) -> tuple[Action, ...]:
    """Return the ways to begin a turn: draw, take the pile (T20), or stop where nothing is left (TA16)."""
    first = _DRAW[seat] if drawable(options, state.stock, state.mortos) else _STOP[seat]
    if not state.pile or state.pile[-1] in BLACK_3S or not may_take_anything(options, state):
        return first
    takes = _takes(options, state, seat)
    if not takes:
        return first
    takes.sort()
    return Actions.joined(first, tuple([new(Action, (seat, "take", *taking)) for taking in takes]))


def _takes(options: TrancaOptions, state: TrancaState, seat: int) -> list[Placed]:
    """Return all ways to take the pile (T21, TA13): the hand cards that are laid with its top, and where."""
    side = seat % 2
    hand, melds, top = state.hands[seat], state.melds[side], state.pile[-1]
    both = having(hand, top)
    # a wild on top is the one wild of the act
    wilds = (top,) if RANK[top] == WILD else (None, *_WILDS[hand & _TWOS & FACES])
    out: list[Placed] = [(cards, ()) for cards in _take_new(options, both, top, wilds)]
    if options.pile_fit == "direct":
        out += [((), ((seat, at),)) for at in fitting(options, melds, top)]
    else:
        for at, meld in enumerate(melds):
            out += [(cards, ((seat, at),)) for cards in _take_onto(options, meld, both, top, wilds)]
    if len(state.pile) == 1:
        out += _take_with_all(options, seat, hand, melds, top, out)
    if not out or may_get_morto(state.mortos, state.taken[side]):
        return out
    size = hand.bit_count() + len(state.pile) - 1
    return [some for some in out if len(some[0]) <= size - 2 or _leaves(options, state, *some, size, (top,))]


def _take_new(options: TrancaOptions, both: int, top: Card, wilds: tuple[Card | None, ...]) -> list[Cards]:
    """Return the hand cards that make a new meld with the top of the pile; ``both`` is hand and top."""
    out: list[Cards] = []
    wild_top = RANK[top] == WILD
    suits = range(4) if wild_top else (SUIT[top],)
    for suit in suits:
        avail = _run_places(both, suit)
        for wild in wilds:
            places = with_company(avail, wild is not None)
            if places and (wild_top or places >> PLACE[top] & 1):
                out += _rest(new_runs(suit, places, wild), top)
    for rank in _several(both, 2) if wild_top else (RANK[top],):
        copies = both & _RANK_BITS[rank]
        count = copies.bit_count()
        for wild in wilds if count > 1 else ():
            if count > 2 or wild is not None:
                out += _rest(of_rank(copies, rank, wild, 3), top)
    if options.max_wilds != 1:
        for suit in suits:
            out += _rest(far_runs(suit, _run_places(both, suit), both & _TWOS, options.max_wilds), top)
    return out


def _take_onto(
    options: TrancaOptions, meld: Meld, both: int, top: Card, wilds: tuple[Card | None, ...]
) -> list[Cards]:
    """Return the hand cards that go onto a meld with the top of the pile (TA13)."""
    _, suit, rank, mask, has = meld
    room = room_for_wilds(options, meld)
    out: list[Cards] = []
    if suit < 0:
        copies = both & _RANK_BITS[rank]
        for wild in wilds:
            if wild is None or room > 0:
                out += _rest(of_rank(copies, rank, wild, 1), top)
        return out
    avail = _run_places(both, suit) & ~mask
    for wild in wilds:
        if wild is None or room > 0:
            out += _rest(joining_run(suit, mask, has, avail, wild), top)
    place = PLACE[top]
    apart = place >= 0 and SUIT[top] == suit and (1 << place > mask or 1 << place < (mask & -mask))
    if room >= 2 and apart:
        out += _rest(reaching(suit, mask, has, avail, both & _TWOS, place, room), top)
    return out


def _take_with_all(
    options: TrancaOptions, seat: int, hand: int, melds: Melds, top: Card, listed: list[Placed]
) -> list[Placed]:
    """Return the ways to take a pile of one card and lay the whole hand with it that are not listed yet."""
    if hand.bit_count() > 2 * CANASTRA or not _of_one_kind(hand):
        return []
    whole = _whole(hand)
    direct = options.pile_fit == "direct"
    out: list[Placed] = [
        (whole, ((seat, at),))
        for at, meld in enumerate(melds)
        if (not direct or fits(options, meld, top)) and joined(meld, (top, *whole), options.max_wilds)
    ]
    if len(whole) >= 2 and is_meld((top, *whole), options.max_wilds):
        out.append((whole, ()))
    return [laying for laying in out if laying not in listed]


def _rest(layings: Iterable[Cards], top: Card) -> list[Cards]:
    """Return the other cards of those layings that have the top of the pile among them."""
    out = []
    for cards in layings:
        if top in cards:
            at = cards.index(top)
            out.append(cards[:at] + cards[at + 1 :])
    return out
