"""What the rules of Tranca ask of a position: may a card be drawn, a hand be emptied, a card join a meld?"""

from __future__ import annotations

from collections.abc import Iterable

from cardkit.cards import Card
from cardkit.engine import Verdict
from cardkit.games.tranca.melds import (
    CANASTRA,
    PLACES,
    RANK,
    WILD,
    Cards,
    Meld,
    Melds,
    is_meld,
)
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import TrancaState


def drawable(options: TrancaOptions, stock: Cards, mortos: tuple[Cards, ...]) -> bool:
    """Whether a card can be drawn: from the stock or, once it is used up, from a morto (TA16)."""
    return bool(stock) or (options.stock_out == "morto_then_end" and bool(mortos))


def may_take_anything(options: TrancaOptions, state: TrancaState) -> bool:
    """Whether a turn may begin with the pile at all (TA16: under ``end`` not once the stock is used up)."""
    return options.stock_out != "end" or bool(state.stock)


def has_canastra(options: TrancaOptions, melds: Iterable[Meld]) -> bool:
    """Whether melds have the canastra that ending the deal asks for (T24, TA18)."""
    sets, unclean = options.sets_make_canastra, options.batida_requires == "any"
    for meld in melds:
        # few melds are long enough: ask that first
        if len(meld.cards) >= CANASTRA and meld.is_canastra(sets) and (unclean or meld.clean):
            return True
    return False


def may_get_morto(mortos: tuple[Cards, ...], taken: bool) -> bool:
    """Whether a side that empties a hand gets a morto, having ``taken`` one or not (T13, T22, T23)."""
    return bool(mortos) and not taken


def short_of_canastra(options: TrancaOptions, melds: Melds) -> int:
    """Return how many cards the best meld lacks to be the canastra that going out asks for (T24)."""
    sizes = [
        len(meld.cards)
        for meld in melds
        if (meld.is_run or options.sets_make_canastra) and (meld.clean or options.batida_requires == "any")
    ]
    return max(0, CANASTRA - max(sizes, default=0))


def may_leave(options: TrancaOptions, state: TrancaState, side: int, left: int, melds: Melds) -> bool:
    """Whether laying may bring a hand down to ``left`` cards (T24, TA18, TA19); `refused_left` says why not.

    ``melds`` are the side's melds after the act: the one that completes the canastra may leave 1 or 0.
    """
    return left >= 2 or may_get_morto(state.mortos, state.taken[side]) or has_canastra(options, melds)


def refused_left(
    options: TrancaOptions, state: TrancaState, side: int, left: int, melds: Melds
) -> Verdict | None:
    """Return why laying may not bring a hand down to ``left`` cards, ``None`` if it may: see `may_leave`."""
    if may_leave(options, state, side, left, melds):
        return None
    params = {
        "left": left,
        "back": 2 - left,
        "short": short_of_canastra(options, melds),
        "requires": options.batida_requires,
    }
    if has_canastra(options, state.melds[side]):
        return Verdict(False, "TA19", "dirties_canastra", params)
    if left:
        return Verdict(False, "TA19", "needs_two_left", params)
    return Verdict(False, "T24" if options.batida_requires == "clean" else "TA18", "needs_canastra", params)


def room_for_wilds(options: TrancaOptions, meld: Meld) -> int:
    """Return how many more wilds a meld may take (TA3)."""
    return 8 - meld.wilds if options.max_wilds is None else options.max_wilds - meld.wilds


def fits(options: TrancaOptions, meld: Meld, card: Card) -> bool:
    """Whether a single card can be added to a meld (T8, T21)."""
    if RANK[card] == WILD:
        return room_for_wilds(options, meld) > 0 and (meld.suit < 0 or len(meld.cards) < PLACES)
    return bool(meld.joins >> card & 1)


def none_can_wait(options: TrancaOptions, base: Cards, laid: Cards, top: Card | None) -> bool:
    """Whether what is laid would be no meld without any one of its cards, the top of the pile apart."""
    for card in set(laid):
        if card != top or laid.count(card) > 1:
            rest = list(laid)
            rest.remove(card)
            if is_meld((*base, *rest), options.max_wilds):
                return False
    return True
