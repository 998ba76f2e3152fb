"""What frames of 4 Cartas must hold for every viewer, over deals with fouls and house rules of all kinds."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.games.four_cards import FourCards, FourCardsObservation
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, compact, frames
from cardkit.scene.frames import Beat, beats, seat_names, turns
from cardkit.words import LANGUAGES, card_name, number, short
from tests.rules.tools import Sitting, deck, four_cards
from tests.scene.corpus import corpus, drawn, texts, views

RECORDS = range(len(corpus()))


@pytest.fixture(params=RECORDS)
def record(request: pytest.FixtureRequest) -> Record:
    number: int = request.param
    return corpus()[number]


def seen_by(record: Record, beat: Beat, view: View) -> FourCardsObservation:
    """What the viewer may know of a moment; of an open view, a seat's share of it."""
    game = record.game
    assert isinstance(game, FourCards)
    return game.observe(beat.state, view if isinstance(view, int) else None)


def cards_in(frame: Frame) -> list[tuple[str, dict[str, Any]]]:
    """Every card on the table but the stock's, with its zone."""
    return [
        (name, card)
        for name, zone in frame["zones"].items()
        for card in zone["cards"]
        if name != "stock" and "gap" not in card
    ]


# --- as a whole -------------------------------------------------------------------------------


def test_all_views_have_a_frame_for_every_moment(record: Record) -> None:
    moments = beats(record)
    assert {len(drawn(record, view)) for view in views(record)} == {len(moments)}
    assert moments[-1].state is record.line()[-1].state


def test_turns_cover_all_steps(record: Record) -> None:
    moments = beats(record)
    for lang in LANGUAGES:
        at = 0
        for turn in turns(record, moments, lang):
            assert turn.start == at
            assert turn.steps > 0
            assert turn.label
            assert turn.name
            at += turn.steps
        assert at == len(moments)


def test_compact_frames_unfold_to_the_whole_ones(record: Record) -> None:
    for view in views(record)[::3]:
        whole = drawn(record, view)
        packed = json.loads(json.dumps(compact(whole)))
        now: dict[str, Any] = {"zones": {}, "plates": {}}
        for frame, short_frame in zip(whole, packed, strict=True):
            for key, value in short_frame.items():
                if key in ("zones", "plates"):
                    now[key] = {k: v for k, v in {**now[key], **value}.items() if v is not None}
                else:
                    now[key] = value
            assert now == frame
        half = len(whole) // 2
        assert compact(whole[half:], whole[half - 1]) == compact(whole)[half:]


# --- what lies where --------------------------------------------------------------------------


def test_zones_show_what_the_viewer_knows(record: Record) -> None:
    for view in range(record.game.seats):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen, zones = seen_by(record, beat, view), frame["zones"]
            for seat, hand in enumerate(seen.hands):
                shown = zones[f"hand:{seat}"]["cards"]
                assert [None if "gap" in card else card["f"] for card in shown] == [
                    None if card is None else str(card) for card in hand
                ]
                assert [card["slot"] for card in shown] == [str(n + 1) for n in range(len(hand))]
            assert [card["f"] for card in zones["pile"]["cards"]] == [str(card) for card in seen.pile[-3:]]
            assert all(card["up"] for card in zones["pile"]["cards"])
            assert zones["pile"]["text"].startswith(short(str(seen.pile[-1])) if seen.pile else "")
            assert zones["stock"]["text"].split()[0] == str(seen.stock_size)
            assert len(zones["stock"]["cards"]) == min(3, seen.stock_size)
            held = [] if seen.drawn is None else [str(seen.drawn.card)]
            assert [card["f"] for card in zones["drawn"]["cards"]] == held


def test_the_open_view_shows_every_card(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, OPEN), strict=True):
        for seat, hand in enumerate(beat.state.hands):
            shown = frame["zones"][f"hand:{seat}"]["cards"]
            held = [None if card is None else str(card) for card in hand.cards]
            assert [card.get("f") for card in shown] == held
            assert all(card["up"] for card in shown if "gap" not in card)
        assert all(card["f"] != "??" for _, card in cards_in(frame))


def test_a_card_lies_face_up_only_while_all_or_the_viewer_look_at_it(record: Record) -> None:
    for view in range(record.game.seats):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            shown = {place for e in beat.events if e.kind == "mismatch" for place in e.places}
            looks = [e for e in beat.events if e.kind in ("look", "peek") and e.seat == view]
            looked = {place for look in looks for place in look.places}
            for seat in range(record.game.seats):
                for slot, card in enumerate(frame["zones"][f"hand:{seat}"]["cards"]):
                    if "gap" not in card and card["up"]:
                        assert card["f"] != "??"
                        assert beat.state.phase == "over" or (seat, slot) in shown | looked


