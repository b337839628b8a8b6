"""The parts of the sandbox that need no sandbox to be tested."""

from __future__ import annotations

import json
import math
import os
import socket
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import _look
from sandbox._inside import _frames, _seccomp, _supervise, _values, _watch
from sandbox._job import Job
from sandbox._message import JobError, message
from sandbox.embedded import _interpreter

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text().filter(lambda key: key != "$type"), inner),
    max_leaves=20,
)


@given(_JSON)
def test_json_values_stand_for_themselves(value):
    """What JSON can say is encoded as itself and survives the trip."""
    assert json.loads(json.dumps(_values.encode(value))) == value


_SCALARS = st.floats() | st.complex_numbers() | st.binary() | st.integers()


@given(
    st.recursive(
        _SCALARS, lambda inner: st.tuples(inner) | st.frozensets(_SCALARS) | st.dictionaries(_SCALARS, inner)
    )
)
def test_every_value_has_a_json_form(value):
    """Anything else becomes strict JSON, with its type named."""
    json.dumps(_values.encode(value), allow_nan=False)


@pytest.mark.parametrize(
    ("value", "encoded"),
    [
        (math.nan, {"$type": "float", "value": "nan"}),
        (-math.inf, {"$type": "float", "value": "-inf"}),
        ({"b", "a"}, {"$type": "set", "items": ["a", "b"]}),
        ({1: "x"}, {"$type": "dict", "items": [[1, "x"]]}),
        (b"\0", {"$type": "bytes", "base64": "AA=="}),
        (True, True),
    ],
)
def test_types_are_kept(value, encoded):
    """A tuple is not a list, NaN is not null, a boolean is not a number."""
    assert _values.encode(value) == encoded


def test_integers_beyond_the_parsers_limit_travel_as_hex():
    """Python refuses to print or read integers of many thousand digits in decimal."""
    assert _values.encode(10**5000) == {"$type": "int", "hex": hex(10**5000)}


def test_endless_and_huge_values_end():
    """A list that holds itself, and one of a million items, are bounded."""
    loop: list[object] = []
    loop.append(loop)
    json.dumps(_values.encode(loop))
    with pytest.raises(_values.TooLarge):
        _values.encode([0] * 1_000_000)


def test_value_whose_repr_fails():
    """The job's own methods may raise; the value is still described."""

    class Bad:
        def __repr__(self):
            raise RuntimeError

    assert _values.encode(Bad())["repr"] == "<no repr>"


def test_addresses_are_not_part_of_a_value():
    """The same job gives the same output, wherever its objects lie in memory."""
    assert _values.encode(object())["repr"] == "<object object at 0x…>"


@given(st.dictionaries(st.text(), _JSON))
def test_frames_round_trip(body):
    """A frame arrives as it was sent, lone surrogates included; then the stream ends."""
    left, right = socket.socketpair()
    with left, right:
        _frames.send(left.fileno(), {"body": body, "odd": "\ud800"})
        left.shutdown(socket.SHUT_WR)
        assert _frames.receive(right.fileno()) == {"body": body, "odd": "\ud800"}
        assert _frames.receive(right.fileno()) is None


@pytest.mark.parametrize("data", [b"\0\0\0\x09{}", b"\xff\xff\xff\xff", b"\0\0\0\x02[]"])
def test_broken_frames_are_refused(data):
    """A short frame, an absurd length and a frame that is no object are errors of their own."""
    left, right = socket.socketpair()
    with left, right:
        left.sendall(data)
        left.shutdown(socket.SHUT_WR)
        with pytest.raises(_frames.BrokenFrame):
            _frames.receive(right.fileno())


def _decide(program: bytes, arch: int, number: int, arguments: tuple[int, ...] = ()) -> int:
    """What a classic BPF filter returns: an interpreter of the few instructions that ours uses."""
    data = (
        struct.pack("=II", number, arch)
        + struct.pack("=Q", 0)
        + b"".join(struct.pack("=Q", a) for a in arguments)
    )
    data = data.ljust(64, b"\0")
    instructions = list(struct.iter_unpack("=HBBI", program))
    at = accumulator = 0
    while True:
        code, jump_true, jump_false, k = instructions[at]
        at += 1
        if code == 0x20:
            (accumulator,) = struct.unpack_from("=I", data, k)
        elif code == 0x06:
            return k
        elif code == 0x54:
            accumulator &= k
        else:
            holds = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
            at += jump_true if holds else jump_false


_ALLOW, _EPERM, _ENOSYS, _EACCES, _KILL = 0x7FFF0000, 0x50001, 0x50026, 0x5000D, 0x80000000


