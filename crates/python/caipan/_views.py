"""Results of :func:`caipan.join` and :func:`caipan.leaks`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Joined:
    """Records of one match as one log, or what they contradict each other in."""

    log: bytes | None
    """The joined log in ``paipu/1``, without a line feed; ``None`` if the records contradict each other."""
    differences: list[dict[str, Any]]
    """The contradictions: ``hand``, ``field``, ``told`` (each version with its ``records`` and ``events``), ``text``."""


@dataclass(frozen=True)
class Leaks:
    """What a record tells and its seats could not see."""

    leaks: list[dict[str, Any]] | None
    """The leaks: ``hand``, ``event``, ``seat``, ``what``, ``tiles``, ``seen_at``, ``text``; ``None`` if the record
    contradicts the whole match."""
    differences: list[dict[str, Any]]
    """The contradictions, as in :class:`Joined`."""
