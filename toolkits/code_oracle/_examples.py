"""Reads the examples of a question: calls with the values that the question says they give.

An example misread is a false alarm, so only what is certain is read: every argument and every expected value
is a literal, the words between them are one of a known list, and what follows the value shows that it ends
there. Of two examples that contradict each other neither counts.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from toolkits import lazy_re as re
from toolkits.code_oracle import _literals
from toolkits.code_oracle._stub import Signature, Stub, read_stub


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A call and what the question says it gives.

    Attributes:
        call: a Python expression that calls the code under test.
        expected: the literal, as printed, or "" when an exception is expected.
        raises: name of the exception class that is expected, or "".
        setup: statements that stand before the call in a doctest.
        form: how it was written: ``doctest``, ``call``, ``equation`` (a bare equals sign) or ``named``.
    """

    call: str
    expected: str = ""
    raises: str = ""
    setup: str = ""
    form: str = "call"

    def as_data(self) -> dict[str, str]:
        """The example as JSON; empty fields left out."""
        fields = {"call": self.call, "expected": self.expected, "raises": self.raises, "setup": self.setup}
        return {name: value for name, value in fields.items() if value}


_ARROWS = r"(?:==+>|=>|-+>|➞|→|⇒|⟶|↦|==|=|:(?=\s))"
_CONNECTOR = re.compile(
    r"\s*[`'\"]?\s*(?:#\s*)?(?:"
    + _ARROWS
    + r"|(?:should|must|will|would)\s+(?:return|be|give|equal|output|yield|evaluate to)"
    + r"|(?:returns?|gives?|yields?|equals?|outputs?|evaluates\s+to|is\s+equal\s+to|is)"
    + r"|(?:应该?|会|将|则)?(?:返回|得到|输出|等于|结果[为是]|的(?:结果|返回值|值)应?[为是])值?[为是]?"
    + r"|[应]?[为是]"
    + r")\s*[:：]?\s*[`]?\s*"
)
# An equals sign alone may define a sequence instead of showing a call.
_EQUATION = re.compile(r"\s*=\s*$")
_NAMED = re.compile(
    r"(?:\b(?:for|if|given|when|with|input)\b|输入|当|若|对于?|给定)\s*[:：]?\s*(?P<inputs>[A-Za-z_]\w*\s*=)",
    re.IGNORECASE,
)
_NAMED_RESULT = re.compile(
    r"[\s,，;；]*(?:then\s+)?(?:(?:the\s+|your\s+)?(?:expected\s+)?(?:output|result|answer|return(?:ed)?\s+value|function)"
    r"(?:\s+(?:should|must|will|would))?\s*(?:be|is|returns?|return|:|=|：)|(?:should\s+)?returns?|(?:输出|返回|结果)(?:值)?(?:应?[为是]|[:：])?)"
    r"\s*[:：]?\s*",
    re.IGNORECASE,
)
_ASSIGNED = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*=\s*")
_BETWEEN = re.compile(r"\s*(?:,|，|;|；|、|and\b|和|且)\s*")
_MOST_EXAMPLES = 50


def read_examples(question: str, names: Collection[str]) -> tuple[Example, ...]:
    """The examples that a question gives for functions of those names, in the order of the text.

    Args:
        question: prose, or a Python stub with a docstring.
        names: functions that the code under test defines.
    """
    stub = read_stub(question)
    found: list[Example] = []
    for text in stub.texts:
        rest, doctests = _doctests(text, names)
        found.extend(doctests)
        if not _defines_a_sequence(rest, names):
            found.extend(_calls(rest, names))
        found.extend(_named(rest, stub, names))
    return _agreed(found)[:_MOST_EXAMPLES]


def literal_arguments(call: ast.expr) -> bool:
    """Whether the expression is a call whose arguments are all literals."""
    if not isinstance(call, ast.Call):
        return False
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    return all(keyword.arg for keyword in call.keywords) and all(map(_is_literal, values))


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False
    return True


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


