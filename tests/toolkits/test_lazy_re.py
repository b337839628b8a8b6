"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import gc
import pkgutil
import re
from importlib import import_module

import pytest

import toolkits
import verifier
from toolkits import lazy_re


def test_a_pattern_does_what_the_standard_one_does() -> None:
    """Its methods, flags and groups are those of the compiled pattern."""
    lazy, eager = lazy_re.compile(r"(?P<a>a)|b", lazy_re.IGNORECASE), re.compile(r"(?P<a>a)|b", re.IGNORECASE)
    for text in ("xAb", "b", ""):
        for method in ("search", "match", "fullmatch"):
            mine, other = getattr(lazy, method)(text), getattr(eager, method)(text)
            assert (mine and mine.regs) == (other and other.regs)
        assert lazy.findall(text) == eager.findall(text)
        assert lazy.split(text) == eager.split(text)
        assert lazy.sub("-", text) == eager.sub("-", text)
    assert (lazy.pattern, lazy.flags, lazy.groups, lazy.groupindex) == (
        eager.pattern,
        eager.flags,
        eager.groups,
        eager.groupindex,
    )


def test_nothing_is_compiled_before_it_is_used() -> None:
    """A malformed pattern fails at its first use, not where it is made; what no pattern has is an error as ever."""
    wrong = lazy_re.compile("(")
    with pytest.raises(re.error):
        wrong.search("")
    with pytest.raises(AttributeError):
        lazy_re.compile("a").no_such_method  # type: ignore[attr-defined]  # noqa: B018


def test_every_waiting_pattern_is_a_pattern() -> None:
    """All that our modules make while they load can be compiled."""
    for package in (toolkits, verifier):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    waiting = [thing for thing in gc.get_objects() if type(thing) is lazy_re.Waiting]
    assert waiting
    for pattern in waiting:
        re.compile(pattern.pattern, pattern._flags)
