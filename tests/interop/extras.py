"""extras.py mark FILE | compare A B: attributes and private objects of all nodes, as other programs leave them.

mark: gives every node of FILE an attribute and a private object, and its values an attribute.
compare: prints which of them nodes of A have, but those of B with the same path do not; exit status 1 if there are any.
"""

import sys

import h5py
import numpy as np

import cgns_h5 as cgns


def nodes(file):
    """The nodes below the root, by path."""
    found = {}

    def look(name, item):
        if isinstance(item, h5py.Group) and "label" in item.attrs and not any(p.startswith(" ") for p in name.split("/")):
            found[name] = item

    file.visititems(look)
    return found


def mark(path):
    with h5py.File(path, "a") as file:
        for node in nodes(file).values():
            node.attrs["of node"] = np.int32(1)
            node.create_dataset(" private", data=np.arange(3))
            if " data" in node:
                node[" data"].attrs["of values"] = "a text of any length"


def extras(node):
    """What `mark` has given the node."""
    found = {"of node"} & set(node.attrs) | {" private"} & set(node)
    return found | ({"of values"} & set(node[" data"].attrs) if " data" in node else set())


def compare(first, second):
    with cgns.open_tree(first) as a, cgns.open_tree(second) as b:
        others = nodes(b)
        lost = {path: extras(node) - extras(others[path]) for path, node in nodes(a).items() if path in others}
    for path, names in lost.items():
        if names:
            print(f"/{path}: {sorted(names)}")
    return 1 if any(lost.values()) else 0


def main():
    if sys.argv[1] == "compare":
        return compare(*sys.argv[2:])
    return mark(sys.argv[2])


if __name__ == "__main__":
    cgns.run(main)
