"""lattice.py: ghosts beyond joins: zones cut out of one lattice, each turned at random, so that all is known of what lies beyond.

    lattice.py [--seed S] [--soak N]

In a lattice coordinates are linear in the indices of a zone, ghosts too, and values tell where they are. Exit
status: 0 all is right, 1 something is not.
"""

import glob
import os
import sys

import numpy as np

import cgns
import compare
import rounds
import tool
from random_structured import Dice
from round_trip import cut

MARKS = ":CGNS#GlobalNumbering"


class Block:
    """A zone: cells `low` to `high` of the lattice; its direction d runs along axis[d], backwards where sign[d] < 0."""

    def __init__(self, dice, name, low, high):
        self.name, self.low, self.high = name, np.array(low), np.array(high)
        self.axis = dice.rng.permutation(3)
        self.sign = np.array([dice.pick([1, -1]) for _ in range(3)])
        self.cells = (self.high - self.low)[self.axis]

    def vertex(self, at):
        """The indices, from 0, of a vertex of the lattice."""
        inside = np.array(at)[self.axis] - self.low[self.axis]
        return np.where(self.sign > 0, inside, self.cells - inside)

    def place(self, indices):
        """Coordinates in the lattice of points, (..., 3), whose indices need not be whole numbers."""
        inside = np.where(self.sign > 0, indices, self.cells - indices)
        at = np.empty(np.shape(indices))
        at[..., self.axis] = inside + self.low[self.axis]
        return at


def blocks_of(dice, low, high, cuts, made):
    """Boxes that fill the lattice."""
    wide = [d for d in range(3) if high[d] - low[d] >= 6]
    if cuts == 0 or not wide:
        made.append((tuple(low), tuple(high)))
        return
    d = dice.pick(wide)
    at = dice.number(low[d] + 3, high[d] - 3)
    blocks_of(dice, low, [at if i == d else n for i, n in enumerate(high)], cuts - 1, made)
    blocks_of(dice, [at if i == d else n for i, n in enumerate(low)], high, cuts - 1, made)


def value_at(place, kind):
    """What a field has there."""
    return place @ np.array([1.0, 100.0, 10000.0]) + (0.5 if kind == "CellCenter" else 0)


def grid(begin, end):
    """The indices from `begin` to `end` in the order of HDF5: (k, j, i, 3)."""
    axes = np.meshgrid(*(np.arange(b, e) for b, e in zip(begin[::-1], end[::-1])), indexing="ij")
    return np.stack(axes[::-1], axis=-1)


def add_arrays(zone, block):
    """Coordinates and solutions."""
    places = block.place(grid((0, 0, 0), block.cells + 1))
    coordinates = zone.add("GridCoordinates", "GridCoordinates_t")
    for d, name in enumerate("XYZ"):
        coordinates.add(f"Coordinate{name}", "DataArray_t", places[..., d].copy())
    for kind in ("Vertex", "CellCenter"):
        shift = 0.5 if kind == "CellCenter" else 0
        points = block.place(grid((0, 0, 0), block.cells + (0 if shift else 1)) + shift)
        solution = zone.add(f"At{kind}", "FlowSolution_t")
        solution.add("GridLocation", "GridLocation_t", kind)
        solution.add("Value", "DataArray_t", value_at(points, kind).astype(np.float32 if shift else np.float64))


def add_join(joins, here, there, low, high):
    """The vertices `low` to `high` of the lattice, which both have."""
    begin, end = here.vertex(low), here.vertex(high)
    corners = [here.place(np.minimum(begin, end)), here.place(np.maximum(begin, end))]
    donor = [there.vertex(corner.astype(int)) for corner in corners]
    transform = [0] * 3
    for d in range(3):
        opposite = int(np.flatnonzero(there.axis == here.axis[d])[0])
        transform[d] = int(here.sign[d] * there.sign[opposite]) * (opposite + 1)
    join = joins.add(f"To{there.name}", "GridConnectivity1to1_t", there.name)
    join.add("Transform", '"int[IndexDimension]"', np.array(transform, np.int32))
    join.add("PointRange", "IndexRange_t", np.array([np.minimum(begin, end) + 1, np.maximum(begin, end) + 1], np.int32))
    join.add("PointRangeDonor", "IndexRange_t", np.array([donor[0] + 1, donor[1] + 1], np.int32))


