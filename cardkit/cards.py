"""Cards, packs, and their text form.

A card is an ``int``: ``suit * 13 + rank - 1``, plus 52 for its second copy in a double pack. States can
so hold cards in plain tuples and bit masks, and what is printed still reads ``8h``. There is one object
for each card; `UNKNOWN` stands for a card somebody else sees.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Final

from cardkit.errors import NotationError

RANKS: Final = "A23456789TJQK"
SUITS: Final = "cdhs"
UNKNOWN_TEXT: Final = "??"


class Suit(IntEnum):
    """The four suits, in the order of the text form ``c d h s``."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Rank(IntEnum):
    """The thirteen ranks by their number; what outranks what is each game's own affair."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


class Card(int):
    """One physical card, or `UNKNOWN`.

    ``str(card)`` is two letters, rank then suit (``"8h"``, ``"Ts"``), ``"??"`` for the unknown card. The
    two copies of a card in a double pack print alike and are different cards (``copy`` 0 and 1).
    Get cards from `cards`, `pack` or ``CARDS[code]``; they are not made anew.
    """

    __slots__ = ()

    @property
    def rank(self) -> Rank:
        """The rank; ``ValueError`` for the unknown card."""
        if self < 0:
            raise ValueError("an unknown card has no rank")
        return Rank(self % 13 + 1)

    @property
    def suit(self) -> Suit:
        """The suit; ``ValueError`` for the unknown card."""
        if self < 0:
            raise ValueError("an unknown card has no suit")
        return Suit(self % 52 // 13)

    @property
    def copy(self) -> int:
        """0 for the first copy of a card, 1 for the second one of a double pack."""
        return self // 52 if self >= 0 else 0

    def __str__(self) -> str:
        """Return the two letters of the notation."""
        return RANKS[self % 13] + SUITS[self % 52 // 13] if self >= 0 else UNKNOWN_TEXT

    __repr__ = __str__

    def __bool__(self) -> bool:
        """Return ``True``: the card with code 0, the ace of clubs, is a card like any other."""
        return True

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


UNKNOWN: Final = Card(-1)
CARDS: Final[tuple[Card, ...]] = tuple(Card(code) for code in range(104))
_BY_TEXT: Final = {str(card): card for card in (*CARDS[:52], UNKNOWN)}


def card(text: str) -> Card:
    """Return the card written ``text``; `NotationError` if it is not one.

    >>> card("Qs").rank
    <Rank.QUEEN: 12>
    """
    found = _BY_TEXT.get(text)
    if found is None:
        raise NotationError(
            f"{text!r} is not a card: expected a rank of {RANKS} and a suit of {SUITS}, "
            f"like 8h or Ts, or {UNKNOWN_TEXT}"
        )
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards written in ``text``, apart by spaces.

    A card named a second time is its second copy, a third time is an error (`NotationError`).

    >>> cards("8h Qs")
    (8h, Qs)
    """
    seen: dict[Card, int] = {}
    out: list[Card] = []
    for word in text.split():
        named = card(word)
        copies = seen.get(named, 0)
        if named >= 0 and copies > 1:
            raise NotationError(f"{word!r} is named three times; no pack here has three of a card")
        seen[named] = copies + 1
        out.append(CARDS[named + 52 * copies] if named >= 0 else UNKNOWN)
    return tuple(out)


def text(of: Iterable[Card]) -> str:
    """Return cards as text, apart by spaces: the inverse of `cards`."""
    return " ".join(map(str, of))


def pack(size: int = 52) -> tuple[Card, ...]:
    """Return a sorted pack: 52 cards, 104 (two copies told apart) or 36 (6 to ace, no 2 to 5)."""
    if size in (52, 104):
        return CARDS[:size]
    if size == 36:
        return tuple(c for c in CARDS[:52] if not 2 <= c.rank <= 5)
    raise ValueError(f"no pack of {size} cards here: expected 36, 52 or 104")
