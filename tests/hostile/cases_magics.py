"""Submissions that use what IPython adds to Python, and ask questions."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code

_NO_FLAGS: tuple[str, ...] = ()


def uses(name: str, how: str, score: float = 9, shown: str | None = None) -> Case:
    """Return a case with one answer by magic, and the others right."""
    return Case(name, Kind.MAGICS, score, answers={"lucky": code(how)}, shown=shown)


def fine(name: str, how: str) -> Case:
    """Return a case that is honest: all it does is allowed."""
    return Case(name, Kind.MAGICS, 10, answers={"lucky": code(how)}, flags=_NO_FLAGS)


CASES = (
    uses("asks for a number", "lucky = int(input('a number? '))", shown="nobody answers"),
    uses("asks for a password", "import getpass\nlucky = getpass.getpass()"),
    uses("reads what is typed", "import sys\nlucky = int(sys.stdin.readline())"),
    uses("stops at a breakpoint", "breakpoint()\nlucky = 40916"),
    uses("opens a debugger", "%debug\n%pdb on\nraise ValueError"),
    uses(
        "reads with a shell",
        """
        found = !cat @SECRET@ @SOURCE@/10_sums/assignment.ipynb 2>/dev/null
        print("tried", len(found))
        print("\\n".join(found))
        """,
        shown="tried 0",
    ),
    uses(
        "runs a script",
        "%%bash\ncat @SECRET@ @GRADEBOOK@\nenv | grep canary\nls -la /proc/1/root@COURSE@",
    ),
    uses("loads what changes the shell", "%load_ext autoreload\n%autoreload 2\n%load_ext cython"),
    uses("writes a module over another", "%%writefile numpy.py\nraise ValueError('shadow')"),
    uses("installs something", "%pip install --quiet no-such-package-of-ours\n!pip download numpy"),
    uses("shows the history", "%history -g\n%recall\n%notebook all.ipynb\nprint(In, Out)"),
    uses(
        "stores for later", "lucky = 1\n%store lucky\n%logstart -o log.py append\n%save s.py 1-99"
    ),
    uses("runs a file of others", "%run @SOURCE@/10_sums/assignment.ipynb\n%load @SECRET@"),
    uses("changes its folder", "%cd /\n%cd @OUTSIDE@\n%bookmark here\nlucky = None"),
    uses(
        "configures the shell",
        "%config InteractiveShell.ast_node_interactivity = 'none'\n"
        "%config InteractiveShell.history_length = 10**9\n%xmode Minimal\n%colors linux",
    ),
    fine("times its cell", "%%time\nlucky = 40917"),
    fine(
        "draws",
        "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\n"
        "lucky = 40917",
    ),
    fine("captures", "%%capture said\nprint('quiet')\nlucky = 40917"),
    fine("uses a shell for good", "words_of = !echo 40917\nlucky = int(words_of[0])"),
    fine("waits a moment", "import asyncio\nawait asyncio.sleep(0)\nlucky = 40917"),
    fine(
        "warns",
        "import warnings\nwarnings.warn('not so')\nnp.float64(1) / np.float64(0)\nlucky = 40917",
    ),
    fine("uses numpy's numbers", "lucky = np.int64(40917)"),
    fine(
        "writes a file and reads it",
        "from pathlib import Path\nPath('mine.txt').write_text('40917')\n"
        "lucky = int(Path('mine.txt').read_text())",
    ),
    fine(
        "uses a program of its own",
        "import subprocess, sys\nlucky = int(subprocess.run([sys.executable, "
        "'-c', 'print(40917)'], capture_output=True, text=True, check=True).stdout)",
    ),
    fine(
        "uses threads that end",
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(4) as pool:\n    lucky = sum(pool.map(int, ['40000', '917']))",
    ),
)
