"""The ``logic`` tool: what follows, what contradicts, and what it refuses to say."""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolkits import default_registry
from toolkits.errors import ToolInputError, ToolkitError, ToolLimit, ToolRefused, ToolUnavailable
from toolkits.logic import logic

pytest.importorskip("z3", reason="the extra `logic` is not installed")


@pytest.mark.parametrize(
    ("premises", "conclusion", "value"),
    [
        (["p -> q", "p"], "q", True),
        (["p -> q", "not q"], "not p", True),
        (["p -> q", "q"], "p", False),
        (["p -> q", "not p"], "not q", False),
        (["p or q", "not p"], "q", True),
        (["p xor q", "p"], "not q", True),
        (["p 蕴含 q", "非 q"], "非 p", True),
        (["“下雨” → “地湿”", "“下雨”"], "“地湿”", True),
        ([], "p or not p", True),
        (["x > 3"], "x > 2", True),
        (["x > 2"], "x > 3", False),
        (["2x + y = 7", "x - y = 2"], "x = 3 and y = 1", True),
        (["1 < x < 5"], "x != 5", True),
        (["x/3 >= 2"], "x >= 6", True),
        (["all dogs are mammals", "Rex is a dogs"], "Rex is mammals", True),
        (["no reptiles are mammals", "all snakes are reptiles"], "no snakes are mammals", True),
        (["some A are B", "some B are C"], "some A are C", False),
        (["some A are not B"], "not all A are B", True),
        (["所有 狗 都是 动物", "旺财 是 狗"], "旺财 是 动物", True),
        ([{"implies": ["p", {"and": ["q", "r"]}]}, {"atom": "p"}], {"not": {"not": "r"}}, True),
        ([{"all": ["A", "B"]}, {"is": ["x", "A"]}], {"is": ["x", "B"]}, True),
        ([{"<": ["x + 1", "3"]}], {"not": {">=": ["x", "2"]}}, True),
    ],
)
def test_what_follows(premises: list[Any], conclusion: Any, value: bool) -> None:
    """Entailment in texts and in JSON, in both languages; what does not follow has a counterexample."""
    found = logic("entails", premises, conclusion)
    assert found["value"] is value
    assert (found["model"] is None) == value
    assert found["solver"].startswith("z3 ")


@pytest.mark.parametrize(
    ("premises", "value", "core"),
    [
        (["p -> q", "r", "p", "not q"], False, [1, 3, 4]),
        (["x + y = 3", "y > 0", "x >= 3"], False, [1, 2, 3]),
        (["p", "x < 0"], True, []),
    ],
)
def test_a_set_holds_together_or_names_what_does_not(
    premises: list[str], value: bool, core: list[int]
) -> None:
    """The core names the premises at fault and no other; a consistent set shows a model."""
    found = logic("consistent", premises)
    assert (found["value"], found["core"]) == (value, core)
    assert found["because"] == [premises[n - 1] for n in core]
    assert bool(found["model"]) == value


def test_whole_numbers_are_told() -> None:
    """2x = 3 has a real solution and no whole one."""
    assert logic("consistent", ["2*x = 3"])["model"] == {"x": "3/2"}
    assert logic("consistent", ["2*x = 3"], integers=["x"])["value"] is False
    with pytest.raises(ToolInputError, match="no number"):
        logic("consistent", ["p"], integers=["p"])


def test_equivalent_statements() -> None:
    """De Morgan's law, and what it is not; under premises too."""
    assert logic("equivalent", [], "not (p and q)", "not p or not q")["value"] is True
    assert logic("equivalent", [], "not (p and q)", "not p and not q")["value"] is False
    assert logic("equivalent", ["p"], "p and q", "q")["value"] is True


def test_a_statement_holds_fails_or_is_open() -> None:
    """The truth value where the premises leave no choice; else undetermined."""
    assert logic("holds", ["p or q", "not p"], "q")["value"] is True
    assert logic("holds", ["p or q", "not p"], "p")["value"] is False
    with pytest.raises(ToolRefused) as caught:
        logic("holds", ["p or q"], "p")
    assert caught.value.code == "undetermined"
    assert logic("contradicts", ["no A are B"], "some A are B")["value"] is True


@pytest.mark.parametrize("op", ["entails", "holds", "contradicts"])
def test_premises_that_contradict_each_other_prove_nothing(op: Any) -> None:
    """Vacuous truth is reported with the premises that make it so."""
    with pytest.raises(ToolRefused, match="p; not p") as caught:
        logic(op, ["r", "p", "not p"], "q")
    assert caught.value.code == "vacuous"


