"""unstructured_parts.py: whether parts have the ghosts, the order and the values that they should have."""

import numpy as np

import cgns
from elements import MIXED, NFACE, sections_of

MARKS = ":CGNS#GlobalNumbering"


def judge(tree, files, layers, order):
    """What is wrong with the parts of a mesh, in lines. `order`: as --order has it."""
    found = []
    bases = {base.name: base for base in tree.labelled("CGNSBase_t")}
    parts = {}
    for file in files:
        for base in cgns.read(file).labelled("CGNSBase_t"):
            for zone in base.labelled("Zone_t"):
                stem, _, place = zone.name.rpartition(".P")
                # What the name does not tell, the marks do.
                whole_name, rank = (zone.at(f"{MARKS}/{mark}") for mark in ("OriginalName", "Rank"))
                stem = whole_name.text() if whole_name else stem
                rank = int(rank.text() if rank else place.partition(".N")[0])
                parts.setdefault((base.name, stem), {})[rank] = zone
    for (name, stem), of_rank in parts.items():
        whole = Whole(bases[name].child(stem), int(bases[name].value[0]))
        for rank, zone in of_rank.items():
            found += [f"{stem}, rank {rank}: {why}" for why in Part(whole, zone, of_rank).wrong(layers, order)]
    return found


def ascends(*lists):
    """Whether each list does."""
    return all((np.diff(numbers) > 0).all() for numbers in lists)


class Whole:
    """A zone with the vertices of its cells."""

    def __init__(self, zone, dim):
        self.zone, self.sections = zone, sections_of(zone)
        self.rows = {made.first + n: row for made in self.sections for n, row in enumerate(made.rows)}
        self.cell_of = {}  # of elements, by section and number in it
        self.cells = []
        for made in self.sections:
            for n in range(len(made.rows)):
                if made.dimension_of(n) == dim:
                    self.cells.append(self.vertices(made, n))
                    self.cell_of[made.node.name, n + 1] = len(self.cells)
        self.cells = self.cells or self.cells_of_parents()

    def vertices(self, made, number):
        """Those of an element."""
        if made.type != NFACE:
            return set(made.vertices(number).tolist())
        return set(np.concatenate([self.rows[face] for face in np.abs(made.rows[number]).tolist()]).tolist())

    def cells_of_parents(self):
        """Cells that no section has."""
        cells = [set() for _ in range(int(self.zone.value[1, 0]))]
        for made in self.sections:
            parents = made.node.child("ParentElements")
            for column in parents.value if parents else []:
                for row, cell in zip(made.rows, column.tolist()):
                    if cell:
                        cells[cell - len(self.rows) - 1].update(row.tolist())
        return cells

    def layers_around(self, cells, vertices, layers):
        """Cells and vertices, both from 1, of so many layers."""
        own, vertices = set(cells), set(vertices)
        around, known = set(), set(vertices)
        for _ in range(layers):
            around = {n + 1 for n, cell in enumerate(self.cells) if n + 1 not in own and cell & known}
            known = vertices.union(*(self.cells[n - 1] for n in around))
        return around, known - vertices


