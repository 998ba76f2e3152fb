"""Charts: the numbers on their axes, what they tell in a sentence, and data that is odd."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.cards import cards
from cardkit.scene import charts
from cardkit.words.numerals import numeral, percentage

FULL = cards(" ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK"))
RUN = [(n, 0.56 + 0.2 / n, 0.5 / n**0.5) for n in range(10, 2001, 10)]


def drawings(html: str) -> list[ET.Element]:
    """The wide and the narrow drawing; fails where the markup is broken."""
    figure = ET.fromstring(html)
    found = figure.findall("svg")
    assert [svg.get("class") for svg in found] == ["ck-chart-wide", "ck-chart-narrow"]
    for svg in found:
        assert svg.get("role") == "img"
        assert svg.get("aria-label")
        _, _, width, height = map(float, str(svg.get("viewBox")).split())
        for part in svg.iter():
            for name in ("x", "y", "cx", "cy", "x1", "y1", "x2", "y2"):
                if (value := part.get(name)) is not None:
                    assert -1 <= float(value) <= (width if "x" in name else height) + 1, ET.tostring(part)
            for number in re.findall(r"-?[\d.]+", part.get("d") or ""):
                assert 0 <= float(number) <= max(width, height)
    return found


def alt(html: str) -> str:
    return str(drawings(html)[0].get("aria-label"))


def labels(html: str, kind: str = "label", which: int = 0) -> list[str]:
    return [
        str(text.text)
        for text in drawings(html)[which].iter("text")
        if kind in str(text.get("class")).split()
    ]


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]),
        (0, 0.09, [0, 0.02, 0.04, 0.06, 0.08, 0.1]),
        (0, 2000, [0, 500, 1000, 1500, 2000]),
        (-10, 40, [-10, 0, 10, 20, 30, 40]),
    ],
)
def test_ticks_are_round(low: float, high: float, expected: list[float]) -> None:
    assert charts.ticks(low, high, 4 if high == 2000 else 5) == pytest.approx(expected)


@given(st.floats(-1e6, 1e6), st.floats(1e-2, 1e6), st.integers(2, 9))
def test_ticks_cover_what_is_shown(low: float, width: float, about: int) -> None:
    high = low + width
    found = charts.ticks(low, high, about)
    assert found[0] <= low + 1e-6 * width
    assert found[-1] >= high - 1e-6 * width
    assert 2 <= len(found) <= about + 3


@pytest.mark.parametrize(
    ("value", "digits", "en", "pt"),
    [
        (0.5612, 4, "0.5612", "0,5612"),
        (-0.5, 1, "−0.5", "−0,5"),
        (-0.0001, 2, "0.00", "0,00"),
        (Fraction(1, 4), None, "0.25", "0,25"),
        (2000, None, "2000", "2000"),
        (1234567.5, 1, "1\u202f234\u202f567.5", "1\u202f234\u202f567,5"),
    ],
)
def test_numerals(value: Any, digits: int | None, en: str, pt: str) -> None:
    assert (numeral(value, "en", digits), numeral(value, "pt", digits)) == (en, pt)
    assert percentage(Fraction(1, 8), "pt", 1) == "12,5%"


def test_bars_beside_exact_values() -> None:
    html = charts.bars(
        ["0", "1", "2", "3"], [0.442, 0.435, 0.115, 0.009], exact=[0.4388, 0.4302, 0.1221, 0.0089],
        axis="matching cards", deals=2000,
    )  # fmt: skip
    wide = drawings(html)[0]
    assert labels(html) == ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0", "1", "2", "3"]
    assert labels(html, "value") == ["0.442", "0.435", "0.115", "0.009"]
    assert labels(html, "name") == ["matching cards"]
    bars = [part for part in wide.iter("rect") if part.get("class") == "bar"]
    heights = [float(str(part.get("height"))) for part in bars]
    assert heights[1] / heights[0] == pytest.approx(0.435 / 0.442, rel=1e-3)
    assert len([part for part in wide.iter("line") if part.get("class") == "exactmark"]) == 4
    assert alt(html).startswith("Most often 0. 0: 0.442, exact 0.439; 1:")
    assert "counted in 2000 deals" in html
    assert labels(charts.bars(["a"], [0.5], lang="pt"))[-2:] == ["0,5", "a"]


def test_bars_of_exact_values_alone() -> None:
    html = charts.bars(["2", "3"], exact=[Fraction(1, 4), Fraction(1, 2)], mark=1, title="Players")
    kinds = [part.get("class") for part in drawings(html)[0].iter("rect")]
    assert kinds == ["bar2", "bar"]
    assert alt(html) == "Players. Most often 3. 2: 0.250; 3: 0.500."


def test_points_below_nothing_hang_from_the_axis() -> None:
    html = charts.bars(["a", "b", "c"], exact=[Fraction(-6), -3, 2])
    wide = drawings(html)[0]
    axis = next(float(str(part.get("y1"))) for part in wide.iter("line") if part.get("class") == "axis")
    tops, heights = (
        [float(str(part.get(name))) for part in wide.iter("rect") if part.get("class") == "bar"]
        for name in ("y", "height")
    )
    assert tops[:2] == [axis, axis]
    assert heights[0] == pytest.approx(2 * heights[1], abs=0.2)
    assert tops[2] + heights[2] == pytest.approx(axis, abs=0.2)
    assert labels(html, "value") == ["−6.000", "−3.000", "2.000"]
    assert labels(charts.bars(["a"], exact=[-1]))


def test_odd_bars() -> None:
    assert "Nothing has been dealt yet" in alt(charts.bars([], []))
    assert labels(charts.bars(["x"], [0]))
    many = charts.bars([str(i) for i in range(-10, 41)], [1 / 51] * 51)
    assert len(labels(many, which=1)) < 30
    assert len(alt(many)) < 400
    for bad in ([1.0], [1, -1], [1, float("nan")], [1, float("inf")]):
        with pytest.raises(ValueError, match=r"labels|lower|finite"):
            charts.bars(["a", "b"], bad)
    with pytest.raises(ValueError, match="exact"):
        charts.bars(["a", "b"], [1, 2], exact=[1])
    with pytest.raises(ValueError, match="at most 60"):
        charts.bars(["a"] * 61, [1] * 61)


def test_a_running_estimate() -> None:
    html = charts.running(RUN, title="Big run")
    assert "exact" not in html
    wide = drawings(html)[0]
    assert [part.get("class") for part in wide.iter("path")] == ["band", "run"]
    assert labels(html)[-5:] == ["0", "500", "1000", "1500", "2000"]
    assert labels(html, "at-run") == ["simulated 0.5601"]
    assert (
        alt(html)
        == "Big run. After 2000 deals the estimate is 0.5601, give or take 0.0224 (two standard errors)."
    )


def test_the_exact_line_and_the_guess_on_request() -> None:
    html = charts.running(RUN, exact=Fraction(11686, 20825), guess=Fraction(2, 5), lang="pt")
    lines = [part.get("class") for part in drawings(html)[0].iter("line")]
    assert lines.count("exact") == lines.count("guess") == 1
    assert labels(html, "at-exact") == ["exato 0,5612"]
    assert labels(html, "at-guess") == ["seu palpite 0,4"]
    assert "fica dentro da faixa" in alt(html)
    assert "fora" in alt(charts.running(RUN, exact=0.9, lang="pt"))
    spots = [float(str(t.get("y"))) for t in drawings(html)[0].iter("text") if "at-" in str(t.get("class"))]
    assert all(abs(a - b) >= 20 for a, b in zip(sorted(spots), sorted(spots)[1:], strict=False))


@pytest.mark.parametrize(
    "run",
    [
        [],
        [(1, 1.0, 0.0)],
        [(20, 0.75, 0.1)],
        [(1, 0.0, 0.0), (2, 0.0, 0.0)],
        [(n, 0.5, 0.5 / n**0.5) for n in range(1, 20_001)],
        [(10**12, 0.5, 1e-7), (2 * 10**12, 0.5, 1e-7)],
    ],
)
def test_odd_runs(run: list[tuple[int, float, float]]) -> None:
    for lang in ("en", "pt"):
        html = charts.running(run, lang=lang)
        assert alt(html)
        assert len(html) < 40_000
    if not run:
        assert "Nothing" in alt(charts.running(run))
        assert "0.5612" in alt(charts.running(run, exact=0.5612))


@pytest.mark.parametrize(
    "run",
    [[(2, 0.5, 0.1), (1, 0.5, 0.1)], [(0, 0.5, 0.1)], [(1, 0.5, -0.1)], [(1, float("nan"), 0.1)]],
)
def test_runs_that_cannot_be(run: list[tuple[int, float, float]]) -> None:
    with pytest.raises(ValueError, match="points"):
        charts.running(run)


def test_an_estimate_of_points_may_be_negative() -> None:
    html = charts.running([(n, -3 + 1 / n, 2 / n**0.5) for n in range(10, 500)], chance=False)
    assert any(label.startswith("−") for label in labels(html))


def test_the_remaining_pack() -> None:
    html = charts.pack(FULL, cards("7s Kd Qh"), wanted=cards("7h 7d 7c"))
    kinds = [str(part.get("class")) for part in drawings(html)[0].iter("rect")]
    assert (kinds.count("place seen"), kinds.count("place want"), kinds.count("place unseen")) == (3, 3, 46)
    assert len([part for part in drawings(html)[1].iter("line") if part.get("class") == "strike"]) == 3
    assert alt(html).startswith(
        "Of 52 cards 3 have been seen, 49 are unseen. Of the 49 unseen cards 3 are wanted: a chance of 0.0612"
    )
    assert "7 of spades" in alt(html)
    assert "10♠" in labels(html, "card")
    with pytest.raises(ValueError, match="7s"):
        charts.pack(cards("8s"), cards("7s"))
    assert alt(charts.pack([]))
    assert "52 have been seen" in alt(charts.pack(FULL, FULL, wanted=FULL[:2]))


def test_a_chain_that_fills_in() -> None:
    rounds = [[1 - t / 10, t / 10] for t in range(11)]
    html = charts.chain(["playing", "over"], rounds, absorbing=[1], step=4)
    levels = [
        float(str(part.get("height")))
        for part in drawings(html)[0].iter("rect")
        if part.get("class") == "fill"
    ]
    assert levels[1] / levels[0] == pytest.approx(4 / 6, abs=0.01)
    assert alt(html) == "After 4 games: playing: 0.600; over: 0.400. It is over by then with chance 0.400."
    assert alt(charts.chain(["a"], [[1]]))
    assert "Nothing" in alt(charts.chain(["a"], []))
    assert alt(charts.chain([str(i) for i in range(20)], [[Fraction(1, 20)] * 20] * 1000, absorbing=[19]))
    for bad in ([[0.5, 0.4]], [[1]], [[1.5, -0.5]], [[float("nan"), 1]]):
        with pytest.raises(ValueError, match="round"):
            charts.chain(["a", "b"], bad)
    with pytest.raises(ValueError, match="absorbing"):
        charts.chain(["a"], [[1]], absorbing=[1])
    with pytest.raises(ValueError, match="step"):
        charts.chain(["a"], [[1]], step=1)


def test_texts_from_outside_are_escaped() -> None:
    evil = '"><script>alert(1)</script>&'
    for html in (
        charts.bars([evil], [1], axis=evil, title=evil),
        charts.running(RUN, title=evil),
        charts.chain([evil], [[1]], title=evil),
        charts.pack(FULL, title=evil),
    ):
        assert "<script" not in html
        assert "alert(1)" in alt(html)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=60), st.data())
def test_bars_of_any_height_stay_in_the_picture(heights: list[float], data: st.DataObject) -> None:
    exact = data.draw(st.none() | st.lists(st.floats(0, 1e6), min_size=len(heights), max_size=len(heights)))
    drawings(charts.bars([str(i) for i in range(len(heights))], heights, exact=exact))
