"""Formulas as curated facts: look-up by name, statement checks, comparison whatever the letters."""

from __future__ import annotations

from toolkits.formulas._compare import same_formula
from toolkits.formulas._facts import VERSION, Case, Fact, facts_by_id
from toolkits.formulas._lookup import find
from toolkits.formulas._tool import facts

__all__ = ["VERSION", "Case", "Fact", "facts", "facts_by_id", "find", "same_formula"]
