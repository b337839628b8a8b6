"""Atomic tools: one JSON object in, one JSON object out, each alone testable."""
