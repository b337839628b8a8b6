"""The public calls: check an answer, from a script or inside an event loop."""

from __future__ import annotations

import inspect
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypeAlias, TypedDict, Unpack

from toolkits import Registry, default_registry
from verifier.correction import Corrector
from verifier.engine import Limits, Planner, Reader, run, run_inline
from verifier.errors import ReadingLimit, UsageError
from verifier.generation import Recipe, named
from verifier.plan import Claim, Plan
from verifier.planning import plan_offline, second_look
from verifier.reading import read
from verifier.records import Report
from verifier.task import DatabaseFile, DataTable, Exchange, Task

if TYPE_CHECKING:
    from toolkits.facts import FactSource, Knowledge
    from verifier.correction.model import Shown
    from verifier.examples import Examples
    from verifier.generation import Generator
    from verifier.journal import Journal
    from verifier.llm import Budget, Gateway, Ledger, Session
    from verifier.quorum import Policy
    from verifier.risk import Tier

__all__ = [
    "Data",
    "Options",
    "PlanLike",
    "aask",
    "aask_task",
    "acheck",
    "acheck_task",
    "ask",
    "ask_task",
    "check",
    "check_task",
    "conversation_task",
    "given_plan",
    "offline_planner",
    "read_claims",
    "refuse_options",
]

#: Data that comes with a question: tables, or tables, frames of pandas or polars, and JSON values by name.
Data: TypeAlias = Iterable[DataTable | DatabaseFile] | Mapping[str, Any]
#: A plan made beforehand: a :class:`Plan`, the JSON text of one, or the object that the text holds.
PlanLike: TypeAlias = Plan | str | Mapping[str, Any]


#: Names the folders of the user's templates (:data:`verifier.planning.templates.ENVIRONMENT`).
_TEMPLATES = "AMTFV_TEMPLATES"


class Options(TypedDict, total=False):
    """How to check.

    Attributes:
        plan: a plan to run in place of our own. It is bound anew to each corrected answer.
        planner: writes plans; not together with ``plan``: a function, ``"offline"`` for our own, or
            ``"llm"``. Without either a model plans where there is a gateway, else the offline planner does.
        fix: let the local patcher correct what is certain.
        corrector: writes corrections; not together with ``fix``: a function, or ``"llm"``.
        evidence: how much of the evidence the corrector ``"llm"`` is shown.
        gateway: the models of this run.
        critic: hear a model that argues against the answer; its opinion stands in the evidence and decides
            nothing (:mod:`verifier.critic`). Needs a gateway.
        budget: bounds of what they may cost in this run; the gateway's default without it.
        tier: how much of models an answer is worth: ``"none"`` and ``"offline"`` have our own planner plan,
            ``"full"`` a model, ``"auto"`` (the default) lets :mod:`verifier.risk` decide it for each answer.
        policy: have models write programs from the question alone, which vote on the answer: ``"strict"``,
            ``"balanced"``, ``"eager"`` or your own (:mod:`verifier.quorum`).
        together: a file that says which models fail together; the least related are asked.
        registry: the tools; the built-in ones and those joined by ``@tool`` without it.
        facts: where facts are looked up beside the built-in sources: files, folders, ``"countries"``,
            ``"cities"``, sources of your own, or all of it opened by :func:`toolkits.facts.open_sources`.
        journal: a journal, or the path of one, that records the run.
        limits: bounds of the run.
        private: keep every cell and value of the data out of every prompt: models see names, types and sizes,
            and what needs values is done without them (:mod:`verifier.tables`).
        examples: worked examples, or the path of their file: those that are like the question are shown where
            code is asked for (:mod:`verifier.examples`).
    """

    plan: PlanLike | None
    planner: Planner | Literal["offline", "llm"] | None
    fix: bool
    corrector: Corrector | Literal["llm"] | None
    evidence: Shown
    gateway: Gateway | None
    critic: bool
    budget: Budget | None
    tier: Literal["auto"] | Tier
    policy: Policy | Literal["strict", "balanced", "eager"] | None
    together: Path | str | None
    registry: Registry | None
    facts: Knowledge | Sequence[FactSource | Path | str] | None
    journal: Journal | Path | str | None
    limits: Limits | None
    private: bool
    examples: Examples | Path | str | None


