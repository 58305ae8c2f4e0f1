"""The tree as nested lists, as CGNS/Python has it and Maia, Cassiopée and pyCGNS exchange it.

A node is `[name, value, children, label]`; its value None or a NumPy array in Fortran order, text as an array of 'S1'.
The root is `["CGNSTree", None, children, "CGNSTree_t"]`.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, List, Optional

import numpy as np

from ._library import Error, checked, library
from .tree import _MOST_DIMENSIONS, TYPES, File, Node, NodeInfo

List_ = List[Any]  # [name, value, children, label]

_LONGEST_NAME = 32  # in bytes, as CGNS has it

_TYPE_OF = {np.dtype(code): name for name, code in TYPES.items() if name != "B1"}
_TYPE_OF[np.dtype("i1")] = _TYPE_OF[np.dtype("u1")] = "B1"


def to_lists(node: Node, keep: Optional[Callable[[Node], bool]] = None) -> List_:
    """The node and all below it, with all values. `keep`: False for a node that is left out with all below it; True for
    all by default.

    >>> tree = to_lists(f, keep=lambda node: node.label != "FlowSolution_t")  # doctest: +SKIP
    """
    if node.type == "LK":
        raise Error(f"{node.path}: is a link without a target, which lists do not have; leave it out by `keep`")
    children = [to_lists(child, keep) for child in node if keep is None or keep(child)]
    if isinstance(node, File):
        return ["CGNSTree", None, children, "CGNSTree_t"]
    return [node.name, node.value, children, node.label]


def _as_array(value: Any, path: str) -> np.ndarray:
    if np.ma.is_masked(value):
        raise TypeError(f"{path}: has masked values, which CGNS does not have: fill them")
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return np.frombuffer(value, "S1")
    array = np.asarray(value)
    if array.dtype.kind in "SU" and array.dtype != np.dtype("S1"):
        raise TypeError(f"{path}: text must be an array of single characters ('S1'), not of {array.dtype}")
    if array.dtype.newbyteorder("=") not in _TYPE_OF:
        raise TypeError(f"{path}: CGNS has no type for {array.dtype}")
    if array.dtype == np.dtype("i1") and (array < 0).any():
        raise TypeError(f"{path}: has negative values of int8, but B1 of CGNS has no sign")
    if array.ndim > _MOST_DIMENSIONS:
        raise TypeError(f"{path}: has {array.ndim} dimensions, CGNS has at most {_MOST_DIMENSIONS}")
    return array


def _info(node: List_, array: Optional[np.ndarray]) -> NodeInfo:
    info = NodeInfo(name=os.fsencode(node[0]), label=os.fsencode(node[3]), type=b"MT")
    if array is not None:
        info.type = _TYPE_OF[array.dtype].encode()
        info.ndim = array.ndim
        info.dims[: array.ndim] = array.shape
    return info


def _require_text(what: str, text: Any, path: str) -> None:
    if not isinstance(text, str) or "\0" in text:
        raise ValueError(f"{path}: the {what} of a node is text without zero bytes, found {text!r:.80}")
    length = len(os.fsencode(text))
    if not 0 < length <= _LONGEST_NAME:
        raise ValueError(f"{path}: the {what} of a node has 1 to {_LONGEST_NAME} bytes, found {length}")


def _put(file: File, parent: str, node: List_) -> None:
    if not isinstance(node, (list, tuple)) or len(node) != 4:
        raise ValueError(f"below {parent}: a node is [name, value, children, label], found {node!r:.80}")
    path = f"{parent.rstrip('/')}/{node[0]}"
    _require_text("name", node[0], path)
    _require_text("label", node[3], path)
    array = None
    if node[1] is not None:
        array = np.atleast_1d(_as_array(node[1], path))
        array = np.asfortranarray(array, array.dtype.newbyteorder("=")) if array.size else None
    data = array.ctypes.data_as(ctypes.c_void_p) if array is not None else None
    checked(library().pcgns_node_write(file.number, os.fsencode(parent), ctypes.byref(_info(node, array)), data))
    for child in node[2] or []:
        _put(file, path, child)


def _require_root(tree: List_) -> None:
    if len(tree) != 4:
        raise ValueError(f"the tree has {len(tree)} entries, expected [name, value, children, label]")
    if tree[3] != "CGNSTree_t" and not str(tree[3]).startswith("Root Node of"):  # as files have it
        raise ValueError(f"the tree begins with a node of the label {tree[3]!r:.80}, expected its root, 'CGNSTree_t'")


def write_lists(tree: List_, name: Any, comm: Any = None) -> None:
    """Writes a tree of lists as a file, which appears whole or not at all; an existing one is replaced.

    An array of no values, which CGNS does not have, becomes a node without values. Collective over `comm`, with the same
    tree on all ranks.
    """
    with File(name, "w", comm) as file:  # first, so that what is wrong on one rank is an error on all
        _require_root(tree)
        for node in tree[2] or []:
            _put(file, "/", node)
