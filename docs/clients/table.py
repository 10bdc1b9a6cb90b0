"""A toy game server that asks caipan before it carries out an act, and before it moves points.

    python3 table.py http://127.0.0.1:8080 match.json

It plays the first hand of a recorded match as if its players sent the events one by one. An act that caipan refuses is not
carried out. When the hand is over, it prints the points that it would move.
"""

import json
import sys

from caipan import Caipan

TILES = {"discard": "tile", "win": "tile", "pung": "tile", "kong": "tile", "chow": "with"}


def answer(progress, event):
    """Returns what caipan says of the act of a player; None if the event is no such act."""
    if event["type"] not in TILES:
        return None
    asked = event["type"], event["seat"], event[TILES[event["type"]]]
    acts = [act for act in progress["acts"] if (act["type"], act["seat"], act.get("tiles")) == asked]
    legal = [act for act in acts if act["legal"]]
    return (legal or acts or [{"legal": False, "reason": {"en": "the tiles or the moment do not allow it"}}])[0]


def main(service, path):
    caipan = Caipan(service)
    with open(path, encoding="utf-8") as file:
        match = json.load(file)
    match.pop("match", None)
    hand = match["hands"][0]
    hand.pop("result", None)
    sent, hand["events"] = hand["events"], []
    match.update(hands=[hand], in_progress=True)
    report = caipan.audit_log(match).body
    for event in sent:
        said = answer(report["progress"], event)
        if said and not said["legal"]:
            print(f"refused: seat {event['seat']} {event['type']}: {said['reason']['en']}")
            continue
        hand["events"].append(event)
        report = caipan.audit_log(match).body
    if report["progress"]["over"]:
        print("to pay:", *report["hands"][0]["balance"])


if __name__ == "__main__":
    main(*sys.argv[1:])
