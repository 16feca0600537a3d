#!/bin/sh
# Install the system's parts, named as COMMAND=PACKAGE, where that is possible; say so where not.
#
#   scripts/system_parts.sh chromium=chromium
#
# Root on a system with apt-get gets them; anybody else is told the command. It never fails: what
# then was not run for want of a part is said by whatever needed it.
set -eu

missing=
for part in "$@"; do
    command -v "${part%%=*}" >/dev/null 2>&1 || missing="$missing ${part#*=}"
done
[ -n "$missing" ] || exit 0

# shellcheck disable=SC2086 # a list of package names
install() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update && apt-get install --yes --no-install-recommends $missing
}

if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing$missing with apt-get."
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    install >"$log" 2>&1 </dev/null && exit 0
    tail -n 5 "$log"
fi
echo "Going on without$missing. To install it on Debian: sudo apt-get install$missing"
