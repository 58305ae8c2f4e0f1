#!/usr/bin/env python3
"""Writes what the other languages need, from pcgnslib.h and interface.json.

    generate.py HEADER TABLE FOLDER     description.json, pcgns.F90, pcgns_fortran.c, _capi.py, pcgnslib-calls.3
"""

import json
import pathlib
import sys

sys.dont_write_bytecode = True

import describe  # noqa: E402
import fortran  # noqa: E402
import fortran_glue  # noqa: E402
import manual  # noqa: E402
import python_layer  # noqa: E402


def texts(description):
    return {
        "description.json": json.dumps(description, indent=1) + "\n",
        "pcgns.F90": fortran.module_text(description),
        "pcgns_fortran.c": fortran_glue.glue_text(description),
        "_capi.py": python_layer.layer_text(description),
        "pcgnslib-calls.3": manual.page(description),
    }


def main():
    header, table, folder = sys.argv[1:]
    try:
        made = texts(describe.describe(header, table))
    except (describe.Mistake, ValueError) as mistake:
        print(f"generate.py: error: {mistake}", file=sys.stderr)
        return 2
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in made.items():
        (pathlib.Path(folder) / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
