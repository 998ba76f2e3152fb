"""Charts of chances: plain numbers in, a figure of SVG and HTML out.

Each chart is drawn twice, for a wide place and for a narrow one; the style sheet (``learn.css``) shows the
one that fits. Text sizes are rem, so that the projector's switch enlarges them. What a chart tells is also
told in a sentence, for screen readers. Nothing is told by colour alone: estimates are filled or solid, exact
values marks or dashes, guesses dotted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple

from cardkit.cards import Card
from cardkit.words import card_name, say, short
from cardkit.words.numerals import Real, numeral

MAX_POINTS: Final = 240
"""A line needs no more points than a screen can show; longer runs are thinned."""
MAX_BARS: Final = 60


class Point(NamedTuple):
    """A running estimate after ``n`` deals: mean and standard error, both in the unit asked about."""

    n: int
    mean: Real
    error: Real


class _Size(NamedTuple):
    """A drawing: its name in the style sheet, its size in user units, room on the left and right."""

    name: str
    width: int
    height: int
    left: int
    right: int
    narrow: bool


_WIDE: Final = _Size("wide", 720, 300, 64, 24, False)
_NARROW: Final = _Size("narrow", 340, 270, 58, 14, True)
_TOP: Final = 30
_BOTTOM: Final = 62


def ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Return round numbers that cover ``low`` to ``high`` with about so many steps of 1, 2 or 5 tens."""
    if not high > low:
        high = low + (abs(low) or 1)
    # what differs less than floats can tell is no scale
    high = max(high, low + 1e-9 * max(abs(low), abs(high), 1e-3))
    raw = (high - low) / about
    ten = 10.0 ** math.floor(math.log10(raw))
    step = next((m * ten for m in (1, 2, 5) if m * ten >= raw * 0.999), 10 * ten)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [step * i for i in range(first, last + 1)]


