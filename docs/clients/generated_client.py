"""Stores a log, reads its report, rules on it, sends a batch and tries an adapter, with a generated client.

README.md beside this file says how to generate the package caipan_client. The key comes from the environment:

    CAIPAN_KEY=... python3 generated_client.py URL LOG ADAPTER SAMPLE

LOG is a paipu/1 document, SAMPLE a log of a platform that ADAPTER reads.
"""

import io
import json
import os
import sys
from pathlib import Path

from caipan_client import AuthenticatedClient
from caipan_client.api.adapters import test_adapter
from caipan_client.api.logs import ingest_batch, ingest_log, list_logs
from caipan_client.api.reports import find_report, list_rulings, rule
from caipan_client.models import (
    BatchAnswer,
    GameLog,
    LogList,
    LogView,
    NewRuling,
    Problem,
    Report,
    Ruling,
    RulingKind,
    Rulings,
    Trial,
    TrialRequest,
    Verdict,
)
from caipan_client.types import File


def expect(kind, answer):
    """Returns an answer of this kind. Ends with the sentence of a problem."""
    if isinstance(answer, kind):
        return answer
    if isinstance(answer, Problem):
        sys.exit(f"{answer.code}: {answer.detail_en}\n{answer.detail_zh}")
    sys.exit(f"no {kind.__name__} came but {answer!r}")


def main(url, log_file, adapter_file, sample_file):
    # Without `timeout` the client waits five seconds.
    client = AuthenticatedClient(base_url=url, token=os.environ["CAIPAN_KEY"], timeout=60)
    document = json.loads(Path(log_file).read_text("utf-8"))

    log = expect(LogView, ingest_log.sync(client=client, body=GameLog.from_dict(document)))
    report = expect(Report, find_report.sync(log.id, client=client))
    assert report.verdict == log.verdict and isinstance(report.verdict, Verdict), report.verdict
    print(f"report: {log.id} is {report.verdict}, with {len(report.findings)} findings")

    wanted = NewRuling(kind=RulingKind.UPHOLD, note="Seen by the desk.", referee="Desk 2")
    ruling = expect(Ruling, rule.sync(log.id, client=client, body=wanted, idempotency_key=f"upheld-{log.id}"))
    rulings = expect(Rulings, list_rulings.sync(log.id, client=client))
    read = [one for one in rulings.rulings if one.digest == ruling.digest]
    assert len(read) == 1 and read[0].entry.note == wanted.note, rulings
    assert read[0].entry.kind is RulingKind.UPHOLD, read
    print(f"ruling: {read[0].entry.number} by {read[0].entry.referee}")

    # The lines of a batch are bytes; each line of the answer is a BatchAnswer.
    lines = "".join(json.dumps({**document, "id": f"batch-{number}"}) + "\n" for number in (1, 2))
    text = expect(str, ingest_batch.sync(client=client, body=File(payload=io.BytesIO(lines.encode()))))
    answers = [BatchAnswer.from_dict(json.loads(line)) for line in text.splitlines()]
    assert [answer.status for answer in answers] == [201, 201], text
    assert all(isinstance(answer.verdict, Verdict) for answer in answers), text
    listed = expect(LogList, list_logs.sync(client=client, verdict=report.verdict, limit=10))
    assert {answer.id for answer in answers} < {one.id for one in listed.logs}, listed
    print(f"batch: {len(answers)} logs stored")

    adapter, sample = (Path(file).read_text("utf-8") for file in (adapter_file, sample_file))
    trial = expect(Trial, test_adapter.sync(client=client, body=TrialRequest(adapter=adapter, sample=sample)))
    assert trial.matches and isinstance(trial.matches[0].verdict, Verdict), trial
    print(f"adapter: the sample is {trial.matches[0].verdict}")

    # A problem is an answer too, not an exception.
    missing = find_report.sync("0" * 32, client=client)
    assert isinstance(missing, Problem) and missing.code == "log-not-found", missing
    print(f"problem: {missing.detail_zh}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
