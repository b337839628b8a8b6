"""Programs in replies: found however the model wraps them, a draft never taken for the last word."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.generation._code import Program, program_in

FENCE = "```"


def block(code, info="python"):
    """A fenced block."""
    return f"{FENCE}{info}\n{code}\n{FENCE}"


@pytest.mark.parametrize(
    "reply",
    [
        block("answer = 6 * 7"),
        block("answer = 6 * 7", "py"),
        block("answer = 6 * 7", "Python3"),
        block("answer = 6 * 7", " python"),
        block("answer = 6 * 7", "python title=main.py"),
        block("answer = 6 * 7", ""),
        block("answer = 6 * 7").replace("\n", "\r\n"),
        block("answer = 6 * 7").replace("`", "~"),
        f"Let me think.\n\n{block('answer = 6 * 7')}\n\nIt prints 42.",
        f"先想一想。\n{block('answer = 6 * 7')}\n输出为 42。",
        f"A draft:\n{block('answer = 6 + 7')}\nNo, corrected:\n{block('answer = 6 * 7')}",
        f"{block('answer = 6 * 7')}\nwhich gives\n{block('42', 'output')}",
        f"{block('answer = 6 * 7')}\nand not\n{block('answer = 6 *')}",
        "- the program:\n  ```python\n  answer = 6 * 7\n  ```",
        "answer = 6 * 7",
        f"{FENCE}python\nanswer = 6 * 7",
        block(">>> answer = 6 * 7\n>>> answer\n42"),
    ],
)
def test_the_program_is_found(reply):
    """Fences of all sorts, prose around them, drafts before them, none at all: it is the same program."""
    found = program_in(reply)
    assert isinstance(found, Program)
    scope: dict[str, object] = {}
    exec(found.code, scope)
    assert scope["answer"] == 42
    assert found.result == "answer"


@pytest.mark.parametrize(
    ("code", "result"),
    [
        ("answer = 1", "answer"),
        ("ans = 1\nprint(ans)", "ans"),
        ("result = 1\nanswer = 2", "answer"),
        ("x = 1\nx + 1", None),
        ("print(3)", None),
        ("x = 1\ny = x + 1", "y"),
        ("total = sum(x for x in [1, 2])", "total"),
        ("x = 1\nprint(x)\ny = 2", None),
        ("x = 1\nx += 2", "x"),
        ("a, b = 1, 2", None),
        ("def f():\n    answer = 1\n    return answer\nf()", None),
        ("if True:\n    answer = 3", "answer"),
        ("def solution():\n    return 7", "answer"),
        ("def solution(n=3):\n    return n", "answer"),
        ("def solution(n):\n    return n\nsolution(3)", None),
        ("def solution():\n    return 7\nprint(solution())", None),
    ],
)
def test_what_of_it_is_the_result(code, result):
    """A variable of a telling name, the last expression, the last assignment, or ``solution()``."""
    found = program_in(block(code))
    assert isinstance(found, Program)
    assert found.result == result


@pytest.mark.parametrize(
    ("codes", "value"),
    [
        (["n = 3", "m = n + 1", "answer = m * 2"], 8),
        (["from math import sqrt", "answer = sqrt(16)"], 4),
        (["def f(x):\n    y = x + 1\n    return y", "answer = f(3)"], 4),
        (["total = 1", "total += 4\nanswer = total"], 5),
        (["1 / 0", "n = 3", "answer = n"], 3),
        (["x = 1 / 0\nanswer = x", "x = 6\nanswer = x"], 6),
        (["x = 1 / 0", "answer = sum(x for x in [1, 2])"], 3),
        (["x = 1 / 0", "def f(x):\n    return x\nanswer = f(2)"], 2),
        (["x = 1 / 0", "for x in [7]:\n    answer = x"], 7),
        (["x = 1 / 0", "answer = (lambda x: x)(2)"], 2),
        (["n = 3", "n = 4", "answer = n"], 4),
    ],
)  # fmt: skip
def test_a_last_block_that_goes_on_takes_what_it_needs(codes, value):
    """Blocks that set what the last one uses run before it; drafts that it does without do not."""
    found = program_in("\n\nThen:\n\n".join(map(block, codes)))
    assert isinstance(found, Program)
    scope: dict[str, object] = {}
    exec(found.code, scope)
    assert scope["answer"] == value


def test_a_fence_within_a_string_ends_nothing():
    """A program whose text holds a fence is whole."""
    code = f's = """\n{FENCE}\ntext\n{FENCE}\n"""\nanswer = len(s)'
    found = program_in(block(code))
    assert isinstance(found, Program)
    assert found.code.strip() == code


@pytest.mark.parametrize(
    ("reply", "cut", "lack"),
    [
        ("", False, "no_program"),
        ("I would compute 6 * 7, which is 42.", False, "no_program"),
        ("The answer is 42.", False, "no_program"),
        ("Paris", False, "no_program"),
        (block("SELECT 1", "sql"), False, "no_program"),
        (f"{FENCE}python\nfor x in range(", False, "truncated"),
        (f"{FENCE}python\nfor x in range(", True, "truncated"),
        (f"{FENCE}python\nx = 1\ny = 2", True, "truncated"),
        ("First we need", True, "truncated"),
    ],
)
def test_no_program_and_half_a_program_are_told_apart(reply, cut, lack):
    """What broke off is not run, even where its start happens to be Python."""
    assert program_in(reply, cut=cut) == lack


def test_a_block_that_was_closed_before_the_limit_counts():
    """The prose after it was cut off, not the program."""
    found = program_in(block("answer = 1") + "\nThis program first sets", cut=True)
    assert isinstance(found, Program)


def test_a_program_that_does_not_compile_is_run_for_its_error():
    """The interpreter's own message tells the model most."""
    found = program_in(block("answer = (1"))
    assert found == Program("answer = (1\n", None)


@given(st.text(alphabet="`~ab=1\n (){}'\"#:", max_size=120), st.booleans())
def test_any_text_gives_an_answer(text, cut):
    """Whatever the reply, there is a program, or a reason why not; a named result can be returned."""
    found = program_in(text, cut=cut)
    if isinstance(found, Program) and found.result is not None:
        assert found.result in {n.id for n in ast.walk(ast.parse(found.code)) if isinstance(n, ast.Name)}
    else:
        assert isinstance(found, Program) or found in {"no_program", "truncated"}
