"""split_unstructured.py: cuts unstructured zones as Maia does: any cells may lie in any part.

A vertex is in all parts that touch it; a polygon between two parts is in both, and may run the other way around in
the one that lacks its first cell. Numbers in a part may be in any order; :CGNS#GlobalNumbering tells what is what.
"""

import numpy as np

import points
from cgns import Node
from elements import MIXED, NFACE, NGON, Mesh

MARKS = ":CGNS#GlobalNumbering"


class Part:
    """Some cells (numbered from 0) of a zone, and its vertices, faces and elements, by their numbers in the whole."""

    def __init__(self, mesh, cells, habits):
        self.mesh, self.zone, self.habits = mesh, mesh.zone, habits
        self.chosen = cells
        self.rank = self.index = 0
        self.name = mesh.zone.name
        self.elements = {}  # number in the whole to number in the part
        self.zone_node = None

    def is_whole(self):
        """Parts are never taken for whole zones."""
        return False


def split_zones(dice, zones, targets):
    """Writes the parts of all zones of a base into the bases of the ranks."""
    dim = int(zones[0].labelled("GridCoordinates_t")[0].children[-1].name[-1] == "Z") + 2
    habits = {"flip": dice.chance(0.5), "shuffle": dice.chance(0.5)}
    parts = {zone.name: deal(dice, Mesh(zone, dim), habits, len(targets)) for zone in zones}
    every = [part for of_zone in parts.values() for part in of_zone]
    for part in every:
        part.zone_node = build(dice, part)
    for of_zone in parts.values():
        for part in of_zone:
            for other in of_zone:
                add_seam(part, other)
    for zone in zones:
        add_pieces(parts, zone)
    for part in every:
        targets[part.rank].children.append(part.zone_node)
    return every


def deal(dice, mesh, habits, ranks):
    """The parts of a zone: runs of cells, or cells from anywhere."""
    count = dice.number(1, min(mesh.count, 2 * ranks))
    home = dice.rng.permutation(np.arange(mesh.count) % count)
    if dice.chance(0.5):
        home = np.sort(home)
    parts, counts = [], {}
    for number in range(count):
        part = Part(mesh, np.flatnonzero(home == number), habits)
        part.rank = dice.number(0, ranks - 1)
        part.index = counts.get(part.rank, 0)
        counts[part.rank] = part.index + 1
        part.name = f"{mesh.zone.name}.P{part.rank}.N{part.index}"
        parts.append(part)
    return parts


def ordered(dice, part, numbers):
    """Ascending, or as the habit is, in any order."""
    numbers = np.unique(numbers)
    return dice.rng.permutation(numbers) if part.habits["shuffle"] else numbers


def build(dice, part):
    """The part as a zone, without joins."""
    zone = Node(part.name, "Zone_t")
    made = polyhedra(dice, part) if part.mesh.ngon else solids(dice, part)
    part.local_vertex = inverse(part.vertices)
    zone.value = np.array([[len(part.vertices)], [len(part.cells)], [0]], part.zone.value.dtype)
    for child in part.zone.children:
        if child.label == "Elements_t":
            cut = made.get(child.name)
        else:
            cut = cut_child(part, child)
        if cut is not None:
            zone.children.append(cut)
    marks = zone.add(MARKS, "UserDefinedData_t")
    marks.add("Vertex", "DataArray_t", part.vertices.astype(np.int64))
    marks.add("Cell", "DataArray_t", part.cells.astype(np.int64) + 1)
    return zone


def inverse(numbers):
    """Number in the whole to number in the part, from 1."""
    return {int(n): local for local, n in enumerate(numbers, 1)}


def local_array(table, values, dtype):
    """The values of the whole as those of the part."""
    return np.array([table[int(n)] for n in np.ravel(values)], dtype)


# --- sections ---


def solids(dice, part):
    """The sections of a part of elements, by name; sets its cells and vertices."""
    mesh = part.mesh
    homes, mine = mesh.homes(), set(part.chosen.tolist())
    taken, cells, before = {}, [], 0
    for section in mesh.sections:
        count = len(section.rows)
        if section in mesh.solid:
            numbers = ordered(dice, part, [n for n in range(count) if before + n in mine]) if count else []
            cells += [before + int(n) for n in numbers]
            before += count
        else:
            numbers = ordered(dice, part, [n for n in range(count) if homes[id(section)][n] in mine])
        taken[section.node.name] = [int(n) for n in numbers]
    part.cells = np.array(cells)
    used = [section.vertices(n) for section in mesh.sections for n in taken[section.node.name]]
    part.vertices = ordered(dice, part, np.concatenate(used))
    return write_solids(part, taken)


