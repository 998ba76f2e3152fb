"""Golden playthroughs of Tranca: deals of careful bots."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardkit.bots import play, table
from cardkit.cards import text
from cardkit.games.tranca import Tranca, TrancaState
from tests.golden import event_line
from tests.rules.tranca_tools import tranca

DEALS: dict[str, tuple[int, dict[str, Any]]] = {
    "tranca-seed-1": (1, {}),
    "tranca-seed-5": (5, {}),
    "tranca-online-2": (2, {"preset": "online"}),
    "tranca-two-3": (
        3,
        {"players": 2, "max_wilds": None, "pile_fit": "with_hand_cards", "batida_requires": "any"},
    ),
}
"""The deal and the rules of each file."""


def files() -> dict[str, str]:
    """Return the name and the text of every playthrough."""
    return {
        f"{name}.txt": "\n".join(playthrough(tranca(**rules), seed)) + "\n"
        for name, (seed, rules) in DEALS.items()
    }


def playthrough(game: Tranca, seed: int) -> Iterator[str]:
    """Yield the lines of one deal."""
    state = game.deal(seed)
    yield f"# {game!r}, deal {seed}, careful bots. Written by: python -m tests.golden"
    yield "# Each step: the action, the bot's reason, how many legal actions there were;"
    yield "# what happened, by which rule, and who saw the cards; at each new turn the table as all see it."
    yield ""
    yield f"deck: {game.setup(state)['deck']}"
    yield from map(event_line, game.opening(state))
    yield ""
    yield from table_lines(game, state)
    for number, step in enumerate(play(game, state, table("careful", game, seed)), 1):
        before, state = state, step.state
        yield ""
        count = len(game.legal_actions(before))
        yield f"{number}. {step.choice.action}   ({step.choice.reason}; legal {count})"
        yield from map(event_line, step.events)
        if state.turn != before.turn:
            yield from table_lines(game, state)
    yield ""
    sheet = game.score(state)
    for line in sheet.lines:
        yield f"score {line.side}: {line.reason} {line.points} ({line.rule}) {text(line.cards)}".rstrip()
    yield f"outcome: {game.outcome(state)}"
    yield f"standing: {game.standing(state)}"


def table_lines(game: Tranca, state: TrancaState) -> Iterator[str]:
    """Yield the table as everybody sees it."""
    seen = game.observe(state, None)
    pile = f"{seen.pile_top} on {seen.pile_size - 1}" if seen.pile_top is not None else "empty"
    turn = "nobody" if seen.turn is None else str(seen.turn)
    yield f"   turn {turn}, {seen.phase}; stock {seen.stock_size}, pile {pile}, mortos {seen.mortos}"
    for seat, hand in enumerate(seen.hands):
        known = f": {text(seen.known[seat])}" if seen.known[seat] else ""
        waits = " (morto not in use)" if seen.waiting >> seat & 1 else ""
        yield f"   {seat} holds {len(hand)}{waits}{known}"
    for side in (0, 1):
        melds = " | ".join(text(card for card, _ in meld.standing()) for meld in seen.melds[side])
        red = f"; red 3s {text(seen.red3s[side])}" if seen.red3s[side] else ""
        had = ", had its morto" if seen.taken[side] else ""
        yield f"   side {side}{had}: {melds or 'nothing laid'}{red}"
