"""What the player in the page gets: frames for the views it may show, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

from cardkit.cards import CARDS, UNKNOWN
from cardkit.engine import Game
from cardkit.record import Record
from cardkit.scene import OPEN, Frame, View, compact, frames, view_id
from cardkit.scene.frames import Beat, beats, import_painter, is_view, seat_names, turns
from cardkit.widgets.odds import beside, odds_data, with_odds
from cardkit.words import LANGUAGES, card_name, say, section
from cardkit.words.rulebook import snippet

VERSION: Final = 1
ALL_VIEWS: Final = "all"
PANELS: Final = ("ledger", "log")
_LINK_NAME: Final = re.compile(r"[\w.-]*")


def chosen_views(game: Game[Any, Any, Any], views: View | Sequence[View]) -> tuple[View, ...]:
    """Return the views asked for: ``"all"`` is each seat and all hands open, or name some of them."""
    if isinstance(views, str) and views == ALL_VIEWS:
        return (*range(game.seats), OPEN)
    chosen = tuple(views) if isinstance(views, Sequence) and not isinstance(views, str) else (views,)
    for view in chosen:
        if not is_view(game, view):
            raise ValueError(
                f"view {view!r}: expected {ALL_VIEWS!r}, {OPEN!r} or a seat from 0 to {game.seats - 1}"
            )
    if not chosen:
        raise ValueError("views: expected at least one")
    return tuple(dict.fromkeys(chosen))


def language(lang: str) -> str:
    """Return ``lang`` if there are words in it, else raise ``ValueError``."""
    if lang not in LANGUAGES:
        raise ValueError(f"lang={lang!r}: expected one of {', '.join(map(repr, LANGUAGES))}")
    return lang


def player_data(
    record: Record,
    *,
    views: View | Sequence[View] = ALL_VIEWS,
    view: View | None = None,
    step: int = 0,
    last: int | None = None,
    lang: str = "en",
    mode: str = "player",
    panels: Sequence[str] = PANELS,
    title: str = "",
    name: str = "",
) -> dict[str, Any]:
    """Return all that the page needs to show the line through the record's cursor.

    ``views`` are those the page may show, ``view`` the one it starts with. ``step`` and ``last`` count
    moments from 0 (negative: from the end); moments after ``last`` are not sent, and of ``mode="still"``
    only the one of ``step`` is, without odds. ``name`` is what links call this player. What the views do not
    show is in none of it, nor anything made from it: the seed is named only where all hands are open.
    """
    game = record.game
    language(lang)
    if isinstance(panels, str) or not set(panels) <= set(PANELS):
        raise ValueError(f"panels={panels!r}: expected some of {PANELS}")
    if not _LINK_NAME.fullmatch(name):
        raise ValueError(f"name={name!r}: expected letters, digits, '-', '_' and '.' only")
    chosen = chosen_views(game, views)
    start = chosen[0] if view is None else view
    if start not in chosen:
        raise ValueError(f"view={start!r}: not among the views {chosen}")
    moments = beats(record)
    if last is not None:
        moments = moments[: moment(last, len(moments), "last") + 1]
        record = _until(record, moments[-1])
    at = moment(step, len(moments), "step")
    if mode == "still":
        shown = {v: frames(record, v, lang, moments[: at + 1])[-1:] for v in chosen}
        moments, at = moments[at : at + 1], 0
    else:
        shown = {
            v: with_odds(beside(record, v, lang), moments, frames(record, v, lang, moments)) for v in chosen
        }
    scene = import_painter(game)
    return {
        "v": VERSION,
        "id": name or player_name(record, chosen),
        "lang": lang,
        "title": title or record.title or say(f"{game.id}.name", lang),
        "subtitle": scene.subtitle(record, lang, seed=OPEN in chosen),
        "ui": section("player", lang),
        "cards": {str(card): card_name(card, lang) for card in (*CARDS[:52], UNKNOWN)},
        "views": [{"id": view_id(v), "name": view_name(record, v, lang)} for v in chosen],
        "view": view_id(start),
        "step": at,
        "mode": mode,
        "panels": list(panels),
        "layouts": {view_id(v): scene.layout(game, v) for v in chosen},
        "rules": rules(game, named_rules(frame for whole in shown.values() for frame in whole), lang),
        "rulebook": f"rules/{lang}/{game.id}",
        "turns": [] if mode == "still" else turn_list(record, moments, lang),
        "fouls": fouls(moments),
        "steps": {view_id(v): compact(whole) for v, whole in shown.items()},
        "save": None if mode == "still" else saved(record, chosen),
        "live": None,
        "odds": None if mode == "still" else odds_data(record, chosen, shown, lang),
    }


def moment(step: int, count: int, what: str) -> int:
    """Return a step counted from 0, negative ones from the end; ``ValueError`` if there is no such step."""
    whole = isinstance(step, int) and not isinstance(step, bool)
    if not whole or not -count <= step < count:
        raise ValueError(f"{what}={step!r}: this deal has steps 0 to {count - 1}")
    return step % count


def _until(record: Record, last: Beat) -> Record:
    """Return the record up to a moment; an action that goes on after it is left out."""
    node = last.node
    if node.parent is not None and last.state is not node.state:
        node = node.parent
    cursor, record.node = record.node, node
    try:
        return record.up_to_here()
    finally:
        record.node = cursor


def player_name(record: Record, views: Sequence[View]) -> str:
    """Return a short name for links that is the same whenever these views of the same deal are shown."""
    whole = OPEN in views and _dealt(record)
    return _named(record, *([record.to_query()] if whole else [_export(record, v) for v in views]))


def _dealt(record: Record) -> bool:
    """Whether the record begins with a deal; a position that somebody set up has no deck to save."""
    try:
        record.game.setup(record.root.state)
    except ValueError:
        return False
    return True


def _named(record: Record, *told: str) -> str:
    return f"{record.game.id}-{sha256(chr(10).join(told).encode()).hexdigest()[:6]}"


def _export(record: Record, view: View) -> str:
    return record.export(view if isinstance(view, int) else None)


def view_name(record: Record, view: View, lang: str) -> str:
    """Return a view's name on its button."""
    return seat_names(record, lang)[view] if isinstance(view, int) else say("common.all_open", lang)


