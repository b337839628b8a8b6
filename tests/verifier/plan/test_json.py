"""JSON from outside is decoded strictly, and found in whatever text surrounds it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.errors import PlanError
from verifier.plan import _json
from verifier.plan._json import child, decode, extract_json, plain


def refused(call: Any) -> tuple[str, str]:
    """(path, message) of the error that ``call`` raises."""
    with pytest.raises(PlanError) as caught:
        call()
    return caught.value.path, caught.value.message


@pytest.mark.parametrize(
    ("text", "path", "says"),
    [
        ('{"tool":"a","tool":"b"}', "$", "the key 'tool' stands twice"),
        ('{"a":[{"b":1,"b":1}]}', "$.a[0]", "stands twice"),
        ('{"tol": NaN}', "$.tol", "NaN is not JSON"),
        ('{"tol": [1, -Infinity]}', "$.tol[1]", "-Infinity is not JSON"),
        ('{"a b": Infinity}', '$["a b"]', "Infinity is not JSON"),
        ('{"a": 1e999}', "$.a", "too large"),
        ('{"a": -1e999}', "$.a", "too large"),
        (f'{{"a": {"9" * 1001}}}', "$.a", "1001 digits"),
        (f'{{"a": 0.{"9" * 1001}}}', "$.a", "too large"),
        (f'{{"a": "{"x" * 1_000_000}"}}', "$.a", "1000000 characters"),
        (f'{{"{"x" * 100_001}": 1}}', "$", "100001 characters"),
        ("[" * 41 + "]" * 41, "$", "nested deeper than 40"),
        ("[" * 100_000, "$", "nested deeper than 40"),
        ('{"a":' * 5000, "$", "nested deeper than 40"),
        ('"\\ud800"', "$", "surrogate"),
        ('{"\\ud800": 1}', "$", "surrogate"),
        ('{"a": 1,}', "$", "line 1, column 9"),
        ('{\n "a": 1\n "b": 2}', "$", "line 3, column 2"),
        ("{'a': 1}", "$", "not JSON"),
        ("", "$", "not JSON"),
        ('{"a": 1} x', "$", "Extra data"),
        ('{"a": "line\nbreak"}', "$", "Invalid control character"),
    ],
)
def test_what_is_refused(text: str, path: str, says: str) -> None:
    """Each refusal names the place and what is wrong there."""
    at, message = refused(lambda: decode(text))
    assert at == path
    assert says in message


def test_a_text_over_the_limit_is_refused_unread() -> None:
    """Eight megabytes are the most that is looked at."""
    text = " " * (_json.MAX_TEXT + 1)
    assert "characters" in refused(lambda: decode(text))[1]
    assert "characters" in refused(lambda: extract_json(text))[1]


def test_too_many_values_are_refused() -> None:
    """The number of values is counted."""
    assert "200000 values" in refused(lambda: decode(f"[{'0,' * 200_000}0]"))[1]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [1, -2.5, true, null, "x"]}',
        "[]",
        '"}"',
        "5",
        '{"": {"a.b": 1}}',
        f"[{'9' * 1000}]",
        "[" * 40 + "]" * 40,
        f"0.{'9' * 998}",
    ],
)
def test_what_is_accepted(text: str) -> None:
    """Plain JSON within the limits comes out as the standard library reads it."""
    assert decode(text) == json.loads(text)


def test_a_byte_order_mark_is_no_fault() -> None:
    """A file saved with one is read."""
    assert decode('\ufeff{"a": 1}') == {"a": 1}


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=15,
)


@given(json_values)
def test_decoding_is_the_inverse_of_encoding(value: Any) -> None:
    """Whatever JSON can say comes back unchanged, from text and from data."""
    assert decode(json.dumps(value)) == value
    assert plain(value) == value


# --- data instead of text ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "path", "says"),
    [
        ({"a": {1, 2}}, "$.a", "a Python set is not JSON"),
        ({"a": [b"x"]}, "$.a[0]", "a Python bytes is not JSON"),
        ({1: 2}, "$", "the key 1 is not a string"),
        ({"a": float("nan")}, "$.a", "nan is not JSON"),
        ({"a": float("inf")}, "$.a", "inf is not JSON"),
        ({"a": float("-inf")}, "$.a", "-inf is not JSON"),
        ({"a": 10**5000}, "$.a", "1000 digits"),
        (object(), "$", "a Python object is not JSON"),
    ],
)
def test_data_that_json_cannot_hold(value: Any, path: str, says: str) -> None:
    """Decoded data is held to the same rules as text."""
    at, message = refused(lambda: plain(value))
    assert at == path
    assert says in message


def test_data_that_holds_itself_is_refused() -> None:
    """A list inside itself is too deep, not an endless loop."""
    loop: list[Any] = []
    loop.append(loop)
    assert "nested deeper" in refused(lambda: plain(loop))[1]


def test_data_is_copied() -> None:
    """A later change of the caller's data does not reach the plan; tuples are lists."""
    given_value: dict[str, Any] = {"a": (1, {"b": 2})}
    copy = plain(given_value)
    given_value["a"][1]["b"] = 3
    assert copy == {"a": [1, {"b": 2}]}


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("a", "$.a"),
        (3, "$[3]"),
        ("a b", '$["a b"]'),
        ("键", '$["键"]'),
        ("x" * 60, f'$["{"x" * 40}"]'),
        ('"', '$["\\""]'),
        ("\ud800", '$["\\ud800"]'),
    ],
)
def test_paths(key: Any, path: str) -> None:
    """A path can be pasted into a tool, whatever the key."""
    assert child("$", key) == path


