"""Submissions that leave something running; what runs has `hostile-left` in its command line."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code

_STAY = code("""
    import os, signal, subprocess, sys, threading, time
    STAY = [sys.executable, "-c", "import time; time.sleep(3600)", "hostile-left"]
    """)


def stays(name: str, how: str, score: float | tuple[float, float] = 9) -> Case:
    """Return a case that leaves something, has one answer missing and the others right."""
    return Case(
        name,
        Kind.LEFTOVERS,
        score,
        answers={"lucky": f"{_STAY}\n{code(how)}"},
        scores={"lucky_test": 0.0},
    )


CASES = (
    stays("starts a program and goes", "subprocess.Popen(STAY)"),
    stays(
        "starts a program in a session of its own",
        """
        subprocess.Popen(STAY, start_new_session=True, stdin=subprocess.DEVNULL,
                         stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, close_fds=True)
        """,
    ),
    stays("uses nohup", "subprocess.Popen(['nohup', *STAY], start_new_session=True)"),
    stays(
        "becomes a daemon",
        """
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                for number in range(1, 32):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except OSError:
                        pass
                os.execv(sys.executable, STAY)
            os._exit(0)
        os.wait()
        """,
    ),
    stays(
        "dies and leaves a child that holds the pipe",
        """
        if os.fork() == 0:
            time.sleep(3600)
            os._exit(0)
        os._exit(0)
        """,
    ),
    stays(
        "goes on twice",
        """
        os.fork()
        """,
        (3, 9),
    ),
    stays(
        "leaves threads that change answers",
        """
        def change():
            while True:
                get_ipython().user_ns["lucky"] = 1
                time.sleep(0.001)
        for _ in range(8):
            threading.Thread(target=change, daemon=True).start()
        """,
    ),
    stays(
        "leaves a thread that must not end",
        "threading.Thread(target=time.sleep, args=(3600,), daemon=False).start()",
    ),
    stays(
        "acts when it ends",
        """
        import atexit
        def late():
            subprocess.Popen(STAY, start_new_session=True)
            time.sleep(3600)
        atexit.register(late)
        threading._register_atexit(late)
        signal.signal(signal.SIGTERM, lambda *args: late())
        class Late:
            def __del__(self): late()
        late_one = Late()
        """,
    ),
    stays(
        "sets an alarm",
        """
        def rings(*args):
            raise SystemExit("rings")
        signal.signal(signal.SIGALRM, rings)
        signal.setitimer(signal.ITIMER_REAL, 3600)
        """,
    ),
    stays(
        "leaves a pool",
        """
        import multiprocessing
        context = multiprocessing.get_context("fork")
        pool = context.Pool(3)
        pool.apply_async(time.sleep, (3600,))
        """,
    ),
    stays(
        "leaves stopped children",
        """
        for _ in range(3):
            child = subprocess.Popen(STAY, start_new_session=True)
            child.send_signal(signal.SIGSTOP)
        """,
    ),
)
