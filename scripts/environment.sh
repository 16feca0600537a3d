#!/bin/sh
# Make .venv: an interpreter, the exact versions of constraints.txt, and this project, editable.
#
#   scripts/environment.sh          make it if it is missing or out of date
#   scripts/environment.sh lock     write constraints.txt anew, from the newest versions that fit;
#                                   best with PYTHON=... the oldest that the project supports
#
# It is out of date when pyproject.toml, constraints.txt or its own place has changed: the commands
# of a moved environment start the interpreter of the old place. PYTHON=... names an interpreter.
set -eu
cd "$(dirname "$0")/.."

ENVIRONMENT=.venv
STAMP=$ENVIRONMENT/made-from # written last, so an interrupted run leaves none
OLDEST=3.11
CANDIDATES="python3 python3.14 python3.13 python3.12 python3.11"

# Settings that would put packages elsewhere, or take them from elsewhere.
unset PYTHONHOME PYTHONPATH PIP_TARGET PIP_PREFIX PIP_CONSTRAINT
export PYTHONNOUSERSITE=1 PIP_USER=0

stop() {
    echo "$*" >&2
    exit 1
}

release_of() {
    "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null
}

is_new_enough() {
    "$1" -c "import sys; sys.exit(sys.version_info < (${OLDEST%.*}, ${OLDEST#*.}))" 2>/dev/null
}

find_python() {
    for candidate in ${PYTHON:-$CANDIDATES}; do
        if is_new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
    first=${PYTHON:-python3}
    found=$(release_of "$first") || found=missing
    stop "Python $OLDEST or newer is needed, and $first is $found: install the Debian packages" \
        "python$OLDEST and python$OLDEST-venv, or name another interpreter with PYTHON=..."
}

# Debian ships the interpreter without venv's ensurepip.
check_venv() {
    "$1" -c 'import ensurepip, venv' 2>/dev/null ||
        stop "$1 cannot make an environment: install the Debian package python3-venv" \
            "(for this interpreter: python$(release_of "$1")-venv)"
}

# fill FOLDER [OPTION...]: a new environment in FOLDER; the options go to every pip call.
fill() {
    folder=$1
    shift
    "$python" -m venv --clear "$folder"
    set -- "$folder/bin/python" -m pip install -qq --disable-pip-version-check --no-input "$@"
    # pip and setuptools come first: they build this project, so their versions count too.
    "$@" --upgrade pip && "$@" --upgrade setuptools &&
        "$@" --no-build-isolation --editable '.[test]' ||
        stop "The packages could not be installed: pip's lines above say why." \
            "Once that is mended, run the same command again."
}

made_from() {
    pwd
    cat pyproject.toml constraints.txt
}

is_current() {
    [ -f "$STAMP" ] && made_from | cmp -s - "$STAMP" && "$ENVIRONMENT/bin/python" -c ''
}

make_environment() {
    is_current && return
    python=$(find_python)
    check_venv "$python"
    echo "Making $ENVIRONMENT with Python $(release_of "$python"); this takes a minute or two."
    fill "$ENVIRONMENT" --constraint constraints.txt
    made_from >"$STAMP"
}

lock_versions() {
    python=$(find_python)
    check_venv "$python"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    fill "$scratch/environment"
    {
        echo "# The exact versions that make and CI install. Written by: make lock"
        "$scratch/environment/bin/python" -m pip freeze --all --exclude-editable
    } >"$scratch/constraints.txt"
    cp "$scratch/constraints.txt" constraints.txt
}

case ${1:-make} in
make) make_environment ;;
lock) lock_versions ;;
*) stop "usage: $0 [lock]" ;;
esac