def check(
    answer: str,
    question: str | None = None,
    *,
    data: Data | None = None,
    name: str = "1",
    **options: Unpack[Options],
) -> Report:
    """Check an answer with tools, and say what was found.

    Args:
        answer: the text under test.
        question: what was asked; without it the text is a *document*, whose claims are judged one by one.
        data: tables and values that come with the question.
        name: the caller's id of this answer.
        options: see :class:`Options`.

    Raises:
        PlanError: the plan given cannot be used.
        TemplateError: a template of the user's folders is wrong, or a folder is not there.
        UsageError: options that are unknown or exclude each other, an answer that is no text, or an async
            planner or corrector inside an event loop.
        JournalError: the journal cannot be opened or written.
    """
    return check_task(_task(name, question, data), answer, **options)


async def acheck(
    answer: str,
    question: str | None = None,
    *,
    data: Data | None = None,
    name: str = "1",
    **options: Unpack[Options],
) -> Report:
    """:func:`check` inside an event loop: heavy tools work in threads, cancelling cancels the run."""
    return await acheck_task(_task(name, question, data), answer, **options)


def check_task(task: Task, answer: str, **options: Unpack[Options]) -> Report:
    """:func:`check` for a task made beforehand."""
    crew = _crew(task, answer, options)
    if any(map(_is_async, (crew["planner"], crew["corrector"]))):
        return _in_new_loop(partial(_run, task, answer, crew, options), options.get("gateway"))
    with _opened(options.get("journal")) as journal:
        return run_inline(task, answer, **crew, journal=journal)


async def acheck_task(task: Task, answer: str, **options: Unpack[Options]) -> Report:
    """:func:`acheck` for a task made beforehand."""
    return await _run(task, answer, _crew(task, answer, options), options)


# --- answers that are made here -----------------------------------------------------------------------
def ask(
    question: str,
    *,
    generator: Generator | Recipe | str = "auto",
    data: Data | None = None,
    name: str = "1",
    **options: Unpack[Options],
) -> Report:
    """Have a question answered, then check and correct the answer as :func:`check` does.

    Args:
        question: what is asked.
        generator: who answers: the name or :class:`Recipe` of one of ours (they need a gateway), or your own.
            ``auto`` writes programs where there is data, and answers directly where there is none.
        data: tables and values that come with the question.
        name: the caller's id of this question.
        options: see :class:`Options`.

    Returns:
        A report whose ``generation`` holds the way to the first answer. Where none could be made the run is
        ``inconclusive``, with the stop reason ``model_error``, ``budget`` or ``deadline``.

    Raises:
        PlanError, TemplateError, UsageError, JournalError: as :func:`check`.
    """
    return ask_task(_task(name, question, data), generator=generator, **options)


async def aask(
    question: str,
    *,
    generator: Generator | Recipe | str = "auto",
    data: Data | None = None,
    name: str = "1",
    **options: Unpack[Options],
) -> Report:
    """:func:`ask` inside an event loop."""
    return await aask_task(_task(name, question, data), generator=generator, **options)


def ask_task(
    task: Task, *, generator: Generator | Recipe | str = "auto", **options: Unpack[Options]
) -> Report:
    """:func:`ask` for a task made beforehand."""
    work = partial(aask_task, task, generator=generator, **options)
    return _in_new_loop(work, options.get("gateway"))


async def aask_task(
    task: Task, *, generator: Generator | Recipe | str = "auto", **options: Unpack[Options]
) -> Report:
    """:func:`aask` for a task made beforehand."""
    if task.question is None:
        raise UsageError("there is no question to answer")
    return await _run(task, "", _crew(task, "", options, generator), options)


def _task(name: str, question: str | None, data: Data | None) -> Task:
    given = data if isinstance(data, Mapping) else dict(enumerate(data or ()))
    named = {key: _tabled(key, value) for key, value in given.items()}
    tables = tuple(value for value in named.values() if isinstance(value, DataTable))
    databases = tuple(value for value in named.values() if isinstance(value, DatabaseFile))
    known = DataTable | DatabaseFile
    values = {str(key): value for key, value in named.items() if not isinstance(value, known)}
    return Task(id=name, question=question, data=tables, values=values, databases=databases)


