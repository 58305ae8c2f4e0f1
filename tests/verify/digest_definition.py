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
    "FaceLoc2Glob", "PointLoc2Glob", "NeighbourProcessors", ":PCGNS#Ghosts", ":PCGNS#Own"}
OURS = {":PCGNS#Partition", ":PCGNS#PerRank"}
PLACES_OF_CASSIOPEE = {(".Solver#Param", "proc"), (".Solver#ownData", "source"), (".Solver#ownData", "loc2glob")}
VERTEX_BY_DEFAULT = {"GridCoordinates_t", "FlowSolution_t", "DiscreteData_t", "ArbitraryGridMotion_t", "BC_t",
    "GridConnectivity_t", "OversetHoles_t"}
NAME_TABLES = ("ZonePointers", "ParticleZonePointers", "FamilyPointers")
INTERFACES = ("GridConnectivity_t", "GridConnectivity1to1_t")
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
    """The bytes of the values: integers and reals of 64 bits with one NaN and one zero, texts as they are."""
    if value.dtype == np.int8:
        return value.tobytes()
    wide = np.ascontiguousarray(value).astype({"i": "<i8", "u": "<u8", "f": "<f8", "c": "<c16"}[value.dtype.kind])
    if value.dtype.kind in "fc":
        parts = wide.view("<f8")
        parts[np.isnan(parts)] = np.frombuffer(number(0x7ff8 << 48), "<f8")[0]
        parts[parts == 0] = 0.0
    return wide.tobytes()


