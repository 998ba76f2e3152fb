"""Odds of a position of Kozel, from what one seat knows: unseen cards, and whether a lead will be beaten.

What is known beside the own cards, the own throw-offs and what lies open: a card all saw go into a hand is
there or, once that seat has thrown off unseen, among what it threw off since (KA18); the shown card came
from one of the 20 places of the stock, each as likely as another, or lies at its bottom (KA6). All else is
alike. What asking about a molodka told of cards that have been thrown off since (KA10) is left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from cardkit.cards import UNKNOWN, Card, Suit
from cardkit.engine import Action
from cardkit.games.kozel import Kozel, KozelObservation, KozelOptions
from cardkit.games.kozel.allowed import leads as every_lead
from cardkit.games.kozel.beating import PACK
from cardkit.games.kozel.state import SEATS
from cardkit.games.kozel.worlds import drawn_since
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.exact.kozel import beats, chance_beaten
from cardkit.odds.numbers import Line, Share

STOCK: Final = "stock"

Where = int | str
"""Whose hand, or `STOCK`."""


class CardOdds(NamedTuple):
    """What a face-down card may be: the chance of each card, and of being a trump."""

    cards: Distribution[Card]
    trump: Fraction
    lines: tuple[Line, ...]


class LeadOdds(NamedTuple):
    """A lead and the chance that the next player can beat it (K6, K7, KA2)."""

    action: Action
    beaten: Fraction
    lines: tuple[Line, ...]


class _Place(NamedTuple):
    """Unseen cards that lie together: in a hand (``when`` is the trick to come), thrown off, in the stock.

    ``drawn`` is the chance that a card there came from the stock.
    """

    where: Where
    when: int
    free: int
    drawn: Fraction


class _Case(NamedTuple):
    """Where the cards of which something is known lie, and how likely that is: by place what it holds."""

    chance: Fraction
    held: tuple[tuple[Card, ...], ...]


def unseen(observation: KozelObservation) -> tuple[Card, ...]:
    """Return the cards that lie where the seat does not know them."""
    known = {card for hand in observation.hands for card in hand}
    for plays in (*(trick.plays for trick in observation.tricks), observation.trick):
        known.update(card for play in plays for card in play.cards)
    return tuple(card for card in PACK if card not in known)


def card(game: Kozel, observation: KozelObservation, where: Where, *, thrown: bool = False) -> CardOdds:
    """Return what a face-down card may be: one of a seat's hand, or of the `STOCK`.

    ``thrown``: one that the seat threw off in this trick. ``ValueError`` if no card lies face down there.
    """
    places, cases = _spread(game.options, observation)
    when = len(observation.tricks) + (0 if thrown or where == STOCK else 1)
    at = next((n for n, p in enumerate(places) if p.where == where and p.when == when and p.free), None)
    if at is None:
        raise ValueError(f"no card lies face down at {where!r}")
    pool = unseen(observation)
    size = places[at].free
    alike = Fraction(0)
    apart: dict[Card, Fraction] = defaultdict(Fraction)
    for case in cases:
        told = [one for held in case.held for one in held]
        share = case.chance * Fraction(size - len(case.held[at]), size * (len(pool) - len(told) or 1))
        alike += share
        for one in told:
            apart[one] -= share
        for one in case.held[at]:
            apart[one] += case.chance / size
    found = {one: chance for one in pool if (chance := alike + apart.get(one, 0))}
    trump = sum((p for one, p in found.items() if one.suit == observation.trump), Fraction(0))
    trumps = sum(one.suit == observation.trump for one in found)
    even = len(set(found.values())) == 1
    key = "odds.line.trumps" if even else "odds.line.trumps_spread"
    line = Line(key, {"n": len(found), "trumps": trumps, "chance": Share(trump)})
    return CardOdds(found, trump, (line,))


def leads(
    game: Kozel, observation: KozelObservation, legal: Iterable[Action] | None = None
) -> tuple[LeadOdds, ...]:
    """Return for each lead the chance that the next player can beat it; by default for all that are legal.

    Whether that player will, and what the two after do, is not foreseen. ``ValueError`` for an onlooker.
    """
    seat = observation.seat
    if seat is None:
        raise ValueError("an onlooker has no hand: expected the observation of a seat")
    if legal is None:
        may = observation.phase == "lead" and observation.turn == seat
        legal = every_lead(seat, tuple(sorted(observation.hands[seat]))) if may else ()
    chosen = [action for action in legal if action.kind == "lead"]
    if not chosen:
        return ()
    places, cases = _spread(game.options, observation)
    after = (seat + 1) % SEATS
    hand = observation.hands[after]
    known = tuple(one for one in hand if one != UNKNOWN)
    when = len(observation.tricks) + 1
    at = next((n for n, p in enumerate(places) if p.where == after and p.when == when), None)
    pool = unseen(observation)
    hands: dict[_Hand, Fraction] = defaultdict(Fraction)
    for case in cases:
        told = {one for held in case.held for one in held}
        there = () if at is None else case.held[at]
        hands[_Hand((*known, *there), tuple(one for one in pool if one not in told))] += case.chance
    trump = Suit(observation.trump)
    out = []
    for action in chosen:
        each = [
            _Beaten(p, sure, rest, chance_beaten(action.cards, rest, trump, len(hand), sure))
            for (sure, rest), p in hands.items()
        ]
        beaten = sum((one.chance * one.beaten for one in each), Fraction(0))
        out.append(LeadOdds(action, beaten, tuple(_lines(action.cards, beaten, each, len(hand), trump))))
    return tuple(out)


class _Hand(NamedTuple):
    """A hand of which some cards are sure, and the cards of which the others are, all alike."""

    sure: tuple[Card, ...]
    rest: tuple[Card, ...]


class _Beaten(NamedTuple):
    """How likely such a hand is, and how likely it can beat a lead."""

    chance: Fraction
    sure: tuple[Card, ...]
    rest: tuple[Card, ...]
    beaten: Fraction


def _lines(
    lead: tuple[Card, ...], beaten: Fraction, each: Sequence[_Beaten], size: int, trump: Suit
) -> Iterator[Line]:
    """Yield the arithmetic of a lead: in full where the unseen cards are all alike."""
    if len(each) > 1:
        without, *having = sorted(each, key=lambda one: len(one.sure))
        if len(having) == 1 and len(having[0].sure) == len(without.sure) + 1:
            yield Line(
                "odds.line.lead_two",
                {
                    "card": next(one for one in having[0].sure if one not in without.sure),
                    "with_it": Share(having[0].chance),
                    "then": Share(having[0].beaten),
                    "without": Share(without.chance),
                    "otherwise": Share(without.beaten),
                    "chance": Share(beaten),
                },
            )
        else:
            yield Line("odds.line.lead_spread", {"chance": Share(beaten)})
        return
    ((_, sure, rest, _),) = each
    if sure:
        yield Line("odds.line.lead_known", {"cards": sure})
    free, n = size - len(sure), len(rest)
    params = {"cards": lead, "n": n, "hand": free, "chance": Share(beaten)}
    if len(sure) >= len(lead) and chance_beaten(lead, (), trump, len(sure), sure):
        yield Line("odds.line.lead_sure", params)
    elif len(lead) == 1:
        hits = sum(beats(one, lead[0], trump) for one in rest)
        if not hits:
            yield Line("odds.line.lead_none", params)
        else:
            yield Line("odds.line.lead_one", {**params, "hits": hits, "miss": n - hits})
    else:
        every = comb(n, free)
        yield Line("odds.line.lead_several", {**params, "ways": int(beaten * every), "all": every})


# --- where the cards may lie of which something is known --------------------------------------------


def _places(observation: KozelObservation) -> tuple[tuple[_Place, ...], tuple[int, ...]]:
    """Return the places of unseen cards, and the tricks that took whole hands."""
    tricks = [trick.plays for trick in observation.tricks]
    drawn, emptied = drawn_since([len(plays[0].cards) for plays in tricks], Fraction(0))
    now = len(tricks)
    out = [
        _Place(play.seat, when, len(play.cards), drawn[when])
        for when, plays in enumerate((*tricks, observation.trick))
        for play in plays
        if play.cards[0] == UNKNOWN
    ]
    out += [
        _Place(seat, now + 1, hand.count(UNKNOWN), drawn[now]) for seat, hand in enumerate(observation.hands)
    ]
    out.append(_Place(STOCK, now, observation.stock_size, Fraction(1)))
    return tuple(out), tuple(emptied)


# a page asks about every place of one position
@lru_cache(maxsize=16)
def _spread(
    options: KozelOptions, observation: KozelObservation
) -> tuple[tuple[_Place, ...], tuple[_Case, ...]]:
    """Return the places of unseen cards, and every way the traced cards and the shown one may lie in them.

    The chances sum to 1. Those cards are placed one by one, each by the room that the others have left: the
    youngest trace first, since it has the fewest places, the shown card last.
    """
    places, emptied = _places(observation)
    pool = set(unseen(observation))
    to_place: list[tuple[Card, list[Fraction]]] = []
    for trace in sorted(observation.traces, key=lambda trace: -trace.since):
        if trace.card in pool:
            # what a hand had gone with the first trick that took all of it
            last = next((when for when in emptied if when >= trace.since), len(observation.tricks) + 1)
            may = [p.where == trace.seat and trace.since <= p.when <= last for p in places]
            to_place.append((trace.card, [Fraction(one) for one in may]))
    told = {one for one, _ in to_place}
    if observation.shown in pool and observation.shown not in told:
        if options.trump_card == "bottom" and observation.stock_size:
            weights = [Fraction(p.where == STOCK) for p in places]
        else:
            weights = [p.drawn for p in places]
        to_place.append((observation.shown, weights))
    found: dict[tuple[tuple[Card, ...], ...], Fraction] = defaultdict(Fraction)
    found[((),) * len(places)] = Fraction(1)
    for one, weights in to_place:
        grown: dict[tuple[tuple[Card, ...], ...], Fraction] = defaultdict(Fraction)
        for held, chance in found.items():
            room = [w * (p.free - len(h)) for w, p, h in zip(weights, places, held, strict=True)]
            total = sum(room, Fraction(0))
            for at, part in enumerate(room):
                if part:
                    there = (*held[:at], (*held[at], one), *held[at + 1 :])
                    grown[there] += chance * part / total
        found = grown
    whole = sum(found.values(), Fraction(0))
    return places, tuple(_Case(chance / whole, held) for held, chance in found.items())
