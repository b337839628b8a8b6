"""What the image is made from, and that the same recipe gives the same bytes."""

from __future__ import annotations

import io
import json
import random
import re
import tarfile
from pathlib import Path

import pytest

from sandbox import image
from sandbox.image import _archive, _build, _debian, _pins, _recipe

_ROOT = Path(__file__).parents[3]
_HERE = _ROOT / "sandbox" / "image"


def test_the_same_ingredients_give_the_same_bytes():
    """The build context and the tag depend on nothing but the files."""
    assert _recipe.context().read() == _recipe.context().read()
    assert image.tag() == image.tag()
    assert re.fullmatch(r"amtfv-sandbox:[0-9a-f]{12}", image.tag())


def test_any_change_inside_gives_another_tag(monkeypatch):
    """A host never runs an image whose supervisor is another version's; the lower part stays."""
    before, base = image.tag(), _recipe.base_tag(())
    parts = [(name, content + b"\n") for name, content in _recipe.inside()]
    monkeypatch.setattr(_recipe, "inside", lambda: iter(parts))
    assert image.tag() != before
    assert _recipe.base_tag(()) == base


@pytest.mark.parametrize(
    "changed", ["requirements.txt", "tidy.py", "_debian.py", "_archive.py", "_pins.py", "debian-amd64.txt"]
)
def test_any_change_of_the_recipe_gives_another_tag(monkeypatch, changed):
    """The tag covers how the image is made too: the builder, and the version of each of Debian's packages."""
    before = image.tag(), _recipe.base_tag(())
    real = _recipe.ingredient
    monkeypatch.setattr(_recipe, "ingredient", lambda name: real(name) + b"\n" * (name == changed))
    assert all(old != new for old, new in zip(before, (image.tag(), _recipe.base_tag(())), strict=True))


def test_other_libraries_are_another_lower_part():
    """What was added with --with is not taken for the usual lower part."""
    assert len({_recipe.base_tag(()), _recipe.base_tag(("lxml",)), _recipe.base_tag(("lxml", "attrs"))}) == 3


def test_both_ways_make_containers_that_start_alike():
    """The Dockerfile says what the recipe says for an image from Debian's packages; its base is a digest."""
    text = (_HERE / "Dockerfile").read_text()
    said = dict(re.findall(r"^(WORKDIR|USER|ENTRYPOINT) (.*)$", text, re.MULTILINE))
    assert said["WORKDIR"] == _recipe.SETTINGS["WorkingDir"]
    assert said["USER"] == _recipe.SETTINGS["User"]
    assert json.loads(said["ENTRYPOINT"]) == _recipe.SETTINGS["Entrypoint"]
    assert re.search(r"^FROM python:[\w.-]+@sha256:[0-9a-f]{64} AS base$", text, re.MULTILINE)
    assert f"SOURCE_DATE_EPOCH={_recipe.EPOCH}" in text


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
        _archive.copy(source, target)
    with tarfile.open(packed) as archive:
        found = archive.getmembers()
    assert [member.name for member in found] == ["usr/bin/cat", "usr/bin/su"]
    assert {(member.mode, member.uid, member.mtime) for member in found} == {(0o755, 0, _recipe.EPOCH)}


def _shuffled(path: Path, seed: int) -> Path:
    """An archive of always the same files, in another order and with other times and owners."""
    chance = random.Random(seed)
    names = [f"usr/lib/{letter}" for letter in "abcdefgh"]
    chance.shuffle(names)
    with tarfile.open(path, "w", format=tarfile.PAX_FORMAT) as archive:
        for name in names:
            member = tarfile.TarInfo(f"./{name}")
            member.size, member.mtime, member.uid, member.gname = 3, chance.random() * 1e9, seed, f"g{seed}"
            member.pax_headers = {"comment": str(seed)}
            archive.addfile(member, io.BytesIO(b"abc"))
        link = tarfile.TarInfo("./usr/a-link")
        link.type, link.linkname, link.mtime = tarfile.LNKTYPE, "./usr/lib/a", seed
        archive.addfile(link)
    return path


def _packed(tmp_path: Path, seed: int) -> _archive.Layer:
    raw, packed = _shuffled(tmp_path / f"raw-{seed}.tar", seed), tmp_path / f"packed-{seed}.tar"
    with tarfile.open(raw) as source, tarfile.open(packed, "w", format=tarfile.PAX_FORMAT) as target:
        _archive.copy(source, target)
        _archive.add_frame(target)
    return _archive.Layer.of(packed)


