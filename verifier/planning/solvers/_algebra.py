"""Questions that define letters and functions, if any, and then ask one computable thing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from toolkits import lazy_re as re
from toolkits.algebra import worksheet
from toolkits.errors import ToolkitError, ToolRefused
from toolkits.number_theory import convert_base
from verifier.plan import AllOf, AnyOf, Check, ClaimKind, Contains, Equals, Equivalent, RoundsTo
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.solvers import _definitions, _math_text
from verifier.planning.solvers._asks import WORDS, ask
from verifier.planning.solvers._core import core, only_words, vocabulary
from verifier.planning.solvers._definitions import definitions, given
from verifier.planning.solvers._math_text import plain_math
from verifier.planning.solvers._requests import Ask

MAX_LENGTH = 3_000
_SENTENCE = re.compile(r"(?<=[.。;；])\s+(?=[A-Z\u4e00-\u9fff-])|(?<=[。；])\s*")
_CHOICES = re.compile(r"\s*\(a\) (?P<all>.+)$")
_CHOICE = re.compile(r"\s*\(([b-z])\) ")
_END = re.compile(r"(?:[\s?.。:;；]|(?<![\w)])!)+$")
#: A last "!" may be a factorial or an exclamation.
_EXCLAIMED = re.compile(r"[\w)]!\s*$")
_WORD_OF_CONDITION = (
    r"(?:if|given(?: that)?|suppose(?: that)?|assum(?:e|ing)(?: that)?|let|when|where|for|at)"
)
_CONDITIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_WORD_OF_CONDITION} (?P<d>[^?]*?=[^?]*?)(?:,\s*(?:then\s+)?|\s+then\s+)(?P<q>(?:what|find|calculate|compute|evaluate|determine)\b.+)",
        rf"(?P<q>.+?),?\s+{_WORD_OF_CONDITION}\s+(?P<d>[^?=]*=[^?]*)",
        r"(?:若|如果|已知|设|假设|当)(?:函数)?\s*(?P<d>[^?]*?=[^?]*?)(?:\s*时\s*,?\s*|,\s*)(?:则|那么|求)?\s*(?P<q>[^,]+)",
        r"(?P<d>[^?=]*=[^?=]*?)\s*时\s*,?\s*(?:则|那么|求)?\s*(?P<q>.+)",
    )
)
_AT_POINT_ZH = re.compile(
    r"(?:求)?函数\s*(?P<f>(?P<name>[a-z])\((?P<v>[a-z])\)\s*=\s*.+?)\s*在\s*(?P<d>[a-z]\s*=\s*.+?)\s*处的(?:函数)?值(?:是|为)?(?:多少)?"
)
#: A letter in front of a bracket: a function, or a factor that also stands elsewhere.
_CALLED = re.compile(r"(?<![A-Za-z\\])([A-Za-z])(?=\()")
_BARE = re.compile(r"(?<![A-Za-z\\])([A-Za-z])(?![A-Za-z(])")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:/\d+)?")
#: What may be a date, a telephone number, a score or a name ("9/11", "24/7") as well as a sum.
_NAME_LIKE = re.compile(
    r"(?:what is|what's|the value of|what is the value of)?\s*\d+(?:[-/.:]\d+)*", re.IGNORECASE
)
_COUNTS = "zero one two three four five six seven eight nine ten"
_KNOWN = vocabulary(
    *WORDS, *_definitions.PATTERNS, _math_text.PATTERN, _COUNTS, *(p.pattern for p in _CONDITIONS)
)
_ROUNDED = frozenset({"round", "root_to_integer"})
#: Operations that pick one of the numbers of the question: a coarser number is another one.
_PICKED = frozenset({"kth_largest", "kth_smallest", "max", "min", "nearest"})
#: Operations whose list may be told in any order.
_UNORDERED = frozenset({"solve", "prime_factors", "divisors", "mode"})


@dataclass(frozen=True, slots=True)
class _Problem:
    definitions: list[dict[str, Any]]
    request: Ask
    choices: Mapping[str, str] = field(default_factory=dict[str, str])
    unit: str | None = None
    symbolic: bool = False


def solve(question: QuestionText) -> list[Derivation]:
    """What the last sentence asks, computed from the definitions before it."""
    text = question.stem
    if len(text) > MAX_LENGTH or not only_words(text, _KNOWN):
        return []
    problem = _read(plain_math(core(text)))
    if problem is None:
        return []
    try:
        return [_derivation(problem)]
    except ToolkitError:
        return []


def _read(text: str) -> _Problem | None:
    text, choices = _without_choices(text)
    sentences = [_END.sub("", s) for s in _SENTENCE.split(text.strip()) if s.strip()]
    if (
        not sentences
        or (len(sentences) == 1 and _NAME_LIKE.fullmatch(sentences[0]))
        or _EXCLAIMED.search(text)
    ):
        return None
    last = f"{sentences[-1]}? {', '.join(choices.values())}" if choices else sentences[-1]
    request, extra = ask(last), list[dict[str, Any]]()
    if request is None and not choices:
        request, extra = _conditional(last)
    before = [definitions(s) for s in sentences[:-1]]
    if request is None or not all(before):
        return None
    made = [d for each in before for d in each] + extra
    functions = {d["name"] for d in made if "of" in d}
    if not set(_CALLED.findall(text)) <= functions | set(_BARE.findall(text)):
        return None
    unit, symbolic = request.pop("unit", None), request.pop("symbolic", False)
    found = _joined(made, request, choices)
    return replace(found, unit=unit, symbolic=symbolic or any("of" in d for d in found.definitions))


def _conditional(sentence: str) -> tuple[Ask | None, list[dict[str, Any]]]:
    """The request of "If x = 2, what is …" or "… when x = 2", and what its condition defines."""
    point = _AT_POINT_ZH.fullmatch(sentence)
    if point:
        made = given(point["f"]) + given(point["d"])
        fits = len(made) == 2 and made[1].get("name") == point["v"]
        return ({"op": "value", "expression": f"{point['name']}({point['v']})"} if fits else None), made
    for pattern in _CONDITIONS:
        match = pattern.fullmatch(sentence)
        made = given(match["d"].strip()) if match else []
        request = ask(match["q"].strip()) if match and made else None
        if request and not any(each.get("name") in ("e", "i") for each in made):
            return request, made
    return None, []


def _without_choices(text: str) -> tuple[str, dict[str, str]]:
    """The text before ``(a) … (b) …`` and the choices by letter, when it ends in such a list."""
    found = _CHOICES.search(text) if "(a) " in text else None
    if found is None:
        return text, {}
    parts = _CHOICE.split(found["all"])
    letters = ["a", *parts[1::2]]
    if letters != [chr(ord("a") + n) for n in range(len(letters))] or len(letters) < 2:
        return text, {}
    return text[: found.start()], dict(zip(letters, (_END.sub("", p) for p in parts[::2]), strict=True))


def _joined(definitions: list[dict[str, Any]], request: Ask, choices: Mapping[str, str]) -> _Problem:
    """Tell equations from definitions by their context, and ask for the roots of a last equation."""
    functions: set[str] = set()
    settled: list[dict[str, Any]] = []
    for each in definitions:
        known = "of" in each and each["name"] in functions
        settled.append(
            {"equations": [f"{each['name']}({', '.join(each['of'])}) = {each['value']}"]} if known else each
        )
        if "of" in each:
            functions.add(each["name"])
    wanted = request.get("expression", "")
    last = settled[-1].get("equations") if settled else None
    if request["op"] == "value" and last and len(wanted) == 1 and any(_mentions(wanted, e) for e in last):
        return _Problem(settled[:-1], {"op": "solve", "equations": last, "variables": [wanted]}, choices)
    return _Problem(settled, request, choices)


def _mentions(letter: str, text: str) -> bool:
    return bool(re.search(rf"(?<![A-Za-z]){letter}(?![A-Za-z])", text))


def _derivation(problem: _Problem) -> Derivation:
    request = problem.request
    if request["op"] == "convert_base":
        return _in_bases(request)
    output = worksheet(problem.definitions, request)
    value = output["value"]
    if isinstance(value, list) and not all(_NUMBER.fullmatch(each) for each in value):
        raise ToolRefused("a list of irrational numbers can't be compared", code="unsupported")
    if request["op"] == "value" and _kind(value) == "expression" and not problem.symbolic:
        raise ToolRefused("letters without a meaning", code="unbound")
    tool, tool_input = _call(problem.definitions, request)
    return Derivation(
        kind=_kind(value),
        tool=tool,
        tool_input=tool_input,
        output="value.0" if isinstance(value, list) and len(value) == 1 else "value",
        unit=problem.unit,
        description=_described(request),
        check=_check(request, output),
        values={letter: _evaluated(text, problem.definitions) for letter, text in problem.choices.items()},
    )


def _check(request: Ask, output: Mapping[str, Any]) -> Check | None:
    """A check where the default of the kind would be too strict or too lax."""
    claim = {"$ref": "claims.final.value"}
    op, value = request["op"], output["value"]
    if "other" in output:  # a half may be rounded either way
        return AnyOf(checks=(Equals(expected=claim), Equals(actual={"$ref": "output.other"}, expected=claim)))
    if op in _ROUNDED or (op in _PICKED and "/" not in value):
        return Equals(expected=claim)
    if "exact" in output:
        return AnyOf(
            checks=(RoundsTo(expected=claim), Equivalent(actual={"$ref": "output.exact"}, expected=claim))
        )
    if isinstance(value, list) and len(value) > 1 and op in _UNORDERED:
        shown = {"$ref": "output.value"}
        return AllOf(checks=(Contains(actual=shown, expected=claim), Contains(actual=claim, expected=shown)))
    return None


def _call(definitions: Sequence[dict[str, Any]], request: Ask) -> tuple[str, dict[str, Any]]:
    """The plainest tool that answers: the number and statistics tools take numbers as they stand."""
    operands = request.get("numbers") or request.get("values") or []
    extra = [request["to"]] if request["op"] == "nearest" else []
    if (
        definitions
        or not operands
        or request["op"] == "compare"
        or not all(_NUMBER.fullmatch(n) for n in [*operands, *extra])
    ):
        return "worksheet", {"definitions": list(definitions), "ask": request}
    return "number_theory" if "numbers" in request else "statistics", dict(request)


def _in_bases(request: Ask) -> Derivation:
    join = request["join"]
    tool_input = {"numbers": request["numbers"], "base": request["base"], "to": request["to"], "op": join}
    value = convert_base(**tool_input)["value"]
    return Derivation(
        kind="number" if _NUMBER.fullmatch(value) else "text",
        tool="convert_base",
        tool_input=tool_input,
        description=f"{f' {join} '.join(request['numbers'])} in base {request['to']}",
    )


def _kind(value: Any) -> ClaimKind:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, list):
        return "list" if len(value) > 1 else "number"
    return "number" if isinstance(value, dict) or _NUMBER.fullmatch(str(value)) else "expression"


def _evaluated(text: str, definitions: list[dict[str, Any]]) -> str:
    return (
        text
        if _NUMBER.fullmatch(text)
        else str(worksheet(definitions, {"op": "value", "expression": text})["value"])
    )


def _described(request: Ask) -> str:
    operands = (
        request.get("numbers")
        or request.get("values")
        or request.get("equations")
        or [request.get("expression", "")]
    )
    return f"{request['op'].replace('_', ' ')}: {', '.join(operands)}"[:200]
