"""The front page in pieces: what stands on it comes from the words catalogue and the list of games."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, Final

from cardkit.games import GAMES, game
from cardkit.record import Record
from cardkit.scene.kozel.columns import in_trick
from cardkit.site.frame import LESSONS
from cardkit.site.piece import Piece
from cardkit.widgets.data import player_data
from cardkit.widgets.player import Shell
from cardkit.widgets.still import embed, on_site
from cardkit.words import has, say

ICON: Final = (
    '<svg class="ck-i" width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" '
)
PLAY: Final = ICON + 'aria-hidden="true"><path d="M8 5v14l11-7Z" fill="currentColor"/></svg>'
CHECK: Final = ICON + 'stroke-width="2" aria-hidden="true"><path d="M4.5 12.500l5 5 10-11"/></svg>'
BESIDE: Final = '<span class="ck-plain" aria-hidden="true"> · </span>'
"""Stands between links where there are no styles to part them."""
RULES: Final = "../../../rules"
"""Where the rulebooks lie, seen from a notebook's page."""

# A king at work: Ana has looked at her own 9 and at Clara's 2, and is about to swap them.
_HERO_DECK: Final = "8h Td 5c 6s 9c Qh 3d 2d 7h Ks"
_HERO_ACTS: Final = "0 look 1 2; 1 look 1 2; 0 draw; 0 throw; 0 peek 3; 0 peek 1.4"
_HERO_LAYOUT: Final[Mapping[str, Any]] = {
    "size": [560, 352],
    "zones": {
        "hand:1": {"box": [140, 52, 280, 82], "scale": 0.6444, "gap": [8, 0], "plate": [280, 16, "middle"]},
        "stock": {"box": [412, 148, 56, 78], "scale": 0.6222},
        "pile": {"box": [482, 148, 56, 78], "scale": 0.6222},
        "hand:0": {"box": [120, 226, 320, 93], "scale": 0.7333, "gap": [12, 0]},
    },
    "banner": None,
}
# A game's own picture: one row of cards (face, drawn open or not, state, points) and what is marked.
_ART: Final[Mapping[str, tuple[list[tuple[str, int, str, str]], list[dict[str, Any]]]]] = {
    "four_cards": (
        [("8h", 0, "", "0"), ("??", 0, "", ""), ("9c", 1, "look", "9"), ("??", 0, "", "")],
        [{"type": "eye", "at": ["hand:0", 2], "n": 1}],
    ),
    "tranca": ([(face, 1, "", "") for face in ["5h", "6h", "7h", "8h", "9h", "Th", "Jh"]], []),
    "kozel": ([("7s", 1, "", ""), ("Qs", 1, "", ""), ("Js", 1, "now", ""), ("9d", 1, "now", "")], []),
}
_ART_PLACES: Final[Mapping[str, list[list[float]]]] = {
    "tranca": [[52.0 * (at - 3), 0.0] for at in range(7)],
    "kozel": [in_trick(2, column, row) for row in range(2) for column in range(2)],
}
"""Where the cards of a picture stand if they are no plain row."""
_ART_LAYOUT: Final[Mapping[str, Any]] = {
    "size": [340, 158],
    "zones": {"hand:0": {"box": [20, 22, 300, 93], "scale": 0.7333, "gap": [9, 0]}},
    "banner": None,
}
_ART_SPREAD: Final[Mapping[str, Any]] = {"box": [20, 16, 300, 120], "scale": 0.72, "spread": [1, 1]}