@pytest.mark.parametrize(
    ("machine", "arch", "number", "arguments", "decision"),
    [
        ("x86_64", 0xC000003E, 0, (), _ALLOW),
        ("x86_64", 0xC000003E, 53, (), _ALLOW),
        ("x86_64", 0xC000003E, 41, (), _EACCES),
        ("x86_64", 0xC000003E, 165, (), _EPERM),
        ("x86_64", 0xC000003E, 435, (), _ENOSYS),
        ("x86_64", 0xC000003E, 0x40000000 + 1, (), _ENOSYS),
        ("x86_64", 0x40000003, 1, (), _KILL),
        ("x86_64", 0xC000003E, 56, (0x003D0F00,), _ALLOW),
        ("x86_64", 0xC000003E, 56, (0x10000011,), _EPERM),
        ("x86_64", 0xC000003E, 16, (0, 0x5412), _EPERM),
        ("x86_64", 0xC000003E, 16, (0, 0x5401), _ALLOW),
        ("x86_64", 0xC000003E, 302, (0,), _ALLOW),
        ("x86_64", 0xC000003E, 302, (1,), _EPERM),
        ("x86_64", 0xC000003E, 133, (0, 0o010644), _ALLOW),
        ("x86_64", 0xC000003E, 133, (0, 0o020644), _EPERM),
        ("x86_64", 0xC000003E, 259, (0, 0, 0o010644), _ALLOW),
        ("x86_64", 0xC000003E, 259, (0, 0o010644, 0o060644), _EPERM),
        ("aarch64", 0xC00000B7, 33, (0, 0, 0o010644), _ALLOW),
        ("aarch64", 0xC00000B7, 33, (0, 0, 0o030644), _EPERM),
        ("aarch64", 0xC00000B7, 198, (), _EACCES),
        ("aarch64", 0xC00000B7, 63, (), _ALLOW),
        ("aarch64", 0xC00000B7, 220, (0x20000000,), _EPERM),
        ("aarch64", 0xC000003E, 63, (), _KILL),
    ],
)
def test_filter_decides(machine, arch, number, arguments, decision):
    """The assembled program gives the decision meant for each call, on both processors."""
    assert _decide(_seccomp.assemble(machine), arch, number, arguments) == decision


def test_filter_needs_a_known_processor():
    """Without a table of system calls there is no sandbox."""
    with pytest.raises(_seccomp.UnknownMachine):
        _seccomp.assemble("riscv64")


@pytest.mark.parametrize(
    ("source", "clock"),
    [
        ("import time\nprint(time.time())", True),
        ("import time as t\nt.perf_counter()", True),
        ("from time import monotonic", True),
        ("from datetime import datetime\ndatetime.now()", True),
        ("import datetime\ndatetime.date.today()", True),
        ("import timeit", True),
        ("import time\ntime.sleep(1)", False),
        ("run.time = 3\nspeed = run.time", False),
        ("from datetime import date\ndate(2024, 1, 1)", False),
        ("def f(:", False),
    ],
)
def test_clock_readers_are_seen(source, clock):
    """Reading the time is seen in the source; sleeping and dates are not that."""
    assert _look.reads_clock(_look.parse(source)) is clock


def test_imports_are_seen():
    """Top-level names, wherever the statement stands; relative imports are not libraries."""
    source = "import a.b, c as d\nfrom e.f import g\nfrom . import h\ndef i():\n    import j"
    assert _look.imports(_look.parse(source)) == {"a", "c", "e", "j"}


@given(st.text())
def test_any_text_can_be_looked_at(text):
    """Text that is no program has no imports and reads no clock."""
    tree = _look.parse(text)
    assert isinstance(_look.imports(tree), frozenset)
    assert isinstance(_look.reads_clock(tree), bool)


def test_view_holds_what_numpy_needs_and_no_more():
    """The packages of the usual libraries are bound, this project and its tools are not."""
    view = _interpreter.view()
    assert {"numpy", "pandas", "dateutil", "sympy", "mpmath"} <= view.libraries
    assert not {"pytest", "pydantic", "verifier", "pip"} & view.libraries
    assert not any(source.endswith("site-packages") for source, _ in view.binds)


@pytest.mark.parametrize("job", [Job(source="", inputs={"x": b""}), Job(source="", files={"../x": b""})])
def test_bad_jobs_are_refused(job):
    """A job that cannot be sent is refused with words."""
    with pytest.raises(JobError, match=r"JSON|working directory"):
        message(job)


def test_supervisor_refuses_to_run_outside_a_namespace(monkeypatch):
    """What kills every other process does so only as process 1 of a pid namespace."""
    killed: list[object] = []
    monkeypatch.setattr(os, "kill", lambda *order: killed.append(order))
    with pytest.raises(RuntimeError, match="process 1"):
        _watch.Watch({}, 0).kill_all()
    with pytest.raises(RuntimeError, match="process 1"):
        _supervise.supervise(0, 1, _supervise.Ready(0, {}, 0, b""), 0)
    assert not killed
