"""Run the notebook over generated matches: each unfair platform must raise its own alarm, the fair one none.

    python check.py path/to/caipan

The program must have been built with its feature `parquet`; the program of the wheel is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient

import measure

HERE = Path(__file__).resolve().parent

CASES = {
    None: set(),
    "repeated-walls=1": {"repeats"},
    "biased-deal": {"seats"},
    "biased-draws": {"seats"},
    "feeding": {"pairs"},
    "rounding": {"versions"},
}
"""The questions that must raise an alarm, by unfair mode."""

SIZE, SEED = 300, 1


def alarms(files: Path, after: Path | None) -> dict[str, int]:
    """Execute the notebook over these Parquet files; return its number of alarms by question."""
    os.environ["CAIPAN_PARQUET"] = str(files / "**/*.parquet")
    os.environ.pop("CAIPAN_PARQUET_AFTER", None)
    if after:
        os.environ["CAIPAN_PARQUET_AFTER"] = str(after / "**/*.parquet")
    notebook = nbformat.read(HERE / "many_matches.ipynb", as_version=4)
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(HERE)}}).execute()
    if after:
        shown = [out.get("data", {}).get("text/plain", "") for cell in notebook.cells for out in cell.get("outputs", [])]
        if not any("per_hand" in text for text in shown):
            sys.exit("The notebook was given a second export and compared nothing.")
    return json.loads(notebook.cells[-1].outputs[-1].text)


def under_another_option(logs: Path, target: Path) -> None:
    """Write the same logs with one option declared otherwise."""
    with target.open("w") as out:
        for line in logs.read_text().splitlines():
            log = json.loads(line)
            log["rules"].setdefault("options", {})["small_self_draw_plus_one"] = "off"
            print(json.dumps(log, ensure_ascii=False), file=out)


def main() -> None:
    caipan = sys.argv[1]
    failed = False
    for unfair, due in CASES.items():
        with tempfile.TemporaryDirectory() as place:
            folder, after = Path(place), None
            measure.platform(caipan, SEED, SIZE, unfair, folder)
            if unfair is None:
                after = folder / "after"
                under_another_option(folder / "matches.ndjson", folder / "after.ndjson")
                measure.export(caipan, folder / "after.ndjson", after)
            raised = {name for name, count in alarms(folder / "parquet", after).items() if count}
        right = raised == due
        failed |= not right
        print("ok  " if right else "FAIL", unfair or "fair", "raised", sorted(raised), "due", sorted(due))
    sys.exit(failed)


if __name__ == "__main__":
    main()