def hero(lang: str) -> Hero:
    """Return the top of the page: what this is, in a headline, a sentence, two links and a picture."""
    main = next(iter(shown_games(lang)))
    drawn = _hero_picture(lang)
    figure = f"<figure>{_bubble(lang)}{embed(drawn)}</figure>" if on_site() else ""
    html = (
        '<div class="ck-land"><section class="ck-lhero"><div>'
        f"<h1>{_say('headline', lang)}</h1>"
        f'<p class="ck-lead">{_say("lead", lang)}</p>'
        f'<p class="ck-links"><a class="ck-btn ck-btn--main ck-big" href="deal.ipynb">{PLAY} '
        f'{_say("open_deal", lang)}</a>{BESIDE}<a class="ck-btn ck-big" href="{main}.ipynb">'
        f"{_say('learn', lang)}</a></p>"
        f'<p class="ck-nostakes">{CHECK} <span><b lang="pt-BR">{_say("no_stakes", lang)}</b> '
        f"{_say('no_stakes_more', lang)}</span></p></div>{figure}</section></div>"
    )
    return Hero(html, drawn)


class Hero(Piece):
    """The top of the front page; in plain Jupyter the picture stands below it, as a widget."""

    def __init__(self, html: str, picture: dict[str, Any]) -> None:
        super().__init__("hero", html)
        self._picture = picture

    def _ipython_display_(self) -> None:
        super()._ipython_display_()
        if not on_site():
            from IPython.display import display

            display(Still(data=self._picture))  # type: ignore[no-untyped-call]


class Still(Shell):
    """A picture without controls, from ready data."""

    def __repr__(self) -> str:
        return f"Still({self.data['id']})"


def games(lang: str) -> Piece:
    """Return the games as cards, each with a deal to watch, a round to try and its rules."""
    shown = shown_games(lang)
    cards = "".join(_game(name, lang) for name in shown)
    heading = escape(say("landing.games", lang, n=len(shown)))
    return Piece(
        "games",
        f'<div class="ck-land"><section aria-labelledby="ck-games"><h2 id="ck-games">{heading}</h2>'
        f'<div class="ck-games ck-games-{len(shown)}">{cards}</div></section></div>',
    )


def shown_games(lang: str) -> list[str]:
    """Return the games that are ready to be shown: those the catalogue presents."""
    return [name for name in GAMES if has(f"landing.game.{name}.text", lang)]


def _game(name: str, lang: str) -> str:
    title = escape(say(f"{name}.name", lang))
    art = ""
    if on_site() and name in _ART:
        art = (
            f'<a class="ck-gpic" href="{name}.ipynb" tabindex="-1" aria-hidden="true">{_art(name, lang)}</a>'
        )
    return (
        f'<article class="ck-game ck-card-box">{art}<div>'
        f'<h3><a href="{name}.ipynb">{title}</a></h3>'
        f"<p>{_say(f'game.{name}.text', lang)}</p>"
        f'<p class="ck-small ck-muted">{_say(f"game.{name}.facts", lang)}</p>'
        f'<p class="ck-links"><a class="ck-btn ck-btn--main" href="deal.ipynb?game={name}">'
        f"{_say('watch', lang)}</a>{BESIDE}"
        f'<a class="ck-btn" href="play.ipynb?game={name}">{_say("try", lang)}</a>{BESIDE}'
        f'<a href="{name}.ipynb">{_say("tutorial", lang)}</a>{BESIDE}'
        f'<a href="{RULES}/{lang}/{name}">{_say("rules", lang)}</a></p></div></article>'
    )


def lessons(lang: str) -> Piece:
    """Return the lessons in their order, each with what it asks."""
    rows = "".join(
        f'<li><a class="ck-card-box" href="lesson_{number:02}.ipynb"><span class="ck-small ck-muted">'
        f"{escape(say('landing.lesson', lang, number=number))}</span>{BESIDE}"
        f"<b>{escape(say(f'lesson.l{number}.title', lang))}</b>{BESIDE}"
        f"<span>{escape(say(f'lesson.l{number}.question', lang))}</span></a></li>"
        for number in shown_lessons(lang)
    )
    return Piece(
        "lessons",
        f'<div class="ck-land"><section aria-labelledby="{LESSONS}"><h2 id="{LESSONS}">'
        f"{_say('lessons', lang)}</h2><p>{_say('lessons_lead', lang)}</p>"
        f'<ol class="ck-lessons">{rows}</ol></section></div>',
    )


