"""A match that is audited while it is played."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from . import _native
from ._report import Report

_Bytes = bytes | bytearray | memoryview | str


def _given(part: Mapping[str, Any] | _Bytes) -> _Bytes:
    return json.dumps(part) if isinstance(part, Mapping) else part


def _read(answer: bytes) -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(answer))


class MatchInPlay:
    """A match in play: give it each event, and it answers what an audit of the log so far would say of the hand.

    An answer has ``findings`` (of this hand), ``progress`` (whose turn it is, what each seat may do, what each possible win
    would move; not after the result) and ``hand`` (the payments due, once the hand is over). The fields are those of
    docs/report.md. While nothing is found, an event costs the same however many came before it.
    """

    def __init__(self, native: _native.InPlay) -> None:
        self._native = native

    @property
    def answer(self) -> dict[str, Any]:
        """The answer to the last event."""
        return _read(self._native.answer)

    def play(self, event: Mapping[str, Any] | _Bytes) -> dict[str, Any]:
        """Play an event, as in ``events`` of a log, and return the answer.

        An event that breaks the rules is played and found; one that cannot be read raises :class:`LogError` and changes
        nothing.
        """
        return _read(self._native.play(_given(event)))

    def settle(self, result: Mapping[str, Any] | _Bytes) -> dict[str, Any]:
        """End the hand with the ``result`` that the server would settle, and return the answer with what is wrong with it."""
        return _read(self._native.settle(_given(result)))

    def deal(self, hand: Mapping[str, Any] | _Bytes) -> dict[str, Any]:
        """Begin the next hand: an object as in ``hands`` of a log, with its ``deal`` or ``wall``. Returns the answer."""
        return _read(self._native.deal(_given(hand)))

    @property
    def log(self) -> bytes:
        """The log so far in ``paipu/1``."""
        return self._native.log

    def report(self) -> Report:
        """Audit the log so far."""
        return Report(self._native.report())