def turn_list(record: Record, moments: Sequence[Beat], lang: str) -> list[dict[str, Any]]:
    """Return the stretches of the track under the table."""
    return [
        {"label": turn.label, "name": turn.name, "from": turn.start, "n": turn.steps}
        for turn in turns(record, moments, lang)
    ]


def fouls(moments: Sequence[Beat]) -> list[int]:
    """Return the steps that the track hatches: fouls and what they cost."""
    bad = {"foul", "mismatch", "penalty"}
    return [n for n, beat in enumerate(moments) if any(event.kind in bad for event in beat.events)]


def named_rules(whole: Iterable[Frame]) -> set[str]:
    """Return every rule id that frames name."""
    found: set[str] = set()
    for frame in whole:
        found.update(frame["rules"])
        ledger = frame["ledger"]
        found.update(row["rule"] for row in ledger["rows"])
        if frame["log"]:
            found.add(frame["log"]["rule"])
        if ledger["explain"]:
            found.update(ledger["explain"]["rules"])
        for zone in frame["zones"].values():
            found.update(card["why"]["rule"] for card in zone["cards"] if "why" in card)
    return found - {""}


def rules(game: Game[Any, Any, Any], ids: Iterable[str], lang: str) -> dict[str, dict[str, str]]:
    """Return the clauses and rulings that rule chips open, as this table plays them."""
    options = {name: getattr(game.options, name) for name in type(game).options_type.rules()}
    return {rule: snippet(game.id, rule, lang, options) for rule in sorted(ids)}


def saved(record: Record, views: Sequence[View]) -> dict[str, str]:
    """Return the file a visitor may save: the whole record, or what the first seat saw of it."""
    if OPEN in views and _dealt(record):
        return {"name": f"{player_name(record, views)}.json", "text": record.to_json()}
    text = _export(record, views[0])
    return {"name": f"{_named(record, text)}-seat-{views[0]}.json", "text": text}
