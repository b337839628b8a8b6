"""What is served again to later runs, and what never is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.verifier.scripted import RIGHT, claim, placed, planner, question, step
from toolkits.registry import Registry, Tool
from verifier import Report, check
from verifier.engine._memory import MEMORY, Memory
from verifier.plan import Plan
from verifier.report import canonical, report_row

ANSWER, CLAIMS = placed([claim("final")])
PLAN = Plan(claims=CLAIMS, steps=(step("s0", "final"),))


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    """No test sees what another has left."""
    MEMORY.clear()
    yield
    MEMORY.clear()


class Oracle:
    """A tool that counts its calls."""

    def __init__(self, **extra: Any) -> None:
        self.calls = 0
        self.extra = extra

    def call(self, ask: str) -> Mapping[str, Any]:
        """Say what is right."""
        self.calls += 1
        return {"value": str(RIGHT), **self.extra}


def run(oracle: Oracle, version: str = "1", source: Any = None, **fields: Any) -> Report:
    """One run with that tool."""
    tools = Registry()
    made = Tool(
        name="oracle", version=version, function=oracle.call, source=source,
        **{"heavy": True, "deterministic": True, **fields},
    )  # fmt: skip
    tools.add(made)
    return check(ANSWER, question(), planner=planner(PLAN), registry=tools)


def test_a_dear_output_is_served_to_the_next_run() -> None:
    """The tool is called once; the evidence of the second run says that it was served, and verifies all the same."""
    oracle = Oracle()
    first, second = run(oracle), run(oracle)
    assert oracle.calls == 1
    assert [r.attempts[0].evidence[0].cached for r in (first, second)] == [False, True]
    assert first.verdict == second.verdict == "verified"
    assert canonical(report_row(first)) == canonical(report_row(second))


def test_nothing_is_served_across_a_changed_version_or_source() -> None:
    """Another version, or another digest of what the tool reads beside its input, is another tool."""
    oracle = Oracle()
    run(oracle)
    run(oracle, version="2")
    run(oracle, source=lambda: "sha256:a")
    assert oracle.calls == 3
    report = run(oracle, source=lambda: "sha256:b")
    assert oracle.calls == 4
    assert report.attempts[0].evidence[0].tool_version == "1@sha256:b"


@pytest.mark.parametrize("fields", [{"deterministic": False}, {"heavy": False}])
def test_what_is_light_or_not_deterministic_is_called_anew(fields: dict[str, Any]) -> None:
    """A tool has to say that its outputs may be served again; a light one is quicker called."""
    oracle = Oracle()
    run(oracle, **fields)
    assert not run(oracle, **fields).attempts[0].evidence[0].cached
    assert oracle.calls == 2


@pytest.mark.parametrize("extra", [{"reads_clock": True}, {"exception": {"type": "MemoryError"}}])
def test_what_the_machine_had_a_part_in_is_not_kept(extra: dict[str, Any]) -> None:
    """A clock that was read, or an exception, which a limit may have caused."""
    oracle = Oracle(**extra)
    run(oracle)
    run(oracle)
    assert oracle.calls == 2


def test_it_is_bounded() -> None:
    """The least lately used are forgotten; what is too long is not kept."""
    tool = Tool(name="t", version="1", function=Oracle().call, heavy=True, deterministic=True)
    memory = Memory(entries=2, size=1_000)
    keys = [("t", "1", str(number)) for number in range(3)]
    for key in keys[:2]:
        memory.keep(tool, key, {"value": 1})
    memory.recall(tool, keys[0])
    memory.keep(tool, keys[2], {"value": 1})
    assert [memory.recall(tool, key) is not None for key in keys] == [True, False, True]
    memory.keep(tool, keys[1], {"value": "x" * 2_000})
    assert memory.recall(tool, keys[1]) is None
    memory.keep(tool, keys[0], {"value": "x" * 300_000})
    assert len(memory) <= 2