# --- doctests -----------------------------------------------------------------------------------------
def _doctests(text: str, names: Collection[str]) -> tuple[str, list[Example]]:
    """The text without its doctest blocks, and their examples."""
    if ">>>" not in text:
        return text, []
    kept: list[str] = []
    examples: list[Example] = []
    lines = text.split("\n")
    at, setup = 0, ""
    while at < len(lines):
        if not lines[at].lstrip().startswith(">>>"):
            if lines[at].strip():
                setup = ""
            kept.append(lines[at])
            at += 1
            continue
        source, want, at = _one_doctest(lines, at)
        example = _doctest(source, want, setup, names)
        if example is not None:
            examples.append(example)
        elif not want and _is_statement(source):
            setup += source + "\n"
    return "\n".join(kept), examples


def _one_doctest(lines: Sequence[str], at: int) -> tuple[str, str, int]:
    """(source, what is printed below it, index of the next line)."""
    source = [lines[at].lstrip()[3:].removeprefix(" ")]
    at += 1
    while at < len(lines) and lines[at].lstrip().startswith("..."):
        source.append(lines[at].lstrip()[3:].removeprefix(" "))
        at += 1
    want = []
    while at < len(lines) and lines[at].strip() and not lines[at].lstrip().startswith(">>>"):
        want.append(lines[at].strip())
        at += 1
        if len(want) == 1 and _closed(want[0]):
            break
    return "\n".join(source), "\n".join(want), at


def _closed(line: str) -> bool:
    """Whether a line is a whole literal, so that prose below it is not part of the output."""
    literal = _literals.read(line, 0)
    return literal is not None and not line[literal.end :].strip()


def _is_statement(source: str) -> bool:
    try:
        return bool(ast.parse(source).body)
    except (SyntaxError, ValueError):
        return False


def _doctest(source: str, want: str, setup: str, names: Collection[str]) -> Example | None:
    expression = _expression(source)
    if expression is None or not _mentions(expression, names):
        return None
    if not want:
        return _compared(expression, setup)
    if want.startswith("Traceback (most recent call last)"):
        kind = re.match(r"([A-Za-z_]\w*)(?::|$)", want.rpartition("\n")[2])
        return Example(call=source, raises=kind[1], setup=setup, form="doctest") if kind else None
    literal = _literals.read(want, 0)
    if literal is None or want[literal.end :].strip():
        return None
    return Example(call=_uncommented(source), expected=literal.text, setup=setup, form="doctest")


def _compared(expression: ast.expr, setup: str) -> Example | None:
    """``>>> f(1) == 2`` with nothing printed below it."""
    if not isinstance(expression, ast.Compare) or not isinstance(expression.ops[0], ast.Eq):
        return None
    if len(expression.ops) != 1 or not _is_literal(expression.comparators[0]):
        return None
    expected = ast.unparse(expression.comparators[0])
    return Example(call=ast.unparse(expression.left), expected=expected, setup=setup, form="doctest")


def _uncommented(source: str) -> str:
    expression = _expression(source)
    return ast.unparse(expression) if expression is not None and "#" in source else source.strip()


def _mentions(expression: ast.expr, names: Collection[str]) -> bool:
    return any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(expression))


def _defines_a_sequence(text: str, names: Collection[str]) -> bool:
    """Whether the text has a recurrence ("tri(n) = 1 + n / 2"), whose first values look like examples."""
    name = "|".join(map(re.escape, sorted(names))) or r"(?!)"
    return (
        re.search(
            rf"(?<![\w.])(?:{name})\(\s*(?!None\b|True\b|False\b)[A-Za-z]\w*(?:\s*[-+]\s*\d+)?\s*\)\s*(?:=|->|=>|:=)(?!=)",
            text,
        )
        is not None
    )


