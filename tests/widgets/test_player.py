"""The step player in Python: its arguments, what stands in a notebook, and names for links."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from typing import Any

import ipywidgets
import pytest

from cardkit.record import Record
from cardkit.scene import frames
from cardkit.widgets import Picture, Player, Table, player, watch
from cardkit.widgets.still import BASE_URL, embed, still
from cardkit.words import short
from tests.rules.tools import four_cards
from tests.scene.corpus import corpus

NAMES = ["<b>x</b>", "\"Q\" & 'A'", "👩‍👧 </script><!--<script>", "n" * 200]


@pytest.fixture(autouse=True)
def _no_names_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "_given", type(player._given)())


@pytest.fixture
def record() -> Record:
    game = four_cards(players=4)
    return Record.deal(game, 5, seats=NAMES).play_all("0 look 1 2; 1 look; 2 look 3; 3 look; 0 draw; 0 throw")


# --- arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"views": 4}, "view 4: expected 'all', 'open' or a seat from 0 to 3"),
        ({"views": -1}, "view -1"),
        ({"views": True}, "view True"),
        ({"views": 1.0}, "view 1.0"),
        ({"views": None}, "view None"),
        ({"views": "0"}, "view '0'"),
        ({"views": [0, [1]]}, r"view \[1\]"),
        ({"views": ()}, "views: expected at least one"),
        ({"views": (0, 1), "view": 2}, r"view=2: not among the views \(0, 1\)"),
        ({"view": "0"}, "view='0': not among"),
        ({"step": 99}, "step=99: this deal has steps 0 to 6"),
        ({"step": -8}, "step=-8"),
        ({"step": "1"}, "step='1'"),
        ({"step": 1.0}, r"step=1\.0"),
        ({"last": 7}, "last=7: this deal has steps 0 to 6"),
        ({"last": 2, "step": 3}, "step=3: this deal has steps 0 to 2"),
        ({"lang": "de"}, "lang='de': expected one of 'en', 'pt'"),
        ({"lang": None}, "lang=None"),
        ({"panels": ("ledger", "chat")}, r"panels=.*: expected some of \('ledger', 'log'\)"),
        ({"panels": "ledger"}, "panels='ledger'"),
        ({"name": "a:b"}, "name='a:b': expected letters, digits"),
        ({"name": "a b"}, "name='a b'"),
    ],
)
def test_wrong_arguments_are_named(record: Record, arguments: dict[str, Any], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Player(record, **arguments)


def test_right_arguments(record: Record) -> None:
    shown = Player(record, views=(2, "open", 2), view="open", step=-1, last=-2, panels=(), name="my-deal.2")
    data = shown.data
    assert [view["id"] for view in data["views"]] == ["2", "open"]
    assert (data["view"], data["step"], data["panels"], data["id"]) == ("open", 5, [], "my-deal.2")
    assert json.loads(json.dumps(data)) == data


def test_go(record: Record) -> None:
    shown = Player(record, views=(0, 1))
    sent: list[Any] = []
    shown.send = lambda content, buffers=None: sent.append(content)
    shown.go(3)
    shown.go(-1, view=1)
    assert sent == [{"type": "go", "step": 3, "view": None}, {"type": "go", "step": 6, "view": "1"}]
    for step in (7, -8, "1", True, 1.0):
        with pytest.raises(ValueError, match="this deal has steps 0 to 6"):
            shown.go(step)  # type: ignore[arg-type]
    for view in (2, "open", True):
        with pytest.raises(ValueError, match="this player has 0, 1"):
            shown.go(0, view=view)


# --- names ------------------------------------------------------------------------------------


def test_the_same_deal_twice_on_a_page_has_two_names(record: Record) -> None:
    names = [Player(record).data["id"] for _ in range(3)]
    assert names == [names[0], f"{names[0]}-2", f"{names[0]}-3"]
    assert Player(record, name=names[0]).data["id"] == names[0], "a name that is given is kept"
    tables = [Table(seed=seed).data["id"] for seed in (1, 1, 1)]
    assert len({*names, *tables, Picture(record).data["id"]}) == 7
    assert all(re.fullmatch(r"[\w.-]+", name) for name in (*names, *tables))


def test_names_do_not_change_from_one_process_to_the_next() -> None:
    code = "from cardkit.widgets import watch; print(*(watch(seed=3).data['id'] for _ in 'ab'))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    here = watch(seed=3).data["id"]
    assert said.split() == [here, f"{here}-2"]


# --- what stands in a notebook ----------------------------------------------------------------


class Reader(HTMLParser):
    """Text and tags of a piece of HTML."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        (self.scripts if self.open[-1:] == ["script"] else self.text).append(data)


