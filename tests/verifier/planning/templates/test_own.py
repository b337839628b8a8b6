"""Templates of the user's own, and what is said when one is wrong."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from verifier.planning._derivation import QuestionText
from verifier.planning.templates import TemplateError, load_library, match, use_folders
from verifier.planning.templates import _library as library

DENSITY = """
    id: density
    title: {en: density, zh: 密度}
    parameters:
      mass: {kind: mass}
      volume: {kind: volume}
    says:
      en: ["[with|has] [<the>] mass [of] {mass}", "[and] [<the>] volume [of] {volume}", "[<the>] (block|stone)"]
      zh: ["质量 [<of_is>] {mass}", "体积 [<of_is>] {volume}", 物体]
    answers:
      density:
        unit: mass/volume
        ask:
          en: ["<what_is> [<the>] density [of <the> (block|stone)]"]
          zh: ["[<the>] 密度 <how_many>"]
        compute: [mass / volume]
"""
EN = "A stone has a mass of 12 kg and a volume of 4 L. What is its density?"
ZH = "物体质量为12千克，体积为4升，密度是多少？"


def written(folder: Path, text: str, name: str = "own.yaml") -> Path:
    """A folder with one template file."""
    (folder / name).write_text(textwrap.dedent(text), encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def _restored() -> object:
    """Each test starts and ends with the default templates."""
    library._Use.library = None
    yield
    library._Use.library = None


def test_a_folder_of_templates_joins(tmp_path: Path) -> None:
    """A user's file is matched like a shipped one, in both languages."""
    own = load_library([written(tmp_path, DENSITY)])
    for text in (EN, ZH):
        found = own.match(QuestionText(text=text))
        assert [(d.tool_input, d.unit) for d in found] == [({"expression": "12 / 4"}, "kg/L")]
    assert load_library().match(QuestionText(text=EN)) == []


def test_the_environment_names_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """AMTFV_TEMPLATES is read on first use."""
    monkeypatch.setenv("AMTFV_TEMPLATES", str(written(tmp_path, DENSITY)))
    assert len(match(QuestionText(text=EN))) == 1


def test_an_option_adds_folders(tmp_path: Path) -> None:
    """Folders given by the caller are added for the process."""
    use_folders([written(tmp_path, DENSITY)])
    assert len(match(QuestionText(text=ZH))) == 1


