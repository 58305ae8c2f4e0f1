"""shuffled.py: parts of zones with many sections, as programs write them that number each part as they like.

    shuffled.py [--seed S] [--soak N]

Meshes of random_sections.py are cut by pcgns-repartition. Its own metadata go, global numbers stay; vertices, elements and
points of a part get any order, and polygons that have only their second cell may run the other way around. What is merged
is the mesh, whatever the order of its sections. Exit status: 0 all are right, 1 some are not.
"""

import glob
import os
import sys

import numpy as np

import cgns
import compare
import random_mesh
import rounds
import tool
from elements import MIXED, NFACE, NGON, sections_of
from random_structured import Dice
from round_trip import cells_of, cut

MARKS = ":CGNS#GlobalNumbering"
FIELDS = ("GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "UserDefinedData_t")


def points_of(node):
    """(list or range, location) of a node, or (None, location)."""
    held = next((child for child in node.children if child.label in ("IndexRange_t", "IndexArray_t") and child.name in (
        "PointRange", "PointList", "ElementRange", "ElementList")), None)
    if node.child("GridLocation"):
        return held, node.child("GridLocation").text()
    return held, "FaceCenter" if held is not None and held.name.startswith("Element") else "Vertex"


class Shuffle:
    """The order that a part gets: for each new place the old one, and for each old number the new one."""

    def __init__(self, dice, zone, dim, may_turn):
        self.dice, self.zone, self.sections = dice, zone, sections_of(zone)
        self.vertices = dice.rng.permutation(int(zone.value[0, 0]))
        self.vertex_of = np.concatenate([[0], np.argsort(self.vertices) + 1])
        self.orders, self.element_of, cells, before, end = {}, {0: 0}, [], 0, 1
        for made in self.sections:
            order = self.orders[made.node.name] = dice.rng.permutation(len(made.rows))
            self.element_of.update({made.first + int(old): made.first + new for new, old in enumerate(order)})
            is_cell = [made.dimension_of(n) == dim for n in range(len(made.rows))]
            places = np.cumsum([0] + is_cell) + before
            cells += [int(places[old]) for old in order if is_cell[old]]
            before, end = int(places[-1]), made.first + len(made.rows)
        if not cells:  # They are only in ParentElements.
            cells = dice.rng.permutation(int(zone.value[1, 0])).tolist()
            self.element_of.update({end + old: end + new for new, old in enumerate(cells)})
        self.cells = np.array(cells, int)
        self.turned = self.with_second_cell_only() if may_turn else set()
        self.lists = {}  # the orders of the points of conditions

    def with_second_cell_only(self):
        """Old numbers of polygons."""
        sides = {}
        for made in self.sections:
            for row in made.rows if made.type == NFACE else []:
                for face in row.tolist():
                    sides.setdefault(abs(face), set()).add(face > 0)
            parents = made.node.child("ParentElements")
            for index, pair in enumerate(parents.value.T.tolist() if made.type == NGON and parents else []):
                sides.setdefault(made.first + index, set()).update(side == 0 for side in (0, 1) if pair[side])
        return {face for face, of in sides.items() if of == {False}}

    def apply(self, shuffles):
        """Changes the part; `shuffles`: of all parts by name."""
        marks = self.zone.child(MARKS)
        for name, order in ("Vertex", self.vertices), ("Cell", self.cells):
            marks.child(name).value = marks.child(name).value[order]
        for made in self.sections:
            self.change_section(made)
        for container in self.zone.labelled("ZoneBC_t", "ZoneGridConnectivity_t"):
            for node in container.children:
                self.change_points(node, shuffles)
        for node in self.zone.children:
            if node.label in (*FIELDS, "ZoneSubRegion_t") and not node.name.startswith(":"):
                self.change_node(node, shuffles)

    def change_node(self, node, shuffles):
        """Fields at all vertices or cells, or at some points."""
        held, location = points_of(node)
        if held is not None:
            self.change_points(node, shuffles)
        elif node.label == "ZoneSubRegion_t":
            take(node, self.lists[node.child("BCRegionName").text()])
        elif node.label != "UserDefinedData_t" or node.child("GridLocation"):
            take(node, {"Vertex": self.vertices, "CellCenter": self.cells}[location])

    def new_numbers(self, values, location):
        """The same points."""
        new = [self.vertex_of[n] if location == "Vertex" else self.element_of[n] for n in values.ravel().tolist()]
        return np.array(new, values.dtype).reshape(values.shape)

    def change_points(self, node, shuffles):
        """Points and what belongs to them. A range is that of a section."""
        held, location = points_of(node)
        if held is None:
            return
        if held.label == "IndexRange_t":
            order = self.orders[next(made for made in self.sections if made.first == held.value.ravel()[0]).node.name]
        else:
            order = self.dice.rng.permutation(len(held.value))
            held.value = self.new_numbers(held.value, location)[order]
            node.remove("Decomp")
            if node.child(MARKS):  # An interface that the cut made has none.
                node.at(f"{MARKS}/Index").value = node.at(f"{MARKS}/Index").value[order]
                node.child(MARKS).remove("PointRange")
            donors = node.child("PointListDonor")
            if donors:
                donors.value = shuffles[node.text().rpartition("/")[2]].new_numbers(donors.value, location)[order]
        self.lists[node.name] = order
        take(node, order)
        for child in node.labelled("BCDataSet_t"):
            self.change_points(child, shuffles)

    def change_section(self, made):
        """The elements in their new order."""
        order, node = self.orders[made.node.name], made.node
        rows = [self.new_row(made, int(old)) for old in order]
        set_rows(node, rows)
        turned = [made.first + int(old) in self.turned for old in order]
        for name in ("ParentElements", "ParentElementsPosition"):
            parents = node.child(name)
            if parents:
                cells = parents.value if name.endswith("Position") else self.new_numbers(parents.value, "CellCenter")
                cells = cells[:, order]
                parents.value = np.where(turned, cells[::-1], cells)
        node.child(MARKS).remove("ElementSizeBoundary")
        for numbers in node.child(MARKS).children:
            numbers.value = numbers.value[order]

    def new_row(self, made, number):
        """An element of a section."""
        row = made.rows[number].tolist()
        if made.type == NFACE:
            return [(1 if (n > 0) != (abs(n) in self.turned) else -1) * self.element_of[abs(n)] for n in row]
        lead = row[:1] if made.type == MIXED else []
        nodes = [int(self.vertex_of[n]) for n in row[len(lead):]]
        return lead + (nodes[::-1] if made.first + number in self.turned else nodes)


def set_rows(node, rows):
    """Gives a section other elements."""
    values, starts = node.child("ElementConnectivity"), node.child("ElementStartOffset")
    values.value = np.array([n for row in rows for n in row], values.value.dtype)
    if starts:
        starts.value = np.cumsum([0, *map(len, rows)]).astype(starts.value.dtype)


def take(node, order):
    """Brings arrays with as many rows into an order, those of data sets without points, too."""
    for child in node.children:
        if child.label == "DataArray_t" or child.name == "InwardNormalList":
            child.value = child.value[order] if len(child.value) == len(order) else child.value
        elif child.label in ("BCData_t", "BCDataSet_t") and points_of(child)[0] is None:
            take(child, order)


class Sorted:
    """A zone with its sections in the order of their names, and its polygons in one orientation."""

    def __init__(self, zone, dim):
        self.zone, sections, number = zone, sections_of(zone), 1
        self.element_of, cells, before = {0: 0}, {}, 0
        end = sections[-1].first + len(sections[-1].rows)
        self.element_of.update({end + cell: end + cell for cell in range(int(zone.value[1, 0]))})
        for made in sections:
            count = sum(made.dimension_of(n) == dim for n in range(len(made.rows)))
            cells[made.node.name] = np.arange(before, before + count)
            before += count
        self.turned = set()
        for made in sorted(sections, key=lambda made: made.node.name):
            self.element_of.update({made.first + n: number + n for n in range(len(made.rows))})
            span = made.node.child("ElementRange")
            span.value = np.array([number, number + len(made.rows) - 1], span.value.dtype)
            number += len(made.rows)
            if made.type == NGON:
                set_rows(made.node, [self.oriented(made.first + n, row) for n, row in enumerate(made.rows)])
        for made in sections:
            self.change_section(made)
        names = iter(sorted(cells))
        zone.children = [zone.child(next(names)) if node.label == "Elements_t" else node for node in zone.children]
        order = np.concatenate([cells[name] for name in sorted(cells)])
        for node in zone.labelled(*FIELDS) if len(order) else []:
            if points_of(node) == (None, "CellCenter"):
                take(node, order)

    def oriented(self, number, row):
        """A polygon from its smallest vertex on, to the smaller one beside it."""
        row = np.roll(row, -int(row.argmin()))
        if row[1] > row[-1]:
            self.turned.add(number)
            row = np.roll(row[::-1], 1)
        return row.tolist()

    def change_section(self, made):
        """Numbers of faces and cells."""
        if made.type == NFACE:
            set_rows(made.node, [[(1 if (n > 0) != (abs(n) in self.turned) else -1) * self.element_of[abs(n)]
                for n in row.tolist()] for row in made.rows])
        parents = made.node.child("ParentElements")
        if parents:
            cells = np.vectorize(lambda n: self.element_of[int(n)], otypes=[parents.value.dtype])(parents.value)
            parents.value = np.where([made.first + n in self.turned for n in range(len(made.rows))], cells[::-1], cells)

    def change_points(self, others):
        """Lists in place of ranges, with the new numbers; `others`: zones by name."""
        for _, node in self.zone.walk():
            held, location = points_of(node)
            if held is None or node.label == "Elements_t":
                continue
            if held.label == "IndexRange_t":
                low, high = held.value.ravel()
                held.value = np.arange(low, high + 1, dtype=held.value.dtype)[:, None]
                held.name, held.label = held.name.replace("Range", "List"), "IndexArray_t"
            donors = node.child("PointListDonor")
            for values, zone in ((held, self), (donors, others[node.text().rpartition("/")[2]] if donors else None)):
                if zone is not None and location != "Vertex":
                    values.value = np.vectorize(lambda n, of=zone.element_of: of[int(n)], otypes=[values.value.dtype])(
                        values.value)


def by_name(tree):
    """Sorts all zones."""
    for base in tree.labelled("CGNSBase_t"):
        zones = {zone.name: Sorted(zone, int(base.value[0])) for zone in base.labelled("Zone_t")}
        for zone in zones.values():
            zone.change_points(zones)


def without_numbers_of_boundary(tree):
    """What only the writer of a whole zone knows."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            zone.value[2, 0] = 0
            for made in sections_of(zone):
                made.node.value[1] *= int(made.node.value[1] == len(made.rows))
    return tree


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    tree, dice = without_numbers_of_boundary(random_mesh.mesh(seed, "sections")), Dice([seed, 17])
    whole, merged = os.path.join(folder, "whole.cgns"), os.path.join(folder, "merged.cgns")
    cgns.write(whole, tree)
    options = ["--no-digest", "--method", dice.pick(["rcb", "hilbert", "block"])]
    wrong = cut([whole], os.path.join(folder, "part_%d.cgns"), min(dice.pick([1, 2, 3, 5]), cells_of(tree)), options)
    if wrong:
        return wrong
    files = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    parts, shuffles, may_turn = [cgns.read(name) for name in files], {}, dice.chance(0.5)
    for base in [base for part in parts for base in part.labelled("CGNSBase_t")]:
        base.remove(":PCGNS#Partition")
        shuffles.setdefault(base.name, {}).update(
            {zone.name: Shuffle(dice, zone, int(base.value[0]), may_turn) for zone in base.labelled("Zone_t")})
    for of_base in shuffles.values():
        for shuffle in of_base.values():
            shuffle.apply(of_base)
    for name, part in zip(files, parts):
        cgns.write(name, part)
    result = tool.merge(files, merged, dice.pick([0, 0, 0, 2]))
    if result.code:
        return [result.why()]
    back = cgns.read(merged)
    by_name(tree)
    by_name(back)
    return compare.compare(tree, back, compare.Rules(list_order=True, any_order=True))


if __name__ == "__main__":
    sys.exit(rounds.main(__doc__, play, 20))
