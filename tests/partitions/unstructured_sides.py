"""unstructured_sides.py: polygons and edges are in the parts whose cells have them, their parents are cells, and faces in
a section of mixed elements count for none.

Exit status: 0 all is right, 1 something is not.
"""

import glob
import os
import sys
import tempfile

import numpy as np

import cgns
import compare
import tool
from round_trip import cut
from unstructured_corners import HEXA, MIXED, NGON, QUAD, add_section, add_zone, block, faces_of, new_tree

BAR = 3
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]


def pieces_of(folder, pattern):
    """(file, the only zone of it) of each part."""
    for name in sorted(glob.glob(os.path.join(folder, pattern))):
        yield name, cgns.read(name).labelled("CGNSBase_t")[0].labelled("Zone_t")[0]


def cells_from_one(folder):
    """Faces whose parents count the cells from 1, not the elements, are refused in a mesh and in its pieces."""
    root, base = new_tree()
    vertices, cells = block((5, 2, 2))
    zone, faces = add_zone(base, "Zone", [vertices], len(cells)), faces_of(cells)
    polygons = add_section(zone, "Faces", NGON, 1, [face[0][1] for face in faces])
    by_cell = np.array([[face[side][0] + 1 if side < len(face) else 0 for face in faces] for side in (0, 1)], np.int32)
    polygons.add("ParentElements", "DataArray_t", by_cell + len(faces) * (by_cell > 0).astype(np.int32))
    sound, source = os.path.join(folder, "sound.cgns"), os.path.join(folder, "by_cell.cgns")
    cgns.write(sound, root)
    polygons.child("ParentElements").value = by_cell
    cgns.write(source, root)
    said = cut([source], os.path.join(folder, "no_%d.cgns"), 2)
    why = "repartition: 2: ", "Faces/ParentElements: gives element 1 a parent that is not a cell"
    wrong = [] if said and all(text in said[0] for text in why) else [f"parents by cell: {said}"]
    wrong += cut([sound], os.path.join(folder, "by_%d.cgns"), 2, ["--no-digest"])
    pieces = sorted(glob.glob(os.path.join(folder, "by_[01].cgns")))
    for name in pieces:
        tree = cgns.read(name)
        section = tree.labelled("CGNSBase_t")[0].labelled("Zone_t")[0].child("Faces")
        parents, count = section.child("ParentElements"), section.child("ElementRange").value[1]
        parents.value = parents.value - count * (parents.value > 0).astype(np.int32)
        cgns.write(name, tree)
    result = tool.merge(pieces, os.path.join(folder, "none.cgns"))
    is_told = result.code == 2 and "Faces/ParentElements: 1 is not the number of a cell of its piece" in result.said
    return wrong if is_told else [*wrong, f"pieces with parents by cell: {result.why()}"]


def polygons_around_hexahedra(folder):
    """Polygons are in the parts whose hexahedra have them as sides."""
    root, base = new_tree()
    vertices, cells = block((5, 3, 3))
    zone = add_zone(base, "Zone", [vertices], len(cells))
    add_section(zone, "Hexa", HEXA, 1, cells)
    add_section(zone, "Faces", NGON, len(cells) + 1, [face[0][1] for face in faces_of(cells) if len(face) == 1])
    source = os.path.join(folder, "sides.cgns")
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "sides_%d.cgns"), 3)
    for name, piece in pieces_of(folder, "sides_*.cgns"):
        hexahedra_here = piece.at("Hexa/ElementConnectivity").value.reshape(-1, 8).tolist()
        faces = piece.at("Faces/ElementConnectivity").value.reshape(-1, 4).tolist()
        if not all(any(set(face) <= set(cell) for cell in hexahedra_here) for face in faces):
            wrong.append(f"{name}: has polygons without their cell")
    return wrong


def edges_of_hexahedra(folder):
    """Edges are in parts whose cells have their vertices."""
    root, base = new_tree()
    vertices, cells = block((6, 4, 4))
    zone = add_zone(base, "Zone", [vertices], len(cells))
    add_section(zone, "Hexa", HEXA, 1, cells)
    edges = sorted({tuple(sorted((cell[a], cell[b]))) for cell in cells for a, b in EDGES})
    add_section(zone, "Edges", BAR, len(cells) + 1, edges)
    source = os.path.join(folder, "edges.cgns")
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "edges_%d.cgns"), 4, ranks=3)
    count = 0
    for name, piece in pieces_of(folder, "edges_*.cgns"):
        count += len(piece.at("Edges/ElementConnectivity").value) // 2
        if set(piece.at("Edges/ElementConnectivity").value) - set(piece.at("Hexa/ElementConnectivity").value):
            wrong.append(f"{name}: has edges with vertices that no cell has")
    return wrong if count == len(edges) else [*wrong, f"{count} edges in the parts, not {len(edges)}"]


def cells_behind_faces(folder):
    """Parts with global numbers alone, one of which has faces in a MIXED section before its cells: the cells of the other
    come behind those, in elements as in fields."""
    root, base = new_tree()
    first, second = block((2, 2, 2)), block((3, 2, 2), 50.0, 8)
    zone = add_zone(base, "Zone", [first[0], second[0]], 3)
    add_section(zone, "Faces", MIXED, 1, [[QUAD, *face[0][1]] for face in faces_of(first[1])], has_heads=True)
    add_section(zone, "One", HEXA, 7, first[1])
    add_section(zone, "Two", HEXA, 8, second[1])
    solution = zone.add("Solution", "FlowSolution_t")
    solution.add("GridLocation", "GridLocation_t", "CellCenter")
    solution.add("Pressure", "DataArray_t", np.array([10.0, 20.0, 21.0]))
    source, merged = os.path.join(folder, "behind.cgns"), os.path.join(folder, "in_front.cgns")
    cgns.write(source, root)
    wrong = cut([source], os.path.join(folder, "behind_%d.cgns"), 3, ["--no-digest", "--method", "block"])
    pieces = sorted(glob.glob(os.path.join(folder, "behind_*.cgns")))
    for name in pieces:
        tree = cgns.read(name)
        tree.child("Base").remove(":PCGNS#Partition")
        cgns.write(name, tree)
    result = None if wrong else tool.merge(pieces[::-1], merged)
    if wrong or result.code:
        return wrong or [f"cells behind faces: {result.why()}"]
    return [f"cells behind faces: {line}" for line in compare.compare(root, cgns.read(merged))]


def main():
    """All cases."""
    with tempfile.TemporaryDirectory(prefix="pcgns-sides.") as folder:
        wrong = cells_from_one(folder) + polygons_around_hexahedra(folder) + edges_of_hexahedra(folder)
        wrong += cells_behind_faces(folder)
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
