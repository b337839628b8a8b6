"""Runs over many answers: for now, by batches of requests to models."""

from __future__ import annotations

__all__: list[str] = []
