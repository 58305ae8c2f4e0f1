#!/usr/bin/env python3
"""Writes a small CGNS file, as one rank of a solver would, straight through HDF5.

    make_cgns.py out_0000.cgns --zones Zone1 Zone2 --size 5x4x3 --after Zone3

The zones of all files stand in a row along i, in the order of the numbers in their names, and each is joined to
the next one. Values depend on --seed and on the name of the zone only: the same zone with the same seed is the same
in any file, and with another seed it differs. Node names:

    Base                    3, 3; SI units, ReferenceState (Mach), families, Descriptor_t, BaseIterativeData
    Base/Zone1              GridCoordinates (R8), ZoneBC (Wall), ZoneGridConnectivity (IMin, IMax),
                            FlowSolution (at vertices), CellSolution (at cells), Pressure and Temperature in each;
                            with --steps N instead FlowSolution0001 ... and CellSolution0001 ..., ZoneIterativeData
"""

import argparse
import re
import zlib

import h5py
import numpy as np

TRACKED = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED
AXES = "XYZ"
COMPACT_BELOW = 65536  # bytes, as the reference library has it
TYPES = {"f4": "R4", "f8": "R8", "i4": "I4", "i8": "I8"}


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add = parser.add_argument
    add("file")
    add("--base", default="Base")
    add("--zones", nargs="*", default=["Zone1"], metavar="NAME", help="none: a base without zones")
    add("--size", default="5x4x3", metavar="NIxNJxNK", help="vertices of each zone; 2 at least each way")
    add("--seed", type=int, default=0, help="of the values")
    add("--before", metavar="NAME", help="zone that the first one is joined to (IMin)")
    add("--after", metavar="NAME", help="zone that the last one is joined to (IMax)")
    add("--fields", nargs="+", default=["Pressure", "Temperature"], metavar="NAME")
    add("--float", choices=["R4", "R8"], default="R8", help="type of the fields")
    add("--steps", type=int, default=0, help="time steps; 0: a steady computation")
    add("--time-step", type=float, default=0.5, help="seconds between steps")
    add("--family", action="append", default=[], metavar="NAME", help="the first one is that of the walls")
    add("--mach", type=float, default=0.5, help="in the ReferenceState")
    add("--descriptor", metavar="TEXT", help="Base/Information, as writers put time stamps there")
    add("--extras", action="store_true",
        help="also a node with an unknown label, UserDefinedData_t, an attribute and a dataset that are not CGNS")
    add("--link", nargs=2, action="append", default=[], metavar=("FILE:PATH", "AS"),
        help="a link node AS (a path); without FILE it leads within the file")
    add("--chunked", action="store_true", help="large arrays in chunks")
    add("--gzip", action="store_true", help="large arrays in compressed chunks")
    add("--big-endian", action="store_true")
    add("--superblock", type=int, choices=[0, 2], default=2)
    add("--no-order", action="store_true", help="no creation order of links")
    add("--version-of-cgns", type=float, default=3.4, help="CGNSLibraryVersion")
    return parser.parse_args()


