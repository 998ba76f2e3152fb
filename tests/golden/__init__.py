"""Golden playthroughs: deals of careful bots as text, to be read and to notice any change.

``python -m tests.golden`` writes the files anew; look at the difference before you keep it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardkit
from cardkit.bots import play, table
from cardkit.cards import text
from cardkit.engine import Event, Game
from cardkit.games.four_cards import FourCards, FourCardsObservation, FourCardsState

HERE = Path(__file__).parent
SEEDS = (1, 2, 7)
PRESETS = ("seed", "cambio")


def files() -> dict[str, str]:
    """Return the name and the text of every playthrough."""
    from tests.golden import kozel, tranca

    four_cards = {
        f"four_cards-{preset}-{seed}.txt": "\n".join(playthrough(preset, seed)) + "\n"
        for preset in PRESETS
        for seed in SEEDS
    }
    return four_cards | tranca.files() | kozel.files()


def playthrough(preset: str, seed: int) -> Iterator[str]:
    """Yield the lines of one round."""
    game = cardkit.game("four_cards", preset=preset)
    assert isinstance(game, FourCards)
    state = game.deal(seed)
    yield f"# {game!r}, deal {seed}, careful bots. Written by: python -m tests.golden"
    yield "# Each step: the action, the bot's reason, how many legal actions each seat has then;"
    yield "# what happened, by which rule, and who saw the cards; the table as everybody sees it."
    yield ""
    yield f"deck: {game.setup(state)['deck']}"
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


def event_line(event: Event) -> str:
    """Return an event as one line."""
    seen = "" if event.audience is None else f" seen by {', '.join(map(str, event.audience)) or 'nobody'}"
    where = " at " + " ".join(f"{seat}.{slot + 1}" for seat, slot in event.places) if event.places else ""
    told = ", ".join(f"{name}={value}" for name, value in event.params.items())
    who = "" if event.seat is None else f" {event.seat}"
    cards = f" {text(event.cards)}{seen}" if event.cards else ""
    return f"   {event.rule} {event.kind}{who}{cards}{where}{f' ({told})' if told else ''}"


def table_lines(game: FourCards, state: FourCardsState) -> Iterator[str]:
    """Yield the table as everybody sees it: who is on turn, the pile, the hands with who knows them."""
    seen = game.observe(state, None)
    drawn = f", drawn {seen.drawn.card} from the {seen.drawn.source}" if seen.drawn else ""
    flags = [name for name in ("window", "stopped") if getattr(seen, name)]
    flags += [f"closer {seen.closer}"] if seen.closer is not None else []
    turn = "nobody" if seen.turn is None else str(seen.turn)
    yield f"   turn {turn}, {seen.phase}; stock {seen.stock_size}, pile {text(seen.pile[-3:])}{drawn}" + (
        f"; {', '.join(flags)}" if flags else ""
    )
    for seat in range(game.seats):
        yield f"   {seat}: {'  '.join(slots(game, seen, seat))}"


def slots(game: FourCards, seen: FourCardsObservation, seat: int) -> Iterator[str]:
    """Yield each slot of a hand with the seats that know the card."""
    for card, knowers in zip(seen.hands[seat], seen.knowers[seat], strict=True):
        known = "".join(str(other) for other in range(game.seats) if knowers >> other & 1)
        yield "--" if card is None else f"{card}/{known}" if known and str(card) == "??" else str(card)


def score_lines(game: Game[Any, Any, Any], state: Any) -> Iterator[str]:
    """Yield the score sheet."""
    sheet = game.score(state)
    for seat, total in enumerate(sheet.totals):
        parts = [f"{text(line.cards) or line.reason} {line.points} ({line.rule})" for line in sheet.of(seat)]
        yield f"score {seat}: {', '.join(parts) or 'no cards'} = {total}"
    yield f"outcome: {game.outcome(state)}"
    yield f"standing: {game.standing(state)}"
