"""The code that runs inside the sandbox.

Standard library only: nothing else of this project is visible there. And little of that: each container loads
it anew, so ``dataclasses``, ``typing`` and their like are for the type checker alone.

``_serve`` keeps process trees ready, ``_isolate`` and ``_seccomp`` shut one in. ``_supervise`` is process 1
of a job and the only one whose findings count: ``_watch`` holds its clock and its pipes, ``_collect`` takes
files out at the end. ``_program`` runs the source, ``_calls`` lets it ask the host's functions, ``_values``
turns a Python value into JSON. ``_frames`` is how all of them talk.
"""
