"""Finds and loads the shared library, with the MPI library of mpi4py; errors and communicators."""

from __future__ import annotations

import atexit
import ctypes
import functools
import glob
import mmap
import os
import re
import sys
from pathlib import Path
from typing import Any, Optional

from ._version import __version__

_ABI = 1  # PCGNS_ABI_VERSION


class Error(RuntimeError):
    """What the library refuses or cannot do, in its words; `document` says more where a job has failed."""

    def __init__(self, message: str, document: Optional[dict] = None):
        super().__init__(message)
        self.document = document or {}

    @property
    def kind(self) -> str:
        """usage, input, io, stopped, in_place or internal; empty if it was no job."""
        return self.document.get("kind", "")


class Stopped(Error):
    """A job was stopped on request; the same call with resume=True continues."""


class InPlaceError(Error):
    """The output is in place, but something after it failed."""


@functools.lru_cache(maxsize=None)
def _mpi_of(path: str) -> str:
    """"Open MPI" or "MPICH", as the file says which library it needs. Nothing is loaded: two MPI libraries in one
    process would call each other's functions."""
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as bytes_:
            if re.search(rb"\0libmpich\.so[.0-9]*\0", bytes_):
                return "MPICH"
            return "Open MPI" if re.search(rb"\0libmpi\.so[.0-9]*\0", bytes_) else ""
    except (OSError, ValueError) as error:  # no file, or an empty one
        raise Error(f"cannot load {path}: {error}") from error


def _folders() -> list[str]:
    """Where libraries are: beside the package, of this Python, of the loader, of the system."""
    package = Path(__file__).resolve().parent
    prefixes = [str(parent).rstrip("/") for parent in package.parents if (parent / "lib").is_dir()][:1]
    prefixes += [sys.prefix, "/usr/local", "/usr"]
    folders = [folder for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":") if folder]
    for prefix in prefixes:
        folders += [f"{prefix}/lib", *sorted(glob.glob(f"{prefix}/lib/*-linux-*")), f"{prefix}/lib64"]
    return list(dict.fromkeys(folders))


def _candidates() -> list[str]:
    names = [f"libpcgns{suffix}.so.{_ABI}" for suffix in ("", "-openmpi", "-mpich")]
    return [path for folder in _folders() for name in names if os.path.exists(path := os.path.join(folder, name))]


def _loaded_mpi() -> str:
    """That of mpi4py, where it has been imported."""
    module = sys.modules.get("mpi4py.MPI")
    return module.get_vendor()[0] if module else ""


def _mixed(wanted: str, path: str) -> Error:
    return Error(f"mpi4py uses {wanted}, but {path} was built with {_mpi_of(path)}; two MPI libraries cannot be in one "
                 f"process. Install pcgns for {wanted}, or set PCGNS_LIBRARY to a library built with it")


def library_path() -> str:
    """The shared library that is used: PCGNS_LIBRARY, or the first in the usual folders that has the MPI of mpi4py."""
    given = os.environ.get("PCGNS_LIBRARY", "")
    paths = [given] if given else _candidates()
    if not paths:
        raise Error(f"cannot find libpcgns.so.{_ABI}; searched {', '.join(_folders())}. Install pcgns, or set "
                    "PCGNS_LIBRARY to the file")
    if not os.path.exists(paths[0]):
        raise Error(f"PCGNS_LIBRARY: {paths[0]} does not exist")
    wanted = _loaded_mpi()
    matching = [path for path in paths if not wanted or _mpi_of(path) in ("", wanted)]
    if matching:
        return matching[0]
    raise _mixed(wanted, paths[0])


def mpi_of_library() -> str:
    """"Open MPI" or "MPICH": the MPI that the library was built with."""
    return _mpi_of(library_path())


def _numbers_of(version: str) -> list[int]:
    return [int(number) for number in re.findall("[0-9]+", version)]


@functools.lru_cache(maxsize=1)
def library() -> ctypes.CDLL:
    path = library_path()
    try:
        loaded = ctypes.CDLL(path)
        loaded.pcgns_version.restype = ctypes.c_char_p
    except OSError as error:
        raise Error(f"cannot load {path}: {error}") from error
    except AttributeError as error:
        raise Error(f"{path} is not the library of pcgns") from error
    found = loaded.pcgns_version().decode()
    if _numbers_of(found) < _numbers_of(__version__):
        raise Error(f"{path} is of pcgns {found}, older than this package ({__version__}): set PCGNS_LIBRARY to the "
                    "library that was installed with it")
    loaded.pcgns_job_error.restype = ctypes.c_char_p
    loaded.pcgns_cg_get_error.restype = ctypes.c_char_p
    loaded.pcgns_free.argtypes = [ctypes.c_void_p]
    loaded.pcgns_free.restype = None
    return loaded


def checked(status: int) -> None:
    """Raises what a function of pcgnslib.h has returned."""
    if status != 0:
        raise Error((library().pcgns_cg_get_error() or b"unknown error").decode("utf-8", "replace"))


def _ranks_of_launcher() -> int:
    for variable in ("OMPI_COMM_WORLD_SIZE", "PMI_SIZE"):
        if variable in os.environ:
            return int(os.environ[variable])
    return 1


def _import_mpi4py() -> Any:
    try:
        from mpi4py import MPI
    except ImportError as error:
        raise Error(f"{_ranks_of_launcher()} processes were started, but Python has no mpi4py with which they would find "
                    "each other: install it, or start one process") from error
    return MPI


def _alone() -> int:
    """MPI_COMM_SELF; starts MPI, and ends it with the process, where nobody else has."""
    loaded = library()
    is_there = ctypes.c_int()
    loaded.MPI_Initialized(ctypes.byref(is_there))
    handle = loaded.pcgns_comm_self_f()
    if not is_there.value:
        atexit.register(_finalize)
    return handle


def _finalize() -> None:
    is_over = ctypes.c_int()
    library().MPI_Finalized(ctypes.byref(is_over))
    if not is_over.value:
        library().MPI_Finalize()


def communicator_of(comm: Any) -> Any:
    """A communicator of mpi4py; by default all its ranks. None: this process is alone, without mpi4py."""
    if comm is None and ("mpi4py.MPI" in sys.modules or _ranks_of_launcher() > 1):
        comm = _import_mpi4py().COMM_WORLD
    if comm is not None and not hasattr(comm, "py2f"):
        raise TypeError(f"comm must be a communicator of mpi4py, not {type(comm).__name__}")
    return comm


def handle_of(comm: Any) -> int:
    """The communicator as the integer of Fortran."""
    comm = communicator_of(comm)
    if comm is None:
        return _alone()
    path = library()._name
    wanted = _loaded_mpi()  # mpi4py may have been imported after the library was loaded
    if wanted and _mpi_of(path) not in ("", wanted):
        raise _mixed(wanted, path)
    return comm.py2f()
