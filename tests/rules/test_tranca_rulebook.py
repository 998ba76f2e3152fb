"""The rulebook of Tranca: whole, the same in both languages, true to the engine, in our own words."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import re
from importlib.resources import files

import pytest

from cardkit.cards import cards
from cardkit.games.tranca.melds import is_meld, make
from cardkit.games.tranca.options import PRESETS, TrancaOptions
from cardkit.games.tranca.score import bonus, value
from cardkit.site.rulebook import render
from cardkit.words.rulebook import Rulebook, rulebook, snippet
from tests.rules.test_rulebook import Page, shingles
from tests.rules.tranca_tools import faces, tranca

LANGUAGES = ("en", "pt")
CLAUSES = [f"T{n}" for n in range(1, 31)]
RULINGS = [f"TA{n}" for n in range(1, 28)]

# The first four bytes of the SHA-256 of every six words in a row of the game's source text, which is
# not ours to reprint (lower case, without accents and punctuation).
SOURCE = base64.b64decode(
    "AFCbMgBpAlgAjVwyAKQCowC9sl4BLlunAb0NkgHvCokCTFALAlMJBAJmrpwCwvtTAvTkyQMJbqsDKV9LA1HcXgOOOsAD6ylBA/fa"
    "xwSBoiAE4LtIBYP9kgWXrW0Fv1YJBjbLcgZI1LEGeyMaB2Bg8wgAwpUJSyftCbK53QnhTKUKNQQwCj4G8gpTyEEKyVU9CwUTzAsd"
    "7cYLTTbyC3M+uAucOMAMJI4oDGyeUQ2f7wEN2hRFDg8KiQ41HFYOVFSlDy730g+qf2kP/6uaEA7u8hAPXGUQJHF3EDj03xBN3CUR"
    "LXDBEZUUVRGtDTIR07NLEd1iKxIMCbUSEgaWFCKLCBS92jsU7x1/FYP7+xXoIywV7MvaFhlcBRYqcj4XS1WeF5uidhfLLfEY0hZz"
    "GNlvaBkER/AZBtj2GW8JbhpK7O8a9TL4HBKjzxxiogcccf1GHLGYKRy6Enoc5I7bHQNM5h0hNvsd8pPhHf7Nzh4c2oYepicJH0kT"
    "Ix9QtdAf0QV9ICE5VyB43aogjupbIcIgviIQIOkiNk4VI2eZJiROy2kkyf5sJNgohiTmS2ElSUrWJasrSyY52MMnXsQZKA2esCg2"
    "lzwomHRAKM3CDSlj8VApkCWTKiJ82So7dgYqjUXPKxjqEyt1JJ8ruyxeLNeShizyYJss9y/8LUSNRC1RXyYtV9XrLYfhUS5Futku"
    "dQn7LtSOFi75jZ4vR9WgL85gqy/iUrIv9OlDMD3PLzCF3EgwvclcMfa+hDIys9AyQlbAMl11PjMGWGQzDhzAMw6gqzNnwbE0AFbf"
    "NC4FFzRiG0c0ckoxNH1UyDTHXRM1KaGONW22LTVun7I1cS8mNYS9KzW3m7o2NAadNlrvyDbiQ/o3jORTN6M2ajfNFcE34nnKN/iL"
    "ijgcOxA4JOo7OCcmxjg/hpY4j/H6ONn5Xzjd5f85ir7LOY9bvzoQW3E9GeAmPVz3vD4zGHs/KlCAP+LAkkBB0S1Af2HFQLag6EDK"
    "o8ZBCHFAQRQhjEHam/5B/y5NQhM8l0K3ZD5C7K9ZQ95Qj0RpwqREa6UeRLO1h0WE8G1F2Fp+RiavD0akB2lGu0AjRuyFIkd0Sp5H"
    "h9u9R48vTkfgxQhINzIISFy070hdSQlIdRxSSJkP5kja8VVJDVHzSSz5OEoAAlxKpDbfS7prqUvwU4RMMhqXTFb0802XpelOc2DT"
    "TwNrTE8bcLdPnT+vUCVdBlBDW3ZQTR0iUIHrXFCjkKVQ/dHdUX8yJFG3Lf1RzbaXUkotmlLciwZS9R44VBmvSVSYY1FVW1chVbBZ"
    "ZFbh77dW+BFEV2voZldz6kVYmtRnWKggoVkvs2hZV77DWY+U1lpAbOlaa2uDW9bJtlvc79hcULgFXZiiTl4NOAdeSJDKXmkvd17A"
    "QndfCCY/X01Wsl+ZiEpf50IxYBfCE2AnAEZgOL/eYIJzymEWXuFhagsLYaJfBGGvFyhhx2CCYfu99mICQBhiBoWpYhOzImMImZ1j"
    "M7cMYzl8QGNCokdjVGlbY3JUhGNyakdjvC1vY+LPIWPoiFZldS/HZgphd2cIkd5ngBxqZ+JK3Gh1+VFo1zycaOXf1GqC3NNrAEd0"
    "a0L+TGttAHxsUbcsbFy8tmziSKptQa8vbVcV1W21ttFtu8kcbd287G4mSqxuPzPZbl792m6J0aVujGNcbrLY3W77tMVvNUnyb3BT"
    "bW9zduJvf9ZdcBssEXD5RbtxGh2KcRtFx3ImXD9yKQtvc1+qX3NsXcdz0z9uc/a64HRCBmN0YXTpdQny2XUnJhF1WBgEdV2qR3V8"
    "rOJ1o2PWdhuTvXZUYRV2r1PWdrmwMHekG9p3yXoGd/wKrHgsL+14dntmeScfWHktzRt5X239eWXWbXnHEIN6CVJKegxutHowOaB6"
    "4RfTev/wH3sx//F7fJose43V9nxUicR9MHS5fUMYYn2kz7J+YVMPfoRs3H6hABV/L01Xf0DwQYADnDSAwsj+gPuGVoEG+n6BDiGl"
    "gVP0woGi/fqCD/IQgjhQ5IJlx6CC8OERg33zgoOBmcqEkSlqhLd30IV6cgmFg4xDheLQN4Y9DQ2HILXihyS68YeQOweH3mcDiCnI"
    "a4ir4IyJnkkLipNyD4raEsWK/BdPi6DI0YvAjZ+LwOH/i+p/NI1FL0OOodO0juu7347yGbyPQCHrj172e4+WYPePqe3/j6roW5A+"
    "vSOQSGItkPf1I5GsS7iRzO/AkelLZJLhVjiS7saqk4Dxo5O6GvWTwTbYlAJh4pQg/M6UTLXulF0SLpVjmbOVxGhfloHcyZbkFOqX"
    "b9fWl4TqrpebJcqXnbxImCw9c5hF8qeYRmsQmHtEUJiI0qOYxZllmM24TJji07+Ziho1mgIGAprM69ua8vx6m98z9JvlW4qcuDy5"
    "nNskw51JF9adZ20UnWg/w52TcZSd+d3PnfrLzp5ffHie2YZknw/CvKAL6qOgQ/kXoSvc8aHjsqqjQKWuo0SGiaQWh3ykSZMrpEyd"
    "q6S5QXalFMXJpS9GQ6Y/o9umZZdcppD51aeqetmn0UCJqG8Fg6jBSOWpVZdnqWpyj6pkpK2qlzesqxq1gKsyr/2rPB71q0Pmlqtf"
    "SsOsQe/SrwQN8q+0upWvtuGjsHV637EHaomxKYsvsTRYarGMk+CyiW25stE6UbLVECCzy0wetEvWhbRU40O0YFEZtIdu0rUj/7q1"
    "Q2DVtVL8oLVpaj+2M44Ct0X3rrdnLSC3eVgVuEMJnLiGHWe48hznuVDVjrnDfRG5+O39uk4Lt7qDHP27a79ru5tWbbvulk+8FnUh"
    "vB4hN7xDIVq8TDGFvGnQabyWAj+8oO8KvSL5YL0vZau9jR79vZUj0b45VL6+zGf5vuPA2b83K9C/esMUwHeWcMDBaGTA2T4gwNqR"
    "KMDxDMHBDykowSfWz8E384bBXWdxwYJ83sIVryrEXwJQxJ2TQ8TumfLFDyNKxS1UtsVCu2nF3IhpxhKlIsaLOXzG83fTxwiPb8cl"
    "H+LHVBPAx4oTX8eo4WDIX5DJyHOKoMiY6WrJId0WyTnVLclhVSjKA82HymWPrsvoE0XMu9FQzUlars3bySjOIr8Szmv2E86chFHO"
    "qVJ1zzUkVM9T26zPslDvz9QDzNBWLuvQlFeN0MtqW9DYU/7Q6VlE0cF4QtHdV23SusJq1AvQt9RgqurUa8+91PUSjdUK2f3VDiBw"
    "1jZO49Y29pjWVvU11qV7eta1SC/W13qh1vYG4NcL2UjXDI5m1z8WmNddbQzXli/G2BgPHdgeGmHYKhdY2TUMCNllqVfaT7m6239l"
    "jNuYm2XbzqRI3IC8B97LeY/fCNYK3yWkfN+haN7gD+3R4LQureD/JYriPZs14/UGS+R3bhrkvTzd5SAAWOVVToLl5dFI5iQ+U+ZB"
    "wSfmmHYm5tAvjudl1Dzne3+S6ExDWOipUP7pRfgl6eHWRep0jAPquECO6tV3Kesrnbrrwvll7BVZzuxvBkjsfD8W7YXNqO6vdQTu"
    "6x2w73TzsfAU/AvwJ3n28EFkEPCZ8oHw++F08fiP0fIxwUXyZDdT8qXEC/OFz2vzyZvm89x0TPQ2PUv0Q7rN9GKXSPUlYqn1Mw6T"
    "9ZIFL/YW//j2G8YE9lklEPaFZtX3k+2i+JERQPlTYEr5sRbF+uIfFvsqZbr7Ma+s+1hEwvuaVv/71YxS++mIKvxsDIX8qUsD/QDm"
    "3P0zvwL9g4+f/lQkuA=="
)


@pytest.fixture(params=LANGUAGES)
def book(request: pytest.FixtureRequest) -> Rulebook:
    return rulebook("tranca", request.param)


def text_of(lang: str) -> str:
    return (files("cardkit.words") / lang / "tranca.md").read_text("utf-8")


def test_every_clause_and_ruling_has_an_anchor(book: Rulebook) -> None:
    assert sorted(book.clauses) == sorted(CLAUSES + RULINGS)
    assert {rule.id for rule in book.clauses.values() if rule.is_ruling} == set(RULINGS)


def test_languages_have_the_same_rules_in_the_same_places() -> None:
    en, pt = (rulebook("tranca", lang) for lang in LANGUAGES)
    assert list(en.clauses) == list(pt.clauses)
    assert [(s.id, s.rules, s.presets) for s in en.sections] == [
        (s.id, s.rules, s.presets) for s in pt.sections
    ]
    for rule_id, rule in en.clauses.items():
        other = pt.clauses[rule_id]
        assert [bool(part) for part in dataclasses.astuple(rule)[3:]] == [
            bool(part) for part in dataclasses.astuple(other)[3:]
        ], rule_id
        assert [case for case, _ in rule.examples] == [case for case, _ in other.examples], rule_id
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
    fields = {field.name: field for field in dataclasses.fields(TrancaOptions)}
    assert set(book.switches) == set(fields)
    # the house rules that most players know come first
    assert list(book.switches)[:2] == ["sets_make_canastra", "card_values"]
    for name, rule in book.switches.items():
        switch, field = rule.switch, fields[name]
        assert switch is not None
        assert rule.id == field.metadata["rule"]
        assert switch.python(switch.default) == field.default
        assert [switch.python(choice.value) for choice in switch.choices] == list(field.metadata["choices"])
        assert range(switch.least, switch.most + 1 if switch.most else 0) == field.metadata["within"]


def test_presets_are_those_of_the_engine(book: Rulebook) -> None:
    assert set(book.presets) == set(PRESETS)
    for name, settings in PRESETS.items():
        python = {
            option: rule.switch.python(book.values(name)[option])
            for option, rule in book.switches.items()
            if rule.switch
        }
        assert python == dataclasses.asdict(TrancaOptions(**settings))
    assert set(book.presets["online"].settings) == set(PRESETS["online"])
    assert set(book.presets["seed"].settings) == set(book.switches)


def test_worked_examples_are_right(book: Rulebook) -> None:
    options = tranca().options
    checked = 0
    for rule in book.clauses.values():
        for case, result in rule.examples:
            hand = faces(" ".join(re.findall(r"\[\[(..)\]\]", case)))
            assert is_meld(hand, 1) == (result not in ("no meld", "não é jogo")), case
            if result.isdecimal():
                meld = make(hand)
                assert (value(hand, options) or 0) + bonus(meld, options) == int(result)
            if rule.id == "T16":
                assert make(hand).clean == (result in ("clean", "limpa"))
            checked += 1
    assert checked == 12
    buraco = book.switches["card_values"].switch
    assert buraco
    for choice in buraco.choices:
        points = value(faces("Ac 4c 7c"), tranca(card_values=choice.value).options)
        assert choice.example == f"A 4 7 = {points}"


def test_cards_and_rule_ids_in_the_text_exist(book: Rulebook) -> None:
    text = text_of(book.lang)
    for card in re.findall(r"\[\[(.*?)\]\]", text):
        assert str(cards(card)[0]) == card
    assert set(re.findall(r"\bTA?\d+\b", text)) == set(book.clauses)


def test_no_sentence_is_copied_from_the_source() -> None:
    source = {SOURCE[i : i + 4] for i in range(0, len(SOURCE), 4)}
    assert len(source) == 697
    copied = [
        words for words in shingles(text_of("pt")) if hashlib.sha256(words.encode()).digest()[:4] in source
    ]
    assert copied == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_snippet(lang: str) -> None:
    for rule_id in CLAUSES + RULINGS:
        small = snippet("tranca", rule_id, lang, dataclasses.asdict(TrancaOptions()))
        assert set(re.findall(r"</?(.*?)>", small["html"])) <= {"p", "b", "i"}
        assert "*" not in small["html"]
    assert "<b>One deal.</b>" in snippet("tranca", "TA25", "en", {"target": None})["html"]
    assert "<b>700</b>" in snippet("tranca", "TA25", "en", {"target": 700})["html"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_page_is_whole_and_its_links_resolve(lang: str) -> None:
    page = Page(render("tranca", lang, base_url="/base/", query={"preset": "online", "max_wilds": "none"}))
    assert set(CLAUSES + RULINGS) <= set(page.ids)
    for link in page.links:
        assert link.startswith(("?preset=", "/base/")) or link[1:] in page.ids, link
    assert {"max_wilds=none", "target=3000", "sets_make_canastra=true"} <= page.checked()


def test_a_target_that_is_none_of_the_usual_ones_is_kept_by_the_page() -> None:
    page = Page(render("tranca", "en", base_url="/", query={"target": "700"}))
    assert "target=700" in page.checked()
    html = render("tranca", "en", base_url="/", query={"target": "0"})
    assert "can be none, 500, 1000, 1500, 2000, 2500, 3000, 5000, a whole number from 1 to 100000." in html
    switch = rulebook("tranca").switches["target"].switch
    assert switch
    assert (switch.python("700"), switch.python("none"), switch.python("3000")) == (700, None, 3000)
    assert not any(switch.accepts(text) for text in ("0", "", "-5", "1e3", "100001", "None"))
