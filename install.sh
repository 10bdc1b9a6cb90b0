#!/bin/sh
# Installs the program caipan of a release. 安装发行版里的 caipan。
#
#   sh install.sh                                            the newest release, into ~/.local/bin
#   CAIPAN_VERSION=0.1.0 PREFIX=/usr/local sh install.sh     this release, into /usr/local/bin
#
# CAIPAN_FROM is another place with the files of a release: https://HOST/FOLDER or file:///FOLDER. The script writes nothing before
# the SHA-256 of the archive agrees with SHA256SUMS. Who built the archive: `gh attestation verify ARCHIVE --repo caipan/caipan`.
set -eu

repository=https://github.com/caipan/caipan

# Says why in both languages, and ends.
refuse() {
    printf 'caipan: %s\ncaipan: %s\n' "$1" "$2" >&2
    exit 1
}

# Downloads an address into a file.
fetch() {
    if command -v curl >/dev/null 2>&1; then
        curl --fail --silent --show-error --location --retry 3 --proto '=https,file' --proto-redir '=https' --output "$2" "$1"
    elif command -v wget >/dev/null 2>&1; then
        wget -q -O "$2" "$1"
    else
        refuse "请先安装 curl 或 wget。" "Install curl or wget first."
    fi || refuse "下载不了 $1；请看有没有这个版本：$repository/releases" "Cannot download $1. See whether this release exists: $repository/releases"
}

digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d ' ' -f 1
}

main() {
    machine="$(uname -s) $(uname -m)"
    case "$machine" in
        "Linux x86_64") target=x86_64-unknown-linux-musl ;;
        "Linux aarch64" | "Linux arm64") target=aarch64-unknown-linux-musl ;;
        "Darwin x86_64") target=x86_64-apple-darwin ;;
        "Darwin arm64") target=aarch64-apple-darwin ;;
        *) refuse "没有为 $machine 编好的程序，请从源码编译：$repository" "No program is built for $machine. Build it from source: $repository" ;;
    esac
    if [ -n "${CAIPAN_FROM:-}" ]; then
        from=${CAIPAN_FROM%/}
    elif [ -n "${CAIPAN_VERSION:-}" ]; then
        from=$repository/releases/download/v${CAIPAN_VERSION#v}
    else
        from=$repository/releases/latest/download
    fi
    bin=${PREFIX:-$HOME/.local}/bin
    name=caipan-$target
    archive=$name.tar.gz
    place=$(mktemp -d)
    trap 'rm -rf "$place"' EXIT
    trap 'exit 1' HUP INT TERM

    fetch "$from/SHA256SUMS" "$place/SHA256SUMS"
    fetch "$from/$archive" "$place/$archive"
    expected=$(awk -v name="$archive" '$2 == name || $2 == "*" name { print $1; exit }' "$place/SHA256SUMS")
    [ -n "$expected" ] || refuse "SHA256SUMS 里没有 $archive，没有安装。" "SHA256SUMS does not list $archive. Nothing was installed."
    found=$(digest "$place/$archive")
    [ "$found" = "$expected" ] || refuse "$archive 的校验和不对（应为 $expected，实为 $found），没有安装。" \
        "The checksum of $archive is wrong (expected $expected, found $found). Nothing was installed."

    tar -xzf "$place/$archive" -C "$place"
    mkdir -p "$bin"
    # A running program keeps its old file, and a program that does not run replaces none.
    new=$bin/.caipan-$$
    trap 'rm -rf "$place" "$new"' EXIT
    cp "$place/$name/caipan" "$new"
    version=$("$new" --version) || refuse "程序在这台机器上运行不了，没有安装。" "The program does not run on this machine. Nothing was installed."
    mv -f "$new" "$bin/caipan"
    echo "$version: $bin/caipan"
    case ":$PATH:" in
        *":$bin:"*) ;;
        *) printf '请把它加进 PATH / Add it to PATH:\n    %s\n' "export PATH=\"$bin:\$PATH\"" ;;
    esac
}

main
