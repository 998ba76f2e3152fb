"""How the catalogue is read: parameters, plural forms, numbers, cards in text, errors."""

from __future__ import annotations

import pytest

from cardkit import words
from cardkit.cards import CARDS, UNKNOWN, cards
from cardkit.words import LANGUAGES, WordsError, card_name, number, plain, say, section, tag


def test_parameters_are_filled_in() -> None:
    said = say("four_cards.event.draw_seen", "en", seat="Ana", cards=cards("Th"))
    assert said == "Ana draws the [[Th]] from the stock."
    assert plain(said) == "Ana draws the 10♥ from the stock."


def test_a_name_with_braces_or_card_brackets_is_only_a_name() -> None:
    for name in ("{cards}", "{0}", "[[zz]]", "[[", "%s", "{"):
        assert plain(say("four_cards.event.draw", "en", seat=name)) == f"{name} draws a card from the stock."


def test_plural_forms_follow_the_language() -> None:
    sizes = {lang: [say("four_cards.stock_size", lang, n=n) for n in (0, 1, 2)] for lang in LANGUAGES}
    assert sizes == {"en": ["0 cards", "1 card", "2 cards"], "pt": ["0 carta", "1 carta", "2 cartas"]}


def test_numbers_have_a_real_minus() -> None:
    assert [number(n) for n in (7, 0, -10, None)] == ["7", "0", "−10", "?"]


def test_cards_in_text() -> None:
    assert plain("[[9c]] [[Td]] [[??]] [[zz]] [[9c") == "9♣ 10♦ ? [[zz]] [[9c"
    assert tag((*cards("As"), UNKNOWN)) == "[[As]] [[??]]"


def test_names_of_cards() -> None:
    assert card_name(cards("Qs")[0], "en") == "queen of spades"
    assert card_name(cards("Qs")[0], "pt") == "dama de espadas"
    assert card_name(UNKNOWN, "pt") == "carta desconhecida"
    for lang in LANGUAGES:
        assert len({card_name(card, lang) for card in (*CARDS[:52], UNKNOWN)}) == 53


def test_errors_name_what_is_missing() -> None:
    with pytest.raises(WordsError, match=r"no message 'four_cards\.nothing' in 'pt'"):
        say("four_cards.nothing", "pt")
    with pytest.raises(WordsError, match="no language 'de' here: expected one of en, pt"):
        say("common.card", "de")
    with pytest.raises(WordsError, match=r"'common\.card' in 'en' wants the parameter 'suit'"):
        say("common.card", "en", rank="9")
    with pytest.raises(WordsError, match="depends on a number: give n="):
        say("four_cards.stock_size", "en")


def test_sections_lose_their_name() -> None:
    assert section("player", "en")["back"] == "Back"
    assert section("common.suit", "pt") == {"c": "paus", "d": "ouros", "h": "copas", "s": "espadas"}
    assert words.has("common.card", "pt")
    assert not words.has("common.nothing", "pt")
