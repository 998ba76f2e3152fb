"""`cardkit worksheet`: the papers it writes, and what it says when it cannot."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cardkit.scene.exercise import paper
from cardkit.site import worksheet
from cardkit.site.cli import main
from cardkit.words import say

STRANGE = ["Lia", "José da Silva", "../../etc/passwd", "<b>x</b>", "李明", "con", "x" * 100, "a\tb"]


def listed(folder: Path, *names: str) -> str:
    file = folder / "names.txt"
    file.write_text("\n".join(names) + "\n", encoding="utf-8")
    return str(file)


def test_a_paper_for_each_and_a_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "papers"
    names = listed(tmp_path, "# class 7B", "", *STRANGE)
    assert main(["worksheet", "1", "--names", names, "--out", str(out), "--no-pdf", "--lang", "en"]) == 0
    assert capsys.readouterr().err == ""
    files = sorted(file.name for file in out.iterdir())
    assert files == [
        "01-lia.html", "02-jose-da-silva.html", "03-etc-passwd.html", "04-b-x-b.html", "05.html",
        "06-con.html", f"07-{'x' * 40}.html", "08-a-b.html", "key.html",
    ]  # fmt: skip
    key = (out / "key.html").read_text("utf-8")
    for file, name in zip(files, STRANGE, strict=False):
        page = (out / file).read_text("utf-8")
        assert "<script" not in page
        assert "<b>x" not in page
        # what the pupil sees on the lesson's page too, and no word of the key
        for question in paper(1, name).questions:
            assert question.asked() in page
            assert str(question.exact) not in page
            assert question.key() in key
            assert question.solved() in key
            for wrong in question.wrong:
                assert say(f"exercise.wrong.{wrong.reason}", "en") not in page
    assert "src=" not in key
    assert "http" not in key


def test_more_questions_another_seed_portuguese(tmp_path: Path) -> None:
    names = listed(tmp_path, "Lia")
    more = ["--questions", "5", "--seed", "7B", "--lang", "pt", "--no-pdf"]
    assert main(["worksheet", "4", "--names", names, "--out", str(tmp_path), *more]) == 0
    page = (tmp_path / "01-lia.html").read_text("utf-8")
    assert '<html lang="pt-BR">' in page
    assert "Pergunta 5 de 5" in page
    assert say("lesson.l4.title", "pt") in page
    for question in paper(4, "Lia", 5, seed="7B").questions:
        assert question.asked("pt") in page


def test_the_same_name_twice_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = listed(tmp_path, "Ana", "ANA ", "Bia")
    assert main(["worksheet", "1", "--names", names, "--out", str(tmp_path / "o"), "--no-pdf"]) == 0
    assert sorted(file.name for file in (tmp_path / "o").iterdir())[:2] == ["01-ana.html", "02-ana.html"]
    assert re.search(r"\bana\b.*\b2\b", capsys.readouterr().err)


def test_a_list_saved_by_windows(tmp_path: Path) -> None:
    file = tmp_path / "names.txt"
    file.write_bytes("\ufeffJosé\r\nLia\r\n".encode())
    assert worksheet.read_names(file) == ["José", "Lia"]


def test_many_names_keep_their_order() -> None:
    files = worksheet.file_names(["a"] * 120)
    assert files == sorted(set(files))


@pytest.mark.parametrize(
    ("lesson", "content", "more", "told"),
    [
        ("77", "Lia", [], "lesson 77: there are questions for the lessons 0, 1"),
        ("one", "Lia", [], "lesson one"),
        ("²", "Lia", [], "lesson ²"),
        ("1", None, [], "cannot read the names in .*No such file"),
        ("1", "", [], "there are no names in"),
        ("1", "# nobody\n\n", [], "there are no names in"),
        ("1", "x" * 121, [], "line 1: expected a name of at most 120"),
        ("1", "Lia\n\u0301", [], "line 2"),
        ("1", b"Jos\xe9", [], "not UTF-8"),
        ("1", "Lia", ["--questions", "0"], "--questions 0: expected 1 to 12"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lesson: str,
    content: str | bytes | None,
    more: list[str],
    told: str,
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    file = tmp_path / "names.txt"
    if content is not None:
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    out = tmp_path / "out"
    assert main(["worksheet", lesson, "--names", str(file), "--out", str(out), "--no-pdf", *more]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert re.search(told, said.err)
    assert not out.exists()


def test_a_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = listed(tmp_path, "Lia")
    assert main(["worksheet", "1", "--names", names, "--out", names, "--no-pdf"]) == 1
    assert "names.txt" in capsys.readouterr().err


def test_without_a_browser_there_is_a_note(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert main(["worksheet", "1", "--names", listed(tmp_path, "Lia"), "--out", str(tmp_path)]) == 0
    assert "No PDF: there is no Chromium here" in capsys.readouterr().out

    def fail(*args: object, **more: object) -> None:
        raise subprocess.TimeoutExpired("chromium", 1)

    monkeypatch.setattr(shutil, "which", lambda name: "/nowhere/chromium")
    monkeypatch.setattr(subprocess, "run", fail)
    assert main(["worksheet", "1", "--names", listed(tmp_path, "Lia"), "--out", str(tmp_path)]) == 0
    assert "could not print" in capsys.readouterr().out


@pytest.mark.browser
def test_pdf(tmp_path: Path) -> None:
    if not any(map(shutil.which, worksheet._BROWSERS)):
        assert os.environ.get("CI") != "true", "CI must have a Chromium"
        pytest.skip("there is no Chromium on this machine")
    names = listed(tmp_path, "Ana Souza", "Érica Conceição")
    # the longest questions
    assert main(["worksheet", "3", "--names", names, "--out", str(tmp_path), "--lang", "pt"]) == 0
    for name in ("papers.pdf", "key.pdf"):
        assert (tmp_path / name).read_bytes().startswith(b"%PDF-")
    # a page for each pupil
    assert len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "papers.pdf").read_bytes())) == 2
