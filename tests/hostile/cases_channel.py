"""Submissions with one answer missing that speak to the grader over its own channel."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code

_FIND = code("""
    import gc, json, os, stat, sys
    def pipes():
        found = []
        for number in range(3, 1024):
            try:
                mode = os.fstat(number).st_mode
            except OSError:
                continue
            if stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode):
                found.append(number)
        return found
    def forge(message):
        body = json.dumps(message).encode()
        return len(body).to_bytes(4, "big") + body
    def send(data):
        for number in pipes():
            try:
                os.set_blocking(number, False)
                os.write(number, data)
            except OSError as error:
                print(type(error).__name__)
            try:
                os.set_blocking(number, True)
            except OSError:
                pass
    print("tried:", len(pipes()), "pipes")
    """)
_FOUR = {"kind": "value", "value": ["int", "0x4"]}
_GUESS = {"names": dict.fromkeys(("lucky", "column", "words", "other"), _FOUR)}


def speaks(name: str, how: str, score: float | tuple[float, float] = (3, 9)) -> Case:
    """Return a case that forges messages; what it spoils for itself is its own loss."""
    text = f"{_FIND}\n{code(how)}"
    return Case(name, Kind.CHANNEL, score, answers={"lucky": text}, scores={"lucky_test": 0.0})


CASES = (
    speaks(
        "claims a score",
        """
        send(forge({"id": 2, "score": 10, "max_score": 10, "result": ["int", "0xa"], "good": True}))
        """,
    ),
    speaks(
        "answers for the future",
        f"""
        for number in range(1, 60):
            send(forge({{"id": number, "good": True, "count": 1, "outputs": [], **{_GUESS!r}}}))
        """,
    ),
    speaks(
        "answers twice",
        """
        Channel = [t for t in gc.get_objects() if isinstance(t, type) and t.__name__ == "Channel"]
        for channel in [t for t in gc.get_objects() if Channel and isinstance(t, Channel[0])]:
            honest = channel.send
            def twice(message, honest=honest):
                honest(message)
                honest(message)
            channel.send = twice
        """,
        (3, 9),
    ),
    speaks("announces gigabytes", 'send(b"\\xff\\xff\\xff\\xff" + b"x" * 60000)'),
    speaks(
        "sends gigabytes",
        """
        for number in pipes():
            try:
                os.set_blocking(number, True)
                for _ in range(4000):
                    os.write(number, b"\\x0f\\xff\\xff\\xff" + b"[" * 1_000_000)
            except OSError as error:
                print(type(error).__name__)
        """,
    ),
    speaks(
        "sends half a message and stops",
        """
        import time
        send(b"\\x00\\x00\\x10\\x00" + b'{"id":')
        while True:
            time.sleep(1000)
        """,
    ),
    speaks("sends what is no message", 'send(b"\\x00\\x00\\x00\\x04nope" * 100)'),
    speaks(
        "sends a deep message",
        """
        deep = b'{"id": 2, "names": ' + b"[" * 60000
        send(len(deep).to_bytes(4, "big") + deep)
        """,
    ),
    speaks(
        "sends numbers that are none",
        r"""
        for body in (
            b'{"id": NaN, "good": 1e999}', b'{"id": 2, "id": 3}', b'{"id": true}', b'[]',
            b'{"id": 2, "count": -5, "outputs": [{"output_type": "stream", "name": 7}]}',
            b'"\ud800"',
        ):
            send(len(body).to_bytes(4, "big") + body)
        """,
    ),
    speaks(
        "reads the next requests",
        """
        import threading
        def read(number):
            try:
                while data := os.read(number, 100_000):
                    print("heard", data)
            except OSError:
                pass
        for number in pipes():
            threading.Thread(target=read, args=(number,), daemon=True).start()
        """,
    ),
    speaks(
        "closes the channel",
        """
        for number in pipes():
            os.close(number)
        """,
    ),
    speaks("closes everything", "os.closerange(0, 4096)"),
    speaks(
        "puts something else in the channel's place",
        """
        null = os.open("/dev/null", os.O_RDWR)
        zero = os.open("/dev/zero", os.O_RDWR)
        for number in pipes():
            os.dup2(zero, number)
        """,
    ),
    speaks(
        "asks for what only a test may call",
        """
        for number in range(5):
            send(forge({"lent": number, "number": 1, "args": [["int", "0x1"]], "kwargs": {}}))
            send(forge({"lent": {"a": []}, "number": [], "args": 7, "kwargs": None}))
        """,
    ),
    speaks(
        "sends arrays with false sizes",
        """
        for value in (["array", "<f8", [2**40, 2**40], ""], ["array", "O", [1], "AAAAAAAAAAA="],
                      ["view", [10**9, 10**9], [0, 0], 0, "AAAAAAAAAAA="], ["tensor", [-1], ""],
                      ["array", "<f8", [True], "AAAAAAAAAAA="], ["error", "__class__", []],
                      ["int", "0x" + "f" * 5000], ["dict", [[["list", []], ["none"]]]],
                      ["error", "IndexOutOfBounds", [["axis", ["str", "<script>"]]]]):
            for number in range(1, 40):
                answer = {"kind": "value", "value": value}
                send(forge({"id": number, "good": True, "count": 1, "outputs": [], "result": value,
                            "names": {"lucky": answer, "other": answer}}))
        """,
        (3, 9),
    ),
)
