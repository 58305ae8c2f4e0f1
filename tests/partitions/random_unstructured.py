"""random_unstructured.py: unstructured zones at random, on a small grid of hexahedra that are cut into elements.

Elements need not fit together as a solver's do: a merge looks at numbers only. Polyhedra do.
"""

import itertools

import numpy as np

from cgns import Node, table
from random_lists import outer_faces
from random_structured import BC_TYPES

HEXA = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)]
SIDES = [(0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (0, 4, 7, 3), (4, 5, 6, 7)]  # of a hexahedron, outwards
TETRAS = [(0, 1, 2, 5), (0, 2, 3, 7), (0, 5, 7, 4), (2, 7, 5, 6), (0, 2, 5, 7)]
# what a hexahedron, or a quadrilateral, becomes: number of the type, corners of each element, vertices of its own
VOLUMES = {"HEXA_8": (17, [tuple(range(8))], 0), "PENTA_6": (14, [(0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)], 0),
    "TETRA_4": (10, TETRAS, 0), "PYRA_5": (12, SIDES, 1), "HEXA_20": (18, [tuple(range(8))], 12),
    "TETRA_10": (11, TETRAS[:4], 6), "PENTA_15": (15, [(0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7)], 9)}
PLANES = {"QUAD_4": (7, [(0, 1, 2, 3)], 0), "TRI_3": (5, [(0, 1, 2), (0, 2, 3)], 0), "QUAD_9": (9, [(0, 1, 2, 3)], 5),
    "TRI_6": (6, [(0, 1, 2), (0, 2, 3)], 3)}
SURFACES = {3: {"QUAD_4": (7, [(0, 1, 2, 3)]), "TRI_3": (5, [(0, 1, 2), (0, 2, 3)])}, 2: {"BAR_2": (3, [(0, 1)])}}
MIXED, NGON, NFACE = 20, 22, 23


class Grid:
    """Cells of a small grid, the sides on its boundary, and how many vertices there are so far."""

    def __init__(self, dice, dim):
        sizes = [dice.number(1, 3 if dim == 3 else 5) for _ in range(dim)]
        counts = np.array(sizes) + 1
        self.dim, self.vertices = dim, int(counts.prod())
        names = dice.rng.permutation(self.vertices) + 1 if dice.chance(0.5) else np.arange(self.vertices) + 1
        corners = HEXA if dim == 3 else HEXA[:4]
        strides = np.concatenate([[1], np.cumprod(counts)[:-1]])
        self.cells = [[int(names[(np.array(at) + corner[:dim]) @ strides]) for corner in corners]
            for at in itertools.product(*map(range, sizes))]
        self.sides = [tuple(cell[c] for c in side) for cell in self.cells for side in self.around()]

    def around(self):
        """The sides of a cell as corners."""
        return SIDES if self.dim == 3 else [(0, 1), (1, 2), (2, 3), (3, 0)]

    def boundary(self):
        """The sides that one cell has."""
        counts = {}
        for side in self.sides:
            counts.setdefault(frozenset(side), []).append(side)
        return [found[0] for found in counts.values() if len(found) == 1]

    def own(self, count):
        """New vertices."""
        self.vertices += count
        return list(range(self.vertices - count + 1, self.vertices + 1))


def zone(plan, name):
    """An unstructured zone without joins."""
    dice = plan.dice
    grid = Grid(dice, plan.dim)
    node = Node(name, "Zone_t")
    node.add("ZoneType", "ZoneType_t", "Unstructured")
    kind = dice.pick([np.int32, np.int64])
    polygons = plan.dim == 3 and dice.chance(0.4)
    cells = (add_polyhedra if polygons else add_elements)(dice, node, grid, kind)
    node.value = np.array([[grid.vertices], [cells], [0]], plan.index)
    faces = outer_faces(node)
    add_fields(plan, node, {"Vertex": grid.vertices, "CellCenter": cells})
    add_boundary(plan, node, grid.vertices, faces)
    add_region(plan, node, grid.vertices, faces)
    if dice.chance(0.3):
        node.add("Note", "Descriptor_t", f"about {name}")
    return node


# --- elements ---


def add_elements(dice, node, grid, kind):
    """Sections of fixed types, or MIXED, for cells and for the surface; how many cells."""
    choice = dice.shuffled(sorted(VOLUMES if grid.dim == 3 else PLANES))[:dice.number(1, 3)]
    cells = [element for corners in grid.cells for element in elements_of(dice, grid, corners, dice.pick(choice))]
    surfaces = [(SURFACES[grid.dim][name][0], [side[c] for c in corner]) for side in grid.boundary() if dice.chance(0.8)
        for name in [dice.pick(sorted(SURFACES[grid.dim]))] for corner in SURFACES[grid.dim][name][1]]
    blocks = dice.shuffled([("Cells", cells), ("Faces", surfaces)])
    first = 1
    for title, elements in blocks:
        for number, section in enumerate(sections_of(dice, dice.shuffled(elements))):
            first = add_section(node, f"{title}{number}", section, first, kind)
    return len(cells)


def elements_of(dice, grid, corners, name):
    """The elements that a cell becomes: (number of the type, vertices)."""
    kind, elements, extra = (VOLUMES if grid.dim == 3 else PLANES)[name]
    apex = grid.own(1) if name == "PYRA_5" else None
    return [(kind, [corners[c] for c in element] + (apex or grid.own(extra))) for element in elements]


def sections_of(dice, elements):
    """Elements in sections: one MIXED, or one and more of each type."""
    if not elements:
        return []
    if dice.chance(0.3):
        return [(MIXED, elements)]
    made = []
    for kind in dice.shuffled(sorted({kind for kind, _ in elements})):
        alike = [element for element in elements if element[0] == kind]
        cut = dice.number(1, len(alike)) if dice.chance(0.3) else len(alike)
        made += [(kind, part) for part in (alike[:cut], alike[cut:]) if part]
    return made


def add_section(node, name, section, first, kind):
    """An Elements_t that begins with that number; the number after its last one."""
    number, elements = section
    last = first + len(elements) - 1
    made = node.add(name, "Elements_t", np.array([number, 0], np.int32))
    made.add("ElementRange", "IndexRange_t", np.array([first, last], kind))
    rows = [([own] if number == MIXED else []) + vertices for own, vertices in elements]
    made.add("ElementConnectivity", "DataArray_t", np.array([n for row in rows for n in row], kind))
    if number == MIXED:
        made.add("ElementStartOffset", "DataArray_t", offsets(rows, kind))
    return last + 1


def offsets(rows, kind):
    """Where each row begins, and the end."""
    return np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(kind)


def add_polyhedra(dice, node, grid, kind):
    """NGON_n with NFACE_n, ParentElements or both; how many cells."""
    faces, of_cell = polygons_of(dice, grid)
    count = len(faces)
    how = dice.pick(["both", "NFACE", "parents"])
    first = dice.chance(0.1) and how == "NFACE"
    start = len(grid.cells) if first else 0  # NFACE_n may stand before NGON_n
    ngon = Node("NGonElements", "Elements_t", np.array([NGON, 0], np.int32))
    ngon.add("ElementRange", "IndexRange_t", np.array([start + 1, start + count], kind))
    ngon.add("ElementStartOffset", "DataArray_t", offsets(faces, kind))
    ngon.add("ElementConnectivity", "DataArray_t", np.array([n for face in faces for n in face], kind))
    if how != "NFACE":
        parents = np.zeros((2, count), kind)
        for cell, rows in enumerate(of_cell):
            for signed in rows:
                parents[0 if signed > 0 else 1, abs(signed) - 1] = count + cell + 1
        ngon.add("ParentElements", "DataArray_t", parents)
    node.children.append(ngon)
    if how != "parents":
        nface = Node("NFaceElements", "Elements_t", np.array([NFACE, 0], np.int32))
        begin = 0 if first else count
        nface.add("ElementRange", "IndexRange_t", np.array([begin + 1, begin + len(of_cell)], kind))
        nface.add("ElementStartOffset", "DataArray_t", offsets(of_cell, kind))
        signed = [int(np.sign(n)) * (abs(n) + start) for row in of_cell for n in row]
        nface.add("ElementConnectivity", "DataArray_t", np.array(signed, kind))
        node.children.insert(len(node.children) - int(first), nface)
    return len(grid.cells)


def polygons_of(dice, grid):
    """Faces as lists of vertices, and the signed numbers of the faces of each cell; some faces are cut in two."""
    cut = {side for side in map(frozenset, grid.sides) if dice.chance(0.2)}
    numbers, faces, of_cell = {}, [], []
    order = dice.rng.permutation(len({frozenset(side) for side in grid.sides}) + len(cut)) + 1
    for corners in grid.cells:
        rows = []
        for side in SIDES:
            whole = [corners[c] for c in side]
            known = numbers.get(frozenset(whole))
            if known:
                rows += [-number for number in known]
                continue
            pieces = [whole[:3], [whole[0], *whole[2:]]] if frozenset(whole) in cut else [whole]
            fresh = [int(order[len(faces) + n]) for n in range(len(pieces))]
            faces += pieces
            numbers[frozenset(whole)] = fresh
            rows += fresh
        of_cell.append(dice.shuffled(rows))
    placed = [None] * len(faces)
    for number, face in zip(order, faces):
        placed[number - 1] = face
    return placed, of_cell


# --- what hangs on them ---


def add_fields(plan, node, counts):
    """GridCoordinates, solutions of every step and the table of their names."""
    dice = plan.dice
    grid = Node("GridCoordinates", "GridCoordinates_t")
    kind = dice.pick(["f8", "f8", "f4"])
    for axis in "XYZ"[:plan.dim]:
        grid.add(f"Coordinate{axis}", "DataArray_t", dice.values((counts["Vertex"],), kind))
    node.children.insert(1, grid)
    names = [f"Sol{step:04d}" for step in range(1, plan.steps + 1)] or ["FlowSolution"]
    location = dice.pick(["Vertex", "CellCenter"])
    for name in names:
        add_solution(dice, node, name, location, counts[location])
    if dice.chance(0.3):
        other = dice.pick(["Vertex", "CellCenter"])
        add_solution(dice, node, "Other", other, counts[other])
    if node.child("NGonElements") and dice.chance(0.2):
        low, high = node.at("NGonElements/ElementRange").value
        add_solution(dice, node, "OnFaces", "FaceCenter", int(high - low + 1))
    if plan.steps:
        iterative = node.add("ZoneIterativeData", "ZoneIterativeData_t")
        iterative.add("FlowSolutionPointers", "DataArray_t", table(names))


def add_solution(dice, node, name, location, count):
    """Two fields."""
    solution = node.add(name, "FlowSolution_t")
    if location != "Vertex" or dice.chance(0.3):
        solution.add("GridLocation", "GridLocation_t", location)
    for field in ("Pressure", "Density"):
        solution.add(field, "DataArray_t", dice.values((count,)))


def add_points(plan, node, vertices, faces):
    """GridLocation and PointList or PointRange of a node; how many points."""
    dice = plan.dice
    at_faces = faces and dice.chance(0.7)
    if at_faces or dice.chance(0.3):
        facing = "FaceCenter" if plan.dim == 3 else "EdgeCenter"
        node.add("GridLocation", "GridLocation_t", facing if at_faces else "Vertex")
    choice = faces if at_faces else list(range(1, vertices + 1))
    if at_faces and dice.chance(0.3) and choice[-1] - choice[0] == len(choice) - 1:
        begin, end = sorted((dice.pick(choice), dice.pick(choice)))
        node.add("PointRange", "IndexRange_t", np.array([[begin], [end]], plan.index))
        return end - begin + 1
    chosen = dice.shuffled(choice)[:dice.number(1, min(12, len(choice)))]
    node.add("PointList", "IndexArray_t", np.array(chosen, plan.index)[:, None])
    return len(chosen)


def add_boundary(plan, node, vertices, faces):
    """A ZoneBC with some conditions, and data of their points."""
    dice = plan.dice
    count = dice.number(0, 3)
    conditions = node.add("ZoneBC", "ZoneBC_t") if count else None
    for name in dice.shuffled(["Wall", "Inlet", "Far_Field", "sym-y"])[:count]:
        condition = conditions.add(name, "BC_t", dice.pick(BC_TYPES))
        points = add_points(plan, condition, vertices, faces)
        if plan.families and dice.chance(0.5):
            condition.add("FamilyName", "FamilyName_t", dice.pick(plan.families))
        if dice.chance(0.5):
            data = condition.add("BCDataSet", "BCDataSet_t", "BCWall").add("DirichletData", "BCData_t")
            data.add("Temperature", "DataArray_t", dice.values((points,)))


def add_region(plan, node, vertices, faces):
    """A ZoneSubRegion, or a solution at some points."""
    dice = plan.dice
    if dice.chance(0.6):
        return
    region = node.add("Region", "ZoneSubRegion_t", np.array([plan.dim - 1], np.int32))
    conditions = node.child("ZoneBC").children if node.child("ZoneBC") else []
    listed = [condition for condition in conditions if condition.child("PointList")]
    if listed and dice.chance(0.4):
        condition = dice.pick(listed)
        region.add("BCRegionName", "Descriptor_t", condition.name)
        count = len(condition.child("PointList").value)
    else:
        count = add_points(plan, region, vertices, faces)
    region.add("Shear", "DataArray_t", dice.values((count,)))
