"""unmark.py: parts of zones as programs write them that know nothing of global numbers.

Parts are cut as Maia cuts them, and then lose all that says where they belong. They are all called like the zone
(then no two are in one file, and joins lead only to zones of the same file), or <zone>_proc-<number>.
"""

import numpy as np

import split
from split_unstructured import MARKS

GAP = 8.0  # between the vertices of a zone, along the first axis


def prepare(tree, dice):
    """Gives all vertices of a zone different coordinates, in single precision too; names of zones go."""
    for base in tree.labelled("CGNSBase_t"):
        for node in base.labelled("BaseIterativeData_t"):
            node.remove("ZonePointers", "NumberOfZones")
        for zone in base.labelled("Zone_t"):
            grid = zone.child("GridCoordinates")
            grid.remove("Rind")
            shape = tuple(int(n) for n in zone.value[0][::-1])
            count = int(np.prod(shape))
            for axis, node in enumerate(grid.labelled("DataArray_t")):
                steps = dice.rng.permutation(count) if axis == 0 else dice.rng.integers(-9, 9, count)
                node.value = (GAP * steps + 0.125).astype(node.value.dtype).reshape(shape)
    return tree


class Unmarked:
    """The files of the ranks: `files` are (name, tree); `expected` is the mesh."""

    def __init__(self, tree, ranks, seed, dice, structured=False):
        self.by_name = dice.chance(0.5) and not structured  # <zone>_proc-<number>
        tree = prepare(tree, dice)
        if not self.by_name:
            for _, node in tree.walk():
                node.children = [child for child in node.children if child.label != "ZoneGridConnectivity_t"]
        self.made = split.split(tree, "maia", ranks, seed)
        self.expected = self.made.expected
        self.files = [(name, rank) for name, rank, _ in self.made.files]
        self.strip()
        self.made.files = [(name, rank, {}) for name, rank in self.files]

    def strip(self):
        """Takes all marks away, and renames the parts."""
        names = self.new_names()
        extra = []
        for number, (name, tree) in enumerate(list(self.files)):
            for base in tree.labelled("CGNSBase_t"):
                for zone in base.labelled("Zone_t"):
                    strip_zone(zone, {old[1]: new for old, new in names.items() if old[0] == base.name})
            extra += self.moved_out(tree, number)
        for number, tree in enumerate(extra, len(self.files)):
            self.files.append((f"part_{number}.cgns", tree))
        self.made.inputs = [name for name, _ in self.files]

    def new_names(self):
        """What the zones are called: by base and old name."""
        old = sorted({(base.name, zone.name) for _, tree in self.files for base in tree.labelled("CGNSBase_t")
            for zone in base.labelled("Zone_t")})
        counts, names = {}, {}
        for base, name in old:
            stem = name[:name.rindex(".P")]
            number = counts.setdefault((base, stem), 0)
            counts[base, stem] += 1
            names[base, name] = f"{stem}_proc-{number}" if self.by_name else stem
        for (base, name), new in names.items():
            if counts[base, name[:name.rindex(".P")]] == 1:
                names[base, name] = name[:name.rindex(".P")]
        return names

    def moved_out(self, tree, number):
        """Files for the second parts of one name that a file has."""
        made = []
        for base in tree.labelled("CGNSBase_t"):
            seen = set()
            for zone in base.labelled("Zone_t"):
                if zone.name not in seen:
                    seen.add(zone.name)
                    continue
                base.children = [child for child in base.children if child is not zone]
                other = tree.copy()
                for copied in other.labelled("CGNSBase_t"):
                    copied.children = [child for child in copied.children if child.label != "Zone_t"]
                other.child(base.name).children.append(zone)
                made.append(other)
        return made


def strip_zone(zone, names):
    """Takes the marks out of a part."""
    for _, node in zone.walk():
        node.remove(MARKS)
    holder = zone.child("ZoneGridConnectivity")
    if holder is not None:
        holder.children = [join for join in holder.children if not join.name.startswith("JN.")]
        for join in holder.children:
            ends = names[zone.name], names[join.text()]
            join.value = np.frombuffer(ends[1].encode(), np.int8)
            if not any("_proc-" in end for end in ends):  # between whole zones, a join is in one piece
                join.name = without_piece(join.name)
                opposite = join.child("GridConnectivityDonorName")
                opposite.value = np.frombuffer(without_piece(opposite.text()).encode(), np.int8)
        if not holder.children:
            zone.remove(holder.name)
    zone.name = names[zone.name]


def without_piece(name):
    """The name of a join that is in one piece."""
    return name[:name.rindex(".")]


def shake(files, dice, width):
    """Moves the vertices of all parts a little, each part in its own way."""
    for _, tree in files:
        for _, node in tree.walk():
            for grid in node.labelled("GridCoordinates_t"):
                for array in grid.labelled("DataArray_t") if grid.name == "GridCoordinates" else []:
                    noise = dice.rng.uniform(-width, width, array.value.shape)
                    array.value = (array.value + noise).astype(array.value.dtype)