# --- keys -------------------------------------------------------------------------------------


def test_a_key_is_one_card_and_stays_with_it(record: Record) -> None:
    """Over the whole deal a key never stands for two cards, and a card on the table never changes its key."""
    whole = drawn(record, OPEN)
    face: dict[str, str] = {}
    before: dict[str, str] = {}
    for frame in whole:
        cards = [card for _, card in cards_in(frame)]
        keys = [card["k"] for zone in frame["zones"].values() for card in zone["cards"]]
        assert len(set(keys)) == len(keys)
        for card in cards:
            assert face.setdefault(card["k"], card["f"]) == card["f"]
        now = {card["f"]: card["k"] for card in cards}
        assert all(now[f] == key for f, key in before.items() if f in now)
        before = now


def test_keys_are_the_same_for_every_viewer(record: Record) -> None:
    def keys(view: View) -> list[Any]:
        return [
            {zone: [c["k"] for c in content["cards"]] for zone, content in frame["zones"].items()}
            for frame in drawn(record, view)
        ]

    wanted = keys(OPEN)
    assert all(keys(view) == wanted for view in range(record.game.seats))


def test_new_cards_come_from_the_stock(record: Record) -> None:
    known: set[str] = set()
    for number_, frame in enumerate(drawn(record, 0)):
        for _, card in cards_in(frame):
            if number_ and card["k"] not in known and card.get("from") != "stock":
                # seen again when those that lay on it are taken away or matched
                assert card["k"] in {c["k"] for c in frame["zones"]["pile"]["cards"][:-1]}
            known.add(card["k"])


# --- what is said -----------------------------------------------------------------------------


def test_nothing_said_or_shown_names_a_face_the_viewer_has_not_seen(record: Record) -> None:
    names = {card_name(card, "en"): str(card) for card in CARDS[:52]}
    by_name = re.compile("|".join(sorted(names, key=len, reverse=True)), re.IGNORECASE)
    for view in range(record.game.seats):
        known: set[str] = set()
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen = seen_by(record, beat, view)
            own = {e.cards for e in beat.events if e.seen_by(view) is e}
            held: set[Card | None] = {card for hand in seen.hands for card in hand}
            held |= {*seen.pile, *(card for some in own for card in some)}
            held |= {seen.drawn.card} if seen.drawn else set()
            known |= {str(card) for card in held if card is not None and card != UNKNOWN}
            said = list(texts(frame))
            faces = {face for text in said for face in re.findall(r"\[\[(..)\]\]", text)}
            faces |= {text for text in said if re.fullmatch("[A2-9TJQK][cdhs]", text)}
            faces |= {names[name.lower()] for text in said for name in by_name.findall(text)}
            assert faces - {"??"} <= known


def test_the_ledger_counts_as_the_engine_does(record: Record) -> None:
    game = record.game
    for view in range(game.seats):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen, ledger = seen_by(record, beat, view), frame["ledger"]
            score = game.score(seen)
            if seen.phase == "over":
                marks = [row["points"].split(" → ")[-1] for row in ledger["rows"]]
                assert marks == [number(total) for total in score.totals]
                continue
            points = [line.points for line in score.of(view) if line.place is not None]
            assert [row["points"].split(" → ")[-1] for row in ledger["rows"]] == [number(p) for p in points]
            known = [p for p in points if p is not None]
            total = number(sum(known)) if len(known) == len(points) else number(sum(known)) + " + ?"
            total = total if known or not points else "?"
            assert ledger["total"]["value"].split(" → ")[-1] == total
            keys = [c["k"] for c in frame["zones"][f"hand:{view}"]["cards"] if "gap" not in c]
            assert [row["k"] for row in ledger["rows"]] == keys


def test_marks_point_at_cards(record: Record) -> None:
    for view in views(record)[::2]:
        for frame in drawn(record, view):
            for mark in frame["marks"]:
                for zone, index in filter(None, (mark.get(end) for end in ("at", "from", "to"))):
                    assert "gap" not in frame["zones"][zone]["cards"][index]


