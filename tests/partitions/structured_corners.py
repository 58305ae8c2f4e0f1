"""structured_corners.py: what few structured zones have comes back exactly from pcgns-repartition and pcgns-merge, or is
refused by name.

    structured_corners.py [--ranks N]... [--only CASE]...

N ranks start pcgns-repartition; 0: without the launcher. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile

import numpy as np

import cgns
import tool
from cgns import table
from round_trip import PATIENCE, REPARTITION

PARTS = [1, 2, 3, 5]


# --- meshes ---


def base_of(root, dim, name="Base"):
    """A new base."""
    return root.add(name, "CGNSBase_t", np.array([dim, max(dim, 2)], np.int32))


def zone_of(base, name, *vertices):
    """A new zone, with coordinates that tell its points."""
    zone = base.add(name, "Zone_t", np.array([vertices, [n - 1 for n in vertices], [0] * len(vertices)], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    axes = np.meshgrid(*[np.arange(n, dtype=float) for n in vertices[::-1]], indexing="ij")[::-1]
    for letter, values in zip("XYZ", axes):
        grid.add("Coordinate" + letter, "DataArray_t", values)
    return zone


def two_zones(dim=3):
    """A mesh, its zones Z and Y."""
    root = cgns.new_root(4.2)
    base = base_of(root, dim)
    return root, zone_of(base, "Z", *(7, 5, 4)[:dim]), zone_of(base, "Y", *(7, 5, 4)[:dim])


def ranged(node, first, last, name="PointRange"):
    """A range of points."""
    return node.add(name, "IndexRange_t", np.array([first, last], np.int32))


def listed(node, points, name="PointList"):
    """A list of points."""
    return node.add(name, "IndexArray_t", np.array(points, np.int32).reshape(-1, len(points[0]) if len(points) else 3))


def located(node, location):
    """A GridLocation_t."""
    return node.add("GridLocation", "GridLocation_t", location)


def container(zone, name="ZoneGridConnectivity"):
    """The container of interfaces of that name."""
    return zone.child(name) or zone.add(name, "ZoneGridConnectivity_t")


def joined(parent, name, donor, here, there, opposite=None):
    """An interface between ranges, each a pair of corners."""
    join = parent.add(name, "GridConnectivity1to1_t", donor)
    join.add("Transform", '"int[IndexDimension]"', np.arange(1, len(here[0]) + 1, dtype=np.int32))
    ranged(join, *here)
    ranged(join, *there, name="PointRangeDonor")
    if opposite:
        join.add("GridConnectivityDonorName", "Descriptor_t", opposite)
    return join


# --- cases: each gives a mesh, or pairs of a mesh and the error that refuses it ---


def several_containers():
    """ZoneGridConnectivity_t for each time step."""
    root, *zones = two_zones()
    steps = root.child("Base").add("BaseIterativeData", "BaseIterativeData_t", np.array([2], np.int32))
    steps.add("TimeValues", "DataArray_t", np.arange(2.0))
    for zone, donor, here, there in zip(zones, ("Y", "Z"), (1, 7), (7, 1)):
        for step, name in enumerate(("Early", "Late")):
            joined(container(zone, name), f"Join{step}", donor, ([here, 1, 1], [here, 4 + step, 4]),
                ([there, 1, 1], [there, 4 + step, 4]), f"Join{step}")
        overset = zone.child("Late").add("Overset", "GridConnectivity_t", donor)
        overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
        listed(overset, [[2, 2, 2], [6, 4, 3]])
        listed(overset, [[1, 1, 1], [7, 5, 4]], "PointListDonor")
        uncut = container(zone, "Uncut").add("Nowhere", "GridConnectivity_t", "Nowhere")
        listed(uncut, [[1, 1, 1]])
        container(zone, "Empty")
        iterative = zone.add("ZoneIterativeData", "ZoneIterativeData_t")
        iterative.add("ZoneGridConnectivityPointers", "DataArray_t", table(["Early", "Late"]))
    return root


def interfaces_of_another_base():
    """Interfaces to a zone that has a namesake in its own base."""
    root, zone, _ = two_zones(2)
    other = base_of(root, 2, "Other")
    donor = zone_of(other, "Y", 7, 5)
    zone_of(other, "Z", 7, 5)
    joined(container(zone), "Right", "Other/Y", ([7, 1], [7, 5]), ([1, 1], [1, 5]), "Left")
    joined(container(donor), "Left", "Base/Z", ([1, 1], [1, 5]), ([7, 1], [7, 5]), "Right")
    joined(container(donor), "Own", "Other/Z", ([7, 1], [7, 5]), ([1, 1], [1, 5]))
    overset = container(zone).add("Overset", "GridConnectivity_t", "Other/Y")
    overset.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
    listed(overset, [[1, 1], [5, 4], [3, 3]])
    listed(overset, [[7, 5], [6, 4], [1, 1]], "PointListDonor")
    return root


CASES = [several_containers, interfaces_of_another_base]


# --- judgement ---


def differences(mine, theirs, path=""):
    """What is not the same, bit by bit; the order of children does not count."""
    if mine.label != theirs.label:
        yield f"{path}: is a {theirs.label}, not a {mine.label}"
    values = [node.value if node.value is None else (node.value.dtype, node.value.shape, node.value.tobytes())
        for node in (mine, theirs)]
    if values[0] != values[1]:
        yield f"{path}: is {theirs.value}, not {mine.value}"
    for name in sorted({node.name for node in mine.children + theirs.children}):
        pair = mine.child(name), theirs.child(name)
        if None in pair:
            yield f"{path}/{name}: is {'new' if pair[0] is None else 'lost'}"
        else:
            yield from differences(*pair, f"{path}/{name}")


def repartitioned(folder, tree, parts, ranks, options):
    """Cuts the mesh; the result of the program."""
    for file in glob.glob(os.path.join(folder, "*.cgns*")):
        os.remove(file)
    cgns.write(os.path.join(folder, "whole.cgns"), tree)
    launcher = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split() + ["-n", str(ranks)] if ranks else []
    command = [*launcher, REPARTITION, "-q", "--parts", str(parts), "--min-cells", "1", *options, "-o",
        os.path.join(folder, "part.cgns" if "seacas" in options else "part_%04d.cgns"), os.path.join(folder, "whole.cgns")]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False)


def round_trip(folder, tree, parts, ranks, options):
    """What does not come back, in lines."""
    result = repartitioned(folder, tree, parts, ranks, options)
    if result.returncode:
        return [f"repartition: {result.returncode}: {result.stderr.decode().strip()[:300]}"]
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(sorted(glob.glob(os.path.join(folder, "part*.cgns*"))), merged)
    return list(differences(tree, cgns.read(merged))) if result.code == 0 else [result.why()]


def refusal(folder, tree, ranks, message):
    """What is wrong if repartition does not refuse the mesh so, in lines."""
    result = repartitioned(folder, tree, 2, ranks, [])
    text = result.stderr.decode().strip()
    return [] if result.returncode == 2 and message in text else [f"{result.returncode}: {text[-300:]}; not {message}"]


def judge(case, folder, ranks):
    """Everything that is wrong with a case, in lines."""
    made = case()
    if isinstance(made, list):
        for tree, message in made:
            yield from refusal(folder, tree, ranks[0], message)
        return
    for i, parts in enumerate(PARTS):
        for options in ([], ["--ghosts", "1"], ["--style", ["seacas", "cassiopee", "flat"][i % 3]]):
            for found in round_trip(folder, made, parts, ranks[i % len(ranks)], options):
                yield f"--parts {parts} {' '.join(options)}: {found}"


def main():
    """Plays all cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, action="append")
    parser.add_argument("--only", action="append", choices=[case.__name__ for case in CASES])
    args, failed = parser.parse_args(), 0
    for case in CASES:
        if args.only and case.__name__ not in args.only:
            continue
        with tempfile.TemporaryDirectory(prefix="pcgns-corner.") as folder:
            found = list(judge(case, folder, args.ranks or [0]))
        if found:
            failed += 1
            print(f"FAILED {case.__name__}", *found[:6], sep="\n    ", flush=True)
    print(f"{len(args.only or CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
