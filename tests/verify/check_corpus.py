#!/usr/bin/env python3
"""check_corpus.py: what pcgns-verify check finds in real files, against expected_corpus.json.

    check_corpus.py [--write]     writes what is found: read it with care before you keep it

Notes are matters of taste and not listed. ADF files cannot be read (exit status 2).
"""

import concurrent.futures
import glob
import json
import os
import pathlib
import re
import subprocess
import sys

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
HERE = pathlib.Path(__file__).parent
CORPUS = pathlib.Path(os.environ.get("PCGNS_CORPUS", HERE.parent.parent.parent / "shared" / "corpus"))
PART = re.compile(r"/(part_\d+\.cgns|t_\d+\.cgns|[^/]*\.\d+\.\d+)$")


def meshes():
    """(name, files) of all single files and sets."""
    for path in sorted((CORPUS / "single").iterdir()):
        yield f"single/{path.name}", [path]
    for folder in sorted((CORPUS / "perrank").iterdir()):
        if (folder / "reference.cgns").exists():
            yield f"perrank/{folder.name}/reference", [folder / "reference.cgns"]
        files = sorted(path for path in glob.glob(str(folder / "**"), recursive=True) if PART.search(path))
        if files:
            yield f"perrank/{folder.name}/parts", files


def found(mesh):
    """[name, exit code, findings as "code path"]."""
    name, files = mesh
    result = subprocess.run([VERIFY, "check", "--json", "-q", "--max", "0", *map(str, files)], stdin=subprocess.DEVNULL,
        capture_output=True, timeout=120, check=False)
    try:
        findings = json.loads(result.stdout)["findings"]
    except ValueError:
        findings = []
    listed = sorted({f"{one['severity']} {one['code']} {one['path']}" for one in findings})
    return name, {"exit": result.returncode, "findings": listed}


def main():
    """The exit code."""
    expected_file = HERE / "expected_corpus.json"
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        now = dict(pool.map(found, meshes()))
    if "--write" in sys.argv:
        expected_file.write_text(json.dumps(now, indent=1) + "\n")
        return 0
    expected = json.loads(expected_file.read_text())
    differing = [name for name in now if now[name] != expected.get(name)]
    for name in differing:
        print(name, "is", now[name], "expected", expected.get(name), sep="\n    ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
