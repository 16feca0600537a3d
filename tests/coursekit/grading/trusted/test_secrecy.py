import ast

import pytest

from coursekit.grading.trusted.secrecy import may_tell_hidden

# A hidden line ends in "# h"; the error is raised in the line that ends in "# e".
TOLD = {
    "a hidden line": "raise ValueError('s')  # h # e",
    "a hidden name": "want = 's'  # h\nassert a, want  # e",
    "a visible name made of a hidden one": "want = 's'  # h\nm = f'{want}'\nassert a, m  # e",
    "in two steps": "w = 's'  # h\nm = w\nn = m\nassert a, n  # e",
    "made before the hidden line is read": "for i in (1, 2):\n    m = w\n    w = 's'  # h\n"
    "assert a, m  # e",
    "hidden in a block": "if True:\n    want = 's'  # h\nassert a, want  # e",
    "both in a block": "for i in x:\n    want = 's'  # h\n    assert a, want  # e",
    "a list filled": "m = []\nm.append('s')  # h\nassert a, m[0]  # e",
    "a place filled": "m = {}\nm[1]['x'] = 's'  # h\nassert a, m  # e",
    "a field set": "m.words = 's'  # h\nassert a, m.words  # e",
    "added to": "m = ''\nm += 's'  # h\nassert a, m  # e",
    "a function": "def w():  # h\n    return 's'  # h\nassert a, w()  # e",
    "a loop over hidden": "w = 's'  # h\nfor m in w:\n    assert a, m  # e",
    "a handler's name": "try:\n    f()\nexcept E as e:\n    w = e  # h\nassert a, w  # e",
    "a helper given a hidden name": "def c(m):\n    assert a, m  # e\nw = 's'  # h\nc(w)  # e",
    "an answer bound anew": "a = 's'  # h\nassert a == 1, a  # e",
    "a helper that reads a hidden name": "def c():\n    assert a, w  # e\nw = 's'  # h\nc()",
    "over several lines": "w = 's'  # h\nassert a == [\n    1,\n    2,  # e\n], w",
    "an import": "from x import w  # h\nassert a, w  # e",
    "the head of a block": "w = 's'  # h\nwhile f(w):  # e\n    pass",
}
UNTOLD = {
    "no hidden line": "want = 's'\nassert a, want  # e",
    "a hidden line that only looks": "assert a == 2, 's'  # h\nassert a, 'm'  # e",
    "another name": "want = 's'  # h\nassert a, m  # e",
    "a module's function called": "np.testing.check(a, 's')  # h\nassert np.all(a), 'm'  # e",
    "an answer looked at": "assert a[0] == a.size  # h\nassert a[1] == 2, 'm'  # e",
    "another line of the block": "w = 's'  # h\nif w:\n    assert a, 'm'  # e",
}


def marked(code: str, mark: str) -> set[int]:
    return {n for n, line in enumerate(code.splitlines(), start=1) if f"# {mark}" in line}


@pytest.mark.parametrize("name", TOLD)
def test_words_that_may_be_hidden_ones_are_found(name):
    code = TOLD[name]

    assert may_tell_hidden(ast.parse(code).body, marked(code, "h"), marked(code, "e"), ["np", "a"])


@pytest.mark.parametrize("name", UNTOLD)
def test_words_of_the_visible_part_may_be_said(name):
    code = UNTOLD[name]

    assert not may_tell_hidden(
        ast.parse(code).body, marked(code, "h"), marked(code, "e"), ["np", "a"]
    )


@pytest.mark.parametrize("name", sorted(TOLD.keys() - {"a hidden line"}))
def test_the_same_words_may_be_said_where_nothing_is_hidden(name):
    code = TOLD[name]

    assert not may_tell_hidden(ast.parse(code).body, (), marked(code, "e"))
