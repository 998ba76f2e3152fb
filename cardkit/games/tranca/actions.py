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
only at what the seat itself may know. What can be laid is found in `layings`. Each kind of action is sorted
by its cards and places alone, the rest being alike, which is quicker than sorting actions.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, compress, count
from operator import itemgetter
from typing import Final

from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Actions, Place, new
from cardkit.games.tranca.chosen import Chosen
from cardkit.games.tranca.conditions import (
    drawable,
    fits,
    has_canastra,
    may_get_morto,
    may_leave,
    may_take_anything,
    none_can_wait,
    room_for_wilds,
)
from cardkit.games.tranca.layings import (
    far_runs,
    of_rank,
    reaching,
    runs,
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
    Melds,
    card_at,
    is_meld,
    joined,
    ordered,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import FACES, TrancaState, cards_in, faces_in, having

NOTHING: Final[tuple[Action, ...]] = ()
_CARDS_AND_PLACES: Final = itemgetter(2, 3)

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
_BESIDE: Final = tuple(
    _RANK_BITS[RANK[top]]
    | sum(
        1 << card_at(SUIT[top], place)
        for place in range(PLACE[top] - 2, PLACE[top] + 3)
        if place != PLACE[top] and 0 <= place < PLACES
    )
    for top in CARDS[:52]
)
"""The bits of a hand that may lie beside a face in a meld of three: of its rank, or near it in its suit."""
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
    """Return all that ``seat`` may do now, sorted; only the seat to move may do something (T17).

    Mostly little can be laid, which a few masks tell at a glance; only what may be there is looked for.
    """
    turn, phase, hands, _, stock, pile, mortos, lying, _, taken = state[:10]
    if seat != turn:
        return NOTHING
    side = seat % 2
    hand, melds = hands[seat], lying[side]
    if phase == "draw":
        first = _DRAW[seat] if drawable(options, stock, mortos) else _STOP[seat]
        if not pile or _out_of_reach(options, hand, melds.joins_any, pile[-1]):
            return first
        return _starts(options, state, seat, first)
    size = hand.bit_count()
    adds = _adds(options, seat, hand, melds) if hand & (melds.joins_any | _TWOS) else []
    news = _alone(options, hand) if size > 2 else []
    to_come = may_get_morto(mortos, taken[side])
    if not to_come and (adds or news):
        most = size - 2
        adds = [add for add in adds if len(add.cards) <= most or _leaves(options, state, *add[2:], size)]
        news = [some for some in news if len(some) <= most or _leaves(options, state, some, (), size)]
    kinds: list[tuple[Action, ...]] = []
    if adds:
        kinds.append(tuple(adds))
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
    lying = state.melds[side].laid(ordered((*cards, *top)), places)
    return may_leave(options, state, side, size - len(cards), lying)


def _several(hand: int, least: int) -> Iterable[int]:
    """Return the ranks that may be in a lavadeira and of which a hand has ``least`` (2 or 3) or more."""
    first = hand & FACES
    # of clubs and hearts, and 13 bits higher of diamonds and spades: one at least, both
    one, both = first | first >> 26, first & first >> 26
    # all four suits: two or more, three or more, and the second copies
    two = both | both >> 13 | one & one >> 13
    three = both & one >> 13 | both >> 13 & one
    if second := hand >> 52:
        again = second | second >> 26
        again |= again >> 13
        two, three = two | again, three | two & again
    return _RANKS[(two if least == 2 else three) & _MELDABLE]


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
    if near := with_company(in_runs, False):
        news += _runs_near(near, None)
    for rank in _several(hand, 2 if wilds else 3):
        copies = hand & _RANK_BITS[rank]
        news += of_rank(copies, None, 3)
        for wild in wilds:
            news += of_rank(copies, wild, 3)
    if not wilds:
        return news
    near = with_company(in_runs, True)
    for wild in wilds:
        news += _runs_near(near, wild)
    if options.max_wilds != 1 and len(wilds) + (hand >> 52 & _TWOS).bit_count() > 1:
        for suit in range(4):
            news += far_runs(suit, _run_places(hand, suit), hand & _TWOS, options.max_wilds)
        if _whole_with_wilds(options, hand, ()):
            news.append(_whole(hand))
    return news


def _runs_near(near: int, wild: Card | None) -> list[Cards]:
    """Return the new runs of some natural cards by their places (`_in_runs`), with a wild or without."""
    out: list[Cards] = []
    for suit in range(4):
        if its := near >> 13 * suit & _ALL_PLACES:
            out += runs(suit, 0, 0, its, wild)
    return out


def _adds(options: TrancaOptions, seat: int, hand: int, melds: Melds) -> list[Action]:
    """Return all that a hand can add to the melds of its side, sorted."""
    found: list[Action] = []
    # the natural cards that a meld can take first: there are some for whatever joins it without a wild
    for at in compress(count(), map(hand.__and__, melds.joins)):
        _, suit, rank, mask, wilds = melds[at]
        if suit < 0:
            layings = of_rank(hand & _RANK_BITS[rank], None, 1)
        else:
            avail = _run_places(hand, suit) & ~mask
            layings = runs(suit, mask, wilds, within_reach(mask, avail, wilds), None)
        where = ((seat, at),)
        found += [new(Action, (seat, "add", cards, where)) for cards in layings]
    if every := _WILDS[hand & _TWOS & FACES]:
        for at, meld in enumerate(melds):
            where = ((seat, at),)
            layings = _with_wilds(options, hand, meld, every)
            found += [new(Action, (seat, "add", cards, where)) for cards in layings]
    if len(found) > 1:
        found.sort(key=_CARDS_AND_PLACES)
    return found


def _with_wilds(options: TrancaOptions, hand: int, meld: Meld, every: Cards) -> list[Cards]:
    """Return all with a wild, one of ``every`` face, that a hand can add to a meld."""
    if room_for_wilds(options, meld) <= 0:
        return []
    lying, suit, rank, mask, wilds = meld
    out: list[Cards] = []
    if suit < 0:
        for wild in every:
            out += of_rank(hand & _RANK_BITS[rank], wild, 1)
    else:
        reach = within_reach(mask, _run_places(hand, suit) & ~mask, wilds + 1)
        for wild in every:
            out += runs(suit, mask, wilds, reach, wild)
    if options.max_wilds != 1 and _whole_with_wilds(options, hand, lying):
        out.append(_whole(hand))
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


def _starts(options: TrancaOptions, state: TrancaState, seat: int, first: Actions) -> tuple[Action, ...]:
    """Return the ways to begin a turn: ``first``, to draw (T20) or stop (TA16), or with the pile (T20)."""
    takes = _takes(options, state, seat) if may_take_anything(options, state) else []
    if not takes:
        return first
    takes.sort()
    return Actions.joined(
        first, tuple([new(Action, (seat, "take", cards, places)) for cards, places in takes])
    )


def _out_of_reach(options: TrancaOptions, hand: int, joins: int, top: Card) -> bool:
    """Whether a glance shows that the pile cannot be taken, as mostly it cannot.

    Its top is a black 3, or there is no wild, no meld that the top could join and too little beside it.
    ``joins`` are the natural faces that fit the own melds.
    """
    if (hand & _BESIDE[top]).bit_count() > 1 or joins >> top & 1 or hand & _TWOS or RANK[top] == WILD:
        return top in BLACK_3S
    return options.pile_fit == "direct" or not joins & hand & _SUIT_BITS[SUIT[top]]


def _takes(options: TrancaOptions, state: TrancaState, seat: int) -> list[Placed]:
    """Return all ways to take the pile (T21, TA13): the hand cards that are laid with its top, and where."""
    _, _, hands, _, _, pile, mortos, lying, _, taken = state[:10]
    side, top, more = seat % 2, pile[-1], len(pile) - 1
    hand, melds = hands[seat], lying[side]
    wild_top = RANK[top] == WILD
    # a wild on top is the one wild of the act
    wilds = (top,) if wild_top else (None, *_WILDS[hand & _TWOS & FACES])
    out: list[Placed] = []
    if wilds[-1] is not None or (hand & _BESIDE[top]).bit_count() > 1:
        out += [(cards, ()) for cards in _take_new(options, having(hand, top), top, wilds)]
    if options.pile_fit == "direct":
        if wild_top:
            out += [((), ((seat, at),)) for at, meld in enumerate(melds) if fits(options, meld, top)]
        elif melds.joins_any >> top & 1:
            out += [((), ((seat, at),)) for at, faces in enumerate(melds.joins) if faces >> top & 1]
    else:
        both = having(hand, top)
        for at, meld in enumerate(melds):
            out += [(cards, ((seat, at),)) for cards in _take_onto(options, meld, both, top, wilds)]
    if not more:
        out += _take_with_all(options, seat, hand, melds, top, out)
    # with two cards or more under the top nobody is left with fewer
    if more > 1 or may_get_morto(mortos, taken[side]):
        return out
    size = hand.bit_count() + more
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
                out += _rest(runs(suit, 0, 0, places, wild), top)
    for rank in _several(both, 2) if wild_top else (RANK[top],):
        copies = both & _RANK_BITS[rank]
        count = copies.bit_count()
        for wild in wilds if count > 1 else ():
            if count > 2 or wild is not None:
                out += _rest(of_rank(copies, wild, 3), top)
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
                out += _rest(of_rank(copies, wild, 1), top)
        return out
    avail = _run_places(both, suit) & ~mask
    for wild in wilds:
        if wild is None or room > 0:
            out += _rest(runs(suit, mask, has, avail, wild), top)
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
