"""split_unstructured.py: cuts unstructured zones as Maia does: any cells may lie in any part.

A vertex is in all parts that touch it; a polygon between two parts is in both, and may run the other way around in
the one that lacks its first cell. Numbers in a part may be in any order; :CGNS#GlobalNumbering tells what is what.
"""

import numpy as np

from cgns import Node
from elements import MIXED, Mesh
from unstructured_lists import MARKS, add_pieces, add_seam, cut_child, inverse, mark

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
    count = dice.number(1, min(mesh.count, ranks + 1))
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
