"""Papers as HTML that prints: a sheet for each pupil, and the key for the teacher."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import Final

from cardkit.scene.exercise.paper import Paper
from cardkit.scene.exercise.questions import Question
from cardkit.words import has, say
from cardkit.words.numerals import numeral, percentage

_STYLE: Final = """
:root { color-scheme: light; }
@page { size: A4; margin: 18mm 18mm 16mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem; color: #1c2022; background: #fff; font: 12pt/1.45 Georgia, "Liberation Serif", serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; gap: .2rem 2rem; border-bottom: 2px solid; padding-bottom: .4rem; }
h1 { font-size: 17pt; line-height: 1.2; margin: 0; } h2 { font-size: 13pt; margin: 1.2rem 0 .3rem; }
.who { font-size: 13pt; margin: 0; overflow-wrap: anywhere; } .small { font: 9.5pt/1.4 "Liberation Sans", Arial, sans-serif; color: #4a5154; margin: .2rem 0; }
article { break-after: page; } article + article { margin-top: 3rem; } article:last-child { break-after: auto; } section { break-inside: avoid; }
section p { margin: .3rem 0; } .room { height: 9.2em; border: 1px dotted #857e6e; border-radius: 4px; margin: .5rem 0; }
.answer { display: flex; gap: .6rem; align-items: baseline; } .answer i { flex: 0 0 16rem; border-bottom: 1px solid; height: 1.6em; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid #b9b2a3; font-size: 10.5pt; overflow-wrap: anywhere; }
ul { margin: .3rem 0; padding-left: 1.2rem; font-size: 10.5pt; }
@media print {
  body { max-width: none; padding: 0; } article + article { margin-top: 0; }
  /* up to three questions share one sheet of paper, and the room to work fills it */
  .paper:not(:has(section:nth-of-type(4))) { display: flex; flex-direction: column; height: 260mm; } .paper:not(:has(section:nth-of-type(4))) section { flex: 1; display: flex; flex-direction: column; min-height: 0; } .paper:not(:has(section:nth-of-type(4))) .room { flex: 1; height: auto; min-height: 0; }
}
"""  # noqa: E501


def forms(question: Question, lang: str) -> str:
    """Return the sentence that says how an answer may be written and how near it has to be."""
    tolerance = numeral(question.tolerance, lang)
    example = Fraction(1, 4)  # no question's answer
    point, comma = (numeral(example, code, 2) for code in ("en", "pt"))
    return say(f"exercise.forms_{question.kind}", lang, point=point, comma=comma,
               percent=percentage(example, lang, 0), tolerance=tolerance)  # fmt: skip


def page(title: str, body: str, lang: str) -> str:
    """Return a page that needs nothing but itself."""
    code = {"pt": "pt-BR"}.get(lang, lang)
    return (
        f'<!doctype html>\n<html lang="{code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def sheet(paper: Paper, lang: str) -> str:
    """Return a pupil's paper, with room to work and no word of the key."""
    parts = []
    for k, question in enumerate(paper.questions, 1):
        parts.append(
            f"<section><h2>{_say('question', lang, k=k, n=len(paper.questions))}</h2>"
            f"<p>{escape(question.asked(lang))}</p>"
            f'<div class="room"></div><p class="answer"><b>{_say("answer", lang)}</b> <i></i></p>'
            f'<p class="small">{escape(forms(question, lang))}</p></section>'
        )
    return f'<article class="paper">{_head(paper, lang)}{"".join(parts)}</article>'


def answers(papers: Sequence[Paper], lang: str) -> str:
    """Return the key of several papers: first all answers in a table, then each paper with its solutions."""
    rows = "".join(
        f"<tr><th>{escape(paper.name)}</th>"
        + "".join(f"<td>{escape(question.key(lang))}</td>" for question in paper.questions)
        + "</tr>"
        for paper in papers
    )
    head = f"<header><h1>{_say('teacher', lang)}</h1><p class=who>{_lesson(papers[0], lang)}</p></header>"
    first = f"<article>{head}<table>{rows}</table></article>"
    return first + "".join(
        f"<article>{_head(paper, lang)}{solutions(paper, lang)}</article>" for paper in papers
    )


def solutions(paper: Paper, lang: str) -> str:
    """Return a paper's key: every question, its answer, the worked solution, the usual wrong values."""
    parts = []
    for k, question in enumerate(paper.questions, 1):
        usual = "".join(
            f"<li>{numeral(wrong.value, lang, 4)}: {escape(say(f'exercise.wrong.{wrong.reason}', lang))}</li>"
            for wrong in question.wrong
        )
        parts.append(
            f"<section><h2>{k}. {escape(question.key(lang))}</h2><p>{escape(question.asked(lang))}</p>"
            f"<p><b>{_say('solution', lang)}:</b> {escape(question.solved(lang))}</p>"
            f'<p class="small">{_say("usual", lang)}:</p><ul>{usual}</ul></section>'
        )
    return "".join(parts)


def _head(paper: Paper, lang: str) -> str:
    return f"<header><h1>{_lesson(paper, lang)}</h1><p class=who>{escape(paper.name)}</p></header>"


def _lesson(paper: Paper, lang: str) -> str:
    title = f"lesson.l{paper.lesson}.title"
    number = _say("lesson", lang, number=paper.lesson)
    return f"{number}: {escape(say(title, lang))}" if has(title, lang) else number


def _say(key: str, lang: str, **params: object) -> str:
    return escape(say(f"exercise.{key}", lang, **params))
