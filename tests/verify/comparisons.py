"""comparisons.py: pairs of meshes, and what a comparison of them must find.

Each function changes the second of two equal trees; its decorator says which nodes must be told, of which kind, and with
which options. Nothing else may be told as a difference.
"""

import numpy as np

import valid
import valid_joins  # noqa: F401  pylint: disable=unused-import
import valid_tree  # noqa: F401  pylint: disable=unused-import
import valid_unstructured  # noqa: F401  pylint: disable=unused-import
from cgns import PLAIN, Style, table

COMPARISONS = {}
DENSITY = "/Base/Zone/Cells1/Density"
GRID = "/Base/Zone/GridCoordinates/CoordinateX"
FAR = "/Base/Zone/ZoneBC/Far"


class Comparison:
    """Trees to compare, options, and the differences expected as {path: kind}."""

    def __init__(self, change, expected, options, base, style, notes):
        self.change = change
        self.expected = expected
        self.options = options
        self.base = base
        self.style = style
        self.notes = notes

    def trees(self):
        """Both sides."""
        make = MESHES.get(self.base) or (lambda: valid.build(self.base)[0])
        left, right = make(), make()
        self.change(left, right)
        return left, right


def comparison(expected=None, options=(), base="hexa", style=PLAIN, notes=None):
    """Registers a change; `notes`: paths of what must be told without being a difference, and their kinds."""
    def register(change):
        COMPARISONS[change.__name__] = Comparison(change, expected or {}, list(options), base, style, notes or {})
        return change
    return register


def at(tree, path):
    """A node by its whole path."""
    return tree.at(path.strip("/"))


def replaced(node, index, value):
    """Sets one value."""
    node.value = node.value.copy()
    node.value.reshape(-1)[index] = value


# --- what is no difference ---


@comparison()
def nothing(_left, _right):
    """Equal files."""


@comparison(base="blocks")
def nothing_structured(_left, _right):
    """The same of structured zones."""


@comparison(style=Style(gzip=True))
def compressed(_left, _right):
    """One of them in compressed chunks."""


@comparison(style=Style(big_endian=True))
def swapped_bytes(_left, _right):
    """In the other byte order."""


@comparison(notes={DENSITY: "width", "/Base/Zone/Hexa/ElementConnectivity": "width"})
def widened(left, right):
    """Exact values in wider types."""
    for _, node in left.walk():
        if node.value is not None and node.value.dtype == np.float64:
            node.value = node.value.astype(np.float32).astype(np.float64)
    for (_, node), (_, narrow) in zip(right.walk(), left.walk()):
        if node.value is None:
            continue
        if node.value.dtype == np.float64:
            node.value = narrow.value.astype(np.float32)
        if node.value.dtype == np.int32:
            node.value = node.value.astype(np.int64)


@comparison()
def other_order(_left, right):
    """Children in another order."""
    for _, node in list(right.walk()):
        node.children.reverse()


@comparison()
def other_version(_left, right):
    """Another CGNSLibraryVersion."""
    at(right, "/CGNSLibraryVersion").value = np.array([4.2], np.float32)


@comparison()
def said_explicitly(_left, right):
    """What holds anyhow, said."""
    at(right, "/Base/Zone/GridCoordinates").add("Rind", "Rind_t", np.zeros(2, np.int32))


@comparison(notes={FAR + "/PointList": "renumbered"})
def points_in_other_order(_left, right):
    """A list of faces turned around."""
    node = at(right, FAR + "/PointList")
    node.value = node.value[::-1].copy()


@comparison(notes={FAR + "/PointList": "renumbered"})
def points_with_data(left, right):
    """The same with data that belong to the faces."""
    for tree, step in ((left, 1), (right, -1)):
        node = at(tree, FAR + "/PointList")
        data = at(tree, FAR).add("Set", "BCDataSet_t", "BCFarfield").add("Dirichlet", "BCData_t")
        data.add("Pressure", "DataArray_t", np.arange(len(node.value), dtype=float)[::step].copy())
        node.value = node.value[::step].copy()


@comparison(notes={"/Base/Zone/ZoneBC/Wall/PointRange": "renumbered"})
def range_as_list(_left, right):
    """A range of faces as a list of the same."""
    wall = at(right, "/Base/Zone/ZoneBC/Wall")
    first, last = at(right, "/Base/Zone/ZoneBC/Wall/PointRange").value.reshape(-1)
    wall.remove("PointRange")
    wall.add("PointList", "IndexArray_t", np.arange(first, last + 1, dtype=np.int32).reshape(-1, 1))


@comparison(base="blocks", notes={"/Base/Left/ZoneGridConnectivity/ToRight": "renamed"})
def renamed_join(_left, right):
    """A join under another name."""
    at(right, "/Base/Left/ZoneGridConnectivity/ToRight").name = "match.7"


def two_joins(tree):
    """An interface in two halves, with a region that refers to one of them."""
    zone = at(tree, "/Base/Left")
    joins = zone.child("ZoneGridConnectivity")
    half = joins.child("ToRight").copy()
    half.name = "Half"
    joins.children.append(half)
    for join, (low, high) in ((joins.child("ToRight"), (1, 2)), (half, (2, 4))):
        for node in join.labelled("IndexRange_t"):
            node.value = node.value.copy()
            node.value[:, 1] = low, high
    region = zone.add("Region", "ZoneSubRegion_t", valid.integers([2]))
    region.add("GridConnectivityRegionName", "Descriptor_t", "ToRight")


@comparison({"/Base/Left/ZoneGridConnectivity/ToRight": "name", "/Base/Left/ZoneGridConnectivity/Half": "name"}, base="blocks")
def swapped_names_below_a_region(left, right):
    """A region refers to another interface, although both interfaces are there."""
    for tree in (left, right):
        two_joins(tree)
    joins = at(right, "/Base/Left/ZoneGridConnectivity").children
    joins[0].name, joins[1].name = joins[1].name, joins[0].name


@comparison(base="blocks", notes={"/Base/Left/ZoneGridConnectivity/Half": "renamed"})
def renamed_join_beside_that_of_a_region(left, right):
    """No region refers to the interface that has another name."""
    for tree in (left, right):
        two_joins(tree)
    at(right, "/Base/Left/ZoneGridConnectivity/Half").name = "match.7"


