"""xcore.py: polyhedra cut as XCore of Cassiopée does (loadAndSplitNGon), boundary conditions included.

Lists have one extent, no GridLocation and no numbers of their own; interfaces name a rank, and each zone has its own;
NFACE_n has no signs; global numbers are below ZoneGridConnectivity, those of cells from 0 on. Merged, each list has its
points in the order of the pieces. Exit status: 0 all is right, 1 something is not.
"""

import os
import sys
import tempfile

import numpy as np

import cgns
import compare
import tool
from elements import sections_of
from random_structured import Dice
from unstructured_corners import NFACE, NGON, add_bc, add_section, ints, points, polyhedra


def mesh():
    """The tree, its zone, and for each face its cells."""
    root, zone = polyhedra(signed=False)
    _, cells = sections_of(zone)
    sides = {}
    for cell, faces in enumerate(cells.rows):
        for face in faces.tolist():
            sides.setdefault(face, []).append(cell)
    outer = [face for face in sorted(sides) if len(sides[face]) == 1]
    for number, name in enumerate(("Wall", "Inflow")):
        condition = add_bc(zone, name, "FaceCenter", outer[number::2])
        condition.add("Tag", "UserDefinedData_t", ints(number))
    solution = zone.add("FlowSolution#Centers", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.arange(len(cells.rows)) + 0.5)
    return root, zone, sides


class Piece:
    """The cells of a rank, from 0, and its faces and vertices, from 1, in any order."""

    def __init__(self, dice, zone, cells, rank):
        self.zone, self.rank, self.cells = zone, rank, cells
        self.face_rows, self.cell_rows = (section.rows for section in sections_of(zone))
        self.faces = dice.rng.permutation(np.unique(np.concatenate([self.cell_rows[cell] for cell in cells])))
        self.vertices = dice.rng.permutation(np.unique(np.concatenate([self.face_rows[face - 1] for face in self.faces])))
        self.face_of = {int(face): number for number, face in enumerate(self.faces, 1)}
        self.vertex_of = {int(vertex): number for number, vertex in enumerate(self.vertices, 1)}

    def write(self, base, home, sides):
        """The piece as a zone of `base`; `home`: ranks of all cells."""
        node = base.add(f"Zone_{self.rank}", "Zone_t", points([len(self.vertices), len(self.cells), 0]))
        node.add("ZoneType", "ZoneType_t", "Unstructured")
        node.add(".Solver#Param", "UserDefinedData_t").add("proc", "DataArray_t", points([self.rank]))
        grid = node.add("GridCoordinates", "GridCoordinates_t")
        for array in self.zone.child("GridCoordinates").children:
            grid.add(array.name, array.label, array.value[self.vertices - 1])
        add_section(node, "NGonElements", NGON, 1,
            [[self.vertex_of[int(n)] for n in self.face_rows[face - 1]] for face in self.faces])
        add_section(node, "NFaceElements", NFACE, len(self.faces) + 1,
            [[self.face_of[int(n)] for n in self.cell_rows[cell]] for cell in self.cells])
        self.add_numbers(node.add("ZoneGridConnectivity", "ZoneGridConnectivity_t"), home, sides)
        solution = node.add("FlowSolution#Centers", "FlowSolution_t")
        solution.add("GridLocation", "GridLocation_t", "CellCenter")
        solution.add("Pressure", "DataArray_t", self.zone.at("FlowSolution#Centers/Pressure").value[self.cells])
        self.add_conditions(node.add("ZoneBC", "ZoneBC_t"))

    def add_numbers(self, container, home, sides):
        """Interfaces and global numbers."""
        for other in np.unique(home):
            shared = [face for face in sorted(self.face_of) if set(home[sides[face]]) == {self.rank, other}]
            if shared and other != self.rank:
                interface = container.add(f"Match_{other}", "GridConnectivity1to1_t", str(other))
                interface.add("PointList", "IndexArray_t", ints(*(self.face_of[face] for face in shared)))
        for name, numbers in ("Cell", self.cells), ("Face", self.faces), ("Point", self.vertices):
            container.add(name + "Loc2Glob", "UserDefinedData_t", ints(*numbers))

    def add_conditions(self, container):
        """The faces of each condition that the piece has."""
        for condition in self.zone.child("ZoneBC").children:
            mine = self.listed(condition)
            if mine:
                made = container.add(condition.name, "BC_t", condition.value)
                made.add("PointList", "IndexArray_t", ints(*(self.face_of[face] for face in mine)))
                made.add("Tag", "UserDefinedData_t", condition.child("Tag").value)

    def listed(self, condition):
        """The faces of the condition, in the order of the piece."""
        listed = set(condition.child("PointList").value.ravel().tolist())
        return [face for face in self.faces.tolist() if face in listed]


def trouble(folder, ranks, on):
    """What is wrong when `ranks` pieces are merged on so many ranks."""
    dice = Dice(ranks)
    root, zone, sides = mesh()
    home = np.sort(np.arange(int(zone.value[1, 0])) % ranks)
    pieces = [Piece(dice, zone, dice.rng.permutation(np.flatnonzero(home == rank)), rank) for rank in range(ranks)]
    for piece in pieces:
        part = root.copy()
        base = part.labelled("CGNSBase_t")[0]
        base.remove("Zone")
        piece.write(base, home, sides)
        cgns.write(os.path.join(folder, f"t_{piece.rank}.cgns"), part)
    for condition in zone.child("ZoneBC").children:
        condition.child("PointList").value = points([face for piece in pieces for face in piece.listed(condition)])
        condition.children.append(condition.children.pop(0))  # GridLocation, which the merge adds
    merged = os.path.join(folder, "merged.cgns")
    result = tool.merge([os.path.join(folder, f"t_{rank}.cgns") for rank in range(ranks)], merged, on, ["--check", "full"])
    if result.code:
        return [result.why()]
    tree = cgns.read(merged)
    signs = tree.labelled("CGNSBase_t")[0].at("Zone/NFaceElements/ElementConnectivity").value
    return compare.compare(root, tree) + (["NFACE_n has signs"] if (signs < 0).any() else [])


def main():
    """Some numbers of pieces."""
    wrong = []
    for ranks, on in (1, 0), (2, 2), (5, 3):
        with tempfile.TemporaryDirectory(prefix="pcgns-xcore.") as folder:
            wrong += [f"{ranks} pieces: {line}" for line in trouble(folder, ranks, on)]
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
