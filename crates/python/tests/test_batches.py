"""Audits of Arrow tables: pyarrow, Polars and DuckDB in and out."""

import hashlib

import caipan
import duckdb
import polars
import pyarrow
import pytest
from conftest import ROOT, turns_during


@pytest.fixture(scope="module")
def table(logs):
    rows = [*logs, None, b"not a log", *logs]
    return pyarrow.table({"match": range(len(rows)), "log": pyarrow.array(rows, pyarrow.binary())})


def verdicts(logs):
    return [caipan.audit(log).verdict for log in logs]


def test_rows_are_those_of_the_reports(table, logs):
    found = pyarrow.table(caipan.audit_batches(table, keep=["match"]))
    assert found.column_names[:3] == ["match", "log_id", "log_sha256"]
    assert found.schema.metadata[b"caipan.schema"] == b"2"
    assert found["match"].to_pylist() == list(range(len(table)))
    rows = found.to_pylist()
    assert [row["verdict"] for row in rows] == [*verdicts(logs), None, None, *verdicts(logs)]
    for row, log in zip(rows, logs):
        report = caipan.audit(log)
        assert row["log_id"] == report.log_id and row["log_sha256"] == hashlib.sha256(log).hexdigest()
        assert row["report_sha256"] == hashlib.sha256(report.json).hexdigest()
        assert [finding["code"] for finding in row["findings"]] == [finding["code"] for finding in report.findings]
        assert [hand["balance"] for hand in row["hands"]] == [
            hand["balance"][: row["seats"]] for hand in report.hands
        ]
    empty, broken = rows[len(logs) : len(logs) + 2]
    assert set(empty.values()) == {len(logs), None}
    with pytest.raises(caipan.LogError) as refused:
        caipan.audit(b"not a log")
    assert broken["error"]["code"] == refused.value.code and broken["error"]["message_en"] == refused.value.message_en


def test_threads_and_batches_do_not_change_the_result(table):
    expected = pyarrow.table(caipan.audit_batches(table, jobs=1)).to_pylist()
    many = pyarrow.Table.from_batches(table.to_batches(max_chunksize=7) * 3)
    for jobs in (1, 2, 16):
        assert pyarrow.table(caipan.audit_batches(many, jobs=jobs)).to_pylist() == expected * 3
    assert pyarrow.table(caipan.audit_batches(table.slice(3, 5))).to_pylist() == expected[3:8]
    nothing = pyarrow.table(caipan.audit_batches(table.slice(0, 0)))
    assert (nothing.num_rows, nothing.schema) == (0, pyarrow.table(caipan.audit_batches(table)).schema)


@pytest.mark.parametrize("kind", ["binary", "large_binary", "binary_view", "string", "large_string", "string_view"])
def test_takes_every_type_of_bytes_and_text(logs, kind):
    table = pyarrow.table({"log": pyarrow.array([log.decode() for log in logs[:9]]).cast(getattr(pyarrow, kind)())})
    assert pyarrow.table(caipan.audit_batches(table))["verdict"].to_pylist() == verdicts(logs[:9])


def test_speaks_with_polars(logs):
    frame = polars.DataFrame({"log": logs, "match": range(len(logs))})
    found = polars.DataFrame(caipan.audit_batches(frame, keep=["match"]))
    assert found["verdict"].to_list() == verdicts(logs)
    assert found.explode("findings").unnest("findings")["code"].drop_nulls().to_list() == [
        finding["code"] for log in logs for finding in caipan.audit(log).findings
    ]


def test_speaks_with_duckdb(logs, tmp_path):
    (tmp_path / "logs.ndjson").write_bytes(b"\n".join(logs) + b"\n")
    connection = duckdb.connect()
    lines = "unnest(string_split(rtrim(content, chr(10)), chr(10)))"
    relation = connection.sql(f"select {lines} as log from read_text('{tmp_path}/logs.ndjson')")
    reports = caipan.audit_batches(relation)
    # A connection runs one query at a time, and the first is still being read.
    counted = duckdb.connect().sql("select verdict, count(*) from reports group by verdict").fetchall()
    found = verdicts(logs)
    assert sorted(counted) == sorted((verdict, found.count(verdict)) for verdict in set(found))


