"""Rounds go as they went when the golden files were written (``python -m tests.golden`` writes them anew)."""

from __future__ import annotations

import pytest

from tests.golden import HERE, PRESETS, SEEDS, files, kozel, tranca

FILES = files()


def test_the_files_are_the_playthroughs_there_are() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == set(FILES)
    mine = len(SEEDS) * (len(PRESETS) + len(kozel.PRESETS))
    assert len(FILES) == mine + len(tranca.DEALS)


@pytest.mark.parametrize("name", FILES)
def test_a_round_goes_as_it_went(name: str) -> None:
    expected = (HERE / name).read_text("utf-8").splitlines()
    for number, (new, old) in enumerate(zip(FILES[name].splitlines(), expected, strict=False), 1):
        assert new == old, f"{name}, line {number}: run python -m tests.golden and look at the difference"
    assert len(FILES[name].splitlines()) == len(expected)
