"""The sentences of Kozel against its code: every key is asked for in play, every reason has its sentence."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit import bots, words
from cardkit.games.kozel import Kozel
from cardkit.record import Record
from cardkit.scene import frames
from cardkit.scene.frames import beats, seat_names, turns
from cardkit.scene.kozel import offers, refusal, subtitle, wait_offer
from cardkit.widgets import Match
from cardkit.words import LANGUAGES, catalogue
from tests.rules.kozel_tools import Sitting, kozel, universe
from tests.scene.corpus import texts
from tests.scene.kozel_corpus import corpus, drawn
from tests.words.test_catalogue import ENGLISH, Listening

PACKAGE = Path(cardkit.__file__).parent


def of_kozel(section: str) -> set[str]:
    prefix = f"kozel.{section}"
    return {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """Every key that a broad corpus of play asks for."""
    found: set[str] = set()
    patch = pytest.MonkeyPatch()
    heard = Listening(catalogue("en"), found)
    patch.setattr(words, "catalogue", lambda lang: heard)
    try:
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
    finally:
        patch.undo()
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


def reasons(path: str, call_name: str, at: int) -> set[str]:
    """The reasons that are written out in calls of a module."""
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    found = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == call_name and len(call.args) > at:
            found |= {
                part.value
                for part in ast.walk(call.args[at])
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
    return found


def test_no_message_is_unused(asked: set[str]) -> None:
    mine = {key for key in catalogue("en") if key.startswith("kozel.")}
    apart = ("kozel.bot.", "kozel.refused.")
    # `name` is the title of pages
    unused = {key for key in mine - asked - {"kozel.name"} if not key.startswith(apart)}
    assert not unused


def test_every_refusal_has_its_sentence(asked: set[str]) -> None:
    written = reasons("games/kozel/allowed.py", "Verdict", 2) | reasons("games/kozel/beating.py", "Gap", 3)
    written = {reason for reason in written if not reason.startswith("may_")}
    assert of_kozel("refused.") - {"title", "title_gap", "beaten"} == written
    assert {f"kozel.refused.{reason}" for reason in written - {"not_in_hand"}} <= asked


def test_every_reason_of_a_bot_has_its_sentence() -> None:
    written = reasons("bots/kozel.py", "Choice", 1) - {"points", "n"}
    written |= {"beat_partner", "beat_points", "random"}
    assert of_kozel("bot.") == written


def test_every_event_and_every_end_has_its_sentence() -> None:
    kinds = {event.kind for record in corpus() for node in record.line() for event in node.events}
    wanted = reasons("games/kozel/game.py", "Event", 0) | {"defeat_2", "defeat_4", "defeat_6", "eggs"}
    assert kinds == wanted
    assert kinds <= of_kozel("event.")
    assert kinds - {"draw"} <= of_kozel("log.")
    assert {"won", "eggs", "defeat_2", "defeat_4", "defeat_6"} <= of_kozel("ledger.")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_frames_are_filled_in_and_in_one_language(lang: str) -> None:
    for record in corpus():
        for view in (0, "open"):
            for frame in drawn(record, view, lang):
                for text in texts(frame):
                    assert "{" not in text, text
                    assert "}" not in text, text
                if lang == "pt":
                    rows = [row["label"] for row in frame["ledger"]["rows"]]
                    said = " ".join([frame["caption"], frame["alt"], *rows])
                    assert not ENGLISH & set(re.findall(r"[a-zà-ú]+", said.lower())), said


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
