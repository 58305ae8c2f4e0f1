"""content_judge.py: whether two trees have the same content, as decision 0008 describes it, found without hashes.

`agree(a, b)` compares two cgns.Node trees of whole meshes: values by value, points as sets, interfaces by what they
connect. What is no content, names of time steps and sections without offsets are as in digest_definition.py.
"""

import collections
import itertools

import numpy as np

import digest_definition as definition

NUMBERS = {"i": "integer", "u": "integer", "f": "real", "c": "complex"}


def agree(a, b):
    """Whether two trees of whole meshes have the same content."""
    return same_below(a, b, None)


def kind_of(value):
    """What values are, but for their width; an array of no values is none, whatever its extents."""
    if definition.is_empty(value):
        return None
    return "text" if value.dtype == np.int8 else NUMBERS[value.dtype.kind]


def same_values(a, b):
    """Equal numbers, or equal texts, in the same extents."""
    if kind_of(a) != kind_of(b):
        return False
    if kind_of(a) is None:
        return True
    if a.shape != b.shape:
        return False
    if kind_of(a) == "integer":
        return a.ravel().tolist() == b.ravel().tolist()
    return np.array_equal(a, b, equal_nan=kind_of(a) in ("real", "complex"))


def content_of(node):
    """The children that count."""
    return [child for child in node.children if not definition.is_left_out(node, child)]


def points_of(node):
    """(name, points as tuples) of a list or a valid range; nothing if there is none, or both."""
    found = [child for child in node.children if child.name in ("PointList", "PointRange")]
    if len(found) != 1:
        return None
    points = found[0]
    value = points.value
    if not definition.has_nothing_below(points) or not definition.is_integers(value) or value.ndim != 2 or not 1 <= value.shape[1] <= 3:
        return None
    if points.name == "PointList":
        return points, [tuple(row) for row in value.tolist()] if points.label == "IndexArray_t" else None
    if points.label != "IndexRange_t" or len(value) != 2 or (value[0] < 1).any() or (value[0] > value[1]).any():
        return None
    axes = [range(low, high + 1) for low, high in zip(*value.tolist())]
    return points, [point[::-1] for point in itertools.product(*reversed(axes))]


def occurrences(points):
    """The row of each point; of a repeated one, by which time it is."""
    times, rows = collections.Counter(), {}
    for row, point in enumerate(points):
        rows[point, times[point]] = row
        times[point] += 1
    return rows


class Rows:
    """Which row of b is which of a, for the arrays that belong to points."""

    def __init__(self, a, b):
        self.count = len(a)
        self.same = len(a) == len(b)
        rows_b = occurrences(b)
        self.pairs = [(row, rows_b.get(key)) for key, row in occurrences(a).items()]
        self.same = self.same and all(other is not None for _, other in self.pairs)

    @staticmethod
    def of_regions(zones, regions):
        """Of regions that refer to the points of their zones by name; nothing if they do not."""
        nodes = [definition.points_of_region(zone, region) for zone, region in zip(zones, regions)]
        sets = [points_of(node) for node in nodes if node and not (node.child("PointList") and node.child("PointRange"))]
        return Rows(*(found[1] for found in sets)) if len(sets) == 2 and all(found and found[1] for found in sets) else None

    def belong(self, node):
        """Whether an array has values for every point."""
        return node.label in ("DataArray_t", "IndexArray_t") and node.value is not None and node.value.size > 0 \
            and node.value.size % self.count == 0

    def agree(self, a, b):
        """Whether two arrays have the same values for the same points."""
        if a.shape != b.shape or kind_of(a) != kind_of(b):
            return False
        first, second = a.reshape(self.count, -1), b.reshape(self.count, -1)
        order, other = (list(rows) for rows in zip(*self.pairs))
        return same_values(first[order], second[other])


def same_node(a, b, rows):
    """Whether two nodes, and all below, are the same, names apart."""
    if a.label != b.label:
        return False
    if rows and rows.belong(a):
        same = b.value is not None and rows.agree(a.value, b.value)
    else:
        same = same_values(a.value, b.value)
    return same and same_below(a, b, rows)


