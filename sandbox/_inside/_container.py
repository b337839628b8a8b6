"""``python -m sandbox._inside._container REUSE [MODULE…]``: process 1 of a container.

The host's frames come on stdin and go to stdout; no argument and no file ever holds a job. This process can't
be looked into: it is not dumpable, so that its descriptors and memory are closed to the job although both
run as one user, and the kernel keeps the signals of its own namespace from it. It ends when the host lets go
of its stdin, and after some time without a job; with it the whole container ends.
"""

from __future__ import annotations

import gc
import os
import select
import sys

from sandbox._inside import _frames, _isolate, _libraries, _seal, _seccomp, _serve, _supervise, _wipe

_IDLE_S = 900.0
_SITE = "/amtfv/site"
_PLACES = ("/tmp", "/dev/shm")  # noqa: S108
#: Where the kernel counts what it killed for lack of memory: control groups of version 2, and of version 1.
_COUNTERS = ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")


def _memory_kills() -> int:
    """Processes of this container that were killed for lack of memory so far; 0 where no counter is seen."""
    for path in _COUNTERS:
        try:
            with open(path, encoding="ascii") as counter:  # noqa: PTH123
                lines = counter.read().splitlines()
        except OSError:
            continue
        for line in lines:
            if line.startswith("oom_kill "):
                return int(line.split()[1])
    return 0


def _take_streams() -> tuple[int, int]:
    """The host's streams, moved to where nothing that is imported reads or prints by chance."""
    reader, writer = os.dup(0), os.dup(1)
    null = os.open("/dev/null", os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return reader, writer


def _installed() -> list[str]:
    """Top-level modules of third parties."""
    try:
        names = os.listdir(_SITE)  # noqa: PTH208
    except OSError:
        return []
    tops = {name.partition(".")[0] for name in names if not name.endswith((".libs", "-info", "__pycache__"))}
    return sorted(tops)


def _main() -> None:
    _isolate.dumpable(on=False)
    reader, writer = _take_streams()
    reuse, *preload = sys.argv[1:]
    sys.path[:] = [path for path in sys.path if path != "/amtfv"]
    _serve.like_a_script()
    loaded = _libraries.load(preload)
    _isolate.bar_privileges()
    _isolate.drop_privileges()
    _serve.warm_up()
    _seccomp.install()
    os.chdir("/tmp")  # noqa: S108
    gc.collect()
    gc.freeze()
    gc.disable()
    wake = _supervise.wake_on_child()
    ready = _supervise.prepare(by_user=False)
    hello = {"ready": True, "python": sys.version.split()[0], "loaded": loaded, "libraries": _installed()}
    _frames.send(writer, hello)
    while select.select([reader], [], [], _IDLE_S)[0]:
        key = _frames.receive(reader)
        if key is None:
            return
        sealer = _seal.Sealer(bytes.fromhex(key["key"]))
        served = _supervise.supervise(reader, writer, ready, wake, counted=_memory_kills, sealer=sealer)
        if not served or reuse != "fork":
            return
        # What can't be wiped is not handed to another job.
        if not all(_wipe.wipe(place) for place in _PLACES):
            return
        ready = _supervise.prepare(by_user=False)


_main()
# Nothing is left to be written, and taking apart what was loaded takes as long as loading a part of it.
os._exit(0)
