"""``cardkit deal``: let bots play a deal and tell it, as text or as a record."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from typing import Any

from cardkit import bots
from cardkit.games import GAMES, game
from cardkit.scene import OPEN
from cardkit.scene.text import told
from cardkit.words import LANGUAGES, say


def add_to(commands: Any, lang: str) -> None:
    """Add the subcommand to the command line."""
    deal = commands.add_parser(
        "deal", help=say("site.cli_deal", lang), description=say("site.cli_deal_more", lang)
    )
    deal.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))
    deal.add_argument("--seed", metavar="N", help=say("site.cli_seed", lang))
    deal.add_argument("--players", type=int, metavar="N", help=say("site.cli_players", lang))
    deal.add_argument("--preset", default="seed", metavar="NAME", help=say("site.cli_preset", lang))
    deal.add_argument("--bots", default="careful", choices=bots.BOTS, help=say("site.cli_bots", lang))
    deal.add_argument("--lang", default=lang, choices=LANGUAGES, help=say("site.cli_lang", lang))
    deal.add_argument("--seat", type=int, metavar="N", help=say("site.cli_seat", lang))
    deal.add_argument("--json", action="store_true", help=say("site.cli_json", lang))
    deal.set_defaults(run=run)


def run(arguments: argparse.Namespace, lang: str) -> int:
    """Play the deal and print it; 1 and a sentence on the error stream if something asked for cannot be."""
    options = {} if arguments.players is None else {"players": arguments.players}
    seed = secrets.randbelow(1_000_000) if arguments.seed is None else _number(arguments.seed)
    try:
        rules = game(arguments.game, arguments.preset, **options)
        record = bots.recorded(rules, seed, kind=arguments.bots)
        if arguments.json:
            printed = record.to_json() if arguments.seat is None else record.export(arguments.seat)
        else:
            printed = told(record, OPEN if arguments.seat is None else arguments.seat, arguments.lang)
    except ValueError as error:
        print(f"cardkit: {error}", file=sys.stderr)
        return 1
    try:
        # a terminal that cannot show a suit sign shows a question mark rather than nothing
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        sys.stdout.write(printed)
        sys.stdout.flush()
    except BrokenPipeError:
        # whoever read us, `head` perhaps, has had enough; keep the interpreter from complaining at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _number(seed: str) -> int | str:
    return int(seed) if seed.isascii() and seed.isdigit() else seed
