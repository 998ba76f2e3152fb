"""Odds of a position of 4 Cartas: what each action brings, from what one seat knows.

That is how it is expected to change the seat's own sum by the end of this turn when the rest of the turn is
played as well as can be; what others do afterwards is not foreseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from random import Random
from typing import Final, NamedTuple

from cardkit.cards import RANKS, UNKNOWN, Card
from cardkit.engine import Action, Place
from cardkit.games.four_cards import FourCards, FourCardsObservation
from cardkit.games.four_cards.allowed import targets
from cardkit.games.four_cards.game import POWERS
from cardkit.games.four_cards.score import EIGHT, RANK, WORTH
from cardkit.odds.exact.looks import acts
from cardkit.odds.numbers import Change, Line, Share
from cardkit.odds.position.four_cards import closing, next_cards, seat_of, unseen

_WORTH: Final = (0, *(WORTH[rank - 1] for rank in range(1, 14)))
"""Points of each rank beside other cards; an 8 has none."""
Ranks = tuple[int, ...]
Pool = tuple[int, ...]
"""How many unseen cards of each rank there are; place 0 is empty."""


class ActionOdds(NamedTuple):
    """What an action brings: the expected change of the own sum, less being better; closing: of the mark.

    ``chance``: of being right with a match, of being lowest when closing, else ``None``.
    """

    action: Action
    change: Fraction
    chance: Fraction | None
    lines: tuple[Line, ...]


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
        self.seat = seat = seat_of(observation)
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
        lines.append(Line("odds.line.draw", {"n": len(next_cards(seen))}))
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
