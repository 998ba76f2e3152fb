"""The pack of 4 Cartas in the order it is dealt, from a seed, a list of cards or a saved deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cards import CARDS, Card, cards
from cardkit.games.four_cards.state import MatchSoFar
from cardkit.rng import Seed, shuffled, stream


def full_deck(seed: Seed | None, given: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all 52 cards: the given ones first, the others as the seed shuffles them (C2)."""
    if not given and seed is not None:
        return shuffled(CARDS[:52], stream(seed, "deal"))
    wrong = [card for card in given if not 0 <= card < 52 or given.count(card) > 1]
    if wrong:
        raise ValueError(f"deck: expected different cards of one pack of 52, got {wrong[0]}")
    rest = [card for card in CARDS[:52] if card not in set(given)]
    if seed is None:
        if rest:
            raise ValueError(f"deck: {len(rest)} of 52 cards missing, and no seed to shuffle them")
        return given
    return given + shuffled(rest, stream(seed, "deal"))


def read_setup(setup: Mapping[str, Any], seats: int, rounds: int) -> tuple[tuple[Card, ...], MatchSoFar, int]:
    """Return deck, match so far and reshuffle stream of a saved deal; ``ValueError`` names a bad field."""
    if not isinstance(setup.get("deck"), str):
        raise ValueError("deck: expected 52 cards as text")
    deck = full_deck(None, cards(setup["deck"]))
    dealer = _whole(setup, "dealer", 0, seats - 1)
    deals = _whole(setup, "deals", 0, rounds - 1)
    reshuffle = _whole(setup, "reshuffle", 0, 2**63 - 1)
    totals = setup.get("totals")
    if (
        not isinstance(totals, list)
        or len(totals) != seats
        or not all(type(total) is int for total in totals)
    ):
        raise ValueError(f"totals: expected {seats} whole numbers, got {totals!r}")
    return deck, MatchSoFar(dealer, tuple(totals), deals), reshuffle


def _whole(setup: Mapping[str, Any], name: str, least: int, most: int) -> int:
    value = setup.get(name)
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{name}: expected a whole number from {least} to {most}, got {value!r}")
    return value
