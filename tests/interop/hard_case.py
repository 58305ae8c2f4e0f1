"""hard_case.py: writes a small CGNS/HDF5 file with everything that a merge could lose, which no corpus file has.

Two bases whose zones share names; pointer tables of zones that come and go; links within the file and to a second
one (written beside it, `<stem>_target.cgns`); private attributes and objects; big-endian, compressed and
single-precision fields with NaN and -0.0; a name of 32 characters; garbage behind a NUL; a nested user's tree.
"""

import argparse
from pathlib import Path

import h5py
import numpy as np

import cgns_h5 as cgns

KINDS = {"i4": "I4", "i8": "I8", "f4": "R4", "f8": "R8", "i1": "C1", "u1": "B1"}
LONG_NAME = "Zone 4 with a name of thirty-two"
VERTICES = (4, 3, 5)
SQUARE = (4, 3)


def fixed_string(size):
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(size)
    return kind


def set_string(group, name, value, size):
    """A string attribute as the reference library writes it; `value` may hold bytes behind its NUL."""
    attribute = h5py.h5a.create(group.id, name.encode(), fixed_string(size), h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(value, f"S{size}"), mtype=fixed_string(size))


def node(parent, name, label, data=None, **storage):
    """A node; `data` is text, or an array with dimensions in HDF5 order. Storage as in create_dataset."""
    creation = h5py.h5p.create(h5py.h5p.GROUP_CREATE)
    creation.set_link_creation_order(cgns.TRACKED)
    group = h5py.Group(h5py.h5g.create(parent.id, name.encode(), gcpl=creation))
    if isinstance(data, str):
        data = np.frombuffer(data.encode(), "i1")
    kind = "MT" if data is None else KINDS[np.asarray(data).dtype.str[1:]]
    set_string(group, "name", name.encode(), 33)
    set_string(group, "label", label.encode(), 33)
    set_string(group, "type", kind.encode(), 3)
    group.attrs.create("flags", [1], dtype="i4")
    if data is not None:
        group.create_dataset(" data", data=data, **storage)
    return group


def link(parent, name, path, file=None):
    """A CGNS link node to a node of this file or of another one."""
    group = node(parent, name, "")
    h5py.h5a.delete(group.id, b"type")
    set_string(group, "type", b"LK", 3)
    group.create_dataset(" path", data=np.frombuffer(path.encode() + b"\0", "i1"))
    if file:
        group.create_dataset(" file", data=np.frombuffer(file.encode() + b"\0", "i1"))
    group[" link"] = h5py.ExternalLink(file, path) if file else h5py.SoftLink(path)
    return group


def marks(file):
    """What stands in the root of every file."""
    set_string(file, "name", b"HDF5 MotherNode", 33)
    set_string(file, "label", b"Root Node of HDF5 File", 33)
    set_string(file, "type", b"MT", 3)
    file.create_dataset(" format", data=np.frombuffer(b"IEEE_LITTLE_32\0", "i1"))
    file.create_dataset(" hdf5version", data=np.frombuffer(b"HDF5 Version 1.10.8".ljust(33, b"\0"), "i1"))
    node(file, "CGNSLibraryVersion", "CGNSLibraryVersion_t", np.array([3.4], "f4"))


def zone(base, name, size):
    sizes = np.array([size, [n - 1 for n in size], [0] * len(size)], "i4")
    group = node(base, name, "Zone_t", sizes)
    node(group, "ZoneType", "ZoneType_t", "Structured")
    return group


def coordinates(zone_group, size, shift):
    grid = node(zone_group, "GridCoordinates", "GridCoordinates_t")
    places = np.meshgrid(*[np.arange(n, dtype="f8") for n in reversed(size)], indexing="ij")
    places = list(reversed(places)) + [np.zeros(tuple(reversed(size)))] * (3 - len(size))
    for axis, values in zip("XYZ", places):
        node(grid, f"Coordinate{axis}", "DataArray_t", values + shift)


def solution(zone_group, size, dtype="<f8", **storage):
    """A vertex solution whose field holds the numbers that comparisons get wrong."""
    values = np.linspace(-1, 1, int(np.prod(size))).reshape(tuple(reversed(size)))
    values.reshape(-1)[:4] = [np.nan, -0.0, np.inf, np.nextafter(1, 2)]
    group = node(zone_group, "Solution", "FlowSolution_t")
    node(group, "Density", "DataArray_t", values.astype(dtype), **storage)
    return group


