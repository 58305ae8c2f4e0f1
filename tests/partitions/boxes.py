"""boxes.py: the parts that a structured zone is cut into, and what of its arrays and points each of them has."""

import numpy as np

import points
from cgns import Node

ARRAYS = ("GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t")


class Part:
    """The cells from `low` to `high` (0-based, half open) of a zone; on `rank` it is the part number `index`."""

    def __init__(self, zone, low, high):
        self.zone = zone
        self.low = np.array(low)
        self.high = np.array(high)
        self.rank = 0
        self.index = 0
        self.name = zone.name
        self.inner_rind = 0  # planes of the neighbours' data that go along, as Rind_t has them
        self.zone_rind = 0  # the same all around, in the way of ZoneRind

    @property
    def vertices(self):
        """The lowest and the highest vertex of the zone that it has, 1-based."""
        return self.low + 1, self.high + 1

    def is_whole(self):
        """True for the only part of a zone."""
        return not self.low.any() and (self.high == self.zone.value[1]).all()

    def window(self, location):
        """The lowest and the highest point of that location that it has, 1-based."""
        high = [h + (1 if points.at_vertices(location, axis) else 0) for axis, h in enumerate(self.high)]
        return self.low + 1, np.array(high)

    def sizes(self):
        """The value of its Zone_t."""
        cells = self.high - self.low + 2 * self.zone_rind
        return np.array([cells + 1, cells, 0 * cells], self.zone.value.dtype)

    def local(self, chosen):
        """Points of the zone as points of the part."""
        return chosen - self.low + self.zone_rind

    def local_range(self, value):
        """The same for a range; a side of the part moves out to the last of its ghosts, as Cassiopée has it."""
        moved = self.local(value)
        if self.zone_rind:
            for axis, (low, high) in enumerate(zip(*self.vertices)):
                if value[0, axis] == value[1, axis]:
                    moved[:, axis] = np.where(value[:, axis] == low, 1, moved[:, axis])
                    last = high - low + 1 + 2 * self.zone_rind
                    moved[:, axis] = np.where(value[:, axis] == high, last, moved[:, axis])
        return moved


def bisect(dice, zone, count):
    """Parts of a zone: boxes cut in two at random places until there are `count`, or no more can be."""
    boxes = [([0] * zone.value.shape[1], [int(n) for n in zone.value[1]])]
    for _ in range(4 * count):
        if len(boxes) >= count:
            break
        low, high = boxes.pop(dice.number(0, len(boxes) - 1))
        axis = dice.number(0, len(low) - 1)
        if high[axis] - low[axis] < 2:
            boxes.append((low, high))
            continue
        at = dice.number(low[axis] + 1, high[axis] - 1)
        boxes.append((low, high[:axis] + [at] + high[axis + 1:]))
        boxes.append((low[:axis] + [at] + low[axis + 1:], high))
    return [Part(zone, low, high) for low, high in dice.shuffled(boxes)]


def deal(dice, parts, ranks, one_a_rank):
    """Gives each part of a zone a rank and a number there; sometimes a rank gets nothing."""
    dealt = dice.shuffled(range(ranks))
    usable = dealt[:max(1, ranks - 1)] if dice.chance(0.2) and len(parts) < ranks else dealt
    counts = {}
    for number, part in enumerate(parts):
        part.rank = dealt[number] if one_a_rank else dice.pick(usable)
        part.index = counts.get(part.rank, 0)
        counts[part.rank] = part.index + 1


# --- arrays ---


def cut_zone(part):
    """The part as a zone: all but its joins, which need to know the other parts."""
    zone = Node(part.name, "Zone_t", part.sizes())
    for child in part.zone.children:
        made = cut_child(part, child, zone)
        if made is not None:
            zone.children.append(made)
    return zone


def cut_child(part, child, zone):
    """A child of the zone as the part has it; None where it has nothing of it."""
    if child.label in ARRAYS:
        return cut_points(part, child) if points.point_set(child)[0] else cut_arrays(part, child)
    if child.label == "ZoneBC_t":
        return cut_all(part, child)
    if child.label == "ZoneSubRegion_t":
        return cut_region(part, child)
    if child.label == "ZoneGridConnectivity_t":
        holes = Node(child.name, child.label, None, child.labelled("OversetHoles_t"))
        return cut_all(part, holes)
    return child.copy()


