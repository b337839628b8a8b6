"""The words of a query in a server's dialect: where statements end, what is called.

SQLite needs none of this: it says itself what a statement does and calls. For the others it is no wall: that
is the read-only transaction, and a role that may do nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from toolkits.errors import ToolRefused

Kind: TypeAlias = Literal["word", "quoted", "literal", "sign"]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query; ``text`` of a quoted name is the name itself."""

    kind: Kind
    text: str


_COMMON = r"""
    (?P<space> \s+ )
  | (?P<number> (?: \d [\w.]* | \.\d [\w.]* ) )
"""
_POSTGRESQL = re.compile(
    rf"""
    (?P<line> --[^\n\r]* )
  | (?P<comment> /\* )
  | (?P<unicode> [uU]&["'] )
  | (?P<escaped> [eE]'(?: [^'\\] | \\. | '' )*' )
  | (?P<string> [bBxXnN]?'(?: [^'] | '' )*' )
  | (?P<quoted> "(?: [^"] | "" )*" )
  | (?P<dollar> \$ (?P<tag> (?: [^\W\d]\w* )? ) \$ .*? \$ (?P=tag) \$ )
  | {_COMMON}
  | (?P<word> [^\W\d][\w$]* )
  | (?P<sign> . )
""",
    re.VERBOSE | re.DOTALL,
)
_MYSQL = re.compile(
    rf"""
    (?P<line> (?: --(?=[\s\x00-\x1f]|\Z) | \# ) [^\n]* )
  | (?P<comment> /\* )
  | (?P<string> (?: [bBxXnN]|_\w+\s* )?(?: '(?: [^'\\] | \\. | '' )*' | "(?: [^"\\] | \\. | "" )*" ) )
  | (?P<quoted> `(?: [^`] | `` )*` )
  | {_COMMON}
  | (?P<word> [\w$@]+ )
  | (?P<sign> . )
""",
    re.VERBOSE | re.DOTALL,
)
_PATTERNS = {"PostgreSQL": _POSTGRESQL, "DuckDB": _POSTGRESQL, "MySQL": _MYSQL}
_STRINGS = frozenset({"string", "escaped", "dollar", "number"})
_NESTED = re.compile(r"/\*|\*/")


def tokens(sql: str, dialect: str) -> list[Token]:
    """The pieces of ``sql`` without white space and comments.

    Raises:
        ToolRefused: it spells names or comments in a way that hides what is run.
    """
    return list(_tokens(sql, dialect))


def _tokens(sql: str, dialect: str) -> Iterator[Token]:
    pattern, at = _PATTERNS[dialect], 0
    before: str | None = None
    while at < len(sql):
        match = pattern.match(sql, at)
        assert match is not None  # the last alternative takes any character
        kind, at = match.lastgroup, match.end()
        if kind == "tag":
            kind = "dollar"
        if kind == "comment":
            at = _after_comment(sql, match.start(), dialect)
        elif kind == "string" and before == "escaped":
            raise ToolRefused("an E'…' text that goes on in another is refused; join them with ||")
        elif kind == "unicode":
            raise ToolRefused("names and texts with Unicode escapes (U&) are refused: they hide what is run")
        elif kind == "quoted":
            mark = match[0][0]
            yield Token("quoted", match[0][1:-1].replace(mark * 2, mark))
        elif kind in _STRINGS:
            yield Token("literal", match[0])
        elif kind in ("word", "sign"):
            yield Token("word" if kind == "word" else "sign", match[0])
        before = before if kind in ("space", "line", "comment") else kind


def _after_comment(sql: str, start: int, dialect: str) -> int:
    if dialect == "MySQL":
        if sql.startswith(("/*!", "/*M!", "/*m!"), start):
            raise ToolRefused("comments that are run (/*! … */) are refused")
        end = sql.find("*/", start + 2)
        return len(sql) if end < 0 else end + 2
    depth, at = 1, start + 2
    while depth:
        match = _NESTED.search(sql, at)
        if match is None:
            return len(sql)
        depth, at = depth + (1 if match[0] == "/*" else -1), match.end()
    return at


def statements(found: Sequence[Token]) -> int:
    """How many statements they are; empty ones don't count."""
    count, empty = 0, True
    for token in found:
        if token == Token("sign", ";"):
            count, empty = count + (not empty), True
        else:
            empty = False
    return count + (not empty)


def called(found: Sequence[Token]) -> list[str]:
    """Names that a bracket follows, in small letters: all that is called, and some that is not."""
    return [
        token.text.lower()
        for token, then in pairwise(found)
        if token.kind in ("word", "quoted") and then == Token("sign", "(")
    ]


def first_word(found: Sequence[Token]) -> str:
    """The first word in small letters, brackets before it aside."""
    first = next((token for token in found if token != Token("sign", "(")), None)
    return first.text.lower() if first is not None and first.kind == "word" else ""


#: Words with which a statement, or a part of one, writes.
_WRITING = frozenset({"insert", "update", "delete", "merge", "replace", "truncate"})


def writing(found: Sequence[Token]) -> str:
    """The word with which a query writes behind its first one, in capitals; "" where none does.

    After WITH or EXPLAIN a statement of another kind may follow, and inside brackets too.
    """
    for at, token in enumerate(found):
        word = token.text.lower() if token.kind == "word" else ""
        before = found[at - 1] if at else None
        starts = (
            before is None
            or before.text in ("(", ")")
            or before.text.lower() in ("explain", "analyze", "verbose")
        )
        after = found[at + 1] if at + 1 < len(found) else None
        if word in _WRITING and starts and after is not None and after.kind in ("word", "quoted"):
            return word.upper()
        if word == "into" and first_word(found) in ("select", "with", "values", "table"):
            return "INTO"
    return ""


def has_open_values(found: Sequence[Token], dialect: str) -> bool:
    """Whether values are left open: ``?`` (MySQL), ``$1``."""
    if dialect == "MySQL":
        return Token("sign", "?") in found
    return any(
        token == Token("sign", "$") and then.kind == "literal" and then.text[0].isdigit()
        for token, then in pairwise(found)
    )
