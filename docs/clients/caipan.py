"""A client of caipan 0.1.0: one method an operation. Python 3.8 or later, nothing but its standard library.

Written from openapi/openapi.json by the tests of caipan: change that, not this. Copy it beside your program.
"""

import json
import time
import urllib.error
import urllib.parse
import urllib.request


class Problem(Exception):
    """An answer that is none: `status`, `code`, and all that the problem document says (`detail`, `pointer`, `request_id` ...)."""

    def __init__(self, status, said):
        self.status, self.said = status, said
        self.code = said.get("code", "")
        super().__init__(f"{self.code}: {said.get('detail', '')}")

    def __getattr__(self, name):
        return self.__dict__.get("said", {}).get(name)


class Answer:
    """What was answered: `status`, `headers`, and `body`, which is JSON read, else bytes."""

    def __init__(self, status, headers, body):
        self.status, self.headers = status, headers
        is_json = headers.get("Content-Type", "").split(";")[0].endswith("json")
        self.body = json.loads(body) if is_json and body else body


class Caipan:
    """The service at an address, with a key where it asks for one."""

    def __init__(self, base, key=None, pauses=(0.5, 1, 2, 4), timeout=60):
        self.base, self.key, self.pauses, self.timeout = base.rstrip("/"), key, pauses, timeout

    def call(self, method, path, query=None, headers=None, body=None, content_type=None, accept="application/json"):
        """Asks, and asks again what is busy, too fast or unreachable: every operation can be asked twice."""
        query = urllib.parse.urlencode({name: value for name, value in (query or {}).items() if value is not None})
        headers = {name: value for name, value in (headers or {}).items() if value is not None}
        headers["Accept"] = accept
        if self.key:
            headers["Authorization"] = "Bearer " + self.key
        if body is not None:
            headers["Content-Type"] = content_type
            if not isinstance(body, (bytes, str)):
                body = json.dumps(body)
            body = body.encode() if isinstance(body, str) else body
        url = self.base + path + ("?" + query if query else "")
        for pause in (*self.pauses, None):
            request = urllib.request.Request(url, data=body, method=method, headers=headers)
            try:
                with urllib.request.urlopen(request, timeout=self.timeout) as answer:
                    return Answer(answer.status, answer.headers, answer.read())
            except urllib.error.HTTPError as error:
                said = error.read()
                if error.code == 304:
                    return Answer(error.code, error.headers, b"")
                if error.code not in (429, 503) or pause is None:
                    is_json = error.headers.get("Content-Type", "").split(";")[0].endswith("json")
                    raise Problem(error.code, json.loads(said) if is_json else {}) from None
            except OSError:
                if pause is None:
                    raise
            time.sleep(pause)

    def live(self):
        """Say that the process lives: GET /healthz"""
        return self.call("GET", "/healthz")

    def ready(self):
        """Say whether requests can be served: GET /readyz"""
        return self.call("GET", "/readyz")

    def list_adapters(self):
        """List the adapters that are known by name: GET /v1/adapters"""
        return self.call("GET", "/v1/adapters")

    def find_adapter(self, name, *, digest=None):
        """Find an adapter of the tenant: GET /v1/adapters/{name}"""
        return self.call("GET", f"/v1/adapters/{urllib.parse.quote(str(name), safe='')}", query={"digest": digest})

    def put_adapter(self, name, body):
        """Put an adapter: PUT /v1/adapters/{name}"""
        return self.call("PUT", f"/v1/adapters/{urllib.parse.quote(str(name), safe='')}", body=body, content_type="application/octet-stream")

    def remove_adapter(self, name):
        """Remove an adapter of the tenant: DELETE /v1/adapters/{name}"""
        return self.call("DELETE", f"/v1/adapters/{urllib.parse.quote(str(name), safe='')}")

    def guess_adapter(self, body):
        """Guess an adapter from a sample: POST /v1/adapters:new"""
        return self.call("POST", "/v1/adapters:new", body=body, content_type="application/json")

    def test_adapter(self, body):
        """Try an adapter on a sample: POST /v1/adapters:test"""
        return self.call("POST", "/v1/adapters:test", body=body, content_type="application/json")

    def audit_log(self, body, *, from_=None, adapter=None, in_progress=None, lang=None, content_type="application/json", accept="application/json"):
        """Audit a log without keeping it: POST /v1/audits"""
        return self.call("POST", "/v1/audits", query={"from": from_, "adapter": adapter, "in_progress": in_progress, "lang": lang}, body=body, content_type=content_type, accept=accept)

    def list_checks(self):
        """List the checks: GET /v1/checks"""
        return self.call("GET", "/v1/checks")

    def find_check(self, code):
        """Find a check: GET /v1/checks/{code}"""
        return self.call("GET", f"/v1/checks/{urllib.parse.quote(str(code), safe='')}")

    def find_checkpoint(self, *, place=None, since=None, witnessed=None, accept="application/json"):
        """Read the checkpoint of all that was given: GET /v1/evidence"""
        return self.call("GET", "/v1/evidence", query={"place": place, "since": since, "witnessed": witnessed}, accept=accept)

    def find_evidence_key(self, *, accept="application/x-pem-file"):
        """Read the current public key of checkpoints: GET /v1/evidence/key"""
        return self.call("GET", "/v1/evidence/key", accept=accept)

    def find_evidence_keys(self, *, origin=None, accept="application/json"):
        """Read the public keys of checkpoints: GET /v1/evidence/keys"""
        return self.call("GET", "/v1/evidence/keys", query={"origin": origin}, accept=accept)

    def list_witnesses(self):
        """List the witnesses of the checkpoints: GET /v1/evidence/witnesses"""
        return self.call("GET", "/v1/evidence/witnesses")

    def read_feed(self, *, after=None, limit=None, wait=None):
        """Follow the verdicts: GET /v1/feed"""
        return self.call("GET", "/v1/feed", query={"after": after, "limit": limit, "wait": wait})

    def list_jobs(self, *, limit=None, after=None):
        """List the jobs: GET /v1/jobs"""
        return self.call("GET", "/v1/jobs", query={"limit": limit, "after": after})

    def make_job(self, body, *, idempotency_key=None):
        """Ask for long work: POST /v1/jobs"""
        return self.call("POST", "/v1/jobs", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")

    def find_job(self, id):
        """Find a job: GET /v1/jobs/{id}"""
        return self.call("GET", f"/v1/jobs/{urllib.parse.quote(str(id), safe='')}")

    def cancel_job(self, id):
        """Cancel a job, or remove one that has ended: DELETE /v1/jobs/{id}"""
        return self.call("DELETE", f"/v1/jobs/{urllib.parse.quote(str(id), safe='')}")

    def fetch_job_part(self, id, number, *, accept="application/zstd"):
        """Fetch a part of what a job gives: GET /v1/jobs/{id}/parts/{number}"""
        return self.call("GET", f"/v1/jobs/{urllib.parse.quote(str(id), safe='')}/parts/{urllib.parse.quote(str(number), safe='')}", accept=accept)

    def list_keys(self, *, limit=None, after=None):
        """List the keys: GET /v1/keys"""
        return self.call("GET", "/v1/keys", query={"limit": limit, "after": after})

    def make_key(self, body, *, idempotency_key=None):
        """Make a key: POST /v1/keys"""
        return self.call("POST", "/v1/keys", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")

    def find_key(self, id):
        """Find a key: GET /v1/keys/{id}"""
        return self.call("GET", f"/v1/keys/{urllib.parse.quote(str(id), safe='')}")

    def revoke_key(self, id):
        """Revoke a key: DELETE /v1/keys/{id}"""
        return self.call("DELETE", f"/v1/keys/{urllib.parse.quote(str(id), safe='')}")

    def list_logs(self, *, platform=None, game=None, system=None, verdict=None, client=None, code=None, player=None, since=None, until=None, limit=None, after=None):
        """List stored logs, newest first: GET /v1/logs"""
        return self.call("GET", "/v1/logs", query={"platform": platform, "game": game, "system": system, "verdict": verdict, "client": client, "code": code, "player": player, "since": since, "until": until, "limit": limit, "after": after})

    def ingest_log(self, body, *, from_=None, adapter=None, corrects=None, idempotency_key=None, content_type="application/json"):
        """Store a log and audit it: POST /v1/logs"""
        return self.call("POST", "/v1/logs", query={"from": from_, "adapter": adapter, "corrects": corrects}, headers={"Idempotency-Key": idempotency_key}, body=body, content_type=content_type)

    def find_log(self, id):
        """Find a stored log: GET /v1/logs/{id}"""
        return self.call("GET", f"/v1/logs/{urllib.parse.quote(str(id), safe='')}")

    def find_raw_log(self, id, *, if_none_match=None, range=None, if_range=None, accept="application/vnd.paipu+json"):
        """Get the bytes of a log as they were received: GET /v1/logs/{id}/raw"""
        return self.call("GET", f"/v1/logs/{urllib.parse.quote(str(id), safe='')}/raw", headers={"If-None-Match": if_none_match, "Range": range, "If-Range": if_range}, accept=accept)

    def ingest_batch(self, body, *, from_=None, adapter=None, accept="application/x-ndjson"):
        """Store many logs: POST /v1/logs:batch"""
        return self.call("POST", "/v1/logs:batch", query={"from": from_, "adapter": adapter}, body=body, content_type="application/octet-stream", accept=accept)

    def join_logs(self, body, *, from_=None, adapter=None, audit=None):
        """Join the records of one match: POST /v1/logs:join"""
        return self.call("POST", "/v1/logs:join", query={"from": from_, "adapter": adapter, "audit": audit}, body=body, content_type="application/json")

    def find_leaks(self, body, *, from_=None, adapter=None):
        """Find what a client could not see: POST /v1/logs:leaks"""
        return self.call("POST", "/v1/logs:leaks", query={"from": from_, "adapter": adapter}, body=body, content_type="application/json")

    def find_presets(self, *, digest=None):
        """Find the house rules of the tenant: GET /v1/presets"""
        return self.call("GET", "/v1/presets", query={"digest": digest})

    def put_presets(self, body):
        """Put the house rules: PUT /v1/presets"""
        return self.call("PUT", "/v1/presets", body=body, content_type="application/octet-stream")

    def remove_presets(self):
        """Remove the house rules of the tenant: DELETE /v1/presets"""
        return self.call("DELETE", "/v1/presets")

    def find_report(self, id, *, lang=None, if_none_match=None, accept="application/json"):
        """Read the report of a stored log: GET /v1/reports/{id}"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}", query={"lang": lang}, headers={"If-None-Match": if_none_match}, accept=accept)

    def audit_again(self, id):
        """Audit a stored log again: POST /v1/reports/{id}"""
        return self.call("POST", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}")

    def prove_report(self, id, *, since=None, witnessed=None):
        """Prove a report: GET /v1/reports/{id}/evidence"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/evidence", query={"since": since, "witnessed": witnessed})

    def list_steps(self, id, n, *, if_none_match=None):
        """Show every step of a hand: GET /v1/reports/{id}/hands/{n}/steps"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/hands/{urllib.parse.quote(str(n), safe='')}/steps", headers={"If-None-Match": if_none_match})

    def find_step(self, id, n, k, *, lang=None, seat=None, hide=None, accept="application/json"):
        """Show the table at a moment, and who could do what: GET /v1/reports/{id}/hands/{n}/steps/{k}"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/hands/{urllib.parse.quote(str(n), safe='')}/steps/{urllib.parse.quote(str(k), safe='')}", query={"lang": lang, "seat": seat, "hide": hide}, accept=accept)

    def keep_report(self, id, *, lang=None):
        """Keep a report as one file: GET /v1/reports/{id}/page"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/page", query={"lang": lang}, accept="text/html")

    def draw_report(self, id, *, lang=None, shape=None, finding=None, if_none_match=None):
        """Show a report as a picture: GET /v1/reports/{id}/picture"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/picture", query={"lang": lang, "shape": shape, "finding": finding}, headers={"If-None-Match": if_none_match}, accept="image/png")

    def list_rulings(self, id):
        """List the rulings on a report: GET /v1/reports/{id}/rulings"""
        return self.call("GET", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/rulings")

    def rule(self, id, body, *, idempotency_key=None):
        """Rule on a report: POST /v1/reports/{id}/rulings"""
        return self.call("POST", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/rulings", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")

    def suppose(self, id, body):
        """Judge a stored log otherwise: POST /v1/reports/{id}/what-if"""
        return self.call("POST", f"/v1/reports/{urllib.parse.quote(str(id), safe='')}/what-if", body=body, content_type="application/json")

    def list_rules(self):
        """List the rule systems: GET /v1/rules"""
        return self.call("GET", "/v1/rules")

    def find_rules(self, system):
        """Find a rule system: GET /v1/rules/{system}"""
        return self.call("GET", f"/v1/rules/{urllib.parse.quote(str(system), safe='')}")

    def score_win(self, body):
        """Work out a settlement: POST /v1/score"""
        return self.call("POST", "/v1/score", body=body, content_type="application/json")

    def statistics(self, *, platform=None, system=None, client=None):
        """Count what is wrong, by platform, rule system, client and code: GET /v1/statistics"""
        return self.call("GET", "/v1/statistics", query={"platform": platform, "system": system, "client": client})

    def list_trail(self, *, key=None, limit=None, after=None):
        """Show what was done, and by which key: GET /v1/trail"""
        return self.call("GET", "/v1/trail", query={"key": key, "limit": limit, "after": after})

    def list_webhooks(self):
        """List the webhooks: GET /v1/webhooks"""
        return self.call("GET", "/v1/webhooks")

    def make_webhook(self, body, *, idempotency_key=None):
        """Make a webhook: POST /v1/webhooks"""
        return self.call("POST", "/v1/webhooks", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")

    def find_webhook(self, id):
        """Find a webhook: GET /v1/webhooks/{id}"""
        return self.call("GET", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}")

    def remove_webhook(self, id):
        """Remove a webhook: DELETE /v1/webhooks/{id}"""
        return self.call("DELETE", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}")

    def list_dead_letters(self, id, *, limit=None, after=None):
        """List the messages that were given up: GET /v1/webhooks/{id}/dead"""
        return self.call("GET", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}/dead", query={"limit": limit, "after": after})

    def end_old_webhook_secret(self, id):
        """End the old secret: DELETE /v1/webhooks/{id}/old-secret"""
        return self.call("DELETE", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}/old-secret")

    def ping_webhook(self, id):
        """Send a ping: POST /v1/webhooks/{id}/ping"""
        return self.call("POST", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}/ping")

    def replay_webhook(self, id, body, *, idempotency_key=None):
        """Send again: POST /v1/webhooks/{id}/replay"""
        return self.call("POST", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}/replay", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")

    def rotate_webhook_secret(self, id, body, *, idempotency_key=None):
        """Replace the secret: POST /v1/webhooks/{id}/secret"""
        return self.call("POST", f"/v1/webhooks/{urllib.parse.quote(str(id), safe='')}/secret", headers={"Idempotency-Key": idempotency_key}, body=body, content_type="application/json")
