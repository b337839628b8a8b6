"""The help page of ``amtfv`` itself: text, so that it costs nothing to show."""

from __future__ import annotations

#: Command -> what it does, in the order of the help page.
COMMANDS: dict[str, str] = {
    "check": "check answers: JSONL rows, Markdown or text",
    "config": "show what is configured for check, and where each value comes from",
    "doctor": "say what works here, and how to get the rest",
    "ask": "have a question answered, then check and correct the answer",
    "train": "keep worked examples: add, list, remove, import, export, measure",
    "eval": "run whole data sets: export-batch, import-batch",
    "demo": "show the main job on built-in cases, offline",
    "graph": "print the state machine as a Mermaid diagram",
    "tool": "call one tool: JSON in, JSON out",
    "sandbox": "doctor, build, selftest: where code from answers runs",
    "runs": "list the recorded runs",
    "replay": "run the tools of a recorded run again and report drift",
    "resume": "finish a run that was cut off",
}

HELP = (
    "Usage: amtfv COMMAND [OPTIONS]\n\n"
    "Checks what a language model wrote, with tools instead of opinions.\n\n"
    "Commands:\n"
    + "".join(f"  {name:<8}{text}\n" for name, text in COMMANDS.items())
    + "\n"
    + "Options:\n"
    + "  --version   print the version\n"
    + "  -h, --help  show this page; `amtfv COMMAND --help` shows a command's own\n"
    + "\n"
    + "Exit codes: 0 nothing refuted, 1 refuted, 2 usage or input error, 3 could not verify,\n"
    + "130 interrupted.\n"
)
