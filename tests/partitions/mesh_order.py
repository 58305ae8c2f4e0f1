"""mesh_order.py: gives polygons one way to be written.

A writer of parts may let a polygon run the other way around where its first cell is in another part; from the parts
nobody can tell which way it was. The mesh is the same: `normalize` makes the trees so too, and with a polygon that it
turns it changes the signs in NFACE_n and the order of its ParentElements.
"""

import numpy as np

from elements import NFACE, NGON, Section


def normalize(tree):
    """Changes the polyhedra of all zones in a tree."""
    for base in tree.labelled("CGNSBase_t"):
        for zone in base.labelled("Zone_t"):
            sections = {int(node.value[0]): node for node in zone.labelled("Elements_t")
                if node.child("ElementStartOffset") is not None}
            if NGON in sections:
                turn(sections[NGON], sections.get(NFACE))


def turn(ngon, nface):
    """Each polygon begins at its smallest vertex, and goes on to the smaller of the two next to it."""
    section = Section(ngon)
    rows, turned = [], np.zeros(len(section.rows), bool)
    for number, row in enumerate(section.rows):
        row = np.roll(row, -int(row.argmin()))
        turned[number] = len(row) > 2 and row[1] > row[-1]
        rows.append(np.roll(row[::-1], 1) if turned[number] else row)
    ngon.child("ElementConnectivity").value = np.concatenate(rows)
    parents = ngon.child("ParentElements")
    if parents is not None:
        parents.value = np.where(turned, parents.value[::-1], parents.value)
    if nface is not None:
        signed = nface.child("ElementConnectivity")
        sign = np.where(turned[np.abs(signed.value) - section.first], -1, 1).astype(signed.value.dtype)
        signed.value = signed.value * sign