@comparison({"/Base": "only in B"}, base="blocks")
def base_that_is_called_like_metadata(left, _right):
    """What is no content has no partner."""
    at(left, "/Base").name = ":PCGNS#PerRank"


@comparison(notes={FAR + "/PointList": "renumbered"})
def list_with_a_default_below(_left, right):
    """Of what is below a list, only content counts."""
    points = at(right, FAR + "/PointList")
    points.add("Rind", "Rind_t", valid.integers([0, 0]))
    points.value = points.value[::-1].copy()


@comparison(options=["--ignore", "Note"], base="pair",
    notes={f"/Base/Left/ZoneGridConnectivity/{name}": "renamed" for name in ("Vertices", "Faces")})
def renamed_joins_with_other_notes(left, right):
    """Interfaces under other names and in another order, with notes of their own."""
    for tree in (left, right):
        for join in at(tree, "/Base/Left/ZoneGridConnectivity").children:
            join.add("Note", "Descriptor_t", f"{join.name} {tree is left}")
    joins = at(right, "/Base/Left/ZoneGridConnectivity").children
    for join in joins:
        join.name = f"match.{join.name}"
    joins.reverse()


@comparison(options=["--only", "Pressure"])
def only_data_of_moved_points(left, right):
    """Data of faces in another order, which are not compared themselves."""
    points_with_data(left, right)


def reverse(tree, path):
    """The node, whose values are now in the reverse order."""
    node = at(tree, path)
    node.value = node.value[::-1].copy()
    return node


@comparison(notes={FAR + "/PointList": "renumbered"})
def region_of_moved_points(left, right):
    """Data of a region that refers to the faces, which are in another order."""
    for tree, step in ((left, 1), (right, -1)):
        node = at(tree, FAR + "/PointList")
        region = at(tree, "/Base/Zone").add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
        region.add("BCRegionName", "Descriptor_t", FAR.rsplit("/", 1)[1])
        region.add("Pressure", "DataArray_t", np.arange(len(node.value), dtype=float)[::step].copy())
        node.value = node.value[::step].copy()


@comparison(notes={"/Base/Zone/Joins/Join/PointList": "renumbered"})
def region_of_moved_interface(left, right):
    """Data of a region that names an interface with its container, whose points are in another order."""
    for tree, step in ((left, 1), (right, -1)):
        zone = at(tree, "/Base/Zone")
        join = zone.add("Joins", "ZoneGridConnectivity_t").add("Join", "GridConnectivity_t", "Elsewhere")
        join.add("PointList", "IndexArray_t", np.array([[1], [3], [4]], np.int32)[::step].copy())
        region = zone.add("Region", "ZoneSubRegion_t", np.array([2], np.int32))
        region.add("GridConnectivityRegionName", "Descriptor_t", "Joins/Join")
        region.add("Pressure", "DataArray_t", np.arange(3.0)[::step].copy())


@comparison({"/Base/Zone/Region/Pressure": "reordered"}, notes={FAR + "/PointList": "renumbered"})
def region_that_did_not_move(left, right):
    """The same data in order, of faces in another order."""
    region_of_moved_points(left, right)
    reverse(right, "/Base/Zone/Region/Pressure")


@comparison({FAR + "/PointList": "points"}, ["--only", "Pressure"])
def only_region_of_other_points(left, right):
    """The same data of other faces."""
    region_that_did_not_move(left, right)
    reverse(right, FAR + "/PointList").value[-1] = 1


@comparison({f"{FAR}/Set/Dirichlet/Pressure": "reordered"}, ["--only", "Pressure"])
def only_data_that_did_not_move(left, right):
    """The same data in order, of faces in another order, which are not compared themselves."""
    points_with_data(left, right)
    reverse(right, f"{FAR}/Set/Dirichlet/Pressure")


@comparison({FAR + "/PointList": "points"}, ["--only", "Pressure"])
def only_data_of_other_points(left, right):
    """The same data of other faces."""
    only_data_that_did_not_move(left, right)
    reverse(right, FAR + "/PointList").value[-1] = 1


@comparison({"/Base/Zone/ZoneBC/Wall/PointRange": "points"}, ["--only", "Pressure"])
def only_data_of_another_range(left, right):
    """The same data of a range as long."""
    for tree, shift in ((left, 0), (right, -1)):
        node = at(tree, "/Base/Zone/ZoneBC/Wall/PointRange")
        node.value = node.value + np.int32(shift)
        data = at(tree, "/Base/Zone/ZoneBC/Wall").add("Set", "BCDataSet_t", "BCWall").add("Dirichlet", "BCData_t")
        first, last = node.value.reshape(-1)
        data.add("Pressure", "DataArray_t", np.arange(float(last - first + 1)))


@comparison(options=["--only", "Point*"], notes={FAR + "/PointList": "renumbered"})
def only_moved_points(left, right):
    """The faces, without their data."""
    points_with_data(left, right)


@comparison(options=["--only", "Point*"], notes={"/Base/Zone/ZoneBC/Wall/PointRange": "renumbered"})
def only_range_as_list(left, right):
    """Points in two forms, and nothing else."""
    range_as_list(left, right)


@comparison(options=["--ignore", "PointRange"])
def ignored_range_beside_a_list(left, right):
    """Points that are left out in one of their forms."""
    range_as_list(left, right)


@comparison(options=["--only", "PointList"], notes={"/Base/Zone/ZoneBC/Wall/PointRange": "renumbered"})
def only_a_list_beside_a_range(left, right):
    """Points that are named in one of their forms."""
    range_as_list(left, right)


@comparison(options=["--only", "*GridCoordinates/GridLocation"])
def only_a_default(_left, right):
    """A default that one side states."""
    at(right, "/Base/Zone/GridCoordinates").add("GridLocation", "GridLocation_t", "Vertex")


@comparison(notes={FAR + "/PointList": "renumbered"})
def points_of_another_type(left, right):
    """Faces in another order, in integers without a sign."""
    points_with_data(left, right)
    node = at(right, FAR + "/PointList")
    node.value = node.value.astype(np.uint32)


@comparison({FAR + "/PointList": "points"})
def points_that_only_wrap(left, right):
    """Indices that have the bits of negative ones; in another order, so that they are compared as a set."""
    at(left, FAR + "/PointList").value = np.array([[5], [-2**63]], np.int64)
    at(right, FAR + "/PointList").value = np.array([[2**63], [5]], np.uint64)


