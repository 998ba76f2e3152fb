"""What frames of Kozel must hold for every viewer, over games of bots and molodkas of all sorts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardkit.cards import CARDS, UNKNOWN, Card
from cardkit.games.kozel import Kozel, KozelObservation
from cardkit.games.kozel.beating import beats as does_beat
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, compact
from cardkit.scene.frames import Beat, beats, seat_names, turns
from cardkit.words import LANGUAGES, card_name
from tests.scene.corpus import texts
from tests.scene.kozel_corpus import FOUR, corpus, drawn, interrupted, two_holders, views


@pytest.fixture(params=range(len(corpus())))
def record(request: pytest.FixtureRequest) -> Record:
    number: int = request.param
    return corpus()[number]


def seen_by(record: Record, beat: Beat, view: View) -> KozelObservation:
    game = record.game
    assert isinstance(game, Kozel)
    return game.observe(beat.state, view if isinstance(view, int) else None)


def faces(frame: Frame, zone: str) -> list[str]:
    return [card["f"] for card in frame["zones"][zone]["cards"]]


# --- as a whole -------------------------------------------------------------------------------


def test_all_views_have_a_frame_for_every_moment(record: Record) -> None:
    moments = beats(record)
    assert {len(drawn(record, view)) for view in views(record)} == {len(moments)}
    assert moments[-1].state is record.line()[-1].state


def test_every_event_is_told_once(record: Record) -> None:
    told = [event for beat in beats(record) for event in beat.events]
    assert told == [event for node in record.line() for event in node.events]


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
    for view in (0, OPEN):
        whole = drawn(record, view)
        now: dict[str, Any] = {"zones": {}, "plates": {}}
        for frame, short_frame in zip(whole, compact(whole), strict=True):
            for key, value in short_frame.items():
                if key in ("zones", "plates"):
                    now[key] = {k: v for k, v in {**now[key], **value}.items() if v is not None}
                else:
                    now[key] = value
            assert now == frame


def test_cards_are_neither_lost_nor_made_between_moments(record: Record) -> None:
    """At every moment, in the middle of an action too, each card of the pack is in one place."""
    for beat in beats(record):
        state = beat.state
        plays = [play for trick in state.tricks for play in trick.plays] + list(state.trick)
        held = [card for hand in state.hands for card in hand] + [c for play in plays for c in play.cards]
        assert len({*held, *state.stock}) == len(held) + len(state.stock)
        assert len(held) + len(state.stock) == sum(map(len, all_of(record)))


def all_of(record: Record) -> list[tuple[Card, ...]]:
    state = record.root.state
    return [*state.hands, state.stock, *(play.cards for trick in state.tricks for play in trick.plays)]


# --- what lies where --------------------------------------------------------------------------


def test_zones_show_what_the_viewer_knows(record: Record) -> None:
    for view in range(4):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen, zones = seen_by(record, beat, view), frame["zones"]
            for seat, hand in enumerate(seen.hands):
                assert sorted(faces(frame, f"hand:{seat}")) == sorted(map(str, hand))
                own = seat == view or seat == seen.claimant
                assert all(
                    card["up"] == (own and card["f"] != "??") for card in zones[f"hand:{seat}"]["cards"]
                )
                off = [play.cards for play in seen.trick if play.seat == seat and play.kind == "throw"]
                assert faces(frame, f"off:{seat}") == [str(card) for cards in off for card in cards]
                assert not any(card["up"] for card in zones[f"off:{seat}"]["cards"])
            rows = [play for play in seen.trick if play.kind != "throw"]
            for row in range(4):
                shown = list(map(str, rows[row].cards)) if row < len(rows) else []
                assert sorted(faces(frame, f"play:{row}")) == sorted(shown)
            assert zones["stock"]["title"].split()[-1] == str(seen.stock_size)
            assert faces(frame, "shown") == [str(seen.shown)]
            assert zones["shown"]["suit"] == str(seen.shown)[1]


def test_a_beater_stands_on_the_card_it_beats(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, 0), strict=True):
        below: list[dict[str, Any]] = []
        for row in range(4):
            cards = frame["zones"][f"play:{row}"]["cards"]
            for card, under in zip(cards, below, strict=bool(cards and below)):
                ours, theirs = (next(c for c in CARDS[:52] if str(c) == one["f"]) for one in (card, under))
                assert does_beat(ours, theirs, beat.state.trump)
                assert 0 < card["at"][0] - under["at"][0] < 45
                assert 30 < card["at"][1] - under["at"][1] < 63
            below = cards or below


def test_the_open_view_shows_every_card(record: Record) -> None:
    for beat, frame in zip(beats(record), drawn(record, OPEN), strict=True):
        for seat, hand in enumerate(beat.state.hands):
            assert sorted(faces(frame, f"hand:{seat}")) == sorted(map(str, hand))
            assert all(card["up"] for card in frame["zones"][f"hand:{seat}"]["cards"])
        assert all("??" not in faces(frame, f"off:{seat}") for seat in range(4))


def test_piles_tell_tricks_and_known_points(record: Record) -> None:
    game = record.game
    assert isinstance(game, Kozel)
    for view in range(4):
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen = seen_by(record, beat, view)
            totals = game.score(seen).totals
            heads = [row for row in frame["ledger"]["rows"] if row.get("head")]
            assert len(heads) == 2
            for side in (0, 1):
                tricks, points = frame["zones"][f"pile:{side}"]["text"].split("\n")
                assert tricks.split()[0] == str(sum(trick.taker % 2 == side for trick in seen.tricks))
                row = heads[(side - view) % 2]
                if totals[side] is None:
                    assert "hidden" in points
                    assert row["points"].endswith("?")
                else:
                    assert points.split()[0] == row["points"] == str(totals[side])
            meters = frame["ledger"]["explain"]["meters"]
            assert [meter["n"] for meter in meters] == list(game.series(seen).totals)


# --- keys -------------------------------------------------------------------------------------


def test_a_key_is_one_card(record: Record) -> None:
    """A key never stands for two faces, and none is there twice."""
    for view in views(record):
        known: dict[str, str] = {}
        for frame in drawn(record, view):
            cards = [card for zone in frame["zones"].values() for card in zone["cards"]]
            keys = [card["k"] for card in cards]
            assert len(set(keys)) == len(keys)
            for card in cards:
                if card["f"] != "??":
                    assert known.setdefault(card["k"], card["f"]) == card["f"]


def test_a_card_out_of_a_hidden_hand_has_a_key_it_never_had(record: Record) -> None:
    for view in range(4):
        before: set[str] = set()
        ever: set[str] = set()
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            plays = [e for e in beat.events if e.kind in ("lead", "beat", "lead_four") and e.seat != view]
            shown = {
                card["f"]: card
                for zone in frame["zones"].values()
                for card in zone["cards"]
                if zone.get("title") != "trump"
            }
            for event in plays:
                for card in event.cards:
                    entry = shown[str(card)]
                    # known in that hand before (it had been shown), or new
                    assert entry["k"] in before or entry["k"] not in ever
                    if entry["k"] not in before:
                        assert entry["from"] == f"hand:{event.seat}"
            before = {c["k"] for zone in frame["zones"].values() for c in zone["cards"]}
            ever |= before


def test_own_cards_keep_their_key_until_they_are_taken(record: Record) -> None:
    for view in range(4):
        before: dict[str, str] = {}
        for frame in drawn(record, view):
            zones = [z for name, z in frame["zones"].items() if name != "shown"]
            now = {c["f"]: c["k"] for zone in zones for c in zone["cards"] if c["f"] != "??"}
            assert all(now[face] == key for face, key in before.items() if face in now)
            before = now


def test_what_is_taken_goes_to_a_pile(record: Record) -> None:
    for view in views(record):
        before: Frame | None = None
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            for event in beat.events:
                if event.kind != "take":
                    continue
                assert before is not None
                zones = [z for name, z in before["zones"].items() if name.startswith(("play", "off"))]
                gone = {card["k"] for zone in zones for card in zone["cards"]}
                assert set(frame["zones"][f"pile:{event.params['side']}"]["takes"]) == gone
            before = frame


# --- what is said -----------------------------------------------------------------------------


def test_nothing_said_or_shown_names_a_face_the_viewer_has_not_seen(record: Record) -> None:
    names = {card_name(card, "en"): str(card) for card in CARDS[:52]}
    by_name = re.compile("|".join(sorted(names, key=len, reverse=True)), re.IGNORECASE)
    for view in range(4):
        known: set[str] = set()
        for beat, frame in zip(beats(record), drawn(record, view), strict=True):
            seen = seen_by(record, beat, view)
            held = {card for hand in seen.hands for card in hand} | {seen.shown}
            held |= {c for trick in seen.tricks for play in trick.plays for c in play.cards}
            held |= {c for play in seen.trick for c in play.cards}
            known |= {str(card) for card in held if card != UNKNOWN}
            # what beats a card is a rule, not a card somebody has seen
            zones = {
                name: {
                    **zone,
                    "cards": [{k: v for k, v in card.items() if k != "why"} for card in zone["cards"]],
                }
                for name, zone in frame["zones"].items()
            }
            said = list(texts({**frame, "zones": zones}))
            found = {face for text in said for face in re.findall(r"\[\[(..)\]\]", text)}
            found |= {text for text in said if re.fullmatch("[A2-9TJQK][cdhs]", text)}
            found |= {names[name.lower()] for text in said for name in by_name.findall(text)}
            assert found - {"??"} <= known


def test_every_frame_has_a_caption_a_rule_and_a_text_for_screen_readers(record: Record) -> None:
    names = seat_names(record, "en")
    for view in views(record):
        for frame in drawn(record, view):
            assert frame["caption"]
            assert frame["rules"]
            assert "[[" not in frame["alt"]
            assert all(name in frame["alt"] for name in names)


def test_a_bot_says_why_only_to_itself_and_where_all_is_open() -> None:
    record = corpus()[0]
    node = record.line()[1]
    assert node.action is not None
    told = {view: drawn(record, view)[1]["caption"] for view in views(record)}
    longest = max(map(len, told.values()))
    assert {view for view, text in told.items() if len(text) == longest} >= {node.action.seat, OPEN}
    assert len({told[view] for view in range(4) if view != node.action.seat}) == 1


# --- molodka ----------------------------------------------------------------------------------


def test_after_a_claim_the_cards_go_back_unseen() -> None:
    record = interrupted(f"0 molodka {FOUR}")
    claim, back, led = drawn(record, 1)[-3:]
    assert sorted(faces(claim, "hand:0")) == sorted(FOUR.split())
    assert all(card["up"] for card in claim["zones"]["hand:0"]["cards"])
    assert [len(claim["zones"][f"hand:{seat}"]["cards"]) for seat in range(4)] == [4, 2, 2, 2]
    assert [len(back["zones"][f"hand:{seat}"]["cards"]) for seat in range(4)] == [4, 4, 4, 4]
    assert faces(back, "play:0") == []
    assert sorted(faces(led, "play:0")) == sorted(FOUR.split())
    # what lay open is known in Clara's hand; Davi's throw-offs came back as backs, from where they lay
    assert sorted(faces(back, "hand:2")) == ["9d", "??", "??", "Js"]
    assert faces(back, "hand:3") == ["??"] * 4
    assert [card.get("from") for card in back["zones"]["hand:3"]["cards"]] == [None, None, "off:3", "off:3"]
    # Davi knows them all the time
    own = drawn(record, 3)[-2]["zones"]["hand:3"]["cards"]
    assert "??" not in [card["f"] for card in own]


def test_who_sits_nearer_is_asked_first() -> None:
    asked, *_ = [f for f in drawn(two_holders("0 pass"), 1) if "may go first" in f["caption"]]
    assert asked["plates"]["hand:0"]["turn"]
    assert asked["plates"]["hand:0"]["sub"] == "asked"
    first = drawn(two_holders(f"0 molodka {FOUR}"), 3)
    assert sorted(faces(first[-1], "play:0")) == sorted(FOUR.split())
    assert sorted(faces(first[-1], "hand:1")) == sorted(["6h", "8h", "Qh", "Ah"]), (
        "seen by all, back in the hand"
    )


def test_a_four_is_nobody_elses_affair() -> None:
    record = interrupted("")
    told = {view: drawn(record, view)[-1] for view in views(record)}
    assert {view for view, frame in told.items() if frame["banner"]} == {0}
    assert {view for view, frame in told.items() if "out of turn" in frame["caption"]} == {0}
