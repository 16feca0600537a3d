"""What a process needs around it to use nbgrader."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def own_commands_first() -> None:
    """Put the commands of this interpreter's environment first on PATH.

    nbgrader finds its database tool, alembic, on PATH only, where it is not as long as the
    environment is not activated.
    """
    folder = str(Path(sys.executable).parent)
    path = os.environ.get("PATH", os.defpath)
    if path.split(os.pathsep)[0] != folder:
        os.environ["PATH"] = os.pathsep.join([folder, path])
