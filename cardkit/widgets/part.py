"""What the parts of a lesson share: a box with our styles, and how a text of theirs comes onto the page."""

from __future__ import annotations

from typing import Any

import ipywidgets

from cardkit.widgets.charts import styles
from cardkit.widgets.exercise import _Box
from cardkit.words import has, say


def html(text: str, kind: str = "p", role: str = "") -> ipywidgets.HTML:
    """Return a piece of a page; with a ``role`` it is read out when it changes."""
    return ipywidgets.HTML(marked(text, kind, role))


def marked(text: str, kind: str = "p", role: str = "") -> str:
    """Return the HTML of such a piece, ``""`` without a text."""
    told = f' role="{role}"' if role else ""
    return f"<{kind}{told}>{text}</{kind}>" if text else ""


def counted(key: str, unit: str, lang: str, **params: Any) -> str:
    """Return a text of the lessons, as it is said of the unit if that has a text of its own."""
    own = f"lesson.{unit}.{key}"
    return say(own if has(own, lang) else f"lesson.{key}", lang, **params)


class Part(_Box):
    """A part of a lesson: a box with our styles. What has been gone through has the class ``ck-done``."""

    def __init__(self, told: str, *children: Any) -> None:
        self._told = told
        style = [ipywidgets.HTML(styles())] if styles() else []
        super().__init__([*style, *children])
        self.add_class("ck").add_class("ck-ex").add_class("ck-ex-ask").add_class("ck-part")

    def __repr__(self) -> str:
        return self._told
