"""Nothing leaks: worlds that look alike to a seat stay alike to it, and exports hold what it saw only."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from cardkit.bots import play, table
from cardkit.cards import CARDS, UNKNOWN, cards
from cardkit.engine import Action, Event
from cardkit.games.four_cards import FourCards, FourCardsState
from cardkit.games.four_cards.state import Hand
from cardkit.record import Record, plain
from cardkit.rng import shuffled
from tests.rules.tools import Sitting, four_cards, some_options

FOUR = ["2c 3c 4c 5c", "6d 7d 9d Td", "2h 3h 4h 5h", "6s 7s 9s Ts"]


def positions(seed: int, kind: str, every: int = 5) -> Iterator[tuple[FourCards, FourCardsState]]:
    """Yield positions of a round that bots play under house rules drawn at random."""
    game = four_cards(**some_options(random.Random(f"{kind}{seed}"), players=2 + seed % 4))
    state = game.deal(seed)
    yield game, state
    for number, step in enumerate(play(game, state, table(kind, game, seed))):
        if number % every == 0:
            yield game, step.state


def tells_nothing_new(game: FourCards, state: FourCardsState, action: Action, viewer: int) -> bool:
    """Whether ``viewer`` can foresee all that an action will show them.

    A look of one's own shows a face, as does a card that goes to the pile; everything else can be foreseen.
    """
    seen = game.observe(state, viewer)
    if action.kind in ("look", "peek", "draw"):
        return action.seat != viewer or not (action.places or action.kind == "draw")
    if action.kind in ("match", "swap"):
        return all(seen.hands[owner][slot] != UNKNOWN for owner, slot in action.places)
    if action.kind == "throw":
        return seen.drawn is not None and seen.drawn.card != UNKNOWN
    return True


def told(game: FourCards, state: FourCardsState, action: Action, viewer: int) -> tuple[Any, ...]:
    """What a seat gets to see and may do after an action."""
    after, events = game.attempt(state, action)
    seen = [event.seen_by(viewer) for event in events if event.kind != "reveal"]
    legal = game.legal_actions(after, viewer) if after.turn is not None else ()
    # once hands are shown, what was hidden differs of course
    return ([], None, ()) if after.phase == "over" else (seen, game.observe(after, viewer), legal)


@pytest.mark.parametrize("kind", ["random", "careful"])
@pytest.mark.parametrize("seed", range(8))
def test_worlds_that_look_alike_to_a_seat_stay_alike_to_it(kind: str, seed: int) -> None:
    rng = random.Random(seed)
    compared = 0
    for game, state in positions(seed, kind):
        for viewer in range(game.seats):
            seen = game.observe(state, viewer)
            world = game.worlds(seen, rng)
            assert game.observe(world, viewer) == seen
            legal = game.legal_actions(state, viewer)
            assert game.legal_actions(world, viewer) == legal
            assert game.claims(world, viewer) == game.claims(state, viewer)
            assert game.score(game.observe(world, viewer)) == game.score(seen)
            for seat in range(game.seats):
                acts = list(game.legal_actions(state, seat))
                acts += [Action(seat, kind) for kind in ("draw", "stop", "throw", "close", "take")]
                for action in rng.sample(acts, min(len(acts), 12)):
                    verdict = game.check(state, action)
                    if not (verdict.ok or verdict.penalty):
                        continue
                    if not tells_nothing_new(game, state, action, viewer):
                        continue
                    assert game.check(world, action) == verdict
                    assert told(game, world, action, viewer) == told(game, state, action, viewer), action
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("seed", range(4))
def test_a_seats_verdicts_depend_on_what_it_knows_alone(seed: int) -> None:
    rng = random.Random(seed)
    for game, state in positions(seed, "random", every=9):
        for viewer in range(game.seats):
            world = game.worlds(game.observe(state, viewer), rng)
            slots = range(len(state.hands[viewer].cards))
            for kind in ("match", "look", "swap", "peek"):
                for slot in slots:
                    action = Action(viewer, kind, (), ((viewer, slot),))
                    assert game.check(world, action) == game.check(state, action)


# --- worlds -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_world_is_a_whole_position_that_can_be_played_on(seed: int) -> None:
    rng = random.Random(seed)
    for game, state in positions(seed, "random", every=12):
        for viewer in (*range(game.seats), None):
            world = game.worlds(game.observe(state, viewer), rng)
            held = [card for hand in world.hands for card in hand.cards if card is not None]
            held += [*world.stock, *world.pile, *([world.drawn.card] if world.drawn else [])]
            assert sorted(held) == list(CARDS[:52])
            assert world._replace(hands=state.hands, stock=state.stock, drawn=state.drawn, reshuffle=0) == (
                state._replace(reshuffle=0)
            )
            if world.turn is not None:
                game.apply(world, game.legal_actions(world)[0])


def almost_known() -> tuple[FourCards, FourCardsState]:
    """Two players; seat 0 knows every card but one of seat 1's and the two in the stock."""
    sit = Sitting(FOUR[:2])
    one, two = (hand.cards for hand in sit.state.hands)
    hands = (Hand(one, (1, 1, 1, 1)), Hand(two, (0, 1, 1, 1)))
    state = sit.state._replace(hands=hands, pile=sit.state.stock[2:], stock=sit.state.stock[:2])
    return sit.game, state._replace(pile=(*state.pile, *sit.state.pile))


