"""The functions, constants and enumerations of pcgnslib.h on NumPy arrays: `from pcgns import capi as cg`.

>>> from pcgns import capi as cg                                 # doctest: +SKIP
>>> fn = cg.cgp_open("out.cgns", cg.CG_MODE_READ)                # doctest: +SKIP
>>> name, size = cg.cg_zone_read(fn, 1, 1)                       # doctest: +SKIP
"""

try:
    from ._capi import *  # noqa: F401, F403 (hundreds of names, all of them public)
    from ._capi import __all__ as _names
    from ._call import Error, NodeNotFound, library
except ModuleNotFoundError as error:
    if error.name != "pcgns._capi":
        raise
    raise ImportError("this package has no pcgns/_capi.py, which is made when pcgns is built: use the package of the "
                      "build or of the installation") from error

__all__ = ["Error", "NodeNotFound", "library", *_names]
