"""make_parts.py: writes zones in parts, as solvers leave them, for merge_speed.py.

    make_parts.py boxes FOLDER N PI PJ PK    one structured zone of N x N x N vertices, in PI x PJ x PK boxes
    make_parts.py tetra FOLDER N PARTS       one unstructured zone of 5 N^3 tetrahedra, in PARTS slabs; in a part, blocks of 500 in random order

One file a part, with the marks that Maia leaves; 7 arrays of doubles on the vertices of a structured zone, 5 fields on the
vertices and 5 on the cells of an unstructured one. The numbers are random and do not compress.
"""

import sys
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


def tetrahedra(n):
    """5 tetrahedra in each of n^3 cubes, by numbers of vertices from 0, in the order of the cubes."""
    i, j, k = np.meshgrid(*[np.arange(n)] * 3, indexing="ij")
    first = (i + (n + 1) * (j + (n + 1) * k)).transpose(2, 1, 0).ravel()
    x, y, z = 1, n + 1, (n + 1) ** 2
    far = x + y + z
    corners = [(0, x, y, z), (x, x + y, y, far), (x, z, x + z, far), (y, z, far, y + z), (x, y, z, far)]
    return (first[:, None, None] + np.array(corners)[None]).reshape(-1, 4)


def tetra(folder, n, parts):
    """One unstructured zone; a part has cubes of a slab, in an order of its own."""
    cells = tetrahedra(n)
    blocks = np.array_split(np.arange(n**3), n**3 // 100 + 1)
    for number, (begin, end) in enumerate(cuts(len(blocks), parts)):
        random = np.random.default_rng(number)
        cubes = np.concatenate([blocks[block] for block in begin + random.permutation(end - begin)])
        own = (5 * cubes[:, None] + np.arange(5)).ravel()
        vertices, local = np.unique(cells[own], return_inverse=True)
        file, base = cgns_file(folder / f"part_{number:04}.cgns", 3)
        zone = node(base, f"Zone.P{number}.N0", "Zone_t", np.array([[len(vertices)], [len(own)], [0]], dtype="i4"))
        node(zone, "ZoneType", "ZoneType_t", "Unstructured")
        grid = node(zone, "GridCoordinates", "GridCoordinates_t")
        for axis, name in enumerate(COORDINATES):
            node(grid, name, "DataArray_t", vertices // (n + 1) ** axis % (n + 1) / n)
        section = node(zone, "Tetra", "Elements_t", np.array([10, 0], dtype="i4"))
        node(section, "ElementRange", "IndexRange_t", np.array([1, len(own)], dtype="i4"))
        node(section, "ElementConnectivity", "DataArray_t", (local.ravel() + 1).astype("i4"))
        marks = node(section, ":CGNS#GlobalNumbering", "UserDefinedData_t")
        node(marks, "Element", "DataArray_t", own + 1)
        node(marks, "Sections", "DataArray_t", own + 1)
        for name, location, count in (("AtVertices", "Vertex", None), ("AtCells", "CellCenter", len(own))):
            group = node(zone, name, "FlowSolution_t")
            node(group, "GridLocation", "GridLocation_t", location)
            for field, factor in zip(FIELDS, (0.1, 0.3, 0.7, 1.1, 1.3)):
                node(group, field, "DataArray_t", random.random(count) if count else np.sin(vertices * factor))
        marks = node(zone, ":CGNS#GlobalNumbering", "UserDefinedData_t")
        node(marks, "Vertex", "DataArray_t", vertices + 1)
        node(marks, "Cell", "DataArray_t", own + 1)
        file.close()


def main():
    kind, folder, *numbers = sys.argv[1:]
    {"boxes": boxes, "tetra": tetra}[kind](Path(folder), *map(int, numbers))


if __name__ == "__main__":
    main()
