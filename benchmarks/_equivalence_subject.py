"""One side of the equivalence benchmark, warm: a pair a line, then its outcome and time a line."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))


def ours(*, rounding: bool) -> Callable[[dict[str, Any]], str]:
    """Our tool; ``rounding``: pairs of that kind ask for that relation."""
    from toolkits.equivalence import check  # noqa: PLC0415

    check("integrate(exp(x^2), x)", "1 km")

    def outcome(row: dict[str, Any]) -> str:
        relation = "rounding" if rounding and row["kind"] == "rounding" else "equal"
        return check(row["a"], row["b"], relation=relation).outcome  # type: ignore[arg-type]

    return outcome


def math_verify() -> Callable[[dict[str, Any]], str]:
    """Math-Verify with both texts wrapped in dollar signs; an exception of its own is an error."""
    from math_verify import parse, verify  # type: ignore[import-not-found]  # noqa: PLC0415

    parse("$1$")

    def outcome(row: dict[str, Any]) -> str:
        sides = [
            parse(text if "$" in text or "\\(" in text else f"${text}$") for text in (row["a"], row["b"])
        ]
        if not all(sides):
            return "error"
        return "equivalent" if verify(*sides) else "different"

    return outcome


def main() -> None:
    """Serve until stdin closes."""
    name = sys.argv[1]
    outcome = math_verify() if name == "math-verify" else ours(rounding=name == "ours")
    answers, sys.stdout = sys.stdout, sys.stderr
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        row = json.loads(line)
        begun = time.perf_counter()
        try:
            found = outcome(row)
        except Exception:  # noqa: BLE001  (whatever it raises is its answer)
            found = "error"
        reply = {"outcome": found, "ms": (time.perf_counter() - begun) * 1000}
        print(json.dumps(reply), file=answers, flush=True)


if __name__ == "__main__":
    main()
