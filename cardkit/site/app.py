"""The site as an app: Voila with the faults mended that its stock form has."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jupyter_core.utils import run_sync
from jupyter_server.utils import url_path_join
from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from traitlets.config import Config
from voila.app import Voila

from cardkit.site import handlers
from cardkit.site.kernels import kernel_settings, short_folder
from cardkit.site.places import SHARE, warm_pages
from cardkit.words import say

EVERYWHERE = ("", "0.0.0.0", "::")  # hosts that mean every address of the machine
# Labextensions a page of ours never uses; each would be fetched by every visitor.
UNUSED = [
    "@voila-dashboards/jupyterlab-preview",
    "@voila-dashboards/widgets-manager7",
    "@jupyter-notebook/lab-extension",
    "jupyterlab_pygments",
]


def settings(root: Path, *, host: str, pool: int, debug: bool) -> Config:
    """Voila's configuration for a folder of notebooks; ``pool`` kernels wait for each warm page."""
    pools: dict[str, Any] = {place: {"pool_size": pool} for place in warm_pages(root)}
    config = Config(
        {
            "Voila": {
                "ip": host,
                "root_dir": str(root),
                "open_browser": False,
                "log_level": "DEBUG" if debug else "ERROR",
                "connection_dir_root": short_folder(),
                "kernel_websocket_connection_class": "cardkit.site.kernels.PromptConnection",
            },
            "VoilaConfiguration": voila_settings()
            | {
                "preheat_kernel": pool > 0 and bool(pools),
                "show_tracebacks": debug,
                "multi_kernel_manager_class": "cardkit.site.kernels.PageKernelManager",
            },
            # Voila's default would warm every notebook in the folder
            "VoilaKernelManager": {"kernel_pools_config": {**pools, "default": {"pool_size": 0}}},
            "VoilaExecutor": {"cell_error_instruction": say("site.cell_failed_log")},
        }
    )
    config.merge(kernel_settings())
    return config


def voila_settings() -> dict[str, Any]:
    """What Voila needs to make pages in our template, as an app or inside JupyterLab."""
    return {
        "template": "cardkit",
        "allow_template_override": "NO",
        "allow_theme_override": "NO",
        "extension_denylist": UNUSED,
        "page_config_hook": handlers.frame_of_notebook,
    }


def find_template() -> None:
    """Let Voila and nbconvert find the template beside this file, installed or not."""
    paths = [str(SHARE), *filter(None, os.environ.get("JUPYTER_PATH", "").split(os.pathsep))]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(dict.fromkeys(paths))


class Site(Voila):  # type: ignore[misc]
    """Voila for the site. `on_ready` is called with the address once the site answers."""

    name = "voila"  # configuration files and settings keep Voila's name
    port: int
    ip: str
    listener: socket.socket
    on_ready: Callable[[str], None] = staticmethod(lambda url: None)

    def load_config_file(self, *args: Any, **kwargs: Any) -> None:
        """Nothing: stray voila.json files must not undo the mends."""

    def start(self) -> None:
        """Serve on ``listener`` until Ctrl-C or SIGTERM, then end all kernels."""
        self.port = self.listener.getsockname()[1]  # port 0 asked for any free one
        if self.ip not in EVERYWHERE:
            os.environ["VOILA_APP_IP"] = self.ip  # where warm kernels ask for their visitor
        super().start()

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, and those that only count when the web application is made."""
        found: dict[str, Any] = super().init_settings()
        return found | {
            "compress_response": True,
            "default_handler_class": handlers.NotFoundHandler,
        }

    def init_handlers(self) -> list[Any]:
        """Our routes before Voila's, so that the first to match is ours."""
        url = self.server_url
        notebook = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        return [
            *handlers.rules(url),
            (url, handlers.HomeHandler),
            (url_path_join(url, r"/voila/render/(.*)"), handlers.NotebookHandler, notebook),
            *super().init_handlers(),
        ]

    def listen(self) -> None:
        """Serve on the socket that is there already; whatever happens, end the kernels."""
        HTTPServer(self.app).add_socket(self.listener)
        self.ioloop = IOLoop.current()
        self.ioloop.add_callback(self._tell_when_ready)
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not leave kernels
            self.stop()

    async def _tell_when_ready(self) -> None:
        host = "127.0.0.1" if self.ip in EVERYWHERE else self.ip
        url = f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.base_url}"
        await AsyncHTTPClient().fetch(f"{url}cardkit/static/site.css")
        self.on_ready(url)

    def stop(self) -> None:
        """End every kernel, those still starting too, and remove the connection files."""
        run_sync(self.kernel_manager.shutdown_all)(now=True)
        super().stop()


def serve(
    root: Path, listener: socket.socket, *, host: str, pool: int, debug: bool, ready: Callable[[str], None]
) -> None:
    """Run the site on a listening socket until it is told to end."""
    find_template()
    app = Site(config=settings(root, host=host, pool=pool, debug=debug))
    listener.setblocking(False)
    app.listener, app.on_ready = listener, ready
    app.initialize([])
    app.start()
