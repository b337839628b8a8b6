"""Compiles the sentences of ``expected_check`` to typed checks, by rule, in English and Chinese.

A sentence is compiled only when every word of it is understood: subject, modality, predicate, value,
precision. What is not understood gives ``None``, and the step is ``undecided: sentence``: a guess could
refute a right answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolkitError
from verifier.plan import _phrases as words
from verifier.plan._amounts import of_literal
from verifier.plan._binding import AMBIGUOUS, Bound, bind_number, bind_value, fold_width, places_of
from verifier.plan._pattern import PatternError, compile_pattern
from verifier.plan._schema import (
    AllOf,
    AnyOf,
    Check,
    Claim,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Raises,
    RoundsTo,
    Succeeds,
    Supports,
)

MAX_SENTENCE: Final = 500
_MAX_PARTS: Final = 5
#: Published names of tools; the rest are known by their own name.
CANONICAL: Final = {
    "Python_Calculator": "arithmetic",
    "SymPy_Equivalence_Check": "equivalence",
    "Unit_Converter": "units",
    "Fact_Checker": "fact_check",
    "Python_Code_Executor": "python",
}
#: They give formulas as lists, and a verdict.
_FACTS: Final = frozenset({"facts", "fact_check"})
_VALUE: Final = {"$ref": "output.value"}
_STDOUT: Final = {"$ref": "output.stdout"}
_VALUE_OR_STDOUT: Final = {"$first": [_VALUE, _STDOUT]}
_NUMERIC: Final = frozenset({"number", "quantity", "equation"})
#: Tools whose output is a verdict on their input, never a value to compare.
_VERDICT_TOOLS: Final = frozenset({"equivalence", "consistency"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Setting:
    """What a sentence is read against.

    Attributes:
        tool: canonical name of the step's tool.
        claims: the answer's claims.
        only: the claim that the step names itself, if it does.
        hint: words that may name the asked part.
        printed: the sentence's subject is what the program printed.
        inputs: the texts of the step's input, without white space.
    """

    tool: str
    claims: tuple[Claim, ...]
    only: Claim | None = None
    hint: str = ""
    printed: bool = False
    inputs: frozenset[str] = frozenset()

    @property
    def actual(self) -> dict[str, Any]:
        """Where the value that the sentence speaks of stands in the tool's output."""
        if self.printed:
            return dict(_STDOUT)
        return dict(_VALUE_OR_STDOUT) if self.tool == "python" else dict(_VALUE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Precision:
    """How exactly a value must agree.

    Attributes:
        places: decimals that the sentence names; ``None``: the printed digits.
        tolerance: (margin, relative) or ``None``.
        exactly: no rounding.
        about: the value is approximate; a round literal's zeros then don't count as printed.
        vague: "close to", which says nothing without a tolerance.
    """

    places: int | None = None
    tolerance: tuple[str, bool] | None = None
    exactly: bool = False
    about: bool = False
    vague: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Target:
    """What a value phrase means: an operand, the claim behind it, the unit in which the plan counts.

    ``kind``: ``number``, ``truth``, ``text``, ``formula``, ``list`` or ``date``.
    """

    kind: str
    operand: Any
    claim: Claim | None = None
    unit: str | None = None


def compile_sentence(
    sentence: str,
    step_tool: str,
    claims: Iterable[Claim],
    *,
    only: Claim | None = None,
    hint: str = "",
    tool_input: Mapping[str, Any] | None = None,
) -> Check | None:
    """The typed check that a sentence states, or ``None`` when it is not understood to the last word.

    A number that stands in the answer binds to that claim; another is a constant of the plan.

    Args:
        sentence: ``expected_check`` as it was written.
        step_tool: name or alias of the step's tool.
        claims: the answer's claims.
        only: the claim that the step says it judges; then nothing else is bound.
        hint: the step's description, which may name the asked part.
        tool_input: the step's input, which a sentence may name ("should be equivalent to x + 1").
    """
    text = _tidy(sentence) if len(sentence) <= MAX_SENTENCE else ""
    if not text:
        return None
    setting = _Setting(
        tool=CANONICAL.get(step_tool, step_tool),
        claims=(only,) if only is not None else tuple(claims),
        only=only,
        hint=f"{hint} {sentence}",
        inputs=frozenset("".join(v.split()) for v in (tool_input or {}).values() if isinstance(v, str)),
    )
    return _sentences(text, setting)


def _tidy(sentence: str) -> str:
    return " ".join(fold_width(sentence).replace("、", ", ").split()).strip(" .。!;；")


def _sentences(text: str, setting: _Setting) -> Check | None:
    """Several sentences must all hold."""
    parts = [part for part in words.SENTENCE_END.split(text) if part.strip()]
    if len(parts) == 1:
        return _clauses(text, setting)
    return _together(parts, lambda part: _clauses(part.strip(" .。;；"), setting), AllOf)


def _clauses(text: str, setting: _Setting) -> Check | None:
    """One clause, or clauses joined by "and" or by "or" (not both: which binds tighter would be a guess)."""
    whole = _clause(text, setting)
    if whole is not None:
        return whole
    ands, ors = words.AND.split(text), words.OR.split(text)
    if len(ands) > 1 and len(ors) > 1:
        return None
    parts, combine = (ands, AllOf) if len(ands) > 1 else (ors, AnyOf)
    return _joined(parts, setting, combine) if len(parts) > 1 else None


def _joined(parts: Sequence[str], setting: _Setting, combine: type[AllOf | AnyOf]) -> Check | None:
    """Later clauses may leave out the first one's subject and modality, not its negation."""
    head, _, negated = _opening(parts[0].strip(), setting)
    if negated:
        return None
    inherited = setting if head is None else replace(setting, printed=head)
    return _together(parts, lambda part: _clause(part.strip(), inherited), combine)


def _together(
    parts: Sequence[str], compile_part: Callable[[str], Check | None], combine: type[AllOf | AnyOf]
) -> Check | None:
    if len(parts) > _MAX_PARTS:
        return None
    checks = [check for part in parts if (check := compile_part(part)) is not None]
    return combine(checks=tuple(checks)) if len(checks) == len(parts) else None


def _opening(text: str, setting: _Setting) -> tuple[bool | None, str, bool]:
    """(subject is printed output, or None without a subject; the predicate; whether it is negated)."""
    if lead := words.LEAD.match(text):
        text = text[lead.end() :]
    for head in words.PLACES_HEAD:
        # "Rounded to two decimals, the result should be 78.54": the precision goes to the end.
        if (found := head.match(text)) and found.end() < len(text) and not text.startswith(("在", "到")):
            text = f"{text[found.end() :]} {found[0].strip(' ,')}"
            break
    subject = words.SUBJECT.match(text)
    printed = None
    if subject:
        printed = setting.printed or bool(words.PRINTED.search(subject[0]))
        text = text[subject.end() :]
    modal = words.MODAL.match(text)
    negated = False
    if modal:
        negated = any(modal[name] for name in ("en_not", "en_not2", "zh_not", "zh_not2"))
        text = text[modal.end() :]
    if not negated and (found := words.NOT_NEXT.match(text)) and not words.SUCCEEDS.fullmatch(text):
        negated, text = True, text[found.end() :]
    return printed, text.strip(), negated


def _clause(text: str, setting: _Setting) -> Check | None:
    printed, predicate, negated = _opening(text, setting)
    if printed is not None:
        setting = replace(setting, printed=printed)
    found = _maybe_negated(predicate, setting, negated=negated)
    return found if found is not None or predicate == text else _maybe_negated(text, setting, negated=False)


def _maybe_negated(text: str, setting: _Setting, *, negated: bool) -> Check | None:
    inner = None if negated else words.IS_NOT.fullmatch(text)
    if inner is None:
        return _predicate(text, setting, negated=negated)
    return _predicate(f"be {inner['rest'] or inner['rest2']}", setting, negated=True)


def _predicate(text: str, setting: _Setting, *, negated: bool) -> Check | None:
    if negated:
        return _negated(text, setting)
    for rule in (_of_tool,) if setting.tool in _VERDICT_TOOLS else _RULES:
        check = rule(text, setting)
        if check is not None:
            return check
    return None


_OPPOSITE: Final[dict[str, Any]] = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _negated(text: str, setting: _Setting) -> Check | None:
    if words.FAILS_WORDS.fullmatch(text):
        return Succeeds()
    check = _predicate(text, setting, negated=False)
    if isinstance(check, RoundsTo):
        # What a number must not be is that very number, not all that rounds to it.
        return Compare(actual=check.actual, op="!=", expected=check.expected, unit=check.unit)
    if isinstance(check, Compare) and check.op in _OPPOSITE:
        return replace(check, op=_OPPOSITE[check.op])
    if isinstance(check, Succeeds | Supports | Consistent | AllOf | AnyOf) or check is None:
        return None
    return Not(check=check)


# --- rules --------------------------------------------------------------------------------------------


def _of_tool(text: str, setting: _Setting) -> Check | None:
    """Verdicts that only some tools give."""
    if setting.tool == "equivalence":
        return _of_equivalence(text, setting)
    if setting.tool in _FACTS and words.SUPPORTS.fullmatch(text):
        return Supports()
    if setting.tool == "consistency" and words.CONSISTENT.fullmatch(text):
        return Consistent()
    return None


def _of_equivalence(text: str, setting: _Setting) -> Check | None:
    """The tool gives a verdict on its two inputs; a sentence may name one of them."""
    for pattern, verdict in ((words.EQUIVALENT_ALONE, "equivalent"), (words.DIFFERENT_ALONE, "different")):
        if pattern.fullmatch(text):
            return Equals(expected=verdict)
    named = (
        words.EQUIVALENT.fullmatch(text) or words.EQUAL_EN.fullmatch(text) or words.EQUAL_ZH.fullmatch(text)
    )
    if named and "".join(_value_of(named).split()) in setting.inputs:
        return Equals(expected="equivalent")
    return None


def _ending(text: str, _: _Setting) -> Check | None:
    """How the program ends."""
    raised = words.RAISES.fullmatch(text)
    if raised:
        return Raises(exception=raised["name"] or raised["name2"])
    if words.FAILS_WORDS.fullmatch(text):
        return Raises(exception="Exception")
    return Succeeds() if words.SUCCEEDS.fullmatch(text) else None


def _sign(text: str, setting: _Setting) -> Check | None:
    for op, pattern in words.SIGNS:
        if pattern.fullmatch(text):
            return Compare(actual=setting.actual, op=op, expected="0")  # type: ignore[arg-type]  # one of its ops
    if words.INTEGER.fullmatch(text):
        return Matches(actual=setting.actual, pattern="-?[0-9]+")
    return None


def _between(text: str, setting: _Setting) -> Check | None:
    found = words.BETWEEN.fullmatch(text)
    if not found:
        return None
    low, high = (
        _constant(next(filter(None, found.group(*names)), ""))
        for names in (("a", "a2", "a3"), ("b", "b2", "b3"))
    )
    if low is None or high is None:
        return None
    return AllOf(
        checks=(
            Compare(actual=setting.actual, op=">=", expected=low),
            Compare(actual=setting.actual, op="<=", expected=high),
        )
    )


def _order(text: str, setting: _Setting) -> Check | None:
    for op, pattern in words.ORDERS:
        if found := pattern.fullmatch(text):
            bound = _threshold(_value_of(found), setting)
            if bound is None:
                return None
            return Compare(actual=setting.actual, op=op, expected=bound)  # type: ignore[arg-type]  # one of its ops
    return None


def _threshold(text: str, setting: _Setting) -> Any:
    """A bound is a constant of the plan, unless the sentence says that it is the answer's."""
    named = words.ANSWER.match(text)
    if not named or not named[0].strip():
        return _constant(text)
    target = _target(text, setting)
    return target.operand if target is not None and target.claim is not None else None


def _constant(text: str) -> str | None:
    text = _unquoted(text.strip())
    return text if of_literal(text) is not None else None


def _matches(text: str, _: _Setting) -> Check | None:
    found = words.MATCHES.fullmatch(text)
    pattern = found and words.REGEX.fullmatch(_value_of(found).strip())
    if not pattern:
        return None
    try:
        compile_pattern(pattern["pattern"])
    except PatternError:
        return None
    return Matches(pattern=pattern["pattern"])


def _contains_or_equivalent(text: str, setting: _Setting) -> Check | None:
    found = words.CONTAINS_OR_EQUIVALENT.fullmatch(text)
    target = _target(_value_of(found), setting) if found else None
    if target is None:
        return None
    one = Contains(actual=setting.actual, expected=target.operand)
    other = Equivalent(actual=setting.actual, expected=target.operand)
    return AnyOf(checks=(one, other))


def _contains(text: str, setting: _Setting) -> Check | None:
    found = words.CONTAINS.fullmatch(text)
    if not found:
        return None
    parts, combine = _listed(_value_of(found))
    targets = [_target(part, setting) for part in parts]
    checks = [Contains(actual=setting.actual, expected=t.operand) for t in targets if t is not None]
    return _combined(checks, len(parts), combine)


def _equivalent(text: str, setting: _Setting) -> Check | None:
    found = words.EQUIVALENT.fullmatch(text)
    target = _target(_value_of(found), setting) if found else None
    return None if target is None else Equivalent(actual=setting.actual, expected=target.operand)


def _prints(text: str, setting: _Setting) -> Check | None:
    found = words.PRINTS.fullmatch(text) if setting.tool == "python" else None
    target = _target(_value_of(found), setting) if found else None
    if target is None:
        return None
    if target.claim is not None:
        return _same(target, _Precision(), replace(setting, printed=True))
    operand = target.operand
    if target.kind == "number":
        return Equals(actual=dict(_STDOUT), expected=operand)
    return OutputEquals(expected=str(operand) if isinstance(operand, bool) else operand)


def _within(text: str, setting: _Setting) -> Check | None:
    """A tolerance with its target, or alone (then it is the one final number's)."""
    found = words.WITHIN_OF.fullmatch(text)
    if found:
        margin, percent = next((found[f"t{i}"], found[f"p{i}"]) for i in ("", 2, 3, 4) if found[f"t{i}"])
        target = _target(_value_of(found), setting)
        tolerance = _margin(margin, percent, None)
        return None if target is None else _same(target, _Precision(tolerance=tolerance), setting)
    for pattern in words.TOLERANCE_ONLY:
        if found := pattern.fullmatch(text):
            target = _the_answer(setting)
            return None if target is None else _same(target, _Precision(tolerance=_margin_of(found)), setting)
    return None


def _equals(text: str, setting: _Setting) -> Check | None:
    text, precision = _precision(text)
    found = words.EQUAL_EN.fullmatch(text) or words.EQUAL_ZH.fullmatch(text)
    phrase = _value_of(found) if found else text if _is_bare(text) else ""
    if not phrase or (precision.vague and precision.tolerance is None):
        return None
    if words.EXACTLY.match(phrase):
        phrase, precision = words.EXACTLY.sub("", phrase, count=1), replace(precision, exactly=True)
    whole = _target(phrase, setting)
    if whole is not None:
        return _same(whole, precision, setting)
    parts, combine = _listed(phrase)
    if len(parts) == 1 or combine is AllOf:
        return None
    checks = [_same(t, precision, setting) for part in parts if (t := _target(part, setting)) is not None]
    return _combined([c for c in checks if c is not None], len(parts), combine)


def _is_bare(text: str) -> bool:
    """A second alternative may be a value alone ("5 or 6")."""
    return bool(re.fullmatch(r"[-\d.,%]+", text))


_RULES: Final[tuple[Callable[[str, _Setting], Check | None], ...]] = (
    _of_tool, _ending, _sign, _between, _order, _matches, _contains_or_equivalent, _contains, _equivalent,
    _prints, _within, _equals,
)  # fmt: skip


def _value_of(found: re.Match[str]) -> str:
    """The group of a pattern's alternatives that took part."""
    groups = found.groupdict()
    return next(
        (groups[name] for name in ("value", "value2", "value3", "value4") if groups.get(name)), ""
    ).strip()


_EITHER: Final = re.compile(r"^(?:either|both)\s+", re.IGNORECASE)


def _listed(phrase: str) -> tuple[list[str], type[AllOf | AnyOf]]:
    """Items of "A and B", "A, B and C", "A or B" outside quotes; a phrase without these is one item."""
    if words.QUOTED.fullmatch(phrase):
        return [phrase], AllOf
    phrase = _EITHER.sub("", phrase)
    for pattern, combine in ((words.OR, AnyOf), (words.ITEMS, AllOf)):
        parts = pattern.split(phrase)
        if len(parts) > 1:
            return [p.strip() for part in parts for p in part.split(", ") if p.strip()], combine
    return [phrase], AllOf


def _combined(checks: Sequence[Check], wanted: int, combine: type[AllOf | AnyOf]) -> Check | None:
    if not checks or len(checks) != wanted or wanted > _MAX_PARTS:
        return None
    return checks[0] if wanted == 1 else combine(checks=tuple(checks))


# --- precision ----------------------------------------------------------------------------------------


def _precision(text: str) -> tuple[str, _Precision]:
    """The clause without its "approximately", "to two decimals" and "within 1 %", and what these say."""
    plain, vague = words.CLOSE.subn("", text, count=1)
    about, words_cut = words.ABOUT.subn("", plain if vague and not _is_verb(text) else text, count=1)
    text, precision = about, _Precision(about=bool(words_cut), vague=bool(vague))
    if exact := words.EXACTLY.match(text):
        text, precision = text[exact.end() :], replace(precision, exactly=True)
    for pattern in words.TOLERANCE_TAIL:
        if found := pattern.search(text):
            return text[: found.start()].strip(), replace(precision, tolerance=_margin_of(found))
    for pattern in (*words.PLACES_TAIL, *words.PLACES_INSIDE):
        if found := pattern.search(text):
            kept = text[: found.start()] + found.groupdict().get("after", "")
            return kept.strip(), replace(precision, places=_places(found))
    return text.strip(), precision


def _is_verb(text: str) -> bool:
    """Whether the words are the predicate itself: "be close to 5", "接近5"."""
    return words.EQUAL_EN.fullmatch(text) is not None or text.startswith("接近")


def _places(found: re.Match[str]) -> int | None:
    groups = found.groupdict()
    if near := groups.get("near"):
        return words.NAMED_PLACES.get(near.lower())
    count = groups.get("n")
    if count is None:
        return None
    return int(count) if count.isdigit() else words.WORD_NUMBERS.get(count.lower())


def _margin_of(found: re.Match[str]) -> tuple[str, bool]:
    groups = found.groupdict()
    return _margin(groups["t"], groups.get("p"), groups.get("rel"))


def _margin(number: str, percent: str | None, relative: str | None) -> tuple[str, bool]:
    if percent:
        return _hundredth(number), True
    return number, bool(relative)


def _hundredth(number: str) -> str:
    from decimal import Decimal  # noqa: PLC0415  (only tolerances in percent need it)

    return format(Decimal(number) / 100, "f")


# --- values -------------------------------------------------------------------------------------------


def _same(target: _Target, precision: _Precision, setting: _Setting) -> Check | None:
    """The check that says "is the target", as precisely as the sentence says."""
    actual = setting.actual
    if target.kind == "number":
        return _same_number(target, precision, actual)
    if precision != _Precision():
        return None
    if target.kind == "formula":
        if setting.tool in _FACTS:
            return Contains(actual=actual, expected=target.operand)
        return Equivalent(actual=actual, expected=target.operand)
    return Equals(actual=actual, expected=target.operand)


def _same_number(target: _Target, precision: _Precision, actual: Any) -> Check | None:
    if precision.tolerance is not None:
        margin, relative = precision.tolerance
        near = Equals(actual=actual, expected=target.operand, unit=target.unit)
        return replace(near, rel_tol=margin) if relative else replace(near, abs_tol=margin)
    if precision.exactly:
        return Equals(actual=actual, expected=target.operand, unit=target.unit)
    literal = f"about {target.operand}" if precision.about and target.claim is None else target.operand
    return RoundsTo(
        actual=actual,
        expected=literal,
        truncation=target.claim is not None and target.claim.role == "step",
        places=None if target.claim is not None else _fewer_places(target.operand, precision.places),
        unit=target.unit,
    )


def _fewer_places(literal: Any, places: int | None) -> int | None:
    """Decimals to compare at, where the sentence asks for fewer than its literal prints."""
    stated = of_literal(literal)
    printed = places_of(stated.quantum) if stated is not None else None
    return places if places is not None and printed is not None and places < printed else None


def _target(phrase: str, setting: _Setting) -> _Target | None:
    """What a value phrase means, or ``None`` when that is not certain."""
    phrase = phrase.strip().rstrip(",:")
    named = words.ANSWER.match(phrase)
    if named and named[0].strip():
        rest = phrase[named.end() :].strip(" ()（）,'\"")
        if not rest:
            return _the_answer(setting)
        target = _literal(rest, setting)
        # "the initial answer 11608.92" speaks of the answer: a number that the answer lacks is not a
        # constant.
        return target if target is not None and target.claim is not None else None
    return _literal(phrase, setting)


def _the_answer(setting: _Setting) -> _Target | None:
    """The one final claim (or the one that the step names)."""
    finals = [setting.only] if setting.only else [c for c in setting.claims if c.role == "final"]
    if len(finals) != 1:
        return None
    return _of_claim(finals[0])


def _of_claim(claim: Claim, unit: str | None = None) -> _Target:
    kinds = {"boolean": "truth", "expression": "formula", "list": "list", "date": "date"}
    kind = "number" if claim.kind in _NUMERIC else kinds.get(claim.kind, "text")
    return _Target(kind=kind, operand={"$ref": f"claims.{claim.id}.value"}, claim=claim, unit=unit)


def _literal(text: str, setting: _Setting) -> _Target | None:
    quoted = words.QUOTED.fullmatch(text)
    bare = _unquoted(text)
    for read in (_truth, _date, _number, _list, _formula):
        target = read(bare, setting)
        if target is not None:
            return target
    bound = bind_value(bare, setting.claims, setting.hint)
    if isinstance(bound, Bound):
        return _of_claim(bound.claim)
    return _Target(kind="text", operand=bare) if quoted and bound is None else None


def _unquoted(text: str) -> str:
    quoted = words.QUOTED.fullmatch(text)
    return next(group for group in quoted.groups() if group) if quoted else text


def _truth(text: str, setting: _Setting) -> _Target | None:
    truth = words.TRUTH.get(text.casefold())
    if truth is None:
        return None
    # Of two values one is right by chance, so a truth value binds only where the step names its claim.
    if setting.only is not None and setting.only.value is truth:
        return _of_claim(setting.only)
    return _Target(kind="truth", operand=truth)


def _date(text: str, setting: _Setting) -> _Target | None:
    found = words.DATE.fullmatch(text)
    if not found:
        return None
    year, month, day = (int(part) for part in found.groups() if part)
    try:
        value = date(year, month, day)
    except ValueError:
        return None
    bound = bind_value(value, setting.claims, setting.hint)
    if isinstance(bound, Bound):
        return _of_claim(bound.claim)
    return _Target(kind="date", operand=value.isoformat()) if bound is None else None


def _number(text: str, setting: _Setting) -> _Target | None:
    if of_literal(text) is None:
        return None
    bound = bind_number(text, setting.claims, setting.hint)
    if bound is AMBIGUOUS:
        return None
    if isinstance(bound, Bound):
        return _of_claim(bound.claim, bound.unit)
    return _Target(kind="number", operand=text)


def _list(text: str, setting: _Setting) -> _Target | None:
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        value = json.loads(text.replace("'", '"'))
    except (ValueError, RecursionError):
        return None
    bound = bind_value(value, setting.claims, setting.hint)
    if isinstance(bound, Bound):
        return _of_claim(bound.claim)
    return _Target(kind="list", operand=value) if bound is None else None


_FORMULA: Final = re.compile(r"(?P<left>[^=<>!]{1,40})=(?P<right>[^=].*)")


def _formula(text: str, setting: _Setting) -> _Target | None:
    """An expression or ``name = expression`` of the language that our tools read."""
    if not _is_formula(text):
        return None
    bound = bind_value(text, setting.claims, setting.hint)
    if isinstance(bound, Bound):
        return _of_claim(bound.claim)
    return _Target(kind="formula", operand=text) if bound is None else None


def _is_formula(text: str) -> bool:
    from toolkits.expressions import parse  # noqa: PLC0415  (only where a sentence holds a formula)

    named = _FORMULA.fullmatch(text)
    body = named["right"] if named else text
    try:
        parse(body)
    except ToolkitError:
        return False
    # A lone word parses as a variable; that is prose, not a formula.
    return named is not None or any(sign in body for sign in "+-*/^²³√")
