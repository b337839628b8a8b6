"""The built-in tools as data: where each function stands, what else it is called, what it cannot do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """A built-in tool; see :class:`toolkits.registry.Tool`.

    ``target``, ``source`` and ``reads`` are ``module:attribute``.
    """

    name: str
    target: str
    version: str = "1"
    aliases: tuple[str, ...] = ()
    heavy: bool = False
    limits: str = ""
    sandboxed: bool = False
    source: str = ""
    reads: str = ""


BUILTIN: tuple[Builtin, ...] = (
    Builtin(
        name="arithmetic",
        target="toolkits.arithmetic:arithmetic",
        aliases=("Python_Calculator", "calculator"),
        limits=(
            "One expression of numbers; no variables, currency signs or units. "
            "Values of more than 100,000 bits are refused."
        ),
    ),
    Builtin(
        name="statistics",
        target="toolkits.statistics:statistics",
        limits="Numbers only; a tie where one value is asked for is refused.",
    ),
    Builtin(
        name="equivalence",
        target="toolkits.equivalence:equivalence",
        aliases=("SymPy_Equivalence_Check",),
        limits="Agreement at sampled points is no proof. SymPy is asked last, elsewhere, for 1.5 s.",
    ),
    Builtin(
        name="units",
        target="toolkits.units:units",
        aliases=("Unit_Converter",),
        limits="Ambiguous names (oz, ton, gallon, month) are refused, with their readings.",
    ),
    Builtin(
        name="unit_convert",
        target="toolkits.units:unit_convert",
        limits=(
            "Judges the right side as printed; ambiguous names, other currencies and one significant figure "
            "stay undecided."
        ),
    ),
    Builtin(
        name="facts",
        target="toolkits.formulas:facts",
        limits="Knows the curated formulas only.",
    ),
    Builtin(
        name="fact_check",
        target="toolkits.facts:fact_check",
        aliases=("Fact_Checker",),
        source="toolkits.facts:source_digest",
        limits=(
            "Knows what its sources list, by exact names; texts only by the value or the sentence that they "
            "state."
        ),
    ),
    Builtin(
        name="consistency",
        version="2",
        target="toolkits.consistency:consistency",
        limits="Compares what it is given; knows nothing of scopes or alternatives.",
    ),
    Builtin(
        name="logic",
        target="toolkits.logic:logic",
        heavy=True,
        limits=(
            "Propositions, linear comparisons, and what all, no or some of a class are; no products of "
            "variables, no relations. Needs the extra `logic`."
        ),
    ),
    Builtin(name="boolean", target="toolkits.boolean:boolean", limits="Constants only, no variables."),
    Builtin(name="sort_words", target="toolkits.words:sort_words", limits="Single words of Latin letters."),
    Builtin(
        name="letter_arrangements",
        target="toolkits.words:letter_arrangements",
        limits="One word of up to 60 Latin letters.",
    ),
    Builtin(
        name="clock",
        target="toolkits.clock:clock",
        limits="Times of day by the minute; no time zones, no dates.",
    ),
    Builtin(
        name="brackets", target="toolkits.brackets:brackets", limits="The bracket pairs ( ) [ ] { } < >."
    ),
    Builtin(
        name="dates",
        version="2",
        target="toolkits.dates:dates",
        limits="Gregorian calendar, years 1 to 9999; no clock times or zones; no holidays but given ones.",
    ),
    Builtin(
        name="solve",
        target="toolkits.algebra:solve",
        limits="Linear systems, and polynomials in one unknown; real solutions.",
    ),
    Builtin(
        name="inequality",
        target="toolkits.algebra:inequality",
        limits="Linear inequalities of one unknown.",
    ),
    Builtin(
        name="worksheet", target="toolkits.algebra:worksheet", limits="Polynomials and rational numbers."
    ),
    Builtin(
        name="calculus",
        target="toolkits.calculus:calculus",
        limits="Integrates polynomials, powers of linear terms, sines, cosines and exponentials of them.",
    ),
    Builtin(
        name="number_theory",
        target="toolkits.number_theory:number_theory",
        limits="Factors numbers of up to 40 digits.",
    ),
    Builtin(
        name="rounded",
        target="toolkits.rounding:rounded",
        limits="Refuses an enclosure whose two ends round apart.",
    ),
    Builtin(name="shares", target="toolkits.rounding:shares", limits="Ratios of two to twenty numbers."),
    Builtin(name="integers", target="toolkits.integers:integers", limits="Ranges of up to 200,000 integers."),
    Builtin(name="convert_base", target="toolkits.number_theory:convert_base", limits="Bases 2 to 36."),
    Builtin(
        name="choice",
        target="toolkits.choice:choice",
        limits="Finds the option that states a value; refuses when none or several do.",
    ),
    Builtin(
        name="stated",
        target="toolkits.stated:stated",
        limits="Finds whole numbers, lists of them, lists of words; a value found may stand there by chance.",
    ),
    Builtin(
        name="ordering",
        target="toolkits.ordering:ordering",
        limits="Up to 12 items and constraints on their order.",
    ),
    Builtin(
        name="count_things",
        target="toolkits.counting:count_things",
        limits="Knows some plain fruits, vegetables, animals and instruments only.",
    ),
    Builtin(name="rows", target="toolkits.rows:rows", limits="Tables of plain cells, 10,000 rows."),
    Builtin(name="scene", target="toolkits.scene:scene", limits="Coloured things in a row or a heap."),
    Builtin(name="swaps", target="toolkits.swaps:swaps", limits="Exchanges between pairs."),
    Builtin(name="navigate", target="toolkits.navigate:navigate", limits="Walks on a grid, by right angles."),
    Builtin(
        name="python",
        version="2",
        target="toolkits.python_code:python",
        aliases=("Python_Code_Executor",),
        heavy=True,
        sandboxed=True,
        limits=(
            "No network, no files but its own, 10 s, 384 MB; numpy, pandas and sympy at most; "
            "chance is seeded."
        ),
    ),
    Builtin(
        name="independent_derivations",
        target="toolkits.derivations:independent_derivations",
        heavy=True,
        sandboxed=True,
        limits=(
            "A plan asks for `k` programs and checks `quorum`; programs that it brings along don't count. "
            "Agreement is no proof: programs may share a misreading."
        ),
    ),
    Builtin(
        name="code_oracle",
        target="toolkits.code_oracle:code_oracle",
        heavy=True,
        sandboxed=True,
        limits=(
            "Python functions with literal examples, pandas row filters over numbers, "
            "programs with shown output."
        ),
    ),
    Builtin(
        name="sql",
        target="toolkits.sql:sql",
        heavy=True,
        reads="toolkits.sql:reads",
        limits=(
            "One statement that reads, on an offered database (SQLite, DuckDB, PostgreSQL, MySQL) or tables "
            "written out. That a query runs says nothing about whether it is right."
        ),
    ),
    Builtin(
        name="sql_rows",
        target="toolkits.sql:sql_rows",
        heavy=True,
        reads="toolkits.sql:reads",
        limits=(
            "Compares up to 1,000 rows on one database; agreement there is no proof, so on SQLite changed "
            "copies are asked too."
        ),
    ),
)
