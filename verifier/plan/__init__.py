"""Plans: their vocabulary, how they are read and bound to an answer, how they are judged and audited.

The vocabulary is at hand at once; the rest loads when it is asked for, since :mod:`verifier.records` is made
of the vocabulary and the rest of records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from verifier._later import later
from verifier.errors import PlanError
from verifier.plan._outcome import CheckOutcome, Result
from verifier.plan._refs import REF, CheckContext, MissingRef, resolve, split_id
from verifier.plan._schema import (
    AllOf,
    AnyOf,
    Basis,
    Check,
    Claim,
    ClaimKind,
    Compare,
    Consistent,
    Contains,
    Equals,
    Equivalent,
    Matches,
    Not,
    OutputEquals,
    Plan,
    Quorum,
    Raises,
    Role,
    RoundsTo,
    RowsEqual,
    Step,
    Succeeds,
    Supports,
    Value,
)

if TYPE_CHECKING:
    from verifier.plan._checks import evaluate_check
    from verifier.plan._document import parse_plan, rebind
    from verifier.plan._dump import (
        check_json,
        claim_json,
        load_check,
        load_claim,
        load_plan,
        load_step,
        plan_json,
        step_json,
    )
    from verifier.plan._json import Extracted, extract_json
    from verifier.plan._json_schema import lint_strict, plan_schema, strict_schema
    from verifier.plan._sentences import compile_sentence
    from verifier.plan.audit import audit_fail, audit_pass, audit_static, concerns_answer
    from verifier.plan.mutants import Mutant

__all__ = [
    "REF",
    "AllOf",
    "AnyOf",
    "Basis",
    "Check",
    "CheckContext",
    "CheckOutcome",
    "Claim",
    "ClaimKind",
    "Compare",
    "Consistent",
    "Contains",
    "Equals",
    "Equivalent",
    "Extracted",
    "Matches",
    "MissingRef",
    "Mutant",
    "Not",
    "OutputEquals",
    "Plan",
    "PlanError",
    "Quorum",
    "Raises",
    "Result",
    "Role",
    "RoundsTo",
    "RowsEqual",
    "Step",
    "Succeeds",
    "Supports",
    "Value",
    "audit_fail",
    "audit_pass",
    "audit_static",
    "check_json",
    "claim_json",
    "compile_sentence",
    "concerns_answer",
    "evaluate_check",
    "extract_json",
    "lint_strict",
    "load_check",
    "load_claim",
    "load_plan",
    "load_step",
    "parse_plan",
    "plan_json",
    "plan_schema",
    "rebind",
    "resolve",
    "split_id",
    "step_json",
    "strict_schema",
]

_LATER = {
    "Extracted": "_json",
    "Mutant": "mutants",
    "audit_fail": "audit",
    "audit_pass": "audit",
    "audit_static": "audit",
    "check_json": "_dump",
    "claim_json": "_dump",
    "compile_sentence": "_sentences",
    "concerns_answer": "audit",
    "evaluate_check": "_checks",
    "extract_json": "_json",
    "lint_strict": "_json_schema",
    "load_check": "_dump",
    "load_claim": "_dump",
    "load_plan": "_dump",
    "load_step": "_dump",
    "parse_plan": "_document",
    "plan_json": "_dump",
    "plan_schema": "_json_schema",
    "rebind": "_document",
    "step_json": "_dump",
    "strict_schema": "_json_schema",
}

__getattr__ = later(__name__, _LATER)
