"""House rules: what an option is.

A module of its own, since `dataclasses` is slow to load and only games need it.
"""

from __future__ import annotations

import dataclasses
from typing import Any


def option(default: Any, rule: str, *choices: Any, within: range = range(0)) -> Any:
    """Declare an option: its default, the ruling it switches, and its values (or one range of them).

    ``within``: beside the values named, any whole number of this range will do.
    """
    values = choices[0] if isinstance(choices[0], range) else choices
    return dataclasses.field(default=default, metadata={"rule": rule, "choices": values, "within": within})


@dataclasses.dataclass(frozen=True)
class Options:
    """House rules of a game: a frozen dataclass whose fields are made with `option`."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value, data = getattr(self, field.name), field.metadata
            choices, within = data["choices"], data["within"]
            # 1 == True: the types must agree as well
            if any(value == c and type(value) is type(c) for c in choices):
                continue
            if type(value) is int and value in within:
                continue
            shown = (
                _numbers(choices)
                if isinstance(choices, range)
                else "one of " + ", ".join(map(repr, choices)) + (f" or {_numbers(within)}" if within else "")
            )
            raise ValueError(f"{field.name}={value!r}: expected {shown} ({data['rule']})")

    @classmethod
    def rules(cls) -> dict[str, str]:
        """Return the rule id each option switches."""
        return {field.name: field.metadata["rule"] for field in dataclasses.fields(cls)}


def _numbers(of: range) -> str:
    return f"a whole number from {of[0]} to {of[-1]}"