def mesh_of(blocks):
    """The tree."""
    root = cgns.new_root()
    base = root.add("Base", "CGNSBase_t", np.array([3, 3], np.int32))
    for block in blocks:
        value = np.array([block.cells + 1, block.cells, np.zeros(3)], np.int32)
        zone = base.add(block.name, "Zone_t", value)
        zone.add("ZoneType", "ZoneType_t", "Structured")
        add_arrays(zone, block)
        for other in blocks:
            low, high = np.maximum(block.low, other.low), np.minimum(block.high, other.high)
            if other is block or np.any(low > high) or np.count_nonzero(low == high) != 1:
                continue
            joins = zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
            add_join(joins, block, other, low, high)
    return root


def wrong_in(zone, block, layers, extents):
    """What is wrong with a part, in lines; `extents`: of the lattice."""
    first, last = zone.at(f"{MARKS}/CellRange").value
    begin, end = first - 1, last
    expected = []
    for d in range(3):
        for is_end in (False, True):
            beyond = (end if is_end else begin)[d] + (layers if is_end else -layers)
            probe = np.array(begin, float)
            probe[d] = beyond
            axis = block.axis[d]
            inside = 0 <= block.place(probe)[axis] <= extents[axis]
            expected.append(layers if inside else None)
    found = []
    for container in zone.labelled("GridCoordinates_t", "FlowSolution_t"):
        kind = container.child("GridLocation").text() if container.child("GridLocation") else "Vertex"
        shift = 0.5 if kind == "CellCenter" else 0
        rind = container.child("Rind").value if container.child("Rind") else np.zeros(6, int)
        for side, planes in enumerate(expected):
            if planes is not None and rind[side] != planes:
                found.append(f"{zone.name}/{container.name}: {rind[side]} planes at side {side}, not {planes}")
        low, high = begin - rind[0::2], end + rind[1::2] + (0 if shift else 1)
        places = block.place(grid(low, high) + shift)
        for array in container.labelled("DataArray_t"):
            wanted = value_at(places, kind) if array.name == "Value" else places[..., "XYZ".index(array.name[-1])]
            if array.value.shape != wanted.shape or not np.array_equal(array.value, wanted.astype(array.value.dtype)):
                found.append(f"{zone.name}/{container.name}/{array.name}: has other values")
    return found


def play(seed, folder):
    """Runs a round in a folder; what is wrong, in lines."""
    dice = Dice([seed, 5])
    extents = [dice.number(4, 12) for _ in range(3)]
    boxes = []
    blocks_of(dice, [0, 0, 0], extents, dice.number(1, 3), boxes)
    blocks = [Block(dice, f"Zone{i}", *box) for i, box in enumerate(boxes)]
    tree = mesh_of(blocks)
    whole = os.path.join(folder, "whole.cgns")
    cgns.write(whole, tree)
    layers = dice.pick([1, 2])
    options = ["--ghosts", str(layers), "--min-cells", str(dice.pick([1, layers]))]
    found = cut([whole], os.path.join(folder, "part_%d.cgns"), dice.pick([1, 2, 3, 5, 8]), options, dice.pick([0, 0, 2]))
    files = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    for file in files:
        for zone in cgns.read(file).child("Base").labelled("Zone_t"):
            block = next(block for block in blocks if zone.name.startswith(block.name + "."))
            found += wrong_in(zone, block, layers, extents)
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge(files, merged)
    if result.code != 0:
        return found + [result.why()]
    return found + compare.compare(tree, cgns.read(merged), compare.Rules(join_names=True))


if __name__ == "__main__":
    sys.exit(rounds.main(__doc__, play, 10))
