"""One bubblewrap a job, where namespaces do not nest: the same walls as the fork server's."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandbox import Cancel, Job, Limits, Outcome
from sandbox.embedded import EmbeddedBackend

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def once() -> Iterator[EmbeddedBackend]:
    """A backend with one bubblewrap a job."""
    backend = EmbeddedBackend(once=True)
    yield backend
    backend.close()


def _value(backend: EmbeddedBackend, source: str, **limits: int) -> object:
    outcome: Outcome = backend.run(Job(source=source, limits=Limits(**limits)), Cancel())
    assert outcome.status == "ok", outcome
    return outcome.value


@pytest.mark.parametrize(("place", "most"), [("/tmp", 4096), ("/dev/shm", 256)])
def test_writable_places_bound_the_number_of_files(once, place, most):
    """A program that makes empty files is stopped by the file system, long before memory is."""
    source = f"""
import os
made = 0
try:
    while made < 10_000:
        open({place!r} + f"/f{{made}}", "w").close()
        made += 1
except OSError as error:
    made = (made, error.errno)
made
"""
    assert _value(once, source) == {"$type": "tuple", "items": [most - 1, 28]}


def test_nothing_that_a_program_wrote_can_be_started(once):
    """Both writable places are mounted without the right to execute."""
    source = """
import os, subprocess
said = []
for path in ("/tmp/a", "/dev/shm/a"):
    with open(path, "w") as file:
        file.write("#!/bin/sh\\necho ran")
    os.chmod(path, 0o755)
    try:
        said.append(subprocess.run([path], capture_output=True).stdout)
    except PermissionError:
        said.append("denied")
said
"""
    assert _value(once, source) == ["denied", "denied"]


def test_the_size_of_files_is_the_jobs_own(once):
    """The limit that the job asks for is the size of its /tmp."""
    source = "import os\ns = os.statvfs('/tmp')\ns.f_blocks * s.f_frsize >> 20"
    assert [_value(once, source, files_mb=size) for size in (3, 64)] == [3, 64]


def test_no_capability_is_left(once):
    """What the mounts needed is given up before a byte of the program is read."""
    source = "[line.split()[1] for line in open('/proc/self/status') if line.startswith('Cap')]"
    assert _value(once, source) == ["0000000000000000"] * 5
