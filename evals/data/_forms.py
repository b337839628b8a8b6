"""The published forms of data sets: from one JSON object of each to rows and labels.

A form is a name, a test for its first object, and a function to examples. The test looks at the names of
fields that no other form has; the order of :data:`FORMS` settles the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from evals.data._row import DataSetError, Example, Label, Row, Truth
from toolkits import lazy_re as re

Raw: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Context:
    """What a reader knows beside the object: the file's name, the object's number, problems by task id."""

    stem: str
    number: int
    problems: Mapping[str, Raw]

    @property
    def id(self) -> str:
        """For an object that has none."""
        return f"{self.stem}-{self.number}"


Reader: TypeAlias = Callable[[Raw, Context], Iterator[Example]]


@dataclass(frozen=True, slots=True)
class Form:
    """A published form."""

    name: str
    about: str
    fits: Callable[[Raw], bool]
    read: Reader


# --- pieces -------------------------------------------------------------------------------------------
def _text(raw: Raw, name: str) -> str:
    value = raw.get(name)
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            raise DataSetError(f"{name!r} holds half of a surrogate pair, which is no character") from None
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise DataSetError(f"{name!r} is no text" if name in raw else f"there is no {name!r}")


def _optional(raw: Raw, name: str) -> str | None:
    return None if raw.get(name) is None else _text(raw, name)


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return ()
    return tuple(value)


def _truth(value: Any) -> Truth | None:
    """A judgement in the words that data sets use."""
    if isinstance(value, bool):
        return "correct" if value else "incorrect"
    word = str(value).strip().lower()
    if word in {"correct", "right", "true", "yes", "1"}:
        return "correct"
    return "incorrect" if word in {"incorrect", "wrong", "false", "no", "0"} else None


def _judged(value: Any) -> Truth | None:
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    found = _truth(value)
    if found is None:
        raise DataSetError(f"the label {value!r} is neither correct nor incorrect")
    return found


def _whole(value: Any) -> int | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value).strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


_MARKS = re.compile(r"<<[^<>]*>>")
_HASHES = re.compile(r"^\s*####\s*(.+?)\s*$", re.MULTILINE)
_FINAL_A = re.compile(r"^A:\s*(.+?)\s*$", re.MULTILINE)


def _unmarked(text: str) -> str:
    """Without the marks of a calculator, which were not part of what a reader saw."""
    return _MARKS.sub("", text)


def _last_group(pattern: re.Pattern[str], text: str) -> str | None:
    found = [match[1] for match in pattern.finditer(text)]
    return found[-1] if found else None


def _same(one: str, other: str) -> bool:
    def plain(text: str) -> str:
        return " ".join(text.replace(",", "").split()).rstrip(".").casefold()

    return plain(one) == plain(other)


# --- our own ------------------------------------------------------------------------------------------
_OURS = frozenset(
    {"id", "source", "domain", "question", "answer", "data", "gold", "label", "error_step", "extra"}
)
_TOLD = frozenset({"label", "gold", "error_step", "source", "domain", "extra"})


def _own(raw: Raw, context: Context) -> Iterator[Example]:
    extra = raw.get("extra")
    extra = dict(extra) if isinstance(extra, Mapping) else {}
    extra |= {name: value for name, value in raw.items() if name not in _OURS}
    data = raw.get("data")
    if data is not None and not isinstance(data, Mapping):
        raise DataSetError("'data' is no object: it names tables (lists of objects) and values")
    name = _optional(raw, "id") or context.id
    steps = _texts(extra.get("steps"))
    row = Row(
        id=name,
        source=_optional(raw, "source") or context.stem,
        domain=_optional(raw, "domain") or "",
        question=_optional(raw, "question"),
        answer=_text(raw, "answer"),
        data=data or {},
    )
    base = _whole(extra.get("step_base"))
    yield Example(
        row,
        Label(
            id=name,
            truth=_judged(raw.get("label")),
            gold=_optional(raw, "gold"),
            error_step=_whole(raw.get("error_step")),
            step_base=1 if base is None else base,
            steps=steps,
            traced=bool(steps) or raw.get("error_step") is not None,
            error_kind=str(extra.get("error_kind") or ""),
            extra=extra,
        ),
    )


# --- word problems ------------------------------------------------------------------------------------
def _gsm8k(raw: Raw, context: Context) -> Iterator[Example]:
    """A question with its reference solution, which is the answer under test: a right one."""
    solution = _unmarked(_text(raw, "answer"))
    row = Row(
        id=context.id,
        source="gsm8k",
        domain="math_word_problem",
        question=_text(raw, "question"),
        answer=solution,
    )
    gold = _last_group(_HASHES, solution)
    yield Example(row, Label(id=row.id, truth="correct" if gold else None, gold=gold))


def _gsm8k_models(raw: Raw, context: Context) -> Iterator[Example]:
    gold = _last_group(_FINAL_A, _text(raw, "ground_truth"))
    for model, said in raw.items():
        if not isinstance(said, Mapping) or "solution" not in said:
            continue
        name = f"{context.id}-{model}"
        row = Row(
            id=name,
            source="gsm8k_models",
            domain="math_word_problem",
            question=_text(raw, "question"),
            answer=_unmarked(_text(said, "solution")),
        )
        yield Example(
            row, Label(id=name, truth=_judged(said.get("is_correct")), gold=gold, extra={"model": model})
        )


def _mr_gsm8k(raw: Raw, context: Context) -> Iterator[Example]:
    steps = _texts(raw.get("model_output_steps"))
    answer = "\n".join(steps) or _text(raw, "model_output_steps")
    name = _optional(raw, "uuid") or context.id
    judged = raw.get("model_output_solution_correctness")
    row = Row(
        id=name,
        source="mr_gsm8k",
        domain="math_word_problem",
        question=_text(raw, "question"),
        answer=answer,
    )
    yield Example(
        row,
        Label(
            id=name,
            truth=_judged(raw.get("model_output_answer_correctness") if judged is None else judged),
            gold=_optional(raw, "ground_truth_answer"),
            error_step=_whole(raw.get("model_output_solution_first_error_step")),
            steps=steps or tuple(line for line in answer.splitlines() if line.strip()),
            traced=judged is not None,
            extra={
                name: raw[name]
                for name in ("question_type", "model_output_solution_first_error_reason")
                if name in raw
            },
        ),
    )


# --- BIG-bench ----------------------------------------------------------------------------------------
def _mistake(raw: Raw, context: Context) -> Iterator[Example]:
    steps = _texts(raw.get("steps"))
    if not steps:
        raise DataSetError("'steps' is no list of texts")
    target, said = _text(raw, "target"), _text(raw, "answer")
    row = Row(
        id=context.id,
        source=f"big_bench_mistake/{context.stem}",
        domain=context.stem,
        question=_text(raw, "input"),
        answer="\n".join(steps),
    )
    yield Example(
        row,
        Label(
            id=row.id,
            truth="correct" if _same(target, said) else "incorrect",
            gold=target,
            error_step=_whole(raw.get("mistake_index")),
            step_base=0,
            steps=steps,
            traced=True,
            extra={"trace_has_mistake": raw.get("mistake_index") is not None},
        ),
    )


_SHOT = re.compile(r"(?:\A|\n)\s*Q:\s*")
_PROMPT_END = re.compile(r"\n\s*A:[^\n]*\s*\Z")
_SAID = re.compile(r"the answer is\s+(.+?)\s*\.?\s*$", re.IGNORECASE | re.MULTILINE)


def _bbh(raw: Raw, context: Context) -> Iterator[Example]:
    """The last question of a few-shot prompt, and what the model said to it."""
    prompt = _text(raw, "input")
    shots = list(_SHOT.finditer(prompt))
    question = _PROMPT_END.sub("", prompt[shots[-1].end() :] if shots else prompt).strip()
    answer, target = _text(raw, "prediction"), _text(raw, "target")
    said = _last_group(_SAID, answer)
    task = context.stem.partition("_few_shot")[0]
    row = Row(id=context.id, source=f"bbh/{task}", domain=task, question=question, answer=answer)
    right = said is not None and _same(said, target)
    yield Example(row, Label(id=row.id, truth="correct" if right else "incorrect", gold=target))


# --- facts --------------------------------------------------------------------------------------------
def _factool(raw: Raw, context: Context) -> Iterator[Example]:
    row = Row(
        id=context.id,
        source=f"factool/{context.stem}",
        domain=context.stem,
        question=_optional(raw, "prompt"),
        answer=_text(raw, "response"),
    )
    label = raw.get("label", raw.get("response_label"))
    yield Example(row, Label(id=row.id, truth=_judged(label), extra={"claims": raw.get("claims", [])}))


# --- competition mathematics --------------------------------------------------------------------------
_PREDICTIONS = ("prediction", "model_output", "generated", "output", "response", "completion", "generation")
_JUDGEMENTS = ("correct", "is_correct", "label", "score", "passed")


def _prediction(raw: Raw) -> str | None:
    for name in _PREDICTIONS:
        value = raw.get(name)
        if isinstance(value, str):
            return name
        if isinstance(value, list) and _texts(value):
            return name
    return None


def _boxed(text: str) -> str | None:
    r"""What the last ``\boxed{…}`` holds."""
    start = text.rfind("\\boxed{")
    if start < 0:
        return None
    depth, begin = 0, start + len("\\boxed{")
    for at in range(begin - 1, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if not depth:
            return text[begin:at]
    return None


def _math(raw: Raw, context: Context) -> Iterator[Example]:
    """A problem with its reference solution, and what models said to it, if anything."""
    solution = _optional(raw, "solution") or ""
    gold = _optional(raw, "answer") or _boxed(solution)
    kind = str(raw.get("type") or raw.get("subject") or "")
    name = _prediction(raw)
    said = [solution] if name is None else _answers(raw[name])
    judged = None if name is None else next((raw[key] for key in _JUDGEMENTS if key in raw), None)
    for number, answer in enumerate(said):
        if not answer:
            raise DataSetError("there is neither a model's answer nor a solution")
        id_ = context.id if len(said) == 1 else f"{context.id}-{number}"
        verdict = judged[number] if isinstance(judged, list) and len(judged) == len(said) else judged
        row = Row(
            id=id_,
            source="math",
            domain=kind or "math_competition",
            question=_text(raw, "problem"),
            answer=answer,
        )
        truth = "correct" if name is None else _judged(None if isinstance(verdict, list) else verdict)
        yield Example(row, Label(id=id_, truth=truth, gold=gold, extra={"level": raw.get("level")}))


def _answers(value: Any) -> Sequence[str]:
    return [value] if isinstance(value, str) else _texts(value)


# --- code ---------------------------------------------------------------------------------------------
def _humaneval(raw: Raw, context: Context) -> Iterator[Example]:
    """A problem with its reference solution, or with a completion beside it."""
    yield _completed(raw, raw, context)


def _humaneval_sample(raw: Raw, context: Context) -> Iterator[Example]:
    """A completion, whose problem stands in another file of the same run."""
    task = _text(raw, "task_id")
    problem = context.problems.get(task)
    if problem is None:
        raise DataSetError(f"the problem {task!r} is not at hand; name the file of problems before this one")
    yield _completed(problem, raw, context)


def _completed(problem: Raw, raw: Raw, context: Context) -> Example:
    given = _optional(raw, "completion")
    body = _text(problem, "canonical_solution") if given is None else given
    prompt = _text(problem, "prompt")
    whole = body if f"def {problem.get('entry_point')}" in body else prompt + body
    judged = next((raw[name] for name in ("passed", "label", "is_solved", "correct") if name in raw), None)
    row = Row(id=context.id, source="humaneval", domain="code", question=prompt, answer=whole)
    truth: Truth | None = "correct" if given is None else _judged(judged)
    return Example(
        row,
        Label(
            id=row.id,
            truth=truth,
            gold=_optional(problem, "canonical_solution"),
            extra={name: problem.get(name) for name in ("task_id", "entry_point", "test")},
        ),
    )


def _spider(raw: Raw, context: Context) -> Iterator[Example]:
    """A question about a database with its query, or with a predicted one beside it."""
    names = ("predicted_sql", "pred_sql", "predict_sql", "prediction", "predicted", "pred")
    name = next((name for name in names if isinstance(raw.get(name), str)), None)
    gold = _optional(raw, "query") or _optional(raw, "SQL")
    answer = gold if name is None else _text(raw, name)
    if not answer:
        raise DataSetError("there is no query")
    judged = next((raw[key] for key in ("correct", "exec_match", "label") if key in raw), None)
    data = raw.get("data")
    row = Row(
        id=context.id,
        source="spider",
        domain="sql",
        question=_text(raw, "question"),
        answer=f"```sql\n{answer.strip()}\n```",
        data=data if isinstance(data, Mapping) else {},
    )
    truth: Truth | None = "correct" if name is None else _judged(judged)
    yield Example(row, Label(id=row.id, truth=truth, gold=gold, extra={"db_id": raw.get("db_id")}))


# --- which is which -----------------------------------------------------------------------------------
def _has(*names: str) -> Callable[[Raw], bool]:
    return lambda raw: all(name in raw for name in names)


def _is_gsm8k_models(raw: Raw) -> bool:
    return {"question", "ground_truth"} <= raw.keys() and any(
        isinstance(value, Mapping) and "solution" in value for value in raw.values()
    )


def _is_gsm8k(raw: Raw) -> bool:
    return raw.keys() == {"question", "answer"} and "####" in str(raw["answer"])


def _is_spider(raw: Raw) -> bool:
    return {"db_id", "question"} <= raw.keys() and bool({"query", "SQL"} & raw.keys())


FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        Form("mr_gsm8k", "MR-GSM8K: judged solutions", _has("question", "model_output_steps"), _mr_gsm8k),
        Form("gsm8k_models", "GSM8K's example model solutions", _is_gsm8k_models, _gsm8k_models),
        Form(
            "big_bench_mistake", "BIG-Bench-Mistake: steps", _has("input", "steps", "mistake_index"), _mistake
        ),
        Form("bbh", "BIG-Bench Hard: outputs of models", _has("input", "prediction", "target"), _bbh),
        Form("spider", "Spider: questions about databases", _is_spider, _spider),
        Form("humaneval", "HumanEval: problems", _has("task_id", "prompt", "canonical_solution"), _humaneval),
        Form("humaneval_samples", "HumanEval: completions", _has("task_id", "completion"), _humaneval_sample),
        Form("math", "MATH: problems, with or without answers", _has("problem"), _math),
        Form("factool", "FacTool: judged responses", _has("prompt", "response", "claims"), _factool),
        Form("gsm8k", "GSM8K: questions with reference solutions", _is_gsm8k, _gsm8k),
        Form("own", "our own: question and answer, with or without labels", _has("answer"), _own),
    )
}
