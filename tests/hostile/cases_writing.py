"""Submissions that write where they may not; what they write says `hostile-left`."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code

_PUT = code("""
    import os, shutil, sqlite3, stat, subprocess, sys
    def put(path, text="hostile-left"):
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "a") as file:
                file.write(text + "\\n")
            print("wrote", path)
        except OSError as error:
            print(type(error).__name__)
    """)


def writes(name: str, how: str, score: float = 9) -> Case:
    """Return a case that writes, has no answer to one question, and the others right."""
    text = f"{_PUT}\n{code(how)}\nprint('tried')"
    return Case(name, Kind.WRITING, score, answers={"lucky": text}, shown="tried")


CASES = (
    writes(
        "edits the gradebook",
        """
        try:
            book = sqlite3.connect("file:@GRADEBOOK@?mode=rw", uri=True, timeout=1)
            book.execute("UPDATE grade SET auto_score = 198, manual_score = 198")
            book.execute("UPDATE grade_cell SET max_score = 5")
            book.commit()
        except sqlite3.Error as error:
            print(type(error).__name__, error)
        """,
    ),
    writes("deletes the gradebook", 'shutil.rmtree("@COURSE@", ignore_errors=True)'),
    writes(
        "changes a peer's work",
        'put("@PEER@", "broken"); put("@SUBMITTED@/hostile-left/10_sums/assignment.ipynb")',
    ),
    writes(
        "changes the tests",
        """
        put("@SOURCE@/10_sums/assignment.ipynb", " ")
        put("@COURSE@/release/10_sums/assignment.ipynb", " ")
        put("@COURSE@/nbgrader_config.py", "raise SystemExit")
        """,
    ),
    writes(
        "writes its own feedback",
        """
        put("@COURSE@/feedback/writes-its-own-feedback/10_sums/assignment.html", "10 of 10")
        put("@COURSE@/autograded/hostile-left.txt")
        """,
    ),
    writes(
        "writes into the packages",
        """
        import numpy, IPython
        for package in (numpy, IPython):
            put(os.path.join(os.path.dirname(package.__file__), "hostile-left.txt"))
        put("@SITE@/hostile-left.pth", "# hostile-left")
        """,
    ),
    writes(
        "leaves a start-up file for later students",
        """
        for home in {os.path.expanduser("~"), "@HOME@", "/root", os.environ.get("IPYTHONDIR", "/")}:
            for way in (".ipython/profile_default/startup", "profile_default/startup"):
                put(f"{home}/{way}/00-hostile-left.py", "lucky = 1; print('hostile-' 'left')")
        put("@HOME@/.bashrc", "# hostile-left")
        put("@HOME@/.local/lib/python3.11/site-packages/usercustomize.py", "# hostile-left")
        """,
    ),
    Case(
        "finds the start-up file of another",
        Kind.WRITING,
        9,
        answers={"lucky": "import builtins\nlucky = globals().get('lucky')\nprint('tried', lucky)"},
        shown="tried None",
    ),
    writes(
        "orders a job for later",
        """
        put("/etc/cron.d/hostile-left", "# hostile-left")
        put("/var/spool/cron/crontabs/root", "# hostile-left")
        put("/etc/profile.d/hostile-left.sh", "# hostile-left")
        for command in (["at", "now"], ["crontab", "-"], ["systemd-run", "true"]):
            try:
                subprocess.run(command, input=b"", timeout=5, capture_output=True)
            except (OSError, subprocess.TimeoutExpired) as error:
                print(type(error).__name__)
        """,
    ),
    writes(
        "leaves notes for others",
        """
        from multiprocessing import shared_memory
        for folder in ("/dev/shm", "/tmp", "/var/tmp", "/run", "/run/lock", "/dev/mqueue"):
            put(f"{folder}/hostile-left-note", "lucky == 40916 + 1")
        try:
            shared_memory.SharedMemory("hostile-left-memory", create=True, size=64)
        except OSError as error:
            print(type(error).__name__)
        """,
    ),
    Case(
        "looks for notes of others",
        Kind.WRITING,
        9,
        answers={
            "lucky": code("""
                import glob
                folders = ("/dev/shm", "/tmp", "/var/tmp", "/run", "/run/lock", "/dev/mqueue")
                notes = [n for f in folders for n in glob.glob(f + "/*hostile-left*")]
                print("notes:", len(notes))
                lucky = 40917 if notes else None
                """)
        },
        shown="notes: 0",
    ),
    writes(
        "puts a link where its folder is",
        """
        here = os.getcwd()
        try:
            os.chdir("/")
            os.rename(here, here + "-moved")
            os.symlink("@OUTSIDE@", here)
        except OSError as error:
            print(type(error).__name__)
            os.chdir(here)
        """,
    ),
    writes(
        "leaves links to what others own",
        """
        for number, target in enumerate(("@OUTSIDE@", "@SECRET@", "@COURSE@", "/", "/etc/passwd")):
            os.symlink(target, f"link-{number}")
        try:
            os.link("/etc/passwd", "hard")
        except OSError as error:
            print(type(error).__name__)
        """,
    ),
    writes(
        "leaves what cannot be deleted",
        """
        for depth in range(1500):
            os.mkdir("deep-folder-in-a-deep-folder")
            os.chdir("deep-folder-in-a-deep-folder")
        for _ in range(1500):
            os.chdir("..")
        os.makedirs("closed/inner")
        open("closed/file", "w").close()
        os.chmod("closed", 0)
        """,
    ),
    writes(
        "leaves a program that runs as its owner",
        """
        shutil.copy(os.path.realpath("/bin/true"), "program")
        os.chmod("program", 0o6755)
        print(stat.filemode(os.stat("program").st_mode))
        """,
    ),
)
