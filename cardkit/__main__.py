"""``python -m cardkit``: the command line."""

import sys

from cardkit.site.cli import main

if __name__ == "__main__":
    sys.exit(main())
