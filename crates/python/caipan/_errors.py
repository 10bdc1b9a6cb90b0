"""The exceptions of the package, each in Chinese and English."""

from __future__ import annotations

import json
from typing import Any

from . import _language


class CaipanError(ValueError):
    """An argument that cannot be used: unknown rules, a wrong option, an adapter with a fault.

    ``code`` is a stable word, ``path`` a JSON pointer, ``line`` and ``column`` count from 1; what is not known is
    ``None``. ``message_zh`` and ``message_en`` say what is wrong and what to do; ``str()`` is the sentence in the
    language of :func:`caipan.set_language`, with the position in front. ``grounds`` says why the rules refuse a win that
    :func:`caipan.score` was asked about: ``clauses``, ``option`` and ``near``, as in a finding of a report.
    """

    code: str
    path: str | None
    line: int | None
    column: int | None
    message_zh: str
    message_en: str
    grounds: dict[str, Any] | None

    def __init__(
        self,
        code: str,
        path: str | None,
        line: int | None,
        column: int | None,
        message_zh: str,
        message_en: str,
        grounds: str | None = None,
    ) -> None:
        # The arguments are those of the constructor, so that the exception can be pickled.
        super().__init__(code, path, line, column, message_zh, message_en, grounds)
        self.code, self.path, self.line, self.column = code, path, line, column
        self.message_zh, self.message_en = message_zh, message_en
        self.grounds = None if grounds is None else json.loads(grounds)

    @property
    def message(self) -> str:
        """The sentence in the chosen language."""
        return self.message_zh if _language.language() == "zh" else self.message_en

    def __str__(self) -> str:
        position = None if self.line is None else f"{self.line}" if self.column is None else f"{self.line}:{self.column}"
        place = " ".join(part for part in (position, self.path) if part)
        return f"{place}: {self.message}" if place else self.message


class LogError(CaipanError):
    """The bytes are no log, or a log that cannot be audited, with the place and the cure."""


class ArgumentTypeError(TypeError):
    """An argument has a wrong type; ``message_zh`` and ``message_en`` say which types are taken."""

    message_zh: str
    message_en: str

    def __init__(
        self,
        code: str,
        path: str | None,
        line: int | None,
        column: int | None,
        message_zh: str,
        message_en: str,
        grounds: str | None = None,
    ) -> None:
        super().__init__(code, path, line, column, message_zh, message_en, grounds)
        self.message_zh, self.message_en = message_zh, message_en

    def __str__(self) -> str:
        return self.message_zh if _language.language() == "zh" else self.message_en


def argument(message_zh: str, message_en: str) -> CaipanError:
    """The error of an argument without a position."""
    return CaipanError("unusable", None, None, None, message_zh, message_en)


def type_of_argument(message_zh: str, message_en: str) -> ArgumentTypeError:
    """The error of an argument of a wrong type."""
    return ArgumentTypeError("unusable", None, None, None, message_zh, message_en)
