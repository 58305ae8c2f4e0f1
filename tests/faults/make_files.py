#!/usr/bin/env python3
"""Makes many files with one start of Python: every line of stdin is the command line of one ../cli/make_cgns.py."""

import shlex
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "cli"))

import make_cgns  # noqa: E402

for line in sys.stdin:
    words = shlex.split(line)
    if words:
        Path(words[0]).parent.mkdir(parents=True, exist_ok=True)
        sys.argv = ["make_cgns.py", *words]
        make_cgns.main()
