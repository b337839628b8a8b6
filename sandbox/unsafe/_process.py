"""One ordinary process: started, watched, ended with all it started."""

from __future__ import annotations

import base64
import json
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any

from sandbox._cancel import Cancel

NAME = "unsafe_subprocess"
_ENVIRONMENT = {
    "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", "MPLBACKEND": "Agg",
    "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1",
}  # fmt: skip
_KEPT = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH")
_READ = 1 << 16
_END_S = 5.0


class _Stream:
    """Reads a pipe up to a cap, in a thread of its own."""

    def __init__(self, pipe: IO[bytes], cap: int, over: threading.Event) -> None:
        self.data = bytearray()
        self._pipe, self._cap, self._over = pipe, cap, over
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        with self._pipe as pipe:
            while block := os.read(pipe.fileno(), _READ):
                self.data += block[: self._cap - len(self.data) + 1]
                if len(self.data) > self._cap:
                    del self.data[self._cap :]
                    self._over.set()
                    return


class Process:
    """A job as a process of this user.

    Args:
        folder: a directory of the job's own; ``work`` in it is where the program starts.
        frame: the job, as :func:`sandbox._message.message` made it.
    """

    def __init__(self, folder: Path, frame: dict[str, Any]) -> None:
        (folder / "work").mkdir(exist_ok=True)
        self._report, self._nonce = folder / "report", secrets.token_hex(16)
        self._limits = frame["limits"]
        self._over = threading.Event()
        self._begin = time.monotonic()
        script = Path(__file__).with_name("_child.py")
        self._process = subprocess.Popen(  # noqa: S603  (our own script; asked for by name)
            [sys.executable, "-I", "-B", str(script), str(self._report), self._nonce],
            cwd=folder / "work", env=_ENVIRONMENT | {n: os.environ[n] for n in _KEPT if n in os.environ},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
        )  # fmt: skip
        pipes = {"stdout": self._process.stdout, "stderr": self._process.stderr}
        cap = self._limits["output_bytes"]
        self._streams = {name: _Stream(pipe, cap, self._over) for name, pipe in pipes.items() if pipe}
        self._send(frame)

    def _send(self, frame: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            with self._process.stdin as pipe:
                pipe.write(json.dumps({**frame, "files": {}}).encode("ascii"))
        except OSError:  # it ended before it had read its job: the reply says so
            return

    def finish(self, cancel: Cancel) -> dict[str, Any]:
        """Wait for its end, or make one; the reply that a supervisor would give."""
        cancel.hold(self._kill)
        why = self._wait()
        self._kill()
        cancel.hold(None)
        code = self._process.wait()
        for stream in self._streams.values():
            stream.thread.join(_END_S)
        return {
            "why": why or ("output_limit" if self._over.is_set() else ""), "exit_code": code,
            "report": self._told(), "seconds": time.monotonic() - self._begin,
            **{name: base64.b64encode(stream.data).decode("ascii") for name, stream in self._streams.items()},
        }  # fmt: skip

    def _wait(self) -> str:
        deadline = self._begin + self._limits["wall_s"]
        while not self._over.is_set():
            try:
                self._process.wait(min(0.05, max(deadline - time.monotonic(), 0.001)))
            except subprocess.TimeoutExpired:
                if time.monotonic() >= deadline:
                    return "timeout"
            else:
                return ""
        return "output_limit"

    def _kill(self) -> None:
        """End it and what it started, as far as that stayed in its process group."""
        try:
            if os.name == "nt":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return

    def _told(self) -> str:
        try:
            text = self._report.read_text(encoding="ascii", errors="replace")
        except OSError:
            return ""
        return text.removeprefix(self._nonce) if text.startswith(self._nonce) else ""
