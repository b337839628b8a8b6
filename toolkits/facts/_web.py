"""Live sources, off unless named: Wikidata, Wikipedia, Wolfram|Alpha, Tavily.

Wikidata's statements are typed cells; what the others return is text, which has a say only by the value that
a sentence of it states for the same entity and attribute. What is found may be another thing tomorrow: a
verdict that rests on them marks its output as time-dependent, and it is the service's own date that stands in the
evidence. A service that fails, refuses or answers in another form is an error.
"""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from toolkits import lazy_re as re
from toolkits.errors import ToolTimeout, ToolUnavailable
from toolkits.facts._folder import sentences
from toolkits.facts._records import Fact, FactClaim, Found
from toolkits.facts._statement import read_statement
from toolkits.facts._words import ATTRIBUTES, attribute_keys, is_chinese, key

_SECONDS: Final = 10.0
_MAX_BYTES: Final = 4 * 2**20
_MAX_NAME: Final = 80
#: Attribute -> Wikidata's property.
PROPERTIES: Final[Mapping[str, str]] = {
    "capital": "P36", "population": "P1082", "area": "P2046", "currency": "P38", "continent": "P30", "country": "P17",
    "atomic number": "P1086", "symbol": "P246", "alpha 2 code": "P297", "alpha 3 code": "P298", "independence": "P571",
    "official language": "P37", "highest point": "P610",
}  # fmt: skip
_UNITS: Final = {"1": "", "Q712226": "km²", "Q11573": "m", "Q828224": "km", "Q25343": "m²", "Q11570": "kg"}
_TAG: Final = re.compile(r"<[^>]+>")


@dataclass(frozen=True)
class _Service:
    """What the adapters share.

    Attributes:
        base: where the service answers.
        key: the user's key to it.
        language: of labels and articles; Chinese names are asked for in Chinese.
    """

    base: str
    key: str = ""
    language: str = "en"

    id = "web"
    closed = False
    retrieved = ""
    live = True

    @property
    def origin(self) -> str:
        """The service."""
        return self.id

    @property
    def digest(self) -> str:
        """A live service has none."""
        return "live"

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether it can be asked: planning sends nothing anywhere."""
        return 0 < len(entity.strip()) <= _MAX_NAME and bool(attribute_keys(attribute) & ATTRIBUTES.keys())

    def _language(self, entity: str) -> str:
        return "zh" if is_chinese(entity) else self.language

    def _json(self, path: str, *, body: Mapping[str, Any] | None = None, **query: str) -> Any:
        text = self._text(path, body=body, **query)
        try:
            return json.loads(text)
        except (ValueError, RecursionError) as error:
            raise ToolUnavailable(f"{self.id} did not answer in JSON", code="bad_reply") from error

    def _text(self, path: str, *, body: Mapping[str, Any] | None = None, **query: str) -> str:
        url = f"{self.base.rstrip('/')}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        if not url.startswith(("http://", "https://")):
            raise ToolUnavailable(f"{self.id}: {self.base!r} is no web address", code="facts_source")
        headers = {"User-Agent": "amtfv fact_check", "Accept": "application/json, text/plain"}
        if body is not None:
            headers |= {"Content-Type": "application/json", "Authorization": f"Bearer {self.key}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(url, data=data, headers=headers)  # noqa: S310  (http and https only, above)
        try:
            with urllib.request.urlopen(request, timeout=_SECONDS) as reply:  # noqa: S310  (likewise)
                raw: bytes = reply.read(_MAX_BYTES)
        except TimeoutError as error:
            raise ToolTimeout(f"{self.id} did not answer within {_SECONDS:g} s") from error
        except urllib.error.HTTPError as error:
            error.close()
            raise ToolUnavailable(f"{self.id} answered {error.code}", code="service_error") from error
        except (OSError, ValueError) as error:  # no address of the request, which may hold the key
            raise ToolUnavailable(f"{self.id} can't be reached", code="unreachable") from error
        return raw.decode("utf-8", "replace")


def _stated(claim: FactClaim, texts: Iterator[tuple[str, str, str]]) -> Found:
    """The facts of (locator, date, text) that are about the claim's entity and attribute."""
    wanted, names = key(claim.entity), attribute_keys(claim.attribute)
    facts: dict[Fact, None] = {}
    for locator, _, text in texts:
        for sentence in sentences(text):
            for reading in read_statement(sentence):
                same = key(reading.entity) == wanted and attribute_keys(reading.attribute) & names
                if same and not reading.negated:
                    facts[reading.fact(locator)] = None
    return Found(facts=tuple(facts))


