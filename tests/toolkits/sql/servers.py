"""Real database servers for the tests: one of each for all workers of a run, started when first asked for."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

_LONGEST = 40.0


def free_port():
    """A port that nothing listens on now."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def binaries(name, *patterns):
    """The folder of a program of a server, or ``None``."""
    for pattern in patterns:
        found = sorted(Path("/").glob(f"{pattern}/{name}"), reverse=True)
        if found:
            return found[0].parent
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    return Path(found).parent if found else None


def postgresql_folder():
    """Where PostgreSQL's programs are."""
    return binaries("initdb", "usr/lib/postgresql/*/bin", "usr/pgsql-*/bin")


def mysql_folder():
    """Where MariaDB's programs are."""
    return binaries("mariadbd", "usr/sbin", "usr/libexec")


def _as(user):
    """A server refuses to run as root: the system's own account for it is taken then."""
    return ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []


def _run(*command):
    subprocess.run(command, check=True, capture_output=True, timeout=120)


def start_postgresql(folder: Path):
    """A server in ``folder``; what it is reached by."""
    programs, data, port = postgresql_folder(), folder / "data", free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    as_owner = _as("postgres")
    _run(
        *as_owner,
        str(programs / "initdb"),
        "-D",
        str(data),
        "-U",
        "owner",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
        "--locale=C.UTF-8",
    )
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -k {folder} -c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=40"
    _run(
        *as_owner,
        str(programs / "pg_ctl"),
        "-D",
        str(data),
        "-l",
        str(folder / "log"),
        "-o",
        settings,
        "-w",
        "-t",
        "60",
        "start",
    )
    pid = int((data / "postmaster.pid").read_text().splitlines()[0])
    return {
        "pid": pid,
        "owner": f"postgresql://owner@127.0.0.1:{port}/postgres",
        "reader": f"postgresql://reader@127.0.0.1:{port}/postgres",
    }


def start_mysql(folder: Path):
    """A server in ``folder``; what it is reached by."""
    programs, data, port = mysql_folder(), folder / "data", free_port()
    data.mkdir()
    if os.geteuid() == 0:
        shutil.chown(folder, "mysql")
        shutil.chown(data, "mysql")
    user = ["--user=mysql"] if os.geteuid() == 0 else []
    start = ["--no-defaults", *user, f"--datadir={data}", f"--socket={folder}/socket", "--innodb-buffer-pool-size=16M",
             "--innodb-log-file-size=4M", "--innodb-flush-log-at-trx-commit=0", "--skip-log-bin", f"--port={port}", "--bind-address=127.0.0.1",
             f"--pid-file={folder}/pid", "--skip-name-resolve", f"--log-error={folder}/log"]  # fmt: skip
    # The system's own tables are not made, for that takes half a minute of cpu: accounts are not wanted from them.
    install = shutil.which("mariadb-install-db") or "mysql_install_db"
    _run(
        install,
        "--no-defaults",
        *user,
        f"--datadir={data}",
        "--auth-root-authentication-method=normal",
        "--skip-test-db",
        "--innodb-log-file-size=4M",
    )
    # By a shell that ends: the server belongs to no one test process.
    told = subprocess.run(
        ["sh", "-c", 'setsid "$@" >/dev/null 2>&1 & echo $!', "sh", str(programs / "mariadbd"), *start],
        check=True,
        capture_output=True,
        text=True,
    )
    pid = int(told.stdout)
    deadline = time.monotonic() + _LONGEST
    while not _listens(port):
        if not Path(f"/proc/{pid}").exists() or time.monotonic() > deadline:
            raise RuntimeError((folder / "log").read_text(errors="replace")[-2000:])
        time.sleep(0.05)
    return {
        "pid": pid,
        "owner": f"mysql://root@127.0.0.1:{port}/mysql",
        "reader": f"mysql://reader@127.0.0.1:{port}/shop",
    }


def _listens(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def shared(folder: Path, start, fill):
    """One server for all who ask with the same folder: the first starts it, the last one stops it."""
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        users, state = folder / "users", folder / "state.json"
        if not state.exists():
            place = folder / "server"
            place.mkdir()
            place.chmod(0o755)
            told = start(place)
            fill(told)
            state.write_text(json.dumps(told))
            users.write_text("0")
        users.write_text(str(int(users.read_text()) + 1))
        told = json.loads(state.read_text())
    try:
        yield told
    finally:
        with _locked(folder):
            left = int(users.read_text()) - 1
            users.write_text(str(left))
            if not left:
                _stop(told["pid"])
                state.unlink()
                shutil.rmtree(folder / "server", ignore_errors=True)


@contextmanager
def _locked(folder):
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _stop(pid):
    # PostgreSQL's children would outlive a SIGKILL.
    os.kill(
        pid,
        signal.SIGQUIT if Path(f"/proc/{pid}/comm").read_text().startswith("postgres") else signal.SIGKILL,
    )
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            if os.waitpid(pid, os.WNOHANG)[0]:
                return
        except ChildProcessError:
            if not Path(f"/proc/{pid}").exists():
                return
        time.sleep(0.02)