def conversation_task(name: str, question: str, data: Data | None, earlier: tuple[Exchange, ...]) -> Task:
    """A question with its data, and what was said before."""
    return replace(_task(name, question, data), earlier=earlier)


def _tabled(key: object, value: Any) -> Any:
    """A frame as a table; anything else as it is."""
    if type(value).__name__ != "DataFrame":  # nothing is loaded to find out
        return value
    from verifier.tables import is_frame, table_of  # noqa: PLC0415  (few questions come with frames)

    return table_of(str(key), value) if is_frame(value) else value


# --- who does the work --------------------------------------------------------------------------------
class _Crew(TypedDict):
    planner: Planner
    registry: Registry
    generator: Generator | None
    ledger: Ledger | None
    corrector: Corrector | None
    limits: NotRequired[Limits]
    reader: Reader | None
    fallback: Planner | None
    second: Callable[[Task, str, Plan], Plan] | None


def _crew(
    task: Task, answer: str, options: Options, generator: Generator | Recipe | str | None = None
) -> _Crew:
    _refuse_unfit(task, answer, options)
    session = _session(options, generator)
    if session is not None and options.get("private"):
        from verifier.tables import Withheld  # noqa: PLC0415  (opt-in)

        session.withheld = Withheld.of(task)
    examples = options.get("examples")
    if session is not None and examples is not None:
        session.examples = _examples(examples)
    if _TEMPLATES in os.environ and task.question is not None:
        from verifier.planning.templates import ready  # noqa: PLC0415  (without folders of the user's: when needed)

        ready()
    registry = options.get("registry") or default_registry()
    knowledge = _knowledge(options)
    options = {**options, "facts": knowledge}
    registry = _with_facts(registry, knowledge)
    planner: Planner = _planner(task, answer, registry, session, options)
    own = planner is offline_planner
    looked = own or _is_gated(planner, session)
    offline = _offline(knowledge)
    planner, fallback = (offline, None) if own else (planner, offline)
    generates = _generator(generator, session, registry)
    if session is not None and options.get("critic"):
        from verifier.critic import criticised, with_critic  # noqa: PLC0415  (opt-in)

        registry, planner = with_critic(registry, session), criticised(planner)
        fallback = None if fallback is None else criticised(fallback)
    return _Crew(
        planner=_with_quorum(planner, registry, session, options),
        registry=registry,
        generator=generates,
        ledger=None if session is None else session.ledger,
        corrector=_corrector(session, options),
        limits=options.get("limits") or Limits(),
        reader=None if own else read_claims,
        fallback=fallback,
        second=None if looked else second_look,
    )


def _knowledge(options: Options) -> Knowledge | None:
    """The fact sources of a run, or ``None`` where it has the built-in ones alone."""
    given = options.get("facts")
    if not given:
        return None
    from toolkits.errors import ToolkitError  # noqa: PLC0415  (only who brings sources can bring a wrong one)
    from toolkits.facts import Knowledge, open_sources  # noqa: PLC0415  (likewise)

    if isinstance(given, str | Path):
        raise UsageError("facts is a list of sources; put the one into brackets")
    try:
        return given if isinstance(given, Knowledge) else open_sources(given)
    except ToolkitError as error:
        raise UsageError(f"facts: {error}{f' ({error.hint})' if error.hint else ''}") from None


def _with_facts(registry: Registry, knowledge: Knowledge | None) -> Registry:
    """The tools, with the fact checker on the sources of the run."""
    if knowledge is None:
        return registry
    from toolkits.facts import NAME, fact_checker  # noqa: PLC0415  (see _knowledge)

    tools = Registry()
    for tool in registry:
        tools.add(fact_checker(knowledge) if tool.name == NAME else tool)
    return tools


def _offline(knowledge: Knowledge | None) -> Planner:
    """The offline planner on the sources of the run."""
    if knowledge is None:
        return offline_planner

    def plan(task: Task, answer: str, attempt: int, /) -> Plan:  # noqa: ARG001  (see engine.Planner)
        return plan_offline(task, answer, knowledge)

    return plan


def parts_of(task: Task, answer: str, generator: Generator | str | None, options: Options) -> _Crew:
    """Who does the work of a run that is taken up again; its own limits hold where none are given.

    Raises:
        PlanError, TemplateError, UsageError: as :func:`check`.
    """
    crew = _crew(task, answer, options, generator)
    if options.get("limits") is None:
        del crew["limits"]
    return crew