@comparison()
def both_nan(left, right):
    """A NaN on both sides, of other bits, and zeros of both signs."""
    for tree, sign in ((left, 1), (right, -1)):
        replaced(at(tree, DENSITY), 3, np.copysign(np.nan, sign))
        replaced(at(tree, DENSITY), 4, sign * 0.0)


# --- what is one ---


@comparison({DENSITY: "values"})
def changed_value(_left, right):
    """One value."""
    replaced(at(right, DENSITY), 5, 7.0)


@comparison({DENSITY: "values"}, style=Style(gzip=True))
def changed_value_compressed(_left, right):
    """One value, in compressed chunks."""
    replaced(at(right, DENSITY), 17, 7.0)


@comparison({DENSITY: "reordered"})
def swapped_values(_left, right):
    """Two values of one array have changed places."""
    values = at(right, DENSITY).value.copy()
    values[[2, 9]] = values[[9, 2]]
    at(right, DENSITY).value = values


@comparison({GRID: "values"})
def one_ulp(_left, right):
    """A vertex moved as little as can be."""
    values = at(right, GRID).value
    replaced(at(right, GRID), 21, np.nextafter(values[21], np.inf))


@comparison({DENSITY: "values"})
def one_nan(_left, right):
    """A NaN on one side."""
    replaced(at(right, DENSITY), 0, np.nan)


@comparison({DENSITY: "values"}, ["--nan", "different"])
def nan_is_different(left, right):
    """A NaN on both sides, which is to be a difference."""
    replaced(at(left, DENSITY), 0, np.nan)
    replaced(at(right, DENSITY), 0, np.nan)


@comparison({FAR: "only"})
def lost_bc(_left, right):
    """A boundary condition is missing."""
    at(right, "/Base/Zone/ZoneBC").remove("Far")


@comparison({FAR + "/PointList": "points"})
def lost_face(_left, right):
    """A face of a boundary condition is missing."""
    node = at(right, FAR + "/PointList")
    node.value = node.value[:-1].copy()


@comparison({FAR + "/PointList": "points"})
def other_face(_left, right):
    """A face of a boundary condition is another one."""
    replaced(at(right, FAR + "/PointList"), 3, 1)


@comparison({FAR + "/FamilyName": "values"})
def other_family(_left, right):
    """A text."""
    at(right, FAR + "/FamilyName").value = np.frombuffer(b"Wall", np.int8)


@comparison({"/Base/Zone/Cells1": "label"})
def other_label(_left, right):
    """A label."""
    at(right, "/Base/Zone/Cells1").label = "DiscreteData_t"


@comparison({DENSITY: "type"})
def integers_for_reals(_left, right):
    """Integers where there were reals."""
    at(right, DENSITY).value = at(right, DENSITY).value.astype(np.int32)


@comparison({DENSITY: "extents"})
def shorter(_left, right):
    """A field with fewer values."""
    at(right, DENSITY).value = at(right, DENSITY).value[:-1].copy()


@comparison({"/Base": "name"})
def other_base(_left, right):
    """The base has another name."""
    at(right, "/Base").name = "Grid"


@comparison({"/Base/Zone/Hexa/ElementConnectivity": "values"})
def turned_cell(_left, right):
    """Two vertices of a cell have changed places, and one is another."""
    replaced(at(right, "/Base/Zone/Hexa/ElementConnectivity"), 8, 48)


@comparison({"/Base/Left/Vertices/Density": "values"}, base="blocks")
def changed_structured(_left, right):
    """A value at (2, 3, 1) of a structured zone."""
    replaced(at(right, "/Base/Left/Vertices/Density"), 11, 5.0)


# --- options ---


@comparison(options=["--ulp", "1"], notes={GRID: "tolerated"})
def one_ulp_allowed(left, right):
    """A step of floating point is allowed."""
    one_ulp(left, right)


@comparison(options=["--abs", "1e-12"], notes={GRID: "tolerated"})
def little_allowed(left, right):
    """A small difference is allowed."""
    one_ulp(left, right)


@comparison({GRID: "values"}, ["--abs", "1e-3", "--tol", "Coordinate*=rel:1e-17", "--tol", "Dens*=abs:9"],
    notes={DENSITY: "tolerated"})
def allowed_for_some(left, right):
    """Each node has the tolerance of the last pattern that matches."""
    one_ulp(left, right)
    changed_value(left, right)


@comparison(options=["--ignore", "Density"])
def ignored(left, right):
    """What is not to be looked at."""
    changed_value(left, right)


@comparison({DENSITY: "values"}, ["--only", "Cells1"])
def only_some(left, right):
    """Nothing else is looked at."""
    changed_value(left, right)
    lost_bc(left, right)


@comparison({DENSITY: "values"}, ["--subset"], notes={FAR: "only in B"})
def subset(left, right):
    """What A lacks is named."""
    changed_value(left, right)
    at(left, "/Base/Zone/ZoneBC").remove("Far")


@comparison({FAR: "only"}, ["--subset"])
def no_subset(left, right):
    """What B lacks is a difference all the same."""
    lost_bc(left, right)


def with_numbers(tree, numbers, names=None):
    """What time steps say of their zones."""
    steps = at(tree, "/Base/BaseIterativeData")
    steps.child("NumberOfZones").value = valid.integers(numbers)
    if names is None:
        steps.remove("ZonePointers")
    else:
        steps.child("ZonePointers").value = table(names)


@comparison({"/Base/BaseIterativeData/NumberOfZones": "values"}, base="rich")
def more_zones_than_there_are(left, right):
    """All zones of both, but one says that there are more."""
    with_numbers(left, [1, 1])
    with_numbers(right, [1, 7])


@comparison({"/Base/BaseIterativeData/NumberOfZones": "values"}, base="rich")
def other_number_than_names(left, right):
    """The names of both are the same."""
    with_numbers(left, [1, 1], [["Zone"], ["Null"]])
    with_numbers(right, [1, 0], [["Zone"], ["Null"]])


@comparison(base="rich")
def zones_without_names(left, _right):
    """All that there are."""
    with_numbers(left, [1, 1])


# --- other numbers of points and elements ---


