"""A seccomp filter, assembled here: which system calls a job may not make.

It is a deny list, because numpy, pandas and threads need a wide and shifting set of calls; the namespaces,
the empty capability set and no-new-privileges stand behind it. What it refuses: sockets, new namespaces,
mounts, tracing other processes, the kernel's own configuration, and interfaces with a record of kernel bugs
(io_uring, bpf, userfaultfd, keyrings). Memory that no process limit counts (memfd, System V shared memory) is
refused too.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# name: (x86_64, aarch64); None where the architecture has no such call.
_DENIED: dict[str, tuple[int | None, int | None]] = {
    "socket": (41, 198),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "kcmp": (312, 272),
    "process_madvise": (440, 440), "pidfd_getfd": (438, 438), "process_mrelease": (448, 448),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430), "fsconfig": (431, 431),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "statmount": (457, 457),
    "listmount": (458, 458),
    "unshare": (272, 97), "setns": (308, 268),
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "create_module": (174, None), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106),
    "get_kernel_syms": (177, None), "query_module": (178, None),
    "kexec_load": (246, 104), "kexec_file_load": (320, 294), "reboot": (169, 142),
    "swapon": (167, 224), "swapoff": (168, 225), "acct": (163, 89), "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266),
    "adjtimex": (159, 171),
    "sethostname": (170, 161), "setdomainname": (171, 162), "syslog": (103, 116), "vhangup": (153, 58),
    "setpriority": (141, 140),
    "name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265), "fanotify_init": (300, 262),
    "lookup_dcookie": (212, 18), "nfsservctl": (180, 42), "_sysctl": (156, None), "sysfs": (139, None),
    "uselib": (134, None), "ustat": (136, None),
    "iopl": (172, None), "ioperm": (173, None), "modify_ldt": (154, None), "personality": (135, 92),
    "mbind": (237, 235), "set_mempolicy": (238, 237), "migrate_pages": (256, 238), "move_pages": (279, 239),
    "memfd_create": (319, 279), "memfd_secret": (447, 447),
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190),
    "mq_open": (240, 180),
}  # fmt: skip
_CLONE = (56, 220)
_CLONE3 = 435
_IOCTL = (16, 29)
_PRLIMIT = (302, 261)
_MKNOD, _MKNODAT = (133, None), (259, 33)

_NEW_NAMESPACES = 0x00020000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000
_TIOCSTI = 0x5412
_TIOCLINUX = 0x541C
_X32 = 0x40000000
_FILE_TYPE, _FIFO = 0o170000, 0o010000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_COLUMN = {"x86_64": 0, "aarch64": 1}

_LOAD, _AND, _JUMP_EQ, _JUMP_GE, _JUMP_SET, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
_AT_NUMBER, _AT_ARCH, _AT_ARG0, _AT_ARG1, _AT_ARG2 = 0, 4, 16, 24, 32
_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2


class UnknownMachine(Exception):  # noqa: N818
    """There is no table of system calls for this processor."""


def _instruction(code: int, k: int, jump_true: int = 0, jump_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, jump_true, jump_false, k)


def _return(decision: int) -> bytes:
    return _instruction(_RETURN, decision)


def _refuse_if(argument: int, *tests: bytes) -> bytes:
    """Refuse when one of ``tests`` on the low word of an argument is true, else allow."""
    block = _instruction(_LOAD, argument)
    for test in tests:
        block += test + _return(_ERRNO | errno.EPERM)
    return block + _return(_ALLOW)


def _decisions(machine: str) -> dict[int, bytes]:
    """Number of a system call -> what to do about it, where that is not to allow it."""
    column = _COLUMN[machine]
    decisions = {
        numbers[column]: _return(_ERRNO | (errno.EACCES if name == "socket" else errno.EPERM))
        for name, numbers in _DENIED.items()
    }
    # glibc falls back to clone, whose flags a filter can read, only when told that clone3 does not exist.
    decisions[_CLONE3] = _return(_ERRNO | errno.ENOSYS)
    decisions[_CLONE[column]] = _refuse_if(_AT_ARG0, _instruction(_JUMP_SET, _NEW_NAMESPACES, 0, 1))
    decisions[_IOCTL[column]] = _refuse_if(
        _AT_ARG1,
        _instruction(_JUMP_EQ, _TIOCSTI, 0, 1),
        _instruction(_JUMP_EQ, _TIOCLINUX, 0, 1),
    )
    # A job may lower its own limits, not those of its supervisor: only pid 0 (itself) is allowed.
    decisions[_PRLIMIT[column]] = _refuse_if(_AT_ARG0, _instruction(_JUMP_EQ, 0, 1, 0))
    # Of what mknod makes, a named pipe is the one that is no device and no way around the other calls.
    not_fifo = _instruction(_AND, _FILE_TYPE), _instruction(_JUMP_EQ, _FIFO, 1, 0)
    decisions[_MKNOD[column]] = _refuse_if(_AT_ARG1, b"".join(not_fifo))
    decisions[_MKNODAT[column]] = _refuse_if(_AT_ARG2, b"".join(not_fifo))
    return {number: block for number, block in decisions.items() if number is not None}


def _ranges(decisions: Mapping[int, bytes]) -> list[tuple[int, bytes]]:
    """(first number, what to do) of ranges that cover all numbers, in order."""
    ranges = [(0, _return(_ALLOW))]
    for number, block in sorted(decisions.items()):
        for start, then in ((number, block), (number + 1, _return(_ALLOW))):
            if ranges[-1][0] == start:
                ranges.pop()
            if not ranges or ranges[-1][1] != then:
                ranges.append((start, then))
    return ranges


def _search(ranges: Sequence[tuple[int, bytes]]) -> bytes:
    """A binary search for the range of the number at hand: a list would be walked at every system call."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    below, above = _search(ranges[:middle]), _search(ranges[middle:])
    return _instruction(_JUMP_GE, ranges[middle][0], len(below) // 8, 0) + below + above


@lru_cache(maxsize=4)
def assemble(machine: str) -> bytes:
    """The filter program for a processor, as the kernel's ``sock_filter`` array.

    Raises:
        UnknownMachine: neither x86_64 nor aarch64.
    """
    if machine not in _COLUMN:
        raise UnknownMachine(machine)
    ranges = _ranges(_decisions(machine))
    if machine == "x86_64":
        ranges.append((_X32, _return(_ERRNO | errno.ENOSYS)))
    program = _instruction(_LOAD, _AT_ARCH)
    program += _instruction(_JUMP_EQ, _AUDIT_ARCH[machine], 1, 0) + _return(_KILL_PROCESS)
    return program + _instruction(_LOAD, _AT_NUMBER) + _search(ranges)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


@lru_cache(maxsize=1)
def prepare() -> tuple[_Program, ctypes.CDLL]:
    """Assemble the filter, ahead of the first job. Raises :class:`UnknownMachine`."""
    code = assemble(os.uname().machine)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = _Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    return program, ctypes.CDLL(None, use_errno=True)


def install() -> None:
    """Put this process and all that it starts under the filter.

    Needs no-new-privileges. Raises ``OSError``.
    """
    program, libc = prepare()
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
