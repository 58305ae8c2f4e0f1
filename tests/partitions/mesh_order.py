"""mesh_order.py: gives polygons and polyhedra one way to be written.

A writer of parts may let a polygon begin at another vertex, run the other way around where it is at the side of a
part, and name the faces of a polyhedron in another order. The mesh is the same; `normalize` makes the trees so too.
"""

import numpy as np

NGON, NFACE = 22, 23


def rows(section):
    """The elements of a section with ElementStartOffset, as lists."""
    offsets = section.child("ElementStartOffset").value
    return np.split(section.child("ElementConnectivity").value, offsets[1:-1])


def polygon(nodes):
    """The smallest vertex first, then the smaller of its neighbours."""
    turned = np.roll(nodes, -int(nodes.argmin()))
    return turned if len(turned) < 3 or turned[1] <= turned[-1] else np.roll(turned[::-1], 1)


def polyhedron(faces):
    """Ascending, without signs."""
    return np.sort(np.abs(faces))


def normalize(tree):
    """Changes all sections of polygons and polyhedra in a tree."""
    for _, node in list(tree.walk()):
        if node.label != "Elements_t" or node.child("ElementStartOffset") is None:
            continue
        way = {NGON: polygon, NFACE: polyhedron}.get(int(node.value[0]))
        if way is not None:
            connectivity = node.child("ElementConnectivity")
            connectivity.value = np.concatenate([way(row) for row in rows(node)])
            parents = node.child("ParentElements")
            if parents is not None:
                parents.value = np.sort(parents.value, axis=0)