def test_reads_through_adapters_and_houses():
    harbour = ROOT / "fixtures/adapters/harbour.toml"
    adapter, log = caipan.Adapter(harbour.read_bytes()), harbour.with_suffix(".json").read_bytes()
    (report,) = caipan.audit_all(log, adapter=adapter)
    (row,) = pyarrow.table(caipan.audit_batches(pyarrow.table({"log": [log]}), adapter=adapter)).to_pylist()
    assert (row["verdict"], row["report_sha256"]) == (report.verdict, hashlib.sha256(report.json).hexdigest())
    houses = caipan.Houses('[presets.own]\nbase = "changsha-a"\nzh = "甲"\nen = "A"\n')
    log = next(caipan.generate("changsha-a", hands=1)).log.replace(b'"changsha-a"', b'"own"')
    table = pyarrow.table({"log": [log]})
    assert pyarrow.table(caipan.audit_batches(table)).to_pylist()[0]["error"]["path"] == "/rules/system"
    (row,) = pyarrow.table(caipan.audit_batches(table, houses=houses)).to_pylist()
    assert row["report_sha256"] == hashlib.sha256(caipan.audit_json(log, houses=houses)).hexdigest()


def test_is_lazy_and_read_once(logs):
    asked = 0

    def batches():
        nonlocal asked
        while True:
            asked += 1
            yield pyarrow.record_batch({"log": pyarrow.array(logs[:4], pyarrow.binary())})

    schema = pyarrow.schema({"log": pyarrow.binary()})
    found = caipan.audit_batches(pyarrow.RecordBatchReader.from_batches(schema, batches()), jobs=2)
    assert asked == 0
    reader = pyarrow.RecordBatchReader.from_stream(found)
    assert reader.read_next_batch().num_rows == 4 and 0 < asked <= 32
    with pytest.raises(caipan.CaipanError, match="read already"):
        pyarrow.RecordBatchReader.from_stream(found)


def test_passes_errors_of_the_input_on(logs):
    def batches():
        yield pyarrow.record_batch({"log": pyarrow.array(logs[:4], pyarrow.binary())})
        raise RuntimeError("the source broke")

    schema = pyarrow.schema({"log": pyarrow.binary()})
    reader = pyarrow.RecordBatchReader.from_stream(
        caipan.audit_batches(pyarrow.RecordBatchReader.from_batches(schema, batches()))
    )
    assert reader.read_next_batch().num_rows == 4
    with pytest.raises(Exception, match="the source broke"):
        reader.read_next_batch()


def test_refuses_wrong_arguments(table):
    for given, error, message in [
        ({"column": "logs"}, caipan.CaipanError, "Did you mean log"),
        ({"keep": ["matsch"]}, caipan.CaipanError, "There is no column matsch"),
        ({"keep": "match"}, TypeError, "`keep` is a list"),
        ({"column": "match"}, caipan.CaipanError, "Logs must be a column of Binary"),
        ({"jobs": 0}, caipan.CaipanError, "`jobs` must be between 1"),
        ({"adapter": "tick"}, caipan.CaipanError, "ticks"),
    ]:
        with pytest.raises(error, match=message):
            caipan.audit_batches(table, **given)
    for wrong in (None, 3, [b"log"], "log"):
        with pytest.raises(TypeError, match="Expected Arrow data"):
            caipan.audit_batches(wrong)


def test_other_threads_run_during_an_audit_of_batches(table):
    many = pyarrow.Table.from_batches(table.to_batches() * 20)
    for consume in (pyarrow.table, polars.DataFrame):
        # With the interpreter held, this thread would run once or twice.
        turns = turns_during(lambda: consume(caipan.audit_batches(many, jobs=1)))
        assert turns > 10, (consume, turns)
