"""References: ``{"$ref": "steps.1.output.value"}`` stands for a value that is known only when the plan runs.

Three roots: ``output.PATH`` (the step's own output; checks only), ``steps.ID.output.PATH`` (an earlier
step's) and ``claims.ID.FIELD`` (what the answer states). A path walks object keys and list positions, parted
by dots. Ids may hold dots (``final.2``): the longest id that exists is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.quantities import number_json
from verifier.errors import VerifierError
from verifier.plan._schema import Claim

Json: TypeAlias = Any
Root: TypeAlias = Literal["output", "claims", "steps"]

REF: Final = "$ref"
#: ``{"$first": [A, B]}``: the first operand that is there.
FIRST: Final = "$first"
#: Fields of a claim that a reference may name.
CLAIM_FIELDS: Final = ("value", "quote", "lhs", "unit", "subject", "quantum")

_INDEX = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckContext:
    """What a check may look at.

    Attributes:
        output: the tool's output, or ``None`` when it gave none.
        claims: the plan's claims by id.
        steps: outputs of earlier steps by step id.
    """

    output: Json = None
    claims: Mapping[str, Claim] = field(default_factory=dict[str, Claim])
    steps: Mapping[str, Json] = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True)
class Ref:
    """A parsed reference: its root and the segments after it."""

    root: Root
    parts: tuple[str, ...]

    @property
    def text(self) -> str:
        """As a plan writes it."""
        return ".".join((self.root, *self.parts))


class MissingRef(VerifierError):  # noqa: N818  (named for what it says; the engine reads it as a reason)
    """A reference leads nowhere: the step did not run, or its output has no such member.

    Attributes:
        ref: the reference's text.
    """

    code = "missing_path"

    def __init__(self, ref: str) -> None:
        super().__init__(f"{ref} is not there")
        self.ref = ref


@dataclass(frozen=True, slots=True)
class Missing:
    """Marks a reference that leads nowhere."""

    ref: str


@lru_cache(maxsize=4096)
def parse_ref(text: str) -> Ref | None:
    """The reference that a text spells, or ``None`` when it spells none."""
    root, *parts = text.split(".")
    if not parts or not all(parts):
        return None
    match root:
        case "output":
            return Ref("output", tuple(parts))
        case "claims" if len(parts) > 1:
            return Ref("claims", tuple(parts))
        case "steps" if "output" in parts[1:]:
            return Ref("steps", tuple(parts))
        case _:
            return None


def is_ref(value: Any) -> bool:
    """Whether a JSON value is a reference object."""
    return isinstance(value, dict) and REF in value


def refs_in(value: Any) -> Iterator[Ref]:
    """Every well-formed reference inside a JSON value or a check's operand."""
    if isinstance(value, Mapping):
        text = value.get(REF)
        if isinstance(text, str):
            ref = parse_ref(text)
            if ref is not None:
                yield ref
            return
        for member in value.values():
            yield from refs_in(member)
    elif isinstance(value, list | tuple):
        for member in value:
            yield from refs_in(member)


def split_id(parts: tuple[str, ...], known: Mapping[str, Any]) -> tuple[str, tuple[str, ...]] | None:
    """The longest known id that starts ``parts``, and the rest; ``None`` when there is none."""
    for end in range(len(parts), 0, -1):
        name = ".".join(parts[:end])
        if name in known:
            return name, parts[end:]
    return None


def claim_of(ref: Ref, claims: Mapping[str, Claim]) -> tuple[Claim, tuple[str, ...]] | None:
    """The claim that a reference names, and the path within it."""
    parts = ref.parts
    if len(parts) == 2 and (claim := claims.get(parts[0])) is not None:
        return claim, parts[1:]
    found = split_id(parts, claims)
    return None if found is None else (claims[found[0]], found[1])


def walk(value: Json, path: tuple[str, ...]) -> Json | Missing:
    """Follow a path of keys and positions; :class:`Missing` where it ends too soon."""
    for key in path:
        if isinstance(value, Mapping):
            if key not in value:
                return Missing(key)
            value = value[key]
        elif isinstance(value, list | tuple) and _INDEX.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            return Missing(key)
    return value


def look_up(ref: Ref, context: CheckContext) -> Any:
    """What a reference stands for (a claim's field as the Python value it has), or :class:`Missing`."""
    if ref.root == "output":
        return _found(walk(context.output, ref.parts), ref)
    if ref.root == "claims":
        named = claim_of(ref, context.claims)
        return Missing(ref.text) if named is None else _found(_claim_field(*named), ref)
    step = split_id(ref.parts, context.steps)
    if step is None or step[1][:1] != ("output",):
        return Missing(ref.text)
    return _found(walk(context.steps[step[0]], step[1][1:]), ref)


def _found(value: Any, ref: Ref) -> Any:
    return Missing(ref.text) if isinstance(value, Missing) else value


def _claim_field(claim: Claim, path: tuple[str, ...]) -> Any:
    if not path or path[0] not in CLAIM_FIELDS:
        return Missing(claim.id)
    return walk(getattr(claim, path[0]), path[1:])


def resolve(value: Any, context: CheckContext) -> Json:
    """A JSON value with every reference replaced by what it stands for, as JSON.

    Raises:
        MissingRef: a reference leads nowhere, or is malformed.
    """
    if isinstance(value, Mapping):
        if REF in value:
            return _resolve_ref(value[REF], context)
        return {key: resolve(member, context) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(member, context) for member in value]
    return value


def _resolve_ref(text: Any, context: CheckContext) -> Json:
    ref = parse_ref(text) if isinstance(text, str) else None
    found = Missing(str(text)) if ref is None else look_up(ref, context)
    if isinstance(found, Missing) or found is None:
        raise MissingRef(str(text))
    return value_json(found)


def value_json(value: Any) -> Json:
    """A claim's Python value as JSON: exact numbers as text, dates in ISO form, tuples as lists."""
    if isinstance(value, Fraction):
        return number_json(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple | list):
        return [value_json(item) for item in value]
    return value
