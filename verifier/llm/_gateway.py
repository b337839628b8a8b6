"""The one door to language models: roles, budgets, structured replies and their repair."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from verifier.errors import (
    ModelError,
    ModelMalformed,
    ModelRejected,
    ModelTruncated,
    ModelUnavailable,
    PlanError,
)
from verifier.llm._chunks import joined, pieces
from verifier.llm._completion import Completion, read_completion, read_usage
from verifier.llm._ledger import Budget, Ledger
from verifier.llm._request import Message, Request, make_request
from verifier.llm._settings import Models, ModelSettings, Role, Structured
from verifier.llm._structured import Form, unfinished
from verifier.llm._transport import Transport

if TYPE_CHECKING:
    from verifier.examples import Examples

_T = TypeVar("_T")
#: How often a malformed reply goes back to its model.
REPAIRS = 2
_WEAKER: dict[Structured, Structured] = {"json_schema": "json_object", "json_object": "text"}
_SHOWN = 2_000


class Gateway:
    """Models behind a transport; shared by any number of runs, each of which opens a :class:`Session`.

    Args:
        models: who plays which role.
        transport: how requests become responses; the ``openai`` client when left out.
    """

    def __init__(self, models: Models, transport: Transport | None = None) -> None:
        if transport is None:
            from verifier.llm._openai import OpenAITransport  # noqa: PLC0415  (loads the client on its first call)

            transport = OpenAITransport()
        self.models = models
        self.transport = transport
        # What a server turned out to refuse, by endpoint and model: not to be learnt again by every run.
        self._forms: dict[tuple[str | None, str], Structured] = {}
        self._toolless: set[tuple[str | None, str]] = set()

    def session(self, budget: Budget | None = None) -> Session:
        """A run's own account at this gateway."""
        return Session(self, Ledger(budget or Budget()))

    def form_of(self, settings: ModelSettings) -> Structured:
        """How this model is asked for structured replies, as far as is known."""
        return self._forms.get((settings.base_url, settings.model), settings.structured)

    def remember(self, settings: ModelSettings, form: Structured) -> None:
        """Ask this model in that form from now on."""
        self._forms[settings.base_url, settings.model] = form

    def takes_tools(self, settings: ModelSettings) -> bool:
        """Whether this model may be sent tools, as far as is known."""
        return (settings.base_url, settings.model) not in self._toolless

    def forgo_tools(self, settings: ModelSettings) -> None:
        """Send this model no more tools."""
        self._toolless.add((settings.base_url, settings.model))

    async def aclose(self) -> None:
        """Let go of connections and files."""
        await self.transport.aclose()


class Secrets(Protocol):
    """What must not reach a model (:class:`verifier.tables.Withheld`)."""

    def masked(self, text: str) -> str:
        """``text`` without the secrets in it."""
        ...

    def add(self, cells: Iterable[Any]) -> None:
        """These are secret too."""
        ...

    def heard(self, text: str) -> None:
        """A model said this: repeating it tells it nothing."""
        ...


