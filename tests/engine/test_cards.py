"""Cards, packs and their text form."""

from __future__ import annotations

import copy
import pickle

import pytest

import cardkit
from cardkit.cards import CARDS, RANKS, SUITS, UNKNOWN, Card, Rank, Suit, card, cards, pack, text
from cardkit.errors import NotationError


def test_every_card_goes_to_text_and_back() -> None:
    for one in CARDS[:52]:
        assert card(str(one)) is one
    assert str(UNKNOWN) == "??"
    assert card("??") is UNKNOWN
    assert len({str(one) for one in CARDS[:52]}) == 52


def test_a_card_knows_its_rank_suit_and_copy() -> None:
    eight = card("8h")
    assert (eight.rank, eight.suit, eight.copy) == (Rank.EIGHT, Suit.HEARTS, 0)
    assert [str(CARDS[code]) for code in (0, 12, 13, 51)] == ["Ac", "Kc", "Ad", "Ks"]
    for one in CARDS:
        assert int(one) == one.suit * 13 + one.rank - 1 + 52 * one.copy
    assert "".join(RANKS[rank - 1] for rank in Rank) == "A23456789TJQK"
    assert [SUITS[suit] for suit in Suit] == ["c", "d", "h", "s"]


def test_the_unknown_card_has_no_rank_and_no_suit() -> None:
    with pytest.raises(ValueError, match="an unknown card has no rank"):
        _ = UNKNOWN.rank
    with pytest.raises(ValueError, match="an unknown card has no suit"):
        _ = UNKNOWN.suit
    assert UNKNOWN.copy == 0


def test_no_card_is_false() -> None:
    assert all(CARDS)
    assert UNKNOWN
    assert bool(card("Ac")) is True


def test_cards_named_twice_are_two_copies() -> None:
    one, two = cards("8h 8h")
    assert (one.copy, two.copy) == (0, 1)
    assert str(one) == str(two) == "8h"
    assert one != two
    assert cards("?? ?? ??") == (UNKNOWN,) * 3
    assert cards("") == ()


@pytest.mark.parametrize("word", ["8x", "1h", "10h", "8H", "8", "h8", "♣8", "?", "???", "8h,"])
def test_what_is_no_card_is_named(word: str) -> None:
    with pytest.raises(NotationError) as caught:
        cards(f"Ac {word}")
    told = str(caught.value)
    assert told.startswith(f"{word!r} is not a card: expected a rank of A23456789TJQK and a suit of cdhs")
    assert isinstance(caught.value, ValueError)


def test_a_card_named_three_times_is_an_error() -> None:
    with pytest.raises(NotationError, match="'8h' is named three times"):
        cards("8h 8h 8h")


def test_packs() -> None:
    assert pack() == CARDS[:52]
    assert pack(104) == CARDS
    assert len(set(pack(104))) == 104
    assert {str(one)[0] for one in pack(36)} == set("A6789TJQK")
    assert len(pack(36)) == 36
    with pytest.raises(ValueError, match="no pack of 40 cards here: expected 36, 52 or 104"):
        pack(40)


def test_text_is_the_inverse_of_cards() -> None:
    for some in (CARDS[:52], pack(36), (), (UNKNOWN, CARDS[3])):
        assert cards(text(some)) == some


def test_cards_survive_copy_and_pickle() -> None:
    for one in (*CARDS[:3], UNKNOWN):
        for twin in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
            assert twin == one
            assert isinstance(twin, Card)
            assert str(twin) == repr(one)


def test_the_public_names_are_there_once() -> None:
    assert len(cardkit.__all__) == len(set(cardkit.__all__))
    for name in cardkit.__all__:
        assert getattr(cardkit, name) is not None
    assert cardkit.Record.__name__ == "Record"
    with pytest.raises(AttributeError, match="no attribute 'Recrod'"):
        _ = cardkit.Recrod