class Wikipedia(_Service):
    """The opening of the article that bears the entity's name."""

    id = "wikipedia"

    def lookup(self, claim: FactClaim) -> Found:
        """What the article of that very title states."""
        if not self.knows(claim.entity, claim.attribute):
            return Found()
        pages = self._json("/w/rest.php/v1/search/page", q=claim.entity, limit="5").get("pages", [])
        found = [page for page in pages if key(str(page.get("title", ""))) == key(claim.entity)]
        return _stated(claim, self._openings(found[:1]))

    def _openings(self, pages: list[Any]) -> Iterator[tuple[str, str, str]]:
        for page in pages:
            name = urllib.parse.quote(str(page["key"]), safe="")
            summary = self._json(f"/api/rest_v1/page/summary/{name}")
            if (
                summary.get("type", "standard") == "standard"
            ):  # a page that tells meanings apart states nothing
                yield (
                    f"{page['key']}@{summary.get('revision', '')}",
                    str(summary.get("timestamp", "")),
                    str(summary.get("extract", "")),
                )


class Wikidata(_Service):
    """Typed statements of the item that bears the entity's name."""

    id = "wikidata"

    def knows(self, entity: str, attribute: str) -> bool:
        """Whether there is a property for the attribute."""
        return super().knows(entity, attribute) and bool(attribute_keys(attribute) & PROPERTIES.keys())

    def lookup(self, claim: FactClaim) -> Found:
        """The statements of best rank; none where several items of that name have such a statement."""
        if not self.knows(claim.entity, claim.attribute):
            return Found()
        name = next(name for name in sorted(attribute_keys(claim.attribute)) if name in PROPERTIES)
        language = self._language(claim.entity)
        reply = self._json(
            "/w/api.php",
            action="wbsearchentities",
            search=claim.entity,
            language=language,
            format="json",
            limit="10",
        )
        ids = [
            item["id"]
            for item in reply.get("search", [])
            if key(str(item.get("label") or item.get("match", {}).get("text", ""))) == key(claim.entity)
        ]
        if not ids:
            return Found()
        items = self._items(ids, language)
        having = [item for item in items.values() if item.get("claims", {}).get(PROPERTIES[name])]
        return Found(
            facts=tuple(self._facts(having[0], claim.entity, name, language)) if len(having) == 1 else ()
        )

    def _items(self, ids: list[str], language: str) -> dict[str, Any]:
        reply = self._json(
            "/w/api.php",
            action="wbgetentities",
            ids="|".join(ids),
            languages=f"{language}|en",
            props="claims|labels|aliases|info",
            format="json",
        )
        entities: dict[str, Any] = reply.get("entities", {})
        return entities

    def _facts(self, item: Mapping[str, Any], entity: str, name: str, language: str) -> Iterator[Fact]:
        statements = [
            s
            for s in item["claims"][PROPERTIES[name]]
            if s.get("rank") != "deprecated" and s.get("mainsnak", {}).get("datavalue")
        ]
        best = [s for s in statements if s.get("rank") == "preferred"] or statements
        for statement in best:
            for value, unit, aliases in self._value(statement["mainsnak"]["datavalue"], language):
                yield Fact(
                    entity=entity, attribute=name, value=value, unit=unit, aliases=aliases, as_of=_point_in_time(statement),
                    locator=f"{item.get('id', '')}#{PROPERTIES[name]}@{item.get('lastrevid', '')}",
                )  # fmt: skip

    def _value(self, data: Mapping[str, Any], language: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
        kind, value = data.get("type"), data.get("value")
        if kind == "string" and isinstance(value, str):
            yield value, "", ()
        elif kind == "quantity" and isinstance(value, dict):
            unit = str(value.get("unit", "1")).rpartition("/")[2]
            if unit in _UNITS:
                yield str(value["amount"]).lstrip("+"), _UNITS[unit], ()
        elif kind == "time" and isinstance(value, dict):
            day = str(value["time"]).lstrip("+")
            if value.get("precision", 0) >= 9:
                yield (day[:10] if value["precision"] >= 11 else day[:4]), "date", ()
        elif kind == "wikibase-entityid" and isinstance(value, dict):
            item = self._items([value["id"]], language).get(value["id"], {})
            names = [label["value"] for label in item.get("labels", {}).values()]
            names += [alias["value"] for group in item.get("aliases", {}).values() for alias in group]
            if names:
                yield names[0], "", tuple(names[1:])


def _point_in_time(statement: Mapping[str, Any]) -> str:
    """The date for which a statement holds (P585), as a year."""
    for qualifier in statement.get("qualifiers", {}).get("P585", []):
        return str(qualifier.get("datavalue", {}).get("value", {}).get("time", "")).lstrip("+")[:4]
    return ""


class Wolfram(_Service):
    """Wolfram|Alpha's result for "ATTRIBUTE of ENTITY", as text."""

    id = "wolfram"

    def lookup(self, claim: FactClaim) -> Found:
        """The result's value, where it is one line."""
        if not self.knows(claim.entity, claim.attribute):
            return Found()
        try:
            text = self._text("/api/v1/llm-api", input=f"{claim.attribute} of {claim.entity}", appid=self.key)
        except ToolUnavailable as error:
            if str(error).endswith(" 501"):  # it does not understand the question
                return Found()
            raise
        result = re.search(
            r"^Result:\n(?P<value>[^\n]+)\n?$",
            f"{text.rstrip()}\n".partition("\n\nWolfram|Alpha website")[0],
            re.MULTILINE,
        )
        if result is None:
            return Found()
        value = re.sub(r"\s*\([^)]*\)\s*$", "", result["value"]).split(" | ")[0].split(",  ")[0].strip()
        return Found(
            facts=(Fact(entity=claim.entity, attribute=claim.attribute, value=value, locator="result"),)
        )


class Tavily(_Service):
    """Pages that Tavily finds; their score says how near they are, not whether they are right."""

    id = "tavily"

    def lookup(self, claim: FactClaim) -> Found:
        """What the pages' contents state."""
        if not self.knows(claim.entity, claim.attribute):
            return Found()
        body = {"query": f"{claim.attribute} of {claim.entity}", "max_results": 5, "search_depth": "basic"}
        results = self._json("/search", body=body).get("results", [])
        pages = (
            (str(r.get("url", "")), str(r.get("published_date", "")), _TAG.sub("", str(r.get("content", ""))))
            for r in results
        )
        return _stated(claim, pages)


#: Name -> the adapter, its address, the environment variable that holds its key.
SERVICES: Final[Mapping[str, tuple[type[Wikipedia | Wikidata | Wolfram | Tavily], str, str]]] = {
    "wikipedia": (Wikipedia, "https://en.wikipedia.org", ""),
    "wikidata": (Wikidata, "https://www.wikidata.org", ""),
    "wolfram": (Wolfram, "https://www.wolframalpha.com", "WOLFRAM_APP_ID"),
    "tavily": (Tavily, "https://api.tavily.com", "TAVILY_API_KEY"),
}


def service(name: str) -> Wikipedia | Wikidata | Wolfram | Tavily:
    """The adapter of that name, with its key from the environment.

    Raises:
        ToolUnavailable: its key is not there.
    """
    make, base, variable = SERVICES[name]
    secret = os.environ.get(variable, "") if variable else ""
    if variable and not secret:
        raise ToolUnavailable(f"the source {name} needs a key", code="missing_key", hint=f"set {variable}")
    return make(base, secret)
