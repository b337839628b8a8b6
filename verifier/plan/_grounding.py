"""Where the literals of a step's input come from (law 8, grounding).

A step of basis ``question`` may hold: numbers that stand in the question or its data (number words, twice,
half, dozen, 按季度 = 4), constants of its curated formula, known constants where the question speaks of what
they measure (12 where it speaks of months), structure (0, 1, 2, 10, 100, each in a role of its own:
``_roles``) and references to earlier steps of that basis. Text (words, equations, code) must stand in the
question verbatim.
"""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from toolkits.quantities import Interval, QuantityError, literals, number_from_json, read_all
from toolkits.registry import Registry
from verifier.plan._json import Json, child
from verifier.plan._refs import Ref, claim_of, is_ref, parse_ref, split_id
from verifier.plan._schema import Plan, Step
from verifier.plan._signatures import is_option
from verifier.task import DataTable, Task

STRUCTURE: Final = frozenset(map(Fraction, (0, 1, 2, 10, 100)))
#: Known constants, each usable where the question speaks of what it measures.
KNOWN_CONSTANTS: Final[tuple[tuple[str, str], ...]] = (
    ("12", r"months?|years?|dozens?|inch(?:es)?|feet|foot|月|年|打|英寸|英尺"),
    ("7", r"weeks?|days?|周|星期|天|日"),
    ("24", r"hours?|days?|daily|小时|天|日"),
    ("60 3600 1/60", r"hours?|minutes?|seconds?|min|km/h|mph|speed|小时|分钟?|秒|时速"),
    ("1440 86400", r"days?|天|日"),
    ("30 31 28 29", r"months?|days?|月|天|日"),
    ("365 366", r"days?|years?|daily|annual(?:ly)?|天|日|年"),
    ("52", r"weeks?|weekly|years?|周|星期|年"),
    ("4 3", r"quarters?|quarterly|季度?"),
    (
        "1000 1/1000",
        r"kilo\w*|km|kg|kw|milli\w*|ml|mm|mg|lit(?:er|re)s?|tons?|tonnes?|千克|千米|公里|公斤|毫升|毫米|升|吨",
    ),
    ("90 180 360", r"angles?|degrees?|circles?|triangles?|rotations?|角|度|圆|三角形"),
    (
        "3.14 3.1416 3.14159 3.141592 3.1415926 22/7",
        r"circles?|circular|radius|diameter|spheres?|cylinders?|cones?|pi|π|圆|半径|直径|球",
    ),
    ("3 36 1760 5280", r"yards?|feet|foot|miles?|inch(?:es)?|码|英里|英尺"),
    ("16", r"pounds?|ounces?|lbs?|oz|磅|盎司"),
    ("8", r"octal|八进制"),
    ("16", r"hex(?:adecimal)?|十六进制"),
    ("5 9 32 5/9 9/5", r"celsius|fahrenheit|°\s?[cf]|摄氏|华氏"),
    ("10 100", r"cm|mm|centi\w*|milli\w*|deci\w*|cents?|pence|pennies|digits?|厘米|毫米|分米|分钱?|角|位数?"),
    ("100", r"%|percent\w*|per cent|meters?|metres?|m|discount|interest|rates?|成|折|百分\w*|米|率"),
)  # fmt: skip
_KNOWN: Final = tuple(
    (
        frozenset(map(Fraction, numbers.split())),
        re.compile(rf"(?<![a-z])(?:{speaks})(?![a-z])", re.IGNORECASE),
    )
    for numbers, speaks in KNOWN_CONSTANTS
)
#: Tools whose text input is a key into curated facts: the truth comes from there, not from the text.
_CURATED: Final = frozenset({"facts"})
_CODE_KEYS: Final = frozenset({"code", "before", "files"})
_MAX_DATA: Final = 100_000
_SAME_SIGNS: Final = str.maketrans(
    {"−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "÷": "/", "“": '"', "”": '"', "’": "'"}
)
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_UNIT_WORD: Final = re.compile(r"(?<![A-Za-z])[A-Za-zµμ°Ω]+(?:/[A-Za-z]+|\^?[23])?(?![A-Za-z])")
_UNIT_ZH: Final = re.compile(
    r"平方(?:千米|公里|米|分米|厘米|毫米)|立方(?:米|分米|厘米)|千米|公里|分米|厘米|毫米|英里|英尺|英寸|海里|米|千克|公斤|毫克|克|吨|斤|磅|盎司|毫升|升|"
    r"小时|分钟|秒|天|周|公顷|亩|摄氏度|华氏度|美元|欧元|英镑|日元|人民币|元"
)
#: Words that are units only behind a number: "in", "a", "an", "at".
_NOT_ALONE: Final = frozenset(
    {"in", "a", "an", "at", "as", "is", "am", "are", "mu", "min", "us", "bar", "can", "score", "point"}
)


@dataclass(frozen=True)
class Grounds:
    """What a step's input may be made of.

    Attributes:
        text: the question (or the question and the answer).
        data: numbers of the data that comes with it.
        strings: texts of the data.
    """

    text: str
    data: frozenset[Fraction] = frozenset()
    strings: frozenset[str] = frozenset()
    extra: frozenset[Fraction] = field(default=frozenset())

    @cached_property
    def _given(self) -> frozenset[Fraction]:
        """All but structure."""
        known = (numbers for numbers, speaks in _KNOWN if speaks.search(self.text))
        return literals(self.text).union(self.data, self.extra, *known)

    @cached_property
    def _numbers(self) -> frozenset[Fraction]:
        return self._given | STRUCTURE

    @cached_property
    def _squeezed(self) -> str:
        return _squeeze(self.text)

    @cached_property
    def _words(self) -> str:
        return _spaced(self.text)

    @cached_property
    def units(self) -> frozenset[str]:
        """Canonical symbols of the units that the text mentions."""
        return frozenset(_units_of(self.text))

    def stands(self, number: Fraction) -> bool:
        """Whether the text itself says a number: no constant, and structure only where it is printed."""
        if number in STRUCTURE:
            return re.search(rf"(?<![\d.]){number}(?![\d.])", self.text) is not None
        return number in literals(self.text)

    def has_number(self, number: Fraction) -> bool:
        """Whether a number stands there, its sign aside."""
        return number in self._numbers or -number in self._numbers

    def gives(self, number: Fraction) -> bool:
        """Whether a number stands there other than as structure, its sign aside."""
        return number in self._given or -number in self._given

    def has_text(self, text: str) -> bool:
        """Whether a text stands there verbatim (white space and spelling of signs aside), as whole words."""
        squeezed = _squeeze(text)
        if not squeezed:
            return True
        if text in self.strings:
            return True
        if squeezed.isalnum() and squeezed.isascii():
            return re.search(rf"(?<![a-z0-9]){re.escape(_spaced(text))}(?![a-z0-9])", self._words) is not None
        return squeezed in self._squeezed


def _squeeze(text: str) -> str:
    return "".join(
        unicodedata.normalize("NFKC", text).translate(_SAME_SIGNS).casefold().replace("**", "^").split()
    )


def _spaced(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).translate(_SAME_SIGNS).casefold().split())


