"""Checks answers in pytest: ``assert_verified`` in a test, the fixture ``amtfv_check``, a report at the end.

Loading it costs pytest next to nothing: the engine is loaded by the first answer that is checked.

::

    def test_interest(amtfv_check):
        amtfv_check.assert_verified(model("What is 12 + 30?"), question="What is 12 + 30?")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.records import Report

__all__ = ["AmtfvCheck", "amtfv_check", "assert_verified"]

#: Verdicts that a policy accepts; ``strict`` is the default.
_POLICIES: Mapping[str, frozenset[str]] = {
    "strict": frozenset({"verified"}),
    "not_refuted": frozenset({"verified", "inconclusive", "not_checkable"}),
}
_MARKER = (
    "amtfv(policy='strict', **options): how answers of this test are judged: strict (they must be verified) "
    "or not_refuted; other options as verifier.check takes them"
)
_ROWS = "amtfv_rows"


def assert_verified(
    answer: str, question: str | None = None, *, policy: str = "strict", **options: Any
) -> Report:
    """Fail the test unless the answer is verified; the message shows the evidence.

    Args:
        answer: the text under test.
        question: what was asked; without it the text is a document, which must not be refuted.
        policy: ``strict``, or ``not_refuted`` to accept what could not be decided.
        options: as :func:`verifier.check` takes them.

    Raises:
        AssertionError: the policy does not accept the verdict.
        UsageError: there is no such policy or option.
    """
    __tracebackhide__ = True
    report = _checked(answer, question, options)
    fault = _fault(report, policy)
    if fault:
        raise AssertionError(fault)
    return report


def _checked(answer: str, question: str | None, options: Mapping[str, Any]) -> Report:
    from verifier import check  # noqa: PLC0415  (the engine is loaded by the first answer)

    return check(answer, question, **options)


def _fault(report: Report, policy: str) -> str:
    """What the policy has against the report, with the evidence; "" for nothing."""
    from verifier.errors import UsageError  # noqa: PLC0415  (likewise)

    if policy not in _POLICIES:
        raise UsageError(f"there is no policy {policy!r}; there are {', '.join(_POLICIES)}")
    accepted = _POLICIES["not_refuted" if report.document else policy]
    if report.verdict in accepted:
        return ""
    from verifier.report import full_report, plain  # noqa: PLC0415  (for a failure only)

    return f"the answer is {report.verdict.replace('_', ' ')}\n{plain(full_report(report, width=90))}"


class AmtfvCheck:
    """Checks answers for one test: ``amtfv_check(answer, question=…)`` gives the report, whatever it says."""

    def __init__(self, item: pytest.Item) -> None:
        self._item = item
        marks = list(item.iter_markers("amtfv"))
        self._options: dict[str, Any] = {}
        for mark in reversed(marks):  # the nearest mark says last
            self._options |= mark.kwargs
        self._policy = str(self._options.pop("policy", "strict"))

    def __call__(self, answer: str, question: str | None = None, **options: Any) -> Report:
        """The report on an answer; options go over those of the test's marks."""
        report = _checked(answer, question, {"name": self._item.nodeid, **self._options, **options})
        self._keep(report)
        return report

    def assert_verified(
        self, answer: str, question: str | None = None, *, policy: str | None = None, **options: Any
    ) -> Report:
        """:func:`assert_verified` by the policy of the test's marks, where none is given."""
        __tracebackhide__ = True
        report = self(answer, question, **options)
        fault = _fault(report, policy or self._policy)
        if fault:
            raise AssertionError(fault)
        return report

    def _keep(self, report: Report) -> None:
        """Keep the row with the test's own report, which crosses to the controller from a worker."""
        if self._item.config.getoption("amtfv_report") is None:
            return
        import json  # noqa: PLC0415  (where a report is asked for)

        from verifier.report import report_row  # noqa: PLC0415  (likewise)

        path = str(self._item.path)
        row = report_row(report, source=path, line=(self._item.location[1] or 0) + 1)
        self._item.user_properties.append((_ROWS, json.dumps(row, ensure_ascii=True)))


@pytest.fixture
def amtfv_check(request: pytest.FixtureRequest) -> AmtfvCheck:
    """Checks answers of this test by the policy of its marks ``amtfv``."""
    return AmtfvCheck(request.node)


# --- the report ---------------------------------------------------------------------------------------
def pytest_addoption(parser: pytest.Parser) -> None:
    """The option for the report."""
    parser.getgroup("amtfv").addoption(
        "--amtfv-report",
        dest="amtfv_report",
        metavar="FILE",
        help="write a report on all answers to FILE (.json, .jsonl, .junit.xml, .sarif, .md, .html)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the collector where a report is asked for and this is no worker."""
    config.addinivalue_line("markers", _MARKER)
    name = config.getoption("amtfv_report")
    if name is None or hasattr(config, "workerinput"):
        return
    from pathlib import Path  # noqa: PLC0415  (where a report is asked for)

    from verifier.cli._outputs import format_of  # noqa: PLC0415  (likewise)

    if format_of(Path(name)) is None:
        kinds = ".json, .jsonl, .junit.xml, .sarif, .md or .html"
        raise pytest.UsageError(f"--amtfv-report {name}: the name must end in {kinds}, which is the format")
    config.pluginmanager.register(
        _Collector(config.rootpath, config.invocation_params.dir / name), "amtfv-report"
    )


class _Collector:
    """Collects the rows off the tests' reports, and writes the file at the end."""

    def __init__(self, root: Path, path: Path) -> None:
        self._root = root
        self._path = path
        self._rows: list[tuple[str, str]] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take a finished test's rows, and leave them out of other reports."""
        if report.when == "call":
            kept = [(report.nodeid, str(value)) for name, value in report.user_properties if name == _ROWS]
            self._rows += kept
        report.user_properties[:] = [(name, value) for name, value in report.user_properties if name != _ROWS]

    def pytest_sessionfinish(self) -> None:
        """Write the file, in the order of the tests' ids, which no worker changes."""
        from verifier.cli._reporting import write_rows  # noqa: PLC0415  (at the end)

        write_rows(self._path, [row for _, row in sorted(self._rows, key=lambda kept: kept[0])], self._root)
