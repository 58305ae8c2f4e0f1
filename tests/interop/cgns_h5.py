"""cgns_h5.py: a CGNS tree as h5py sees it, for the scripts of this folder.

Nothing of pcgns is used here, so that what these scripts find is a second opinion.
A node is an HDF5 group; names and labels count up to the first NUL; a link is followed to its target,
whatever its kind: a CGNS link node (type LK), a soft link or an external link used as a plain child.
"""

import sys

import h5py
import numpy as np

NODE_ATTRIBUTES = ("name", "label", "type", "flags")
TRACKED = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED
MAX_DEPTH = 100


class Trouble(Exception):
    """A file that cannot be read as a CGNS tree."""


def run(main):
    """Runs `main`, and ends the program: trouble of any kind is told in one line and is exit status 2."""
    try:
        sys.exit(main())
    except (Trouble, OSError, KeyError, RuntimeError, ValueError) as error:
        print(f"{sys.argv[0]}: error: {error}", file=sys.stderr)
        sys.exit(2)


def open_tree(path):
    """The file, open for reading, or Trouble when it is no HDF5 file."""
    try:
        return h5py.File(path, "r")
    except OSError as error:
        raise Trouble(f"{path}: {error}") from error


def create_file(path, order=TRACKED):
    """A new file with superblock 2, as the reference library 3.4 writes and reads it."""
    creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
    creation.set_link_creation_order(order)
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_libver_bounds(h5py.h5f.LIBVER_V18, h5py.h5f.LIBVER_V18)
    flags = h5py.h5f.ACC_TRUNC
    return h5py.File(h5py.h5f.create(str(path).encode(), flags, fcpl=creation, fapl=access))


def opened(group):
    """The group itself, opened anew: asked through a File, h5py looks for the root's properties in the wrong place."""
    return h5py.Group(h5py.h5g.open(group.id, b"."))


def order_of(group):
    """The group's link creation order flags; for a file, those of its root group."""
    return opened(group).id.get_create_plist().get_link_creation_order()


def link_names(group):
    """All links of the group, in creation order where it keeps it, otherwise by name."""
    return list(opened(group))


def text(group, attribute):
    """A string attribute up to its first NUL; None where it is missing."""
    if attribute not in group.attrs:
        return None
    value = group.attrs[attribute]
    if isinstance(value, str):
        return value
    return bytes(np.asarray(value).reshape(-1)[0]).split(b"\0")[0].decode("utf-8", "replace")


def label(group):
    return text(group, "label")


def child_names(group):
    """Names of the nodes below."""
    return [name for name in link_names(group) if not name.startswith(" ")]


def extra_names(group):
    """Names of private objects: they start with a space and mean nothing to CGNS."""
    known = {" data", " link", " path", " file", " format", " hdf5version"}
    return [name for name in link_names(group) if name.startswith(" ") and name not in known]


def child(group, name):
    """The node below of that name, links followed."""
    node = group[name]
    if not isinstance(node, h5py.Group):
        raise Trouble(f"{group.name}/{name}: no group, and its name does not start with a space")
    if text(node, "type") == "LK":
        if " link" not in node:
            raise Trouble(f"{node.name}: a link without a target, or to a missing one")
        node = node[" link"]
    return node


def is_link(group, name):
    """True for a child that stands elsewhere, in this file or in another one."""
    return not isinstance(group.get(name, getlink=True), h5py.HardLink) or text(group[name], "type") == "LK"


def children_with_label(group, *labels):
    return [name for name in child_names(group) if label(child(group, name)) in labels]


def copy_tree(source, target, keep=lambda group, name: True, depth=0):
    """Copies attributes, data and children of `source` into the empty group `target`, links resolved.

    `keep(group, name)` says which children to copy. Creation order flags, attributes (padding included) and the
    storage of every dataset stay what they are; below a tracked group every group is tracked, because readers
    lose the children of one that is not.
    """
    if depth > MAX_DEPTH:
        raise Trouble(f"{source.name}: links that lead back to themselves")
    for name in attributes_in_order(source):
        copy_attribute(source, target, name)
    for name in link_names(source):
        if name in (" link", " path", " file"):
            continue
        if name.startswith(" "):
            h5py.h5o.copy(source.id, name.encode(), target.id, name.encode())
        elif keep(source, name):
            node = child(source, name)
            copy = create_like(node, target, name)
            copy_tree(node, copy, keep, depth + 1)
            if text(node, "name") != name:
                rename(copy, name)


def create_like(node, parent, name):
    """A new group below `parent` that keeps the order of its links if `node` or `parent` does.

    The property list is a fresh one: what HDF5 1.10 gives for an existing group also holds the addresses of that
    group's links, and a group created with it damages memory.
    """
    creation = h5py.h5p.create(h5py.h5p.GROUP_CREATE)
    creation.set_link_creation_order(order_of(node) | order_of(parent))
    return h5py.Group(h5py.h5g.create(parent.id, name.encode(), gcpl=creation))


def attributes_in_order(group):
    """The four attributes of a node in the order of the reference library, then any others."""
    names = list(group.attrs)
    return [name for name in NODE_ATTRIBUTES if name in names] + [n for n in names if n not in NODE_ATTRIBUTES]


def copy_attribute(source, target, name):
    """Copies one attribute bit for bit, also what stands behind the NUL of a string."""
    attribute = source.attrs.get_id(name)
    kind, space = attribute.get_type(), attribute.get_space()
    copy = h5py.h5a.create(target.id, name.encode(), kind, space)
    if space.get_simple_extent_type() == h5py.h5s.NULL:
        return
    value = np.empty(attribute.shape, attribute.dtype)
    raw = None if attribute.dtype.hasobject else kind
    attribute.read(value, mtype=raw)
    copy.write(value, mtype=raw)


def rename(group, name):
    """Sets the attribute `name`, for the target of a link that goes by another name."""
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(33)
    if "name" in group.attrs:
        h5py.h5a.delete(group.id, b"name")
    attribute = h5py.h5a.create(group.id, b"name", kind, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(name.encode(), "S33"), mtype=kind)
