"""``cardkit site --lab``: JupyterLab on the notebooks, with the site's rulebooks and pages in it."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]
from traitlets.config import Config

from cardkit.site.app import find_template, voila_settings
from cardkit.site.kernels import kernel_settings
from cardkit.site.places import landing_page


def settings(root: Path, *, host: str, port: int, debug: bool) -> Config:
    """JupyterLab's configuration: the front page open, the mends that are not Voila's own."""
    landing = landing_page(root, "en")
    config = Config(
        {
            "ServerApp": {
                "ip": host,
                "port": port,
                "port_retries": 0,
                "open_browser": False,
                "allow_root": True,  # as in containers; there is a token
                "answer_yes": True,  # Ctrl-C ends it, without a question
                "root_dir": str(root),
                "default_url": f"/lab/tree/{landing}" if landing else "/lab",
                "jpserver_extensions": {"cardkit.site.extension": True},
                "kernel_manager_class": "cardkit.site.kernels.PageKernelManager",
                "kernel_websocket_connection_class": "cardkit.site.kernels.PromptConnection",
                "tornado_settings": {"compress_response": True},
                "log_level": "DEBUG" if debug else "ERROR",
            },
            "LabApp": {
                "log_level": "DEBUG" if debug else "ERROR",
                # nothing is fetched from elsewhere, not even news
                "news_url": None,
                "check_for_updates_class": "jupyterlab.handlers.announcements.NeverCheckForUpdate",
            },
            "VoilaConfiguration": voila_settings(),
        }
    )
    config.merge(kernel_settings())
    return config


def serve(
    root: Path, listener: socket.socket, *, host: str, debug: bool, ready: Callable[[str], None]
) -> NoReturn:
    """Run JupyterLab where ``listener`` listens until it is told to end, and end the process with it."""
    find_template()
    port = listener.getsockname()[1]
    listener.close()  # JupyterLab insists on a socket of its own
    config = settings(root, host=host, port=port, debug=debug)
    server = LabApp.initialize_server(argv=[], config=config)
    server.io_loop.add_callback(lambda: ready(server.display_url.splitlines()[0].strip()))
    server.start()
    # all is cleaned up; but where Ctrl-C met a request, a thread of a library waits for ever
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
