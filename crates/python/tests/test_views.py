"""Several records of one match: the results of the command line, and refusals that name the record."""

import json

import caipan
import pytest


@pytest.fixture(scope="module")
def match(tmp_path_factory):
    """A match in a folder, whole and as two seats saw it."""
    folder = tmp_path_factory.mktemp("match")
    (folder / "whole.json").write_bytes(next(iter(caipan.generate("guiyang", seed=5, hands=2))).log)
    return folder


@pytest.fixture
def records(run, match):
    whole = match / "whole.json"
    for seat in ("0", "1", "2", "3"):
        (match / f"{seat}.json").write_bytes(run("view", str(whole), "--seat", seat, "--no-draws").stdout)
    return {f"{seat}.json": (match / f"{seat}.json").read_bytes() for seat in range(4)}


def changed(record: bytes) -> bytes:
    """A record whose first discard is another tile."""
    log = json.loads(record)
    event = next(event for event in log["hands"][0]["events"] if event["type"] == "discard")
    event["tile"] = "8p" if event["tile"] == "9p" else "9p"
    return json.dumps(log).encode()


def test_joins_as_the_command_line(run, match, records):
    printed = run("join", *(str(match / name) for name in records)).stdout.strip()
    for given in (records, list(records.values())):
        joined = caipan.join(given)
        assert (joined.log, joined.differences) == (printed, [])
    assert caipan.audit(printed).verdict == "clean"
    alone = caipan.join([records["1.json"]])
    assert json.loads(alone.log)["view"] == [1]


def test_contradictions_name_the_records(records):
    records["2.json"] = changed(records["2.json"])
    joined = caipan.join(records)
    assert joined.log is None
    assert {2} in [set(told["records"]) for told in joined.differences[0]["told"]]
    assert "2.json" in joined.differences[0]["text"]["zh"]
    unnamed = caipan.join(list(records.values()))
    assert "record 3 (seen by" in unnamed.differences[0]["text"]["en"]


def test_finds_the_leaks_of_the_command_line(run, match, records):
    whole = (match / "whole.json").read_bytes()
    printed = run("leaks", "--format", "json", "--seat", "0", "--live", str(match / "whole.json"), str(match / "whole.json"))
    found = caipan.leaks(whole, whole, seat=0, live=True)
    assert found.leaks == [json.loads(line) for line in printed.stdout.splitlines()]
    assert len(found.leaks) > 10 and found.differences == []
    assert caipan.leaks(whole, records["0.json"], live=True) == caipan.Leaks([], [])
    other = caipan.leaks(whole, changed(records["0.json"]))
    assert other.leaks is None and "the record sent" in other.differences[0]["text"]["en"]


def test_refuses_what_cannot_be_joined(match, records):
    whole = (match / "whole.json").read_bytes()
    with pytest.raises(caipan.LogError, match="record 2: ") as refused:
        caipan.join([whole, whole.replace(b'"discard"', b'"discord"', 1)])
    assert refused.value.path.startswith("/hands/0/events/")
    with pytest.raises(caipan.LogError, match="the record sent: "):
        caipan.leaks(whole, b"{}")
    with pytest.raises(caipan.CaipanError, match="Give its seat"):
        caipan.leaks(whole, whole)
    with pytest.raises(caipan.CaipanError, match="between 0 and 3"):
        caipan.leaks(whole, whole, seat=4)
    with pytest.raises(caipan.CaipanError, match="Give the records"):
        caipan.join([])
    with pytest.raises(caipan.ArgumentTypeError, match="list of logs, not bytes"):
        caipan.join(whole)
    with pytest.raises(caipan.ArgumentTypeError, match="bytes or str, not int"):
        caipan.join([whole, 7])
