"""constraints.py: what cuts must keep: boundary conditions stay whole, and whatever cannot be kept is said with what can.

    constraints.py

Exit status: 0 all is right, 1 something is not.
"""

import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import cgns
import compare
import tool
from points import point_range
from round_trip import REPARTITION

CELLS = np.array([12, 8, 8])
CONDITIONS = {  # first and last vertex
    "Wall": ((1, 1, 1), (13, 1, 9)),
    "Inlet": ((1, 3, 2), (1, 7, 6)),
    "Far": ((13, 3, 1), (13, 9, 5)),
}


def mesh():
    """A zone with a wall over all of jmin, and smaller conditions at imin and imax."""
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    zone = base.add("Zone", "Zone_t", np.array([CELLS + 1, CELLS, np.zeros(3)], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    coordinates = zone.add("GridCoordinates", "GridCoordinates_t")
    for d, name in enumerate("XYZ"):
        coordinates.add(f"Coordinate{name}", "DataArray_t",
            np.random.default_rng(d).standard_normal(tuple(CELLS[::-1] + 1)))
    conditions = zone.add("ZoneBC", "ZoneBC_t")
    for name, (low, high) in CONDITIONS.items():
        condition = conditions.add(name, "BC_t", "FamilySpecified")
        condition.add("PointRange", "IndexRange_t", point_range(low, high))
        condition.add("FamilyName", "FamilyName_t", "Solid" if name == "Wall" else "Open")
    return root


def run(folder, *options):
    """Exit status, and what was said."""
    for part in glob.glob(os.path.join(folder, "part_*")):
        os.remove(part)
    command = [REPARTITION, "-q", *options, "-o", os.path.join(folder, "part_%d.cgns"), os.path.join(folder, "whole.cgns")]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False)
    return result.returncode, result.stderr.decode(), result.stdout.decode()


def pieces(folder):
    """By name: the numbers of vertices of the pieces that a condition has in the parts."""
    found = {}
    for file in glob.glob(os.path.join(folder, "part_*.cgns")):
        for zone in cgns.read(file).child("Base").labelled("Zone_t"):
            for condition in zone.child("ZoneBC").children if zone.child("ZoneBC") else []:
                value = condition.child("PointRange").value
                found.setdefault(condition.name, []).append(int(np.prod(value[1] - value[0] + 1)))
    return found


def whole_conditions(folder, tree):
    """Cuts that leave conditions whole."""
    for parts in (2, 5, 30):
        for option, kept in (("BC", CONDITIONS), ("BC:Wall", ["Wall"]), ("BC:Open", ["Inlet", "Far"])):
            code, said, _ = run(folder, "--parts", str(parts), "--no-split", option)
            if code:
                yield f"--no-split {option}, {parts} parts: {said}"
                continue
            found = pieces(folder)
            for name in kept:
                low, high = CONDITIONS[name]
                wanted = int(np.prod(np.array(high) - np.array(low) + 1))
                if found[name] != [wanted]:
                    yield f"--no-split {option}, {parts} parts: {name} has pieces of {found[name]} vertices"
            merged = os.path.join(folder, f"merged_{parts}_{len(kept)}_{option[3:]}.cgns")
            result = tool.merge(glob.glob(os.path.join(folder, "part_*.cgns")), merged)
            yield from [result.why()] if result.code else compare.compare(tree, cgns.read(merged))


def advice(folder):
    """What is refused, and said instead."""
    for options, why in (
        (["--parts", "100", "--min-cells", "3"], r"--min-cells 3: \d+ parts are possible, not 100"),
        (["--parts", "30", "--min-cells", "3", "--no-split", "k"],
            r"--min-cells 3, --no-split k: \d+ parts are possible, not 30"),
        (["--parts", "13", "--no-split", "j", "--no-split", "k"], r"--no-split j, --no-split k: 12 parts are possible"),
        (["--parts", "30", "--multigrid", "2"], r"--multigrid 2: 12 parts are possible, not 30"),
        (["--parts", "700", "--no-split", "BC"], r"--no-split BC: \d+ parts are possible, not 700"),
        (["--parts", "9", "--no-split", "BC:Wall", "--no-split", "j"], r"--no-split j.*1 part is possible, not 9"),
    ):
        code, said, _ = run(folder, *options)
        if code != 2 or not re.search(why, said):
            yield f"{options}: {code}: {said}"
            continue
        offers = re.findall(r"--[a-z-]+ \d+", said.split("; try ")[1])
        for option, value in (offer.split() for offer in offers):
            changed = options.copy()
            changed[changed.index(option) + 1] = value
            code, said, _ = run(folder, *changed)
            if code:
                yield f"{changed}: was offered: {said}"
        smaller = [int(offer.split()[1]) for offer in offers if offer.startswith("--parts")]
        if not smaller or min(smaller) >= int(options[1]):
            yield f"{options}: no smaller number of parts is offered"
        elif not run(folder, "--parts", str(min(smaller) + 1), *options[2:])[0]:
            yield f"{options}: {min(smaller)} is not the nearest"
    code, said, _ = run(folder, "--parts", "2", "--no-split", "BC:Nowhere")
    if code != 2 or "--no-split BC:Nowhere" not in said:
        yield f"a condition that is not there: {code}: {said}"


def broken_plans(folder):
    """Plans of others that do not keep what they must."""
    _, _, plan = run(folder, "--parts", "4", "--plan", "--json")
    plan = json.loads(plan)["plan"]
    halves = [{"zone": "/Base/Zone", "rank": 0, "first": [1, 1, 1], "last": [12, 3, 8]},
        {"zone": "/Base/Zone", "rank": 1, "first": [1, 4, 1], "last": [12, 8, 8]}]
    file = os.path.join(folder, "plan.json")
    for partitions, parts, options, why in (
        (4, plan["parts"], [], ""),
        (2, halves, ["--min-cells", "3"], ""),
        (2, halves, ["--min-cells", "4"], r"/parts/0: /Base/Zone: has 3 cells along j.*--min-cells is 4; --parts 2 satisfies"),
        (2, halves, ["--no-split", "j"], r"/parts/0: /Base/Zone: has 3 of 8 cells along j.*--no-split j; --parts 2 satisfies"),
        (2, halves, ["--multigrid", "1"], r"/parts/1: /Base/Zone: starts after 3 cells along j.*--multigrid 1.*--parts 2"),
        (2, halves, ["--no-split", "BC:Wall"], ""),
        (2, halves, ["--no-split", "BC"], r"/parts/0: /Base/Zone: splits ZoneBC/Inlet.*--no-split BC; --parts 2"),
        (2, [{**half, "rank": 1} for half in halves], ["--style", "seacas"],
            r"/parts/1: /Base/Zone: is on rank 1, like /parts/0 of the zone.*--style seacas.*--parts 2 satisfies"),
    ):
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"partitions": partitions, "parts": parts}, out)
        code, said, _ = run(folder, "--from-plan", file, *options)
        if code != (2 if why else 0) or not re.search(why, said):
            yield f"a plan with {options}: {code}: {said}"


def main():
    """Looks at all of it."""
    with tempfile.TemporaryDirectory(prefix="pcgns-constraints.") as folder:
        tree = mesh()
        cgns.write(os.path.join(folder, "whole.cgns"), tree)
        found = [*whole_conditions(folder, tree), *advice(folder), *broken_plans(folder)]
    print(*found, f"{len(found)} wrong", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
