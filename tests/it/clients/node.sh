#!/bin/sh
# Node.js from Debian's packages, installed where it is missing; prints where it is.
set -e
if ! command -v node >/dev/null; then
    {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs
    } >&2
fi
command -v node
