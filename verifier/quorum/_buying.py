"""Programs bought from models, one at a time: the prompt shows the question and never the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from verifier.errors import (
    ModelEmpty,
    ModelFiltered,
    ModelMalformed,
    ModelRefused,
    ModelTruncated,
)
from verifier.llm import ROLES, Role, Session
from verifier.prompts import Prompt, language_of, render
from verifier.quorum._together import Together
from verifier.reading._fences import compiles, fenced
from verifier.tables import described, inputs, variables
from verifier.task import Task

if TYPE_CHECKING:
    from verifier.examples import Shown

#: What a model replied, and no program in it: the author abstains. Other errors of the service end the run.
_NO_PROGRAM: Final = (ModelRefused, ModelTruncated, ModelEmpty, ModelFiltered, ModelMalformed)
#: Rows of each table that an author sees.
_ROWS: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Author:
    """Who is asked for a program: the model of a role, and which of its drafts (it seeds the server)."""

    role: Role = "generator"
    sample: int = 0


def authors_of(session: Session, most: int, together: Together | None = None) -> tuple[Author, ...]:
    """Whom to ask, in order: the generator's model, each other model of the roles, then further drafts.

    With a table of authors that fail together the least related is asked next; a model's own further drafts
    are always last, as its drafts share its misreadings.
    """
    models = dict[tuple[str, str | None], Role]()
    for role in ROLES:  # the generator's is the first
        settings = session.settings(role)
        models.setdefault((settings.model, settings.base_url), role)
    roles: list[Role] = list(models.values())
    if together is not None:
        names = [session.settings(role).model for role in roles]
        roles = [roles[at] for at in together.ordered(names)]
    drafts = range(-(-most // len(roles)))
    asked = [Author(role=role, sample=sample) for sample in drafts for role in roles]
    return tuple(asked[:most])


def derivation_prompt(task: Task, part: str, *, private: bool = False, examples: str = "") -> Prompt:
    """What an author is asked. It has no parameter for an answer.

    ``private``: no value of the data is shown. ``examples``: worked examples of other questions.
    """
    language = language_of(task.question)
    data = described(variables(task), language, rows=0 if private else _ROWS, shape="columns")
    return render("derive", language, question=task.question or "", part=part, data=data, examples=examples)


def inputs_of(task: Task) -> dict[str, Any]:
    """The question's data as variables of a program; tables have ``columns`` and ``rows``."""
    return inputs(variables(task))


async def bought(session: Session, author: Author, prompt: Prompt) -> dict[str, Any]:
    """One program, as the tool takes it; without a source where the model wrote none.

    Raises:
        ModelError: the service failed, the budget is spent, or a replayed recording has no reply.
    """
    try:
        reply = await session.complete(author.role, prompt.messages(), sample=author.sample)
        source = program_in(reply.text)
    except _NO_PROGRAM:
        source = ""
    return {
        "source": source,
        "author": session.settings(author.role).model,
        "seed": author.sample,
        "result": "result",
    }


def program_in(text: str) -> str:
    """The program of a reply: its last Python block, or the whole of it when that is Python; else ""."""
    blocks = [b.code for b in fenced(text).blocks if b.language in ("python", "") and compiles(b.code)]
    if blocks:
        return blocks[-1]
    return text if "=" in text and compiles(text) else ""


def examples_of(session: Session, task: Task) -> Shown:
    """The worked examples that authors see.

    Raises:
        ExamplesError: their file can't be read.
    """
    from verifier.examples import shown_for  # noqa: PLC0415  (it loads sqlite3; opt-in)

    return shown_for(session.examples, task.question or "", "python")


def told(programs: Sequence[Mapping[str, Any]], examples: Sequence[Mapping[str, Any]] = ()) -> str:
    """Who wrote the programs, and what examples they saw, for a step's description."""
    shown = ", ".join(f"{one['id']} ({one['similarity']})" for one in examples)
    authors = ", ".join(f"{one['author']}#{one['seed']}" for one in programs)
    return f"{authors}; worked examples shown: {shown}" if shown else authors
