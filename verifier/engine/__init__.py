"""The engine: drives one answer through the machine, from plan to verdict, and through its corrections.

:func:`run` and :func:`resume` work inside an event loop (anyio); ``run_inline`` and ``resume_inline`` do the
same in the calling thread, without one.
"""

from verifier.engine._driver import Reader
from verifier.engine._limits import Limits
from verifier.engine._planner import Planner, planned
from verifier.engine._start import resume, resume_inline, run, run_inline

__all__ = ["Limits", "Planner", "Reader", "planned", "resume", "resume_inline", "run", "run_inline"]
