"""The house rules that the tests of all games try are those that there are."""

from __future__ import annotations

from typing import Any

import pytest

import cardkit
from tests.rules import kozel_tools, tools, tranca_tools
from tests.rules.house_rules import as_dict

TRIED: dict[str, tuple[dict[str, tuple[Any, ...]], set[str]]] = {
    # the values tried, and the options that are tried elsewhere
    "four_cards": (tools.CHOICES, {"players", "rounds"}),
    "kozel": (kozel_tools.CHOICES, set()),
    "tranca": (tranca_tools.CHOICES, {"target"}),
}


@pytest.mark.parametrize("game", TRIED)
def test_every_house_rule_is_among_the_choices_tried(game: str) -> None:
    choices, elsewhere = TRIED[game]
    fields = as_dict(cardkit.game(game).options)
    assert set(choices) == set(fields) - elsewhere
    for name, values in choices.items():
        assert values[0] == fields[name], "the default is named first"
        for value in values:
            assert as_dict(cardkit.game(game, **{name: value}).options)[name] == value