def test_an_installed_package_brings_templates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point names a package whose folder is read."""
    package = tmp_path / "density_templates"
    package.mkdir()
    (package / "__init__.py").touch()
    written(package, DENSITY)
    installed = tmp_path / "density_templates-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Name: density-templates\nVersion: 1\n", encoding="utf-8")
    (installed / "entry_points.txt").write_text(
        "[amtfv.templates]\ndensity = density_templates\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert len(match(QuestionText(text=EN))) == 1


def test_an_own_template_takes_the_place_of_a_shipped_one(tmp_path: Path) -> None:
    """The same id replaces it: here squares are no longer known."""
    own = load_library([written(tmp_path, DENSITY.replace("id: density", "id: square"))])
    assert own.match(QuestionText(text="A square has a side of 7 m. What is its area?")) == []
    assert len(own.match(QuestionText(text=EN))) == 1


def test_two_templates_that_disagree_are_silent(tmp_path: Path) -> None:
    """When two explain a question and compute different things, none speaks; the same thing counts once."""
    written(tmp_path, DENSITY)
    written(tmp_path, DENSITY.replace("id: density", "id: twin"), "twin.yaml")
    assert len(load_library([tmp_path]).match(QuestionText(text=EN))) == 1
    written(
        tmp_path,
        DENSITY.replace("id: density", "id: twin").replace("[mass / volume]", "[mass * volume]"),
        "twin.yaml",
    )
    assert load_library([tmp_path]).match(QuestionText(text=EN)) == []


def test_two_own_templates_of_one_id_are_refused(tmp_path: Path) -> None:
    """The second is named, and the first in the message."""
    written(tmp_path, DENSITY)
    written(tmp_path, DENSITY, "second.yaml")
    with pytest.raises(TemplateError, match=r"second\.yaml.*own\.yaml has the id 'density' too"):
        load_library([tmp_path])


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    """The path stands in the message."""
    with pytest.raises(TemplateError, match="nowhere"):
        load_library([tmp_path / "nowhere"])


WRONG = [
    ("title: {en: density, zh: 密度}", "titel: {en: density, zh: 密度}", 3, "titel", "did you mean 'title'"),
    ("title: {en: density, zh: 密度}", "title: {en: density}", 3, "title", "the key 'zh' is missing"),
    ("id: density", "id: My Density", 2, "id", "is not a name"),
    ("mass: {kind: mass}", "mass: {kind: weight}", 5, "parameters.mass.kind", "unknown kind 'weight'"),
    ("mass: {kind: mass}", "pi: {kind: mass}", 5, "parameters.pi", "already"),
    ("mass: {kind: mass}", "mass: {kind: word}", 5, "parameters.mass", "go together"),
    ("mass: {kind: mass}", "mass: {kind: mass, default: many}", 5, "parameters.mass.default", "not a number"),
    ("volume: {kind: volume}", "mass: {kind: volume}", 6, "parameters.mass", "twice"),
    ("title: {en: density, zh: 密度}", "title: {en: density, zh: 密度", 4, "", "not valid YAML"),
    ('"[and] [<the>] volume', '"[and [<the>] volume', 8, "says.en[2]", "column"),
    ('{volume}"', '{size}"', 8, "says.en[2]", "no parameter is called 'size'"),
    ('[<the>] (block|stone)"]\n      zh', '<rock>"]\n      zh', 8, "says.en[3]", "<rock>"),
    ("unit: mass/volume", "unit: mass/size", 12, "answers.density.unit", "not a unit"),
    ("compute: [mass / volume]", "compute: [mass / ]", 16, "answers.density.compute[1]", "not an expression"),
    ("compute: [mass / volume]", "compute: [mass / size]", 16, "answers.density.compute[1]", "size"),
    ("compute: [mass / volume]", "compute: [{tool: units}]", 16, "answers.density.compute[1]", "'input'"),
    ("compute: [mass / volume]", "compute: [{expression: mass, where: [mass]}]", 16, "answers.density.compute[1].where[1]", "comparison"),
    ("compute: [mass / volume]", "compute: []", 16, "answers.density.compute", "at least one item"),
    ("compute: [mass / volume]", "formula: compound_interest", 12, "answers.density", "'compute' is missing"),
    ("unit: mass/volume", "formula: no_such_fact", 12, "answers.density.formula", "no curated formula"),
]  # fmt: skip


@pytest.mark.parametrize("fault", WRONG, ids=lambda fault: f"{fault[3]}: {fault[4]}")
def test_a_fault_is_named_with_file_line_and_key(
    tmp_path: Path, fault: tuple[str, str, int, str, str]
) -> None:
    """Each kind of mistake says where it is and what to do."""
    before, after, line, key, reason = fault
    assert before in DENSITY
    with pytest.raises(TemplateError) as caught:
        load_library([written(tmp_path, DENSITY.replace(before, after))])
    assert caught.value.file.endswith("own.yaml")
    assert (caught.value.line, caught.value.key) == (line, key)
    assert reason in caught.value.reason
    assert str(caught.value).startswith(f"{caught.value.file}:{line}: ")


@pytest.mark.parametrize("text", ["", "just text", "- a list", "a: [", "{id: x, title: y}", "\x00"])
def test_what_is_no_template_is_refused(tmp_path: Path, text: str) -> None:
    """Any text gives the loader's own error."""
    with pytest.raises(TemplateError):
        load_library([written(tmp_path, text)])


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """A file in another encoding is named."""
    (tmp_path / "own.yaml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(TemplateError, match=r"own\.yaml.*can't be read"):
        load_library([tmp_path])