def same_below(a, b, rows):
    """Whether the children of two nodes are the same; `rows`: of points above them."""
    if a.label == "Elements_t":
        a, b = definition.with_offsets(a), definition.with_offsets(b)
    if a.label == "BaseIterativeData_t":
        a, b = definition.with_sorted_names(a), definition.with_sorted_names(b)
    if a.label == "ZoneGridConnectivity_t":
        return same_interfaces(a, b)
    if a.label == "GridConnectivity1to1_t" and not same_mapping(a, b):
        return False
    skipped = {"PointRange", "PointRangeDonor"} if a.label == "GridConnectivity1to1_t" and mapping_of(a) else set()
    if a.label in definition.OF_ALL_POINTS or any(node.child(name) for node in (a, b) for name in ("PointList", "PointRange")):
        rows = None
        sets = [points_of(node) for node in (a, b)]
        if all(found and found[1] for found in sets):
            rows = Rows(sets[0][1], sets[1][1])
            if not rows.same:
                return False
            skipped |= {"PointList", "PointRange"}
    return same_children([node for node in content_of(a) if node.name not in skipped],
        [node for node in content_of(b) if node.name not in skipped], rows, (a, b) if a.label == "Zone_t" else None)


def same_children(a, b, rows, zones=None):
    """Whether two lists of nodes are the same, by name; `zones`: whose children they are."""
    others = {node.name: node for node in b}
    for node in a:
        other = others.get(node.name)
        of_region = zones and other and Rows.of_regions(zones, (node, other))
        if other is None or (of_region and not of_region.same) or not same_node(node, other, of_region or rows):
            return False
        if zones and node.label == "ZoneGridConnectivity_t" and not same_named(node, other, zones):
            return False
    return len(a) == len(b)


def same_interfaces(a, b):
    """Interfaces by content, whatever their names; the rest by name."""
    sides = [[node for node in content_of(side) if node.label in definition.INTERFACES] for side in (a, b)]
    rest = [[node for node in content_of(side) if node.label not in definition.INTERFACES] for side in (a, b)]
    free = list(sides[1])
    for interface in sides[0]:
        partner = next((other for other in free if same_node(interface, other, None)), None)
        if partner is None:
            return False
        free.remove(partner)
    return not free and same_children(*rest, None)


def same_named(a, b, zones):
    """Whether the interfaces to which regions of two zones refer by name are the same."""
    names = set().union(*(definition.names_of_interfaces(zone) for zone in zones))
    found = [{node.name: node for node in content_of(side) if node.label in definition.INTERFACES
        and definition.is_named(side, node, names)} for side in (a, b)]
    return found[0].keys() == found[1].keys() and all(same_node(node, found[1][name], None) for name, node in found[0].items())


def mapping_of(interface):
    """The donor point of every point of an interface with ranges; nothing if the ranges do not go together."""
    nodes = [interface.child(name) for name in ("PointRange", "PointRangeDonor", "Transform")]
    if not all(node and definition.is_integers(node.value) for node in nodes) or not all(definition.has_nothing_below(node) for node in nodes[:2]):
        return None
    own, donor, transform = (node.value.astype(int) for node in nodes)
    width = transform.size
    if own.shape != (2, width) or donor.shape != (2, width) or sorted(abs(transform.ravel())) != list(range(1, width + 1)) \
            or any(node.label != "IndexRange_t" for node in nodes[:2]):
        return None
    step = np.zeros((width, width), int)
    for i, to in enumerate(transform.ravel()):
        step[abs(to) - 1, i] = np.sign(to)
    if (step @ (own[1] - own[0]) != donor[1] - donor[0]).any():
        return None
    axes = [range(min(ends), max(ends) + 1) for ends in own.T.tolist()]
    return {point: tuple(step @ (np.array(point) - own[0]) + donor[0]) for point in itertools.product(*axes)}


def same_mapping(a, b):
    """Whether two interfaces with ranges map the same points to the same ones."""
    return mapping_of(a) == mapping_of(b)
