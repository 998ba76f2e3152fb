"""The step player: a deal that was played, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

import anywidget
import traitlets

from cardkit import bots
from cardkit.cards import Card
from cardkit.engine import Game
from cardkit.record import Record
from cardkit.rng import Seed
from cardkit.scene import View
from cardkit.scene.frames import beats
from cardkit.widgets.data import ALL_VIEWS, PANELS, chosen_views, moment, player_data
from cardkit.widgets.odds import ASKED, answer
from cardkit.widgets.still import embed, on_site

STATIC: Final = Path(__file__).parent / "static"
# On our site every page has loaded the script already: a widget then only says where it is, so that a page
# with many players does not carry it many times.
_HOSTED: Final = """\
const base = document.documentElement.dataset.ckBase ?? "/";
const script = await import(new URL(base + "cardkit/static/player.js", location.href).href);
export default script.default;
"""


_given: Final[Counter[str]] = Counter()


def fresh(name: str) -> str:
    """Return a default name for one more player: a number follows where a page has that deal already."""
    _given[name] += 1
    return name if _given[name] == 1 else f"{name}-{_given[name]}"


class Shell(anywidget.AnyWidget):
    """A widget around one dict of frames and words; ``data`` is synced, so it must hold no secret."""

    _esm = _HOSTED if on_site() else STATIC / "player.js"
    _css = "" if on_site() else STATIC / "player.css"
    data = traitlets.Dict().tag(sync=True)
    asks_python: ClassVar[bool] = False
    """Whether the page has to reach Python for it.

    On our site one that need not is drawn from its HTML alone: a page of such players loads no JupyterLab
    and gives its kernel back as soon as it is made. Where other widgets keep the kernel, its data is not sent
    a second time: it is connected only once another widget holds it.
    """

    @property
    def _alone(self) -> bool:
        return on_site() and not self.asks_python

    def open(self) -> None:
        """Connect to the page, unless the page needs no more than the HTML."""
        if not self._alone:
            super().open()

    @property
    def model_id(self) -> str:
        """The name under which other widgets hold this one; asking for it connects it."""
        if self.comm is None:
            super().open()
        return str(super().model_id)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take no state from the page: it asks by messages, and those are checked."""

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        own = {"text/html": embed(self.data), "text/plain": repr(self)}
        if self._alone:
            return own, {}
        bundle = super()._repr_mimebundle_(**kwargs)
        mimes, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        return ({**mimes, **own} if mimes else mimes), metadata

    def go(self, step: int, view: View | None = None) -> None:
        """Show another step (counted from 0; negative: from the end), or another view.

        On our site this reaches a player that stands in another widget (a box), not one that stands alone.
        """
        at = moment(step, len(self.data["steps"][self.data["view"]]), "step")
        shown = [v["id"] for v in self.data["views"]]
        if view is not None and str(view) not in shown:
            raise ValueError(f"view={view!r}: this player has {', '.join(shown)}")
        self.send({"type": "go", "step": at, "view": None if view is None else str(view)})


class Player(Shell):
    """Steps through a record, drawn for the views it is given.

    ``record`` is a `Record`; its line through the cursor is shown. ``views`` says what the page may show:
    ``"all"`` (each seat and all hands open), ``"open"``, a seat, or several of these; what is not among them
    never reaches the browser. ``step`` and ``last`` count steps from 0. ``name`` is used in links to a step.
    """

    def __init__(
        self,
        record: Record,
        *,
        views: View | Sequence[View] = ALL_VIEWS,
        view: View | None = None,
        step: int = 0,
        last: int | None = None,
        lang: str = "en",
        panels: Sequence[str] = PANELS,
        title: str = "",
        name: str = "",
    ) -> None:
        data = player_data(
            record,
            views=views,
            view=view,
            step=step,
            last=last,
            lang=lang,
            panels=panels,
            title=title,
            name=name,
        )
        super().__init__(data={**data, "id": name or fresh(data["id"])})
        # a copy: whoever has the record may play on
        self._record = record.up_to_here()
        self._views = chosen_views(record.game, views)
        self.on_msg(lambda _, content, __: self._heard(content))

    def _heard(self, message: Any) -> None:
        """Take a message from the page; all it may ask for are odds that take long to count."""
        if isinstance(message, Mapping) and message.get("type") == ASKED:
            moments = beats(self._record)[: len(self.data["steps"][self.data["view"]])]
            told = answer(self._record, moments, self._views, self.data["lang"], message)
            if told is not None:
                self.send(told)

    def __repr__(self) -> str:
        steps = len(self.data["steps"][self.data["view"]])
        return f"Player({self.data['title']}, {self.data['subtitle']}, {steps} steps)"


class Picture(Shell):
    """One moment of a record, as a picture without controls."""

    def __init__(
        self, record: Record, *, step: int = -1, view: View = 0, lang: str = "en", name: str = ""
    ) -> None:
        data = player_data(record, views=view, step=step, lang=lang, mode="still", panels=(), name=name)
        super().__init__(data={**data, "id": name or fresh(data["id"])})

    def __repr__(self) -> str:
        return f"Picture({self.data['title']}, {self.data['subtitle']})"


def watch(
    game: Game[Any, Any, Any] | str = "four_cards",
    seed: Seed = 7,
    *,
    kind: str = "careful",
    deck: Sequence[Card] | str | None = None,
    **options: Any,
) -> Player:
    """Let bots play a deal and show it: ``watch(seed=7)``.

    ``options`` go to `Player`. The same seed shows the same deal everywhere.
    """
    return Player(bots.recorded(game, seed, kind=kind, deck=deck), **options)
