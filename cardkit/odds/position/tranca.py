"""Odds of a position of Tranca, from what one seat knows: unseen cards, and whether the next one fits.

Unseen are the stock, the mortos, the pile under its top (only the top is told, TA27) and the hands of the
others but for the cards all saw go there. A red 3 is laid as soon as it comes to a hand (T11), so an unseen
one can only lie in the stock, in a morto, or in a morto somebody has but does not use yet; any place there is
as likely as another. All other unseen cards are alike.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.games.tranca import Tranca, TrancaObservation
from cardkit.games.tranca.actions import legal_actions
from cardkit.games.tranca.game import HAND_SIZE
from cardkit.games.tranca.melds import RANK, RED_3S, THREE, WILD, Melds
from cardkit.games.tranca.options import TrancaOptions
from cardkit.games.tranca.state import MatchSoFar, TrancaState, changed, having, how_many, mask_of
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.numbers import Line, Share


class CardOdds(NamedTuple):
    """What a face-down card may be: the chance of each rank, and of being a red 3 (3s are black and red)."""

    ranks: Distribution[int]
    red3: Fraction
    lines: tuple[Line, ...]


class DrawOdds(NamedTuple):
    """What drawing now comes to: the faces that fit, the chance that the card one keeps is one of them.

    ``red3`` is the chance that the first card drawn is a red 3.
    """

    fitting: tuple[Card, ...]
    fits: Fraction
    red3: Fraction
    lines: tuple[Line, ...]


class _Unseen(NamedTuple):
    """Unseen cards: those that are no red 3s, how many red 3s, in how many places one of these may lie."""

    others: Counter[Card]
    red: int
    free: int


def unseen(observation: TrancaObservation) -> Counter[Card]:
    """Return how many copies of each face lie where the seat does not know them."""
    seen = Counter(card for hand in observation.hands for card in hand if card != UNKNOWN)
    seen.update(card for melds in observation.melds for meld in melds for card in meld.cards)
    seen.update(card for red3s in observation.red3s for card in red3s)
    if observation.pile_top is not None:
        seen[observation.pile_top] += 1
    return Counter({face: 2 - seen[face] for face in CARDS[:52] if seen[face] < 2})


def _unseen(observation: TrancaObservation) -> _Unseen:
    cards = unseen(observation)
    red = sum(cards.pop(face, 0) for face in RED_3S)
    waiting = sum(
        hand.count(UNKNOWN) for seat, hand in enumerate(observation.hands) if observation.waiting >> seat & 1
    )
    return _Unseen(cards, red, observation.stock_size + HAND_SIZE * observation.mortos + waiting)


def card(observation: TrancaObservation, seat: int | None = None) -> CardOdds:
    """Return what a face-down card may be: one of a seat's hand, or (``None``) of the stock or a morto.

    A card under the top of the pile is as one of a hand in use. ``ValueError`` if there is none.
    """
    pool = _unseen(observation)
    if seat is None:
        at_all, may_be_red = observation.stock_size + observation.mortos, True
    else:
        at_all, may_be_red = observation.hands[seat].count(UNKNOWN), bool(observation.waiting >> seat & 1)
    if not at_all:
        raise ValueError("no card lies face down there")
    red = Fraction(pool.red, pool.free) if may_be_red and pool.red else Fraction(0)
    size = pool.others.total()
    counts = Counter[int]()
    for face, n in pool.others.items():
        counts[RANK[face]] += n
    ranks = {rank: (1 - red) * Fraction(n, size) for rank, n in sorted(counts.items())}
    if red:
        ranks[THREE] = ranks.get(THREE, Fraction(0)) + red
    two = ranks.get(WILD, Fraction(0))
    lines = [Line("odds.line.twos", {"n": size, "twos": counts[WILD], "chance": Share(two)})]
    if red:
        lines.append(Line("odds.line.red3", {"n": pool.red, "places": pool.free, "chance": Share(red)}))
    return CardOdds(dict(sorted(ranks.items())), red, tuple(lines))


def draw(game: Tranca, observation: TrancaObservation) -> DrawOdds:
    """Return the chance that the card the seat would draw now fits (T20).

    A card fits if it can be laid at once (T18, T8): on a meld of the own side or as a new meld, alone or
    together with cards of the hand, by one act that is legal then. So a 3 never fits, a 2 counts as a wild as
    far as ``max_wilds`` (TA3) allows, and nothing fits that would leave too few cards to discard (TA19). A
    red 3 is laid apart; it does not fit, but under ``red3_replace`` (TA8) the card that replaces it may.
    Under ``stock_out="morto_then_end"`` (TA16) a morto goes on where the stock ends.

    ``ValueError`` for an onlooker, and if no card can be drawn any more.
    """
    if observation.seat is None:
        raise ValueError("an onlooker has no hand: expected the observation of a seat")
    options = game.options
    drawable = observation.stock_size
    if options.stock_out == "morto_then_end":
        drawable += HAND_SIZE * observation.mortos
    if not drawable:
        raise ValueError("no card is left to be drawn")
    pool = _unseen(observation)
    fitting = fitting_faces(game, observation)
    hits, size = sum(pool.others[face] for face in fitting), pool.others.total()
    red = Fraction(pool.red, pool.free)
    # with a replacement no card is kept only if all that can be drawn are red 3s
    none = Fraction(comb(pool.red, drawable), comb(pool.free, drawable)) if options.red3_replace else red
    fits = (1 - none) * Fraction(hits, size) if hits else Fraction(0)
    lines = [Line("odds.line.fits", {"hits": hits, "n": size, "chance": Share(Fraction(hits, size or 1))})]
    if none and hits:
        lines.append(Line("odds.line.fits_if_any", {"kept": Share(1 - none), "chance": Share(fits)}))
    if pool.red:
        key = "odds.line.red3_replaced" if options.red3_replace else "odds.line.red3"
        lines.append(Line(key, {"n": pool.red, "places": pool.free, "chance": Share(red)}))
    return DrawOdds(fitting, fits, red, tuple(lines))


def fitting_faces(game: Tranca, observation: TrancaObservation) -> tuple[Card, ...]:
    """Return the faces, whether unseen or not, that fit as in `draw`; ``ValueError`` for an onlooker."""
    seat = observation.seat
    if seat is None:
        raise ValueError("an onlooker has no hand: expected the observation of a seat")
    side = seat % 2
    # with the stock used up the card comes from a morto, which then is gone
    mortos = observation.mortos - (not observation.stock_size)
    hand = mask_of(observation.hands[seat])
    return _fitting(game.options, hand, observation.melds[side], mortos > 0, observation.taken[side])


@lru_cache(maxsize=1 << 10)
def _fitting(options: TrancaOptions, hand: int, melds: Melds, morto: bool, taken: bool) -> tuple[Card, ...]:
    """Return the faces that a seat could lay at once if it drew them.

    What may be laid depends on the hand, the own melds and whether a morto can be got, so the rest of the
    table is left empty.
    """
    state = TrancaState(
        turn=0,
        phase="play",
        hands=(hand, 0),
        known=((), ()),
        stock=(),
        pile=(),
        mortos=((),) if morto else (),
        melds=(melds, Melds()),
        red3s=((), ()),
        taken=(taken, False),
        waiting=0,
        ender=None,
        stopped=False,
        turns=0,
        match=MatchSoFar(0, (0, 0), 0),
        deck=(),
    )
    out = []
    for face in CARDS[:52]:
        # all copies in the own hand or melds: it cannot be drawn, and a hand holds two of a face at most
        if how_many(hand, face) == 2 or RANK[face] == THREE:
            continue
        drawn = changed(state, hands=(having(hand, face), 0))
        acts = legal_actions(options, drawn, 0)
        if any(act.kind in ("meld", "add") and face in act.cards for act in acts):
            out.append(face)
    return tuple(out)
