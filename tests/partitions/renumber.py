"""renumber.py: gives a mesh the numbers of another one, where both are the same mesh.

Vertices are known by their coordinates, elements by their vertices, polyhedra by their faces.
"""

import numpy as np

import points
from elements import MIXED, NFACE, NGON, Section


class Differs(Exception):
    """Not the same mesh."""


def like(expected, merged, near=0.0):
    """Changes the numbers in the unstructured zones of `merged`. `near`: coordinates count in steps so wide."""
    for base in merged.labelled("CGNSBase_t"):
        other = expected.child(base.name)
        tables = {}
        for zone in base.labelled("Zone_t"):
            if other is not None and other.child(zone.name) is not None:
                tables[zone.name] = Tables(other.child(zone.name), zone, near, int(base.value[0]))
        for table in tables.values():
            table.apply(tables)


def matched(mine, theirs, what):
    """Of each of theirs, the number of mine with the same key, from 0."""
    index = {key: number for number, key in enumerate(mine)}
    if len(index) != len(mine) or sorted(map(repr, mine)) != sorted(map(repr, theirs)):
        raise Differs(f"{what}: {len(mine)} and {len(theirs)}, {len(set(mine) & set(theirs))} of them the same")
    return np.array([index[key] for key in theirs], np.int64)