def test_worlds_are_drawn_evenly_and_cover_the_true_one() -> None:
    game, state = almost_known()
    seen = game.observe(state, 0)
    rng = random.Random(12)
    counts: Counter[tuple[object, ...]] = Counter()
    for _ in range(3000):
        world = game.worlds(seen, rng)
        counts[(world.hands[1].cards[0], *world.stock)] += 1
    assert len(counts) == 6
    assert (state.hands[1].cards[0], *state.stock) in counts
    # chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand
    assert sum((n - 500) ** 2 / 500 for n in counts.values()) < 20.5, counts


def test_each_unseen_card_is_as_likely_in_each_hidden_place() -> None:
    sit = Sitting(FOUR, looks=["1 2"])
    seen = sit.observe(0)
    unseen = set(CARDS[:52]) - set(cards("2c 3c 2s"))
    rng = random.Random(5)
    counts = Counter(sit.game.worlds(seen, rng).hands[3].cards[2] for _ in range(4900))
    assert set(counts) <= unseen
    # 48 degrees of freedom: 84 is passed once in a thousand
    assert sum((counts[card] - 100) ** 2 / 100 for card in unseen) < 84


# --- events and exports -----------------------------------------------------------------------


def faces(value: Any) -> set[str]:
    """Return every card named anywhere in JSON values, in texts as well."""
    if isinstance(value, dict):
        return set().union(*(faces(part) for part in value.values()), set())
    if isinstance(value, list):
        return set().union(*(faces(part) for part in value), set())
    known = {str(card) for card in CARDS[:52]}
    return {word for word in value.split() if word in known} if isinstance(value, str) else set()


def shown_to(record: Record, seat: int | None, upto: int) -> set[str]:
    """Return every face a seat has seen in the first ``upto`` actions, from the events alone."""
    seen: set[str] = set()
    line = record.line()[: upto + 1]
    seen.update(str(card) for card in line[0].state.pile)
    for node in line[1:]:
        for event in node.events:
            if event.audience is None or seat in event.audience:
                seen.update(str(card) for card in event.cards)
            if event.kind == "reveal":
                seen.update(str(c) for hand in node.state.hands for c in hand.cards if c is not None)
    return seen


def cut(record: Record, plies: int) -> Record:
    """Return the record of the first ``plies`` actions."""
    short = Record(record.game, record.root.state)
    for node in record.line()[1 : plies + 1]:
        assert node.action is not None
        short.play(node.action)
    return short


def played(seed: int, kind: str, **fixed: Any) -> Record:
    rng = random.Random(f"secret {seed}")
    game = four_cards(**some_options(rng, players=2 + seed % 4, **fixed))
    record = Record.deal(game, seed)
    for step in play(game, record.state, table(kind, game, seed)):
        if rng.random() < 0.1:
            foul = Action(rng.randrange(game.seats), rng.choice(("draw", "throw", "look")))
            if game.check(record.state, foul).penalty:
                record.play(foul)
                break  # the bots' round goes another way from here
        record.play(step.choice.action)
    return record


