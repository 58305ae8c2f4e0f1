"""digest_definition.py: the digest as decision 0008 defines it, written anew, to be held against pcgns-verify digest.

`digests(tree)` gives {path: (of the node alone, of it and all below)} for a cgns.Node tree of a whole mesh.
"""

import ctypes
import ctypes.util
import struct

import numpy as np

BLOCK = 65536
CLASSES = {"i": "integer", "u": "integer", "f": "real", "c": "complex"}
MARKS = {":CGNS#GlobalNumbering", ":CGNS#LocalNumbering", ":CGNS#Ppart", ":CGNS#Distribution", "CellLoc2Glob",
    "FaceLoc2Glob", "PointLoc2Glob", "NeighbourProcessors", ".Solver#ownData", ":PCGNS#Partition"}
VERTEX_BY_DEFAULT = {"FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t", "BC_t", "GridConnectivity_t",
    "OversetHoles_t"}
NODES = {2: 1, 3: 2, 5: 3, 7: 4, 10: 4, 12: 5, 14: 6, 17: 8}  # of the elements that the tests mix
MIXED, NGON, NFACE = 20, 22, 23


class Pair(ctypes.Structure):
    """XXH128_hash_t."""

    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def library():
    """libxxhash, or None."""
    name = ctypes.util.find_library("xxhash")
    if name is None:
        return None
    loaded = ctypes.CDLL(name)
    loaded.XXH3_128bits.restype = Pair
    loaded.XXH3_128bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return loaded


LIBRARY = library()


def xxh3(data):
    """The 16 bytes of XXH3-128, in the order of its digits."""
    pair = LIBRARY.XXH3_128bits(data, len(data))
    return struct.pack(">QQ", pair.high, pair.low)


def number(value):
    """64 bits, little-endian."""
    return struct.pack("<q", value)


def text(value):
    """Length, then bytes."""
    data = value.encode()
    return number(len(data)) + data


def canonical(value):
    """The bytes of the values: integers and reals of 64 bits, the rest as it is."""
    if value.dtype.itemsize == 1:
        return value.tobytes()
    wide = {"i": "<i8", "u": "<u8", "f": "<f8", "c": "<c16"}[value.dtype.kind]
    return np.ascontiguousarray(value).astype(wide).tobytes()


def of_values(data):
    """The sum of the terms of the blocks."""
    total = 0
    for index in range(0, (len(data) + BLOCK - 1) // BLOCK):
        block = data[index * BLOCK:(index + 1) * BLOCK]
        total += int.from_bytes(xxh3(number(index) + xxh3(block)), "big")
    return (total % 2**128).to_bytes(16, "big")


def class_of(value):
    """What the values are."""
    if value is None:
        return "none"
    if value.dtype.itemsize == 1:
        return "character" if value.dtype.kind == "i" else "byte"
    return CLASSES[value.dtype.kind]


def alone(node, is_root):
    """The digest of name, label and values."""
    dims = [] if node.value is None else list(reversed(node.value.shape))
    record = text("" if is_root else node.name) + text("" if is_root else node.label) + text(class_of(node.value))
    record += number(len(dims)) + b"".join(map(number, dims))
    return xxh3(record + of_values(b"" if node.value is None else canonical(node.value)))


def is_left_out(parent, node):
    """What is no content."""
    if parent.label.startswith("Root Node") and node.name in ("CGNSLibraryVersion", "CGNSWritingLibraryVersion"):
        return True
    if node.name in MARKS or node.name.startswith("maia#") or (node.name, node.label) == ("ZoneRind", "Rind_t"):
        return True
    if (parent.name, node.name) == (".Solver#Param", "proc"):
        return True
    if parent.label in ("GridConnectivity_t", "GridConnectivity1to1_t") and node.label == "Descriptor_t" \
            and node.name in ("Decomp", "OriginalName"):
        return True
    if node.label == node.name + "_t" == "GridLocation_t" and not node.children and parent.label in VERTEX_BY_DEFAULT \
            and class_of(node.value) == "character" and node.value.shape == (6,) and node.text() == "Vertex":
        return True
    return node.label == "UserDefinedData_t" and node.value is None and bool(node.children) \
        and all(is_left_out(node, child) for child in node.children)


def with_offsets(section):
    """A section without ElementStartOffset as new files have it; itself where it cannot be."""
    kind = int(section.value.ravel()[0]) if section.value is not None else 0
    connectivity = section.child("ElementConnectivity")
    if kind not in (MIXED, NGON, NFACE) or section.child("ElementStartOffset") or connectivity is None:
        return section
    old, new, offsets, at = connectivity.value.ravel(), [], [0], 0
    while at < len(old):
        count = NODES.get(int(old[at]), 0) if kind == MIXED else int(old[at])
        if count <= 0 or at + 1 + count > len(old):
            return section
        new.extend(old[at if kind == MIXED else at + 1:at + 1 + count])
        offsets.append(len(new))
        at += 1 + count
    made = section.copy()
    made.child("ElementConnectivity").value = np.array(new, old.dtype)
    made.add("ElementStartOffset", "DataArray_t", np.array(offsets, np.int64))
    return made


def digests(tree):
    """Of all nodes that count."""
    found = {}

    def visit(node, path):
        if node.label == "Elements_t":
            node = with_offsets(node)
        below = [visit(child, f"{path.rstrip('/')}/{child.name}") for child in node.children
            if not is_left_out(node, child)]
        own = alone(node, path == "/")
        whole = xxh3(own + number(len(below)) + b"".join(sorted(below)))
        found[path] = (own.hex(), whole.hex())
        return whole

    visit(tree, "/")
    return found
