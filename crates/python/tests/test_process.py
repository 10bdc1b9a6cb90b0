"""The command line in the wheel, threads, and memory."""

import os
import pathlib
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import caipan
import pytest
from conftest import ROOT, turns_during

OURS = [str(pathlib.Path(sys.executable).with_name("caipan"))]
MODULE = [sys.executable, "-m", "caipan"]


@pytest.mark.parametrize("ours", [OURS, MODULE], ids=["script", "module"])
@pytest.mark.parametrize(
    "words",
    [
        ["audit", "docs/examples/changsha-a.json"],
        ["audit", "--lang", "zh", "--color", "always", "fixtures/demo"],
        ["audit", "--format", "sarif", "fixtures/demo"],
        ["audit", "no-such-file"],
        ["audit", "--no-such-flag"],
        ["--color=always", "--no-such-flag"],
        ["audit", "--help"],
        ["--version"],
        ["replay", "fixtures/demo/wrong-payer.json", "--hand", "1"],
        ["generate", "--rules", "beijing", "--games", "2", "--fault", "A702"],
        ["generate", "--rules", "nowhere"],
        ["explain", "A703"],
        ["schema"],
    ],
    ids=" ".join,
)
def test_command_line_is_that_of_the_program(run, program, ours, words):
    env = {**os.environ, "LC_ALL": "en_US.UTF-8"}
    expected = subprocess.run([program, *words], cwd=ROOT, env=env, capture_output=True)
    found = subprocess.run([*ours, *words], cwd=ROOT, env=env, capture_output=True)
    assert (found.returncode, found.stdout, found.stderr) == (expected.returncode, expected.stdout, expected.stderr)


def test_command_line_ends_with_a_closed_pipe(program):
    for start in ([program], OURS):
        words = [*start, "generate", "--rules", "beijing", "--games", "1000000", "--hands", "1"]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline().startswith(b"{")
        process.stdout.close()
        assert (process.wait(timeout=60), process.stderr.read()) == (0, b"")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_command_line_ends_with_a_signal(program, tmp_path, number):
    (tmp_path / "log.json").write_bytes((ROOT / "docs/examples/changsha-a.json").read_bytes())
    for start in ([program], OURS):
        words = [*start, "audit", "--watch", str(tmp_path)]
        process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout.readline()
        process.send_signal(number)
        assert process.wait(timeout=60) == -number
        assert b"Traceback" not in process.stderr.read()


def test_other_threads_run_during_an_audit(logs):
    big = b"\n".join(logs * 20)
    # With the interpreter held, this thread would run once or twice.
    assert turns_during(lambda: caipan.audit_all(big)) > 10


def test_threads_share_readers_adapters_and_generators(logs):
    expected = [caipan.audit_json(log) for log in logs]
    adapter = caipan.Adapter((ROOT / "fixtures/adapters/harbour.toml").read_bytes())
    harbour = (ROOT / "fixtures/adapters/harbour.json").read_bytes()
    translated = caipan.convert(harbour, adapter=adapter)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(caipan.audit_json, logs * 4)) == expected * 4
        assert list(pool.map(lambda _: caipan.convert(harbour, adapter=adapter), range(32))) == [translated] * 32
    native = caipan._native.Games("beijing", [], 1, 64, None, 1, False, None, None, None)
    with ThreadPoolExecutor(8) as pool:
        drawn = sorted(log for log, _ in pool.map(lambda _: native.draw(), range(64)))
    assert drawn == sorted(game.log for game in caipan.generate("beijing", games=64, hands=1))


def resident() -> int:
    """Bytes of memory that the process holds."""
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    raise AssertionError("/proc/self/status names no VmRSS")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_ten_thousand_calls_hold_no_memory():
    small = (ROOT / "docs/examples/changsha-a.json").read_bytes()
    broken = small[:-40]

    def calls(count: int) -> None:
        for _ in range(count):
            report = caipan.audit(small)
            assert report.findings is not None and report.text("zh")
            with pytest.raises(caipan.LogError):
                caipan.audit(broken)
            caipan.explain("A703")

    calls(500)
    before = resident()
    calls(10_000)
    grown = resident() - before
    assert grown < 8 << 20, grown


@pytest.mark.parametrize("words", [["serve", "--data", "data"], ["jobs", "run"]], ids=" ".join)
def test_commands_of_the_service_are_refused(words):
    found = subprocess.run([*OURS, "--lang", "en", *words], capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (2, "")
    assert "without the service" in found.stderr


def test_help_names_every_command_but_those_of_the_service(program):
    def commands(start: str) -> list[str]:
        said = subprocess.run([start, "--help"], capture_output=True, text=True).stdout
        listed = said.partition("Commands:\n")[2].partition("\n\n")[0]
        return [line.split()[0] for line in listed.splitlines() if line.startswith("  ") and line[2] != " "]

    service = {"serve", "keys", "jobs", "backup", "check-database", "migrate", "health", "openapi"}
    assert commands(OURS[0]) == [name for name in commands(program) if name not in service]
