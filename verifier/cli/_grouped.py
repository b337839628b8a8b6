"""Help pages whose options stand in groups, as plain text."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class GroupedCommand(TyperCommand):
    """A command whose help page has one section for each ``rich_help_panel`` that its options name.

    The framework itself groups only where it draws boxes, for which it loads ``rich``.
    """

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments, the options of no group, then each group."""
        sections: dict[str, list[tuple[str, str]]] = {"Arguments": [], "Options": []}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                own = "Arguments" if parameter.param_type_name == "argument" else "Options"
                head = getattr(parameter, "rich_help_panel", None) or own
                sections.setdefault(head, []).append(record)
        for head, records in sections.items():
            if records:
                with formatter.section(head):
                    formatter.write_dl(records)
