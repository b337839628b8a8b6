"""A sandbox tried with programs that want out of it, and with good ones that must work.

A *bank* is a file of such programs, one JSON object a line; :func:`read_bank` tells its fields. Nothing of a
bank ever runs outside a sandbox.
"""

from __future__ import annotations

from sandbox.selftest._bait import Bait
from sandbox.selftest._bank import OWN, BankError, Case, read_bank
from sandbox.selftest._judge import Judged, judged
from sandbox.selftest._run import Trial, trial

__all__ = ["OWN", "Bait", "BankError", "Case", "Judged", "Trial", "judged", "read_bank", "trial"]
