"""The Jupyter server extension: the site's static files and rulebooks in JupyterLab and on Binder.

Where Voila's template is set to ``cardkit`` (``cardkit site --lab`` and ``binder/`` do so), pages
made by Voila inside the server get the frame of the site, too. Elsewhere Voila is left as it is.
"""

from __future__ import annotations

from typing import Any

from jupyter_server.serverapp import ServerApp

from cardkit.site import handlers
from cardkit.site.app import find_template, voila_settings


def _jupyter_server_extension_points() -> list[dict[str, Any]]:
    """Where the server finds the loader."""
    return [{"module": "cardkit.site.extension"}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    """Add the routes. Runs before Voila's own extension: Jupyter loads them by name."""
    base_url = server.web_app.settings["base_url"]
    if server.config.VoilaConfiguration.get("template") == "cardkit":
        find_template()
        server.config.VoilaConfiguration.update(voila_settings())
    server.web_app.add_handlers(".*$", handlers.rules(base_url))  # type: ignore[no-untyped-call]
