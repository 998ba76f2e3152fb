"""What the page of a lesson has beside the cells of its notebook: the list of its parts, and a picture."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from cardkit.record import Record
from cardkit.site.landing import picture
from cardkit.widgets.data import player_data
from cardkit.widgets.still import embed
from cardkit.words import has, say

_HEADING: Final = re.compile(r"## (?:(\d)\. )?(.+)")
"""The heading of a part, as lesson notebooks write it; those between the nine parts have no number."""
_LEVELS: Final = (("lower", range(5)), ("upper", range(5, 9)), ("university", range(9, 11)))
_GAMES: Final = (("four_cards", range(7)), ("tranca", range(7, 9)), ("kozel", range(9, 11)))
_SIZE: Final = (560, 214)

# A picture's rows of cards: where they stand, how large, and the cards. "8h" lies open, "??" is unknown, a
# "?" after a card: only its owner knows it; "!" marks what the lesson is about, and ":4" are its points.
_Row = tuple[str, Sequence[float], float, str]
_HAND: Final = [76, 42, 408, 126]
_PICTURES: Final[Mapping[int, Sequence[_Row]]] = {
    0: [("hand:0", [40, 42, 316, 126], 1, "Kh 7h 9c"), ("stock", [420, 42, 90, 126], 1, "?? ?? ??!")],
    1: [("hand:0", _HAND, 1, "?? ?? 8h! ??")],
    2: [("hand:0", _HAND, 1, "Th:10 3c:3 8d:0 Qs:10")],
    3: [
        ("pile", [40, 40, 92, 130], 1.02, "7s!"),
        ("hand:1", [196, 54, 94, 132], 0.4889, "?? ?? ?? ??"),
        ("hand:2", [312, 54, 94, 132], 0.4889, "?? ?? ?? ??"),
        ("hand:3", [428, 54, 94, 132], 0.4889, "?? ?? ?? ??"),
    ],
    4: [("hand:0", _HAND, 1, "Ks? 5d? ??! ??!")],
    5: [("hand:0", [40, 42, 408, 126], 1, "?? 5h?! ?? ??"), ("pile", [470, 60, 64, 90], 0.71, "Js")],
    6: [("hand:0", _HAND, 1, "Ac:1 2d:2 5s:5 6h:6")],
    7: [("hand:0", [40, 42, 480, 126], 1, "3h! 3d! 2s Kc 9d")],
    8: [("hand:0", [40, 30, 480, 72], 0.56, "5h! 6h! 7h! 8h! 9h!"),
        ("hand:2", [40, 118, 480, 72], 0.56, "Qs! Qd! Qc! 2s")],
    9: [("hand:0", [40, 42, 408, 126], 1, "7c! Jc! Qc! Ac!"), ("pile", [470, 60, 64, 90], 0.71, "6h")],
    10: [("hand:0", [60, 42, 196, 126], 1, "9s! Js!"), ("pile", [304, 42, 196, 126], 1, "?? ??")],
}  # fmt: skip


def lesson_page(number: int, texts: Iterable[str], lang: str, js: str) -> dict[str, Any]:
    """Return what the template draws around the cells of a lesson.

    ``texts`` are the sources of its Markdown cells, whose headings name the parts; ``js`` is the address of
    ``lesson.js``.
    """
    headings = [found.groups() for text in texts if (found := _HEADING.match(text))]
    return {
        "parts": [{"n": n, "title": title} for n, title in headings if n],
        # the last heading is that of the teacher's page
        "teacher": headings[-1][1] if headings else "",
        "eyebrow": " · ".join(_eyebrow(number, lang)),
        "picture": _drawn(number, lang) if number in _PICTURES else "",
        "js": js,
        "say": {
            "parts": say("site.parts", lang),
            "done": say("site.part_done", lang),
            "teacher": say("lesson.teacher", lang),
        },
    }


def _eyebrow(number: int, lang: str) -> Iterable[str]:
    yield say("landing.lesson", lang, number=number)
    yield from (say(f"{game}.name", lang) for game, lessons in _GAMES if number in lessons)
    yield from (say(f"site.level_{level}", lang) for level, lessons in _LEVELS if number in lessons)
    if has(f"lesson.l{number}.time", lang):
        # "45 minutes: ten of them for …"
        yield say(f"lesson.l{number}.time", lang).partition(":")[0]


@cache
def _drawn(number: int, lang: str) -> str:
    game = next(game for game, lessons in _GAMES if number in lessons)
    data = player_data(
        Record.deal(game, 7), views=0, step=0, lang=lang, mode="still", panels=(), name=f"lesson-{number}"
    )
    frame = data["steps"]["0"][0]
    names = {zone: plate["name"] for zone, plate in frame["plates"].items()}
    frame |= {"zones": {}, "plates": {}, "marks": [], "banner": ""}
    zones = {}
    for zone, box, scale, cards in _PICTURES[number]:
        frame["zones"][zone] = {"cards": [_card(zone, k, text) for k, text in enumerate(cards.split())]}
        small = scale < 0.5
        zones[zone] = {"box": list(box), "scale": scale, "gap": [6, 6] if small else [14, 0]}
        if small:  # the hands of others: two rows below a name
            zones[zone] |= {"cols": 2, "plate": [box[0] + box[2] / 2, 18, "middle"]}
            frame["plates"][zone] = {
                "name": names[zone],
                "sub": "",
                "turn": False,
                "eye": False,
                "score": "",
            }
    layout = {"size": list(_SIZE), "zones": zones, "banner": None}
    return embed(picture(data, layout, frame, say(f"site.lesson_picture.l{number}", lang)), script=True)


def _card(zone: str, at: int, text: str) -> dict[str, Any]:
    face, _, points = text.partition(":")
    known = face.removesuffix("!").endswith("?") and not face.startswith("??")
    return {
        "k": f"{zone}.{at}",
        "f": face[:2],
        "up": int(face[:2] != "??" and not known),
        "st": "now" if face.endswith("!") else "",
        "slot": "",
        "pts": points,
    }
