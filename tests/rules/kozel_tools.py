"""What the tests of Kozel share: set deals in a line or two, driven in notation."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import cardkit
from cardkit.cards import Card, card, pack, text
from cardkit.engine import Action, Event, Verdict
from cardkit.games.kozel import Kozel, KozelMatch, KozelObservation, KozelState, Play

CHOICES: dict[str, tuple[Any, ...]] = {
    "trump_card": ("in_place", "bottom"),
    "first_leader": ("left_of_dealer", "dealer"),
    "molodka": (True, False),
    "eggs_double_next": (False, True),
    "target": (12, 2, 6, 24),
}
"""Every switch with its values (of the target some), written down a second time on purpose."""


def kozel(preset: str = "seed", **options: Any) -> Kozel:
    made = cardkit.game("kozel", preset=preset, **options)
    assert isinstance(made, Kozel)
    return made


def some_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Draw house rules at random; a molodka is mostly allowed, since most rules are about it."""
    drawn = {name: rng.choice(values) for name, values in CHOICES.items()}
    return {**drawn, "molodka": rng.random() < 0.8, **fixed}


def deck(hands: Sequence[str], stock: str = "", dealer: int = 3) -> tuple[Card, ...]:
    """Return the order that deals these hands and leaves ``stock`` on top of the rest."""
    of = [cardkit.cards(hand) for hand in hands]
    head = [of[(dealer + 1 + k) % 4][at] for at in range(4) for k in range(4)]
    head += cardkit.cards(stock)
    assert len(set(head)) == len(head), "a card is named twice"
    return (*head, *(card for card in pack(36) if card not in head))


class Sitting:
    """A game at a table, driven in notation. ``trump`` is the shown card, which must be in the stock."""

    def __init__(
        self,
        hands: Sequence[str],
        trump: str = "",
        stock: str = "",
        *,
        dealer: int = 3,
        preset: str = "seed",
        **options: Any,
    ) -> None:
        self.game = kozel(preset, **options)
        order = deck(hands, stock, dealer)
        place = order[16:].index(card(trump)) if trump else 10
        self.state: KozelState = self.game.deal(deck=order, dealer=dealer, trump_at=place)
        self.events: tuple[Event, ...] = ()

    @classmethod
    def at(cls, state: KozelState, **options: Any) -> Sitting:
        """Sit down at a position."""
        sitting = cls.__new__(cls)
        sitting.game, sitting.state, sitting.events = kozel(**options), state, ()
        return sitting

    def do(self, *acts: str) -> tuple[Event, ...]:
        """Do legal actions and return the events of the last one."""
        for act in acts:
            self.state, self.events = self.game.apply(self.state, self.game.parse(self.state, act))
        return self.events

    def verdict(self, act: str) -> Verdict:
        return self.game.check(self.state, self.game.parse(self.state, act))

    def why(self, act: str) -> tuple[bool, str, str]:
        ok, rule, reason, *_ = self.verdict(act)
        return ok, rule, reason

    def legal(self, seat: int | None = None) -> list[str]:
        return [str(action) for action in self.game.legal_actions(self.state, seat)]

    def hand(self, seat: int) -> str:
        return text(sorted(self.state.hands[seat]))

    def sees(self, seat: int | None, owner: int) -> str:
        """Return the hand of ``owner`` as ``seat`` knows it."""
        return text(self.game.observe(self.state, seat).hands[owner])

    def observe(self, seat: int | None) -> KozelObservation:
        return self.game.observe(self.state, seat)

    @property
    def table(self) -> list[tuple[int, str, str]]:
        return [(play.seat, play.kind, text(play.cards)) for play in self.state.trick]

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def play_out(self, beat: Sequence[int] = ()) -> Sitting:
        """Play to the end, one card at a time: seats in ``beat`` beat when they can, the others throw off."""
        while self.state.turn is not None:
            legal = self.game.legal_actions(self.state)
            seat = self.state.turn
            single = [action for action in legal if action.kind == "lead" and len(action.cards) == 1]
            beats = [action for action in legal if action.kind == "beat" and seat in beat]
            throws = [action for action in legal if action.kind == "throw"]
            self.state, self.events = self.game.apply(self.state, (single or beats or throws)[0])
        return self


def position(
    hands: Sequence[str],
    trump: str = "6s",
    *,
    stock: str = "",
    leader: int = 0,
    taken: Sequence[tuple[int, str]] = (),
    totals: tuple[int, int] = (0, 0),
    deals: int = 0,
    eggs: int = 0,
    doubled: bool = False,
) -> KozelState:
    """Return a position at the start of a trick, with as few cards as a test needs.

    ``taken`` are tricks that lie in the piles: who took them, and the cards, as led by the taker.
    """
    start = kozel().deal(1)
    tricks = tuple(
        cardkit.games.kozel.Trick(taker, (Play(taker, "lead", cardkit.cards(cards)),))
        for taker, cards in taken
    )
    return start._replace(
        turn=leader,
        leader=leader,
        hands=tuple(cardkit.cards(hand) for hand in hands),
        stock=cardkit.cards(stock),
        shown=card(trump),
        tricks=tricks,
        match=KozelMatch(3, leader, totals, deals, eggs, doubled),
    )


def finished(points: int, tricks: int = 1, **match: Any) -> KozelState:
    """Return a finished game in which side 0 has made ``points`` in ``tricks`` tricks, side 1 the others."""
    high = [c for c in pack(36) if str(c)[0] in "JQKTA"]
    worth = {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}
    ways: dict[int, tuple[Card, ...]] = {0: ()}
    for one in high:
        for total, used in list(ways.items()):
            ways.setdefault(total + worth[str(one)[0]], (*used, one))
    mine = ways[points]
    theirs = [c for c in pack(36) if c not in mine]
    state = position(["", "", "", ""], **match)
    got = [(0, text(mine))] if tricks else []
    made = position(["", "", "", ""], taken=[*got, (1, text(theirs))], **match)
    if tricks and not mine:
        low = theirs.index(card("6c"))
        made = position(
            ["", "", "", ""],
            taken=[(0, "6c"), (1, text((*theirs[:low], *theirs[low + 1 :])))],
            **match,
        )
    return made._replace(turn=None, phase="over", leader=state.leader)


def universe(state: KozelState, extra: Sequence[Card] = ()) -> list[Action]:
    """Return every action that names cards of the hand (and ``extra`` ones), in order, legal or not."""
    out = []
    for seat in range(4):
        held = sorted({*state.hands[seat], *extra})
        for size in range(1, 5):
            for named in combinations(held, size):
                out += [Action(seat, kind, named) for kind in ("beat", "lead", "molodka", "throw")]
        out.append(Action(seat, "pass"))
    return out


def all_cards(state: KozelState) -> list[Card]:
    plays = [play for trick in state.tricks for play in trick.plays] + list(state.trick)
    return sorted(
        [c for hand in state.hands for c in hand] + [c for p in plays for c in p.cards] + list(state.stock)
    )
