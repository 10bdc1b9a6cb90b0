from collections.abc import Sequence
from typing import Any, final

from ._errors import LogError

__all__ = [
    "Adapter",
    "Batches",
    "Games",
    "Houses",
    "InPlay",
    "Match",
    "Reader",
    "Report",
    "checks",
    "explain",
    "language",
    "main",
    "score",
    "systems",
]

_Bytes = bytes | bytearray | memoryview | str
_Options = Sequence[tuple[str, str]]

def main(arguments: Sequence[str]) -> int: ...
def language() -> str: ...
def explain(word: str) -> bytes: ...
def systems() -> bytes: ...
def checks() -> bytes: ...
def score(question: _Bytes, houses: Houses | None = None) -> bytes: ...
@final
class Houses:
    def __new__(cls, file: _Bytes) -> Houses: ...
    @property
    def names(self) -> list[str]: ...

@final
class Adapter:
    def __new__(cls, file: _Bytes, houses: Houses | None = None) -> Adapter: ...
    @property
    def name(self) -> str: ...
    @property
    def version(self) -> str: ...

@final
class Report:
    @property
    def json(self) -> bytes: ...
    @property
    def verdict(self) -> str: ...
    def text(self, language: str, full: bool) -> str: ...
    def html(self, language: str) -> str: ...

@final
class Reader:
    def __new__(
        cls,
        form: str | None = None,
        adapter: Adapter | None = None,
        houses: Houses | None = None,
        rules: str | None = None,
        options: _Options = ...,
    ) -> Reader: ...
    def audit(self, log: _Bytes) -> Report: ...
    def audit_all(self, file: _Bytes) -> list[Report | LogError]: ...
    def convert(self, file: _Bytes, as_text: bool) -> list[bytes]: ...
    def read(self, log: _Bytes) -> Match: ...
    def join(self, records: Sequence[tuple[str, _Bytes]]) -> tuple[bytes | None, bytes]: ...
    def leaks(self, whole: _Bytes, sent: _Bytes, seat: int | None, live: bool) -> bytes: ...

@final
class InPlay:
    def __new__(cls, reader: Reader, log: _Bytes) -> InPlay: ...
    @property
    def answer(self) -> bytes: ...
    def play(self, event: _Bytes) -> bytes: ...
    def settle(self, result: _Bytes) -> bytes: ...
    def deal(self, hand: _Bytes) -> bytes: ...
    @property
    def log(self) -> bytes: ...
    def report(self) -> Report: ...

@final
class Match:
    @property
    def hands(self) -> int: ...
    def steps(self, hand: int) -> list[bytes]: ...

@final
class Games:
    def __new__(
        cls,
        rules: str,
        set: _Options,
        seed: int,
        games: int,
        players: str | None,
        hands: int | None,
        thin: bool,
        fault: str | None,
        population: int | None,
        unfair: str | None,
    ) -> Games: ...
    def draw(self) -> tuple[bytes, bytes | None] | None: ...

@final
class Batches:
    def __new__(
        cls,
        stream: Any,
        column: str,
        keep: Sequence[str],
        form: str | None,
        adapter: Adapter | None,
        houses: Houses | None,
        jobs: int | None,
    ) -> Batches: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