def _units_of(text: str) -> Iterator[str]:
    from toolkits.units import canonical  # noqa: PLC0415  (its table is read only where a unit is asked about)

    for quantity in read_all(text):
        if quantity.unit:
            yield quantity.unit
    names = [m[0] for m in _UNIT_WORD.finditer(text) if m[0].lower() not in _NOT_ALONE] + _UNIT_ZH.findall(
        text
    )
    for name in dict.fromkeys(names):
        symbol = canonical(name)
        if symbol is not None:
            yield symbol


def grounds_of(task: Task, formula: str = "", answer: str = "") -> Grounds:
    """The grounds that a task gives; with ``answer``, what the answer adds to them (basis ``answer``)."""
    base = _of_question(task.question or "", answer)
    if not task.data and not task.values and not task.databases and not formula:
        return base
    numbers, strings = _of_data(task)
    strings |= {database.name for database in task.databases}
    return Grounds(base.text, numbers, strings, constants_of(formula))


@lru_cache(maxsize=64)
def _of_question(question: str, answer: str) -> Grounds:
    return Grounds(f"{question}\n{answer}" if answer else question)


def _of_data(task: Task) -> tuple[frozenset[Fraction], frozenset[str]]:
    numbers: set[Fraction] = set()
    strings: set[str] = set()
    for index, value in enumerate(_cells(task.data, task.values)):
        if index >= _MAX_DATA:
            break
        number = number_of(value)
        if number is not None:
            numbers.add(number)
        elif isinstance(value, str):
            strings.add(value)
    return frozenset(numbers), frozenset(strings)


