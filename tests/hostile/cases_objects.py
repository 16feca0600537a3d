"""Submissions whose answers are objects that say whatever is asked of them."""

from __future__ import annotations

from collections.abc import Mapping

from tests.hostile.case import BUFFER, Case, Kind, code

_REFUSED = r"not plain data|of dtype|nested|more than|cannot be read"
_EQUAL = """
class Equal:
    def __eq__(self, other): return True
    def __ne__(self, other): return True
    def __hash__(self): return 1
    def __bool__(self): return True
    def __len__(self): return 2
    def __iter__(self): return iter(["alpha", "beta"])
    def __getattr__(self, name): return Equal()
    def __call__(self, *args, **kwargs): return self
    def __array__(self, *args, **kwargs): return np.array([[1.0], [2.0], [3.0]])
    def __index__(self): return 40917
    __int__ = __index__
    def __float__(self): return 40917.0
    @property
    def __class__(self): return int
"""


def lies(name: str, question: str, how: str, score: float, reason: str | None = _REFUSED) -> Case:
    """Return a case where one answer lies; the others are right."""
    reasons: Mapping[str, str] = {f"{question}_test": reason} if reason else {}
    return Case(
        name,
        Kind.OBJECTS,
        score,
        answers={question: code(how)},
        scores={f"{question}_test": 0.0},
        reasons=reasons,
    )


CASES = (
    lies("is equal to everything", "lucky", _EQUAL + "lucky = Equal()", 9),
    lies("is unlike everything", "other", _EQUAL + "other = Equal()", 9),
    Case(
        "is everything equal to everything",
        Kind.OBJECTS,
        0,
        answers={
            "total": _EQUAL + "total = Equal()",
            **{n: f"{n} = Equal()" for n in ("lucky", "column", "words", "half", "other")},
        },
    ),
    lies(
        "is an int of its own kind",
        "lucky",
        "class Int(int):\n    __hash__ = None\n    def __eq__(self, other): return True\n"
        "lucky = Int(1)",
        9,
    ),
    lies(
        "is a list of its own kind",
        "words",
        "class List(list):\n    def __eq__(self, other): return True\nwords = List(['x', 'y'])",
        9,
    ),
    lies(
        "holds strings of its own kind",
        "words",
        """
        class Text(str):
            def __eq__(self, other): return True
            __hash__ = str.__hash__
            def upper(self): return Text(self)
        words = [Text("x"), Text("y")]
        """,
        9,
    ),
    lies(
        "is an array of its own kind",
        "column",
        """
        class Array(np.ndarray):
            def __eq__(self, other): return np.ones((3, 1), bool)
            def __array_function__(self, *args, **kwargs): return True
            def __array_ufunc__(self, *args, **kwargs): return True
        column = np.zeros((3, 1)).view(Array)
        """,
        8,
    ),
    lies(
        "is an array of objects",
        "column",
        _EQUAL + "column = np.empty((3, 1), object)\ncolumn.fill(Equal())",
        8,
    ),
    lies("is an array that is all mask", "column", "column = np.ma.masked_all((3, 1))", 8),
    lies(
        "is a huge array without memory",
        "column",
        "column = np.broadcast_to(np.float64(1), (3_000_000, 1_000_000))",
        8,
        None,
    ),
    lies("is an array with fields", "column", "column = np.zeros((3, 1), [('a', 'f8')])", 8),
    lies("is an array of texts", "column", "column = np.array([['1'], ['2'], ['3']])", 8),
    lies(
        "has a class that changes",
        "lucky",
        """
        class Chameleon:
            looks = 0
            @property
            def __class__(self):
                Chameleon.looks += 1
                return int if Chameleon.looks % 2 else str
            def __eq__(self, other): return True
        lucky = Chameleon()
        """,
        9,
    ),
    lies(
        "has a class that is everything",
        "lucky",
        """
        class Meta(type):
            def __instancecheck__(cls, thing): return True
            def __subclasscheck__(cls, thing): return True
            def __eq__(cls, other): return True
            def __hash__(cls): return hash(int)
        class Thing(metaclass=Meta):
            def __eq__(self, other): return True
        lucky = Thing()
        """,
        9,
    ),
    lies(
        "is unpickled into something else",
        "lucky",
        """
        import os
        class Reduced:
            def __reduce__(self): return (os.system, ("touch hostile-left",))
            __reduce_ex__ = lambda self, version: self.__reduce__()
            def __getstate__(self): return 40917
        lucky = Reduced()
        """,
        9,
    ),
    lies("holds itself", "words", "words = ['alpha']\nwords.append(words)", 9),
    lies(
        "is very deep",
        "words",
        "words = []\nfor _ in range(200_000):\n    words = [words]\nwords = [words, 1]",
        9,
    ),
    lies("is very long", "words", "words = [0] * 30_000_000", 9, None),
    lies("is a very large number", "lucky", "lucky = 1 << 80_000_000", 9),
    lies("is a number too long to say", "lucky", "lucky = -(10**4500)", 9, None),
    lies("is an array without a length", "words", "words = np.array(3)", 9, None),
    lies("is a list of what has no method", "words", "words = [1, 2]", 9, None),
    lies("is an array that is neither true nor false", "lucky", "lucky = np.arange(3)", 9, None),
    lies("is a very long text", "words", "words = ['x' * 400_000_000, 'beta']", 9, None),
    lies("is a generator", "words", "words = (w for w in ['alpha', 'beta'])", 9),
    lies(
        "is a property of a module",
        "lucky",
        """
        import sys, types
        class Module(types.ModuleType):
            @property
            def lucky(self): return 40917
        sys.modules[__name__].__class__ = Module
        lucky = sys.modules[__name__]
        """,
        9,
    ),
    lies("is not a number", "other", "import enum\nother = enum.IntEnum('Other', 'FOUR').FOUR", 9),
    lies("is a function and no number", "lucky", "lucky = lambda: 40917", 9, None),
    lies("is a text of half a character", "words", "words = ['\\ud800alpha', 'beta']", 9, None),
    lies(
        "has a key that lies",
        "words",
        """
        class Key(str):
            def __eq__(self, other): return True
            __hash__ = str.__hash__
        words = {Key("a"): "alpha", Key("b"): "beta"}
        """,
        9,
    ),
    lies(
        "raises when it is looked at",
        "lucky",
        """
        class Raiser:
            def __getattribute__(self, name): raise SystemExit("looked at")
            def __repr__(self): raise KeyboardInterrupt
            def __eq__(self, other): raise SystemExit
        lucky = Raiser()
        """,
        9,
    ),
    Case(
        "answers a question with tensors that lie",
        Kind.OBJECTS,
        (40, 47),
        unit=BUFFER,
        answers={
            "flat_buffer_refused": code("""
                import tensorlib
                class Lie(tensorlib.Tensor):
                    def __eq__(self, other): return True
                    __hash__ = None
                made = object.__new__(Lie)
                refused_120 = made
                """),
            "flat_buffer_inverse": code("""
                class Three(tuple):
                    def __eq__(self, other): return True
                    __hash__ = None
                coordinate_37 = Three((0, 0, 0))
                coordinate_7 = [Three((1,)), 0, 3]
                """),
        },
        scores={"flat_buffer_refused_test": 0.0, "flat_buffer_inverse_test": 0.0},
    ),
)
