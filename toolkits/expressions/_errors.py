"""Errors of parsing and evaluating.

::

    ToolkitError
    ├── ToolInputError
    │   └── ExpressionError     the text is not an expression of the grammar, or has two readings
    └── EvaluationError         the expression has no value here
"""

from __future__ import annotations

from toolkits.errors import ToolInputError, ToolkitError


class ExpressionError(ToolInputError):
    """The text can't be read as one expression.

    Attributes:
        code: ``syntax``, ``ambiguous``, ``unknown_name``, ``limit`` or ``empty``.
        position: offset into the text.
        readings: for ``ambiguous``: the expressions that the text may mean.
    """

    default_code = "syntax"

    def __init__(
        self, message: str, *, code: str = "syntax", position: int = 0, readings: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, code=code)
        self.position = position
        self.readings = readings


class EvaluationError(ToolkitError):
    """The expression has no value.

    ``code`` is ``division_by_zero``, ``domain``, ``limit``, ``unbound`` or ``ambiguous``.
    """

    default_code = "domain"
