"""The computer algebra system runs elsewhere: limits, threads, the event loop, and trees on the wire."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import anyio
import pytest

from toolkits.equivalence import _symbolic, acheck, check
from toolkits.equivalence._policy import Clock, Policy
from toolkits.equivalence._symbolic import ask
from toolkits.equivalence._wire import from_wire, to_wire
from toolkits.errors import ToolInputError
from toolkits.expressions import parse


@pytest.mark.parametrize(
    "text", ["x + 1/3", "-sin(2*x)^2", "5!", "pi*e", "log(8, 2)", "30°", "x_1 + alpha", "1 + 2 - 3*4/5"]
)
def test_a_tree_survives_the_wire(text: str) -> None:
    """What is sent is what arrives, node by node."""
    node = parse(text)
    assert str(from_wire(to_wire(node))) == str(node)


@pytest.mark.parametrize("data", [None, [], ["n", "1", "0"], ["z", 1], ["n", "x", "1"], "x", [["b"]]])
def test_nothing_else_is_a_tree(data: object) -> None:
    """Anything that is no tree is refused."""
    with pytest.raises(ToolInputError):
        from_wire(data)


def test_what_takes_too_long_is_undecided() -> None:
    """A question without an answer ends at its deadline, and the next one is answered."""
    found = check("integrate(x^x, x)", "0", seconds=0.05)
    assert (found.outcome, found.reason) == ("undecided", "limit")
    reply = ask(
        {"task": "zero", "one": to_wire(parse("x")), "other": to_wire(parse("x"))}, Policy(clock=Clock(20))
    )
    assert reply.get("zero") is True


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A process that never comes up, as on a machine that has no time for it."""
    monkeypatch.setattr(_symbolic, "_COMMAND", (sys.executable, "-c", "import time; time.sleep(60)"))
    worker = _symbolic._Worker()
    monkeypatch.setattr(_symbolic, "_WORKER", worker)
    yield
    worker.close()


@pytest.mark.usefixtures("silent")
def test_the_start_of_the_process_counts() -> None:
    """The deadline counts from the call: a process that is not up by then leaves the pair undecided, in time."""
    begun = time.monotonic()
    found = check("integrate(x^x, x)", "0", seconds=0.5)
    assert (found.outcome, found.reason) == ("undecided", "limit")
    assert 0.4 < time.monotonic() - begun < 30


@pytest.mark.usefixtures("silent")
def test_waiting_for_others_counts() -> None:
    """Callers that wait for one another's questions are answered by their own deadlines."""

    def timed(power: int) -> tuple[str, float]:
        begun = time.monotonic()
        outcome = check(f"integrate(x^(x^{power}), x)", "0", seconds=0.5).outcome
        return outcome, time.monotonic() - begun

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(timed, range(2, 8)))
    assert {outcome for outcome, _ in found} == {"undecided"}
    assert max(seconds for _, seconds in found) < 30


def test_a_process_that_falls_silent_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once may be a busy machine's fault; the second time in a row it is replaced."""
    says = "import sys, time; print('{\"ready\": true}', flush=True); time.sleep(60)"
    monkeypatch.setattr(_symbolic, "_COMMAND", (sys.executable, "-c", says))
    worker = _symbolic._Worker()
    worker.start(wait=True)
    first = worker._process
    task = {"task": "zero", "one": to_wire(parse("x")), "other": to_wire(parse("x"))}
    assert worker.ask(task, Clock(0.3)) == {"limit": "time"}
    assert worker._process is first
    assert worker.ask(task, Clock(0.3)) == {"limit": "time"}
    assert worker._process is None
    assert first is not None
    assert first.poll() is not None


def test_it_can_be_left_out() -> None:
    """Without it nothing is symbolic, and no process is started."""
    assert check("integrate(x^x, x)", "0", symbolic=False).outcome == "undecided"


def test_threads_may_share_the_tool() -> None:
    """Ten threads get what one gets."""
    pairs = [(f"(x+{k})^2", f"x^2 + {2 * k}*x + {k * k}") for k in range(10)]
    with ThreadPoolExecutor(10) as pool:
        outcomes = list(pool.map(lambda pair: check(*pair).outcome, pairs))
    assert outcomes == ["equivalent"] * 10


def test_the_event_loop_goes_on() -> None:
    """`acheck` is awaited; several run side by side."""
    found: dict[str, str] = {}

    async def one(b: str) -> None:
        found[b] = (await acheck("1/2", b)).outcome

    async def run() -> None:
        async with anyio.create_task_group() as group:
            for b in ("0.5", "0.6", "1/0"):
                group.start_soon(one, b)

    anyio.run(run)
    assert found == {"0.5": "equivalent", "0.6": "different", "1/0": "error"}


def test_threads_see_their_own_precision() -> None:
    """FLINT's precision is one for the process: pairs that need much of it come out the same in eight threads."""
    pairs = [("2^-300", "0"), ("sqrt(2)", "1.41421356237309504880168872420969807856967"), ("tanh(60)", "1")]
    alone = [check(*pair, symbolic=False).outcome for pair in pairs] * 20
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda pair: check(*pair, symbolic=False).outcome, pairs * 20)) == alone


def test_cancelling_leaves_nothing_behind() -> None:
    """Awaited checks that are cancelled end, and the next check is answered."""

    async def run() -> str:
        with anyio.move_on_after(0.01):
            async with anyio.create_task_group() as group:
                for power in (2, 3, 4):
                    hard = f"integrate(x^{power}*exp(x^x), x)"
                    group.start_soon(partial(acheck, hard, "0", seconds=0.2))
        return (await acheck("1/2", "0.5")).outcome

    assert anyio.run(run) == "equivalent"


def test_a_question_pays_for_itself_alone() -> None:
    """All questions of one comparison share its time; what is spent is gone."""
    clock = Clock(20)
    task = {"task": "zero", "one": to_wire(parse("x")), "other": to_wire(parse("x"))}
    assert ask(task, Policy(clock=clock)).get("zero") is True
    assert clock.left < 20
    assert ask(task, Policy(clock=Clock(0))) == {"limit": "time"}


def test_no_computer_algebra_is_loaded_here() -> None:
    """Comparing loads neither SymPy nor Pint into the caller's process."""
    code = (
        "import sys\n"
        "from toolkits.equivalence import check\n"
        "check('sin(x)^2', '1 - cos(x)^2'); check('5 km', '5000 m'); check('x^2 = 4', 'x = 2')\n"
        "print(sorted({'sympy', 'pint', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_assumptions_are_checked() -> None:
    """An unknown word is refused where it is given."""
    with pytest.raises(ToolInputError, match="assume"):
        check("x", "x", assume={"x": "purple"})  # type: ignore[dict-item]
    with pytest.raises(ToolInputError, match="relation"):
        check("x", "x", relation="similar")  # type: ignore[arg-type]


def test_the_least_grade_that_counts() -> None:
    """Evidence below the caller's grade leaves the pair undecided."""
    assert check("sin(x)^2", "1 - cos(x)^2", least="exact").outcome == "equivalent"
    assert check("sin(x)^2", "1 - cos(x)^2", least="structural").outcome == "undecided"
    assert check("x", "x", least="structural").outcome == "equivalent"
