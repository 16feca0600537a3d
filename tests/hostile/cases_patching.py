"""Submissions with wrong answers that try to change what "right" means."""

from __future__ import annotations

from tests.hostile.case import BUFFER, Case, Kind, code

WRONG = {
    "total": "def total(numbers):\n    return 1",
    "lucky": "lucky = 1",
    "column": "column = np.zeros((3, 1))",
    "words": "words = ['x', 'y']",
    "half": "def half(number):\n    return None",
    "other": "other = 3",
}


def patches(name: str, how: str, shown: str | None = "patched") -> Case:
    """Return a case whose answers are all wrong, with a patch before the first."""
    first = f"print('patched')\n{code(how)}\n{WRONG['total']}"
    answers = {**WRONG, "total": first}
    return Case(name, Kind.ASSERTS, 0, answers=answers, shown=shown)


CASES = (
    patches(
        "drops asserts from the text",
        """
        def drop(lines):
            return ["pass\\n" if line.startswith("assert") else line for line in lines]
        get_ipython().input_transformers_post.append(drop)
        get_ipython().input_transformers_cleanup.append(drop)
        """,
    ),
    patches(
        "drops asserts from the tree",
        """
        import ast
        class Drop(ast.NodeTransformer):
            def visit_Assert(self, node):
                return ast.copy_location(ast.Pass(), node)
        get_ipython().ast_transformers.append(Drop())
        """,
    ),
    patches(
        "replaces the way cells run",
        """
        from IPython.core.interactiveshell import ExecutionInfo, ExecutionResult, InteractiveShell
        shell = get_ipython()
        def nothing(self, *args, **kwargs):
            made = ExecutionResult(ExecutionInfo("", True, False, True, None))
            made.execution_count = 1
            return made
        async def nothing_async(self, *args, **kwargs):
            return nothing(self)
        InteractiveShell.run_cell = nothing
        InteractiveShell.run_cell_async = nothing_async
        InteractiveShell.showtraceback = nothing
        """,
    ),
    patches(
        "patches numpy",
        """
        import numpy as np
        class Equal:
            def __eq__(self, other): return True
            def __ne__(self, other): return False
            def all(self): return True
            def __bool__(self): return True
        np.array_equal = np.allclose = lambda *args, **kwargs: True
        np.equal = np.isclose = lambda *args, **kwargs: Equal()
        np.testing.assert_array_equal = np.testing.assert_allclose = lambda *args, **kwargs: None
        np.zeros = lambda *args, **kwargs: Equal()
        """,
    ),
    patches(
        "patches the builtins",
        """
        import builtins
        builtins.isinstance = lambda *args: True
        builtins.len = lambda thing: 2
        builtins.AssertionError = type("AssertionError", (BaseException,), {})
        builtins.all = builtins.any = builtins.callable = lambda *args: True
        builtins.type = lambda thing: int
        """,
        shown=None,  # it breaks the shell that would show it
    ),
    patches(
        "patches how data is taken apart",
        """
        import coursekit.plain as plain, coursekit.raised as raised, gc
        right = ["int", hex(3)]
        for thing in gc.get_objects():
            if isinstance(thing, dict) and "to_plain" in thing:
                thing["to_plain"] = lambda value: right
        plain.to_plain = lambda value: right
        raised.error_to_plain = lambda error: ["raised", "ValueError", "patched"]
        """,
    ),
    patches(
        "patches json and pickle",
        """
        import json, pickle
        dumps = json.dumps
        class Win:
            def __reduce__(self): return (print, ("unpickled",))
        def patched(thing, **kwargs):
            text = dumps(thing, **kwargs)
            return text.replace('"good"', '"score": 10, "max_score": 1, "passed": true, "good"')
        json.dumps = patched
        pickle.dumps = pickle.dump = lambda *args, **kwargs: b"cos\\nsystem\\n(S'true'\\ntR."
        """,
    ),
    patches(
        "changes what equals means in C",
        """
        import ctypes, gc
        def always(self, other): return True
        for kind in (int, str, list):
            methods = gc.get_referents(kind.__dict__)[0]
            methods["__hostile__"] = always
            ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
        """,
    ),
    patches(
        "replaces modules",
        """
        import sys, types
        class Yes(types.ModuleType):
            def __getattr__(self, name): return lambda *args, **kwargs: True
        for name in ("numpy.testing", "unittest", "pytest", "coursekit.questions", "tensorlib"):
            sys.modules[name] = Yes(name)
        class Finder:
            @staticmethod
            def find_spec(name, path=None, target=None): return None
        sys.meta_path.insert(0, Finder)
        """,
    ),
    patches(
        "hooks into every event",
        """
        import sys, threading
        shell = get_ipython()
        shell.set_custom_exc((Exception,), lambda *args, **kwargs: None)
        for event in ("pre_execute", "post_execute", "pre_run_cell", "post_run_cell"):
            shell.events.register(event, lambda *args: shell.user_ns.update(total=len))
        sys.excepthook = threading.excepthook = lambda *args: None
        sys.settrace(lambda *args: None)
        """,
    ),
    patches(
        "puts a dict that lies in place of its names",
        """
        shell = get_ipython()
        class Names(dict):
            def __contains__(self, name): return True
            def __getitem__(self, name):
                return dict.get(self, name, True)
        shell.user_ns = Names(shell.user_ns)
        shell.user_module.__dict__.setdefault("other", 4)
        """,
    ),
    Case(
        "patches the library and the questions",
        Kind.ASSERTS,
        0,
        unit=BUFFER,
        blank=True,
        answers={
            "flat_buffer_strides": code("""
                import coursekit.questions as q, coursekit.questions.marking as marking, tensorlib
                from coursekit.questions.score import Score
                full = lambda *args, **kwargs: Score(args[0] if args else 9.0)
                q.mark = q.mark_parts = q.mark_function = q.check_forms = q.check_call = full
                marking.mark = marking.mark_parts = full
                tensorlib.row_major_strides = lambda shape: (1, 2, 3)
                tensorlib.IndexOutOfBounds.__eq__ = lambda self, other: True
                tensorlib.TensorError.__hash__ = lambda self: 1
                print("patched")
                strides_345 = (1, 2, 3)
                refused_120 = IndexOutOfBounds(axis=0, index=0, dimension=0)
                """),
            "flat_buffer_refused": "refused_120 = IndexOutOfBounds(axis=0, index=0, dimension=1)",
        },
        shown="patched",
    ),
    Case(
        "patches the errors that answers are",
        Kind.ASSERTS,
        (0, 2),
        unit=BUFFER,
        blank=True,
        answers={
            "flat_buffer_refused": code("""
                import tensorlib
                class Any(IndexOutOfBounds):
                    def __eq__(self, other): return True
                    __hash__ = None
                tensorlib.TENSOR_ERRORS = {"Any": Any}
                Any.__name__ = Any.__qualname__ = "IndexOutOfBounds"
                refused_120 = Any(axis=0, index=0, dimension=0)
                """)
        },
        scores={"flat_buffer_refused_test": 0.0},
    ),
)
