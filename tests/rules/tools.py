"""What the tests of 4 Cartas share: set deals in a line or two, driven in notation."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import Any

import cardkit
from cardkit.cards import CARDS, Card
from cardkit.engine import Action, Event, Verdict
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState
from cardkit.rng import key, shuffled

CHOICES: dict[str, tuple[Any, ...]] = {
    "eight_rule": ("pure", "pair"),
    "failed_negative": ("double", "one"),
    "close_timing": ("instead_of_turn", "after_discard"),
    "freeze_closer": (False, True),
    "power_on": ("any_in_turn", "drawn_only", "stock_drawn_only"),
    "table_draw": ("free", "must_swap"),
    "match_limit": ("all", "first_only"),
    "errors": ("penalise", "refuse"),
    "stock_out": ("reshuffle", "end_round"),
}
"""Every switch with its values, written down a second time on purpose."""


def four_cards(preset: str = "seed", **options: Any) -> FourCards:
    made = cardkit.game("four_cards", preset=preset, **options)
    assert isinstance(made, FourCards)
    return made


def some_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Draw house rules at random."""
    drawn = {name: rng.choice(values) for name, values in CHOICES.items()}
    return {"players": rng.randint(2, 8), **drawn, **fixed}


def deck(hands: Sequence[str], up: str, stock: str = "", dealer: int | None = None) -> tuple[Card, ...]:
    """Return the order that deals these hands (slots 1 to 4) and turns up ``up``, with ``stock`` next."""
    n = len(hands)
    first = 0 if dealer is None else (dealer + 1) % n
    of = [cardkit.cards(hand) for hand in hands]
    head = [of[(first + k) % n][slot] for slot in range(4) for k in range(n)]
    head += [*cardkit.cards(up), *cardkit.cards(stock)]
    assert len(set(head)) == len(head), "a card is named twice"
    return (*head, *(card for card in CARDS[:52] if card not in head))


def texts(cards: Sequence[Card | None]) -> str:
    """Return a hand as text, ``--`` where a slot is empty."""
    return " ".join("--" if card is None else str(card) for card in cards)


class Sitting:
    """A round at a table, driven in notation.

    ``looks`` are the slots each seat looks at first (``"1 2"``, ``""`` for none); ``None`` leaves the looks
    to the test.
    """

    def __init__(
        self,
        hands: Sequence[str],
        up: str = "2s",
        stock: str = "",
        *,
        looks: Sequence[str] | None = (),
        dealer: int | None = None,
        preset: str = "seed",
        **options: Any,
    ) -> None:
        self.game = four_cards(preset, players=len(hands), **options)
        self.state: FourCardsState = self.game.deal(deck=deck(hands, up, stock, dealer), dealer=dealer)
        self.events: tuple[Event, ...] = ()
        if looks is not None:
            for seat in range(len(hands)):
                self.do(f"{seat} look {looks[seat] if seat < len(looks) else ''}")

    def do(self, *acts: str) -> tuple[Event, ...]:
        """Do legal actions and return the events of the last one."""
        for act in acts:
            self.state, self.events = self.game.apply(self.state, self.game.parse(self.state, act))
        return self.events

    def err(self, act: str) -> tuple[Event, ...]:
        """Commit a foul and return its events."""
        action = self.game.parse(self.state, act)
        assert not self.game.check(self.state, action).ok, f"{act} is no foul"
        self.state, self.events = self.game.attempt(self.state, action)
        return self.events

    def verdict(self, act: str) -> Verdict:
        return self.game.check(self.state, self.game.parse(self.state, act))

    def legal(self, seat: int | None = None) -> list[str]:
        return [str(action) for action in self.game.legal_actions(self.state, seat)]

    def hand(self, seat: int) -> str:
        return texts(self.state.hands[seat].cards)

    def sees(self, seat: int | None, owner: int) -> str:
        """Return the hand of ``owner`` as ``seat`` knows it."""
        return texts(self.game.observe(self.state, seat).hands[owner])

    def observe(self, seat: int | None) -> FourCardsObservation:
        return self.game.observe(self.state, seat)

    @property
    def top(self) -> str:
        return str(self.state.pile[-1])

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    @property
    def totals(self) -> tuple[int | None, ...]:
        return self.game.score(self.state).totals

    def pass_all(self) -> tuple[Event, ...]:
        """Let the last window go by."""
        while self.state.turn is not None:
            self.do(f"{self.state.turn} pass")
        return self.events

    def rounds(self, times: int) -> None:
        """Let the turn go round: each seat draws and throws what it drew, ending any power at once."""
        for _ in range(times * self.game.seats):
            self.do(f"{self.state.turn} draw", f"{self.state.turn} throw")
            if self.state.phase == "power":
                self.do(f"{self.state.turn} done")


def universe(game: FourCards, state: FourCardsState, traders: Collection[int] = range(8)) -> list[Action]:
    """Return every well-formed action there is in a position, legal or not, by trying all shapes.

    Swaps between players are by far the most; they are listed for the seats ``traders`` only.
    """
    places = [(seat, slot) for seat in range(game.seats) for slot in range(len(state.hands[seat].cards))]
    out = []
    bare = ("draw", "take", "throw", "done", "pass", "close", "stop", "look")
    for seat in range(game.seats):
        own = [place for place in places if place[0] == seat]
        shapes: list[tuple[str, tuple[tuple[int, int], ...]]] = [(kind, ()) for kind in bare]
        shapes += [(kind, (a,)) for kind in ("look", "swap", "match") for a in own]
        shapes += [(kind, (a, b)) for kind in ("look", "match") for a in own for b in own if a < b]
        shapes += [("match", three) for three in combinations(own, 3)]
        shapes += [("peek", (a,)) for a in places]
        if seat in traders:
            shapes += [("trade", pair) for pair in combinations(places, 2)]
        out += [Action(seat, kind, (), named) for kind, named in shapes]
    return out


def mixer(reshuffle: int) -> Callable[[list[str]], list[str]]:
    """Return how a round mixes its old pile, from the number in its first position."""
    seed = reshuffle

    def mix(pile: list[str]) -> list[str]:
        nonlocal seed
        order = shuffled(pile, random.Random(seed))
        seed = key(seed, "again")
        return list(order)

    return mix
