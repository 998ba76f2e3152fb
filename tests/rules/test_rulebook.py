"""The rulebooks: whole, the same in every language, true to the engine, in our own words; the page."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import json
import re
import unicodedata
from html.parser import HTMLParser
from importlib.resources import files

import pytest

import cardkit.words.rulebook as reader
from cardkit.cards import cards
from cardkit.games.four_cards.options import PRESETS, FourCardsOptions
from cardkit.games.four_cards.score import hand_points
from cardkit.site.rulebook import read_query, render
from cardkit.words.rulebook import (
    NotInRulebookError,
    Rulebook,
    RulebookError,
    clauses,
    games,
    parse,
    rulebook,
    snippet,
)

LANGUAGES = ("en", "pt")
CLAUSES = [f"C{n}" for n in range(1, 32)]
RULINGS = [f"CA{n}" for n in range(1, 31)]

# The first four bytes of the SHA-256 of every six words in a row of the game's source text, which is
# not ours to reprint (lower case, without accents and punctuation).
SOURCE = base64.b64decode(
    "AKjl2gDWKN4Bn5YuAlxAigJsEbsCfjd/AxwURgRV0tkEj745BKgymwTYXzwFZ38KBgT5/gY0wnMGuEBrBvtN/wddHIcHlBm2"
    "B84pmAgC4sEIS99zCT4RzQlqREIJbOldCZ1Lwgt0OLQLupPKDFsvcQyoQi8NMEyjDTOL+Q2x4TQOKe2WDla1Iw636VYOvF6R"
    "DuBM/w9KxgUPb3TGD3ASng+GUzQPxunlEa/kFhJHMVwTXgBeE7XZKBPDjSkT8LF3FDLkvRTUHw8VLvKKFVPfiBVuzaQVz4yN"
    "FqBG6xasmgIWwIwqFyXsyReXARcX3uCQGM5D3BmqacMZu/bCGb4ahxn8HR0aDdJ4GjFJQBrSdOAa2G3PGt43WhrkDxwbxAv3"
    "HEUhRBxcmmkctaB9HO2jcB1Nn3Md9MsuH2OeJCB70z0gwzImIRokYCHE1fwiLL2+ImYeDyKLF8YijnQEIvsVgyMZCvAjGr90"
    "Ix243SPAPGYj903JJFxVjySALrgkt3uCJRUsQSVpVcIl3wpnJjyjiyZSnN0mslXMJreFLCbqPKInuuARJ9uXlShIUP4o49Mq"
    "KOjUfynk/1wp8RMRKpNfUivHN08sV3I/LQ6TuC0QzKQtjJenLfdvhS6NMQAuxCixLyYz/y/I9+ExL7WDMXWaSTLIqowy0KMN"
    "MwY0AjMZnWw0uMhGNVCbHDV2Y+g1xiHwNjikWTZ4l6o23jGqNy53qDdN+Es3xb1FODAnZzjpB6M5A3eLOhFEjjqTFlY6lU2Z"
    "OuGHOTvW3JE8j1n6PX4mlT35LzY+GlR+PqbNOj62LyI+7TtOPx3XyT+W4xk/rCEWP64ZBj++5cM/8Jz4QC1Ha0A093xASRx1"
    "QUZa5kJWP3BCfuVWQ0H7dESxzH5FiECrRdPFeUZN4lRGfTDKRwlyYEeU65dHmtcUR6X1LkfFxcJICwsjSD5dRkil81hI2Ej5"
    "SbP9IUshde9LLh3ES0/9WEuDkbhLx/0ZTGcwZEyUsHxNCVD3TcYhXU4CT4JOIuTWTiT/0k5XhV1OporaTsvOR1AuDOBQLz5B"
    "UD3HmlBdFulQld/vUKcjJlH2tktTvljMVF4IblRrhxJVVLZeVomjDFa00H9XjmIbV+8C+1gYHMNYO4nWWaJTslpE3G1a6QRE"
    "WvXqZ1r8XthcAtvuXMD0XF2N7h5dk6HnXdNvg14w3vxeTkdCXlD9fF6GjHJeqHFeXuNZDl9YeeFgCQPyYA3mEGChKbNgz/Hj"
    "Ya3/IGHEbvtigJ+IY4Qzw2OK/2ljuoLYY9OPz2RbAY5kji0PZJX/BWTNWeZk+p1WZYhlwGWQeWJmJ/IbZoCM6GaZcTlnBS3q"
    "ZxJII2d3ShhngwgPaAOIfmkFYGVpKG3PaWg1J2lzBehqEJGda3PwcmvqLHxsSc+SbbfwPG3Mg/duB9n2bnvn3G7kaehvUksK"
    "b1vzRW/JXwRwEudvcNDUxnEHNrpxqEUucbBiDXHg/rJ0LwvBdFJkc3UICEB1C6xndWNW0HXKUrJ2J6apdobziHcjfmR3dlDb"
    "d6I+F3fesSF4GWtVeDk7NHg6dCJ454sceRcHVnkiaft5cNPoeZ+bu3mh28J523lyegy9hHrqKV97TvzSfCanr3xz7aN96Y1d"
    "fi4rt39GpGp/8SgGf/ncT4ANFfyA641UgZqBKoGnNjiB04nNgfo+h4ILD7iCO7OWg1JFAYOa0baEptx6hKw0sYUrrliFTZJc"
    "hY6uroWocm2GxbG6hvtNG4fjJ86H+PrCiHBR2oh7Uw6I1pvliTxunIoTgRuKnxM5isfmeIs+62mLzbmCjFu8UIy6dsKNOw0k"
    "jV2or42guCWN0urFj0ofMY/LwGeP7Av8kFhSOZCrXEGQtzKxkcxOgpOXfiiVF6jclZiqRpWl+76Wb2hhltcPw5bnusmW9ntj"
    "lveFzpcl6UaXUlckl5zjW5fC7kuYI1pjmC9CGphxyvOYqZSgmSKZ95p0t9aaoKUqm0s1KptTp4+bZN59nXuPvJ48EX+gM7dV"
    "oGWRVqGHvCyh1MSvoekd36IDG6miWv3eooSNS6KXtHyi0x98ovIU/aL8zzGjPuJzpLknmaTAgzKlJMerpTI0WKVfx9emD6BL"
    "pjWV7aandnunEle1p2Q2Hadlbb2nbclXqVp0Pqn+2WKqH8afqoO9/6qi+52qzZwgqyKBW6uD/FGrmNm7q7JOn6u1fk+tKVTs"
    "rTJdy616coat59ggrkHZfK5QMNaup6BYrq3WrbBN6vmysoTQssdUE7NK46uzlXQytBI5jbQcYU+0L80JtFYYa7TID+u017qH"
    "tRStLbVX9WC269t0t6S0xbp3BQ27fb65u6d64rzslNq9NOlSvU1gtb3gJA2+GkyYvmo8gL53Z5a+efAWvyUnLsAAVZnAKBWT"
    "wOVe9MEKYO/BqFbywc3wUMIsENzDbcXew+veYcQ5J83ESPrLxKW4AsTYi/rFhruhxh+oE8YpE/zGy9cvx8y/08fnDaTH6g2u"
    "yEONv8ht2tzIlE8FymDLfMtWLXnLh2KFy9bjg8waa+jMn9Y4zOqCAc3yHLvODQ+iznbnus7IJD3P6NCx0FmDqNEjJ17RJO51"
    "0SnB2tGSXLjSC4gO0gyJL9Ik2UfS6WcI0v1giNMpcEbUF0hT1Er4qNR3kSvVQuEH1f4zI9YfId/W0d6810AiWdiG1Czai0pi"
    "2+kW2tzMzN7dCv9J3RzZ/t1oDdreJgoZ37JCYOCu8CjhPLZx492+UOSv/47lQ94i5e2DPObq6Jvm7uNP58MovefEveDoWJxn"
    "6TwUCOoJ82HqnUZY6qzDaur8s4nq//kQ6xxrI+tcY8vrZ3xu7DPwiOw+d8/sy0D27Peo8u0pHmnta16U7dNvBe3pvpbuFtcj"
    "7zHiZPBW/JPwsLHQ8Lk4uPDgp7jxUQBC8bbwbPI8t3XyYy8w80PxUfNzBgf0hytE9WDpVPYYYDn2rW3n9xDgl/fXJkD4qCzV"
    "+TBjXflIQnX5W9nF+lBMGvs8jFf7U2OT+10DzvuGekj73FPC++mEpfvrA/n79w/g/LZPCv0rMTv9Yhv0/XexDf32J3r/yXt/"
)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("four_cards", request.param)


def text_of(lang: str) -> str:
    return (files("cardkit.words") / lang / "four_cards.md").read_text("utf-8")


# the text


def test_every_clause_and_ruling_has_an_anchor(book: Rulebook) -> None:
    assert sorted(book.clauses) == sorted(CLAUSES + RULINGS)
    assert {rule.id for rule in book.clauses.values() if rule.is_ruling} == set(RULINGS)
    assert sorted(rule for section in book.sections for rule in section.rules) == sorted(book.clauses)
    assert clauses("four_cards", book.lang) == book.clauses


def test_languages_have_the_same_rules_in_the_same_places() -> None:
    en, pt = (rulebook("four_cards", lang) for lang in LANGUAGES)
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
            assert rule.read_as == rule.body
        else:
            assert rule.read_as == rule.says == rule.why == ""


@pytest.mark.parametrize("rule_id", ["CA2", "CA11"])
def test_the_odd_rulings_carry_a_warning(book: Rulebook, rule_id: str) -> None:
    assert book.clauses[rule_id].warn


def test_switches_are_the_options_of_the_engine(book: Rulebook) -> None:
    fields = {field.name: field for field in dataclasses.fields(FourCardsOptions)}
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
        assert python == dataclasses.asdict(FourCardsOptions(**settings))
    assert set(book.presets["cambio"].settings) == set(PRESETS["cambio"])
    assert set(book.presets["seed"].settings) == set(book.switches)


def test_switch_reads_only_its_values() -> None:
    switches = rulebook("four_cards").switches
    eight, players = switches["eight_rule"].switch, switches["players"].switch
    frozen = switches["freeze_closer"].switch
    assert eight
    assert players
    assert frozen
    assert frozen.python("true") is True
    assert players.python("8") == 8
    assert not any(players.accepts(text) for text in ("1", "9", "", "-3", "4.0", "²", "٤", "9" * 5000))
    with pytest.raises(ValueError, match="eight_rule cannot be 'PAIR'"):
        eight.python("PAIR")


def test_worked_sums_are_right(book: Rulebook) -> None:
    checked = 0
    for rule in book.clauses.values():
        for case, result in rule.examples:
            hand = re.findall(r"\[\[(..)\]\]", case)
            if hand:
                assert hand_points(cards(" ".join(hand)), "pure") == int(result.replace("−", "-"))
                checked += 1
    assert checked >= 5
    eight = book.switches["eight_rule"].switch
    assert eight
    shown = {choice.value: choice.example for choice in eight.choices}
    assert shown == {value: f"8 8 Q = {hand_points(cards('8h 8c Qs'), value)}" for value in ("pure", "pair")}


def test_cards_and_rule_ids_in_the_text_exist(book: Rulebook) -> None:
    text = text_of(book.lang)
    for card in re.findall(r"\[\[(.*?)\]\]", text):
        assert str(cards(card)[0]) == card
    assert set(re.findall(r"\bCA?\d+\b", text)) == set(book.clauses)


def shingles(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall(r"[a-z0-9]+", "".join(c for c in letters if not unicodedata.combining(c)))
    return [" ".join(words[i : i + 6]) for i in range(len(words) - 5)]


def test_no_sentence_is_copied_from_the_source() -> None:
    source = {SOURCE[i : i + 4] for i in range(0, len(SOURCE), 4)}
    assert len(source) == 576
    copied = [
        words for words in shingles(text_of("pt")) if hashlib.sha256(words.encode()).digest()[:4] in source
    ]
    assert copied == []


# the reader

SMALL = """---
game: Small
facts: two
title: Rules
lead: Play.
says: The text says
read_as: We read it as
why: Why
fine: Fine print
warn: Watch out
switch: Switch
---

