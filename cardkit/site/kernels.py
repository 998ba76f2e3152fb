"""What Voila's kernels and their connections need so that a page answers at once and none stays."""

from __future__ import annotations

import asyncio
import os
import tempfile
from typing import Any

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Config


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A kernel websocket without Nagle's algorithm.

    A click makes several small messages; with it each waits for the browser's delayed
    acknowledgement, some 40 ms.
    """

    def connect(self) -> Any:
        """Connect as usual, the socket told to send at once."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class PageKernelManager(AsyncMappingKernelManager):
    """A kernel manager that knows which kernels make pages of the site.

    It tells those (and not the kernels of notebooks open in JupyterLab) where the site is, and ends idle
    kernels nobody looks at, but not those that wait for a visitor.
    """

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]
        """Start a kernel; one that Voila asks for learns the site's base url."""
        env = kwargs.get("env") or {}
        if "VOILA_BASE_URL" in env:
            kwargs["env"] = {**env, "CARDKIT_BASE_URL": env["VOILA_BASE_URL"]}
        kernel_id: str = await super().start_kernel(**kwargs)
        return kernel_id

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Leave the warm kernels of Voila's pools alone: they are idle by nature."""
        pools: dict[str, list[asyncio.Task[dict[str, Any]]]] = getattr(self, "_pools", {})
        for task in (task for pool in pools.values() for task in pool):
            ready = task.done() and not task.cancelled() and task.exception() is None
            if ready and task.result().get("kernel_id") == kernel_id:
                return
        await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]


def kernel_settings() -> Config:
    """Settings both Voila and JupyterLab get.

    ipc: over tcp, kernels that start together sometimes choose the same port and one dies. Idle
    kernels end after five minutes, those of open pages never: such a page would look alive and
    ignore clicks.
    """
    return Config(
        {
            "KernelManager": {"transport": "ipc" if os.name == "posix" else "tcp"},
            "MappingKernelManager": {
                "cull_idle_timeout": 300,
                "cull_interval": 60,
                "cull_connected": False,
            },
        }
    )


def short_folder() -> str:
    """Where connection files may lie: the path of an ipc socket holds about 100 characters."""
    usual = tempfile.gettempdir()
    return "/tmp" if len(usual) > 40 and os.path.isdir("/tmp") else usual
