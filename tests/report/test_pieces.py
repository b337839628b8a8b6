"""When a report has colours, and what can reach a screen."""

from __future__ import annotations

import io

import pytest

from verifier.report import plain, wants_colour
from verifier.report._pieces import rich_text


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        """It is."""
        return True


@pytest.mark.parametrize(
    ("stream", "environ", "colours"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": "0"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colours_are_for_terminals_without_no_color(stream, environ, colours):
    """A pipe gets none, a dumb terminal gets none, and NO_COLOR, when not empty, turns them off."""
    assert wants_colour(stream, environ) is colours


@pytest.mark.parametrize("odd", ["\x1b[31m", "\x07", "\n", "\r", "\x9b", "\u202e", "\u2028", "\ud800"])
def test_nothing_of_a_text_can_paint_the_screen(odd):
    """Ids, file names and tool output are as untrusted as answers are."""
    lines = [((f"a{odd}b", "strong"),)]
    assert plain(lines) == "a" + "�" + odd[1:] + "b\n"
    assert rich_text(lines).plain == "a" + "�" + odd[1:] + "b"


@pytest.mark.parametrize("text", ["第一　第二", "1\u00a0000", "👩\u200d🔬"])
def test_spaces_and_joiners_are_shown(text):
    """An ideographic space, a no-break space and a joined emoji stand as they were written."""
    assert plain([((text, ""),)]) == f"{text}\n"