def of_values(value):
    """The sum of the terms of the blocks."""
    data, total = canonical(value), 0
    for index in range(0, (len(data) + BLOCK - 1) // BLOCK):
        block = data[index * BLOCK:(index + 1) * BLOCK]
        if value.dtype == np.uint64:
            block += b"".join(map(number, np.flatnonzero(np.frombuffer(block, "<u8") >= 2**63)))
        total += int.from_bytes(xxh3(number(index) + xxh3(block)), "big")
    return (total % 2**128).to_bytes(16, "big")


def is_empty(value):
    """No values; an array of none is no more than that."""
    return value is None or value.size == 0


def class_of(value):
    """What the values are."""
    if is_empty(value):
        return "none"
    if value.dtype == np.int8:
        return "character"
    return CLASSES[value.dtype.kind]


def alone(node, name):
    """The digest of name, label and values."""
    dims = [] if is_empty(node.value) else list(reversed(node.value.shape))
    record = text(name or "") + text("" if name is None else node.label) + text(class_of(node.value))
    record += number(len(dims)) + b"".join(map(number, dims))
    return xxh3(record + (bytes(16) if is_empty(node.value) else of_values(node.value)))


def is_integers(value):
    """Integers of any type, with values."""
    return class_of(value) == "integer"


def is_left_out(parent, node):
    """What is no content."""
    if parent.label.startswith("Root Node") and node.name in ("CGNSLibraryVersion", "CGNSWritingLibraryVersion"):
        return True
    if node.name in OURS or (node.name, node.label) == ("ZoneRind", "Rind_t"):
        return True
    if node.label == "UserDefinedData_t" and (node.name in MARKS or node.name.startswith("maia#")):
        return True
    if (parent.name, node.name) in PLACES_OF_CASSIOPEE:
        return True
    if parent.label in INTERFACES and node.label == "Descriptor_t" \
            and node.name in ("Decomp", "OriginalName", "OriginalDonorName"):
        return True
    is_alone = has_nothing_below(node)
    if node.label == node.name + "_t" == "GridLocation_t" and is_alone and parent.label in VERTEX_BY_DEFAULT \
            and class_of(node.value) == "character" and node.value.shape == (6,) and node.text() == "Vertex":
        return True
    if (node.name, node.label) == ("Rind", "Rind_t") and is_alone and is_integers(node.value) \
            and node.value.ndim == 1 and not node.value.any():
        return True
    return node.label == "UserDefinedData_t" and is_empty(node.value) and bool(node.children) and is_alone


def has_nothing_below(node):
    """Whether no child is content."""
    return all(is_left_out(node, child) for child in node.children)


def stated_as_today(tree):
    """A tree of an old version with families as values and with the types of elements that they have today."""
    stated = tree.child("CGNSLibraryVersion")
    version = float(stated.value.ravel()[0]) if stated else 0
    made = tree.copy()
    sections = [node for _, node in made.walk() if node.label == "Elements_t"]
    if 0 < version < 1.25:
        for _, node in made.walk():
            if node.label == "FamilyName_t" and is_empty(node.value):
                node.name, node.value = "FamilyName", np.frombuffer(node.name.encode(), np.int8)
    if abs(version - 3) < 0.0005 and not any(node.value.ravel()[0] == MIXED + 1 for node in sections):
        for node in sections:
            kind = node.value.ravel()[0]
            node.value = node.value.copy()
            node.value.ravel()[0] = 21 if kind == 13 else kind - (13 < kind < NGON)
    return made


def with_offsets(section):
    """A section without ElementStartOffset as new files have it; itself where it cannot be."""
    kind = int(section.value.ravel()[0]) if section.value is not None else 0
    connectivity = section.child("ElementConnectivity")
    if kind not in (MIXED, NGON, NFACE) or section.child("ElementStartOffset") or connectivity is None:
        return section
    old = np.zeros(0, np.int64) if is_empty(connectivity.value) else connectivity.value
    if class_of(connectivity.value) not in ("integer", "none") or old.ndim != 1 or (old.astype(object) >= 2**63).any():
        return section
    new, offsets, at = [], [0], 0
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


def with_ascending_ranges(interface):
    """An interface with its own range ascending; itself where the ranges contradict each other."""
    found = [interface.child(name) for name in ("PointRange", "PointRangeDonor", "Transform")]
    if not all(node and is_integers(node.value) for node in found):
        return interface
    own, donor, transform = (np.array(node.value, np.int64) for node in found)
    transform = transform.ravel()
    width = len(transform)
    if any(node.label != "IndexRange_t" or not has_nothing_below(node) or node.value.shape != (2, width) for node in found[:2]) \
            or sorted(abs(transform)) != list(range(1, width + 1)):
        return interface
    for i, to in enumerate(transform):
        j, length = abs(to) - 1, own[1, i] - own[0, i]
        if donor[1, j] - donor[0, j] != np.sign(to) * length:
            return interface
        if length < 0:
            own[:, i], donor[:, j] = own[::-1, i].copy(), donor[::-1, j].copy()
    made = interface.copy()
    made.child("PointRange").value, made.child("PointRangeDonor").value = own, donor
    return made


def with_sorted_names(iterative):
    """A BaseIterativeData_t with the names of zones and families sorted in each step."""
    made = iterative.copy()
    for table in made.children:
        if table.name in NAME_TABLES and table.value is not None and table.value.dtype == np.int8 \
                and table.value.ndim == 3 and has_nothing_below(table):
            steps = [sorted(name.tobytes() for name in step) for step in table.value]
            table.value = np.frombuffer(b"".join(b"".join(step) for step in steps), np.int8).reshape(table.value.shape)
    return made


def is_list(node):
    """A valid PointList."""
    return node.label == "IndexArray_t" and has_nothing_below(node) and is_integers(node.value) and node.value.ndim == 2 \
        and 1 <= node.value.shape[1] <= 3


def points_of_region(zone, region):
    """The condition or interface of the zone whose points are those of a region; nothing if there is not just one."""
    names = [node for node in region.children if node.name in ("BCRegionName", "GridConnectivityRegionName")]
    if region.label != "ZoneSubRegion_t" or region.child("PointList") or region.child("PointRange") or len(names) != 1 \
            or names[0].label != "Descriptor_t" or names[0].value is None or names[0].value.dtype != np.int8:
        return None
    is_condition = names[0].name == "BCRegionName"
    found = [node for container in zone.labelled("ZoneBC_t" if is_condition else "ZoneGridConnectivity_t")
        for node in container.labelled(*(("BC_t",) if is_condition else INTERFACES))
        if names[0].text() in (node.name, None if is_condition else f"{container.name}/{node.name}")]
    return found[0] if len(found) == 1 else None


def names_of_interfaces(zone):
    """The names by which regions of the zone refer to interfaces; also "Container/Name"."""
    names = [region.child("GridConnectivityRegionName") for region in zone.labelled("ZoneSubRegion_t")]
    return {name.text() for name in names if name and name.label == "Descriptor_t" and class_of(name.value) == "character"}


def is_named(container, interface, names):
    """Whether the name of an interface counts."""
    return interface.name in names or f"{container.name}/{interface.name}" in names


def order_of(points):
    """The canonical order of the rows of a valid PointList."""
    return np.lexsort(points.value.astype(np.int64).T)


OF_ALL_POINTS = "BCProperty_t", "GridConnectivityProperty_t", "ReferenceState_t", "UserDefinedData_t"


def with_sorted_points(node, order=None, zone=None):
    """A tree with its point lists sorted, or as ranges; `order`: of the rows that arrays have for a list above."""
    made = node.copy()
    points, ranges = made.child("PointList"), made.child("PointRange")
    region = zone and points_of_region(zone, node)
    if region and not region.child("PointRange") and region.child("PointList") and is_list(region.child("PointList")):
        order = order_of(region.child("PointList"))
    if points or ranges or node.label in OF_ALL_POINTS:
        order = None
    if points and not ranges and is_list(points):
        order = order_of(points)
        rows = points.value.astype(np.int64)[order]
        points.value = points.value[order]
        low, high = rows.min(axis=0), rows.max(axis=0)
        if (low >= 1).all() and (high <= 2**40).all() and np.prod([int(extent) for extent in high - low + 1], dtype=object) == len(rows) \
                and len(np.unique(rows, axis=0)) == len(rows):
            points.name, points.label, points.value = "PointRange", "IndexRange_t", np.array([low, high])
    for place, child in enumerate(made.children):
        if is_left_out(node, child):
            continue
        if order is not None and child is not points and child.label in ("DataArray_t", "IndexArray_t") \
                and child.value is not None and child.value.size and child.value.size % len(order) == 0:
            rows = child.value.reshape(len(order), -1)
            child.value = rows[order].reshape(child.value.shape)
        made.children[place] = with_sorted_points(child, order, node if node.label == "Zone_t" else None)
    return made


def digests(tree):
    """Of all nodes that count."""
    found = {}

    def visit(node, path, name, names=()):
        if node.label == "Elements_t":
            node = with_offsets(node)
        if node.label == "GridConnectivity1to1_t":
            node = with_ascending_ranges(node)
        if node.label == "BaseIterativeData_t":
            node = with_sorted_names(node)
        names_below = names_of_interfaces(node) if node.label == "Zone_t" else ()
        below = []
        for child in node.children:
            if is_left_out(node, child):
                continue
            is_free = node.label == "ZoneGridConnectivity_t" and child.label in INTERFACES and not is_named(node, child, names)
            below.append(visit(child, f"{path.rstrip('/')}/{child.name}", "" if is_free else child.name, names_below))
        own = alone(node, name)
        whole = xxh3(own + number(len(below)) + b"".join(sorted(below)))
        found[path] = (own.hex(), whole.hex())
        return whole

    visit(with_sorted_points(stated_as_today(tree)), "/", None)
    return found
