"""Reads the statement of an answer as typed values, the likeliest reading first."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from toolkits import lazy_re as re
from toolkits.equivalence import _words as words
from toolkits.equivalence._amounts import amounts, money, number
from toolkits.equivalence._calculus import has_operators, resolve
from toolkits.equivalence._matrices import has_matrix, matrix_value, nested_rows, system_lines
from toolkits.equivalence._policy import Policy
from toolkits.equivalence._text import CLOSE, OPEN, bare, matching, split_commas, split_outside, without_hedge
from toolkits.equivalence._values import (
    Builder,
    Choice,
    Combined,
    Counted,
    Equation,
    Group,
    Infinite,
    Matrix,
    Named,
    Ratio,
    Relation,
    Scalar,
    Value,
    Whole,
    Word,
)
from toolkits.errors import ToolInputError, ToolkitError
from toolkits.expressions import Call, Expression, ExpressionError, Variable, parse_analysis, walk
from toolkits.quantities import QuantityError, is_money, read

MAX_PARTS = 200
MAX_JOINED = 40
MAX_DEPTH = 12
_SETS = re.compile(r"[∪∩∖]|(?<=[\])}ℝ])\s*\\\s*(?=[\[({])|(?<=[)\]}])\s+[Uu]\s+(?=[\[({])")
_JOINED = re.compile(r"(?:^|(?<=[\s,;)\]}]))\s*(?:or|and)\s+")
_SIGN = re.compile(r"<=|>=|!=|==|<|>|=")
_COLON = re.compile(r":")
_MEMBER = re.compile(r"\s*([A-Za-z](?:_\{?\w+\}?)?)\s*∈\s*(.+)", re.DOTALL)
_BUILDER = re.compile(r"\{\s*([A-Za-z])\s*(?:∈\s*([^|:]+?)\s*)?[:|]\s*(.+)\}", re.DOTALL)
_FUNCTION = re.compile(r"\s*([A-Za-z])('*)\(\s*[A-Za-z](?:\s*,\s*[A-Za-z])*\s*\)\s*")
_INFINITE = re.compile(r"\s*([+-]?)\s*∞\s*")
_PERIOD = re.compile(r"[-+]?\d*\.\d*\(\d+\)")
_ELLIPSIS = re.compile(r"([-+]?)(\d*)\.(\d+)\s*(?:\.\.\.+|…)")
_GROUPED = re.compile(r"\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:[ \u00a0]\d{3})+,\d+")
_OPEN_INTERVAL = re.compile(r"([\[\](])([^\[\]]+)([\])\[])")
_PREFIXED = re.compile(r"([-+]?)0([xXbBoO])([0-9a-fA-F]+)")
_BASED = re.compile(r"(\d[0-9A-F]*[A-F][0-9A-F]*|[A-F][0-9A-F]+)_\{?16\}?")
_COMPLEX_PARTS = re.compile(
    r"(?<![A-Za-z])(?:Re|Im|Arg|arg|conj)\s*[({]|\\(?:Re|Im|arg)(?![a-z])|\\overline\s*\{[^{}\d]*[^{}]*i"
)
_COUNTED = re.compile(r"([-+]?\d[\d.,/ ]*(?: dozen)?)\s+([A-Za-z]{4,}(?: [A-Za-z]{3,})?)")
_BARS = re.compile(r"\|([^|]+)\|")
_UNNAMED = re.compile(r"\s*(?:<=|>=|!=|<|>)")


def read_values(text: str, policy: Policy) -> tuple[Value, ...]:
    """The readings of ``text``, the whole of it, the likeliest first.

    Raises:
        ToolInputError: there is none; ``ambiguous`` where two are as likely.
    """
    return tuple(_Reader(policy).values(bare(text)))


class _Reader:
    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.depth = 0

    def values(self, text: str) -> list[Value]:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise ToolInputError("nested too deeply", code="limit")
        try:
            found = list(self._values(text))
        finally:
            self.depth -= 1
        if not found:
            raise ToolInputError(f"{text[:80]!r} can't be read", code="syntax")
        return found

    def value(self, text: str) -> Value:
        """The likeliest reading of a part."""
        if not text.strip():
            raise ToolInputError("a part is missing", code="empty")
        return self.values(text.strip())[0]

    def _values(self, text: str) -> Iterator[Value]:
        special = words.known(text) or _infinite(text)
        if special:
            yield special
            return
        letter = words.choice(text)
        if letter:
            yield Word(letter.lower(), "choice")
            yield Scalar(Variable(letter))
            return
        label = words.labelled(text)
        if label and not re.match(r"[-+*/^=<>!,;)∪∩]", label[1] or "?"):
            yield Choice(label[0], tuple(self.values(label[1])) if label[1] else ())
            return
        lines = system_lines(text)
        if lines:
            yield Combined(tuple(map(self.value, lines)), (",",) * (len(lines) - 1))
            return
        if has_matrix(text):
            yield self._matrix(text)
            return
        structure = self._structure(text)
        if structure is not None:
            yield structure
            return
        yield from self._leaves(text)
        yield from self._as_tuple(text)

    # --- structures ---------------------------------------------------------------------------------------

    def _structure(self, text: str) -> Value | None:
        for read_one in (
            self._combined_sets,
            self._membership,
            self._bracketed,
            self._joined,
            self._related,
            self._listed,
            self._signed,
            self._ratio,
        ):
            found = read_one(text)
            if found is not None:
                return found
        return None

    def _combined_sets(self, text: str) -> Value | None:
        if not _SETS.search(text):
            return None
        pieces = split_outside(text, _SETS)
        if len(pieces) < 2:
            return None
        signs = tuple({"U": "∪", "u": "∪", "\\": "∖"}.get(sign, sign) for _, sign in pieces[:-1])
        return Combined(tuple(self.value(part) for part, _ in pieces), signs)

    def _membership(self, text: str) -> Value | None:
        found = _MEMBER.fullmatch(text)
        return Builder(found[1], self.value(found[2]), is_set=True) if found else None

    def _bracketed(self, text: str) -> Value | None:
        if len(text) < 2:
            return None
        french = _OPEN_INTERVAL.fullmatch(text)
        if french and (text[0] == "]" or text[-1] == "["):
            ends = split_commas(french[2])
            if len(ends) == 2:
                brackets = {"]": "(", "[": "["}.get(text[0], text[0]) + {"[": ")", "]": "]"}.get(
                    text[-1], text[-1]
                )
                return Group("interval", tuple(map(self.value, ends)), brackets)
        if text[0] not in OPEN or matching(text, 0) != len(text) - 1 or text[-1] not in CLOSE:
            return None
        return self._set(text) if text[0] == "{" else self._tuple(text)

    def _set(self, text: str) -> Value | None:
        builder = _BUILDER.fullmatch(text)
        if builder:
            return self._builder(builder)
        inner = text[1:-1].strip()
        if not inner:
            return Whole(empty=True)
        return Group("set", tuple(map(self.value, self._parts(inner))))

    def _builder(self, match: re.Match[str]) -> Value:
        condition = self.value(match[3])
        if match[2] and match[2] != "R" and words.known(match[2]) != Whole(empty=False):
            inside = Builder(match[1], self.value(match[2]), is_set=True)
            condition = Combined((inside, condition), ("and",))
        return Builder(match[1], condition, is_set=False)

    def _tuple(self, text: str) -> Value | None:
        rows = nested_rows(text, self.expression) if text.startswith("[[") else None
        if rows:
            return Matrix(rows)
        members = self._parts(text[1:-1])
        if len(members) < 2:
            return None
        values = tuple(map(self.value, members))
        interval = len(members) == 2 and (text[0], text[-1]) != ("(", ")")
        return Group("interval" if interval else "tuple", values, text[0] + text[-1])

    def _as_tuple(self, text: str) -> Iterator[Value]:
        """``(3,100)`` may be a point as well as a number."""
        if text[0] in "([{" and re.fullmatch(r"[(\[{][^()\[\]{}]*\d,\d{3}[^()\[\]{}]*[)\]}]", text):
            members = tuple(self.value(part) for part in text[1:-1].split(","))
            yield Group("set" if text[0] == "{" else "tuple", members, text[0] + text[-1])

    def _parts(self, inner: str) -> list[str]:
        parts = split_commas(re.sub(r",?\s+and\s+", ", ", inner)) if " and " in inner else split_commas(inner)
        if len(parts) > MAX_PARTS:
            raise ToolInputError(f"more than {MAX_PARTS} members", code="limit")
        return parts

    def _joined(self, text: str) -> Value | None:
        """Statements joined by words; a comma before them lists more: ``15, 40, and 77``."""
        if not re.search(r"\b(?:or|and)\b", text) or _is_spelled(text):
            return None
        pieces = split_outside(text, _JOINED)
        if len(pieces) < 2:
            return None
        parts = [part for piece, _ in pieces for part in self._parts(piece.rstrip(",; "))]
        if len(parts) > MAX_JOINED:
            raise ToolInputError(f"more than {MAX_JOINED} statements", code="limit")
        signs = {sign.strip() for _, sign in pieces[:-1]}
        if len(signs) > 1:
            raise ToolInputError("a mixture of 'and' and 'or'", code="ambiguous")
        try:
            values = tuple(map(self.value, parts))
        except ExpressionError as error:
            if words.word(text):
                return words.word(text)
            raise error from None
        if all(isinstance(value, Word) and not value.topic for value in values):
            return words.word(text) or Group("set", values)
        sign = signs.pop()
        if all(isinstance(value, Scalar | Word) for value in values):
            listed = len(parts) > len(pieces)
            return Group("list" if listed and sign == "and" else "set", values)
        return Combined(values, (sign,) * (len(values) - 1))

    def _related(self, text: str) -> Value | None:
        if not _SIGN.search(text):
            return None
        if _UNNAMED.match(text):
            raise ToolInputError("a relation without its left side", code="ambiguous")
        parts = self._parts(text)
        if len(parts) > 1 and all(_SIGN.search(part) for part in parts):
            return Combined(tuple(map(self.value, parts)), (",",) * (len(parts) - 1))
        if len(parts) > 1 and re.fullmatch(r"\s*[A-Za-z]\w*\s*=[^=<>!]+", parts[0]):
            name, first = parts[0].split("=")
            sides = [first, *parts[1:]]
            return Combined(tuple(self._equation(name, side) for side in sides), (",",) * (len(sides) - 1))
        pieces = split_outside(text, _SIGN)
        if len(pieces) < 2:
            return None
        signs = tuple("=" if sign == "==" else sign for _, sign in pieces[:-1])
        sides = [part for part, _ in pieces]
        return self._equation(*sides) if signs == ("=",) else self._chain(sides, signs)

    def _chain(self, sides: list[str], signs: tuple[str, ...]) -> Value:
        return Relation(tuple(_infinite(side) or self.expression(side) for side in sides), signs)

    def _equation(self, left: str, right: str) -> Value:
        function = _FUNCTION.fullmatch(left)
        if function:
            left = function[1]
        if _is_structured(right) or has_matrix(right):
            value = self.value(right)
            if not isinstance(value, Scalar):
                return Named("".join(left.split()), value)
        if left.strip()[:1] == "(" and "," in left:
            return Named("".join(left.split()), self.value(right))
        if "±" in right:
            return Group("set", tuple(self._equation(left, side) for side in _both_signs(right)))
        special = words.known(right.strip())
        if isinstance(special, Whole):
            return Named("".join(left.split()), special)
        if _infinite(right):
            return Relation((self.expression(left), _infinite(right) or Infinite(1)), ("=",))
        return Equation(self.expression(left), self.expression(right))

    def _listed(self, text: str) -> Value | None:
        if "," not in text and ";" not in text:
            return None
        if _GROUPED.fullmatch(text) or words.day(text) or money(text):
            return None
        parts = self._parts(text)
        if len(parts) < 2:
            return None
        return Group("list", tuple(map(self.value, parts)))

    def _signed(self, text: str) -> Value | None:
        if "±" not in text or amounts(text):
            return None
        return Group("set", tuple(self.value(side) for side in _both_signs(text)))

    def _ratio(self, text: str) -> Value | None:
        if ":" not in text or words.clock(text):
            return None
        parts = [part for part, _ in split_outside(text, _COLON)]
        if len(parts) < 2:
            return None
        is_open = parts[-1] in ("…", "...")
        kept = tuple(map(self.expression, parts[:-1] if is_open else parts))
        if any(len(name) > 1 for part in kept for name in part.variables):
            raise ToolInputError("the parts of a ratio are numbers or letters", code="syntax")
        return Ratio(kept, is_open)

    def _matrix(self, text: str) -> Value:
        pieces = split_outside(text, re.compile("="))
        if len(pieces) == 2:
            return Named("".join(pieces[0][0].split()), self.value(pieces[1][0]))
        found = matrix_value(text, self.expression)
        return Matrix(found) if isinstance(found, tuple) else Scalar(found)

    # --- leaves -------------------------------------------------------------------------------------------

    def _leaves(self, text: str) -> Iterator[Value]:
        time = words.clock(text)
        if time:
            yield time
            if not time.half and text.count(":") == 1:
                yield Ratio(tuple(map(self.expression, text.split(":"))))
            return
        day = words.day(text)
        if day:
            yield day
            return
        found = money(text)
        if found:
            yield found
            return
        measured = amounts(text)
        yield from measured
        yield from self._sum_or_day(text, measured)

    def _sum_or_day(self, text: str, measured: list[Value]) -> Iterator[Value]:
        try:
            yield self._scalar(text)
        except ToolkitError as error:
            if not measured:
                yield _other(text, error)
        numeric = words.numeric_day(text)
        if numeric:
            yield numeric

    def _scalar(self, text: str) -> Value:
        based = _in_base(text)
        if based is not None:
            return Scalar(number(based))
        if _PERIOD.fullmatch(text) or _GROUPED.fullmatch(text):
            return Scalar(number(read(text).value))
        repeated = _repeated(text)
        if repeated is not None:
            return Scalar(number(repeated))
        if _COMPLEX_PARTS.search(text):
            raise ToolInputError("parts and conjugates of complex numbers are not read", code="unsupported")
        node = parse_analysis(_without_bars(text))
        if not has_operators(node):
            return Scalar(node)
        found = resolve(node, self.policy)
        variable = next(
            (
                str(part.arguments[1])
                for part in walk(node)
                if isinstance(part, Call) and part.name == "integral"
            ),
            "",
        )
        return Scalar(found.expression, found.by_algebra, variable if found.open_constant else "")

    def expression(self, text: str) -> Expression:
        """One expression, where nothing else will do."""
        try:
            found = self._scalar(text)
        except ExpressionError as error:
            found = _other(text, error)
        if not isinstance(found, Scalar):
            raise ToolInputError(f"{text[:60]!r} is not an expression", code="syntax")
        return found.expression


def _in_base(text: str) -> int | None:
    """``0x1F``, ``0b101``, ``1F_16``: numbers in a base that is written with them."""
    found = _PREFIXED.fullmatch(text)
    digits, base = (found[3], {"x": 16, "b": 2, "o": 8}[found[2].lower()]) if found else ("", 16)
    if not found:
        based = _BASED.fullmatch(text)
        digits = based[1] if based else ""
    try:
        value = int(digits, base)
    except ValueError:
        return None
    return -value if found and found[1] == "-" else value


def _is_spelled(text: str) -> bool:
    """Whether the words are one number: "one hundred and five"."""
    if any(char.isdigit() for char in text):
        return False
    try:
        read(text)
    except QuantityError:
        return False
    return True


def _without_bars(text: str) -> str:
    """``2|x|`` as ``2(abs(x))``, where the bars pair off one after another."""
    if text.count("|") < 2 or "||" in text.replace(" ", ""):
        return text
    plain = _BARS.sub(r"(abs(\1))", text)
    return text if "|" in plain else plain


def _infinite(text: str) -> Infinite | None:
    found = _INFINITE.fullmatch(text)
    return Infinite(-1 if found[1] == "-" else 1) if found else None


def _is_structured(text: str) -> bool:
    plain = text.strip()
    return bool(_SETS.search(plain)) or (
        plain[:1] in ("(", "[", "{", "]") and plain[-1:] in (")", "]", "}", "[") and "," in plain
    )


def _both_signs(text: str) -> tuple[str, str]:
    """``3 ± 2`` as 3 + 2 and 3 - 2."""
    if text.count("±") != 1:
        raise ToolInputError("more than one ±: which signs go together is open", code="ambiguous")
    return text.replace("±", "+"), text.replace("±", "-")


def _repeated(text: str) -> Fraction | None:
    """``0.333…``, ``0.142857142857…``: digits that show their period; other cut digits have no value."""
    found = _ELLIPSIS.fullmatch(text)
    if not found:
        return None
    sign, whole, digits = found[1], found[2], found[3]
    for length in range(1, len(digits) // 2 + 1):
        period = digits[-length:]
        times = 1
        while digits.endswith(period * (times + 1)):
            times += 1
        if times >= (3 if length == 1 else 2):
            fixed = digits[: len(digits) - length * times]
            scale = 10 ** len(fixed)
            value = Fraction(int(f"{whole}{fixed}" or "0"), scale) + Fraction(
                int(period), scale * (10**length - 1)
            )
            return -value if sign == "-" else value
    raise ToolInputError("digits that go on, and no period is shown", code="ambiguous")


def _other(text: str, error: ToolkitError) -> Value:
    """A number that the grammar of expressions does not have (spelled, hedged), or a word."""
    if text.endswith("!"):
        raise error
    plain = without_hedge(text)
    whole, mixed, part = plain.partition("又")
    if mixed and "分之" in part:
        return Scalar(number(read(whole).value + read(part).value))
    try:
        quantity = read(plain)
    except QuantityError:
        if plain != text:
            return _Reader(Policy(symbolic=False)).value(plain)
        counted = _counted(text) if error.code == "unknown_name" else None
        if counted:
            return counted
        phrase = words.word(text) if error.code in ("unknown_name", "syntax") else None
        if phrase:
            return phrase
        raise error from None
    if quantity.alternatives:
        raise ToolInputError(f"{text[:60]!r} has two readings", code="ambiguous") from None
    if quantity.unit == "折":  # 八五折 is 8.5折
        return Scalar(number(quantity.value / (10 if quantity.value <= 10 else 100)))
    if quantity.unit not in (None, "%", "‰") or is_money(quantity.unit or ""):
        raise error from None
    return Scalar(number(quantity.value))


def _counted(text: str) -> Counted | None:
    """``12 apples``: a number, and a noun that is no unit."""
    found = _COUNTED.fullmatch(text)
    try:
        return Counted(number(read(found[1]).value), found[2].lower()) if found else None
    except QuantityError:
        return None