def boundary(zone_group, size):
    conditions = node(zone_group, "ZoneBC", "ZoneBC_t")
    wall = node(conditions, "wall", "BC_t", "BCWall")
    low, high = [1] * len(size), [1, *size[1:]]
    node(wall, "PointRange", "IndexRange_t", np.array([low, high], "i4"))
    node(wall, "FamilyName", "FamilyName_t", "Hot")


def private_objects(group):
    """Attributes and objects that mean nothing to CGNS, and that a tool must not drop."""
    group.attrs.create("checksum", np.array([1.5, -0.0, np.nan]))
    group.attrs.create("note", np.array(b"kept", "S8"))
    group.create_dataset(" private values", data=np.arange(7, dtype=">i2"))
    inner = group.create_group(" private group")
    inner.attrs.create("depth", 2)
    inner.create_dataset("values", data=np.arange(3.0))


def pointer_table(steps, most):
    """Zone names of each step as a table of 32 columns; unused places hold Null."""
    rows = [[name.ljust(32) for name in (names + ["Null"] * most)[:most]] for names in steps]
    return np.frombuffer("".join(sum(rows, [])).encode(), "i1").reshape(len(steps), most, 32)


def iterative_data(base):
    """Three steps with two, four and one zones."""
    steps = [["Zone 1", "Zone 3"], ["Zone 1", "Zone 2", "Zone 3", LONG_NAME], [LONG_NAME]]
    group = node(base, "Steps", "BaseIterativeData_t", np.array([3], "i4"))
    node(group, "TimeValues", "DataArray_t", np.array([0.0, 0.1, 0.3]))
    node(group, "NumberOfZones", "DataArray_t", np.array([len(names) for names in steps], "i4"))
    node(group, "ZonePointers", "DataArray_t", pointer_table(steps, 4))


def solid_base(file, target_name):
    base = node(file, "Solid", "CGNSBase_t", np.array([3, 3], "i4"))
    iterative_data(base)
    node(base, "DataClass", "DataClass_t", "NormalizedByUnknownDimensional")
    state = node(base, "ReferenceState", "ReferenceState_t")
    node(state, "Mach", "DataArray_t", np.array([0.5]))
    node(node(base, "Hot", "Family_t"), "FamBC", "FamilyBC_t", "BCWall")
    user = node(node(base, "Run", "UserDefinedData_t"), "Deeper", "UserDefinedData_t")
    node(user, "Settings", "DataArray_t", np.arange(6, dtype="i8").reshape(2, 3))
    private_objects(base)
    zones = [zone(base, name, VERTICES) for name in ("Zone 1", "Zone 2", "Zone 3", LONG_NAME)]
    for shift, group in ((0, zones[0]), (4, zones[1]), (12, zones[3])):
        coordinates(group, VERTICES, shift)
    link(zones[2], "GridCoordinates", "/Solid/Zone 2/GridCoordinates")
    private_objects(solution(zones[0], VERTICES, ">f8"))
    zones[0]["Solution/Density/ data"].attrs.create("unit", np.array(b"kg/m3", "S8"))
    solution(zones[1], VERTICES, "<f4", chunks=(2, 3, 4), compression="gzip", shuffle=True)
    link(zones[2], "Solution", "/Stored/Elsewhere/Field", target_name)
    for group in zones:
        boundary(group, VERTICES)
    h5py.h5a.delete(zones[1].id, b"label")
    set_string(zones[1], "label", b"Zone_t\0garbage", 33)


def skin_base(file):
    base = node(file, "Skin", "CGNSBase_t", np.array([2, 3], "i4"))
    for number in (1, 2):
        group = zone(base, f"Zone {number}", SQUARE)
        coordinates(group, SQUARE, 100.0 * number)
        solution(group, SQUARE)


def write(path):
    target = path.with_name(f"{path.stem}_target.cgns")
    with cgns.create_file(target) as file:
        marks(file)
        base = node(file, "Stored", "CGNSBase_t", np.array([3, 3], "i4"))
        field = solution(zone(base, "Elsewhere", VERTICES), VERTICES)
        base["Elsewhere"].move("Solution", "Field")
        cgns.rename(field, "Field")
    with cgns.create_file(path) as file:
        marks(file)
        solid_base(file, target.name)
        skin_base(file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output", type=Path)
    write(parser.parse_args().output)


if __name__ == "__main__":
    cgns.run(main)
