"""Run the notebooks and keep the outputs that are the same every time: ``python -m tests.notebooks.refresh``.

What stays is what reads well on a code host and what nbval compares: text, and the still pictures of players.
Widget views (their ids are random), widget state and times are taken out.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
VIEW = "application/vnd.jupyter.widget-view+json"
KEPT = ("kernelspec", "lang", "language_info", "title")
IGNORED = "nbval-ignore-output"


def paths() -> list[Path]:
    """Return every notebook of the kit."""
    return sorted(path for path in NOTEBOOKS.glob("*/*.ipynb"))


def clean(notebook: Any) -> None:
    """Take out of a notebook that was run whatever differs from run to run."""
    notebook.metadata = {key: notebook.metadata[key] for key in KEPT}
    notebook.metadata["language_info"] = {"name": "python"}
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type != "code":
            continue
        if IGNORED in cell.metadata.get("tags", ()):
            cell.outputs = []
        for output in cell.outputs:
            output.get("data", {}).pop(VIEW, None)


def refresh(path: Path) -> None:
    """Run a notebook and write it with its lasting outputs."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(path.parent)}}).execute()
    clean(notebook)
    nbformat.validate(notebook)
    written = nbformat.writes(notebook, indent=1)  # type: ignore[no-untyped-call]
    path.write_text(written + "\n", encoding="utf-8")


if __name__ == "__main__":
    for chosen in [Path(name) for name in sys.argv[1:]] or paths():
        refresh(chosen)
