"""random_sections.py: unstructured zones at random with many sections: faces and polyhedra in several NGON_n and NFACE_n,
faces and edges between sections of cells or with them in MIXED ones, parents, elements of high order, vertices that no
element has; and points in every form: lists and ranges of vertices, edges, faces and cells, of one section or several.
"""

import numpy as np

import points
from cgns import Node
from elements import DIMENSION, MIXED, NFACE, NGON, Section
from random_structured import BC_TYPES
from random_unstructured import PLANES, SURFACES, TETRAS, VOLUMES, Grid, add_fields, offsets, polygons_of

NODE, BAR = 2, 3
# The sides of cells, by corners.
SIDES_OF = {4: [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)], 5: [(0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)],
    6: [(0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5), (0, 2, 1), (3, 4, 5)],
    8: [(0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)]}
EDGES_OF = {3: [(0, 1), (1, 2), (2, 0)], 4: [(0, 1), (1, 2), (2, 3), (3, 0)]}
CORNERS = {10: 4, 11: 4, 30: 4, 12: 5, 13: 5, 21: 5, 14: 6, 15: 6, 16: 6, 17: 8, 18: 8, 19: 8, 5: 3, 6: 3, 7: 4, 8: 4, 9: 4}
MORE_VOLUMES = {**VOLUMES, "HEXA_27": (19, [tuple(range(8))], 19), "PENTA_18": (16, VOLUMES["PENTA_6"][1], 12),
    "PYRA_14": (13, VOLUMES["PYRA_5"][1], 10), "PYRA_13": (21, VOLUMES["PYRA_5"][1], 9), "TETRA_20": (30, TETRAS, 16)}


def zone(plan, name):
    """An unstructured zone without joins."""
    dice = plan.dice
    grid = Grid(dice, plan.dim)
    node = Node(name, "Zone_t")
    node.add("ZoneType", "ZoneType_t", "Unstructured")
    kind = dice.pick([np.int32, np.int64])
    made = Polyhedra(dice, grid, kind) if plan.dim == 3 and dice.chance(0.5) else Elements(dice, grid, kind)
    made.write(node)
    unused = dice.pick([0, 0, 1, 3])
    vertices = grid.vertices + unused
    node.value = np.array([[vertices], [made.cells], [dice.pick([0, 0, 0, 1])]], plan.index)
    add_fields(plan, node, {"Vertex": vertices, "CellCenter": made.cells})
    pools = {location: numbers for location, numbers in made.pools.items() if numbers}
    pools["Vertex"] = list(range(1, vertices + 1))
    Hanging(plan, node, pools, made.ranges).add()
    return node


def cut(dice, elements, most):
    """The elements in one or more groups."""
    groups = [[] for _ in range(dice.number(1, most))]
    for element in elements:
        dice.pick(groups).append(element)
    return [group for group in groups if group]


class Sections:
    """Sections, in the order of their elements."""

    def __init__(self, dice, kind):
        self.dice, self.kind = dice, kind
        self.cells = 0
        self.pools = {"FaceCenter": [], "EdgeCenter": [], "CellCenter": []}
        self.ranges = []  # of whole sections: location, first, last

    def add(self, node, name, number, first, rows):
        """An Elements_t; rows of MIXED begin with the type."""
        last, on_boundary = first + len(rows) - 1, self.dice.pick([0, 0, 0, len(rows), self.dice.number(0, len(rows))])
        made = node.add(name, "Elements_t", np.array([number, on_boundary], np.int32))
        made.add("ElementRange", "IndexRange_t", np.array([first, last], self.kind))
        made.add("ElementConnectivity", "DataArray_t", np.array([n for row in rows for n in row], self.kind))
        if number in (MIXED, NGON, NFACE):
            made.add("ElementStartOffset", "DataArray_t", offsets(rows, self.kind))
        return made


