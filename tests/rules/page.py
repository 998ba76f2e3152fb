"""A page of HTML, read strictly."""

from __future__ import annotations

from html.parser import HTMLParser


class Page(HTMLParser):
    """Reads HTML strictly enough: every element closed, in order."""

    VOID = frozenset({"input", "br", "path", "link", "meta"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.elements.append((tag, found))
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if found.get("href"):
            self.links.append(str(found["href"]))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] != ["script"]:
            self.texts.append(data)

    def checked(self) -> set[str]:
        """The switches as the form would send them."""
        return {
            f"{a['name']}={a['value']}"
            for tag, a in self.elements
            if tag == "input" and ("checked" in a or a.get("type") == "number")
        }