def shuffled(tree, seed=3):
    """Renumbers the vertices, and the elements within each section; lists of faces change with them."""
    rng = np.random.default_rng(seed)
    zone = at(tree, "/Base/Zone")
    vertices = rng.permutation(int(zone.value[0, 0]))  # the new vertex i is the old one vertices[i]
    number = np.empty(len(vertices) + 1, int)
    number[vertices + 1] = np.arange(1, len(vertices) + 1)
    for node in at(tree, "/Base/Zone/GridCoordinates").children:
        node.value = node.value[vertices]
    elements, order = {}, {}
    for node in zone.labelled("Elements_t"):
        first, last = node.child("ElementRange").value
        order[node.name] = rng.permutation(last - first + 1)
        elements.update({int(first + old): int(first + new) for new, old in enumerate(order[node.name])})
    for node in zone.labelled("Elements_t"):
        shuffle_section(node, order[node.name], number, elements)
    for node in zone.labelled("FlowSolution_t"):
        at_cells = node.child("GridLocation").text() == "CellCenter"
        for field in node.labelled("DataArray_t"):
            field.value = field.value[order[zone.labelled("Elements_t")[0].name] if at_cells else vertices]
    for bc in zone.child("ZoneBC").children:
        shuffle_points(bc, elements, rng)


