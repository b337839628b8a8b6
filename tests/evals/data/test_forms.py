"""The published forms of data sets are read from their files, and told by their content."""

from __future__ import annotations

import gzip
import json
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evals.data import FORMS, DataSetError, Example, Fault, Label, Row, read


def write(path: Path, rows: list[object]) -> Path:
    """JSON lines, compressed where the name says so."""
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


def one(path: Path, **options: str) -> Example:
    """The only row of a file."""
    (found,) = read([path], **options)
    assert isinstance(found, Example), found
    assert found.row.id == found.label.id
    return found


CASES = [
    (
        "own",
        {
            "id": "a",
            "question": "1+1?",
            "answer": "2",
            "label": "correct",
            "gold": 2,
            "source": "s",
            "domain": "d",
        },
        ("1+1?", "2"),
        {"truth": "correct", "gold": "2", "error_step": None},
    ),
    (
        "gsm8k",
        {"question": "How many?", "answer": "It is 2*3=<<2*3=6>>6.\n#### 6"},
        ("How many?", "It is 2*3=6.\n#### 6"),
        {"truth": "correct", "gold": "6"},
    ),
    (
        "mr_gsm8k",
        {
            "uuid": "u",
            "question": "q",
            "ground_truth_answer": "5",
            "model_output_steps": ["Step 1: 2+2=5", "Step 2: so 5"],
            "model_output_answer_correctness": "correct",
            "model_output_solution_correctness": "wrong",
            "model_output_solution_first_error_step": "1",
            "question_type": "original",
        },
        ("q", "Step 1: 2+2=5\nStep 2: so 5"),
        {"truth": "incorrect", "gold": "5", "error_step": 1, "step_base": 1, "traced": True},
    ),
    (
        "big_bench_mistake",
        {
            "input": "1 + 1 =",
            "steps": ["1 + 1 = 3.", "So 3"],
            "target": "2",
            "answer": "3",
            "mistake_index": 0,
        },
        ("1 + 1 =", "1 + 1 = 3.\nSo 3"),
        {"truth": "incorrect", "gold": "2", "error_step": 0, "step_base": 0, "traced": True},
    ),
    (
        "bbh",
        {
            "input": "Sort.\n\nQ: old one\nA: Let's think step by step. So the answer is a.\n\nQ: not True is\nA: Let's think",
            "prediction": "not True = False. So the answer is False.",
            "target": "False",
        },
        ("not True is", "not True = False. So the answer is False."),
        {"truth": "correct", "gold": "False"},
    ),
    (
        "factool",
        {"prompt": "p", "response": "r", "claims": [], "label": False, "answer": "x"},
        ("p", "r"),
        {"truth": "incorrect"},
    ),
    (
        "math",
        {"problem": "p", "solution": "so \\boxed{\\frac{1}{2}}", "type": "Algebra", "level": "Level 1"},
        ("p", "so \\boxed{\\frac{1}{2}}"),
        {"truth": "correct", "gold": "\\frac{1}{2}"},
    ),
    (
        "humaneval",
        {
            "task_id": "T/0",
            "prompt": "def f():\n",
            "canonical_solution": "    return 1\n",
            "entry_point": "f",
            "test": "",
        },
        ("def f():\n", "def f():\n    return 1\n"),
        {"truth": "correct"},
    ),
    (
        "spider",
        {"db_id": "d", "question": "q", "query": "SELECT 1", "prediction": "SELECT 2", "exec_match": 0},
        ("q", "```sql\nSELECT 2\n```"),
        {"truth": "incorrect", "gold": "SELECT 1"},
    ),
]


@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_form_is_told_by_its_content(tmp_path, case, suffix):
    """The same row comes of the file without a word about its form, and with --format."""
    form, raw, texts, known = case
    path = write(tmp_path / f"data{suffix}", [raw])
    found = one(path)
    assert (found.row.question, found.row.answer) == texts
    assert {name: getattr(found.label, name) for name in known} == known
    assert one(path, form=form) == found


def test_every_form_has_a_case():
    """Those of several rows, or of two files, have tests of their own."""
    assert {case[0] for case in CASES} == FORMS.keys() - {"gsm8k_models", "humaneval_samples"}


