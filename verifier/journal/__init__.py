"""The append-only record of runs: SQLite in WAL mode, hash-chained, a commit for each finished step.

A journal survives the death of the process (``kill -9``) at any point: a run is resumed without running a
finished step again. It does not promise to survive loss of power: ``synchronous = NORMAL`` may lose the last
commits then, though the file stays sound.
"""

from verifier.journal._history import History, PastAttempt, read_history
from verifier.journal._store import DEFAULT_PATH, Entry, Journal, locate

__all__ = ["DEFAULT_PATH", "Entry", "History", "Journal", "PastAttempt", "locate", "read_history"]