def test_a_notebook_holds_a_picture_and_a_text(record: Record) -> None:
    shown = Player(record, views=0, step=4)
    mimes, _ = shown._repr_mimebundle_()
    assert mimes["text/plain"] == repr(shown) == "Player(4 Cartas, round 1 of 5, 7 steps)"
    assert "application/vnd.jupyter.widget-view+json" in mimes
    page = Reader(mimes["text/html"])
    assert page.scripts == [], "the data are not saved twice"
    for name in NAMES[:2]:
        assert name in page.text
    assert set(page.tags) <= {"div", "p", "table", "tr", "th", "td", "b", "span"}


def test_the_picture_is_true() -> None:
    """All the viewer knows, and backs for the rest."""
    for record in corpus()[:6]:
        for view in (0, "open"):
            whole = frames(record, view)
            for frame in (whole[0], whole[len(whole) // 2], whole[-1]):
                html = still(frame, "en")
                cells = [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", html)[::2]]
                wanted = []
                for name, zone in frame["zones"].items():
                    cards = zone["cards"] if name.startswith("hand") else zone["cards"][-1:]
                    if name.startswith("hand") or zone["title"]:
                        wanted.append([face(card) for card in cards] or ["–"])
                assert [cell.split() for cell in cells] == wanted


def face(card: dict[str, Any]) -> str:
    return "(empty)" if "gap" in card else "🂠" if card["f"] == "??" else short(card["f"])


def test_on_the_site_the_data_stand_in_the_page(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BASE_URL, "/")
    data = Player(record, step=3).data
    html = embed(data)
    page = Reader(html)
    assert len(page.scripts) == 1
    assert json.loads(page.scripts[0]) == data
    assert "<" not in page.scripts[0], "nothing in it can end or swallow the script"
    assert f'data-ck-player="{data["id"]}"' in html


def test_on_the_site_a_lone_player_is_sent_once(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BASE_URL, "/")
    alone, held, table = Player(record), Player(record), Table(seed=1)
    mimes, _ = alone._repr_mimebundle_()
    assert set(mimes) == {"text/html", "text/plain"}
    # nothing is there that the page would ask for
    assert alone.comm is None
    alone.go(2)
    # in a box it is a widget like any other
    assert held.comm is None
    box = ipywidgets.VBox([held])
    state = json.dumps(box.get_state(), default=str)
    assert held.comm is not None
    assert f"IPY_MODEL_{held.model_id}" in state
    assert ipywidgets.widgets.widget._instances[held.model_id] is held
    # a table has moves to ask about
    assert table.comm is not None
    assert "application/vnd.jupyter.widget-view+json" in table._repr_mimebundle_()[0]


def test_the_step_that_is_shown_first_is_in_the_picture(record: Record) -> None:
    for step, frame in enumerate(frames(record, 0)):
        assert still(frame, "en") in embed(Player(record, step=step).data)


def test_names_of_things(record: Record) -> None:
    assert repr(Player(record)) == "Player(4 Cartas, round 1 of 5 · deal 5, 7 steps)"
    assert repr(Picture(record, view="open")) == "Picture(4 Cartas, round 1 of 5 · deal 5)"
    assert repr(Table(seed=1, title="Try it")) == "Table(Try it, round 1 of 5)"
    assert repr(watch(seed=3)) == repr(watch(seed=3))


# --- layers -----------------------------------------------------------------------------------


def test_pictures_are_made_without_widgets() -> None:
    code = (
        "import sys; import cardkit.scene, cardkit.words, cardkit.bots;"
        "from cardkit.scene import frames; frames(cardkit.bots.recorded('four_cards', 1), 0);"
        "print([m for m in ('ipywidgets', 'anywidget', 'traitlets', 'IPython', 'numpy', 'markdown_it')"
        " if m in sys.modules])"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "[]"
