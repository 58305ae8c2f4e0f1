"""compare.py: tells whether a merged file is the mesh that was cut.

    compare.py EXPECTED MERGED [--no-join-names] [--any-integer] [--vertex-default] [--skip PATTERN]...

Values must agree bit by bit, NaN too. The points of conditions and the pairs of points of joins are compared as sets,
whether they stand in a range or in a list, and the data of points go with them. The order of children counts where it
follows from the parts: not that of zones, conditions and joins. Exit status: 0 the same, 1 different, 2 trouble.
"""

import argparse
import re
import sys

import numpy as np

import cgns
import joins
import points

POINT_LABELS = {"BC_t", "ZoneSubRegion_t", "OversetHoles_t", "FlowSolution_t", "DiscreteData_t", "BCDataSet_t",
    "UserDefinedData_t"}
DATA_LABELS = ("DataArray_t", "IndexArray_t")
UNORDERED = POINT_LABELS - {"BCDataSet_t", "UserDefinedData_t"} | {"Rind_t", "Zone_t", "ParticleZone_t", "ZoneBC_t",
    "ZoneGridConnectivity_t", *joins.LABELS}


class Rules:
    """What counts as a difference."""

    def __init__(self, join_names=True, any_integer=False, vertex_default=False, list_order=False,
            any_order=False, base_name=None, skip=()):
        self.join_names = join_names
        self.any_integer = any_integer
        self.vertex_default = vertex_default
        self.list_order = list_order
        self.any_order = any_order
        self.base_name = base_name  # what the only base of the merged file is called instead
        self.skip = [re.compile(pattern) for pattern in skip]

    def counts(self, path, node):
        """False for a node that says nothing, or may differ."""
        if node.label == "Rind_t" and node.value is not None and not node.value.any():
            return False
        if self.vertex_default and node.label == "GridLocation_t" and node.text() == "Vertex":
            return False
        return not any(pattern.search(f"{path}/{node.name}") for pattern in self.skip)


class Comparison:
    """Collects the differences between two trees: `differences` are texts that begin with the path."""

    def __init__(self, rules=None):
        self.rules = rules or Rules()
        self.differences = []

    def tell(self, path, what):
        """Notes a difference."""
        self.differences.append(f"{path or '/'}: {what}")

    def nodes(self, mine, theirs, path="", rows=None, of_bc=False):
        """Compares two nodes and what is below. `rows`: (count, order, order) of the points whose data these are;
        `of_bc`: those of a condition."""
        if mine.label != theirs.label:
            self.tell(path, f"label {mine.label} and {theirs.label}")
        if points.point_set(mine)[0] and points.point_set(theirs)[0] and mine.label in POINT_LABELS:
            rows = self.points(mine, theirs, path)
        if mine.name == "ZonePointers":
            self.pointers(path, mine.value, theirs.value)
        else:
            values = mine.value, theirs.value
            if not (of_bc and rows is not None and says_as_much(*values, rows[0])):
                self.values(path, *values, rows if mine.label in DATA_LABELS else None)
        self.children(mine, theirs, path, rows)

    def children(self, mine, theirs, path, rows):
        """Compares the children, name by name."""
        left, right = self.listed(mine, path), self.listed(theirs, path)
        self.order(path, left, right)
        if rows is not None and points.point_set(mine)[0]:
            left, right = (([node for node in side if node.name not in ("PointRange", "PointList")])
                for side in (left, right))
        if mine.label == "ZoneGridConnectivity_t":
            joins.compare(self, mine, theirs, path)
            left, right = ([node for node in side if node.label not in joins.LABELS] for side in (left, right))
        self.names(path, left, right)
        partners = {node.name: node for node in right}
        for node in left:
            if node.name in partners:
                try:
                    own = self.region_rows(mine, theirs, node) if node.label == "ZoneSubRegion_t" else rows
                    self.nodes(node, partners[node.name], f"{path}/{node.name}", own, mine.label == "BCData_t")
                except points.Absurd as error:
                    self.tell(f"{path}/{node.name}", str(error))

    def listed(self, node, path):
        """The children that count."""
        return [child for child in node.children if self.rules.counts(path, child)]

    def names(self, path, left, right):
        """Compares the names of children."""
        mine, theirs = [node.name for node in left], [node.name for node in right]
        for name in mine:
            if name not in theirs:
                self.tell(f"{path}/{name}", "is missing")
        for name in theirs:
            if name not in mine:
                self.tell(f"{path}/{name}", "is too many")
        if len(set(theirs)) != len(theirs):
            self.tell(path, "has children of the same name")

    def order(self, path, left, right):
        """Compares the order of children; a range stands where a list may stand."""
        ordered = [[node.name.replace("PointRange", "PointList") for node in side if node.label not in UNORDERED]
            for side in (left, right)]
        if not self.rules.any_order and ordered[0] != ordered[1] and sorted(ordered[0]) == sorted(ordered[1]):
            self.tell(path, f"order of children: {ordered[0]} and {ordered[1]}")

    def values(self, path, mine, theirs, rows=None):
        """Compares two values bit by bit; the data of points in the order of the points."""
        if mine is None or theirs is None:
            if mine is not theirs:
                self.tell(path, f"a value is {'missing' if theirs is None else 'too many'}")
            return
        if self.rules.any_integer and mine.dtype.kind == "i" == theirs.dtype.kind and mine.dtype.itemsize > 1:
            mine, theirs = mine.astype(np.int64), theirs.astype(np.int64)
        if mine.dtype != theirs.dtype or mine.shape != theirs.shape:
            self.tell(path, f"{mine.dtype} {mine.shape} and {theirs.dtype} {theirs.shape}")
            return
        if rows is not None and mine.ndim and len(mine) == rows[0]:
            mine, theirs = mine[rows[1]], theirs[rows[2]]
        if mine.tobytes() != theirs.tobytes():
            self.tell(path, first_difference(mine, theirs))

    def pointers(self, path, mine, theirs):
        """Compares two ZonePointers: names in any order, step by step."""
        sets = [[sorted(cgns.words_of(step)) for step in value] for value in (mine, theirs)]
        if sets[0] != sets[1]:
            self.tell(path, f"names {sets[0]} and {sets[1]}")

    def points(self, mine, theirs, path):
        """Compares two sets of points; (count, order, order) to bring their data into one order."""
        (held, left), (other, right) = points.point_set(mine), points.point_set(theirs)
        self.same_kind(held, other, f"{path}/{held.name}")
        orders = [np.lexsort(side.T) for side in (left, right)]
        sides = [side[order] for side, order in zip((left, right), orders)]
        if sides[0].shape != sides[1].shape or (sides[0] != sides[1]).any():
            self.tell(f"{path}/{held.name}", describe_points(left, right))
            return (-1, None, None)
        if self.rules.list_order and held.name == other.name == "PointList" and (left != right).any():
            self.tell(f"{path}/{held.name}", "the same points in another order")
        return (len(left), *orders)

    def same_kind(self, mine, theirs, path):
        """Compares label and type of two nodes whose values are compared elsewhere."""
        if mine.name == theirs.name and mine.label != theirs.label:
            self.tell(path, f"label {mine.label} and {theirs.label}")
        if mine.kind() != theirs.kind() and not self.rules.any_integer:
            self.tell(path, f"type {mine.kind()} and {theirs.kind()}")

    def region_rows(self, mine, theirs, region):
        """The order of the data of a ZoneSubRegion that lies where a condition is."""
        name = region.child("BCRegionName")
        pair = [side.at(f"ZoneBC/{name.text()}") for side in (mine, theirs)] if name else [None]
        if None in pair:
            return None
        return Comparison(self.rules).points(*pair, "") if all(points.point_set(side)[0] for side in pair) else None


