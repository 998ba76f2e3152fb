"""``cardkit worksheet``: papers to print for a list of pupils, and their key."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from cardkit.scene.exercise import LESSONS, Paper, paper
from cardkit.scene.exercise.codes import plain_name
from cardkit.scene.exercise.paper import MOST
from cardkit.scene.exercise.sheet import answers, page, sheet
from cardkit.words import LANGUAGES, say

_BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")
_LONGEST: Final = 120
_PATIENCE: Final = 120
"""Seconds a browser gets to print a class."""


class _Trouble(Exception):
    """Something asked for cannot be; the text is a whole sentence."""


def add_to(commands: Any, lang: str) -> None:
    """Add the subcommand to the command line."""
    lessons = ", ".join(map(str, LESSONS))
    sheets = commands.add_parser(
        "worksheet",
        help=say("site.cli_worksheet", lang),
        description=say("site.cli_worksheet_more", lang, lessons=lessons),
    )
    sheets.add_argument("lesson", metavar="LESSON", help=say("site.cli_lesson", lang, lessons=lessons))
    sheets.add_argument("--names", required=True, metavar="FILE", help=say("site.cli_names", lang))
    sheets.add_argument("--out", required=True, metavar="DIR", help=say("site.cli_out", lang))
    sheets.add_argument("--questions", type=int, default=3, metavar="N", help=say("site.cli_questions", lang))
    sheets.add_argument("--seed", default="", metavar="TEXT", help=say("site.cli_paper_seed", lang))
    sheets.add_argument("--lang", default=lang, choices=LANGUAGES, help=say("site.cli_lang", lang))
    sheets.add_argument("--no-pdf", action="store_true", help=say("site.cli_no_pdf", lang))
    sheets.set_defaults(run=run)


def run(arguments: argparse.Namespace, lang: str) -> int:
    """Write the papers; 1 and a sentence on the error stream if something asked for cannot be."""
    try:
        lesson = _lesson(arguments.lesson, lang)
        if not 1 <= arguments.questions <= MOST:
            raise _Trouble(say("site.cli_bad_questions", lang, given=arguments.questions, most=MOST))
        names = read_names(Path(arguments.names), lang)
        papers = [paper(lesson, name, arguments.questions, seed=arguments.seed) for name in names]
        out = Path(arguments.out)
        combined = _write(papers, out, arguments.lang, lang)
    except _Trouble as trouble:
        print(f"cardkit: {trouble}", file=sys.stderr)
        return 1
    print(say("site.cli_papers_done", lang, n=len(papers), folder=out))
    for name, times in Counter(plain_name(name) for name in names).items():
        if times > 1:
            print(say("site.cli_same_name", lang, name=name, times=times), file=sys.stderr)
    if not arguments.no_pdf:
        print(_print(out, combined, lang))
    return 0


def read_names(path: Path, lang: str = "en") -> list[str]:
    """Return the names of a list, a line each; empty lines and lines that begin with # do not count."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise _Trouble(say("site.cli_names_not_utf8", lang, file=path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise _Trouble(say("site.cli_names_unread", lang, file=path, reason=reason)) from None
    names = []
    for number, line in enumerate(text.splitlines(), 1):
        shown = "".join(sign for sign in line if unicodedata.category(sign)[0] != "C" or sign == "\t")
        name = " ".join(shown.split())
        if not name or name.startswith("#"):
            continue
        if len(name) > _LONGEST or not plain_name(name):
            raise _Trouble(say("site.cli_bad_name", lang, file=path, line=number, most=_LONGEST))
        names.append(name)
    if not names:
        raise _Trouble(say("site.cli_no_names", lang, file=path))
    return names


def file_names(names: Sequence[str]) -> list[str]:
    """Return a file name for each pupil: its number in the list, and what of the name any system can hold."""
    width = max(2, len(str(len(names))))
    made = []
    for number, name in enumerate(names, 1):
        slug = re.sub(r"[^a-z0-9]+", "-", plain_name(name)).strip("-")[:40].strip("-")
        made.append(f"{number:0{width}}{'-' if slug else ''}{slug}.html")
    return made


def _lesson(given: str, lang: str) -> int:
    if not (given.isascii() and given.isdigit() and int(given) in LESSONS):
        known = ", ".join(map(str, LESSONS))
        raise _Trouble(say("site.cli_no_lesson", lang, given=given, lessons=known))
    return int(given)


def _write(papers: Sequence[Paper], out: Path, paper_lang: str, lang: str) -> dict[str, str]:
    """Write a file for each paper and the key; return the pages worth a PDF, by file name."""
    title = say("exercise.lesson", paper_lang, number=papers[0].lesson)
    sheets = [sheet(one, paper_lang) for one in papers]
    key = page(say("exercise.teacher", paper_lang), answers(papers, paper_lang), paper_lang)
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, one, body in zip(file_names([one.name for one in papers]), papers, sheets, strict=True):
            (out / name).write_text(page(f"{title}: {one.name}", body, paper_lang), encoding="utf-8")
        (out / "key.html").write_text(key, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise _Trouble(say("site.cli_out_trouble", lang, folder=out, reason=reason)) from None
    return {"papers.pdf": page(title, "".join(sheets), paper_lang), "key.pdf": key}


def _print(out: Path, pages: dict[str, str], lang: str) -> str:
    """Print pages to PDF with a browser, if there is one; return what to say about it."""
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        return say("site.cli_no_browser", lang)
    # Chromium refuses to run as root with its sandbox; what it opens here is a page of ours without scripts
    root = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
    with tempfile.TemporaryDirectory() as held:
        for name, text in pages.items():
            source = Path(held) / "page.html"
            source.write_text(text, encoding="utf-8")
            made = Path(held) / name
            command = [
                browser, "--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking",
                f"--user-data-dir={held}/profile", *root, "--no-pdf-header-footer",
                f"--print-to-pdf={made}", source.as_uri(),
            ]  # fmt: skip
            try:
                subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)
                shutil.copyfile(made, out / name)
            except (OSError, subprocess.SubprocessError):
                return say("site.cli_pdf_failed", lang)
    return say("site.cli_pdf_done", lang, files=", ".join(pages))
