"""What schemathesis does not know by itself: how to send bodies that are text."""

import json

import schemathesis


@schemathesis.serializer("application/toml", "application/x-ndjson", "application/vnd.paipu+json")
def as_text(_, value):
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode(errors="replace")