def shown_lessons(lang: str) -> list[int]:
    """Return the numbers of the lessons there are: those the catalogue has words for."""
    return [number for number in range(100) if has(f"lesson.l{number}.title", lang)]


def here(lang: str) -> Piece:
    """Return what one can do here: learn, teach, explore."""
    main = next(iter(shown_games(lang)))
    parts = "".join(
        f"<div><h3>{_say(f'{what}_title', lang)}</h3><p>{_linked(what, lang, target)}</p></div>"
        for what, target in (("learn", f"{main}.ipynb"), ("teach", "deal.ipynb"), ("explore", ""))
    )
    return Piece(
        "here",
        f'<div class="ck-land"><section aria-labelledby="ck-here"><h2 id="ck-here">{_say("here", lang)}</h2>'
        f'<div class="ck-here">{parts}</div></section></div>',
    )


def _linked(what: str, lang: str, target: str) -> str:
    """Return a paragraph with the link it names."""
    if not target:
        return _say(f"{what}_text", lang)
    word = say(f"landing.{what}_link", lang)
    link = f'<a href="{target}">{escape(word)}</a>'
    return escape(say(f"landing.{what}_text", lang, link="\0")).replace("\0", link)


def _bubble(lang: str) -> str:
    asked = escape(say("four_cards.eight.title", lang, points="0"))
    return f'<p class="ck-bubble" aria-hidden="true"><b>{asked}</b> {_say("eight", lang)}</p>'


def _hero_picture(lang: str) -> dict[str, Any]:
    rules = game("four_cards", players=2)
    deal = Record.deal(rules, 1, _HERO_DECK, seats=(_name(0, lang), _name(2, lang))).play_all(_HERO_ACTS)
    data = player_data(deal, views=0, step=-1, lang=lang, mode="still", panels=(), name="hero")
    frame = data["steps"]["0"][0]
    own = frame["zones"]["hand:0"]["cards"]
    own[2] |= {"up": 1, "st": "look"}
    for name, zone in frame["zones"].items():
        for card in zone["cards"]:
            card |= {"slot": ""} if name == "hand:0" else {"slot": "", "pts": ""}
    frame["marks"].append({"type": "swap", "from": ["hand:0", 2], "to": ["hand:1", 3]})
    frame["banner"] = ""
    return picture(data, _HERO_LAYOUT, frame, say("landing.picture", lang))


def _art(name: str, lang: str) -> str:
    data = player_data(
        Record.deal(name, 7), views=0, step=0, lang=lang, mode="still", panels=(), name=f"art-{name}"
    )
    row, marks = _ART[name]
    cards: list[dict[str, Any]] = [
        {"k": str(k), "f": face, "up": up, "st": state, "slot": "", "pts": points}
        for k, (face, up, state, points) in enumerate(row)
    ]
    layout = _ART_LAYOUT
    if name in _ART_PLACES:
        for card, place in zip(cards, _ART_PLACES[name], strict=True):
            card["at"] = place
        layout = {**layout, "zones": {"hand:0": _ART_SPREAD}}
    frame = data["steps"]["0"][0]
    frame |= {"zones": {"hand:0": {"cards": cards}}, "plates": {}, "marks": marks, "banner": ""}
    return embed(picture(data, layout, frame, say(f"landing.game.{name}.picture", lang)))


def picture(
    data: dict[str, Any], layout: Mapping[str, Any], frame: dict[str, Any], told: str
) -> dict[str, Any]:
    """Return a still's data with a layout and a frame of our own, drawn alike at every width."""
    zones = {
        name: {"cols": None, "gap": [0, 0], "align": "center", "plate": None, "label": None, **zone}
        for name, zone in layout["zones"].items()
    }
    drawing = {**layout, "zones": zones}
    frame |= {"caption": told, "alt": told}
    return {**data, "layouts": {"0": {"wide": drawing, "narrow": drawing}}, "steps": {"0": [frame]}}


def _name(seat: int, lang: str) -> str:
    return say(f"common.names.{seat}", lang)


def _say(key: str, lang: str) -> str:
    return escape(say(f"landing.{key}", lang))
