"""A file or a file set as a tree, of which only what is asked for is read.

The tree itself is in memory once the file is open; a node is made when it is asked for, and values are read when they
are indexed. Arrays have the order of CGNS: Fortran order, first index fastest. Indices are those of NumPy, from 0, and
count from the first value in the file: rind planes are values like any other.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np

from ._library import Error, checked, handle_of, library

_MODES = {"r": 0, "w": 1}  # CG_MODE_READ, CG_MODE_WRITE

TYPES = {"C1": "S1", "B1": "u1", "I4": "i4", "U4": "u4", "I8": "i8", "U8": "u8", "R4": "f4", "R8": "f8", "X4": "c8",
         "X8": "c16"}
_MOST_DIMENSIONS = 12


class NodeInfo(ctypes.Structure):
    """struct pcgns_node"""

    _fields_ = [("name", ctypes.c_char * 33), ("label", ctypes.c_char * 33), ("type", ctypes.c_char * 3),
                ("reserved", ctypes.c_char * 3), ("nchildren", ctypes.c_int32), ("ndim", ctypes.c_int32),
                ("dims", ctypes.c_int64 * _MOST_DIMENSIONS)]


def _box(index: Any, shape: Sequence[int]) -> Tuple[List[int], List[int], tuple]:
    """First and last (0-based, inclusive) of what `index` needs of each direction, and how NumPy then takes it out of
    what was read."""
    index = index if isinstance(index, tuple) else (index,)
    if any(one is None or isinstance(one, (list, np.ndarray)) for one in index):
        raise IndexError("a node is indexed by numbers, slices and ...: read a box, then index that")
    if sum(one is Ellipsis for one in index) > 1:
        raise IndexError("an index can have only one ...")
    missing = len(shape) - sum(one is not Ellipsis for one in index)
    if missing < 0:
        raise IndexError(f"too many indices: the node has {len(shape)} dimensions")
    at = index.index(Ellipsis) if Ellipsis in index else len(index)
    index = index[:at] + (slice(None),) * missing + index[at + 1:]
    first, last, inside = [], [], []
    for one, extent in zip(index, shape):
        if isinstance(one, slice):
            numbers = range(*one.indices(extent))
            low, high = (min(numbers), max(numbers)) if numbers else (0, -1)
            inside.append(slice(None, None, numbers.step) if numbers else slice(0, 0))
        else:
            low = high = range(extent)[one]  # raises IndexError as a list does
            inside.append(0)
        first.append(low)
        last.append(high)
    return first, last, tuple(inside)


class Node:
    """A node of an open file: `node["Child/Grandchild"]` is a node below it, `node[0:10, ...]` values of its own."""

    def __init__(self, file: "File", path: str, info: NodeInfo):
        self._file, self._info = file, info
        self.path = path  #: From the root: "/Base/Zone".
        self.name: str = info.name.decode("utf-8", "surrogateescape")
        self.label: str = info.label.decode("utf-8", "surrogateescape")  #: "Zone_t"
        self._children: Optional[Dict[str, Node]] = None

    def __repr__(self) -> str:
        values = f" {self.type}{list(self.shape)}" if self.type != "MT" else ""
        return f"<{self.label} {self.path}{values}>"

    @property
    def type(self) -> str:
        """The type in the file: "R8"; "MT" without values."""
        return self._info.type.decode()

    @property
    def dtype(self) -> Optional[np.dtype]:
        """That of NumPy; None without values."""
        return np.dtype(TYPES[self.type]) if self.type in TYPES else None

    @property
    def shape(self) -> Tuple[int, ...]:
        return tuple(self._info.dims[: self._info.ndim])

    @property
    def children(self) -> List["Node"]:
        return list(self._by_name().values())

    def _by_name(self) -> Dict[str, "Node"]:
        if self._children is None:
            infos = (NodeInfo * self._info.nchildren)()
            count = ctypes.c_int()
            checked(library().pcgns_node_children(self._file.number, os.fsencode(self.path), len(infos), infos,
                                                  ctypes.byref(count)))
            parent = self.path.rstrip("/")
            nodes = [Node(self._file, f"{parent}/{info.name.decode('utf-8', 'surrogateescape')}", info) for info in infos]
            self._children = {node.name: node for node in nodes}
        return self._children

    def __iter__(self) -> Iterator["Node"]:
        return iter(self.children)

    def __contains__(self, path: str) -> bool:
        return self.get(path) is not None

    def get(self, path: str) -> Optional["Node"]:
        """The node at `path` below this one, or None."""
        node: Optional[Node] = self
        for name in filter(None, path.split("/")):
            node = node._by_name().get(name) if node is not None else None
        return node

    def of_label(self, label: str) -> List["Node"]:
        """The children with this label, in the order of the file."""
        return [node for node in self.children if node.label == label]

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, str):
            return self._read(index)
        node = self.get(index)
        if node is None:
            raise KeyError(f"{self._file.name}: {self.path} has no node '{index}'")
        return node

    def _read(self, index: Any) -> Any:
        if self.dtype is None:
            raise Error(f"{self._file.name}:{self.path}: the node has no values")
        first, last, inside = _box(index, self.shape)
        box = np.empty([high - low + 1 for low, high in zip(first, last)], self.dtype, order="F")
        if box.size > 0:
            bounds = [(ctypes.c_int64 * len(first))(*(one + 1 for one in ends)) for ends in (first, last)]
            checked(library().pcgns_node_read(self._file.number, os.fsencode(self.path), *bounds,
                                              box.ctypes.data_as(ctypes.c_void_p)))
        return box[inside]

    @property
    def value(self) -> Optional[np.ndarray]:
        """All values, in Fortran order; None without."""
        return self[...] if self.dtype is not None else None

    @property
    def text(self) -> str:
        """The values of a node of text."""
        if self.type != "C1":
            raise Error(f"{self._file.name}:{self.path}: is not text, but {self.type}")
        return self[...].tobytes(order="F").rstrip(b" \0").decode("utf-8", "replace")

    # Of zones.

    def solution(self, step: Optional[int] = None) -> "Node":
        """The FlowSolution_t of a zone: at time step `step` (from 0; -1: the last), or the only one."""
        solutions = self.of_label("FlowSolution_t")
        names = self._names_at_steps("FlowSolutionPointers") or [node.name for node in solutions]
        if step is None and len(names) != 1:
            raise KeyError(f"{self._file.name}: {self.path} has {len(names)} solutions: say which step")
        return self._at_step(names, step or 0)

    def grid(self, step: Optional[int] = None) -> "Node":
        """The GridCoordinates_t of a zone: at time step `step` (from 0; -1: the last), or the original one."""
        names = self._names_at_steps("GridCoordinatesPointers")
        if names and (step is not None or len(names) == 1):
            return self._at_step(names, step or 0)
        grids = self.of_label("GridCoordinates_t")
        if not grids:
            raise KeyError(f"{self._file.name}: {self.path} has no coordinates")
        return next((grid for grid in grids if grid.name == "GridCoordinates"), grids[0])

    def _at_step(self, names: List[str], step: int) -> "Node":
        try:
            return self[names[step]]
        except IndexError:
            raise IndexError(f"{self._file.name}: {self.path} has {len(names)} time steps, not step {step}") from None

    def _names_at_steps(self, pointers_name: str) -> List[str]:
        """Those of the time steps, where the zone has a list of them."""
        for node in self.of_label("ZoneIterativeData_t"):
            pointers = node.get(pointers_name)
            if pointers is not None:
                table = pointers[...].reshape(pointers.shape[0], -1, order="F")  # one name may have one dimension
                rows = [table[:, step].tobytes() for step in range(table.shape[-1])]
                return [row.rstrip(b" \0").decode("utf-8", "replace") for row in rows]
        return []

    def to_xarray(self, step: Optional[int] = None) -> Any:
        """A structured zone with its coordinates and fields as an xarray.Dataset."""
        from .export import to_xarray

        return to_xarray(self, step)

    def to_pyvista(self, step: Optional[int] = None) -> Any:
        """A zone with its fields as a grid of PyVista."""
        from .export import to_pyvista

        return to_pyvista(self, step)


class File(Node):
    """An open file or file set; its root. To be closed, or used in a `with` statement."""

    def __init__(self, names: Any, mode: str = "r", comm: Any = None):
        if mode not in _MODES:
            raise ValueError(f"mode must be 'r' or 'w', not {mode!r}")
        listed = [names] if isinstance(names, (str, bytes, os.PathLike)) else list(names)
        encoded = [os.fsencode(name) for name in listed]
        number = ctypes.c_int()
        handle = ctypes.c_int(handle_of(comm))
        checked(library().pcgns_open_f(handle, len(encoded), (ctypes.c_char_p * len(encoded))(*encoded), _MODES[mode],
                                       ctypes.byref(number)))
        self._number: Optional[int] = number.value
        self._name = os.fsdecode(encoded[0]) if len(encoded) == 1 else f"{os.fsdecode(encoded[0])} and others"
        info = NodeInfo()
        checked(library().pcgns_node_info(self.number, b"/", ctypes.byref(info)))
        super().__init__(self, "/", info)
        self.name = self._name

    @property
    def number(self) -> int:
        """fn of the functions of pcgnslib(3)."""
        if self._number is None:
            raise Error(f"{self._name}: is closed")
        return self._number

    def close(self) -> None:
        """Collective, as `open` was; a file that is written appears now."""
        if self._number is not None:
            number, self._number = self._number, None
            checked(library().pcgns_cgp_close(number))

    def discard(self) -> None:
        """Collective: ends without the file that was to be written."""
        if self._number is not None:
            number, self._number = self._number, None
            checked(library().pcgns_discard(number))

    def __enter__(self) -> "File":
        return self

    def __exit__(self, kind: Any, *_error: Any) -> None:
        self.close() if kind is None else self.discard()

    @property
    def bases(self) -> List[Node]:
        return self.of_label("CGNSBase_t")

    @property
    def zones(self) -> List[Node]:
        return [zone for base in self.bases for zone in base.of_label("Zone_t")]


def open(names: Union[str, "os.PathLike[str]", Sequence[str]], comm: Any = None) -> File:  # noqa: A001
    """Opens a file as it is, or the files of many ranks as the one file that merge would write.

    `names`: the name of a file; or a list of names, "@list" or a pattern such as "out_%04d.cgns". Collective over
    `comm`; what is read then is read by the process that asks.
    """
    return File(names, comm=comm)
