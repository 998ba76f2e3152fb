"""The ``cardkit`` command. Imports little until a subcommand needs more, so that it answers fast."""

from __future__ import annotations

import argparse
import errno
import importlib.util
import os
import socket
import sys
from collections.abc import Sequence
from importlib.metadata import version

from cardkit.site import deal, worksheet
from cardkit.site.places import has_notebooks, notebooks_folder
from cardkit.words import say

# what the site's extra brings, by import name
NEEDED = ("anywidget", "ipywidgets", "voila")
NEEDED_LAB = (*NEEDED, "jupyterlab")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (default: the process's); the exit status."""
    lang = _language()
    arguments = parser(lang).parse_args(argv)
    run = arguments.run
    status: int = run(arguments, lang)
    return status


def parser(lang: str) -> argparse.ArgumentParser:
    """The command line in a language."""
    top = argparse.ArgumentParser(prog="cardkit", description=say("site.cli_about", lang))
    top.add_argument(
        "--version",
        action="version",
        version=f"cardkit {version('cardkit')}",
        help=say("site.cli_version", lang),
    )
    commands = top.add_subparsers(
        title=say("site.cli_commands", lang), metavar="", required=True, dest="command"
    )
    site = commands.add_parser(
        "site", help=say("site.cli_site", lang), description=say("site.cli_site_more", lang)
    )
    site.add_argument("dir", nargs="?", metavar="DIR", help=say("site.cli_dir", lang))
    site.add_argument("--port", type=int, default=8866, help=say("site.cli_port", lang))
    site.add_argument("--host", default="127.0.0.1", help=say("site.cli_host", lang))
    site.add_argument("--pool", type=int, default=1, metavar="N", help=say("site.cli_pool", lang))
    site.add_argument("--lab", action="store_true", help=say("site.cli_lab", lang))
    site.add_argument("--debug", action="store_true", help=say("site.cli_debug", lang))
    site.set_defaults(run=serve)
    deal.add_to(commands, lang)
    worksheet.add_to(commands, lang)
    return top


def serve(arguments: argparse.Namespace, lang: str) -> int:
    """``cardkit site``."""
    needed = NEEDED_LAB if arguments.lab else NEEDED
    missing = [name for name in needed if importlib.util.find_spec(name) is None]
    if missing:
        return _refuse(say("site.cli_no_extra", lang, missing=", ".join(missing)))
    try:
        root = notebooks_folder(arguments.dir)
    except NotADirectoryError as error:
        return _refuse(say("site.cli_no_folder", lang, folder=str(error)))
    if not has_notebooks(root):
        return _refuse(say("site.cli_no_notebooks", lang, folder=str(root)))

    def ready(url: str) -> None:
        print(say("site.cli_ready", lang, url=url), flush=True)

    host, port = arguments.host, arguments.port
    try:
        # before the imports, which take a while
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listener = socket.create_server((host, port), family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            return _refuse(say("site.cli_port_taken", lang, host=host, port=str(port)))
        why = error.strerror or str(error)
        return _refuse(say("site.cli_no_listen", lang, host=host, port=str(port), reason=why))
    if arguments.lab:
        from cardkit.site import lab

        lab.serve(root, listener, host=host, debug=arguments.debug, ready=ready)
    else:
        from cardkit.site import app

        app.serve(root, listener, host=host, pool=arguments.pool, debug=arguments.debug, ready=ready)
    return 0


def _refuse(message: str) -> int:
    print(message, file=sys.stderr)
    return 1


def _language() -> str:
    """The language of the terminal, as POSIX names it."""
    named = next((os.environ[key] for key in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(key)), "")
    return "pt" if named.lower().startswith("pt") else "en"
