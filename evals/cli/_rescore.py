"""``amtfv eval rescore`` and ``compare``: figures of recorded runs, without a tool or a model."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

from typer import Option

from evals.cli._options import Baselines, Form, Quorum, RunPath
from evals.cli._show import write_reports
from evals.data import DataSetError
from evals.reports import comparison_lines
from evals.run import RunFolder
from evals.run._worker import quorum_of
from evals.scoring import compare_runs, relabelled, with_policy
from verifier.cli._exit import OK, CliError
from verifier.cli._model_options import PolicyName
from verifier.errors import UsageError, VerifierError
from verifier.quorum import Policy
from verifier.report import printable


def rescore(
    run: RunPath,
    *,
    labels: Annotated[
        list[Path] | None, Option("--labels", metavar="FILE", help="Rows with new labels, told by their ids.")
    ] = None,
    form: Form = None,
    policy: Annotated[
        PolicyName | None,
        Option("--policy", metavar="NAME", help="Decide the recorded votes by this policy."),
    ] = None,
    quorum: Quorum = None,
    veto: Annotated[
        bool, Option("--veto/--no-veto", help="One vote for an answer keeps others from refuting.")
    ] = True,
    baseline: Baselines = None,
    name: Annotated[
        str, Option("--name", metavar="NAME", help="Of the report's files in the run's folder.")
    ] = "rescored",
) -> int:
    """Score a run anew: other labels, or another policy over the votes that were recorded.

    No tool and no model is called. A policy decides on the programs that were bought; it can't buy others.

    Exit codes: 0 scored, 2 usage or input error.
    """  # fmt: skip
    try:
        folder = RunFolder.load(run)
        new = list(relabelled(folder, labels, form=None if form is None else form.value)) if labels else None
        chosen = (
            quorum_of(quorum)
            if quorum is not None
            else None
            if policy is None
            else Policy.named(policy.value)
        )
        results = None if chosen is None else with_policy(folder, replace(chosen, dissent_veto=veto))
        write_reports(
            folder, baselines=[one.value for one in baseline or ()], labels=new, results=results, name=name
        )
    except (UsageError, DataSetError, VerifierError) as error:
        raise CliError(str(error)) from None
    return OK


def compare(
    run_a: RunPath,
    run_b: RunPath,
    *,
    output: Annotated[
        Path | None, Option("-o", metavar="FILE", help="Write every flip, with both reports, as JSONL.")
    ] = None,
) -> int:
    """What flipped between two runs over the same rows, and whether one is better (McNemar's test).

    Exit codes: 0 compared, 2 usage or input error.
    """
    try:
        comparison = compare_runs(RunFolder.load(run_a), RunFolder.load(run_b))
    except UsageError as error:
        raise CliError(str(error)) from None
    if not comparison.rows:
        raise CliError(f"{run_a} and {run_b} have no finished row in common (id, question and answer)")
    names = (run_a.name, run_b.name) if run_a.name != run_b.name else (str(run_a), str(run_b))
    sys.stdout.write("\n".join(map(printable, comparison_lines(comparison, names))) + "\n")
    if output is not None:
        with output.open("w", encoding="utf-8", newline="\n") as stream:
            for flip in comparison.flips:
                stream.write(json.dumps(asdict(flip), ensure_ascii=False) + "\n")
    return OK
