"""Notebooks as small as the tests allow, and the site that serves them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.site.serving import Server, write_sample


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like `notebooks/`."""
    root = tmp_path_factory.mktemp("notebooks")
    write_sample(root)
    return root


@pytest.fixture(scope="session")
def cold(folder: Path) -> Iterator[Server]:
    """The site without warm kernels, so that every kernel there is belongs to a page."""
    with Server(folder, "--pool", "0") as server:
        yield server
