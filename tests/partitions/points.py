"""points.py: point ranges, point lists and transforms, as the standard has them: 1-based, i first, ends included."""

import itertools

import numpy as np

AXES = "IJK"
MOST = 1 << 22  # points of a range that anybody asks for
BOX_LOCATIONS = ("Vertex", "CellCenter", "IFaceCenter", "JFaceCenter", "KFaceCenter")


def location_of(node, otherwise="Vertex"):
    """Where the data, or the points, of a node are."""
    location = node.child("GridLocation")
    return location.text() if location else otherwise


def extents(vertices, location):
    """How many points of that location a structured zone with so many vertices has, along each axis."""
    return [n - (0 if at_vertices(location, axis) else 1) for axis, n in enumerate(vertices)]


def at_vertices(location, axis):
    """True where points of that location count along the axis as vertices do."""
    return location == "Vertex" or location == f"{AXES[axis]}FaceCenter"


def point_range(begin, end, dtype=np.int32):
    """The value of a PointRange."""
    return np.array([begin, end], dtype)


class Absurd(ValueError):
    """A range that no zone can have."""


def require_sane(value):
    """Throws Absurd for a range of more points than there can be."""
    if np.prod(np.abs(value[1].astype(float) - value[0]) + 1) > MOST:
        raise Absurd(f"a range from {value[0]} to {value[1]}")


def range_points(value):
    """The points of a PointRange (2, dim) in the order of their data: (n, dim), i fastest, always ascending."""
    require_sane(value)
    low, high = np.minimum(value[0], value[1]), np.maximum(value[0], value[1])
    axes = [np.arange(a, b + 1) for a, b in zip(low, high)]
    grid = np.meshgrid(*axes[::-1], indexing="ij")
    return np.stack([axis.ravel() for axis in grid[::-1]], axis=1)


def walked_range(value):
    """The points of a PointRange in the order in which it runs, from its begin to its end."""
    require_sane(value)
    axes = [np.arange(a, b + s, s) for a, b, s in zip(value[0], value[1], np.where(value[1] < value[0], -1, 1))]
    grid = np.meshgrid(*axes[::-1], indexing="ij")
    return np.stack([axis.ravel() for axis in grid[::-1]], axis=1)


def point_set(node):
    """(child, points) of a node with a PointRange or PointList, or (None, None)."""
    for name, points in (("PointRange", range_points), ("PointList", lambda value: value)):
        child = node.child(name)
        if child is not None and child.value is not None and child.value.ndim == 2:
            return child, points(child.value)
    return None, None


def matrix(transform):
    """The matrix of a Transform: column a is the axis of the donor that axis a of the owner runs along."""
    dim = len(transform)
    made = np.zeros((dim, dim), np.int64)
    for axis, value in enumerate(transform):
        made[abs(value) - 1, axis] = 1 if value > 0 else -1
    return made


def inverse(transform):
    """The Transform of the way back."""
    return [int(row @ (np.arange(len(transform)) + 1)) for row in matrix(transform)]


def donor_points(transform, begin, donor_begin, points):
    """The donor's points of the owner's `points`."""
    return (points - begin) @ matrix(transform).T + donor_begin


def all_transforms(dim):
    """Every Transform: 2, 8 or 48 of them."""
    signs = list(itertools.product((1, -1), repeat=dim))
    return [[s * (p + 1) for s, p in zip(sign, axes)]
        for axes in itertools.permutations(range(dim)) for sign in signs]
