#!/usr/bin/env python3
"""random_pairs.py: two meshes have equal digests exactly where compare calls them the same, and where a judge does.

    random_pairs.py [--seed S] [--pairs N] [--keep FOLDER]

Pair number n is made from seed S + n: a random mesh in one form and the same mesh in another one (storage, byte order,
widths, form of sections, point sets, order of children, names of interfaces, links, split over files), in half of the
pairs with one change. `pcgns-verify digest` of both, `pcgns-verify compare` and content_judge.py must all say the
same. Exit status: 0 they do, 1 some do not, 77 no libxxhash.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "partitions"))

import numpy as np

import cgns
import content_judge
import digest_definition as definition
import random_mesh
import split
import valid
import valid_joins  # registers its meshes
import valid_tree
import valid_unstructured
from random_structured import Dice

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
LAUNCHER = os.environ.get("PCGNS_MPIEXEC", "mpiexec.openmpi").split()
RANKS = [0, 0, 0, 3, 0, 0, 0, 0, 2, 0]
STYLES = [cgns.PLAIN, cgns.Style(chunked=True), cgns.Style(gzip=True), cgns.Style(big_endian=True)]
SMALL = ["hexa", "blocks", "sector", "pair", "rich", "plane", "mixed", "parents", "polyhedra", "flat"]
NEEDED = ("CGNSBase_t", "Zone_t", "ZoneType_t", "Elements_t", "IndexRange_t", "CGNSLibraryVersion_t", "GridLocation_t",
    "BaseIterativeData_t", "ZoneIterativeData_t", "Rind_t")
NANS = [0x7FF8 << 48, 0xFFF8 << 48, 0x7FF8 << 48 | 0xBEEF]


# --- meshes ---


def mesh(dice):
    """A random tree, with nodes of which values and points have many equal forms."""
    if dice.chance(0.4):
        tree = valid.build(dice.pick(SMALL))[0]
    else:
        tree = random_mesh.mesh(dice.number(0, 10**6), dice.pick(random_mesh.KINDS))
    for zone in zones_of(tree):
        add_points(dice, zone)
        add_notes(dice, zone)
        if dice.chance(0.2):
            add_empty_section(dice, zone)
    return tree


def zones_of(tree):
    """All zones."""
    return [zone for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t")]


def add_points(dice, zone):
    """A condition at vertices: a list, some of them a range in disguise, some with a vertex twice, with data."""
    sizes = [int(size) for size in zone.value[0]]  # the vertices in each direction
    low = [dice.number(1, size) for size in sizes]
    high = [dice.number(first, min(first + 3, size)) for first, size in zip(low, sizes)]
    grids = np.meshgrid(*[np.arange(first, last + 1) for first, last in zip(reversed(low), reversed(high))], indexing="ij")
    rows = np.stack([grid.ravel() for grid in reversed(grids)], axis=1)
    if dice.chance(0.5):
        rows = rows[dice.rng.integers(0, len(rows), dice.number(1, len(rows) + 1))]
    conditions = zone.child("ZoneBC") or zone.add("ZoneBC", "ZoneBC_t")
    made = conditions.add("Points", "BC_t", "BCGeneral")
    made.add("PointList", "IndexArray_t", rows.astype(np.int32))
    data = made.add("Set", "BCDataSet_t", "BCGeneral").add("Dirichlet", "BCData_t")
    data.add("Pressure", "DataArray_t", dice.rng.random(len(rows)))
    data.add("Velocity", "DataArray_t", np.float32(dice.rng.random((len(rows), 3))))
    data.add("Global", "DataArray_t", dice.rng.random(1))
    if dice.chance(0.3):  # as many values as points, by chance, and of all points
        state = made.add(dice.pick(["State", "Mine"]), dice.pick(["ReferenceState_t", "UserDefinedData_t", "BCProperty_t"]))
        state.add("Vector", "DataArray_t", dice.rng.random(len(rows)))
    if dice.chance(0.5):
        region = zone.add("OfPoints", "ZoneSubRegion_t", np.array([max(1, len(sizes) - 1)], np.int32))
        region.add("BCRegionName", "Descriptor_t", "Points")
        region.add("Heat", "DataArray_t", dice.rng.random((len(rows), dice.number(1, 2))))


def add_empty_section(dice, zone):
    """A section without elements: none of its forms has a connectivity."""
    made = zone.add("None", "Elements_t", np.array([dice.pick([definition.MIXED, definition.NGON]), 0], np.int32))
    made.add("ElementRange", "IndexRange_t", np.array([1, 1], np.int32))
    made.add("ElementConnectivity", "DataArray_t", np.array([], np.int32))
    made.add("ElementStartOffset", "DataArray_t", np.array([dice.pick([0, 0, 1])], np.int32))


def add_notes(dice, zone):
    """Values of all types."""
    notes = zone.add("Notes", "UserDefinedData_t")
    reals = dice.pick([np.zeros(5), dice.rng.random(5), -np.zeros(5)])
    notes.add("Reals", "DataArray_t", np.append(reals, [np.nan, np.inf, 0.0]))
    notes.add("Large", "DataArray_t", np.array([2**63, 1, 2**64 - 1], np.uint64))
    notes.add("Small", "DataArray_t", dice.rng.integers(0, 256, 7).astype(np.uint8))
    notes.add("Text", "Descriptor_t", "some words  ")


# --- other forms of the same content ---


def reorder(dice, tree):
    """Children in another order."""
    for _, node in tree.walk():
        node.children = dice.shuffled(node.children)


def other_widths(dice, tree):
    """Integers and exact reals in other widths."""
    for _, node in tree.walk():
        if node.value is None or node.value.dtype == np.int8 or node.label in NEEDED or dice.chance(0.5):
            continue
        for kind in dice.shuffled([np.int32, np.int64, np.uint32, np.uint64, np.float32, np.float64]):
            if definition.CLASSES[np.dtype(kind).kind] != definition.CLASSES[node.value.dtype.kind]:
                continue
            with np.errstate(all="ignore"):
                made = node.value.astype(kind)
            if content_judge.same_values(made, node.value):
                node.value = made
                break


def other_zeros(dice, tree):
    """Zeros of the other sign, and other NaN."""
    for _, node in tree.walk():
        if node.value is None or node.value.dtype != np.float64:
            continue
        node.value = node.value.copy()
        node.value[node.value == 0] = dice.pick([0.0, -0.0])
        node.value[np.isnan(node.value)] = np.array([dice.pick(NANS)], np.uint64).view(np.float64)[0]


def old_sections(dice, tree):
    """Sections without offsets, where these can be found again."""
    for _, parent in tree.walk():
        for place, node in enumerate(parent.children):
            old = old_section(node) if node.label == "Elements_t" and dice.chance(0.7) else None
            if old and content_judge.same_below(definition.with_offsets(old), node, None):
                parent.children[place] = old


def old_section(node):
    """A copy of a section with counts instead of offsets; nothing where it has none."""
    starts, values = node.child("ElementStartOffset"), node.child("ElementConnectivity")
    if any(array is None or array.value is None or array.value.ndim != 1 for array in (starts, values)):
        return None
    made = node.copy()
    cuts = starts.value.astype(np.int64)
    counts = np.diff(cuts)
    if (counts < 1).any() or cuts[0] != 0 or cuts[-1] != values.value.size:
        return None
    if int(node.value.ravel()[0]) != definition.MIXED:
        made.child("ElementConnectivity").value = np.insert(values.value, cuts[:-1], counts.astype(values.value.dtype))
    made.remove("ElementStartOffset")
    return made


def other_points(dice, tree):
    """Lists in another order, with their data; ranges as lists."""
    def rearrange(node, order):
        for child in node.children:
            if order is not None and child.label in ("DataArray_t", "IndexArray_t") and child.name != "PointList" \
                    and child.value is not None and child.value.size and child.value.size % len(order) == 0:
                child.value = child.value.reshape(len(order), -1)[order].reshape(child.value.shape)

    def visit(node, order, zone=None):
        found = content_judge.points_of(node)
        if node.child("PointList") or node.child("PointRange") or node.label in definition.OF_ALL_POINTS:
            order = None
        if found and found[1] and dice.chance(0.8) and len(found[1]) < 20000:
            points, rows = found[0], np.array(found[1])
            order = stable_shuffle(dice, rows)
            kind = dice.pick([np.int32, np.int64, np.uint32, np.uint64])
            if not content_judge.same_values(rows.astype(kind), rows):
                kind = np.int64
            points.name, points.label, points.value = "PointList", "IndexArray_t", rows[order].astype(kind)
            for region in zone.labelled("ZoneSubRegion_t") if zone else []:
                if definition.points_of_region(zone, region) is node:
                    rearrange(region, order)
        rearrange(node, order)
        for child in node.children:
            visit(child, order, node if node.label == "Zone_t" else zone)

    visit(tree, None)


def stable_shuffle(dice, rows):
    """A random order in which equal rows stay in theirs."""
    order = dice.rng.permutation(len(rows))
    keys = [tuple(rows[row]) for row in order]
    waiting = {}
    for row in sorted(order):
        waiting.setdefault(tuple(rows[row]), []).append(row)
    return np.array([waiting[key].pop(0) for key in keys])


def as_ranges(_dice, tree):
    """Lists that are ranges, as such, with their data in its order."""
    sorted_tree = definition.with_sorted_points(tree)
    tree.children = sorted_tree.children


def said(dice, tree):
    """Defaults, and what only other writers leave."""
    for _, node in tree.walk():
        if node.label in ("FlowSolution_t", "BC_t") and node.child("GridLocation") is None and dice.chance(0.5):
            node.add("GridLocation", "GridLocation_t", "Vertex")
        if node.label == "GridCoordinates_t" and node.child("Rind") is None and dice.chance(0.5):
            node.add("Rind", "Rind_t", np.zeros(2, np.int32))
        if node.label == "Zone_t" and dice.chance(0.5):
            node.add(":CGNS#Distribution", "UserDefinedData_t").add("Cell", "DataArray_t", np.arange(3))


def other_interfaces(dice, tree):
    """Interfaces with other names, and ranges written from other corners."""
    for zone, node in [(zone, node) for zone in zones_of(tree) for node in zone.labelled("ZoneGridConnectivity_t")]:
        names = definition.names_of_interfaces(zone)
        found = [join for join in node.labelled(*definition.INTERFACES) if not definition.is_named(node, join, names)]
        names = [interface.name for interface in found] if dice.chance(0.3) else [f"match.{i}" for i in range(len(found))]
        for interface, name in zip(found, dice.shuffled(names)):
            interface.name = name
            if interface.label == "GridConnectivity1to1_t" and content_judge.mapping_of(interface):
                turn(dice, interface)


def turn(dice, interface):
    """Begins the ranges of an interface at another corner."""
    own, donor = (interface.child(name) for name in ("PointRange", "PointRangeDonor"))
    own.value, donor.value = own.value.copy(), donor.value.copy()
    for i, to in enumerate(interface.child("Transform").value.ravel().astype(np.int64)):
        if dice.chance(0.5):
            own.value[:, i] = own.value[::-1, i].copy()
            donor.value[:, abs(to) - 1] = donor.value[::-1, abs(to) - 1].copy()


FORMS = [reorder, other_widths, other_zeros, old_sections, other_points, as_ranges, said, other_interfaces]


def reform(dice, tree):
    """The same content in other forms."""
    for form in dice.shuffled(FORMS):
        if dice.chance(0.5):
            form(dice, tree)


# --- changes ---


def change(dice, tree):
    """One change of one node; not of tables of time steps, which pcgns completes."""
    nodes = [(parent, node) for _, parent in tree.walk() for node in parent.children
        if node.label not in NEEDED and not parent.label.endswith("IterativeData_t") and not definition.is_left_out(parent, node)]
    for _ in range(40):
        parent, node = dice.pick(nodes)
        kind = dice.pick(CHANGES)
        if kind(dice, parent, node) is not False:
            return f"{kind.__name__} {node.name} of {parent.name}"
    return "nothing"


def change_value(dice, _parent, node):
    """One value, as little as can be."""
    if node.value is None or node.value.size == 0:
        return False
    node.value = node.value.copy()
    flat = node.value.reshape(-1)
    at = dice.number(0, flat.size - 1)
    if flat.dtype.kind == "f":
        flat[at] = np.nextafter(flat[at], flat.dtype.type(9)) if np.isfinite(flat[at]) else 1
    else:
        flat[at] ^= flat.dtype.type(1)
    return True


def swap_values(dice, _parent, node):
    """Two values."""
    if node.value is None or node.value.size < 2:
        return False
    node.value = node.value.copy()
    flat = node.value.reshape(-1)
    x, y = (dice.number(0, flat.size - 1) for _ in range(2))
    flat[[x, y]] = flat[[y, x]]
    return True


def swap_points(dice, _parent, node):
    """Two rows of a list, not of what belongs to it."""
    if node.label != "IndexArray_t" or node.value.ndim != 2 or len(node.value) < 2:
        return False
    node.value = node.value.copy()
    rows = [dice.number(0, len(node.value) - 1) for _ in range(2)]
    node.value[rows] = node.value[rows[::-1]]
    return True


def negate(_dice, _parent, node):
    """Another sign of integers that only differ in U8."""
    if node.value is None or node.value.dtype != np.uint64:
        return False
    node.value = node.value.astype(np.int64)
    return True


def put_nan(dice, _parent, node):
    """A NaN."""
    if node.value is None or node.value.dtype.kind != "f" or node.value.size == 0:
        return False
    node.value = node.value.copy()
    node.value.reshape(-1)[dice.number(0, node.value.size - 1)] = np.nan
    return True


def rename(_dice, parent, node):
    """A name; of an interface that is no change."""
    node.name = node.name[:30] + "x"
    return parent.label != "Root Node of HDF5 File"


def relabel(_dice, _parent, node):
    """A label of what no program needs."""
    if node.label not in ("Descriptor_t", "UserDefinedData_t"):
        return False
    node.label = "Descriptor_t" if node.label != "Descriptor_t" else "UserDefinedData_t"
    return True


def lose(_dice, parent, node):
    """A node less."""
    parent.remove(node.name)


def add(_dice, _parent, node):
    """A node more."""
    node.add("More", "Descriptor_t", "text")


def reshape(_dice, _parent, node):
    """The same values in other extents."""
    if node.value is None or node.label not in ("DataArray_t", "Descriptor_t") or node.value.ndim > 2:
        return False
    node.value = node.value.reshape(1, *node.value.shape)
    return True


CHANGES = [change_value, change_value, swap_values, swap_points, negate, put_nan, rename, relabel, lose, add, reshape]


# --- pairs ---


def write(folder, name, dice, tree):
    """One file, or two with links; what to give to the programs."""
    path = os.path.join(folder, f"{name}.cgns")
    style = dice.pick(STYLES)
    zones = [f"/{base.name}/{zone.name}" for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t")]
    if not dice.chance(0.15):
        cgns.write(path, tree, style)
        return [path]
    store = os.path.join(folder, f"{name}-zones.cgns")
    cgns.write(store, tree, style)
    cgns.write(path, tree, links={zone: (os.path.basename(store), zone) for zone in zones})
    return [path]


def write_parts(folder, dice, tree):
    """The tree as the files of ranks, and what a merge must make of them."""
    names = [name for name in ("maia", "whole") if split.can_carry(tree, name)]
    made = split.split(tree, dice.pick(names), dice.number(1, 3), dice.number(0, 999))
    return made.write(folder), made.expected


def make(seed, folder):
    """Both sides of a pair, the judge's word, and what was changed."""
    dice = Dice([seed, 11])
    if dice.chance(0.2):
        left, tree = write_parts(folder, dice, random_mesh.mesh(dice.number(0, 10**6), dice.pick(random_mesh.KINDS)))
    else:
        tree = mesh(dice)
        left = None
    other = tree.copy()
    changed = change(dice, other) if dice.chance(0.5) else "nothing"
    same = content_judge.agree(tree, other)
    reform(dice, other)
    if left is None:
        reform(dice, tree)
        left = write(folder, "a", dice, tree)
    return left, write(folder, "b", dice, other), same, changed


