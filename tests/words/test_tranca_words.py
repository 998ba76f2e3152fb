"""The sentences of Tranca against its code: every key is asked for in play, every reason has its sentence."""

from __future__ import annotations

import ast
import re

import pytest

from cardkit import bots
from cardkit.cards import cards
from cardkit.engine import Action
from cardkit.games.tranca.melds import problem
from cardkit.scene import frames
from cardkit.scene.frames import beats, seat_names, turns
from cardkit.scene.tranca import offers, refusal, subtitle
from cardkit.scene.tranca.speech import Speech
from cardkit.widgets import Match
from cardkit.words import LANGUAGES, catalogue
from tests.rules.tranca_tools import Sitting, faces, tranca
from tests.scene.tranca_corpus import corpus, game_of
from tests.words.asking import ENGLISH, PACKAGE, keys, listening, literals

NAMES = ("Ana", "Bruno", "Clara", "Davi")
RUN = "5h 6h 7h 8h 9h Th Jh"


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """Every key that a broad corpus of play asks for."""
    with listening() as found:
        for record in corpus():
            game = game_of(record)
            names = seat_names(record, "en")
            moments = beats(record)
            turns(record, moments, "en")
            subtitle(record, "en", seed=True)
            for view in ("open", 0, 1):
                frames(record, view, "en", moments)
            for node in record.line():
                seat = node.state.turn or 0
                legal = game.legal_actions(node.state, seat)
                offers(game, game.observe(node.state, seat), legal, names, "en")
        for target in (None, 500):
            game = tranca(target=target)
            Match(game, lang="en").table.restart(bots.recorded(game, 3))
    return found


def problems() -> set[str]:
    """The reasons why cards are no meld: tuples of rule, reason, parameters."""
    tree = ast.parse((PACKAGE / "games/tranca/melds.py").read_text(encoding="utf-8"))
    return {
        str(node.elts[1].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Tuple)
        and len(node.elts) == 3
        and isinstance(node.elts[1], ast.Constant)
        and isinstance(node.elts[2], ast.Dict)
    }


def test_no_message_is_unused(asked: set[str]) -> None:
    mine = {key for key in catalogue("en") if key.startswith("tranca.")}
    # a tie and a target reached are rare ends; `name` is the title of pages
    rare = {"tranca.name", "tranca.match.won_together", "tranca.match.round"}
    rare |= {"tranca.event.no_card", "tranca.match.next"}
    apart = ("tranca.bot.", "tranca.refused.", "tranca.requires.")
    assert not {key for key in mine - asked - rare if not key.startswith(apart)}


def test_every_refusal_has_its_sentence() -> None:
    written = literals("games/tranca/allowed.py", "Verdict", 2) | problems()
    written |= literals("games/tranca/conditions.py", "Verdict", 2)
    # one of two, put into a variable before
    written = (written | {"needs_two_from_hand", "top_must_be_used"}) - {"reason"}
    fine = ("may_", "goes_out_", "ends_deal")
    around = {"title", "title_locked", "rest_is_a_meld"}
    assert keys("tranca.refused.") - around == {r for r in written if not r.startswith(fine)}


def test_every_reason_of_a_bot_has_its_sentence() -> None:
    source = (PACKAGE / "bots/tranca.py").read_text(encoding="utf-8")
    said = keys("tranca.bot.")
    written = literals("bots/tranca.py", "Choice", 1) - {"card", "n", "draw"}
    assert written <= said
    assert all(f'"{reason}"' in source for reason in said - {"random"})
    # whatever the code calls a reason: nothing the corpus shows is missing
    shown = {node.reason[0] for record in corpus() for node in record.line() if node.reason}
    assert shown <= said


