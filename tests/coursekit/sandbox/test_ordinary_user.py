"""The same walls for somebody who is not root."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

NOBODY = 65534
# A home that only root may enter hides the interpreter in it: a mount namespace of the test's own
# shows that one folder again.
AS_NOBODY = """
set -eu
python=$1; home=$2; shift 2
case "$python" in
  /root/*)
    mount --make-rprivate /
    aside=$(mktemp -d); mount --bind "$python" "$aside"
    mount -t tmpfs -o mode=0755 none /root
    mkdir -p "$python"; mount --bind "$aside" "$python" ;;
esac
exec setpriv --reuid 65534 --regid 65534 --clear-groups env HOME="$home" TMPDIR="$home" "$@"
"""


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="the tests beside this one are an ordinary user's")
def test_the_walls_hold_for_an_ordinary_user(repository: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="nobody-") as home:
        os.chown(home, NOBODY, NOBODY)
        ran = subprocess.run(
            ["unshare", "--mount", "sh", "-c", AS_NOBODY, "sh",
             sys.base_prefix, str(home), sys.executable, "-m", "pytest", "-q", "-p",
             "no:cacheprovider", f"--basetemp={home}/tests", f"--rootdir={repository}",
             "tests/coursekit/sandbox/test_walls.py", "tests/coursekit/sandbox/test_bounds.py"],
            cwd=repository, capture_output=True, text=True, check=False, timeout=600,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stdout[-5000:] + ran.stderr[-2000:]
    assert " passed" in ran.stdout
