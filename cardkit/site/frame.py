"""The page frame every page of the site shares: what stands in it, and pages that need no kernel.

The HTML itself is ``frame.macro.html.j2`` in the template folder; notebooks (through nbconvert) and
the pages made here draw with the same macros.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from hashlib import sha256
from importlib.metadata import version
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader

from cardkit.site.places import HTML_LANG, LANGUAGES, STATIC, TEMPLATE
from cardkit.words import say

RULEBOOK = "four_cards"  # where the header's Rulebook link leads
LESSONS = "ck-lessons"  # where the lessons stand on the front page


def static_url(base_url: str, name: str) -> str:
    """Address of a static file; the version in it changes with the content, so it may be cached.

    A file that is not there has no version and so answers 404 rather than breaking the page.
    """
    path = next((folder / name for folder in STATIC if (folder / name).is_file()), None)
    url = f"{base_url}cardkit/static/{name}"
    return f"{url}?v={_version(path, path.stat().st_mtime_ns)}" if path else url


@functools.lru_cache(maxsize=64)
def _version(path: Any, changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()[:12]


def frame(
    lang: str,
    base_url: str,
    *,
    title: str,
    crumb: str = "",
    current: str = "",
    elsewhere: Mapping[str, str] | None = None,
    landing: Callable[[str], str] | None = None,
) -> dict[str, Any]:
    """All that the frame's macros draw, as plain data.

    ``current`` is the nav entry this page belongs to ("games", "lessons", "rulebook" or none), ``elsewhere``
    the address of this page by language (empty: no switch), ``landing`` gives the front page's
    address for a language (default: the one that redirects there).
    """
    home = (landing or (lambda code: f"{base_url}cardkit/home?lang={code}"))(lang)
    nav = [
        ("games", say("site.nav_games", lang), home),
        ("lessons", say("site.nav_lessons", lang), f"{home}#{LESSONS}"),
        ("rulebook", say("site.nav_rulebook", lang), f"{base_url}rules/{lang}/{RULEBOOK}"),
    ]
    return {
        "lang": lang,
        "html_lang": HTML_LANG[lang],
        "base": base_url,
        "title": title if title == say("site.name", lang) else f"{title} · cardkit",
        "crumb": crumb,
        "home": home,
        "nav": [{"label": label, "href": url, "on": key == current} for key, label, url in nav],
        "languages": [
            {"code": code, "html": HTML_LANG[code], "on": code == lang, "href": elsewhere[code]}
            for code in LANGUAGES
            if elsewhere and code in elsewhere
        ],
        "css": [static_url(base_url, name) for name in ("player.css", "learn.css", "site.css")],
        "js": static_url(base_url, "site.js"),
        "player": static_url(base_url, "player.js"),
        "icon": static_url(base_url, "icon.svg"),
        "version": version("cardkit"),
        "say": {
            "home": say("site.home", lang),
            "skip": say("site.skip", lang),
            "nav": say("site.nav", lang),
            "language": say("site.language", lang),
            "theme": say("site.theme", lang),
            "projector": say("player.projector", lang),
            "footer": say("site.footer", lang),
            "progress": say("site.progress", lang, done="{done}", all="{all}"),
            "connecting": say("site.connecting", lang),
            "slow": say("site.slow", lang),
            "cell_failed_title": say("site.cell_failed_title", lang),
            "cell_failed": say("site.cell_failed", lang),
            "reload": say("site.reload", lang),
        },
    }


@functools.lru_cache(maxsize=1)
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(TEMPLATE), autoescape=True)


def page(frame: Mapping[str, Any], main: str, *, css: tuple[str, ...] = (), js: str = "") -> str:
    """A whole page of the site around ready HTML: ``css`` and ``js`` are further static files."""
    base = frame["base"]
    return (
        _environment()
        .get_template("still.html.j2")
        .render(
            frame=frame,
            main=main,
            css=[static_url(base, name) for name in css],
            js=static_url(base, js) if js else "",
        )
    )


def trouble(status: int, lang: str, base_url: str) -> str:
    """The page for an address that leads nowhere (404) or that failed, in plain words."""
    lost = status == 404
    title = say("site.not_found_title" if lost else "site.broken_title", lang)
    text = say("site.not_found" if lost else "site.broken", lang)
    shown = frame(lang, base_url, title=title)
    body = (
        _environment()
        .get_template("trouble.html.j2")
        .render(title=title, text=text, home=shown["home"], to_home=say("site.to_home", lang))
    )
    return page(shown, body)


def rules_url(base_url: str, lang: str, game: str, query: str) -> str:
    """Address of a rulebook page, the chosen house rules kept."""
    return f"{base_url}rules/{lang}/{quote(game)}{'?' + query if query else ''}"
