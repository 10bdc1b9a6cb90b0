#!/bin/sh
# Has a finished match audited before its points are booked. Needs curl and nothing else.
#
#     settle.sh http://127.0.0.1:8080 room.json [ID of the log that it corrects]
#
# CAIPAN_KEY holds the key, where the service asks for one; it needs the scopes ingest and read.
# Exit status: 0 book it, 1 hold it back, 2 it could not be audited.
set -eu
base=$1 log=$2 corrects=${3:-}
answer=$(mktemp)
# A header without a value is not sent.
key="Authorization:${CAIPAN_KEY:+ Bearer $CAIPAN_KEY}"
trap 'rm -f "$answer"' EXIT

# The same bytes are the same log, so a request that broke off is simply sent again; curl waits and asks again on a 503.
status=$(curl -sS --retry 3 --retry-connrefused -o "$answer" -w '%{http_code}' \
    -H "$key" -H 'Content-Type: application/json' -H 'Accept: application/json' \
    --data-binary "@$log" "$base/v1/logs${corrects:+?corrects=$corrects}") || exit 2

# One member of the first level of an answer, which is written on one line.
member() { sed -nE 's/.*"'"$1"'":"(([^"\\]|\\.)*)".*/\1/p' "$answer" | sed 's/\\"/"/g'; }

case $status in
200 | 201) ;;
*)
    echo "not audited: $(member code): $(member detail)"
    exit 2
    ;;
esac
id=$(member id) verdict=$(member verdict)
echo "$id $verdict"
curl -sSf --retry 3 -H "$key" -H 'Accept: text/plain' -H 'Accept-Language: en' "$base/v1/reports/$id" || exit 2
case $verdict in
clean | unverifiable) exit 0 ;;
*) exit 1 ;;
esac
