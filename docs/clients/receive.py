"""Receives verdicts from caipan: verifies each message and prints it. Python 3.9 or later, nothing else.

WEBHOOK_SECRET=whsec_… python3 receive.py [PORT]

The secret is the one that POST /v1/webhooks answered with. Put a proxy that speaks TLS before it.
"""

import base64
import hashlib
import hmac
import json
import os
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOLERANCE = 5 * 60  # seconds: an older message may be one that somebody recorded
LARGEST = 1 << 20  # bytes


def is_genuine(secret, headers, body, now=None):
    """Whether caipan sent this. Compares in constant time; the headers may hold several signatures, parted by spaces."""
    message, sent, signatures = (headers.get(name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature"))
    if not (message and sent and signatures) or not sent.isdigit():
        return False
    if abs((time.time() if now is None else now) - int(sent)) > TOLERANCE:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    expected = hmac.new(key, f"{message}.{sent}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(expected).decode()
    return any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures.split(" "))


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    secret = os.environ.get("WEBHOOK_SECRET", "")
    seen = set()  # In earnest: a table with the id as its key, written with what the message leads to.

    def do_POST(self):
        length = int(self.headers.get("Content-Length") or 0)
        if length > LARGEST:
            return self.answer(413)
        body = self.rfile.read(length)
        if not is_genuine(self.secret, self.headers, body):
            return self.answer(401)
        message = self.headers["webhook-id"]
        # The same message may come twice: deal with it once, and answer 2xx both times.
        if message not in self.seen:
            event = json.loads(body)
            print(event["type"], event["data"].get("log", ""), event["data"].get("verdict", ""), flush=True)
            self.seen.add(message)
        self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 8090), Receiver)
    print("listening on", server.server_address[1], flush=True)
    server.serve_forever()
