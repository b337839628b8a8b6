"""The templates in use: the shipped ones, and folders of the user's own."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path

from verifier.errors import TemplateError
from verifier.planning._derivation import Derivation, QuestionText
from verifier.planning.templates._build import derive, without_parts
from verifier.planning.templates._cover import LanguageForm
from verifier.planning.templates._kinds import is_name, unit_words
from verifier.planning.templates._reader import read_template, read_vocabulary
from verifier.planning.templates._schema import Template, Vocabulary
from verifier.planning.templates._terms import Abstain
from verifier.planning.templates._tokens import Token, is_chinese, plain_words, tokenise
from verifier.planning.templates._word_lists import NUMBER_WORDS

#: Folders with the user's own templates, separated as in PATH.
ENVIRONMENT = "AMTFV_TEMPLATES"
#: Group of the entry points that name a package or module whose folder holds templates.
ENTRY_POINTS = "amtfv.templates"
_PACKAGE = "verifier.planning.templates"
_SUFFIXES = (".yaml", ".yml")
_MAX_BYTES = 200_000
#: More foreign words than units' names could account for.
_MAX_UNIT_WORDS = 8


class _Entry:
    """One template's text; compiled when a question comes that it might know the words of."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self._forms: dict[str, LanguageForm] = {}

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of the file: more than the template knows, and quickly found."""
        return plain_words(self._text.casefold())

    @cached_property
    def template(self) -> Template:
        return read_template(self._text, self._file, _vocabulary())

    def form(self, language: str) -> LanguageForm:
        """The template's phrases of one language."""
        if language not in self._forms:
            self._forms[language] = LanguageForm(self.template, language, _vocabulary())
        return self._forms[language]


class Library:
    """Templates in use, by id."""

    def __init__(self, entries: Mapping[str, _Entry]) -> None:
        self._entries = entries
        shared = plain_words(_vocabulary_text().casefold()) | NUMBER_WORDS
        self._words = {name: entry.words | shared for name, entry in entries.items()}
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
        if len(foreign) > _MAX_UNIT_WORDS or (foreign and foreign - unit_words()):
            return []
        tokens = tokenise(question)
        if all(token.kind == "word" for token in tokens):
            return []
        found = [
            derivations
            for form in self._candidates(question, plain, tokens)
            for derivations in _readings(form, tokens)
        ]
        distinct = {repr([without_parts(d) for d in derivations]): derivations for derivations in found}
        return next(iter(distinct.values())) if len(distinct) == 1 else []

    def _candidates(
        self, question: QuestionText, plain: frozenset[str], tokens: Sequence[Token]
    ) -> Iterator[LanguageForm]:
        """The forms whose words cover the question's."""
        language = "zh" if is_chinese(question.stem) else "en"
        units = unit_words()
        words = frozenset(token.text for token in tokens if token.kind == "word")
        strange = words - units - {token.text for token in tokens if is_name(token)}
        for name, entry in self._entries.items():
            if plain - self._words[name] <= units:
                form = entry.form(language)
                if form.usable and form.possible(words, strange):
                    yield form


def _readings(form: LanguageForm, tokens: Sequence[Token]) -> list[list[Derivation]]:
    derivations: list[list[Derivation]] = []
    for assignment in form.read(tokens):
        try:
            derivations.append(derive(form.template, assignment, form.language))
        except Abstain:
            continue
    return derivations


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
    return read_vocabulary(_vocabulary_text(), "vocabulary.yaml")


@cache
def _vocabulary_text() -> str:
    return files(_PACKAGE).joinpath("vocabulary.yaml").read_text(encoding="utf-8")


@cache
def _shipped() -> Mapping[str, _Entry]:
    """The shipped files, each named after its template's id."""
    entries = sorted(files(_PACKAGE).joinpath("shipped").iterdir(), key=lambda entry: entry.name)
    yaml = [entry for entry in entries if entry.name.endswith(_SUFFIXES)]
    return {
        entry.name.partition(".")[0]: _Entry(entry.read_text(encoding="utf-8"), entry.name) for entry in yaml
    }


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
    from importlib.metadata import entry_points  # noqa: PLC0415  (scans the installation; once)

    named = [Path(part) for part in os.environ.get(ENVIRONMENT, "").split(os.pathsep) if part]
    return named + [Path(str(files(entry.value))) for entry in entry_points(group=ENTRY_POINTS)]


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
