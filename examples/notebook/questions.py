"""Questions about many matches, asked of the Parquet files that `caipan export --parquet` writes.

Each question takes a DuckDB connection from `open_matches` and returns a table. A question that is a test states its
null hypothesis (H0), returns one p-value per case, and corrects all its p-values together by Holm's method: if H0 holds
everywhere, the chance of any alarm among the answers of one question is at most `LEVEL`. The unit of a test is the
match, because the hands of one match depend on each other.

An alarm is a reason to look, and no proof of guilt.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

import duckdb
import numpy as np
import pandas as pd
from scipy import stats
from statsmodels.stats.multitest import multipletests

LEVEL = 0.01
"""The chance of a false alarm that each question keeps to."""

FEWEST_SHARED = 5
"""Two players are tested if they share at least this many matches."""


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


def corrected(table: pd.DataFrame, level: float = LEVEL) -> pd.DataFrame:
    """Add `p_holm` and `alarm` to a table with a column `p`, and sort it by `p`."""
    table = table.copy()
    if table.empty:
        return table.assign(p_holm=pd.Series(dtype=float), alarm=pd.Series(dtype=bool))
    reject, adjusted, _, _ = multipletests(table["p"].to_numpy(), alpha=level, method="holm")
    return table.assign(p_holm=adjusted, alarm=reject).sort_values("p", kind="stable").reset_index(drop=True)


# 1. Faults by client version


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
        "SELECT client, client_version, count(*) AS matches FROM matches WHERE len(hands) > 0 GROUP BY ALL"
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


# 2. A change of an option or revision


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


# 3. Walls and deals that repeat


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
        kinds.setdefault(preset, set()).update(tile for hand in _known(deal) for tile in _tiles(hand) if tile < SUITED)
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
    return "|".join("".join(map(str, sorted(_tiles(hand)))) for hand in turned)


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


# 4. Fairness of deal and draw by seat


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
        held = [_counts(tiles) for tiles in deal]
        drawn = [None if tiles is None else _tiles(tiles) for tiles in (draws if draws is not None else [None] * len(deal))]
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
            result.append((room, preset, match, hand, len(held), seat, place, float(_steps(counts[:SUITED])), luck))
    columns = ["room", "preset", "match", "hand", "seats", "seat", "place", "deal", "draw"]
    return pd.DataFrame(result, columns=columns).astype({"deal": float, "draw": float})


SUITS = "mpszf"
SUITED = 34
_GROUP = re.compile(r"([0-9]+)([mpszf])")


@lru_cache(maxsize=200_000)
def _tiles(written: str) -> tuple[int, ...]:
    """The tiles of a text such as `123m55p7z` as numbers: nine per suit, m, p, s, then z and f."""
    return tuple(9 * SUITS.index(suit) + int(rank) - 1 for ranks, suit in _GROUP.findall(written) for rank in ranks)


def _counts(written: str) -> np.ndarray:
    return np.bincount(np.asarray(_tiles(written), dtype=np.int64), minlength=45)


def _luck(dealt: np.ndarray, drawn: tuple[int, ...], undealt: np.ndarray) -> float:
    """The steps that drawn tiles save beyond what tiles drawn evenly from `undealt` would save."""
    held, unseen, luck = dealt.copy(), undealt.copy(), 0.0
    for tile in drawn:
        if tile >= SUITED or unseen[tile] <= 0:
            continue
        saved = _saved(held)
        luck += saved[tile] - float(unseen @ saved) / unseen.sum()
        held[tile] += 1
        unseen[tile] -= 1
    return luck


def _saved(held: np.ndarray) -> np.ndarray:
    """The steps that one more tile of each kind saves."""
    now, counts = _profiles(held), tuple(map(int, held))
    left = _lacking(now)
    saved = np.zeros(SUITED)
    for suit, at in enumerate(SUIT_STARTS):
        for rank, more in enumerate(_grown(counts[at : at + 9], suit < 3)):
            saved[at + rank] = left - _lacking((*now[:suit], more, *now[suit + 1 :]))
    return saved


def _steps(counts: np.ndarray) -> int:
    """Steps from tiles to four sets and a pair, 0 for a whole hand; special hands are left out."""
    return _lacking(_profiles(counts))


SUIT_STARTS = (0, 9, 18, 27)
NOTHING = -1


@dataclass(frozen=True, eq=False)
class Profile:
    """What the tiles of a suit give: the most partial sets beside no to four sets, each without and with the pair.

    Equal profiles are one object, so that caches need not compare them.
    """

    partials: tuple[int, ...]


@lru_cache(maxsize=None)
def _shared(partials: tuple[int, ...]) -> Profile:
    return Profile(partials)



def _profiles(counts: np.ndarray) -> tuple[Profile, ...]:
    return tuple(_profile(tuple(map(int, counts[at : at + 9])), suit < 3) for suit, at in enumerate(SUIT_STARTS))


@lru_cache(maxsize=None)
def _lacking(suits: tuple[Profile, ...]) -> int:
    m, p, s, z = suits
    whole = _joined(_joined(m, p), _joined(s, z))
    least = 9
    for shape, partials in enumerate(whole.partials):
        if partials != NOTHING:
            missing, pair = 4 - shape // 2, shape % 2
            least = min(least, 2 * missing - min(partials, missing) + 1 - pair)
    return least


@lru_cache(maxsize=None)
def _joined(one: Profile, other: Profile) -> Profile:
    both = [NOTHING] * 10
    for i, first in enumerate(one.partials):
        for j, second in enumerate(other.partials):
            if NOTHING not in (first, second) and i % 2 + j % 2 < 2:
                shape = 2 * min(i // 2 + j // 2, 4) + i % 2 + j % 2
                both[shape] = max(both[shape], first + second)
    return _shared(tuple(both))


@lru_cache(maxsize=None)
def _grown(counts: tuple[int, ...], runs: bool) -> tuple[Profile, ...]:
    """The profiles of a suit with one more tile of each rank."""
    return tuple(_profile((*counts[:rank], n + 1, *counts[rank + 1 :]), runs) for rank, n in enumerate(counts))


@lru_cache(maxsize=None)
def _profile(counts: tuple[int, ...], runs: bool) -> Profile:
    first = next((at for at, n in enumerate(counts) if n), None)
    if first is None:
        return _shared((0, *[NOTHING] * 9))
    best = [NOTHING] * 10

    def use(ranks: tuple[int, ...], shapes: int, partials: int) -> None:
        left = list(counts)
        for rank in ranks:
            if rank >= len(left) or not left[rank]:
                return
            left[rank] -= 1
        for shape, found in enumerate(_profile(tuple(left), runs).partials):
            if found != NOTHING and (shapes != 1 or shape % 2 == 0):
                to = min(shape + shapes, 8 + shape % 2) if shapes == 2 else shape + shapes
                best[to] = max(best[to], found + partials)

    use((first,), 0, 0)
    use((first, first, first), 2, 0)
    use((first, first), 1, 0)
    use((first, first), 0, 1)
    if runs:
        use((first, first + 1, first + 2), 2, 0)
        use((first, first + 1), 0, 1)
        use((first, first + 2), 0, 1)
    return _shared(tuple(best))


# 5. Flow between pairs of players


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


QUESTIONS = {"versions": version_alarms, "repeats": repeats, "seats": seat_alarms, "pairs": pair_alarms}
"""The questions that are tests, by name."""
