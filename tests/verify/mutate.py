"""mutate.py: damages to valid files, and which rule must find them where.

Each mutations_<layer>.py has one small function for each damage. What it is given is what it changes in place:

    @mutation("M0103", "/Base/Zone/Hexa", base="hexa")   the tree of valid.py's `hexa` (cgns.Node)
    @set_mutation("S0101", "/Base/Zone", base="boxes")   the list of trees of a set of files
    @file_mutation("F0201", "/Base", base="hexa")        the path of the file, once it is written

`options` are added to the command line.
"""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "partitions"))

MUTATIONS = []


class Mutation:
    """A damage: `change` makes it in what `kind` says; `code`, or the one `also` has, must be found at `path`."""

    def __init__(self, kind, code, path, base, options, environment, also, change):
        self.kind = kind
        self.code = code
        self.path = path
        self.base = base
        self.options = tuple(options)
        self.environment = dict(environment)
        self.codes = {code, also or code}
        self.change = change
        self.name = change.__name__


def _decorator(kind, code, path, base, options, environment=(), also=None):
    def register(change):
        MUTATIONS.append(Mutation(kind, code, path, base, options, environment, also, change))
        return change

    return register


def mutation(code, path, base, options=()):
    """Of the tree of a file."""
    return _decorator("tree", code, path, base, options)


def set_mutation(code, path, base, options=()):
    """Of the trees of a set; it may return the names that the files are to have."""
    return _decorator("set", code, path, base, options)


def file_mutation(code, path, base, options=(), environment=(), also=None):
    """Of a written file, by h5py or byte by byte; `environment`: what the program also finds there; `also`: the rule
    that finds it with another version of HDF5."""
    return _decorator("file", code, path, base, options, environment, also)


def count_boundaries(zone):
    """Counts the elements of boundaries as cells, as ICEM CFD does."""
    ranges = [node.child("ElementRange").value for node in zone.children if node.label == "Elements_t"]
    zone.value = np.array([[zone.value[0, 0]], [max(last for _, last in ranges)], [0]], zone.value.dtype)
