"""Runs in the sandbox: the code under test, then each example, and says what came of it.

Nothing here judges: values go back as they are.
"""
# ruff: noqa: S102, S307 -- running the code is what this program is for, and it runs in the sandbox

from __future__ import annotations

import sys
import types
from typing import Any

from toolkits.code_oracle._harness_common import FILENAME, attempt

#: ``code``, ``before``, ``examples`` and ``seconds``: bound by the sandbox before the program starts.
INPUTS: dict[str, Any] = globals().get("INPUTS", {})


def _load(scope: dict[str, Any]) -> None:
    exec(compile(INPUTS["before"], "<question>", "exec", dont_inherit=True), scope)
    exec(compile(INPUTS["code"], FILENAME, "exec", dont_inherit=True), scope)


def _example(example: dict[str, str], scope: dict[str, Any]) -> dict[str, Any]:
    def work() -> object:
        exec(example.get("setup", ""), scope)
        return eval(compile(example["call"], "<example>", "eval", dont_inherit=True), scope)

    return attempt(work, INPUTS["seconds"])


def _main() -> dict[str, Any]:
    # Not __main__: what a program does when it is started is not what its functions return.
    module = types.ModuleType("answer")
    sys.modules["answer"] = module
    scope = module.__dict__
    loading = attempt(lambda: _load(scope), INPUTS["seconds"])
    if "exception" in loading or "timeout" in loading:
        return {"loading": loading, "found": []}
    return {"loading": loading, "found": [_example(example, scope) for example in INPUTS["examples"]]}


result = _main() if INPUTS else None
