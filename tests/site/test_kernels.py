"""Kernels and their connections: each mend of stock Voila."""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import socket
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from jupyter_client.session import utcnow
from websockets.sync.client import connect

from cardkit.site.app import Site, find_template, settings
from cardkit.site.kernels import PageKernelManager
from tests.site.serving import Server, alive, await_, command_line

PAGE = "/voila/render/en/button.ipynb"


def opened(server: Server) -> tuple[str, set[int]]:
    """Open the page with the button: its kernel's id, and its process."""
    before = server.kernels()
    _, kernel = server.page(PAGE)
    return kernel, server.kernels() - before


def connection_file(pid: int) -> dict[str, Any]:
    words = command_line(pid).split(b"\0")
    found: dict[str, Any] = json.loads(Path(os.fsdecode(words[words.index(b"-f") + 1])).read_text())
    return found


def test_closed_pages_end_their_kernels(cold: Server) -> None:
    kernel, [pid] = opened(cold)
    # the farewell of a page, as browsers send it: no token, no header of ours
    farewell = {"Origin": cold.url.rstrip("/"), "Content-Type": "text/plain;charset=UTF-8"}
    assert cold.get(f"/voila/api/shutdown/{kernel}", farewell, method="POST", body=b"").status == 204
    await_("the kernel's end", lambda: not alive(pid))
    # the page's script and JupyterLab's both say farewell
    assert cold.get(f"/voila/api/shutdown/{kernel}", farewell, method="POST", body=b"").status == 204


def test_no_other_origin_may_end_a_kernel(cold: Server) -> None:
    kernel, [pid] = opened(cold)
    answer = cold.get(
        f"/voila/api/shutdown/{kernel}", {"Origin": "http://evil.example"}, method="POST", body=b""
    )
    assert answer.status in (403, 404)
    assert alive(pid)
    cold.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"")


def test_xsrf_is_checked_everywhere_else(cold: Server) -> None:
    kernel, [pid] = opened(cold)
    answer = cold.get(f"/api/kernels/{kernel}", {"Origin": cold.url.rstrip("/")}, method="DELETE")
    assert answer.status == 403
    assert alive(pid)
    cold.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"")


def test_kernels_talk_over_ipc(cold: Server) -> None:
    kernel, [pid] = opened(cold)
    assert connection_file(pid)["transport"] == "ipc"
    cold.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"")


def no_delay(pid: int, client_port: int) -> bool:
    """TCP_NODELAY of the socket another process has towards that port of ours."""
    libc = ctypes.CDLL(None, use_errno=True)
    process = os.pidfd_open(pid)
    try:
        for name in os.listdir(f"/proc/{pid}/fd"):
            copy = libc.syscall(438, process, int(name), 0)  # pidfd_getfd
            if copy < 0:
                if ctypes.get_errno() == 1:
                    pytest.skip("this system does not let a process look at another's sockets")
                continue
            try:
                with socket.socket(fileno=copy) as found:
                    if found.family == socket.AF_INET and found.getpeername()[1] == client_port:
                        return bool(found.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            except OSError:  # no socket, or one without a peer
                continue
    finally:
        os.close(process)
    raise AssertionError("the server has no such connection")


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the server's sockets by Linux's means")
def test_kernel_websockets_send_at_once(cold: Server) -> None:
    kernel, _ = opened(cold)
    url = cold.url.replace("http", "ws", 1) + f"api/kernels/{kernel}/channels"
    with connect(url, subprotocols=["v1.kernel.websocket.jupyter.org"]) as channels:  # type: ignore[list-item]
        port = channels.socket.getsockname()[1]
        await_("a socket without Nagle", lambda: no_delay(cold.process.pid, port), 5)
    cold.get(f"/voila/api/shutdown/{kernel}", method="POST", body=b"")


@pytest.fixture
def app(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """The app with its settings read, not serving."""
    monkeypatch.setenv("JUPYTER_PATH", "")
    before = signal.getsignal(signal.SIGTERM)
    find_template()
    app = Site(config=settings(folder, host="127.0.0.1", pool=0, debug=False))
    app.initialize([])
    yield app
    signal.signal(signal.SIGTERM, before)


def test_kernels_nobody_looks_at_are_culled(app: Site) -> None:
    manager = app.init_settings()["kernel_manager"]
    assert manager.cull_idle_timeout == 300
    assert manager.cull_interval == 60
    assert manager.cull_connected is False  # an open page whose kernel is gone ignores clicks


def test_warm_kernels_are_not_culled(monkeypatch: pytest.MonkeyPatch) -> None:
    class Kernel:
        execution_state, last_activity = "idle", utcnow() - timedelta(hours=1)
        kernel_spec, kernel_name = SimpleNamespace(metadata={}), "python3"

    async def check() -> list[str]:
        ended: list[str] = []
        manager: Any = PageKernelManager(cull_idle_timeout=300)  # type: ignore[no-untyped-call]
        manager._kernels = {"warm": Kernel(), "left": Kernel()}
        manager._kernel_connections = {"warm": 0, "left": 0}

        async def shut(kernel_id: str) -> None:
            ended.append(kernel_id)

        monkeypatch.setattr(manager, "shutdown_kernel", shut)

        async def waiting() -> dict[str, str]:
            return {"kernel_id": "warm"}

        task = asyncio.ensure_future(waiting())
        await task
        manager._pools = {"en/index.ipynb": [task]}
        for kernel_id in ("warm", "left"):
            await manager.cull_kernel_if_idle(kernel_id)
        return ended

    assert asyncio.run(check()) == ["left"]


def test_only_front_pages_and_tutorials_are_kept_warm(folder: Path) -> None:
    with Server(folder, "--pool", "1") as server:
        # en/index, pt/index and en/four_cards; the rest of the folder starts on demand
        await_("the pool", lambda: len(server.kernels()) == 3)
        page = "/voila/render/en/four_cards.ipynb"
        assert "asked: [(&#39;seed&#39;, &#39;1&#39;)]" in server.get(f"{page}?seed=1").text
        await_("the next warm kernel", lambda: len(server.kernels()) == 4)
        # the next visitor is not told the first one's address
        assert "asked: [(&#39;seed&#39;, &#39;2&#39;)]" in server.get(f"{page}?seed=2").text
        kernels = server.kernels()
        assert server.end() == 0
        assert not [pid for pid in kernels if alive(pid)]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_the_end_of_the_site_leaves_no_kernel(folder: Path, how: signal.Signals) -> None:
    with Server(folder) as server:
        opened(server)
        kernels = await_("kernels", server.kernels)
        files = {connection_file(pid)["ip"] for pid in kernels if alive(pid)}
        assert server.end(how) == 0
        assert not [pid for pid in kernels if alive(pid)]
        assert not [ip for ip in files if Path(ip).parent.exists()]
        assert "Traceback" not in server.complaints()
