"""The errors: one tree, drawn at the top of the module, stable codes, data without the classes."""

from __future__ import annotations

import re

import pytest

from verifier import errors

_MORE = {
    errors.JournalBroken: {"seq": 3},
    errors.ModelRejected: {"status": 400},
    errors.ReplayMiss: {"key": "0", "prompt": "[user] hello"},
    errors.RefutedError: {"completion": None, "report": None},
}
CLASSES = [getattr(errors, name) for name in errors.__all__]


def made(cls: type[errors.VerifierError]) -> errors.VerifierError:
    """An error of the class."""
    if cls is errors.PlanError:
        return cls("$.x", "is wrong")
    if cls is errors.TemplateError:
        return cls("a.yaml", 3, "ask", "is wrong")
    return cls("went wrong", **_MORE.get(cls, {}))


def test_the_tree_is_drawn_as_it_is() -> None:
    """Every class stands in the drawing, under its parent."""
    drawing = re.findall(r"^( *)(?:[│ ]*)[├└]── (\w+)", errors.__doc__ or "", re.MULTILINE)
    assert {name for _, name in drawing} | {"VerifierError"} == set(errors.__all__)
    assert all(issubclass(cls, errors.VerifierError) for cls in CLASSES)


@pytest.mark.parametrize("cls", CLASSES)
def test_errors_are_also_data(cls: type[errors.VerifierError]) -> None:
    """Code, message and whether to try again, readable without the class."""
    data = made(cls).as_data()
    assert set(data) == {"code", "message", "retryable"}
    assert data["code"] == cls.code
    assert data["message"]


def test_codes_are_unique() -> None:
    """A code names one class."""
    assert len({cls.code for cls in CLASSES}) == len(CLASSES)


def test_retryable_is_a_field_of_the_error() -> None:
    """A model's error says for itself whether the call may be made again."""
    assert errors.ModelError("rate limit", retryable=True).as_data()["retryable"] is True
    assert errors.ModelError("no such model").retryable is False


def test_a_plan_error_names_the_place() -> None:
    """Path and message, apart and together."""
    error = errors.PlanError("$.verification_steps[2]", "no such tool")
    assert (error.path, error.message) == ("$.verification_steps[2]", "no such tool")
    assert str(error) == "$.verification_steps[2]: no such tool"
