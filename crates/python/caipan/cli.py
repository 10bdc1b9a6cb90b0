"""The command line ``caipan``: that of the Rust program without the commands of the service."""

from __future__ import annotations

import signal
import sys

from . import _native

__all__ = ["main"]


def main() -> None:
    """Run the command line of this process and end it with the exit status of the command."""
    # Python turns an interrupt into an exception and ignores a file limit; the program is to end, as the Rust one does.
    # Both ignore SIGPIPE: a closed pipe is an error of writing.
    for name in ("SIGINT", "SIGXFSZ"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, signal.SIG_DFL)
    sys.exit(_native.main(["caipan", *sys.argv[1:]]))
