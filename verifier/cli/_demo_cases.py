"""The cases that `amtfv demo` shows: one of each way in which a check can end."""

from __future__ import annotations

from dataclasses import dataclass

from verifier.records import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoCase:
    """A question, an answer, and how checking it must end.

    Attributes:
        title: one line.
        point: what there is to see.
        plan: a plan of the case's own, as JSON text, or "".
        fix: let the local corrector mend the answer.
        code: the answer is code, which needs a sandbox.
        first: verdict on the answer as given.
        last: verdict after corrections.
    """

    title: str
    point: str
    question: str
    answer: str
    first: Verdict
    last: Verdict
    plan: str = ""
    fix: bool = False
    code: bool = False


_FILTER = """\
```python
import pandas as pd

df = pd.read_csv("data.csv")
df = df[(df['Age'] >= 0) {operator} (df['Age'] <= 120)]
```
"""

_ANY_ANSWER = """\
{
  "verification_needed": true,
  "verification_steps": [
    {
      "step_id": 1,
      "description": "a check that every answer passes",
      "tool_required": "Python_Calculator",
      "tool_input": {"expression": "17 * 24"},
      "expected_check": "the result should be greater than 0"
    }
  ]
}
"""

CASES: tuple[DemoCase, ...] = (
    DemoCase(
        title="复利：答案差了一点",
        point="refuted by the formula, mended by the local corrector, verified in the second round",
        question="如果本金10000元，年利率5%，按季度复利，存3年，最终本息和是多少？",
        answer="根据公式A=P*(1+r/n)^(nt)，计算得约为11608.92元。",
        fix=True,
        first="refuted",
        last="verified",
    ),
    DemoCase(
        title="The same question in English",
        point="the same verdicts, the same value",
        question=(
            "If the principal is 10000 yuan at an annual rate of 5%, compounded quarterly, for 3 years, "
            "what is the final amount?"
        ),
        answer="By the formula A = P*(1 + r/n)^(n*t), the final amount is about 11608.92 yuan.",
        fix=True,
        first="refuted",
        last="verified",
    ),
    DemoCase(
        title="pandas: `and` between two conditions",
        point="the code is run on a small frame made from the question; the exception is the evidence",
        question="读取 data.csv，删除 'Age' 小于 0 或大于 120 的行。",
        answer=_FILTER.format(operator="and"),
        code=True,
        first="refuted",
        last="refuted",
    ),
    DemoCase(
        title="pandas: `&` between two conditions",
        point="verified against the predicate read from the question; the missing value is shown, not judged",
        question="Read data.csv and drop the rows whose 'Age' is under 0 or over 120.",
        answer=_FILTER.format(operator="&"),
        code=True,
        first="verified",
        last="verified",
    ),
    DemoCase(
        title="pandas: `|` between two conditions",
        point="it runs without an error, and keeps rows that the question drops",
        question="Read data.csv and drop the rows whose 'Age' is under 0 or over 120.",
        answer=_FILTER.format(operator="|"),
        code=True,
        first="refuted",
        last="refuted",
    ),
    DemoCase(
        title="A clean answer",
        point="verified at once, from the question alone",
        question="A rectangle is 12 m long and 7.5 m wide. What is its area?",
        answer="The area is 12 * 7.5 = 90, so the answer is 90 m².",
        first="verified",
        last="verified",
    ),
    DemoCase(
        title="Right sums, wrong reasoning",
        point="every sum adds up, which proves nothing about the answer: not verified",
        question=(
            "Maya reads 14 pages on each weekday and twice as many on each day of the weekend. "
            "Her book has 252 pages. After how many full weeks has she read it?"
        ),
        answer=(
            "On weekdays she reads 5 * 14 = 70 pages. At the weekend she reads 14 * 2 = 28 pages. "
            "A week is 70 + 28 = 98 pages, and 252 / 98 = 2.57, so it takes her 3 weeks.\n#### 3"
        ),
        first="inconclusive",
        last="inconclusive",
    ),
    DemoCase(
        title="A matter of taste",
        point="nothing to check, and no verdict is made up",
        question="Write two lines about autumn.",
        answer="Leaves let go without a sound,\nand the light comes down to meet them.",
        first="not_checkable",
        last="not_checkable",
    ),
    DemoCase(
        title="A plan that would pass any answer",
        point="the audit puts other answers in its place; they pass too, so that the pass is worth nothing",
        question="What is 17 * 24?",
        answer="17 * 24 is 408.",
        plan=_ANY_ANSWER,
        first="inconclusive",
        last="inconclusive",
    ),
)
