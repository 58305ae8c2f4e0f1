"""damage.py: damaged sets of parts are refused, with a message that names file, zone and reason, and no output.

    damage.py [KIND]... [--list] [--ranks 0]

Exit status: 0 every kind is refused as it should be, 1 some are not.
"""

import argparse
import concurrent.futures
import os
import re
import sys
import tempfile

import numpy as np

import cgns
import damage_kinds
import damage_marks
import damage_match
import damage_others
import damage_zones
import split
import tool
from damage_kinds import KINDS
from points import point_range

RANKS = 3
SOURCES = (damage_marks, damage_zones, damage_others, damage_match)  # importing them registers their kinds


class Set:
    """A good set, to be damaged: see damage_kinds.py."""

    def __init__(self, made):
        self.made = made
        self.files = {name: tree for name, tree, _ in made.files}
        self.links = {name: links for name, _, links in made.files}
        self.inputs = list(made.inputs)
        self.parts = [(name, zone) for name, tree, links in made.files if not links
            for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t") if is_wing(zone)]

    def write(self, folder):
        """Makes the files; the paths of the inputs."""
        self.made.files = [(name, tree, self.links.get(name)) for name, tree in self.files.items()]
        self.made.inputs = self.inputs
        return self.made.write(folder)


def is_wing(zone):
    """True for a part of Wing."""
    return zone.name.startswith("Wing")


def mesh():
    """Two zones with coordinates, solutions of two steps, conditions and a join."""
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    steps = base.add("BaseIterativeData", "BaseIterativeData_t", np.array([2], np.int32))
    steps.add("TimeValues", "DataArray_t", np.array([0.0, 0.5]))
    for name, other in (("Wing", "Body"), ("Body", "Wing")):
        vertices = np.array([7, 6, 5])
        zone = base.add(name, "Zone_t", np.array([vertices, vertices - 1, [0, 0, 0]], np.int32))
        zone.add("ZoneType", "ZoneType_t", "Structured")
        grid = zone.add("GridCoordinates", "GridCoordinates_t")
        for axis, values in zip("ZYX", np.mgrid[:5, :6, :7].astype(float)):
            grid.children.insert(0, cgns.Node(f"Coordinate{axis}", "DataArray_t", values))
        for solution in ("FlowSolution", "Later"):
            node = zone.add(solution, "FlowSolution_t")
            node.add("GridLocation", "GridLocation_t", "CellCenter")
            for field in ("Density", "Pressure"):
                node.add(field, "DataArray_t", np.arange(120.0).reshape(4, 5, 6))
        pointers = zone.add("ZoneIterativeData", "ZoneIterativeData_t")
        pointers.add("FlowSolutionPointers", "DataArray_t", cgns.table(["FlowSolution", "Later"]))
        wall = zone.add("ZoneBC", "ZoneBC_t").add("Wall", "BC_t", "BCWall")
        wall.add("PointRange", "IndexRange_t", point_range([1, 1, 1], [7, 6, 1]))
        side = 7 if name == "Wing" else 1
        join = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t").add("Seam", "GridConnectivity1to1_t", other)
        join.add("Transform", '"int[IndexDimension]"', np.array([1, 2, 3], np.int32))
        join.add("PointRange", "IndexRange_t", point_range([side, 1, 1], [side, 6, 5]))
        join.add("PointRangeDonor", "IndexRange_t", point_range([8 - side, 1, 1], [8 - side, 6, 5]))
        join.add("GridConnectivityDonorName", "Descriptor_t", "Seam")
    return root


def good(convention):
    """A set in which Wing has a part on each of three ranks, or more, and all marks."""
    if convention == "unmarked":
        return Set(damage_match.unmarked())
    whole = mesh()
    for seed in range(1000):
        made = Set(split.split(whole, convention, RANKS, seed))
        made.made.style = cgns.PLAIN
        counted = [zone for _, zone in made.parts]
        homes = {name for name, _ in made.parts}
        full = all(damage_kinds.numbers(zone) is None or len(damage_kinds.numbers(zone).children) == 5
            for zone in counted)
        most = max((int(np.prod(zone.value[1])) for zone in counted), default=0)
        spread = len(homes) == RANKS or convention == "maia-linked"
        if spread and full and len(counted) >= (0 if convention == "maia-linked" else 3) and most != 120:
            return made
    raise SystemExit(f"no seed makes a set of {convention}")


def wrong(kind, ranks):
    """What is wrong with the way a kind of damage is met; nothing if it is right."""
    damaged = good(kind.convention)
    later = kind.damage(damaged)
    with tempfile.TemporaryDirectory(prefix="pcgns-damage.") as folder:
        inputs = damaged.write(folder)
        if later is not None:
            later(folder)
        output = os.path.join(folder, "merged.cgns")
        result = tool.merge(inputs, output, ranks, kind.options)
        left = [name for name in os.listdir(folder) if "merged" in name]
    return list(judge(kind, result, left))


def judge(kind, result, left):
    """Complaints about the outcome."""
    errors = [line for line in result.said.splitlines() if ": error: " in line]
    if result.code != 2:
        yield result.why()
    elif len(errors) != 1:
        yield f"{len(errors)} messages: {result.said[:200]}"
    else:
        needed = {"file": r"(part|copy)[_.]\w*\S*", "zone": r"Wing"}
        for name in kind.names:
            if not re.search(needed[name], errors[0]):
                yield f"does not name the {name}: {errors[0]}"
        if not re.search(kind.reason, errors[0].partition(": error: ")[2]):
            yield f"does not say why ({kind.reason}): {errors[0]}"
    if left:
        yield f"left behind: {left}"


def main():
    """Tries the kinds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--list", action="store_true", help="names the kinds")
    parser.add_argument("--ranks", type=int, default=0)
    args = parser.parse_args()
    chosen = [kind for kind in KINDS if not args.kinds or kind.name in args.kinds]
    if args.list:
        print("\n".join(f"{kind.name}: {kind.about}" for kind in chosen))
        return 0
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind, lines in zip(chosen, pool.map(lambda kind: wrong(kind, args.ranks), chosen)):
            failed += bool(lines)
            for line in lines:
                print(f"{kind.name} ({kind.convention}): {line}")
    print(f"{len(chosen)} kinds of damage, {failed} not refused as they should be")
    return 1 if failed or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
