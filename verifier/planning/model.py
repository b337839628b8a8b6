"""Plans written by a language model. The audit judges them like any other plan from outside."""

from __future__ import annotations

from functools import cache
from typing import Any

from toolkits.registry import Registry
from verifier.errors import ModelMalformed, ModelRefused, ModelTruncated, PlanError
from verifier.generation._before import before
from verifier.llm import Form, Schema, Session
from verifier.plan import Plan, parse_plan, strict_schema
from verifier.planning import plan_offline
from verifier.prompts import language_of, render, told_tools
from verifier.tables import described, variables
from verifier.task import Task

__all__ = ["ModelPlanner"]

#: Rows of each table that the planner sees, so that it can take cells for its inputs.
_ROWS = 40


class ModelPlanner:
    """Has the planner model write a plan for each answer.

    A plan that cannot be read goes back to the model with the JSON path of its fault; one that the audit
    finds weak goes back with the reasons (by the engine, once in an attempt). An answer that holds private
    values is left to the offline planner.

    Args:
        session: the run's account at the gateway.
        registry: the tools that the plan may use.
    """

    def __init__(self, session: Session, registry: Registry) -> None:
        self._session = session
        self._registry = registry

    async def __call__(
        self, task: Task, answer: str, attempt: int, /, *, feedback: tuple[str, ...] = ()
    ) -> Plan:
        """Plan the checks of ``answer``.

        Raises:
            PlanError: the model wrote no plan that can be used.
            ModelError: it could not be asked.
        """
        del attempt
        if self._session.hides(answer):  # a model can't quote what it must not see
            return plan_offline(task, answer)
        language = language_of(task.question, answer)
        prompt = render(
            "planner",
            language,
            question=task.question or "",
            data=described(variables(task), language, rows=0 if self._session.withheld else _ROWS),
            answer=answer,
            earlier=before(task)["earlier"],
            tools=told_tools(self._registry),
            feedback=feedback,
        )
        author = f"llm:{self._session.settings('planner').model}:{prompt.version}"

        def read(value: Any) -> Plan:
            return parse_plan(
                value, answer=answer, question=task.question, registry=self._registry,
                data=task.data, values=task.values, databases=task.databases, author=author,
            )  # fmt: skip

        form = Form(_schema(), read)
        try:
            return await self._session.ask("planner", prompt.messages(), form)
        except (ModelMalformed, ModelRefused, ModelTruncated) as error:
            # No plan is no fault of the answer, and no fault of the service either.
            raise PlanError("$", f"the planner wrote no plan that can be used: {error}") from error


@cache
def _schema() -> Schema:
    return Schema(name="verification_plan", definition=strict_schema())
