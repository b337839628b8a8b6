"""The code that runs inside the sandbox.

Standard library only: nothing else of this project is visible there.

``_serve`` waits for jobs, ``_isolate`` and ``_seccomp`` shut one in, ``_supervise`` is process 1 of a job and
the only one whose findings count, ``_program`` runs the source, ``_values`` turns a Python value into JSON.
"""
