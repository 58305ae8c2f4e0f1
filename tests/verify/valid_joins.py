"""valid_joins.py: small meshes whose zones are connected in other ways than those of valid.py, and sets of files."""

import numpy as np

import cgns
import split
import valid
from cgns import Node, PLAIN
from points import range_points
from valid import add_bc, add_coordinates, add_solution, add_zone, base_of, bent, box, cube_cells, integers, lattice, new_root
from valid import outer_sides, section


def periodic_of(join, angle=(0, 0, 0), translation=(0, 0, 0)):
    """The motion that leads to the donor."""
    node = join.add("GridConnectivityProperty", "GridConnectivityProperty_t").add("Periodic", "Periodic_t")
    for name, value in (("RotationCenter", (0, 0, 0)), ("RotationAngle", angle), ("Translation", translation)):
        node.add(name, "DataArray_t", np.array(value, np.float32))


@valid.valid
def sector():
    """A sector of a ring, 4 x 3 x 3 vertices: jmin is jmax, turned by 0.3 about z; kmin is kmax, moved."""
    root = new_root()
    base = base_of(root)
    counts = [4, 3, 3]
    zone = add_zone(base, "Ring", [[n, n - 1, 0] for n in counts], "Structured")
    i, j, k = lattice(counts).astype(float).T
    radius, angle = 1 + 0.25 * i, 0.15 * j
    add_coordinates(zone, (radius * np.cos(angle), radius * np.sin(angle), 0.5 * k), counts[::-1])
    bcs = zone.add("ZoneBC", "ZoneBC_t")
    add_bc(bcs, "imin", "Wall", PointRange=[[1, 1], [1, 3], [1, 3]])
    add_bc(bcs, "imax", "Far", location="IFaceCenter", PointRange=[[4, 4], [1, 2], [1, 2]])
    grid = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    low, high = [[1, 4], [1, 1], [1, 3]], [[1, 4], [3, 3], [1, 3]]
    bottom, top = [[1, 4], [1, 3], [1, 1]], [[1, 4], [1, 3], [3, 3]]
    for name, here, there, motion in (("Low", low, high, {"angle": (0, 0, 0.3)}),
            ("High", high, low, {"angle": (0, 0, -0.3)}), ("Bottom", bottom, top, {"translation": (0, 0, 1)}),
            ("Top", top, bottom, {"translation": (0, 0, -1)})):
        join = grid.add(name, "GridConnectivity1to1_t", "Ring")
        join.add("Transform", '"int[IndexDimension]"', integers([1, 2, 3]))
        join.add("PointRange", "IndexRange_t", valid.box(here))
        join.add("PointRangeDonor", "IndexRange_t", valid.box(there))
        periodic_of(join, **motion)
    return root


def as_lists(join, ranged=False):
    """Makes a range in the direction of its indices a list, or, `ranged`, that of its donors alone."""
    here, there = (join.child(name).value.astype(int) for name in ("PointRange", "PointRangeDonor"))
    join.label = "GridConnectivity_t"
    join.remove("Transform", "PointRangeDonor", *([] if ranged else ["PointRange"]))
    join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
    if not ranged:
        join.add("PointList", "IndexArray_t", integers(range_points(here)))
    join.add("PointListDonor", "IndexArray_t", integers(range_points(there)))


@valid.valid
def sector_in_lists():
    """The sector with lists, all of as many points."""
    root = sector()
    for join in root.at("Base/Ring/ZoneGridConnectivity").children:
        as_lists(join)
    return root


@valid.valid
def sector_in_all_forms():
    """The sector with a list opposite a range of one side, and one opposite a 1-to-1 interface."""
    root = sector()
    joins = root.at("Base/Ring/ZoneGridConnectivity")
    for name, ranged in (("Low", False), ("High", True), ("Bottom", False)):
        as_lists(joins.child(name), ranged)
    return root


@valid.valid
def pair():
    """Two zones of 2 x 2 x 2 hexahedra side by side, joined by vertices and by faces; BCs on all other sides."""
    root = new_root()
    base = base_of(root)
    counts = [3, 3, 3]
    cells = cube_cells(counts)
    sides = outer_sides(cells)
    points = lattice(counts)
    for name, seam in (("Left", 2), ("Right", 4)):
        zone = add_zone(base, name, [[27, len(cells), 0]], "Unstructured")
        add_coordinates(zone, bent(points + [0 if name == "Left" else 2, 0, 0]), (27,))
        after = section(zone, "Hexa", 17, 1, len(cells), cells)
        seams = [corners for _, side, corners in sides if side == seam]
        others = [corners for _, side, corners in sides if side != seam]
        after_seam = section(zone, "SeamFaces", 7, after, len(seams), seams)
        last = section(zone, "FarFaces", 7, after_seam, len(others), others) - 1
        add_bc(zone.add("ZoneBC", "ZoneBC_t"), "Far", "Far", location="FaceCenter", PointRange=[[after_seam, last]])
        add_solution(zone, "Cells", "CellCenter", (len(cells),))
    join_pair(base, cells, points, sides)
    return root


