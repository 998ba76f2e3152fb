"""What single choices bring in a deal a page shows, counted on the server for pages that have no kernel.

The page says which deal it is (as in a link to it), which step and through whose eyes; it has all of that
already. Answers depend on nothing else, so they are kept for whoever asks next.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Final
from urllib.parse import urlencode

from cardkit.record import Record
from cardkit.scene.frames import beats
from cardkit.widgets.data import language
from cardkit.widgets.odds import answer

MOST_QUERY: Final = 16_000
"""How long the description of a deal may be, in characters."""
_OWN: Final = ("odds_step", "odds_view", "odds_lang")


def told(fields: Mapping[str, str]) -> str:
    """Return the answer to the fields of a query as JSON.

    ``odds_step``, ``odds_view`` and ``odds_lang`` say what is asked, the others are those of
    `Record.to_query`. ``ValueError`` for anything else.
    """
    step, view, lang = (fields.get(name, "") for name in _OWN)
    deal = urlencode(sorted((name, value) for name, value in fields.items() if name not in _OWN))
    if not step.isascii() or not step.isdecimal() or len(step) > 6 or len(deal) > MOST_QUERY:
        raise ValueError("expected the description of a deal and a step of it")
    return _told(deal, int(step), view, language(lang))


@lru_cache(maxsize=512)
def _told(deal: str, step: int, view: str, lang: str) -> str:
    record = Record.from_query(deal)
    found = answer(record, beats(record), range(record.game.seats), lang, {"step": step, "view": view})
    if found is None:
        raise ValueError(f"no step {step} or no view {view!r} of this deal")
    return json.dumps(found, ensure_ascii=False, separators=(",", ":"))
