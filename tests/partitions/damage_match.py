"""damage_match.py: parts without marks that coordinates cannot put together, or must not."""

import numpy as np

import cgns
import conventions
import split
from damage_kinds import change, kind, put
from points import point_range

MATCH = "--match-coordinates"
CORNERS = np.array([(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)])


def wing(rank):
    """Two by two by two hexahedra, the walls below them, and the squares towards the next part."""
    sizes = np.array([3, 3, 3])
    number = lambda at: 1 + int(np.dot(at, [1, 3, 9]))
    vertices = np.array([(i, j, k) for k in range(3) for j in range(3) for i in range(3)], float)
    cells = [[number(np.array(at) + corner) for corner in CORNERS] for at in np.ndindex(2, 2, 2)]
    walls = [[number((i + a, j + b, 0)) for a, b in ((0, 0), (0, 1), (1, 1), (1, 0))] for i in (0, 1) for j in (0, 1)]
    sides = [[number((i, j + a, k + b)) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
        for i in (0, 2) if 0 <= rank + i - 1 <= 2 for j in (0, 1) for k in (0, 1)]
    zone = cgns.Node("Wing", "Zone_t", np.array([[int(sizes.prod())], [8], [0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Unstructured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for axis, values in zip("XYZ", (vertices + [2 * rank, 0, 0]).T):
        grid.add(f"Coordinate{axis}", "DataArray_t", values.copy())
    first = 1
    for name, of_type, rows in (("Hexa", 17, cells), ("Wall", 7, walls), ("Sides", 7, sides)):
        section = zone.add(name, "Elements_t", np.array([of_type, 0], np.int32))
        section.add("ElementRange", "IndexRange_t", np.array([first, first + len(rows) - 1], np.int32))
        section.add("ElementConnectivity", "DataArray_t", np.ravel(rows).astype(np.int32))
        first += len(rows)
    for location, values in (("CellCenter", np.arange(8.0)), ("Vertex", grid.children[0].value * 2.0)):
        solution = zone.add(f"At{location}", "FlowSolution_t")
        solution.add("GridLocation", "GridLocation_t", location)
        solution.add("Density", "DataArray_t", values)
    wall = zone.add("ZoneBC", "ZoneBC_t").add("Wall", "BC_t", "BCWall")
    wall.add("GridLocation", "GridLocation_t", "FaceCenter")
    wall.add("PointRange", "IndexRange_t", point_range([9], [12]))
    return zone


def unmarked():
    """Three parts of Wing, one behind the other."""
    made = split.PartSet(conventions.Whole(), None)
    for rank in range(3):
        root = cgns.new_root()
        base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
        base.children.append(wing(rank))
        made.files.append((f"part_{rank}.cgns", root, {}))
        made.inputs.append(f"part_{rank}.cgns")
    return made


def coordinate(damaged, part, axis="X"):
    """The node of the coordinates of a part."""
    return damaged.parts[part][1].at(f"GridCoordinates/Coordinate{axis}")


def add_elements(zone, name, rows):
    """More elements at the end of the last section of this name."""
    section = zone.child(name)
    values = section.child("ElementConnectivity")
    values.value = np.concatenate([values.value, np.ravel(rows).astype(np.int32)])
    put(section.child("ElementRange"), 1, int(section.child("ElementRange").value[1]) + len(rows))


@kind("unmarked", r"match-coordinates")
def nothing_was_asked_for(damaged):
    """Parts without marks, and no option."""
    zone = damaged.parts[2][1]
    zone.child("AtVertex").name = "Other"
    add_elements(zone, "Sides", [[1, 2, 5, 4]])


@kind("unmarked", r"ambiguous: vertex 1 and vertex 14 have the same coordinates", MATCH)
def vertices_coincide(damaged):
    """Two vertices of a part at one place, as at a baffle."""
    for axis in "XYZ":
        put(coordinate(damaged, 0, axis), 13, coordinate(damaged, 0, axis).value[0])


@kind("unmarked", r"ambiguous: vertex \d+ and vertex \d+ have the same coordinates", MATCH)
def zone_meets_itself(damaged):
    """A seam: the first plane of the first part lies where its last one does."""
    put(coordinate(damaged, 0), slice(0, 27, 3), coordinate(damaged, 0).value[2::3])


@kind("unmarked", r"ambiguous: vertex \d+ and vertex \d+ are at most 1", MATCH + "=1")
def tolerance_is_too_wide(damaged):
    """The tolerance is as large as a cell."""
    assert damaged.parts


@kind("unmarked", r"ambiguous: vertex .* farther than 0.01 apart, but both", MATCH + "=0.01")
def vertices_are_a_chain(damaged):
    """One vertex is near to two that are not near to each other."""
    put(coordinate(damaged, 1), 0, 2.006)
    for axis, value in zip("XYZ", (2.012, 0.0, 0.0)):
        put(coordinate(damaged, 2, axis), 13, value)


@kind("unmarked", r"cell with the same vertices", MATCH)
def cell_is_a_ghost(damaged):
    """A part has the first cell of the next one, too, and does not say that it is a ghost."""
    first, second = damaged.parts[0][1], damaged.parts[1][1]
    cell = second.at("Hexa/ElementConnectivity").value[:8]
    for grid, other in zip(first.child("GridCoordinates").children, second.child("GridCoordinates").children):
        grid.value = np.concatenate([grid.value, other.value[cell[[1, 2, 5, 6]] - 1]])
    field = first.at("AtVertex/Density")
    field.value = np.concatenate([field.value, np.zeros(4)])
    near = np.array([3, 6, 12, 15])  # of the first part, where the cell of the second begins
    row = [near[0], 28, 29, near[1], near[2], 30, 31, near[3]]
    hexa = first.at("Hexa/ElementConnectivity")
    hexa.value = np.concatenate([hexa.value, np.array(row, np.int32)])
    for name in ("Hexa", "Wall", "Sides"):
        low, high = first.child(name).child("ElementRange").value
        first.child(name).child("ElementRange").value = np.array([low + (name != "Hexa"), high + 1], np.int32)
    first.at("ZoneBC/Wall/PointRange").value = point_range([10], [13])
    cells = first.at("AtCellCenter/Density")
    cells.value = np.concatenate([cells.value, [9.0]])
    first.value = np.array([[31], [9], [0]], np.int32)


@kind("unmarked", r"finite", MATCH)
def coordinate_is_no_number(damaged):
    """NaN."""
    put(coordinate(damaged, 1, "Y"), 5, np.nan)


@kind("unmarked", r"no other piece of Wing has a vertex", MATCH)
def part_is_elsewhere(damaged):
    """A part that touches no other."""
    coordinate(damaged, 2).value = coordinate(damaged, 2).value + 0.5


@kind("unmarked", r"too far from the origin", MATCH + "=1e-20")
def tolerance_is_too_small(damaged):
    """A tolerance below what reals tell apart."""
    assert damaged.parts


@kind("unmarked", r"ambiguous: element \d+ and element \d+ are the same", MATCH)
def face_is_doubled(damaged):
    """A part has a face twice that another part has, too."""
    zone = damaged.parts[0][1]
    add_elements(zone, "Sides", [zone.at("Sides/ElementConnectivity").value[:4]])


@kind("unmarked", r"differs between", MATCH, "--shared", "error", names=("file",))
def values_differ(damaged):
    """A vertex has other values in the parts that share it."""
    put(damaged.parts[1][1].at("AtVertex/Density"), 0, 77.0)


@kind("unmarked", r"connects the zone to itself", MATCH)
def join_leads_to_itself(damaged):
    """A join of the zone with itself that is not periodic: to which part?"""
    zone = damaged.parts[0][1]
    join = zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t").add("Seam", "GridConnectivity_t", "Wing")
    for name in ("PointList", "PointListDonor"):
        join.add(name, "IndexArray_t", np.array([[1], [4]], np.int32))


@kind("unmarked", r"does not have .*AtVertex", MATCH)
def solution_is_missing(damaged):
    """A part without a solution."""
    damaged.parts[2][1].remove("AtVertex")


@kind("unmarked", r"coordinates", MATCH)
def coordinates_are_missing(damaged):
    """A part without CoordinateZ."""
    damaged.parts[1][1].child("GridCoordinates").remove("CoordinateZ")


@kind("unmarked", r"ElementStartOffset|must ascend", MATCH)
def offsets_descend(damaged):
    """MIXED elements that end before they begin."""
    for _, zone in damaged.parts:
        section = zone.child("Sides")
        rows = section.child("ElementConnectivity").value.reshape(-1, 4)
        section.value = np.array([20, 0], np.int32)
        section.child("ElementConnectivity").value = np.insert(rows, 0, 7, axis=1).ravel()
        section.add("ElementStartOffset", "DataArray_t", np.arange(0, 5 * len(rows) + 1, 5).astype(np.int32))
    put(damaged.parts[1][1].at("Sides/ElementStartOffset"), 1, 99)


@kind("unmarked", r"not a distance", MATCH + "=near", names=())
def tolerance_is_a_word(damaged):
    """No number."""
    assert damaged.parts


@kind("unmarked", r"--assembly FILE", "--convention", "assembly", names=())
def assembly_file_is_not_named(damaged):
    """An assembly file is asked for, and none is named."""
    assert damaged.parts


# --- structured parts ---


def box(rank):
    """Two by three by two cells of Wing."""
    zone = cgns.Node("Wing", "Zone_t", np.array([[3, 4, 3], [2, 3, 2], [0, 0, 0]], np.int32))
    zone.add("ZoneType", "ZoneType_t", "Structured")
    grid = zone.add("GridCoordinates", "GridCoordinates_t")
    for axis, values in zip("ZYX", np.mgrid[:3, :4, :3].astype(float)):
        grid.children.insert(0, cgns.Node(f"Coordinate{axis}", "DataArray_t", values + 2 * rank * (axis == "X")))
    return zone


def in_boxes(damaged):
    """Makes structured parts of the set."""
    for rank, (_, zone) in enumerate(damaged.parts):
        made = box(rank)
        zone.value, zone.children = made.value, made.children


@kind("unmarked", r"ambiguous: vertex 1 and vertex 3 have the same coordinates", MATCH)
def box_meets_itself(damaged):
    """The two ends of a part are one place."""
    in_boxes(damaged)
    change(coordinate(damaged, 0), lambda value: np.abs(value - 1))


@kind("unmarked", r"ambiguous: shares \d+ vertices with .*rotated", MATCH)
def box_is_turned(damaged):
    """A part has its second axis the other way around."""
    in_boxes(damaged)
    for node in damaged.parts[1][1].child("GridCoordinates").children:
        node.value = node.value[:, ::-1].copy()


@kind("unmarked", r"ambiguous: shares \d+ vertices with .* should be the same", MATCH)
def boxes_touch_in_part(damaged):
    """A vertex between two parts lies elsewhere in one of them."""
    in_boxes(damaged)
    put(coordinate(damaged, 1), (1, 1, 0), 2.25)


@kind("unmarked", r"shares no vertices", MATCH)
def box_is_elsewhere(damaged):
    """A part that touches no other."""
    in_boxes(damaged)
    change(coordinate(damaged, 2), lambda value: value + 0.5)


@kind("unmarked", r"same cells", MATCH)
def box_is_there_twice(damaged):
    """Two parts have the same cells."""
    in_boxes(damaged)
    change(coordinate(damaged, 2), lambda value: value - 2)


@kind("unmarked", r"another location|ambiguous", MATCH)
def boxes_are_a_ring(damaged):
    """The last part ends where the first begins."""
    in_boxes(damaged)
    change(coordinate(damaged, 2), lambda value: np.where(value == 6, 0, value))


@kind("unmarked", r"connects the zone to itself", MATCH)
def box_is_joined_to_itself(damaged):
    """A join of the zone with itself that is not periodic."""
    in_boxes(damaged)
    holder = damaged.parts[0][1].add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    join = holder.add("Seam", "GridConnectivity1to1_t", "Wing")
    join.add("Transform", '"int[IndexDimension]"', np.array([1, 2, 3], np.int32))
    join.add("PointRange", "IndexRange_t", point_range([1, 1, 1], [1, 4, 3]))
    join.add("PointRangeDonor", "IndexRange_t", point_range([3, 1, 1], [3, 4, 3]))