class Session:
    """One run's calls, counted in its ledger. Made by :meth:`Gateway.session`.

    Attributes:
        withheld: secrets that are taken out of every message but the system's, which holds nothing from
            outside; ``None`` for none.
        examples: worked examples that prompts for code may show (:mod:`verifier.examples`), or ``None``.
    """

    def __init__(self, gateway: Gateway, ledger: Ledger) -> None:
        self._gateway = gateway
        self.ledger = ledger
        self.withheld: Secrets | None = None
        self.examples: Examples | None = None

    def hides(self, text: str) -> bool:
        """Whether a model would not get ``text`` as it stands."""
        return self.withheld is not None and self.withheld.masked(text) != text

    def _told(self, messages: Sequence[Message]) -> Sequence[Message]:
        secrets = self.withheld
        if secrets is None:
            return messages
        return [m if m.get("role") == "system" else _masked(m, secrets) for m in messages]

    def _hear(self, completion: Completion) -> Completion:
        if self.withheld is not None:
            self.withheld.heard(completion.text)
            for call in completion.calls:
                self.withheld.heard(call.arguments)
        return completion

    def settings(self, role: Role) -> ModelSettings:
        """The model that plays ``role``."""
        return self._gateway.models.of(role)

    def takes_tools(self, role: Role) -> bool:
        """Whether the model of ``role`` may be sent tools, as far as is known."""
        return self._gateway.takes_tools(self.settings(role))

    @staticmethod
    def refused_tools(error: ModelError) -> bool:
        """Whether ``error`` may be a server's way to say that it takes no tools."""
        if isinstance(error, ModelRejected):
            return error.status in _NOT_TAKEN
        return isinstance(error, ModelUnavailable) and "tool" in str(error).casefold()

    def forgo_tools(self, role: Role) -> None:
        """Send the model of ``role`` no more tools: it answered without what it refused with them."""
        self._gateway.forgo_tools(self.settings(role))

    async def complete(
        self,
        role: Role,
        messages: Sequence[Message],
        *,
        tools: Sequence[dict[str, Any]] = (),
        sample: int = 0,
    ) -> Completion:
        """A reply in text, or tool calls.

        Raises:
            BudgetSpent: no further call may be made.
            ModelError: there is no reply; its subclasses say why.
        """
        request = make_request(self.settings(role), self._told(messages), tools=tools, sample=sample)
        return await self._send(request, self.settings(role))

    async def stream(
        self, role: Role, messages: Sequence[Message], *, tools: Sequence[dict[str, Any]] = ()
    ) -> AsyncIterator[str | Completion]:
        """Pieces of text as they come, then the whole reply.

        Raises:
            BudgetSpent, ModelError: as :meth:`complete`, also between two pieces.
        """
        settings = self.settings(role)
        request = make_request(settings, self._told(messages), tools=tools)
        self.ledger.open_call()
        chunks = []
        async for chunk in self._gateway.transport.stream(request, settings):
            chunks.append(chunk)
            text = pieces(chunk)
            if text:
                yield text
        whole = joined(chunks)
        self.ledger.add(read_usage(whole), settings)
        if any(not choice["finish_reason"] for choice in whole["choices"]):
            raise ModelUnavailable("the stream ended before the reply did")
        yield self._hear(read_completion(whole))

    async def ask(self, role: Role, messages: Sequence[Message], form: Form[_T], *, sample: int = 0) -> _T:
        """A structured reply. A malformed one goes back with its exact fault, twice at the most.

        Raises:
            ModelMalformed: the last reply was malformed too.
            ModelTruncated: the reply broke off at its token limit, so that nothing in it can be mended.
            BudgetSpent, ModelError: as :meth:`complete`.
        """
        talk = list(messages)
        for left in range(REPAIRS, -1, -1):
            try:
                reply = await self._structured(role, talk, form, sample)
            except ModelTruncated as cut:
                return _whole_in(cut, form)
            try:
                return form.parse(reply.text)
            except PlanError as error:
                if unfinished(reply.text) and reply.finish != "stop":
                    raise ModelTruncated("the JSON breaks off; raise max_tokens", text=reply.text) from error
                if not left:
                    raise ModelMalformed(f"{form.schema.name}: {error}") from error
                talk = [*messages, *_sent_back(reply.text, error)]
        raise AssertionError("the last round returns or raises")

    async def _structured(
        self, role: Role, messages: Sequence[Message], form: Form[Any], sample: int
    ) -> Completion:
        """A reply in the strongest form that the server takes."""
        settings = self.settings(role)
        form_asked: Structured | None = self._gateway.form_of(settings)
        refusal: ModelRejected | None = None
        while form_asked is not None:
            request = make_request(
                settings, self._told(messages), schema=form.schema, form=form_asked, sample=sample
            )
            try:
                reply = await self._send(request, settings)
            except ModelRejected as error:
                if error.status not in _NOT_TAKEN:
                    raise
                refusal, form_asked = refusal or error, _WEAKER.get(form_asked)
            else:
                # Only now: a prompt that is refused in every form says nothing about forms.
                if refusal is not None:
                    self._gateway.remember(settings, form_asked)
                return reply
        assert refusal is not None
        raise refusal

    async def _send(self, request: Request, settings: ModelSettings) -> Completion:
        self.ledger.open_call()
        response = await self._gateway.transport.send(request, settings)
        self.ledger.add(read_usage(response), settings)
        return self._hear(read_completion(response))


def _whole_in(cut: ModelTruncated, form: Form[_T]) -> _T:
    """The object of a reply that reached its token limit after it: some models go on with blanks for ever."""
    if unfinished(cut.text):
        raise cut
    try:
        return form.parse(cut.text)
    except PlanError:
        raise cut from None


#: Statuses by which servers say that they know no ``response_format``, or no tools.
_NOT_TAKEN = frozenset({400, 404, 415, 422, 501})


def _masked(value: Any, secrets: Secrets) -> Any:
    """A message's texts, those of its tool calls included, without the secrets."""
    if isinstance(value, str):
        return secrets.masked(value)
    if isinstance(value, dict):
        return {key: item if key in _WIRE else _masked(item, secrets) for key, item in value.items()}
    return [_masked(item, secrets) for item in value] if isinstance(value, list) else value


#: Fields of messages that are ours and the server's.
_WIRE = frozenset({"role", "id", "tool_call_id", "type", "name"})


def _sent_back(text: str, error: PlanError) -> list[Message]:
    """Only the last bad reply and its fault: the conversation does not grow with each round."""
    return [
        {"role": "assistant", "content": text[:_SHOWN]},
        {
            "role": "user",
            "content": f"That reply can't be used: {error}\nReply again with the whole JSON object only.",
        },
    ]
