"""What each backend protects against, and what not; the docs and `amtfv sandbox doctor` show it."""

from __future__ import annotations

_EMBEDDED = (
    "Isolates by Linux user, pid, mount, network, IPC and UTS namespaces, a seccomp filter and "
    "resource limits. It shares the host's kernel: a kernel fault that can be reached through the "
    "allowed system calls breaks it. It protects against mistakes and ordinary malicious code in "
    "model output; it is no boundary between tenants. Without a writable cgroup the memory limit "
    "holds for each process of a job, not for all together."
)
#: Backend -> what its walls are worth.
WORTH = {
    "docker": (
        "Every job has a container of its own: no network, a read-only root, no capabilities, no new "
        "privileges, Docker's seccomp filter and ours, and limits of memory, processes and time that "
        "the kernel counts for the whole job. It shares the host's kernel, and whoever may use the "
        "engine's socket is as good as root there; the job never sees that socket. It is no boundary "
        "between tenants."
    ),
    "docker+runsc": (
        "As docker, and the job's system calls reach gVisor's kernel in user space, not the host's: a "
        "kernel fault must first be found in gVisor, and then in what little gVisor asks of the host. "
        "The choice for hostile input. Inside gVisor's own kernel a job may do more (namespaces, for "
        "one) without getting nearer to the host."
    ),
    "bubblewrap": _EMBEDDED,
    "bubblewrap-once": _EMBEDDED,
    "unsafe_subprocess": (
        "No isolation at all. The program runs as you, with your files, your network and your "
        "credentials; only time, memory and output are limited. For code that you would run by hand "
        "anyway."
    ),
}
#: What holds for all of them.
CLAIM = (
    "What sandboxed code prints or returns is its claim, not a fact: it can print anything and exit "
    "0. Only the status (ok, error, timeout, memory …) is the sandbox's own finding."
)
