"""The templates in use: the shipped ones, and folders of the user's own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.errors import TemplateError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.templates._gate import (
    LANGUAGES,
    Summary,
    pack_index,
    pack_summary,
    summary_of,
    unit_words,
)
from verifier.planning.templates._tokens import Token, is_chinese, is_name, plain_words, tokenise
from verifier.planning.templates._word_lists import NUMBER_WORDS

if TYPE_CHECKING:
    from verifier.planning.templates._cover import LanguageForm
    from verifier.planning.templates._schema import Template, Vocabulary

#: Folders with the user's own templates, separated as in PATH.
ENVIRONMENT = "AMTFV_TEMPLATES"
#: Group of the entry points that name a package or module whose folder holds templates.
ENTRY_POINTS = "amtfv.templates"
_FOLDER = Path(__file__).parent
_SUFFIXES = (".yaml", ".yml")
_MAX_BYTES = 200_000
#: More foreign words than units' names could account for.
_MAX_UNIT_WORDS = 8


class _Entry:
    """One template's text; compiled when a question comes that it might know the words of."""

    def __init__(self, text: str, file: str, *, shipped_as: str = "") -> None:
        self._text = text
        self._file = file
        self._name = shipped_as
        self._forms: dict[str, LanguageForm] = {}

    @cached_property
    def summary(self) -> Summary:
        """What a question's words tell about whether the template can explain it."""
        return (summary_of(self._name, *self._texts()) if self._name else None) or self._summarised()

    def packed_summary(self) -> dict[str, Any]:
        """The summary, made anew from the text, as JSON."""
        return pack_summary(self._summarised(), *self._texts())

    def _texts(self) -> tuple[str, str]:
        return self._text, _vocabulary_text()

    def _summarised(self) -> Summary:
        # Every word of the file is more than the template knows, but quickly found.
        gates = {language: self.form(language).gate() for language in LANGUAGES}
        return Summary(
            plain_words(self._text.casefold()),
            {language: gate for language, gate in gates.items() if gate is not None},
        )

    @cached_property
    def template(self) -> Template:
        from verifier.planning.templates._reader import read_template  # noqa: PLC0415  (loads YAML; see `summary`)

        return read_template(self._text, self._file, _vocabulary())

    def form(self, language: str) -> LanguageForm:
        """The template's phrases of one language."""
        if language not in self._forms:
            from verifier.planning.templates._cover import LanguageForm  # noqa: PLC0415  (likewise)

            self._forms[language] = LanguageForm(self.template, language, _vocabulary())
        return self._forms[language]


class Library:
    """Templates in use, by id."""

    def __init__(self, entries: Mapping[str, _Entry]) -> None:
        self._entries = entries
        shared = plain_words(_vocabulary_text().casefold()) | NUMBER_WORDS
        self._words = {name: entry.summary.words | shared for name, entry in entries.items()}
        self._all_words = frozenset().union(*self._words.values())

    @cached_property
    def templates(self) -> Mapping[str, Template]:
        """Every template, compiled."""
        return {name: entry.template for name, entry in self._entries.items()}

    def form(self, template: str, language: str) -> LanguageForm:
        """A template's phrases of one language."""
        return self._entries[template].form(language)

    def match(self, question: QuestionText) -> list[Derivation]:
        """Derivations of the one template that explains the whole question; [] when none or several do."""
        plain = plain_words(question.stem)
        foreign = plain - self._all_words
        if len(foreign) > _MAX_UNIT_WORDS or not _are_units(foreign):
            return []
        tokens = tokenise(question)
        if all(token.kind == "word" for token in tokens):
            return []
        found = [
            derivations
            for form in self._candidates(question, plain, tokens)
            for derivations in _readings(form, tokens)
        ]
        return _agreed(found) if found else []

    def _candidates(
        self, question: QuestionText, plain: frozenset[str], tokens: Sequence[Token]
    ) -> Iterator[LanguageForm]:
        """The forms whose words cover the question's."""
        language = "zh" if is_chinese(question.stem) else "en"
        words = frozenset(token.text for token in tokens if token.kind == "word")
        capitals = {token.text for token in tokens if is_name(token)}
        for name, entry in self._entries.items():
            gate = entry.summary.gates.get(language)
            if gate is None or not gate.asked_by(words):
                continue
            if _are_units(plain - self._words[name]) and _are_units(words - gate.known - capitals):
                yield entry.form(language)


def _are_units(words: frozenset[str]) -> bool:
    """Whether all of them stand in units' names."""
    return words <= unit_words()


