"""What lies in wait on this machine while the self-test runs: secrets to read, sockets to reach."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

#: Where banks look for a file of the host, and where it is put if that cannot be written.
CANARY = "/opt/amtfv-canary/CANARY"
_PLACES = ("/opt/amtfv-canary", "/var/tmp/amtfv-canary")  # noqa: S108  (a file to be found, with nothing in it)
_ABSTRACT = ("\0amtfv-canary", "\0verify-canary")
#: Command lines and names of processes are looked for this long after a job.
_GRACE_S = 0.5


class Bait:
    """A context: a readable file, a secret in the environment, a port and sockets that someone listens on."""

    def __init__(self) -> None:
        self.secrets: tuple[str, ...] = ()
        self.port = 0
        self.canary = CANARY
        self._made: list[Path] = []
        self._sockets: list[socket.socket] = []

    def __enter__(self) -> Self:
        token = secrets.token_hex(12)
        os.environ["SECRET_CANARY"] = f"SECRET_CANARY-{token}"
        self.secrets = (token, self._place(token))
        self._listen()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.environ.pop("SECRET_CANARY", None)
        for path in reversed(self._made):
            with contextlib.suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        for listener in self._sockets:
            listener.close()

    def _place(self, token: str) -> str:
        """Put a readable file where nothing private lies, unless there is one; what it says."""
        for place in map(Path, _PLACES):
            file = place / "CANARY"
            with contextlib.suppress(OSError):
                if file.is_file():
                    self.canary = str(file)
                    return file.read_text(encoding="utf-8").strip() or token
                if not place.exists():
                    place.mkdir(mode=0o755)
                    self._made.append(place)
                    file.write_text(token, encoding="utf-8")
                    file.chmod(0o644)
                    self._made.append(file)
                    self.canary = str(file)
                    return token
        return token

    def _listen(self) -> None:
        server = socket.create_server(("127.0.0.1", 0))
        self.port = server.getsockname()[1]
        self._sockets.append(server)
        if sys.platform == "linux":
            for name in _ABSTRACT:
                listener = socket.socket(socket.AF_UNIX)
                self._sockets.append(listener)
                with contextlib.suppress(OSError):  # another self-test holds it
                    listener.bind(name)
                    listener.listen()
        for listener in self._sockets:
            listener.setblocking(False)

    def source(self, code: str) -> str:
        """The program, with this machine's port and canary in it."""
        return code.replace("PORT", str(self.port)).replace(CANARY, self.canary)

    def connected(self) -> bool:
        """Whether something has connected since this was last asked."""
        return any(list(map(_accepted, self._sockets)))


def _accepted(listener: socket.socket) -> bool:
    try:
        listener.accept()[0].close()
    except OSError:
        return False
    return True


def survivors(mark: str) -> int:
    """How many processes with that name are still there, a moment after the job."""
    end = time.monotonic() + _GRACE_S
    while True:
        left = _named(mark.encode())
        if not left or time.monotonic() > end:
            return left
        time.sleep(0.02)


def _named(mark: bytes) -> int:
    count = 0
    for place in Path("/proc").glob("[0-9]*/comm"):
        with contextlib.suppress(OSError):
            count += place.read_bytes().strip() == mark
    return count
