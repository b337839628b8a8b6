"""The look at a program before it runs: what it will not get, as far as its source shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sandbox
from sandbox import _look


def kinds(source):
    """Kind and line of each piece of advice."""
    return [(said.kind, said.line) for said in sandbox.look(source).advice]


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("import socket\nsocket.socket()", "network"),
        ("import socket as s\ns.create_connection(('a', 1))", "network"),
        ("from socket import socket\nsocket()", "network"),
        ("from socket import create_connection as dial\ndial(('a', 1))", "network"),
        ("import urllib.request\nurllib.request.urlopen('http://example.org')", "network"),
        ("import urllib.request as r\nr.urlopen('http://example.org')", "network"),
        ("from urllib import request\nrequest.urlopen('http://example.org')", "network"),
        ("import pandas as pd\npd.read_csv('https://example.org/a.csv')", "network"),
        ("import subprocess\nsubprocess.run(['ls'])", "program"),
        ("from subprocess import check_output\ncheck_output('ls')", "program"),
        ("import os\nos.system('ls')", "program"),
        ("import ctypes\nctypes.CDLL(None)", "native"),
        ("from ctypes import cdll\ncdll.LoadLibrary('x')", "native"),
        ("import os\nos.fork()", "process"),
        ("from multiprocessing import Pool\nPool(2)", "process"),
        ("\nopen('/etc/passwd')", "file"),
        ("\nopen('../secret')", "file"),
        ("\nopen('~/secret')", "file"),
        ("\nopen('C:\\\\data.csv')", "file"),
        ("from pathlib import Path\nPath('/home/me/x').read_text()", "file"),
        ("import pandas as pd\npd.read_csv('/data/x.csv')", "file"),
        ("\nx = input('? ')", "stdin"),
        ("def f():\n    input()", "stdin"),
    ],
)
def test_what_will_be_refused_is_said(source, kind):
    """By the call's meaning, through aliases and from-imports, with its line."""
    assert kinds(source) == [(kind, 2)]


@pytest.mark.parametrize(
    "source",
    [
        "import socket",
        "socket.socket()",
        "'socket.socket()'",
        "# import os; os.system('ls')",
        "import os\nos.path.join('/etc', 'x')",
        "open('data.csv')",
        "open('/tmp/x', 'w')",
        "open('/dev/null')",
        "open(name)",
        "import pandas as pd\npd.read_csv('data.csv')",
        "class socket:\n    pass\nsocket.socket()",
        "def open(path):\n    return path\nopen('/etc/passwd')",
        "def f(os):\n    os.system('ls')",
        "import os\nos = None\nos.system('ls')",
        "import os\ngetattr(os, 'sys' + 'tem')('ls')",
        "__import__('os').system('ls')",
        "from .socket import socket\nsocket()",
        "x.system('ls')",
        "def f(:",
    ],
)
def test_nothing_is_claimed_that_the_tree_does_not_show(source):
    """Text, comments, names of the program's own, harmless paths and what is hidden get no advice."""
    assert kinds(source) == []


def test_advice_reads_well_and_is_bounded():
    """In words, with the line, in the order of lines, and not without end."""
    (said,) = sandbox.look("import os\nos.system('ls')").advice
    assert str(said) == "line 2: os.system: the sandbox holds few programs besides Python, or none"
    assert len(sandbox.look("input()\n" * 100).advice) == 20


@given(st.text(alphabet="import os.\n()=:abc'\"/", max_size=60))
def test_any_text_can_be_looked_at(source):
    """No source makes the look fail."""
    sandbox.look(source)


@pytest.mark.sandbox
def test_advice_keeps_nothing_from_running():
    """It is no wall: the program runs, and the sandbox refuses what it refuses."""
    source = "import socket\ntry:\n    socket.socket()\nexcept OSError:\n    print('refused')"
    assert sandbox.look(source).advice
    assert sandbox.run(sandbox.Job(source=source)).stdout == "refused\n"


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("import scipy.stats", ("scipy.stats",)),
        ("import scipy.stats as st, scipy.optimize", ("scipy.optimize", "scipy.stats")),
        ("from scipy import stats, nothing", ("scipy.stats",)),
        ("from scipy.stats import norm", ("scipy.stats",)),
        ("import scipy.sparse.linalg", ("scipy.sparse",)),
        ("import scipy\nscipy.special.gamma(5)", ("scipy.special",)),
        ("import scipy as sp\nsp.integrate.quad", ("scipy.integrate",)),
        ("from sympy.physics import units", ("sympy.physics",)),
        ("import scipy, numpy, os.path", ()),
        ("stats = 1\nscipy.stats", ()),
        ("from .scipy import stats", ()),
        ("import scipy.__main__, sympy.this", ()),
        ("def f(:", ()),
    ],
)
def test_slow_parts_of_libraries_are_seen(source, parts):
    """Only parts that are known, of what is really imported: the name goes to where nothing bounds its time."""
    assert _look.parts(_look.parse(source)) == parts
