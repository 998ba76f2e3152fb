"""House rules: what an option is.

A module of its own, since `dataclasses` is slow to load and only games need it.
"""

from __future__ import annotations

import dataclasses
from typing import Any


def option(default: Any, rule: str, *choices: Any) -> Any:
    """Declare an option: its default, the ruling it switches, and its values (or one range of them)."""
    values = choices[0] if isinstance(choices[0], range) else choices
    return dataclasses.field(default=default, metadata={"rule": rule, "choices": values})


@dataclasses.dataclass(frozen=True)
class Options:
    """House rules of a game: a frozen dataclass whose fields are made with `option`."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value, choices = getattr(self, field.name), field.metadata["choices"]
            # 1 == True: the types must agree as well
            if not any(value == c and type(value) is type(c) for c in choices):
                shown = (
                    f"a whole number from {choices[0]} to {choices[-1]}"
                    if isinstance(choices, range)
                    else "one of " + ", ".join(map(repr, choices))
                )
                rule = field.metadata["rule"]
                raise ValueError(f"{field.name}={value!r}: expected {shown} ({rule})")

    @classmethod
    def rules(cls) -> dict[str, str]:
        """Return the rule id each option switches."""
        return {field.name: field.metadata["rule"] for field in dataclasses.fields(cls)}