def test_every_event_and_every_line_of_the_score_has_its_sentence() -> None:
    kinds = {event.kind for record in corpus() for node in record.line() for event in node.events}
    wanted = literals("games/tranca/game.py", "Event", 0) - {"meld", "add"} | {"meld", "add"}
    assert kinds | {"draw", "replace", "no_card", "morto_stock"} >= wanted
    for lang in LANGUAGES:
        told = {key.removeprefix("tranca.event.") for key in catalogue(lang) if ".event." in key}
        split = {"canastra": "canastra_clean", "out": "out_end", "morto": "morto_direct"}
        assert {split.get(kind, kind) for kind in kinds} <= told
    reasons = literals("games/tranca/score.py", "ScoreLine", 3)
    in_melds = {"laid", "canastra_clean", "canastra_dirty", "set_no_canastra"}
    assert reasons - in_melds - {"kind"} <= keys("tranca.ledger.")


TRIES: tuple[tuple[Sitting, str, str], ...] = (
    (Sitting("4d Kd", phase="draw", pile="9c 3s"), "0 take", "black 3"),
    (Sitting("4d Kd 3c", phase="play"), "0 meld 4d Kd 3c", "a 2 cannot stand for it"),
    (Sitting("Ad 4d 5d", phase="play"), "0 meld 4d 5d Ad", "cannot stand for a 3"),
    (Sitting("Kd", ["5h 6h 7h 8h 9h"], taken=(True, False)), "0 discard Kd", "a clean canastra: 2 cards"),
    (Sitting("4d 5d 6d", [], taken=(True, False)), "0 meld 4d 5d 6d", "a clean canastra"),
    (Sitting("4d 5d 6d Kc", [], taken=(True, False)), "0 meld 4d 5d 6d", "keep back 1 more"),
    (Sitting("2d Kc", [RUN], taken=(True, False)), "0 add 2d 1", "dirty your only clean canastra"),
    (Sitting("4d 4c Kd", phase="draw", pile="9c 4h"), "0 take 4c", "one more is missing"),
    (Sitting("7c Kd", ["4c 5c 6c"], phase="draw", pile="9d 8c"), "0 take 7c 1", "only together with [[7c]]"),
)


@pytest.mark.parametrize("number", range(len(TRIES)))
def test_refusals_speak_in_the_terms_of_the_game(number: int) -> None:
    sitting, act, part = TRIES[number]
    game = sitting.game
    action = game.parse(sitting.state, act)
    verdict = game.check(sitting.state, action)
    assert not verdict.ok
    told = refusal(game, action, verdict, NAMES, "en")
    assert part in told["text"]
    assert told["rule"] == verdict.rule
    in_portuguese = refusal(game, action, verdict, NAMES, "pt")["text"]
    assert not ENGLISH & set(re.findall(r"[a-zà-ú]+", in_portuguese.lower()))


@pytest.mark.parametrize(
    "named", ["4c 5c", "2c 2d 4c", "4c 4c 5c 6c", "4c 6d 9h", "4c 8c 2d", "4c 5c Kc 2d", "4h 3h 5h"]
)
def test_what_is_no_meld_is_told_with_what_is_missing(named: str) -> None:
    wrong = problem(faces(named), 1)
    assert wrong is not None
    for lang in LANGUAGES:
        text = Speech(NAMES, lang).reason(wrong[1], wrong[2])
        assert "{" not in text


def test_every_other_refusal_can_be_said() -> None:
    """Whatever parameters a verdict carries fill the sentence: over random tries in many positions."""
    said: set[str] = set()
    for record in corpus():
        game = game_of(record)
        for node in record.line()[::5]:
            state = node.state
            tries: list[Action] = [Action(seat, kind) for seat in (0, 1) for kind in ("draw", "pass", "stop")]
            tries += [Action(state.turn or 0, "discard", (card,)) for card in cards("2c 3d 3s 4h Kd")]
            tries += [Action(state.turn or 0, "take"), Action(state.turn or 0, "take", cards("Kc Kd"))]
            for action in tries:
                verdict = game.check(state, action)
                if not verdict.ok and verdict.reason not in said:
                    said.add(verdict.reason)
                    for lang in LANGUAGES:
                        assert refusal(game, action, verdict, NAMES, lang)["text"]
    assert len(said) > 8
