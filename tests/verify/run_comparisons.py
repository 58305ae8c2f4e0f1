#!/usr/bin/env python3
"""run_comparisons.py: two meshes differ in just what was changed, whichever comes first, on any number of ranks.

    run_comparisons.py [--ranks N]... [NAME...]      all pairs of comparisons.py, unless some are named
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from comparisons import COMPARISONS
from cgns import write

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
LAUNCHER = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split()
OTHER_SIDE = {"only in A": "only in B", "only in B": "only in A"}


def compare(left, right, options, ranks=0):
    """Exit code and report; no launcher for 0 ranks."""
    launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
    command = [*launcher, VERIFY, "compare", "--json", "-q", *options, left, "--with", right]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    try:
        return result.returncode, json.loads(result.stdout)
    except ValueError:
        return result.returncode, {"findings": [], "trouble": result.stderr.decode()}


def judged(pair, code, report):
    """What is wrong with a report, as a text; empty if nothing is."""
    counted = {found["path"]: found["kind"] for found in report["findings"] if found["counts"]}
    noted = {(found["path"], found["kind"]) for found in report["findings"] if not found["counts"]}
    wrong = []
    if code != (1 if pair.expected else 0):
        wrong.append(f"exit code {code} {report.get('trouble', '')}")
    for path, kind in pair.expected.items():
        if kind and not counted.get(path, "").startswith(kind):
            wrong.append(f"{path}: {kind} is not told")
    wrong += [f"{path}: {kind} is told" for path, kind in counted.items() if path not in pair.expected]
    wrong += [f"{path}: {kind} is not noted" for path, kind in pair.notes.items() if (path, kind) not in noted]
    return "; ".join(wrong)


def gist(report):
    """What must not depend on the number of ranks."""
    return {**report, "ranks": None}


def mirrored(report, turned=False):
    """What must not depend on which side comes first."""
    def row(found):
        kind, values = found["kind"], found.get("values", {})
        path = found["path"].replace("PointRange", "PointList")
        return path, OTHER_SIDE.get(kind, kind) if turned else kind, values.get("different", 0), values.get("norm_l2", 0)
    return sorted(map(row, report["findings"]))


def trouble_of(name, folder, ranks):
    """What is wrong with a comparison."""
    pair = COMPARISONS[name]
    left, right = (str(folder / f"{name}_{side}.cgns") for side in "ab")
    trees = pair.trees()
    write(left, trees[0])
    write(right, trees[1], pair.style)
    code, report = compare(left, right, pair.options)
    wrong = [judged(pair, code, report)]
    if "--subset" not in pair.options and not name.startswith(("other_partition", "renamed_blocks")) and not ({"name", "renamed"} & {*pair.expected.values(), *pair.notes.values()}):
        back = compare(right, left, pair.options)[1]
        if mirrored(back, True) != mirrored(report):
            wrong.append(f"the other way around: {mirrored(back, True)} for {mirrored(report)}")
    for number in ranks:
        if gist(compare(left, right, pair.options, number)[1]) != gist(report):
            wrong.append(f"another report on {number} ranks")
    return "; ".join(filter(None, wrong))


def main():
    """Makes and compares all pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--ranks", type=int, nargs="+", default=[])
    args = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="pcgns-compare.") as folder:
        names = args.names or list(COMPARISONS)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for name, trouble in zip(names, pool.map(lambda name: trouble_of(name, pathlib.Path(folder), args.ranks), names)):
                if trouble:
                    failed += 1
                    print(f"{name}: {trouble}")
    print(f"{failed} of {len(args.names or COMPARISONS)} wrong" if failed else "all right")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
