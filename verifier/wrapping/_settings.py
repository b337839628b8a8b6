"""How a wrapped client or function checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from verifier._api import Data, Options, refuse_options
from verifier.errors import UsageError

OnRefuted: TypeAlias = Literal["annotate", "correct", "raise"]
"""What becomes of a refuted answer."""
Question: TypeAlias = Callable[[Mapping[str, Any]], str | None]
"""Reads the question from a call's arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How answers are checked; shared by all calls of a wrapped client, in any thread.

    Attributes:
        hold: keep a stream back until it is verified.
        question: reads the question, where the usual rule does not fit.
        client_corrects: answers are corrected by the wrapped client itself.
        options: of :func:`verifier.check`.
    """

    on_refuted: OnRefuted
    hold: bool
    question: Question | None
    client_corrects: bool = False
    data: Data | None = None
    options: Options = field(default_factory=Options)

    def for_text(self, *, correctable: bool) -> Options:
        """The options for one text; without a corrector for one that is not to be changed."""
        options = self.options.copy()
        if not correctable:
            options.pop("fix", None)
            options.pop("corrector", None)
        return options


def make_settings(
    on_refuted: OnRefuted,
    *,
    hold: bool | None,
    question: Question | None,
    client_corrects: bool = False,
    data: Data | None,
    options: Mapping[str, Any],
) -> Settings:
    """The settings, checked at once: a wrapped client must not find out in the middle of its work.

    Raises:
        UsageError: options that are unknown or exclude each other.
    """
    if on_refuted not in get_args(OnRefuted):
        raise UsageError(f"on_refuted is {on_refuted!r}; it can be {', '.join(get_args(OnRefuted))}")
    unknown = sorted(options.keys() - Options.__annotations__.keys())
    if unknown:
        known = ", ".join(
            ("on_refuted", "hold", "question", "client_corrects", "data", *Options.__annotations__)
        )
        raise UsageError(f"there is no option {unknown[0]!r}; the options are {known}")
    corrector = client_corrects or options.get("fix") or options.get("corrector") is not None
    if on_refuted != "correct" and corrector:
        # Its report would tell of a text that nobody is given.
        raise UsageError('a corrector works only with on_refuted="correct"')
    if client_corrects and (options.get("fix") or options.get("corrector") is not None):
        raise UsageError(
            "client_corrects is a corrector (that patches, too); give it or another one, not both"
        )
    if on_refuted == "correct" and hold is False:
        raise UsageError("what was streamed can't be corrected: leave hold out")
    chosen: Any = dict(options)
    if on_refuted == "correct" and not corrector:
        chosen["fix"] = True
    refuse_options(chosen)
    return Settings(
        on_refuted=on_refuted,
        hold=on_refuted == "correct" if hold is None else hold,
        question=question,
        client_corrects=client_corrects,
        data=data,
        options=chosen,
    )
