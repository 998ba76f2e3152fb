"""The options of a game as the tests write them."""

from __future__ import annotations

from typing import Any

from cardkit.options import Options


def as_dict(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in type(options).rules()}