class Part:
    """A part, beside those that other ranks have."""

    def __init__(self, whole, zone, of_rank):
        self.whole, self.zone, self.of_rank = whole, zone, of_rank
        self.counts = {"Vertex": int(zone.value[0, 0]), "Cell": int(zone.value[1, 0])}
        self.numbers = {what: zone.at(f"{MARKS}/{what}").value for what in self.counts}

    def own(self, what):
        """The numbers of its own cells or vertices."""
        return self.numbers[what][:self.counts[what]]

    def ghosts(self, what):
        """Those of its ghosts."""
        return self.numbers[what][self.counts[what]:]

    def wrong(self, layers, order):
        """Yields lines."""
        cells, vertices = self.whole.layers_around(self.own("Cell").tolist(), self.own("Vertex").tolist(), layers)
        for what, expected in (("Cell", cells), ("Vertex", vertices)):
            if sorted(self.ghosts(what).tolist()) != sorted(expected):
                yield f"{what}: ghosts are {self.ghosts(what).tolist()}, not {sorted(expected)}"
            if order == "keep" and not ascends(self.own(what), self.ghosts(what)):
                yield f"{what}: not in the order of the zone"
            yield from self.wrong_owners(what)
        for node in self.zone.children:
            if node.label in ("GridCoordinates_t", "FlowSolution_t") and not node.child("PointList"):
                yield from self.wrong_values(node)
            if node.label == "Elements_t":
                yield from self.wrong_section(node)
        yield from self.wrong_cells()

    def wrong_owners(self, what):
        """Whether each ghost says truly who has it."""
        count = len(self.ghosts(what))
        ranks, places = (self.zone.at(f":PCGNS#Ghosts/{what}Owner{tail}") for tail in ("", "Index"))
        if count == 0:
            if ranks or places:
                yield f"{what}: owners of no ghosts"
            return
        for number, rank, place in zip(self.ghosts(what), ranks.value, places.value, strict=True):
            owner = Part(self.whole, self.of_rank[int(rank)], self.of_rank)
            if owner.own(what)[int(place) - 1] != number:
                yield f"{what} {number}: not place {place} of rank {rank}"

    def wrong_rind(self, node, count):
        """Whether a node says how many ghosts it has."""
        rind = node.labelled("Rind_t")
        said = rind[0].value.tolist() if rind else [0, 0]
        if said != [0, count]:
            yield f"{node.name}: Rind is {said}, not [0, {count}]"

    def wrong_values(self, node):
        """Whether ghosts have the values of their owners."""
        location = node.child("GridLocation").text() if node.child("GridLocation") else "Vertex"
        what = {"Vertex": "Vertex", "CellCenter": "Cell"}.get(location)
        if what is None:
            return
        yield from self.wrong_rind(node, len(self.ghosts(what)))
        for array in node.labelled("DataArray_t"):
            wanted = self.whole.zone.at(f"{node.name}/{array.name}").value[self.numbers[what] - 1]
            if array.value.tobytes() != wanted.tobytes():
                yield f"{node.name}/{array.name}: does not have the values of the zone"

    def wrong_section(self, node):
        """Whether elements have the vertices, or faces, that they have in the zone."""
        made = next(made for made in sections_of(self.zone) if made.node is node)
        was = next(made for made in self.whole.sections if made.node.name == node.name)
        numbers = node.at(f"{MARKS}/Element").value
        lead = 1 if made.type == MIXED else 0
        for row, number in zip(made.rows, numbers, strict=True):
            before = was.rows[int(number) - 1]
            if before[lead:].tolist() != self.in_zone(made.type, row[lead:]):
                yield f"{node.name}, element {number}: is {self.in_zone(made.type, row[lead:])}, not {before[lead:]}"

    def wrong_cells(self):
        """Whether the cells have the order of the elements that they are."""
        own, ghosts = [], []
        for made in self.whole.sections:
            here = self.zone.child(made.node.name)
            if here is None:
                continue
            numbers = here.at(f"{MARKS}/Element").value
            rind = here.labelled("Rind_t")
            end = len(numbers) - (int(rind[0].value[1]) if rind else 0)
            for some, cells in ((numbers[:end], own), (numbers[end:], ghosts)):
                cells += [self.whole.cell_of[made.node.name, int(n)] for n in some
                    if (made.node.name, int(n)) in self.whole.cell_of]
        if self.whole.cell_of and own + ghosts != self.numbers["Cell"].tolist():
            yield f"its cells are {self.numbers['Cell'].tolist()}, its elements {own + ghosts}"

    def in_zone(self, kind, nodes):
        """Local numbers of vertices, or signed ones of faces, as the zone has them."""
        if kind != NFACE:
            return self.numbers["Vertex"][nodes - 1].tolist()
        return [int(np.sign(node)) * self.face_in_zone(abs(int(node))) for node in nodes]

    def face_in_zone(self, number):
        """The number of a polygon in the zone."""
        here = next(made for made in sections_of(self.zone) if made.first <= number < made.first + len(made.rows))
        was = next(made for made in self.whole.sections if made.node.name == here.node.name)
        return was.first + int(here.node.at(f"{MARKS}/Element").value[number - here.first]) - 1
