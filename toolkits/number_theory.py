"""The ``number_theory`` tool: primes, divisors, digits and bases, exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits._ordinals import ordinal
from toolkits.errors import ToolInputError, ToolLimit
from toolkits.quantities import Interval, number_from_json, number_json

Operation: TypeAlias = Literal[
    "is_prime", "is_composite", "divides", "is_even", "is_odd", "gcd", "lcm", "remainder", "quotient",
    "prime_factors", "factorization",
    "divisors", "divisor_count", "divisor_sum", "digit", "digit_sum", "round", "root_to_integer",
    "common_denominator", "term_count", "term_sum",
]  # fmt: skip

_MAX_DIGITS = 40
_MAX_DIVISORS = 10_000
_SMALL = 10**8

_TENS = ("", "ten ", "hundred ")
_ONES = ("units", "tens", "hundreds")
_GROUPS = (
    "thousands", "millions", "billions", "trillions", "quadrillions", "quintillions", "sextillions",
    "septillions",
    "octillions", "nonillions", "decillions",
)  # fmt: skip
_PLACES: dict[str, int] = {
    **{name: power for power, name in enumerate(_ONES)},
    "ones": 0,
    "unit": 0,
    **{f"{_TENS[p]}{name}": 3 * (group + 1) + p for group, name in enumerate(_GROUPS) for p in range(3)},
    **{name: -p for p, name in enumerate(("tenths", "hundredths", "thousandths"), start=1)},
    "ten thousandths": -4,
    "ten-thousandths": -4,
    "个": 0, "十": 1, "百": 2, "千": 3, "万": 4, "十万": 5, "百万": 6, "千万": 7, "亿": 8,
    "十分": -1, "百分": -2, "千分": -3,
}  # fmt: skip
_STEPS: dict[str, int] = {
    **dict.fromkeys(("integer", "whole number", "unit", "one", "整数", "个位"), 0),
    "ten": 1, "hundred": 2, "thousand": 3, "ten thousand": 4, "hundred thousand": 5, "million": 6,
    "ten million": 7, "hundred million": 8, "billion": 9,
    "tenth": -1, "hundredth": -2, "thousandth": -3, "ten thousandth": -4, "ten-thousandth": -4,
    "十位": 1, "百位": 2, "千位": 3, "万位": 4, "十分位": -1, "百分位": -2, "千分位": -3,
    "cent": -2,
}  # fmt: skip
_COUNTS: dict[str, int] = {
    **{name: n for n, name in enumerate(["zero", "one", "two", "three", "four", "five", "six"])},
    "seven": 7, "eight": 8,
    **{sign: n for n, sign in enumerate("零一两三四五六七八")},
    "二": 2,
}  # fmt: skip
_DECIMALS = re.compile(r"(\w+?)\s*(?:(?:decimal )?places?|dps?|decimals|位小数)")


def number_theory(op: Operation, numbers: list[str], place: str = "", to: str = "") -> dict[str, Any]:
    """Exact facts about whole numbers (and, for ``digit``, ``round`` and ``common_denominator``, rationals).

    Args:
        op: what to compute. ``divides``: whether the first divides the second; ``remainder`` and
            ``quotient``: of the first by the second, floored; ``prime_factors``: the distinct ones in order
            (``factorization`` repeats them); ``root_to_integer``: the root of order ``to`` to the nearest
            integer; ``term_count``, ``term_sum``: of the evenly spaced numbers of which the first two or
            more, and the last, are given.
        numbers: the operands as text.
        place: for ``digit``, a place name such as ``units``, ``ten thousands``, ``tenths``, ``百``.
        to: for ``round``, what to round to, halves away from zero: a step (``100``), a name (``integer``,
            ``ten thousand``, ``hundredth``, ``百分位``) or a number of decimals (``2 places``);
            for ``root_to_integer``, the order (``2``, ``cube``, ``fifth``).

    Returns:
        ``{"value": a number as text, a list of them, or a boolean}``; ``is_prime`` adds the ``factors`` that
        show it, ``prime_factors`` the ``repeated`` list.

    Raises:
        ToolInputError: unknown operation, not a whole number where one is needed, division by zero.
        ToolLimit: a number of more than 40 digits to factor or test.
    """
    handler = _HANDLERS.get(op)
    if handler is None:
        raise ToolInputError(f"unknown operation {op!r}; one of {', '.join(_HANDLERS)}")
    return handler([_rational(n) for n in numbers], place or to)


def convert_base(
    numbers: list[str], base: str, to: str, op: Literal["", "+", "-", "*"] = ""
) -> dict[str, Any]:
    """Write a whole number, or the sum, difference or product of two, given in one base in another.

    Args:
        numbers: digits 0-9 and a-z, with a sign in front where negative; one, or two with ``op``.
        base: of ``numbers``, 2 to 36.
        to: base of the value.
        op: how two numbers are joined.

    Returns:
        ``{"value": digits in base to, "decimal": the same number in base 10}``.

    Raises:
        ToolInputError: a base out of range, a digit that the base has not, or a wrong count of numbers.
    """
    source, target = _base(base), _base(to)
    values = [_in_base(text, source) for text in numbers]
    if len(values) != (2 if op else 1):
        raise ToolInputError("give one number, or two and an operation")
    total = _JOIN[op](*values) if op else values[0]
    return {"value": _to_base(total, target), "decimal": str(total)}


_JOIN: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _base(text: str) -> int:
    if not re.fullmatch(r"\d{1,2}", text) or not 2 <= int(text) <= 36:
        raise ToolInputError(f"{text!r} is not a base from 2 to 36")
    return int(text)


def _in_base(text: str, base: int) -> int:
    if len(text) > 1000 or not re.fullmatch(r"[-−]?\s*[0-9a-zA-Z]+", text):
        raise ToolInputError(f"{text[:40]!r} is not a number in base {base}")
    try:
        return int(text.replace("−", "-").replace(" ", ""), base)
    except ValueError as error:
        raise ToolInputError(f"{text!r} is not a number in base {base}") from error


def _to_base(value: int, base: int) -> str:
    digits: list[str] = []
    rest = abs(value)
    while rest or not digits:
        rest, digit = divmod(rest, base)
        digits.append(_DIGITS[digit])
    return "-" * (value < 0) + "".join(reversed(digits))


def _rational(text: str) -> Fraction:
    try:
        value = number_from_json(text)
    except (ValueError, TypeError) as error:
        raise ToolInputError(f"{text!r} is not a number") from error
    if isinstance(value, Interval):
        raise ToolInputError("an exact number is needed, not an interval")
    return value


def _whole(value: Fraction) -> int:
    if value.denominator != 1:
        raise ToolInputError(f"{number_json(value)} is not a whole number")
    return value.numerator


def _wholes(values: Sequence[Fraction], count: int) -> list[int]:
    if len(values) != count:
        raise ToolInputError(f"{count} numbers are needed, {len(values)} given")
    return [_whole(v) for v in values]


def _one(values: Sequence[Fraction]) -> int:
    return _wholes(values, 1)[0]


def _rational_one(values: Sequence[Fraction]) -> Fraction:
    if len(values) != 1:
        raise ToolInputError(f"one number is needed, {len(values)} given")
    return values[0]


def factorize(number: int) -> list[int]:
    """Prime factors of ``abs(number)`` in order, repeated as often as they divide it; [] for 1.

    Raises:
        ToolInputError: zero has no factorization.
        ToolLimit: more than 40 digits.
    """
    rest = abs(number)
    if rest == 0:
        raise ToolInputError("0 has no prime factors")
    if rest >= 10**_MAX_DIGITS:
        raise ToolLimit(f"a number of more than {_MAX_DIGITS} digits")
    return _by_trial(rest) if rest < _SMALL else _by_flint(rest)


def _by_trial(rest: int) -> list[int]:
    found: list[int] = []
    divisor = 2
    while divisor * divisor <= rest:
        while rest % divisor == 0:
            found.append(divisor)
            rest //= divisor
        divisor += 1 if divisor == 2 else 2
    return found + [rest] * (rest > 1)


def _by_flint(rest: int) -> list[int]:
    from flint import fmpz  # noqa: PLC0415  (only large numbers need it)

    return [int(prime) for prime, power in sorted(fmpz(rest).factor()) for _ in range(power)]


def _is_prime(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    number = _one(values)
    factors = factorize(number) if abs(number) > 1 else []
    return {"value": number > 1 and len(factors) == 1, "factors": [str(f) for f in factors]}


def _is_composite(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    found = _is_prime(values, "")
    return {**found, "value": len(found["factors"]) > 1}


def _divides(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    divisor, number = _wholes(values, 2)
    return {"value": number == 0 if divisor == 0 else number % divisor == 0}


def _gcd(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": str(math.gcd(*_wholes(values, len(values))))}


def _lcm(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": str(math.lcm(*_wholes(values, len(values))))}


def _common_denominator(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": str(math.lcm(*(v.denominator for v in values)))}


def _division(values: Sequence[Fraction]) -> tuple[int, int]:
    number, divisor = _wholes(values, 2)
    if divisor == 0:
        raise ToolInputError("division by zero", code="division_by_zero")
    return divmod(number, divisor)


def _prime_factors(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    factors = factorize(_one(values))
    return {"value": [str(f) for f in dict.fromkeys(factors)], "repeated": [str(f) for f in factors]}


def _factorization(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": [str(f) for f in factorize(_one(values))]}


def divisors(number: int) -> list[int]:
    """All positive divisors of ``number`` in order. Raises :class:`ToolLimit` for more than 10,000."""
    found = [1]
    factors = factorize(number)
    for prime in dict.fromkeys(factors):
        found = [d * prime**power for d in found for power in range(factors.count(prime) + 1)]
        if len(found) > _MAX_DIVISORS:
            raise ToolLimit(f"more than {_MAX_DIVISORS} divisors")
    return sorted(found)


def _spaced(values: Sequence[Fraction]) -> tuple[Fraction, Fraction, int]:
    """First and last of an arithmetic progression, and how many terms it has."""
    if len(values) < 3 or values[0] == values[1]:
        raise ToolInputError("the first two and the last number of the progression are needed")
    step = values[1] - values[0]
    places = [(value - values[0]) / step for value in values]
    if any(place.denominator != 1 for place in places) or places != sorted(set(places)):
        raise ToolInputError("the numbers are not evenly spaced")
    if places[2] != 2 and len(values) > 3:
        raise ToolInputError("the third number does not follow the second")
    return values[0], values[-1], int(places[-1]) + 1


def _term_count(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": str(_spaced(values)[2])}


def _term_sum(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    first, last, count = _spaced(values)
    return {"value": number_json((first + last) * count / 2)}


def _digit(values: Sequence[Fraction], place: str) -> dict[str, Any]:
    power = _PLACES.get(place.strip().lower().removesuffix("位"))
    if power is None:
        raise ToolInputError(f"{place!r} is not the name of a place")
    number = abs(_rational_one(values))
    return {"value": str(math.floor(number / Fraction(10) ** power) % 10)}


def _digit_sum(values: Sequence[Fraction], _: str) -> dict[str, Any]:
    return {"value": str(sum(map(int, str(abs(_one(values))))))}


def round_to(value: Fraction, step: Fraction) -> Fraction:
    """``value`` rounded to a multiple of ``step``, halves away from zero."""
    units = math.floor(abs(value) / step + Fraction(1, 2))
    return units * step * (-1 if value < 0 else 1)


def step_of(to: str) -> Fraction:
    """The step that ``to`` names: ``100``, ``hundredth``, ``2 places``. Raises :class:`ToolInputError`."""
    plain = to.strip().lower()
    if plain in _STEPS:
        return Fraction(10) ** _STEPS[plain]
    places = _DECIMALS.fullmatch(plain)
    if places:
        count = _COUNTS.get(places[1], -1) if not places[1].isdigit() else int(places[1])
        if 0 <= count <= 100:
            return Fraction(1, 10**count)
    step = _rational(plain)
    if step <= 0:
        raise ToolInputError(f"{to!r} is not a step to round to")
    return step


def _round(values: Sequence[Fraction], to: str) -> dict[str, Any]:
    number, step = _rational_one(values), step_of(to)
    rounded = round_to(number, step)
    if abs(rounded - number) * 2 != step:
        return {"value": number_json(rounded)}
    return {"value": number_json(rounded), "other": number_json(2 * number - rounded)}


def _root_to_integer(values: Sequence[Fraction], order: str) -> dict[str, Any]:
    number, degree = _one(values), ordinal(order)
    if number < 0 or not 1 <= degree <= 1000:
        raise ToolInputError("a root of order 1 to 1000 of a number that is not negative is needed")
    root = integer_root(number, degree)
    # The root exceeds root + 1/2 exactly when 2^n * number exceeds (2 root + 1)^n.
    up = (number << degree) > (2 * root + 1) ** degree
    return {"value": str(root + up)}


def integer_root(number: int, degree: int) -> int:
    """The largest integer whose ``degree``-th power is at most ``number`` (which is not negative)."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low


Handler: TypeAlias = Callable[[Sequence[Fraction], str], dict[str, Any]]
_HANDLERS: dict[str, Handler] = {
    "is_prime": _is_prime,
    "is_composite": _is_composite,
    "divides": _divides,
    "is_even": lambda values, _: {"value": _one(values) % 2 == 0},
    "is_odd": lambda values, _: {"value": _one(values) % 2 == 1},
    "gcd": _gcd,
    "lcm": _lcm,
    "remainder": lambda values, _: {"value": str(_division(values)[1])},
    "quotient": lambda values, _: {"value": str(_division(values)[0])},
    "prime_factors": _prime_factors,
    "factorization": _factorization,
    "divisors": lambda values, _: {"value": [str(d) for d in divisors(_one(values))]},
    "divisor_count": lambda values, _: {"value": str(len(divisors(_one(values))))},
    "divisor_sum": lambda values, _: {"value": str(sum(divisors(_one(values))))},
    "term_count": _term_count,
    "term_sum": _term_sum,
    "digit": _digit,
    "digit_sum": _digit_sum,
    "round": _round,
    "root_to_integer": _root_to_integer,
    "common_denominator": _common_denominator,
}
