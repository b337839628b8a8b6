"""Formulas as curated facts: look-up by name, statement checks, comparison whatever the letters."""

from __future__ import annotations

from toolkits.formulas._compare import read_formulas, same_formula
from toolkits.formulas._facts import VERSION, Case, Fact, facts_by_id
from toolkits.formulas._lookup import find
from toolkits.formulas._tool import check_claim, facts

__all__ = [
    "VERSION",
    "Case",
    "Fact",
    "check_claim",
    "facts",
    "facts_by_id",
    "find",
    "read_formulas",
    "same_formula",
]
