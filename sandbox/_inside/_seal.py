"""Seals on frames, for kernels that do not keep a process's descriptors to itself.

On Linux nobody can open the descriptors of a process that is not dumpable. Other kernels that run containers
may let a job open those of its supervisor, and so write frames of its own. Each frame therefore bears a code
that only who knows the key can make. The key comes from the host just before the job, when the job's process
exists already and has no copy of it.
"""

from __future__ import annotations

# What hashlib and hmac take these from; they themselves load all of OpenSSL first.
from _blake2 import blake2b
from _operator import _compare_digest

SIZE = 32


class Sealer:
    """Makes or checks the seals of one job's frames, in their order.

    Args:
        key: 32 secret bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._number = 0

    def _code(self, body: bytes) -> bytes:
        number = self._number.to_bytes(8, "big")
        self._number += 1
        return blake2b(number + body, key=self._key, digest_size=SIZE).digest()

    def seal(self, body: bytes) -> bytes:
        """The body of the next frame with its seal before it."""
        return self._code(body) + body

    def opened(self, sealed: bytes) -> bytes | None:
        """The body of the next frame, or ``None`` when its seal is not ours."""
        body = sealed[SIZE:]
        return body if _compare_digest(self._code(body), sealed[:SIZE]) else None
