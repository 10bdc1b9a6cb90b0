"""Shared by the tests: the repository, the Rust program, and logs of every kind."""

import os
import pathlib
import subprocess
import threading
import time
from collections.abc import Callable

import caipan
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def program() -> str:
    """The Rust command line to compare with."""
    path = os.environ.get("PROGRAM", str(ROOT / "target/debug/caipan"))
    assert os.access(path, os.X_OK), f"{path} is missing: cargo build, or set PROGRAM"
    return path


@pytest.fixture(scope="session")
def run(program: str):
    """Runs the Rust command line and returns the finished process."""

    def run(*words: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess:
        env = {**os.environ, "LC_ALL": "en_US.UTF-8", **environment}
        return subprocess.run([program, *words], input=given, capture_output=True, env=env)

    return run


@pytest.fixture(autouse=True)
def english():
    """Sentences are English unless a test chooses otherwise."""
    caipan.set_language("en")
    yield
    caipan.set_language(None)


def turns_during(work: Callable[[], object]) -> int:
    """The number of times that this thread runs while another does the work."""
    turns, done = 0, threading.Event()

    def other() -> None:
        try:
            work()
        finally:
            done.set()

    thread = threading.Thread(target=other)
    thread.start()
    while not done.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    return turns


RULES = [preset["id"] for preset in caipan.presets()]


def _logs() -> list[bytes]:
    logs = []
    for rules in RULES:
        logs += [game.log for game in caipan.generate(rules, seed=7, games=2, hands=2)]
        logs += [game.log for game in caipan.generate(rules, seed=8, games=1, hands=2, thin=True)]
        logs += [game.log for game in caipan.generate(rules, seed=9, games=2, hands=2, fault="A702")]
    logs += [path.read_bytes() for path in sorted((ROOT / "fixtures/demo").glob("*.json"))]
    # Written on one line each, as NDJSON needs.
    return [caipan.convert(log)[0] for log in logs]


@pytest.fixture(scope="session")
def logs() -> list[bytes]:
    """Clean, thinned and faulty logs of every preset, and the samples."""
    return _logs()
