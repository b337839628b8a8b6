"""The ``count_things`` tool: how many of some things are of a kind, by a short curated table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from toolkits.errors import ToolInputError, ToolLimit, ToolRefused
from toolkits.quantities import number_json

_MAX_THINGS = 1_000

#: Things that belong to their kind by common consent, and to no other here. A tomato is left out on purpose.
_MEMBERS: Mapping[str, str] = {
    "fruit": (
        "apple banana blackberry blueberry cherry grape kiwi lemon lime mango nectarine orange peach pear"
        " pineapple plum raspberry strawberry watermelon apricot papaya grapefruit"
    ),
    "vegetable": (
        "broccoli cabbage carrot cauliflower celery garlic lettuce onion potato spinach yam turnip radish"
        " asparagus beet leek kale"
    ),
    "animal": (
        "bear cat chicken cow dog donkey duck fish frog goat mouse pig rabbit snail snake horse sheep lion"
        " tiger elephant monkey wolf fox deer turtle goose hamster"
    ),
    "musical instrument": (
        "accordion clarinet drum flute piano trombone trumpet violin guitar cello saxophone harp oboe"
    ),
    "object": (
        "bed car chair couch fridge lamp microwave oven stove table toaster sofa desk bicycle"
        " bookcase computer television"
    ),
}
_CHINESE: Mapping[str, str] = {
    "fruit": "苹果 香蕉 葡萄 橙子 橘子 桃子 梨 草莓 西瓜 芒果 菠萝 樱桃 柠檬",
    "vegetable": "白菜 胡萝卜 土豆 洋葱 西兰花 菠菜 芹菜 萝卜 大蒜 卷心菜",
    "animal": "猫 狗 兔子 鸡 鸭子 牛 羊 猪 马 鱼 青蛙 蛇 老虎 狮子 大象 猴子",
    "musical instrument": "钢琴 小提琴 吉他 长笛 小号 鼓 萨克斯 单簧管",
    "object": "床 汽车 椅子 沙发 冰箱 台灯 微波炉 烤箱 桌子 自行车 电脑 电视",
}
_KIND_OF: Mapping[str, str] = {
    **{name: kind for kind, names in _MEMBERS.items() for name in names.split()},
    **{name: kind for kind, names in _CHINESE.items() for name in names.split()},
}
_KINDS: Mapping[str, str] = {
    "fruit": "fruit", "vegetable": "vegetable", "animal": "animal", "instrument": "musical instrument",
    "musical instrument": "musical instrument", "object": "", "thing": "", "item": "",
    "水果": "fruit", "蔬菜": "vegetable", "动物": "animal", "乐器": "musical instrument",
    "物品": "", "东西": "",
}  # fmt: skip
_PLURALS: Mapping[str, str] = {
    "mice": "mouse",
    "geese": "goose",
    "wolves": "wolf",
    "sheep": "sheep",
    "fish": "fish",
    "deer": "deer",
}


def count_things(things: dict[str, str], kind: str) -> dict[str, Any]:
    """How many of the things are of a kind.

    Args:
        things: name -> how many there are, as text; names in the singular or plural, English or Chinese.
        kind: fruits, vegetables, animals, musical instruments, or objects (things, items), which all of them
            are.

    Returns:
        ``{"value": the number as text, "counted": the names that count}``.

    Raises:
        ToolRefused: a thing or kind that the table does not have (``unknown_thing``, ``unknown_kind``).
        ToolInputError: a count that is no number.
        ToolLimit: more than 1,000 names.
    """
    if len(things) > _MAX_THINGS:
        raise ToolLimit(f"more than {_MAX_THINGS} names")
    wanted = _KINDS.get(singular(kind))
    if wanted is None:
        raise ToolRefused(f"{kind!r} is no kind that is known here", code="unknown_kind")
    counted = [name for name in things if not wanted or _kind(name) == wanted]
    return {
        "value": str(number_json(sum((_count(things[name]) for name in counted), Fraction(0)))),
        "counted": counted,
    }


def _count(text: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ToolInputError(f"{text!r} is not a number") from error


def _kind(name: str) -> str:
    kind = _KIND_OF.get(singular(name))
    if kind is None:
        raise ToolRefused(f"{name!r} is nothing that is known here", code="unknown_thing")
    return kind


def singular(name: str) -> str:
    """The singular of a plain English noun, lower case; anything else as it is."""
    plain = name.strip().lower()
    if plain in _PLURALS:
        return _PLURALS[plain]
    if plain in _KIND_OF or plain in _KINDS:
        return plain
    for ending, ours in (("ies", "y"), ("oes", "o"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("s", "")):
        if plain.endswith(ending):
            return plain.removesuffix(ending) + ours
    return plain
