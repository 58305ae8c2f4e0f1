"""damage_marks.py: damage to files, and to the marks that Maia leaves."""

import os

import numpy as np

from cgns import text_array
from damage_kinds import change, kind, largest, numbers, put

# --- files ---


@kind("maia", r"missing|hole|not covered|incomplete|in no piece", names=("zone",))
def last_file_is_missing(damaged):
    """The last file with a part is not given."""
    damaged.inputs.remove(damaged.parts[-1][0])


@kind("maia", r"missing|hole|not covered|incomplete|in no piece", names=("zone",))
def first_file_is_missing(damaged):
    """The first file with a part is not given."""
    damaged.inputs.remove(damaged.parts[0][0])


@kind("seacas", r"missing|hole|not covered|incomplete|[0-9]+ of [0-9]+|no file", names=())
def numbered_file_is_missing(damaged):
    """One of the files X.3.0, X.3.1, X.3.2 is not given."""
    damaged.inputs.remove(damaged.parts[1][0])


@kind("maia", r"duplicate|twice|already|same piece|overlap|more than one|both", names=("file", "zone"))
def file_is_there_twice(damaged):
    """A copy of a file under another name, with another value in it."""
    name, zone = damaged.parts[0]
    copied = damaged.files[name].copy()
    change(find(copied, zone.name).at("GridCoordinates/CoordinateX"), lambda value: value + 1)
    damaged.files["copy_9.cgns"] = copied
    damaged.inputs.append("copy_9.cgns")


@kind("seacas", r"[0-9]+ (files|ranks|and)|mixed|differ|count", names=("file",))
def numbers_of_ranks_are_mixed(damaged):
    """One file says that it is of four."""
    name = damaged.inputs.pop()
    other = name.replace(".3.", ".4.")
    damaged.files[other] = damaged.files.pop(name)
    damaged.inputs.append(other)


