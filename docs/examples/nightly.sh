#!/bin/sh
# nightly.sh LOGS STATE: audits the folder LOGS and keeps what is known in the folder STATE.
# Leaves junit.xml and sarif.json in the current folder. Ends with 0 when nothing new is wrong, 1 when something is, and 2
# when a log cannot be read.
set -u
logs=$1
state=$2
mkdir -p "$state"

# The first night everything is new.
[ -e "$state/known.ndjson" ] || : > "$state/known.ndjson"

# The reports of tonight in full: the baseline of tomorrow, and what an upgrade is compared with.
status=0
caipan audit --format json "$logs" > "$state/tonight.ndjson" || status=$?
[ "$status" -le 1 ] || echo "some inputs are no logs, see above" >&2

# What is new since the last night, for the test view and for the code-scanning view.
status=0
caipan audit --baseline "$state/known.ndjson" --format junit "$logs" > junit.xml || status=$?
caipan audit --baseline "$state/known.ndjson" --format sarif "$logs" > sarif.json || status=$?

mv "$state/tonight.ndjson" "$state/known.ndjson"
exit "$status"
