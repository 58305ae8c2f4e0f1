"""make_fields.py OUT [--size N]: makes a CGNS file with fields that compress and some that do not, in one, two and three
dimensions; with chunks that do not divide the extents where --chunks is given, some of them big-endian."""

import argparse
import sys
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "interop"))


def text(value, size):
    return np.array(value.encode(), dtype=f"S{size}")


def node(parent, name, label, kind="MT", data=None, **storage):
    group = parent.create_group(name, track_order=True)
    for attribute, value, size in (("name", name, 33), ("label", label, 33), ("type", kind, 3)):
        group.attrs.create(attribute, text(value, size))
    group.attrs.create("flags", np.array([1], "<i4"))
    if data is not None:
        group.create_dataset(" data", data=data, **storage)
    return group


def chars(value):
    return np.frombuffer(value.encode(), "i1")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out")
    parser.add_argument("--size", type=int, default=30)
    parser.add_argument("--chunks", action="store_true")
    parser.add_argument("--smooth", action="store_true", help="no noise, and arrays of three dimensions only")
    parser.add_argument("--big", action="store_true", help="some fields are big-endian")
    options = parser.parse_args()
    n = options.size
    gzip = {"chunks": (7, 11, 13), "compression": "gzip", "shuffle": True} if options.chunks else {}
    plain = {"chunks": (5, n, 9)} if options.chunks else {}
    random = np.random.default_rng(1)
    z, y, x = np.meshgrid(*(np.linspace(0, 1, m) for m in (n + 1, n, n + 2)), indexing="ij")
    order = ">" if options.big else "<"
    with h5py.File(options.out, "w", track_order=True, libver=("v108", "v108")) as file:
        for attribute, value, size in (("name", "HDF5 MotherNode", 33), ("label", "Root Node of HDF5 File", 33)):
            file.attrs.create(attribute, text(value, size))
        file.attrs.create("type", text("MT", 3))
        file.create_dataset(" format", data=chars("IEEE_LITTLE_32\0"))
        file.create_dataset(" hdf5version", data=chars("HDF5 Version 1.10.8".ljust(33, "\0")))
        node(file, "CGNSLibraryVersion", "CGNSLibraryVersion_t", "R4", np.array([4.2], "<f4"))
        base = node(file, "Base", "CGNSBase_t", "I4", np.array([3, 3], "<i4"))
        sizes = [[n + 2, n, n + 1], [n + 1, n - 1, n], [0, 0, 0]]
        zone = node(base, "Zone", "Zone_t", "I4", np.array(sizes, "<i4"))
        node(zone, "ZoneType", "ZoneType_t", "C1", chars("Structured"))
        grid = node(zone, "GridCoordinates", "GridCoordinates_t")
        for name, values in (("X", x), ("Y", y), ("Z", z)):
            node(grid, "Coordinate" + name, "DataArray_t", "R8", values.astype(order + "f8"), **gzip)
        fields = node(zone, "Solution", "FlowSolution_t")
        node(fields, "Smooth", "DataArray_t", "R4", np.sin(3 * x * y + z).astype("<f4"), **gzip)
        if options.smooth:
            node(fields, "Product", "DataArray_t", "R8", (x * y * z).astype("<f8"))
        else:
            noise = random.integers(-(2**62), 2**62, x.shape, dtype="<i8")
            node(fields, "Noise", "DataArray_t", "I8", noise, **plain)
        if options.smooth:
            return
        other = node(base, "Numbers", "Zone_t", "I4", np.array([[n**3], [0], [0]], "<i4"))
        node(other, "ZoneType", "ZoneType_t", "C1", chars("Unstructured"))
        fields = node(other, "Solution", "FlowSolution_t")
        one = {"chunks": (1000,), "fletcher32": True, "compression": "gzip"} if options.chunks else {}
        node(fields, "Index", "DataArray_t", "I4", np.arange(n**3, dtype=order + "i4"), **one)
        node(fields, "Tiny", "DataArray_t", "R8", np.arange(5.0))


if __name__ == "__main__":
    main()
