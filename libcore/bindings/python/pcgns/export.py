"""Zones for xarray and PyVista, which are imported where they are used."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._library import Error
from .tree import Node

_DIRECTIONS = ("i", "j", "k")
# Of linear elements: ElementType_t to the cell types of VTK, and how many vertices they have.
_CELL_TYPES = {2: (1, 1), 3: (3, 2), 5: (5, 3), 7: (9, 4), 10: (10, 4), 12: (14, 5), 14: (13, 6), 17: (12, 8)}


def _extents(zone: Node) -> np.ndarray:
    """Vertices, cells and boundary vertices of each direction."""
    return zone[...]


def _is_structured(zone: Node) -> bool:
    kind = zone.get("ZoneType")
    return kind is not None and kind.text == "Structured"


def _coordinates(zone: Node, step: Optional[int]) -> Dict[str, np.ndarray]:
    if not zone.of_label("GridCoordinates_t"):
        return {}
    grid = zone.grid(step)
    return {node.name: _core(node, grid) for node in grid.of_label("DataArray_t")}


def _core(array: Node, holder: Node) -> np.ndarray:
    """Without the rind planes."""
    rind = holder.get("Rind")
    if rind is None or len(rind.shape) != 1 or rind.shape[0] != 2 * len(array.shape):
        return array[...]
    planes = rind[...]
    return array[tuple(slice(int(planes[2 * d]), extent - int(planes[2 * d + 1]))
                       for d, extent in enumerate(array.shape))]


def _fields(zone: Node, step: Optional[int]) -> Tuple[str, Dict[str, np.ndarray]]:
    """Their location, and each by its name."""
    if not zone.of_label("FlowSolution_t"):
        return "Vertex", {}
    solution = zone.solution(step)
    location = solution["GridLocation"].text if "GridLocation" in solution else "Vertex"
    if location not in ("Vertex", "CellCenter"):
        raise Error(f"{solution.path}: is at {location}: only values at Vertex and CellCenter have a form here")
    if any(node.name in ("PointList", "PointRange") for node in solution):
        raise Error(f"{solution.path}: is at some points of the zone only, which has no form here")
    return location, {node.name: _core(node, solution) for node in solution.of_label("DataArray_t")}


def to_xarray(zone: Node, step: Optional[int] = None) -> Any:
    import xarray

    if not _is_structured(zone):
        raise Error(f"{zone.path}: is not structured, which xarray needs; use to_pyvista")
    count = _extents(zone).shape[0]
    vertices = list(_DIRECTIONS[:count])
    cells = [f"{direction}_cell" for direction in vertices]
    location, fields = _fields(zone, step)
    return xarray.Dataset(
        {name: (vertices if location == "Vertex" else cells, values) for name, values in fields.items()},
        coords={name: (vertices, values) for name, values in _coordinates(zone, step).items()},
        attrs={"zone": zone.path, "location": location})


def _points(zone: Node, step: Optional[int]) -> np.ndarray:
    coordinates = _coordinates(zone, step)
    columns = {"XYZ".index(name[-1]): values.ravel(order="F") for name, values in coordinates.items()
               if name in ("CoordinateX", "CoordinateY", "CoordinateZ")}
    if not columns:
        raise Error(f"{zone.path}: has no coordinates")
    if len(columns) < len(coordinates):
        raise Error(f"{zone.path}: has the coordinates {', '.join(coordinates)}; PyVista needs CoordinateX, Y and Z")
    points = np.zeros((len(next(iter(columns.values()))), 3))
    for direction, values in columns.items():
        points[:, direction] = values
    return points


def _dimension(cell_type: int) -> int:
    return 3 if cell_type >= 10 else {1: 0, 3: 1}.get(cell_type, 2)


def _cells(zone: Node) -> Tuple[np.ndarray, np.ndarray]:
    """The elements of the highest dimension of the zone's fixed-size sections in the order of their numbers, which is
    that of values at cells: as VTK has them, and their types."""
    blocks: List[Tuple[int, int, np.ndarray]] = []
    for section in zone.of_label("Elements_t"):
        kind = int(section[0])
        if kind not in _CELL_TYPES:
            raise Error(f"{section.path}: elements of type {kind} have no form for PyVista here")
        cell_type, vertices = _CELL_TYPES[kind]
        blocks.append((int(section["ElementRange"][0]), cell_type,
                       section["ElementConnectivity"][...].reshape(-1, vertices) - 1))
    highest = max((_dimension(cell_type) for _, cell_type, _ in blocks), default=0)
    blocks = sorted((block for block in blocks if _dimension(block[1]) == highest), key=lambda block: block[0])
    if not blocks:
        raise Error(f"{zone.path}: has no elements")
    sized = [np.insert(vertices, 0, vertices.shape[1], axis=1).ravel() for _, _, vertices in blocks]
    return np.concatenate(sized), np.concatenate([np.full(len(vertices), kind, "u1") for _, kind, vertices in blocks])


def to_pyvista(zone: Node, step: Optional[int] = None) -> Any:
    import pyvista

    points = _points(zone, step)
    if _is_structured(zone):
        grid = pyvista.StructuredGrid()
        grid.points = points
        grid.dimensions = [int(extent) for extent in _extents(zone)[:, 0]] + [1] * (3 - _extents(zone).shape[0])
    else:
        grid = pyvista.UnstructuredGrid(*_cells(zone), points)
    location, fields = _fields(zone, step)
    data = grid.point_data if location == "Vertex" else grid.cell_data
    for name, values in fields.items():
        data[name] = values.ravel(order="F")
    return grid
