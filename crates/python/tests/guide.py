"""Runs every block marked ``python`` or ``sh`` of a Markdown file, in order, in an empty folder.

The Python blocks share one namespace and this interpreter, whose folder of programs comes first on the path.
"""

import importlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(python|sh)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> None:
    page = pathlib.Path(sys.argv[1]).resolve()
    text = page.read_text(encoding="utf-8")
    blocks = list(BLOCK.finditer(text))
    if not blocks:
        sys.exit(f"{page} has no block of Python or shell")
    os.environ["PATH"] = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    os.environ.update({"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"})
    names: dict[str, object] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for block in blocks:
            line = text[: block.start(2)].count("\n") + 1
            print(f"{page.name}:{line}: {block.group(1)}", flush=True)
            if block.group(1) == "sh":
                subprocess.run(["bash", "-euo", "pipefail", "-c", block.group(2)], check=True)
                importlib.invalidate_caches()
            else:
                # The blank lines give a traceback the lines of the page.
                exec(compile("\n" * (line - 1) + block.group(2), str(page), "exec"), names)
        os.chdir("/")


main()
