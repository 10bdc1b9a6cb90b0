"""Questions about many matches, asked of the Parquet files that `caipan export --parquet` writes.

Each question takes a DuckDB connection from `open_matches` and returns a table. A question that is a test states its
null hypothesis (H0), returns one p-value per case, and corrects all its p-values together by Holm's method: if H0 holds
everywhere, the chance of any alarm among the answers of one question is at most `LEVEL`. The unit of a test is the
match, because the hands of one match depend on each other.

An alarm is a reason to look, and no proof of guilt. Each question is a module of this folder.
"""

from changes import points_changed
from matches import open_matches
from pairs import pair_alarms
from repeats import repeats
from seats import seat_alarms
from significance import LEVEL
from versions import faults_by_version, version_alarms

__all__ = [
    "LEVEL",
    "QUESTIONS",
    "faults_by_version",
    "open_matches",
    "pair_alarms",
    "points_changed",
    "repeats",
    "seat_alarms",
    "version_alarms",
]

QUESTIONS = {"versions": version_alarms, "repeats": repeats, "seats": seat_alarms, "pairs": pair_alarms}
"""The questions that are tests, by name."""
