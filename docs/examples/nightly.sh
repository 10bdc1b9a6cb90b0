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

# One run writes the complete reports, which are the baseline of tomorrow, the test view and the code-scanning view.
status=0
caipan audit --baseline "$state/known.ndjson" --output "baseline=$state/known.ndjson" \
    --output junit=junit.xml --output sarif=sarif.json "$logs" || status=$?
[ "$status" -le 1 ] || echo "some inputs are no logs, see above" >&2
exit "$status"
