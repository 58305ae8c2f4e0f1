"""Parallel CGNS restart files.

The jobs of the programs, on the ranks of an mpi4py communicator, or on one process without mpi4py:

>>> import pcgns
>>> report = pcgns.merge("out_%04d.cgns", "out.cgns")           # doctest: +SKIP
>>> report.zones, report.bytes_moved                            # doctest: +SKIP

Any file or file set as one tree, of which only what is asked for is read:

>>> with pcgns.open("out_%04d.cgns") as f:                      # doctest: +SKIP
...     pressure = f["Base/Zone"].solution(-1)["Pressure"][:, :, 0]

The tree as nested lists, as Maia, Cassiopée and pyCGNS exchange it: `to_lists`, `write_lists`.
"""

import importlib
from typing import TYPE_CHECKING, Any, List

from ._library import Error, InPlaceError, Stopped, library_path, mpi_of_library
from ._version import __version__
from .jobs import check, compare, digest, info, merge, repartition, restripe

if TYPE_CHECKING:
    from .lists import to_lists, write_lists
    from .tree import File, Node, open  # noqa: A004 (the name that users expect)

__all__ = ["Error", "File", "InPlaceError", "Node", "Stopped", "__version__", "check", "compare", "digest", "info",
           "library_path", "merge", "mpi_of_library", "open", "repartition", "restripe", "to_lists", "write_lists"]

# Trees and the calls of pcgnslib.h need NumPy, the jobs do not.
_MODULES = {"File": "tree", "Node": "tree", "open": "tree", "to_lists": "lists", "write_lists": "lists"}


def __getattr__(name: str) -> Any:
    if name == "capi":
        return importlib.import_module(".capi", __name__)
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module("." + _MODULES[name], __name__), name)


def __dir__() -> List[str]:
    """What users see; not what this module imports for itself."""
    return sorted([*__all__, "capi"])


for _error in (Error, InPlaceError, Stopped):
    _error.__module__ = __name__  # as they are shown
