"""The look at a program's source before it runs."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor

import pytest

from sandbox import _look


def test_a_tree_disturbed_by_another_thread_is_made_again(monkeypatch):
    """CPython 3.11 raises SystemError when two threads make trees at once: that says nothing of the source."""
    made, real = [], ast.parse

    def disturbed(source):
        made.append(source)
        if len(made) < 3:
            raise SystemError("AST constructor recursion depth mismatch")
        return real(source)

    monkeypatch.setattr(_look.ast, "parse", disturbed)
    tree = _look.parse("import numpy")
    assert _look.imports(tree) == {"numpy"}
    assert len(made) == 3


@pytest.mark.parametrize("source", ["def", "x = \0", "(" * 5_000])
def test_source_without_a_tree_has_none(source):
    """What is no Python has no tree, and raises nothing."""
    assert _look.parse(source) is None


def test_many_threads_each_get_their_tree():
    """Trees are right whoever else makes some at the same time."""
    sources = [f"import m{n}\n" + "(" * 20 + "1" + ")" * 20 for n in range(200)]
    with ThreadPoolExecutor(8) as threads:
        trees = list(threads.map(_look.parse, sources))
    assert [_look.imports(tree) for tree in trees] == [{f"m{n}"} for n in range(200)]
