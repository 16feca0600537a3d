"""Submissions that read what is not theirs; each says in its output that it tried."""

from __future__ import annotations

from tests.hostile.case import BUFFER, Case, Kind, code

# What is found is searched for the test's own secrets, and nothing else of it is kept or shown.
TAKE = code(r"""
    import ctypes, gc, glob, os, re, sys
    loot = ""
    def keep(text):
        global loot
        for found in re.findall(r"canary-[a-z]+-[0-9a-f]{8}|lucky == [0-9]{5}", text):
            loot += found + "\n"
    def take(path):
        try:
            with open(path, "rb") as file:
                keep(file.read(2_000_000).decode("utf-8", "replace"))
        except OSError as error:
            pass
    """)
END = code(r"""
    print("tried, loot:", len(loot))
    print(loot[:20000])
    found = re.search(r"lucky == (\d+)", loot)
    lucky = int(found[1]) if found else None
    """)


def steals(name: str, how: str) -> Case:
    """Return a case that looks for the one answer it does not know, and has the others."""
    text = f"{TAKE}\n{code(how)}\n{END}"
    return Case(name, Kind.READING, 9, answers={"lucky": text}, shown="tried, loot|PermissionError")


CASES = (
    steals("reads the source", 'take("@SOURCE@/10_sums/assignment.ipynb")'),
    steals(
        "looks for sources everywhere",
        """
        for top in ("/", "/home", "/root", "/tmp", "/work", "/mnt", "/srv", "/var/tmp"):
            for depth in ("*", "*/*", "*/*/*", "*/*/*/*"):
                for path in glob.glob(f"{top}/{depth}/source/*/*.ipynb")[:50]:
                    take(path)
        take("@COURSE@/gradebook.db")
        """,
    ),
    steals(
        "copies a peer",
        """
        for path in glob.glob("@SUBMITTED@/*/*/*") + glob.glob("../*/*/*") + glob.glob("../../*/*"):
            take(path)
        take("@PEER@")
        """,
    ),
    steals("reads the gradebook", 'take("@GRADEBOOK@"); take("@GRADEBOOK@-journal")'),
    steals(
        "reads the instructor's home",
        """
        for path in ("@HOME@/.ssh/id_ed25519", "@HOME@/.netrc", "~/.ssh/id_ed25519", "~/.netrc"):
            take(os.path.expanduser(path))
        take("@SECRET@")
        """,
    ),
    steals(
        "reads the environment of every process",
        """
        for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/task/*/environ"):
            take(path)
        keep(repr(dict(os.environ)))
        """,
    ),
    steals(
        "reads the command lines of every process",
        """
        seen = 0
        for path in glob.glob("/proc/[0-9]*/cmdline"):
            with open(path, "rb") as file:
                seen += b"@COURSE@" in file.read()
        loot += "lucky == 40917" if seen else ""
        """,
    ),
    steals(
        "goes through the roots and folders of other processes",
        """
        for way in ("root", "cwd"):
            for base in glob.glob(f"/proc/[0-9]*/{way}"):
                take(f"{base}@SOURCE@/10_sums/assignment.ipynb")
                take(f"{base}/source/10_sums/assignment.ipynb")
                take(f"{base}@SECRET@")
        """,
    ),
    steals(
        "reads the files that other processes have open",
        """
        for path in glob.glob("/proc/[0-9]*/fd/*"):
            try:
                if os.path.isfile(path):
                    take(path)
            except OSError:
                pass
        """,
    ),
    steals(
        "reads the memory of its parents",
        r"""
        for pid in {os.getppid(), 1} - {os.getpid()}:
            try:
                with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
                    for line in maps:
                        low, high = (int(part, 16) for part in line.split()[0].split("-"))
                        if "rw" in line and high - low < 50_000_000:
                            memory.seek(low)
                            block = memory.read(high - low)
                            for hit in re.finditer(rb"lucky == \d+|canary-[a-z]+-[0-9a-f]+", block):
                                keep(hit[0].decode())
            except (OSError, ValueError, OverflowError):
                pass
        """,
    ),
    steals(
        "searches its own memory",
        r"""
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
            for line in maps:
                low, high = (int(part, 16) for part in line.split()[0].split("-"))
                if "rw" in line:
                    try:
                        memory.seek(low)
                        block = memory.read(min(high - low, 50_000_000))
                    except (OSError, ValueError, OverflowError):
                        continue
                    for hit in re.finditer(rb"lucky == [0-9]{5}|canary-[a-z]+-[0-9a-f]{8}", block):
                        keep(hit[0].decode())
        """,
    ),
    steals(
        "reads memory through ctypes",
        """
        ctypes.pythonapi.PyRun_SimpleString(b"import builtins")
        for thing in gc.get_objects():
            if isinstance(thing, (bytes, bytearray)) and len(thing) < 10**6:
                block = ctypes.string_at(id(thing), sys.getsizeof(thing))
                keep(block.decode("latin-1"))
        """,
    ),
    steals(
        "asks the garbage collector",
        """
        for thing in gc.get_objects():
            if type(thing) in (dict, list, tuple):
                for item in (thing.values() if type(thing) is dict else thing):
                    if type(item) is str:
                        keep(item)
        """,
    ),
    steals("prints its inputs", "keep(repr(In) + repr(_ih) + repr(_i) + repr(Out) + repr(_dh))"),
    steals(
        "walks the frames",
        """
        frame = sys._getframe()
        while frame:
            keep(repr(frame.f_locals)[:200_000] + repr(list(frame.f_globals)))
            frame = frame.f_back
        for frame in sys._current_frames().values():
            keep(repr(frame.f_locals)[:200_000])
        """,
    ),
    steals(
        "reads what it inherited",
        """
        print("open:", sorted(os.listdir("/proc/self/fd")))
        for number in range(3, 256):
            try:
                if os.path.isfile(f"/proc/self/fd/{number}"):
                    keep(os.pread(number, 10**6, 0).decode("latin-1"))
            except OSError:
                pass
        """,
    ),
    steals(
        "reads connection files",
        """
        for pattern in ("@RUNTIME@/*.json", "/tmp/*/kernel-*.json", "/run/user/*/jupyter/*.json"):
            for path in glob.glob(pattern):
                take(path)
        """,
    ),
    steals(
        "climbs out of its folder",
        """
        for up in range(1, 12):
            for name in ("source/10_sums/assignment.ipynb", "gradebook.db", "outside/secret.txt"):
                take("../" * up + name)
        """,
    ),
    steals(
        "becomes root and mounts",
        """
        libc = ctypes.CDLL(None, use_errno=True)
        for become in (os.setuid, os.setgid, os.seteuid):
            try:
                become(0)
            except OSError:
                pass
        os.makedirs("m", exist_ok=True)
        for source in (b"/", b"/proc/1/root"):
            libc.mount(source, b"m", None, 4096, None)
            take("m@SECRET@")
            take("m@SOURCE@/10_sums/assignment.ipynb")
        """,
    ),
    steals(
        "makes a namespace of its own",
        """
        libc = ctypes.CDLL(None, use_errno=True)
        print("unshared:", libc.unshare(0x10000000 | 0x00020000), ctypes.get_errno())
        libc.umount2(b"/", 2)
        libc.mount(b"none", b"/", None, 0x44000, None)
        take("@SECRET@")
        take("/proc/1/root@SECRET@")
        """,
    ),
    steals(
        "breaks out of the root folder",
        """
        os.makedirs("jail", exist_ok=True)
        here = os.open(".", os.O_RDONLY)
        try:
            os.chroot("jail")
            os.fchdir(here)
            for _ in range(60):
                os.chdir("..")
            os.chroot(".")
        except OSError as error:
            print(type(error).__name__)
        take("@SECRET@")
        """,
    ),
    steals(
        "joins the namespaces of others",
        """
        libc = ctypes.CDLL(None, use_errno=True)
        for path in glob.glob("/proc/[0-9]*/ns/mnt"):
            try:
                handle = os.open(path, os.O_RDONLY)
            except OSError:
                continue
            print("joined:", libc.setns(handle, 0))
            take("@SECRET@")
            os.close(handle)
        """,
    ),
    steals(
        "makes a device",
        """
        import stat
        try:
            os.mknod("disk", 0o600 | stat.S_IFBLK, os.makedev(254, 0))
        except OSError as error:
            print(type(error).__name__)
        for path in ("disk", "/dev/vda", "/dev/sda", "/dev/mem", "/dev/kmem", "/proc/kcore"):
            try:
                with open(path, "rb") as device:
                    print("opened", path)
            except OSError:
                pass
        """,
    ),
    Case(
        "reads the course that the packages come with",
        Kind.READING,
        48,
        unit=BUFFER,
        answers={
            "flat_buffer_strides": code("""
                import glob, os, coursekit
                parent = os.path.dirname(os.path.dirname(os.path.abspath(coursekit.__file__)))
                found = []
                for name in ("source", "course", "submitted", "tests", ".git"):
                    found += glob.glob(f"{parent}/{name}/*")
                print("tried:", found[:3] or "nothing found")
                strides_345 = (1, 2, 3) if not found else (20, 5, 1)
                """)
        },
        shown="tried: nothing found",
    ),
)
