"""What a seat may know of Kozel: leaks, and positions that fit what is known."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardkit.bots import play, table
from cardkit.cards import UNKNOWN, card, cards, pack
from cardkit.games.kozel import Kozel, KozelState, Play
from cardkit.games.kozel.beating import is_four
from cardkit.record import Record, plain
from tests.rules.kozel_tools import Sitting, all_cards, kozel, some_options

VIEWERS = (None, 0, 1, 2, 3)


def positions(seed: int, **options: Any) -> tuple[Kozel, list[KozelState]]:
    """Return every position of a game between random bots."""
    game = kozel(**options)
    state = game.deal(seed)
    return game, [state, *(step.state for step in play(game, state, table("random", game, seed)))]


@pytest.mark.parametrize("seed", range(12))
def test_every_world_looks_the_same_to_who_drew_it(seed: int) -> None:
    rng = random.Random(seed)
    game, states = positions(seed, **some_options(rng))
    for state in states:
        for seat in VIEWERS:
            seen = game.observe(state, seat)
            other = game.worlds(seen, rng)
            assert game.observe(other, seat) == seen
            assert all_cards(other) == sorted(pack(36))
            # what it may do does not depend on what it cannot know
            if seat is not None:
                assert game.legal_actions(other, seat) == game.legal_actions(state, seat)
                assert game.claims(other, seat) == game.claims(state, seat)
            if state.phase == "over":
                assert other.tricks == state.tricks


@pytest.mark.parametrize("seed", range(6))
def test_no_view_holds_a_card_its_seat_has_not_seen(seed: int) -> None:
    game, states = positions(seed, **some_options(random.Random(seed)))
    for state in states[:-1]:
        plays = [p for trick in state.tricks for p in trick.plays] + list(state.trick)
        faces = {c for p in plays if p.kind != "throw" for c in p.cards} | {state.shown}
        public = {trace.card for trace in state.traces}
        for seat in VIEWERS:
            own = {c for p in plays if p.seat == seat for c in p.cards}
            own |= set(state.hands[seat]) if seat is not None else set()
            told = set(str(plain(game.observe(state, seat))).replace("'", " ").replace(",", " ").split())
            shown = {c for c in pack(36) if str(c) in told}
            assert shown <= faces | public | own


@pytest.mark.parametrize("seed", range(3))
def test_nothing_a_view_holds_on_to_shows_another_seats_throw_off(seed: int) -> None:
    game, states = positions(seed)
    hidden = 0
    for state in states[:-1]:
        for seat in VIEWERS:
            # as seen twice: what is kept from the first time must not reach the second
            game.observe(state, seat)
            found: list[Play] = []
            todo: list[Any] = [game.observe(state, seat)]
            while todo:
                value = todo.pop()
                if isinstance(value, Play):
                    found.append(value)
                elif isinstance(value, tuple):
                    todo += [*value, *getattr(value, "__dict__", {}).values()]
            thrown = [play for play in found if play.kind == "throw" and play.seat != seat]
            assert all(set(play.cards) == {UNKNOWN} for play in thrown)
            hidden += len(thrown)
    assert hidden > 100


def test_what_is_saved_for_a_seat_holds_nothing_else() -> None:
    game = kozel()
    record = Record.deal(game, 11)
    for step in play(game, record.state, table("random", game, 11)):
        if step.state.phase == "over":
            break
        record.play(step.choice.action)
    hidden = {c for p in record.state.trick for c in p.cards if p.kind == "throw" and p.seat != 0}
    hidden |= {
        c for t in record.state.tricks for p in t.plays for c in p.cards if p.kind == "throw" and p.seat
    }
    hidden -= {record.state.shown}
    assert hidden
    text = record.export(0)
    assert not [c for c in hidden if f'"{c}"' in text or f" {c} " in text]
    assert "stock_size" in text
    assert "trump_at" not in text


def test_the_shown_card_is_where_the_deal_may_have_put_it() -> None:
    """Nobody has drawn: it is in no hand. Later each of its 20 places is as likely (KA6)."""
    game = kozel()
    sitting = Sitting(["7c 8c Ac Qd", "8d Kc 6d 6h", "9c Jh Qh Kh", "9s Js Ks As"], "6s", "Qs 7s")
    rng = random.Random(1)
    first = game.observe(sitting.state, 0)
    for _ in range(100):
        assert card("6s") in game.worlds(first, rng).stock
    sitting.do("0 lead 7c", "1 throw 6d", "2 throw Jh", "3 throw 9s")
    seen = game.observe(sitting.state, 0)
    places: Counter[object] = Counter()
    tries = 4000
    for _ in range(tries):
        other = game.worlds(seen, rng)
        assert card("6s") not in [c for p in other.tricks[0].plays for c in p.cards]
        seat = next((s for s in range(4) if card("6s") in other.hands[s]), None)
        places["stock" if seat is None else seat] += 1
    # 19 places are left, as seat 0 knows its own draw: 3 drawn by others, 16 in the stock
    assert places[0] == 0
    for seat in (1, 2, 3):
        assert abs(places[seat] / tries - 1 / 19) < 4 * (1 / 19 / tries) ** 0.5


def test_bottom_the_shown_card_is_last_in_every_world() -> None:
    game = kozel(trump_card="bottom")
    seen = game.observe(game.deal(3), 2)
    rng = random.Random(1)
    assert all(game.worlds(seen, rng).stock[-1] == seen.shown for _ in range(20))


def test_bottom_after_its_drawer_threw_off_it_is_with_them_or_in_their_throw_offs() -> None:
    game = kozel(trump_card="bottom")
    rng = random.Random(2)
    found: Counter[str] = Counter()
    for seed in range(60):
        state = game.deal(seed)
        for step in play(game, state, table("random", game, seed)):
            state = step.state
            if state.phase == "over":
                continue
            for trace in state.traces:
                if trace.sure or trace.card != state.shown:
                    continue
                other = game.worlds(game.observe(state, (trace.seat + 1) % 4), rng)
                late = [t.plays for t in other.tricks[trace.since :]] + [other.trick]
                thrown = [c for plays in late for p in plays if p.seat == trace.seat for c in p.cards]
                assert trace.card in (*other.hands[trace.seat], *thrown)
                found["hand" if trace.card in other.hands[trace.seat] else "thrown"] += 1
    assert min(found["hand"], found["thrown"]) > 3


def test_who_was_asked_holds_a_four_in_every_world_and_who_was_not_does_not() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "6d 8d Kd Ad", "9h Jh Qh Kh", "9s Js Ks As"], "6s")
    game, rng = sitting.game, random.Random(3)
    sitting.do("3 molodka 9s Js Ks As", "1 pass")
    assert sitting.state.turn == 2
    suits: Counter[int] = Counter()
    for _ in range(200):
        other = game.worlds(game.observe(sitting.state, 3), rng)
        assert is_four(other.hands[1])
        assert is_four(other.hands[2])
        assert not is_four(other.hands[0])
        assert len({c % 52 // 13 for c in other.hands[1]}) == 1
        suits[other.hands[1][0] // 13] += 1
    assert set(suits) == {0, 1, 2, 3}
    # and the throw-offs stay of one suit when the trick lies in a pile
    sitting.do("2 pass", "0 throw 7c 8c Ac Qd", "1 throw 6d 8d Kd Ad", "2 throw 9h Jh Qh Kh")
    assert sitting.state.tricks[0].asked == 0b0110
    for _ in range(50):
        other = game.worlds(game.observe(sitting.state, 3), rng)
        thrown = {p.seat: p.cards for p in other.tricks[0].plays if p.kind == "throw"}
        assert is_four(thrown[1])
        assert is_four(thrown[2])
        assert not is_four(thrown[0])


def test_cards_that_came_back_are_in_the_throw_off_in_every_world() -> None:
    sitting = Sitting(["7c 8c Ac Qd", "9c Tc 6d 6h", "9h Jh Qh Kh", "Jc 9d As 8h"], "6s")
    game, rng = sitting.game, random.Random(4)
    sitting.do("0 lead 7c 8c", "1 throw 9c Tc", "2 molodka 9h Jh Qh Kh")
    sitting.do("3 throw Jc 9d As 8h", "0 throw 7c 8c Ac Qd", "1 throw 9c Tc 6d 6h")
    seen = game.observe(sitting.state, 3)
    assert [p.cards for p in seen.tricks[0].plays][2] == (UNKNOWN,) * 4
    for _ in range(30):
        other = game.worlds(seen, rng)
        assert set(cards("7c 8c")) <= set(other.tricks[0].plays[2].cards)


def test_an_observation_that_cannot_be_is_told() -> None:
    game = kozel()
    seen = game.observe(game.deal(1), 0)
    with pytest.raises(ValueError, match="cards are unseen"):
        game.worlds(seen._replace(stock_size=3), random.Random(1))
    with pytest.raises(ValueError, match="no seat 4"):
        game.observe(game.deal(1), 4)


def test_the_public_view_knows_no_hand() -> None:
    game = kozel()
    seen = game.observe(game.deal(1))
    assert seen.seat is None
    assert seen.hands == ((UNKNOWN,) * 4,) * 4
    assert (seen.stock_size, seen.trump) == (20, seen.shown.suit)
