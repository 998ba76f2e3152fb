"""Charts on a page: one place that is drawn anew while a simulation runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import ipywidgets

from cardkit.scene import charts
from cardkit.widgets.player import STATIC
from cardkit.widgets.still import on_site

_KINDS: Final[dict[str, Callable[..., str]]] = {
    "bars": charts.bars,
    "running": charts.running,
    "pack": charts.pack,
    "chain": charts.chain,
}


@cache
def _inline() -> str:
    """The tokens and the styles of charts and exercises, for pages that are not ours."""
    tokens = (STATIC / "player.css").read_text("utf-8").partition("/* ---------- drawings")[0]
    return f"<style>{tokens}{(STATIC / 'learn.css').read_text('utf-8')}</style>"


def styles() -> str:
    """Return the style element a widget has to bring; nothing on our site, whose pages have the styles."""
    return "" if on_site() else _inline()


class Chart(ipywidgets.HTML):  # type: ignore[misc]
    """A chart that can be drawn again in its place.

    ``chart.show("running", points, exact=None)``: a kind (``bars``, ``running``, ``pack``, ``chain``) and
    what the function of that name in `cardkit.scene.charts` takes. ``lang`` is the language of every drawing.
    """

    def __init__(self, kind: str = "", *data: Any, lang: str = "en", **more: Any) -> None:
        super().__init__()
        self._lang = lang
        self.kind = kind
        if kind:
            self.show(kind, *data, **more)

    def __repr__(self) -> str:
        return f"Chart({self.kind})"

    def show(self, kind: str, *data: Any, **more: Any) -> None:
        """Draw; ``ValueError`` for a kind there is none of, or data that cannot be drawn."""
        if kind not in _KINDS:
            raise ValueError(f"kind={kind!r}: expected one of {', '.join(_KINDS)}")
        drawn = _KINDS[kind](*data, **{"lang": self._lang, **more})
        self.kind = kind
        self.value = styles() + drawn

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle = super()._repr_mimebundle_(**kwargs)
        mimes, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return ({**mimes, "text/plain": repr(self)}, metadata) if mimes else bundle
