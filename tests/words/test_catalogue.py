"""The catalogues against each other and against the code: nothing missing, nothing left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from cardkit.games.four_cards import FourCards
from cardkit.scene import frames
from cardkit.scene.four_cards import offers, refusal, wait_offer
from cardkit.scene.frames import beats, seat_names, turns
from cardkit.words import LANGUAGES, catalogue
from tests.rules.tools import universe
from tests.scene.corpus import corpus
from tests.words.asking import ENGLISH, PACKAGE, keys, listening, literals

# Keys made at run time: what stands for {…}, and where the list of it is.
FAMILIES = (
    r"common\.(rank|a_rank)\.[A2-9TJQK]",
    r"common\.suit\.[cdhs]",
    r"common\.names\.[0-7]",
    r"four_cards\.(power|banner)\.[JQK]",
    r"four_cards\.then\.power_[JQK]",
    r"four_cards\.prompt\.power_[JQK]",
    r"four_cards\.name",
    r"four_cards\.prompt\.draw(_or_close)?(_no_take)?",
    r"exercise\.(ask|way|wrong|unread|what|forms)[._]\w+(\.\w+)?",
    r"charts\.(running_exact(_inside|_outside)?|(exact|guess)_is)",
    r"lesson\.l\d+\.(\w+\.)?(title|question|guess|step\d|switch|sentence|time|misconception|board|bncc)",
    r"lesson\.l\d+\.(board_answer|way_\w+|bots\.\w+)",
    r"lesson\.(teacher|switch|axis|short)[._][\w ]+",
    r"charts\.(empty|counted_in|running)_matches",
    # said of matches instead of deals: the same keys once more
    r"lesson\.matches\.(how_many|deal_now|dealing|dealt|cancelled|deal_first|apart)",
    r"landing\.game\.\w+\.(text|facts|picture)",
    r"landing\.\w+_(title|text|link)",
    r"site\.(level_\w+|lesson_picture\.l\d+)",
)


def python() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def in_code() -> set[str]:
    """Every text that stands in the code, Python and JavaScript."""
    found = {
        node.value
        for _, tree in python()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for path in PACKAGE.rglob("*.js"):
        found.update(re.findall(r"""["'`]([\w.]+)["'`]""", path.read_text(encoding="utf-8")))
    return found


def params(message: Any) -> dict[str, set[str]]:
    forms = message if isinstance(message, dict) else {"": message}
    return {
        form: {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        for form, text in forms.items()
    }


@pytest.fixture(scope="module")
def asked() -> set[str]:
    """Every key that a broad corpus of play asks for (which is the same in every language)."""
    with listening() as found:
        wait_offer("0 wait 1", "en")
        for record in corpus():
            game = record.game
            assert isinstance(game, FourCards)
            names = seat_names(record, "en")
            moments = beats(record)
            turns(record, moments, "en")
            frames(record, "open", "en", moments)
            frames(record, 0, "en", moments)
            said: set[tuple[str, bool]] = set()
            for node in record.line():
                seat = node.ply % game.seats
                for legal in (game.legal_actions(node.state), game.claims(node.state, seat)):
                    asker = legal[0].seat if legal else seat
                    offers(game, game.observe(node.state, asker), legal, names, "en")
                for action in universe(game, node.state) if node.ply % 8 == 0 else ():
                    verdict = game.check(node.state, action)
                    if not verdict.ok and (verdict.reason, verdict.penalty) not in said:
                        said.add((verdict.reason, verdict.penalty))
                        refusal(game, action, verdict, names, "en")
    return found


# --- the two languages ------------------------------------------------------------------------


def test_both_languages_have_the_same_keys() -> None:
    one, other = (set(catalogue(lang)) for lang in LANGUAGES)
    assert one == other


def test_messages_take_the_same_parameters_in_the_same_forms() -> None:
    one, other = (catalogue(lang) for lang in LANGUAGES)
    # a form for exactly one thing may leave the number out
    wrong = []
    for key in one:
        here, there = params(one[key]), params(other[key])
        differ = {form: here[form] ^ there.get(form, set()) for form in here}
        # the form for one thing may leave the number out
        differ["one"] = differ.get("one", set()) - {"n"}
        if set(here) != set(there) or any(differ.values()):
            wrong.append(key)
    assert not wrong


def test_portuguese_has_no_english_left() -> None:
    left = {}
    for key, message in catalogue("pt").items():
        for text in message.values() if isinstance(message, dict) else (message,):
            bare = re.sub(r"\{\w+\}|%\(\w+\)s|--\w+|https?:\S+", "", text).lower()
            if found := ENGLISH & set(re.findall(r"[a-zà-ú]+", bare)):
                left[key] = found
    assert not left


# --- the catalogue and the code ---------------------------------------------------------------


def test_no_message_is_missing() -> None:
    """A key written out in a call is the end of a key of the catalogue."""
    ends = set()
    for key in catalogue("en"):
        parts = key.split(".")
        ends |= {".".join(parts[start:]) for start in range(len(parts))}
    missing = []
    for path, tree in python():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            first = node.args[0]
            if name in ("say", "_say") and isinstance(first, ast.Constant) and first.value not in ends:
                missing.append(f"{path.name}:{node.lineno}: {first.value!r}")
    assert not missing


def test_no_message_is_unused(asked: set[str]) -> None:
    in_use = in_code()
    family = re.compile("|".join(FAMILIES))

    def used(key: str) -> bool:
        section, _, tail = key.partition(".")
        # of a game's keys a single word would be found anywhere; they are asked for in play
        named = key in in_use or (section not in ("four_cards", "common") and tail in in_use)
        return key in asked or named or bool(family.fullmatch(key))

    # why something is refused, and why a bot moved, have tests of their own; so have Kozel and Tranca
    apart = ("four_cards.refused.", "four_cards.bot.", "kozel.", "tranca.")
    unused = [key for key in catalogue("en") if not key.startswith(apart) and not used(key)]
    assert not unused, "\n".join(unused)


def test_every_refusal_has_its_sentence() -> None:
    """The reasons of `allowed` are the messages of ``refused``, one for one."""
    reasons = {f"not_in_{phase}" for phase in ("look", "discard", "power", "last")}
    for call, at in (("_foul", 1), ("Verdict", 2), ("_turn_in", 3)):
        reasons |= literals("games/four_cards/allowed.py", call, at)
    # the phase is put behind `not_in_`
    reasons = {reason for reason in reasons - {"not_in_"} if not reason.startswith("may_")}
    assert keys("four_cards.refused.") - {"costs", "title", "title_slot"} == reasons


def test_every_reason_of_a_bot_has_its_sentence() -> None:
    # one of two is put into a variable before
    reasons = literals("bots/four_cards.py", "Choice", 1) | {"random", "throw_for_power", "throw_high"}
    assert keys("four_cards.bot.") == reasons


def test_every_event_and_score_line_has_its_sentence(asked: set[str]) -> None:
    kinds = {event.kind for record in corpus() for node in record.line() for event in node.events}
    # the corpus shows nearly all of them; what it lacks would be seen here
    assert {
        "look", "draw", "take", "throw", "swap", "peek", "trade", "done", "match", "mismatch", "penalty",
        "foul", "close", "pass", "stop", "reveal", "reshuffle", "plain", "close_lowest",
        "close_failed_double",
    } <= kinds  # fmt: skip
    for kind in kinds - {"look"}:
        assert f"four_cards.event.{kind}" in catalogue("en")
    for reason in ("C4", "C5", "C8"):
        assert f"four_cards.why.card_{reason}" in asked


@pytest.mark.parametrize("lang", LANGUAGES)
def test_counts_in_arithmetic_read_well_for_one_card_too(lang: str) -> None:
    """A message that is no table of forms names its counts after a colon: nothing there has to agree."""
    counts = r"\{(?:hits|twos|trumps|miss)\}"
    for key, message in catalogue(lang).items():
        if key.startswith("odds.line.") and isinstance(message, str):
            told = message.partition("C({miss}")[0]
            assert len(re.findall(counts, told)) == len(re.findall(": " + counts, told)), key
