"""A careful player of Kozel: counts trumps and points gone, beats when points are at stake, throws low."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import comb

from cardkit.bots.base import Choice
from cardkit.cards import Card
from cardkit.engine import Action
from cardkit.games.kozel import KozelObservation, KozelOptions, Play
from cardkit.games.kozel.beating import PACK, STRENGTH, SUIT, beats
from cardkit.games.kozel.score import WORTH, side_of
from cardkit.games.kozel.state import SEATS, winning

MEAN = 120 / 36
"""Points of a card one knows nothing of."""
THROWN = 2.0
"""Points of a card thrown off unseen: people throw low."""
ABLE = 0.85
"""How often somebody who can beat does."""
SURE = 0.9
"""A lead that holds as often as this is called sure."""
CARD = 0.4
"""What it is worth, in points, to keep one step of strength of a card in hand."""
TRUMP = 9.0
"""What it is worth, in points, to keep a trump."""


class CarefulBot:
    """Plays by rules of thumb that a good beginner would use; every choice names its reason."""

    def __init__(self, options: KozelOptions, rng: random.Random) -> None:
        self._options = options
        self._rng = rng

    def claim(self, observation: KozelObservation, claims: Sequence[Action]) -> Choice | None:
        """Lead four of one suit whenever it may: sixteen cards that hardly anybody can beat."""
        return Choice(claims[0], "molodka", {"points": _points(claims[0].cards)})

    def choose(self, observation: KozelObservation, legal: Sequence[Action]) -> Choice:
        """Return what to do on turn."""
        if observation.phase == "asked":
            return self._asked(observation, legal)
        unseen = _unseen(observation)
        if observation.phase == "lead":
            return self._lead(observation, legal, unseen)
        return self._answer(observation, legal, unseen)

    def _asked(self, seen: KozelObservation, legal: Sequence[Action]) -> Choice:
        claim, decline = legal
        assert seen.claimant is not None
        if side_of(seen.claimant) == side_of(claim.seat):
            return Choice(decline, "partner_leads_four", {"partner": seen.claimant})
        return Choice(claim, "precedence", {"claimant": seen.claimant})

    # --- leading ------------------------------------------------------------------------------

    def _lead(self, seen: KozelObservation, legal: Sequence[Action], unseen: list[Card]) -> Choice:
        """Lead what is expected to bring most: its points if it holds, less its points if it does not."""

        def value(action: Action) -> float:
            cards = action.cards
            holds = _holds(cards, seen, unseen)
            points = _points(cards) + MEAN * len(cards)
            return (2 * holds - 1) * points + len(cards) - _kept(cards, seen.trump)

        best = _best(legal, value, self._rng)
        holds = _holds(best.cards, seen, unseen)
        if len(best.cards) == 4:
            return Choice(best, "lead_four", {"points": _points(best.cards)})
        if holds >= SURE:
            return Choice(best, "lead_sure", {"n": len(best.cards)})
        if not _points(best.cards):
            return Choice(best, "lead_low", {"n": len(best.cards)})
        return Choice(best, "lead_try", {"n": len(best.cards), "percent": round(100 * holds)})

    # --- answering ----------------------------------------------------------------------------

    def _answer(self, seen: KozelObservation, legal: Sequence[Action], unseen: list[Card]) -> Choice:
        seat = legal[0].seat
        claim = [action for action in legal if action.kind == "molodka"]
        if claim:
            return Choice(claim[0], "molodka", {"points": _points(claim[0].cards)})
        last = winning(seen.trick)
        throws = [action for action in legal if action.kind == "throw"]
        beaters = [action for action in legal if action.kind == "beat"]
        stake = _stake(seen.trick, len(last.cards))
        partner = side_of(last.seat) == side_of(seat)
        holds = _stands(last.cards, seen, seat, unseen)
        ours = holds if partner else 1 - holds

        def thrown(action: Action) -> float:
            given = _points(action.cards)
            # what is given is ours if the partner keeps the trick
            return (2 * ours - 1) * given * partner - given * (not partner) - _kept(action.cards, seen.trump)

        throw = _best(throws, thrown, self._rng)
        given = _points(throw.cards)
        if beaters:

            def taken(action: Action) -> float:
                stands = _stands(action.cards, seen, seat, unseen)
                return (2 * stands - 1) * (stake + _points(action.cards)) - _kept(action.cards, seen.trump)

            beat = _best(beaters, taken, self._rng)
            leave = (2 * holds - 1) * stake * (1 if partner else -1) + thrown(throw)
            if taken(beat) > leave:
                points = round(stake) + _points(beat.cards)
                reason = "beat_partner" if partner else "beat_points"
                return Choice(beat, reason, {"points": points})
        if partner and ours > 0.5:
            return Choice(throw, "feed_partner" if given else "partner_holds", {"points": given})
        return Choice(throw, "throw_low" if beaters else "cannot_beat", {"points": given})


# --- estimates ------------------------------------------------------------------------------------


def _points(cards: Sequence[Card]) -> int:
    return sum(WORTH[card] for card in cards)


def _kept(cards: Sequence[Card], trump: int) -> float:
    """Return what it would be worth to keep these cards for later."""
    return sum(CARD * STRENGTH[card] + TRUMP * (SUIT[card] == trump) for card in cards)


def _stake(trick: Sequence[Play], size: int) -> float:
    """Return the points on the table and still to come, unseen cards at what they are likely to be."""
    seen = sum(WORTH[card] if card >= 0 else THROWN for play in trick for card in play.cards)
    return seen + THROWN * size * (SEATS - 1 - len(trick))


def _unseen(seen: KozelObservation) -> list[Card]:
    """Return the cards that may still be in other hands or in the stock, as far as this seat can count."""
    gone = {card for play in seen.trick for card in play.cards}
    for trick in seen.tricks:
        gone.update(card for play in trick.plays for card in play.cards)
    if seen.seat is not None:
        gone.update(seen.hands[seen.seat])
    return [card for card in PACK if card not in gone]


def _holds(cards: Sequence[Card], seen: KozelObservation, unseen: list[Card]) -> float:
    """Return the chance that a lead is beaten by neither opponent."""
    return _unbeaten(cards, len(seen.hands[0]), seen, unseen, 2)


def _stands(cards: Sequence[Card], seen: KozelObservation, seat: int, unseen: list[Card]) -> float:
    """Return the chance that cards which win now are still the best when the trick ends."""
    held = winning(seen.trick).seat
    side = side_of(seat if any(card in seen.hands[seat] for card in cards) else held)
    left = [(seat + k) % SEATS for k in range(1, SEATS - len(seen.trick))]
    opponents = [other for other in left if side_of(other) != side]
    most = max((len(seen.hands[other]) for other in opponents), default=0)
    return _unbeaten(cards, most, seen, unseen, len(opponents))


def _unbeaten(
    cards: Sequence[Card], held: int, seen: KozelObservation, unseen: list[Card], opponents: int
) -> float:
    """Estimate the chance that none of some opponents, each with ``held`` cards, beats all of ``cards``.

    One opponent is taken to beat them if for each card, the hardest first, it holds another one that does.
    """
    if not opponents or held < len(cards):
        return 1.0
    counts = sorted(sum(beats(card, other, seen.trump) for card in unseen) for other in cards)
    chance, left, hand = 1.0, len(unseen), held
    for at, count in enumerate(counts):
        good = max(count - at, 0)
        if left < hand or hand <= 0 or not good:
            return 1.0
        chance *= 1 - comb(left - good, hand) / comb(left, hand) if left - good >= hand else 1.0
        left, hand = left - 1, hand - 1
    return float((1 - ABLE * chance) ** opponents)


def _best(actions: Sequence[Action], value: Callable[[Action], float], rng: random.Random) -> Action:
    """Return the action of the highest value, one of several at random."""
    values = [value(action) for action in actions]
    most = max(values)
    best = [action for action, found in zip(actions, values, strict=True) if found == most]
    return best[rng.randrange(len(best))]
