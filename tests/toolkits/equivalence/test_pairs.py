"""The pairs of every kind come out right, both ways round, and none that differ is ever called equivalent."""

from __future__ import annotations

import importlib.util
import json
import time
from pathlib import Path
from typing import Any

import pytest

from toolkits.equivalence import Finding, check
from toolkits.equivalence._policy import Relation


def _table() -> Any:
    spec = importlib.util.spec_from_file_location("pairs", Path(__file__).with_name("pairs.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _more() -> dict[str, list[tuple[str, str, str]]]:
    found: dict[str, list[tuple[str, str, str]]] = {}
    for line in Path(__file__).with_name("more_pairs.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        found.setdefault(row["kind"], []).append((row["a"], row["b"], row["right"]))
    return found


TABLE = _table()
MORE = _more()
ALLOWED = 2.0


def _is_late(found: Finding) -> bool:
    """Whether the computer algebra system ran out of time, which on a busy machine says nothing."""
    return found.outcome == "undecided" and (found.reason == "limit" or found.detail.get("limit") == "time")


@pytest.mark.parametrize(("kind", "pairs"), [*TABLE.PAIRS.items(), *MORE.items()])
def test_pairs_of_a_kind(kind: str, pairs: list[tuple[str, str, str]]) -> None:
    """Every pair of the kind has an outcome that is right, the same with its sides exchanged, and in time."""
    relation: Relation = "rounding" if kind == "rounding" else "equal"
    for a, b, right in pairs:
        begun = time.process_time()
        found = check(a, b, relation=relation)
        spent = time.process_time() - begun
        allowed = [TABLE.OUTCOMES[letter] for letter in right]
        if _is_late(found):
            continue
        assert found.outcome in allowed, (a, b, found)
        assert spent < ALLOWED, (a, b, spent)
        again = check(b, a, relation=relation)
        assert _is_late(again) or again.outcome == found.outcome, (a, b)


@pytest.mark.parametrize(("a", "b", "right"), TABLE.ROUNDING)
def test_rounding(a: str, b: str, right: str) -> None:
    """Rounding is a relation of its own, asked for by name; the side printed in digits is the claim."""
    found = check(a, b, relation="rounding")
    assert found.outcome in [TABLE.OUTCOMES[letter] for letter in right], found
    assert check(b, a, relation="rounding").outcome == found.outcome


def test_equality_never_rounds() -> None:
    """Without being asked, a rounded number is not the number."""
    assert check("0.33", "1/3").outcome == "different"
    assert check("3.14", "pi").outcome == "different"
    cut = check("3.1415", "pi", relation="rounding")
    assert (cut.outcome, cut.reason) == ("different", "cut off, not rounded")
