"""What the image is made from."""

from __future__ import annotations

import re
import tarfile
from pathlib import Path

import pytest

from sandbox import image
from sandbox.image import _build, _debian, _recipe

_ROOT = Path(__file__).parents[3]


def _files(packed) -> dict[str, bytes]:
    with tarfile.open(fileobj=packed) as archive:
        return {member.name: archive.extractfile(member).read() for member in archive}


def test_the_same_ingredients_give_the_same_bytes():
    """The build context and the tag depend on nothing but the files."""
    assert _recipe.context().read() == _recipe.context().read()
    assert image.tag() == image.tag()
    assert re.fullmatch(r"amtfv-sandbox:[0-9a-f]{12}", image.tag())


def test_any_change_inside_gives_another_tag(monkeypatch):
    """A host never runs an image whose supervisor is another version's."""
    before = image.tag()
    parts = dict(_recipe._ingredients())
    parts["_inside/_watch.py"] += b"\n"
    monkeypatch.setattr(_recipe, "_ingredients", lambda: iter(parts.items()))
    assert image.tag() != before


def test_the_second_stage_can_stand_on_another_base():
    """On Debian's packages only the supervisor is added, by the same lines."""
    whole, part = _files(_recipe.context()), _files(_recipe.context("base:1"))
    assert b"FROM python:" in whole["Dockerfile"]
    assert part["Dockerfile"].startswith(b"FROM base:1\n")
    assert b"pip" not in part["Dockerfile"]
    assert whole["Dockerfile"].endswith(part["Dockerfile"].partition(b"\n")[2])
    assert "_inside/_container.py" in part


def test_the_libraries_are_those_of_the_constraints():
    """The image has the versions that this project is tested with, by hash."""
    text = _recipe.requirements().read_text()
    pinned = dict(re.findall(r"^([a-z-]+)==([\w.]+)", text, re.MULTILINE))
    constraints = dict(
        re.findall(r"^([a-z-]+)==([\w.]+)", (_ROOT / "constraints" / "run.txt").read_text(), re.MULTILINE)
    )
    assert {"numpy", "pandas", "sympy", "scipy"} <= set(pinned)
    assert {name: constraints[name] for name in pinned if name in constraints} == {
        name: version for name, version in pinned.items() if name in constraints
    }
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=[a-z])", text)[1:])


def test_packing_drops_what_differs(tmp_path):
    """Times, owners, set-user bits, devices and the engine's own files are gone; order is by name."""
    raw, packed = tmp_path / "raw.tar", tmp_path / "packed.tar"
    with tarfile.open(raw, "w") as archive:
        for name, mode in (
            ("usr/bin/su", 0o4755),
            ("./usr/bin/cat", 0o755),
            (".dockerenv", 0o644),
            ("proc/1", 0o644),
        ):
            member = tarfile.TarInfo(name)
            member.mode, member.mtime, member.uid = mode, 5, 1000
            archive.addfile(member)
        for name in ("amtfv/site/bin/f2py", "amtfv/site/x-1.dist-info/RECORD"):
            archive.addfile(tarfile.TarInfo(name))
        device = tarfile.TarInfo("usr/device")
        device.type = tarfile.CHRTYPE
        archive.addfile(device)
    with tarfile.open(raw) as source, tarfile.open(packed, "w") as target:
        _debian._copy(source, target)
    with tarfile.open(packed) as archive:
        found = archive.getmembers()
    assert [member.name for member in found] == ["usr/bin/cat", "usr/bin/su"]
    assert {(member.mode, member.uid, member.mtime) for member in found} == {(0o755, 0, _recipe.EPOCH)}


class _Client:
    """An engine that can't reach a registry."""

    def build(self, **_options):
        return iter([{"stream": "Step 1"}, {"error": "no route to the registry"}])


def test_a_build_that_fails_says_what_each_way_said(monkeypatch):
    """The message has the engine's own words, and what else can be done."""
    monkeypatch.setattr(_build.shutil, "which", lambda _name: None)
    said = []
    with pytest.raises(image.BuildError, match=r"no route to the registry.*mmdebstrap"):
        image.build(_Client(), say=said.append)
    assert "Step 1" in said
