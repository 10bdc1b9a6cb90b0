#!/bin/sh
# Runs a PostgreSQL server in a directory of its own, reached through a socket there, and over TCP if LISTEN and PORT are set.
# The server runs until standard input closes, so it never outlives the test. `throwaway` deletes the directory at the end.
set -eu
dir=$1

programs() {
    for found in /usr/lib/postgresql/*/bin "$(command -v initdb 2>/dev/null | xargs -r dirname)"; do
        if [ -x "$found/initdb" ] && [ -x "$found/psql" ]; then
            echo "$found"
        fi
    done | sort -V | tail -n 1
}
bin=$(programs)
if [ -z "$bin" ]; then
    echo "PostgreSQL is missing. Install it: apt-get install postgresql" >&2
    exit 1
fi

# It refuses to run as root.
as=""
if [ "$(id -u)" = 0 ]; then
    as="setpriv --reuid=postgres --regid=postgres --clear-groups"
    chown postgres: "$dir"
fi
if [ ! -e "$dir/data" ]; then
    $as "$bin/initdb" -D "$dir/data" -U caipan --auth=trust --encoding=UTF8 --locale=C --no-sync >"$dir/log" 2>&1
    ln -s "$bin" "$dir/bin"
fi
# What a power cut would lose is not what is tried here; a server that is killed loses nothing without fsync.
$as "$bin/postgres" -D "$dir/data" -k "$dir" -p "${PORT:-5432}" -c listen_addresses="${LISTEN-}" -c fsync="${FSYNC:-off}" -c max_connections=300 -c timezone=UTC >>"$dir/log" 2>&1 &
server=$!
# When the input ends, at once and without waiting for those who are connected.
exec 3<&0
{ cat <&3 >/dev/null; kill -QUIT "$server" 2>/dev/null || true; } &
exec 3<&-
status=0
wait "$server" || status=$?
if [ "${2-}" = throwaway ]; then
    rm -rf "$dir"
fi
exit "$status"
