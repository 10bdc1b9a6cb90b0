"""``python -m caipan`` is the command line."""

from .cli import main

main()
