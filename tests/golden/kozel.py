"""Golden playthroughs of Kozel: whole games of careful bots as text."""

from __future__ import annotations

from collections.abc import Iterator

import cardkit
from cardkit.bots import play, table
from cardkit.cards import text
from cardkit.games.kozel import Kozel, KozelState
from tests.golden import SEEDS, event_line, score_lines

PRESETS = ("seed", "burkozel")


def files() -> dict[str, str]:
    """Return the name and the text of every playthrough."""
    return {
        f"kozel-{preset}-{seed}.txt": "\n".join(playthrough(preset, seed)) + "\n"
        for preset in PRESETS
        for seed in SEEDS
    }


def playthrough(preset: str, seed: int) -> Iterator[str]:
    """Yield the lines of one game."""
    game = cardkit.game("kozel", preset=preset)
    assert isinstance(game, Kozel)
    state = game.deal(seed)
    yield f"# {game!r}, deal {seed}, careful bots. Written by: python -m tests.golden"
    yield "# Each step: the action, the bot's reason, how many legal actions each seat has then;"
    yield "# what happened, by which rule, and who saw the cards; the table as everybody sees it."
    yield ""
    setup = game.setup(state)
    yield f"deck: {setup['deck']}"
    yield f"shown: {state.shown}, at {setup['trump_at']} of the stock"
    yield ""
    yield from table_lines(game, state)
    for number, step in enumerate(play(game, state, table("careful", game, seed)), 1):
        before, state = state, step.state
        counts = " ".join(str(len(game.legal_actions(before, seat))) for seat in range(game.seats))
        yield ""
        yield f"{number}. {step.choice.action}   ({step.choice.reason}; legal {counts})"
        yield from map(event_line, step.events)
        yield from table_lines(game, state)
    yield ""
    yield from score_lines(game, state)
    yield f"series: {game.series(state).totals}"


def table_lines(game: Kozel, state: KozelState) -> Iterator[str]:
    """Yield the table as everybody sees it: who is on turn, the trick, the hands, the piles."""
    seen = game.observe(state, None)
    turn = "nobody" if seen.turn is None else str(seen.turn)
    claim = "" if seen.claimant is None else f"; claimant {seen.claimant}"
    piles = ", ".join(map(str, (game.score(seen).totals)))
    yield f"   turn {turn}, {seen.phase}; stock {seen.stock_size}; piles {piles}{claim}"
    for one in seen.trick:
        yield f"   on the table: {one.seat} {one.kind} {text(one.cards)}"
    for seat, hand in enumerate(seen.hands):
        yield f"   {seat}: {text(hand)}"