class Polyhedra(Sections):
    """Polygons and polyhedra, each in one section or several."""

    def __init__(self, dice, grid, kind):
        super().__init__(dice, kind)
        self.faces, self.of_cell = polygons_of(dice, grid)
        self.cells = len(self.of_cell)

    def write(self, node):
        """Adds the sections."""
        how = self.dice.pick(["both", "both", "NFACE", "parents", "some"])
        blocks = self.blocks(how != "parents")
        numbers, number = {"Faces": {}, "Cells": {}}, 1
        for title, group in blocks:
            numbers[title].update(zip(group, range(number, number + len(group))))
            number += len(group)
        faces, cells = numbers["Faces"], numbers["Cells"] or {cell: number + cell for cell in range(self.cells)}
        parents = {}
        for cell, row in enumerate(self.of_cell):
            for signed in row:
                parents.setdefault(abs(signed) - 1, [0, 0])[0 if signed > 0 else 1] = cells[cell]
        for index, (title, group) in enumerate(blocks):
            first, place = numbers[title][group[0]], "FaceCenter" if title == "Faces" else "CellCenter"
            if title == "Faces":
                made = self.add(node, f"Faces{index}", NGON, first, [self.faces[face] for face in group])
                if how in ("both", "parents") or (how == "some" and self.dice.chance(0.5)):
                    rows = np.array([parents[face] for face in group], self.kind)
                    made.add("ParentElements", "DataArray_t", np.ascontiguousarray(rows.T))
            else:
                self.add(node, f"Cells{index}", NFACE, first, [[int(np.sign(signed)) * faces[abs(signed) - 1]
                    for signed in self.of_cell[cell]] for cell in group])
            self.pools[place] += range(first, first + len(group))
            self.ranges.append((place, first, first + len(group) - 1))

    def blocks(self, has_cells):
        """Faces and cells by section: those on the surface may have sections of their own."""
        dice = self.dice
        uses = np.bincount([abs(signed) - 1 for row in self.of_cell for signed in row], minlength=len(self.faces))
        sides = [np.flatnonzero(uses == 1).tolist(), np.flatnonzero(uses != 1).tolist()]
        sides = sides if dice.chance(0.5) else [list(range(len(uses)))]
        blocks = [("Faces", group) for side in sides for group in cut(dice, side, 3)]
        blocks += [("Cells", group) for group in cut(dice, range(self.cells), 3)] if has_cells else []
        return dice.shuffled(blocks) if dice.chance(0.6) else blocks


def solids_of(grid, corners, number, elements, extra):
    """The elements that a cell becomes: (number of the type, vertices). Pyramids have their apex in common."""
    apex = grid.own(1) if len(elements) == len(SIDES_OF[8]) else []
    return [(number, [corners[c] for c in element] + apex + grid.own(max(0, extra - len(apex)))) for element in elements]


