"""The steps from tiles to four sets and a pair, and the steps that one more tile saves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from tiles import SUITED

SUIT_STARTS = (0, 9, 18, 27)
"""The first kinds of the three suits and of the honours."""

NOTHING = -1
"""The mark of an impossible number of sets and pairs."""


def steps_of(counts: np.ndarray) -> int:
    """Steps from tiles to four sets and a pair, 0 for a whole hand; special hands are left out."""
    return _lacking(_profiles(counts))


def steps_saved(held: np.ndarray) -> np.ndarray:
    """The steps that one more tile of each kind saves."""
    now, counts = _profiles(held), tuple(map(int, held))
    left = _lacking(now)
    saved = np.zeros(SUITED)
    for suit, at in enumerate(SUIT_STARTS):
        for rank, more in enumerate(_grown(counts[at : at + 9], suit < 3)):
            saved[at + rank] = left - _lacking((*now[:suit], more, *now[suit + 1 :]))
    return saved


@dataclass(frozen=True, eq=False)
class Profile:
    """The most partial sets that a suit has beside 0 to 4 sets: at 2 × sets without the pair, at 2 × sets + 1 with it.

    Equal profiles are one object, so that caches need not compare them.
    """

    partials: tuple[int, ...]


@lru_cache(maxsize=None)
def _shared(partials: tuple[int, ...]) -> Profile:
    return Profile(partials)


@lru_cache(maxsize=None)
def _lacking(suits: tuple[Profile, ...]) -> int:
    """The steps of a hand with these suits."""
    m, p, s, z = suits
    whole = _joined(_joined(m, p), _joined(s, z))
    least = 9
    for shape, partials in enumerate(whole.partials):
        if partials != NOTHING:
            missing, pair = 4 - shape // 2, shape % 2
            least = min(least, 2 * missing - min(partials, missing) + 1 - pair)
    return least


def _profiles(counts: np.ndarray) -> tuple[Profile, ...]:
    return tuple(_profile(tuple(map(int, counts[at : at + 9])), suit < 3) for suit, at in enumerate(SUIT_STARTS))


@lru_cache(maxsize=None)
def _joined(one: Profile, other: Profile) -> Profile:
    """The profile of two suits together."""
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
    """The profile of one suit, by what its first tile is used for."""
    first = next((at for at, n in enumerate(counts) if n), None)
    if first is None:
        return _shared((0, *[NOTHING] * 9))
    best = [NOTHING] * 10

    def use(ranks: tuple[int, ...], shapes: int, partials: int) -> None:
        """Set these tiles aside: as a set with 2 shapes, as the pair with 1, as a partial set or unused with 0."""
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
