"""When a report has colours."""

from __future__ import annotations

import io

import pytest

from verifier.report import wants_colour


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
