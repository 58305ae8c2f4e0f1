"""unstructured_lists.py: fields, conditions and joins of an unstructured zone, as a part of it has them."""

import numpy as np

import points
from cgns import Node

MARKS = ":CGNS#GlobalNumbering"
ARRAYS = ("GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t")


def inverse(numbers):
    """Number in the whole to number in the part, from 1."""
    return {int(n): local for local, n in enumerate(numbers, 1)}


def local_array(table, values, dtype):
    """The values of the whole as those of the part."""
    return np.array([table[int(n)] for n in np.ravel(values)], dtype)


def mark(node, **arrays):
    """Adds global numbers to a node."""
    marks = node.add(MARKS, "UserDefinedData_t")
    for name, values in arrays.items():
        marks.add(name, "DataArray_t", np.array(values, np.int64))


# --- what hangs on them ---


def cut_child(part, child):
    """A child of the zone but a section; None where the part has nothing of it."""
    if child.label == "ZoneGridConnectivity_t":
        holes = [cut_points(part, node) for node in child.labelled("OversetHoles_t")]
        holes = [node for node in holes if node is not None]
        return Node(child.name, child.label, None, holes) if holes else None
    if child.label == "ZoneBC_t":
        made = [cut_points(part, condition) for condition in child.children]
        made = [condition for condition in made if condition is not None]
        return Node(child.name, child.label, None, made) if made else None
    if child.label == "ZoneSubRegion_t" and child.child("BCRegionName"):
        condition = part.zone.at(f"ZoneBC/{child.child('BCRegionName').text()}")
        return cut_rows(child, chosen(part, condition)[0]) if len(chosen(part, condition)[0]) else None
    if points.point_set(child)[0]:
        return cut_points(part, child)
    if child.label in ARRAYS:
        return cut_fields(part, child)
    return child.copy()


def cut_fields(part, node):
    """The values at the points of the part."""
    location = points.location_of(node)
    where = {"Vertex": lambda: part.vertices - 1, "CellCenter": lambda: part.cells, "FaceCenter": lambda: part.faces}
    made = Node(node.name, node.label, node.value)
    for child in node.children:
        values = child.value[where[location]()] if child.label == "DataArray_t" else child.value
        made.add(child.name, child.label, values, [below.copy() for below in child.children])
    return made


def table_of(part, node):
    """The numbers in the part of the points that a node may have."""
    return part.local_vertex if points.location_of(node) == "Vertex" else part.elements


def chosen(part, node):
    """Which of the points of a node the part has, and their numbers there."""
    table = table_of(part, node)
    _, listed = points.point_set(node)
    which = [n for n, point in enumerate(listed[:, 0]) if int(point) in table]
    return which, [table[int(listed[n, 0])] for n in which]


def cut_points(part, node):
    """A node with points, as a PointList with its Index; None where the part has none of them."""
    which, local = chosen(part, node)
    if not which:
        return None
    made = cut_rows(node, which)
    holder = points.point_set(node)[0]
    place = [child.name for child in node.children].index(holder.name)
    made.children[place] = Node("PointList", "IndexArray_t", np.array(local, holder.value.dtype)[:, None])
    mark(made, Index=np.array(which) + 1)
    # A data set may have points of its own.
    for dataset in [child for child in node.labelled("BCDataSet_t") if points.point_set(child)[0]]:
        place = made.children.index(made.child(dataset.name))
        cut = cut_points(part, dataset)
        made.children[place:place + 1] = [cut] if cut is not None else []
    return made


def cut_rows(node, which):
    """The data of some points, here and below."""
    count = len(points.point_set(node)[1]) if points.point_set(node)[0] else None
    return pick(node, which, count)


def pick(node, which, count):
    """Arrays of `count` values down to some of them; without a count, all arrays right below."""
    value = node.value
    if node.label == "DataArray_t" and value.ndim == 1 and (count is None or len(value) == count):
        value = value[which]
    children = [below.copy() if node.label == "DataArray_t" else pick(below, which, count) for below in node.children]
    return Node(node.name, node.label, value, children)


# --- joins ---


def holder_of(zone):
    """The ZoneGridConnectivity of a part."""
    return zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")


def add_seam(part, other):
    """The join that the cut makes: faces of polyhedra, otherwise vertices."""
    if part is other:
        return
    name = f"JN.P{part.rank}.N{part.index}.LT.P{other.rank}.N{other.index}"
    back = f"JN.P{other.rank}.N{other.index}.LT.P{part.rank}.N{part.index}"
    sides = (part.elements, other.elements) if part.mesh.ngon else (part.local_vertex, other.local_vertex)
    common = sorted(set(sides[0]) & set(sides[1]))
    if common:
        join = add_lists(part, name, other.name, *([side[n] for n in common] for side in sides))
        join.add("GridLocation", "GridLocation_t", "FaceCenter" if part.mesh.ngon else "Vertex")
        join.add("GridConnectivityDonorName", "Descriptor_t", back)


def add_lists(part, name, donor, mine, theirs):
    """A GridConnectivity_t with its two lists."""
    join = holder_of(part.zone_node).add(name, "GridConnectivity_t", donor)
    join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
    for title, numbers in (("PointList", mine), ("PointListDonor", theirs)):
        join.add(title, "IndexArray_t", np.array(numbers, part.zone.value.dtype)[:, None])
    return join


def add_pieces(parts, zone):
    """The pieces of the old joins of a zone: one for every pair of parts that has some of it."""
    holder = zone.child("ZoneGridConnectivity")
    for join in holder.labelled("GridConnectivity_t") if holder else []:
        for part in parts[zone.name]:
            for other in parts[join.text()]:
                which = pairs_of(join, part, other)
                if which:
                    add_piece(join, part, other, which, parts)


def pairs_of(join, part, other):
    """Which pairs of a join lie in two parts."""
    lists = [join.child(name).value[:, 0] for name in ("PointList", "PointListDonor")]
    own, others = table_of(part, join), table_of(other, join)
    return [n for n, (mine, theirs) in enumerate(zip(*lists)) if int(mine) in own and int(theirs) in others]


def piece_number(join, part, other, parts):
    """How many pieces of the join there are in the part before the one to `other`."""
    before = parts[join.text()]
    return sum(bool(pairs_of(join, part, earlier)) for earlier in before[:before.index(other)])


def add_piece(join, part, other, which, parts):
    """Writes a piece of an old join."""
    lists = [join.child(name).value[which, 0] for name in ("PointList", "PointListDonor")]
    number = piece_number(join, part, other, parts)
    local = [local_array(table_of(side, join), listed, np.int64) for side, listed in zip((part, other), lists)]
    made = add_lists(part, f"{join.name}.{number}", other.name, *local)
    opposite = other.zone.at("ZoneGridConnectivity").child(join.child("GridConnectivityDonorName").text())
    back = piece_number(opposite, other, part, parts)
    mark(made, Index=np.array(which) + 1)
    for child in join.children:
        if child.name == "GridConnectivityDonorName":
            made.add(child.name, child.label, f"{opposite.name}.{back}")
        elif made.child(child.name) is None:
            made.children.append(child.copy())
