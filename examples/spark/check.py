"""Compares audits on a Spark cluster with those of the command line, undisturbed and with a worker killed in the middle.

    python check.py WORK LOGS

WORK is a folder for files, LOGS the number of logs. Prints the seconds and logs a second of one and two workers, and the bytes a log.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import caipan
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet as pq

HERE = Path(__file__).parent
FILES = 32
MATCHES = [("changsha-a", None), ("beijing", None), ("guiyang", "A702"), ("changsha-b", "A101")]
# Logs that must not hurt their neighbours: cut off, no text, nested too deep, empty.
POISON = [b'{"format": "paipu/1", "id": "cut', b"\xff\xfe\x00", b"[" * 100_000, b""]


def write_logs(folder: Path, number: int) -> int:
    """Write the logs as Parquet files and as one NDJSON file; return their size in bytes."""
    logs = [
        game.log
        for seed, (rules, fault) in enumerate(MATCHES)
        for game in caipan.generate(rules, seed=seed, games=number // len(MATCHES), fault=fault, hands=1)
    ]
    (folder / "logs.ndjson").write_bytes(b"".join(log + b"\n" for log in logs))
    size = sum(map(len, logs))
    logs[len(logs) // 2 : len(logs) // 2] = POISON
    (folder / "logs").mkdir()
    for part in range(FILES):
        own = logs[part::FILES]
        table = pa.table({"log": pa.array(own, pa.binary()), "room": [f"room-{part}"] * len(own)})
        pq.write_table(table, folder / "logs" / f"{part:02}.parquet")
    return size


def digest(content: bytes) -> str:
    """The digest as the columns have it."""
    return hashlib.sha256(content).hexdigest()


def expected(folder: Path) -> dict[str, str]:
    """The digest of each log with that of its report, by the command line."""
    done = subprocess.run(["caipan", "audit", "--format", "json", folder / "logs.ndjson"], capture_output=True)
    logs = (folder / "logs.ndjson").read_bytes().splitlines()
    reports = done.stdout.splitlines()
    assert len(logs) == len(reports), f"{len(logs)} logs, but {len(reports)} reports: {done.stderr[-400:]!r}"
    return {digest(log): digest(report) for log, report in zip(logs, reports)}


def executors() -> list[int]:
    """The processes of the cluster's workers that run tasks."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if any(word.endswith(b"CoarseGrainedExecutorBackend") for word in command) and b"java" in command[0]:
            found.append(int(process.name))
    return sorted(found)


def kill_one_when_busy(out: Path, killed: list[int], over: threading.Event) -> None:
    """Kill one worker as soon as a task has written its part."""
    while not over.wait(0.05):
        if any(out.glob("_temporary/**/part-*")) and (running := executors()):
            os.kill(running[0], signal.SIGKILL)
            killed.append(running[0])
            return


def run(folder: Path, name: str, workers: int, kill: bool = False, logs: str = "logs") -> tuple[pa.Table, float]:
    """Audit a folder of logs on a cluster; return the rows in the order of the digests, and the seconds."""
    out = folder / name
    env = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_DIRS": str(folder / "spark")}
    command = ["spark-submit", "--master", f"local-cluster[{workers},1,1024]", str(HERE / "audit.py")]
    command += ["--logs", str(folder / logs), "--out", str(out), "--keep", "room"]
    killed: list[int] = []
    over = threading.Event()
    watch = threading.Thread(target=kill_one_when_busy, args=(out, killed, over))
    began = time.monotonic()
    if kill:
        watch.start()
    done = subprocess.run(command, env=env, cwd=folder, capture_output=True, text=True)
    took = time.monotonic() - began
    over.set()
    assert done.returncode == 0, done.stderr[-4000:]
    if kill:
        watch.join()
        assert killed, "no worker was killed: the audit ended too soon; ask for more logs"
    return pq.read_table(out).sort_by([("log_sha256", "ascending"), ("room", "ascending")]), took


def by_dask(folder: Path) -> pa.Table:
    """Audit with the example of the guide; return the rows in the order of the digests."""
    guide = (HERE.parent.parent / "docs" / "spark.md").read_text(encoding="utf-8")
    example = guide.split("```python\n")[1].split("```")[0]
    script = folder / "by_dask.py"
    script.write_text(example + '\nif __name__ == "__main__":\n    run()\n', encoding="utf-8")
    done = subprocess.run([sys.executable, script], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]
    return pq.read_table(folder / "reports").sort_by([("log_sha256", "ascending"), ("room", "ascending")])


def main() -> None:
    """Run the comparison."""
    folder, number = Path(sys.argv[1]).resolve(), int(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    size = write_logs(folder, number)
    (folder / "few").mkdir()
    shutil.copy(folder / "logs" / "00.parquet", folder / "few")
    by_program = expected(folder)
    calm, took = run(folder, "calm", 2)
    rows = calm.select(["log_sha256", "report_sha256"]).to_pylist()
    readable = {row["log_sha256"]: row["report_sha256"] for row in rows if row["report_sha256"]}
    assert readable == by_program, "the reports differ from those of the command line"
    unreadable = calm.filter(pa.compute.is_null(calm["report_sha256"]))
    assert len(unreadable) == len(POISON) and all(row["code"] for row in unreadable["error"].to_pylist())
    hurt, later = run(folder, "killed", 2, kill=True)
    assert hurt.equals(calm), "the rows differ after a worker was killed"
    names = ["room", "log_sha256", "report_sha256", "verdict"]
    assert by_dask(folder).select(names).equals(calm.select(names)), "the rows of Dask differ from those of Spark"
    _, alone = run(folder, "alone", 1)
    # A cluster takes long to start: what one file of 32 takes is that, and a 32nd of the work.
    starts = [run(folder, f"few-{workers}", workers, logs="few")[1] for workers in (1, 2)]
    rates = [number * (FILES - 1) / FILES / max(whole - start, 0.1) for whole, start in zip((alone, took), starts)]
    written = sum(file.stat().st_size for file in (folder / "calm").glob("*.parquet"))
    read = sum(file.stat().st_size for file in (folder / "logs").glob("*.parquet"))
    figures = {
        "logs": len(calm),
        "bytes a log": {"JSON": size // number, "Parquet": read // number, "report": written // number},
        "seconds": {"one worker": round(alone, 1), "two workers": round(took, 1), "one of two killed": round(later, 1)},
        "seconds for a file of 32": {"one worker": round(starts[0], 1), "two workers": round(starts[1], 1)},
        "logs a second beyond that": {"one worker": round(rates[0]), "two workers": round(rates[1])},
    }
    print(json.dumps(figures))
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
