"""corpus_test.py FILE...: the lazy tree has the nodes and values that h5py finds, and opens every file."""

import os
import sys
import time

import h5py
import numpy as np

import pcgns


def nodes_of(group):
    """Of an HDF5 file as CGNS lays it out: (name, group) of the children."""
    for name, child in group.items():
        if isinstance(child, h5py.Group) and not name.startswith(" "):
            yield name, child


def compare(node, group):
    values = group.get(" data")
    if node.type not in ("MT", "LK") and isinstance(values, h5py.Dataset) and values.size > 0:
        expected = values[...].T
        found = node.value
        if node.type in ("C1", "B1"):
            expected, found = expected.view("u1"), found.view("u1")
        assert found.shape == expected.shape, (node.path, found.shape, expected.shape)
        assert np.array_equal(found, expected, equal_nan=node.type[0] == "R"), node.path
    theirs = dict(nodes_of(group))
    for child in node:
        if child.name in theirs and not isinstance(group.get(child.name, getlink=True), h5py.ExternalLink):
            compare(child, theirs[child.name])
    return len(node.children)


opened = 0
for path in sys.argv[1:]:
    begin = time.perf_counter()
    try:
        f = pcgns.open(path)
    except pcgns.Error as error:
        assert str(error), path
        continue
    with f:
        opened += 1
        if h5py.is_hdf5(path) and os.path.getsize(path) < 4 << 20:
            with h5py.File(path) as file:
                compare(f, file)
        for zone in f.zones:
            assert zone.shape[-1] == 3 and zone.type in ("I4", "I8"), zone
print(opened)
