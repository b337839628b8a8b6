"""What host and fork server agree on about the size of a job's files."""

from __future__ import annotations

import struct

#: A size in MiB as it travels, in both directions: what the host asks for, and what a waiting tree has.
SIZE = struct.Struct(">I")
#: The size that waiting trees have unless another is asked for.
USUAL_FILES_MB = 32