def test_a_class_may_be_empty() -> None:
    """Some hold that "all A are B" says that there are As: both readings must agree, or one be chosen."""
    with pytest.raises(ToolRefused) as caught:
        logic("entails", ["all A are B"], "some A are B")
    assert caught.value.code == "existence"
    assert logic("entails", ["all A are B"], "some A are B", existence="none")["value"] is False
    assumed = logic("entails", ["all A are B"], "some A are B", existence="assumed")
    assert assumed["because"] == ["all A are B", "no class is empty"]


@pytest.mark.parametrize(
    ("premises", "error", "code"),
    [
        (["x*y > 3"], ToolRefused, "not_linear"),
        (["1/x > 3"], ToolRefused, "not_linear"),
        (["x/0 > 3"], ToolInputError, "tool_input"),
        (["x > 1", "x -> p"], ToolInputError, "tool_input"),
        (["p ->"], ToolInputError, "tool_input"),
        (["p q"], ToolInputError, "tool_input"),
        (["3"], ToolInputError, "tool_input"),
        (["(p -> q) + 1 < 2"], ToolInputError, "tool_input"),
        (["all A are not B"], ToolInputError, "ambiguous"),
        (['__import__("os")'], ToolInputError, "tool_input"),
        (["(assert p)"], ToolInputError, "tool_input"),
        ([{"p": 1}], ToolInputError, "tool_input"),
        ([{"implies": ["p"]}], ToolInputError, "tool_input"),
        ([{"atom": ""}], ToolInputError, "tool_input"),
        (["(" * 100 + "p" + ")" * 100], ToolLimit, "limit"),
        (["not " * 100 + "p"], ToolLimit, "limit"),
        (["p -> " * 100 + "p"], ToolLimit, "limit"),
        (["p and " * 3_000 + "p"], ToolLimit, "limit"),
        (["p"] * 300, ToolLimit, "limit"),
        ([f"x < {'9' * 100}"], ToolLimit, "limit"),
        ([{"not": "p"}] * 2 + [f"p{n}" for n in range(150)] + [{"and": [f"r{n}" for n in range(400)]}], ToolLimit, "limit"),
    ],
)  # fmt: skip
def test_refusals(premises: list[Any], error: type[ToolkitError], code: str) -> None:
    """What is no statement, not linear, or too much is refused by name; nothing of a text is run."""
    with pytest.raises(error) as caught:
        logic("consistent", premises)
    assert caught.value.code == code


def test_each_operation_says_what_it_needs() -> None:
    """A missing or needless statement is an input error."""
    for arguments in (
        {"op": "entails"},
        {"op": "consistent", "conclusion": "p"},
        {"op": "equivalent", "conclusion": "p"},
    ):
        with pytest.raises(ToolInputError, match="needs"):
            logic(**arguments)  # type: ignore[arg-type]


def test_a_hard_question_ends_at_counted_work() -> None:
    """Twelve pigeons in eleven holes: the solver's own count of work ends it, whatever the clock says."""
    holes = range(11)
    each = [{"or": [f"p{i}_{j}" for j in holes]} for i in range(12)]
    apart = [f"not p{i}_{j} or not p{k}_{j}" for j in holes for i in range(12) for k in range(i)]
    with pytest.raises(ToolLimit) as caught:
        logic("consistent", [*each, {"and": apart}])
    assert caught.value.code == "limit"


