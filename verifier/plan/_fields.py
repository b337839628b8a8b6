"""The JSON form of checks, as one table of fields: it validates plans and it writes their JSON Schema.

Every reader takes a value and its JSON path and returns the value that the dataclass wants, or raises
:class:`PlanError` at that path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, TypeAlias

from toolkits import lazy_re as re
from verifier.errors import PlanError
from verifier.plan._json import Json, child
from verifier.plan._pattern import PatternError, compile_pattern
from verifier.plan._refs import CLAIM_FIELDS, FIRST, REF, parse_ref
from verifier.plan._schema import (
    AllOf,
    AnyOf,
    Check,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Quorum,
    Raises,
    RoundsTo,
    RowsEqual,
    Succeeds,
    Supports,
)

Reader: TypeAlias = Callable[[Json, str], Any]
JsonSchema: TypeAlias = dict[str, Any]

MAX_PLACES: Final = 100
MAX_VOTES: Final = 16
_DECIMAL = re.compile(r"[0-9]{1,30}(?:\.[0-9]{1,30})?|[0-9]{1,30}/[1-9][0-9]{0,30}")
_EXCEPTION = re.compile(r"[A-Za-z_][\w.]{0,99}")


@dataclass(frozen=True, slots=True)
class Field:
    """One member of a JSON object: how it is read, its schema, and whether it must be there.

    An optional member may also be ``null``, which means the default: OpenAI's strict mode knows no optional
    ones.
    """

    read: Reader
    schema: JsonSchema
    required: bool = False


def read_object(value: Json, path: str, fields: Mapping[str, Field], what: str) -> dict[str, Any]:
    """The members of an object, each read by its field; nulls of optional members are left out.

    Raises:
        PlanError: no object, an unknown or a missing key, or what a field's reader refuses.
    """
    if not isinstance(value, dict):
        raise PlanError(path, f"{what} is a JSON object, not {_kind(value)}")
    for key in value:
        if key not in fields:
            raise PlanError(child(path, key), f"unknown key in {what}; {did_you_mean(key, fields)}")
    for key, known in fields.items():
        if known.required and key not in value:
            raise PlanError(path, f"{what} needs the key {key!r}")
    return {
        key: fields[key].read(member, child(path, key))
        for key, member in value.items()
        if member is not None or fields[key].required
    }


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint for a misspelt word: the nearest known one, else all of them."""
    names = list(known)
    from difflib import get_close_matches  # noqa: PLC0415  (needed for a mistake only)

    near = get_close_matches(word[:60], names, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(names)}"


def _kind(value: Json) -> str:
    if value is None:
        return "null"
    kinds = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return kinds[type(value)]


def read_text(value: Json, path: str) -> str:
    """Any string."""
    if not isinstance(value, str):
        raise PlanError(path, f"must be a string, not {_kind(value)}")
    return value


def read_flag(value: Json, path: str) -> bool:
    """A boolean."""
    if not isinstance(value, bool):
        raise PlanError(path, f"must be true or false, not {_kind(value)}")
    return value


def one_of(*words: str) -> Field:
    """A field that holds one of a few words."""

    def read(value: Json, path: str) -> str:
        if value not in words:
            shown = value if isinstance(value, str) else _kind(value)
            raise PlanError(path, f"{str(shown)[:60]!r} is none of {', '.join(words)}")
        return str(value)

    return Field(read, {"type": "string", "enum": list(words)})


def _tolerance(value: Json, path: str) -> str:
    text = str(value) if isinstance(value, int | float | str) and not isinstance(value, bool) else ""
    if not _DECIMAL.fullmatch(text) and not (isinstance(value, float) and value >= 0):
        raise PlanError(path, 'a tolerance is a decimal that is not negative, such as "0.01"')
    return str(Fraction(text)) if "e" in text else text


