"""One program of a derivation, run in the sandbox by the ``python`` tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from toolkits.derivations._values import Value, value_in
from toolkits.errors import ToolkitError
from toolkits.python_code import python

#: What keeps every program from running: a fault of the place, not of one program.
_NOT_HERE: Final = frozenset({"sandbox_unavailable"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """One program's vote: its value, or why it abstains."""

    author: str
    seed: int | str
    source: str
    value: Value | None = None
    abstains: str = ""

    def abstaining(self, reason: str) -> Derived:
        """The same without a vote."""
        return replace(self, value=None, abstains=self.abstains or reason)

    def json(self) -> dict[str, Any]:
        """As JSON; the source stands in the tool's input."""
        told = {"value": None, "unit": None} if self.value is None else self.value.json()
        return {"author": self.author, "seed": self.seed, **told, "abstains": self.abstains}


def derived(program: Mapping[str, Any], inputs: dict[str, Any]) -> Derived:
    """Run one program.

    Raises:
        ToolkitError: there is no sandbox. All else that goes wrong is an abstention with its reason.
    """
    source = str(program["source"])
    seed = program.get("seed")
    blank = Derived(
        author=str(program.get("author") or ""),
        seed=seed if isinstance(seed, int | str) else 0,
        source=source,
    )
    if not source.strip():
        return blank.abstaining("no_program")
    try:
        output = python(source, inputs=inputs, result=_variable(program, source))
    except ToolkitError as error:
        if error.code in _NOT_HERE:
            raise
        return blank.abstaining(error.code)
    return _voting(blank, output)


def _variable(program: Mapping[str, Any], source: str) -> str | None:
    """The variable that holds the value; one that the program never names is none."""
    name = program.get("result")
    return name if isinstance(name, str) and name in source else None


def _voting(blank: Derived, output: Mapping[str, Any]) -> Derived:
    raised = output["exception"]
    if raised is not None:
        return blank.abstaining(raised["cause"] or "exception")
    if output["exit_code"]:
        return blank.abstaining("exit_code")
    if output["reads_clock"]:
        return blank.abstaining("reads_clock")
    value = value_in(output["value"], output["stdout"])
    if value is not None:
        return replace(blank, value=value)
    shown = output["value"] is not None or output["printed"]
    return blank.abstaining("no_single_value" if shown else "no_output")
