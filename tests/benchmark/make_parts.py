"""make_parts.py: writes zones in parts, as solvers leave them, for merge_speed.py.

    make_parts.py boxes FOLDER N PI PJ PK    one structured zone of N x N x N vertices, in PI x PJ x PK boxes
    make_parts.py KIND FOLDER N PARTS        one unstructured zone of N^3 cubes in PARTS slabs; in a part, blocks of 100 cubes in random order

KIND: `tetra` (5 in each cube), `hexa`, `mixed` (hexahedra and, in half of the cubes, two pentahedra each), `poly` (polyhedra).

One file a part, with the marks that Maia leaves; 7 arrays of doubles on the vertices of a structured zone, 5 fields on the
vertices and 5 on the cells of an unstructured one. The numbers are random and do not compress.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np

TYPES = {"f8": "R8", "f4": "R4", "i4": "I4", "i8": "I8"}
FIELDS = ("Density", "MomentumX", "MomentumY", "MomentumZ", "EnergyStagnationDensity")
COORDINATES = ("CoordinateX", "CoordinateY", "CoordinateZ")


def text(group, name, value, length=33):
    """A string attribute of fixed length, as CGNS has them."""
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(length)
    attribute = h5py.h5a.create(group.id, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(value.encode(), dtype=f"S{length}"))


def node(parent, name, label, value=None):
    """A CGNS node; `value` is a string, or an array in the order of C, so that its last index is CGNS' first one."""
    group = parent.create_group(name, track_order=True)
    if isinstance(value, str):
        value, kind = np.frombuffer(value.encode(), dtype="i1"), "C1"
    else:
        kind = "MT" if value is None else TYPES[value.dtype.str[1:]]
    text(group, "name", name)
    text(group, "label", label)
    text(group, "type", kind, 3)
    group.attrs.create("flags", np.array([1], dtype="i4"))
    if value is not None:
        group.create_dataset(" data", data=value)
    return group


def cgns_file(path, dimension):
    """A new file and its base."""
    file = h5py.File(path, "w", track_order=True)
    text(file, "name", "HDF5 MotherNode")
    text(file, "label", "Root Node of HDF5 File")
    text(file, "type", "MT", 3)
    file.create_dataset(" format", data=np.frombuffer(b"IEEE_LITTLE_32\0", dtype="i1"))
    version = np.zeros(33, dtype="i1")
    version[:18] = np.frombuffer(b"HDF5 Version 1.10\0", dtype="i1")
    file.create_dataset(" hdf5version", data=version)
    node(file, "CGNSLibraryVersion", "CGNSLibraryVersion_t", np.array([4.2], dtype="f4"))
    return file, node(file, "Base", "CGNSBase_t", np.array([dimension, dimension], dtype="i4"))