def shuffle_section(node, order, number, elements):
    """Puts the elements of a section in another order, with new numbers of vertices or faces."""
    values, offsets = node.child("ElementConnectivity"), node.child("ElementStartOffset")
    cuts = offsets.value if offsets else np.arange(len(order) + 1) * (len(values.value) // len(order))
    rows = [values.value[cuts[old]:cuts[old + 1]] for old in order]
    if node.value[0] == 23:
        rows = [np.array([np.sign(face) * elements[abs(int(face))] for face in row]) for row in rows]
    else:
        rows = [number[row] for row in rows]
    values.value = np.concatenate(rows).astype(np.int32)
    if offsets:
        offsets.value = np.cumsum([0] + [len(row) for row in rows]).astype(np.int32)


def shuffle_points(bc, elements, rng):
    """The faces of a condition by their new numbers, as a list."""
    held = next(node for node in bc.children if node.name in ("PointList", "PointRange"))
    faces = held.value.reshape(-1)
    if held.name == "PointRange":
        faces = np.arange(faces[0], faces[1] + 1)
    bc.remove(held.name)
    new = rng.permutation([elements[int(face)] for face in faces]).astype(np.int32)
    bc.add("PointList", "IndexArray_t", new.reshape(-1, 1))


def hexa_with_vertices():
    """The hexahedra with a field at vertices too."""
    root = valid.build("hexa")[0]
    valid.add_solution(at(root, "/Base/Zone"), "Vertices", "Vertex", (48,), seed=5)
    return root


def polyhedra():
    """The same cells as polyhedra with their faces."""
    root = hexa_with_vertices()
    zone = at(root, "/Base/Zone")
    cells = at(root, "/Base/Zone/Hexa/ElementConnectivity").value.reshape(-1, 8)
    faces, signed = {}, []
    for cell in cells:
        row = []
        for corners in valid.SIDES:
            key = frozenset(cell[list(corners)])
            known = key in faces
            number = faces.setdefault(key, (len(faces) + 1, cell[list(corners)]))[0]
            row.append(-number if known else number)
        signed.append(row)
    moved = {frozenset(side): number for side, (number, _) in ((key, value) for key, value in faces.items())}
    sides = {}
    for name in ("WallFaces", "FarFaces"):
        node = zone.child(name)
        first = int(node.child("ElementRange").value[0])
        for i, row in enumerate(node.child("ElementConnectivity").value.reshape(-1, 4)):
            sides[first + i] = moved[frozenset(row)]
    for bc in zone.child("ZoneBC").children:
        shuffle_points(bc, sides, np.random.default_rng(0))
    zone.remove("Hexa", "WallFaces", "FarFaces")
    count = len(faces)
    after = valid.section(zone, "Faces", 22, 1, count, [row for _, row in faces.values()], np.arange(count + 1) * 4)
    valid.section(zone, "Polyhedra", 23, after, len(cells), signed, np.arange(len(cells) + 1) * 6)
    elements = zone.labelled("Elements_t")
    zone.children = [node for node in zone.children if node.label != "Elements_t"] + elements[::-1]
    return root


@comparison(base="polyhedra", notes={"/Base/Zone/Faces": "width", "/Base/Zone/Polyhedra": "width"})
def old_form(_left, right):
    """Polyhedra as they were written before CGNS 4."""
    for name in ("Faces", "Polyhedra"):
        node = at(right, "/Base/Zone/" + name)
        values, cuts = node.child("ElementConnectivity"), node.child("ElementStartOffset").value
        rows = [np.concatenate([[end - begin], values.value[begin:end]]) for begin, end in zip(cuts, cuts[1:])]
        values.value = np.concatenate(rows).astype(np.int32)
        node.remove("ElementStartOffset")


@comparison(options=["--only", "ElementConnectivity"], base="polyhedra",
    notes={"/Base/Zone/Faces": "width", "/Base/Zone/Polyhedra": "width"})
def only_connectivity_of_old_form(left, right):
    """The same without the offsets."""
    old_form(left, right)


@comparison(base="polyhedra", notes={"/Base/Zone/Faces": "width", "/Base/Zone/Polyhedra": "width"})
def old_form_without_sign(left, right):
    """The same with a connectivity of U4."""
    old_form(left, right)
    node = at(right, "/Base/Zone/Faces/ElementConnectivity")
    node.value = node.value.astype(np.uint32)


@comparison({"/Base/Zone/Faces/ElementConnectivity": "extents", "/Base/Zone/Faces/ElementStartOffset": "only"},
    base="polyhedra")
def old_form_and_changed(left, right):
    """One of them has another vertex."""
    old_form(left, right)
    replaced(at(right, "/Base/Zone/Faces/ElementConnectivity"), 7, 1)


@comparison(notes={"/Base/Zone/Empty": "width"})
def old_form_without_elements(left, right):
    """A section without elements, and its connectivity without values."""
    for tree in (left, right):
        node = at(tree, "/Base/Zone").add("Empty", "Elements_t", valid.integers([22, 0]))
        node.add("ElementRange", "IndexRange_t", valid.integers([1, 0]))
        node.add("ElementConnectivity", "DataArray_t")
    at(left, "/Base/Zone/Empty").add("ElementStartOffset", "DataArray_t", valid.integers([0]))


def sheet():
    """A plane of 4 x 3 x 1 vertices."""
    root = valid.new_root()
    zone = valid.add_zone(valid.base_of(root), "Sheet", [[4, 3, 0], [3, 2, 0], [1, 0, 0]], "Structured")
    valid.add_coordinates(zone, valid.bent(valid.lattice([4, 3, 1])), [1, 3, 4])
    return root


def surface():
    """Quadrangles with a field in a base of volumes."""
    tree = valid.build("flat")[0]
    at(tree, "/Base").value = valid.integers([3, 3])
    zone = at(tree, "/Base/Zone")
    grid = zone.child("GridCoordinates")
    grid.add("CoordinateZ", "DataArray_t", 0.1 * grid.child("CoordinateX").value)
    zone.remove("Edges", "ZoneBC")
    valid.add_solution(zone, "Cells1", "CellCenter", (9,))
    return tree


def cells_behind_faces():
    """Polyhedra of which only their faces tell."""
    tree = valid.build("polyhedra")[0]
    at(tree, "/Base/Zone").remove("Cells", "ZoneBC")
    return tree


def blank_faces():
    """Faces of zeros, as SEACAS writes them, and a field."""
    tree = valid.build("parents")[0]
    at(tree, "/Base/Zone/Faces/ElementConnectivity").value[:] = 0
    valid.add_solution(at(tree, "/Base/Zone"), "Cells1", "CellCenter", (8,))
    return tree


MESHES = {"vertices": hexa_with_vertices, "polyhedra": polyhedra, "sheet": sheet, "surface": surface,
    "behind": cells_behind_faces, "blank": blank_faces}
COORDINATES = ["--match", "coordinates"]


@comparison(options=COORDINATES, base="vertices")
def renumbered(_left, right):
    """All points and elements have other numbers."""
    shuffled(right)


def swap_cells_at_faces(left, right):
    """Fields at the faces of a planar zone, which are its cells; two of these change places."""
    for tree in (left, right):
        valid.add_solution(at(tree, "/Base/Zone"), "Faces", "FaceCenter", (9,))
    for path, width in (("Quads/ElementConnectivity", 4), ("Faces/Density", 1), ("Faces/Temperature", 1)):
        node = at(right, "/Base/Zone/" + path)
        rows = node.value.reshape(-1, width)
        node.value = rows[[1, 0, *range(2, len(rows))]].reshape(-1)


@comparison(options=COORDINATES, base="flat")
def renumbered_cells_at_faces(left, right):
    """The values are those of the same cells."""
    swap_cells_at_faces(left, right)


@comparison(options=COORDINATES, base="flat", notes={"/Base": "note"})
def other_zone_with_cells_at_faces(left, right):
    """The same of zones that have other names."""
    swap_cells_at_faces(left, right)
    at(right, "/Base/Zone").name = "Other"


@comparison(options=COORDINATES, base="polyhedra")
def renumbered_polyhedra(_left, right):
    """The same of polyhedra."""
    shuffled(right)


WALL_RANGE = "/Base/Zone/ZoneBC/Wall/PointRange"


@comparison({WALL_RANGE: "points", FAR + "/PointList": "points"}, COORDINATES)
def range_of_the_same_numbers_and_other_faces(_left, right):
    """A face of the wall and one of the far field change places."""
    faces = [at(right, f"/Base/Zone/{name}Faces/ElementConnectivity").value for name in ("Wall", "Far")]
    faces[0][:4], faces[1][:4] = faces[1][:4].copy(), faces[0][:4].copy()


def far_faces_before_walls(left, right):
    """The sections of faces change places; the range of the wall moves with its faces, which have values."""
    values = np.arange(9.0)
    for tree in (left, right):
        data = at(tree, "/Base/Zone/ZoneBC/Wall").add("Set", "BCDataSet_t", "BCWall").add("Dirichlet", "BCData_t")
        data.add("Pressure", "DataArray_t", values.copy())
    wall, far = (at(right, f"/Base/Zone/{name}Faces/ElementRange") for name in ("Wall", "Far"))
    walls, others = (int(node.value[1] - node.value[0] + 1) for node in (wall, far))
    for node, step in ((wall, others), (far, -walls), (at(right, WALL_RANGE), others), (at(right, FAR + "/PointList"), -walls)):
        node.value = node.value + np.int32(step)
    rows = at(right, "/Base/Zone/WallFaces/ElementConnectivity").value.reshape(-1, 4)
    rows[:] = rows[::-1].copy()
    pressure = at(right, "/Base/Zone/ZoneBC/Wall/Set/Dirichlet/Pressure")
    pressure.value = pressure.value[::-1].copy()


@comparison(options=COORDINATES, notes={WALL_RANGE: "renumbered"})
def range_of_other_numbers_and_the_same_faces(left, right):
    """The values are those of the same faces."""
    far_faces_before_walls(left, right)


@comparison({"/Base/Zone/ZoneBC/Wall/Set/Dirichlet/Pressure": "values"}, COORDINATES)
def range_of_other_numbers_with_another_value(left, right):
    """One value besides."""
    far_faces_before_walls(left, right)
    replaced(at(right, "/Base/Zone/ZoneBC/Wall/Set/Dirichlet/Pressure"), 2, 77.0)


def add_cells(tree, *numbers):
    """A condition at cells of these numbers."""
    zone = at(tree, "/Base/Zone")
    valid.add_bc(zone.child("ZoneBC"), "Cells", "Wall", location="CellCenter", PointList=[numbers])


@comparison({"/Base/Zone/ZoneBC/Cells/PointList": "points"}, COORDINATES, base="vertices")
def no_cell_instead_of_another(left, right):
    """0 is no cell, nor is a number beyond all elements; they are not the same."""
    add_cells(left, 1, 2, 0)
    add_cells(right, 1, 2, 9999)


@comparison({"/Base/Zone/ZoneBC/Cells/PointList": "points"}, COORDINATES, base="vertices")
def renumbered_with_other_numbers_beyond(left, right):
    """Two numbers beyond all elements."""
    shuffled(right)
    add_cells(left, 9998, 9999)
    add_cells(right, 9998, 10000)


@comparison(options=COORDINATES, base="vertices")
def renumbered_with_the_same_numbers_beyond(left, right):
    """A number that is no element is compared as it is."""
    shuffled(right)
    add_cells(left, 9998, 9999)
    add_cells(right, 9999, 9998)


@comparison({DENSITY: "values"}, COORDINATES, base="vertices")
def renumbered_and_changed(left, right):
    """One value besides."""
    changed_value(left, right)
    shuffled(right)


@comparison({DENSITY: "values", "/Base/Zone/Vertices/Temperature": "reordered", FAR + "/PointList": "points"},
    COORDINATES, base="polyhedra")
def renumbered_polyhedra_and_changed(left, right):
    """A value, two others swapped, a face of a condition."""
    changed_value(left, right)
    values = at(right, "/Base/Zone/Vertices/Temperature").value.copy()
    values[[2, 9]] = values[[9, 2]]
    at(right, "/Base/Zone/Vertices/Temperature").value = values
    node = at(right, FAR + "/PointList")
    node.value = node.value[:-1].copy()
    shuffled(right)


def add_walls(tree, first):
    """Some of the outer faces as quadrangles, too, with a condition; before or after all other elements."""
    zone = at(tree, "/Base/Zone")
    faces, cells = zone.child("Faces"), zone.child("Polyhedra")
    rows = faces.child("ElementConnectivity").value.reshape(-1, 4)
    outer = np.flatnonzero(np.bincount(np.abs(cells.child("ElementConnectivity").value))[1:] == 1)[:6]
    begin = 1 if first else int(cells.child("ElementRange").value[1]) + 1
    if first:
        for node in [section.child("ElementRange") for section in (faces, cells)] \
                + [points for condition in zone.child("ZoneBC").children for points in condition.labelled("IndexArray_t")]:
            node.value = node.value + np.int32(len(outer))
        numbers = cells.child("ElementConnectivity")
        numbers.value = numbers.value + np.sign(numbers.value) * np.int32(len(outer))
    valid.section(zone, "Walls", 7, begin, len(outer), rows[outer])
    valid.add_bc(zone.child("ZoneBC"), "Quads", "Wall", location="FaceCenter", PointList=[[begin + i for i in range(len(outer))]])
    return [int(faces.child("ElementRange").value[0]) + i for i in outer]


@comparison(options=COORDINATES, base="polyhedra")
def renumbered_quadrangles_at_polygons(left, right):
    """Faces that are there twice, as polygons and as quadrangles, are not taken for each other."""
    add_walls(left, False)
    add_walls(right, True)


@comparison({"/Base/Zone/ZoneBC/Quads/PointList": "points"}, COORDINATES, base="polyhedra")
def condition_at_polygons_instead(left, right):
    """A condition at the polygons that have the vertices of its quadrangles."""
    add_walls(left, False)
    polygons = add_walls(right, True)
    at(right, "/Base/Zone/ZoneBC/Quads/PointList").value = valid.integers(polygons).reshape(-1, 1)


@comparison(options=COORDINATES, base="vertices")
def renumbered_faces_at_the_same_vertices(left, right):
    """Both sides of a sheet in sections of their own, which change places."""
    for tree in (left, right):
        zone = at(tree, "/Base/Zone")
        begin = 1 + max(int(section.child("ElementRange").value[1]) for section in zone.labelled("Elements_t"))
        quads = np.array([[5, 6, 18, 17], [6, 7, 19, 18]])
        for name in ("Upper", "Lower") if tree is left else ("Lower", "Upper"):
            valid.section(zone, name, 7, begin, 2, quads)
            valid.add_bc(zone.child("ZoneBC"), name, "Wall", location="FaceCenter", PointList=[[begin, begin + 1]])
            begin += 2


def add_parents(tree):
    """Faces name their cells."""
    faces, cells = (at(tree, "/Base/Zone/" + name) for name in ("Faces", "Polyhedra"))
    parents = np.zeros((2, len(faces.child("ElementStartOffset").value) - 1), np.int32)
    first = int(cells.child("ElementRange").value[0])
    for place, face in enumerate(cells.child("ElementConnectivity").value):
        parents[0 if face > 0 else 1, abs(face) - 1] = first + place // 6
    faces.add("ParentElements", "DataArray_t", parents)


@comparison(options=COORDINATES, base="polyhedra")
def renumbered_parents(left, right):
    """The faces of renumbered polyhedra name the same cells."""
    add_parents(left)
    shuffled(right)
    add_parents(right)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def renumbered_and_other_parents(left, right):
    """One of the faces names another cell."""
    renumbered_parents(left, right)
    cells = at(right, "/Base/Zone/Faces/ParentElements").value
    cells[0, 5] = next(cell for cell in range(cells.max()) if cell > cells.max() - 4 and cell not in cells[:, 5])


@comparison({"/Base/Zone/Faces/ParentElements": "values"}, COORDINATES, base="polyhedra")
def other_parents_alone(left, right):
    """Parents alone define the cells, and one face is of another one."""
    for tree in (left, right):
        add_parents(tree)
        at(tree, "/Base/Zone").remove("Polyhedra")
    cells = at(right, "/Base/Zone/Faces/ParentElements").value
    cells[0, 5] = next(cell for cell in range(cells.max()) if cell > cells.max() - 4 and cell not in cells[:, 5])


def with_parents(*trees):
    """Polyhedra whose faces name their cells; gives the number of a face between two of the second tree, from 0."""
    for tree in trees:
        if at(tree, "/Base/Zone/Faces").child("ParentElements") is None:
            add_parents(tree)
    return int(np.flatnonzero(at(trees[-1], "/Base/Zone/Faces/ParentElements").value[1])[0])


def swap_sides(tree, face):
    """What was left of the face is right of it."""
    cells = at(tree, "/Base/Zone/Faces/ParentElements").value
    cells[:, face] = cells[::-1, face].copy()


def turn_face(tree, face):
    """The vertices of a quadrangle in the opposite order."""
    rows = at(tree, "/Base/Zone/Faces/ElementConnectivity").value
    rows[4 * face:4 * face + 4] = rows[4 * face:4 * face + 4][::-1].copy()


def change_signs(tree, face):
    """Polyhedra are on the other side of the face."""
    faces = at(tree, "/Base/Zone/Polyhedra/ElementConnectivity").value
    faces[np.abs(faces) == face + 1] *= -1


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def renumbered_and_swapped_parents(left, right):
    """The cells of a face on the other sides of it."""
    renumbered_parents(left, right)
    swap_sides(right, with_parents(right))


@comparison(options=COORDINATES, base="polyhedra")
def turned_face(left, right):
    """A face the other way around, with all that says which cell is on which side."""
    renumbered_parents(left, right)
    face = with_parents(right)
    turn_face(right, face)
    swap_sides(right, face)
    change_signs(right, face)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def turned_face_with_parents_as_they_were(left, right):
    """A face the other way around, with its cells on other sides."""
    face = with_parents(left, right)
    turn_face(right, face)
    change_signs(right, face)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def polyhedra_inside_out(_left, right):
    """Two polyhedra are on the other side of their common face."""
    change_signs(right, 3)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def turned_face_of_parents_alone(left, right):
    """Parents alone define the cells, and a face is the other way around."""
    face = with_parents(left, right)
    for tree in (left, right):
        at(tree, "/Base/Zone").remove("Polyhedra")
    turn_face(right, face)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def swapped_parents_in_a_section_of_another_name(left, right):
    """The sections are matched all the same, and so are their parents."""
    face = with_parents(left, right)
    swap_sides(right, face)
    at(right, "/Base/Zone/Faces").name = "Polygons"


@comparison(options=[*COORDINATES, "--ignore", "ParentElements"], base="polyhedra")
def ignored_parents(left, right):
    """The same, but not to be looked at."""
    swapped_parents_in_a_section_of_another_name(left, right)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="parents")