# --- JSON inside a text -----------------------------------------------------------------------------------------------


def must_have(key: str) -> Any:
    """An ``accept`` that wants an object with a key."""

    def accept(value: Any) -> None:
        if not isinstance(value, dict) or key not in value:
            raise PlanError("$", f"no {key}")

    return accept


FENCE = "```"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1}', {"a": 1}),
        (f'Here it is:\n{FENCE}json\n{{"a": 1}}\n{FENCE}\nDone.', {"a": 1}),
        (
            f'{FENCE}json\n{{"a": "x {FENCE}py\\nprint(1)\\n{FENCE} y"}}\n{FENCE}',
            {"a": f"x {FENCE}py\nprint(1)\n{FENCE} y"},
        ),
        (f'Example {FENCE}{{"a": 0}}{FENCE} and the real one {FENCE}{{"a": 1}}{FENCE}', {"a": 1}),
        ('see {draft} then {"a": 1}', {"a": 1}),
        ('{"b": 1} and {"a": 2} in one sentence', {"a": 2}),
        ('{"a": "brace } here"}', {"a": "brace } here"}),
        ('{"a": "use `print`"}', {"a": "use `print`"}),
        ('{"a": "a \\"quoted\\" {word"} tail }', {"a": 'a "quoted" {word'}),
        ('f(x) = {x, y} [1] {"a": [1, {"b": 2}]}', {"a": [1, {"b": 2}]}),
        ('{not json {"a": 1} }', {"a": 1}),
        ('{"a": 1} {broken', {"a": 1}),
        ('\\frac{1}{2} {"a": 1}', {"a": 1}),
        ('He said "{" and then {"a": 1}', {"a": 1}),
        ('{"a": 1}\r\n', {"a": 1}),
    ],
)
def test_the_last_acceptable_value_is_found(text: str, value: Any) -> None:
    """Fences, braces in prose and brackets in strings need no care from the writer."""
    assert extract_json(text, accept=must_have("a")).value == value


def test_an_array_keeps_its_brackets() -> None:
    """An array of one object is an array, not the object."""
    assert extract_json('steps: [ {"a": 1} ]').value == [{"a": 1}]


def test_members_are_not_looked_at() -> None:
    """An object inside a refused one does not stand in for it."""
    assert refused(lambda: extract_json('{"plan": {"a": 1}}', accept=must_have("a"))) == ("$", "no a")


def test_rivals_are_counted() -> None:
    """Other acceptable values that differ are reported; repetitions are not."""
    accept = must_have("a")
    assert extract_json('{"a": 1} {"a": 2}', accept=accept).rivals == 1
    assert extract_json('{"a": 1} {"a": 1}', accept=accept).rivals == 0
    assert extract_json('{"b": 1} {"a": 1}', accept=accept).rivals == 0


def test_the_span_is_of_the_text() -> None:
    """The span cuts the value's own characters out of the text."""
    text = 'so: {"a": 1} !'
    start, end = extract_json(text).span
    assert text[start:end] == '{"a": 1}'


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nothing here", "no JSON object"),
        ("", "no JSON object"),
        ("{ only a brace", "not JSON"),
        (f'{FENCE}json\n{{"a": 1,\n "b": }}\n{FENCE}', "line 3, column 7"),
        ('x {"a": 1, "a": 2}', "stands twice"),
        ('{"steps": []} but {"c": 1}', "no a"),
        ('{"a": 1', "not JSON"),
    ],
)
def test_the_likeliest_fault_is_reported(text: str, says: str) -> None:
    """When nothing fits, the error is of what was most likely meant."""
    assert says in refused(lambda: extract_json(text, accept=must_have("a")))[1]


def test_a_thing_like_a_plan_is_reported_first() -> None:
    """The fault of the object with steps counts, not that of a stray one after it."""

    def accept(value: Any) -> None:
        raise PlanError("$.here", "wrong") if "steps" in value else PlanError("$.there", "stray")

    assert refused(lambda: extract_json('{"steps": 1} {"x": 1}', accept=accept)) == ("$.here", "wrong")


@pytest.mark.parametrize(
    "text", ["{" * 200_000, '{"a":' * 100_000, "[1," * 100_000, "}" * 100_000, '"{' * 100_000]
)
def test_hostile_text_costs_a_bounded_time(text: str) -> None:
    """Unclosed braces by the hundred thousand end in a refusal."""
    assert refused(lambda: extract_json(f"x{text}"))[0] == "$"


@given(st.text(max_size=200))
def test_any_text_gives_a_value_or_a_plan_error(text: str) -> None:
    """No other error leaves the search."""
    try:
        found = extract_json(text)
    except PlanError:
        return
    assert decode(text[slice(*found.span)]) == found.value


@given(json_values.filter(lambda v: isinstance(v, list | dict)), st.text(alphabet="ab c.,\n`'", max_size=20))
def test_a_value_is_found_in_any_prose(value: Any, prose: str) -> None:
    """What was written into a text is found there."""
    assert extract_json(f"{prose}{json.dumps(value)}{prose}").value == value
