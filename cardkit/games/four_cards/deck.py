"""The pack of 4 Cartas in the order it is dealt, from a seed, a list of cards or a saved deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardkit.cards import CARDS, Card, cards
from cardkit.games.deals import full_deck, whole
from cardkit.games.four_cards.state import MatchSoFar
from cardkit.rng import Seed, stream


def dealt_order(seed: Seed | None, given: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return all 52 cards: the given ones first, the others as the seed shuffles them (C2)."""
    return full_deck(CARDS[:52], given, None if seed is None else stream(seed, "deal"))


def read_setup(setup: Mapping[str, Any], seats: int, rounds: int) -> tuple[tuple[Card, ...], MatchSoFar, int]:
    """Return deck, match so far and reshuffle stream of a saved deal; ``ValueError`` names a bad field."""
    if not isinstance(setup.get("deck"), str):
        raise ValueError("deck: expected 52 cards as text")
    deck = dealt_order(None, cards(setup["deck"]))
    dealer = whole(setup, "dealer", 0, seats - 1)
    deals = whole(setup, "deals", 0, rounds - 1)
    reshuffle = whole(setup, "reshuffle", 0, 2**63 - 1)
    totals = setup.get("totals")
    if (
        not isinstance(totals, list)
        or len(totals) != seats
        or not all(type(total) is int for total in totals)
    ):
        raise ValueError(f"totals: expected {seats} whole numbers, got {totals!r}")
    return deck, MatchSoFar(dealer, tuple(totals), deals), reshuffle
