"""The points that a change of an option or revision moves. A count, not a test."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd


def points_changed(before: duckdb.DuckDBPyConnection, after: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """Points that a change of an option or revision moves, by rules: the same logs exported under both.

    A hand counts as changed if the computed points of a seat differ. `moved` is the sum of the points that change
    hands; `low` and `high` hold 95 % of the means per hand over resampled matches. A count, not a test.
    """
    hands = (
        "SELECT log_id, system, preset, h.hand AS hand, h.balance AS balance "
        "FROM (SELECT log_id, system, preset, unnest(hands) AS h FROM matches)"
    )
    old, new = before.sql(hands).df(), after.sql(hands).df()
    both = old.merge(new, on=["log_id", "hand"], suffixes=("", "_after"))
    if both.empty:
        raise ValueError(
            "两次导出里没有同一局：请导出同一批牌谱，log_id 要一致。"
            "The two exports share no hand: export the same logs twice, with equal log_id."
        )
    known = both["balance"].notna() & both["balance_after"].notna()
    both = both[known].copy()
    changes = [
        int(np.abs(np.asarray(a) - np.asarray(b)).sum()) // 2 for a, b in zip(both["balance"], both["balance_after"])
    ]
    both["moved"] = np.asarray(changes, dtype=np.int64)
    both["changed"] = both["moved"] > 0
    rows = []
    for (system, preset), part in both.groupby(["system", "preset"]):
        by_match = part.groupby("log_id").agg(moved=("moved", "sum"), hands=("moved", "size"))
        low, high = _resampled(by_match["moved"].to_numpy(), by_match["hands"].to_numpy())
        moved, hands_seen = int(part["moved"].sum()), len(part)
        rows.append((system, preset, hands_seen, int(part["changed"].sum()), moved, moved / hands_seen, low, high))
    columns = ["system", "preset", "hands", "changed", "moved", "per_hand", "low", "high"]
    return pd.DataFrame(rows, columns=columns)


def _resampled(sums: np.ndarray, sizes: np.ndarray, times: int = 2000) -> tuple[float, float]:
    chance = np.random.default_rng(1)
    picks = chance.multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=times)
    means = picks @ sums / (picks @ sizes)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))
