"""Throughput of `audit_batches` as a ratio to `caipan audit --format json` on the same logs, in one run.

    python crates/python/tests/throughput.py PROGRAM [LOGS]

Both use the same number of threads for audits: one, then one for each core. Rounds alternate, and the best of each counts. The
program reads and prints on threads of its own, so the ratio of processor time is given too.
"""

import os
import resource
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

        def of_program(jobs: int) -> tuple[float, float]:
            began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
            words = [program, "audit", "--quiet", "--format", "json", "--jobs", str(jobs), file.name]
            subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
            took, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
            return took, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        def of_package(jobs: int) -> tuple[float, float]:
            began, before = time.perf_counter(), time.process_time()
            reader = pyarrow.RecordBatchReader.from_stream(caipan.audit_batches(table, jobs=jobs))
            rows = sum(batch.num_rows for batch in reader)
            assert rows == count, rows
            return time.perf_counter() - began, time.process_time() - before

        print(f"{count} logs, {size / 1e6:.1f} MB")
        for jobs in sorted({1, os.cpu_count() or 1}):
            times = [(of_program(jobs), of_package(jobs)) for _ in range(ROUNDS)]
            theirs, ours = (tuple(map(min, zip(*(pair[side] for pair in times)))) for side in (0, 1))
            print(
                f"{jobs} thread{'s' if jobs > 1 else ''}: program {theirs[0]:.2f} s, audit_batches {ours[0]:.2f} s "
                f"({size / ours[0] / 1e6:.1f} MB/s), ratio {theirs[0] / ours[0]:.2f}; processor time "
                f"{theirs[1]:.2f} s and {ours[1]:.2f} s, ratio {theirs[1] / ours[1]:.2f}"
            )


main()