def bars(
    labels: Sequence[str],
    heights: Sequence[Real] = (),
    *,
    exact: Sequence[Real] | None = None,
    mark: int | None = None,
    axis: str = "",
    title: str = "",
    deals: int | None = None,
    unit: str = "deals",
    legend: Mapping[str, str] | None = None,
    lang: str = "en",
) -> str:
    """Return a histogram; ``exact`` values stand as marks across its bars.

    ``heights`` may be empty: then only the exact values are shown, those below 0 hanging from the axis.
    ``mark`` is the index of the bar that is meant, the others step back. ``deals`` is how many deals the bars
    were counted in, or matches by ``unit``. ``legend`` names bars and marks (``bar``, ``exactmark``) where
    they are something else than counts and exact values. ``ValueError`` for lists of different lengths,
    negative heights, infinite values, or more than 60 bars.
    """
    shown = _finite(heights or exact or (), "heights")
    marks = _finite(exact, "exact") if exact is not None and heights else None
    if len(shown) != len(labels) or (marks is not None and len(marks) != len(labels)):
        raise ValueError(f"{len(labels)} labels, {len(heights)} heights, {len(exact or ())} exact values")
    if len(labels) > MAX_BARS:
        raise ValueError(f"{len(labels)} bars: expected at most {MAX_BARS}")
    # shares are never negative, points may be
    if heights and min((*shown, *(marks or ()))) < 0:
        raise ValueError("a share cannot be lower than nothing")
    if not labels:
        return _empty("bars", title, lang, unit)
    least, greatest = min((0, *shown)), max((0, *shown, *(marks or ())))
    scale = ticks(least, greatest or (0 if least else 1))
    digits = 3 if max(greatest, -least) < 10 else 1 if any(value % 1 for value in shown) else 0

    def body(size: _Size) -> str:
        left, right, y = _frame(size, scale, _BOTTOM if axis else _BOTTOM - 26)
        out = [_rows(size, scale, y, lang)]
        each = (right - left) / len(labels)
        width = min(each * 0.66, 84)
        every = math.ceil(len(labels) * (34 if not size.narrow else 30) / (right - left))
        for i, (label, value) in enumerate(zip(labels, shown, strict=True)):
            middle, top, foot = left + each * (i + 0.5), y(max(value, 0)), y(min(value, 0))
            kind = "bar2" if mark is not None and i != mark else "bar"
            out.append(_rect(kind, middle - width / 2, top, width, foot - top))
            highest = top
            if marks is not None:
                at = y(marks[i])
                out.append(_line("exactmark", middle - width * 0.62, at, middle + width * 0.62, at))
                highest = min(highest, at)
            if each >= (52 if not size.narrow else 46):
                out.append(_text("value", middle, highest - 7, numeral(value, lang, digits), "middle"))
            if i % every == 0:
                out.append(_text("label", middle, y(scale[0]) + 20, label, "middle"))
        out.append(_line("axis", left, y(0), right, y(0)))
        out.append(_text("name", (left + right) / 2, size.height - 8, axis, "middle") if axis else "")
        return "".join(out)

    sure_name = (legend or {}).get("exactmark", say("charts.exact", lang))

    def told(i: int) -> str:
        value = numeral(shown[i], lang, digits)
        if marks is None:
            return say("charts.bar", lang, label=labels[i], value=value)
        sure = numeral(marks[i], lang, digits)
        return say("charts.bar_exact", lang, label=labels[i], value=value, name=sure_name, exact=sure)

    most = max(range(len(shown)), key=lambda i: shown[i])
    highs = None if axis else (_WIDE.height - 26, _NARROW.height - 26)
    each = range(len(shown)) if len(shown) <= 14 else sorted({0, most, len(shown) - 1})
    key = (
        [
            (
                "bar",
                say(
                    "charts.counted" if deals is None else _of("charts.counted_in", unit),
                    lang,
                    n=deals or 0,
                    deals=numeral(deals or 0, lang),
                ),
            )
        ]
        if heights
        else [("bar", say("charts.exact", lang))]
    )
    if marks is not None:
        key.append(("exactmark", sure_name))
    key = [(kind, (legend or {}).get(kind, text)) for kind, text in key]
    alt = say("charts.bars", lang, top=labels[most], list="; ".join(told(i) for i in each))
    return _figure("bars", title, alt, body, key, lang, highs)


