"""old_form.py: gives polygons, polyhedra and mixed sections the form that they had before CGNS 4.

There is no ElementStartOffset; in NGON_n and NFACE_n the number of values of each element precedes them.
"""

import numpy as np

import cgns
from elements import MIXED, NFACE, NGON, starts_of

VERSION = 3.3


def sections(tree):
    """The sections that have two forms."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            yield from (node for node in zone.labelled("Elements_t") if int(node.value[0]) in (MIXED, NGON, NFACE))


def set_version(tree, version):
    """Changes what the file says of itself."""
    tree.child("CGNSLibraryVersion").value = np.array([version], np.float32)


def make_old(tree):
    """Changes a tree to the old form; returns it."""
    for node in sections(tree):
        if node.child("ElementStartOffset") is None:
            continue  # Two files may share it.
        offsets, connectivity = node.child("ElementStartOffset").value, node.child("ElementConnectivity")
        if int(node.value[0]) != MIXED:
            lengths = np.diff(offsets).astype(connectivity.value.dtype)
            connectivity.value = np.insert(connectivity.value, offsets[:-1], lengths)
        node.remove("ElementStartOffset")
    set_version(tree, VERSION)
    return tree


def make_new(tree, version):
    """Changes a tree from the old form to that of today; returns it."""
    for node in sections(tree):
        connectivity, is_mixed = node.child("ElementConnectivity"), int(node.value[0]) == MIXED
        values = connectivity.value
        starts = starts_of(int(node.value[0]), values)
        if not is_mixed:
            connectivity.value = np.delete(values, starts[:-1])
            starts = np.array(starts) - np.arange(len(starts))
        place = node.children.index(connectivity)
        offsets = cgns.Node("ElementStartOffset", "DataArray_t", np.array(starts, values.dtype))
        node.children.insert(place + is_mixed, offsets)
    set_version(tree, version)
    return tree
