"""pieces.py: joins between the parts of zones: those that the cut makes, and what becomes of the old ones."""

import numpy as np

import points


class Piece:
    """What two parts have of a join: both ranges in the numbers of the whole zones; the node it came from."""

    def __init__(self, owner, donor, ranges, transform, source=None):
        self.owner = owner
        self.donor = donor
        self.range, self.donor_range = ranges
        self.transform = transform
        self.source = source
        self.name = None
        self.ascending = False  # both ranges run upwards, whatever the Transform: as Cassiopée writes them
        self.opposite = None  # the piece of the way back, if there is one


def of_cut(parts):
    """The joins between the parts of a zone, in both directions."""
    made = []
    for first in parts:
        for second in parts:
            face = None if first is second else common_face(first, second)
            if face is not None:
                made.append(Piece(first, second, (face, face), list(range(1, len(first.low) + 1))))
    match_opposites(made)
    return made


def common_face(first, second):
    """The vertices of the face where two boxes touch, or None."""
    low = np.maximum(first.low, second.low)
    high = np.minimum(first.high, second.high)
    thickness = high - low
    if (thickness < 0).any() or (thickness == 0).sum() != 1:
        return None
    return points.point_range(low + 1, high + 1, np.int64)


def of_joins(zones, parts):
    """The pieces of all joins; `zones`: of one base; `parts`: name of a zone to its parts."""
    made = []
    for zone in zones:
        holder = zone.child("ZoneGridConnectivity")
        for join in holder.labelled("GridConnectivity1to1_t") if holder else []:
            made += of_join(join, parts[zone.name], parts[join.text()])
    match_opposites(made)
    return made


def of_join(join, owners, donors):
    """The pieces of a join: one for every pair of parts that has some of it."""
    transform = [int(n) for n in join.child("Transform").value]
    mine = join.child("PointRange").value.astype(np.int64)
    theirs = join.child("PointRangeDonor").value.astype(np.int64)
    back = points.inverse(transform)
    made = []
    for owner in owners:
        seen = clip(mine, owner)
        if seen is None:
            continue
        for donor in donors:
            there = clip(points.donor_points(transform, mine[0], theirs[0], seen), donor)
            if there is not None:
                here = points.donor_points(back, theirs[0], mine[0], there)
                made.append(Piece(owner, donor, (here, there), transform, join))
    return made


def clip(value, part):
    """The range cut down to the vertices of the part; None where not a face of a cell is left. It runs as before."""
    low, high = part.vertices
    cut = np.clip(value, low, high)
    across = value[0] == value[1]
    gone = (cut[0] == cut[1]) & ~across | across & (cut[0] != value[0])
    return None if gone.any() else cut


def match_opposites(pieces):
    """Finds the way back of every piece."""
    keys = {}
    for piece in pieces:
        back = piece.source.child("GridConnectivityDonorName").text() if has_opposite(piece) else None
        own = piece.source.name if piece.source else None
        keys[id(piece.owner), id(piece.donor), own, piece.range.tobytes()] = piece
        piece.opposite = (id(piece.donor), id(piece.owner), back, piece.donor_range.tobytes())
    for piece in pieces:
        piece.opposite = keys.get(piece.opposite)


def has_opposite(piece):
    """True where the join names the one on the other side."""
    return piece.source is not None and piece.source.child("GridConnectivityDonorName") is not None


def add_to(zone, piece, extras=(), index=np.int32):
    """Writes a piece into the zone of its part."""
    holder = zone.child("ZoneGridConnectivity") or zone.add("ZoneGridConnectivity", "ZoneGridConnectivity_t")
    join = holder.add(piece.name, "GridConnectivity1to1_t", piece.donor.name)
    join.add("Transform", '"int[IndexDimension]"', np.array(piece.transform, np.int32))
    for name, part, value in (("PointRange", piece.owner, piece.range),
            ("PointRangeDonor", piece.donor, piece.donor_range)):
        local = part.local_range(value).astype(index)
        join.add(name, "IndexRange_t", np.sort(local, axis=0) if piece.ascending else local)
    own = {"Transform", "PointRange", "PointRangeDonor", "GridConnectivityDonorName"}
    for child in piece.source.children if piece.source else []:
        if child.name not in own:
            join.children.append(child.copy())
    for name, text in extras:
        join.add(name, "Descriptor_t", text)
    return join
