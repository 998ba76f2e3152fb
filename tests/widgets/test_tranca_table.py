"""Tranca at a table with a person: what is offered, what is refused, and that nothing hidden gets out."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from cardkit.cards import UNKNOWN
from cardkit.games.tranca.state import MatchSoFar
from cardkit.record import Record
from cardkit.scene import frames
from cardkit.scene.tranca import refusal
from cardkit.widgets import Match, Player, Table, player
from tests.rules.tranca_tools import Sitting, tranca
from tests.scene.corpus import texts
from tests.scene.tranca_corpus import corpus, game_of, sliding
from tests.widgets.alike import Page

LABEL = "tell-nobody"


@pytest.fixture(autouse=True)
def _no_names_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "_given", type(player._given)())


def seen_faces(record: Record, seat: int) -> set[str]:
    """Every face the seat has seen."""
    found = set()
    for node in record.line():
        seen = game_of(record).observe(node.state, seat)
        found |= {card for hand in seen.hands for card in hand} | {*seen.red3s[0], *seen.red3s[1]}
        found |= {card for melds in seen.melds for meld in melds for card in meld.cards}
        found |= {card for event in node.events for card in event.seen_by(seat).cards}
    return {str(card) for card in found if card != UNKNOWN}


def page_of(sitting: Sitting) -> Page:
    return Page(Table(Record(sitting.game, sitting.state)))


def acts_on(page: Page, *picks: str) -> list[dict[str, Any]]:
    """The acts that the page offers as buttons for these places."""
    return [act for act in page.live["acts"] if sorted(act["picks"]) == sorted(picks)]


# --- offers -----------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(corpus())))
def test_every_legal_action_is_offered_once_with_places_that_hold_its_cards(number: int) -> None:
    record = corpus()[number]
    game = game_of(record)
    for node in record.line()[::4]:
        seat = node.state.turn
        if seat is None:
            continue
        table = Table(Record(game, node.state), seat=seat)
        live = table.data["live"]
        assert [act["id"] for act in live["acts"]] == [str(a) for a in game.legal_actions(node.state)]
        shown = frames(table.record, seat)[-1]["zones"][f"hand:{seat}"]["cards"]
        for act, action in zip(live["acts"], game.legal_actions(node.state), strict=True):
            picked = [pick for pick in act["picks"] if pick.startswith("hand:")]
            faces = [shown[int(pick.rpartition(":")[2])]["f"] for pick in picked]
            assert sorted(faces) == sorted(map(str, action.cards))
            assert len(set(picked)) == len(picked)


def test_the_same_cards_may_be_laid_added_or_taken() -> None:
    page = page_of(Sitting("7c 8c Kd Ks", ["4c 5c 6c"], pile="9d 4h"))
    seven = "hand:0:2"
    (one,) = (act for act in acts_on(page, seven) if act["id"].startswith("0 add"))
    assert one["label"] == "Add [[7c]] to [[4c]]–[[6c]]"
    assert {act["id"] for act in acts_on(page, seven)} == {"0 add 7c 1", "0 discard 7c"}
    page = page_of(Sitting("4c 4d Kd Ks", pile="9d 9c 4h", phase="draw"))
    (take,) = acts_on(page, "pile:0", "hand:0:0", "hand:0:3")
    assert (take["id"], take["hint"]) == (
        "0 take 4c 4d",
        "The other 2 cards of the pile come to your hand.",
    )
    page.click(take["id"])
    assert "takes the whole pile" in page.table.data["steps"]["0"][-1]["caption"]


@pytest.mark.parametrize("number", range(len(corpus())))
def test_every_offer_says_where_its_cards_would_land(number: int) -> None:
    record = corpus()[number]
    game = game_of(record)
    for node in record.line()[::6]:
        seat = node.state.turn
        if seat is None:
            continue
        melds = node.state.melds[seat % 2]
        table = Table(Record(game, node.state), seat=seat)
        for act, action in zip(table.data["live"]["acts"], game.legal_actions(node.state), strict=True):
            land = act.get("land")
            if action.kind == "discard":
                assert land == {"zone": "pile"}
            elif action.kind in ("meld", "add", "take"):
                assert land["zone"] == f"melds:{seat % 2}"
                assert land["text"]
                assert ("cards" in land) == bool(action.places)
                if action.places:
                    at = action.places[0][1]
                    assert land["cards"] == [sum(len(m.cards) for m in melds[:at]), len(melds[at].cards)]
            else:
                assert land is None


@pytest.mark.parametrize(
    ("hand", "meld", "act", "text", "short", "side", "slide"),
    [
        ("Qh 4c Kd", "5h 6h 7h", "0 add 8h 1", None, None, None, None),
        ("8h 4c Kd", "5h 6h 7h", "0 add 8h 1", "8 fits", "8", "end", None),
        ("4h 4c Kd", "5h 6h 7h", "0 add 4h 1", "4 fits", "4", "start", None),
        ("4h 8h 4c Kd", "5h 6h 7h", "0 add 4h 8h 1", "4, 8 fit", "4\n8", "end", None),
        ("Js 4c Kd", "9s Ts 2d Qs Ks", "0 add Js 1", "J fits:\n2 slides", "J", "end", 2),
        ("Js 4c Kd", "Ts 2d Qs Ks As", "0 add Js 1", "J fits:\n2 slides", "J", "start", 1),
        ("8s 4c Kd", "9s Ts 2d Qs Ks", "0 add 8s 1", "8 fits", "8", "start", None),
        ("Ks 4c 4d", "Kc Kd Kh", "0 add Ks 1", "K fits", "K", "end", None),
        ("4h 8h 9h Th 4c Kd", "5h 6h 7h", "0 add 4h 8h 9h Th 1", "4, 8, 9, 10 fit", "4\n8\n…", "end", None),
    ],
)
def test_a_slot_names_what_fits_and_the_end_it_comes_to_lie_at(
    hand: str, meld: str, act: str, text: str | None, short: str, side: str, slide: int | None
) -> None:
    page = page_of(Sitting(hand, [meld]))
    found = [one["land"] for one in page.live["acts"] if one["id"] == act]
    if text is None:
        assert found == []
        return
    (land,) = found
    assert (land["text"], land["short"], land["side"], land["slide"]) == (text, short, side, slide)


def test_a_two_alone_is_no_news_anywhere() -> None:
    page = page_of(Sitting("2h 8h 4c Kd", ["5h 6h 7h"]))
    quiet = {one["id"]: one["land"].get("quiet", False) for one in page.live["acts"] if "add" in one["id"]}
    assert quiet == {"0 add 2h 1": True, "0 add 8h 1": False, "0 add 8h 2h 1": False}


@pytest.mark.parametrize(
    ("sitting", "picks", "title", "rule"),
    [
        # pointing at a meld with cards that do not fit it
        (Sitting("9h 4c Kd", ["5h 6h 7h"]), ["hand:0:1", "melds:0:1"], "gap", "T6"),
        (Sitting("5h 4c Kd", ["5h 6h 7h"]), ["hand:0:1", "melds:0:2"], "twice", "T6"),
        (
            Sitting("8h 4c Kd", theirs=["5h 6h 7h"]),
            ["hand:0:1", "melds:1:0"],
            "belongs to the others",
            "TA23",
        ),
        (
            Sitting("4c Kd Ks", ["5h 6h 7h"], pile="9h", phase="draw"),
            ["pile:0", "melds:0:1"],
            "gap",
            "T6",
        ),
    ],
)
def test_a_meld_that_is_pointed_at_says_why_not(
    sitting: Sitting, picks: list[str], title: str, rule: str
) -> None:
    page = page_of(sitting)
    page.say({"type": "ask", "picks": picks})
    assert page.live["refused"] is not None
    assert title in page.live["refused"]["text"]
    assert page.live["refused"]["rule"] == rule


@pytest.mark.parametrize(
    ("sitting", "picks", "at", "rule"),
    [
        (Sitting("4d Kd", phase="draw", pile="9c 3s"), ["pile:0"], "pile:0", "T10"),
        (Sitting("4d Kd", phase="draw"), ["pile:0"], "pile:0", "TA12"),
        (Sitting("4d 4c Kd Ks", phase="draw", pile="9c 5h"), ["pile:0"], "pile:0", "T21"),
        (Sitting("4d 9c Kd Ks"), ["hand:0:0", "hand:0:1", "hand:0:3"], "hand:0:1", "T6"),
        (Sitting("Kd", ["5h 6h 7h"], taken=(True, False)), ["hand:0:0"], "hand:0:0", "TA19"),
        (Sitting("2d Kc", ["5h 6h 7h 8h 9h Th Jh"], taken=(True, False)), ["stock:0"], "stock:0", "T20"),
    ],
)
def test_what_cannot_be_done_is_told_beside_it(
    sitting: Sitting, picks: list[str], at: str, rule: str
) -> None:
    page = page_of(sitting)
    page.say({"type": "ask", "picks": picks})
    assert page.live["refused"] is not None
    assert (page.live["refused"]["at"], page.live["refused"]["rule"]) == (at, rule)


@pytest.mark.parametrize(
    ("hand", "act", "text"),
    [
        # the smallest thing that would make it right, where there is one
        (
            "3c 4c 5c 6c Kd",
            "meld 3c 4c 5c 6c",
            "a 2 cannot stand for it. Without [[3c]] the rest may be laid.",
        ),
        ("3c 4c 5c 9d Kd", "meld 3c 4c 5c", "a 2 cannot stand for it."),
        (
            "Ac 2h 4c 5c Kd",
            "meld 4c 5c Ac 2h",
            "a 2 cannot stand for a 3. Without [[Ac]] the rest may be laid.",
        ),
        ("4c 4c 5c 6c Kd", "meld 4c 4c 5c 6c", "twice. Without [[4c]] the rest may be laid."),
        ("4c 5c 6c Kd", "meld 4c 6c Kd", "these are neither."),
    ],
)
def test_a_refusal_ends_with_what_would_make_it_right(hand: str, act: str, text: str) -> None:
    at = Sitting(hand)
    action = at.game.parse(at.state, f"0 {act}")
    refused = refusal(at.game, action, at.game.check(at.state, action), ("Ana", "Bruno"), "en")
    assert refused["text"].endswith(text)


@pytest.mark.parametrize(
    "picks",
    [
        [],
        ["hand:0:99"],
        ["hand:1:0"],
        [None],
        ["melds:0:0"],
        ["hand:0:0", "melds:0:99"],
        ["hand:0:0", "melds:7:0"],
        ["hand:0:x"],
    ],
)
def test_nonsense_is_dropped(picks: list[Any]) -> None:
    page = page_of(Sitting("4d Kd 5c"))
    page.say({"type": "ask", "picks": picks})
    assert page.live["refused"] is None


def test_a_position_that_somebody_set_up_can_be_played_to_its_end() -> None:
    page = page_of(Sitting("9c Jd Kd", ["5h 6h 7h"], dry=True, mortos=0, pile="4c"))
    page.click("0 discard 9c")
    assert page.over
    assert [view["id"] for view in page.table.data["views"]] == ["0", "1", "2", "3", "open"]
    # there is no deck to save: what the reader saw may be
    assert page.table.data["save"]["name"].endswith("seat-0.json")


# --- secrets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(2))
def test_a_table_holds_no_secret_while_it_is_played(seed: int) -> None:
    page = Page(Table(tranca(), f"{LABEL}-{seed}", seat=seed))
    rng = random.Random(seed)
    for number in range(400):
        if page.over:
            break
        if number % 6 == 0:
            record = page.table.record
            held = json.dumps([page.table.data, page.heard, page.table._repr_mimebundle_()], default=str)
            assert LABEL not in held
            frames_sent = [page.table.data["steps"], [m.get("frames") for m in page.heard], page.live]
            faces = {text for text in texts(frames_sent) if re.fullmatch("[A2-9TJQK][cdhs]", text)}
            assert faces <= seen_faces(record, seed)
            assert [view["id"] for view in page.table.data["views"]] == [str(seed)]
            page.heard.clear()
        kinds = sorted({act.split()[1] for act in page.acts})
        kind = rng.choice(kinds)
        page.click(rng.choice([act for act in page.acts if act.split()[1] == kind]))
    assert page.over
    assert len(page.table.data["views"]) == 5


def test_a_position_that_is_no_deal_can_be_shown_to_its_seats() -> None:
    data = Player(sliding(), views=(0, 1)).data
    assert [view["id"] for view in data["views"]] == ["0", "1"]


def near_its_end(match: Match, totals: tuple[int, int]) -> Page:
    """Sit down at the last act of a deal: nothing is left to draw, so whoever comes next stops it.

    What was won before is such that this deal brings both sides to ``totals``.
    """
    game = game_of(match.table.record)
    at = Sitting("9c Jd Kd", ["5h 6h 7h"], dry=True, mortos=0, pile="4c", game=game)
    start = at.state
    at.do("0 discard 9c", "1 stop")
    ours, theirs = game.score(at.state).totals
    assert ours is not None
    assert theirs is not None
    before = MatchSoFar(dealer=3, totals=(totals[0] - ours, totals[1] - theirs), deals=4)
    match.table.restart(Record(game, start._replace(match=before)))
    return Page(match.table)


@pytest.mark.parametrize(
    ("totals", "goes_on"),
    [
        ((700, 700), True),
        ((900, 900), True),
        ((690, 690), True),
        ((699, 400), True),
        ((700, 690), False),
        ((1200, 1210), False),
    ],
)
def test_a_match_goes_on_until_one_side_is_ahead_at_the_target(
    totals: tuple[int, int], goes_on: bool
) -> None:
    match = Match(tranca(target=700), lang="en")
    page = near_its_end(match, totals)
    assert not match.round_over
    page.click("0 discard 9c")
    assert match.round_over
    assert match.table.record.game.standing(match.table.record.state).totals == totals
    told = match._html()
    assert all(f"<b>{total}</b>" in told for total in totals)
    winner = "Ana and Clara" if totals[0] > totals[1] else "Bruno and Davi"
    assert ("win with" in told) == (not goes_on)
    assert (f"{winner} win with {max(totals)} points." in told) == (not goes_on)
    assert match._button.description == ("Next deal" if goes_on else "New match")
    match.go_on()
    following = match.table.record.root.state
    if goes_on:
        # the dealer moves left, and the next seat begins
        assert following.match == MatchSoFar(dealer=0, totals=totals, deals=5)
        assert match.table.record.line()[1].action.seat == 1
        assert "deal 6" in match.table.data["subtitle"]
    else:
        assert following.match == MatchSoFar(dealer=3, totals=(0, 0), deals=0)


def test_one_deal_is_a_match_where_no_target_is_agreed_and_may_end_level() -> None:
    match = Match(tranca(), lang="en")
    page = near_its_end(match, (0, 0))
    page.click("0 discard 9c")
    assert "Ana and Clara and Bruno and Davi tie with 0 points." in match._html()
    assert match._button.description == "New match"


def test_a_match_is_played_deal_after_deal_with_the_dealer_going_round() -> None:
    match = Match(tranca(target=100_000), 5, lang="en")
    page, rng = Page(match.table), random.Random(5)
    dealers, totals = [], []
    for deal in range(5):
        dealers.append(match.table.record.root.state.match.dealer)
        page.click_on(rng)
        standing = match.table.record.game.standing(match.table.record.state)
        assert (standing.deals, standing.winners) == (deal + 1, None)
        totals.append(standing.totals)
        match.go_on()
        assert match.table.record.root.state.match.totals == standing.totals
        assert not match.round_over
    assert dealers == [3, 0, 1, 2, 3]
    assert len(set(totals)) == len(totals)


def test_a_match_tells_the_standing_of_both_sides() -> None:
    match = Match(tranca(target=500), lang="en")
    page = Page(match.table)
    page.click_on(random.Random(3))
    assert match.round_over
    assert "Ana and Clara" in match._html()
    assert "Bruno and Davi" in match._html()