def says_as_much(mine, theirs, count):
    """True for the same value for each of `count` points, and that value once, which goes for all of them."""
    if mine is None or theirs is None or mine.dtype != theirs.dtype or (mine.shape, theirs.shape) != ((count,), (1,)):
        return False
    return mine.tobytes() == theirs.tobytes() * count


def first_difference(mine, theirs):
    """Where two arrays of one shape differ first, and in how many places."""
    raw = [np.frombuffer(side.tobytes(), np.uint8).reshape(-1, side.dtype.itemsize) for side in (mine, theirs)]
    places = np.flatnonzero((raw[0] != raw[1]).any(axis=1))
    at = tuple(int(n) + 1 for n in np.unravel_index(places[0], mine.shape)[::-1])
    values = [side.flat[places[0]] for side in (mine, theirs)]
    return f"{len(places)} of {mine.size} values differ, first at {at}: {values[0]!r} and {values[1]!r}"


def describe_points(left, right):
    """How two sets of points differ."""
    sets = [set(map(tuple, side.tolist())) for side in (left, right)]
    missing, many = sorted(sets[0] - sets[1]), sorted(sets[1] - sets[0])
    counts = f"{len(left)} points and {len(right)}"
    if len(sets[1]) != len(right):
        counts += ", some of them twice"
    return f"{counts}; missing {missing[:3]}, too many {many[:3]}"


def compare(expected, merged, rules=None):
    """The differences between two trees."""
    made = Comparison(rules)
    if made.rules.base_name:
        for base in merged.labelled("CGNSBase_t"):
            base.name = made.rules.base_name
    made.nodes(expected, merged)
    return made.differences


def main():
    """Compares two files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("expected")
    parser.add_argument("merged")
    parser.add_argument("--no-join-names", action="store_true", help="joins may have other names, or be in pieces")
    parser.add_argument("--any-integer", action="store_true", help="I4 may be I8")
    parser.add_argument("--vertex-default", action="store_true", help="GridLocation Vertex may be left out")
    parser.add_argument("--list-order", action="store_true", help="point lists must have their order")
    parser.add_argument("--skip", action="append", default=[], help="paths that may differ, a regular expression")
    args = parser.parse_args()
    rules = Rules(not args.no_join_names, args.any_integer, args.vertex_default, args.list_order, args.skip)
    try:
        found = compare(cgns.read(args.expected), cgns.read(args.merged), rules)
    except (cgns.Trouble, OSError, KeyError, ValueError) as error:
        print(f"compare.py: error: {error}", file=sys.stderr)
        return 2
    for line in found[:50]:
        print(line)
    if len(found) > 50:
        print(f"... and {len(found) - 50} more")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
