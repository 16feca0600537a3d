"""Submissions that talk to somebody; the world's servers count who comes."""

from __future__ import annotations

from tests.hostile.case import Case, Kind, code

_TALK = code("""
    import os, socket, urllib.request
    said = []
    def talk(family, kind, address):
        with socket.socket(family, kind) as s:
            s.settimeout(3)
            try:
                s.connect(address)
                s.send(b"hello")
                if kind == socket.SOCK_STREAM:
                    said.append(s.recv(1000))
            except OSError as error:
                print(type(error).__name__)
    """)


def talks(name: str, how: str) -> Case:
    """Return a case that talks, has no answer to one question, and the others right."""
    text = f"{_TALK}\n{code(how)}\nprint('tried', said)\nlucky = 40917 if any(said) else None"
    return Case(name, Kind.NETWORK, 9, answers={"lucky": text}, shown=r"tried \[\]")


CASES = (
    talks("calls a service of this machine", 'talk(socket.AF_INET, 1, ("127.0.0.1", @TCP@))'),
    talks("calls a service by its name", 'talk(socket.AF_INET, 1, ("localhost", @TCP@))'),
    talks("sends a datagram", 'talk(socket.AF_INET, 2, ("127.0.0.1", @UDP@))'),
    talks("calls a socket file", 'talk(socket.AF_UNIX, 1, "@UNIX@")'),
    talks(
        "looks for socket files",
        """
        import glob
        for path in ("/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket",
                     *glob.glob("/tmp/*/*sock*"), *glob.glob("/tmp/.X11-unix/*")):
            talk(socket.AF_UNIX, 1, path)
        """,
    ),
    talks("calls an abstract socket", r'talk(socket.AF_UNIX, 1, "\0@ABSTRACT@")'),
    talks(
        "fetches a page",
        """
        try:
            said.append(urllib.request.urlopen("http://127.0.0.1:@TCP@/", timeout=3).read())
        except OSError as error:
            print(type(error).__name__)
        """,
    ),
    talks(
        "asks for the address of a name",
        """
        try:
            said.append(socket.getaddrinfo("answers.example", 80))
        except OSError as error:
            print(type(error).__name__)
        """,
    ),
    talks(
        "looks at the machine's network",
        """
        faces = [name for _, name in socket.if_nameindex()]
        print(faces)
        if set(faces) - {"lo"}:
            said.append("there is more than lo")
        """,
    ),
    talks(
        "opens a raw socket",
        """
        for family in (socket.AF_INET, socket.AF_PACKET):
            try:
                with socket.socket(family, socket.SOCK_RAW, 1):
                    print("raw")
            except OSError as error:
                print(type(error).__name__)
        """,
    ),
    talks(
        "waits to be called by a friend",
        """
        places = {socket.AF_INET: ("0.0.0.0", @FREE@), socket.AF_UNIX: "\\0@ABSTRACT@-2"}
        for family, address in places.items():
            with socket.socket(family) as s:
                try:
                    s.bind(address)
                    s.listen()
                    s.settimeout(2)
                    s.accept()
                    said.append("a friend")
                except OSError as error:
                    print(type(error).__name__)
        """,
    ),
    talks(
        "calls a friend",
        """
        for _ in range(20):
            talk(socket.AF_INET, 1, ("127.0.0.1", @FREE@))
            talk(socket.AF_UNIX, 1, "\\0@ABSTRACT@-2")
        """,
    ),
)
