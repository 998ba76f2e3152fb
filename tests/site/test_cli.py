"""The `cardkit` command: what it says and how it ends."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from cardkit.site import cli
from tests.site.serving import Server, write_notebook


def run(*arguments: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardkit", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=cwd,
        env={**os.environ, "LC_ALL": "C.UTF-8", **env},
        check=False,
    )


def complaint(done: subprocess.CompletedProcess[str]) -> str:
    """The one line a refused command prints."""
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr.strip()


def test_version() -> None:
    assert run("--version").stdout == f"cardkit {version('cardkit')}\n"


def test_help_speaks_the_terminals_language() -> None:
    assert "serve the notebooks" in run("--help").stdout
    assert "serve os notebooks" in run("--help", LC_ALL="pt_BR.UTF-8").stdout


def test_the_command_itself_needs_the_standard_library_only() -> None:
    code = "import sys; import cardkit.site.cli; print([m for m in sys.modules if m.split('.')[0] in "
    code += "('voila', 'tornado', 'traitlets', 'jupyter_server', 'jinja2', 'numpy', 'ipywidgets')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("lab", [[], ["--lab"]])
def test_a_taken_port_is_said_in_one_line(folder: Path, lab: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = complaint(run("site", str(folder), "--port", str(port), *lab))
    assert said == f"cardkit: port {port} on 127.0.0.1 is taken; choose another with --port"


def test_a_host_that_is_not_ours_is_said_in_one_line(folder: Path) -> None:
    assert "cannot listen on 192.0.2.1" in complaint(run("site", str(folder), "--host", "192.0.2.1"))


def test_no_folder_and_no_notebooks(tmp_path: Path) -> None:
    assert "there is no folder" in complaint(run("site", str(tmp_path / "none")))
    assert "there are no notebooks" in complaint(run("site", str(tmp_path)))
    assert "não há notebooks" in complaint(run("site", str(tmp_path), LC_ALL="pt_BR.UTF-8"))


def test_what_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "NEEDED", ("ipywidgets", "no_such_package"))
    monkeypatch.setenv("LC_ALL", "C")
    assert cli.main(["site"]) == 1
    said = capsys.readouterr().err
    assert "(no_such_package)" in said
    assert 'pip install "cardkit[site]"' in said


def test_without_a_folder_the_one_beside_us_is_served(tmp_path: Path) -> None:
    from cardkit.site.places import notebooks_folder

    write_notebook(tmp_path / "notebooks/en/index.ipynb", ["# Mine"])
    here = os.getcwd()
    os.chdir(tmp_path)
    try:
        assert notebooks_folder() == (tmp_path / "notebooks").resolve()
    finally:
        os.chdir(here)


def test_lab_has_the_rulebook_too(folder: Path, tmp_path: Path) -> None:
    with Server(folder, "--lab", env={"JUPYTER_CONFIG_DIR": str(tmp_path)}) as server:
        assert "token=" in server.url
        assert 'id="C10"' in server.get("/rules/en/four_cards").text
        assert server.get("/cardkit/static/site.js").status == 200
        token = {"Authorization": f"token {server.url.partition('token=')[2]}"}
        page = server.get("/voila/render/en/query.ipynb?seed=3", token)
        assert 'data-ck-base="/"' in page.text
        assert "(&#39;seed&#39;, &#39;3&#39;)] base: /" in page.text
        assert server.end() == 0
