"""Imports run one way: cards → engine → games → (bots, odds, record) → scene → widgets → site."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import cardkit

HOME = Path(cardkit.__file__).parent
ORDER = [
    {"cards", "rng", "errors", "options"},
    {"engine"},
    {"games"},
    {"words"},
    {"bots", "odds", "record"},
    {"scene"},
    {"widgets"},
    {"site"},
]
"""Each layer may use those before it, and its own. Words stand beside the games and need none of them."""
LAYER = {name: number for number, names in enumerate(ORDER) for name in names}
FILES = sorted(HOME.rglob("*.py"))


def of(path: Path) -> str:
    """Return the part of the library a file belongs to."""
    first = path.relative_to(HOME).parts[0]
    return first.removesuffix(".py")


def imported(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield every module a file imports, in functions too, and whether for type checking only."""
    tree = ast.parse(path.read_text("utf-8"))
    typing_only: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            typing_only.update(inner for part in node.body for inner in ast.walk(part))
    package = ["cardkit", *path.relative_to(HOME).parts[:-1]]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node in typing_only
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module, node in typing_only
            if module == "cardkit":  # from cardkit import words
                yield from ((f"cardkit.{alias.name}", node in typing_only) for alias in node.names)


def parts(path: Path) -> set[str]:
    """Return the parts of the library a file needs when it runs."""
    modules = [name.split(".") for name, typing_only in imported(path) if not typing_only]
    return {name[1] for name in modules if name[0] == "cardkit" and len(name) > 1 and name[1] in LAYER}


def test_every_part_has_its_layer() -> None:
    assert {of(path) for path in FILES} <= set(LAYER) | {"__init__", "__main__"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOME)))
def test_imports_run_one_way(path: Path) -> None:
    mine = of(path)
    if mine in ("__init__", "__main__"):
        return
    for other in parts(path):
        assert LAYER[other] <= LAYER[mine], f"{mine} must not need {other}"
    if LAYER[mine] == 0:
        assert parts(path) <= {"errors"} | {mine}
    if mine == "words":
        assert parts(path) <= {"words", "cards"}


def test_no_two_parts_need_each_other() -> None:
    needs = {(of(path), other) for path in FILES for other in parts(path) if other != of(path)}
    assert not {pair for pair in needs if pair[::-1] in needs}


def simulates(path: Path) -> bool:
    """Whether a file is one of the odds that may use numpy: all but exact counting."""
    return of(path) == "odds" and "exact" not in path.parts


@pytest.mark.parametrize(
    "path",
    [path for path in FILES if LAYER.get(of(path), 9) <= LAYER["bots"] and not simulates(path)],
    ids=lambda path: str(path.relative_to(HOME)),
)
def test_the_core_needs_the_standard_library_only(path: Path) -> None:
    for name, _ in imported(path):
        top = name.split(".")[0]
        assert top == "cardkit" or top in sys.stdlib_module_names, f"{name} in {path.name}"


def loaded(code: str) -> set[str]:
    """Return the top-level modules a fresh interpreter has loaded after running some code."""
    listing = "import sys; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    # -S: without site-packages' own .pth files, which may load anything
    found = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, {str(HOME.parent)!r})\n{code}\n{listing}",
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(found.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import cardkit",
        "import cardkit; g = cardkit.game('four_cards'); g.legal_actions(g.deal(seed=1))",
        "import cardkit.bots; import cardkit.record",
    ],
)
def test_the_core_loads_the_standard_library_only(code: str) -> None:
    names = loaded(code) - {"cardkit", "__main__"}
    strangers = {name for name in names if name not in sys.stdlib_module_names}
    assert not strangers
    assert not names & {"numpy", "ipywidgets", "anywidget"}


def test_importing_cardkit_loads_neither_games_nor_json() -> None:
    names = subprocess.run(
        [sys.executable, "-I", "-c", "import cardkit, sys; print(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    assert "cardkit.games" in names
    assert not [
        name for name in names if name.startswith(("cardkit.games.", "cardkit.bots", "cardkit.record"))
    ]
