"""Notebooks as data, and their code cells run in this process: plain Python, so no kernel is needed."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import nbformat

from tests.notebooks.refresh import NOTEBOOKS

LANGUAGES = ("en", "pt")
NAMES = sorted(path.name for path in (NOTEBOOKS / "en").glob("*.ipynb"))
LINK = re.compile(r"\]\(([^)\s]+)\)|href=\"([^\"]+)\"")


def read(lang: str, name: str) -> Any:
    return nbformat.read(NOTEBOOKS / lang / name, as_version=4)  # type: ignore[no-untyped-call]


def code(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def prose(notebook: Any) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]


def run(lang: str, name: str) -> tuple[dict[str, Any], list[Any]]:
    """Run a notebook's code; what it has named, and what each cell shows."""
    names: dict[str, Any] = {}
    shown = []
    for source in code(read(lang, name)):
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), name, "eval"), names))
    return names, shown


def links(texts: list[str]) -> list[str]:
    return [one or other for text in texts for one, other in LINK.findall(text)]


def file_of(lang: str, link: str) -> Path:
    """The notebook a link leads to."""
    return NOTEBOOKS / lang / link.partition("#")[0].partition("?")[0]
