"""Measure the tests of `questions.py`: false alarms on fair matches, power on matches made unfair on purpose.

A platform of `--size` matches is generated with `caipan generate --population`, exported with `caipan export
--parquet`, and asked every question; this is repeated with other seeds. The table counts the platforms on which a
question raised an alarm. Run it as

    python measure.py --caipan path/to/caipan --matches 100000 > table.md
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import functools
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy import stats

import questions

RULES, PLAYERS, HANDS = "changsha-a", 12, 2
"""Rules, players of a platform, and the most hands of a match."""


class Mode(NamedTuple):
    """An unfair mode as the measurement sees it."""

    question: str
    """The question that must see it."""
    culprit: str
    """The cases that are really unfair, as a regular expression; an alarm of another case is a false one."""
    rates: list[str]
    """The rates to measure, in percent."""


UNFAIR = {
    "repeated-walls": Mode("repeats", "^", ["0.05", "0.2", "1"]),
    # A favoured seat makes the others of its room look unlucky, so every alarm about deals, or draws, is right.
    "biased-deal": Mode("seats", " deal$", ["25", "50", "100"]),
    "biased-draws": Mode("seats", " draw$", ["25", "50", "100"]),
    "feeding": Mode("pairs", "^p0001 p0002 ", ["10", "25", "50", "100"]),
    "rounding": Mode("versions", r" 1\.2 ", ["1", "5", "20"]),
}
"""The unfair modes of `caipan generate`."""

EXCHANGES = 20
"""Times that the versions of a platform that rounds are exchanged at random."""


def export(caipan: str, logs: Path, target: Path) -> list[str]:
    """Export logs as Parquet files with readable names; return the files."""
    command = [caipan, "export", "--parquet", str(target), "--players", "clear", str(logs)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return [str(file) for file in sorted(target.rglob("*.parquet"))]


def platform(caipan: str, seed: int, size: int, unfair: str | None, folder: Path) -> list[str]:
    """Generate the matches of a platform and return their Parquet files."""
    logs = folder / "matches.ndjson"
    command = [caipan, "generate", "--rules", RULES, "--seed", str(seed), "--games", str(size)]
    command += ["--hands", str(HANDS), "--population", str(PLAYERS)]
    if unfair:
        command += ["--unfair", unfair, "--labels", str(folder / "labels.ndjson")]
    with logs.open("wb") as out:
        subprocess.run(command, check=True, stdout=out)
    return export(caipan, logs, folder / "parquet")


def alarms(con) -> dict[str, set]:
    """The cases that raise an alarm, by question."""
    found = {}
    for name, ask in questions.QUESTIONS.items():
        table = ask(con)
        case = [column for column in table.columns[:3] if column not in ("times", "matches")]
        found[name] = set(table[table["alarm"]][case].astype(str).agg(" ".join, axis=1)) if table["alarm"].any() else set()
    return found


def one(task: tuple[str | None, int], caipan: str, size: int) -> tuple[str | None, int, dict[str, set], list[bool]]:
    """Ask a platform every question. Of a platform that rounds, ask also with the versions exchanged at random."""
    unfair, seed = task
    with tempfile.TemporaryDirectory() as folder:
        con = questions.open_matches(platform(caipan, seed, size, unfair, Path(folder)))
        found = alarms(con)
        exchanged = []
        for turn in range(EXCHANGES if unfair and unfair.startswith("rounding") else 0):
            exchange_versions(con, turn)
            exchanged.append(bool(questions.version_alarms(con)["alarm"].any()))
    return unfair, seed, found, exchanged


def exchange_versions(con, seed: int) -> None:
    """Give the clients and versions to other matches at random: faults then have nothing to do with versions."""
    table = con.sql("SELECT log_sha256, client, client_version FROM matches ORDER BY log_id").df()
    order = np.random.default_rng(seed).permutation(len(table))
    exchanged = table[["client", "client_version"]].iloc[order].reset_index(drop=True)
    exchanged = pd.concat([table[["log_sha256"]], exchanged], axis=1)
    con.register("exchanged", exchanged)
    con.execute(
        """CREATE OR REPLACE TEMP TABLE matches AS
        SELECT m.* REPLACE (e.client AS client, e.client_version AS client_version)
        FROM matches m JOIN exchanged e USING (log_sha256)"""
    )


def share(hits: int, of: int) -> str:
    """A count with its exact 95 % interval, after Clopper and Pearson."""
    test = stats.binomtest(hits, of).proportion_ci(method="exact")
    return f"{hits} / {of} | {100 * test.low:.1f}–{100 * test.high:.1f} %"


def tables(results, size: int, fair: int) -> str:
    """The tables of false alarms and power, in Markdown."""
    ran, alarmed, found, wrong = (collections.Counter() for _ in range(4))
    exchanged = []
    for unfair, _, raised, answers in results:
        ran[unfair] += 1
        exchanged += answers
        alarmed.update((unfair, question) for question, cases in raised.items() if cases)
        if unfair:
            mode = UNFAIR[unfair.split("=")[0]]
            cases = raised[mode.question]
            right = {case for case in cases if re.search(mode.culprit, case)}
            found[unfair] += bool(right)
            wrong[unfair] += cases != right
    lines = []
    if fair:
        lines += [
            f"| 问题 question | 公平平台误报 alarms on {fair * size:,} fair matches, {size} a platform | 95 % |",
            "|---|---|---|",
        ]
        lines += [f"| `{question}` | {share(alarmed[None, question], fair)} |" for question in questions.QUESTIONS]
    if exchanged:
        lines.append(f"| `versions`, 版本打乱 versions exchanged | {share(sum(exchanged), len(exchanged))} |")
    lines += ["", "| 不公平 unfair | 问题 question | 查出 found | 95 % | 另有误指 others accused |", "|---|---|---|---|---|"]
    for name, mode in UNFAIR.items():
        for unfair in (f"{name}={rate}" for rate in mode.rates):
            if ran[unfair]:
                lines.append(f"| `{unfair}` | `{mode.question}` | {share(found[unfair], ran[unfair])} | {wrong[unfair]} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--caipan", default="caipan", help="the program")
    parser.add_argument("--matches", type=int, default=100_000, help="fair matches in all")
    parser.add_argument("--size", type=int, default=500, help="matches of a platform")
    parser.add_argument("--platforms", type=int, default=20, help="platforms of each unfair mode and rate")
    parser.add_argument("--jobs", type=int, default=2, help="platforms at once")
    parser.add_argument("--modes", nargs="*", choices=UNFAIR, default=list(UNFAIR), help="unfair modes to measure")
    args = parser.parse_args()
    fair = args.matches // args.size
    tasks = [(None, seed) for seed in range(1, fair + 1)]
    unfair = [f"{name}={rate}" for name in args.modes for rate in UNFAIR[name].rates]
    tasks += [(mode, 10_000 + seed) for seed in range(args.platforms) for mode in unfair]
    ask = functools.partial(one, caipan=args.caipan, size=args.size)
    results = []
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        for result in pool.map(ask, tasks):
            results.append(result)
            raised = {name: sorted(cases) for name, cases in result[2].items() if cases}
            print(len(results), "/", len(tasks), result[0] or "fair", result[1], raised, file=sys.stderr, flush=True)
    print(tables(results, args.size, fair))


if __name__ == "__main__":
    main()
