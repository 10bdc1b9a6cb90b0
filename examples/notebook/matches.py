"""The matches of an export, as views of DuckDB."""

from __future__ import annotations

import duckdb


def open_matches(files: str | list[str]) -> duckdb.DuckDBPyConnection:
    """Open Parquet files (paths or globs) as the views `matches` and `unreadable`.

    A log that was delivered twice counts once: of equal bytes, or of equal room and id, the first row stays.
    """
    con = duckdb.connect()
    con.execute("SET TimeZone = 'UTC'")
    files = [files] if isinstance(files, str) else list(files)
    # The platform is in the names of the folders only, and remains a text even if it looks like a number.
    names = ", ".join("'" + file.replace("'", "''") + "'" for file in files)
    options = "union_by_name = true, hive_partitioning = true, hive_types_autocast = false"
    con.execute(f"CREATE VIEW delivered AS SELECT * FROM read_parquet([{names}], {options})")
    readable = "verdict IS NOT NULL AND hands IS NOT NULL"
    con.execute(
        f"""CREATE TEMP TABLE matches AS
        SELECT * FROM delivered WHERE {readable}
        QUALIFY row_number() OVER (PARTITION BY log_sha256) = 1
            AND row_number() OVER (PARTITION BY platform, coalesce(log_id, log_sha256) ORDER BY log_sha256) = 1"""
    )
    con.execute(f"CREATE TEMP VIEW unreadable AS SELECT * FROM delivered WHERE NOT coalesce({readable}, false)")
    return con