@kind("maia", r"truncated|HDF5|cannot be (opened|read)|cannot open|not a", names=("file",))
def file_is_cut_short(damaged):
    """Half of a file."""
    name = damaged.parts[1][0]

    def cut(folder):
        path = os.path.join(folder, name)
        os.truncate(path, os.path.getsize(path) // 2)

    return cut


@kind("maia", r"truncated|HDF5|empty|cannot be (opened|read)|cannot open|not a", names=("file",))
def file_is_empty(damaged):
    """A file of no bytes."""
    name = damaged.parts[1][0]
    return lambda folder: os.truncate(os.path.join(folder, name), 0)


@kind("maia-linked", r"link|cannot|no such|missing|not there", names=("file",))
def linked_file_is_missing(damaged):
    """A master whose links lead nowhere."""
    return lambda folder: os.remove(os.path.join(folder, next(n for n in damaged.files if "sub" in n)))


def find(tree, name):
    """A zone of a tree."""
    return next(base.child(name) for base in tree.labelled("CGNSBase_t") if base.child(name))


# --- marks of Maia ---


@kind("maia", r"overlap|twice|more than one|does not (fit|agree)|contradict|extents|cells")
def pieces_overlap(damaged):
    """A part claims the place of another one."""
    first, second = damaged.parts[0][1], damaged.parts[1][1]
    numbers(first).remove("Vertex", "Cell", "Face")
    numbers(second).remove("Vertex", "Cell", "Face")
    box = numbers(second).child("CellRange").value
    extent = numbers(first).child("CellRange").value[1] - numbers(first).child("CellRange").value[0]
    numbers(first).child("CellRange").value = np.array([box[0], box[0] + extent], np.int32)


@kind("maia", r"hole|not covered|missing|incomplete|in no piece", names=("zone",))
def part_is_missing(damaged):
    """A zone was taken out of its file."""
    name, zone = damaged.parts[1]
    for base in damaged.files[name].labelled("CGNSBase_t"):
        base.remove(zone.name)


@kind("maia", r"beyond|has only|outside|out of|exceeds|not (in|within)|range|larger")
def range_leaves_the_zone(damaged):
    """A CellRange past the end of the zone."""
    change(numbers(damaged.parts[0][1]).child("CellRange"), lambda value: value + 50)


@kind("maia", r"range|order|begin|empty|reversed|negative|beyond|outside")
def range_is_reversed(damaged):
    """A CellRange that ends before it begins."""
    box = numbers(damaged.parts[0][1]).child("CellRange")
    change(box, lambda value: np.ascontiguousarray(value[::-1] + [[3], [0]]))


@kind("maia", r"range|beyond|outside|less than|begin|positive|out of")
def range_begins_at_zero(damaged):
    """A CellRange that counts from 0."""
    change(numbers(damaged.parts[0][1]).child("CellRange"), lambda value: value - 2)


@kind("maia", r"extents|not a range|cells|size|does not (fit|agree)|differ|contradict")
def range_has_other_extents(damaged):
    """A CellRange larger than the zone that has it."""
    put(numbers(damaged.parts[0][1]).child("CellRange"), (0, 0), -1)


@kind("maia", r"CellSize|size|contradict|differ|disagree")
def sizes_contradict(damaged):
    """Two parts tell of different sizes of the whole."""
    change(numbers(damaged.parts[1][1]).child("CellSize"), lambda value: value + 1)


@kind("maia", r"CellSize|no sense|invalid|size|zero|positive|empty")
def size_is_zero(damaged):
    """A whole zone without cells."""
    for _, zone in damaged.parts:
        change(numbers(zone).child("CellSize"), lambda value: value * 0)


@kind("maia", r"CellSize|no sense|invalid|size|negative|positive")
def size_is_negative(damaged):
    """A whole zone with less than no cells."""
    for _, zone in damaged.parts:
        change(numbers(zone).child("CellSize"), lambda value: -value)


@kind("maia", r"CellSize|no sense|invalid|size|large|overflow|memory|cover|hole|missing|belong to no part", names=("zone",))
def size_is_beyond_all_bounds(damaged):
    """A product of sizes that no 64-bit number holds."""
    for _, zone in damaged.parts:
        numbers(zone).child("CellSize").value = np.full(3, 1 << 40, np.int64)


@kind("maia", r"CellRange|number|integer|type|C1")
def range_is_a_text(damaged):
    """Letters where numbers are wanted."""
    numbers(damaged.parts[0][1]).child("CellRange").value = text_array("1 1 1 2 2 2")


@kind("maia", r"CellRange|number|integer|type|R8")
def range_is_real(damaged):
    """Real numbers where whole ones are wanted."""
    change(numbers(damaged.parts[0][1]).child("CellRange"), lambda value: value.astype(float))


@kind("maia", r"CellRange|dimension|extent|shape|values|numbers|size")
def range_has_too_few_numbers(damaged):
    """Two indices for a zone with three."""
    change(numbers(damaged.parts[0][1]).child("CellRange"), lambda value: np.ascontiguousarray(value[:, :2]))


@kind("maia", r"CellRange|no value|empty|missing|numbers|half")
def range_has_no_value(damaged):
    """A CellRange node with nothing in it."""
    numbers(damaged.parts[0][1]).child("CellRange").value = None


def only_arrays(damaged):
    """Takes ranges away: the numbers alone tell where a part is."""
    for _, zone in damaged.parts:
        numbers(zone).remove("CellRange", "CellSize")


@kind("maia", r"twice|duplicate|number|box|not a|order")
def number_is_there_twice(damaged):
    """A global number of a cell stands in two places of a part."""
    only_arrays(damaged)
    change(numbers(largest(damaged)).child("Cell"), lambda value: np.where(value == value.max(), value.min(), value))


@kind("maia", r"number|out of|range|beyond|less than|positive|box")
def number_is_zero(damaged):
    """A global number counts from 0."""
    only_arrays(damaged)
    put(numbers(largest(damaged)).child("Cell"), 0, 0)


@kind("maia", r"number|out of|range|beyond|box|hole|missing|not covered|does not|in no piece")
def number_is_too_large(damaged):
    """A global number past the end."""
    only_arrays(damaged)
    put(numbers(largest(damaged)).child("Cell"), -1, 1 << 50)


@kind("maia", r"Vertex|length|values|numbers|extent|size")
def numbers_are_too_few(damaged):
    """One global number less than there are vertices."""
    only_arrays(damaged)
    change(numbers(damaged.parts[0][1]).child("Vertex"), lambda value: value[:-1])


@kind("maia", r"Vertex|Cell|number|integer|type|C1")
def numbers_are_a_text(damaged):
    """Letters where global numbers are wanted."""
    only_arrays(damaged)
    numbers(damaged.parts[0][1]).child("Cell").value = text_array("x" * 8)


@kind("maia", r"number|missing|lacks|no |half|metadata|mixed conventions")
def marks_are_there_in_half(damaged):
    """One part has lost its global numbers."""
    damaged.parts[1][1].remove(":CGNS#GlobalNumbering")
