"""Audit game logs on Apache Spark: Parquet with one log a row in, Parquet with one report a row out.

    spark-submit examples/spark/audit.py --logs LOGS --out REPORTS [--column log] [--keep room,day]

LOGS is a folder of Parquet files, or of NDJSON files with one log a line (--lines). The columns of REPORTS are those of docs/parquet.md,
after the columns that --keep names. Every executor needs the wheel `caipan` and pyarrow. A log that cannot be read is a row
with its error. A task that is lost with its machine runs again elsewhere; the same log gives the same row.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

import caipan
import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.pandas.types import from_arrow_schema


def reports(batches: Iterable[pa.RecordBatch], schema: pa.Schema, column: str, keep: list[str]) -> Iterator[pa.RecordBatch]:
    """The reports of batches of logs, a batch at a time. Spark runs one task on each core, so one thread is enough here."""
    logs = pa.RecordBatchReader.from_batches(schema, batches)
    yield from pa.RecordBatchReader.from_stream(caipan.audit_batches(logs, column=column, keep=keep, jobs=1))


def audited(logs: DataFrame, column: str = "log", keep: list[str] | None = None) -> DataFrame:
    """The reports of a data frame of logs."""
    kept = keep or []
    chosen = logs.select(column, *[name for name in kept if name != column])
    schema = chosen.limit(0).toArrow().schema
    # A table without rows already has the columns of the reports.
    empty = pa.RecordBatchReader.from_stream(caipan.audit_batches(schema.empty_table(), column=column, keep=kept))
    return chosen.mapInArrow(lambda batches: reports(batches, schema, column, kept), from_arrow_schema(empty.schema))


def main() -> None:
    """Read the arguments and audit."""
    parser = argparse.ArgumentParser(description="Audit game logs on Apache Spark")
    parser.add_argument("--logs", required=True, help="folder of Parquet files with the logs")
    parser.add_argument("--out", required=True, help="folder for the Parquet files with the reports; it must not exist")
    parser.add_argument("--column", default="log", help="the column that holds the logs, as binary or text")
    parser.add_argument("--keep", default="", help="columns to copy into the reports, separated by commas")
    parser.add_argument("--lines", action="store_true", help="LOGS holds NDJSON files instead of Parquet")
    given = parser.parse_args()
    spark = SparkSession.builder.appName("caipan audit").getOrCreate()
    keep = [name for name in given.keep.split(",") if name]
    logs = spark.read.text(given.logs).toDF(given.column) if given.lines else spark.read.parquet(given.logs)
    audited(logs, given.column, keep).write.parquet(given.out)
    spark.stop()


if __name__ == "__main__":
    main()
