"""elements.py: the sections of an unstructured zone as lists of elements, and which cells there are."""

import numpy as np

MIXED, NGON, NFACE = 20, 22, 23
NODES = {2: 1, 3: 2, 4: 3, 5: 3, 6: 6, 7: 4, 8: 8, 9: 9, 10: 4, 11: 10, 12: 5, 13: 14, 14: 6, 15: 15, 16: 18, 17: 8,
    18: 20, 19: 27, 21: 13, 30: 20}
DIMENSION = {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 2, 8: 2, 9: 2, **{kind: 3 for kind in (*range(10, 20), 21, 30)}, NGON: 2, NFACE: 3}


def starts_of(kind, values):
    """Where the elements of a connectivity as before CGNS 4 begin, and the end."""
    starts = [0]
    while starts[-1] < len(values):
        head = int(values[starts[-1]])
        starts.append(starts[-1] + 1 + (NODES[head] if kind == MIXED else head))
    return starts


class Section:
    """An Elements_t: `rows` are its elements, with the type in front for MIXED; `first` is the number of the first."""

    def __init__(self, node):
        self.node = node
        self.type = int(node.value[0])
        self.first = int(node.child("ElementRange").value[0])
        values = node.child("ElementConnectivity").value
        if self.type not in (MIXED, NGON, NFACE):
            self.rows = list(values.reshape(-1, NODES[self.type]))
        elif node.child("ElementStartOffset"):
            self.rows = np.split(values, node.child("ElementStartOffset").value[1:-1])
        else:
            rows = np.split(values, starts_of(self.type, values)[1:-1])
            self.rows = rows if self.type == MIXED else [row[1:] for row in rows]

    def dimension_of(self, number):
        """Of its element with that number (0: the first)."""
        return DIMENSION[int(self.rows[number][0]) if self.type == MIXED else self.type]

    def dimension(self):
        """Of its elements."""
        return DIMENSION[int(self.rows[0][0]) if self.type == MIXED else self.type]

    def vertices(self, number):
        """The vertices of its element with that number (0: the first)."""
        return self.rows[number][1:] if self.type == MIXED else self.rows[number]


def sections_of(zone):
    """In the order of their elements."""
    return sorted((Section(node) for node in zone.labelled("Elements_t")), key=lambda made: made.first)


class Mesh:
    """The sections of a zone. A cell is (section, number in it), or for polyhedra the signed numbers of its faces."""

    def __init__(self, zone, dim):
        self.zone = zone
        self.sections = sections_of(zone)
        self.ngon = next((made for made in self.sections if made.type == NGON), None)
        self.nface = next((made for made in self.sections if made.type == NFACE), None)
        if self.ngon:
            self.faces_of_cells = self.polyhedra()
            self.count = len(self.faces_of_cells)
        else:
            self.solid = [made for made in self.sections if made.dimension() == dim]
            self.surface = [made for made in self.sections if made.dimension() < dim]
            self.count = sum(len(made.rows) for made in self.solid)

    def polyhedra(self):
        """For every cell its faces, numbered from 0."""
        if self.nface:
            return [np.abs(row) - self.ngon.first for row in self.nface.rows]
        parents = self.ngon.node.child("ParentElements").value
        cells = np.where(parents > 0, parents - len(self.ngon.rows) - 1, -1)
        return [np.flatnonzero((cells == cell).any(axis=0)) for cell in range(int(cells.max()) + 1)]

    def homes(self):
        """For every element on the surface, by section: the cell that has most of its vertices."""
        cells = [set(made.vertices(n).tolist()) for made in self.solid for n in range(len(made.rows))]
        return {id(made): [best_cell(cells, made.vertices(n)) for n in range(len(made.rows))] for made in self.surface}


def best_cell(cells, vertices):
    """The first of the cells that share most vertices."""
    wanted = set(vertices.tolist())
    return max(range(len(cells)), key=lambda cell: len(cells[cell] & wanted))
