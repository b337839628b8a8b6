"""The version, where nothing else has to be loaded to read it."""

from __future__ import annotations

__version__ = "0.1.0"
