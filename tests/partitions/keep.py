"""keep.py: parts that stay zones of their own are all there, unchanged, and joined to each other.

    keep.py [--seed S] [--rounds N]

Parts of random meshes, without the joins that the cut made, are merged with --keep-zones: unstructured ones without
marks (all of one name), with --match-coordinates or not, and structured ones with it; those of Maia; structured ones
with an assembly file. Every
part must be a zone, as it was but for its name; joins must name points that have the same coordinates, and between
unstructured parts all of these. Exit status: 0 all are right, 1 some are not.
"""

import argparse
import os
import sys
import tempfile

import numpy as np

import cgns
import compare
import random_mesh
import split
import tool
import unmark
from random_structured import Dice

KINDS = ["matched", "boxes", "renamed", "maia", "assembly"]


class Case:
    """Files of parts, options, and whether there must be joins."""

    def __init__(self, seed, kind):
        dice = Dice([seed, 13])
        ranks = dice.pick([2, 3, 4])
        self.kind = kind
        self.options = ["--keep-zones"] + (["--match-coordinates"] if kind in ("matched", "boxes") else [])
        if kind == "boxes":
            self.made = unmark.Unmarked(random_mesh.mesh(seed, "structured"), ranks, seed, dice, True).made
        elif kind in ("matched", "renamed"):
            self.made = same_names(seed, ranks, dice)
            for _, tree, _ in self.made.files:
                add_joins(tree)
        else:
            mesh = random_mesh.mesh(seed, "structured" if kind == "assembly" else "unstructured")
            mesh = mesh if kind == "assembly" else unmark.prepare(mesh, dice)
            self.made = split.split(mesh, kind, ranks, seed)
            self.drop_joins()

    def drop_joins(self):
        """Takes all joins away."""
        for _, tree, _ in self.made.files:
            for _, node in tree.walk():
                node.children = [child for child in node.children if child.label != "ZoneGridConnectivity_t"]


def add_joins(tree):
    """Joins a vertex of the first zone of each base to one of the last, as SEACAS joins zones in a file."""
    for base in tree.labelled("CGNSBase_t"):
        zones = base.labelled("Zone_t")
        if len(zones) > 1:
            holder = zones[0].add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
            join = holder.add("1_to_2", "GridConnectivity_t", zones[-1].name)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
            for name in ("PointList", "PointListDonor"):
                join.add(name, "IndexArray_t", np.array([[1]], zones[0].value.dtype))


def same_names(seed, ranks, dice):
    """Parts without marks that are called like the zone."""
    while True:
        made = unmark.Unmarked(random_mesh.mesh(seed, "unstructured"), ranks, seed, dice)
        if not made.by_name:
            return made.made


def coordinates(zone):
    """The coordinates of all vertices, i fastest, without those of ghosts."""
    grid = zone.labelled("GridCoordinates_t")[0]
    rind = grid.child("Rind")
    window = ()
    if rind is not None:
        window = tuple(slice(low, -high or None) for low, high in rind.value.reshape(-1, 2)[::-1])
    return np.stack([node.value[window].ravel() for node in grid.labelled("DataArray_t")], axis=1)


def made_joins(zone):
    """The joins that were made, how many there are, and those from before."""
    holder = zone.child("ZoneGridConnectivity")
    every = holder.children if holder else []
    made = [join for join in every if join.name.startswith("JN.")]
    return made, len(every), [join for join in every if join not in made]


def check_zones(case, base, files):
    """All parts are there, under their names or new ones, and unchanged; their zones."""
    names = [zone.name for _, tree, _ in files for zone in tree.child(base.name).labelled("Zone_t")]
    kept = [zone.name for zone in base.labelled("Zone_t")]
    expected = []
    for number, (_, tree, _) in enumerate(files):
        renamed = {zone.name: f"{zone.name}.P{number}.N0" if names.count(zone.name) > 1 else zone.name
            for zone in tree.child(base.name).labelled("Zone_t")}
        for zone in tree.child(base.name).labelled("Zone_t"):
            for join in made_joins(zone)[2]:
                join.value = np.frombuffer(renamed[join.text()].encode(), np.int8)
            name = renamed[zone.name]
            expected.append(name)
            other = base.child(name)
            if other is None:
                yield f"{name} is missing"
                continue
            copy = other.copy()
            holder = copy.child("ZoneGridConnectivity")
            if holder is not None:
                holder.children = made_joins(copy)[2]
                if not holder.children:
                    copy.remove(holder.name)
            copy.name = zone.name
            yield from compare.compare(zone, copy, compare.Rules(any_order=True))
    if sorted(kept) != sorted(expected):
        yield f"zones {kept} and not {expected}"


