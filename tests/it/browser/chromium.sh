#!/bin/sh
# Chromium from Debian's packages, installed where it is missing; prints where it is.
set -e
if ! command -v chromium >/dev/null; then
    {
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk
    } >&2
fi
command -v chromium
