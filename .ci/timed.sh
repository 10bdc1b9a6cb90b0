# Sourced by the checks: timed NAME COMMAND… runs a command and tells how many seconds it took.
timed() {
    local began=$SECONDS
    "${@:2}"
    echo "time: $1: $((SECONDS - began)) s"
}
