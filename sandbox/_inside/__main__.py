"""``python -m sandbox._inside CONTROL_FD ONCE_MB [MODULE…]``: started by the host inside bubblewrap."""

from __future__ import annotations

import os
import socket
import sys

from sandbox._inside import _serve


def _main() -> None:
    descriptor, once_mb, *preload = sys.argv[1:]
    control = socket.socket(fileno=int(descriptor))
    # Whatever else was inherited could lead out of the sandbox: it is closed before anything runs.
    keep = control.fileno()
    os.closerange(3, keep)
    os.closerange(keep + 1, 65_536)
    sys.path[:] = [path for path in sys.path if path != "/amtfv"]
    _serve.serve(control, preload, once_mb=int(once_mb))


_main()
