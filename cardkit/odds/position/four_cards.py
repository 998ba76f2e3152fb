"""Odds of a position of 4 Cartas, from what one seat knows.

What an action brings is how it is expected to change the seat's own sum by the end of this turn when the rest
of the turn is played as well as can be; what others do afterwards is not foreseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Final, NamedTuple

from cardkit.cards import CARDS, RANKS, UNKNOWN, Card
from cardkit.engine import Action, Place
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsOptions
from cardkit.games.four_cards.allowed import targets
from cardkit.games.four_cards.game import POWERS
from cardkit.games.four_cards.score import EIGHT, RANK, WORTH
from cardkit.odds.exact.closing import Closing, close, close_unsure, failed_mark
from cardkit.odds.exact.counting import Distribution
from cardkit.odds.exact.four_cards import PartlyKnown, pool_of
from cardkit.odds.exact.looks import acts
from cardkit.odds.numbers import Change, Line, Share

_WORTH: Final = (0, *(WORTH[rank - 1] for rank in range(1, 14)))
"""Points of each rank beside other cards; an 8 has none."""
Ranks = tuple[int, ...]
Pool = tuple[int, ...]
"""How many unseen cards of each rank there are; place 0 is empty."""


class CardOdds(NamedTuple):
    """What a face-down card may be: the chance of each rank and of each number of points (an 8 as 0)."""

    ranks: Distribution[int]
    points: Distribution[int]
    mean: Fraction
    lines: tuple[Line, ...]


class CloseOdds(NamedTuple):
    """What closing now comes to as the hands lie: chance to be strictly lowest, expected mark and own sum.

    ``error`` is the standard error of the mark where it was dealt out instead of counted, 0 where it is
    exact.
    """

    lowest: Fraction
    mark: Fraction
    points: Fraction
    error: float
    lines: tuple[Line, ...]


class ActionOdds(NamedTuple):
    """What an action brings: the expected change of the own sum, less being better; closing: of the mark.

    ``chance``: of being right with a match, of being lowest when closing, else ``None``.
    """

    action: Action
    change: Fraction
    chance: Fraction | None
    lines: tuple[Line, ...]


# --- cards ----------------------------------------------------------------------------------------


def unseen(observation: FourCardsObservation) -> tuple[Card, ...]:
    """Return the cards that lie where the seat does not know them."""
    seen = {card for hand in observation.hands for card in hand}
    seen.update(observation.pile)
    if observation.drawn is not None:
        seen.add(observation.drawn.card)
    return tuple(card for card in CARDS[:52] if card not in seen)


def card(observation: FourCardsObservation, place: Place | None = None) -> CardOdds:
    """Return what a face-down card may be; ``place`` ``None`` is the next card of the stock.

    ``ValueError`` for a place that is empty or whose card the seat knows.
    """
    source = unseen(observation)
    if place is None:
        source = _next_cards(observation)
    else:
        seat, slot = place
        hand = observation.hands[seat]
        if slot >= len(hand) or hand[slot] != UNKNOWN:
            raise ValueError(f"no unseen card in slot {slot + 1} of seat {seat}")
    if not source:
        raise ValueError("no card is left to be drawn")
    n = len(source)
    ranks = {r: Fraction(k, n) for r, k in sorted(Counter(RANK[c] for c in source).items())}
    points = {v: Fraction(k, n) for v, k in sorted(Counter(WORTH[c] for c in source).items())}
    total = sum(WORTH[c] for c in source)
    line = Line("odds.line.card", {"n": n, "total": total, "mean": Fraction(total, n)})
    return CardOdds(ranks, points, Fraction(total, n), (line,))


def _next_cards(observation: FourCardsObservation) -> tuple[Card, ...]:
    """Return what the next stock card may be: with the stock used up, the pile under its top (CA21)."""
    return unseen(observation) if observation.stock_size else observation.pile[:-1]


# --- closing --------------------------------------------------------------------------------------

MOST_SECONDS: Final = 0.5
"""What counting exactly may take by a rough guess; beyond that, closing is dealt out instead."""
DEALS: Final = 1 << 17


def closing(game: FourCards, observation: FourCardsObservation, *, exact: bool | None = None) -> CloseOdds:
    """Return what closing now comes to for the seat that looks (C26–C28), all hands staying as they are.

    With all own cards known it is counted. With unseen own cards counting takes long against several hands:
    then the position is dealt out many times with a fixed seed (needs numpy), unless ``exact`` is given.
    """
    seat = _seat(observation)
    own, others = _partly(observation, seat)
    source = unseen(observation)
    if exact is None:
        exact = _seconds(own, others) <= MOST_SECONDS
    error = 0.0
    if not exact:
        found, error = _dealt_out(own, others, source, game.options)
    elif own.unseen:
        found = close_unsure(own.known, own.unseen, others, pool_of(source), game.options)
    else:
        found = close(own.known, game.options, others=others, seen=_gone(source, own, others))
    lines = [
        Line("odds.line.lowest", {"chance": Share(found.lowest), "n": len(others)}),
    ]
    if own.unseen:
        lines.append(Line("odds.line.close_unsure", {"points": found.points, "mark": found.mark}))
    else:
        points = int(found.points)
        lines.append(
            Line(
                "odds.line.close_mark",
                {
                    "points": Fraction(points),
                    "chance": Share(found.lowest),
                    "failed": Fraction(failed_mark(points, game.options)),
                    "rest": Share(1 - found.lowest),
                    "mark": found.mark,
                },
            )
        )
    if error:
        lines.append(Line("odds.line.dealt_out", {"deals": DEALS, "error": error}))
    return CloseOdds(found.lowest, found.mark, found.points, error, tuple(lines))


def _seat(observation: FourCardsObservation) -> int:
    if observation.seat is None:
        raise ValueError("an onlooker has no hand: expected the observation of a seat")
    return observation.seat


def _partly(observation: FourCardsObservation, seat: int) -> tuple[PartlyKnown, list[PartlyKnown]]:
    """Return the own hand and the others as the seat knows them."""
    hands = []
    for hand in observation.hands:
        known = tuple(c for c in hand if c is not None and c != UNKNOWN)
        hands.append(PartlyKnown(known, sum(c == UNKNOWN for c in hand)))
    return hands[seat], hands[:seat] + hands[seat + 1 :]


def _gone(source: Iterable[Card], own: PartlyKnown, others: Iterable[PartlyKnown]) -> set[Card]:
    return set(CARDS[:52]) - set(source) - set(own.known) - {c for hand in others for c in hand.known}


def _seconds(own: PartlyKnown, others: list[PartlyKnown]) -> float:
    """Guess how long an exact count takes: one joint count for each sum the own cards may come to."""
    hands = sum(hand.unseen > 0 for hand in others)
    sums = [sum(WORTH[c] for c in own.known)]
    for _ in range(own.unseen):
        sums = [total + value for total in sums for value in range(11)]
    return sum(_joint_seconds(hands, total) for total in sums)


def _joint_seconds(hands: int, limit: int) -> float:
    """Return about how long a joint count takes, as measured: more hands and higher sums take longer."""
    if hands <= 2:
        return (0.0, 0.0005, 0.01)[hands]
    steps = ((4, 0.003), (8, 0.02), (10, 0.04 if hands == 3 else 0.5), (12, 0.06 if hands == 3 else 5.0))
    return next((seconds for most, seconds in steps if limit <= most), 0.3 if hands == 3 else 60.0)


def _dealt_out(
    own: PartlyKnown, others: list[PartlyKnown], source: tuple[Card, ...], options: FourCardsOptions
) -> tuple[Closing, float]:
    """Return what closing comes to by dealing the unseen cards out, and the standard error of the mark."""
    from cardkit.odds.worlds import close_counts

    counts = close_counts((own, *others), source, options, DEALS)
    n = sum(counts.values())
    lowest = mark = points = squares = 0
    for (total, alone), times in counts.items():
        value = total if alone else failed_mark(total, options)
        lowest += times * alone
        points += times * total
        mark += times * value
        squares += times * value * value
    spread = (squares - mark * mark / n) / (n - 1)
    return Closing(Fraction(lowest, n), Fraction(mark, n), Fraction(points, n)), (spread / n) ** 0.5


# --- what a hand is expected to be worth ------------------------------------------------------------


class _Own(NamedTuple):
    """An own hand: the ranks known, in order, and how many cards are not."""

    known: Ranks
    unseen: int

    def without(self, rank: int) -> _Own:
        """Return the hand without one card; rank 0 is an unseen one."""
        if not rank:
            return _Own(self.known, self.unseen - 1)
        at = self.known.index(rank)
        return _Own(self.known[:at] + self.known[at + 1 :], self.unseen)

    def with_(self, rank: int) -> _Own:
        """Return the hand with one card more; rank 0 is an unseen one."""
        if not rank:
            return _Own(self.known, self.unseen + 1)
        return _Own(tuple(sorted((*self.known, rank))), self.unseen)

    @property
    def cards(self) -> Ranks:
        """The cards that differ: each known rank once, 0 for the unseen ones."""
        return (*sorted(set(self.known)), *((0,) if self.unseen else ()))


@lru_cache(maxsize=1 << 16)
def _worth(
    total: int, eights: int, others: int, unseen_: int, pool: tuple[int, int, int], rule: str
) -> Fraction:
    """Return what a hand is worth on average.

    By linearity for the points, then with the correction for 8s that count −5.
    ``total`` are the points of ``others`` known cards that are no 8s; ``pool`` = (cards, points in all, 8s).
    """
    size, points, pool_eights = pool
    mean = Fraction(total) + (Fraction(unseen_ * points, size) if unseen_ else 0)
    ways = 0
    for k in range(min(unseen_, pool_eights) + 1):
        held = eights + k
        alone = not others and k == unseen_
        if held and (alone or (rule == "pair" and held >= 2)):
            ways += held * comb(pool_eights, k) * comb(size - pool_eights, unseen_ - k)
    return mean - Fraction(5 * ways, comb(size, unseen_))


@lru_cache(maxsize=1 << 14)
def _summary(pool: Pool) -> tuple[int, int, int]:
    return sum(pool), sum(_WORTH[rank] * k for rank, k in enumerate(pool)), pool[EIGHT]


def _expected(own: _Own, pool: Pool, rule: str) -> Fraction:
    eights = own.known.count(EIGHT)
    total = sum([_WORTH[rank] for rank in own.known])
    return _worth(total, eights, len(own.known) - eights, own.unseen, _summary(pool), rule)


def _less(pool: Pool, rank: int) -> Pool:
    return (*pool[:rank], pool[rank] - 1, *pool[rank + 1 :])


def _drawn_from(pool: Pool) -> Iterator[tuple[int, Fraction, Pool]]:
    """Yield each rank an unseen card may have, its chance, and what is unseen then."""
    size = sum(pool)
    for rank, k in enumerate(pool):
        if k:
            yield rank, Fraction(k, size), _less(pool, rank)


# --- powers ---------------------------------------------------------------------------------------


class _Table(NamedTuple):
    """What a power can reach at other players: ranks known, cards unseen; and whether own cards may go."""

    known: Ranks
    unseen: int
    own: bool


@lru_cache(maxsize=1 << 15)
def _after_power(own: _Own, table: _Table, pool: Pool, looks: int, rule: str) -> Fraction:
    """Return the own sum to expect after a power with a swap, used as well as can be (C10, C11, CA22).

    Without a look: the best of no swap and each swap. With one, look first at an own or at another's unseen
    card and go on with what is seen, whatever it is: for another's card and a known own one of v points that
    is v − E[max(0, v − X)] (lesson 5).
    """
    best = _best_trade(own, table, pool, rule)
    if not looks:
        return best
    if own.unseen and table.own:
        after = (
            p * _after_power(own.without(0).with_(rank), table, rest, looks - 1, rule)
            for rank, p, rest in _drawn_from(pool)
        )
        best = min(best, sum(after, Fraction(0)))
    if table.unseen:
        after = (
            p * _after_power(own, _found(table, rank), rest, looks - 1, rule)
            for rank, p, rest in _drawn_from(pool)
        )
        best = min(best, sum(after, Fraction(0)))
    return best


def _found(table: _Table, rank: int) -> _Table:
    """Return the table with one unseen card seen."""
    return table._replace(known=tuple(sorted((*table.known, rank))), unseen=table.unseen - 1)


def _best_trade(own: _Own, table: _Table, pool: Pool, rule: str) -> Fraction:
    best = _expected(own, pool, rule)
    if not table.own:
        return best
    gets = _extremes(table.known, min) + ((0,) if table.unseen else ())
    gives = _extremes(own.known, max) + ((0,) if own.unseen else ())
    for give in gives:
        for get in gets:
            best = min(best, _expected(own.without(give).with_(get), pool, rule))
    return best


def _extremes(ranks: Ranks, which: Callable[..., int]) -> Ranks:
    """Return the ranks worth trying: the best one that is no 8 (only points matter), and an 8."""
    plain = [rank for rank in ranks if rank != EIGHT]
    best = (which(plain, key=_WORTH.__getitem__),) if plain else ()
    return best + ((EIGHT,) if EIGHT in ranks else ())


# --- actions --------------------------------------------------------------------------------------


class _Position:
    """What one seat knows, in the terms the sums above want."""

    def __init__(self, game: FourCards, observation: FourCardsObservation) -> None:
        self.game = game
        self.options = game.options
        self.rule = game.options.eight_rule
        self.seen = observation
        self.seat = seat = _seat(observation)
        self.pool = _pool(unseen(observation))
        self.own = _held(observation.hands[seat])
        # whose cards a power may reach is public; any world that fits tells it
        self.world = game.worlds(observation, Random(0))
        masks = targets(game.options, self.world)
        reached = [
            c
            for other, hand in enumerate(observation.hands)
            if other != seat
            for slot, c in enumerate(hand)
            if masks[other] >> slot & 1
        ]
        others = _held(reached)
        self.table = _Table(others.known, others.unseen, masks[seat] > 0)
        self.now = _expected(self.own, self.pool, self.rule)

    def held(self, slot: int) -> int:
        """Return the rank in an own slot, 0 if it is unseen."""
        held = self.seen.hands[self.seat][slot]
        assert held is not None
        return 0 if held == UNKNOWN else RANK[held]

    # --- a turn ---

    def discarded(self, own: _Own, rank: int, pool: Pool, source: str) -> Fraction:
        """Return the sum to expect once a card is discarded that may have a power (C9, CA10)."""
        power = POWERS.get(rank)
        if power is None or not power.swap or not acts(self.options.power_on, source):
            return _expected(own, pool, self.rule)
        return _after_power(own, self.table._replace(own=self._reachable(own)), pool, power.looks, self.rule)

    def _reachable(self, own: _Own) -> bool:
        """Whether own cards may be looked at and swapped: not those of a frozen closer (CA8)."""
        frozen = self.options.freeze_closer and self.seen.closer == self.seat
        return not frozen and bool(own.known or own.unseen)

    def swapped(self, held: int, drawn: int, pool: Pool) -> Fraction:
        """Return the sum to expect when the drawn card replaces ``held`` (0: an unseen card)."""
        after = self.own.without(held).with_(drawn)
        if held:
            return self.discarded(after, held, pool, "slot")
        return sum(
            (p * self.discarded(after, rank, rest, "slot") for rank, p, rest in _drawn_from(pool)),
            Fraction(0),
        )

    def thrown(self, drawn: int, pool: Pool, source: str) -> Fraction:
        """Return the sum to expect when the drawn card is thrown."""
        return self.discarded(self.own, drawn, pool, source)

    def placed(self, drawn: int, pool: Pool, source: str) -> tuple[Fraction, int | None]:
        """Return the best sum to expect with a drawn card, and the rank it replaces (``None``: thrown)."""
        choices: list[tuple[Fraction, int | None]] = []
        if source == "stock" or self.options.table_draw == "free":
            choices.append((self.thrown(drawn, pool, source), None))
        choices += [(self.swapped(held, drawn, pool), held) for held in self.own.cards]
        return min(choices, key=lambda choice: choice[0])

    def after_draw(self) -> Fraction:
        """Return the sum to expect from drawing: the mean over what may come, put to its best use."""
        if self.seen.stock_size:
            return sum(
                (p * self.placed(r, rest, "stock")[0] for r, p, rest in _drawn_from(self.pool)), Fraction(0)
            )
        # the pile under its top is the new stock (CA21): known cards, apart from the unseen ones
        again = _drawn_from(_pool(self.seen.pile[:-1]))
        return sum((p * self.placed(r, self.pool, "stock")[0] for r, p, _ in again), Fraction(0))

    # --- a match ---

    def after_match(self, slots: Iterable[int]) -> tuple[Fraction, Fraction]:
        """Return the sum to expect after a claim (CA14, CA18), and the chance that all of it is right."""
        rank = RANK[self.seen.pile[-1]]
        under = _pool(self.seen.pile[:-1])
        claim = tuple(self.held(slot) for slot in slots)
        return self._settled(claim, rank, self.own, self.pool, self.seen.stock_size, under, None)

    def _settled(
        self,
        claim: Ranks,
        rank: int,
        own: _Own,
        pool: Pool,
        stock: int,
        under: Pool,
        again: Pool | None,
    ) -> tuple[Fraction, Fraction]:
        """Settle a claim card by card; ``again``: the stock made of the pile ``under`` its top."""
        if not claim:
            return _expected(own, pool, self.rule), Fraction(1)
        first, left = claim[0], claim[1:]
        total = right = Fraction(0)
        outcomes = _drawn_from(pool) if not first else iter([(first, Fraction(1), pool)])
        for found, p, rest in outcomes:
            if found == rank:
                lower = (*under[:rank], under[rank] + 1, *under[rank + 1 :])
                mean, all_right = self._settled(left, rank, own.without(first), rest, stock, lower, again)
                right += p * all_right
                total += p * mean
            else:
                known = own.without(0).with_(found)
                for more, q, after in self._penalty(known, stock, under, again):
                    mean, _ = self._settled(left, rank, more, rest, *after)
                    total += p * q * mean
        return total, right

    def _penalty(
        self, own: _Own, stock: int, under: Pool, again: Pool | None
    ) -> Iterator[tuple[_Own, Fraction, tuple[int, Pool, Pool | None]]]:
        """Yield the hand with a penalty card, its chance, and the stock then (C29, CA19, CA21)."""
        if stock and again is None:
            yield own.with_(0), Fraction(1), (stock - 1, under, None)
            return
        if again is None or not sum(again):
            if self.options.stock_out != "reshuffle" or not sum(under):
                yield own, Fraction(1), (0, under, again)
                return
            again, under = under, (0,) * 14
        for rank, p, rest in _drawn_from(again):
            # its face is not seen, but a mean over faces is the same whether they are seen or not
            yield own.with_(rank), p, (0, under, rest)


def _pool(cards: Iterable[Card]) -> Pool:
    counts = Counter(RANK[c] for c in cards)
    return tuple(counts[rank] for rank in range(14))


def _held(cards: Iterable[Card | None]) -> _Own:
    held = [c for c in cards if c is not None]
    known = sorted(RANK[c] for c in held if c != UNKNOWN)
    return _Own(tuple(known), len(held) - len(known))


def actions(
    game: FourCards, observation: FourCardsObservation, legal: Iterable[Action] | None = None
) -> tuple[ActionOdds, ...]:
    """Return what each action brings; by default all legal ones of the seat that looks.

    ``legal`` may name some of them. ``ValueError`` for the public view.
    """
    at = _Position(game, observation)
    if legal is None:
        # what is legal depends on nothing the seat cannot know, so any world that fits will do
        legal = game.legal_actions(at.world, at.seat)
    return tuple(_odds(at, action) for action in legal)


def _odds(at: _Position, action: Action) -> ActionOdds:
    kind, places = action.kind, action.places
    seen = at.seen
    if kind == "close":
        found = closing(at.game, seen)
        return ActionOdds(action, found.mark - at.now, found.lowest, found.lines)
    if kind == "match":
        after, right = at.after_match(slot for _, slot in places)
        return ActionOdds(action, after - at.now, right, (_change(at, after), _match_line(at, right)))
    lines: list[Line] = []
    if kind == "draw":
        after = at.after_draw()
        lines.append(Line("odds.line.draw", {"n": len(_next_cards(seen))}))
    elif kind == "take":
        top = seen.pile[-1]
        after, held = at.placed(RANK[top], at.pool, "table")
        lines.append(_place_line(at, top, held))
    elif kind == "throw":
        assert seen.drawn is not None
        after = at.thrown(RANK[seen.drawn.card], at.pool, seen.drawn.source)
        lines += _power_line(at, RANK[seen.drawn.card], seen.drawn.source)
    elif kind == "swap":
        assert seen.drawn is not None
        held = at.held(places[0][1])
        after = at.swapped(held, RANK[seen.drawn.card], at.pool)
        lines.append(_swap_line(at, seen.drawn.card, places[0]))
        lines += _power_line(at, held, "slot")
    elif kind == "peek":
        after = _after_peek(at, places[0])
        lines.append(Line("odds.line.peek" if seen.power and seen.power.swap else "odds.line.look", {}))
    elif kind == "trade":
        after = _after_trade(at, places)
    else:
        after = at.now
        lines += [Line("odds.line.look", {})] if kind == "look" and places else []
    return ActionOdds(action, after - at.now, None, (_change(at, after), *lines))


def _after_peek(at: _Position, place: Place) -> Fraction:
    """Return the sum to expect after one look of a power and the rest of it (C10–C12)."""
    power = at.seen.power
    assert power is not None
    if not power.swap:
        return at.now
    left = power.looks - 1
    owner, slot = place
    if at.seen.hands[owner][slot] != UNKNOWN:
        return _after_power(at.own, at.table, at.pool, left, at.rule)
    total = Fraction(0)
    for rank, p, rest in _drawn_from(at.pool):
        if owner == at.seat:
            own, table = at.own.without(0).with_(rank), at.table
        else:
            own, table = at.own, _found(at.table, rank)
        total += p * _after_power(own, table, rest, left, at.rule)
    return total


def _after_trade(at: _Position, places: tuple[Place, ...]) -> Fraction:
    """Return the sum to expect after a swap between two players."""
    mine = [place for place in places if place[0] == at.seat]
    theirs = [place for place in places if place[0] != at.seat]
    if not mine:
        return at.now
    ((owner, slot),) = theirs
    got = at.seen.hands[owner][slot]
    assert got is not None
    rank = 0 if got == UNKNOWN else RANK[got]
    return _expected(at.own.without(at.held(mine[0][1])).with_(rank), at.pool, at.rule)


# --- lines of arithmetic --------------------------------------------------------------------------


def _change(at: _Position, after: Fraction) -> Line:
    return Line("odds.line.change", {"now": at.now, "after": after, "change": Change(after - at.now)})


def _mean_of_unseen(at: _Position) -> Fraction:
    size, points, _ = _summary(at.pool)
    return Fraction(points, size) if size else Fraction(0)


def _match_line(at: _Position, right: Fraction) -> Line:
    if right == 1:
        return Line("odds.line.match_sure", {})
    rank = RANK[at.seen.pile[-1]]
    return Line(
        "odds.line.match",
        {
            "hits": at.pool[rank],
            "n": sum(at.pool),
            "chance": Share(right),
            "mean": _mean_of_unseen(at),
        },
    )


def _swap_line(at: _Position, drawn: Card, place: Place) -> Line:
    held = at.seen.hands[at.seat][place[1]]
    assert held is not None
    if held == UNKNOWN:
        mean = _mean_of_unseen(at)
        return Line("odds.line.swap_unseen", {"card": drawn, "mean": mean, "n": sum(at.pool)})
    return Line("odds.line.swap_known", {"card": drawn, "held": held})


def _place_line(at: _Position, top: Card, held: int | None) -> Line:
    if held is None:
        return Line("odds.line.take_throw", {"card": top})
    hand = at.seen.hands[at.seat]
    slot = next(s for s, c in enumerate(hand) if c is not None and at.held(s) == held)
    return Line("odds.line.take_swap", {"card": top, "slot": slot + 1})


def _power_line(at: _Position, rank: int, source: str) -> list[Line]:
    """Return the line about the power of a discard, if it has one that changes sums."""
    power = POWERS.get(rank)
    if power is None or not power.swap or not acts(at.options.power_on, source):
        return []
    key = "odds.line.power_K" if RANKS[rank - 1] == "K" else "odds.line.power_J"
    return [Line(key, {})]
