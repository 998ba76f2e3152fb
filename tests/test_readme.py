"""The README's tour is run as it stands; its first two code blocks are the two commands."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, flags=re.S | re.M)


def test_the_tour_says_what_happens() -> None:
    failed, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert tried > 15
    assert not failed


def test_first_two_blocks_are_the_two_commands_on_one_line_each() -> None:
    (first, run), (second, test) = BLOCKS[:2]
    assert first == second == "sh"
    assert run.count("\n") == test.count("\n") == 1
    assert run.rstrip().endswith(".venv/bin/cardkit site")
    assert test.rstrip().endswith(".venv/bin/python -m pytest")


def test_every_file_the_readme_points_at_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_ci_runs_the_second_block_to_the_letter() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "blocks == 2' README.md" in script
    assert script.index("chromium") < script.index("$test_command")
