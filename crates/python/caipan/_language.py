"""The language of sentences: that of the environment, until the caller chooses one."""

from __future__ import annotations

from typing import Literal, cast

from . import _native

Language = Literal["zh", "en"]

_chosen: Language | None = None


def language() -> Language:
    """The language of messages and texts: the chosen one, or that of LC_ALL, LC_MESSAGES or LANG."""
    return _chosen or cast(Language, _native.language())


def set_language(language: Language | None) -> None:
    """Choose the language of messages and texts for this process; ``None`` follows the environment again."""
    global _chosen
    if language not in ("zh", "en", None):
        raise ValueError(f"语言只有 zh 和 en，没有 {language!r}。 The languages are zh and en, not {language!r}.")
    _chosen = language