class Elements(Sections):
    """Elements of fixed types: cells, faces between them or around, edges and nodes, in any order or in one section."""

    def __init__(self, dice, grid, kind):
        super().__init__(dice, kind)
        self.dim = grid.dim
        table = MORE_VOLUMES if grid.dim == 3 else PLANES
        choice = dice.shuffled(sorted(table))[:dice.number(1, 3)]
        self.solids = [solid for corners in grid.cells for solid in solids_of(grid, corners, *table[dice.pick(choice)])]
        self.cells = len(self.solids)
        self.sides = [(SURFACES[grid.dim][name][0], [side[c] for c in corner])
            for side in (grid.boundary() if dice.chance(0.5) else grid.sides) if dice.chance(0.8)
            for name in [dice.pick(sorted(SURFACES[grid.dim]))] for corner in SURFACES[grid.dim][name][1]]
        self.others = []
        if grid.dim == 3 and dice.chance(0.4):
            self.others += [(BAR, list(side[:2])) for side in dice.shuffled(grid.sides)[:5]]
        if dice.chance(0.2):
            self.others += [(NODE, [dice.number(1, grid.vertices)]) for _ in range(3)]

    def write(self, node):
        """Adds the sections."""
        dice, groups = self.dice, self.groups()
        first, numbers = 1, {}
        for _, _, group in groups:
            for element in group:
                numbers[id(element)] = first
                first += 1
        around = self.cells_around(numbers)
        for index, (title, number, group) in enumerate(groups):
            rows = [([own] if number == MIXED else []) + vertices for own, vertices in group]
            begin = numbers[id(group[0])]
            made = self.add(node, f"{title}{index}", number, begin, rows)
            if title == "Faces" and dice.chance(0.5):
                self.add_parents(made, group, around)
            self.note(group, begin)

    def groups(self):
        """The elements by section: (title, number of its type, elements)."""
        dice = self.dice
        groups = []
        for title, elements in (("Cells", self.solids), ("Faces", self.sides), ("Others", self.others)):
            for group in cut(dice, elements, 3):
                if dice.chance(0.3):
                    groups.append([title, MIXED, group])
                    continue
                for number in dice.shuffled(sorted({number for number, _ in group})):
                    groups.append([title, number, [element for element in group if element[0] == number]])
        groups = dice.shuffled(groups)
        if len(groups) > 1 and dice.chance(0.4):  # cells and faces in one section
            blended = [groups.pop() for _ in range(dice.number(2, min(3, len(groups))))]
            groups.insert(dice.number(0, len(groups)),
                ["Blend", MIXED, dice.shuffled([element for _, _, group in blended for element in group])])
        return groups

    def cells_around(self, numbers):
        """By the vertices of a face: the number of each cell that has it, and which of its sides it is."""
        around = {}
        for element in self.solids:
            corners = element[1][:CORNERS[element[0]]]
            sides = (SIDES_OF if self.dim == 3 else EDGES_OF)[len(corners)]
            for side, which in enumerate(sides, 1):
                around.setdefault(frozenset(corners[c] for c in which), []).append((numbers[id(element)], side))
        return around

    def add_parents(self, section, group, around):
        """ParentElements, mostly with the positions."""
        both = [(around.get(frozenset(vertices), []) + [(0, 0), (0, 0)])[:2] for _, vertices in group]
        for which, name in enumerate(["ParentElements", "ParentElementsPosition"][:self.dice.pick([1, 2])]):
            values = [[cell[which] for cell in two] for two in both]
            section.add(name, "DataArray_t", np.ascontiguousarray(np.array(values, self.kind).T))

    def note(self, group, begin):
        """Which numbers conditions may name."""
        places = [self.location(number) for number, _ in group]
        for index, place in enumerate(places):
            if place:
                self.pools[place].append(begin + index)
        if places[0] and len(set(places)) == 1:
            self.ranges.append((places[0], begin, begin + len(group) - 1))

    def location(self, number):
        """Of points that are elements of that type; None for nodes."""
        dim = DIMENSION[number]
        return "CellCenter" if dim == self.dim else {1: "EdgeCenter", 2: "FaceCenter"}.get(dim)


