"""The gates: which templates a question loads."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from verifier.planning.templates._gate import Gate, Summary, pack_summary, summary_of, unpack_summary
from verifier.planning.templates._library import shipped_index

_GATES = files("verifier.planning.templates").joinpath("gates.json")
_WORDS = st.frozensets(st.sampled_from(["the", "mean", "of", "半", "径", "?"]))
_GATE = st.builds(
    Gate,
    known=_WORDS,
    asks=st.lists(_WORDS, unique=True).map(tuple),
    musts=st.lists(st.lists(_WORDS, unique=True).map(tuple)).map(tuple),
)


def test_the_file_is_up_to_date() -> None:
    """`python scripts/write_template_gates.py` would change nothing."""
    assert shipped_index() == json.loads(_GATES.read_text(encoding="utf-8"))


def test_a_summary_of_another_text_is_not_used() -> None:
    """A shipped file that was edited is read itself until its summary is renewed."""
    assert summary_of("average", "id: average", "the: {}") is None
    assert summary_of("no such template", "") is None


@given(gate=_GATE, words=_WORDS, question=_WORDS)
def test_packing_keeps_what_a_gate_lets_through(
    gate: Gate, words: frozenset[str], question: frozenset[str]
) -> None:
    """A gate that was written and read lets the same questions through."""
    packed = json.loads(json.dumps(pack_summary(Summary(words, {"en": gate}), "text")))
    again = unpack_summary(packed)
    assert again.words == words
    assert again.gates["en"].known == gate.known
    assert again.gates["en"].asked_by(question) == gate.asked_by(question)


def test_a_question_of_arithmetic_reads_no_template() -> None:
    """The words of most questions do without YAML."""
    script = (
        "import sys; from verifier.planning._derivation import QuestionText;"
        "from verifier.planning.templates import match;"
        "assert match(QuestionText(text='What is 12 + 30?')) == [];"
        "assert 'yaml' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
