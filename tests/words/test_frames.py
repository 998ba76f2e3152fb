"""The words on the frames of all games: filled in, and in one language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cardkit.words import LANGUAGES
from tests.scene import corpus, kozel_corpus, tranca_corpus
from tests.scene.corpus import texts
from tests.words.asking import ENGLISH

CORPORA: dict[str, Any] = {"four_cards": corpus, "kozel": kozel_corpus, "tranca": tranca_corpus}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", CORPORA)
def test_frames_are_filled_in_and_in_one_language(game: str, lang: str) -> None:
    of_game = CORPORA[game]
    for record in of_game.corpus():
        views = of_game.views(record)
        for view in {views[0], views[-1]}:
            for frame in of_game.drawn(record, view, lang):
                for text in texts(frame):
                    assert "{" not in text, text
                    assert "}" not in text, text
                if lang == "pt":
                    # places of cards, like pile.0, are for the player of frames
                    ledger = [text for text in texts(frame["ledger"]) if not re.fullmatch(r"\w+\.\d+", text)]
                    said = " ".join([frame["caption"], frame["alt"], *ledger])
                    assert not ENGLISH & set(re.findall(r"[a-zà-ú]+", said.lower())), said
