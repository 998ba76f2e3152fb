"""The sentences of Kozel against its code: every key is asked for in play, every reason has its sentence."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import bots
from cardkit.games.kozel import Kozel
from cardkit.record import Record
from cardkit.scene import frames
from cardkit.scene.frames import beats, seat_names, turns
from cardkit.scene.kozel import offers, refusal, subtitle, wait_offer
from cardkit.widgets import Match
from cardkit.words import catalogue
from tests.rules.kozel_tools import Sitting, kozel, universe
from tests.scene.kozel_corpus import corpus
from tests.words.asking import keys, listening, literals


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """Every key that a broad corpus of play asks for."""
    with listening() as found:
        wait_offer("0 wait 1", "en")
        for record in corpus():
            game = record.game
            assert isinstance(game, Kozel)
            names = seat_names(record, "en")
            moments = beats(record)
            turns(record, moments, "en")
            subtitle(record, "en", seed=True)
            for view in ("open", 0, 1):
                frames(record, view, "en", moments)
            for node in record.line():
                for seat in range(4):
                    legal = game.legal_actions(node.state, seat)
                    if legal or node.state.turn is None:
                        offers(game, game.observe(node.state, seat), legal, names, "en")
        for game in (kozel(), kozel(target=2)):
            Match(game, lang="en").table.restart(bots.recorded(game, 3))
        said: set[str] = set()
        for game, state in tried_in():
            for action in universe(state):
                verdict = game.check(state, action)
                if not verdict.ok and verdict.reason not in said:
                    said.add(verdict.reason)
                    refusal(game, action, verdict, ("Ana", "Bruno", "Clara", "Davi"), "en")
    return found


def tried_in() -> list[tuple[Kozel, Any]]:
    """Positions in which all sorts of things cannot be done."""
    out = []
    for record in corpus():
        for node in record.line():
            assert isinstance(record.game, Kozel)
            out.append((record.game, node.state))
    four = Sitting(["6c 9c Kc Ac", "Qs 7s Kh 8h", "9d Js 6h Th", "6d 8s 7c Jh"], "7d")
    four.do("0 lead 6c 9c Kc Ac")
    return [*out, (four.game, four.state)]


def test_no_message_is_unused(asked: set[str]) -> None:
    mine = {key for key in catalogue("en") if key.startswith("kozel.")}
    apart = ("kozel.bot.", "kozel.refused.")
    # `name` is the title of pages
    unused = {key for key in mine - asked - {"kozel.name"} if not key.startswith(apart)}
    assert not unused


def test_every_refusal_has_its_sentence(asked: set[str]) -> None:
    written = literals("games/kozel/allowed.py", "Verdict", 2) | literals("games/kozel/beating.py", "Gap", 3)
    written = {reason for reason in written if not reason.startswith("may_")}
    assert keys("kozel.refused.") - {"title", "title_gap", "beaten"} == written
    assert {f"kozel.refused.{reason}" for reason in written - {"not_in_hand"}} <= asked


def test_every_reason_of_a_bot_has_its_sentence() -> None:
    written = literals("bots/kozel.py", "Choice", 1) - {"points", "n"}
    written |= {"beat_partner", "beat_points", "random"}
    assert keys("kozel.bot.") == written


def test_every_event_and_every_end_has_its_sentence() -> None:
    kinds = {event.kind for record in corpus() for node in record.line() for event in node.events}
    wanted = literals("games/kozel/game.py", "Event", 0) | {"defeat_2", "defeat_4", "defeat_6", "eggs"}
    assert kinds == wanted
    assert kinds <= keys("kozel.event.")
    assert kinds - {"draw"} <= keys("kozel.log.")
    assert {"won", "eggs", "defeat_2", "defeat_4", "defeat_6"} <= keys("kozel.ledger.")


def test_refusals_speak_of_the_cards() -> None:
    game = kozel()
    table = Sitting(["9s Jd 7h Kc", "Js 8d 6c Td", "Qs 7d 8s 9h", "6s 7c 8c Qc"], "6h")
    table.do("0 lead 9s", "1 beat Js")
    for lang, title, text in (
        ("en", "[[8s]] does not beat [[Js]]", "[[8s]] is below [[Js]]."),
        ("pt", "[[8s]] não mata [[Js]]", "[[8s]] fica abaixo de [[Js]]."),
    ):
        action = game.parse(table.state, "2 beat 8s")
        told = refusal(game, action, game.check(table.state, action), ("Ana", "Bruno", "Clara", "Davi"), lang)
        assert (told["title"], told["text"], told["rule"]) == (title, text, "K10")
        assert told["at"] == "card:8s"


def test_an_unknown_seed_is_a_deal_like_any_other() -> None:
    assert isinstance(bots.recorded("kozel", "kite"), Record)