class Writer:
    """Makes nodes as the mapping of CGNS to HDF5 wants them."""

    def __init__(self, args):
        self.args = args
        self.order = 0 if args.no_order else TRACKED
        creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
        creation.set_link_creation_order(self.order)
        access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
        low = h5py.h5f.LIBVER_V18 if args.superblock == 2 else h5py.h5f.LIBVER_EARLIEST
        access.set_libver_bounds(low, h5py.h5f.LIBVER_V18)
        self.file = h5py.h5f.create(args.file.encode(), h5py.h5f.ACC_TRUNC, fcpl=creation, fapl=access)
        self.root = h5py.h5g.open(self.file, b"/")
        string(self.root, "name", "HDF5 MotherNode", 33)
        string(self.root, "label", "Root Node of HDF5 File", 33)
        string(self.root, "type", "MT", 3)
        big = args.big_endian
        raw(self.root, " format", np.frombuffer(b"IEEE_BIG_32\0\0\0\0" if big else b"IEEE_LITTLE_32\0", np.int8))
        raw(self.root, " hdf5version", np.frombuffer(b"HDF5 Version 1.10.8".ljust(33, b"\0"), np.int8))

    def node(self, parent, name, label, value=None):
        """A node below the group `parent`; `value`: nothing, a text, or an array in the order of HDF5."""
        text = isinstance(value, str)
        if text:
            value = np.frombuffer(value.encode(), np.int8)
        kind = "MT" if value is None else "C1" if value.dtype == np.int8 else TYPES[value.dtype.str[1:]]
        group = self.group(parent, name, label, kind)
        if value is not None:
            self.data(group, value)
        return group

    def group(self, parent, name, label, kind):
        creation = h5py.h5p.create(h5py.h5p.GROUP_CREATE)
        creation.set_link_creation_order(self.order)
        group = h5py.h5g.create(parent, name.encode(), gcpl=creation)
        string(group, "name", name, 33)
        string(group, "label", label, 33)
        string(group, "type", kind, 3)
        flags = h5py.h5a.create(group, b"flags", h5py.h5t.STD_I32LE, h5py.h5s.create_simple((1,)))
        flags.write(np.ones(1, np.int32))
        return group

    def data(self, group, value):
        stored = value.astype(value.dtype.newbyteorder(">" if self.args.big_endian else "<"))
        creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        if (self.args.chunked or self.args.gzip) and value.ndim > 1 and value.dtype.kind == "f":
            creation.set_chunk(tuple(max(1, extent // 2) for extent in value.shape))
            if self.args.gzip:
                creation.set_deflate(1)
        elif value.nbytes < COMPACT_BELOW and value.dtype.kind != "f":
            creation.set_layout(h5py.h5d.COMPACT)
        else:
            creation.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
            creation.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
        raw(group, " data", stored, creation)

    def link(self, target, path):
        """A CGNS link node at `path` to `target`, FILE:PATH."""
        file, _, inside = target.rpartition(":")
        parent, _, name = path.rpartition("/")
        group = self.group(h5py.h5g.open(self.file, (parent or "/").encode()), name, "", "LK")
        raw(group, " path", np.frombuffer(inside.encode() + b"\0", np.int8))
        if file:
            raw(group, " file", np.frombuffer(file.encode() + b"\0", np.int8))
            group.links.create_external(b" link", file.encode(), inside.encode())
        else:
            group.links.create_soft(b" link", inside.encode())


def string(group, name, text, size):
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(size)
    attribute = h5py.h5a.create(group, name.encode(), kind, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(text.encode(), f"S{size}"), mtype=kind)


def raw(group, name, value, creation=None):
    kind = h5py.h5t.py_create(value.dtype)
    dataset = h5py.h5d.create(group, name.encode(), kind, h5py.h5s.create_simple(value.shape), dcpl=creation)
    dataset.write(h5py.h5s.ALL, h5py.h5s.ALL, np.ascontiguousarray(value))


def integers(*values):
    return np.array(values, np.int32)


def table(words, width=32):
    """Names in columns of 32, padded with blanks; `words`: a list, or a list of lists."""
    rows = np.array([[ord(c) for c in word.ljust(width)] for word in np.ravel(words)], np.int8)
    return rows.reshape(np.shape(words) + (width,))


def number_in(name, otherwise):
    digits = re.search(r"\d+", name)
    return int(digits.group()) if digits else otherwise


class Zone:
    def __init__(self, args, index):
        self.name = args.zones[index]
        self.args = args
        self.vertices = [int(n) for n in args.size.split("x")]
        self.place = number_in(self.name, index)  # in the row of all zones

    def random(self, what, shape):
        seeds = [self.args.seed, zlib.crc32(self.name.encode()), zlib.crc32(what.encode())]
        return np.random.default_rng(seeds).random(shape)

    def coordinates(self):
        axes = [np.arange(n, dtype=float) for n in self.vertices]
        axes[0] = axes[0] + self.place * (self.vertices[0] - 1)
        x, y, z = np.meshgrid(*axes, indexing="ij")
        return [axis.transpose().copy() for axis in (x, y + 0.1 * x, z)]

    def face(self, i):
        """Point range of the face i = 1 or i = last."""
        ni, nj, nk = self.vertices
        at = 1 if i == 0 else ni
        return np.array([[at, 1, 1], [at, nj, nk]], np.int32)


def write_base(writer, args):
    writer.node(writer.root, "CGNSLibraryVersion", "CGNSLibraryVersion_t", np.array([args.version_of_cgns], np.float32))
    base = writer.node(writer.root, args.base, "CGNSBase_t", integers(3, 3))
    units = ["Kilogram", "Meter", "Second", "Kelvin", "Radian"]
    writer.node(base, "DimensionalUnits", "DimensionalUnits_t", table(units))
    state = writer.node(base, "ReferenceState", "ReferenceState_t", None)
    writer.node(state, "Mach", "DataArray_t", np.array([args.mach]))
    for family in args.family:
        node = writer.node(base, family, "Family_t")
        writer.node(node, "FamilyBC", "FamilyBC_t", "BCWall")
    if args.descriptor is not None:
        writer.node(base, "Information", "Descriptor_t", args.descriptor)
    if args.steps:
        write_base_iterative(writer, base, args)
    if args.extras:
        write_extras(writer, base, args)
    return base


def write_base_iterative(writer, base, args):
    node = writer.node(base, "BaseIterativeData", "BaseIterativeData_t", integers(args.steps))
    steps = np.arange(1, args.steps + 1)
    writer.node(node, "TimeValues", "DataArray_t", steps * args.time_step)
    writer.node(node, "IterationValues", "DataArray_t", 10 * steps.astype(np.int32))
    if args.zones:
        writer.node(node, "NumberOfZones", "DataArray_t", np.full(args.steps, len(args.zones), np.int32))
        writer.node(node, "ZonePointers", "DataArray_t", table([args.zones] * args.steps))


def write_extras(writer, base, args):
    node = writer.node(base, "Vendor", "VendorSettings_t", np.array([1.0, 2.0]))
    writer.node(node, "Scheme", "VendorScheme_t", "central")
    user = writer.node(base, "UserData", "UserDefinedData_t")
    writer.node(user, "Settings", "DataArray_t", integers(1, 2, 3))
    string(base, "written by", "make_cgns", 33)
    raw(base, " checksum", np.arange(4, dtype=np.int64))


def write_zone(writer, base, args, index):
    zone = Zone(args, index)
    cells = [n - 1 for n in zone.vertices]
    node = writer.node(base, zone.name, "Zone_t", np.array([zone.vertices, cells, [0, 0, 0]], np.int32))
    writer.node(node, "ZoneType", "ZoneType_t", "Structured")
    grid = writer.node(node, "GridCoordinates", "GridCoordinates_t")
    for axis, values in zip(AXES, zone.coordinates()):
        writer.node(grid, f"Coordinate{axis}", "DataArray_t", values)
    for suffix in [f"{step:04d}" for step in range(1, args.steps + 1)] or [""]:
        write_solution(writer, node, zone, f"FlowSolution{suffix}", zone.vertices, "Vertex")
        write_solution(writer, node, zone, f"CellSolution{suffix}", cells, "CellCenter")
    if args.steps:
        iterative = writer.node(node, "ZoneIterativeData", "ZoneIterativeData_t")
        names = [f"CellSolution{step:04d}" for step in range(1, args.steps + 1)]
        writer.node(iterative, "FlowSolutionPointers", "DataArray_t", table(names))
    write_walls(writer, node, zone)
    write_joins(writer, node, zone, index)


def write_solution(writer, parent, zone, name, extents, location):
    node = writer.node(parent, name, "FlowSolution_t")
    if location != "Vertex":
        writer.node(node, "GridLocation", "GridLocation_t", location)
    for field in zone.args.fields:
        values = zone.random(f"{name}/{field}", extents[::-1])
        writer.node(node, field, "DataArray_t", values.astype(zone.args.float.replace("R", "f")))


def write_walls(writer, parent, zone):
    bcs = writer.node(parent, "ZoneBC", "ZoneBC_t")
    wall = writer.node(bcs, "Wall", "BC_t", "FamilySpecified" if zone.args.family else "BCWall")
    ni, _, nk = zone.vertices
    writer.node(wall, "PointRange", "IndexRange_t", np.array([[1, 1, 1], [ni, 1, nk]], np.int32))
    if zone.args.family:
        writer.node(wall, "FamilyName", "FamilyName_t", zone.args.family[0])


def write_joins(writer, parent, zone, index):
    zones = [zone.args.before, *zone.args.zones, zone.args.after]
    joins = None
    for end, (name, donor) in enumerate([("IMin", zones[index]), ("IMax", zones[index + 2])]):
        if donor is None:
            continue
        joins = joins or writer.node(parent, "ZoneGridConnectivity", "ZoneGridConnectivity_t")
        join = writer.node(joins, name, "GridConnectivity1to1_t", donor)
        writer.node(join, "Transform", '"int[IndexDimension]"', integers(1, 2, 3))
        writer.node(join, "PointRange", "IndexRange_t", zone.face(end))
        writer.node(join, "PointRangeDonor", "IndexRange_t", zone.face(1 - end))


def main():
    args = options()
    writer = Writer(args)
    base = write_base(writer, args)
    for index in range(len(args.zones)):
        write_zone(writer, base, args, index)
    for target, path in args.link:
        writer.link(target, path)


if __name__ == "__main__":
    main()