class Hanging:
    """What hangs on the points of a zone. `pools`: the points of each location; `ranges`: those of whole sections."""

    def __init__(self, plan, node, pools, ranges):
        self.plan, self.dice, self.node, self.pools = plan, plan.dice, node, pools
        self.ranges = [(location, first, last) for location, first, last in ranges if location in pools]

    def add(self):
        """Conditions, regions and partial solutions."""
        dice = self.dice
        count = dice.number(0, 5)
        conditions = self.node.add("ZoneBC", "ZoneBC_t") if count else None
        for name in dice.shuffled(["Wall", "Inlet", "Far_Field", "sym-y", "out let", "x.1"])[:count]:
            self.add_condition(conditions.add(name, "BC_t", dice.pick(BC_TYPES)))
        if count and dice.chance(0.4):
            listed = [condition for condition in conditions.children if points.point_set(condition)[0]]
            if listed:
                condition = dice.pick(listed)
                region = self.node.add("OnCondition", "ZoneSubRegion_t", np.array([self.plan.dim - 1], np.int32))
                region.add("BCRegionName", "Descriptor_t", condition.name)
                region.add("Shear", "DataArray_t", dice.values((len(points.point_set(condition)[1]),)))
        for name, label in (("Some", "FlowSolution_t"), ("Few", "DiscreteData_t"), ("Region", "ZoneSubRegion_t"),
                ("Own", "UserDefinedData_t")):
            if dice.chance(0.3):
                value = np.array([self.plan.dim - 1], np.int32) if label == "ZoneSubRegion_t" else None
                self.add_partial(self.node.add(name, label, value))

    def add_partial(self, node):
        """Points with values."""
        count = self.add_points(node)
        node.add("Shear", "DataArray_t", self.dice.values((count,)))

    def add_points(self, node, old=False):
        """GridLocation and points; how many. `old`: an ElementRange or ElementList may be, too."""
        dice = self.dice
        location = dice.pick(sorted(self.pools))
        pool = self.pools[location]
        old = old and location == "FaceCenter" and dice.chance(0.4)
        if not old and (location != "Vertex" or dice.chance(0.3)):
            node.add("GridLocation", "GridLocation_t", location)
        whole = [(first, last) for place, first, last in self.ranges if place == location]
        form = dice.pick(["list", "list", "range", "section"])
        if form == "section" and whole:
            begin, end = dice.pick(whole)
            return self.add_range(node, begin, end, old)
        if form == "range":
            begin = end = dice.pick(pool)
            known = set(pool)
            while end + 1 in known and dice.chance(0.9):
                end += 1
            return self.add_range(node, begin, end, old)
        chosen = dice.shuffled(pool)[:dice.number(1, min(12, len(pool)))]
        node.add("ElementList" if old else "PointList", "IndexArray_t", np.array(chosen, self.plan.index)[:, None])
        return len(chosen)

    def add_range(self, node, begin, end, old):
        """A range."""
        value = np.array([[begin], [end]], self.plan.index)
        node.add("ElementRange" if old else "PointRange", "IndexRange_t", value)
        return end - begin + 1

    def add_condition(self, condition):
        """A BC_t."""
        dice = self.dice
        count = self.add_points(condition, True)
        if self.plan.families and dice.chance(0.5):
            condition.add("FamilyName", "FamilyName_t", dice.pick(self.plan.families))
        if dice.chance(0.2):
            condition.add("InwardNormalList", "IndexArray_t", dice.values((count, self.plan.dim), "f8"))
        if dice.chance(0.4):
            data = condition.add("Set", "BCDataSet_t", "BCWall").add("DirichletData", "BCData_t")
            data.add("Temperature", "DataArray_t", dice.values((count,)))
            if dice.chance(0.3):
                data.add("One", "DataArray_t", dice.values((1,)))
        if dice.chance(0.2):
            self.add_own(condition)

    def add_own(self, condition):
        """A data set at the vertices, or some of the points, of a condition."""
        dice = self.dice
        held = next(child for child in condition.children if child.label in ("IndexRange_t", "IndexArray_t"))
        numbers = np.ravel(held.value)
        if held.label == "IndexRange_t":
            numbers = np.arange(numbers[0], numbers[1] + 1)
        location = condition.child("GridLocation")
        location = location.text() if location else "FaceCenter" if held.name.startswith("Element") else "Vertex"
        if location in ("FaceCenter", "EdgeCenter") and dice.chance(0.5):
            location, wanted = "Vertex", set(numbers.tolist())
            numbers = sorted({int(n) for section in map(Section, self.node.labelled("Elements_t")) for n, row in
                enumerate(section.rows, section.first) if n in wanted for n in section.vertices(n - section.first)})
        chosen = dice.shuffled(list(map(int, numbers)))[:dice.number(1, 12)]
        own = condition.add("AtSome", "BCDataSet_t", "BCWall")
        own.add("GridLocation", "GridLocation_t", location)
        own.add("PointList", "IndexArray_t", np.array(chosen, self.plan.index)[:, None])
        own.add("NeumannData", "BCData_t").add("Heat", "DataArray_t", dice.values((len(chosen),)))
