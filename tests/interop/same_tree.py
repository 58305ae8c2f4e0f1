"""same_tree.py: tells whether two CGNS/HDF5 files hold the same tree, node by node and bit by bit.

Compared: names, labels, types, dimensions, values, the order of nodes (unless --ignore-order), attributes other
than the four of a node, and private objects (names that start with a space). Links are followed.
Not compared: the byte order and the storage of data, what stands behind the NUL of a string, the attribute `flags`,
and the marks ` format` and ` hdf5version` of the library that wrote the file.

Exit status: 0 the same, 1 different (the first differences are printed), 2 trouble.
"""

import argparse

import h5py
import numpy as np

import cgns_h5 as cgns

SLAB_BYTES = 64 << 20


class Comparison:
    """Collects the differences between two trees."""

    def __init__(self, ignore_order, any_width):
        self.ignore_order = ignore_order
        self.any_width = any_width
        self.differences = []

    def tell(self, path, what):
        self.differences.append(f"{path or '/'}: {what}")

    def equal(self, path, what, a, b):
        """Notes a difference between two small values; True where there is none."""
        if a == b:
            return True
        self.tell(path, f"{what}: {a!r} and {b!r}")
        return False

    def nodes(self, a, b, path="", depth=0):
        """Compares two nodes and everything below. The name was compared by whoever found the nodes."""
        if depth > cgns.MAX_DEPTH:
            raise cgns.Trouble(f"{path}: links that lead back to themselves")
        self.equal(path, "label", cgns.text(a, "label"), cgns.text(b, "label"))
        self.equal(path, "type", *(self.widened(cgns.text(x, "type"), "I4", "I8") for x in (a, b)))
        self.attributes(a, b, path)
        if self.names(path, "private object", cgns.extra_names(a), cgns.extra_names(b), ordered=False):
            for name in cgns.extra_names(a):
                self.private(a[name], b[name], f"{path}/{name}")
        if self.equal(path, "has data", " data" in a, " data" in b) and " data" in a:
            self.data(a[" data"], b[" data"], path)
        self.names(path, "node", cgns.child_names(a), cgns.child_names(b), ordered=not self.ignore_order)
        for name in (name for name in cgns.child_names(a) if name in b):
            self.named(a, b, name, f"{path}/{name}", depth)

    def widened(self, kind, narrow, wide):
        """The kind of a value; integers of both widths are one where that is wanted."""
        return wide if self.any_width and kind == narrow else kind

    def named(self, a, b, name, path, depth):
        """Compares the children of that name, their attribute `name` included where it is not a link's target."""
        if not cgns.is_link(a, name) and not cgns.is_link(b, name):
            self.equal(path, "name", cgns.text(a[name], "name"), cgns.text(b[name], "name"))
        self.nodes(cgns.child(a, name), cgns.child(b, name), path, depth + 1)

    def names(self, path, kind, a, b, ordered):
        """Compares two lists of names; True where they hold the same ones."""
        for name in sorted(set(a) - set(b)):
            self.tell(path, f"{kind} only in the first: {name!r}")
        for name in sorted(set(b) - set(a)):
            self.tell(path, f"{kind} only in the second: {name!r}")
        if ordered and set(a) == set(b):
            self.equal(path, f"order of {kind}s", a, b)
        return set(a) == set(b)

    def attributes(self, a, b, path):
        """Compares all attributes but the four of a node."""
        names = [[name for name in x.attrs if name not in cgns.NODE_ATTRIBUTES] for x in (a, b)]
        if self.names(path, "attribute", *names, ordered=False):
            for name in names[0]:
                self.equal(path, f"attribute {name!r}", fingerprint(a.attrs[name]), fingerprint(b.attrs[name]))

    def private(self, a, b, path):
        """Compares two private objects of any kind."""
        if not self.equal(path, "kind of object", type(a).__name__, type(b).__name__):
            return
        if isinstance(a, h5py.Dataset):
            self.data(a, b, path)
        elif isinstance(a, h5py.Group):
            self.attributes(a, b, path)
            if self.names(path, "object", list(a), list(b), ordered=False):
                for name in a:
                    self.private(a[name], b[name], f"{path}/{name}")

    def data(self, a, b, path):
        """Compares dimensions, kind of number, attributes and values of two datasets."""
        self.attributes(a, b, f"{path}/ data")
        same_shape = self.equal(path, "dimensions (HDF5 order)", a.shape, b.shape)
        same_kind = self.equal(path, "kind of value", *(self.widened(kind_of(x.dtype), "int32", "int64") for x in (a, b)))
        if same_shape and same_kind:
            self.values(a, b, path)

    def values(self, a, b, path):
        """Compares the values, slab by slab, and tells the first that differs."""
        for slab in slabs(a):
            x, y = little_endian(a[slab]), little_endian(b[slab])
            if x.dtype.kind == "i" and x.dtype != y.dtype:
                x, y = x.astype(np.int64), y.astype(np.int64)
            if x.dtype.hasobject:
                if not self.equal(path, "values", x.tolist(), y.tolist()):
                    return
            elif x.tobytes() != y.tobytes():
                self.tell(path, first_difference(x, y, slab))
                return


def kind_of(dtype):
    """The kind and size of a value, byte order aside; the two kinds of byte are one."""
    if dtype.kind in "iu" and dtype.itemsize == 1:
        return "byte"
    return str(dtype.newbyteorder("<"))


def little_endian(values):
    values = np.asarray(values)
    return values.astype(values.dtype.newbyteorder("<"), copy=False)


def fingerprint(value):
    """A value of an attribute in a form that compares bit for bit (a NaN equals itself)."""
    if isinstance(value, (str, h5py.Empty)):
        return value if isinstance(value, str) else "empty"
    array = little_endian(value)
    return (str(array.dtype), array.shape, array.tolist() if array.dtype.hasobject else array.tobytes())


def slabs(dataset):
    """Selections along the slowest axis that cover the dataset, each of limited size."""
    if not dataset.shape:
        yield ()
        return
    row_bytes = max(1, dataset.dtype.itemsize * int(np.prod(dataset.shape[1:], dtype=np.int64)))
    rows = max(1, SLAB_BYTES // row_bytes)
    for start in range(0, dataset.shape[0], rows):
        yield np.s_[start : start + rows]


def first_difference(x, y, slab):
    """Where in the dataset the values first differ, and what they are there."""
    size = x.dtype.itemsize
    differs = np.frombuffer(x.tobytes(), f"V{size}") != np.frombuffer(y.tobytes(), f"V{size}")
    where = int(np.flatnonzero(differs)[0])
    index = [int(i) for i in np.unravel_index(where, x.shape)]
    if slab:
        index[0] += slab.start
    values = f"{x.reshape(-1)[where]!r} and {y.reshape(-1)[where]!r}"
    return f"values: {int(differs.sum())} differ (in this slab), first at {index} (HDF5 order): {values}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--ignore-order", action="store_true", help="nodes may stand in any order")
    parser.add_argument("--any-width", action="store_true", help="integers may have 32 or 64 bits")
    parser.add_argument("--max", type=int, default=20, metavar="N", help="print the first N differences (20)")
    options = parser.parse_args()
    comparison = Comparison(options.ignore_order, options.any_width)
    with cgns.open_tree(options.a) as a, cgns.open_tree(options.b) as b:
        comparison.nodes(a, b)
    for line in comparison.differences[: options.max]:
        print(line)
    if len(comparison.differences) > options.max:
        print(f"... and {len(comparison.differences) - options.max} more differences")
    return 1 if comparison.differences else 0


if __name__ == "__main__":
    cgns.run(main)
