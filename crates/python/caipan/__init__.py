"""caipan (裁判, the referee): replay and rules audit for Chinese regional mahjong.

Functions take the bytes of a log (or its text) and return Python data. They release the interpreter while they work, so
threads audit in parallel. Errors are :class:`LogError` and :class:`CaipanError`, both ``ValueError``, with place and
cure. The same log gives the same bytes as the command line ``caipan``, which comes with this package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version as _version
from typing import Any, Literal, cast

from . import _native
from ._errors import ArgumentTypeError, CaipanError, LogError, argument, type_of_argument
from ._in_play import MatchInPlay
from ._language import Language, language, set_language
from ._native import Adapter, Batches, Houses
from ._report import Report
from ._views import Joined, Leaks

__all__ = [
    "Adapter",
    "ArgumentTypeError",
    "Batches",
    "CaipanError",
    "Game",
    "Houses",
    "Joined",
    "Language",
    "Leaks",
    "Log",
    "LogError",
    "MatchInPlay",
    "Option",
    "Report",
    "audit",
    "audit_all",
    "audit_batches",
    "audit_json",
    "checks",
    "convert",
    "explain",
    "generate",
    "in_play",
    "join",
    "language",
    "leaks",
    "options",
    "presets",
    "replay",
    "score",
    "set_language",
    "systems",
]
__version__ = _version("caipan")

Log = bytes | bytearray | memoryview | str
"""The bytes or the text of a log."""

Option = str | int | bool
"""The value of an option of a rule system."""


@dataclass(frozen=True)
class Game:
    """A generated match."""

    log: bytes
    """The match in ``paipu/1``, without a line feed."""
    label: dict[str, Any] | None
    """The injected fault: ``code``, ``fault``, ``hand``, ``event``, ``seat``, ``option``; ``None`` without one."""
    acts: list[dict[str, Any]] = field(default_factory=list)
    """The unfair acts: ``unfair``, ``hand``, ``event``, ``seat``, ``to``, ``of``; empty for a fair match."""


def _set(options: Mapping[str, Option] | None) -> list[tuple[str, str]]:
    def word(value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (str, int)):
            return str(value)
        kind = type(value).__name__
        raise type_of_argument(
            f"选项的值是 str、int 或 bool，不是 {kind}。可用的值见 caipan.options(规则)。",
            f"The value of an option is a str, int or bool, not {kind}. See caipan.options(rules) for the values.",
        )

    return [(name, word(value)) for name, value in (options or {}).items()]


def _reader(
    adapter: str | Adapter | None,
    houses: Houses | None,
    rules: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> _native.Reader:
    if adapter is None and houses is None and rules is None and not options:
        return _PLAIN
    if isinstance(adapter, Adapter):
        return _native.Reader(adapter=adapter, houses=houses, rules=rules, options=_set(options))
    return _native.Reader(form=adapter, houses=houses, rules=rules, options=_set(options))


_PLAIN = _native.Reader()


def audit(
    log: Log,
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    rules: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> Report:
    """Audit one log.

    ``adapter`` is an :class:`Adapter`, or the name of a built-in format or adapter; by default the format is detected.
    ``rules`` replaces the rules that the log declares, ``options`` single options of them; ``houses`` are further
    presets that a log may name. Raises :class:`LogError` for what is no log.
    """
    return Report(_reader(adapter, houses, rules, options).audit(log))


def audit_json(
    log: Log,
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    rules: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> bytes:
    """Audit one log and return the report as JSON: the line of ``caipan audit --format json``, without its line feed."""
    return _reader(adapter, houses, rules, options).audit(log).json


def audit_all(
    file: Log,
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    rules: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> list[Report | LogError]:
    """Audit every log of a file: one per line (NDJSON), or several matches in one document of an adapter.

    Each is independent: a log that cannot be read is a :class:`LogError` in its place, with the line of the file.
    """
    found = _reader(adapter, houses, rules, options).audit_all(file)
    return [one if isinstance(one, LogError) else Report(one) for one in found]


def audit_batches(
    stream: object,
    *,
    column: str = "log",
    keep: Sequence[str] = (),
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    jobs: int | None = None,
) -> Batches:
    """Audit a column of an Arrow table: a log in, a row of its report out, in the same order.

    ``stream`` is anything with Arrow's PyCapsule interface: a table or reader of pyarrow, a DataFrame of Polars, a relation
    of DuckDB. ``column`` holds one log in each row, as binary or text; the columns in ``keep`` come first in the result.
    ``jobs`` is the number of threads, by default one for each core.

    The result has the interface too, so ``pyarrow.table``, ``polars.DataFrame`` and DuckDB take it without a copy. It is
    read once and lazily; a log that cannot be read is a row with its ``error``. The columns are those of docs/parquet.md.
    """
    if isinstance(keep, str):
        raise type_of_argument(
            "keep 要一列名字，如 [\"match\"]，不是 str。请写成列表。",
            "`keep` is a list of names, such as [\"match\"], not str. Write a list.",
        )
    jobs = None if jobs is None else _within("jobs", jobs, 1024, least=1)
    own = adapter if isinstance(adapter, Adapter) else None
    form = None if isinstance(adapter, Adapter) else adapter
    return Batches(stream, column, list(keep), form, own, houses, jobs)


def replay(
    log: Log,
    hand: int | None = None,
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    rules: str | None = None,
) -> Iterator[dict[str, Any]]:
    """Replay one log and iterate over its steps, of all hands or of one, counted from 0.

    A step has ``hand``, ``step`` (0 is the deal), ``type``, ``seat`` and ``event`` (in words) of the event, and
    ``table``, the table after it with the legal actions. A hand that cannot be replayed has no steps.
    """
    match = _reader(adapter, houses, rules).read(log)
    if hand is not None and not 0 <= hand < match.hands:
        raise argument(
            f"牌谱有 {match.hands} 局，从 0 数起，没有第 {hand} 局。请改用有的局。",
            f"The log has {match.hands} hands, counted from 0, and no hand {hand}. Name one that is there.",
        )
    hands = range(match.hands) if hand is None else [hand]
    return (json.loads(step) for number in hands for step in match.steps(number))


def in_play(
    log: Log,
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
    rules: str | None = None,
    options: Mapping[str, Option] | None = None,
) -> MatchInPlay:
    """Begin a match in play with a log of its rules and its first hand, which goes on unless it has its ``result``."""
    return MatchInPlay(_native.InPlay(_reader(adapter, houses, rules, options), log))


def join(
    records: Sequence[Log] | Mapping[str, Log],
    *,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
) -> Joined:
    """Join the records that several clients wrote of one match.

    A mapping gives each record the name by which sentences speak of it; in a sequence they are counted from 1. Records
    that contradict each other are not joined: the result then has ``differences`` and no ``log``. Raises
    :class:`LogError` for what is no log.
    """
    if isinstance(records, (bytes, bytearray, memoryview, str)):
        kind = type(records).__name__
        raise type_of_argument(
            f"join 要一列牌谱，不是 {kind}。请写成 [牌谱, 牌谱]，或 {{名字: 牌谱}}。",
            f"join takes a list of logs, not {kind}. Write [log, log] or {{name: log}}.",
        )
    named = list(records.items()) if isinstance(records, Mapping) else [("", log) for log in records]
    if not named:
        raise argument("join 至少要一份牌谱。请给出同一场对局的各份记录。", "join needs a log. Give the records of one match.")
    log, differences = _reader(adapter, houses).join(named)
    return Joined(log, json.loads(differences))


def leaks(
    whole: Log,
    sent: Log,
    *,
    seat: int | None = None,
    live: bool = False,
    adapter: str | Adapter | None = None,
    houses: Houses | None = None,
) -> Leaks:
    """Find what a record that was sent to a client tells and the client could not see.

    ``whole`` is the log of the whole match. ``seat`` received the record, by default the seats of its ``view``. With
    ``live`` it was sent event by event during play, so a tile is a leak until all can see it; else it was sent after each
    hand. A record that contradicts the whole is not searched: the result then has ``differences`` and no ``leaks``.
    """
    seat = None if seat is None else _within("seat", seat, 3)
    return Leaks(**{"leaks": None, **json.loads(_reader(adapter, houses).leaks(whole, sent, seat, live))})


def convert(
    file: Log,
    *,
    adapter: str | Adapter | None = None,
    to: Literal["json", "text"] = "json",
) -> list[bytes]:
    """Translate every match of a file to ``paipu/1``, or with ``to="text"`` to the text notation.

    ``adapter`` is an :class:`Adapter`, or the name of a built-in format or adapter; by default the format is detected.
    """
    if to not in ("json", "text"):
        raise argument(
            f"to 只能是 json 或 text，不是 {to!r}。", f"`to` is json or text, not {to!r}. Choose one of them."
        )
    return _reader(adapter, None).convert(file, to == "text")


def _within(name: str, value: object, most: int, least: int = 0) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        kind = type(value).__name__
        raise type_of_argument(f"{name} 要整数，不是 {kind}。请改用 int。", f"`{name}` is an int, not {kind}. Give an int.")
    if not least <= value <= most:
        raise argument(
            f"{name} 须在 {least} 到 {most} 之间。请改用其中的数。",
            f"`{name}` must be between {least} and {most}. Choose a number in that range.",
        )
    return value


def generate(
    rules: str,
    *,
    seed: int = 1,
    games: int = 1,
    fault: str | None = None,
    options: Mapping[str, Option] | None = None,
    players: str | None = None,
    hands: int | None = None,
    thin: bool = False,
    population: int | None = None,
    unfair: str | None = None,
) -> Iterator[Game]:
    """Generate legal matches, played by bots; with ``fault`` each holds one fault of that code, described by its label.

    The same arguments give the same bytes on every machine, and the same as ``caipan generate``. ``players`` is the
    play style (by default each in turn), ``hands`` the most hands of a match (1 to 64); ``thin`` leaves out what simple
    clients do not record. ``population`` draws the players of each match from so many names (4 to 9999), in rooms, with
    clients and times; ``unfair`` makes one thing unfair, as ``MODE`` or ``MODE=RATE`` with the rate in percent, among
    40 players unless ``population`` is given, and :attr:`Game.acts` lists the unfair acts. Neither goes with ``fault``.
    """
    most = 2**64 - 1
    seed, games = _within("seed", seed, most), _within("games", games, most)
    hands = None if hands is None else _within("hands", hands, 64, least=1)
    population = None if population is None else _within("population", population, 9999, least=4)
    found = _native.Games(rules, _set(options), seed, games, players, hands, thin, fault, population, unfair)
    return _drawn(found, fault is not None)


def _drawn(games: _native.Games, is_faulty: bool) -> Iterator[Game]:
    while (game := games.draw()) is not None:
        log, lines = game
        labels = [json.loads(line) for line in (lines or b"").splitlines()]
        yield Game(log, labels[0]) if is_faulty else Game(log, None, labels)


def score(question: Mapping[str, Any] | Log, *, houses: Houses | None = None) -> dict[str, Any]:
    """Compute one settlement without a log: who pays whom how much, with every clause.

    The question is a dict or JSON as for ``caipan score`` and ``POST /v1/score``.
    """
    asked = json.dumps(question) if isinstance(question, Mapping) else question
    return cast(dict[str, Any], json.loads(_native.score(asked, houses)))


def explain(word: str) -> list[dict[str, Any]]:
    """Explain a check's code, a clause, a ruling, an option, a pattern or a preset, by id or name.

    Each meaning has ``subject``, ``id``, ``title``, ``body`` and ``page``; the last three hold ``zh`` and ``en``.
    Raises :class:`CaipanError` with the nearest known word for an unknown one.
    """
    return cast(list[dict[str, Any]], json.loads(_native.explain(word)))


def systems() -> list[dict[str, Any]]:
    """Every rule system with its presets, options, patterns, causes of payments, clauses and rulings."""
    return cast(list[dict[str, Any]], json.loads(_native.systems()))


def checks() -> list[dict[str, Any]]:
    """Every check with its code, name, title and advice."""
    return cast(list[dict[str, Any]], json.loads(_native.checks()))


def presets() -> list[dict[str, Any]]:
    """Every preset that a log can declare, with its ``system``, its ``name`` and the value of every option."""
    return [{"system": system["id"], **preset} for system in systems() for preset in system["presets"]]


def options(rules: str) -> list[dict[str, Any]]:
    """Every option of a rule system, named by its id or by that of a preset; ``default`` is the value under these rules.

    Raises :class:`CaipanError` for unknown rules.
    """
    # Its constructor refuses unknown rules with the nearest known word.
    _native.Reader(rules=rules)
    for system in systems():
        named = [preset for preset in system["presets"] if preset["id"] == rules]
        if named or system["id"] == rules:
            values = (named or system["presets"])[0]["options"]
            return [{**option, "default": values[option["id"]]} for option in system["options"]]
    raise argument(
        f"规则 {rules} 请用编号写，见 caipan.presets()。", f"Name the rules {rules} by id; see caipan.presets()."
    )