def _places(value: Json, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_PLACES:
        raise PlanError(path, f"the number of decimals is an integer from 0 to {MAX_PLACES}")
    return value


def _votes(value: Json, path: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_VOTES:
        raise PlanError(path, f"a number of votes is an integer from 1 to {MAX_VOTES}")
    return value


def _pattern(value: Json, path: str) -> str:
    pattern = read_text(value, path)
    try:
        compile_pattern(pattern)
    except PatternError as error:
        raise PlanError(path, f"{error}; see the subset in docs/plan.md") from None
    return pattern


def _exception(value: Json, path: str) -> str:
    if not isinstance(value, str) or not _EXCEPTION.fullmatch(value):
        raise PlanError(path, "must be the name of an exception class, such as ValueError")
    return value


def read_operand(value: Json, path: str) -> Json:
    """A literal, a reference, ``$first``, or a list or object of these."""
    if isinstance(value, dict):
        if REF in value:
            return read_ref(value, path)
        if FIRST in value:
            return _first(value, path)
        return {key: read_member(member, child(path, key)) for key, member in value.items()}
    if isinstance(value, list):
        return [read_member(member, child(path, i)) for i, member in enumerate(value)]
    if value is None:
        raise PlanError(path, "null states nothing to compare with")
    return value


def read_member(value: Json, path: str) -> Json:
    """A part of an operand or of a tool's input: as an operand, but null may stand in a table's cell."""
    return None if value is None else read_operand(value, path)


def _first(value: Json, path: str) -> Json:
    options = value[FIRST]
    if len(value) != 1 or not isinstance(options, list) or not options:
        raise PlanError(
            path, f'must be {{"{FIRST}": [operand, …]}} with at least one operand and no other key'
        )
    inside = child(path, FIRST)
    return {FIRST: [read_operand(option, child(inside, i)) for i, option in enumerate(options)]}


def read_ref(value: Json, path: str) -> Json:
    """A well-formed reference object; whether it leads anywhere is seen when the plan is complete."""
    text = value[REF]
    ref = parse_ref(text) if isinstance(text, str) else None
    if len(value) != 1 or ref is None:
        raise PlanError(
            child(path, REF),
            "must be the object's only key and name output.PATH, claims.ID.FIELD or steps.ID.output.PATH",
        )
    if ref.root == "claims" and not any(part in CLAIM_FIELDS for part in ref.parts[1:]):
        raise PlanError(child(path, REF), f"a claim has the fields {', '.join(CLAIM_FIELDS)}")
    return {REF: ref.text}


_ANY_VALUE: Final[JsonSchema] = {"$ref": "#/$defs/operand"}
_TEXT: Final = Field(read_text, {"type": "string"})
_NAME: Final = Field(read_text, {"type": "string"}, required=True)
_ACTUAL: Final = Field(read_operand, _ANY_VALUE)
_EXPECTED: Final = Field(read_operand, _ANY_VALUE, required=True)
_TOLERANCE: Final = Field(_tolerance, {"anyOf": [{"type": "string"}, {"type": "number"}]})
_VOTES: Final = Field(_votes, {"type": "integer", "minimum": 1, "maximum": MAX_VOTES})
_FLAG: Final = Field(read_flag, {"type": "boolean"})


def _required(known: Field) -> Field:
    return Field(known.read, known.schema, required=True)


def _one_check(value: Json, path: str) -> Check:
    return read_check(value, path)


def _some_checks(value: Json, path: str) -> tuple[Check, ...]:
    if not isinstance(value, list):
        raise PlanError(path, f"must be an array of checks, not {_kind(value)}")
    if not value:
        raise PlanError(path, "an empty combination states nothing; give at least one check")
    return tuple(read_check(member, child(path, i)) for i, member in enumerate(value))


_CHECK_SCHEMA: Final[JsonSchema] = {"$ref": "#/$defs/check"}
_SOME: Final = Field(_some_checks, {"type": "array", "items": _CHECK_SCHEMA, "minItems": 1}, required=True)


@dataclass(frozen=True, slots=True)
class CheckForm:
    """The JSON form of one check type."""

    build: Callable[..., Check]
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field])

    @property
    def summary(self) -> str:
        """What the check says, for the schema."""
        return " ".join((self.build.__doc__ or "").partition("\n\n")[0].split())


#: Check type -> its class and fields, in the order of the documentation.
CHECKS: Final[Mapping[str, CheckForm]] = {
    "equals": CheckForm(
        Equals,
        {
            "actual": _ACTUAL,
            "expected": _EXPECTED,
            "abs_tol": _TOLERANCE,
            "rel_tol": _TOLERANCE,
            "unit": _TEXT,
        },
    ),
    "rounds_to": CheckForm(
        RoundsTo,
        {
            "actual": _ACTUAL,
            "expected": _EXPECTED,
            "truncation": _FLAG,
            "places": Field(_places, {"type": "integer", "minimum": 0, "maximum": MAX_PLACES}),
            "unit": _TEXT,
            "exact": _FLAG,
        },
    ),
    "equivalent": CheckForm(Equivalent, {"actual": _ACTUAL, "expected": _EXPECTED}),
    "compare": CheckForm(
        Compare,
        {
            "actual": _ACTUAL,
            "op": _required(one_of("<", "<=", ">", ">=", "!=")),
            "expected": _EXPECTED,
            "unit": _TEXT,
        },
    ),
    "contains": CheckForm(Contains, {"actual": _ACTUAL, "expected": _EXPECTED}),
    "matches": CheckForm(
        Matches, {"actual": _ACTUAL, "pattern": Field(_pattern, {"type": "string"}, required=True)}
    ),
    "succeeds": CheckForm(Succeeds),
    "raises": CheckForm(Raises, {"exception": Field(_exception, {"type": "string"}, required=True)}),
    "output_equals": CheckForm(OutputEquals, {"actual": _ACTUAL, "expected": _EXPECTED}),
    "rows_equal": CheckForm(
        RowsEqual, {"actual": _ACTUAL, "expected": _EXPECTED, "order": one_of("list", "bag")}
    ),
    "supports": CheckForm(Supports, {"actual": _ACTUAL}),
    "consistent": CheckForm(Consistent, {"actual": _ACTUAL}),
    "quorum": CheckForm(
        Quorum,
        {
            "expected": _EXPECTED,
            "refute_at": _VOTES,
            "verify_at": _VOTES,
            "dissent_veto": _FLAG,
            "scattered_at": _VOTES,
            "unit": _TEXT,
            "exact": _FLAG,
        },
    ),
    "all_of": CheckForm(AllOf, {"checks": _SOME}),
    "any_of": CheckForm(AnyOf, {"checks": _SOME}),
    "not": CheckForm(Not, {"check": Field(_one_check, _CHECK_SCHEMA, required=True)}),
}


def read_check(value: Json, path: str) -> Check:
    """A typed check from its JSON form.

    Raises:
        PlanError: at the path of what is wrong.
    """
    if not isinstance(value, dict):
        raise PlanError(path, f"a check is a JSON object with a 'type', not {_kind(value)}")
    kind = value.get("type")
    if "type" not in value:
        raise PlanError(path, f"a check needs the key 'type': one of {', '.join(CHECKS)}")
    form = CHECKS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise PlanError(
            child(path, "type"), f"unknown check {str(kind)[:60]!r}; {did_you_mean(str(kind), CHECKS)}"
        )
    members = {key: member for key, member in value.items() if key != "type"}
    return form.build(**read_object(members, path, form.fields, f"the check {kind!r}"))
