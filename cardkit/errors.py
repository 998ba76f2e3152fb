"""What can go wrong when the library is used: few errors, each naming what was wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardkit.engine import Verdict


class NotationError(ValueError):
    """A text is not what it should be: a card, an action, a link."""


class RecordError(ValueError):
    """A saved game cannot be read, in whole or in part.

    ``where`` is the line or field; ``kept`` is the record of what could be read, or ``None``.
    """

    def __init__(self, message: str, *, where: str, kept: object = None) -> None:
        super().__init__(f"{where}: {message}")
        self.where = where
        self.kept = kept


class IllegalAction(ValueError):
    """An action that the rules do not allow now; ``verdict`` says which rule and why."""

    def __init__(self, action: object, verdict: Verdict) -> None:
        super().__init__(f"{action}: {verdict.reason} ({verdict.rule})")
        self.action = action
        self.verdict = verdict
