"""A running `cardkit site`, watched from outside: its answers, its kernels, its end."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import urlsplit

Found = TypeVar("Found")


def await_(what: str, ask: Callable[[], Found], seconds: float = 60) -> Found:
    """The first true answer of `ask`; fails, saying what was awaited, if it takes too long."""
    end = time.monotonic() + seconds
    pause = threading.Event()
    while not (found := ask()):
        assert time.monotonic() < end, f"not within {seconds} s: {what}"
        pause.wait(0.03)
    return found


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Server:
    """`cardkit site FOLDER` as a process of its own. The port is any free one."""

    def __init__(self, folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> None:
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the object)
        self.process = subprocess.Popen(
            self.command(folder, arguments),
            stdout=subprocess.PIPE,
            stderr=self.errors,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            text=True,
        )
        self.url = self._address()

    @staticmethod
    def command(folder: Path, arguments: Sequence[str]) -> list[str]:
        return [sys.executable, "-m", "cardkit", "site", str(folder), "--port", "0", *arguments]

    def _address(self) -> str:
        assert self.process.stdout is not None
        watchdog = threading.Timer(120, self.process.kill)  # readline has no deadline
        watchdog.start()
        said: list[str] = []
        try:
            for line in self.process.stdout:
                said.append(line)
                words = [word for word in line.split() if word.startswith("http://")]
                if words:
                    return words[0]
        finally:
            watchdog.cancel()
        raise AssertionError(f"the site did not start: {said} {self.complaints()}")

    def complaints(self) -> str:
        self.errors.seek(0)
        return self.errors.read().decode()

    def get(
        self,
        path: str,
        headers: Mapping[str, str] | None = None,
        *,
        method: str = "GET",
        body: bytes | None = None,
    ) -> Answer:
        """One request; redirects are not followed."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=60)
        try:
            connection.request(method, path, body, dict(headers or {}))
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            connection.close()

    def page(self, path: str) -> tuple[str, str]:
        """A notebook's page and the id of the kernel that made it."""
        text = self.get(path).text
        _, _, rest = text.partition('<script id="jupyter-config-data" type="application/json">')
        config: dict[str, Any] = json.JSONDecoder().raw_decode(rest.lstrip())[0]
        return text, str(config["kernelId"])

    def kernels(self) -> set[int]:
        """Process ids of the kernels that live."""
        return {pid for pid in children(self.process.pid) if b"ipykernel" in command_line(pid)}

    def end(self, how: signal.Signals = signal.SIGINT) -> int:
        """Ask the site to end and wait for it; its exit status."""
        self.process.send_signal(how)
        status = self.process.wait(60)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.end()
        self.errors.close()


def children(pid: int) -> list[int]:
    """Process ids of a process's children."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    return [int(word) for word in listed.stdout.split()]


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:  # ended meanwhile
        return b""


def alive(pid: int) -> bool:
    """Whether a process lives; one that has ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def write_notebook(path: Path, cells: Sequence[str], **metadata: Any) -> None:
    """A notebook of these cells; those that start with ``#`` or ``[`` are text."""
    text = ("#", "[")
    path.parent.mkdir(parents=True, exist_ok=True)
    made: list[dict[str, Any]] = [
        {
            "id": f"c{i}",
            "cell_type": "markdown" if source.startswith(text) else "code",
            "metadata": {},
            "source": source,
            **({} if source.startswith(text) else {"outputs": [], "execution_count": None}),
        }
        for i, source in enumerate(cells)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {"kernelspec": kernel, **metadata},
        "cells": made,
    }
    path.write_text(json.dumps(notebook), encoding="utf-8")


BUTTON = """
import ipywidgets as widgets
button, count = widgets.Button(description="Draw"), widgets.HTML("<b id=count>0</b>")
def clicked(_):
    count.value = f"<b id=count>{int(count.value[12:-4]) + 1}</b>"
button.on_click(clicked)
widgets.VBox([button, count])
"""
QUERY = """
import os
from cardkit.site.request import query
print("asked:", sorted(query().items()), "base:", os.environ["CARDKIT_BASE_URL"])
"""


def write_sample(root: Path) -> None:
    """A folder like `notebooks/`, as small as the tests allow."""
    write_notebook(root / "en/index.ipynb", ["# Card games"], title="Welcome", lang="en")
    write_notebook(root / "pt/index.ipynb", ["# Jogos"], title="Olá", lang="pt")
    write_notebook(root / "en/four_cards.ipynb", ["# 4 Cartas", QUERY], title="4 Cartas", lang="en")
    write_notebook(root / "en/button.ipynb", ["# One button", BUTTON], lang="en")
    write_notebook(root / "en/query.ipynb", [QUERY], lang="en")
    write_notebook(
        root / "pt/broken.ipynb", ["# Antes", "print('x' * 3)\n1/0", "# Depois"], title="Quebrada", lang="pt"
    )
