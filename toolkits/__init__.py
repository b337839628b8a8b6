"""Atomic tools: one JSON object in, one JSON object out, each alone testable."""

from __future__ import annotations

from toolkits.registry import Registry, Tool, default_registry, tool

__all__ = ["Registry", "Tool", "default_registry", "tool"]
