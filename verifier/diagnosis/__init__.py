"""Why a check failed: by how much a value is off, and which common slip would explain it.

A diagnosis is data (a ``kind`` and details) with a sentence in English (``summary``) and Chinese
(``summary_zh``). It never asserts more than was found: "it is what comes out with 1 in place of 4" is a fact
about two numbers, not about what the author meant.
"""

from verifier.diagnosis._diagnose import KINDS, diagnose
from verifier.diagnosis._expressions import explain
from verifier.diagnosis._numbers import Pair, Slip

__all__ = ["KINDS", "Pair", "Slip", "diagnose", "explain"]
