"""Prompts: files in two languages, filled in strictly, with what comes from outside between marks."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from verifier.prompts import fenced, language_of, names, render

BEFORE = {"earlier": "", "code": ""}
DATA = {
    "critic": {"question": "Q?", "answer": "A."},
    "planner": {"question": "Q?", "earlier": "", "data": "", "answer": "A.", "tools": [], "feedback": ()},
    "corrector": {
        "request": {"question": "Q?", "answer": "A.", "failed": {"claim": "A"}, "held": ["h"], "tried": []},
        "evidence": "full",
    },
    "direct": {"question": "Q?", "data": "", **BEFORE},
    "derive": {"question": "Q?", "part": "", "data": "t: a table", "examples": ""},
    "interpreter": {"question": "Q?", "earlier": "", "output": "answer = 3"},
    "program": {
        "question": "Q?", "data": "", "libraries": ("numpy",), "wall_s": "10", "failed": None, "schema": "table t",
        "result": "number", "calls": 20, "most": 10_000, "examples": "", **BEFORE,
    },
    "query": {**BEFORE, "examples": "", "question": "Q?", "dialect": "SQLite", "schema": "table t", "failed": None},
    "react": {
        "question": "Q?", "data": "d", "earlier": "", "digest": "1. t", "native": False, "steps": 8,
        "tools": [{"name": "t", "description": "d", "schema": "{}", "limits": ""}],
    },
}  # fmt: skip


def test_each_prompt_is_there():
    """Every prompt file has its row in these tests."""
    assert set(names()) == set(DATA)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", sorted(DATA))
def test_a_prompt_stands_in_both_languages(name, language):
    """System and user part are there, and the version names the file by its content."""
    prompt = render(name, language, **DATA[name])
    assert prompt.system
    assert "Q?" in prompt.user
    assert re.fullmatch(rf"{name}\.{language}@[0-9a-f]{{12}}", prompt.version)
    assert ("\u4e00" <= prompt.system[0] <= "\u9fff") == (language == "zh")


@pytest.mark.parametrize("name", sorted(DATA))
def test_what_is_missing_is_an_error(name):
    """A prompt never goes out with a hole in it."""
    with pytest.raises(UndefinedError):
        render(name, "en")


@given(st.text())
def test_marks_cannot_be_forged(text):
    """Whatever the text, its closing mark stands once: at the end."""
    whole = fenced(text, "answer")
    closing = whole[whole.rindex("\n") + 1 :]
    assert whole.count(closing) == 1
    assert whole.endswith(closing)


@given(st.text(alphabet="{}%#7* x", max_size=40))
def test_templates_in_texts_stay_themselves(text):
    """Nothing that comes from outside is rendered."""
    assert (
        text
        in render("planner", "en", question=text, data="", answer="", earlier="", tools=[], feedback=()).user
    )


def test_a_long_text_is_cut_and_says_so():
    """Texts are capped, with the count of what was left out."""
    assert "(8000 more characters)" in fenced("x" * 20_000, "answer")


@pytest.mark.parametrize(
    ("texts", "language"),
    [(("What?", "四"), "en"), (("多少？", "4"), "zh"), ((None, "四"), "zh"), (("", None), "en")],
)
def test_the_question_decides_the_language(texts, language):
    """The first text that is there counts."""
    assert language_of(*texts) == language