def listed(zone, join, donor=""):
    """The coordinates of the points of a join, for a range or a list of vertices; None for faces."""
    places = coordinates(zone)
    points = join.child(f"PointList{donor}")
    if points is not None:
        location = join.child("GridLocation").text()
        return places[points.value[:, 0] - 1] if location == "Vertex" else None
    window = join.child(f"PointRange{donor}").value.astype(int)
    vertices = zone.value[0]
    grid = places.reshape(*vertices[::-1], -1)
    cut = tuple(slice(low - 1, high) for low, high in zip(window[0][::-1], window[1][::-1]))
    return grid[cut].reshape(-1, places.shape[1])


def faces(zone, join, donor=""):
    """The coordinates of the vertices of polygons, each in ascending order."""
    ngon = next(node for node in zone.labelled("Elements_t") if int(node.value[0]) == 22)
    offsets, values = ngon.child("ElementStartOffset").value, ngon.child("ElementConnectivity").value
    places = coordinates(zone)
    numbers = join.child(f"PointList{donor}").value[:, 0] - int(ngon.child("ElementRange").value[0])
    return [sorted(map(tuple, places[values[offsets[n]:offsets[n + 1]] - 1])) for n in numbers]


def check_joins(case, base):
    """Joins lead to the same points, both ways; of unstructured parts all that they share."""
    found = set()
    for zone in base.labelled("Zone_t"):
        for join in made_joins(zone)[0]:
            donor = base.child(join.text())
            opposite = donor.at("ZoneGridConnectivity").child(join.child("GridConnectivityDonorName").text())
            if opposite is None or opposite.text() != zone.name:
                yield f"{zone.name}/{join.name}: has no opposite"
            mine, theirs = listed(zone, join), listed(donor, join, "Donor")
            if mine is None:
                mine, theirs = faces(zone, join), faces(donor, join, "Donor")
                if mine != theirs:
                    yield f"{zone.name}/{join.name}: other faces"
            elif mine.tobytes() != theirs.tobytes():
                yield f"{zone.name}/{join.name}: other points"
            elif case.kind not in ("assembly", "boxes") and len(mine) != len(common(zone, donor)):
                yield f"{zone.name}/{join.name}: {len(mine)} points of {len(common(zone, donor))}"
            found.add((zone.name, donor.name))
    if case.kind in ("matched", "maia"):
        zones = base.labelled("Zone_t")
        stem = lambda zone: zone.name[:zone.name.rindex(".P")] if ".P" in zone.name else zone.name
        wanted = {(a.name, b.name) for a in zones for b in zones if a is not b and stem(a) == stem(b) and common(a, b)}
        if wanted != found:
            yield f"joins missing {sorted(wanted - found)}, too many {sorted(found - wanted)}"
    elif case.kind == "boxes" and not found and any(zone.name.endswith(".P1.N0") for zone in base.labelled("Zone_t")):
        yield "no joins"
    elif case.kind == "renamed" and found:
        yield "joins that nobody asked for"


def common(zone, other):
    """The places that both have."""
    return set(map(tuple, coordinates(zone))) & set(map(tuple, coordinates(other)))


def play(seed, kind):
    """Runs a round; what is wrong, in lines."""
    case = Case(seed, kind)
    with tempfile.TemporaryDirectory(prefix="pcgns-keep.") as folder:
        inputs = case.made.write(folder)
        if kind == "assembly":
            case.options += ["--assembly", os.path.join(folder, "assembly.json")]
        output = os.path.join(folder, "kept.cgns")
        result = tool.merge(inputs, output, 2 if seed % 4 == 0 else 0, case.options)
        if result.code != 0:
            return [result.why()]
        tree = cgns.read(output)
        left = [f"is left: {name}" for name in os.listdir(folder) if name.startswith(".")]
    for base in tree.labelled("CGNSBase_t"):
        left += [*check_zones(case, base, case.made.files), *check_joins(case, base)]
    return left


def main():
    """Runs the rounds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the first one")
    parser.add_argument("--rounds", type=int, default=10, help="of each kind")
    args = parser.parse_args()
    failed = 0
    for seed in range(args.seed, args.seed + args.rounds):
        for kind in KINDS:
            found = play(seed, kind)
            failed += bool(found)
            if found:
                print(f"FAILED {kind}, keep.py --seed {seed} --rounds 1", *found[:6], sep="\n    ", flush=True)
    print(f"{args.rounds * len(KINDS)} rounds, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
