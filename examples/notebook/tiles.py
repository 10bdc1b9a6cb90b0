"""Tiles as numbers: nine per suit, m, p, s, then z and f."""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

SUITS = "mpszf"

SUITED = 34
"""Kinds of suits and honours; the numbers from here on are flowers."""

_GROUP = re.compile(r"([0-9]+)([mpszf])")


@lru_cache(maxsize=200_000)
def tiles_of(written: str) -> tuple[int, ...]:
    """The tiles of a text such as `123m55p7z` as numbers: nine per suit, m, p, s, then z and f."""
    return tuple(9 * SUITS.index(suit) + int(rank) - 1 for ranks, suit in _GROUP.findall(written) for rank in ranks)


def counts_of(written: str) -> np.ndarray:
    """The number of tiles of each kind in such a text."""
    return np.bincount(np.asarray(tiles_of(written), dtype=np.int64), minlength=45)