def cuts(n, parts):
    """Where `parts` pieces of n cells begin and end."""
    return [(n * i // parts, n * (i + 1) // parts) for i in range(parts)]


def box(path, number, n, ranges):
    """A part of a structured zone; `ranges` of its cells, k first."""
    cells = np.array([end - begin for begin, end in ranges])
    k, j, i = np.meshgrid(*[np.arange(begin, end + 1) for begin, end in ranges], indexing="ij")
    vertex = i + n * (j + n * k)
    file, base = cgns_file(path, 3)
    sizes = np.array([cells[::-1] + 1, cells[::-1], [0, 0, 0]], dtype="i8")
    zone = node(base, f"Zone.P{number}.N0", "Zone_t", sizes)
    node(zone, "ZoneType", "ZoneType_t", "Structured")
    grid = node(zone, "GridCoordinates", "GridCoordinates_t")
    for name, index, factor in zip(COORDINATES, (i, j, k), (0.1, 0.3, 0.7)):
        node(grid, name, "DataArray_t", (index + 0.1 * np.sin(vertex * factor)) / n)
    group = node(zone, "FlowSolution", "FlowSolution_t")
    node(group, "GridLocation", "GridLocation_t", "Vertex")
    for name, factor in zip(FIELDS[:3], (0.1, 0.3, 0.7)):
        node(group, name, "DataArray_t", np.sin(vertex * factor))
    # Pieces differ in it where they meet.
    node(group, FIELDS[3], "DataArray_t", np.random.default_rng(number).random(vertex.shape))
    marks = node(zone, ":CGNS#GlobalNumbering", "UserDefinedData_t")
    window = [[begin + 1 for begin, _ in ranges[::-1]], [end for _, end in ranges[::-1]]]
    node(marks, "CellRange", "IndexRange_t", np.array(window, dtype="i4"))
    node(marks, "CellSize", "DataArray_t", np.array([n - 1] * 3, dtype="i8"))
    file.close()


def boxes(folder, n, *parts):
    """One structured zone in boxes."""
    number = 0
    for k in cuts(n - 1, parts[2]):
        for j in cuts(n - 1, parts[1]):
            for i in cuts(n - 1, parts[0]):
                box(folder / f"part_{number:04}.cgns", number, n, [k, j, i])
                number += 1


def corners(n, cubes):
    """The 8 vertices of each cube, by numbers from 0, in the order of HEXA_8."""
    i, j, k = cubes % n, cubes // n % n, cubes // n**2
    first = i + (n + 1) * (j + (n + 1) * k)
    x, y, z = 1, n + 1, (n + 1) ** 2
    return first[:, None] + np.array([0, x, x + y, y, z, x + z, x + y + z, y + z])


@dataclass
class Section:
    """Elements of a part: `numbers` in the section of the whole zone and `nodes`, both from 0; `offsets` where kinds need them."""

    name: str
    kind: int
    numbers: np.ndarray
    nodes: np.ndarray
    offsets: np.ndarray | None = None


def tetra(n, cubes):
    """5 tetrahedra in each cube."""
    shapes = np.array([(0, 1, 3, 4), (1, 2, 3, 6), (1, 4, 5, 6), (3, 4, 6, 7), (1, 3, 4, 6)])
    own = (5 * cubes[:, None] + np.arange(5)).ravel()
    return [Section("Tetra", 10, own, corners(n, cubes)[:, shapes].ravel())]


def hexa(n, cubes):
    """A hexahedron in each cube."""
    return [Section("Hexa", 17, cubes, corners(n, cubes).ravel())]


def mixed(n, cubes):
    """Columns of hexahedra and of two pentahedra in turns, in one section of MIXED."""
    def split_before(cube):
        """How many of the cubes before this one are split; in a layer, and as layers."""
        layer, inside = np.divmod(cube, n**2)
        row, i = np.divmod(inside, n)
        split = (row // 2) * n + np.where(row % 2 == 0, i // 2, (n // 2) + (i + 1) // 2)
        return layer * (n**2 // 2) + split

    is_split = (cubes % n + cubes // n % n) % 2 == 1
    own, vertices = cubes + split_before(cubes), corners(n, cubes)
    whole = np.insert(vertices[~is_split], 0, 17, axis=1)
    halves = [np.insert(vertices[is_split][:, half], 0, 14, axis=1) for half in ((0, 1, 2, 4, 5, 6), (0, 2, 3, 4, 6, 7))]
    rows = np.zeros((len(cubes), 14), dtype=np.int64)
    rows[~is_split, :9], rows[is_split] = whole, np.hstack(halves)
    nodes = rows[np.arange(14) < np.where(is_split, 14, 9)[:, None]]
    sizes = np.stack([np.where(is_split, 7, 9), np.where(is_split, 7, 0)], axis=1).ravel()
    numbers = np.stack([own, own + 1], axis=1).ravel()[sizes > 0]
    return [Section("Mixed", 20, numbers, nodes, np.concatenate([[0], np.cumsum(sizes[sizes > 0])]))]


def poly(n, cubes):
    """A polyhedron of 6 quadrangles in each cube: faces across i, then j, then k."""
    i, j, k = cubes % n, cubes // n % n, cubes // n**2
    across_j, across_k = (n + 1) * n**2, 2 * (n + 1) * n**2
    faces = np.stack([i + (n + 1) * (j + n * k), across_j + i + n * (j + (n + 1) * k), across_k + i + n * (j + n * k)], axis=1)
    faces = np.hstack([faces, faces + [1, n, n**2]])
    sides = [(0, 4, 7, 3), (0, 1, 5, 4), (0, 3, 2, 1), (1, 2, 6, 5), (3, 7, 6, 2), (4, 5, 6, 7)]
    sides[:3] = [(side[0], *side[:0:-1]) for side in sides[:3]]  # as the cube before sees them
    own, first, local = np.unique(faces.ravel(), return_index=True, return_inverse=True)
    quads = corners(n, cubes)[:, sides].reshape(-1, 4)[first]
    # A face points out of the cube that is before it.
    signed = np.where(np.arange(6) < 3, -1, 1) * (local.reshape(-1, 6) + 1)
    return [Section("Faces", 22, own, quads.ravel(), 4 * np.arange(len(own) + 1)),
            Section("Cells", 23, cubes, signed.ravel(), 6 * np.arange(len(cubes) + 1))]


def write_section(zone, section, first, vertices):
    """Elements from `first` on; the first of the next section."""
    count = len(section.numbers)
    group = node(zone, section.name, "Elements_t", np.array([section.kind, 0], dtype="i4"))
    node(group, "ElementRange", "IndexRange_t", np.array([first, first + count - 1], dtype="i4"))
    nodes = section.nodes
    if section.kind == 20:
        nodes = nodes.copy()
        is_node = np.ones(len(nodes), dtype=bool)
        is_node[section.offsets[:-1]] = False
        nodes[is_node] = np.searchsorted(vertices, nodes[is_node]) + 1
    elif section.kind != 23:  # those are numbers of faces
        nodes = np.searchsorted(vertices, nodes) + 1
    node(group, "ElementConnectivity", "DataArray_t", nodes.astype("i4"))
    if section.offsets is not None:
        node(group, "ElementStartOffset", "DataArray_t", section.offsets.astype("i4"))
    marks = node(group, ":CGNS#GlobalNumbering", "UserDefinedData_t")
    node(marks, "Element", "DataArray_t", (section.numbers + 1).astype("i8"))
    return first + count


def corners_of(sections):
    """The vertices of a part, each once."""
    nodes = sections[0].nodes
    if sections[0].kind == 20:
        nodes = np.delete(nodes, sections[0].offsets[:-1])
    return np.unique(nodes)


def unstructured(sections_of, folder, n, parts):
    """One zone; a part has cubes of a slab, in an order of its own."""
    blocks = np.array_split(np.arange(n**3), n**3 // 100 + 1)
    for number, (begin, end) in enumerate(cuts(len(blocks), parts)):
        random = np.random.default_rng(number)
        cubes = np.concatenate([blocks[block] for block in begin + random.permutation(end - begin)])
        sections = sections_of(n, cubes)
        vertices, cells = corners_of(sections), sections[-1].numbers
        file, base = cgns_file(folder / f"part_{number:04}.cgns", 3)
        zone = node(base, f"Zone.P{number}.N0", "Zone_t", np.array([[len(vertices)], [len(cells)], [0]], dtype="i4"))
        node(zone, "ZoneType", "ZoneType_t", "Unstructured")
        grid = node(zone, "GridCoordinates", "GridCoordinates_t")
        for axis, name in enumerate(COORDINATES):
            node(grid, name, "DataArray_t", vertices // (n + 1) ** axis % (n + 1) / n)
        first = 1
        for section in sections:
            first = write_section(zone, section, first, vertices)
        for name, location, count in (("AtVertices", "Vertex", None), ("AtCells", "CellCenter", len(cells))):
            group = node(zone, name, "FlowSolution_t")
            node(group, "GridLocation", "GridLocation_t", location)
            for field, factor in zip(FIELDS, (0.1, 0.3, 0.7, 1.1, 1.3)):
                node(group, field, "DataArray_t", random.random(count) if count else np.sin(vertices * factor))
        marks = node(zone, ":CGNS#GlobalNumbering", "UserDefinedData_t")
        node(marks, "Vertex", "DataArray_t", vertices + 1)
        node(marks, "Cell", "DataArray_t", cells + 1)
        file.close()


def main():
    kind, folder, *numbers = sys.argv[1:]
    if kind == "boxes":
        boxes(Path(folder), *map(int, numbers))
    else:
        sections_of = {"tetra": tetra, "hexa": hexa, "mixed": mixed, "poly": poly}[kind]
        unstructured(sections_of, Path(folder), *map(int, numbers))


if __name__ == "__main__":
    main()
