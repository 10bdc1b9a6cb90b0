"""Fairness of deal and draw by seat."""

from __future__ import annotations

import duckdb
import numpy as np
import pandas as pd
from scipy import stats

from significance import LEVEL, corrected
from steps import steps_of, steps_saved
from tiles import SUITED, counts_of, tiles_of


def seat_alarms(con: duckdb.DuckDBPyConnection, level: float = LEVEL) -> pd.DataFrame:
    """Seats whose deals or draws differ from those of the other seats, by room.

    H0: which tiles a seat is dealt, or draws, does not depend on the seat. The deal is measured by the steps to four
    sets and a pair (less is better). A draw is measured by the steps that it saves the dealt tiles and the earlier draws
    together, less the mean of the steps that each tile not seen by the seat would save (more is better); the draws of a
    hand are summed. The dealer has one tile more and the turn to draw comes in order: of each value the mean of all seats
    at the same place after the dealer is taken off. A seat is then compared with the mean of the other seats in the same
    hand. The differences are summed by match and tested against 0: by Student's test from 30 matches on, by sign flips
    below. Two-sided; one case per room, seat and measure.
    """
    hands = _hands_by_seat(con)
    for measure in ("deal", "draw"):
        hands[measure] -= hands.groupby(["preset", "seats", "place"])[measure].transform("mean")
    rows = []
    for room, part in hands.groupby("room", sort=True):
        for measure in ("deal", "draw"):
            values = part[["match", "hand", "seat", measure]].dropna()
            hand = values.groupby(["match", "hand"])[measure]
            size, total = hand.transform("size"), hand.transform("sum")
            values = values.assign(diff=values[measure] - (total - values[measure]) / (size - 1))[size > 1]
            for seat, own in values.groupby("seat"):
                sums = own.groupby("match")["diff"].sum().to_numpy()
                rows.append((room, int(seat), measure, len(sums), float(own["diff"].mean()), _against_zero(sums)))
    return corrected(pd.DataFrame(rows, columns=["room", "seat", "measure", "matches", "difference", "p"]), level)


def _against_zero(sums: np.ndarray) -> float:
    if len(sums) < 2 or not np.any(sums):
        return 1.0
    if len(sums) >= 30:
        return float(stats.ttest_1samp(sums, 0.0).pvalue)
    flips = np.random.default_rng(1).choice([-1.0, 1.0], size=(9999, len(sums)))
    return float((1 + np.sum(np.abs(flips @ sums) >= abs(sums.sum()) - 1e-9)) / 10000)


def _hands_by_seat(con: duckdb.DuckDBPyConnection) -> pd.DataFrame:
    """One row per hand and seat: its place after the dealer, the steps of the deal, and the luck of the draws."""
    hands = con.sql(
        """SELECT coalesce(platform, '?') AS room, preset, log_sha256 AS match, h.hand AS hand, h.dealer AS dealer,
            h.deal AS deal, h.draws AS draws
        FROM (SELECT platform, preset, log_sha256, unnest(hands) AS h FROM matches)
        WHERE h.deal IS NOT NULL AND h.dealer IS NOT NULL"""
    ).df()
    decks = {}
    rows = []
    for room, preset, match, hand, dealer, deal, draws in hands.itertuples(index=False):
        if any(tiles is None for tiles in deal):
            continue
        held = [counts_of(tiles) for tiles in deal]
        drawn = [None if tiles is None else tiles_of(tiles) for tiles in (draws if draws is not None else [None] * len(deal))]
        seen = decks.setdefault(preset, np.zeros(SUITED, dtype=bool))
        for counts in held:
            seen |= counts[:SUITED] > 0
        rows.append((room, preset, match, hand, int(dealer), held, drawn))
    result = []
    for room, preset, match, hand, dealer, held, drawn in rows:
        undealt = 4 * decks[preset].astype(np.int64) - sum(counts[:SUITED] for counts in held)
        for seat, counts in enumerate(held):
            if not counts.any():
                continue
            place = (seat - dealer) % len(held)
            luck = None if drawn[seat] is None else _luck(counts[:SUITED], drawn[seat], undealt)
            result.append((room, preset, match, hand, len(held), seat, place, float(steps_of(counts[:SUITED])), luck))
    columns = ["room", "preset", "match", "hand", "seats", "seat", "place", "deal", "draw"]
    return pd.DataFrame(result, columns=columns).astype({"deal": float, "draw": float})


def _luck(dealt: np.ndarray, drawn: tuple[int, ...], undealt: np.ndarray) -> float:
    """The steps that drawn tiles save beyond what tiles drawn evenly from `undealt` would save."""
    held, unseen, luck = dealt.copy(), undealt.copy(), 0.0
    for tile in drawn:
        if tile >= SUITED or unseen[tile] <= 0:
            continue
        saved = steps_saved(held)
        luck += saved[tile] - float(unseen @ saved) / unseen.sum()
        held[tile] += 1
        unseen[tile] -= 1
    return luck
