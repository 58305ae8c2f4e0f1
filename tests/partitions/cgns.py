"""cgns.py: a CGNS tree in memory, and the way to and from HDF5.

Values are numpy arrays in the order of HDF5: the last dimension is i. Texts are int8 arrays (C1). Nothing of pcgns
is used here, so that what these scripts find is a second opinion.
"""

import os

import h5py
import numpy as np

TRACKED = h5py.h5p.CRT_ORDER_TRACKED | h5py.h5p.CRT_ORDER_INDEXED
TYPES = {"i1": "C1", "u1": "B1", "i4": "I4", "i8": "I8", "u4": "U4", "u8": "U8", "f4": "R4", "f8": "R8"}
DTYPES = {kind: np.dtype(code) for code, kind in TYPES.items()}
COMPACT_BELOW = 65536  # bytes, as the reference library has it
MAX_DEPTH = 60
ALL = h5py.h5s.ALL


class Trouble(Exception):
    """A file that is not a valid CGNS tree."""


class Node:
    """A node: `value` is None or an array in the order of HDF5; `children` is a list."""

    __slots__ = ("name", "label", "value", "children")

    def __init__(self, name, label, value=None, children=None):
        self.name = name
        self.label = label
        self.value = text_array(value) if isinstance(value, str) else value
        self.children = children if children is not None else []

    def add(self, name, label, value=None, children=None):
        """A new last child."""
        node = Node(name, label, value, children)
        self.children.append(node)
        return node

    def child(self, name):
        """The child of that name, or None."""
        return next((node for node in self.children if node.name == name), None)

    def labelled(self, *labels):
        """The children with one of these labels."""
        return [node for node in self.children if node.label in labels]

    def remove(self, *names):
        """Takes children away, by name."""
        self.children = [node for node in self.children if node.name not in names]

    def text(self):
        """The value as a string, without blanks at its end."""
        return "" if self.value is None else self.value.tobytes().decode("utf-8", "replace").rstrip(" \0")

    def kind(self):
        """The two letters of the type."""
        return "MT" if self.value is None else TYPES[self.value.dtype.str[1:]]

    def copy(self):
        """A deep copy, but for the arrays, which nobody changes in place."""
        return Node(self.name, self.label, self.value, [node.copy() for node in self.children])

    def walk(self, path=""):
        """Every (path, node) below, and this one first."""
        yield path or "/", self
        for node in self.children:
            yield from node.walk(f"{path}/{node.name}")

    def at(self, path):
        """The node below with that path (no leading slash), or None."""
        node = self
        for name in path.split("/"):
            node = node and node.child(name)
        return node


def text_array(text):
    """The int8 array of a text."""
    return np.frombuffer(text.encode(), np.int8)


def table(words, width=32):
    """Names in columns of `width` characters, padded with blanks; `words`: a list, or a list of lists."""
    flat = "".join(word.ljust(width) for word in np.ravel(words))
    return text_array(flat).reshape(np.shape(words) + (width,))


def words_of(value):
    """The names in a table of columns of 32, in one list."""
    flat = value.reshape(-1, value.shape[-1])
    return [row.tobytes().decode().rstrip(" \0") for row in flat]


def new_root(version=3.4):
    """The root of a tree, with its CGNSLibraryVersion."""
    root = Node("/", "Root Node of HDF5 File")
    root.add("CGNSLibraryVersion", "CGNSLibraryVersion_t", np.array([version], np.float32))
    return root


# --- reading ---


def read(path):
    """The tree of a file, links followed."""
    try:
        file = h5py.h5f.open(os.fspath(path).encode(), h5py.h5f.ACC_RDONLY)
    except OSError as error:
        raise Trouble(f"{path}: {error}") from error
    group = h5py.h5g.open(file, b"/")
    tracked = group.get_create_plist().get_link_creation_order()
    root = Node("/", attribute(group, b"label"))
    root.children = read_children(group, h5py.h5.INDEX_CRT_ORDER if tracked else h5py.h5.INDEX_NAME, 0)
    return root


def attribute(group, name):
    """A text up to its first NUL."""
    handle = h5py.h5a.open(group, name)
    value = np.empty((), f"S{handle.get_storage_size()}")
    handle.read(value, mtype=handle.get_type())
    return value.tobytes().split(b"\0")[0].decode()


def noted(path):
    """The nodes below a base, each with an attribute of another program; `add_notes` gives it to all."""
    found = []
    with h5py.File(path, "r") as file:
        file.visititems(lambda name, item: found.append(name) if "note" in item.attrs else None)
    return found


def add_notes(path):
    """Gives each node below a base an attribute of another program."""
    def add(name, item):
        if isinstance(item, h5py.Group) and "/" in name:
            item.attrs["note"] = np.int32(7)

    with h5py.File(path, "r+") as file:
        file.visititems(add)


def read_children(group, index, depth):
    """The nodes below a group in their order; `index`: which order HDF5 is asked for."""
    if depth > MAX_DEPTH:
        raise Trouble("links that lead back to themselves")
    names = []
    group.links.iterate(names.append, idx_type=index)
    return [read_node(group, name, index, depth + 1) for name in names if not name.startswith(b" ")]


