"""Generated matches, replays, scores and the handbook."""

import json
import pickle

import caipan
import pytest
from conftest import ROOT, RULES


@pytest.mark.parametrize("rules", RULES)
def test_generates_the_bytes_of_the_command_line(run, rules):
    words = ["generate", "--rules", rules, "--seed", "5", "--hands", "2"]
    clean = run(*words, "--games", "3").stdout.splitlines()
    assert [game.log for game in caipan.generate(rules, seed=5, games=3, hands=2)] == clean
    assert len(set(clean)) == 3
    thin = run(*words, "--thin").stdout.splitlines()
    assert [game.log for game in caipan.generate(rules, seed=5, hands=2, thin=True)] == thin
    spoilt = run(*words, "--games", "2", "--fault", "A501")
    games = list(caipan.generate(rules, seed=5, games=2, hands=2, fault="a501"))
    assert [game.log for game in games] == spoilt.stdout.splitlines()
    assert [game.label for game in games] == [json.loads(line) for line in spoilt.stderr.splitlines()]
    for game in games:
        assert game.label["code"] in [finding["code"] for finding in caipan.audit(game.log).findings]


def test_generates_a_platform_as_the_command_line_does(run):
    words = ["generate", "--rules", "changsha-a", "--seed", "5", "--hands", "2", "--games", "30"]
    given = {"rules": "changsha-a", "seed": 5, "hands": 2, "games": 30}
    fair = list(caipan.generate(**given, population=9))
    assert [game.log for game in fair] == run(*words, "--population", "9").stdout.splitlines()
    assert all(game.label is None and game.acts == [] for game in fair)
    for mode in ("repeated-walls=20", "biased-deal", "biased-draws=50", "feeding", "rounding"):
        printed = run(*words, "--population", "9", "--unfair", mode)
        games = list(caipan.generate(**given, population=9, unfair=mode))
        assert [game.log for game in games] == printed.stdout.splitlines(), mode
        acts = [act for game in games for act in game.acts]
        assert acts and acts == [json.loads(line) for line in printed.stderr.splitlines()], mode
        assert all(act["log"] == json.loads(game.log)["id"] for game in games for act in game.acts)
    # The number of players is that of the command line if none is given.
    printed = run(*words, "--unfair", "feeding")
    assert [game.log for game in caipan.generate(**given, unfair="feeding")] == printed.stdout.splitlines()


def test_generates_lazily():
    games = caipan.generate("beijing", games=2**64 - 1, hands=1)
    assert next(games).log != next(games).log


def test_refuses_what_cannot_be_generated():
    for given, error, message in [
        ({"rules": "beijin"}, caipan.CaipanError, "beijing"),
        ({"fault": "A7002"}, caipan.CaipanError, "A702"),
        ({"players": "usul"}, caipan.CaipanError, "no play style usul"),
        ({"seed": -1}, caipan.CaipanError, "`seed` must be between 0 and"),
        ({"games": 10**400}, caipan.CaipanError, "`games` must be between 0 and"),
        ({"hands": 65}, caipan.CaipanError, "`hands` must be between 1 and 64"),
        ({"population": 3}, caipan.CaipanError, "`population` must be between 4 and 9999"),
        ({"unfair": "luck"}, caipan.CaipanError, "no unfair mode luck; choose one of repeated-walls"),
        ({"unfair": "feeding=101"}, caipan.CaipanError, "in percent, from 0.01 to 100"),
        ({"fault": "A702", "population": 9}, caipan.CaipanError, "take no fault"),
        ({"fault": "A702", "unfair": "feeding"}, caipan.CaipanError, "take no fault"),
        ({"seed": "1"}, TypeError, "`seed` is an int, not str"),
        ({"seed": True}, TypeError, "`seed` is an int, not bool"),
    ]:
        with pytest.raises(error, match=message):
            caipan.generate(**{"rules": "beijing", **given})


def test_replays_every_step(run):
    log = (ROOT / "fixtures/demo/guiyang-chickens.json").read_bytes()
    events = [hand["events"] for hand in json.loads(log)["hands"]]
    steps = list(caipan.replay(log))
    assert [(step["hand"], step["step"]) for step in steps] == [
        (hand, step) for hand, events in enumerate(events) for step in range(len(events) + 1)
    ]
    assert "event" not in steps[0] and steps[0]["table"]["dealer"] in range(4)
    printed = run("replay", "--hand", "1", "-", given=log).stdout.decode()
    for step in steps[1 : len(events[0]) + 1]:
        assert f"hand 1 step {step['step']}: {step['event']['en']}" in printed
        assert step["type"] and step["table"]["event"] == step["step"] - 1
    assert list(caipan.replay(log, hand=0)) == steps[: len(events[0]) + 1]
    for hand in (-1, len(events), 10**30):
        with pytest.raises(caipan.CaipanError, match="Name one that is there"):
            caipan.replay(log, hand=hand)


def test_scores_as_the_command_line(run):
    question = {
        "rules": "changsha-a",
        "dealer": 0,
        "birds": "1m5m",
        "wins": [{"seat": 0, "hand": "123m456p3455789s", "tile": "2s"}],
    }
    text = json.dumps(question)
    printed = json.loads(run("score", "--format", "json", "-", given=text.encode()).stdout)
    assert caipan.score(question) == caipan.score(text) == caipan.score(text.encode()) == printed
    assert [line["points"] for line in printed["ledger"]] == [9, 9, 9]
    for given, message in [({**question, "rules": "changsa"}, "changsha"), ({**question, "dealr": 1}, "dealer"), ({}, "rules")]:
        with pytest.raises(caipan.CaipanError, match=message):
            caipan.score(given)
    for hostile in ("\ud800", "[" * 1_000_000, b"\xff", {**question, "dealer": 10**400}, {**question, "rules": "\ud800"}):
        with pytest.raises(caipan.CaipanError):
            caipan.score(hostile)
    for wrong in (None, 3, object()):
        with pytest.raises(TypeError):
            caipan.score(wrong)


def test_explains_words():
    assert [meaning["id"] for meaning in caipan.explain("a703")] == ["A703"]
    assert caipan.explain("CS-A.23")[0]["subject"] == "clause"
    assert "option" in {meaning["subject"] for meaning in caipan.explain("bird_count")}
    with pytest.raises(caipan.CaipanError, match="Did you mean"):
        caipan.explain("bird_cuont")
    with pytest.raises(ValueError):
        caipan.explain("\ud800")


def test_presets_and_options_are_data():
    presets = {preset["id"]: preset for preset in caipan.presets()}
    assert presets["changsha-b"]["system"] == "changsha" and presets["changsha-b"]["name"]["zh"]
    options = {option["id"]: option for option in caipan.options("changsha-b")}
    assert {name: option["default"] for name, option in options.items()} == presets["changsha-b"]["options"]
    assert options.keys() == {option["id"] for option in caipan.options("changsha")}
    assert any(option.get("words") for option in options.values())
    assert "A703" in {check["code"] for check in caipan.checks()}
    with pytest.raises(caipan.CaipanError, match="changsha"):
        caipan.options("changsa")


def test_refused_win_has_grounds():
    win = {"seat": 0, "hand": "123m456m789m33p45s", "tile": "6s", "by": "draw"}
    with pytest.raises(caipan.CaipanError) as refused:
        caipan.score({"rules": "changsha-a", "dealer": 0, "wins": [win]})
    error = pickle.loads(pickle.dumps(refused.value))
    assert error.code == "not-a-win" and error.path == "/wins/0"
    assert error.grounds["option"] == "pair_258" and error.grounds["near"][0]["clause"] == "CS-B.5"
