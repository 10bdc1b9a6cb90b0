"""A report as Python data."""

from __future__ import annotations

import json
from functools import cached_property
from html import escape
from typing import Any, cast

from . import _native
from ._language import Language, language


class Report:
    """What an audit found: the verdict, every finding, and the points that each player should have.

    The same log under the same rules revision gives the same report on every machine.
    """

    def __init__(self, native: _native.Report) -> None:
        self._native = native

    @property
    def verdict(self) -> str:
        """``clean``, ``faulty``, ``variant`` or ``unverifiable``."""
        return self._native.verdict

    @property
    def json(self) -> bytes:
        """The report as JSON: the line that ``caipan audit --format json`` prints, without its line feed."""
        return self._native.json

    @cached_property
    def data(self) -> dict[str, Any]:
        """The whole report as Python data; the fields are those of docs/report.md."""
        return cast(dict[str, Any], json.loads(self.json))

    @property
    def log_id(self) -> str:
        """The ``id`` of the log; the digest of its bytes if it has none."""
        return cast(str, self.data["log"]["id"])

    @property
    def rules(self) -> dict[str, Any]:
        """The rules applied: ``system``, ``preset``, ``revision``, ``options``."""
        return cast(dict[str, Any], self.data["rules"])

    @property
    def findings(self) -> list[dict[str, Any]]:
        """Every finding in the order of the log; hands, events and seats count from 0."""
        return cast(list[dict[str, Any]], self.data["findings"])

    @property
    def hands(self) -> list[dict[str, Any]]:
        """Every hand with its computed payments and balance."""
        return cast(list[dict[str, Any]], self.data["hands"])

    @property
    def transfers(self) -> list[dict[str, Any]]:
        """The fewest transfers that correct the match; empty if the points are right."""
        return cast(list[dict[str, Any]], self.data.get("transfers", []))

    def text(self, lang: Language | None = None, full: bool = False) -> str:
        """The report for people; ``full`` adds the payments of every hand."""
        return self._native.text(lang or language(), full)

    def html(self, lang: Language | None = None) -> str:
        """The report as one HTML file with the replay of every hand; it opens offline and loads nothing."""
        return self._native.html(lang or language())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        codes = " ".join(finding["code"] for finding in self.findings)
        return f"<caipan.Report {self.log_id!r} {self.verdict}{': ' if codes else ''}{codes}>"

    def _repr_html_(self) -> str:
        # The page has styles and scripts of its own, so it stands in a frame, without access to the notebook.
        page = escape(self.html(), quote=True)
        return f'<iframe srcdoc="{page}" sandbox="allow-scripts" style="width:100%;height:40em;border:0"></iframe>'