def test_model_solutions_of_one_question_are_rows_of_their_own(tmp_path):
    """GSM8K's example solutions: a row for each model, without the calculator's marks."""
    raw = {"question": "q", "ground_truth": "2+2=<<2+2=4>>4\nA: 4"}
    raw |= {
        name: {"solution": f"<<1=1>>{name}\nA: 4", "is_correct": right}
        for name, right in (("m1", True), ("m2", False))
    }
    found = list(read([write(tmp_path / "x.jsonl", [raw])]))
    assert [(e.row.id, e.row.answer, e.label.truth, e.label.gold) for e in found] == [
        ("x-1-m1", "m1\nA: 4", "correct", "4"),
        ("x-1-m2", "m2\nA: 4", "incorrect", "4"),
    ]


def test_completions_are_joined_to_their_problems(tmp_path):
    """HumanEval: problems in one file, completions in another; a completion without its problem is a fault."""
    problem = {
        "task_id": "T/0",
        "prompt": "def f():\n",
        "canonical_solution": "    return 1\n",
        "entry_point": "f",
    }
    problems = write(tmp_path / "HumanEval.jsonl.gz", [problem])
    samples = [
        {"task_id": "T/0", "completion": "    return 2\n", "passed": False},
        {"task_id": "T/9", "completion": ""},
    ]
    found = list(read([problems, write(tmp_path / "samples.jsonl", samples)]))
    assert isinstance(found[0], Example)
    assert found[0].row.answer == "def f():\n    return 2\n"
    assert found[0].label.truth == "incorrect"
    assert isinstance(found[1], Fault)
    assert "T/9" in str(found[1])


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("outer", [lambda rows: rows, lambda rows: {"canary": "c", "outputs": rows}])
def test_lists_are_read_however_they_are_laid_out(tmp_path, indent, outer):
    """A JSON list, and an object that holds one, on one line or on many."""
    path = tmp_path / "task_few_shot.json"
    path.write_text(json.dumps(outer([CASES[4][1], CASES[4][1]]), indent=indent))
    assert [item.row.id for item in read([path])] == ["task_few_shot-1", "task_few_shot-2"]


def test_ids_are_unique_in_a_run(tmp_path):
    """The second row of a name is called otherwise, always in the same way."""
    path = write(tmp_path / "a.jsonl", [{"id": "x", "answer": "1"}] * 3)
    assert [item.row.id for item in read([path])] == ["x", "x#2", "x#3"]


def test_a_bad_line_costs_itself_alone(tmp_path):
    """It is told with its number, and the rows around it are read."""
    path = tmp_path / "a.jsonl"
    path.write_bytes(
        b'{"answer": "1"}\n{"answer": \n[1]\n\xff\n{"answer": "2", "label": "maybe"}\n{"answer": "3"}\n'
    )
    found = list(read([path]))
    assert [item.line for item in found if isinstance(item, Fault)] == [2, 3, 4, 5]
    assert [item.row.answer for item in found if isinstance(item, Example)] == ["1", "3"]


@pytest.mark.parametrize("content", ["", "[]", "7", '{"foo": 1}', "[1, 2]", '{\n"a": '])
def test_what_is_no_data_set_is_refused_with_the_reason(tmp_path, content):
    """The message names the file."""
    path = tmp_path / "a.json"
    path.write_text(content)
    with pytest.raises(DataSetError, match=r"a\.json"):
        list(read([path]))


def test_a_missing_file_and_an_unknown_form_are_told(tmp_path):
    """Each in a sentence."""
    with pytest.raises(DataSetError, match="can't be read"):
        list(read([tmp_path / "none.jsonl"]))
    with pytest.raises(DataSetError, match="the forms are"):
        list(read([], form="csv"))


def test_a_truncated_archive_is_told(tmp_path):
    """A .gz that breaks off is an error of the file, not a traceback."""
    path = write(tmp_path / "a.jsonl.gz", [{"answer": str(n)} for n in range(5000)])
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(DataSetError, match="can't be read"):
        list(read([path]))


def test_a_row_has_no_field_for_what_is_known_of_its_answer():
    """The types share the id alone, so that a label can't travel in a row."""
    assert {f.name for f in fields(Row)} & {f.name for f in fields(Label)} == {"id"}
    assert {f.name for f in fields(Row)} == {"id", "source", "domain", "question", "answer", "data"}


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
NAMES = sorted({name for _, raw, _, _ in CASES for name in raw})


@given(st.sampled_from(sorted(FORMS)), st.dictionaries(st.sampled_from(NAMES), JSON))
def test_any_object_is_a_row_or_a_fault(tmp_path_factory, form, raw):
    """Whatever stands in the fields, reading ends without another error, and rows are text."""
    path = write(tmp_path_factory.getbasetemp() / f"{form}.jsonl", [raw])
    for item in read([path], form=form):
        if isinstance(item, Example):
            item.row.answer.encode()
            json.dumps([item.row.question, item.label.gold])
