"""check_splits.py: our parts are as those of the real programs.

    check_splits.py [--seeds 30]

Two checks. The nodes that mark parts, and their joins, have the paths, labels, types and dimensions of the real sets
in the corpus (skipped where there is none). And in the real sets as in ours, what the marks say is true: the arrays
of a part are those of the whole at its place, and both sides of a join of the cut are the same points.
Exit status: 0 right, 1 wrong.
"""

import argparse
import os
import re
import sys

import numpy as np

import cgns
import corpus
import joins
import points
import random_mesh
import split

MARKS = re.compile(r":CGNS#GlobalNumbering|\.Solver#|ZoneRind|ZoneGridConnectivity")
NAMES = [(re.compile(r"^JN\.P\d+\.N\d+\.LT\.P\d+\.N\d+$"), "JN"), (re.compile(r"^\d+--\d+$"), "CUT"),
    (re.compile(r"^match(\.\d+)?$"), "MATCH")]
REAL = ["maia-cube-s-n4", "maia-s-twoblocks-n4", "maia-bcds-n2", "maia-cube-hexa-n2", "maia-cube-ngon-n4",
    "seacas-self-looping-grid-n4", "seacas-5blocks-struc-n4", "cassiopee-5blocks-n4", "cassiopee-5blocks-ghost1-n2"]
EXTRA = {"Periodic", "GridConnectivityProperty", "RotationCenter", "RotationAngle", "Translation"}