def refuse_options(options: Options) -> None:
    """Say now what would keep every answer from being checked with these options.

    Raises:
        UsageError: options that are unknown, of a wrong type, or exclude each other.
    """
    _refuse_unfit(Task(), "", options)
    session = _session(options, None)
    _corrector(session, options)
    registry = options.get("registry") or default_registry()
    if options.get("plan") is None or options.get("planner") is not None:
        planner = _planner(Task(), "", registry, session, options)
        _with_quorum(planner, registry, session, options)


def _refuse_unfit(task: Task, answer: object, options: Options) -> None:
    """A misspelt option must not be a check left out; text of another type must not be an answer at fault."""
    unknown = sorted(options.keys() - Options.__annotations__.keys())
    if unknown:
        known = ", ".join(Options.__annotations__)
        raise UsageError(f"there is no option {unknown[0]!r}; the options are {known}")
    for name, value in (("answer", answer), ("question", task.question)):
        if not isinstance(value, str) and not (name == "question" and value is None):
            raise UsageError(f"the {name} is {type(value).__name__}, not text")
    limits = options.get("limits")
    if not isinstance(limits, Limits | None):
        raise UsageError(f"limits is {type(limits).__name__}, not Limits")
    for name, words in _NAMED.items():
        given: object = options.get(name)
        if given is not None and given not in words and not callable(given):
            raise UsageError(
                f"the {name} can't be called; give a function or {' or '.join(map(repr, words))}"
            )
    for name, words in _WORDS.items():
        if options.get(name, words[0]) not in words:
            raise UsageError(f"{name} is {options.get(name)!r}, not {', '.join(words)}")


#: Planners and correctors that are known by a name.
_NAMED = {"planner": ("offline", "llm"), "corrector": ("llm",)}
#: Words that other options take, the default first.
_WORDS = {"evidence": ("full", "verdict_only", "none"), "tier": ("auto", "none", "offline", "full")}


def _session(options: Options, generator: Generator | Recipe | str | None) -> Session | None:
    """The run's account at its gateway."""
    gateway, budget = options.get("gateway"), options.get("budget")
    if gateway is not None:
        return gateway.session(budget)
    wanting = [f"{name}={options.get(name)!r}" for name in _NAMED if options.get(name) == "llm"]
    if isinstance(generator, str | Recipe):
        wanting.append(f"generator={generator!r}")
    wanting += ["critic=True"] if options.get("critic") else []
    wanting += [f"{name}=…" for name in ("budget", "policy") if options.get(name) is not None]
    wanting += ["tier='full'"] if options.get("tier") == "full" else []
    if wanting:
        raise UsageError(f"{wanting[0]} needs models: give a gateway")
    return None


def _planner(
    task: Task, answer: str, registry: Registry, session: Session | None, options: Options
) -> Planner:
    plan, planner = options.get("plan"), options.get("planner")
    if plan is not None and planner is not None:
        raise UsageError("give a plan or a planner, not both")
    if plan is not None:
        return given_plan(plan, task, answer, registry)
    if planner is not None and not isinstance(planner, str):
        return planner
    if session is None or planner == "offline":
        return offline_planner
    tier = options.get("tier", "auto")
    if tier in {"none", "offline"}:
        return offline_planner
    from verifier.planning.model import ModelPlanner  # noqa: PLC0415  (only runs with models load it)
    from verifier.risk import GatedPlanner  # noqa: PLC0415  (likewise)

    full = ModelPlanner(session, registry)
    return full if tier == "full" else GatedPlanner(_offline(_knowledge(options)), full, second_look)


def _is_gated(planner: Planner, session: Session | None) -> bool:
    """Whether a planner takes the second look itself."""
    if session is None:
        return False
    from verifier.risk import GatedPlanner  # noqa: PLC0415  (likewise)

    return isinstance(planner, GatedPlanner)


def _with_quorum(inner: Planner, registry: Registry, session: Session | None, options: Options) -> Planner:
    """The planner, and independent derivations where a policy asks for them."""
    policy, together = options.get("policy"), options.get("together")
    if session is None or policy is None or options.get("tier") in {"none", "offline"}:
        return inner
    from verifier.quorum import QuorumPlanner, Together  # noqa: PLC0415  (only runs with models load it)

    known = None if together is None else Together.load(together)
    return QuorumPlanner(session, inner, policy, registry, together=known)


