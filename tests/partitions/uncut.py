"""uncut.py: damaged unstructured meshes: pcgns-repartition says which node is wrong, on any number of ranks.

    uncut.py [--seed S]

Exit status: 0 all are right, 1 some are not.
"""

import argparse
import os
import sys
import tempfile

import numpy as np

import cgns
import random_mesh
from random_structured import Dice
from round_trip import cut


def sections(zone, kinds):
    """The sections of these types."""
    return [node for node in zone.labelled("Elements_t") if int(node.value[0]) in kinds]


def wrong_vertex(zone):
    """A vertex behind the last one."""
    found = [node for node in zone.labelled("Elements_t") if int(node.value[0]) not in (20, 23)]
    if not found:
        return None
    found[-1].child("ElementConnectivity").value[-1] = zone.value[0, 0] + 1
    return f"{found[-1].name}/ElementConnectivity"


def no_vertex(zone):
    """Vertex 0."""
    found = [node for node in zone.labelled("Elements_t") if int(node.value[0]) not in (20, 23)]
    if not found:
        return None
    found[0].child("ElementConnectivity").value[0] = 0
    return f"{found[0].name}/ElementConnectivity"


def wrong_face(zone):
    """A polyhedron with a face that is none."""
    for node in sections(zone, [23]):
        node.child("ElementConnectivity").value[0] = 10**9
        return f"{node.name}/ElementConnectivity"
    return None


def wrong_parent(zone):
    """A face whose cell is none."""
    for node in sections(zone, [22]):
        if node.child("ParentElements"):
            node.child("ParentElements").value[0, 0] = 10**9
            return f"{node.name}/ParentElements"
    return None


def wrong_offsets(zone):
    """Elements that end before they begin."""
    for node in sections(zone, [20, 22]):
        node.child("ElementStartOffset").value[1] = -7
        return node.name
    return None


def gap(zone):
    """Numbers of elements that nobody has."""
    node = zone.labelled("Elements_t")[-1]
    node.child("ElementRange").value = node.child("ElementRange").value + 1
    return zone.name


def too_short(zone):
    """A connectivity that lacks a value."""
    node = zone.labelled("Elements_t")[0]
    node.child("ElementConnectivity").value = node.child("ElementConnectivity").value[:-1]
    return node.name


def wrong_count(zone):
    """More cells than the sections have."""
    zone.value[1, 0] += 1
    return zone.name


def wrong_point(zone):
    """A condition at a point that is not there."""
    for condition in zone.child("ZoneBC").children if zone.child("ZoneBC") else []:
        if condition.child("PointList"):
            condition.child("PointList").value[0, 0] = 10**9
            return f"{condition.name}/PointList"
    return None


def ghosts(zone):
    """A solution with values of ghost cells."""
    node = zone.labelled("FlowSolution_t")[0]
    node.add("Rind", "Rind_t", np.array([0, 2], np.int32))
    return node.name


def parents_of_text(zone):
    """Parents that are not numbers."""
    for node in sections(zone, [22]):
        if node.child("ParentElements"):
            node.child("ParentElements").value = node.child("ParentElements").value.astype(np.int8)
            return f"{node.name}/ParentElements: is C1, not I4 or I8"
    return None


DAMAGES = [wrong_vertex, no_vertex, wrong_face, wrong_parent, wrong_offsets, gap, too_short, wrong_count, wrong_point,
    ghosts, parents_of_text]


def damaged(damage, seed, path):
    """Writes the first mesh from `seed` on that can be damaged so; what the message must name."""
    for number in range(seed, seed + 200):
        tree = random_mesh.mesh(number, "unstructured", bases=1)
        zone = tree.labelled("CGNSBase_t")[0].labelled("Zone_t")[-1]
        name = damage(zone)
        if name:
            cgns.write(path, tree)
            return name
    raise cgns.Trouble(f"no mesh for {damage.__name__}")


def main():
    """Tries all kinds of damage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    args, failed = parser.parse_args(), 0
    dice = Dice([args.seed])
    for damage in DAMAGES:
        with tempfile.TemporaryDirectory(prefix="pcgns-uncut.") as folder:
            path = os.path.join(folder, "whole.cgns")
            name = damaged(damage, args.seed, path)
            said = cut([path], os.path.join(folder, "part_%d.cgns"), 3, (), dice.pick([0, 2, 3]))
            left = [file for file in os.listdir(folder) if file != "whole.cgns"]
            if not said or "repartition: 2: " not in said[0] or name not in said[0] or left:
                failed += 1
                print(f"{damage.__name__}: {name} is not named: {said}, left {left}")
    print(f"{len(DAMAGES)} kinds of damage, {failed} not found")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
