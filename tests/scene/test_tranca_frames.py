"""What frames of Tranca must hold for every viewer, over deals of bots and set positions."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from cardkit import bots
from cardkit.cards import UNKNOWN, cards
from cardkit.games.tranca import TrancaObservation
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, compact, frames
from cardkit.scene.frames import Beat, beats, seat_names, turns
from cardkit.scene.text import told
from cardkit.scene.tranca.layout import layout
from cardkit.words import LANGUAGES
from tests.rules.tranca_tools import Sitting, tranca
from tests.scene.corpus import texts
from tests.scene.tranca_corpus import corpus, drawn, game_of, set_up, sliding, views


@pytest.fixture(params=range(len(corpus())))
def record(request: pytest.FixtureRequest) -> Record:
    number: int = request.param
    return corpus()[number]


def seen_by(record: Record, beat: Beat, view: View) -> TrancaObservation:
    return game_of(record).observe(beat.state, view if isinstance(view, int) else None)


def faces(frame: Frame, zone: str) -> list[str]:
    return [card["f"] for card in frame["zones"][zone]["cards"] if "f" in card]


# --- as a whole -------------------------------------------------------------------------------


def test_all_views_have_a_frame_for_every_moment(record: Record) -> None:
    moments = beats(record)
    assert {len(drawn(record, view)) for view in views(record)} == {len(moments)}
    assert moments[-1].state is record.line()[-1].state


def test_every_event_is_told_once(record: Record) -> None:
    events = [event for beat in beats(record) for event in beat.events]
    opening = game_of(record).opening(record.root.state)
    assert events == [*opening, *(event for node in record.line() for event in node.events)]


def test_turns_cover_all_steps(record: Record) -> None:
    moments = beats(record)
    for lang in LANGUAGES:
        at = 0
        for turn in turns(record, moments, lang):
            assert (turn.start, bool(turn.label), bool(turn.name)) == (at, True, True)
            assert turn.steps > 0
            at += turn.steps
        assert at == len(moments)


def test_compact_frames_unfold_to_the_whole_ones(record: Record) -> None:
    whole = drawn(record, 0)
    now: dict[str, Any] = {"zones": {}, "plates": {}}
    for frame, short_frame in zip(whole, compact(whole), strict=True):
        for key, value in short_frame.items():
            if key in ("zones", "plates"):
                now[key] = {k: v for k, v in {**now[key], **value}.items() if v is not None}
            else:
                now[key] = value
        assert now == frame


BY_ITSELF = {"red3", "morto", "open_morto", "morto_stock", "reveal"}


def test_what_follows_by_itself_has_a_step_of_its_own(record: Record) -> None:
    for beat in beats(record):
        assert all(event.kind not in BY_ITSELF for event in beat.events[1:]), beat.events


def test_between_two_steps_only_what_the_second_tells_has_happened(record: Record) -> None:
    moments = beats(record)
    for beat, following in pairwise(moments):
        if beat.node is not following.node:
            assert beat.state is beat.node.state
            continue
        kinds = [event.kind for event in following.events]
        before, after = beat.state, following.state
        sizes = [sum(map(int.bit_count, state.hands)) for state in (before, after)]
        red = [sum(map(len, state.red3s)) for state in (before, after)]
        assert red[1] - red[0] == kinds.count("red3")
        assert len(before.mortos) - len(after.mortos) == kinds.count("morto") + kinds.count("morto_stock")
        drawn_now = kinds.count("replace") + kinds.count("draw")
        assert sizes[1] - sizes[0] == drawn_now + 11 * kinds.count("morto") - kinds.count("red3")
        refilled = kinds.count("morto_stock")
        assert len(before.stock) - drawn_now + 11 * refilled == len(after.stock)


def captions(record: Record, view: View = 0) -> list[tuple[str, list[str]]]:
    return [(frame["caption"], frame["rules"]) for frame in drawn(record, view)]


def test_red_3s_that_replace_each_other_are_laid_step_by_step() -> None:
    record = set_up(Sitting("4d Kd", phase="draw", stock="3h 3d 8s"), "0 draw")
    told_in_steps = captions(record)[1:]
    assert [rules for _, rules in told_in_steps] == [["T20"], ["T11", "TA8"], ["T11", "TA8"]]
    first, second, third = (text for text, _ in told_in_steps)
    assert first == "Ana draws [[3h]] from the stock."
    assert second.startswith("Ana lays [[3h]]")
    assert second.endswith("[[3d]] from the stock replaces it.")
    assert third.startswith("Ana lays [[3d]]")
    assert third.endswith("[[8s]] from the stock replaces it.")
    red = [faces(frame, "red3s:0") for frame in drawn(record, 0)]
    assert red == [[], [], ["3h"], ["3h", "3d"]]
    hands = [faces(frame, "hand:0") for frame in drawn(record, 0)]
    assert hands[1:] == [["4d", "Kd", "3h"], ["4d", "Kd", "3d"], ["4d", "Kd", "8s"]]
    # the others see that a card came, not which, until it lies on the table
    (seen_drawn, *_) = captions(record, 1)[1:]
    assert seen_drawn[0] == "Ana draws a card from the stock."


@pytest.mark.parametrize("red", ["3h 3d", "3h 3h 3d", "3h 3h 3d 3d"])
def test_each_red_3_shows_its_rank(red: str) -> None:
    record = Record(tranca(), Sitting("4d Kd", red3s=(red, "")).state)
    (frame, *_) = drawn(record, 0)
    zones = layout(game_of(record), 0)["narrow"]["zones"]
    zone, panel = zones["red3s:0"], zones["melds:0"]["panel"]
    tops = [card["narrow"][1] for card in frame["zones"]["red3s:0"]["cards"]]
    assert len(tops) == len(red.split())
    # the rank takes the upper fifth of a card
    assert all(low - high >= 126 / 5 for high, low in pairwise(tops))
    # on a wide one it stands beside the next, which leaves its rank free too
    lefts = [card["at"][0] for card in frame["zones"]["red3s:0"]["cards"]]
    assert all(right - left >= 90 / 5 for left, right in pairwise(lefts))
    across = layout(game_of(record), 0)["wide"]["zones"]["red3s:0"]
    assert (lefts[-1] - lefts[0] + 90) * across["scale"] <= across["box"][2]
    (badge,) = frame["zones"]["red3s:0"]["badges"]
    assert badge["narrow"][1] < tops[0]
    _, y, _, height = zone["box"]
    assert y + badge["narrow"][1] * zone["scale"] > panel[1]
    assert y + height <= panel[1] + panel[3]


def test_red_3s_dealt_are_laid_after_the_deal_is_shown() -> None:
    record = Record(tranca(), tranca().deal(seed=1, deck=cards("3h")))
    first, second, *_ = drawn(record, 0)
    assert first["caption"].startswith("Eleven cards each")
    assert "3h" in faces(first, "hand:0")
    assert second["caption"].startswith("Ana lays [[3h]]")
    assert "3h" in faces(second, "red3s:0")
    (deal, *_) = turns(record, beats(record), "en")
    assert deal.steps == len(beats(record))


def test_a_morto_is_picked_up_in_a_step_of_its_own_after_both_ways_out() -> None:
    direct = set_up(Sitting("Kc Kd Ks", pile="4c", mortos=["3h"]), "0 meld Kc Kd Ks")
    assert [rules for _, rules in captions(direct)[1:]] == [["T6", "T12"], ["T14"], ["T11", "TA8"]]
    out, picked, _ = drawn(direct, 0)[1:]
    assert faces(out, "hand:0") == []
    assert len(faces(picked, "hand:0")) == 11
    assert {card["from"] for card in picked["zones"]["hand:0"]["cards"]} == {"morto:1"}
    assert out["plates"]["hand:0"]["turn"]

    indirect = set_up(Sitting("9s", pile="4c", mortos=["3h"]), "0 discard 9s")
    assert [rules for _, rules in captions(indirect)[1:]] == [["T19", "T12"], ["T15"]]
    out, picked = drawn(indirect, 1)[1:]
    assert (len(faces(out, "hand:0")), len(faces(picked, "hand:0"))) == (0, 11)
    assert (out["plates"]["hand:0"]["turn"], picked["plates"]["hand:1"]["turn"]) == (True, True)
    assert "Bruno is next" in picked["caption"]
    assert "Bruno is next" not in out["caption"]


def test_the_turn_of_a_player_with_a_new_morto_begins_with_it() -> None:
    sitting = Sitting("9s 4d", pile="4c", mortos=0, taken=(True, True), waiting=(1,))
    record = set_up(sitting, "0 discard 9s", "1 draw")
    found = turns(record, beats(record), "en")
    assert [turn.name for turn in found] == ["The deal", "Bruno’s turn"]
    captions_of = [text for text, _ in captions(record)]
    assert captions_of[found[1].start] == "Bruno may use the morto from now on."


def test_a_morto_becomes_the_stock_before_the_card_is_drawn() -> None:
    record = set_up(Sitting("9c Jd", phase="draw", dry=True, mortos=1, pile="4c"), "0 draw")
    stock, drawn_card, *_ = drawn(record, 0)[1:]
    assert (stock["rules"], drawn_card["rules"]) == (["TA16"], ["T20"])
    assert {card["from"] for card in stock["zones"]["stock"]["cards"]} == {"morto:1"}
    assert stock["zones"]["stock"]["title"].split()[-1] == "11"


# --- what lies where --------------------------------------------------------------------------


def test_zones_show_what_the_viewer_knows(record: Record) -> None:
    for view in range(record.game.seats):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen = seen_by(record, beat, view)
            for seat, hand in enumerate(seen.hands):
                assert sorted(faces(frame, f"hand:{seat}")) == sorted(map(str, hand))
                own = seat == view or seen.phase == "over"
                shown = frame["zones"][f"hand:{seat}"]["cards"]
                assert all(card["up"] == (own and card["f"] != "??") for card in shown)
                assert frame["plates"][f"hand:{seat}"]["score"] == str(len(hand))
            for side in (0, 1):
                lying = [str(card) for meld in seen.melds[side] for card, _ in meld.standing()]
                assert faces(frame, f"melds:{side}") == lying
                assert len(frame["zones"][f"melds:{side}"]["badges"]) == len(seen.melds[side])
                assert faces(frame, f"red3s:{side}") == list(map(str, seen.red3s[side]))
            assert frame["zones"]["stock"]["title"].split()[-1] == str(seen.stock_size)
            assert frame["zones"]["pile"]["title"].split()[-1] == str(seen.pile_size)
            top = [str(seen.pile_top)] if seen.pile_top is not None else []
            assert faces(frame, "pile")[-1:] == top
            left = [frame["zones"][f"morto:{at}"]["cards"][0].get("gap") for at in (0, 1)]
            assert left.count(None) == seen.mortos


def test_the_open_view_shows_every_hand(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, OPEN), strict=True):
        for seat in range(record.game.seats):
            assert "??" not in faces(frame, f"hand:{seat}")
            assert len(faces(frame, f"hand:{seat}")) == beat.state.hands[seat].bit_count()


def test_wilds_say_what_they_stand_for(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, 0), strict=True):
        for side in (0, 1):
            tags = [card.get("tag") for card in frame["zones"][f"melds:{side}"]["cards"]]
            wild = [card.rank == 2 for meld in beat.state.melds[side] for card, _ in meld.standing()]
            assert [tag is not None for tag in tags] == wild


def test_the_live_score_is_the_ledgers(record: Record) -> None:
    for view in (0, 1):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            totals = game_of(record).score(seen_by(record, beat, view)).totals
            rows = [row["points"] for row in frame["ledger"]["rows"] if row.get("total")]
            assert len(rows) == 2
            for at, side in enumerate((view % 2, 1 - view % 2)):
                assert frame["zones"][f"melds:{side}"]["score"] == rows[at]
                if totals[side] is None:
                    assert rows[at].endswith("?")
                else:
                    assert int(rows[at].replace("−", "-").replace("+", "")) == totals[side]


def test_a_black_three_on_the_pile_locks_it(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, 0), strict=True):
        top = beat.state.pile[-1:]
        black = bool(top) and str(top[0]) in ("3c", "3s") and beat.state.phase != "over"
        assert frame["zones"]["pile"]["locked"] == black


# --- keys -------------------------------------------------------------------------------------


def test_a_key_is_one_face_and_is_there_once(record: Record) -> None:
    for view in views(record):
        known: dict[str, str] = {}
        for frame in drawn(record, view):
            shown = [card for zone in frame["zones"].values() for card in zone["cards"]]
            assert max(Counter(card["k"] for card in shown).values()) == 1
            for card in shown:
                if card.get("f", "??") != "??":
                    assert known.setdefault(card["k"], card["f"]) == card["f"]


def test_the_key_of_a_card_not_seen_never_becomes_that_of_a_face(record: Record) -> None:
    for view in range(record.game.seats):
        shown = [
            card
            for frame in drawn(record, view)
            for zone in frame["zones"].values()
            for card in zone["cards"]
            if "f" in card
        ]
        hidden = {card["k"] for card in shown if card["f"] == "??"}
        assert not hidden & {card["k"] for card in shown if card["f"] != "??"}


def test_cards_glide_from_where_they_were() -> None:
    record = sliding()
    _, laid, discarded = drawn(record, 0)
    _, other, dropped = drawn(record, 1)
    first = drawn(record, 0)[0]["zones"]["hand:0"]["cards"]
    jack = next(card["k"] for card in first if card["f"] == "Js")
    assert jack in [card["k"] for card in laid["zones"]["melds:0"]["cards"]]
    four = next(card["k"] for card in first if card["f"] == "4d")
    assert discarded["zones"]["pile"]["cards"][-1]["k"] == four
    # Bruno sees them for the first time
    assert next(card for card in other["zones"]["melds:0"]["cards"] if card["f"] == "Js")["from"] == "hand:0"
    assert dropped["zones"]["pile"]["cards"][-1]["from"] == "hand:0"


def test_a_wild_that_slides_is_followed_by_a_bow() -> None:
    laid = drawn(sliding(), 1)[1]
    (mark,) = laid["marks"]
    shown = laid["zones"]["melds:0"]["cards"]
    assert (mark["type"], mark["from"][0]) == ("slide", "melds:0")
    assert [shown[mark[end][1]]["f"] for end in ("from", "to")] == ["Js", "2d"]
    assert "now stands for A" in laid["caption"]


def twins(record: Record, rng: random.Random) -> Iterator[Record]:
    """The same actions over decks with two cards changed for each other."""
    game, setup = game_of(record), record.game.setup(record.root.state)
    order = list(cards(setup["deck"]))
    for _ in range(24):
        mixed = order.copy()
        one, other = rng.sample(range(len(order)), 2)
        mixed[one], mixed[other] = mixed[other], mixed[one]
        twin = Record(game, game.restore({**setup, "deck": " ".join(map(str, mixed))}), seats=record.seats)
        try:
            for node in record.line()[1:]:
                assert node.action is not None
                twin.play(node.action)
        except ValueError:
            continue  # another seat could not do this with these cards
        yield twin


def as_told(record: Record, seat: int) -> list[Any]:
    """All the events of a record as a seat saw them, with the hand it was dealt."""
    game = game_of(record)
    events = [*game.opening(record.root.state), *(e for node in record.line() for e in node.events)]
    return [game.observe(record.root.state, seat), *(event.seen_by(seat) for event in events)]


@pytest.mark.parametrize("seed", range(2))
def test_deals_that_look_alike_give_the_same_frames(seed: int) -> None:
    rng = random.Random(seed)
    full, steps = bots.recorded(tranca(), seed), 40
    record = Record(full.game, full.root.state, seats=full.seats)
    for node in full.line()[1:steps]:
        assert node.action is not None
        record.play(node.action)
    pairs = 0
    mine = {seat: (as_told(record, seat), json.dumps(frames(record, seat))) for seat in (0, 1)}
    for twin in twins(record, rng):
        for seat, (events, shown) in mine.items():
            if as_told(twin, seat) == events:
                pairs += 1
                assert json.dumps(frames(twin, seat)) == shown
    assert pairs > 3


# --- what is said -----------------------------------------------------------------------------


def test_nothing_said_or_shown_names_a_face_the_viewer_has_not_seen(record: Record) -> None:
    for view in range(record.game.seats):
        known: set[str] = set()
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen = seen_by(record, beat, view)
            held = [card for hand in seen.hands for card in hand]
            held += [card for melds in seen.melds for meld in melds for card in meld.cards]
            held += [*seen.red3s[0], *seen.red3s[1]]
            # discards were open, and so is what a run’s 2 stands for
            held += [card for event in beat.events for card in event.seen_by(view).cards]
            held += [] if seen.pile_top is None else [seen.pile_top]
            known |= {str(card) for card in held if card != UNKNOWN}
            for melds in seen.melds:
                for meld in melds:
                    if meld.is_run:
                        suit = str(meld.cards[0])[1]
                        known |= {"A23456789TJQK"[rank - 1] + suit for _, rank in meld.standing()}
            said = list(texts(frame))
            found = {face for text in said for face in re.findall(r"\[\[(..)\]\]", text)}
            found |= {text for text in said if re.fullmatch("[A2-9TJQK][cdhs]", text)}
            assert found - {"??"} <= known


def test_every_frame_has_a_caption_a_rule_and_a_text_for_screen_readers(record: Record) -> None:
    names = seat_names(record, "en")
    for view in views(record):
        for frame in drawn(record, view):
            assert frame["caption"]
            assert frame["rules"]
            assert all(name in frame["alt"] for name in names)


def test_a_bot_says_why_only_to_itself_and_where_all_is_open() -> None:
    record = corpus()[0]
    node = record.line()[1]
    assert node.action is not None
    step = next(at for at, beat in enumerate(beats(record)) if beat.node is node)
    captions = {view: drawn(record, view)[step]["caption"] for view in views(record)}
    reasoned = {view for view, text in captions.items() if "does not want the pile" in text}
    assert reasoned == {node.action.seat, OPEN}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_reads_as_text(lang: str) -> None:
    text = told(corpus()[0], OPEN, lang)
    assert "[[" not in text
    assert text.splitlines()[0].startswith("Tranca · ")
