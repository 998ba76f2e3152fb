"""Where things lie: static files, the template, the notebooks, and a page in the other language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

LANGUAGES = ("en", "pt")
HTML_LANG = {"en": "en", "pt": "pt-BR"}
LANDING = "index.ipynb"
# Pages people arrive at, so worth a kernel that waits for them. Same file names in each language.
# The tutorials of Kozel and Tranca and the lessons are not: each would hold 70 to 90 MB in its kernel and
# 25 MB in the server, twice, and all start at once when the site does. Cold, their first cell comes after
# 0.4 s and the rest while one reads.
WARM = (LANDING, "four_cards.ipynb", "deal.ipynb")

LESSON_PAGE = re.compile(r"lesson_(\d\d)\.ipynb")

_PACKAGE = Path(__file__).resolve().parent.parent
STATIC = (_PACKAGE / "site" / "static", _PACKAGE / "widgets" / "static")
SHARE = _PACKAGE / "site" / "share" / "jupyter"
TEMPLATE = SHARE / "voila" / "templates" / "cardkit"


def notebooks_folder(given: str | None = None) -> Path:
    """The folder to serve: the one given, ./notebooks, or the notebooks that come with cardkit.

    Raises ``NotADirectoryError`` if the chosen one does not exist.
    """
    if given is not None:
        candidates = [Path(given)]
    else:
        # in a wheel they lie inside the package, in a checkout beside it
        candidates = [Path("notebooks"), _PACKAGE / "notebooks", _PACKAGE.parent / "notebooks"]
    for folder in candidates:
        if folder.is_dir():
            return folder.resolve()
    raise NotADirectoryError(str(candidates[0]))


def has_notebooks(folder: Path) -> bool:
    """Whether a notebook lies in the folder or one of its own folders."""
    return any(".ipynb_checkpoints" not in path.parts for path in folder.rglob("*.ipynb"))


def landing_page(root: Path, lang: str) -> str | None:
    """Path below ``root`` (with ``/``) of the front page in that language, or else in another one.

    ``None`` where there is no front page, as in a folder of somebody's own notebooks.
    """
    for choice in (lang, *LANGUAGES):
        for place in (f"{choice}/{LANDING}", f"notebooks/{choice}/{LANDING}"):
            if (root / place).is_file():
                return place
    return LANDING if (root / LANDING).is_file() else None


def warm_pages(root: Path) -> list[str]:
    """Paths below ``root`` of the pages that get a kernel before somebody asks for them."""
    places = [f"{lang}/{name}" for lang in LANGUAGES for name in WARM]
    return [place for place in places if (root / place).is_file()]


def in_language(path: str, lang: str) -> str | None:
    """The path of the same page in another language; ``None`` if it names no language.

    >>> in_language("notebooks/en/four_cards.ipynb", "pt")
    'notebooks/pt/four_cards.ipynb'
    """
    parts = list(PurePosixPath(path).parts)
    for i, part in enumerate(parts[:-1]):
        if part in LANGUAGES:
            parts[i] = lang
            return "/".join(parts)
    return None


def language_of(path: str) -> str | None:
    """The language a path names with one of its folders, or ``None``."""
    return next((part for part in PurePosixPath(path).parts[:-1] if part in LANGUAGES), None)


def choose_language(query: str | None, cookie: str | None, accept: str | None) -> str:
    """The visitor's language: what the address says, what was chosen before, the browser's wish.

    ``accept`` is an ``Accept-Language`` header; what nobody says is English.
    """
    for wish in (query, cookie, *_accepted(accept or "")):
        short = (wish or "").strip().lower()[:2]
        if short in LANGUAGES:
            return short
    return "en"


def _accepted(header: str) -> Iterable[str]:
    """Language tags of an ``Accept-Language`` header, the best liked first."""
    weighed = []
    for order, item in enumerate(header.split(",")):
        tag, _, rest = item.partition(";")
        weight = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", rest)
        weighed.append((-(float(weight[1]) if weight else 1.0), order, tag.strip()))
    return [tag for weight, _, tag in sorted(weighed) if weight < 0]
