"""Deals that an address asks for: what can be read is shown, what cannot is told in a sentence."""

from __future__ import annotations

from urllib.parse import parse_qsl

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit import bots, game
from cardkit.record import Record
from cardkit.site.deals import Asked, asked, fresh_seed


def told(fields: dict[str, str], lang: str = "en") -> str:
    return " ".join(asked(fields, lang).troubles)


def test_nothing_asked_is_the_first_deal() -> None:
    deal = asked({})
    assert (deal.game, deal.seed, deal.troubles) == (game("four_cards"), 7, ())
    assert deal.played().to_query() == bots.recorded("four_cards", 7).to_query()
    assert asked({}, seed=3).seed == 3
    assert asked({"seed": " "}, seed=3).seed == 3


def test_what_is_asked_is_dealt() -> None:
    deal = asked({"game": "four_cards", "seed": "0", "players": "3", "preset": "cambio", "lang": "en"})
    assert deal.game == game("four_cards", "cambio", players=3)
    assert (deal.seed, deal.troubles) == (0, ())
    assert asked({"seed": "kite"}).seed == "kite"
    assert asked({"freeze_closer": "true", "rounds": "2"}).game.options.freeze_closer is True


def test_a_link_that_tells_every_action() -> None:
    record = bots.recorded(game("four_cards", "cambio", players=2), "kite")
    deal = asked(dict(parse_qsl(record.to_query(), keep_blank_values=True)))
    assert deal.troubles == ()
    assert deal.seed == "kite"
    assert deal.played().to_query() == record.to_query()


def test_the_query_leads_back_to_the_same_deal() -> None:
    fields = {"seed": "x y", "players": "5", "preset": "cambio", "table_draw": "free"}
    deal = asked(fields)
    again = asked(dict(parse_qsl(deal.query())))
    assert (again.game, again.seed, again.preset) == (deal.game, deal.seed, deal.preset)


@pytest.mark.parametrize(
    ("fields", "en", "pt"),
    [
        ({"game": "poker"}, "no game “poker”", "não existe o jogo “poker”"),
        ({"preset": "wild"}, "no house rules called “wild”", "Não há regras da casa chamadas “wild”"),
        ({"players": "99"}, "2 to 8 players, not “99”, so this deal is for 4", "para 2 a 8 jogadores"),
        ({"eight_rule": "odd"}, "“odd” is no choice for eight_rule (CA1)", "“odd” não é opção"),
        ({"acts": "0 look"}, "names no deal", "não diz qual mão"),
        ({"start": "{}", "acts": ""}, "damaged", "danificadas"),
        ({"seed": "1", "seats": "Ana", "acts": "0 look"}, "do not fit the players", "não batem"),
        ({"seed": "1", "acts": "0 look;9 fly;1 look"}, "Move 2 of this link, “9 fly”", "A jogada 2"),
    ],
)
def test_bad_parts_are_told_and_there_is_a_deal(fields: dict[str, str], en: str, pt: str) -> None:
    assert en in told(fields)
    assert pt in told(fields, "pt")
    assert asked(fields).played().line()
    assert "Traceback" not in asked(fields).note.html


def test_a_move_that_cannot_be_played_keeps_those_before_it() -> None:
    deal = asked({"seed": "1", "acts": "0 look;9 fly;1 look"})
    assert [str(node.action) for node in deal.played().line()[1:]] == ["0 look"]


def test_what_the_address_says_is_text_and_no_markup() -> None:
    deal = asked({"seed": '"><script>', "preset": "<b>", "game": "x" * 500})
    assert "<script>" not in deal.form("deal").html
    assert "<b>" not in deal.note.html
    assert "x" * 50 not in deal.note.html


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(
        st.sampled_from(["game", "seed", "preset", "players", "rounds", "freeze_closer", "seats", "acts"]),
        st.text(max_size=30),
    )
)
def test_no_address_breaks_the_page(fields: dict[str, str]) -> None:
    deal = asked(fields)
    assert isinstance(deal, Asked)
    assert isinstance(deal.played(), Record)
    assert deal.form("play").html


def test_fresh_seeds_can_be_read_out() -> None:
    assert all(1000 <= fresh_seed() < 10000 for _ in range(50))


def test_a_target_may_be_any_number() -> None:
    deal = asked({"game": "tranca", "seed": "5", "target": "700"})
    assert (deal.game, deal.troubles) == (game("tranca", target=700), ())
    deal = asked({"game": "tranca", "seed": "5", "target": "0"})
    assert deal.game == game("tranca")
    assert "target (TA25)" in deal.troubles[0]


def test_a_game_for_four_asks_for_no_number_of_players() -> None:
    deal = asked({"game": "kozel", "seed": "5", "preset": "burkozel", "target": "6"})
    assert deal.game == game("kozel", "burkozel", target=6)
    assert deal.troubles == ()
    assert "players" not in deal.form("play").html
    assert "game=kozel" in deal.form("deal").html
    again = asked(dict(parse_qsl(deal.played().to_query(), keep_blank_values=True)))
    assert again.played().to_query() == deal.played().to_query()
