"""random_lists.py: joins between unstructured zones, as lists of points."""

import numpy as np

from random_joins import container, periodic


def outer_faces(node):
    """The numbers of the polygons that have one cell, or of the elements on the surface."""
    ngon, nface = node.child("NGonElements"), node.child("NFaceElements")
    if ngon is None:
        ranges = [section.child("ElementRange").value for section in node.labelled("Elements_t")
            if section.name.startswith("Faces")]
        return sorted(n for low, high in ranges for n in range(int(low), int(high) + 1))
    first = int(ngon.child("ElementRange").value[0])
    if ngon.child("ParentElements"):
        return [first + int(n) for n in np.flatnonzero((ngon.child("ParentElements").value == 0).any(axis=0))]
    numbers, counts = np.unique(np.abs(nface.child("ElementConnectivity").value), return_counts=True)
    return [int(n) for n in numbers[counts == 1]]


def joinable(plan, zone):
    """The numbers of the faces on the surface, or in a plane of all vertices."""
    return outer_faces(zone) if plan.dim == 3 else list(range(1, int(zone.value[0, 0]) + 1))


def add_joins(plan, zones):
    """Pairs of lists between two zones, or the halves of one."""
    dice = plan.dice
    for number in range(dice.number(0, len(zones))):
        owner, donor = dice.pick(zones), dice.pick(zones)
        sides = [dice.shuffled(joinable(plan, zone)) for zone in (owner, donor)]
        if owner is donor:
            sides = [sides[0][::2], sides[0][1::2]]
        count = min(10, *map(len, sides))
        if count == 0:
            continue
        lists = [np.array(side[:count], plan.index)[:, None] for side in sides]
        names = [f"Join{number}", f"Back{number}"]
        extra = periodic(plan) if owner is donor else None
        for me, zone in enumerate((owner, donor)):
            join = container(zone).add(names[me], "GridConnectivity_t", (donor, owner)[me].name)
            join.add("GridConnectivityType", "GridConnectivityType_t", "Abutting1to1")
            join.add("GridLocation", "GridLocation_t", "FaceCenter" if plan.dim == 3 else "Vertex")
            join.add("PointList", "IndexArray_t", lists[me])
            join.add("PointListDonor", "IndexArray_t", lists[1 - me])
            join.add("GridConnectivityDonorName", "Descriptor_t", names[1 - me])
            if extra is not None:
                join.children.append(extra.copy())
