"""Corrections written by a language model, from the evidence against an answer."""

from __future__ import annotations

from typing import Literal, TypeAlias

from toolkits import lazy_re as re
from verifier.correction._patch import patch_locally
from verifier.correction._request import Correction, CorrectionRequest
from verifier.llm import Session
from verifier.prompts import language_of, render

__all__ = ["ModelCorrector", "Shown"]

Shown: TypeAlias = Literal["full", "verdict_only", "none"]
"""How much of the evidence the model sees: a switch to measure what evidence is worth."""

#: Marks around the answer that a model took over from the prompt.
_MARKS = re.compile(r"<(?P<mark>[a-z]+ [0-9a-f]{8})>\n?(?P<inside>.*?)\n?</(?P=mark)>", re.DOTALL)


class ModelCorrector:
    """Mends what is certain by local patches, and has the corrector model write the rest anew.

    Args:
        session: the run's account at the gateway.
        evidence: how much of the evidence the model sees. With less than all of it nothing is patched
            locally either: a patch is evidence too.
    """

    def __init__(self, session: Session, *, evidence: Shown = "full") -> None:
        self._session = session
        self._evidence = evidence

    async def __call__(self, request: CorrectionRequest, /) -> Correction | None:
        """Correct the answer.

        Raises:
            ModelError: the model could not be asked, or declined.
        """
        patched = patch_locally(request) if self._evidence == "full" else None
        if patched is not None and patched.answer is not None:
            return patched
        if self._session.hides(request.attempt.answer):
            return None  # it holds private values: a model would correct what it can't see
        private = self._session.withheld is not None
        language = language_of(request.task.question, request.attempt.answer)
        # Inputs and outputs of tools hold what can be derived from private data.
        evidence = "verdict_only" if private and self._evidence == "full" else self._evidence
        prompt = render("corrector", language, request=request.as_data(), evidence=evidence)
        reply = await self._session.complete("corrector", prompt.messages())
        author = f"llm:{self._session.settings('corrector').model}:{prompt.version}"
        suggestions = patched.suggestions if patched is not None else ()
        answer = _unfenced(reply.text.strip())
        return Correction(answer=answer, author=author, suggestions=suggestions)


def _unfenced(text: str) -> str:
    found = _MARKS.fullmatch(text)
    return found["inside"].strip() if found else text
