"""The container image that jobs run in, and how it is made.

The image holds a slim Python, numpy, pandas, scipy and sympy (pinned by hash), and the supervisor of
``sandbox._inside``. Its tag is a digest of everything it is made from and with, so that a host never runs an
image of another version.
"""

from __future__ import annotations

from sandbox.image._build import Built, build, renew_pins
from sandbox.image._errors import BuildError
from sandbox.image._recipe import tag

__all__ = ["BuildError", "Built", "build", "renew_pins", "tag"]
