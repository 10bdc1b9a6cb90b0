"""A match in play: its answers are those of an audit of the log so far."""

import json

import caipan
import pytest


@pytest.fixture(scope="module")
def match():
    return json.loads(next(iter(caipan.generate("guiyang", seed=5, hands=2))).log)


def begun(match, hand=0):
    """A match in play before the first event of a hand, and the hand."""
    hands = match["hands"][: hand + 1]
    hands[hand] = {key: value for key, value in hands[hand].items() if key not in ("events", "result")} | {"events": []}
    log = {key: value for key, value in match.items() if key not in ("match", "hands")} | {"hands": hands}
    return caipan.in_play(json.dumps(log)), match["hands"][hand]


def test_answers_as_an_audit_of_the_log_so_far(match):
    table, hand = begun(match)
    for event in hand["events"]:
        answer = table.play(event)
        report = caipan.audit(table.log).data
        assert answer["progress"] == report["progress"]
        assert answer["findings"] == [] and report["verdict"] == "clean"
    assert answer["hand"]["ledger"] == report["hands"][0]["ledger"]
    assert table.settle(hand["result"])["findings"] == []
    rest = match["hands"][1]
    last = table.deal({key: value for key, value in rest.items() if key != "result"})
    assert last["progress"]["over"] and "result" not in json.loads(table.log)["hands"][1]
    assert table.report().verdict == "clean"


def test_names_the_fault_when_it_happens(match):
    table, hand = begun(match)
    dealer = table.answer["progress"]["due"]["seat"]
    wrong = {"type": "discard", "seat": (dealer + 1) % 4, "tile": "1m"}
    codes = {finding["code"] for finding in table.play(wrong)["findings"]}
    assert codes == {finding["code"] for finding in caipan.audit(table.log).findings} != set()
    table, hand = begun(match)
    for event in hand["events"]:
        table.play(event)
    deltas = [9, -3, -3, -3]
    assert "A706" in {finding["code"] for finding in table.settle({"deltas": deltas})["findings"]}


def test_refusals_have_a_place_and_change_nothing(match):
    table, hand = begun(match)
    before = table.log
    with pytest.raises(caipan.LogError) as refused:
        table.play({"type": "discard", "seat": 9, "tile": "1m"})
    assert (refused.value.code, refused.value.path) == ("wrong-value", "/seat")
    with pytest.raises(caipan.LogError) as refused:
        table.settle({"deltas": [1]})
    assert refused.value.path == "/hands/0/result/deltas" and refused.value.line is None
    with pytest.raises(caipan.LogError):
        table.deal("{")
    assert table.log == before
    table.settle(hand["result"])
    for refused_now in (lambda: table.play(hand["events"][0]), lambda: table.settle(hand["result"])):
        with pytest.raises(caipan.LogError, match="deal"):
            refused_now()
    with pytest.raises(caipan.LogError):
        caipan.in_play(json.dumps({**match, "match": {"totals": [0, 0, 0, 0]}}))
