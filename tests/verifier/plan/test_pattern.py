"""The subset of regular expressions matches what Python's does, and nothing can make it run long."""

from __future__ import annotations

import re
import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from verifier.plan._pattern import PatternError, PatternLimit, compile_pattern


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("abc", ["abc"], ["ab", "abcd", ""]),
        ("a|bc|", ["a", "bc", ""], ["b", "abc"]),
        ("a*b+c?", ["b", "aabbc"], ["a", "ac", "bcc"]),
        ("(?:ab){2,3}", ["abab", "ababab"], ["ab", "abababab"]),
        ("(ab){2}", ["abab"], ["ab", "ababab"]),
        ("a{2,}", ["aa", "aaaa"], ["a"]),
        ("a{0}", [""], ["a"]),
        ("a{,3}", ["a{,3}"], ["aa"]),
        ("[a-c]+", ["abc"], ["abd"]),
        ("[^a-c]", ["d", "中"], ["a", ""]),
        (r"\d{4}-\d{2}", ["2024-03"], ["2024-3"]),
        (r"\w+\s\w+", ["ab cd", "中 文"], ["ab  cd"]),
        (r"\S\D\W", ["ab "], ["a1 "]),
        (r"\$\.\(\)\{\}\[\]\*", ["$.(){}[]*"], ["x"]),
        (".+", ["a中"], ["", "a\n"]),
        ("^a$", ["a"], ["^a$"]),
        (r"a\$", ["a$"], ["a"]),
        (r"a\\$", ["a\\"], ["a"]),
        ("(a*)*b", ["b", "aab"], ["a"]),
        ("a+?b", ["aab"], ["b"]),
        ("[]a]+", ["]a"], ["b"]),
        (r"[\d.]+", ["1.5"], ["1,5"]),
        ("x{", ["x{"], ["x"]),
        ("", [""], ["a"]),
    ],
)
def test_the_language(pattern: str, yes: list[str], no: list[str]) -> None:
    """A pattern accepts whole texts of its language and no others."""
    matches = compile_pattern(pattern)
    assert [matches(text) for text in yes + no] == [True] * len(yes) + [False] * len(no)


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        ("(a", "unclosed '('"),
        ("a)", "unopened ')'"),
        ("[a", "unclosed or nested '['"),
        ("[a--b]", "set operation"),
        ("[[a]", "nested"),
        (r"(a)\1", "back-reference"),
        (r"\p", "unknown"),
        (r"[\p]", "unknown"),
        ("a\\", "escape"),
        ("(?=a)", "look-around"),
        ("(?P<n>a)", "named group"),
        ("(?i)a", "flag"),
        ("a**", "repeat of a repeat"),
        ("a{2}{3}", "repeat of a repeat"),
        ("a?{2}", "repeat of a repeat"),
        ("*a", "bare '*'"),
        ("a|+", "bare '+'"),
        ("a^b", "bare '^'"),
        ("a$b", "bare '$'"),
        ("a{501}", "0..500"),
        ("a{3,2}", "downwards"),
        ("[b-a]", "class that cannot be read"),
        ("((a{500}){500})", "1000 states"),
        ("(" * 21 + ")" * 21, "20 groups"),
        ("a" * 501, "501 characters"),
    ],
)
def test_what_is_outside_the_subset(pattern: str, says: str) -> None:
    """Each refusal says why."""
    with pytest.raises(PatternError, match=re.escape(says)):
        compile_pattern(pattern)


@pytest.mark.parametrize("pattern", ["(a+)+b", "(a|a)*b", "(a*)*b", "a*a*a*a*a*a*b"])
def test_catastrophic_patterns_are_harmless(pattern: str) -> None:
    """What hangs a backtracking engine runs in time linear in the text."""
    started = time.process_time()
    assert not compile_pattern(pattern)("a" * 5000)
    assert time.process_time() - started < 2


def test_work_is_counted() -> None:
    """A large pattern on a long text stops at the limit."""
    with pytest.raises(PatternLimit):
        compile_pattern("(?:a*){300}")("a" * 8000)


atoms = st.sampled_from(["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", "(?:a|b)", "(ab)", "1"])
repeats = st.sampled_from(["", "*", "+", "?", "{2}", "{1,2}", "{0,1}"])
patterns = st.lists(st.tuples(atoms, repeats).map("".join), max_size=5).map("".join)


@given(st.lists(patterns, min_size=1, max_size=3).map("|".join), st.text(alphabet="ab1 ", max_size=8))
def test_agrees_with_the_standard_library(pattern: str, text: str) -> None:
    """On patterns that both know, both say the same."""
    assert compile_pattern(pattern)(text) == (re.fullmatch(pattern, text) is not None)


@given(st.text(max_size=30))
def test_any_text_is_a_pattern_or_refused(pattern: str) -> None:
    """No other error leaves the parser, and no warning."""
    with suppress(PatternError):
        compile_pattern(pattern)("ab1")