def write_solids(part, taken):
    """The sections with the elements that were taken of each; one without any is left out."""
    made, first, before = {}, 1, {}
    local = inverse(part.vertices)
    for section in part.mesh.sections:
        numbers, name, dim = taken[section.node.name], section.node.name, section.dimension()
        if numbers:
            rows = [local_row(section, n, local) for n in numbers]
            made[name] = section_like(section, rows, first)
            for local_number, n in enumerate(numbers, first):
                part.elements[section.first + n] = local_number
            first += len(numbers)
            mark(made[name], Element=np.array(numbers) + 1, Sections=np.array(numbers) + 1 + before.get(dim, 0))
        before[dim] = before.get(dim, 0) + len(section.rows)
    return made


def local_row(section, number, local):
    """The connectivity of an element with the numbers of the part."""
    row = [local[int(n)] for n in section.vertices(number)]
    return [int(section.rows[number][0])] + row if section.type == MIXED else row


def section_like(section, rows, first):
    """A section of the same kind with other elements, and its children in the same order."""
    kind = section.node.child("ElementRange").value.dtype
    made = Node(section.node.name, "Elements_t", section.node.value)
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    values = {"ElementRange": [first, first + len(rows) - 1], "ElementConnectivity": [n for row in rows for n in row],
        "ElementStartOffset": offsets}
    for child in section.node.children:
        if child.name in values:
            made.add(child.name, child.label, np.array(values[child.name], kind))
    return made


def mark(node, **arrays):
    """Adds global numbers to a node."""
    marks = node.add(MARKS, "UserDefinedData_t")
    for name, values in arrays.items():
        marks.add(name, "DataArray_t", np.array(values, np.int64))


def polyhedra(dice, part):
    """NGON_n and NFACE_n of a part; sets its cells, faces and vertices."""
    mesh = part.mesh
    part.cells = ordered(dice, part, part.chosen)
    part.faces = ordered(dice, part, np.concatenate([mesh.faces_of_cells[cell] for cell in part.cells]))
    part.vertices = ordered(dice, part, np.concatenate([mesh.ngon.rows[face] for face in part.faces]))
    local, faces = inverse(part.vertices), inverse(part.faces)
    begin = len(part.cells) if mesh.ngon.first > 1 else 0
    part.elements = {mesh.ngon.first + int(face): begin + n for face, n in faces.items()}
    flipped = {int(face) for face in part.faces if part.habits["flip"] and lacks_first(part, int(face))}
    rows = [[local[int(n)] for n in mesh.ngon.rows[face]] for face in part.faces]
    rows = [row[::-1] if int(face) in flipped else row for face, row in zip(part.faces, rows)]
    made = {mesh.ngon.node.name: section_like(mesh.ngon, rows, begin + 1)}
    if mesh.ngon.node.child("ParentElements"):
        parents = made[mesh.ngon.node.name].add("ParentElements", "DataArray_t", local_parents(part, flipped))
        parents.value = parents.value.astype(mesh.ngon.node.child("ParentElements").value.dtype)
    mark(made[mesh.ngon.node.name], Element=part.faces + 1)
    if mesh.nface:
        rows = [signed_row(part, mesh.nface.rows[cell], faces, begin, flipped) for cell in part.cells]
        made[mesh.nface.node.name] = section_like(mesh.nface, rows, 1 if begin else len(part.faces) + 1)
        mark(made[mesh.nface.node.name], Element=part.cells + 1)
    return made


def parents_of(mesh):
    """For every face the cells that have it with + and with -, -1 for none: (2, faces)."""
    if not hasattr(mesh, "parents"):
        mesh.parents = np.full((2, len(mesh.ngon.rows)), -1)
        if mesh.nface:
            for cell, row in enumerate(mesh.nface.rows):
                for signed in row:
                    mesh.parents[int(signed < 0), abs(int(signed)) - mesh.ngon.first] = cell
        else:
            parents = mesh.ngon.node.child("ParentElements").value
            mesh.parents = np.where(parents > 0, parents - len(mesh.ngon.rows) - 1, -1)
    return mesh.parents


