"""A truthful picture in plain HTML: for print, for code hosts, and until the script has drawn its own."""

from __future__ import annotations

import json
import os
from html import escape
from typing import Any, Final

from cardkit.scene import Frame
from cardkit.words import plain, say, short

BASE_URL: Final = "CARDKIT_BASE_URL"
"""The environment variable in which the site tells kernels its address."""


def on_site() -> bool:
    """Whether the page is served by our site, which has the script ready for every page."""
    return BASE_URL in os.environ


def still(frame: Frame, lang: str) -> str:
    """Return one frame as HTML: the caption, and a table of hands and piles with their cards."""
    rows = []
    for zone_id, zone in frame["zones"].items():
        plate = frame["plates"].get(zone_id)
        name = plate["name"] if plate else zone.get("title", "")
        if not name:
            continue
        told = [plate["sub"], plate["score"]] if plate else [zone.get("text", "").replace("\n", " ")]
        note = " · ".join(filter(None, told))
        # of cards that lie on one another the last is on top
        spread = plate or any("at" in card for card in zone["cards"])
        shown = zone["cards"] if spread else zone["cards"][-1:]
        cards = " ".join(_card(card, lang) for card in shown) or "–"
        rows.append(f"<tr><th>{escape(name)}</th><td>{cards}</td><td>{escape(note)}</td></tr>")
    caption = escape(plain(frame["caption"]))
    return f'<p class="ck-still-caption">{caption}</p><table class="ck-still-table">{"".join(rows)}</table>'


def _card(card: dict[str, Any], lang: str) -> str:
    if "gap" in card:
        return f"<span>({escape(card['gap'].split()[0])})</span>"
    if card["f"] == "??":
        return f'<span title="{escape(say("common.unknown_card", lang))}">🂠</span>'
    colour = "#b3202c" if card["f"][1] in "dh" else "inherit"
    return f'<b style="color:{colour}">{short(card["f"])}</b>'


def embed(data: dict[str, Any], *, script: bool | None = None) -> str:
    """Return the HTML form of a player: its still picture and, on our site, what the script needs to draw it.

    Elsewhere the data stays out: the widget brings it, and a saved notebook stays small. With ``script`` the
    caller knows whether the page is ours, as our server does.
    """
    frame = data["steps"][data["view"]][0]
    for later in data["steps"][data["view"]][1 : data["step"] + 1]:
        frame = _merged(frame, later)
    data_script = ""
    if on_site() if script is None else script:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        # no tag and no comment may begin in the script
        text = text.replace("<", "\\u003c")
        data_script = f'<script type="application/json">{text}</script>'
    name = escape(data["id"], quote=True)
    picture = f'<div class="ck-still">{still(frame, data["lang"])}</div>'
    return f'<div class="ck ck-embed" data-ck-player="{name}">{picture}{data_script}</div>'


def _merged(frame: Frame, later: Frame) -> Frame:
    """Return the whole frame that comes after ``frame`` when ``later`` says what changed."""
    whole = {**frame, **later}
    for key in ("zones", "plates"):
        parts = {**frame[key], **later.get(key, {})}
        whole[key] = {name: part for name, part in parts.items() if part is not None}
    return whole
