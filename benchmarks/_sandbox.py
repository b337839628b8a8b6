"""What a sandboxed ``print(1)`` costs, against an empty Python and the usual ways, and how many go a second.

Every contender takes its turn in each round, so that a busy moment hits all of them. What is not here is left
out, and why is said.
"""

from __future__ import annotations

import contextlib
import shutil
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from sandbox import Backend, Cancel, Job
from sandbox.docker import DockerBackend, find_engine
from sandbox.embedded import EmbeddedBackend
from sandbox.image import tag

_ROUNDS = 25
_SECONDS = 8.0
_CALLERS = 2
_LIBRARIES = ("numpy", "sympy", "pandas")
_BARE = Job(source="print(1)")
_LOADED = Job(source="print(1)", libraries=_LIBRARIES)
_FLOOR = "python -I -S -c pass"
_DOCKER_RUN = "docker run --rm"
_LLM = "llm-sandbox, open session"


@dataclass
class Contender:
    """One way to run the program."""

    run: Callable[[], object]
    #: Done before each turn, and not counted.
    prepare: Callable[[], object] = lambda: None
    times: list[float] = field(default_factory=list)


def measure() -> list[str]:
    """Lines of milliseconds and ratios, then of rates."""
    with contextlib.ExitStack() as stack:
        notes: list[str] = []
        contenders = dict(_contenders(stack, notes))
        _take_turns(contenders, notes)
        return [*_latencies(contenders), *_rates(stack, notes), *notes]


# --- who takes part ---------------------------------------------------------------------------------------
def _contenders(stack: contextlib.ExitStack, notes: list[str]) -> Iterator[tuple[str, Contender]]:
    python = [sys.executable, "-I", "-S", "-c", "pass"]
    yield _FLOOR, Contender(lambda: subprocess.run(python, check=True))
    embedded = _embedded(stack, notes)
    if embedded is not None:
        yield "embedded, bare", Contender(lambda: _checked(embedded, _BARE))
        yield "embedded, preloaded", Contender(lambda: _checked(embedded, _LOADED))
    engine = find_engine()
    if not engine.found:
        notes.append(f"docker is not measured: {engine.detail}")
        return
    yield from _docker(stack, notes, engine)


def _embedded(stack: contextlib.ExitStack, notes: list[str]) -> Backend | None:
    backend = EmbeddedBackend()
    stack.callback(backend.close)
    found = backend.run(_BARE, Cancel())
    if found.status == "ok":
        return backend
    notes.append(f"embedded is not measured: {found.detail}")
    return None


def _docker(stack: contextlib.ExitStack, notes: list[str], engine: Any) -> Iterator[tuple[str, Contender]]:
    for name, job in (("bare", _BARE), ("preloaded", _LOADED)):
        backend = DockerBackend(size=2, engine=engine)
        stack.callback(backend.close)
        try:
            backend.warm(job.libraries)
        except RuntimeError as error:
            notes.append(f"docker is not measured: {error}")
            return
        yield f"docker single-use, {name}", _single_use(backend, job)
    if shutil.which("docker"):
        command = [
            "docker", "--host", engine.url, "run", "--rm", "--network", "none", "--entrypoint", "python3.11",
            tag(), "-I", "-S", "-c", "print(1)",
        ]  # fmt: skip
        yield _DOCKER_RUN, Contender(lambda: subprocess.run(command, check=True, capture_output=True))
    else:
        notes.append("docker run is not measured: there is no docker command")
    session = _llm_session(stack, notes, engine)
    if session is not None:
        yield _LLM, Contender(lambda: _said_one(session.run("print(1)").stdout))


def _single_use(backend: DockerBackend, job: Job) -> Contender:
    return Contender(lambda: _checked(backend, job), lambda: backend.warm(job.libraries))


