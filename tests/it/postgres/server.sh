#!/bin/sh
# A PostgreSQL server in a directory of its own, reached through a socket there and by nothing else (but at LISTEN and PORT, where they
# are given). It runs until its standard
# input is closed, so it never outlives whoever started it. Debian's is installed where there is none. With `throwaway` the
# directory goes with it.
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
if [ -z "$bin" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # One at a time, where several tests begin with it.
    flock /var/lock/caipan-postgres sh -c '
        test -x "$(ls -d /usr/lib/postgresql/*/bin/initdb 2>/dev/null | head -n 1)" && exit
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql' >&2 || true
    bin=$(programs)
fi
if [ -z "$bin" ]; then
    echo "PostgreSQL is missing and could not be installed. Install it, on Debian with: apt-get install postgresql" >&2
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
