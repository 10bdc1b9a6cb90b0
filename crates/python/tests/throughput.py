"""Throughput of `audit_batches` as a ratio to `caipan audit --format json` on the same logs, in one run.

    python crates/python/tests/throughput.py PROGRAM [LOGS]

Both use the same number of threads: one, then one for each core. Rounds alternate, and the best of each counts.
"""

import os
import subprocess
import sys
import tempfile
import time

import caipan
import pyarrow

ROUNDS = 5


def main() -> None:
    program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
    rules = [system["id"] for system in caipan.systems()]
    games = [caipan.generate(one, games=count // len(rules) + 1, hands=1) for one in rules]
    logs = [game.log for several in zip(*games) for game in several][:count]
    size = sum(map(len, logs))
    table = pyarrow.table({"log": pyarrow.array(logs, pyarrow.binary())})
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as file:
        file.write(b"\n".join(logs) + b"\n")
        file.flush()

        def of_program(jobs: int) -> float:
            began = time.perf_counter()
            words = [program, "audit", "--quiet", "--format", "json", "--jobs", str(jobs), file.name]
            subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
            return time.perf_counter() - began

        def of_package(jobs: int) -> float:
            began = time.perf_counter()
            reader = pyarrow.RecordBatchReader.from_stream(caipan.audit_batches(table, jobs=jobs))
            rows = sum(batch.num_rows for batch in reader)
            assert rows == count, rows
            return time.perf_counter() - began

        print(f"{count} logs, {size / 1e6:.1f} MB")
        for jobs in sorted({1, os.cpu_count() or 1}):
            times = [(of_program(jobs), of_package(jobs)) for _ in range(ROUNDS)]
            theirs, ours = min(time for time, _ in times), min(time for _, time in times)
            print(
                f"{jobs} thread{'s' if jobs > 1 else ''}: program {theirs:.2f} s, audit_batches {ours:.2f} s "
                f"({size / ours / 1e6:.1f} MB/s), ratio {theirs / ours:.2f}"
            )


main()