def test_every_frame_has_a_caption_a_rule_and_a_text_for_screen_readers(record: Record) -> None:
    names = seat_names(record, "en")
    for view in views(record):
        for frame in drawn(record, view):
            assert frame["caption"]
            assert frame["rules"]
            assert "[[" not in frame["alt"]
            assert all(name in frame["alt"] for name in names)


# --- single cases -----------------------------------------------------------------------------


def frames_of(sitting: Sitting, acts: str, view: View, **more: Any) -> list[Frame]:
    record = Record(sitting.game, sitting.state, **more)
    return frames(record.play_all(acts), view)


def test_a_claim_is_shown_card_by_card() -> None:
    """Right, wrong, right: what comes later in the claim is not there yet (CA14, CA18)."""
    table = Sitting(["9c 2c 9d 5c", "Kc Kd Kh 4d"], up="9s", stock="Ah")
    start, first, penalty, last = frames_of(table, "0 match 1 2 3", 1)
    faces = [[c.get("f") for c in f["zones"]["hand:0"]["cards"]] for f in (start, first, penalty, last)]
    assert faces == [
        ["??", "??", "??", "??"],
        [None, "2c", "??", "??"],
        [None, "2c", "??", "??", "??"],
        [None, "2c", None, "??", "??"],
    ]
    piles = [[c["f"] for c in f["zones"]["pile"]["cards"]] for f in (first, penalty, last)]
    assert piles == [["9s", "9c"], ["9s", "9c"], ["9s", "9c", "9d"]]
    assert "[[9d]]" not in first["caption"]


def test_hands_stay_down_until_they_are_shown() -> None:
    table = Sitting(["2c 3c 4c 5c", "Kc Kd Kh 4d"], up="9s", stock="Ah", looks=["1 2", ""])
    shown = frames_of(table, "0 close; 1 draw; 1 throw; 0 pass; 1 pass", 0)
    before, after = shown[-2:]
    assert [c["f"] for c in before["zones"]["hand:1"]["cards"]] == ["??"] * 4
    assert [c["f"] for c in after["zones"]["hand:1"]["cards"]] == ["Kc", "Kd", "Kh", "4d"]
    assert before["plates"]["hand:1"]["turn"]


def test_the_table_in_words() -> None:
    table = Sitting(["9c 2c 9d 5c", "Kc Kd Kh 4d"], up="9s", stock="Ah", looks=["1 2", ""])
    record = Record(table.game, table.state).play_all("0 match 1; 0 draw")
    assert frames(record, 0)[-1]["alt"] == (
        "Ana is to move. Ana’s cards: empty, 2 of clubs, not seen, not seen. Face down: Bruno 4 cards. "
        "Drawn by Ana: ace of hearts. Discard pile: 9 of clubs. Stock: 42 cards."
    )
    assert frames(record, 1, "pt")[-1]["alt"] == (
        "Vez de Ana. Cartas de Bruno: não vista, não vista, não vista, não vista. Viradas para baixo: "
        "Ana 3 cartas. Comprada por Ana: não vista. Descarte: 9 de paus. Monte: 42 cartas."
    )


def test_a_bot_says_why_only_to_itself_and_where_all_is_open() -> None:
    record = corpus()[0]
    node = record.line()[1]
    assert node.reason is not None
    told = {view: frames(record, view)[1]["caption"] for view in views(record)}
    assert {view for view, text in told.items() if "are free" in text} == {node.action.seat, OPEN}  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["", "  ", "[[9c]]", "[[zz]]", "{seat}", "<b>x</b>", "👩‍👧", "n" * 300])
def test_any_name_will_do(name: str) -> None:
    game = four_cards(players=2)
    record = Record.deal(game, deck=deck(["9c 2c 9d 5c", "Kc Kd Kh 4d"], "9s"), seats=[name, "Bo"])
    record.play_all("0 look 1 2; 1 look; 0 draw; 0 throw")
    for lang in LANGUAGES:
        for frame in frames(record, 0, lang):
            assert len(frame["plates"]["hand:0"]["name"]) in range(1, 15)
        assert all(turn.name for turn in turns(record, beats(record), lang))
    if not name.strip():
        assert seat_names(record, "en") == ("Ana", "Bo")


@pytest.mark.parametrize("view", [4, -1, True, 1.0, "0", "all", None])
def test_a_view_there_is_not(view: Any) -> None:
    with pytest.raises(ValueError, match="expected a seat from 0 to 3 or 'open'"):
        frames(Record.deal("four_cards", 1), view)
