"""What the tests of Tranca share: positions in a line or two, driven in notation."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import cardkit
from cardkit.cards import CARDS, Card, cards, text
from cardkit.engine import Action, Event, ScoreLine, Verdict
from cardkit.games.tranca import Tranca, TrancaObservation, TrancaState
from cardkit.games.tranca.melds import RANK, RED_3S, Melds, make
from cardkit.games.tranca.state import MatchSoFar, cards_in, mask_of

CHOICES: dict[str, tuple[Any, ...]] = {
    "card_values": ("all10", "buraco"),
    "sets_make_canastra": (False, True),
    "max_wilds": (1, 2, None),
    "red3_replace": (True, False),
    "pile_fit": ("direct", "with_hand_cards"),
    "stock_out": ("morto_then_end", "end"),
    "batida_requires": ("clean", "any"),
    "players": (4, 2),
}
"""Every switch with its values, written down a second time on purpose; `target` apart."""


def tranca(preset: str = "seed", **options: Any) -> Tranca:
    made = cardkit.game("tranca", preset=preset, **options)
    assert isinstance(made, Tranca)
    return made


def some_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Draw house rules at random."""
    return {**{name: rng.choice(values) for name, values in CHOICES.items()}, **fixed}


def faces(named: str) -> tuple[Card, ...]:
    """Return cards as faces; each may be named twice."""
    return tuple(CARDS[card % 52] for card in cards(named))


def every_card(state: TrancaState) -> list[Card]:
    """Return all cards of a position; TC14: they are the two packs, always."""
    out = [card for hand in state.hands for card in cards_in(hand)]
    out += [*state.stock, *state.pile, *(card for morto in state.mortos for card in morto)]
    out += [card for melds in state.melds for meld in melds for card in meld.cards]
    out += [card for red3s in state.red3s for card in red3s]
    return sorted(out)


TWO_PACKS = sorted([*CARDS[:52], *CARDS[:52]])


class Sitting:
    """A position at a table, driven in notation.

    What is not named is filled with cards that are not: other hands get ``fill`` cards each, and what is
    left is stock below ``stock``, or with ``dry`` lies in the last seat's hand, the stock being empty.
    Mortos are texts, filled up to 11, or how many there are.
    """

    def __init__(
        self,
        hand: str | Mapping[int, str] = "",
        melds: Sequence[str] = (),
        *,
        theirs: Sequence[str] = (),
        pile: str = "",
        stock: str = "",
        mortos: int | Sequence[str] = 2,
        taken: tuple[bool, bool] = (False, False),
        red3s: tuple[str, str] = ("", ""),
        waiting: Sequence[int] = (),
        known: Mapping[int, str] = {},
        phase: str = "play",
        turn: int = 0,
        dry: bool = False,
        fill: int = 5,
        game: Tranca | None = None,
        **options: Any,
    ) -> None:
        self.game = game or tranca(**options)
        n = self.game.seats
        hands = {turn: hand} if isinstance(hand, str) else dict(hand)
        named = " ".join([*hands.values(), *melds, *theirs, pile, stock, *red3s])
        set_mortos = [""] * mortos if isinstance(mortos, int) else list(mortos)
        named = " ".join([named, *set_mortos])
        out = Counter(faces(named))
        # fillers: red 3s last, so that they stay in the stock, and 2s before them
        rest = [card for card in CARDS[:52] for _ in range(2 - out[card])]
        rest.sort(key=lambda card: (card in RED_3S, RANK[card] == 2, RANK[card] == 3, RANK[card], card % 13))
        dealt = {
            seat: list(faces(hands[seat])) if seat in hands else [rest.pop(0) for _ in range(fill)]
            for seat in range(n)
        }
        of_mortos = []
        for given in set_mortos:
            whole = list(faces(given))
            of_mortos.append((*whole, *(rest.pop(0) for _ in range(11 - len(whole)))))
        top = faces(stock)
        if dry:
            dealt[n - 1] += [card for card in rest if card not in RED_3S]
            of_3s = [card for card in rest if card in RED_3S]
            rest = []
            red3s = (red3s[0], " ".join([red3s[1], text(of_3s)]))
        self.state = TrancaState(
            turn=turn,
            phase=phase,
            hands=tuple(mask_of(dealt[seat]) for seat in range(n)),
            known=tuple(tuple(sorted(faces(known.get(seat, "")))) for seat in range(n)),
            stock=(*top, *rest),
            pile=faces(pile),
            mortos=tuple(of_mortos),
            melds=(
                Melds(make(faces(meld)) for meld in (melds if turn % 2 == 0 else theirs)),
                Melds(make(faces(meld)) for meld in (theirs if turn % 2 == 0 else melds)),
            ),
            red3s=(faces(red3s[0]), faces(red3s[1])),
            taken=taken,
            waiting=sum(1 << seat for seat in waiting),
            ender=None,
            stopped=False,
            turns=8,
            match=MatchSoFar(n - 1, (0, 0), 0),
            deck=(),
        )
        assert every_card(self.state) == TWO_PACKS
        self.events: tuple[Event, ...] = ()

    def do(self, *acts: str) -> tuple[Event, ...]:
        """Do legal actions and return the events of the last one."""
        for act in acts:
            action = self.game.parse(self.state, act)
            assert action in self.game.legal_actions(self.state), f"{act} is not in the list"
            self.state, self.events = self.game.apply(self.state, action)
            assert every_card(self.state) == TWO_PACKS
        return self.events

    def verdict(self, act: str) -> Verdict:
        return self.game.check(self.state, self.game.parse(self.state, act))

    def refused(self, act: str) -> str:
        """Return rule and reason of a refusal, which must leave no trace and not be in the list."""
        action = self.game.parse(self.state, act)
        verdict = self.game.check(self.state, action)
        assert not verdict.ok, f"{act} is legal"
        assert action not in self.game.legal_actions(self.state)
        return f"{verdict.rule} {verdict.reason}"

    def legal(self, kind: str = "") -> list[str]:
        return [str(a) for a in self.game.legal_actions(self.state) if not kind or a.kind == kind]

    def hand(self, seat: int) -> str:
        return text(cards_in(self.state.hands[seat]))

    def melds(self, side: int) -> list[str]:
        return [text(meld.cards) for meld in self.state.melds[side]]

    def observe(self, seat: int | None) -> TrancaObservation:
        return self.game.observe(self.state, seat)

    def lines(self, side: int) -> list[tuple[str, int | None, str]]:
        return [(line.reason, line.points, line.rule) for line in self.sheet(side)]

    def sheet(self, side: int) -> tuple[ScoreLine, ...]:
        return self.game.score(self.state).of(side)

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    @property
    def totals(self) -> tuple[int | None, ...]:
        return self.game.score(self.state).totals


def act_of(action: Action) -> tuple[str, tuple[str, ...], int | None]:
    """Return a laying or taking as the naive table writes it."""
    at = action.places[0][1] if action.places else None
    return action.kind, tuple(sorted(map(str, action.cards))), at
