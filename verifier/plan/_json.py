"""JSON from outside: decoded strictly, within counted limits, with the JSON path of what is wrong.

``json`` of the standard library accepts duplicate keys (the last wins), ``NaN`` and ``Infinity``, and answers
deep nesting with a ``RecursionError``. Here each of these is a :class:`PlanError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from toolkits import lazy_re as re
from verifier.errors import PlanError

Json: TypeAlias = Any

MAX_TEXT = 8_000_000
MAX_STRING = 100_000
MAX_DEPTH = 40
MAX_NODES = 200_000
MAX_DIGITS = 1_000
# Brackets looked at while searching prose for JSON: a text of unclosed braces would else cost its square.
MAX_SCAN = 500_000

# Strings are matched whole, so that a bracket or a fence inside one does not count.
_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{}]', re.DOTALL)
_OPENING = re.compile(r"[\[{]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_NAME = re.compile(r"[A-Za-z_]\w{0,40}")
_CLOSES = {"]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class _Fault:
    """Stands in the decoded tree for what must be refused, until its path is known."""

    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Extracted:
    """JSON found in a text.

    Attributes:
        value: the decoded value.
        span: where it stands.
        rivals: how many other, different values of the text were acceptable too.
    """

    value: Json
    span: tuple[int, int]
    rivals: int = 0


def decode(text: str) -> Json:
    """Decode one JSON text.

    Raises:
        PlanError: not JSON (with line and column), a duplicate key, NaN or Infinity, or over a limit.
    """
    return _decode(text, 0, len(text))


def plain(value: Any) -> Json:
    """A deep copy of already decoded JSON as plain dicts, lists and scalars, within the same limits.

    Raises:
        PlanError: something that JSON cannot hold, or over a limit.
    """
    return _Copier().copy(value, "$", 0)


def child(path: str, key: str | int) -> str:
    """The JSON path of a member: ``$.steps[2].tool_input``."""
    if isinstance(key, int):
        return f"{path}[{key}]"
    if _NAME.fullmatch(key):
        return f"{path}.{key}"
    return f"{path}[{json.dumps(key[:40], ensure_ascii=bool(_SURROGATE.search(key)))}]"


def extract_json(text: str, *, accept: Callable[[Json], object] = lambda value: value) -> Extracted:
    """The last acceptable JSON object or array that stands in a text.

    Every ``{`` and ``[`` outside an earlier value is tried with a real decoder, so fences, braces in prose
    and fences inside strings need no rules of their own. Members of a decoded value are not looked at.

    Args:
        text: a model's reply, or pure JSON.
        accept: raises :class:`PlanError` for a value that does not fit.

    Raises:
        PlanError: nothing fits; the error is that of the likeliest candidate.
    """
    if len(text) > MAX_TEXT:
        raise PlanError("$", f"the text has {len(text)} characters; at most {MAX_TEXT} are read")
    good: list[Extracted] = []
    failures: list[_Failure] = []
    for found in _candidates(text):
        if isinstance(found, _Failure):
            failures.append(found)
            continue
        try:
            accept(found.value)
        except PlanError as error:
            failures.append(_Failure(error, found.span, _looks_like_plan(found.value)))
        else:
            good.append(found)
    if not good:
        raise _likeliest(text, failures)
    last = good[-1]
    return Extracted(value=last.value, span=last.span, rivals=sum(g.value != last.value for g in good[:-1]))


@dataclass(frozen=True, slots=True)
class _Failure:
    error: PlanError
    span: tuple[int, int]
    like_plan: bool = False


def _looks_like_plan(value: Json) -> bool:
    return isinstance(value, dict) and any(
        k in value for k in ("verification_steps", "steps", "verification_needed")
    )


def _likeliest(text: str, failures: list[_Failure]) -> PlanError:
    """The error that helps most: of the last thing like a plan, else of the longest broken piece."""
    plans = [f for f in failures if f.like_plan]
    if plans:
        return plans[-1].error
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        try:
            decode(text)
        except PlanError as error:
            return error
    if failures:
        return max(failures, key=lambda f: f.span[1] - f.span[0]).error
    return PlanError("$", "the text holds no JSON object")


def _candidates(text: str) -> Iterator[Extracted | _Failure]:
    """Decoded values of the text, outermost first, and what looked like JSON and was not."""
    position, budget = 0, MAX_SCAN
    while opening := _OPENING.search(text, position):
        start = opening.start()
        end, looked_at = _end_of(text, start, budget)
        budget -= looked_at
        if budget <= 0:
            yield _Failure(PlanError("$", "too many unclosed braces to search for JSON"), (0, len(text)))
            return
        if end is None:
            position = start + 1
            continue
        try:
            value = _decode(text, start, end)
        except _NotJsonError as error:
            yield _Failure(error, (start, end))
            position = start + 1
        except PlanError as error:
            yield _Failure(error, (start, end))
            position = end
        else:
            yield Extracted(value=value, span=(start, end))
            position = end


def _end_of(text: str, start: int, budget: int) -> tuple[int | None, int]:
    """Where the bracket at ``start`` closes, or ``None``; and how many tokens were looked at."""
    open_brackets: list[str] = []
    looked_at = 0
    for token in _TOKEN.finditer(text, start):
        looked_at += 1
        sign = token[0][0]
        if sign in "[{":
            open_brackets.append(sign)
        elif sign in _CLOSES and open_brackets.pop() != _CLOSES[sign]:
            return None, looked_at
        if not open_brackets:
            return token.end(), looked_at
        if looked_at >= budget or len(open_brackets) > MAX_DEPTH:
            return None, looked_at
    return None, looked_at + 1


class _NotJsonError(PlanError):
    """The characters are not JSON at all (rather than JSON that is refused)."""


def _decode(text: str, start: int, end: int) -> Json:
    if end - start > MAX_TEXT:
        raise PlanError("$", f"the text has {end - start} characters; at most {MAX_TEXT} are read")
    _refuse_deep(text, start, end)
    piece = text[start:end].removeprefix("\ufeff")
    try:
        tree = _DECODER.decode(piece)
    except json.JSONDecodeError as error:
        at = end - len(piece) + error.pos
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise _NotJsonError("$", f"not JSON: {error.msg} at line {line}, column {column}") from None
    return plain(tree)


def _refuse_deep(text: str, start: int, end: int) -> None:
    depth = 0
    for token in _TOKEN.finditer(text, start, end):
        sign = token[0][0]
        if sign in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                raise PlanError("$", f"nested deeper than {MAX_DEPTH} levels")
        elif sign in "]}":
            depth -= 1


def _pairs(pairs: list[tuple[str, Json]]) -> Json:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    seen: set[str] = set()
    twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
    return _Fault(f"the key {twice[:40]!r} stands twice in one object; keep one")


def _integer(digits: str) -> Json:
    if len(digits) > MAX_DIGITS:
        return _Fault(f"a number of {len(digits)} digits; at most {MAX_DIGITS}")
    return int(digits)


def _decimal(digits: str) -> Json:
    value = float(digits) if len(digits) <= MAX_DIGITS else float("inf")
    if value in (float("inf"), float("-inf")):
        return _Fault(f"the number {digits[:40]} is too large; write it as a string")
    return value


def _constant(name: str) -> Json:
    return _Fault(f"{name} is not JSON; write a finite number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_integer, parse_float=_decimal, parse_constant=_constant
)


class _Copier:
    """Copies a tree; counts its nodes."""

    def __init__(self) -> None:
        self._nodes = 0

    def copy(self, value: Any, path: str, depth: int) -> Json:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise PlanError("$", f"more than {MAX_NODES} values")
        if depth > MAX_DEPTH:
            raise PlanError("$", f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(value, str):
            return _text(value, path)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            return _number(value, path)
        if isinstance(value, Mapping):
            return {_key(k, path): self.copy(v, child(path, str(k)), depth + 1) for k, v in value.items()}
        if isinstance(value, list | tuple):
            return [self.copy(v, child(path, i), depth + 1) for i, v in enumerate(value)]
        if isinstance(value, _Fault):
            raise PlanError(path, value.message)
        raise PlanError(path, f"a Python {type(value).__name__} is not JSON")


def _text(value: str, path: str) -> str:
    if len(value) > MAX_STRING:
        raise PlanError(path, f"a string of {len(value)} characters; at most {MAX_STRING}")
    if not value.isascii() and _SURROGATE.search(value):
        raise PlanError(path, "half of a surrogate pair; the text is not valid Unicode")
    return str(value)


def _key(key: Any, path: str) -> str:
    if not isinstance(key, str):
        raise PlanError(path, f"the key {key!r} is not a string")
    return _text(key, path)


def _number(value: float, path: str) -> int | float:
    if isinstance(value, int):
        if value.bit_length() > 4 * MAX_DIGITS:
            raise PlanError(path, f"a number of more than {MAX_DIGITS} digits")
        return int(value)
    if value != value or value in (float("inf"), float("-inf")):  # noqa: PLR0124  (NaN is what differs from itself)
        raise PlanError(path, f"{value} is not JSON; write a finite number")
    return float(value)
