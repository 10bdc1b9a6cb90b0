"""A client of caipan VERSION: one method an operation. Python 3.8 or later, nothing but its standard library.

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
