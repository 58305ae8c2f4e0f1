"""digest_cases.py: files with the same content in many forms, and files with almost the same content.

    digest_cases.py forms FOLDER [FILE...]    small meshes, and the trees of FILEs, in every form that HDF5 and CGNS
                                              allow (of trees with many nodes: as they are)
    digest_cases.py changes FOLDER            small meshes with one change each, for every node and kind of change

Runs pcgns-verify digest --each on them, and says what is not as it must be; every digest must also be that of
digest_definition.py. Exit status: 0 right, 1 wrong, 77 no libxxhash.
"""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "partitions"))

import numpy as np

import cgns
import digest_definition
import valid
from cgns import Style

VERIFY = os.path.join(os.environ.get("PCGNS_BIN_DIR", "build/openmpi/bin"), "pcgns-verify")
LONG, SHORT = 30000, 9000  # values of an array of several blocks, of two
MANY = 300  # nodes


# --- meshes ---


def sections(count=LONG):
    """A zone with all sections that have offsets, and arrays of all types and of several blocks."""
    root = cgns.new_root()
    base = valid.base_of(root)
    zone = valid.add_zone(base, "Zone", [[count, 2, 0]], "Unstructured")
    rng = np.random.default_rng(7)
    valid.add_coordinates(zone, [rng.random(count) for _ in range(3)], (count,))
    faces = [[1, 2, 3], [3, 2, 4, 5], [5, 6, 7], [1, 7, 8, 9, 10]] * 40
    sides = [[1, -2, 3, 4], [-4, 5, 6, 7, -8]] * 40
    mixed = [[10, 1, 2, 3, 4], [17, 1, 2, 3, 4, 5, 6, 7, 8], [5, 1, 2, 3], [14, 4, 5, 6, 7, 8, 9]] * (count // 10)
    after = 1
    for name, kind, rows in (("Polygons", 22, faces), ("Polyhedra", 23, sides), ("Mixed", 20, mixed)):
        offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
        after = valid.section(zone, name, kind, after, len(rows), np.concatenate(rows), offsets)
    fields = zone.add("Fields", "FlowSolution_t")
    fields.add("Single", "DataArray_t", rng.random(count).astype(np.float32))
    fields.add("Double", "DataArray_t", rng.random(count))
    strange = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-310, 1.5] * (count // 7) + [0.0] * (count % 7))
    fields.add("Strange", "DataArray_t", strange)
    fields.add("Integers", "DataArray_t", rng.integers(-2**31, 2**31, count).astype(np.int32))
    notes = zone.add("Notes", "UserDefinedData_t")
    notes.add("Text", "Descriptor_t", "padded   ")
    notes.add("Long", "Descriptor_t", "0123456789" * 9000)
    notes.add("Bytes", "DataArray_t", np.arange(40, dtype=np.uint8))
    notes.add("Large", "DataArray_t", np.array([-2**63, 2**63 - 1, 0], np.int64))
    return root


def meshes(count=LONG):
    """(name, tree) of every small mesh."""
    return [("sections", sections(count)), ("hexa", valid.build("hexa")[0]), ("blocks", valid.build("blocks")[0])]


# --- forms ---


def every(tree, change):
    """A copy with `change` done to every node."""
    made = tree.copy()
    for _, node in made.walk():
        change(node)
    return made


def widened(tree):
    """All integers and reals of 64 bits."""
    def widen(node):
        if node.value is not None and node.value.dtype.itemsize == 4:
            node.value = node.value.astype({"i": np.int64, "f": np.float64, "u": np.uint64}[node.value.dtype.kind])
    return every(tree, widen)


def reversed_order(tree):
    """Children the other way round."""
    def turn(node):
        node.children.reverse()
    return every(tree, turn)


def old_sections(tree):
    """Sections as before version 4.0: no offsets, but counts."""
    def age(node):
        if node.label != "Elements_t" or node.child("ElementStartOffset") is None:
            return
        offsets, connectivity = node.child("ElementStartOffset").value.ravel(), node.child("ElementConnectivity")
        if int(node.value.ravel()[0]) != digest_definition.MIXED:
            at = offsets[:-1].astype(np.int64)
            connectivity.value = np.insert(connectivity.value, at, np.diff(offsets).astype(connectivity.value.dtype))
        node.remove("ElementStartOffset")
    return every(tree, age)


def marked(tree):
    """With what only a set of parts, or another version of the library, has."""
    def mark(node):
        if node.label == "Zone_t":
            node.add(":CGNS#Distribution", "UserDefinedData_t").add("Cell", "DataArray_t", np.arange(3))
        if node.label == "FlowSolution_t" and node.child("GridLocation") is None:
            node.add("GridLocation", "GridLocation_t", "Vertex")
        if node.label == "GridConnectivity1to1_t":
            node.add("OriginalName", "Descriptor_t", node.name)
            node.add("OriginalDonorName", "Descriptor_t", "Opposite")
    made = every(digest_definition.stated_as_today(tree), mark)
    made.remove("CGNSLibraryVersion")
    made.add("CGNSLibraryVersion", "CGNSLibraryVersion_t", np.array([4.5], np.float32))
    return made


def write_linked(path, tree):
    """The zones in a second file."""
    store = path + ".zones"
    cgns.write(store, tree)
    zones = [(f"/{base.name}/{zone.name}") for base in tree.labelled("CGNSBase_t") for zone in base.labelled("Zone_t")]
    cgns.write(path, tree, links={zone: (os.path.basename(store), zone) for zone in zones})


def write_forms(folder, name, tree):
    """All forms of a tree; their paths."""
    writers = {
        "plain": lambda path: cgns.write(path, tree),
        "chunked": lambda path: cgns.write(path, tree, Style(chunked=True)),
        "gzip": lambda path: cgns.write(path, tree, Style(gzip=True)),
        "big": lambda path: cgns.write(path, tree, Style(big_endian=True)),
        "wide": lambda path: cgns.write(path, widened(tree)),
        "order": lambda path: cgns.write(path, reversed_order(tree)),
        "old": lambda path: cgns.write(path, old_sections(tree)),
        "oldgzip": lambda path: cgns.write(path, widened(old_sections(tree)), Style(gzip=True, big_endian=True)),
        "marked": lambda path: cgns.write(path, marked(tree)),
        "linked": lambda path: write_linked(path, tree),
    }
    paths = []
    for form, write in writers.items():
        paths.append(os.path.join(folder, f"{name}.{form}.cgns"))
        write(paths[-1])
    return paths


def check_forms(folder, files):
    """What is wrong, in lines."""
    expected = {}
    trees = meshes()
    for file in files:
        tree = cgns.read(file)
        expected[file] = digest_definition.digests(tree)["/"][1]
        if sum(1 for _ in tree.walk()) <= MANY:
            trees.append((os.path.basename(file), tree))
    for name, tree in trees:
        whole = digest_definition.digests(tree)["/"][1]
        expected |= {path: whole for path in write_forms(folder, name, tree)}
    found = digest(list(expected))
    return [f"{path}: {found.get(path)}, but should be {whole}" for path, whole in expected.items()
        if found.get(path) != whole]


# --- changes ---


def flip(node):
    """One bit of the middle value."""
    data = bytearray(node.value.tobytes())
    data[len(data) // 2] ^= 1
    node.value = np.frombuffer(bytes(data), node.value.dtype).reshape(node.value.shape)


def swap(node):
    """The first value and the first one that is another."""
    flat = node.value.ravel().copy()
    other = np.flatnonzero(flat != flat[0])
    if len(other) == 0:
        return False
    flat[[0, other[-1]]] = flat[[other[-1], 0]]
    node.value = flat.reshape(node.value.shape)
    return True


def reshape(node):
    """The same values with other extents."""
    node.value = node.value.reshape(1, *node.value.shape)


def retype(node):
    """The same numbers as another kind of values."""
    if node.value.dtype.itemsize == 1:
        node.value = node.value.view(np.uint8 if node.value.dtype == np.int8 else np.int8)
    else:
        kind = np.float64 if node.value.dtype.kind == "i" else np.int64
        with np.errstate(invalid="ignore"):
            node.value = node.value.astype(kind)


def rename(node):
    """Another name."""
    node.name += "x"


def relabel(node):
    """Another label."""
    node.label = "DataArray_t" if node.label != "DataArray_t" else "UserDefinedData_t"


def empty(node):
    """No values."""
    node.value = None


OF_VALUES = (flip, swap, reshape, retype, empty)
OF_NODES = (rename, relabel)


def lose(tree, path):
    """Without a node."""
    above(tree, path).remove(path.rpartition("/")[2])


def move(tree, path):
    """A node elsewhere below the base."""
    node = tree.at(path[1:])
    lose(tree, path)
    tree.labelled("CGNSBase_t")[0].add("Shed", "UserDefinedData_t").children.append(node)


def add(tree, path):
    """One more node."""
    tree.at(path[1:]).add("More", "Descriptor_t", "text")


OF_PLACES = (lose, move, add)
SAME = r"lose .*/(Mixed/ElementStartOffset|Vertices/GridLocation)$"  # the old form; what goes without saying
NEEDED = ("CGNSBase_t", "Zone_t", "BaseIterativeData_t")  # there pcgns asks for more than a tree


def kinds_of(node):
    """The changes that a node can have."""
    if node.label in NEEDED:
        return (rename, add)
    return OF_NODES + OF_PLACES + (OF_VALUES if node.value is not None else ())


def changed(tree, thorough):
    """Every (what, tree) with one change; one for each node, or, `thorough`, all that it can have."""
    paths = [path for path, _ in tree.walk() if path not in ("/", "/CGNSLibraryVersion")]
    for number, path in enumerate(paths):
        kinds = kinds_of(tree.at(path[1:]))
        for change in kinds if thorough else kinds[number % len(kinds):][:1]:
            made = tree.copy()
            done = change(made, path) if change in OF_PLACES else change(made.at(path[1:]))
            if done is not False:
                yield f"{change.__name__} {path}", made
    yield from exchanged(tree)


def above(tree, path):
    """The node above that of a path."""
    upper = path[1:].rpartition("/")[0]
    return tree.at(upper) if upper else tree


def exchanged(tree):
    """Two arrays of one kind, each with the values of the other."""
    for path, node in tree.walk():
        arrays = [child for child in node.children if child.label == "DataArray_t" and child.value is not None]
        for a, b in zip(arrays, arrays[1:]):
            if a.value.shape != b.value.shape or a.value.dtype != b.value.dtype or np.array_equal(a.value, b.value):
                continue
            made = tree.copy()
            parent = made.at(path[1:])
            parent.child(a.name).value, parent.child(b.name).value = b.value, a.value
            yield f"exchange {path}/{a.name} {b.name}", made


def check_changes(folder):
    """What is wrong, in lines."""
    expected, what, wrong = {}, {}, []
    for name, tree in meshes(SHORT):
        original = digest_definition.digests(tree)["/"][1]
        for number, (change, made) in enumerate(changed(tree, thorough=name == "sections")):
            path = os.path.join(folder, f"{name}.{number}.cgns")
            cgns.write(path, made)
            expected[path], what[path] = digest_definition.digests(made)["/"][1], f"{name}: {change}"
            if expected[path] == original and not re.match(SAME, change):
                wrong.append(f"{what[path]}: the digest does not see it")
    found = digest(list(expected))
    return wrong + [f"{what[path]}: {found.get(path)}, but should be {whole}" for path, whole in expected.items()
        if found.get(path) != whole]


# --- the program ---


def digest(paths, options=()):
    """{path: digest} as pcgns-verify has it."""
    command = [VERIFY, "digest", "--each", *options, *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != 0:
        print("\n".join(line for line in done.stderr.splitlines() if "error" in line))
    return {line[34:]: line[:32] for line in done.stdout.splitlines()}


def main():
    """Checks forms or changes."""
    if digest_definition.LIBRARY is None:
        return 77
    what, folder, *files = sys.argv[1:]
    wrong = check_forms(folder, files) if what == "forms" else check_changes(folder)
    print("\n".join(wrong[:40]) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