def zones_of(trees):
    """All zones of some trees."""
    return [zone for tree in trees for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t")]


# --- nodes ---


def shapes(trees):
    """Of every marking node: (generic path, label, sort of value, dimensions)."""
    found = set()
    for zone in zones_of(trees):
        for path, node in zone.walk():
            if MARKS.search(path) and not EXTRA & set(path.split("/")):
                sort = {"I4": "I", "I8": "I"}.get(node.kind(), node.kind())
                rank = 0 if node.value is None else node.value.ndim
                found.add((generic(zone, path), node.label, sort, rank))
    return {shape for shape in found if "OversetHoles" not in shape[0]}


def generic(zone, path):
    """A path without names that a user gave."""
    names = path.split("/")[1:]
    holder = zone.child("ZoneGridConnectivity")
    for place, name in enumerate(names):
        if place and names[place - 1] == "ZoneGridConnectivity" and holder:
            label = holder.child(name).label
            names[place] = next((word for pattern, word in NAMES if pattern.match(name)), "OLD") + " " + label
        elif place and names[place - 1] == "ZoneBC":
            names[place] = "BC"
    if len(names) > 2 and names[0] not in ("ZoneGridConnectivity", "ZoneBC") and ":CGNS" in path and names[0][0] != ":":
        node = zone.child(names[0])
        names[0] = node.label if node.label != "Elements_t" else f"section {int(node.value[0]) in (22, 23)}"
    return "/".join(names)


def strangers(real, ours):
    """Nodes of ours that no real set has, but for what real sets have in another place of the same kind."""
    known = {shape[1:] + (shape[0].split("/")[-1],) for shape in real if "GlobalNumbering" in shape[0]}
    return sorted(shape for shape in ours - real if shape[1:] + (shape[0].split("/")[-1],) not in known)


# --- truth ---


def lies(trees, whole):
    """What the marks of parts say and is not so."""
    parts = {zone.name: zone for zone in zones_of(trees)}
    whole = {zone.name: zone for zone in zones_of([whole])}
    wrong = []
    for zone in parts.values():
        wrong += wrong_place(zone, whole) + wrong_lists(zone, whole)
        holder = zone.child("ZoneGridConnectivity")
        for join in holder.children if holder else []:
            if is_of_cut(zone, join, parts) and not sides_agree(zone, join, parts):
                wrong.append(f"{zone.name}/{join.name}: the sides are not the same points")
    return wrong


def wrong_place(zone, whole):
    """A coordinate that is not that of the whole where the part is said to lie."""
    mine = zone.at("GridCoordinates").labelled("DataArray_t")
    marks, own = zone.child(":CGNS#GlobalNumbering"), zone.child(".Solver#ownData")
    if zone.at("GridCoordinates/Rind") is not None:
        return []
    wrong = []
    for array in mine:
        there = None
        if marks is not None:
            source = whole[zone.name.rpartition(".P")[0]].at(f"GridCoordinates/{array.name}")
            if marks.child("Vertex") is not None and source.value.size > marks.child("Vertex").value.max() - 1:
                there = source.value.ravel()[marks.child("Vertex").value - 1]
            wrong += wrong_box(zone, marks, source, array)
        elif own is not None:
            source = whole[own.child("source").text()].at(f"GridCoordinates/{array.name}")
            there = window(source.value, own.child("loc2glob").value)
        if there is not None and peeled(zone, array.value).tobytes() != there.tobytes() and plain(source, zone, whole):
            wrong.append(f"{zone.name}: {array.name} is not that of the whole")
    return wrong


def plain(source, zone, whole):
    """True where the whole's array has no Rind."""
    return not any(source in grid.children and grid.child("Rind") for other in whole.values()
        for grid in other.labelled("GridCoordinates_t"))


def wrong_box(zone, marks, source, array):
    """A CellRange with another window than the coordinates."""
    box = marks.child("CellRange")
    if box is None or source.value.shape[::-1] != tuple(marks.child("CellSize").value + 1):
        return []
    slices = tuple(slice(low - 1, high + 1) for low, high in reversed(list(zip(*box.value))))
    return [] if source.value[slices].tobytes() == array.value.tobytes() else [f"{zone.name}: CellRange lies"]


def window(value, numbers):
    """The vertices that loc2glob names."""
    pairs = numbers[:6].reshape(3, 2)[:value.ndim]
    return value[tuple(slice(low - 1, high) for low, high in pairs[::-1])]


def peeled(zone, value):
    """An array without the ghosts of ZoneRind."""
    rind = zone.child("ZoneRind")
    layers = int(rind.value[0]) if rind else 0
    return value[tuple(slice(layers, n - layers) for n in value.shape)] if layers else value


def wrong_lists(zone, whole):
    """A point list with another Index than it has in the whole; of conditions of unstructured zones."""
    marks = zone.child(":CGNS#GlobalNumbering")
    conditions = zone.child("ZoneBC").children if zone.child("ZoneBC") else []
    wrong = []
    for condition in conditions:
        index = condition.at(":CGNS#GlobalNumbering/Index")
        source = whole[zone.name.rpartition(".P")[0]].at(f"ZoneBC/{condition.name}") if marks else None
        if index is None or zone.child("ZoneType").text() != "Unstructured" or points.location_of(condition) != "Vertex":
            continue
        mine = marks.child("Vertex").value[condition.child("PointList").value[:, 0] - 1]
        if (points.point_set(source)[1][index.value - 1, 0] != mine).any():
            wrong.append(f"{zone.name}/{condition.name}: Index lies")
    return wrong


def is_of_cut(zone, join, parts):
    """True for a join that the cut has made."""
    if join.label == "OversetHoles_t":
        return False
    if join.name.startswith("JN.") or join.child("Decomp"):
        return True
    sources = [side.at(".Solver#ownData/source") for side in (zone, parts[join.text()])]
    return None not in sources and sources[0].text() == sources[1].text() and touching(zone, join, parts)


def touching(zone, join, parts):
    """True where a join of Cassiopée has the same vertices of one zone on both sides."""
    lows = [side.at(".Solver#ownData/loc2glob").value[:6:2] - 1 for side in (zone, parts[join.text()])]
    ranges = [join.child(name).value for name in ("PointRange", "PointRangeDonor")]
    dim = ranges[0].shape[1]
    return all((value.min(axis=0) + low[:dim]).tolist() == (ranges[0].min(axis=0) + lows[0][:dim]).tolist()
        for value, low in zip(ranges, lows)) and not zone.child("ZoneRind")


def sides_agree(zone, join, parts):
    """True where both sides of a join have the same coordinates, or the same numbers."""
    other, rows = parts[join.text()], joins.pairs(join)
    dim = rows.shape[1] // 2
    faces = points.location_of(join) == "FaceCenter"
    for mine, theirs in zip(*(values_of(side, faces) for side in (zone, other))):
        picked = [side[tuple((rows[:, axes] - 1).T[::-1])] for side, axes in
            ((mine, slice(0, dim)), (theirs, slice(dim, None)))]
        if picked[0].tobytes() != picked[1].tobytes():
            return False
    return True


def values_of(zone, faces):
    """Arrays to compare the sides of a join with."""
    if faces:
        sections = zone.labelled("Elements_t")
        first = min(int(section.child("ElementRange").value[0]) for section in sections)
        ngon = next(section for section in sections if section.value[0] == 22)
        before = np.zeros(int(ngon.child("ElementRange").value[0]) - first, np.int64)
        return [np.concatenate([before, ngon.at(":CGNS#GlobalNumbering/Element").value])]
    grid = zone.child("GridCoordinates")
    rind = grid.child("Rind").value.reshape(-1, 2)[::-1] if grid.child("Rind") else None
    arrays = [array.value for array in grid.labelled("DataArray_t")]
    if rind is None:
        return arrays
    return [value[tuple(slice(a, n - b) for (a, b), n in zip(rind, value.shape))] for value in arrays]


# --- sets ---


def real_set(name):
    """(trees of the parts, tree of the whole) of the corpus."""
    case = corpus.cases_of(name)[0]
    return [cgns.read(path) for path in case.inputs], cgns.read(case.reference)


def our_sets(seed):
    """(name, trees, whole) of a seed in every convention with a file per rank."""
    for kind in random_mesh.KINDS:
        mesh = random_mesh.mesh(seed, kind, bases=1)
        for name in ("maia", "seacas", "cassiopee", "cassiopee-ghosts", "assembly"):
            if split.can_carry(mesh, name):
                made = split.split(mesh, name, 1 + seed % 5, seed)
                yield f"{name} {kind} {seed}", [tree for _, tree, _ in made.files], made.expected


def main():
    """Prints what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=30)
    seeds = parser.parse_args().seeds
    wrong, real, ours = [], {}, {}
    for name in REAL if os.path.isdir(corpus.CORPUS) else []:
        trees, whole = real_set(name)
        real.setdefault(name.split("-")[0], set()).update(shapes(trees))
        wrong += [f"real {name}: {line}" for line in lies(trees, whole)]
    for seed in range(seeds):
        for name, trees, whole in our_sets(seed):
            ours.setdefault(re.split("[- ]", name)[0], set()).update(shapes(trees))
            wrong += [f"{name}: {line}" for line in lies(trees, whole)]
    for name, known in real.items():
        wrong += [f"{name}: no real set has {shape}" for shape in strangers(known, ours[name])]
    print("\n".join(wrong[:40]) or f"{seeds} seeds and {len(real)} kinds of real sets agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