def _readings(form: LanguageForm, tokens: Sequence[Token]) -> list[list[Derivation]]:
    from verifier.planning.templates._build import derive  # noqa: PLC0415  (loads the units; few questions fit)
    from verifier.planning.templates._terms import Abstain  # noqa: PLC0415  (likewise)

    derivations: list[list[Derivation]] = []
    for assignment in form.read(tokens):
        try:
            derivations.append(derive(form.template, assignment, form.language))
        except Abstain:
            continue
    return derivations


def _agreed(found: Sequence[list[Derivation]]) -> list[Derivation]:
    """The one way to compute that all that was found comes to, but for what only people read; else []."""
    distinct = {repr([_bare(d) for d in derivations]): derivations for derivations in found}
    return next(iter(distinct.values())) if len(distinct) == 1 else []


def _bare(derivation: Derivation) -> Derivation:
    return replace(derivation, description="", before=(), formula="")


def load_library(folders: Iterable[Path | str] = ()) -> Library:
    """The shipped templates, with those of ``folders`` added; one with a shipped id takes its place.

    Raises:
        TemplateError: a file is wrong, a folder does not exist, or two of the user's templates have one id.
    """
    own: dict[str, _Entry] = {}
    for path in _own_files(folders):
        entry = _Entry(_read(path), str(path))
        name = entry.template.id
        if name in own:
            raise TemplateError(str(path), 1, "id", f"{own[name].template.file} has the id {name!r} too")
        own[name] = entry
    return Library({**_shipped(), **own})


@cache
def _vocabulary() -> Vocabulary:
    from verifier.planning.templates._reader import read_vocabulary  # noqa: PLC0415  (loads YAML; see `_Entry`)

    return read_vocabulary(_vocabulary_text(), "vocabulary.yaml")


@cache
def _vocabulary_text() -> str:
    return (_FOLDER / "vocabulary.yaml").read_text(encoding="utf-8")


@cache
def _shipped() -> Mapping[str, _Entry]:
    """The shipped files, each named after its template's id."""
    paths = sorted(path for path in (_FOLDER / "shipped").iterdir() if path.suffix in _SUFFIXES)
    return {
        path.stem: _Entry(path.read_text(encoding="utf-8"), path.name, shipped_as=path.stem) for path in paths
    }


def shipped_index() -> dict[str, Any]:
    """What ``gates.json`` should hold, made anew from the templates and the table of units."""
    from verifier.planning.templates._kinds import unit_words  # noqa: PLC0415  (see `_Entry`)

    return pack_index({name: entry.packed_summary() for name, entry in _shipped().items()}, unit_words())


def _own_files(folders: Iterable[Path | str]) -> list[Path]:
    paths: list[Path] = []
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise TemplateError(str(folder), 1, "", "this folder of templates does not exist")
        paths += sorted(path for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return paths


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise TemplateError(str(path), 1, "", f"larger than {_MAX_BYTES} bytes")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise TemplateError(str(path), 1, "", f"can't be read: {error}") from error


def default_folders() -> list[Path]:
    """Folders named by the environment variable and by installed packages' entry points."""
    named = [Path(part) for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
    if not _may_have_entry_points():
        return named
    from importlib.metadata import entry_points  # noqa: PLC0415  (costs more than the look before it)
    from importlib.resources import files  # noqa: PLC0415  (likewise)

    return named + [Path(str(files(entry.value))) for entry in entry_points(group=ENTRY_POINTS)]


def _may_have_entry_points() -> bool:
    """A quick look at the installed packages: whether one names our group."""
    group = ENTRY_POINTS.encode()
    for folder in map(Path, sys.path):
        if folder.is_file():  # packages in an archive
            return True
        if any(group in file.read_bytes() for file in folder.glob("*.*-info/entry_points.txt")):
            return True
    return False


class _Use:
    """The library that :func:`match` consults: loaded on first use, replaced by :func:`use_folders`."""

    library: Library | None = None


def use_folders(folders: Iterable[Path | str]) -> Library:
    """Add folders of templates for the rest of the process, to those of the environment and entry points.

    Raises:
        TemplateError: as :func:`load_library`.
    """
    _Use.library = load_library([*default_folders(), *folders])
    return _Use.library


def ready() -> Library:
    """Load the templates now, so that a wrong one is told of before anything is checked.

    Raises:
        TemplateError: a template of the environment's folders is wrong, or a folder is not there.
    """
    return _Use.library or use_folders(())


def match(question: QuestionText) -> list[Derivation]:
    """Solve a question by the templates in use.

    Raises:
        TemplateError: on first use, when a template of the environment's folders is wrong.
    """
    return ready().match(question)