def running(
    points: Iterable[Point | tuple[int, Real, Real]],
    *,
    exact: Real | None = None,
    guess: Real | None = None,
    top: int | None = None,
    title: str = "",
    chance: bool = True,
    unit: str = "deals",
    lang: str = "en",
) -> str:
    """Return a running estimate with its band of two standard errors.

    ``points`` are in the order of dealing. ``exact`` draws the exact value as a dashed line, so pass it only
    once it is asked for; ``guess`` draws the reader's as a dotted one. ``top`` is how many deals the axis
    goes to (default: the last point's). A ``chance`` keeps to 0 … 1. ``unit`` says what is
    counted: ``deals`` or ``matches``. ``ValueError`` for points out of
    order, infinite numbers or a negative error.
    """
    run = [Point(n, float(mean), float(error)) for n, mean, error in points]
    _finite([value for point in run for value in point], "points")
    if any(b.n <= a.n for a, b in pairwise(run)) or any(p.n < 1 or p.error < 0 for p in run):
        raise ValueError("points: expected growing numbers of deals from 1 on, and no negative error")
    lines = [
        (kind, float(value)) for kind, value in (("exact", exact), ("guess", guess)) if value is not None
    ]
    _finite([value for _, value in lines], "lines")
    if not run and not lines:
        return _empty("running", title, lang, unit)
    thinned = _thin(run)
    most = max(top or 1, run[-1].n if run else 1)
    low, high = _window(thinned, [value for _, value in lines], chance)
    scale = ticks(low, high)
    digits = 4 if high - low < 5 else 2

    def name(kind: str, value: float) -> str:
        # a guess has the digits it was given with
        shown = numeral(value, lang, None if kind == "guess" else digits)
        return say(f"charts.{kind}_is", lang, value=shown)

    def body(size: _Size) -> str:
        size = size if size.narrow else size._replace(right=180)
        left, right, y = _frame(size, scale)
        low_y, high_y = y(scale[0]), y(scale[-1])

        def x(n: float) -> float:
            return left + (right - left) * n / most

        def at(value: Real) -> float:
            return min(max(y(float(value)), high_y), low_y)

        out = [_rows(size, scale, y, lang)]
        for n in ticks(0, most, 4 if not size.narrow else 2):
            if n > most * 1.001 or n != int(n):
                continue
            out.append(_text("label", x(n), low_y + 20, numeral(n, lang), "middle"))
        out.append(_text("name", (left + right) / 2, size.height - 8, say(f"charts.{unit}", lang), "middle"))
        if len(thinned) > 1:
            upper = [(x(p.n), at(p.mean + 2 * p.error)) for p in thinned]
            lower = [(x(p.n), at(p.mean - 2 * p.error)) for p in reversed(thinned)]
            out.append(f'<path class="band" d="{_path(upper + lower)}Z"/>')
            out.append(f'<path class="run" d="{_path([(x(p.n), at(p.mean)) for p in thinned])}"/>')
        elif run:
            p = run[0]
            out.append(_line("whisker", x(p.n), at(p.mean - 2 * p.error), x(p.n), at(p.mean + 2 * p.error)))
        names = []
        for kind, value in lines:
            out.append(_line(kind, left, at(value), right, at(value)))
            names.append((at(value), kind, name(kind, value)))
        if run:
            end = run[-1]
            out.append(f'<circle class="dot" cx="{x(end.n):.1f}" cy="{at(end.mean):.1f}" r="5.5"/>')
            text = say("charts.estimate_is", lang, value=numeral(end.mean, lang, digits))
            names.append((at(end.mean), "run", text))
        if not size.narrow:
            # names of lines that lie close together are pushed apart
            last = -math.inf
            for level, kind, text in sorted(names):
                last = max(level + 4, last + 21)
                out.append(_text(f"at-{kind}", right + 10, last, text, "start"))
        return "".join(out)

    alt = _tell_run(run, lines, digits, unit, lang)
    key = [("run", say("charts.estimate", lang)), ("band", say("charts.band", lang))] if run else []
    for kind, value in lines:
        key.append((kind, name(kind, value)))
    return _figure("running", title, alt, body, key, lang, (250, _NARROW.height))