def other_positions(_left, right):
    """A face is another side of its cell."""
    sides = at(right, "/Base/Zone/Faces/ParentElementsPosition")
    replaced(sides, 2, 1 + sides.value[0, 2] % 6)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="parents")
def lost_positions(_left, right):
    """Nothing says which side of its cell a face is."""
    at(right, "/Base/Zone/Faces").remove("ParentElementsPosition")
    at(right, "/Base/Zone/Faces").name = "Quadrangles"


def sides_of_edges(tree):
    """The edges of a surface with their cells."""
    edges = at(tree, "/Base/Zone/Edges")
    count = len(edges.child("ElementConnectivity").value) // 2
    edges.add("ParentElements", "DataArray_t", valid.integers([[1] * count, [0] * count]))


@comparison(options=COORDINATES, base="flat")
def turned_edge(left, right):
    """An edge the other way around, with the cell on its other side."""
    for tree in (left, right):
        sides_of_edges(tree)
    rows, cells = (at(right, "/Base/Zone/Edges/" + name) for name in ("ElementConnectivity", "ParentElements"))
    rows.value[:2] = rows.value[1::-1].copy()
    cells.value[:, 0] = cells.value[::-1, 0].copy()


@comparison({"/Base/Zone/Hexa/Notes/Data": "values"}, COORDINATES, base="vertices")
def renumbered_with_notes(left, right):
    """Other data below a section than its elements."""
    for number, tree in enumerate((left, right)):
        at(tree, "/Base/Zone/Hexa").add("Notes", "UserDefinedData_t").add("Data", "DataArray_t", np.array([1.0 + number]))
    shuffled(right)