def lacks_first(part, face):
    """True where the part has the second cell of a face only."""
    first, second = parents_of(part.mesh)[:, face]
    return first not in part.chosen and second in part.chosen


def local_parents(part, flipped):
    """ParentElements of a part."""
    cells = {int(cell): len(part.faces) + n for n, cell in enumerate(part.cells, 1)}
    pairs = [[cells.get(int(cell), 0) for cell in parents_of(part.mesh)[:, face]] for face in part.faces]
    pairs = [pair[::-1] if int(face) in flipped else pair for face, pair in zip(part.faces, pairs)]
    return np.ascontiguousarray(np.array(pairs).T)


def signed_row(part, row, faces, begin, flipped):
    """The faces of a cell with the numbers of the part."""
    made = []
    for signed in row:
        face = abs(int(signed)) - part.mesh.ngon.first
        sign = (1 if signed > 0 else -1) * (-1 if face in flipped else 1)
        made.append(sign * (begin + faces[face]))
    return made


# --- what hangs on them ---


def cut_child(part, child):
    """A child of the zone but a section; None where the part has nothing of it."""
    if child.label == "ZoneGridConnectivity_t":
        return None
    if child.label == "ZoneBC_t":
        made = [cut_points(part, condition) for condition in child.children]
        made = [condition for condition in made if condition is not None]
        return Node(child.name, child.label, None, made) if made else None
    if child.label == "ZoneSubRegion_t" and child.child("BCRegionName"):
        condition = part.zone.at(f"ZoneBC/{child.child('BCRegionName').text()}")
        return cut_rows(child, chosen(part, condition)[0]) if len(chosen(part, condition)[0]) else None
    if points.point_set(child)[0]:
        return cut_points(part, child)
    if child.label in ("GridCoordinates_t", "FlowSolution_t"):
        return cut_fields(part, child)
    return child.copy()


def cut_fields(part, node):
    """The values at the points of the part."""
    location = points.location_of(node)
    where = {"Vertex": lambda: part.vertices - 1, "CellCenter": lambda: part.cells, "FaceCenter": lambda: part.faces}
    made = Node(node.name, node.label)
    for child in node.children:
        values = child.value[where[location]()] if child.label == "DataArray_t" else child.value
        made.add(child.name, child.label, values, [below.copy() for below in child.children])
    return made


def chosen(part, node):
    """Which of the points of a node the part has, and their numbers there."""
    table = part.local_vertex if points.location_of(node) == "Vertex" else part.elements
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
    for join in holder.children if holder else []:
        for part in parts[zone.name]:
            for other in parts[join.text()]:
                which = pairs_of(join, part, other)
                if which:
                    add_piece(join, part, other, which, parts)


def pairs_of(join, part, other):
    """Which pairs of a join lie in two parts."""
    lists = [join.child(name).value[:, 0] for name in ("PointList", "PointListDonor")]
    return [n for n, (mine, theirs) in enumerate(zip(*lists)) if int(mine) in part.elements and int(theirs) in other.elements]


def piece_number(join, part, other, parts):
    """How many pieces of the join there are in the part before the one to `other`."""
    before = parts[join.text()]
    return sum(bool(pairs_of(join, part, earlier)) for earlier in before[:before.index(other)])


def add_piece(join, part, other, which, parts):
    """Writes a piece of an old join."""
    lists = [join.child(name).value[which, 0] for name in ("PointList", "PointListDonor")]
    number = piece_number(join, part, other, parts)
    made = add_lists(part, f"{join.name}.{number}", other.name, local_array(part.elements, lists[0], np.int64),
        local_array(other.elements, lists[1], np.int64))
    opposite = other.zone.at("ZoneGridConnectivity").child(join.child("GridConnectivityDonorName").text())
    back = piece_number(opposite, other, part, parts)
    mark(made, Index=np.array(which) + 1)
    for child in join.children:
        if child.name == "GridConnectivityDonorName":
            made.add(child.name, child.label, f"{opposite.name}.{back}")
        elif made.child(child.name) is None:
            made.children.append(child.copy())
