"""joins.py: compares joins as what they mean: pairs of a point of the zone and a point of the donor."""

import hashlib

import numpy as np

import points

LABELS = ("GridConnectivity1to1_t", "GridConnectivity_t")
MEANING = {"Transform", "PointRange", "PointRangeDonor", "PointList", "PointListDonor"}


def pairs(join):
    """Pairs of points (n, 2 * dim), sorted; None where there are none to be had."""
    mine, theirs, turn = (join.child(name) for name in ("PointRange", "PointRangeDonor", "Transform"))
    if mine is not None and theirs is not None and turn is not None:
        here = points.walked_range(mine.value.astype(np.int64))
        there = points.donor_points([int(n) for n in turn.value], mine.value[0], theirs.value[0].astype(np.int64), here)
        if (there[-1] != theirs.value[1]).any():
            raise points.Absurd("PointRange, PointRangeDonor and Transform do not fit")
        return rows_sorted(np.hstack([here, there]))
    mine, theirs = join.child("PointList"), join.child("PointListDonor")
    if mine is None or theirs is None or len(mine.value) != len(theirs.value):
        return None
    return rows_sorted(np.hstack([mine.value, theirs.value]).astype(np.int64))


def rows_sorted(rows):
    """The same rows in one order."""
    return rows[np.lexsort(rows.T)]


def donor_of(join):
    """The name of the other zone."""
    return join.text().rpartition("/")[2]


def compare(comparison, mine, theirs, path):
    """Compares the joins of two ZoneGridConnectivity_t."""
    left, right = mine.labelled(*LABELS), theirs.labelled(*LABELS)
    if comparison.rules.join_names:
        comparison.names(path, left, right)
        partners = {join.name: join for join in right}
        for join in left:
            if join.name in partners:
                compare_pair(comparison, join, partners[join.name], f"{path}/{join.name}")
        return
    sides = [together(side) for side in (left, right)]
    for key in sorted(set(sides[0]) | set(sides[1])):
        compare_rows(comparison, f"{path} (joins to {key[0]})", sides[0].get(key), sides[1].get(key))


def together(joins):
    """The pairs of all joins, by donor and by what else the joins say."""
    found = {}
    for join in joins:
        rows = pairs(join)
        if rows is not None:
            found.setdefault((donor_of(join), digest(join)), []).append(rows)
    return {key: np.unique(np.concatenate(rows), axis=0) for key, rows in found.items()}


def digest(join):
    """A mark of the children that are not points."""
    made = hashlib.sha1(join.label.encode())
    for child in sorted(join.children, key=lambda node: node.name):
        for path, node in [] if child.name in MEANING else child.walk():
            made.update(f"{child.name}{path}{node.label}".encode())
            made.update(b"" if node.value is None else node.value.tobytes())
    return made.hexdigest()


def compare_pair(comparison, mine, theirs, path):
    """Compares two joins of one name."""
    if mine.label != theirs.label:
        comparison.tell(path, f"label {mine.label} and {theirs.label}")
        return
    if donor_of(mine) != donor_of(theirs):
        comparison.tell(path, f"donor {mine.text()} and {theirs.text()}")
    comparison.same_kind(mine, theirs, path)
    compare_rows(comparison, path, pairs(mine), pairs(theirs))
    rest = [[node for node in comparison.listed(side, path) if node.name not in MEANING] for side in (mine, theirs)]
    comparison.names(path, *rest)
    partners = {node.name: node for node in rest[1]}
    for node in rest[0]:
        if node.name in partners:
            comparison.nodes(node, partners[node.name], f"{path}/{node.name}")
    for name in sorted(MEANING):
        if mine.child(name) and theirs.child(name):
            comparison.same_kind(mine.child(name), theirs.child(name), f"{path}/{name}")


def compare_rows(comparison, path, left, right):
    """Compares two sets of pairs."""
    if left is None or right is None:
        if left is not right:
            comparison.tell(path, "pairs of points are missing" if right is None else "pairs of points are too many")
    elif left.shape != right.shape or (left != right).any():
        sets = [set(map(tuple, side.tolist())) for side in (left, right)]
        missing, many = sorted(sets[0] - sets[1]), sorted(sets[1] - sets[0])
        counts = f"{len(left)} and {len(right)}"
        comparison.tell(path, f"pairs of points: {counts}; missing {missing[:2]}, too many {many[:2]}")
