"""How leashes arrive from a fork server."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest

from sandbox import Limits
from sandbox._inside._sizes import SIZE, USUAL_FILES_MB
from sandbox.embedded._bubblewrap import Kind, Server


@pytest.fixture
def ends():
    """A server whose other side is played here, and that side."""
    process = subprocess.Popen([sys.executable, "-c", ""], stderr=subprocess.PIPE)
    ours, theirs = socket.socketpair()
    server = Server(Kind(), process, ours, 0, None)
    yield server, theirs
    theirs.close()
    server.close()


def _announce(theirs: socket.socket, size: int, word: bytes) -> None:
    ours, leash = socket.socketpair()
    with ours, leash:
        ours.sendall(word)
        socket.send_fds(theirs, [SIZE.pack(size)], [leash.fileno()])


def test_leash_counts_though_the_server_let_go_at_once(ends):
    """A server for a single job closes its side right after announcing: the job still runs."""
    server, theirs = ends
    _announce(theirs, USUAL_FILES_MB, b"a")
    theirs.close()
    with server.open_job(Limits()) as leash:
        assert leash.recv(1) == b"a"
    with pytest.raises(ConnectionResetError):
        server.open_job(Limits())


def test_leash_of_the_size_asked_for(ends):
    """Another size of files is asked for, and the leash of that size is taken, whichever comes first."""
    server, theirs = ends
    _announce(theirs, USUAL_FILES_MB, b"a")
    _announce(theirs, 64, b"b")
    with server.open_job(Limits(files_mb=64)) as leash:
        assert leash.recv(1) == b"b"
    with server.open_job(Limits()) as leash:
        assert leash.recv(1) == b"a"


def test_server_that_has_gone_is_an_error(ends):
    """Nothing announced and the stream at its end."""
    server, theirs = ends
    theirs.close()
    with pytest.raises(OSError, match="ended"):
        server.open_job(Limits())