def _corrector(session: Session | None, options: Options) -> Corrector | None:
    corrector = options.get("corrector")
    if options.get("fix") and corrector is not None:
        raise UsageError("fix is the local corrector; give it or another corrector, not both")
    if session is not None and isinstance(corrector, str):
        from verifier.correction.model import ModelCorrector  # noqa: PLC0415  (only runs with models load it)

        return ModelCorrector(session, evidence=options.get("evidence", "full"))
    if not options.get("fix") or isinstance(corrector, str):
        return None if isinstance(corrector, str) else corrector
    from verifier.correction import patch_locally  # noqa: PLC0415  (few runs patch anything)

    return patch_locally


def _generator(
    generator: Generator | Recipe | str | None, session: Session | None, registry: Registry
) -> Generator | None:
    if session is not None and isinstance(generator, str | Recipe):
        return named(generator, session, registry)
    if generator is not None and not callable(generator):
        raise UsageError("the generator can't be called")
    return generator


def _examples(given: Examples | Path | str | None) -> Examples | None:
    if not isinstance(given, str | Path):
        return given
    from verifier.examples import Examples  # noqa: PLC0415  (opt-in)

    return Examples.open(given, create=False)


def offline_planner(task: Task, answer: str, attempt: int, /) -> Plan:  # noqa: ARG001  (see engine.Planner)
    """Plan without a language model; its claims are the reader's own."""
    return plan_offline(task, answer)


def given_plan(plan: PlanLike, task: Task, answer: str, registry: Registry) -> Planner:
    """A planner that runs a plan made beforehand, bound anew to each corrected answer.

    Raises:
        PlanError: it cannot be used for the first answer.
    """
    from verifier.plan import parse_plan, rebind  # noqa: PLC0415  (reads sentences; few runs are given a plan)

    try:
        first = plan if isinstance(plan, Plan) else parse_plan(
            plan, answer=answer, question=task.question, registry=registry, data=task.data,
            values=task.values, databases=task.databases,
        )  # fmt: skip
    except ReadingLimit as limit:
        return _refusing(limit)

    def bind(task: Task, answer: str, attempt: int, /) -> Plan:
        return first if attempt == 1 else rebind(first, answer, task.question)

    return bind


def _refusing(error: ReadingLimit) -> Planner:
    """Says of every answer that it can't be read: a fault of this answer's, not of the plan."""

    def refuse(task: Task, answer: str, attempt: int, /) -> Plan:  # noqa: ARG001  (see engine.Planner)
        raise error

    return refuse


def read_claims(answer: str, question: str | None) -> tuple[tuple[Claim, ...], tuple[str, ...]]:
    """The claims of an answer, and the labels of the parts that its question asks."""
    reading = read(answer, question)
    return reading.claims, tuple(part.label for part in reading.asked)


# --- how it waits -------------------------------------------------------------------------------------
def _is_async(function: object) -> bool:
    return function is not None and (
        inspect.iscoroutinefunction(function)
        or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004  (an object with an async __call__)
        )
    )


async def _run(task: Task, answer: str, crew: _Crew, options: Options) -> Report:
    with _opened(options.get("journal")) as journal:
        return await run(task, answer, **crew, journal=journal)


def _in_new_loop(work: Callable[[], Awaitable[Report]], gateway: Gateway | None) -> Report:
    import anyio  # noqa: PLC0415  (only async planners and correctors need an event loop)

    async def whole() -> Report:
        try:
            return await work()
        finally:
            if gateway is not None:  # connections end with the loop that they were made in
                await gateway.aclose()

    try:
        return anyio.run(whole)
    except RuntimeError as error:
        if "running" in str(error):
            raise UsageError("inside an event loop, use `await acheck(…)`") from None
        raise


@contextmanager
def _opened(journal: Journal | Path | str | None) -> Iterator[Journal | None]:
    """The journal, opened for this call when it is given by its path."""
    if not isinstance(journal, str | Path):
        yield journal
        return
    from verifier.journal import Journal  # noqa: PLC0415  (only who journals loads sqlite3)

    with Journal.open(journal) as opened:
        yield opened