@comparison(options=[*COORDINATES, "--abs", "1e-9"], base="vertices",
    notes={GRID: "tolerated"})
def renumbered_and_rounded(_left, right):
    """Points a little beside their places."""
    rng = np.random.default_rng(2)
    values = at(right, GRID).value
    at(right, GRID).value = values + 1e-10 * rng.random(values.shape)
    shuffled(right)


@comparison({"/Base/Zone/GridCoordinates": "points", GRID: None, "/Base/Zone": "points"}, COORDINATES, base="vertices")
def renumbered_and_moved(_left, right):
    """A vertex moved: its elements are others too."""
    replaced(at(right, GRID), 21, 77.0)
    shuffled(right)


@comparison({"/Base/Zone": "points"}, COORDINATES, base="vertices")
def renumbered_and_other_cell(_left, right):
    """A cell has another vertex."""
    replaced(at(right, "/Base/Zone/Hexa/ElementConnectivity"), 8, 48)
    shuffled(right)


def cut(tree, bounds):
    """The hexahedra in several zones, cell by cell: zone i has the cells bounds[i] to bounds[i + 1]."""
    base, zone = at(tree, "/Base"), at(tree, "/Base/Zone")
    cells = at(tree, "/Base/Zone/Hexa/ElementConnectivity").value.reshape(-1, 8)
    base.remove("Zone", "BaseIterativeData")
    for number, (begin, end) in enumerate(zip(bounds, bounds[1:])):
        vertices, connectivity = np.unique(cells[begin:end], return_inverse=True)
        part = valid.add_zone(base, f"Part{len(bounds)}.{number}", [[len(vertices), end - begin, 0]], "Unstructured")
        grid = part.add("GridCoordinates", "GridCoordinates_t")
        for node in at(zone, "GridCoordinates").children:
            grid.add(node.name, node.label, node.value[vertices - 1])
        valid.section(part, "Cells", 17, 1, end - begin, connectivity.reshape(-1) + 1)
        for solution in zone.labelled("FlowSolution_t"):
            at_cells = solution.child("GridLocation").text() == "CellCenter"
            copy = part.add(solution.name, solution.label)
            copy.add("GridLocation", "GridLocation_t", solution.child("GridLocation").text())
            for field in solution.labelled("DataArray_t"):
                copy.add(field.name, field.label, field.value[begin:end] if at_cells else field.value[vertices - 1])


@comparison(options=COORDINATES, base="vertices", notes={"/Base": "renumbered"})
def other_partition(left, right):
    """The same mesh in two zones and in three."""
    cut(left, [0, 9, 18])
    cut(right, [0, 5, 12, 18])


@comparison({"/Base/Part3.0/Cells1/Density": "values"}, COORDINATES, base="vertices")
def other_partition_and_changed(left, right):
    """One value besides."""
    changed_value(left, right)
    cut(left, [0, 9, 18])
    cut(right, [0, 18])


@comparison({"/Base/Part3.1/Cells1/Density": "points"}, COORDINATES, base="vertices")
def other_partition_without_a_field(left, right):
    """One of its zones does not have a field."""
    cut(left, [0, 9, 18])
    cut(right, [0, 9, 18])
    for number, node in enumerate(at(left, "/Base").labelled("Zone_t")):
        node.name = f"Other{number}"
    at(left, "/Base/Other1/Cells1").remove("Density")


