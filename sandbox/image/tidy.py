"""Runs once, as root, while the image is made: removes what jobs never need, compiles the rest.

The image is read-only when it runs, so that what is not compiled here would be compiled by every job.
"""

from __future__ import annotations

import compileall
import os
import py_compile
import shutil
import stat
import sysconfig
from pathlib import Path

_SITE = Path("/amtfv/site")
_UNUSED = {"tests", "test", "idlelib", "turtledemo", "ensurepip", "lib2to3", "tkinter", "__pycache__"}
# Parts of the libraries that are imported by more than tests.
_KEPT = {_SITE / "numpy" / "_core" / "tests", _SITE / "numpy" / "tests", _SITE / "sympy" / "testing"}


def _remove(root: Path) -> None:
    for folder, names, _ in os.walk(root):
        for name in [name for name in names if name in _UNUSED and Path(folder, name) not in _KEPT]:
            names.remove(name)
            shutil.rmtree(Path(folder, name))


def _compile(root: Path) -> None:
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(root, quiet=2, invalidation_mode=mode, workers=1)


def _without_setuid(root: Path) -> None:
    for folder, _, names in os.walk(root):
        for path in (Path(folder, name) for name in names):
            mode = path.lstat().st_mode
            if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
                path.chmod(stat.S_IMODE(mode) & ~(stat.S_ISUID | stat.S_ISGID))


for _root in (_SITE, Path(sysconfig.get_path("stdlib"))):
    _remove(_root)
    _compile(_root)
for _root in (Path("/usr"), Path("/bin"), Path("/sbin")):
    if _root.is_dir() and not _root.is_symlink():
        _without_setuid(_root)