def test_the_same_files_are_packed_to_the_same_bytes(tmp_path):
    """Order, times, owners and comments of what was unpacked leave no trace."""
    assert len({_packed(tmp_path, seed).digest for seed in range(5)}) == 1


def _image(tmp_path: Path, layers: list[_archive.Layer], name: str = "image.tar") -> tuple[Path, str]:
    path = tmp_path / name
    return path, _archive.write_image(path, "a:1", layers, "amd64", {"User": "1:1"})


def test_the_same_layers_are_the_same_image(tmp_path):
    """The image's id, and the archive that it is loaded from, depend on nothing but content and settings."""
    (one, first), (two, second) = (
        _image(tmp_path, [_packed(tmp_path, seed)], f"image-{seed}.tar") for seed in (1, 2)
    )
    assert first == second
    assert one.read_bytes() == two.read_bytes()


def test_the_lower_part_comes_back_from_an_engine(tmp_path):
    """What an engine saves is read by its manifest; a layer in another form than it was loaded in is refused."""
    lower, upper = _packed(tmp_path, 1), _archive.Layer.of(_shuffled(tmp_path / "upper.tar", 2))
    path, _ = _image(tmp_path, [lower, upper])
    found = _archive.lowest_layer([path.read_bytes()], tmp_path)
    assert found.digest == lower.digest
    damaged = path.read_bytes().replace(b"abc\0\0", b"xyz\0\0")
    with pytest.raises(image.BuildError, match="another form"):
        _archive.lowest_layer([damaged], tmp_path)


@pytest.mark.parametrize("arch", sorted(_pins.ARCHITECTURES.values()))
def test_each_of_debians_packages_has_one_version(arch):
    """What is asked for is pinned together with what it depends on, for every processor."""
    pins = _pins.read(arch)
    assert set(_pins.WANTED) < set(pins)
    assert {"libc6", "zlib1g", "libssl3"} <= set(pins)
    assert all(re.fullmatch(r"[0-9][\w.+~:-]*", version) for version in pins.values())


def test_pins_are_read_from_the_names_of_package_files(monkeypatch, tmp_path):
    """An epoch is escaped in a file's name; other files are no packages."""
    monkeypatch.setattr(_pins, "_HERE", tmp_path)
    versions = _pins.of_archives(
        "lock\npartial\nzlib1g_1%3a1.2.13.dfsg-1_amd64.deb\ndash_0.5.12-2_amd64.deb\n"
    )
    assert versions == {"dash": "0.5.12-2", "zlib1g": "1:1.2.13.dfsg-1"}
    _pins.write("amd64", versions)
    assert _pins.read("amd64") == versions
    with pytest.raises(image.BuildError, match=r"arm64.*--renew-pins"):
        _pins.read("arm64")


def test_a_processor_without_pins_is_refused():
    """No image is made for a processor on which it could not be tried."""
    with pytest.raises(image.BuildError, match="not for riscv64"):
        _pins.architecture("riscv64")


def test_a_mirror_that_has_moved_on_is_named_with_the_packages(monkeypatch):
    """The message has each package and version that is gone, and what to do."""
    words = """Get:1 somewhere
E: Version '1' for 'dash' was not found
E: Version '2024f-0+deb12u1' for 'tzdata' was not found
E: Unable to locate package libffi9
E: apt download failed: E: apt-get --yes install dash=1 zlib1g=1:1.2
"""

    def failed(command, **_options):
        raise _debian.subprocess.CalledProcessError(25, command, output="", stderr=words)

    monkeypatch.setattr(_debian.subprocess, "run", failed)
    with pytest.raises(
        image.BuildError, match=r"dash 1, tzdata 2024f-0\+deb12u1, libffi9\. .*--renew-pins.*--mirror"
    ):
        _debian._pinned_packages(Path("rootfs.tar"), "amd64", _debian.Mirror())


def test_packages_that_are_not_the_pinned_ones_are_refused(monkeypatch, tmp_path):
    """Nothing comes into the image by way of a dependency that no pin speaks of."""
    pins = _pins.read("amd64")

    def unpacked(_target, _arch, _wanted, _mirror, listing):
        names = [f"{name}_{version.replace(':', '%3a')}_amd64.deb" for name, version in pins.items()]
        listing.write_text("\n".join([*names, "intruder_1_all.deb"]))

    monkeypatch.setattr(_debian, "_packages", unpacked)
    with pytest.raises(image.BuildError, match="not the pinned ones: intruder"):
        _debian._pinned_packages(tmp_path / "rootfs.tar", "amd64", _debian.Mirror())


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