@comparison({"/Base/Part3.0": "points", "/Base/Part3.1": "points", "/Base/Other0": "points", "/Base/Other1": "points"},
    COORDINATES, base="vertices")
def other_partition_in_the_old_form(left, right):
    """Sections whose elements cannot be told apart are not passed over."""
    cut(left, [0, 9, 18])
    cut(right, [0, 9, 18])
    for number, node in enumerate(at(left, "/Base").labelled("Zone_t")):
        node.name = f"Other{number}"
    for tree in (left, right):
        for zone in at(tree, "/Base").labelled("Zone_t"):
            zone.remove("Cells1", "Cells2")
            rows = zone.child("Cells").child("ElementConnectivity")
            rows.value = np.insert(rows.value.reshape(-1, 8), 0, 17, axis=1).reshape(-1)
            zone.child("Cells").value = valid.integers([20, 0])


@comparison({"/Base": "points", "/Base/Part3.0": "points", "/Base/Part3.1": "points"}, COORDINATES, base="vertices")
def other_partition_with_other_coordinates(left, right):
    """The values of X, Y and Z are those of other coordinates."""
    cut(left, [0, 9, 18])
    cut(right, [0, 9, 18])
    for number, node in enumerate(at(left, "/Base").labelled("Zone_t")):
        node.name = f"Other{number}"
    for node in at(left, "/Base").labelled("Zone_t") + at(right, "/Base").labelled("Zone_t"):
        node.remove(*(solution.name for solution in node.labelled("FlowSolution_t")))
    for node in at(right, "/Base").labelled("Zone_t"):
        for name, other in (("CoordinateX", "CoordinateR"), ("CoordinateY", "CoordinateTheta")):
            node.child("GridCoordinates").child(name).name = other


@comparison({DENSITY: "values"}, COORDINATES, base="blank")
def changed_beside_blank_faces(left, right):
    """What has no vertices does not keep others from being matched."""
    changed_value(left, right)


@comparison(options=COORDINATES, base="surface")
def renumbered_surface(_left, right):
    """The cells of a surface are its elements, whatever the dimension of the base."""
    reverse_cells(right)


def reverse_cells(tree):
    """Gives the cells of a surface other numbers."""
    rows = at(tree, "/Base/Zone/Quads/ElementConnectivity")
    rows.value = rows.value.reshape(-1, 4)[::-1].reshape(-1)
    for field in at(tree, "/Base/Zone/Cells1").labelled("DataArray_t"):
        field.value = field.value[::-1]


@comparison(options=COORDINATES, base="surface", notes={"/Base": "renumbered"})
def surface_of_another_name(left, right):
    """Zones of other names with the same cells."""
    at(left, "/Base/Zone").name = "Other"
    reverse_cells(right)


@comparison({"/Base": "points"}, COORDINATES, base="surface")
def surface_with_another_cell(left, right):
    """One of them has other corners."""
    surface_of_another_name(left, right)
    replaced(at(right, "/Base/Zone/Quads/ElementConnectivity"), 17, 16)


@comparison({"/Base/Other": "points", "/Base/Zone": "points"}, COORDINATES, base="behind")
def other_name_and_cells_behind_faces(left, _right):
    """Cells that no section lists are not passed over."""
    at(left, "/Base/Zone").name = "Other"


@comparison({"/Base/Other": "points", "/Base/Zone": "points"}, COORDINATES, base="polyhedra")
def other_name_and_polyhedra(left, right):
    """Cells that consist of faces are not taken for such of vertices."""
    for tree in (left, right):
        at(tree, "/Base/Zone").remove("Cells1", "Cells2")
    at(left, "/Base/Zone").name = "Other"


@comparison(options=COORDINATES, base="blocks", notes={"/Base": "renumbered"})
def renamed_blocks(left, _right):
    """Structured zones under other names."""
    for node, name in zip(at(left, "/Base").labelled("Zone_t"), "LR"):
        node.name = name


@comparison({"/Base/L/Cells/Density": "values"}, COORDINATES, base="blocks")
def renamed_blocks_and_changed(left, right):
    """One value of a cell besides."""
    replaced(at(right, "/Base/Left/Cells/Density"), 7, -3.0)
    renamed_blocks(left, right)


BLOCK = "/Base/Left/"
AT_VERTICES = [BLOCK + name for name in ("GridCoordinates/CoordinateX", "GridCoordinates/CoordinateY",
    "GridCoordinates/CoordinateZ", "Vertices/Density", "Vertices/Temperature")]


@comparison(dict.fromkeys(AT_VERTICES, "reordered"), COORDINATES, base="blocks")
def swapped_points(_left, right):
    """Two points of a structured zone at each other's places: it has other cells."""
    for path in AT_VERTICES:
        values = at(right, path).value.copy()
        values[1, 1, 1], values[1, 2, 3] = values[1, 2, 3], values[1, 1, 1]
        at(right, path).value = values


@comparison({"/Base": "points"}, COORDINATES, base="blocks")
def renamed_blocks_and_swapped_points(left, right):
    """The same under other names."""
    swapped_points(left, right)
    renamed_blocks(left, right)


@comparison(options=COORDINATES, base="blocks", notes={"/Base": "renumbered"})
def renamed_blocks_with_rind(left, right):
    """Points that are no vertices of the zone."""
    for tree in (left, right):
        at(tree, "/Base/Left").remove("Vertices")
        grid = at(tree, "/Base/Left/GridCoordinates")
        grid.add("Rind", "Rind_t", valid.integers([1, 0, 0, 2, 0, 0]))
        for node in grid.labelled("DataArray_t"):
            node.value = np.pad(node.value, ((0, 0), (0, 2), (1, 0)), "linear_ramp", end_values=-9.0)
    renamed_blocks(left, right)


@comparison({"/Base": "points"}, COORDINATES, base="sheet")
def renamed_sheet_and_swapped_points(left, right):
    """Two points of a plane at each other's places."""
    for node in at(right, "/Base/Sheet/GridCoordinates").children:
        node.value = node.value.copy()
        node.value[0, 0, 0], node.value[0, 2, 3] = node.value[0, 2, 3], node.value[0, 0, 0]
    at(left, "/Base/Sheet").name = "Other"