@valid.valid
def pair_of_kinds():
    """The pair, joined by faces, of which those of a structured zone on the left are normal to an axis."""
    root = pair()
    left = root.at("Base/Left")
    here, there = (root.at(f"Base/{side}/ZoneGridConnectivity/Faces") for side in ("Left", "Right"))
    corners = lattice([3, 3, 3])[left.at("SeamFaces/ElementConnectivity").value.reshape(-1, 4) - 1]
    indices, whole = corners.min(axis=1) + 1, here.child("PointList").value.ravel().tolist()
    here.child("PointList").value = integers(indices)
    numbers = there.child("PointListDonor").value.ravel().tolist()
    there.child("PointListDonor").value = integers([indices[whole.index(number)] for number in numbers])
    here.child("GridLocation").value = cgns.text_array("IFaceCenter")
    for side in ("Left", "Right"):
        root.at(f"Base/{side}/ZoneGridConnectivity").remove("Vertices")
    left.value = valid.box([[3, 2, 0]] * 3)
    left.child("ZoneType").value = cgns.text_array("Structured")
    left.remove("Hexa", "SeamFaces", "FarFaces", "ZoneBC")
    for array in [node for name in ("GridCoordinates", "Cells") for node in left.child(name).labelled("DataArray_t")]:
        array.value = array.value.reshape([round(len(array.value) ** (1 / 3))] * 3)
    bcs = left.add("ZoneBC", "ZoneBC_t")
    for axis, low in ((0, True), (1, True), (1, False), (2, True), (2, False)):
        side = [[1, 3]] * 3
        side[axis] = [1 if low else 3] * 2
        add_bc(bcs, f"{'ijk'[axis]}{'min' if low else 'max'}", "Far", PointRange=side)
    return root


@valid.valid
def pair_that_overlaps():
    """The pair without conditions on the seam: one zone has holes, the other one an interface of the default type."""
    root = pair()
    left, right = (root.at(f"Base/{side}/ZoneGridConnectivity") for side in ("Left", "Right"))
    for joins in (left, right):
        joins.children = []
    left.add("Holes", "OversetHoles_t").add("PointList", "IndexArray_t", integers([[3], [6]]))
    join = right.add("Overlap", "GridConnectivity_t", "Left")
    join.add("PointList", "IndexArray_t", integers([[1], [4]]))
    join.add("CellListDonor", "IndexArray_t", integers([[2], [4]]))
    join.add("InterpolantsDonor", "DataArray_t", np.full((2, 3), 0.5))
    return root


@valid.valid
def pair_of_late_cells():
    """The pair, whose hexahedra have higher numbers than their faces, joined by cells that overlap."""
    root = pair()
    for name, donor in (("Left", "Right"), ("Right", "Left")):
        zone = root.at("Base/" + name)
        for part, first, last in (("Hexa", 25, 32), ("SeamFaces", 1, 4), ("FarFaces", 5, 24)):
            zone.at(part + "/ElementRange").value = integers([first, last])
        zone.at("ZoneBC/Far/PointRange").value = valid.box([[5, 24]])
        joins = zone.child("ZoneGridConnectivity")
        joins.children = []
        join = joins.add("Overlap", "GridConnectivity_t", donor)
        join.add("GridLocation", "GridLocation_t", "CellCenter")
        join.add("PointList", "IndexArray_t", integers([[25], [32]]))
        join.add("CellListDonor", "IndexArray_t", integers([[27], [31]]))
        join.add("InterpolantsDonor", "DataArray_t", np.full((2, 3), 0.5))
    return root


