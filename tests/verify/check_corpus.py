#!/usr/bin/env python3
"""check_corpus.py: what pcgns-verify check finds in real files, against expected_corpus.json.

    check_corpus.py             fails where it is not what is expected
    check_corpus.py --write     writes what is found, there and as a table: read it with care before you keep it

Files and sets, and what pcgns-merge makes of the sets. Notes are matters of taste and not listed. ADF files cannot be
read (exit status 2). The table, expected_corpus.md, has beside it the errors that cgnscheck finds.
"""

import collections
import concurrent.futures
import glob
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
PROGRAMS = pathlib.Path(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"))
VERIFY = PROGRAMS / "pcgns-verify"
MERGE = PROGRAMS / "pcgns-merge"
RELABEL = HERE.parent / "interop" / "relabel34.py"
CORPUS = pathlib.Path(os.environ.get("PCGNS_CORPUS", HERE.parent.parent.parent / "shared" / "corpus"))
PART = re.compile(r"/(part_\d+\.cgns|t_\d+\.cgns|[^/]*\.\d+\.\d+)$")


TABLE_HEAD = """Errors and warnings of `pcgns-verify check`, of every file and set and of what pcgns-merge makes of the sets
(a set that it refuses without options has no line `merged`). Exit 1: not valid, 2: could not tell. Beside it: ERRORs of
`cgnscheck` 3.4, in all files together, on copies with superblock 2 that say they are of version 3.4; "refuses": it does
not open one of them."""


def meshes(folder):
    """(name, files) of all single files and sets, and of the sets in one file."""
    for path in sorted((CORPUS / "single").iterdir()):
        yield f"single/{path.name}", [path]
    for path in sorted((CORPUS / "perrank").iterdir()):
        name = f"perrank/{path.name}"
        for reference in path.glob("reference*.cgns"):
            yield f"{name}/reference", [reference]
        files = sorted(file for file in glob.glob(str(path / "**"), recursive=True) if PART.search(file))
        if not files:
            continue
        yield f"{name}/parts", files
        merged = folder / f"{path.name}.cgns"
        if run(MERGE, "-q", "-o", merged, *files).returncode == 0:
            yield f"{name}/merged", [merged]


def run(*command):
    """What it says, and its exit code."""
    return subprocess.run([*map(str, command)], stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)


def found(mesh):
    """[name, exit code, findings as "code path"]."""
    name, files = mesh
    result = run(VERIFY, "check", "--json", "-q", "--max", "0", *files)
    try:
        findings = json.loads(result.stdout)["findings"]
    except ValueError:
        findings = []
    listed = sorted({f"{one['severity']} {one['code']} {one['path']}" for one in findings})
    return name, {"exit": result.returncode, "findings": listed}


def complaints(files, folder):
    """How many errors cgnscheck 3.4 finds in each file, of a copy that says it is of version 3.4; or why it finds none."""
    counts = []
    for file in files:
        copy = folder / "relabelled.cgns"
        copy.unlink(missing_ok=True)
        run(sys.executable, RELABEL, file, copy)
        said = run("cgnscheck", copy if copy.exists() else file).stdout.decode(errors="replace")
        counts.append(len(re.findall(r"^ *ERROR", said, re.MULTILINE)) if "checking" in said.lower() else "refuses")
    return "refuses" if "refuses" in counts else sum(counts)


def table(now, files_of, folder):
    """expected_corpus.md."""
    reasons = json.loads((HERE / "corpus_reasons.json").read_text())
    lines = ["# What check finds in the corpus", "", TABLE_HEAD, "", "| mesh | exit | findings | cgnscheck |", "|---|---|---|---|"]
    met = {}
    for name, one in now.items():
        counts = collections.Counter(tuple(finding.split()[:2]) for finding in one["findings"])
        met.update({code: severity for severity, code in counts})
        listed = ", ".join(f"{code}{f' x{count}' if count > 1 else ''}" for (_, code), count in sorted(counts.items()))
        lines.append(f"| {name} | {one['exit']} | {listed} | {complaints(files_of[name], folder) or ''} |")
    lines += ["", "## Why", "", "| rule | severity | a careful reading |", "|---|---|---|"]
    lines += [f"| {code} | {met[code]} | {reasons[code]} |" for code in sorted(met)]
    return "\n".join(lines) + "\n"


def main():
    """The exit code."""
    expected_file = HERE / "expected_corpus.json"
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(2) as pool:
        files_of = dict(meshes(pathlib.Path(scratch)))
        now = dict(pool.map(found, files_of.items()))
        if "--write" in sys.argv:
            expected_file.write_text(json.dumps(now, indent=1) + "\n")
            (HERE / "expected_corpus.md").write_text(table(now, files_of, pathlib.Path(scratch)))
            return 0
    expected = json.loads(expected_file.read_text())
    differing = [name for name in sorted(now.keys() | expected.keys()) if now.get(name) != expected.get(name)]
    for name in differing:
        print(name, "is", now.get(name), "expected", expected.get(name), sep="\n    ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