def read_node(group, name, index, depth):
    """The node of that name; of a link node, what it leads to, under the name of the link."""
    handle = h5py.h5g.open(group, name)
    if attribute(handle, b"type") == "LK":
        handle = h5py.h5g.open(handle, b" link")
    kind = attribute(handle, b"type")
    node = Node(name.decode(), attribute(handle, b"label"))
    if (kind != "MT") != handle.links.exists(b" data"):
        raise Trouble(f"{node.name}: type {kind} and its data disagree")
    if kind != "MT":
        data = h5py.h5d.open(handle, b" data")
        node.value = np.empty(data.shape, DTYPES[kind])
        data.read(ALL, ALL, node.value)
    node.children = read_children(handle, index, depth)
    return node


# --- writing ---


class Style:
    """How data are stored: `chunked`, `gzip` and `big_endian` concern arrays of more than a few values."""

    def __init__(self, chunked=False, gzip=False, big_endian=False):
        self.chunked = chunked or gzip
        self.gzip = gzip
        self.big_endian = big_endian


PLAIN = Style()
SCALAR = h5py.h5s.create(h5py.h5s.SCALAR)
ONE = h5py.h5s.create_simple((1,))
FLAG = np.ones(1, np.int32)


def string_type(size):
    """The HDF5 type of a text in an attribute."""
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(size)
    return kind


def plist(kind, **settings):
    """A property list of that kind, after its setters were called."""
    made = h5py.h5p.create(kind)
    for name, arguments in settings.items():
        getattr(made, name)(*arguments)
    return made


STRING = {size: string_type(size) for size in (3, 33)}
GROUP = plist(h5py.h5p.GROUP_CREATE, set_link_creation_order=(TRACKED,))
COMPACT = plist(h5py.h5p.DATASET_CREATE, set_layout=(h5py.h5d.COMPACT,), set_obj_track_times=(False,))
BULK = plist(h5py.h5p.DATASET_CREATE, set_obj_track_times=(False,),
    set_alloc_time=(h5py.h5d.ALLOC_TIME_EARLY,), set_fill_time=(h5py.h5d.FILL_TIME_NEVER,))


def create(path):
    """A new file with superblock 2 and the marks of the reference library; its root group."""
    creation = plist(h5py.h5p.FILE_CREATE, set_link_creation_order=(TRACKED,))
    access = plist(h5py.h5p.FILE_ACCESS, set_fapl_core=(1 << 16, True))
    access.set_libver_bounds(h5py.h5f.LIBVER_V18, h5py.h5f.LIBVER_V18)
    file = h5py.h5f.create(os.fspath(path).encode(), h5py.h5f.ACC_TRUNC, fcpl=creation, fapl=access)
    root = h5py.h5g.open(file, b"/")
    string(root, b"name", b"HDF5 MotherNode", 33)
    string(root, b"label", b"Root Node of HDF5 File", 33)
    string(root, b"type", b"MT", 3)
    raw(root, b" format", np.frombuffer(b"IEEE_LITTLE_32\0", np.int8), COMPACT)
    raw(root, b" hdf5version", np.frombuffer(b"HDF5 Version 1.10.8".ljust(33, b"\0"), np.int8), COMPACT)
    return file, root


def write(path, tree, style=PLAIN, links=None):
    """Makes the file of a tree. `links`: path of a node to (file, path in it); such a node becomes a link."""
    file, root = create(path)
    for node in tree.children:
        write_node(root, node, style, links or {}, "")
    root.close()
    file.close()


def string(group, name, text, size):
    """An attribute with a text, padded with NUL."""
    h5py.h5a.create(group, name, STRING[size], SCALAR).write(np.array(text, f"S{size}"), mtype=STRING[size])


def raw(group, name, value, creation):
    """A dataset with the type and the shape of the value."""
    kind = h5py.h5t.py_create(value.dtype)
    h5py.h5d.create(group, name, kind, h5py.h5s.create_simple(value.shape), creation).write(ALL, ALL, value)


def write_node(parent, node, style, links, path):
    """A node and everything below it."""
    path = f"{path}/{node.name}"
    target = links.get(path)
    group = h5py.h5g.create(parent, node.name.encode(), gcpl=GROUP)
    string(group, b"name", node.name.encode(), 33)
    string(group, b"label", b"" if target else node.label.encode(), 33)
    string(group, b"type", b"LK" if target else node.kind().encode(), 3)
    h5py.h5a.create(group, b"flags", h5py.h5t.STD_I32LE, ONE).write(FLAG)
    if target:
        write_link(group, *target)
        return
    if node.value is not None:
        write_data(group, node, style)
    for child in node.children:
        write_node(group, child, style, links, path)


def write_link(group, file, path):
    """What a link node has instead of data and children."""
    raw(group, b" path", np.frombuffer(path.encode() + b"\0", np.int8), COMPACT)
    raw(group, b" file", np.frombuffer(file.encode() + b"\0", np.int8), COMPACT)
    group.links.create_external(b" link", file.encode(), path.encode())


def write_data(group, node, style):
    """The dataset of a node, stored as the style wants it."""
    value = np.ascontiguousarray(node.value)
    if style.big_endian:
        value = value.astype(value.dtype.newbyteorder(">"))
    if style.chunked and value.size > 8:
        chunk = tuple(max(1, (extent + 1) // 2) for extent in value.shape)
        creation = plist(h5py.h5p.DATASET_CREATE, set_chunk=(chunk,), set_obj_track_times=(False,))
        if style.gzip:
            creation.set_deflate(1)
    else:
        bulk = value.dtype.kind == "f" or value.nbytes >= COMPACT_BELOW
        creation = BULK if bulk else COMPACT
    raw(group, b" data", value, creation)
