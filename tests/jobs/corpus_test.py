"""corpus_test.py FILE...: the lazy tree has the nodes and values that h5py finds, opens every file, and small ones are the
same mesh after a round trip through lists."""

import os
import sys

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


def has_links(node):
    return node.type == "LK" or any(has_links(child) for child in node)


def come_back(f, path):
    """Whether the file could be written again: what has no digest cannot be compared."""
    if has_links(f):
        return False
    try:
        before = pcgns.digest(path).digest
    except pcgns.Error:
        return False
    pcgns.write_lists(pcgns.to_lists(f), "again.cgns")
    assert pcgns.digest("again.cgns").digest == before, path
    return True


opened = same = 0
for path in sys.argv[1:]:
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
        if os.path.getsize(path) < 200_000:
            same += come_back(f, path)
        for zone in f.zones:
            assert zone.shape[-1] == 3 and zone.type in ("I4", "I8"), zone
print(opened, same)
