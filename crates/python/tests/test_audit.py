"""Audits: the same bytes as the Rust command line, reports as data, and refusals with place and cure."""

import json
import pickle

import caipan
import pytest
from conftest import ROOT, RULES

HARBOUR = ROOT / "fixtures/adapters/harbour.toml"


def test_gives_the_bytes_of_the_command_line(run, logs):
    spoilt = [log[: len(log) // 2] for log in logs[:8]] + [b"{}", b"[]", b"\xff\xfe", b'{"format":"paipu/2"}']
    lines = b"\n".join(logs) + b"\n"
    printed = run("audit", "--format", "json", "-", given=lines).stdout.splitlines()
    assert len(printed) == len(logs) >= 60
    assert [caipan.audit_json(log) for log in logs] == printed
    assert [report.json for report in caipan.audit_all(lines)] == printed
    assert {json.loads(line)["verdict"] for line in printed} == {"clean", "faulty", "variant", "unverifiable"}
    for log in spoilt:
        told = run("audit", "-", given=log)
        assert told.returncode == 2
        with pytest.raises(caipan.LogError) as refused:
            caipan.audit_json(log)
        assert refused.value.message_en in told.stderr.decode()


def test_overrides_rules_and_options_as_the_command_line(run, logs):
    log = (ROOT / "fixtures/demo/variant.json").read_bytes()
    for words, given in [
        (["--set", "small_self_draw_plus_one=under_birds"], {"options": {"small_self_draw_plus_one": "under_birds"}}),
        (["--set", "bird_count=1"], {"options": {"bird_count": 1}}),
        (["--rules", "changsha-b"], {"rules": "changsha-b"}),
    ]:
        printed = run("audit", "--format", "json", *words, "-", given=log).stdout
        assert caipan.audit_json(log, **given) + b"\n" == printed
    assert caipan.audit(log).verdict == "variant"
    assert caipan.audit(log, options={"small_self_draw_plus_one": "under_birds"}).verdict == "clean"


def test_takes_bytes_text_and_buffers(logs):
    log = logs[0]
    expected = caipan.audit_json(log)
    for given in (log.decode(), bytearray(log), memoryview(log), memoryview(b"xx" + log)[2:]):
        assert caipan.audit_json(given) == expected


def test_report_is_data_and_text(run):
    path = ROOT / "fixtures/demo/wrong-payer.json"
    report = caipan.audit(path.read_bytes())
    assert (report.verdict, report.log_id, report.rules["preset"]) == ("faulty", "demo-wrong-payer", "changsha-a")
    assert [(finding["code"], finding["hand"], finding["seat"]) for finding in report.findings] == [("A703", 0, 0)]
    assert report.transfers == [{"from": 2, "to": 0, "points": 6}]
    assert report.hands[0]["balance"] and report.data["format"] == "caipan-report/1"
    assert repr(report) == "<caipan.Report 'demo-wrong-payer' faulty: A703>"
    for lang in ("zh", "en"):
        printed = run("audit", "--full", "--lang", lang, "-", given=path.read_bytes()).stdout.decode()
        assert report.text(lang, full=True) in printed
        assert report.html(lang) == run("page", "--lang", lang, str(path)).stdout.decode()
    assert str(report) == report.text("en")
    assert report._repr_html_().startswith("<iframe srcdoc=\"&lt;!DOCTYPE html")


def test_reads_through_adapters(run):
    adapter, log = caipan.Adapter(HARBOUR.read_bytes()), HARBOUR.with_suffix(".json").read_bytes()
    words = ["--adapter", str(HARBOUR), str(HARBOUR.with_suffix(".json"))]
    printed = run("audit", "--format", "json", *words).stdout.splitlines()
    assert [report.json for report in caipan.audit_all(log, adapter=adapter)] == printed
    assert caipan.convert(log, adapter=adapter) == run("convert", *words).stdout.splitlines()
    assert b"\n".join(caipan.convert(log, adapter=adapter, to="text")) + b"\n" == run("convert", "--to", "text", *words).stdout
    ticks = ROOT / "fixtures/adapters/ticks.json"
    printed = run("audit", "--format", "json", str(ticks)).stdout
    assert caipan.audit_json(ticks.read_bytes()) + b"\n" == printed
    assert caipan.audit_json(ticks.read_bytes(), adapter="ticks") + b"\n" == printed
    with pytest.raises(caipan.CaipanError, match="Did you mean ticks"):
        caipan.audit(ticks.read_bytes(), adapter="tick")


def test_knows_house_presets_of_the_caller(run, tmp_path):
    file = b'[presets.harbour-night]\nbase = "changsha-a"\nzh = "\xe6\xb8\xaf\xe6\xb9\xbe"\nen = "Harbour"\n[presets.harbour-night.options]\nbird_count = 1\n'
    (tmp_path / "houses.toml").write_bytes(file)
    houses = caipan.Houses(file)
    assert houses.names == ["harbour-night"]
    log = json.loads(next(caipan.generate("changsha-a", options={"bird_count": 1}, hands=2)).log)
    log["rules"] = {"system": "harbour-night"}
    log = json.dumps(log).encode()
    with pytest.raises(caipan.LogError) as refused:
        caipan.audit(log)
    assert refused.value.path == "/rules/system"
    report = caipan.audit(log, houses=houses)
    printed = run("audit", "--format", "json", "--houses", str(tmp_path / "houses.toml"), "-", given=log).stdout
    assert (report.verdict, report.json + b"\n") == ("clean", printed)
    with pytest.raises(caipan.CaipanError) as refused:
        caipan.Houses(b"[presets.x]\nbase = 3\n")
    assert (refused.value.line, refused.value.column) == (2, 8)


def test_audits_each_line_by_itself(logs):
    found = caipan.audit_all(logs[0] + b"\nnot a log\n\n" + logs[1] + b"\n")
    assert [type(one) for one in found] == [caipan.Report, caipan.LogError, caipan.Report]
    assert found[1].line == 2
    with pytest.raises(caipan.LogError):
        caipan.audit(logs[0] + b"\n" + logs[1])


def test_refusals_name_place_and_cure_in_both_languages():
    with pytest.raises(caipan.LogError) as refused:
        caipan.audit('{"format": "paipu/1",\n "id": 4}')
    error = refused.value
    assert isinstance(error, ValueError) and error.code and (error.line, error.column) == (2, 8)
    assert str(error) == f"2:8 {error.path}: {error.message_en}"
    caipan.set_language("zh")
    assert error.message == error.message_zh != error.message_en and error.message_zh in str(error)
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), copy.column) == (caipan.LogError, str(error), 8)