class Tables:
    """For a zone, which number of the expected one each vertex and element has."""

    def __init__(self, expected, zone, near, dim):
        self.expected, self.zone, self.dim = expected, zone, dim
        sides = [self.places(side, near) for side in (expected, zone)]
        self.vertices = matched(*sides, f"{zone.name}: vertices")
        self.elements = {}  # from 1 on
        self.rows = {}  # by section: for each of its elements, the place that it gets
        mine = {node.name: Section(node) for node in expected.labelled("Elements_t")}
        for node in sorted(zone.labelled("Elements_t"), key=lambda node: int(node.value[0]) == NFACE):
            if node.name not in mine:
                raise Differs(f"{zone.name}/{node.name}: is too many")
            self.match(mine[node.name], Section(node))
        self.cells = self.match_cells(mine)

    @staticmethod
    def places(zone, near):
        """The coordinates of all vertices, as keys."""
        arrays = [node.value.astype(np.float64) for node in zone.child("GridCoordinates").children]
        rows = np.stack(arrays, axis=1)
        return list(map(tuple, np.round(rows / near) if near else rows))

    def key(self, section, row, is_mine):
        """What an element is known by."""
        head, row = ((int(row[0]),), row[1:]) if section.type == MIXED else ((), row)
        if section.type == NFACE:
            numbers = [abs(int(n)) for n in row]
            return tuple(sorted(numbers if is_mine else [self.elements[n] for n in numbers]))
        numbers = np.asarray(row, np.int64)
        return head + tuple(sorted((numbers if is_mine else self.vertices[numbers - 1] + 1).tolist()))

    def match(self, mine, theirs):
        """The elements of a section."""
        keys = [self.key(mine, row, True) for row in mine.rows], [self.key(theirs, row, False) for row in theirs.rows]
        rows = matched(*keys, f"{self.zone.name}/{theirs.node.name}")
        self.rows[theirs.node.name] = rows
        for number, row in enumerate(rows):
            self.elements[theirs.first + number] = mine.first + int(row)

    def match_cells(self, mine):
        """The cells: elements of the sections that have them, or what ParentElements names."""
        solid = [node for node in self.zone.labelled("Elements_t") if self.is_solid(Section(node))]
        begin = {}
        total = 0
        for section in sorted(mine.values(), key=lambda section: section.first):
            begin[section.node.name] = total
            total += len(section.rows) if self.is_solid(section) else 0
        if solid:
            solid.sort(key=lambda node: Section(node).first)
            return np.concatenate([begin[node.name] + self.rows[node.name] for node in solid])
        return self.cells_by_parents(next(section for section in mine.values() if section.type == NGON))

    def is_solid(self, section):
        """True for sections of cells."""
        return len(section.rows) > 0 and section.dimension() == self.dim

    def cells_by_parents(self, mine):
        """Cells that only their faces know."""
        theirs = Section(self.zone.child(mine.node.name))
        keys = []
        for section, number_of in ((mine, lambda n: mine.first + n), (theirs, lambda n: self.elements[theirs.first + n])):
            cells = {}
            for column in section.node.child("ParentElements").value:
                for face, cell in enumerate(column):
                    if cell:
                        cells.setdefault(int(cell), set()).add(number_of(face))
            keys.append([tuple(sorted(cells[cell])) for cell in sorted(cells)])
        rows = matched(*keys, f"{self.zone.name}: cells")
        last = theirs.first + len(theirs.rows)
        for number, row in enumerate(rows):
            self.elements[last + number] = mine.first + len(mine.rows) + int(row)
        return rows

    # --- what gets other numbers ---

    def apply(self, tables):
        """Changes the zone."""
        for node in self.zone.labelled("Elements_t"):
            self.change_section(node)
        for _, node in self.zone.walk():
            if node.label == "Zone_t" or node.label == "Elements_t":
                continue
            self.change_lists(node, tables)
            if node.label in ("GridCoordinates_t", "FlowSolution_t") and not points.point_set(node)[0]:
                self.change_fields(node)

    def change_fields(self, node):
        """Values in the order of the expected mesh."""
        location = points.location_of(node)
        faces = next((name for name in self.rows if int(self.zone.child(name).value[0]) == NGON), None)
        order = {"Vertex": self.vertices, "CellCenter": self.cells}.get(location, self.rows.get(faces))
        for array in node.labelled("DataArray_t"):
            values = np.empty_like(array.value)
            values[order] = array.value
            array.value = values

    def change_section(self, node):
        """The elements of a section in their order, with other numbers."""
        section, mine = Section(node), self.expected.child(node.name)
        order = np.argsort(self.rows[node.name])
        kind = node.child("ElementConnectivity").value.dtype
        rows = [self.changed_row(section, section.rows[n]) for n in order]
        node.child("ElementConnectivity").value = np.array([n for row in rows for n in row], kind)
        if node.child("ElementStartOffset") is not None:
            offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
            node.child("ElementStartOffset").value = offsets.astype(node.child("ElementStartOffset").value.dtype)
        low = int(mine.child("ElementRange").value[0])
        node.child("ElementRange").value = np.array([low, low + len(rows) - 1], node.child("ElementRange").value.dtype)
        parents = node.child("ParentElements")
        if parents is not None:
            table = np.vectorize(lambda n: self.elements[int(n)] if n else 0, otypes=[parents.value.dtype])
            parents.value = table(parents.value[:, order])

    def changed_row(self, section, row):
        """The connectivity of an element."""
        if section.type == NFACE:
            return [int(np.sign(n)) * self.elements[abs(int(n))] for n in row]
        head = [int(row[0])] if section.type == MIXED else []
        return head + [int(self.vertices[int(n) - 1]) + 1 for n in row[len(head):]]

    def number(self, node, value):
        """The number of a point of a list."""
        if points.location_of(node) == "Vertex":
            return int(self.vertices[int(value) - 1]) + 1
        return self.elements[int(value)]

    def change_lists(self, node, tables):
        """The points of lists and ranges; those of a donor have the numbers of the donor."""
        holder = points.point_set(node)[0]
        if holder is None:
            return
        if holder.name == "PointRange":
            low, high = np.ravel(holder.value)
            numbers = [self.number(node, n) for n in range(int(low), int(high) + 1)]
            if sorted(numbers) == list(range(min(numbers), max(numbers) + 1)):
                holder.value = np.array([min(numbers), max(numbers)], holder.value.dtype).reshape(holder.value.shape)
            else:
                holder.name, holder.label = "PointList", "IndexArray_t"
                holder.value = np.array(numbers, holder.value.dtype)[:, None]
            return
        holder.value = self.changed(node, holder.value)
        donor = node.child("PointListDonor")
        if donor is not None:
            donor.value = tables[node.text()].changed(node, donor.value)

    def changed(self, node, values):
        """The same list with other numbers."""
        return np.array([[self.number(node, n)] for n in np.ravel(values)], values.dtype)
