"""Checks `caipan export` as a user runs it: a folder, S3, kills, pseudonyms, the service's database, and DuckDB as the reader."""
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request

import boto3
import duckdb

CAIPAN, WORK, ENDPOINT = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
BUCKET = "audits"


def run(*args, check=0, **more):
    done = subprocess.run([CAIPAN, "--lang", "en", *map(str, args)], capture_output=True, text=True, **more)
    assert done.returncode == check, (args, done.returncode, done.stderr)
    return done


def logs(folder):
    """Matches of every system on several days and platforms, with faults, a file that is no log and one that is damaged."""
    folder.mkdir()
    systems = sorted(page.name.split(".")[0] for page in pathlib.Path("docs/rules").glob("*.en.md"))
    number = 0
    for rules in systems:
        made = [run("generate", "--rules", rules, "--games", 200, "--hands", 2, "--seed", 5).stdout]
        made.append(run("generate", "--rules", rules, "--games", 40, "--hands", 2, "--seed", 6, "--fault", "A702").stdout)
        for line in "".join(made).splitlines():
            log = json.loads(line)
            log["id"] = f"match-{number}"
            log["source"] = {"platform": ["acme", "平台/二"][number % 2], "client": "app", "version": f"1.{number % 3}"}
            for hand in log["hands"]:
                hand.setdefault("started_at", f"2026-03-0{1 + number % 3}T23:30:00+08:00")
            (folder / f"{number:05}.json").write_text(json.dumps(log, ensure_ascii=False))
            number += 1
    (folder / "settings.json").write_text('{"theme": "dark"}')
    (folder / "damaged.json").write_text('{"format":"paipu/1","id":"x"')
    return number


def tree(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*") if path.is_file()
    }


def check_rows(db, source, count, folder):
    rows = f"read_parquet('{source}', hive_partitioning = true)"
    total, readable, ids = db.sql(f"SELECT count(*), count(*) FILTER (error IS NULL), count(DISTINCT log_id) FROM {rows}").fetchall()[0]
    assert (total, readable, ids) == (count + 1, count, count), (total, readable, ids)
    reports = {}
    for line in run("audit", "--format", "json", folder, check=2).stdout.splitlines():
        report = json.loads(line)
        if "log" in report:
            reports[report["log"]["id"]] = (report, hashlib.sha256(line.encode()).hexdigest())
    for log_id, verdict, digest, faults, codes, balance in db.sql(
        f"""SELECT log_id, verdict, report_sha256, counts.faults, list_transform(findings, lambda f: f.code),
            list_transform(hands, lambda h: h.balance) FROM {rows} WHERE error IS NULL"""
    ).fetchall():
        report, sha = reports.pop(log_id)
        assert (verdict, digest, faults) == (report["verdict"], sha, report["summary"]["faults"]), log_id
        assert codes == [finding["code"] for finding in report["findings"]], log_id
        assert balance == [hand["balance"][: len(hand_)] for hand, hand_ in zip(report["hands"], balance)], log_id
    assert not reports
    partitions = {row for row in db.sql(f"SELECT DISTINCT day::varchar, platform FROM {rows} WHERE error IS NULL").fetchall()}
    assert {platform for _, platform in partitions} == {"acme", "平台/二"}, partitions
    assert all(day.startswith("2026-") for day, _ in partitions), partitions


class Service:
    """A running service on a port that the system gave it."""

    def __init__(self, log, env, *options):
        with log.open("w") as said:
            self.process = subprocess.Popen(
                [CAIPAN, "--lang", "en", "serve", "--listen", "127.0.0.1:0", *map(str, options)], env=env, stdout=said, stderr=said
            )
        for _ in range(600):
            if found := re.search(r"Serving on (http://\S+)", log.read_text()):
                self.address = found[1]
                return
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.05)
        self.kill()
        raise AssertionError(f"The service did not start: {log.read_text()}")

    def call(self, method, path, body=None, media="application/json"):
        request = urllib.request.Request(self.address + path, method=method, data=body, headers={"content-type": media})
        try:
            return urllib.request.urlopen(request, timeout=60).read()
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read()) from error

    def kill(self):
        self.process.kill()
        self.process.wait()


def exported_by_job(folder, name, target, env):
    """Exports stored logs by a job while its service is killed again and again, and returns the digests of the documents."""
    lines = [path.read_text() for path in sorted(folder.glob("0*.json"))]
    chance, kills, job = random.Random(11), 0, None
    while True:
        options = ["--data", WORK / f"{name}-data", "--job-lease", "1s", "--export-target", target]
        service = Service(WORK / f"{name}-{kills}.log", env, *options)
        try:
            if job is None:
                for at in range(0, len(lines), 200):
                    service.call("POST", "/v1/logs:batch", "\n".join(lines[at : at + 200]).encode(), "application/x-ndjson")
                job = json.loads(service.call("POST", "/v1/jobs", b'{"kind":"export","format":"parquet"}'))["id"]
            for _ in range(int(chance.uniform(5, 40)) if kills < 4 else 6000):
                state = json.loads(service.call("GET", f"/v1/jobs/{job}"))
                if "ended_at" in state:
                    break
                time.sleep(0.05)
        finally:
            service.kill()
        if "ended_at" in state:
            assert state["state"] == "done", state
            outcome = state["outcome"]
            assert (outcome["exported"], outcome["before"]) == (len(lines), 0), outcome
            print(f"job: {kills} kills, {outcome['files']} files, {outcome['bytes']} bytes")
            return {hashlib.sha256(line.encode()).hexdigest() for line in lines}
        kills += 1