@pytest.mark.parametrize("kind", ["random", "careful"])
@pytest.mark.parametrize("seed", range(10))
def test_exports_do_not_change_with_cards_the_seat_never_saw(kind: str, seed: int) -> None:
    whole = played(seed, kind)
    end = len(whole.line()) - 1
    rng = random.Random(seed)
    for plies in sorted({end // 4, end // 2, end - 1, end}):
        record = cut(whole, plies)
        setup = record.game.setup(record.root.state)
        order = setup["deck"].split()
        for seat in range(record.game.seats):
            seen = shown_to(record, seat, plies)
            hidden = [card for card in order if card not in seen]
            mixed = iter(shuffled(hidden, rng))
            other = [next(mixed) if card not in seen else card for card in order]
            twin = Record(record.game, record.game.restore({**setup, "deck": " ".join(other)}))
            for node in record.line()[1:]:
                assert node.action is not None
                twin.play(node.action)
            exported = record.export(seat)
            assert exported == twin.export(seat)
            data = json.loads(exported)
            assert faces(data) <= seen
            assert "deck" not in exported
            assert "seed" not in data
            assert "reshuffle" not in data["start"]
            assert "stock" not in data["start"]


@pytest.mark.parametrize("seed", range(4))
def test_the_observation_is_made_from_what_the_events_showed(seed: int) -> None:
    record = played(seed, "random")
    for plies, node in enumerate(record.line()):
        for seat in range(record.game.seats):
            assert faces(plain(record.game.observe(node.state, seat))) <= shown_to(record, seat, plies)


def test_an_export_has_a_seats_own_acts_and_no_one_elses() -> None:
    record = Record.deal("four_cards", seed=5)
    record.play_all("0 look 1 2; 1 look; 2 look; 3 look 4; 0 draw; 0 throw")
    steps = json.loads(record.export(0))["steps"]
    assert [step["act"] for step in steps] == ["0 look 1 2", None, None, None, "0 draw", "0 throw"]
    assert steps[3]["events"][0]["cards"] == ["??"]
    assert steps[3]["events"][0]["places"] == [[3, 3]]
    assert [step["act"] for step in json.loads(record.export(None))["steps"]] == [None] * 6


def test_comments_are_not_exported() -> None:
    record = Record.deal("four_cards", seed=5)
    record.play("0 look 1", comment="slot 1 is the ace")
    record.root.comment = "the stock begins with a king"
    for seat in (0, 1, None):
        assert "the ace" not in record.export(seat)
        assert "a king" not in record.export(seat)


def test_an_event_hides_its_faces_from_all_but_its_audience() -> None:
    event = Event("draw", 0, "C19", cards("8h"), (), (0, 2))
    assert event.seen_by(0) == event.seen_by(2) == event
    for seat in (1, 3, None):
        assert event.seen_by(seat).cards == (UNKNOWN,)
        assert event.seen_by(seat).audience == ()
    nobody = Event("penalty", 0, "C29", cards("8h"), ((0, 4),), ())
    assert nobody.seen_by(0).cards == (UNKNOWN,)
    everybody = Event("take", 0, "C19", cards("8h"))
    assert everybody.seen_by(3) is everybody


def test_a_penalty_card_is_seen_by_nobody() -> None:
    sit = Sitting(FOUR, stock="Kd")
    _, penalty = sit.err("2 draw")
    for seat in (0, 1, 2, 3, None):
        assert penalty.seen_by(seat).cards == (UNKNOWN,)
        assert sit.sees(seat, 2).endswith("??")


def test_what_others_know_is_told_but_not_the_faces() -> None:
    sit = Sitting(FOUR, looks=["1 2", "3 4"])
    seen = sit.observe(2)
    assert seen.knowers == ((1, 1, 0, 0), (0, 0, 2, 2), (0,) * 4, (0,) * 4)
    assert all(card == UNKNOWN for hand in seen.hands for card in hand)


def test_what_every_player_has_seen_in_private_is_still_hidden_from_onlookers() -> None:
    game = four_cards(players=2)
    state = game.deal(deck=cards("Qh 2c 3h 4h 5h 6h 7h 8h 9h Qd"), seed=1)
    for text in ("0 look 1 2", "1 look 1 2", "0 draw", "0 swap 1", "0 peek 1.1", "1 draw"):
        state, _ = game.apply(state, game.parse(state, text))
    # both have looked at seat 1's first card, nobody else has
    assert game.observe(state, 0).hands[1][0] == game.observe(state, 1).hands[1][0] == cards("2c")[0]
    assert game.observe(state, None).hands[1][0] == UNKNOWN
    state, _ = game.apply(state, game.parse(state, "1 swap 1"))
    assert game.observe(state, None).pile[-1] == cards("2c")[0]


@pytest.mark.parametrize("seed", range(6))
def test_onlookers_know_what_has_lain_open_and_nothing_else(seed: int) -> None:
    for game, state in positions(seed, "random", every=1):
        seen = game.observe(state, None)
        for seat in range(game.seats):
            mine = game.observe(state, seat)
            for ours, theirs in zip(seen.hands, mine.hands, strict=True):
                assert all(a in (UNKNOWN, b) for a, b in zip(ours, theirs, strict=True))


def test_no_seat_is_a_clear_error() -> None:
    sit = Sitting(FOUR)
    for seat in (4, -1):
        with pytest.raises(ValueError, match=f"no seat {seat}: expected 0 to 3"):
            sit.game.observe(sit.state, seat)
        with pytest.raises(ValueError, match=f"no seat {seat}: expected 0 to 3"):
            sit.game.legal_actions(sit.state, seat)
