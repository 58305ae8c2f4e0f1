"""old_parents.py: ParentData, the form before CGNS 3.1, is split and merged as ParentElements and ParentElementsPosition are.

    old_parents.py [--make OLD NEW]

With --make only writes a mesh in both forms. Exit status: 0 all is right, 1 something is not.
"""

import argparse
import glob
import os
import pathlib
import sys
import tempfile

import numpy as np

import cgns
import compare
import tool
from round_trip import cut

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "verify"))
import valid  # noqa: E402  pylint: disable=wrong-import-position

PARTS = 3


def sides_of(cells):
    """By the vertices of each face: the cells that have it, from 1, and on which side of the cell it is."""
    found = {}
    for cell, nodes in enumerate(cells):
        for side, corners in enumerate(valid.SIDES):
            found.setdefault(frozenset(nodes[list(corners)]), []).append((cell + 1, side + 1, nodes[list(corners)]))
    return found


def parents_of(section, found):
    """The cells of each face of a section, 0 beyond the surface, and the sides of these."""
    faces = section.child("ElementConnectivity").value.reshape(-1, 4)
    both = [(*found[frozenset(face)], (0, 0, None))[:2] for face in faces]
    return tuple(np.array([[two[k][which] for two in both] for k in (0, 1)], np.int32) for which in (0, 1))


def mesh(is_old):
    """Hexahedra whose faces know their cells; every second one is turned, so that faces may be side 3 of both cells."""
    tree = valid.build("hexa")[0]
    zone = tree.at("Base/Zone")
    connectivity = zone.at("Hexa/ElementConnectivity")
    cells = connectivity.value.reshape(-1, 8).copy()
    cells[1::2] = cells[1::2][:, [2, 3, 0, 1, 6, 7, 4, 5]]
    connectivity.value = cells.ravel()
    found = sides_of(cells)
    inner = [two[0][2] for two in found.values() if len(two) == 2]
    first = zone.at("FarFaces/ElementRange").value[1] + 1
    valid.section(zone, "InnerFaces", 7, int(first), len(inner), inner)
    for section in (zone.child("WallFaces"), zone.child("FarFaces"), zone.child("InnerFaces")):
        parents, sides = parents_of(section, found)
        if is_old:
            section.add("ParentData", "DataArray_t", np.vstack([parents, sides]))
        else:
            section.add("ParentElements", "DataArray_t", parents)
            section.add("ParentElementsPosition", "DataArray_t", sides)
    return tree


def modernized(tree):
    """The tree with two nodes in place of ParentData."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            for section in zone.labelled("Elements_t"):
                data = section.child("ParentData")
                if data:
                    section.add("ParentElements", "DataArray_t", data.value[:2])
                    section.add("ParentElementsPosition", "DataArray_t", data.value[2:])
                    section.remove("ParentData")
    return tree


def trouble(folder, ranks, options):
    """What is wrong with the parts of both forms, and with what is merged from them."""
    for form, is_old in ("old", True), ("new", False):
        cgns.write(os.path.join(folder, form + ".cgns"), mesh(is_old))
        words = ["--no-digest", "--overwrite", *options]
        wrong = cut([os.path.join(folder, form + ".cgns")], os.path.join(folder, form + "_%d.cgns"), PARTS, words, ranks)
        if wrong:
            return wrong
    rules = compare.Rules(any_order=True)
    old = sorted(glob.glob(os.path.join(folder, "old_*.cgns")))
    for path in old:
        new = cgns.read(path.replace("old_", "new_"))
        wrong += compare.compare(modernized(cgns.read(path)), new, rules)
    merged = os.path.join(folder, "merged.cgns")
    for form, is_old in ("old", True), ("new", False):
        result = tool.merge(sorted(glob.glob(os.path.join(folder, form + "_*.cgns"))), merged, ranks, ["--overwrite"])
        wrong += [result.why()] if result.code else compare.compare(mesh(is_old), cgns.read(merged), rules)
    return wrong


def both_forms(folder):
    """A section that has its parents twice is refused."""
    tree, path = mesh(True), os.path.join(folder, "both.cgns")
    section = tree.at("Base/Zone/WallFaces")
    section.add("ParentElements", "DataArray_t", section.child("ParentData").value[:2])
    cgns.write(path, tree)
    cgns.write(os.path.join(folder, "old.cgns"), mesh(True))
    said = cut([path], os.path.join(folder, "both_%d.cgns"), PARTS)
    is_told = said and "repartition: 2: " in said[0] and "WallFaces: has ParentData beside" in said[0]
    wrong = [] if is_told else [f"both forms: {said}"]
    wrong += cut([os.path.join(folder, "old.cgns")], os.path.join(folder, "part_%d.cgns"), PARTS)
    parts = sorted(glob.glob(os.path.join(folder, "part_*.cgns")))
    piece = cgns.read(parts[1])
    walls = piece.labelled("CGNSBase_t")[0].labelled("Zone_t")[0].child("WallFaces")
    walls.add("ParentElementsPosition", "DataArray_t", walls.child("ParentData").value[2:])
    cgns.write(parts[1], piece)
    result = tool.merge(parts, os.path.join(folder, "merged.cgns"))
    is_told = result.code == 2 and "WallFaces: has ParentData beside" in result.said
    return wrong if is_told else [*wrong, f"both forms in a piece: {result.why()}"]


def main():
    """Tries parts with and without ghosts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--make", nargs=2, metavar=("OLD", "NEW"))
    args, wrong = parser.parse_args(), []
    if args.make:
        for path, is_old in zip(args.make, (True, False)):
            cgns.write(path, mesh(is_old))
        return 0
    for ranks in (0, 2, 3):
        for options in (["--method", "block"], ["--ghosts", "1"], ["--style", "maia"]):
            with tempfile.TemporaryDirectory(prefix="pcgns-parents.") as folder:
                wrong += [f"{ranks} ranks, {' '.join(options)}: {line}" for line in trouble(folder, ranks, options)]
    with tempfile.TemporaryDirectory(prefix="pcgns-parents.") as folder:
        wrong += both_forms(folder)
    print("\n".join(wrong) or "all right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