# --- calls in prose -----------------------------------------------------------------------------------
def _calls(text: str, names: Collection[str]) -> Iterator[Example]:
    """``f(1) == 2``, ``f(1) -> 2``, ``f(1) returns 2``, ``f(1) 返回 2``."""
    if not names:
        return
    pattern = re.compile(rf"(?<![\w.])(?P<name>{'|'.join(map(re.escape, sorted(names)))})\(")
    for match in pattern.finditer(text):
        if re.search(r"(?:def|class)\s+$", text[: match.start()]):
            continue
        end = _literals.bracket_end(text, match.end() - 1)
        if end is None:
            continue
        call = text[match.start() : end]
        expression = _expression(call)
        if expression is None or not literal_arguments(expression):
            continue
        connector = _CONNECTOR.match(text, end)
        if connector is None or connector[0].count("\n") > 1:
            continue
        literal = _literals.read(text, connector.end())
        if literal is not None:
            form = "equation" if _EQUATION.match(connector[0]) else "call"
            yield Example(call=ast.unparse(expression), expected=literal.text, form=form)


# --- named inputs -------------------------------------------------------------------------------------
def _named(text: str, stub: Stub, names: Collection[str]) -> Iterator[Example]:
    """``For s = "abc", k = 2 the output should be "ab"``.

    The names are the parameters of the question's function.
    """
    signatures = [signature for signature in stub.functions if signature.name in names]
    if len(signatures) != 1:
        return
    for match in _NAMED.finditer(text):
        found = _inputs(text, match.start("inputs"))
        if found is None:
            continue
        values, end = found
        call = _call_of(signatures[0], values)
        result = _NAMED_RESULT.match(text, end)
        literal = _literals.read(text, result.end()) if result else None
        if call and literal:
            yield Example(call=call, expected=literal.text, form="named")


def _inputs(text: str, start: int) -> tuple[dict[str, str], int] | None:
    """``name = literal`` pairs from ``start``, and where they end."""
    values: dict[str, str] = {}
    at = start
    while True:
        name = _ASSIGNED.match(text, at)
        end = _literals_end(text, name.end()) if name else None
        if name is None or end is None:
            return None
        values[name["name"]] = text[name.end() : end]
        between = _BETWEEN.match(text, end)
        following = between and _ASSIGNED.match(text, between.end())
        if not between or not following:
            return values, end
        at = between.end()


def _literals_end(text: str, start: int) -> int | None:
    end = _literals.value_end(text, start)
    if end is None:
        return None
    try:
        _literals.parse(text[start:end])
    except ValueError:
        return None
    return end


def _call_of(signature: Signature, values: dict[str, str]) -> str:
    """The call with those inputs; "" unless they are exactly the function's parameters."""
    if set(values) - set(signature.parameters) or set(signature.required) - set(values):
        return ""
    given = [name for name in signature.parameters if name in values]
    in_order = given == list(signature.parameters[: len(given)])
    arguments = [values[name] if in_order else f"{name}={values[name]}" for name in given]
    return f"{signature.name}({', '.join(arguments)})"


# --- which ones count ---------------------------------------------------------------------------------
def _key(example: Example) -> tuple[str, str]:
    expression = _expression(example.call)
    return (ast.dump(expression) if expression is not None else example.call, example.setup)


def _shape(example: Example) -> str:
    if example.raises:
        return "raises"
    value: Any = _literals.parse(example.expected)
    if value is None:
        return "none"
    return "many" if isinstance(value, (list, tuple, set, dict)) else "one"


def _agreed(found: Iterable[Example]) -> tuple[Example, ...]:
    """The examples without duplicates and without those that contradict another one."""
    unique: dict[tuple[str, str], list[Example]] = {}
    for example in found:
        unique.setdefault(_key(example), []).append(example)
    agreed = [group[0] for group in unique.values() if len({_value(example) for example in group}) == 1]
    # "tri(4) = 3" beside "tri(3) = [1, 3, 2, 8]": one of them defines a sequence and is no call of the
    # function.
    if {"one", "many"} <= {_shape(example) for example in agreed}:
        return tuple(example for example in agreed if example.form != "equation")
    return tuple(agreed)


def _value(example: Example) -> str:
    return example.raises or repr(_literals.parse(example.expected))
