"""Reads unit expressions: "km/h", "m s^-1", "square metres", "平方米", "米每秒", "miles per hour", "N·m"."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from toolkits import lazy_re as re
from toolkits.errors import ToolInputError, ToolLimit
from toolkits.units._names import clean, readings
from toolkits.units._unit import MAX_EXPONENT, Unit

_MAX_LENGTH = 80
_MAX_READINGS = 64
_ONE = Unit(symbol="1", factor=Fraction(1))
_POWER_WORDS = {"square": 2, "sq": 2, "sq.": 2, "cubic": 3, "cu": 3, "cu.": 3, "平方": 2, "立方": 3}
_POWER_BEFORE = re.compile(r"(?:(square|sq\.?|cubic|cu\.?)[ -]|(平方|立方))(.+)", re.IGNORECASE)
_POWER_AFTER = re.compile(
    r"(.+?)(?: (squared|cubed)|(?:\^|\*\*) ?\(?(-?\d{1,3})\)?|(?<=[A-Za-zΩ°])(-?[1-9]))"
)
_PER_ZH = re.compile(r"每(小时|分钟|秒|天|日|分|时)(.+)")
#: Names that are short for a quotient.
_SPELLED_OUT = {"mpg": "mi/gal", "mpge": "mi/gal", "dpi": "1/in"}
_BELOW = re.compile(r"([^()]+?) ?/ ?\(([^()]+)\)")
_SEPARATOR = re.compile(r"(/| ?每 ?|\bper\b|\*(?!\*)|[·⋅×.])")


@lru_cache(maxsize=4096)
def parse(text: str, *, rare: bool = True) -> tuple[Unit, ...]:
    """Every reading of a unit expression; ``rare``: with pint's help for words that the table does not have.

    Raises:
        ToolInputError: ``unknown_unit``, naming the part that no table knows.
        ToolLimit: longer than any unit is.
    """
    if len(text) > _MAX_LENGTH:
        raise ToolLimit(f"a unit of {len(text)} characters; the limit is {_MAX_LENGTH}")
    if not text.strip():
        return (_ONE,)
    name = clean(text)
    return _Parser(rare).expression(_SPELLED_OUT.get(name, name))


def canonical(text: str) -> str | None:
    """The canonical symbol of a unit expression; ``None`` when the table has no reading of it, or several."""
    try:
        found = parse(text, rare=False)
    except (ToolInputError, ToolLimit):
        return None
    return found[0].symbol if len(found) == 1 else None


@dataclass(frozen=True, slots=True)
class _Parser:
    """Recursive descent over factors; ``rare`` as in :func:`parse`."""

    rare: bool

    def expression(self, text: str) -> tuple[Unit, ...]:
        whole = self._single(text)
        if whole:
            return whole
        reversed_zh = _PER_ZH.fullmatch(text)
        if reversed_zh:
            return _product(self.expression(reversed_zh[2]), self.expression(reversed_zh[1]), -1)
        pieces = self._split(text)
        if not pieces or pieces == [(1, text)]:
            raise ToolInputError(f"no unit is called {text!r}", code="unknown_unit")
        found: tuple[Unit, ...] = (_ONE,)
        for sign, piece in pieces:
            found = _product(found, self.expression(piece), sign)
        return found

    def _single(self, text: str) -> tuple[Unit, ...]:
        """Readings of one name with at most one power; empty when it is not one."""
        found = readings(text, rare=self.rare)
        if found:
            return found
        before = _POWER_BEFORE.fullmatch(text)
        if before:
            return self._raised(before[3].strip(), _POWER_WORDS[(before[1] or before[2]).casefold()])
        after = _POWER_AFTER.fullmatch(text)
        if after:
            words = {"squared": 2, "cubed": 3}
            return self._raised(after[1].strip(), words[after[2]] if after[2] else int(after[3] or after[4]))
        return ()

    def _raised(self, name: str, exponent: int) -> tuple[Unit, ...]:
        if abs(exponent) > MAX_EXPONENT:
            raise ToolLimit(f"the exponent {exponent} of {name!r} is beyond {MAX_EXPONENT}")
        return tuple(unit.power(exponent) for unit in readings(name, rare=self.rare))

    def _split(self, text: str) -> list[tuple[int, str]]:
        """(sign, piece) for each factor. Several factors below a slash need brackets."""
        bracketed = _BELOW.fullmatch(text)
        if bracketed:
            below = [(-sign, piece) for sign, piece in self._split(bracketed[2])]
            return [*self._split(bracketed[1]), *below]
        pieces: list[tuple[int, str]] = []
        sign = 1
        for part in _SEPARATOR.split(text):
            if not part.strip():
                continue
            if _SEPARATOR.fullmatch(part):
                sign = -1 if part.strip() in {"/", "每", "per"} else 1
                continue
            words = self._words(part.strip())
            if sign < 0 and len(words) > 1:
                raise ToolInputError(
                    f"{text!r}: put what stands below the slash in brackets", code="ambiguous_unit"
                )
            pieces += [(sign, word) for word in words]
            sign = 1
        return pieces

    def _words(self, part: str) -> list[str]:
        """Split at spaces what is no name as a whole: "N m", but not "nautical mile" or "square foot"."""
        if " " not in part or self._single(part):
            return [part]
        words = part.split(" ")
        for cut in range(len(words) - 1, 0, -1):
            head = " ".join(words[:cut])
            if self._single(head):
                return [head, *self._words(" ".join(words[cut:]))]
        return [part]


def _product(first: tuple[Unit, ...], second: tuple[Unit, ...], sign: int) -> tuple[Unit, ...]:
    made = [one.times(two, symbol=_symbol(one, two, sign), sign=sign) for one in first for two in second]
    kept = tuple(dict.fromkeys(unit for unit in made if unit is not None))
    if len(kept) > _MAX_READINGS:
        raise ToolLimit("the unit has too many readings")
    return kept


def _symbol(first: Unit, second: Unit, sign: int) -> str:
    if first.symbol == "1" and sign > 0:
        return second.symbol
    if second.symbol.endswith("^-1") and sign > 0:
        return f"{first.symbol}/{second.symbol.removesuffix('^-1')}"
    return f"{first.symbol}{'*' if sign > 0 else '/'}{second.symbol}"
