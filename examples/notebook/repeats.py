"""Walls and deals that repeat."""

from __future__ import annotations

import math
from functools import lru_cache

import duckdb
import pandas as pd

from significance import LEVEL, corrected
from tiles import SUITED, tiles_of


def repeats(con: duckdb.DuckDBPyConnection, level: float = LEVEL) -> pd.DataFrame:
    """Walls and deals that occur more than once, and whether within a match, a room or across rooms.

    H0: every wall is an even shuffle of its own. The p-value of a repetition is a bound on the chance that any two of
    the hands agree: the number of pairs times the chance of the likeliest wall or deal. One case per repeated wall or
    deal. A deal is the hands of all seats, in turn order from the dealer, each sorted.
    """
    hands = con.sql(
        """SELECT log_id, log_sha256, platform, preset, seats, h.hand AS hand, h.dealer AS dealer,
            h.wall_sha256 AS wall, h.deal AS deal
        FROM (SELECT log_id, log_sha256, platform, preset, seats, unnest(hands) AS h FROM matches)"""
    ).df()
    kinds = {}
    for preset, deal in zip(hands["preset"], hands["deal"]):
        kinds.setdefault(preset, set()).update(tile for hand in _known(deal) for tile in tiles_of(hand) if tile < SUITED)
    # Kinds not seen yet make the deck smaller and the bound larger, never the other way round.
    hands["tiles"] = [4 * max(len(kinds[preset]), 9) for preset in hands["preset"]]
    hands["deal"] = [_turned(deal, dealer) for deal, dealer in zip(hands["deal"], hands["dealer"])]
    rows = []
    for what in ("wall", "deal"):
        known = hands[hands[what].notna()]
        pairs = math.comb(len(known), 2)
        for _, group in known[known.duplicated(what, keep=False)].groupby(what, sort=False):
            logs, rooms = group["log_sha256"].nunique(), group["platform"].nunique(dropna=False)
            where = "match" if logs == 1 else "room" if rooms == 1 else "rooms"
            dealt = None if what == "wall" else (14,) + (13,) * (int(group["seats"].iloc[0]) - 1)
            p = 10 ** min(0.0, math.log10(pairs) + _likeliest(int(group["tiles"].min()), dealt))
            first = ", ".join(f"{log} #{hand}" for log, hand in zip(group["log_id"].head(3), group["hand"].head(3)))
            rows.append((what, where, len(group), logs, first, p))
    return corrected(pd.DataFrame(rows, columns=["what", "where", "times", "matches", "first", "p"]), level)


def _known(deal) -> list[str]:
    """The hands of a deal; none if one of them is not recorded."""
    return [] if deal is None or any(hand is None for hand in deal) else list(deal)


def _turned(deal, dealer) -> str | None:
    deal = _known(deal)
    if len(deal) < 2 or pd.isna(dealer):
        return None
    # Two walls that deal the same hands are equal in turn order, wherever the dealer sits.
    turned = deal[int(dealer) :] + deal[: int(dealer)]
    return "|".join("".join(map(str, sorted(tiles_of(hand)))) for hand in turned)


@lru_cache
def _likeliest(tiles: int, dealt: tuple[int, ...] | None) -> float:
    """A bound on the chance of any one wall (or deal of these sizes) of `tiles` tiles in fours, as its decimal logarithm."""
    log_factorial = lambda n: math.lgamma(n + 1) / math.log(10)  # noqa: E731
    if dealt is None:
        return tiles // 4 * log_factorial(4) - log_factorial(tiles)
    drawn, kinds = sum(dealt), tiles // 4
    # The likeliest sequence takes the kinds as evenly as possible; a deal is at most all orders of its hands.
    even, over = divmod(drawn, kinds)
    ways = lambda n: log_factorial(4) - log_factorial(4 - n)  # noqa: E731
    sequence = over * ways(even + 1) + (kinds - over) * ways(even) - log_factorial(tiles) + log_factorial(tiles - drawn)
    return sequence + sum(log_factorial(size) for size in dealt)
