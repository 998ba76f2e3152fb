"""Pairs of deals that look alike to one seat, and a page that listens to a table."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from cardkit.bots import Choice
from cardkit.cards import UNKNOWN, Card, cards
from cardkit.engine import Action
from cardkit.games.four_cards import FourCards, FourCardsObservation
from cardkit.record import Record
from cardkit.widgets import Table


def game_of(record: Record) -> FourCards:
    assert isinstance(record.game, FourCards)
    return record.game


def unfinished(record: Record) -> Record:
    """The record without its end, where all hands are shown."""
    nodes = [node for node in record.line() if node.state.phase != "over"]
    cursor, record.node = record.node, nodes[-1]
    copy = record.up_to_here()
    record.node = cursor
    return copy


def seen_faces(record: Record, seat: int) -> set[Card]:
    """Every face the seat has seen."""
    found: set[Card | None] = set()
    for node in record.line():
        seen = game_of(record).observe(node.state, seat)
        found.update(*seen.hands, seen.pile)
        found |= {seen.drawn.card} if seen.drawn else set()
    return {card for card in found if card is not None and card != UNKNOWN}


def told(record: Record, seat: int) -> list[Any]:
    """The events of a record as a seat saw them."""
    return [[event.seen_by(seat) for event in node.events] for node in record.line()]


def twins(record: Record, seat: int, rng: random.Random) -> Iterator[Record]:
    """The same actions over decks that differ in cards the seat never sees; only those alike to it.

    Bots had other reasons there, but for the seat itself.
    """
    game, setup = game_of(record), record.game.setup(record.root.state)
    order = list(cards(setup["deck"]))
    hidden = [n for n, card in enumerate(order) if card not in seen_faces(record, seat)]
    tries = [rng.sample(hidden, min(len(hidden), size)) for size in (2, 5, len(hidden))]
    for chosen in [*tries, hidden[-2:]]:
        mixed = order.copy()
        for here, there in zip(chosen, chosen[::-1], strict=True):
            mixed[here] = order[there]
        state = game.restore({**setup, "deck": " ".join(map(str, mixed))})
        twin = Record(game, state, seats=record.seats, seed=f"other {rng.random()}")
        try:
            for node in record.line()[1:]:
                assert node.action is not None
                twin.play(node.action)
                twin.node.reason = node.reason if node.action.seat == seat else ("random", {})
        except ValueError:
            continue  # another seat could not do this with these cards
        if mixed != order and told(twin, seat) == told(record, seat):
            yield twin


class Plain:
    """A bot without surprises: matches what it knows, draws and throws."""

    def choose(self, observation: FourCardsObservation, legal: Sequence[Action]) -> Choice:
        kinds = ("throw", "done", "pass", "draw", "look", "swap", "stop", "take")
        return Choice(next(act for kind in kinds for act in legal if act.kind == kind), "random")

    def claim(self, observation: FourCardsObservation, claims: Sequence[Action]) -> Choice | None:
        for act in claims:
            cards_ = [observation.hands[seat][slot] for seat, slot in act.places]
            if act.kind == "match" and UNKNOWN not in cards_:
                return Choice(act, "match_known")
        return None


class Page:
    """A page with a table on it: hears what the table sends, and clicks."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.heard: list[Any] = []
        table.send = lambda content, buffers=None: self.heard.append(content)

    @property
    def live(self) -> dict[str, Any]:
        live: dict[str, Any] = self.table.data["live"]
        return live

    @property
    def acts(self) -> list[str]:
        return [act["id"] for act in self.live["acts"]]

    @property
    def over(self) -> bool:
        return self.table.record.state.turn is None

    def say(self, message: Any) -> None:
        """Send a message as the page does."""
        self.table._handle_custom_msg(message, [])

    def click(self, act: str) -> None:
        self.say({"type": "act", "id": act})

    def click_on(self, rng: random.Random, most: int = 400) -> None:
        """Click at random until the deal is over."""
        for _ in range(most):
            if self.over:
                return
            kinds = sorted({act.split()[1] for act in self.acts})
            kind = rng.choice(kinds)
            self.click(rng.choice([act for act in self.acts if act.split()[1] == kind]))
        raise AssertionError("the deal does not end")
