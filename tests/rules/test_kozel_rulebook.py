"""The rulebook of Kozel: whole, the same in every language, true to the engine, in our own words."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
import unicodedata
from importlib.resources import files

import pytest

from cardkit.cards import Suit, cards
from cardkit.games.kozel.beating import beating
from cardkit.games.kozel.options import PRESETS, KozelOptions
from cardkit.games.kozel.score import band, points_of
from cardkit.site.rulebook import render
from cardkit.words.rulebook import Rulebook, rulebook

LANGUAGES = ("en", "pt")
CLAUSES = [f"K{n}" for n in range(1, 27)]
RULINGS = [f"KA{n}" for n in range(1, 20)]
TRUMPS = {"hearts": 2, "copas": 2, "diamonds": 1, "ouros": 1}

# The first four bytes of the SHA-256 of every six words in a row of the game's source text, which is
# not ours to reprint (lower case, without accents and punctuation).
SOURCE = base64.b64decode(
    "AE99JQCG02UAlLejAKS5QwDGORUBHEqaAXXGfAGnhxwBs2H0Acj+lwHM+l0B0UH3AvoxkgOln5UDxwnGBAXQggQPCF4FGOXg"
    "BW9jQgWeQyAF9LvNBgaTaQYyWQEGXzTvBqoDVAa3/F4GwWGxBsXMZQbptsQHG6EyB7N9UwgkR+MIKMgPCGR7CQhobX0IdBXM"
    "CIrnqAiphQkIvcuSCNlNlAlZRMcJxjiOCc7/3wpt5UMKv7glCsdqrQr9pKQLEyqkDA0NDgwPZn8MF+WvDEq0BQxYJyUNI5Kk"
    "DVRpZA1eAXUN+Y0NDoSOHQ7oJJQPNgocD2uWyw+zjOgQZlNbEKy6MBCxndgQ0flrENX6TRFYB0YSmgktEq0JbhLZ3LkTjKo1"
    "E6RQcxQhLVoUIXe+FCdXyxSvquoVMDaPFTvC/xVPlyYVwEjhFc2BGBXifO4WKnQBFmFcyBdBIfcXv5pfGJ+0axjM0gYY4sAK"
    "GQ1xaBl8CiwaUdpJGrweXRrLJK4bY9CIG+LFCRwVeu8cPPBGHEPveh0vheYdVSSfHpCsvh6b46gfbgXVH65sGB/EBpsgF8lW"
    "IBnRZCBT2kkg1hJWIN4rJyJhjmYjJ+leI3K9IyRap6skcgB1JJ7xOiSwvHMlxFHeJmaa+ydd0FAnhtW2KNzvCylR7u8pmmF8"
    "KprsZyqmBtUq+txxK2Cq3itrf9QrbdkrLGGiTCykUDcswf3SLYKS2i2lWowtrzwOLcJ0TS5CkHcu/PYSLwC+Uy8skywvfQCa"
    "MEvvlTBYMM4wXso9MJMg+jE7X/QxtbrtMeOh7TIOq/gyVb4fMziFYzR4Th00yG7CNYSaQzXrEWQ18gddNgXv8DaPvQ02ufms"
    "Nx5yHDdZZBc36ZkLOC3HqDiTmH04q4naOPqwnTkoobI5+Q6YOgVtYjpveug6jG7OOrdBtzsCI747i+2bO5WxDjvYzSY8MbuL"
    "PGXcljx85UU9hV6XPmIxij6q3fE++WzLPwifrj8NhNs/F+G6QHWOAkCTb11AyHC2QQ4RLUE20u1BWOi4QXmbz0Gq6TNBw/iS"
    "QdlGU0KlKQJDNKT7Q25sxENwYh9DkjewQ/azVkSnq+tE0IQoRNVJ4kT3BthFEWLERRYaHUV02ClFgz/wRbGmUkXMWTJGfIR9"
    "RoRDfkaahXVGxV0VRxFZEUcz4ipIN0YHSFXJO0ho6D9JKb4lSU7AoEoaV8BKKojdSpzKCEvLJyhMVmJKTFzZWEyBmjBMqmFt"
    "TRpDC00mCH9N8ANITmW9LE59z7lPJCD1Tyw3p09LmW5PbbhHT3lssVB9zCFQfocXUL6S3FFMXj1Ram1oUgyFBlIWtrlScVGk"
    "Uo9rCVLo6TFS81gVU4QmwFQaGZBUQnTTVRxIilWoqH1V4q8vVmZlhFedp3xXtC37WAwQt1gs31hYu5ILWWfLl1m7KUpbM36d"
    "WznDhlwrrylcuus+XNz0Jl1fMoFdr6z/XjEs2l5wU7BedheSXpRTiF7IrN9e9YLTXxZEtV8arBBfPSsmX0OD/l/Dr0Jf+aY0"
    "YCdugmBZOSNgt2cVYQi6QWEXF8liAFreYmiaaWKAkEtjE/eCZApJxmQYyB1kSB3+ZWZG2GWM/Mlll/7dZZru32dX2YdnezBt"
    "Z5awiGfGfe5n49TbZ/1dr2gR2/RoyJulaM5Le2lOsPBp+3DXapITIGsO5/drPgFta6526muvG9Vr4T5HbCiKVmyhN9ZtCKBF"
    "bUkWu220DO1t55jObgYxU24gQwBuKJuKbmLudG6S53puvIBlb7Nz1m/+KSpwEcpZcBt4L3FAGFhxe/e4cgXiynIiCedyvQbs"
    "cr7H3HNS7w5088jvdVLq/HXbnUF1+vV7dpAio3aSc4t3QRn+d1osCXeF6nR3jb8Jd+uAgXjFGf15GnI5eW1lZnlziSx5k9aT"
    "ea3ZgHnTCIF6AvqTehnHjXpOrkZ6ghOMev5wh3tZN7l7c2VFfDbls3xhuiZ80+fcfOVt136vSDZ+/aUefxbB538snkV/NHYP"
    "f24LH4Au97iAMr+igNc7PYD74q2Bra/ggcfBXoIRP2CCUrjCgtjuEILZfxGC3u0Jgzz0WoOISI6EaUddhIm2e4SRJX2FhX8s"
    "hYwDtoWS4S6Fox7yhcP7DoXRlMuGOVpihj8BkYZCoV+GuBcBh1x9/4f/e5eILIQziIctUIjbQsOI5ZlniROItokqE5aJK/Pv"
    "iuRbqIr1ximLGw6Mi0ntfYvNZumMM7spjD26QY0B+jeN4vLLjsiQQI72bxaO/WWkjxFRj4+81yCQkzH7kRx7nJFqVvWRwcUf"
    "keXr+pIQE6qSXuFAknX7CZJ3TYySgpwJkrQJ1pPjwXKUm1zKle4Q5JYCNSOWh+rIl0xn7ZduzBWXn+SZl65BhZe3WfOX5MH1"
    "l/3xOJgb0AiYqWp9mUZRXZmFadebSG91m3rE1JuVcnSceHIgnOkHmp0z0q6dv5sHnhGpw57UAvqfk5QGoJJyT6DQTymhFXcT"
    "oSEnGaE+ujahUp6doaka6qIS7jSiIJkroi7fd6IvROOiPX17olrepaJhapainaBKo7BtDqQal8CkN5G7pF+ZVqRi8oWkY+n1"
    "pNrfYKUpDeOlQe65pVjC4qWkJOGlrBUspgT3YKYf4HOmcyTJprYdrKdFYrOoP8NYqG0gxajETleo4hicqPaPgqkU2YCpIHUp"
    "qdbRQ6pibTSqcdQtq0BmV6vzJ/GsOafPrG+CPKy5xxStEIQzrSKEja1UK6Std/35rYMT6q4UiYuudUdbrr8Rca7z+n6vFWwV"
    "sLVkwLEvIwGxcNbjsaSgCrH3LqaygGV1soTT3LKHhHKzqJvltFlh3LXB6A21xvuktcro+rXvRtq2BhRftqAUPbfOOOq32C3Z"
    "t/ec2Lh4lE65PdwCuVK2B7ln0wm5gOhSucLG+LoBbnm6Jj+juoYtTbqKAWm64w5vuu5afbt2Vr+73npEvA1k67wk/5+8RPTe"
    "vGXoM7yFzmW8j5WPvNo6QL1N7W+9cGYRvadWCL2uRIi9wBHfvcxbOL4WGdC+r2cnv9C9qr/vvoLAoHhPwOaSPMGKl7/Bw4Na"
    "weS4X8Hygz7CljU0wp7ThsL/UyHDOq+Qw2zXFcRCdp3EmHf+xUEFEMXQ0cTHNgydx0upXcfJMiHIc9sfyV63uMnZTXjJ7tB+"
    "yfjPpcoimOTKiw3DyqKJzsrIrXTKzLwhyteALsseBFvLH6AKy+4vU8wcn1HMU8LWzPdGe80s2y/NtZH8zhiMHM4axpbONCXe"
    "zs5tfs99VUDPyoXY0CBdm9B68zPQgwt50NaP8dERxiDRqGig0e8M0dJPBy/Sfu020plOT9Rc8dzVFpdX1Rz+etZY+3zXyW2R"
    "18rQN9kXnKDZgEmu2b+U1toJTzja4Ato2zsZj9wG6MzcJKb73GKlAdyg7lLc5XvG3XOoJ933RbberRoe3rK4st8sdovfPedi"
    "37GIod/CwjLfzCti3838M+COtFDg38VD4QdP6uFTGdviE5vC4ki3tuJSsm/jB2aL4wd3kONCdGfjYs0D47Mse+PhVTzkATRq"
    "5K4hoeSy2FjkvRsl5QX8mOXNxDbl9dg75vVOUucxkW/nyoF46AKLL+hFLZ/oRWoB6HdBmujejHDpLHPq6Tiic+mXU27qcKmo"
    "64QNmuufEi3r3CtJ7CgFR+wx9BrsRBqj7JbMdu1Gk2vtaHi07feV5+5nD4Tumd+m7uKpIO7yVSnvrVxr79M6dvElNO/xQH68"
    "8W2COfF76UzxpGJt8dG9ovIcTGvyq9G78rO1IPLXM97zPsBR80AmxfO+DG/z3wIF9AOELvRTHAP0nQuP9PZIwfZZ9yj2upNp"
    "9vaJrPcbetj3tGbU98Ihu/fSB0T4W+db+KheP/jYH6n45SFh+aANNPnLOMb50wTi+dQwqPnmS5X5+7jU+j6VM/rhMk/7eHnp"
    "+7OLdvvmjFf8Rpxp/J5XafyfvJj9Dr9x/y+l7P9CIEP/VrD6/5z+7//AA/U="
)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("kozel", request.param)


def text_of(lang: str) -> str:
    return (files("cardkit.words") / lang / "kozel.md").read_text("utf-8")


def test_every_clause_and_ruling_has_an_anchor(book: Rulebook) -> None:
    assert sorted(book.clauses) == sorted(CLAUSES + RULINGS)
    assert {rule.id for rule in book.clauses.values() if rule.is_ruling} == set(RULINGS)
    assert sorted(rule for section in book.sections for rule in section.rules) == sorted(book.clauses)


def test_languages_have_the_same_rules_in_the_same_places() -> None:
    en, pt = (rulebook("kozel", lang) for lang in LANGUAGES)
    assert list(en.clauses) == list(pt.clauses)
    assert [(s.id, s.rules, s.presets) for s in en.sections] == [
        (s.id, s.rules, s.presets) for s in pt.sections
    ]
    for rule_id, rule in en.clauses.items():
        other = pt.clauses[rule_id]
        assert [bool(part) for part in dataclasses.astuple(rule)[3:]] == [
            bool(part) for part in dataclasses.astuple(other)[3:]
        ], rule_id
        assert len(rule.examples) == len(other.examples), rule_id
    for section, other_section in zip(en.sections, pt.sections, strict=True):
        assert [row[-1] for row in section.table] == [row[-1] for row in other_section.table]


def test_rules_have_short_titles_and_full_texts(book: Rulebook) -> None:
    for rule in book.clauses.values():
        assert 3 <= len(rule.title) <= 50, rule.id
        assert rule.body.rstrip("*)")[-1] in ".!?”", rule.id
        if rule.is_ruling:
            assert rule.says.endswith("."), rule.id
            assert rule.why.endswith("."), rule.id


def test_switches_are_the_options_of_the_engine(book: Rulebook) -> None:
    fields = {field.name: field for field in dataclasses.fields(KozelOptions)}
    assert set(book.switches) == set(fields)
    for name, rule in book.switches.items():
        switch, field = rule.switch, fields[name]
        assert switch is not None
        assert rule.id == field.metadata["rule"]
        assert switch.python(switch.default) == field.default
        values = field.metadata["choices"]
        if switch.choices:
            assert [switch.python(choice.value) for choice in switch.choices] == list(values)
        else:
            assert range(switch.least, switch.most + 1) == values


def test_presets_are_those_of_the_engine(book: Rulebook) -> None:
    assert set(book.presets) == set(PRESETS)
    for name, settings in PRESETS.items():
        python = {
            option: rule.switch.python(book.values(name)[option])
            for option, rule in book.switches.items()
            if rule.switch
        }
        assert python == dataclasses.asdict(KozelOptions(**settings))
    assert set(book.presets["burkozel"].settings) == set(PRESETS["burkozel"])


def test_worked_examples_are_right(book: Rulebook) -> None:
    """Sums of cards, bands, and who beats whom: mine are named first, or after the lead."""
    for case, result in book.clauses["K19"].examples:
        assert points_of(cards(" ".join(re.findall(r"\[\[(..)\]\]", case)))) == int(result)
    for rule_id in ("K21", "K22"):
        for case, result in book.clauses[rule_id].examples:
            points = re.match(r"\d+", case)
            assert points is not None
            assert band(int(points[0]), 1).defeat == int(result)
    checked = 0
    for rule_id in ("K7", "K10", "K11"):
        for case, result in book.clauses[rule_id].examples:
            named = cards(" ".join(re.findall(r"\[\[(..)\]\]", case)))
            half = len(named) // 2
            mine, over = (named[half:], named[:half]) if half > 1 else (named[:half], named[half:])
            trump = next((suit for word, suit in TRUMPS.items() if word in case), int(Suit.SPADES))
            fails = result.startswith(("does not", "não"))
            assert (beating(mine, over, trump) is None) == fails, case
            checked += 1
    assert checked == 5


def test_cards_and_rule_ids_in_the_text_exist(book: Rulebook) -> None:
    text = text_of(book.lang)
    for card in re.findall(r"\[\[(.*?)\]\]", text):
        assert str(cards(card)[0]) == card
    assert set(re.findall(r"\bKA?\d+\b", text)) == set(book.clauses)


@pytest.mark.parametrize("word", ["suborno", "franga", "dobrar", "ovos", "vencer", "quebrar", "entrar"])
def test_the_glossary_undoes_the_translation(word: str) -> None:
    for lang in LANGUAGES:
        sections = {section.id: section for section in rulebook("kozel", lang).sections}
        assert word in sections["words"].intro
        assert "Burkozel" in sections["which"].intro
        assert "Bura" in sections["which"].intro


def shingles(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(c for c in letters if not unicodedata.combining(c)))
    return [" ".join(words[i : i + 6]) for i in range(len(words) - 5)]


def test_no_sentence_is_copied_from_the_source() -> None:
    source = {SOURCE[i : i + 4] for i in range(0, len(SOURCE), 4)}
    assert len(source) == 749
    copied = [
        words for words in shingles(text_of("pt")) if hashlib.sha256(words.encode()).digest()[:4] in source
    ]
    assert copied == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_shows_every_rule(lang: str) -> None:
    page = render("kozel", lang, query={})
    for rule_id in CLAUSES + RULINGS:
        assert f'id="{rule_id}"' in page