def _llm_session(stack: contextlib.ExitStack, notes: list[str], engine: Any) -> Any:
    """An open session of llm-sandbox on our image: no registry is needed, nothing is installed in it."""
    try:
        import docker  # noqa: PLC0415  (measured only where it is installed)
        from llm_sandbox import SandboxSession  # noqa: PLC0415  (likewise)
    except ImportError as error:
        notes.append(f"{_LLM} is not measured: {error}")
        return None
    client = docker.DockerClient(base_url=engine.url)
    stack.callback(client.close)
    prepare = "mkdir -p /usr/local/bin; ln -s $(command -v python3.11) /usr/local/bin/python; exec sleep 3600"
    settings = {"network_mode": "none", "entrypoint": ["sh", "-c", prepare], "init": True}
    session = SandboxSession(
        client=client,
        lang="python",
        image=tag(),
        keep_template=True,
        skip_environment_setup=True,
        runtime_configs=settings,
    )
    try:
        opened = stack.enter_context(session)
        _wait_until_it_works(opened)
    except Exception as error:  # noqa: BLE001  (another project's, whatever it is)
        notes.append(f"{_LLM} is not measured: {error}")
        return None
    return opened


def _wait_until_it_works(session: Any) -> None:
    """Until its container has found its Python."""
    for _ in range(20):
        if session.run("print(1)").stdout.strip() == "1":
            return
        time.sleep(0.25)
    raise RuntimeError("it prints nothing")


def _checked(backend: Backend, job: Job) -> None:
    found = backend.run(job, Cancel())
    if found.stdout != "1\n":
        raise RuntimeError(f"{backend.name}: {found.status}: {found.detail}")


def _said_one(text: str) -> None:
    if text.strip() != "1":
        raise RuntimeError(f"it printed {text!r}")


# --- the measurement --------------------------------------------------------------------------------------
def _take_turns(contenders: dict[str, Contender], notes: list[str]) -> None:
    for number in range(_ROUNDS + 1):
        for name in list(contenders):
            contender = contenders[name]
            try:
                contender.prepare()
                start = time.perf_counter()
                contender.run()
                taken = time.perf_counter() - start
            except Exception as error:  # noqa: BLE001  (one that fails must not end the others)
                notes.append(f"{name} is not measured: {error}")
                del contenders[name]
                continue
            if number:  # the first turn warms up
                contender.times.append(taken * 1000)


def _latencies(contenders: dict[str, Contender]) -> Iterator[str]:
    medians = {name: statistics.median(contender.times) for name, contender in contenders.items()}
    best = {name: min(contender.times) for name, contender in contenders.items()}
    for name, median in medians.items():
        ratio = f"{median / medians[_FLOOR]:6.2f}x python"
        faster = "".join(
            f"{medians[other] / median:7.1f}x faster than {other.partition(',')[0]}"
            for other in (_DOCKER_RUN, _LLM)
            if other in medians and name.startswith("docker single-use")
        )
        yield f"{name:<34}{median:8.1f} ms (best {best[name]:.1f}) {ratio}{faster}"


# --- rates ------------------------------------------------------------------------------------------------
def _rates(stack: contextlib.ExitStack, notes: list[str]) -> Iterator[str]:
    backends: dict[str, Backend] = {}
    if not any(note.startswith("embedded") for note in notes):
        backends["embedded"] = EmbeddedBackend()
    if not any(note.startswith("docker is") for note in notes):
        backends["docker single-use"] = DockerBackend(size=4)
        backends["docker fork-reuse"] = DockerBackend(size=2, reuse="fork")
    for name, backend in backends.items():
        stack.callback(backend.close)
        yield f"{name}, {_CALLERS} callers".ljust(34) + f"{_rate(backend):8.1f} jobs/s"


def _rate(backend: Backend) -> float:
    _checked(backend, _BARE)
    done = [0] * _CALLERS
    start = time.perf_counter()

    def call(number: int) -> None:
        while time.perf_counter() - start < _SECONDS:
            _checked(backend, _BARE)
            done[number] += 1

    threads = [threading.Thread(target=call, args=(number,)) for number in range(_CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done) / (time.perf_counter() - start)
