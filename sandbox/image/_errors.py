"""What can go wrong while the image is made."""

from __future__ import annotations


class BuildError(Exception):
    """The image could not be made; the message says at which step and what to do."""
