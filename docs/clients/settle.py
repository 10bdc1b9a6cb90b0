#!/usr/bin/env python3
"""Has a finished match audited before its points are booked. Python 3.8 or later, nothing but its standard library.

    settle.py http://127.0.0.1:8080 room.json [--adapter NAME] [--corrects ID]

CAIPAN_KEY holds the key, where the service asks for one; it needs the scopes ingest and read.
Exit status: 0 book it, 1 hold it back, 2 it could not be audited.
"""

import hashlib
import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


def call(method, url, body=None, headers=None):
    """The status and the JSON of an answer. What is busy, too fast or unreachable is asked again: that is always safe."""
    headers = dict(headers or {})
    if os.environ.get("CAIPAN_KEY"):
        headers["Authorization"] = "Bearer " + os.environ["CAIPAN_KEY"]
    for pause in (0.5, 1, 2, 4, None):
        request = urllib.request.Request(url, data=body, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code not in (429, 503) or pause is None:
                return error.code, json.load(error)
        except OSError:
            if pause is None:
                raise
        time.sleep(pause)


def main(base, file, adapter=None, corrects=None):
    with open(file, "rb") as log:
        body = log.read()
    asked = {"adapter": adapter, "corrects": corrects}
    query = urllib.parse.urlencode({name: value for name, value in asked.items() if value})
    key = hashlib.sha256(body + query.encode()).hexdigest()
    headers = {"Content-Type": "application/json", "Accept": "application/json", "Idempotency-Key": key}

    status, log = call("POST", f"{base}/v1/logs?{query}", body, headers)
    if status not in (200, 201):
        # 409: the match is stored with other content; `log` names it, and --corrects replaces it.
        print(f"not audited: {log['code']}: {log['detail']} {log.get('log', '')}".rstrip())
        return 2

    status, report = call("GET", base + log["links"]["report"], headers={"Accept": "application/json"})
    if status != 200:
        print(f"not audited: {report['code']}: {report['detail']}")
        return 2
    print(f"{log['id']} {report['verdict']} {report['rules']['preset']}@{report['rules']['revision']}")
    for finding in report.get("findings", []):
        if "because" not in finding:
            print(f"  {finding['code']} {finding['message']['en']}")
    for transfer in report.get("transfers", []):
        print(f"  seat {transfer.get('from')} has to give seat {transfer.get('to')} {transfer['points']}")
    return 1 if report["verdict"] in ("faulty", "variant") else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    options = {}
    for name in ("adapter", "corrects"):
        if f"--{name}" in words:
            at = words.index(f"--{name}")
            options[name] = words[at + 1]
            del words[at : at + 2]
    if len(words) != 2:
        sys.exit(__doc__)
    try:
        sys.exit(main(words[0].rstrip("/"), words[1], **options))
    except (OSError, ValueError) as error:
        print(f"not audited: {error}")
        sys.exit(2)
