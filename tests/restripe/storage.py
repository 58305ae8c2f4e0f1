"""storage.py FILE: how the values of every node are stored: path, layout, chunk in HDF5 order, filters, alignment of
the offset (the largest power of two that divides it), values' bytes and stored bytes; a line each."""

import sys

import h5py

LAYOUTS = {h5py.h5d.COMPACT: "compact", h5py.h5d.CONTIGUOUS: "contiguous", h5py.h5d.CHUNKED: "chunked"}


def tell(name, item):
    if not isinstance(item, h5py.Dataset) or not name.endswith("/ data"):
        return
    creation = item.id.get_create_plist()
    filters = [str(creation.get_filter(i)[0]) for i in range(creation.get_nfilters())]
    chunk = "x".join(map(str, item.chunks)) if item.chunks else "-"
    offset = item.id.get_offset()
    aligned = offset & -offset if offset else 0
    print(name[: -len("/ data")], LAYOUTS[creation.get_layout()], chunk, ",".join(filters) or "-", aligned, item.nbytes,
          item.id.get_storage_size())


with h5py.File(sys.argv[1], "r") as file:
    file.visititems(tell)