def test_without_the_solver_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing extra refutes nothing."""
    monkeypatch.setitem(sys.modules, "z3", None)
    with pytest.raises(ToolUnavailable) as caught:
        default_registry().get("logic")({"op": "consistent", "premises": ["p"]})
    assert (caught.value.code, caught.value.hint) == ("unavailable", "pip install 'amtfv[logic]'")


def test_the_same_question_has_the_same_bytes_in_another_process() -> None:
    """Models and cores do not depend on hash seeds."""
    script = (
        "import json; from toolkits.logic import logic\n"
        "print(json.dumps([logic('consistent', ['p or q or r', 'x + y < 3 or not p', 'some A are B', 'no B are C']),"
        "logic('entails', ['p -> q', 'q -> r', 'p', 's'], 'r')]))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True, env={"PYTHONHASHSEED": seed, "PATH": ""}
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(outputs) == 1
    assert json.loads(outputs.pop())[1]["core"] == [1, 2, 3]


# --- laws ---------------------------------------------------------------------------------------------------

_NAMES = ("p", "q", "r")
_FORMULAS = st.recursive(
    st.sampled_from(_NAMES),
    lambda inner: st.one_of(
        st.builds(lambda a: {"not": a}, inner),
        st.builds(lambda by, a, b: {by: [a, b]}, st.sampled_from(["and", "or", "xor", "implies", "iff"]), inner, inner),
    ),
    max_leaves=8,
)  # fmt: skip


def _true(formula: Any, values: dict[str, bool]) -> bool:
    if isinstance(formula, str):
        return values[formula]
    ((by, parts),) = formula.items()
    if by == "not":
        return not _true(parts, values)
    a, b = (_true(part, values) for part in parts)
    return {"and": a and b, "or": a or b, "xor": a != b, "implies": not a or b, "iff": a == b}[by]


def _worlds() -> list[dict[str, bool]]:
    return [dict(zip(_NAMES, row, strict=True)) for row in itertools.product((False, True), repeat=3)]


def _text(formula: Any) -> str:
    if isinstance(formula, str):
        return formula
    ((by, parts),) = formula.items()
    if by == "not":
        return f"not ({_text(parts)})"
    sign = {"implies": "->", "iff": "<->"}.get(by, by)
    return f"({_text(parts[0])}) {sign} ({_text(parts[1])})"


@settings(max_examples=60, deadline=None)
@given(st.lists(_FORMULAS, max_size=3), _FORMULAS)
def test_propositions_agree_with_truth_tables(premises: list[Any], conclusion: Any) -> None:
    """Entailment, vacuity and consistency are those of the truth table; text and JSON are one."""
    worlds = [w for w in _worlds() if all(_true(p, w) for p in premises)]
    assert logic("consistent", premises)["value"] is bool(worlds)
    expected = all(_true(conclusion, w) for w in worlds)
    for given_as in (premises, [_text(p) for p in premises]):
        if not worlds:
            with pytest.raises(ToolRefused):
                logic("entails", given_as, conclusion)
        else:
            assert logic("entails", given_as, conclusion)["value"] is expected


_CLASSES = ("A", "B", "C")
_CLAIMS = st.tuples(
    st.sampled_from(["all", "no", "some", "some_not"]), st.sampled_from(_CLASSES), st.sampled_from(_CLASSES)
)
#: A model is which of the eight regions of a Venn diagram have members.
_REGIONS = [frozenset(c for c, inside in zip(_CLASSES, row, strict=True) if inside) for row in itertools.product((0, 1), repeat=3)]  # fmt: skip
_MODELS = [
    frozenset(r for n, r in enumerate(_REGIONS) if chosen >> n & 1) for chosen in range(1, 2 ** len(_REGIONS))
]


def _says(claim: tuple[str, str, str], model: frozenset[frozenset[str]]) -> bool:
    by, one, other = claim
    both = any(one in region and other in region for region in model)
    only = any(one in region and other not in region for region in model)
    return {"all": not only, "no": not both, "some": both, "some_not": only}[by]


@settings(max_examples=60, deadline=None)
@given(st.lists(_CLAIMS, min_size=1, max_size=4), _CLAIMS)
def test_syllogisms_agree_with_every_venn_diagram(
    premises: list[tuple[str, str, str]], conclusion: tuple[str, str, str]
) -> None:
    """Three classes have 255 diagrams of inhabited regions; what follows is what holds in all that fit."""
    for existence in ("none", "assumed"):
        named = {c for claim in [*premises, conclusion] for c in claim[1:]}
        fitting = [
            m for m in _MODELS
            if all(_says(p, m) for p in premises)
            and (existence == "none" or all(any(c in region for region in m) for c in named))
        ]  # fmt: skip
        given_as = [{by: [one, other]} for by, one, other in premises]
        last = {conclusion[0]: list(conclusion[1:])}
        if not fitting:
            with pytest.raises(ToolRefused):
                logic("entails", given_as, last, existence=existence)  # type: ignore[arg-type]
            continue
        found = logic("entails", given_as, last, existence=existence)  # type: ignore[arg-type]
        assert found["value"] is all(_says(conclusion, m) for m in fitting)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="pqxAB12 ()-><=|&!~+*/\"'notandris所有是非", max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text crashes the reader."""
    with contextlib.suppress(ToolkitError):
        assert isinstance(logic("consistent", [text])["value"], bool)
