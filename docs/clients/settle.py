#!/usr/bin/env python3
"""Has a finished match audited before its points are booked. Python 3.8 or later, with caipan.py beside it.

    settle.py http://127.0.0.1:8080 room.json [--adapter NAME] [--corrects ID]

CAIPAN_KEY holds the key, where the service asks for one; it needs the scopes ingest and read.
Exit status: 0 book it, 1 hold it back, 2 it could not be audited.
"""

import hashlib
import os
import sys

from caipan import Caipan, Problem


def main(base, file, adapter=None, corrects=None):
    with open(file, "rb") as log:
        body = log.read()
    key = hashlib.sha256(body + repr((adapter, corrects)).encode()).hexdigest()
    service = Caipan(base, os.environ.get("CAIPAN_KEY"))
    log = service.ingest_log(
        body, content_type="application/json", adapter=adapter, corrects=corrects, idempotency_key=key
    ).body
    report = service.find_report(log["id"]).body
    print(f"{log['id']} {report['verdict']} {report['rules']['preset']}@{report['rules']['revision']}")
    for finding in report.get("findings", []):
        if "because" not in finding:
            print(f"  {finding['code']} {finding['message']['en']}")
    for transfer in report.get("transfers", []):
        print(f"  seat {transfer.get('from')} owes seat {transfer.get('to')} {transfer['points']}")
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
        sys.exit(main(words[0], words[1], **options))
    except Problem as problem:
        # 409: the match is stored with other content; `log` names it, and --corrects replaces it.
        print(f"not audited: {problem} {problem.log or ''}".rstrip())
    except (OSError, ValueError) as error:
        print(f"not audited: {error}")
    sys.exit(2)
