"""Walks, swaps, orders, coloured scenes and counts of things."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkits.counting import count_things
from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.navigate import navigate
from toolkits.ordering import ordering
from toolkits.scene import scene
from toolkits.swaps import swaps

_MOVES = st.lists(
    st.one_of(
        st.fixed_dictionaries({"turn": st.sampled_from(["left", "right", "around"])}),
        st.fixed_dictionaries({"steps": st.integers(0, 9).map(str)}),
    ),
    max_size=12,
)


def test_a_square_walk_ends_where_it_began() -> None:
    """Four equal sides and four right turns lead back."""
    side = [{"steps": "3"}, {"turn": "right"}]
    assert navigate(side * 4) == {"value": True, "position": ["0", "0"], "distance": "0"}
    assert navigate(side * 3)["value"] is False


def test_a_side_step_does_not_turn() -> None:
    """A step to the left moves west, and the next step forward still goes north."""
    walk = navigate([{"steps": "2", "toward": "left"}, {"steps": "5"}])
    assert walk["position"] == ["-2", "5"]


@given(_MOVES)
def test_walking_back_returns(moves: list[dict[str, str]]) -> None:
    """A walk, a turn around, and the walk backwards with its turns mirrored, ends at the start."""
    mirror = {"left": "right", "right": "left", "around": "around"}
    back = [{"turn": mirror[m["turn"]]} if "turn" in m else m for m in reversed(moves)]
    assert navigate([*moves, {"turn": "around"}, *back])["value"] is True


@pytest.mark.parametrize("move", [{}, {"steps": "some"}, {"steps": "1", "toward": "up"}, {"turn": "twice"}])
def test_unreadable_moves_are_input_errors(move: dict[str, str]) -> None:
    """A move is a turn or a number of steps in a known direction."""
    with pytest.raises(ToolInputError):
        navigate([move])


def test_swaps_in_order() -> None:
    """Each swap exchanges what the two hold at that time."""
    held = {"Ann": "cup", "Ben": "pen", "Cem": "hat"}
    done = swaps(held, [["Ann", "Ben"], ["Ben", "Cem"]], "Ben")
    assert done == {"value": "hat", "final": {"Ann": "pen", "Ben": "hat", "Cem": "cup"}}
    assert swaps(held, [["Ann", "Ben"]], "cup")["value"] == "Ben"


@given(st.lists(st.sampled_from([["a", "b"], ["b", "c"], ["a", "c"]]), max_size=20))
def test_swaps_lose_nothing(pairs: list[list[str]]) -> None:
    """Afterwards the same things are held, and undoing the swaps restores them."""
    start = {"a": "1", "b": "2", "c": "3"}
    after = swaps(start, pairs, "a")["final"]
    assert sorted(after.values()) == ["1", "2", "3"]
    assert swaps(after, pairs[::-1], "a")["final"] == start


@pytest.mark.parametrize("pair", [["a", "z"], ["a", "a"]])
def test_strangers_can_not_swap(pair: list[str]) -> None:
    """A swap is between two different holders that are known."""
    with pytest.raises(ToolInputError):
        swaps({"a": "1", "b": "2"}, [pair], "a")


def test_order_follows() -> None:
    """Of the options the one is told that holds in every order that is left."""
    asked = ordering(
        ["owl", "jay", "hen"], [["owl", "before", "jay"], ["hen", "at", "1"]],
        options={"A": ["owl", "at", "2"], "B": ["jay", "at", "2"]},
    )  # fmt: skip
    assert asked == {"value": "A", "orders": 1, "order": ["hen", "owl", "jay"]}


def test_an_order_left_open_is_refused() -> None:
    """Two orders and no option that both share: undetermined; no order at all: a contradiction."""
    with pytest.raises(ToolRefused) as open_:
        ordering(["a", "b", "c"], [["a", "at", "1"]], ask="2")
    assert open_.value.code == "undetermined"
    with pytest.raises(ToolRefused) as none:
        ordering(["a", "b"], [["a", "before", "b"], ["b", "before", "a"]])
    assert none.value.code == "contradiction"


_RELATIONS = {
    "before": lambda a, b: a < b,
    "right before": lambda a, b: a + 1 == b,
    "next to": lambda a, b: abs(a - b) == 1,
    "not before": lambda a, b: not a < b,
    "not next to": lambda a, b: abs(a - b) != 1,
}


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abcd"), st.sampled_from(sorted(_RELATIONS)), st.sampled_from("abcd")
        ).filter(lambda t: t[0] != t[2]),
        max_size=4,
    )
)
def test_pruned_search_counts_as_many_orders_as_trying_all(constraints: list[tuple[str, str, str]]) -> None:
    """Leaving branches early drops no order: the count equals that over all permutations."""
    fits = [
        order
        for order in permutations("abcd")
        if all(_RELATIONS[word](order.index(a), order.index(b)) for a, word, b in constraints)
    ]
    options = {"A": ["a", "at", "1"], "B": ["a", "not at", "1"]}
    code, orders = "", 0
    try:
        orders = ordering(list("abcd"), [list(c) for c in constraints], options=options)["orders"]
    except ToolRefused as refused:
        code = refused.code
    assert code in ("", "contradiction", "undetermined")
    assert (code == "contradiction") == (not fits)
    assert code or orders == len(fits)


def test_many_items_are_refused() -> None:
    """The number of orders is bounded by count."""
    with pytest.raises(ToolLimit):
        ordering([f"i{n}" for n in range(13)], [])


_ROW = [
    {"count": "1", "color": "red", "name": "pen"},
    {"count": "1", "color": "teal", "name": "pair of sunglasses"},
    {"count": "1", "color": "gold", "name": "dog leash"},
]
_HEAP = [
    {"count": "2", "color": "red", "name": "mugs"},
    {"count": "3", "color": "blue", "name": "dog leashes"},
    {"count": "1", "color": "red", "name": "dog leash"},
]


@pytest.mark.parametrize(
    ("asked", "value"),
    [
        ({"op": "color", "of": "sunglasses"}, "teal"),
        ({"op": "is_color", "of": "pen", "color": "Red"}, True),
        ({"op": "beside", "of": "gold", "side": "left"}, "teal"),
        ({"op": "end", "side": "right"}, "gold"),
        ({"op": "furthest", "of": "pen"}, "gold"),
        ({"op": "count", "without": ["red", "black"]}, "2"),
        ({"op": "count_beside", "of": "leash", "side": "left", "without": ["red"]}, None),
        ({"op": "count_beside", "of": "dog leash", "side": "left", "without": ["red"]}, "1"),
    ],
)
def test_scene_in_a_row(asked: dict[str, object], value: object) -> None:
    """Colours, neighbours, ends and counts of things in a row; what is not there is refused."""
    if value is None:
        with pytest.raises(ToolRefused):
            scene(_ROW, **asked)  # type: ignore[arg-type]
    else:
        assert scene(_ROW, **asked)["value"] == value  # type: ignore[arg-type]


def test_scene_in_a_heap() -> None:
    """What was taken away no longer counts, singular and plural alike; of two red kinds neither is "the red one"."""
    assert scene(_HEAP, "count", of="red", removed="dog leashes")["value"] == "2"
    assert scene(_HEAP, "count", of="dog leashes", removed="red")["value"] == "3"
    with pytest.raises(ToolRefused):
        scene(_HEAP, "color", of="mugs")


def test_middle_of_a_row_has_no_furthest() -> None:
    """Both ends are equally far from the middle."""
    with pytest.raises(ToolRefused) as caught:
        scene(_ROW, "furthest", of="teal")
    assert caught.value.code == "tie"


def test_counting_by_kind() -> None:
    """Only the things of the kind count; every thing is an object; plurals are things too."""
    things = {"flute": "2", "cats": "3", "cabbage": "1"}
    assert count_things(things, "animals")["value"] == "3"
    assert count_things(things, "musical instruments")["counted"] == ["flute"]
    assert count_things(things, "objects")["value"] == "6"
    assert count_things({"苹果": "2", "猫": "1"}, "水果")["value"] == "2"


@pytest.mark.parametrize(("things", "kind"), [({"tomato": "1"}, "fruits"), ({"cat": "1"}, "mammals")])
def test_disputed_kinds_are_refused(things: dict[str, str], kind: str) -> None:
    """A tomato is nobody's to decide."""
    with pytest.raises(ToolRefused):
        count_things(things, kind)
