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


def _coordinates(zone: Node) -> Dict[str, np.ndarray]:
    grid = zone.of_label("GridCoordinates_t")
    return {node.name: _core(node, grid[0]) for node in grid[0].of_label("DataArray_t")} if grid else {}


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
    location = solution.get("GridLocation")
    values = {node.name: _core(node, solution) for node in solution.of_label("DataArray_t")}
    return location.text if location is not None else "Vertex", values


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
        coords={name: (vertices, values) for name, values in _coordinates(zone).items()},
        attrs={"zone": zone.path, "location": location})


def _points(zone: Node) -> np.ndarray:
    columns = [values.ravel(order="F") for values in _coordinates(zone).values()]
    if not columns:
        raise Error(f"{zone.path}: has no coordinates")
    points = np.zeros((len(columns[0]), 3))
    for direction, values in enumerate(columns[:3]):
        points[:, direction] = values
    return points


def _cells(zone: Node) -> Dict[int, np.ndarray]:
    """The elements of the highest dimension of the zone's fixed-size sections, by the cell types of VTK."""
    blocks: Dict[int, List[np.ndarray]] = {}
    for section in zone.of_label("Elements_t"):
        kind = int(section[0])
        if kind not in _CELL_TYPES:
            raise Error(f"{section.path}: elements of type {kind} have no form for PyVista here")
        cell_type, vertices = _CELL_TYPES[kind]
        blocks.setdefault(cell_type, []).append(section["ElementConnectivity"][...].reshape(-1, vertices) - 1)
    solid = {10, 12, 13, 14} & blocks.keys()
    flat = {5, 9} & blocks.keys()
    return {kind: np.concatenate(blocks[kind]) for kind in solid or flat or blocks.keys()}


def to_pyvista(zone: Node, step: Optional[int] = None) -> Any:
    import pyvista

    points = _points(zone)
    if _is_structured(zone):
        grid = pyvista.StructuredGrid()
        grid.points = points
        grid.dimensions = [int(extent) for extent in _extents(zone)[:, 0]] + [1] * (3 - _extents(zone).shape[0])
    else:
        grid = pyvista.UnstructuredGrid(_cells(zone), points)
    location, fields = _fields(zone, step)
    data = grid.point_data if location == "Vertex" else grid.cell_data
    for name, values in fields.items():
        data[name] = values.ravel(order="F")
    return grid