def pack(
    cards: Sequence[Card],
    seen: Collection[Card] = (),
    *,
    wanted: Collection[Card] = (),
    title: str = "",
    lang: str = "en",
) -> str:
    """Return a pack as a grid, a row a suit: seen cards are struck out, ``wanted`` ones ringed.

    Two copies of a card (packs of 104) share a place, which says how many are unseen. ``ValueError`` for a
    card that is seen or wanted and not in the pack.
    """
    everyone = list(cards)
    for card in (*seen, *wanted):
        if card not in everyone:
            raise ValueError(f"{card}: not in this pack")
    if not everyone:
        return _empty("pack", title, lang)
    names = {str(card): card for card in everyone}
    ranks = [r for r in "A23456789TJQK" if any(name[0] == r for name in names)]
    suits = [s for s in "shdc" if any(name[1] == s for name in names)]
    count = {name: [0, 0] for name in names}
    for card in everyone:
        count[str(card)][0] += 1
        count[str(card)][1] += card not in seen
    looked_for = {str(card) for card in wanted if card not in seen}
    left = sum(n for _, n in count.values())
    hits = sum(card in wanted and card not in seen for card in everyone)

    def body(size: _Size) -> str:
        out = []
        flip = size.narrow
        columns, rows = (suits, ranks) if flip else (ranks, suits)
        wide, high = size.width / len(columns), (size.height - 8) / len(rows)
        for i, column in enumerate(columns):
            for j, row in enumerate(rows):
                name = row + column if flip else column + row
                if name not in count:
                    continue
                of, unseen = count[name]
                kind = "seen" if not unseen else "want" if name in looked_for else "unseen"
                box = (i * wide + 3, j * high + 7, wide - 6, high - 6)
                out.append(_rect(f"place {kind}", *box, 5))
                x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
                note = f"×{unseen}" if of > 1 and unseen else ""
                cls = f"card {kind} {'red' if name[1] in 'hd' else 'black'}"
                if note and not flip:  # two lines, as the place is high and not wide
                    out.append(_text(cls, x, y - 2, short(name), "middle"))
                    out.append(_text(cls, x, y + 18, note, "middle"))
                else:
                    out.append(_text(cls, x, y + 6, f"{short(name)} {note}".strip(), "middle"))
                if not unseen:
                    out.append(
                        _line("strike", box[0] + 6, box[1] + box[3] - 5, box[0] + box[2] - 6, box[1] + 5)
                    )
        return "".join(out)

    alt = say("charts.pack", lang, all=len(everyone), seen=len(everyone) - left, left=left)
    if wanted:
        chance = numeral(hits / left, lang, 4) if left else numeral(0, lang)
        alt += " " + say("charts.pack_wanted", lang, hits=hits, left=left, chance=chance)
    gone = [names[name] for name, (_, unseen) in sorted(count.items()) if not unseen]
    if 0 < len(gone) <= 16:
        alt += " " + say("charts.pack_gone", lang, cards=", ".join(card_name(card, lang) for card in gone))
    key = [("seen", say("charts.seen", lang)), ("unseen", say("charts.unseen", lang))]
    if wanted:
        key.append(("want", say("charts.wanted", lang)))
    high = (8 + 54 * len(suits), 8 + 32 * len(ranks))
    return _figure("pack", title, alt, body, key, lang, high)


