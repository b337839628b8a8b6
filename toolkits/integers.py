"""The ``integers`` tool: the whole numbers of a range that have given properties."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.number_theory import integer_root

Operation: TypeAlias = Literal["count", "sum", "product", "list", "least", "greatest"]

_MAX_RANGE = 200_000
_MAX_LISTED = 1_000
_PROPERTY = re.compile(
    r"(?P<not>not )?(?:(?P<name>prime|composite|even|odd|square|cube)"
    r"|(?P<kind>multiple|divisor) of (?P<n>\d{1,30})|(?P<m>\d{1,30}) modulo (?P<k>\d{1,30}))"
)

Test: TypeAlias = Callable[[int], bool]


def integers(
    op: Operation,
    properties: list[str],
    *,
    low: str = "",
    high: str = "",
    without: Literal["", "low", "high", "ends"] = "",
    digits: str = "",
) -> dict[str, Any]:
    """How many integers of a range have all the properties, or what they are.

    Args:
        op: ``count``, ``sum``, ``product``, ``list``, ``least`` or ``greatest``.
        properties: each ``prime``, ``composite``, ``even``, ``odd``, ``square`` or ``cube`` (of an integer),
            ``multiple of 7``, ``divisor of 50``, ``2 modulo 5`` (leaves that remainder), with ``not`` in
            front to deny it.
        low: the least integer of the range; 1 when left out.
        high: the greatest one; with ``digits`` it may be left out, and so it may with a ``divisor of`` among
            the properties.
        without: which ends do not count themselves.
        digits: how many digits the integers have, all of them positive.

    Returns:
        ``{"value": an integer as text, or the list of them, "count": how many there are, "first": the first
        ten}``.

    Raises:
        ToolInputError: an unknown property, an end that is no integer, no range.
        ToolRefused: no integer has them and ``least`` or ``greatest`` is asked (``missing``).
        ToolLimit: more than 200,000 integers in the range, or a thousand to list or to multiply.
    """
    first, last = _range(low, high, digits, properties)
    first += without in ("low", "ends")
    last -= without in ("high", "ends")
    if last - first > _MAX_RANGE:
        raise ToolLimit(f"{last - first} integers; at most {_MAX_RANGE}")
    tests = [_test(text, (first, last)) for text in properties]
    found = [n for n in range(first, last + 1) if all(test(n) for test in tests)]
    return {"value": _value(op, found), "count": str(len(found)), "first": [str(n) for n in found[:10]]}


def _range(low: str, high: str, digits: str, properties: Sequence[str]) -> tuple[int, int]:
    wide = _integer(digits) if digits else 0
    if digits and not 1 <= wide <= 12:
        raise ToolInputError(f"{digits!r} is no number of digits from 1 to 12")
    ends = [10 ** (wide - 1), 10**wide - 1] if wide else [1, 0]
    divided = [
        _integer(text.removeprefix("divisor of ")) for text in properties if text.startswith("divisor of ")
    ]
    if divided and not wide:
        ends[1] = min(divided)
    if low:
        ends[0] = max(_integer(low), ends[0]) if wide else _integer(low)
    if high:
        ends[1] = min(_integer(high), ends[1]) if wide else _integer(high)
    if ends[1] < ends[0]:
        raise ToolInputError("there is no integer in the range")
    return ends[0], ends[1]


def _integer(text: str) -> int:
    plain = text.replace(",", "").strip()
    if not re.fullmatch(r"-?\d{1,30}", plain):
        raise ToolInputError(f"{text!r} is no integer of up to 30 digits")
    return int(plain)


def _value(op: str, found: Sequence[int]) -> Any:
    if op in ("count", "sum"):
        return str(len(found) if op == "count" else sum(found))
    if op in ("least", "greatest"):
        if not found:
            raise ToolRefused("no integer of the range has the properties", code="missing")
        return str(found[0] if op == "least" else found[-1])
    if len(found) > _MAX_LISTED:
        raise ToolLimit(f"{len(found)} integers; at most {_MAX_LISTED}")
    if op == "list":
        return [str(n) for n in found]
    if op == "product":
        return str(math.prod(found))
    raise ToolInputError(f"{op!r} is no operation")


def _test(text: str, ends: Sequence[int]) -> Test:
    match = _PROPERTY.fullmatch(text.strip().lower())
    if match is None:
        raise ToolInputError(f"{text!r} is no property")
    if match["name"]:
        test = _NAMED[match["name"]](ends)
    elif match["kind"]:
        test = _related(match["kind"], int(match["n"]))
    else:
        test = _remaining(int(match["m"]), int(match["k"]))
    return (lambda n: not test(n)) if match["not"] else test


def _related(kind: str, number: int) -> Test:
    if kind == "divisor":
        return lambda n: n != 0 and number % n == 0
    return lambda n: n % number == 0 if number else n == 0


def _remaining(rest: int, divisor: int) -> Test:
    if rest >= divisor:
        raise ToolInputError(f"{rest} is no remainder of a division by {divisor}")
    return lambda n: n % divisor == rest


def _primes(ends: Sequence[int]) -> Test:
    """Whether a number of the range is prime, by sieving the range with the primes up to its root."""
    low, high = max(ends[0], 2), ends[1]
    if high < low:
        return lambda _: False
    if high > 10**12:
        raise ToolLimit("primes are found up to a million million")
    root = math.isqrt(high)
    small = bytearray([1]) * (root + 1)
    sieve = bytearray([1]) * (high - low + 1)
    for prime in range(2, root + 1):
        if small[prime]:
            small[prime * prime :: prime] = bytes(len(range(prime * prime, root + 1, prime)))
            start = max(prime * prime, -(-low // prime) * prime)
            sieve[start - low :: prime] = bytes(len(range(start, high + 1, prime)))
    return lambda n: n >= low and bool(sieve[n - low])


def _composites(ends: Sequence[int]) -> Test:
    prime = _primes(ends)
    return lambda n: n > 3 and not prime(n)


def _power(degree: int) -> Callable[[Sequence[int]], Test]:
    """Whether a number of the range is the power of an integer: they are few, so they are listed."""

    def test(ends: Sequence[int]) -> Test:
        most = integer_root(max(map(abs, ends)), degree) + 1
        least = integer_root(max(ends[0], 0), degree)
        powers = {root**degree for root in range(least, most + 1)}
        if degree % 2 and ends[0] < 0:
            powers |= {-(root**degree) for root in range(most + 1)}
        return powers.__contains__

    return test


_NAMED: Mapping[str, Callable[[Sequence[int]], Test]] = {
    "prime": _primes,
    "composite": _composites,
    "even": lambda _: lambda n: n % 2 == 0,
    "odd": lambda _: lambda n: n % 2 == 1,
    "square": _power(2),
    "cube": _power(3),
}