@pytest.mark.parametrize("given", [None, 3, 1.5, {"format": "paipu/1"}, ["x"], object(), ROOT])
def test_refuses_what_is_neither_bytes_nor_text(given):
    for call in (caipan.audit, caipan.audit_json, caipan.audit_all, caipan.convert, caipan.replay, caipan.Houses, caipan.Adapter):
        with pytest.raises(TypeError, match="Expected bytes or str, not"):
            call(given)


@pytest.mark.parametrize(
    "given",
    [
        "\ud800",
        '{"format": "paipu/1", "id": "\\ud800"}',
        '{"format": "paipu/1", "players": ' + "[" * 100_000,
        "[" * 1_000_000,
        '{"a":' * 1_000_000,
        '{"format": "paipu/1", "id": "x", "start": {"dealer": 1' + "0" * 10_000 + "}}",
        '{"format": "paipu/1", "id": "x", "start": {"dealer": -1e999}}',
        "",
        "\0",
        b"\xff" * 1000,
        b"\x1f\x8b\x08\x00",
        b"PK\x03\x04",
    ],
    ids=lambda given: f"{len(given)}-{given[:8]!r}",
)
def test_refuses_hostile_bytes(given):
    for call in (caipan.audit, caipan.convert, caipan.replay):
        with pytest.raises(caipan.LogError) as refused:
            call(given)
        assert refused.value.message_zh and refused.value.message_en
    if given != "\ud800":
        assert all(isinstance(one, caipan.LogError) for one in caipan.audit_all(given))


def test_refuses_wrong_settings(logs):
    for given, message in [
        ({"rules": "changsa-a"}, "changsha-a"),
        ({"rules": "changsha-a", "options": {"bird_cuont": 1}}, "bird_count"),
        ({"rules": "changsha-a", "options": {"bird_count": 10**30}}, "bird_count"),
        ({"options": {"bird_cuont": 1}}, "bird_count"),
    ]:
        with pytest.raises(caipan.CaipanError, match=message):
            caipan.audit(logs[0], **given)
    with pytest.raises(TypeError, match="is a str, int or bool, not float"):
        caipan.audit(logs[0], options={"bird_count": 1.5})
    with pytest.raises(ValueError, match="zh and en"):
        caipan.set_language("fr")


def test_knows_every_preset():
    assert len(RULES) >= 10
    for rules in RULES:
        log = next(caipan.generate(rules, hands=1)).log
        assert caipan.audit(log).rules["preset"] == rules
        assert caipan.options(rules)