## Points {#points}

Few words.

### S1 · One {#S1}

One is one.

- [[As]] = 1

### SA1 · Two {#SA1}

- **The text says:** Nothing.
- **We read it as:** *Two*, as in S1.
- **Why:** Because.
- **Switch:** `two`
  - `yes` **Yes** · two · It is two.
  - `no` **No** · one · It is not.

### seed · As written {#seed}

As it is.

- `two` = `yes` · Two.
"""


def test_a_small_book_is_read() -> None:
    small = parse(SMALL, "small", "en", "small.md")
    assert list(small.clauses) == ["S1", "SA1"]
    assert small.clauses["S1"].examples == (("[[As]]", "1"),)
    assert small.values() == {"two": "yes"}
    assert small.sections[0].intro == "Few words."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("---\ngame", "game", "line 1: a rulebook begins with a head"),
        ("lead: Play.", "leed: Play.", "line 5: expected one of game, facts"),
        ("lead: Play.\n", "", "the head lacks lead"),
        ("## Points {#points}", "# Points", r"line 14: expected ## Title \{#id\}"),
        ("## Points {#points}\n", "", "text before the first section"),
        ("## Points {#points}\n\nFew words.\n", "", "S1 stands before the first section"),
        ("S1 · One {#S1}", "S1 · One {#S2}", "line 18: expected"),
        ("### SA1 · Two {#SA1}", "### S1 · Two {#S1}", "the anchor S1 is there twice"),
        ("One is one.", "", "S1 has no text"),
        ("- [[As]] = 1", "- [[As]]", "an example needs its result"),
        ("- [[As]] = 1", "- [[As]] = 1\nAnd so on.", "comes before its examples"),
        ("- **Why:** Because.\n", "", "SA1 lacks Why"),
        ("- **Why:** Because.", "Because.", "expected a part of a ruling"),
        ("- **Why:** Because.", "- **Why:** A.\n- **Why:** B.", "each once"),
        ("  - `no` **No** · one · It is not.\n", "", "needs a name and its values"),
        ("- `two` = `yes` · Two.", "- two: yes", "expected - `option` = `value`"),
        ("- `two` = `yes` · Two.", "- `two` = `ja` · Two.", "no ruling has a switch two = ja"),
        ("- `two` = `yes` · Two.", "- `three` = `yes` · T.", "no ruling has a switch three = yes"),
    ],
)
def test_what_departs_from_the_form_is_told_by_line(old: str, new: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(RulebookError, match=rf"small\.md.*{message}"):
        parse(SMALL.replace(old, new, 1), "small", "en", "small.md")


def test_unknown_books_and_rules_are_told() -> None:
    assert games("en") == games("pt")
    assert "four_cards" in games()
    assert games("../en") == games("xx") == ()
    for game, lang in (("chess", "en"), ("four_cards", "xx"), ("../en/four_cards", "en")):
        with pytest.raises(NotInRulebookError, match="there is no rulebook for"):
            rulebook(game, lang)
    with pytest.raises(NotInRulebookError, match="no rule 'C99'"):
        snippet("four_cards", "C99")
    with pytest.raises(NotInRulebookError, match="no preset 'poker', only seed, cambio"):
        rulebook("four_cards").values("poker")


def test_clauses_can_be_changed_without_harm() -> None:
    clauses("four_cards").clear()
    assert len(clauses("four_cards")) == 61


# snippets


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("rule_id", CLAUSES + RULINGS)
def test_snippet_is_short_plain_html(rule_id: str, lang: str) -> None:
    options = dataclasses.asdict(FourCardsOptions())
    for given in (None, options):
        small = snippet("four_cards", rule_id, lang, given)
        assert set(small) == {"title", "html"}
        assert set(re.findall(r"</?(.*?)>", small["html"])) <= {"p", "b", "i"}
        assert "*" not in small["html"]
        assert re.fullmatch(r"(<p>[^\n]+</p>)+", small["html"])


def test_snippet_says_how_a_switch_stands() -> None:
    frozen = snippet("four_cards", "CA8", "en", {"freeze_closer": True})["html"]
    assert "<i>Switch:</i> <b>Frozen.</b>" in frozen
    assert "<b>6</b>" in snippet("four_cards", "CA25", "en", {"players": 6})["html"]
    assert "[[8h]] [[Qs]] = 10" in snippet("four_cards", "C6")["html"]


def test_snippet_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    evil = parse(SMALL.replace("One is one.", "1 < 2 & **<b>**"), "small", "en", "small.md")
    monkeypatch.setattr(reader, "rulebook", lambda *_: evil)
    assert snippet("small", "S1")["html"].startswith("<p>1 &lt; 2 &amp; <b>&lt;b&gt;</b></p>")


# the page


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_is_whole_and_its_links_resolve(lang: str) -> None:
    html = render("four_cards", lang, base_url="/base/", query={})
    page = Page(html)
    assert re.fullmatch(r"<main .*</main>", html, re.S)
    assert len(page.ids) == len(set(page.ids))
    assert set(CLAUSES + RULINGS) <= set(page.ids)
    books = {f"/base/rules/{lang}/{game}" for game in games(lang)}
    for link in page.links:
        assert link.startswith("?preset=") or link in books or link[1:] in page.ids, link
    for _, found in page.elements:
        for key in ("for", "form", "aria-labelledby"):
            assert found.get(key) is None or found[key] in page.ids
    text = "".join(page.texts)
    assert not re.search(r"\[\[|\*\*|`|\{|\brulebook\.", text)
    assert page.checked() == {f"{k}={v}" for k, v in rulebook("four_cards", lang).values().items()}


def test_page_shows_cards_by_name() -> None:
    names = {
        lang: {
            found["aria-label"]
            for _, found in Page(render("four_cards", lang, query={})).elements
            if "ck-ct" in str(found.get("class"))
        }
        for lang in LANGUAGES
    }
    assert {"8 of hearts", "king of spades"} <= names["en"]
    assert {"8 de copas", "rei de espadas"} <= names["pt"]


def test_address_carries_the_house_rules() -> None:
    html = render("four_cards", "en", query={"preset": "cambio", "eight_rule": "pair", "q": "king"})
    page = Page(html)
    assert {"eight_rule=pair", "freeze_closer=true", "power_on=stock_drawn_only"} <= page.checked()
    assert "6 switches differ from the text." in html
    shown = {a["data-change"] for _, a in page.elements if "data-change" in a and "hidden" not in a}
    assert shown == {"eight_rule", *PRESETS["cambio"]}
    marked = {a["data-differs"] for _, a in page.elements if "data-differs" in a and "hidden" not in a}
    assert marked == shown
    assert 'value="king"' in html
    assert 'role="alert" hidden' in html


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"preset": "poker"}, "no ready-made set called “poker”. There are seed, cambio."),
        ({"eigth_rule": "pair"}, "no switch called “eigth_rule”."),
        ({"eight_rule": "both"}, "“eight_rule” cannot be “both”. It can be pure, pair."),
        ({"players": "9"}, "“players” cannot be “9”. It can be a whole number from 2 to 8."),
        ({"rounds": ""}, "“rounds” cannot be “”."),
    ],
)
def test_what_does_not_fit_in_the_address_is_told(query: dict[str, str], sentence: str) -> None:
    book = rulebook("four_cards", "en")
    preset, values, problems = read_query(book, query)
    assert (preset, values) == ("seed", book.values())
    assert len(problems) == 1
    assert sentence in problems[0]
    html = render("four_cards", "en", query=query)
    assert sentence in "".join(Page(html).texts)
    assert 'role="alert">' in html


def test_site_parameters_are_no_problem() -> None:
    query = {"theme": "dark", "q": "x", "lang": "pt", "projector": ""}
    assert read_query(rulebook("four_cards"), query)[2] == []


def test_page_escapes_what_the_address_says() -> None:
    evil = "</script><script>alert(1)</script>"
    query = {"q": f'"{evil}', "preset": evil, evil: evil, "eight_rule": evil}
    html = render("four_cards", "en", query=query)
    assert "<script>alert" not in html
    assert html.count("<script") == 1
    data = re.search(r'<script type="application/json" id="ck-rb-data">(.*?)</script>', html, re.S)
    assert data
    assert json.loads(data[1])["preset"] == "seed"


def test_page_of_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        render("chess", "en", query={})
