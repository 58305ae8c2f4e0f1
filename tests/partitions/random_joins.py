"""random_joins.py: 1to1 joins between structured zones, of a zone with itself too, with every Transform."""

import numpy as np

import points
from cgns import Node
from points import point_range


def add_joins(plan, zones):
    """Some pairs of joins, each written in both zones."""
    dice = plan.dice
    for number in range(dice.number(0, 2 * len(zones))):
        owner, donor = dice.pick(zones), dice.pick(zones)
        pair = random_pair(plan, sizes(owner), sizes(donor), owner is donor)
        if pair is None:
            continue
        transform, owner_range, donor_range = pair
        names = [f"Join{number}", f"Back{number}"]
        extra = periodic(plan) if owner is donor or dice.chance(0.2) else None
        there = (names[0], donor.name, transform, owner_range, donor_range, names[1])
        back = (names[1], owner.name, points.inverse(transform), donor_range, owner_range, names[0])
        for zone, (name, other, turn, mine, theirs, opposite) in ((owner, there), (donor, back)):
            join = container(zone).add(name, "GridConnectivity1to1_t", other)
            join.add("Transform", '"int[IndexDimension]"', np.array(turn, np.int32))
            join.add("PointRange", "IndexRange_t", mine.astype(plan.index))
            join.add("PointRangeDonor", "IndexRange_t", theirs.astype(plan.index))
            join.add("GridConnectivityDonorName", "Descriptor_t", opposite)
            if extra is not None:
                join.children.append(extra.copy())
    add_holes(plan, zones)


def sizes(zone):
    """The vertices of a zone along each axis."""
    return [int(n) for n in zone.value[0]]


def container(zone):
    """The ZoneGridConnectivity of a zone, made where there is none."""
    found = zone.child("ZoneGridConnectivity")
    return found or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")


def random_pair(plan, owner, donor, same_zone):
    """(Transform, PointRange, PointRangeDonor) of a random join, or None where the sides do not fit."""
    dice = plan.dice
    transform = dice.pick(points.all_transforms(plan.dim))
    axis = dice.number(0, plan.dim - 1)
    begin, end, donor_begin = [0] * plan.dim, [0] * plan.dim, [0] * plan.dim
    for mine in range(plan.dim):
        theirs, sign = abs(transform[mine]) - 1, 1 if transform[mine] > 0 else -1
        length = 1 if mine == axis else dice.number(2, min(owner[mine], donor[theirs]))
        low, high = window(dice, owner[mine], length, mine == axis)
        donor_low, donor_high = window(dice, donor[theirs], length, mine == axis)
        begin[mine], end[mine] = (high, low) if dice.chance(0.3) else (low, high)
        ascends = (end[mine] >= begin[mine]) == (sign > 0)
        donor_begin[theirs] = donor_low if ascends else donor_high
    owner_range = point_range(begin, end, np.int64)
    donor_end = points.donor_points(transform, owner_range[0], np.array(donor_begin), owner_range[1])
    if same_zone and overlap(owner_range, np.array([donor_begin, donor_end])):
        return None
    return transform, owner_range, point_range(donor_begin, donor_end, np.int64)


def window(dice, extent, length, at_end):
    """A random interval of that length; only at an end of the zone across the face."""
    low = dice.pick([1, extent]) if at_end else dice.number(1, extent - length + 1)
    return low, low + length - 1


def overlap(first, second):
    """True where two ranges share more than an edge."""
    low = np.maximum(first.min(axis=0), second.min(axis=0))
    high = np.minimum(first.max(axis=0), second.max(axis=0))
    flat = [(value[0] == value[1]).tolist() for value in (first, second)]
    return bool((low <= high).all()) and flat[0] == flat[1]


def periodic(plan):
    """A GridConnectivityProperty."""
    node = Node("GridConnectivityProperty", "GridConnectivityProperty_t")
    inner = node.add("Periodic", "Periodic_t")
    for name in ("RotationCenter", "RotationAngle", "Translation"):
        inner.add(name, "DataArray_t", plan.dice.values((max(plan.dim, 2),), "f4"))
    return node


def add_holes(plan, zones):
    """OversetHoles in one of the zones, with points anywhere in it."""
    dice = plan.dice
    if not dice.chance(0.2):
        return
    zone = dice.pick(zones)
    holes = container(zone).add("Holes", "OversetHoles_t")
    cells = dice.chance(0.5)
    if cells:
        holes.add("GridLocation", "GridLocation_t", "CellCenter")
    whole = points.range_points(point_range([1] * plan.dim, np.array(sizes(zone)) - int(cells)))
    chosen = whole[dice.rng.permutation(len(whole))[:dice.number(1, min(9, len(whole)))]]
    holes.add("PointList", "IndexArray_t", chosen.astype(plan.index))
