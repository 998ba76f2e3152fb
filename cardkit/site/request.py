"""What the address of a page says, for notebooks: ``query()`` works under Voila and without it."""

from __future__ import annotations

import os
from urllib.parse import parse_qsl


def query() -> dict[str, str]:
    """The query string of the page being made, as a dict; ``{}`` in plain Jupyter.

    Under Voila with warm kernels this waits until a visitor has come: what must not be the same for
    every visitor (a seed, a time) belongs in cells after the first call.
    """
    if os.environ.get("VOILA_PREHEAT") == "True":
        # only a warm kernel has to wait; the import is slow and there alone it costs nobody time
        from voila.utils import wait_for_request

        wait_for_request()
    return dict(parse_qsl(os.environ.get("QUERY_STRING", ""), keep_blank_values=True))