def _cells(tables: Sequence[DataTable], values: Mapping[str, Any]) -> Iterator[Any]:
    for table in tables:
        yield from table.columns
        for row in table.rows:
            yield from row
    for name, value in values.items():
        yield name
        yield from _leaves(value)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield key
            yield from _leaves(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from _leaves(member)
    else:
        yield value


def number_of(value: Any) -> Fraction | None:
    """The exact number that a JSON value spells, or ``None``."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = number_from_json(value)
    except QuantityError:
        return None
    return None if isinstance(number, Interval) else number


def _numbers_in_code(code: str) -> list[Fraction] | None:
    """The number literals of a Python program, or ``None`` when it is none."""
    from sandbox import syntax_tree  # noqa: PLC0415  (plans without programs do without)

    tree = syntax_tree(code)
    if tree is None:
        return None
    found = (number_of(node.value) for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [number for number in found if number is not None]


@lru_cache(maxsize=1024)
def numbers_in_expression(text: str) -> tuple[Fraction, ...]:
    """The numbers of an expression as written; none when the text is no expression."""
    from toolkits.expressions import parse  # noqa: PLC0415  (only for inputs that are no plain number)

    try:
        return parse(text).literals
    except ToolkitError:
        return ()


@lru_cache(maxsize=256)
def constants_of(formula: str) -> frozenset[Fraction]:
    """The numbers that a curated formula holds; none for an unknown id."""
    if not formula:
        return frozenset()
    from toolkits.expressions import parse  # noqa: PLC0415  (with the formulas, below)
    from toolkits.formulas import facts_by_id  # noqa: PLC0415  (reads the curated files)

    fact = facts_by_id().get(formula)
    found: set[Fraction] = set()
    for form in fact.forms if fact is not None else ():
        found.update(parse(form.partition("=")[2]).literals)
    return frozenset(found)


# --- the walk over a step's input ---------------------------------------------------------------------


def ungrounded(step: Step, plan: Plan, grounds: Grounds, registry: Registry) -> str:
    """The first literal of a step's input that stands nowhere, with its JSON path; "" when all are grounded.

    In a plan of our own offline planner only numbers are looked at: its text inputs are made by solvers that
    are themselves under test.
    """
    walk = _Walk(step, plan, grounds, registry)
    return next(walk.faults(step.tool_input, "$.tool_input", ""), "")


class _Walk:
    """Looks at every literal of one step's input."""

    def __init__(self, step: Step, plan: Plan, grounds: Grounds, registry: Registry) -> None:
        self._step = step
        self._plan = plan
        self._grounds = grounds
        self._tool = registry.get(step.tool_required) if step.tool_required in registry else None
        self._name = self._tool.name if self._tool else step.tool_required
        self._trusted = plan.author == "offline"

    def faults(self, value: Json, path: str, key: str) -> Iterator[str]:
        """Each literal that stands nowhere, as ``what at path``."""
        if isinstance(value, Mapping):
            if is_ref(value):
                yield from self._of_ref(value["$ref"], path)
                return
            for name, member in value.items():
                yield from self.faults(member, child(path, name), key or name)
        elif isinstance(value, list | tuple):
            for index, member in enumerate(value):
                yield from self.faults(member, child(path, index), key)
        elif isinstance(value, str):
            if not self._has_text(value, key):
                yield f"{value[:60]!r} at {path}"
        elif isinstance(value, int | float) and not isinstance(value, bool) and not self._has_number(value):
            yield f"{value} at {path}"

    def _of_ref(self, text: Any, path: str) -> Iterator[str]:
        ref = parse_ref(text) if isinstance(text, str) else None
        if ref is None:
            yield f"{text!r} at {path}"
        elif ref.root == "steps":
            earlier = split_id(ref.parts, {s.step_id: s for s in self._plan.steps})
            bases = {s.step_id: s.basis for s in self._plan.steps}
            if earlier is None or (self._step.basis != "answer" and bases[earlier[0]] == "answer"):
                yield f"{ref.text} at {path}, whose inputs come from the answer"
        elif ref.root == "claims" and not self._is_own(ref) and self._step.basis != "answer":
            yield f"{ref.text} at {path}, which is another claim of the answer"

    def _is_own(self, ref: Ref) -> bool:
        """The claim under test may be an input: the audit then changes it and runs the tool again."""
        named = claim_of(ref, {claim.id: claim for claim in self._plan.claims})
        return named is not None and named[0].id == self._step.claim

    def _has_number(self, value: float) -> bool:
        number = number_of(value)
        return number is not None and self._grounds.has_number(number)

    def _has_text(self, text: str, key: str) -> bool:
        if (
            self._name in _CURATED
            or self._names_formula(text, key)
            or not text.strip()
            or (self._tool and is_option(self._tool, key, text))
        ):
            return True
        # "12/4" is two literals, not their quotient.
        number = None if "/" in text else number_of(text)
        if number is not None:
            return self._grounds.has_number(number)
        if key.endswith("unit"):
            return self._trusted or self._has_unit(text)
        if self._grounds.has_text(text):
            return True
        if key in _CODE_KEYS:
            return self._step.basis == "answer" and self._has_numbers_of(text)
        return self._is_made_of_grounded(text)

    def _names_formula(self, text: str, key: str) -> bool:
        """Whether a query is a key into the curated formulas, as that of ``facts`` is."""
        if self._name != "fact_check" or key != "query":
            return False
        from toolkits.formulas import find  # noqa: PLC0415  (reads the curated files)

        return "=" in text or bool(find(text))

    def _has_numbers_of(self, code: str) -> bool:
        """A program that somebody wrote may refute on the numbers of question and answer, never verify."""
        numbers = _numbers_in_code(code)
        return numbers is not None and all(map(self._grounds.has_number, numbers))

    def _is_made_of_grounded(self, text: str) -> bool:
        """An expression, an amount or a date that says otherwise what the question says; or trusted text."""
        if self._name == "arithmetic" or self._trusted:
            numbers = self._expression_numbers(text)
            if numbers is not None:
                return all(map(self._grounds.has_number, numbers)) and (
                    self._trusted or not self._has_loose_structure(text)
                )
        if _ISO.fullmatch(text.strip()):
            return self._has_date(text.strip())
        return self._has_amount(text) or self._trusted

    def _expression_numbers(self, text: str) -> tuple[Fraction, ...] | None:
        from toolkits.expressions import parse  # noqa: PLC0415  (only for inputs that are no plain number)

        try:
            expression = parse(text)
        except ToolkitError:
            return None
        if expression.variables and not self._trusted:
            return None
        return expression.literals

    def _has_loose_structure(self, text: str) -> bool:
        from toolkits.expressions import parse  # noqa: PLC0415  (only plans from elsewhere are asked for roles)
        from verifier.plan._roles import loose_constants  # noqa: PLC0415  (likewise)

        loose = loose_constants(parse(text))
        return bool(loose) and not all(map(self._grounds.gives, loose))

    def _has_amount(self, text: str) -> bool:
        found = read_all(text)
        return (
            len(found) == 1
            and found[0].start == 0
            and not text[found[0].end :].strip()
            and self._grounds.has_number(found[0].value)
            and (found[0].unit is None or self._has_unit(found[0].unit))
        )

    def _has_unit(self, text: str) -> bool:
        from toolkits.units import canonical  # noqa: PLC0415  (its table is read only where a unit is asked about)

        if text in ("", "1", "%") or self._grounds.has_text(text):
            return True
        claim = next((c for c in self._plan.claims if c.id == self._step.claim), None)
        return (claim is not None and claim.unit == text) or canonical(text) in self._grounds.units

    def _has_date(self, text: str) -> bool:
        try:
            day = date.fromisoformat(text)
        except ValueError:
            return False
        has = self._grounds.has_number
        month = has(Fraction(day.month)) or self._has_month(day.month)
        return has(Fraction(day.year)) and has(Fraction(day.day)) and month

    def _has_month(self, month: int) -> bool:
        return re.search(rf"\b{_MONTHS[month - 1]}[a-z]*", self._grounds.text, re.IGNORECASE) is not None