@valid.valid
def blocks_with_listed_faces():
    """The mesh `blocks`, each condition a list of faces, or of the cells behind them."""
    root = valid.build("blocks")[0]
    for zone in root.child("Base").labelled("Zone_t"):
        for number, bc in enumerate(zone.child("ZoneBC").children):
            low, high = bc.child("PointRange").value
            # Faces count as vertices along the index that they share, and else as cells.
            flat, at_cells = low == high, number % 2
            last = np.minimum(high, zone.value[1]) if at_cells else np.where(flat, high, high - 1)
            first = np.minimum(low, last)
            bc.remove("PointRange")
            bc.add("GridLocation", "GridLocation_t", "CellCenter" if at_cells else "FaceCenter")
            bc.add("PointList", "IndexArray_t", integers(range_points(np.array([first, last]))))
    return root


def join_pair(base, cells, points, sides):
    """Both zones have their faces of the seam from number 9 on, ordered by their own sides."""
    at = {name: np.flatnonzero(points[:, 0] == plane) + 1 for name, plane in (("Left", 2), ("Right", 0))}
    middle = {name: [tuple(points[corners - 1].mean(axis=0)[1:]) for _, side, corners in sides if side == seam]
        for name, seam in (("Left", 2), ("Right", 4))}
    for name, donor in (("Left", "Right"), ("Right", "Left")):
        grid = base.child(name).add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
        faces = [len(cells) + 1 + middle[donor].index(place) for place in middle[name]]
        mine = [len(cells) + 1 + i for i in range(len(faces))]
        for kind, location, here, there in (("Vertices", "Vertex", at[name], at[donor]),
                ("Faces", "FaceCenter", mine, faces)):
            join = grid.add(kind, "GridConnectivity_t", donor)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
            join.add("GridLocation", "GridLocation_t", location)
            join.add("PointList", "IndexArray_t", valid.box([here]))
            join.add("PointListDonor", "IndexArray_t", valid.box([there]))


def parts(convention, wanted, name="blocks"):
    """The files of a split on three ranks that is as wanted."""
    whole = valid.build(name)[0]
    if name == "blocks":
        valid.add_steps(whole.child("Base"), ["Cells", "Cells"])
    for seed in range(1000):
        made = split.split(whole, convention, 3, seed)
        made.style = PLAIN
        trees = [tree for _, tree, _ in made.files]
        if wanted(trees):
            return trees
    raise SystemExit(f"no seed makes such a set of {convention}")


def parts_of(trees, name="Left"):
    """The parts of a zone, in the order of the files."""
    return [zone for tree in trees for zone in tree.child("Base").labelled("Zone_t") if zone.name.startswith(name + ".P")]


@valid.valid
def fringe():
    """The blocks, with a plane of ghosts whose points overset interfaces name, by a range and by a list."""
    root = valid.build("blocks")[0]
    grid = root.at("Base/Left/GridCoordinates")
    grid.add("Rind", "Rind_t", integers([0, 1, 0, 0, 0, 0]))
    for node in grid.labelled("DataArray_t"):
        node.value = np.concatenate([node.value, 2 * node.value[..., -1:] - node.value[..., -2:-1]], axis=2)
    joins = root.at("Base/Left/ZoneGridConnectivity")
    for name, label, value in (("PointRange", "IndexRange_t", box([[6, 6], [1, 4], [1, 3]])),
            ("PointList", "IndexArray_t", box([[6, 6, 6], [1, 2, 3], [1, 1, 1]]))):
        join = joins.add("Fringe" + name, "GridConnectivity_t", "Right")
        join.add("GridConnectivityType", "GridConnectivityType_t", "Overset")
        join.add(name, label, value)
    return root


@valid.valid
def maia():
    """A set with all marks of Maia; Left has a part in each file."""

    def wanted(trees):
        marks = [zone.child(":CGNS#GlobalNumbering") for zone in parts_of(trees)]
        if [zone.name for zone in parts_of(trees)] != [f"Left.P{rank}.N0" for rank in range(3)]:
            return False
        alike = np.array_equal(parts_of(trees)[0].value, parts_of(trees)[1].value)
        return alike and all(len(mark.children) == 5 for mark in marks)

    return parts("maia", wanted)


@valid.valid
def maia_hexa():
    """A set of `hexa` with the marks of Maia."""
    return parts("maia", lambda trees: len(trees) == 3, "hexa")


@valid.valid
def seacas():
    """A set of SEACAS."""
    return parts("seacas", lambda trees: len(trees) == 3)


def replace(node, name, value):
    """Gives a child another value."""
    child = node.child(name)
    child.value = value if not isinstance(value, str) else Node("", "", value).value


def put(node, index, value):
    """Changes one number of a value."""
    node.value = node.value.copy()
    node.value[index] = value
