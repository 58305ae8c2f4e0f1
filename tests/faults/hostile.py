#!/usr/bin/env python3
"""hostile.py: CGNS files that lie about their values, one lie each.

    hostile.py --list           the names of the lies
    hostile.py FOLDER [LIE...]  FOLDER/LIE.cgns for each of them, or for all

The files are valid but for the dataset of one field (or of an array of UserDefinedData_t, where extents are the lie).
No program may take one for what it pretends to be: not what memory held is in any output, nothing works for long.
"""

import os
import pathlib
import struct
import subprocess
import sys
import zlib

import h5py
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
FIELD = "Base/Zone1/FlowSolution/Pressure"
SHAPE = (6, 7, 8)
BYTES = 8 * 6 * 7 * 8
LIES = {}


def lie(make):
    LIES[make.__name__] = make
    return make


def creation(chunk=SHAPE, never_filled=False):
    result = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    if chunk:
        result.set_chunk(chunk)
    if never_filled:
        result.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    return result


def new_values(group, properties, shape=SHAPE, kind=h5py.h5t.IEEE_F64LE):
    return h5py.h5d.create(group.id, b" data", kind, h5py.h5s.create_simple(shape), dcpl=properties)


def one_chunk(path, properties, chunk, mask=0):
    """The field with one chunk as it is stored, which `chunk` makes of its values."""
    with h5py.File(path, "r+") as file:
        values = file[FIELD][" data"][()].tobytes()
        del file[FIELD][" data"]
        new_values(file[FIELD], properties).write_direct_chunk((0, 0, 0), chunk(values), mask)


def no_values(path, properties):
    with h5py.File(path, "r+") as file:
        del file[FIELD][" data"]
        new_values(file[FIELD], properties)


def deflated():
    result = creation()
    result.set_deflate(1)
    return result


@lie
def short_deflate(path):
    one_chunk(path, deflated(), lambda values: zlib.compress(values[:1000]))


@lie
def long_deflate(path):
    one_chunk(path, deflated(), lambda values: zlib.compress(values + values))


@lie
def short_shuffle(path):
    properties = creation()
    properties.set_shuffle()
    properties.set_deflate(1)
    one_chunk(path, properties, lambda values: zlib.compress(values[:1000]))


@lie
def short_unfiltered(path):
    one_chunk(path, creation(), lambda values: values[:1000])


@lie
def short_where_deflate_was_skipped(path):
    one_chunk(path, deflated(), lambda values: values[:1000], 1)


@lie
def less_than_a_checksum(path):
    properties = creation()
    properties.set_fletcher32()
    one_chunk(path, properties, lambda values: b"ab")


@lie
def short_scale_offset(path):
    properties = creation()
    properties.set_scaleoffset(h5py.h5z.SO_FLOAT_DSCALE, 3)
    one_chunk(path, properties, lambda values: struct.pack("<IB", 40, 8) + bytes(16) + b"abc")


@lie
def never_written(path):
    no_values(path, creation(None, never_filled=True))


@lie
def chunks_never_written(path):
    no_values(path, creation(never_filled=True))


@lie
def chunks_of_more_dimensions(path):
    """A superblock of version 0, so that no checksum protects the dataspace."""
    subprocess.run([sys.executable, HERE / "../cli/make_cgns.py", path, "--size", "8x7x6", "--superblock", "0"], check=True)
    shape = (3, 7, 16)
    with h5py.File(path, "r+") as file:
        values = file[FIELD][" data"][()].reshape(shape)
        del file[FIELD][" data"]
        new_values(file[FIELD], creation(shape), shape).write(h5py.h5s.ALL, h5py.h5s.ALL, values)
    stored = path.read_bytes()
    dataspace = struct.pack("<BBBB4x3Q", 1, 3, 1, 0, *shape)  # version, dimensions, maxima
    assert stored.count(dataspace) == 1
    path.write_bytes(stored.replace(dataspace, dataspace[:1] + b"\2\0" + dataspace[3:]))


def external(path, raw):
    properties = creation(None)
    properties.set_external(os.path.abspath(raw).encode(), 0, BYTES)
    no_values(path, properties)


@lie
def short_external_file(path):
    raw = path.with_suffix(".raw")
    raw.write_bytes(b"x" * 1000)
    external(path, raw)


@lie
def no_external_file(path):
    external(path, path.with_suffix(".absent"))


@lie
def pipe_as_external_file(path):
    pipe = path.with_suffix(".pipe")
    pipe.unlink(missing_ok=True)
    os.mkfifo(pipe)
    external(path, pipe)


@lie
def virtual_over_nothing(path):
    with h5py.File(path, "r+") as file:
        del file[FIELD][" data"]
        layout = h5py.VirtualLayout(SHAPE, "f8")
        layout[:] = h5py.VirtualSource("absent.h5", "values", SHAPE)
        file[FIELD].create_virtual_dataset(" data", layout)


def node(parent, name, label, kind):
    group = parent.create_group(name)
    for attribute, text, size in (("name", name, 33), ("label", label, 33), ("type", kind, 3)):
        group.attrs.create(attribute, np.array(text.encode(), f"S{size}"))
    group.attrs.create("flags", np.ones(1, np.int32))
    return group


def large_array(path, properties, shape, chunk=None):
    with h5py.File(path, "r+") as file:
        array = node(node(file["Base"], "Extra", "UserDefinedData_t", "MT"), "Large", "DataArray_t", "R8")
        dataset = new_values(array, properties, shape)
        if chunk is not None:
            dataset.write_direct_chunk((0,) * len(shape), chunk)


@lie
def extents_of_8_tib(path):
    large_array(path, creation((1024, 1024)), (1 << 20, 1 << 20))


@lie
def contiguous_8_tib(path):
    large_array(path, creation(None), (1 << 20, 1 << 20))


@lie
def chunk_of_320_mib(path):
    properties = creation((320, 1 << 17))
    properties.set_deflate(1)
    packer = zlib.compressobj(1)
    rows = [packer.compress(bytes(1 << 20)) for _ in range(320)]
    large_array(path, properties, (320, 1 << 17), b"".join(rows) + packer.flush())


def main():
    if sys.argv[1:] == ["--list"]:
        return print("\n".join(LIES))
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or LIES:
        path = folder / f"{name}.cgns"
        subprocess.run([sys.executable, HERE / "../cli/make_cgns.py", path, "--size", "8x7x6"], check=True)
        LIES[name](path)


if __name__ == "__main__":
    main()