def run(ranks, *words):
    """Exit status and output of pcgns-verify; no launcher for 0 ranks."""
    launcher = [*LAUNCHER, "-n", str(ranks)] if ranks else []
    done = subprocess.run([*launcher, VERIFY, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def trouble_of(seed, keep):
    """What is wrong with a pair, and its kind: the judge's word, or that no program takes it."""
    folder = os.path.join(keep or tempfile.gettempdir(), f"pcgns-pair.{os.getpid()}.{seed}")
    os.makedirs(folder)
    wrong = "it cannot be made"
    try:
        left, right, same, changed = make(seed, folder)
        ranks = RANKS[seed % len(RANKS)]
        digests = [run(number, "digest", *side) for number, side in ((ranks, left), (0, right))]
        status, text, _ = run(ranks, "compare", "-q", *left, "--with", *right)
        if {digests[0][0], digests[1][0]} == {0} and status < 2:
            equal = digests[0][1][:32] == digests[1][1][:32]
            wrong = "" if equal == same == (status == 0) else \
                f"digests {'equal' if equal else 'differ'}, compare {status}, judge {'same' if same else 'different'}"
        elif status == 2 and 2 in (digests[0][0], digests[1][0]):
            return "", "refused"
        else:
            wrong = f"digest {digests[0][0]} {digests[1][0]}, compare {status}: {digests[0][2]}{digests[1][2]}{text}"
        return f"seed {seed}, {changed}: {wrong}" if wrong else "", "same" if same else "different"
    finally:
        if not (keep and wrong):
            shutil.rmtree(folder)


def main():
    """Makes and judges the pairs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the files of pairs that are wrong")
    args = parser.parse_args()
    if definition.LIBRARY is None:
        return 77
    counts, failed = {}, 0
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        seeds = range(args.seed, args.seed + args.pairs)
        for trouble, kind in pool.map(trouble_of, seeds, [args.keep] * len(seeds)):
            counts[kind] = counts.get(kind, 0) + 1
            if trouble:
                failed += 1
                print(trouble, flush=True)
    print(f"{args.pairs} pairs: " + ", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)) + f"; {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