def main():
    folder = WORK / "logs"
    count = logs(folder)
    key = WORK / "players.key"
    key.write_text("0123456789abcdef0123456789abcdef\n")
    db = duckdb.connect()

    # An undisturbed export, and its rows.
    whole = WORK / "whole"
    args = ["--file-logs", 16, "--key-file", key]
    said = run("export", "--parquet", whole, *args, folder)
    assert f"{count + 1} logs written" in said.stderr and "1 file is no log" in said.stderr, said.stderr
    undisturbed = tree(whole)
    assert all(name.endswith(".parquet") for name in undisturbed)
    check_rows(db, f"{whole}/**/*.parquet", count, folder)
    rows = f"read_parquet('{whole}/**/*.parquet', hive_partitioning = true)"
    players = {name for (name,) in db.sql(f"SELECT DISTINCT unnest(players) FROM {rows}").fetchall()}
    assert len(players) == 8 and all(len(name) == 24 for name in players), players
    said = run("export", "--parquet", whole, *args, folder)
    assert f"{count + 1} logs were exported before" in said.stderr and tree(whole) == undisturbed, said.stderr

    # Kills at random moments: no half file, and the runs after them give the same files.
    chance, kills = random.Random(7), 0
    broken = WORK / "broken"
    command = [CAIPAN, "export", "--parquet", str(broken), *map(str, args), str(folder)]
    for _ in range(12):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        time.sleep(chance.uniform(0.02, 0.6))
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        found = {name: digest for name, digest in tree(broken).items() if name.endswith(".parquet")} if broken.exists() else {}
        assert found.items() <= undisturbed.items(), "a killed export left another file"
    run("export", "--parquet", broken, *args, folder)
    assert tree(broken) == undisturbed
    assert kills > 0, "no export was killed"

    # Another key or none is refused; players are left out by default.
    assert "two names" in run("export", "--parquet", whole, folder, check=2).stderr
    plain = WORK / "plain"
    run("export", "--parquet", plain, folder)
    plain_rows = f"read_parquet('{plain}/**/*.parquet', hive_partitioning = true)"
    assert db.sql(f"SELECT count(players) FROM {plain_rows}").fetchall() == [(0,)]

    # S3: the same files, and a second run writes none.
    secrets = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1", "AWS_ENDPOINT": ENDPOINT}
    s3 = boto3.client("s3", endpoint_url=ENDPOINT, region_name="us-east-1", aws_access_key_id="key", aws_secret_access_key="secret")
    s3.create_bucket(Bucket=BUCKET)
    target = f"s3://{BUCKET}/some/prefix"

    def objects():
        pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET)
        return {
            item["Key"].removeprefix("some/prefix/"): hashlib.sha256(
                s3.get_object(Bucket=BUCKET, Key=item["Key"])["Body"].read()
            ).hexdigest()
            for page in pages for item in page.get("Contents", [])
        }

    process = subprocess.Popen([CAIPAN, "export", "--parquet", target, *map(str, args), str(folder)], env=os.environ | secrets)
    time.sleep(1.0)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert objects().items() <= undisturbed.items()
    run("export", "--parquet", target, *args, folder, env=os.environ | secrets)
    assert objects() == undisturbed
    said = run("export", "--parquet", target, *args, folder, env=os.environ | secrets)
    assert "logs were exported before" in said.stderr and objects() == undisturbed
    lost = run("export", "--parquet", "s3://no-such-bucket/x", folder, env=os.environ | secrets, check=2)
    assert "s3://no-such-bucket/x" in lost.stderr and "AWS_ENDPOINT" in lost.stderr, lost.stderr

    # The service's database.
    data, stored = WORK / "data", WORK / "stored"
    service = Service(WORK / "stored.log", os.environ, "--data", data)
    try:
        bodies = [path.read_bytes() for path in sorted(folder.glob("0*.json"))[:30]]
        for body in bodies:
            service.call("POST", "/v1/logs", body)
        said = run("export", "--parquet", stored, "--stored", "--data", data, "--players", "clear")
        assert "30 logs written" in said.stderr, said.stderr
    finally:
        service.kill()
    digests = {digest for (digest,) in db.sql(f"SELECT log_sha256 FROM read_parquet('{stored}/**/*.parquet')").fetchall()}
    assert digests == {hashlib.sha256(body).hexdigest() for body in bodies}
    said = run("export", "--parquet", stored, "--stored", "--data", data, "--players", "clear")
    assert "30 logs were exported before" in said.stderr, said.stderr

    # Jobs of services that are killed, into a folder and into S3.
    jobs = WORK / "job"
    sent = exported_by_job(folder, "in-folder", jobs, os.environ)
    found = f"read_parquet('{jobs}/**/*.parquet', hive_partitioning = true)"
    rows = db.sql(f"SELECT tenant, log_sha256 FROM {found}").fetchall()
    assert len(rows) == len(sent) and set(rows) == {("home", digest) for digest in sent}, len(rows)
    exported_by_job(folder, "in-s3", f"s3://{BUCKET}/job", os.environ | secrets)
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=BUCKET, Prefix="job/tenant=home/")
    for number, item in enumerate(item for page in pages for item in page["Contents"]):
        s3.download_file(BUCKET, item["Key"], str(WORK / f"job-{number}.parquet"))
    rows = db.sql(f"SELECT log_sha256 FROM read_parquet('{WORK}/job-*.parquet')").fetchall()
    assert len(rows) == len(sent) and {digest for (digest,) in rows} == sent, len(rows)
    print(f"parquet: {count} logs, {len(undisturbed)} files, {kills} kills, folder and S3 equal")


main()
