"""Flow of discards and points between pairs of players."""

from __future__ import annotations

import math

import duckdb
import numpy as np
import pandas as pd
from scipy import stats

from significance import LEVEL, corrected

FEWEST_SHARED = 5
"""Two players are tested if they share at least this many matches."""


def pair_alarms(con: duckdb.DuckDBPyConnection, level: float = LEVEL) -> pd.DataFrame:
    """Pairs of players between whom more discards or points flow than between others at the same tables.

    H0: a player gives and takes by its own habit, whoever the other is; for discards the distance of the seats matters
    too. In each match the flow of every pair, both ways, is compared with the flow expected from the habits; the excess
    of the pair is then exchanged with that of the other pairs of that match at the same distance (for points: of all
    pairs). The p-value is the probability of so large a sum of excesses if each match is exchanged evenly: exact, on a
    fine grid, from 2.5 standard deviations on, and by the normal law below. One-sided; one case per pair of players and
    measure.
    """
    cases = []
    for measure in ("discards", "points"):
        excess = _excesses(con, measure)
        for (one, other), part in excess.groupby(["one", "other"], sort=True):
            if len(part) >= FEWEST_SHARED:
                p = _exchanged(part["excess"].to_numpy(), list(part["others"]))
                cases.append((one, other, measure, len(part), part["flow"].sum(), part["excess"].sum(), p))
    columns = ["one", "other", "measure", "matches", "flow", "excess", "p"]
    return corrected(pd.DataFrame(cases, columns=columns), level)


def _excesses(con: duckdb.DuckDBPyConnection, measure: str) -> pd.DataFrame:
    """One row per match and pair: the flow both ways, its excess, and the excesses of all comparable pairs."""
    matches = con.sql(
        "SELECT log_sha256 AS match, preset, seats, players, len(hands) AS hands FROM matches "
        "WHERE players IS NOT NULL AND len(players) = seats AND seats > 2"
    ).df()
    table, taker, amount = ("claims", "by", "count(*)") if measure == "discards" else ("payments", "to", "sum(f.points)")
    flows = con.sql(
        f"""SELECT log_sha256 AS match, f."from" AS giver, f."{taker}" AS taker, {amount} AS flow
        FROM (SELECT log_sha256, unnest({table}) AS f FROM matches)
        WHERE f."from" IS NOT NULL AND f."{taker}" IS NOT NULL GROUP BY ALL"""
    ).df()
    rows = []
    for (_, seats), part in matches.groupby(["preset", "seats"], sort=True):
        seats = int(seats)
        place = {match: at for at, match in enumerate(part["match"])}
        here = flows[flows["match"].isin(place)]
        flow = np.zeros((len(part), seats, seats))
        at = here["match"].map(place).to_numpy(dtype=np.int64)
        flow[at, here["giver"].to_numpy(dtype=np.int64), here["taker"].to_numpy(dtype=np.int64)] = here["flow"]
        numbers = pd.factorize(np.concatenate(part["players"].to_list()))[0].reshape(len(part), seats)
        expected = _expected(flow, part["hands"].to_numpy(dtype=float), numbers, by_distance=measure == "discards")
        excess = flow - expected
        both, over = flow + flow.transpose(0, 2, 1), excess + excess.transpose(0, 2, 1)
        pairs = [(i, j) for i in range(seats) for j in range(i + 1, seats)]
        apart = lambda i, j: min(j - i, seats - j + i) if measure == "discards" else 0  # noqa: E731
        for i, j in pairs:
            like = [(a, b) for a, b in pairs if apart(a, b) == apart(i, j)]
            others = np.stack([over[:, a, b] for a, b in like], axis=1)
            for row, names in enumerate(part["players"]):
                one, other = sorted((names[i], names[j]))
                rows.append((one, other, both[row, i, j], over[row, i, j], others[row]))
    return pd.DataFrame(rows, columns=["one", "other", "flow", "excess", "others"])


def _expected(flow: np.ndarray, hands: np.ndarray, players: np.ndarray, by_distance: bool) -> np.ndarray:
    """The flow from seat to seat if each player gives and takes by its own habit, whoever the other is.

    `flow[match, giver, taker]`, `hands[match]`, `players[match, seat]` as numbers. The habits are two factors per player,
    fitted so that what each player gives and takes in all its matches comes out right. By distance, the shares that all
    matches give to the next, opposite and previous seat stay; otherwise all takers are alike.
    """
    seats = flow.shape[1]
    share = np.ones((seats, seats)) - np.eye(seats)
    if by_distance:
        for away in range(1, seats):
            cells = [(giver, (giver + away) % seats) for giver in range(seats)]
            total = sum(flow[:, i, j].sum() for i, j in cells)
            for i, j in cells:
                share[i, j] = total
    even = hands[:, None, None] * share
    even = even * (flow.sum() / max(even.sum(), 1e-9))
    known = players.max() + 1
    by_player = lambda values: np.bincount(players.ravel(), values.ravel(), minlength=known)  # noqa: E731
    gives, takes = by_player(flow.sum(axis=2)), by_player(flow.sum(axis=1))
    giving, taking = np.ones(known), np.ones(known)
    for _ in range(20):
        fitted = even * taking[players][:, None, :]
        giving = gives / np.maximum(by_player(fitted.sum(axis=2)), 1e-9)
        fitted = even * giving[players][:, :, None]
        taking = takes / np.maximum(by_player(fitted.sum(axis=1)), 1e-9)
    return even * giving[players][:, :, None] * taking[players][:, None, :]


def _exchanged(excess: np.ndarray, others: list[np.ndarray], cells: int = 16_384) -> float:
    """The chance that the sum of one excess of each match, drawn evenly from `others`, reaches the sum of `excess`."""
    table = [np.asarray(values, dtype=float) for values in others]
    mean = sum(values.mean() for values in table)
    variance = sum(values.var() for values in table)
    sum_seen = float(np.sum(excess))
    if variance <= 0:
        return 1.0
    deviation = (sum_seen - mean) / math.sqrt(variance)
    if deviation < 2.5:
        # Far from an alarm; the exact value is of no interest.
        return float(stats.norm.sf(deviation))
    low = sum(values.min() for values in table)
    high = sum(values.max() for values in table)
    step = (high - low) / cells
    chance = np.zeros(cells + len(table) + 2)
    chance[0] = 1.0
    for values in table:
        spread = np.zeros_like(chance)
        for up in np.rint((values - values.min()) / step).astype(int):
            spread[up:] += chance[: len(chance) - up] / len(values)
        chance = spread
    # One cell less than seen: rounding to the grid must not make an alarm.
    reach = max(0, math.floor((sum_seen - low) / step) - 1)
    return float(min(1.0, chance[reach:].sum()))
