"""Reads every log below the folders given into the models of the generated client, and every report on them.

A model that drops or changes a part of a document would send another document than the user has.
"""

import json
import os
import sys
from pathlib import Path

from caipan_client import AuthenticatedClient
from caipan_client.api.reports import audit_log
from caipan_client.models import GameLog, Report

client = AuthenticatedClient(base_url=sys.argv[1], token=os.environ["CAIPAN_KEY"], timeout=60)
count = 0
for file in sorted(file for folder in sys.argv[2:] for file in Path(folder).rglob("*.json")):
    document = json.loads(file.read_text("utf-8"))
    if not isinstance(document, dict) or document.get("format") != "paipu/1":
        continue
    log = GameLog.from_dict(document)
    if log.to_dict() != document:
        sys.exit(f"{file}: the model of a log changes the document")
    answer = audit_log.sync_detailed(client=client, body=log)
    if not isinstance(answer.parsed, Report):
        sys.exit(f"{file}: {answer.status_code} {answer.content[:500]!r}")
    if answer.parsed.to_dict() != json.loads(answer.content):
        sys.exit(f"{file}: the model of a report changes the document")
    count += 1
if count < 20:
    sys.exit(f"only {count} logs were found")
print(f"samples: {count} logs and reports are the same in the models")