def chain(
    states: Sequence[str],
    rounds: Sequence[Sequence[Real]],
    *,
    absorbing: Collection[int] = (),
    step: int = -1,
    title: str = "",
    lang: str = "en",
) -> str:
    """Return a Markov chain's states as boxes that fill with the chance of being there, round by round.

    ``rounds[t][i]`` is the chance of state ``i`` after ``t`` rounds. The boxes stand as after round ``step``
    (counted from 0; negative: from the end); below, the chance that it is over, round by round.
    ``ValueError`` for rows of another length, or that are no distribution.
    """
    rows = [_finite(row, "rounds") for row in rounds]
    for number, row in enumerate(rows):
        if len(row) != len(states) or min(row, default=0) < -1e-9 or abs(sum(row) - 1) > 1e-6:
            raise ValueError(f"round {number}: expected {len(states)} chances that sum to 1")
    if any(i not in range(len(states)) for i in absorbing):
        raise ValueError(f"absorbing={sorted(absorbing)}: expected states from 0 to {len(states) - 1}")
    if not rows:
        return _empty("chain", title, lang)
    if not -len(rows) <= step < len(rows):
        raise ValueError(f"step={step}: there are {len(rows)} rounds")
    at = step % len(rows)
    ends = sorted(absorbing)
    done = [sum(row[i] for i in ends) for row in rows]

    def body(size: _Size) -> str:
        out = []
        across = min(len(states), 4 if size.narrow else 8)
        wide, high = size.width / across, 74
        for i, (state, chance) in enumerate(zip(states, rows[at], strict=True)):
            x, y = (i % across) * wide + 4, (i // across) * (high + 34) + 4
            level = (high - 2) * min(max(chance, 0), 1)
            kind = "end" if i in ends else "state"
            out.append(_rect("well", x, y, wide - 8, high, 8))
            out.append(_rect("fill", x + 1, y + high - 1 - level, wide - 10, level, 6))
            out.append(_rect(f"box {kind}", x, y, wide - 8, high, 8))
            middle = x + (wide - 8) / 2
            # on paper of its own: the filling comes up behind it
            out.append(_rect("pill", middle - 32, y + 8, 64, 24, 12))
            out.append(_text("mass", middle, y + 26, numeral(chance, lang, 3), "middle"))
            out.append(_text("label", middle, y + high + 20, state, "middle"))
        if ends and len(rows) > 1:
            top = math.ceil(len(states) / across) * (high + 34) + 24
            bottom, left, right = top + 100, size.left, size.width - size.right

            def spot(t: int) -> tuple[float, float]:
                return left + (right - left) * t / (len(rows) - 1), bottom - 100 * min(done[t], 1)

            for value in (0, 0.5, 1):
                level = bottom - 100 * value
                out.append(_line("grid", left, level, right, level))
                out.append(_text("label", left - 8, level + 5, numeral(value, lang, 1), "end"))
            keep = sorted({*range(0, len(rows), max(1, len(rows) // MAX_POINTS)), len(rows) - 1})
            out.append(f'<path class="run" d="{_path([spot(t) for t in keep])}"/>')
            cx, cy = spot(at)
            out.append(f'<circle class="dot" cx="{cx:.1f}" cy="{cy:.1f}" r="5.5"/>')
            for t in ticks(0, len(rows) - 1, 3 if size.narrow else 6):
                if t != int(t) or t >= len(rows):
                    continue
                out.append(_text("label", spot(int(t))[0], bottom + 20, numeral(t, lang), "middle"))
            out.append(_text("name", (left + right) / 2, bottom + 46, say("charts.rounds", lang), "middle"))
        return "".join(out)

    told = "; ".join(
        say("charts.bar", lang, label=state, value=numeral(chance, lang, 3))
        for state, chance in zip(states, rows[at], strict=True)
    )
    alt = say("charts.chain", lang, n=at, list=told)
    key = [("fill", say("charts.chance_now", lang, n=at))]
    if ends:
        alt += " " + say("charts.chain_done", lang, chance=numeral(done[at], lang, 3))
        key += [("end", say("charts.absorbing", lang)), ("run", say("charts.done", lang))]
    below = 190 if ends and len(rows) > 1 else 10
    heights = (
        math.ceil(len(states) / min(len(states), 8)) * 108 + below,
        math.ceil(len(states) / min(len(states), 4)) * 108 + below,
    )
    return _figure("chain", title, alt, body, key, lang, heights)


# --- parts ------------------------------------------------------------------------------------


def _figure(
    kind: str,
    title: str,
    alt: str,
    body: Callable[[_Size], str],
    key: Sequence[tuple[str, str]],
    lang: str,
    heights: tuple[int, int] | None = None,
) -> str:
    high = heights or (_WIDE.height, _NARROW.height)
    sizes = [size._replace(height=h) for size, h in zip((_WIDE, _NARROW), high, strict=True)]
    told = escape(f"{title}. {alt}" if title else alt, quote=True)
    drawn = "".join(
        f'<svg class="ck-chart-{size.name}" viewBox="0 0 {size.width} {size.height}" role="img" '
        f'aria-label="{told}" focusable="false">{body(size)}</svg>'
        for size in sizes
    )
    head = f'<p class="ck-chart-title">{escape(title)}</p>' if title else ""
    legend = "".join(f'<li><i class="k-{name}"></i>{escape(text)}</li>' for name, text in key)
    # what the marks of the key mean is said in the sentence
    foot = f'<ul class="ck-chart-key" aria-hidden="true">{legend}</ul>' if legend else ""
    lang = {"pt": "pt-BR"}.get(lang, lang)
    return f'<div class="ck ck-chart ck-chart-{kind}" lang="{lang}">{head}{drawn}{foot}</div>'


def _of(key: str, unit: str) -> str:
    """Return the key of a text about deals, or of the one about another unit that says the same."""
    return key if unit == "deals" else f"{key}_{unit}"


def _empty(kind: str, title: str, lang: str, unit: str = "deals") -> str:
    text = say(_of("charts.empty", unit), lang)
    return _figure(
        kind,
        title,
        text,
        lambda size: (
            _text("name", size.width / 2, 60, text, "middle") + _line("grid", 8, 100, size.width - 8, 100)
        ),
        [],
        lang,
        (120, 120),
    )


def _frame(
    size: _Size, scale: Sequence[float], below: int = _BOTTOM
) -> tuple[float, float, Callable[[float], float]]:
    low, high = scale[0], scale[-1]
    top, bottom = _TOP, size.height - below

    def y(value: float) -> float:
        return bottom - (bottom - top) * (value - low) / (high - low)

    return size.left, size.width - size.right, y


def _rows(size: _Size, scale: Sequence[float], y: Callable[[float], float], lang: str) -> str:
    step = scale[1] - scale[0]
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    return "".join(
        _line("grid", size.left, y(value), size.width - size.right, y(value))
        + _text("label", size.left - 10, y(value) + 5, numeral(value, lang, digits), "end")
        for value in scale
    )


def _window(run: Sequence[Point], lines: Sequence[float], chance: bool) -> tuple[float, float]:
    """The values worth showing: where the run settles and the lines, not the jumps of its first deals."""
    calm = [p for p in run if p.n * 12 >= run[-1].n] if run else []
    reach = [p.mean + sign * 3 * p.error for p in calm for sign in (-1, 1)] + list(lines)
    low, high = min(reach), max(reach)
    room = 0.06 * (high - low) or 0.05
    low, high = low - room, high + room
    return (max(low, 0), min(high, 1)) if chance and high > 0 and low < 1 else (low, high)


def _thin(run: list[Point]) -> list[Point]:
    """At most `MAX_POINTS` of the points, evenly along the axis, the first and the last among them."""
    if len(run) <= MAX_POINTS:
        return run
    step = run[-1].n / (MAX_POINTS - 2)
    kept, due = [run[0]], 0.0
    for point in run[1:-1]:
        if point.n >= due:
            kept.append(point)
            due = (point.n // step + 1) * step
    return [*kept, run[-1]]


def _tell_run(
    run: Sequence[Point], lines: Sequence[tuple[str, float]], digits: int, unit: str, lang: str
) -> str:
    known = dict(lines)
    told = []
    if run:
        end = run[-1]
        told.append(
            say(
                _of("charts.running", unit),
                lang,
                n=end.n,
                deals=numeral(end.n, lang),
                mean=numeral(end.mean, lang, digits),
                band=numeral(2 * end.error, lang, digits),
            )
        )
    if "exact" in known:
        where = ""
        if run:
            inside = abs(run[-1].mean - known["exact"]) <= 2 * run[-1].error
            where = "_inside" if inside else "_outside"
        told.append(say(f"charts.running_exact{where}", lang, value=numeral(known["exact"], lang, digits)))
    if "guess" in known:
        told.append(say("charts.running_guess", lang, value=numeral(known["guess"], lang)))
    return " ".join(told)


def _finite(values: Iterable[Real], name: str) -> list[float]:
    found = [float(value) for value in values]
    if not all(map(math.isfinite, found)):
        raise ValueError(f"{name}: expected finite numbers")
    return found


def _path(spots: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in spots)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _rect(kind: str, x: float, y: float, width: float, height: float, round: float = 2) -> str:
    return (
        f'<rect class="{kind}" x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" '
        f'height="{max(height, 0):.1f}" rx="{round:g}"/>'
    )


def _text(kind: str, x: float, y: float, text: str, anchor: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
