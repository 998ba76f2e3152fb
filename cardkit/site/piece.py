"""Ready pieces of HTML that notebooks put on a page."""

from __future__ import annotations

from cardkit.widgets.still import on_site


class Piece:
    """HTML for a page of the site. In plain Jupyter, without the site's styles, it is text with links.

    ``site_only`` pieces (forms, whose answer is another address) are not shown there at all.
    """

    def __init__(self, name: str, html: str, *, site_only: bool = False) -> None:
        self.name = name
        self.html = html
        self._shown = bool(html) and (on_site() or not site_only)

    def __repr__(self) -> str:
        return f"Piece({self.name})"

    def _ipython_display_(self) -> None:
        from IPython.display import display

        if self._shown:
            mimes = {"text/html": self.html, "text/plain": repr(self)}
            display(mimes, raw=True)  # type: ignore[no-untyped-call]
