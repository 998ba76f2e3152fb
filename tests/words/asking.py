"""What the tests of the words share: which keys play asks for, and which texts stand in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit import words
from cardkit.words import catalogue

PACKAGE = Path(cardkit.__file__).parent
# without those that are Portuguese too
ENGLISH_WORDS = """
the and card cards draw draws slot hand hands round player your you with is are not from pile stock swap look
looks match turn points of to it then there game step
"""
ENGLISH = frozenset(ENGLISH_WORDS.split())


class Listening(dict[str, Any]):
    """A catalogue that notes which keys are asked for."""

    def __init__(self, catalogue: Any, found: set[str]) -> None:
        super().__init__(catalogue)
        self._found = found

    def __getitem__(self, key: str) -> Any:
        self._found.add(key)
        return super().__getitem__(key)


@contextmanager
def listening() -> Iterator[set[str]]:
    """Give the set of all keys asked for meanwhile, in whatever language: English answers."""
    found: set[str] = set()
    heard = Listening(catalogue("en"), found)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "catalogue", lambda lang: heard)
        yield found


def keys(prefix: str) -> set[str]:
    """Return what follows a prefix in the keys of the catalogue."""
    return {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}


def literals(path: str, call_name: str, at: int) -> set[str]:
    """Return the texts written out in one argument of the calls of a name in a module."""
    tree = ast.parse((PACKAGE / path).read_text(encoding="utf-8"))
    return {
        part.value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == call_name and len(call.args) > at
        for part in ast.walk(call.args[at])
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
