"""Faults by client version: their counts, and the versions that have more of them than the others."""

from __future__ import annotations

import duckdb
import pandas as pd
from scipy import stats

from significance import LEVEL, corrected


def faults_by_version(con: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """Primary findings per thousand hands, by client, version and code. A count, not a test."""
    return con.sql(
        """WITH played AS (
            SELECT client, client_version, sum(len(hands)) AS hands FROM matches GROUP BY ALL
        ), found AS (
            SELECT client, client_version, f.code AS code, count(*) AS faults
            FROM (SELECT client, client_version, unnest(findings) AS f FROM matches)
            WHERE f."primary" AND f.kind IN ('fault', 'variant') GROUP BY ALL
        )
        SELECT found.client, found.client_version, code, faults, hands, round(1000 * faults / hands, 2) AS per_thousand
        FROM found JOIN played
            ON found.client IS NOT DISTINCT FROM played.client
            AND found.client_version IS NOT DISTINCT FROM played.client_version
        ORDER BY per_thousand DESC, found.client, found.client_version, code"""
    ).df()


def version_alarms(con: duckdb.DuckDBPyConnection, level: float = LEVEL) -> pd.DataFrame:
    """Versions whose matches have a fault of a code more often than those of all other versions.

    H0: whether a match has a fault of this code does not depend on the version of the client. One-sided exact test of
    Fisher, by match; one case per version and code.
    """
    versions = con.sql(
        "SELECT client, client_version, count(*) AS matches FROM matches WHERE len(hands) > 0 GROUP BY ALL ORDER BY ALL"
    ).df()
    versions["name"] = _version_name(versions)
    faulty = con.sql(
        """SELECT client, client_version, code, count(*) AS faulty FROM (
            SELECT DISTINCT log_sha256, client, client_version, f.code AS code
            FROM (SELECT log_sha256, client, client_version, unnest(findings) AS f FROM matches WHERE len(hands) > 0)
            WHERE f."primary" AND f.kind IN ('fault', 'variant')
        ) GROUP BY ALL"""
    ).df()
    faulty["name"] = _version_name(faulty)
    total = int(versions["matches"].sum())
    counts = {(row.name_, row.code): int(row.faulty) for row in faulty.rename(columns={"name": "name_"}).itertuples()}
    rows = []
    for code, all_faulty in faulty.groupby("code")["faulty"].sum().items():
        for name, played in zip(versions["name"], versions["matches"]):
            here = counts.get((name, code), 0)
            # The count here is hypergeometric given all counts, if the version does not matter.
            p = stats.hypergeom.sf(here - 1, total, int(all_faulty), int(played))
            rows.append((name, code, int(played), here, int(all_faulty) - here, total - int(played), float(p)))
    columns = ["version", "code", "matches", "faulty", "faulty_elsewhere", "matches_elsewhere", "p"]
    return corrected(pd.DataFrame(rows, columns=columns), level)


def _version_name(table: pd.DataFrame) -> pd.Series:
    return table["client"].fillna("?") + " " + table["client_version"].fillna("?")