def rind_of(node, dim):
    """The planes beyond the zone: (dim, 2)."""
    rind = node.child("Rind")
    return np.zeros((dim, 2), int) if rind is None else rind.value.reshape(dim, 2).astype(int)


def part_rind(part, outer):
    """The planes beyond the part in its own arrays: the zone's on the outside, the neighbours' inside."""
    inner = part.inner_rind
    rows = []
    for axis, (low, high) in enumerate(outer):
        last = int(part.zone.value[1][axis])
        below = low if part.low[axis] == 0 else min(inner, part.low[axis])
        above = high if part.high[axis] == last else min(inner, last - part.high[axis])
        rows.append((below, above))
    return np.array(rows)


def cut_arrays(part, node):
    """A node with arrays over the zone."""
    dim = len(part.low)
    location = points.location_of(node)
    outer = rind_of(node, dim)
    made = Node(node.name, node.label, node.value)
    rind = part_rind(part, outer)
    for child in node.children:
        if child.label == "DataArray_t":
            value = cut_array(part, child.value, location, outer, rind)
            made.add(child.name, child.label, value, [below.copy() for below in child.children])
        elif child.label != "Rind_t":
            made.children.append(child.copy())
        elif rind.any():
            made.add("Rind", "Rind_t", rind.ravel().astype(child.value.dtype))
    if rind.any() and not node.child("Rind"):
        made.add("Rind", "Rind_t", rind.ravel().astype(np.int32))
    return made


def cut_array(part, value, location, outer, rind):
    """The window of the part, and the planes around it."""
    low, high = part.window(location)
    start = low - 1 + outer[:, 0] - rind[:, 0] - part.zone_rind
    stop = high + outer[:, 0] + rind[:, 1] + part.zone_rind
    if part.zone_rind:
        value = np.pad(value, part.zone_rind, constant_values=77)
        start, stop = start + part.zone_rind, stop + part.zone_rind
    return value[tuple(slice(a, b) for a, b in zip(start[::-1], stop[::-1]))].copy()


# --- points ---


def cut_all(part, node):
    """A container of point sets; None where nothing of it is left."""
    made = Node(node.name, node.label, node.value)
    for child in node.children:
        cut = cut_points(part, child) if points.point_set(child)[0] else child.copy()
        if cut is not None:
            made.children.append(cut)
    return made if made.children or not node.children and node.label == "ZoneBC_t" else None


def kept(part, node, location=None):
    """Which points of a node the part has, as a mask."""
    _, chosen = points.point_set(node)
    low, high = part.window(location or points.location_of(node))
    return ((chosen >= low) & (chosen <= high)).all(axis=1)


def cut_points(part, node):
    """A node with points, and its data, down to those of the part; None where it has none of them."""
    mask = kept(part, node)
    return pick_points(part, node, mask) if mask.any() else None


def pick_points(part, node, mask):
    """The same node with the points of the mask only."""
    holder, chosen = points.point_set(node)
    made = Node(node.name, node.label, node.value)
    for child in node.children:
        if child is holder:
            made.add(child.name, child.label, local_points(part, child, chosen[mask]))
        elif child.label == "BCDataSet_t" and points.point_set(child)[0]:
            cut = cut_points(part, child)
            if cut is not None:
                made.children.append(cut)
        else:
            made.children.append(pick_rows(child, mask))
    return made


def local_points(part, holder, chosen):
    """The value of the part's PointRange or PointList."""
    moved = part.local(chosen)
    if holder.name == "PointRange":
        moved = np.array([moved.min(axis=0), moved.max(axis=0)])
    return moved.astype(holder.value.dtype)


def pick_rows(node, mask):
    """Data of points down to those of the mask, here and below; whatever else there is stays."""
    value = node.value
    rows = node.label == "DataArray_t" and value.ndim == 1 or node.label == "IndexArray_t"
    if rows and len(value) == len(mask):
        value = value[mask]
    children = node.children if node.label == "DataArray_t" else [pick_rows(below, mask) for below in node.children]
    return Node(node.name, node.label, value, [below.copy() for below in children] if children else [])


def cut_region(part, node):
    """A ZoneSubRegion with its own points, or with those of a condition."""
    if points.point_set(node)[0]:
        return cut_points(part, node)
    name = node.child("BCRegionName")
    condition = name and part.zone.at(f"ZoneBC/{name.text()}")
    if condition is None:
        return node.copy()
    mask = kept(part, condition)
    return pick_rows(node, mask) if mask.any() else None
